// SPDX-License-Identifier: Apache-2.0
// Collisions, and collisions avoided. Two agents touch while they are nearer than collision_distance. They are on
// collision course while they do not touch but would within collision_horizon, if both flew straight on. At each sample
// a pair that touches, and did not at the sample before, is a collision. A pair that was on collision course at the
// sample before, and is now neither on it nor touching, is a collision avoided. Both counts grow over the run.
#pragma once

#include "dunlin/observe/passes/flock_sums.hpp"
#include "dunlin/observe/passes/make_search.hpp"

namespace dunlin {

/// How two agents stand to each other.
enum class Course { apart, will_touch, touch };

template <int D, class R>
Course course_of(const Observation<D, R>& o, std::size_t i, std::size_t j) {
    const double touch2 = o.spec.collision_distance * o.spec.collision_distance;
    double here[3];
    double offset[3] = {};
    place_of(o.flock, i, here);
    const double d2 = distance2_to(o.flock, here, j, offset);
    if (d2 < touch2) return Course::touch;
    double closing = 0;
    double speed2 = 0;
    for (int a = 0; a < D; ++a) {
        const double v = static_cast<double>(o.flock.velocity[a][j]) - static_cast<double>(o.flock.velocity[a][i]);
        closing += offset[a] * v;
        speed2 += v * v;
    }
    if (!(closing < 0) || !(speed2 > 0)) return Course::apart;
    const double when = std::min(-closing / speed2, o.spec.collision_horizon);
    return d2 + when * (2 * closing + when * speed2) < touch2 ? Course::will_touch : Course::apart;
}

/// Two agents whose velocities differ from the mean by at most `fastest` can meet only if they are nearer than this. In
/// a flock whose agents fly alike that is not far.
inline double meeting_distance(const ObserveSpec& spec, double fastest) {
    constexpr double kRounding = 1 + 1e-9;
    return (spec.collision_distance + 2 * fastest * spec.collision_horizon) * kRounding;
}

/// Within this distance all agents together look for collisions.
template <int D, class R>
double collision_reach(const Observation<D, R>& o) {
    return o.agents() > 0 ? meeting_distance(o.spec, std::sqrt(spread_of(o).fastest2)) : o.spec.collision_distance;
}

template <int D, class R>
void count_collisions(const Observation<D, R>& o) {
    ObserveMemory& memory = o.memory;
    if (memory.counted_step == o.step) return;
    const bool first = memory.counted_step < 0;

    CoursesInput in{};
    if (o.agents() > 0) {
        in.fastest = std::sqrt(spread_of(o).fastest2);
        for (int a = 0; a < D; ++a) in.velocity[a] = means_of(o).velocity[a];
    }
    in.search = make_search(o.flock, meeting_distance(o.spec, in.fastest));
    in.touch = o.spec.collision_distance;
    in.horizon = o.spec.collision_horizon;

    struct Part {
        const Observation<D, R>* observation;
        PairSet touching, on_course;
    };
    std::vector<Part> parts((o.agents() + kAgentsATask - 1) / kAgentsATask);
    for_each_part(o.agents(), o.crew, [&](std::size_t part, std::size_t begin, std::size_t end) {
        parts[part].observation = &o;
        CoursesInput mine = in;
        mine.context = &parts[part];
        mine.found = [](void* context, std::uint32_t i, std::uint32_t j) {
            Part& here = *static_cast<Part*>(context);
            const Course course = course_of(*here.observation, i, j);
            if (course == Course::apart) return;
            const std::uint32_t* id = here.observation->flock.id;
            (course == Course::touch ? here.touching : here.on_course).push_back(pair_of(id[i], id[j]));
        };
        std::vector<SearchedRow> rows(in.search.most_rows);
        o.kernels.courses(o.flock, begin, end, mine, rows.data());
    });
    const auto joined = [&](PairSet Part::*piece) {
        PairSet all;
        for (const Part& part : parts) all.insert(all.end(), (part.*piece).begin(), (part.*piece).end());
        sort_pairs(all);
        return all;
    };
    PairSet touching = joined(&Part::touching);
    PairSet on_course = joined(&Part::on_course);
    if (!first) {
        for_each_missing(touching, memory.touching, [&](std::uint64_t) { ++memory.collisions; });
        PairSet off_course;
        for_each_missing(memory.on_course, on_course, [&](std::uint64_t pair) { off_course.push_back(pair); });
        for_each_missing(off_course, touching, [&](std::uint64_t) { ++memory.avoided; });
    }
    memory.touching = std::move(touching);
    memory.on_course = std::move(on_course);
    memory.counted_step = o.step;
}

}  // namespace dunlin
