// SPDX-License-Identifier: Apache-2.0
// Compiled for several generations of x86-64, of which the machine's is taken, as its owner's -march=native would have
// it.
#include "plain_grid.hpp"

#include <algorithm>
#include <cmath>

#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__)
#define RIVAL_FOR_THIS_MACHINE __attribute__((target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")))
#else
#define RIVAL_FOR_THIS_MACHINE
#endif

namespace rival {
namespace {

struct Vector {
    float x, y;
};

template <class F>
void parallel_for(dunlin::Crew& crew, std::size_t count, F&& work) {
    crew.run(
        count, [](void* context, std::size_t i) { (*static_cast<F*>(context))(i); }, &work);
}

inline Vector limited(Vector a, float most) {
    const float length = std::sqrt(a.x * a.x + a.y * a.y);
    if (length <= most) return a;
    return {a.x * (most / length), a.y * (most / length)};
}

/// Reynolds' steering: from the velocity toward full speed along `direction`.
inline Vector steering(Vector direction, const Agent& agent, const Rules& rules) {
    const float length = std::sqrt(direction.x * direction.x + direction.y * direction.y);
    const float scale = length > 0 ? rules.max_speed / length : 0;
    return limited({direction.x * scale - agent.vx, direction.y * scale - agent.vy}, rules.max_force);
}

inline float wrapped(float x, float size) {
    if (x < 0) x += size;
    return x >= size ? x - size : x;
}

int cells_along(float size, float radius) { return static_cast<int>(size / radius); }

}  // namespace

PlainGrid::PlainGrid(const Rules& rules, float width, float height)
    : rules_(rules),
      width_(width),
      height_(height),
      columns_(cells_along(width, rules.radius)),
      rows_(cells_along(height, rules.radius)) {}

bool PlainGrid::fits(const Rules& rules, float width, float height) {
    return cells_along(width, rules.radius) >= 3 && cells_along(height, rules.radius) >= 3;
}

std::uint32_t PlainGrid::cell_of(const Agent& agent) const {
    const int column = std::min(static_cast<int>(agent.x / width_ * static_cast<float>(columns_)), columns_ - 1);
    const int row = std::min(static_cast<int>(agent.y / height_ * static_cast<float>(rows_)), rows_ - 1);
    return static_cast<std::uint32_t>(row * columns_ + column);
}

/// Each worker counts one part of the agents, so that all know where theirs go.
void PlainGrid::sort_into_cells(dunlin::Crew& crew) {
    const auto parts = static_cast<std::size_t>(crew.size());
    const std::size_t cell_count = static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_);
    const auto begin_of = [&](std::size_t part) { return agents_.size() * part / parts; };
    sorted_.resize(agents_.size());
    cells_.resize(agents_.size());
    begins_.resize(cell_count + 1);
    counts_.resize(parts);
    parallel_for(crew, parts, [&](std::size_t part) {
        std::vector<std::uint32_t>& counts = counts_[part];
        counts.assign(cell_count, 0);
        for (std::size_t i = begin_of(part); i < begin_of(part + 1); ++i) ++counts[cells_[i] = cell_of(agents_[i])];
    });
    std::uint32_t begin = 0;
    for (std::size_t cell = 0; cell < cell_count; ++cell) {
        begins_[cell] = begin;
        for (std::vector<std::uint32_t>& counts : counts_) {
            const std::uint32_t count = counts[cell];
            counts[cell] = begin;  // from here on: where the next agent goes
            begin += count;
        }
    }
    begins_[cell_count] = begin;
    parallel_for(crew, parts, [&](std::size_t part) {
        std::vector<std::uint32_t>& next = counts_[part];
        for (std::size_t i = begin_of(part); i < begin_of(part + 1); ++i) sorted_[next[cells_[i]]++] = agents_[i];
    });
}

/// The nine cells. Three of a row lie one after another, but for the edges of the world.
int PlainGrid::runs_around(int column, int row, Run (&runs)[6]) const {
    int count = 0;
    for (int dy = -1; dy <= 1; ++dy) {
        const int above = row + dy;
        const float shift_y = above < 0 ? -height_ : above >= rows_ ? height_ : 0;
        const std::uint32_t* begins = &begins_[static_cast<std::size_t>((above + rows_) % rows_ * columns_)];
        const int first = std::max(column - 1, 0);
        const int last = std::min(column + 1, columns_ - 1);
        runs[count++] = {begins[first], begins[last + 1], 0, shift_y};
        if (column == 0) runs[count++] = {begins[columns_ - 1], begins[columns_], -width_, shift_y};
        if (column == columns_ - 1) runs[count++] = {begins[0], begins[1], width_, shift_y};
    }
    return count;
}

RIVAL_FOR_THIS_MACHINE
void PlainGrid::steer_row(int row) {
    const float radius2 = rules_.radius * rules_.radius;
    const float separation2 = rules_.separation_radius * rules_.separation_radius;
    for (int column = 0; column < columns_; ++column) {
        Run runs[6];
        const int run_count = runs_around(column, row, runs);
        const auto cell = static_cast<std::size_t>(row * columns_ + column);
        for (std::uint32_t i = begins_[cell]; i < begins_[cell + 1]; ++i) {
            const Agent self = sorted_[i];
            Vector away{0, 0}, velocity{0, 0}, offset{0, 0};
            int seen = 0;
            for (int r = 0; r < run_count; ++r) {
                const Run& run = runs[r];
                const float x = self.x - run.shift_x;
                const float y = self.y - run.shift_y;
                for (std::uint32_t j = run.begin; j < run.end; ++j) {
                    const Agent& other = sorted_[j];
                    const float dx = other.x - x;
                    const float dy = other.y - y;
                    const float distance2 = dx * dx + dy * dy;
                    if (distance2 >= radius2 || j == i) continue;
                    ++seen;
                    velocity.x += other.vx;
                    velocity.y += other.vy;
                    offset.x += dx;
                    offset.y += dy;
                    if (distance2 >= separation2 || distance2 == 0) continue;
                    away.x -= dx / distance2;
                    away.y -= dy / distance2;
                }
            }
            Vector acceleration{0, 0};
            const auto add = [&](Vector direction, float weight) {
                const Vector rule = steering(direction, self, rules_);
                acceleration.x += rule.x * weight;
                acceleration.y += rule.y * weight;
            };
            if (away.x != 0 || away.y != 0) add(away, rules_.separation_weight);
            if (seen > 0) add(velocity, rules_.alignment_weight);
            if (seen > 0) add(offset, rules_.cohesion_weight);
            const Vector moved = limited({self.vx + acceleration.x, self.vy + acceleration.y}, rules_.max_speed);
            agents_[i] = {wrapped(self.x + moved.x, width_), wrapped(self.y + moved.y, height_), moved.x, moved.y,
                          self.id};
        }
    }
}

void PlainGrid::step(dunlin::Crew& crew) {
    sort_into_cells(crew);
    parallel_for(crew, static_cast<std::size_t>(rows_), [&](std::size_t row) { steer_row(static_cast<int>(row)); });
}

}  // namespace rival
