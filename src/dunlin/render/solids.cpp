// SPDX-License-Identifier: Apache-2.0
// Faces on the far side are left out. The others are drawn from the farthest to the nearest.
#include "dunlin/render/solids.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace dunlin::render {
namespace {

// The same body as in web/src/draw/solids.ts: nose at +x, wings at y and -y, back at +z, length 1.
constexpr Vec3 kNotch{-.27, 0, 0}, kBack{-.16, 0, .15}, kBelly{-.14, 0, -.11}, kMiddle{-.05, 0, .01};
constexpr Vec3 kEdge[] = {{.55, 0, 0}, {.26, .13, 0}, {-.02, .215, 0}, {-.45, .34, 0}};
constexpr Vec3 kEye{.16, .085, .045};
constexpr double kEyeRadius = .055;
constexpr double kToLight[3] = {-.47, .63, .62};  // right, up, towards the eye

double dot(const Vec3& a, const Vec3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Vec3 cross(const Vec3& a, const Vec3& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Vec3 minus(const Vec3& a, const Vec3& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

Vec3 unit(const Vec3& v, const Vec3& otherwise) {
    const double length = std::sqrt(dot(v, v));
    return length > 1e-9 ? Vec3{v[0] / length, v[1] / length, v[2] / length} : otherwise;
}

/// Turns a vector from the axes of the body to those of the world.
struct Turn {
    Vec3 along, side, over;
    Vec3 operator()(const Vec3& v) const {
        Vec3 out{};
        for (std::size_t a = 0; a < 3; ++a) out[a] = v[0] * along[a] + v[1] * side[a] + v[2] * over[a];
        return out;
    }
};

struct Face {
    std::array<Vec3, 3> corners;  ///< in axes of the world, from the middle of the body, for a length of 1
    double depth = 0, light = 0;
};

void draw_arrowhead(Canvas& canvas, const Solid& solid, const View& view) {
    Turn turn;
    turn.along = unit(solid.heading, {1, 0, 0});
    turn.side = unit(cross({0, 0, 1}, turn.along), {0, 1, 0});
    turn.over = cross(turn.along, turn.side);
    const Point middle = view.place(solid.position);
    const auto place = [&](const Vec3& v) {
        const Point at = view.turn(v);
        return Point{middle.x + at.x * float(solid.size), middle.y + at.y * float(solid.size)};
    };

    std::vector<Face> faces;
    const auto add = [&](const Vec3& a, const Vec3& b, const Vec3& c) {
        Face face{{turn(a), turn(b), turn(c)}};
        Vec3 normal =
            unit(cross(minus(face.corners[1], face.corners[0]), minus(face.corners[2], face.corners[0])), {0, 0, 1});
        if (dot(normal, minus(face.corners[0], turn(kMiddle))) < 0) normal = minus({}, normal);
        if (dot(normal, view.toward) <= 0) return;
        face.light = kToLight[0] * dot(normal, view.right) + kToLight[1] * dot(normal, view.up) +
                     kToLight[2] * dot(normal, view.toward);
        for (const Vec3& corner : face.corners) face.depth += dot(corner, view.toward);
        faces.push_back(face);
    };
    for (double hand : {-1., 1.}) {
        const auto on_side = [&](const Vec3& v) { return Vec3{v[0], v[1] * hand, v[2]}; };
        for (const Vec3& spine : {kBack, kBelly}) {
            for (std::size_t k = 0; k + 1 < std::size(kEdge); ++k) add(on_side(kEdge[k]), on_side(kEdge[k + 1]), spine);
            add(on_side(kEdge[3]), kNotch, spine);
        }
    }
    std::sort(faces.begin(), faces.end(), [](const Face& a, const Face& b) { return a.depth < b.depth; });
    // Drawn twice: anti-aliased edges let the background through where two faces meet.
    for (int coat = 0; coat < 2; ++coat) {
        for (const Face& face : faces) {
            const Point corners[] = {place(face.corners[0]), place(face.corners[1]), place(face.corners[2])};
            canvas.fill(corners, 3, {mix(Color{}, solid.color, .3 + .7 * double(lit(float(face.light)))), 1, 1});
        }
    }
    if (dot(turn.over, view.toward) < .1) return;  // from below, the eyes are hidden
    for (double hand : {-1., 1.})
        canvas.disc(place(turn({kEye[0], kEye[1] * hand, kEye[2]})), float(kEyeRadius * solid.size),
                    {solid.eyes, 1, 1});
}

}  // namespace

void draw_solid(Canvas& canvas, const Solid& solid, const View& view) {
    if (solid.form == Solid::Form::ball) canvas.ball(view.place(solid.position), float(solid.size), solid.color);
    else draw_arrowhead(canvas, solid, view);
}

}  // namespace dunlin::render
