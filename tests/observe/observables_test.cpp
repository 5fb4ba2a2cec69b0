// SPDX-License-Identifier: Apache-2.0
// Every observable agrees with a plain version of its definition, every pair looked at, in any world; and with the
// values that theory gives for random headings and places.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "support/dice.hpp"
#include "support/flocks.hpp"

namespace dunlin::test {
namespace {

constexpr double kPi = 3.14159265358979323846;

double observed(Simulation& simulation, std::string_view name) {
    const auto value = simulation.observe(name);
    if (!value) give_up(value.error().message);
    return *value;
}

/// A flock and the plain versions.
struct Brute {
    const Scenario& scenario;
    const Snapshot& s;
    std::size_t d;

    Brute(const Scenario& which, const Snapshot& state)
        : scenario(which), s(state), d(static_cast<std::size_t>(state.dimensions)) {}

    double place(std::size_t i, std::size_t a) const { return s.position[i * d + a]; }
    double velocity(std::size_t i, std::size_t a) const { return s.velocity[i * d + a]; }
    double period(std::size_t a) const { return scenario.world.upper[a] - scenario.world.lower[a]; }
    bool images(std::size_t a) const {
        return scenario.world.boundary[a] == Boundary::periodic && scenario.world.distance == Distance::minimum_image;
    }
    double along(double offset, std::size_t a) const {
        return images(a) ? offset - period(a) * std::round(offset / period(a)) : offset;
    }
    double distance(std::size_t i, std::size_t j) const {
        double d2 = 0;
        for (std::size_t a = 0; a < d; ++a) {
            const double off = along(place(j, a) - place(i, a), a);
            d2 += off * off;
        }
        return std::sqrt(d2);
    }
    double speed(std::size_t i) const {
        double v2 = 0;
        for (std::size_t a = 0; a < d; ++a) v2 += velocity(i, a) * velocity(i, a);
        return std::sqrt(v2);
    }
    double mean_speed() const {
        double sum = 0;
        for (std::size_t i = 0; i < s.agents(); ++i) sum += speed(i);
        return sum / static_cast<double>(s.agents());
    }
    double speed_deviation() const {
        const double mean = mean_speed();
        double sum = 0;
        for (std::size_t i = 0; i < s.agents(); ++i) sum += (speed(i) - mean) * (speed(i) - mean);
        return std::sqrt(sum / static_cast<double>(s.agents()));
    }
    double polarization() const {
        double length2 = 0;
        for (std::size_t a = 0; a < d; ++a) {
            double sum = 0;
            for (std::size_t i = 0; i < s.agents(); ++i) sum += speed(i) > 0 ? velocity(i, a) / speed(i) : 0;
            length2 += sum * sum;
        }
        return std::sqrt(length2) / static_cast<double>(s.agents());
    }
    double nearest_neighbor_distance() const {
        double sum = 0;
        for (std::size_t i = 0; i < s.agents(); ++i) {
            double nearest = 1e300;
            for (std::size_t j = 0; j < s.agents(); ++j) {
                if (j != i) nearest = std::min(nearest, distance(i, j));
            }
            sum += nearest;
        }
        return sum / static_cast<double>(s.agents());
    }
    double mean_neighbors(double range) const {
        double count = 0;
        for (std::size_t i = 0; i < s.agents(); ++i) {
            for (std::size_t j = 0; j < s.agents(); ++j) count += j != i && distance(i, j) < range;
        }
        return count / static_cast<double>(s.agents());
    }
    /// |mean of unit offset from the center x heading|; the center is the circular mean where distances go round.
    /// Nothing where an agent is at the center to within rounding: it has no direction from there.
    std::optional<double> milling() const {
        double center[3] = {};
        for (std::size_t a = 0; a < d; ++a) {
            double x = 0, y = 0, mean = 0;
            for (std::size_t i = 0; i < s.agents(); ++i) {
                const double angle = 2 * kPi * (place(i, a) - scenario.world.lower[a]) / period(a);
                x += std::cos(angle);
                y += std::sin(angle);
                mean += place(i, a) / static_cast<double>(s.agents());
            }
            center[a] = images(a) ? scenario.world.lower[a] + period(a) * std::atan2(y, x) / (2 * kPi) : mean;
        }
        double sum[3] = {};
        for (std::size_t i = 0; i < s.agents(); ++i) {
            double r[3] = {}, v[3] = {}, length2 = 0;
            for (std::size_t a = 0; a < d; ++a) {
                r[a] = along(place(i, a) - center[a], a);
                v[a] = velocity(i, a);
                length2 += r[a] * r[a];
            }
            if (length2 < 1e-12) return std::nullopt;
            if (!(speed(i) > 0)) continue;
            for (std::size_t a = 0; a < 3; ++a) {
                sum[a] += (r[(a + 1) % 3] * v[(a + 2) % 3] - r[(a + 2) % 3] * v[(a + 1) % 3]) /
                          (std::sqrt(length2) * speed(i));
            }
        }
        return std::sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]) / static_cast<double>(s.agents());
    }
    /// The number of the group of each agent: by size, equal ones by smallest id.
    std::vector<std::uint32_t> groups(double link) const {
        const std::size_t n = s.agents();
        std::vector<std::size_t> label(n);
        std::iota(label.begin(), label.end(), std::size_t{0});
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t i = 0; i < n; ++i) {
                for (std::size_t j = 0; j < n; ++j) {
                    if (label[j] < label[i] && distance(i, j) < link) {
                        label[i] = label[j];
                        changed = true;
                    }
                }
            }
        }
        std::vector<std::pair<int, std::size_t>> order;  // minus the size, the first member
        for (std::size_t i = 0; i < n; ++i) {
            if (label[i] == i) order.emplace_back(-static_cast<int>(std::count(label.begin(), label.end(), i)), i);
        }
        std::sort(order.begin(), order.end());
        std::vector<std::uint32_t> out(n);
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t k = 0; k < order.size(); ++k) {
                if (order[k].second == label[i]) out[i] = static_cast<std::uint32_t>(k);
            }
        }
        return out;
    }
};

