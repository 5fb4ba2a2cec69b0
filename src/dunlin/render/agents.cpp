// SPDX-License-Identifier: Apache-2.0
// Marks are placed first and drawn later, because the lens draws the same flock again with another view.
#include "dunlin/render/agents.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "drawing_numbers.hpp"
#include "dunlin/render/shapes.hpp"

namespace dunlin::render {
namespace {

constexpr float kBeatFrames = 20;  // frames of one wing beat
constexpr int kDepthLayers = 1024;

const KindSpec& plain_kind() {
    static const KindSpec kind;
    return kind;
}

float wing_beat(std::uint32_t id, std::int64_t frame) {
    const float offset = float((id * 2654435769u) >> 8) / float(1 << 24);
    const float phase = float(frame % 100000) / kBeatFrames + offset;
    return .5f - .5f * std::cos(phase * 2 * std::numbers::pi_v<float>);
}

void sort_by_depth(std::vector<Mark>& marks) {
    std::array<std::uint32_t, kDepthLayers + 1> start{};
    const auto layer = [](float depth) {
        return std::size_t(std::clamp(int((depth * .5f + .5f) * kDepthLayers), 0, kDepthLayers - 1));
    };
    for (const Mark& mark : marks) ++start[layer(mark.depth) + 1];
    for (std::size_t i = 1; i < start.size(); ++i) start[i] += start[i - 1];
    std::vector<Mark> sorted(marks.size());
    for (const Mark& mark : marks) sorted[start[layer(mark.depth)]++] = mark;
    marks.swap(sorted);
}

}  // namespace

Flock::Flock(const Scene& scene) : snapshot_(&scene.snapshot), kinds_(nullptr), dimensions_(2) {
    if (scene.scenario) kinds_ = &scene.scenario->kinds;
    if (snapshot_->dimensions == 3) dimensions_ = 3;
    agents_ = std::min(snapshot_->id.size(), snapshot_->position.size() / dimensions_);
}

bool Flock::position(std::size_t i, Vec3& p) const {
    const double* from = snapshot_->position.data() + i * dimensions_;
    p = {from[0], from[1], dimensions_ == 3 ? from[2] : 0.0};
    return std::isfinite(p[0]) && std::isfinite(p[1]) && std::isfinite(p[2]);
}

Vec3 Flock::velocity(std::size_t i) const {
    if ((i + 1) * dimensions_ > snapshot_->velocity.size()) return {};
    const double* from = snapshot_->velocity.data() + i * dimensions_;
    const Vec3 v{from[0], from[1], dimensions_ == 3 ? from[2] : 0.0};
    return std::isfinite(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) ? v : Vec3{};
}

std::size_t Flock::kind_index(std::size_t i) const { return i < snapshot_->kind.size() ? snapshot_->kind[i] : 0; }

const KindSpec& Flock::kind(std::size_t i) const {
    const std::size_t k = kind_index(i);
    return kinds_ && k < kinds_->size() ? (*kinds_)[k] : plain_kind();
}

void Painter::paint(const Scene& scene, const Flock& flock, const PictureSpec& picture, const ThemeColors& theme) {
    colors_.assign(flock.agents(), theme.ink);
    if (picture.color == ColorRule::heading || picture.color == ColorRule::heading_safe) {
        const Wheel& wheel = heading_wheel(theme, picture.color == ColorRule::heading_safe);
        for (std::size_t i = 0; i < flock.agents(); ++i) {
            const Vec3 v = flock.velocity(i);
            const int degrees = int(std::atan2(v[1], v[0]) * (180 / std::numbers::pi) + 360.5);
            colors_[i] = wheel[std::size_t(degrees % 360)];
        }
    } else if (picture.color == ColorRule::speed) {
        by_speed(flock, theme);
    } else if (picture.color == ColorRule::group) {
        by_group(scene, flock, theme);
    } else if (picture.color == ColorRule::kind) {
        for (std::size_t i = 0; i < flock.agents(); ++i) colors_[i] = kind_color(theme, flock.kind_index(i));
    }
    if (!scene.scenario) return;
    std::vector<std::optional<Color>> own;
    bool any = false;
    for (const KindSpec& kind : scene.scenario->kinds) {
        own.push_back(hex_color(kind.color));
        any = any || own.back();
    }
    if (!any) return;
    for (std::size_t i = 0; i < flock.agents(); ++i) {
        const std::size_t k = flock.kind_index(i);
        if (k < own.size() && own[k]) colors_[i] = *own[k];
    }
}

void Painter::by_speed(const Flock& flock, const ThemeColors& theme) {
    std::vector<float> speeds(flock.agents());
    for (std::size_t i = 0; i < flock.agents(); ++i) {
        const Vec3 v = flock.velocity(i);
        speeds[i] = float(std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]));
    }
    if (speeds.empty()) return;
    std::vector<float> sample;
    for (std::size_t i = 0; i < speeds.size(); i += speeds.size() / 4096 + 1) sample.push_back(speeds[i]);
    const auto cut = std::ptrdiff_t(sample.size() / 50);
    std::nth_element(sample.begin(), sample.begin() + cut, sample.end());
    const double low = sample[std::size_t(cut)];
    std::nth_element(sample.begin(), sample.end() - 1 - cut, sample.end());
    const double high = sample[sample.size() - 1 - std::size_t(cut)];
    if (fastest_ < slowest_) slowest_ = low, fastest_ = high;
    slowest_ += .05 * (low - slowest_);
    fastest_ += .05 * (high - fastest_);
    const double span = fastest_ - slowest_;
    for (std::size_t i = 0; i < speeds.size(); ++i) {
        // When all speeds are equal, every agent has one color from the upper part of the map.
        colors_[i] = speed_color(theme, span > 1e-6 * fastest_ ? (speeds[i] - slowest_) / span : .7);
    }
}

