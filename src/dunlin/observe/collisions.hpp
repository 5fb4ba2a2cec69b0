// SPDX-License-Identifier: Apache-2.0
// Collisions, and collisions avoided. Two agents touch while they are nearer than collision_distance. They are on
// collision course while they do not touch but would within collision_horizon, if both flew straight on. At each sample
// a pair that touches, and did not at the sample before, is a collision. A pair that was on collision course at the
// sample before, and is now neither on it nor touching, is a collision avoided. Both counts grow over the run.
#pragma once

#include "dunlin/base/sort.hpp"
#include "dunlin/observe/observable.hpp"

namespace dunlin {

/// How two agents stand to each other.
enum class Course { apart, will_touch, touch };

template <int D, class R>
Course course_of(const Observation<D, R>& o, std::size_t i, std::size_t j, double d2, const double (&offset)[3]) {
    const double touch2 = o.spec.collision_distance * o.spec.collision_distance;
    if (d2 < touch2) return Course::touch;
    const auto& s = o.flock;
    double closing = 0;
    double speed2 = 0;
    for (int a = 0; a < D; ++a) {
        const double v = static_cast<double>(s.velocity[a][j]) - static_cast<double>(s.velocity[a][i]);
        closing += offset[a] * v;
        speed2 += v * v;
    }
    if (!(closing < 0) || !(speed2 > 0)) return Course::apart;
    const double when = std::min(-closing / speed2, o.spec.collision_horizon);
    return d2 + when * (2 * closing + when * speed2) < touch2 ? Course::will_touch : Course::apart;
}

/// Velocities relative to the mean. In a flock whose agents fly alike they are small, and so is the distance within
/// which anybody can be met.
template <int D, class R>
struct RelativeVelocities {
    double mean[3] = {};
    double fastest = 0;

    explicit RelativeVelocities(const Observation<D, R>& o) {
        const auto& velocity = o.flock.velocity;
        for (int a = 0; a < D; ++a) {
            const auto component = [&](std::size_t i) { return static_cast<double>(velocity[a][i]); };
            mean[a] = sum_over(o.agents(), o.crew, component) / std::max<double>(1, static_cast<double>(o.agents()));
        }
        for (std::size_t i = 0; i < o.agents(); ++i) fastest = std::max(fastest, speed(o, i));
    }
    double speed(const Observation<D, R>& o, std::size_t i) const {
        double sum = 0;
        for (int a = 0; a < D; ++a) {
            const double off = static_cast<double>(o.flock.velocity[a][i]) - mean[a];
            sum += off * off;
        }
        return std::sqrt(sum);
    }
    /// Agents that agent i could touch within the horizon are nearer than this.
    double reach(const Observation<D, R>& o, double own_speed) const {
        constexpr double kRounding = 1 + 1e-9;
        return (o.spec.collision_distance + (own_speed + fastest) * o.spec.collision_horizon) * kRounding;
    }
};

/// Within this distance all agents together look for collisions.
template <int D, class R>
double collision_reach(const Observation<D, R>& o) {
    const RelativeVelocities<D, R> relative(o);
    return relative.reach(o, relative.fastest);
}

template <int D, class R>
void count_collisions(const Observation<D, R>& o) {
    ObserveMemory& memory = o.memory;
    if (memory.counted_step == o.step) return;
    const bool first = memory.counted_step < 0;
    const auto& s = o.flock;
    const RelativeVelocities<D, R> relative(o);

    constexpr std::size_t kPart = 4096;
    const std::size_t parts = (o.agents() + kPart - 1) / kPart;
    std::vector<std::vector<AgentPair>> touching_parts(parts);
    std::vector<std::vector<AgentPair>> course_parts(parts);
    for_each(o.crew, parts, [&](std::size_t part) {
        for (std::size_t i = part * kPart; i < std::min(o.agents(), (part + 1) * kPart); ++i) {
            double here[3];
            place_of(s, i, here);
            const auto look_at = [&](std::size_t j, double d2, const double(&offset)[3]) {
                const Course course = course_of(o, i, j, d2, offset);
                if (course == Course::apart) return;
                const AgentPair pair{std::min(s.id[i], s.id[j]), std::max(s.id[i], s.id[j])};
                (course == Course::touch ? touching_parts : course_parts)[part].push_back(pair);
            };
            visit_within(o.flock, here, relative.reach(o, relative.speed(o, i)), look_at, i + 1);
        }
    });
    const auto joined = [](const std::vector<std::vector<AgentPair>>& pieces) {
        std::vector<AgentPair> all;
        for (const auto& piece : pieces) all.insert(all.end(), piece.begin(), piece.end());
        sort(all);
        return all;
    };
    const auto holds = [](const std::vector<AgentPair>& all, const AgentPair& pair) {
        return std::binary_search(all.begin(), all.end(), pair);
    };
    std::vector<AgentPair> touching = joined(touching_parts);
    std::vector<AgentPair> on_course = joined(course_parts);
    if (!first) {
        for (const AgentPair& pair : touching) memory.collisions += !holds(memory.touching, pair);
        for (const AgentPair& pair : memory.on_course)
            memory.avoided += !holds(on_course, pair) && !holds(touching, pair);
    }
    memory.touching = std::move(touching);
    memory.on_course = std::move(on_course);
    memory.counted_step = o.step;
}

struct Collisions {
    static constexpr ObservableInfo info{"collisions",
                                         "pairs that came nearer than collision_distance, since the start"};
    template <int D, class R>
    static double reach(const Observation<D, R>& o) {
        return collision_reach(o);
    }
    template <int D, class R>
    static double measure(const Observation<D, R>& o) {
        count_collisions(o);
        return o.memory.collisions;
    }
};

}  // namespace dunlin
