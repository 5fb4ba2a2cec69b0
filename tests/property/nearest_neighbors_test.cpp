// SPDX-License-Identifier: Apache-2.0
// The k nearest neighbors are exactly those with the smallest (distance, id), in any world and at any density.
// Positions are multiples of a power of two, so distances are exact and ties are ties; each agent's change of velocity
// is the mean velocity of those it sees, and all velocities differ, so a wrong neighbor shows.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <tuple>

#include "support/flocks.hpp"

namespace dunlin::test {
namespace {

constexpr double kSide = 64;

enum class Places { uniform, lattice, one_point, clump_and_strays, line };

struct Case {
    int dimensions;
    Boundary boundary;
    Places places;
    std::size_t agents;
    int wanted;
    const char* neighborhood;
};

Scenario scenario_for(const Case& c) {
    Scenario s;
    s.dimensions = c.dimensions;
    s.precision = Precision::double_precision;
    s.world.upper = {kSide, kSide, kSide};
    s.world.boundary = {c.boundary, c.boundary, c.boundary};
    s.observe.what = {"none"};
    for (const char* rule : {"separation_weight", "cohesion_weight"}) parameter(s, rule) = 0;
    choose(s, "alignment_form", "mean_velocity");
    choose(s, "speed_limit", "none");
    choose(s, "coincident", "counted");
    choose(s, "neighborhood", c.neighborhood);
    parameter(s, "alignment_radius") = 9;
    parameter(s, "neighbors") = c.wanted;
    return s;
}

Snapshot flock_for(const Case& c, std::uint32_t seed) {
    std::mt19937 random(seed);
    const auto multiple = [&](double least, double most) {  // of a sixteenth
        return std::floor((least + (most - least) * (random() * 0x1p-32)) * 16) / 16;
    };
    Snapshot flock;
    flock.dimensions = c.dimensions;
    const auto d = static_cast<std::size_t>(c.dimensions);
    const auto row = static_cast<std::size_t>(std::ceil(std::pow(static_cast<double>(c.agents), 1.0 / c.dimensions)));
    for (std::size_t i = 0; i < c.agents; ++i) {
        flock.id.push_back(static_cast<std::uint32_t>((c.agents - i) * 3));  // not in the order of places
        std::size_t index = i;
        for (std::size_t a = 0; a < d; ++a, index /= row) {
            double x = multiple(0, kSide);
            if (c.places == Places::lattice) x = 2 * static_cast<double>(index % row);
            if (c.places == Places::one_point) x = 20;
            if (c.places == Places::clump_and_strays && i % 16 != 0) x = multiple(30, 32);
            if (c.places == Places::line && a > 0) x = 5;
            if (c.boundary == Boundary::open && c.places == Places::clump_and_strays && i % 16 == 0)
                x = 1000 * x - 8000;
            flock.position.push_back(x);
        }
        for (std::size_t a = 0; a < d; ++a) flock.velocity.push_back(multiple(-1000, 1000));
    }
    return flock;
}

/// What each agent's velocity has to be after one step.
std::vector<double> expected(const Case& c, const Snapshot& flock) {
    const auto d = static_cast<std::size_t>(c.dimensions);
    std::vector<double> velocity = flock.velocity;
    const bool limited = std::string(c.neighborhood) == "nearest_within";
    for (std::size_t i = 0; i < flock.agents(); ++i) {
        std::vector<std::tuple<double, std::uint32_t, std::size_t>> others;
        for (std::size_t j = 0; j < flock.agents(); ++j) {
            double distance2 = 0;
            for (std::size_t a = 0; a < d; ++a) {
                double along = std::abs(flock.position[j * d + a] - flock.position[i * d + a]);
                if (c.boundary == Boundary::periodic) along = std::min(along, kSide - along);
                distance2 += along * along;
            }
            if (j != i && !(limited && distance2 >= 81)) others.emplace_back(distance2, flock.id[j], j);
        }
        std::sort(others.begin(), others.end());
        others.resize(std::min(others.size(), static_cast<std::size_t>(c.wanted)));
        for (std::size_t a = 0; a < d && !others.empty(); ++a) {
            double sum = 0;
            for (const auto& [distance2, id, j] : others) sum += flock.velocity[j * d + a];
            velocity[i * d + a] += sum / static_cast<double>(others.size());
        }
    }
    return velocity;
}

void check(const Case& c, std::uint32_t seed) {
    const Snapshot flock = flock_for(c, seed);
    Scenario s = scenario_for(c);
    start_from(s, table_of(flock));
    const std::vector<double> velocity = expected(c, flock);
    std::vector<std::string> sets = instruction_sets();
    sets.push_back("reference");
    for (const std::string& set : sets) {
        Scenario one = s;
        RunOptions options;
        if (set == "reference") one.update = Update::two_phase;  // its first agent sees what all see
        else options.simd = set;
        Simulation simulation = simulate(one, options);
        simulation.step();
        const Snapshot after = simulation.snapshot();
        const auto d = static_cast<std::size_t>(c.dimensions);
        for (std::size_t k = 0; k < (set == "reference" ? 1 : after.agents()); ++k) {
            const auto i =
                static_cast<std::size_t>(std::find(flock.id.begin(), flock.id.end(), after.id[k]) - flock.id.begin());
            for (std::size_t a = 0; a < d; ++a) {
                // A wall may have turned an agent round.
                const double got = std::abs(after.velocity[k * d + a]);
                ASSERT_NEAR(got, std::abs(velocity[i * d + a]), 1e-6)
                    << set << ", agent " << after.id[k] << ", " << c.dimensions << "D, " << c.agents << " agents, "
                    << c.wanted << " " << c.neighborhood << ", boundary " << static_cast<int>(c.boundary) << ", places "
                    << static_cast<int>(c.places) << ", seed " << seed;
            }
        }
    }
}

class NearestNeighbors : public ::testing::TestWithParam<Places> {};

TEST_P(NearestNeighbors, are_those_with_the_smallest_distance_and_id) {
    std::uint32_t seed = 0;
    for (const int dimensions : {2, 3}) {
        for (const Boundary boundary : {Boundary::periodic, Boundary::open, Boundary::reflecting}) {
            for (const std::size_t agents : {2u, 3u, 9u, 64u, 500u}) {
                for (const int wanted : {1, 3, 7, 8, 20, 64}) {
                    for (const char* neighborhood : {"nearest", "nearest_within"}) {
                        check({dimensions, boundary, GetParam(), agents, wanted, neighborhood}, ++seed);
                        if (HasFatalFailure()) return;
                    }
                }
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(places, NearestNeighbors,
                         ::testing::Values(Places::uniform, Places::lattice, Places::one_point,
                                           Places::clump_and_strays, Places::line));

TEST(NearestNeighborsOfAll, as_many_as_there_are_give_the_bits_of_all) {
    Scenario s = builtin("murmuration", {"flock.agents=50", "model.neighbors=64"});
    choose(s, "neighborhood", "nearest");
    Scenario all = s;
    choose(all, "neighborhood", "all");
    Simulation a = simulate(s);
    Simulation b = simulate(all);
    EXPECT_EQ(a.state_hash(), b.state_hash());
    const Inspection in_a = *a.inspect(7);
    const Inspection in_b = *b.inspect(7);
    EXPECT_EQ(in_a.neighbors.size(), 49u);
    EXPECT_EQ(in_a.neighbors, in_b.neighbors);
}

TEST(NearestNeighborsOfAll, have_the_same_bits_on_every_set_and_any_number_of_threads) {
    for (const char* neighborhood : {"nearest", "nearest_within", "all"}) {
        for (const char* scenario : {"murmuration", "million-3d"}) {
            Scenario s = builtin(scenario, {"flock.agents=3000", "observe.what=none"});
            choose(s, "neighborhood", neighborhood);
            parameter(s, "view_angle") = 300;
            std::uint64_t first = 0;
            for (const std::string& set : instruction_sets()) {
                for (const int threads : {1, 3}) {
                    RunOptions options;
                    options.simd = set;
                    options.crew = make_thread_crew(threads);
                    Simulation simulation = simulate(s, options);
                    run(simulation, 4);
                    if (first == 0) first = simulation.state_hash();
                    EXPECT_EQ(simulation.state_hash(), first) << scenario << ", " << neighborhood << ", " << set;
                }
            }
        }
    }
}

TEST(EveryoneSeen, is_the_sum_over_all_whatever_the_world) {
    for (const Boundary boundary : {Boundary::periodic, Boundary::open, Boundary::reflecting}) {
        for (const std::size_t agents : {1u, 2u, 40u, 300u}) {
            const Case all{2, boundary, Places::uniform, agents, 64, "all"};
            const Snapshot flock = flock_for(all, 5);
            Scenario s = scenario_for(all);
            start_from(s, table_of(flock));
            Simulation simulation = simulate(s);
            simulation.step();
            const Snapshot after = simulation.snapshot();
            for (std::size_t a = 0; a < 2; ++a) {
                double sum = 0;
                for (std::size_t i = 0; i < agents; ++i) sum += flock.velocity[i * 2 + a];
                for (std::size_t k = 0; k < agents; ++k) {
                    const auto i = static_cast<std::size_t>(std::find(flock.id.begin(), flock.id.end(), after.id[k]) -
                                                            flock.id.begin());
                    const double own = flock.velocity[i * 2 + a];
                    const double mean = agents > 1 ? (sum - own) / static_cast<double>(agents - 1) : 0;
                    ASSERT_NEAR(std::abs(after.velocity[k * 2 + a]), std::abs(own + mean), 1e-6);
                }
            }
        }
    }
}

}  // namespace
}  // namespace dunlin::test