Scenario random_flock(Dice& dice) {
    Scenario s;
    s.dimensions = dice.pick({2, 3});
    s.precision = dice.pick({Precision::single_precision, Precision::double_precision});
    s.update = dice.pick({Update::simultaneous, Update::simultaneous, Update::sequential});
    s.seed = dice.next() >> 1;
    for (int a = 0; a < 3; ++a) {
        s.world.lower[a] = dice.pick({0.0, -30.0, 7.0});
        s.world.upper[a] = s.world.lower[a] + dice.pick({20.0, 60.0, 100.0});
        s.world.boundary[a] = dice.pick({Boundary::periodic, Boundary::periodic, Boundary::reflecting, Boundary::open});
    }
    s.world.distance = dice.pick({Distance::minimum_image, Distance::minimum_image, Distance::plain});
    s.model.values = default_values(models().front());
    const double range = dice.pick({0.7, 3.0, 9.0, 30.0, 200.0});
    for (const char* rule : {"separation", "alignment", "cohesion"})
        parameter(s, std::string(rule) + "_radius") = range;
    const int flocks = dice.pick({1, 2, 4});
    for (int k = 0; k < flocks; ++k) {
        FlockSpec flock;
        flock.agents = dice.pick({1, 2, 20, 70});
        flock.start = dice.pick({"uniform", "ball", "point", "ring"});
        flock.has_center = true;
        for (int a = 0; a < 3; ++a) flock.center[a] = dice.number(s.world.lower[a], s.world.upper[a]);
        flock.radius = dice.pick({1.0, 5.0, 40.0});
        flock.velocity = dice.pick({"direction", "components", "rotating", "aligned", "rest"});
        s.flocks.push_back(flock);
    }
    s.observe.link_distance = dice.pick({0.0, 0.5, 2.0, 8.0, 50.0});
    return s;
}

