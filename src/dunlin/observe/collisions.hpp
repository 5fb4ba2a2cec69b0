// SPDX-License-Identifier: Apache-2.0
// Collisions, and collisions avoided. Two agents touch while they are nearer than collision_distance. They are on
// course when they do not touch, but would within collision_horizon if both flew straight on. At each sample: a pair
// that touches and did not at the sample before is a collision; a pair that was on course at the sample before and is
// now neither on course nor touching has avoided one. Both are counted up over the run.
#pragma once

#include "dunlin/base/sort.hpp"
#include "dunlin/observe/observable.hpp"

namespace dunlin {

/// Whether two agents touch, or (false) only will; nothing if neither.
enum class Course { apart, will_touch, touch };

template <int D, class R>
Course course_of(const Observation<D, R>& o, std::size_t i, std::size_t j, double d2, const double (&offset)[3]) {
    const double touch2 = o.spec.collision_distance * o.spec.collision_distance;
    if (d2 < touch2) return Course::touch;
    const auto& s = o.flock.state;
    double closing = 0;
    double speed2 = 0;
    for (int a = 0; a < D; ++a) {
        const double v = static_cast<double>(s.now.velocity[a][j]) - static_cast<double>(s.now.velocity[a][i]);
        closing += offset[a] * v;
        speed2 += v * v;
    }
    if (!(closing < 0) || !(speed2 > 0)) return Course::apart;
    const double when = std::min(-closing / speed2, o.spec.collision_horizon);
    return d2 + when * (2 * closing + when * speed2) < touch2 ? Course::will_touch : Course::apart;
}

/// Who could touch within the horizon is nearer than this.
template <int D, class R>
double look_ahead(const Observation<D, R>& o) {
    double fastest = 0;
    for (std::size_t i = 0; i < o.agents(); ++i) fastest = std::max(fastest, speed_of(o.flock.state, i));
    return o.spec.collision_distance + 2 * fastest * o.spec.collision_horizon;
}

template <int D, class R>
void count_collisions(const Observation<D, R>& o) {
    ObserveMemory& memory = o.memory;
    if (memory.counted_step == o.step) return;
    const bool first = memory.counted_step < 0;
    const auto& s = o.flock.state;
    const double look = look_ahead(o);

    constexpr std::size_t kPart = 4096;
    const std::size_t parts = (o.agents() + kPart - 1) / kPart;
    std::vector<std::vector<AgentPair>> touching_parts(parts);
    std::vector<std::vector<AgentPair>> course_parts(parts);
    for_each(o.crew, parts, [&](std::size_t part) {
        for (std::size_t i = part * kPart; i < std::min(o.agents(), (part + 1) * kPart); ++i) {
            double here[3];
            place_of(s, i, here);
            visit_within(o.flock, here, look, [&](std::size_t j, double d2, const double(&offset)[3]) {
                if (j <= i) return;
                const Course course = course_of(o, i, j, d2, offset);
                if (course == Course::apart) return;
                const AgentPair pair{std::min(s.id[i], s.id[j]), std::max(s.id[i], s.id[j])};
                (course == Course::touch ? touching_parts : course_parts)[part].push_back(pair);
            });
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
        return look_ahead(o);
    }
    template <int D, class R>
    static double measure(const Observation<D, R>& o) {
        count_collisions(o);
        return o.memory.collisions;
    }
};

}  // namespace dunlin
