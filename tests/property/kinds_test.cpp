// SPDX-License-Identifier: Apache-2.0
// Parameters by kind and by pair of kinds, against flocks that need none: what is ignored might as well not be there,
// and a flock all of one kind flies as one whose model has the values. By hand where two sums are added.
#include <gtest/gtest.h>

#include "support/flocks.hpp"

namespace dunlin::test {
namespace {

constexpr int kSteps = 12;
constexpr std::size_t kHerring = 150;

/// 150 herring and, unless `cod` is 0, cod, crowded in a torus.
Scenario two_kinds(const std::string& update, int dimensions, const std::string& herring, int cod) {
    return scenario_of("seed = 3\nupdate = \"" + update + "\"\ndimensions = " + std::to_string(dimensions) +
                       "\n[world]\nsize = " + (dimensions == 3 ? "[60, 50, 40]" : "[90, 80]") +
                       "\n[model]\nseparation_radius = 6\nalignment_radius = 12\ncohesion_radius = 12\nnoise = 0.01\n"
                       "[[kind]]\nname = \"herring\"\n" +
                       herring + "[[kind]]\nname = \"cod\"\n[[flock]]\nagents = " + std::to_string(kHerring) +
                       "\n[[flock]]\nkind = \"cod\"\nagents = " + std::to_string(cod) + "\n");
}

/// Velocities of the herring, which have the first ids.
std::vector<double> herring_after(const Scenario& scenario, const std::string& set) {
    Simulation simulation = simulate(scenario, {.simd = set});
    run(simulation, kSteps);
    std::vector<double> velocity = simulation.snapshot().velocity;
    velocity.resize(kHerring * static_cast<std::size_t>(scenario.dimensions));
    return velocity;
}

class Kinds : public testing::TestWithParam<std::tuple<const char*, int>> {
  protected:
    static Scenario flock(const std::string& herring, int cod) {
        return two_kinds(std::get<0>(GetParam()), std::get<1>(GetParam()), herring, cod);
    }
    /// Calls work with each way to run it.
    template <class F>
    static void in_each_way(F work) {
        const bool fast = std::string(std::get<0>(GetParam())) == "simultaneous";
        for (const std::string& set : fast ? instruction_sets() : std::vector<std::string>{"auto"}) work(set);
    }
};

TEST_P(Kinds, that_differ_in_name_only_fly_as_one) {
    Scenario named = flock("", 40);
    Scenario one = named;
    one.flocks[1].kind = one.flocks[0].kind;
    in_each_way([&](const std::string& set) { EXPECT_EQ(herring_after(named, set), herring_after(one, set)) << set; });
}

TEST_P(Kinds, that_are_ignored_might_as_well_not_be_there) {
    const std::string ignored =
        "[[kind.toward]]\nkind = \"cod\"\nseparation_weight = 0\nalignment_weight = 0\ncohesion_weight = 0\n";
    in_each_way([&](const std::string& set) {
        EXPECT_EQ(herring_after(flock(ignored, 40), set), herring_after(flock("", 0), set)) << set;
        EXPECT_NE(herring_after(flock("", 40), set), herring_after(flock("", 0), set)) << set;
    });
}

TEST_P(Kinds, with_parameters_of_their_own_fly_as_a_flock_whose_model_has_them) {
    Scenario model = flock("", 0);
    parameter(model, "max_speed") = 1.2;
    parameter(model, "cohesion_weight") = -0.5;
    parameter(model, "view_angle") = 200;
    choose(model, "separation_form", "mean_inverse");
    const Scenario kind = flock(
        "model = { max_speed = 1.2, cohesion_weight = -0.5, view_angle = 200, separation_form = \"mean_inverse\" }\n",
        0);
    in_each_way([&](const std::string& set) {
        EXPECT_EQ(herring_after(kind, set), herring_after(model, set)) << set;
        EXPECT_NE(herring_after(kind, set), herring_after(flock("", 0), set)) << set;
    });
}

TEST_P(Kinds, that_have_the_same_parameters_toward_others_differ_from_one_sum_only_where_means_are_taken) {
    const std::string forms =
        "model = { separation_form = \"sum_offset\", separation_weight = 0.01, alignment_weight = 0, cohesion_weight = "
        "0 }\n";
    const std::string toward = forms + "[[kind.toward]]\nkind = \"cod\"\n";
    in_each_way([&](const std::string& set) {
        const std::vector<double> together = herring_after(flock(forms, 40), set);
        const std::vector<double> apart = herring_after(flock(toward, 40), set);
        for (std::size_t i = 0; i < together.size(); ++i) ASSERT_NEAR(apart[i], together[i], 2e-3) << set << ' ' << i;
    });
}

std::string name_of(const testing::TestParamInfo<std::tuple<const char*, int>>& info) {
    std::string name = std::get<0>(info.param);
    for (char& c : name) c = c == '-' ? '_' : c;
    return name + "_" + std::to_string(std::get<1>(info.param)) + "d";
}
INSTANTIATE_TEST_SUITE_P(Each, Kinds,
                         testing::Combine(testing::Values("simultaneous", "sequential", "two-phase"),
                                          testing::Values(2, 3)),
                         name_of);

/// Herring 0 has herring 1 above it, at 4, and cod 2 to the right, at 3. Pushes are plain offsets.
Scenario three_agents(const std::string& herring) {
    Scenario s = scenario_of(
        "precision = \"double\"\n"
        "[model]\nseparation_form = \"sum_offset\"\nseparation_weight = 0.125\nalignment_weight = 0\ncohesion_weight = "
        "0\n"
        "speed_limit = \"none\"\n"
        "[[kind]]\nname = \"herring\"\n" +
        herring +
        "[[kind]]\nname = \"cod\"\n"
        "[[flock]]\nstart = \"file\"\ntable = \"\"\"\nid,x,y,vx,vy,kind\n0,50,50,1,0,herring\n1,50,54,1,0,herring\n"
        "2,53,50,1,0,cod\n\"\"\"\n");
    return s;
}

void expect_velocity(const Scenario& scenario, std::size_t agent, double x, double y) {
    Simulation simulation = simulate(scenario);
    simulation.step();
    const Snapshot after = simulation.snapshot();
    EXPECT_EQ(after.velocity[2 * agent], x);
    EXPECT_EQ(after.velocity[2 * agent + 1], y);
}

TEST(Kinds, add_what_the_neighbors_of_each_kind_change) {
    expect_velocity(three_agents(""), 0, 1 - 0.125 * 3, -0.125 * 4);
    const std::string flees = "[[kind.toward]]\nkind = \"cod\"\nseparation_weight = 0.5\n";
    expect_velocity(three_agents(flees), 0, 1 - 0.5 * 3, -0.125 * 4);
    expect_velocity(three_agents(flees), 2, 1 + 0.125 * (3 + 3), -0.125 * 4);  // the cod says nothing of herring
    const std::string shies = "[[kind.toward]]\nkind = \"herring\"\nseparation_weight = 0.25\n";
    expect_velocity(three_agents(shies), 0, 1 - 0.125 * 3, -0.25 * 4);
    expect_velocity(three_agents(shies + flees), 0, 1 - 0.5 * 3, -0.25 * 4);
    const std::string short_sighted = "[[kind.toward]]\nkind = \"cod\"\nseparation_radius = 2\n";
    expect_velocity(three_agents(short_sighted), 0, 1, -0.125 * 4);
}

/// All in a row, farther from each other than herring see herring.
TEST(Kinds, see_as_far_as_they_have_parameters_toward_others) {
    const std::string far =
        "model = { separation_radius = 2 }\n[[kind.toward]]\nkind = \"cod\"\nseparation_radius = 5\n";
    expect_velocity(three_agents(far), 0, 1 - 0.125 * 3, 0);
    const auto seen = simulate(three_agents(far)).inspect(0);
    EXPECT_EQ(seen->neighbors, std::vector<std::uint32_t>{2});
    EXPECT_EQ(seen->perception_radius, 5);
    EXPECT_EQ(seen->separation_radius, 2);
    for (const std::string& set : instruction_sets()) {
        Scenario s = scenario_of(
            "[world]\nsize = [200, 100]\n[model]\nseparation_form = \"sum_offset\"\nseparation_radius = 1\n"
            "separation_weight = 0.01\nalignment_weight = 0\ncohesion_weight = 0\n"
            "[[kind]]\nname = \"herring\"\n[[kind.toward]]\nkind = \"cod\"\nseparation_radius = 30\n[[kind]]\nname = "
            "\"cod\"\n"
            "[[flock]]\nagents = 500\nvelocity = \"rest\"\n[[flock]]\nkind = \"cod\"\nagents = 1\nvelocity = "
            "\"rest\"\nstart "
            "= \"point\"\n");
        Simulation simulation = simulate(s, {.simd = set});
        const Snapshot before = simulation.snapshot();
        simulation.step();
        const Snapshot after = simulation.snapshot();
        int fled = 0;
        for (std::size_t i = 0; i < 500; ++i) {
            const double x = before.position[2 * i] - 100, y = before.position[2 * i + 1] - 50;
            if (x * x + y * y > 29 * 29 || x * x + y * y < 4) continue;
            ++fled;
            EXPECT_GT(x * after.velocity[2 * i] + y * after.velocity[2 * i + 1], 0) << set << ' ' << i;
        }
        EXPECT_GT(fled, 40);
    }
}

/// The agents of one kind see their two nearest, those of the other all within 40.
TEST(Kinds, perceive_each_in_their_own_way) {
    const std::string head = "seed = 5\n[world]\nsize = [100, 100]\n[model]\nnoise = 0\n";
    const std::vector<std::string> nearest{"neighborhood = \"nearest\"", "neighbors = 2"};
    const std::vector<std::string> metric{"neighborhood = \"metric\"", "separation_radius = 20",
                                          "alignment_radius = 40", "cohesion_radius = 40"};
    const auto joined = [](const std::vector<std::string>& values, const char* between) {
        std::string text = values.front();
        for (std::size_t k = 1; k < values.size(); ++k) text += between + values[k];
        return text;
    };
    const auto model_of = [&](const std::vector<std::string>& values) { return joined(values, "\n") + '\n'; };
    const auto kind_of = [&](const std::vector<std::string>& values) {
        return "model = { " + joined(values, ", ") + " }\n";
    };
    const std::string flocks = "[[flock]]\nagents = 300\n[[flock]]\nagents = 300\nkind = \"b\"\n";
    const auto velocities = [&](const std::string& model, const std::string& a, const std::string& b,
                                const std::string& set) {
        Scenario s =
            scenario_of(head + model + "[[kind]]\nname = \"a\"\n" + a + "[[kind]]\nname = \"b\"\n" + b + flocks);
        Simulation simulation = simulate(s, {.simd = set});
        simulation.step();
        return simulation.snapshot().velocity;
    };
    for (const std::string& set : instruction_sets()) {
        const std::vector<double> all_nearest = velocities(model_of(nearest), "", "", set);
        const std::vector<double> all_metric = velocities(model_of(metric), "", "", set);
        const std::vector<double> mixed = velocities("", kind_of(nearest), kind_of(metric), set);
        const std::vector<double> other_default = velocities(model_of(nearest), "", kind_of(metric), set);
        for (std::size_t i = 0; i < mixed.size(); ++i) {
            const double expected = i < mixed.size() / 2 ? all_nearest[i] : all_metric[i];
            ASSERT_NEAR(mixed[i], expected, 1e-4) << set << ' ' << i;
            ASSERT_NEAR(other_default[i], expected, 1e-4) << set << ' ' << i;
        }
    }
}

TEST(Kinds, that_are_added_while_it_runs_have_their_parameters_at_once) {
    Simulation simulation = simulate(three_agents(""));
    KindSpec eel{.name = "eel", .parameters = {{"separation_weight", 0.25}}};
    eel.toward = {{"eel", {}}, {"cod", {{"separation_weight", 1}}}};
    ASSERT_TRUE(simulation.add_kind(eel));
    ASSERT_TRUE(simulation.set_agent({0, 2, {50, 50, 0}, {1, 0, 0}}));
    simulation.step();
    const Snapshot after = simulation.snapshot();
    EXPECT_EQ(after.velocity[0], 1 - 3);
    EXPECT_EQ(after.velocity[1], -0.25 * 4);
}

TEST(Kinds, follow_the_model_while_it_runs_where_they_say_nothing_else) {
    Simulation simulation = simulate(three_agents("model = { gain = 2 }\n"));
    ASSERT_TRUE(simulation.set_parameter("separation_weight", 1));
    ASSERT_TRUE(simulation.set_parameter("gain", 0));
    simulation.step();
    const Snapshot after = simulation.snapshot();
    EXPECT_EQ(after.velocity[0], 1 - 2 * 3);
    EXPECT_EQ(after.velocity[1], -2 * 4);
    EXPECT_EQ(after.velocity[4], 1);  // the cod has the model's gain
}

TEST(Kinds, are_inspected_with_what_they_have_toward_others) {
    const Simulation simulation = simulate(three_agents("[[kind.toward]]\nkind = \"cod\"\nseparation_weight = 0.5\n"));
    const auto seen = simulation.inspect(0);
    ASSERT_TRUE(seen);
    EXPECT_EQ(seen->neighbors, (std::vector<std::uint32_t>{1, 2}));
    EXPECT_EQ(seen->rules.front().name, "separation");
    EXPECT_EQ(seen->rules.front().vector, (Vec3{-1.5, -0.5, 0}));
}

}  // namespace
}  // namespace dunlin::test