TEST(Observables, agree_with_brute_force_in_any_world) {
    int mills = 0;
    for (std::uint64_t number = 0; number < 300; ++number) {
        Dice dice(number);
        const Scenario s = random_flock(dice);
        Simulation simulation = simulate(s);
        run(simulation, dice.below(3));
        const Snapshot now = simulation.snapshot();
        const Brute brute(s, now);
        const double range = parameter(const_cast<Scenario&>(s), "separation_radius");
        const double link = s.observe.link_distance > 0 ? s.observe.link_distance : range;
        const auto expect = [&](std::string_view name, double expected, double tolerance = 1e-9) {
            EXPECT_NEAR(observed(simulation, name), expected, tolerance * (1 + std::abs(expected)))
                << name << " in scenario " << number << '\n'
                << write_scenario(s);
        };
        expect("agents", static_cast<double>(now.agents()), 0);
        expect("mean_speed", brute.mean_speed());
        expect("speed_deviation", brute.speed_deviation(), 1e-8);
        expect("polarization", brute.polarization());
        if (const auto milling = brute.milling()) {
            expect("milling", *milling, 1e-6);
            ++mills;
        }
        if (now.agents() > 1) expect("nearest_neighbor_distance", brute.nearest_neighbor_distance(), 1e-6);
        expect("mean_neighbors", brute.mean_neighbors(range), 0);
        const std::vector<std::uint32_t> groups = brute.groups(link);
        EXPECT_EQ(simulation.groups(), groups) << "scenario " << number << '\n' << write_scenario(s);
        expect("groups", 1 + *std::max_element(groups.begin(), groups.end()), 0);
        expect("largest_group", static_cast<double>(std::count(groups.begin(), groups.end(), 0U)), 0);
        if (HasFailure()) return;
    }
    EXPECT_GT(mills, 200);
}

TEST(Observables, of_nobody_are_zero) {
    Scenario s;
    s.model.values = default_values(models().front());
    Simulation simulation = simulate(s);
    for (const double value : simulation.observe()) EXPECT_EQ(value, 0);
    EXPECT_TRUE(simulation.groups().empty());
}

TEST(Observables, are_those_asked_for_in_that_order) {
    Scenario s = scenario_of("[flock]\nagents = 5\n[observe]\nwhat = [\"polarization\", \"agents\"]\n");
    Simulation simulation = simulate(s);
    EXPECT_EQ(simulation.observable_names(), (std::vector<std::string>{"polarization", "agents"}));
    EXPECT_EQ(simulation.observe().size(), 2U);
    EXPECT_EQ(simulation.observe()[1], 5);
}

TEST(Observables, have_the_same_bits_for_any_number_of_threads) {
    Scenario s = scenario_of("[world]\nsize = [300, 300]\n[flock]\nagents = 20000\n");
    for (const char* rule : {"separation", "alignment", "cohesion"}) parameter(s, std::string(rule) + "_radius") = 3;
    std::vector<double> expected;
    for (const int threads : {1, 2, 3, 7}) {
        Simulation simulation = simulate(s, {.crew = make_thread_crew(threads)});
        run(simulation, 2);
        const std::vector<double> values = simulation.observe();
        if (expected.empty()) expected = values;
        EXPECT_EQ(values, expected) << threads;
    }
}

// ---- theory --------------------------------------------------------------------------------------------------------

double mean_over_seeds(Scenario s, std::string_view name, int seeds) {
    for (const char* rule : {"separation", "alignment", "cohesion"}) parameter(s, std::string(rule) + "_radius") = 1;
    double sum = 0;
    for (int seed = 1; seed <= seeds; ++seed) {
        s.seed = static_cast<std::uint64_t>(seed);
        Simulation simulation = simulate(s);
        sum += observed(simulation, name) / seeds;
    }
    return sum;
}