void Painter::by_group(const Scene& scene, const Flock& flock, const ThemeColors& theme) {
    std::vector<std::uint32_t> members;
    const std::size_t n = std::min(flock.agents(), scene.groups.size());
    for (std::size_t i = 0; i < n; ++i) {
        const std::size_t g = scene.groups[i];
        if (g >= n) continue;
        if (members.size() <= g) members.resize(g + 1);
        ++members[g];
    }
    for (std::size_t i = 0; i < n; ++i) {
        const std::size_t g = scene.groups[i];
        const bool alone = g >= members.size() || members[g] < 2;
        colors_[i] = alone ? theme.ink_2 : group_color(theme, g);
    }
}

Shape shape_at(Shape shape, double points) {
    if (shape == Shape::dart || shape == Shape::bird) return points >= drawing::birds_from ? Shape::bird : Shape::dart;
    const bool small = points < drawing::shapes_from;
    return small && shape != Shape::dot && shape != Shape::firefly ? Shape::dart : shape;
}

void place_marks(const Flock& flock, const Painter& painter, const View& view, const ThemeColors& theme,
                 const MarkStyle& style, const Box& sight, std::vector<Mark>& marks) {
    marks.clear();
    marks.reserve(flock.agents());
    const bool deep = view.dimensions == 3;
    const Color haze = mix(theme.ground_top, theme.ground_bottom, .5);
    for (std::size_t i = 0; i < flock.agents(); ++i) {
        Vec3 p;
        if (!flock.position(i, p)) continue;
        if (style.lens) {
            for (std::size_t a = 0; a < 3; ++a)
                if (view.periodic[a]) p[a] -= view.period[a] * std::round((p[a] - view.center[a]) / view.period[a]);
        }
        const KindSpec& kind = flock.kind(i);
        Mark mark;
        mark.at = view.place(p);
        mark.index = std::uint32_t(i);
        mark.color = painter.color(i);
        mark.length = float(style.length * (kind.size > 0 && kind.size < 1e3 ? kind.size : 1));
        const Vec3 v = flock.velocity(i);
        const Point turned = view.turn(v);
        const float run = std::sqrt(turned.x * turned.x + turned.y * turned.y);
        if (run > 0) mark.cosine = turned.x / run, mark.sine = turned.y / run;
        float depth = 0;
        if (deep) {
            mark.depth = depth = float(view.depth(p));
            const float speed = float(std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]));
            if (speed > 0) mark.along = std::max(.4f, run / speed);
            mark.length *= 1 + .35f * depth;
            mark.color = mix(mark.color, haze, .30 - .30 * double(depth));
        }
        // Small agents are more opaque: anti-aliasing makes what covers few pixels fainter.
        mark.opacity = float(style.opacity) + .2f * std::clamp((12 - mark.length) / 8, 0.f, 1.f);
        const float size = mark.length / float(style.unit);
        mark.shape = shape_at(kind.shape, double(size));
        mark.beat = mark.shape == Shape::dart ? 0 : wing_beat(flock.id(i), style.frame);

        const float reach = mark.length * 1.1f;
        const auto keep = [&](const Point& at) {
            if (!(at.x > float(sight.left) - reach && at.x < float(sight.right) + reach &&
                  at.y > float(sight.top) - reach && at.y < float(sight.bottom) + reach))
                return;
            marks.push_back(mark);
            marks.back().at = at;
        };
        keep(mark.at);
        if (deep || style.lens) continue;
        // In a periodic world, the part beyond one edge is drawn at the opposite one.
        float over_x = 0, over_y = 0;
        const double edge = double(reach) / view.scale;
        const auto shift = [&](std::size_t a) {
            if (!view.periodic[a]) return 0.0;
            return p[a] < view.lower[a] + edge ? view.period[a] : p[a] > view.upper[a] - edge ? -view.period[a] : 0.0;
        };
        over_x = float(shift(0) * view.scale);
        over_y = float(shift(1) * view.scale) * (view.up[1] > 0 ? -1.f : 1.f);
        if (over_x != 0) keep({mark.at.x + over_x, mark.at.y});
        if (over_y != 0) keep({mark.at.x, mark.at.y + over_y});
        if (over_x != 0 && over_y != 0) keep({mark.at.x + over_x, mark.at.y + over_y});
    }
    if (deep) sort_by_depth(marks);
}

