// SPDX-License-Identifier: Apache-2.0
// Which set of parameters an agent runs with, and with which it sees each neighbor, for every pair of kinds.
#include "dunlin/sim/parameter_sets.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "dunlin/describe.hpp"
#include "dunlin/scenario.hpp"
#include "dunlin/scenario/schema.hpp"
#include "dunlin/step/kernel_input.hpp"

namespace dunlin {
namespace {

Scenario scenario_of(const std::string& text) {
    auto read = read_scenario(text, "my.toml");
    EXPECT_TRUE(read) << (read ? "" : read.error().message);
    return read ? *read : Scenario{};
}

/// The values of the scenario with those in place.
std::vector<double> with(std::vector<double> values, const std::vector<ParameterValue>& changes) {
    for (const ParameterValue& one : changes) {
        values[static_cast<std::size_t>(parameter_index(*find_description(models(), "boids"), one.name))] = one.value;
    }
    return values;
}

TEST(ParameterSets, a_step_has_room_for_as_many_as_a_scenario_may_have) {
    EXPECT_EQ(static_cast<std::size_t>(kMostParameterSets), kMostSets);
}

TEST(ParameterSets, kinds_that_are_only_names_share_one_set) {
    const Scenario s = scenario_of("[model]\nmax_speed = 2\n[[kind]]\nname = \"a\"\n[[kind]]\nname = \"b\"\n");
    const ParameterSets sets = parameter_sets(s);
    EXPECT_TRUE(sets.one_for_all());
    EXPECT_EQ(sets.values, std::vector<std::vector<double>>{s.model.values});
    EXPECT_EQ(sets.own, (std::vector<std::size_t>{0, 0}));
    EXPECT_EQ(sets.toward, (std::vector<std::vector<std::size_t>>{{0, 0}, {0, 0}}));
}

TEST(ParameterSets, what_a_kind_says_toward_another_lies_over_its_own) {
    const Scenario s = scenario_of(
        "[model]\nnoise = 0.5\n"
        "[[kind]]\nname = \"a\"\nmodel = { max_speed = 3, cohesion_weight = 4 }\n"
        "[[kind.toward]]\nkind = \"c\"\ncohesion_weight = 0\n"
        "[[kind]]\nname = \"b\"\n[[kind.toward]]\nkind = \"a\"\nnoise = 1\n"
        "[[kind]]\nname = \"c\"\n");
    const ParameterSets sets = parameter_sets(s);
    EXPECT_FALSE(sets.one_for_all());
    const auto own = [&](std::size_t kind) { return sets.values[sets.own[kind]]; };
    const auto toward = [&](std::size_t kind, std::size_t other) { return sets.values[sets.toward[kind][other]]; };
    EXPECT_EQ(sets.values[0], s.model.values);
    EXPECT_EQ(own(0), with(s.model.values, {{"max_speed", 3}, {"cohesion_weight", 4}}));
    EXPECT_EQ(toward(0, 2), with(s.model.values, {{"max_speed", 3}, {"cohesion_weight", 0}}));
    EXPECT_EQ(toward(1, 0), with(s.model.values, {{"noise", 1}}));
    EXPECT_EQ(sets.own[1], 0U);
    EXPECT_EQ(sets.own[2], 0U);
    // Nobody else is summed apart.
    for (std::size_t kind = 0; kind < 3; ++kind) {
        for (std::size_t other = 0; other < 3; ++other) {
            const bool apart = (kind == 0 && other == 2) || (kind == 1 && other == 0);
            EXPECT_EQ(sets.toward[kind][other] != sets.own[kind], apart) << kind << other;
        }
    }
}

TEST(ParameterSets, every_entry_toward_a_kind_has_a_set_of_its_own_even_if_it_changes_nothing) {
    const Scenario s = scenario_of(
        "[[kind]]\nname = \"a\"\n[[kind.toward]]\nkind = \"a\"\n[[kind.toward]]\nkind = \"b\"\n"
        "[[kind]]\nname = \"b\"\n[[kind.toward]]\nkind = \"a\"\n");
    const ParameterSets sets = parameter_sets(s);
    const std::set<std::size_t> apart{0, sets.toward[0][0], sets.toward[0][1], sets.toward[1][0]};
    EXPECT_EQ(apart.size(), 4U);
    EXPECT_EQ(sets.toward[1][1], 0U);
    for (const std::vector<double>& values : sets.values) EXPECT_EQ(values, s.model.values);
}

}  // namespace
}  // namespace dunlin