TEST(Polarization, of_random_headings_is_the_root_of_pi_over_4n_in_two_dimensions) {
    for (const int n : {100, 400}) {
        const Scenario s =
            scenario_of("[flock]\nagents = " + std::to_string(n) + "\n[observe]\nwhat = [\"polarization\"]\n");
        const double expected = std::sqrt(kPi / (4 * n));
        EXPECT_NEAR(mean_over_seeds(s, "polarization", 1000), expected, 5 * 0.523 * expected / std::sqrt(1000.0));
    }
}

TEST(Polarization, of_random_headings_is_the_root_of_8_over_3_pi_n_in_three_dimensions) {
    const Scenario s = scenario_of("dimensions = 3\n[flock]\nagents = 200\n[observe]\nwhat = [\"polarization\"]\n");
    const double expected = std::sqrt(8 / (3 * kPi * 200));
    EXPECT_NEAR(mean_over_seeds(s, "polarization", 1000), expected, 5 * 0.42 * expected / std::sqrt(1000.0));
}

TEST(Polarization, of_random_headings_has_a_binder_cumulant_of_a_third) {
    Scenario s = scenario_of("[flock]\nagents = 300\n[observe]\nwhat = [\"polarization\"]\n");
    double second = 0, fourth = 0;
    constexpr int kSeeds = 3000;
    for (int seed = 1; seed <= kSeeds; ++seed) {
        s.seed = static_cast<std::uint64_t>(seed);
        Simulation simulation = simulate(s);
        const double phi2 = std::pow(simulation.observe()[0], 2);
        second += phi2 / kSeeds;
        fourth += phi2 * phi2 / kSeeds;
    }
    EXPECT_NEAR(1 - fourth / (3 * second * second), 1.0 / 3, 0.04);
}

TEST(NearestNeighborDistance, of_random_places_is_half_over_the_root_of_the_density) {
    const Scenario flat = scenario_of(
        "[world]\nsize = [50, 80]\n[flock]\nagents = 4000\n[observe]\nwhat = [\"nearest_neighbor_distance\"]\n");
    EXPECT_NEAR(mean_over_seeds(flat, "nearest_neighbor_distance", 20), 0.5, 0.005);
    const Scenario solid = scenario_of(
        "dimensions = 3\n[world]\nsize = [10, 20, 20]\n[flock]\nagents = 4000\n[observe]\nwhat = "
        "[\"nearest_neighbor_distance\"]\n");
    EXPECT_NEAR(mean_over_seeds(solid, "nearest_neighbor_distance", 20), 0.55396, 0.005);
}

TEST(Milling, of_a_turning_ring_is_one_wherever_it_lies_on_the_torus) {
    for (const char* center : {"[50, 50]", "[1, 99]", "[100, 40]"}) {
        Simulation simulation =
            simulate(scenario_of("[flock]\nagents = 40\nstart = \"ring\"\nradius = 10\ninner_radius = 10\n"
                                 "velocity = \"rotating\"\ncenter = " +
                                 std::string(center) + "\n"));
        EXPECT_NEAR(observed(simulation, "milling"), 1, 1e-6) << center;
        EXPECT_NEAR(observed(simulation, "polarization"), 0, 1e-6) << center;
    }
}

TEST(Polarization, of_an_aligned_flock_is_one) {
    Simulation simulation = simulate(scenario_of("[flock]\nvelocity = \"aligned\"\ndirection = [1, 2]\n"));
    EXPECT_NEAR(observed(simulation, "polarization"), 1, 1e-6);
    EXPECT_LT(observed(simulation, "milling"), 0.3);
}

TEST(Groups, of_two_clumps_join_across_the_edge) {
    const std::string torus =
        "[[flock]]\nagents = 10\nstart = \"point\"\ncenter = [1, 50]\n"
        "[[flock]]\nagents = 7\nstart = \"point\"\ncenter = [98, 50]\n[observe]\nlink_distance = 4\n";
    Simulation joined = simulate(scenario_of(torus));
    EXPECT_EQ(observed(joined, "groups"), 1);
    EXPECT_EQ(observed(joined, "largest_group"), 17);
    Simulation apart = simulate(scenario_of("[world]\nboundary = \"open\"\n" + torus));
    EXPECT_EQ(observed(apart, "groups"), 2);
    EXPECT_EQ(observed(apart, "largest_group"), 10);
}