void draw_mark(Canvas& canvas, const Mark& mark, const ThemeColors& theme) {
    if (mark.shape == Shape::firefly) {
        // Each light brightens and fades at its own time.
        const float light = .35f + .65f * mark.beat;
        canvas.glow(mark.at, mark.length * 1.5f, {mark.color, .55f * mark.opacity * light, theme.dark ? 0.f : 1.f});
    }
    Point outline[32];
    for (const Part& part : parts_of(mark.shape)) {
        const std::size_t n = part.spread.size();
        const auto at = [&](std::size_t k, float side) {
            const Point &a = part.spread[k], &b = part.folded[k];
            const float x = (a.x + mark.beat * (b.x - a.x)) * mark.length * mark.along;
            const float y = (a.y + mark.beat * (b.y - a.y)) * mark.length * side;
            return Point{mark.at.x + x * mark.cosine - y * mark.sine, mark.at.y + x * mark.sine + y * mark.cosine};
        };
        Ink ink{mark.color, mark.opacity * part.opacity, theme.agent_cover};
        if (part.lightness < 1) {
            ink.color = mix(theme.dark ? theme.ground_bottom : theme.ink, mark.color, double(part.lightness));
            ink.cover = 1;
        }
        const Color light = theme.dark ? theme.ink : theme.ground_top;
        if (part.lightness > 1) ink.color = mix(mark.color, light, double(part.lightness) - 1);
        if (part.mirrored) {
            int count = 0;
            for (std::size_t k = 0; k < n; ++k) outline[count++] = at(k, 1);
            for (std::size_t k = n - 1; k-- > 1;) outline[count++] = at(k, -1);
            canvas.fill(outline, count, ink);
        } else {
            for (float side : {1.f, -1.f}) {
                for (std::size_t k = 0; k < n; ++k) outline[k] = at(k, side);
                canvas.fill(outline, int(n), ink);
            }
        }
    }
}

double pleasant_length(std::size_t agents, double room_in_pixels) {
    const double unit = std::sqrt(std::max(room_in_pixels, 1.0) / drawing::room);
    const double share = std::max<double>(double(agents), 1) / drawing::of_agents;
    return std::clamp(drawing::longest * std::pow(share, drawing::power), drawing::least, drawing::most) * unit;
}

}  // namespace dunlin::render
