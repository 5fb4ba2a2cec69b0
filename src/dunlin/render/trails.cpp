// SPDX-License-Identifier: Apache-2.0
// Agents may join and leave between two steps, so their ids are compared when the positions are connected.
#include "dunlin/render/trails.hpp"

#include <algorithm>
#include <cmath>

namespace dunlin::render {

void Trails::remember(const Flock& flock, const Painter& painter, std::int64_t step, int steps) {
    steps_ = std::max(steps, 1);
    // When a run starts again, steps that are stored already are replaced.
    while (!moments_.empty() && moments_.back().step >= step) moments_.pop_back();
    while (!moments_.empty() && step - moments_.front().step > steps_) moments_.pop_front();
    Moment& now = moments_.emplace_back();
    now.step = step;
    now.id.reserve(flock.agents());
    now.position.reserve(flock.agents());
    now.color.reserve(flock.agents());
    for (std::size_t i = 0; i < flock.agents(); ++i) {
        Vec3 p;
        if (!flock.position(i, p)) continue;
        now.id.push_back(flock.id(i));
        now.position.push_back(p);
        now.color.push_back(painter.color(i));
    }
}

void Trails::draw(Canvas& canvas, const View& view, const ThemeColors& theme, double width, double opacity) const {
    if (moments_.size() < 2) return;
    const std::int64_t now = moments_.back().step;
    const auto jumped = [&](const Vec3& a, const Vec3& b) {
        for (std::size_t axis = 0; axis < 3; ++axis)
            if (view.periodic[axis] && std::abs(a[axis] - b[axis]) > view.period[axis] / 2) return true;
        return false;
    };
    for (std::size_t m = 1; m < moments_.size(); ++m) {
        const Moment &before = moments_[m - 1], &after = moments_[m];
        const auto freshness = [&](const Moment& moment) {
            return std::max(0.0, 1 - double(now - moment.step) / (steps_ + 1));
        };
        const double fresh = freshness(after);
        const float from_width = float(width * (.35 + .65 * freshness(before)));
        const float to_width = float(width * (.35 + .65 * fresh));
        const float light = float(opacity * .55 * fresh * fresh);
        std::size_t k = 0;
        for (std::size_t i = 0; i < after.id.size(); ++i) {
            while (k < before.id.size() && before.id[k] < after.id[i]) ++k;
            if (k == before.id.size()) break;
            if (before.id[k] != after.id[i] || jumped(before.position[k], after.position[i])) continue;
            canvas.line(view.place(before.position[k]), view.place(after.position[i]), from_width, to_width,
                        {after.color[i], light, theme.agent_cover});
        }
    }
}

}  // namespace dunlin::render