// ---- collisions ----------------------------------------------------------------------------------------------------

/// Agents without rules; looked at after each step. Collisions and collisions avoided at the end.
std::pair<double, double> collisions(const std::string& table, int steps, const std::string& influences = "",
                                     const std::string& model = "") {
    Scenario s = scenario_of(
        "precision = \"double\"\n[world]\nboundary = \"open\"\n[observe]\ncollision_distance = 1\n"
        "collision_horizon = 20\n[model]\nmax_speed = 3\n" +
        model + influences);
    for (const char* rule : {"separation", "alignment", "cohesion"}) parameter(s, std::string(rule) + "_weight") = 0;
    start_from(s, "id,x,y,vx,vy\n" + table);
    Simulation simulation = simulate(s);
    observed(simulation, "collisions");
    for (int k = 0; k < steps; ++k) {
        simulation.step();
        observed(simulation, "collisions");
    }
    return {observed(simulation, "collisions"), observed(simulation, "collisions_avoided")};
}

TEST(Collisions, two_agents_that_meet_head_on_collide_once) {
    EXPECT_EQ(collisions("0,0,0,1,0\n1,10.3,0,-1,0\n", 20), (std::pair{1.0, 0.0}));
}

TEST(Collisions, two_agents_that_pass_at_a_distance_do_not) {
    EXPECT_EQ(collisions("0,0,0,1,0\n1,10.3,1.5,-1,0\n", 20), (std::pair{0.0, 0.0}));
}

TEST(Collisions, two_agents_that_swerve_have_avoided_one) {
    // The wind turns both upwards with different strength only by mass; here an obstacle beside the course of one.
    EXPECT_EQ(
        collisions("0,0,0,1,0\n1,20.3,0,-1,0\n", 30, "[obstacle]\nposition = [3, -4]\nradius = 5.5\nstrength = 1.5\n"),
        (std::pair{0.0, 1.0}));
}

TEST(Collisions, agents_that_touch_at_the_start_have_not_collided_yet) {
    EXPECT_EQ(collisions("0,0,0,1,0\n1,0.5,0,1,0\n", 10), (std::pair{0.0, 0.0}));
}

TEST(Collisions, agents_that_part_and_meet_again_collide_again) {
    // Reflecting walls bring them back to each other.
    Scenario s = scenario_of(
        "precision = \"double\"\n[world]\nsize = [20, 10]\nboundary = \"reflecting\"\n[observe]\n"
        "collision_distance = 1\ncollision_horizon = 3\n");
    for (const char* rule : {"separation", "alignment", "cohesion"}) parameter(s, std::string(rule) + "_weight") = 0;
    start_from(s, "id,x,y,vx,vy\n0,0.2,5,0.5,0\n1,19.8,5,-0.5,0\n");
    Simulation simulation = simulate(s);
    observed(simulation, "collisions");
    for (int k = 0; k < 80; ++k) {  // they meet at about step 19, the walls at 39, and again at 59
        simulation.step();
        observed(simulation, "collisions");
    }
    EXPECT_EQ(observed(simulation, "collisions"), 2);
}

TEST(Collisions, a_pair_across_the_edge_of_a_torus_is_seen) {
    Scenario s = scenario_of("precision = \"double\"\n[observe]\ncollision_distance = 1\ncollision_horizon = 20\n");
    for (const char* rule : {"separation", "alignment", "cohesion"}) parameter(s, std::string(rule) + "_weight") = 0;
    start_from(s, "id,x,y,vx,vy\n0,95,50,1,0\n1,5.3,50,-1,0\n");
    Simulation simulation = simulate(s);
    observed(simulation, "collisions");
    for (int k = 0; k < 12; ++k) {
        simulation.step();
        observed(simulation, "collisions");
    }
    EXPECT_EQ(observed(simulation, "collisions"), 1);
}

}  // namespace
}  // namespace dunlin::test
