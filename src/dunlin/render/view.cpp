// SPDX-License-Identifier: Apache-2.0
// An open axis follows the middle 98 % of the flock, so that a single stray agent does not move the picture.
#include "dunlin/render/view.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace dunlin::render {
namespace {

constexpr std::size_t kSample = 4096;  // agents that are sampled to find the flock
constexpr double kFarthestOff =
    .6;  // largest distance of the flock from the middle of the picture, in halves of its size
constexpr double kStiffness = 0.05;  // per frame; about 40 frames to come to rest
constexpr double kDriftShare = .12;  // the share of a change of the flock's speed that one frame follows
constexpr double kRoom = 1.22;       // times the extent of the flock is in sight

double dot(const Vec3& a, const Vec3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

struct Span {
    double middle = 0, half = 0;
    bool any = false;
};

Span span_of(const Snapshot& snapshot, int axis) {
    const std::size_t d = std::size_t(snapshot.dimensions);
    const std::size_t n = snapshot.position.size() / d;
    const std::size_t stride = n / kSample + 1;
    std::vector<double> values;
    for (std::size_t i = 0; i < n; i += stride) {
        const double v = snapshot.position[i * d + std::size_t(axis)];
        if (std::isfinite(v) && std::abs(v) < 1e12) values.push_back(v);
    }
    if (values.empty()) return {};
    const auto cut = std::ptrdiff_t(values.size() / 100);
    std::nth_element(values.begin(), values.begin() + cut, values.end());
    const double low = values[std::size_t(cut)];
    std::nth_element(values.begin(), values.end() - 1 - cut, values.end());
    const double high = values[values.size() - 1 - std::size_t(cut)];
    return {(low + high) / 2, (high - low) / 2, true};
}

}  // namespace

Point View::place(const Vec3& p) const {
    const Vec3 d{p[0] - center[0], p[1] - center[1], p[2] - center[2]};
    return {float(middle_x + scale * dot(d, right)), float(middle_y - scale * dot(d, up))};
}

Point View::turn(const Vec3& direction) const { return {float(dot(direction, right)), float(-dot(direction, up))}; }

double View::depth(const Vec3& p) const {
    const Vec3 d{p[0] - center[0], p[1] - center[1], p[2] - center[2]};
    return std::clamp(dot(d, toward) / nearest, -1.0, 1.0);
}

void Camera::Follow::toward(double target) {
    // The speed of the target is followed as well. Otherwise a flock that flies on would always be ahead of the
    // picture.
    drift += kDriftShare * (target - aim - drift);
    aim = target;
    speed += kStiffness * (kStiffness * (target - value) + 2 * (drift - speed));
    value += speed;
}

View Camera::look(const Scenario& scenario, const Snapshot& snapshot, const PictureSpec& picture, int width, int height,
                  const Margins& margins) {
    View view;
    view.dimensions = snapshot.dimensions == 3 ? 3 : 2;
    const WorldSpec& world = scenario.world;
    Vec3 half{};
    for (int axis = 0; axis < view.dimensions; ++axis) {
        const auto a = std::size_t(axis);
        const double box_half = std::max(std::abs(world.upper[a] - world.lower[a]) / 2, 1e-9);
        view.closed[a] = world.boundary[a] != Boundary::open;
        view.periodic[a] = world.boundary[a] == Boundary::periodic;
        view.period[a] = 2 * (box_half + (view.periodic[a] ? world.margin : 0));
        view.center[a] = (world.upper[a] + world.lower[a]) / 2;
        half[a] = box_half + world.margin;
        if (!view.closed[a]) {
            const Span span = span_of(snapshot, axis);
            const double middle = span.any ? span.middle : view.center[a];
            const double extent = std::max(span.any ? span.half * kRoom : box_half, box_half * .35);
            Follow &c = center_[a], &h = half_[a];
            if (!started_ || std::abs(middle - c.value) > 3 * h.value) c.reset(middle), h.reset(extent);
            c.toward(middle);
            c.value = std::clamp(c.value, middle - kFarthestOff * h.value, middle + kFarthestOff * h.value);
            h.toward(extent);
            h.value = std::max(h.value, 1e-9);
            view.center[a] = c.value;
            half[a] = h.value;
        }
        view.lower[a] = view.center[a] - half[a];
        view.upper[a] = view.center[a] + half[a];
    }
    if (!snapshot.id.empty()) started_ = true;

    double half_width = half[0], half_height = half[1];
    view.up[1] = picture.y_up ? 1 : -1;
    if (view.dimensions == 3) {
        const double azimuth = picture.azimuth * std::numbers::pi / 180;
        const double elevation = picture.elevation * std::numbers::pi / 180;
        const double ca = std::cos(azimuth), sa = std::sin(azimuth), ce = std::cos(elevation), se = std::sin(elevation);
        // At azimuth 0 one looks along +y, with x to the right and z up.
        view.right = {ca, sa, 0};
        view.up = {-sa * se, ca * se, ce};
        view.toward = {sa * ce, -ca * ce, se};
        if (!picture.y_up) view.right[1] *= -1, view.up[1] *= -1, view.toward[1] *= -1;
        const auto extent = [&](const Vec3& direction) {
            return std::abs(direction[0]) * half[0] + std::abs(direction[1]) * half[1] +
                   std::abs(direction[2]) * half[2];
        };
        half_width = extent(view.right);
        half_height = extent(view.up);
        view.nearest = std::max(extent(view.toward), 1e-9);
    }
    const double room_x = std::max(width - margins.left - margins.right, 1.0);
    const double room_y = std::max(height - margins.top - margins.bottom, 1.0);
    view.scale = std::min(room_x / (2 * half_width), room_y / (2 * half_height));
    view.middle_x = margins.left + room_x / 2;
    view.middle_y = margins.top + room_y / 2;
    return view;
}

}  // namespace dunlin::render
