// SPDX-License-Identifier: Apache-2.0
// What a running simulation promises: agents join and leave and the others keep their ids, influences and parameters
// may change, wrong wishes are refused, `inspect` tells how the agent steers.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <map>

#include "support/flocks.hpp"

namespace dunlin::test {
namespace {

using Ids = std::vector<std::uint32_t>;

Ids ids(std::uint32_t from, std::uint32_t to) {
    Ids out;
    for (std::uint32_t id = from; id < to; ++id) out.push_back(id);
    return out;
}

/// Position and velocity of each agent by id.
std::map<std::uint32_t, std::vector<double>> by_id(const Snapshot& s) {
    std::map<std::uint32_t, std::vector<double>> out;
    const auto d = static_cast<std::size_t>(s.dimensions);
    for (std::size_t i = 0; i < s.agents(); ++i) {
        std::vector<double>& one = out[s.id[i]];
        one.push_back(s.kind[i]);
        for (std::size_t a = 0; a < d; ++a) one.push_back(s.position[i * d + a]);
        for (std::size_t a = 0; a < d; ++a) one.push_back(s.velocity[i * d + a]);
    }
    return out;
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && defined(__linux__)
/// Lets this process have so much memory more than it has, while it lives.
class MemoryLimit {
  public:
    explicit MemoryLimit(std::size_t more) {
        getrlimit(RLIMIT_AS, &before_);
        std::size_t pages = 0;
        std::ifstream("/proc/self/statm") >> pages;
        const rlimit now{pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) + more, before_.rlim_max};
        setrlimit(RLIMIT_AS, &now);
    }
    ~MemoryLimit() { setrlimit(RLIMIT_AS, &before_); }

  private:
    rlimit before_{};
};

TEST(Simulation, agents_that_the_memory_does_not_hold_are_an_error) {
    Simulation small = simulate(scenario_of("[flock]\nagents = 10\n"));
    const MemoryLimit limit(60'000'000);
    const auto made = Simulation::make(scenario_of("[flock]\nagents = 2000000\n"));
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().kind, ErrorKind::system);
    EXPECT_EQ(made.error().message, "there is no memory for 2000000 agents: they need 84 MB");
    FlockSpec more;
    more.agents = 2'000'000;
    EXPECT_FALSE(small.add_agents(more));
    EXPECT_EQ(small.agents(), 10U);
    run(small, 3);
}
#endif

TEST(Simulation, counts_steps_and_time) {
    Simulation simulation = simulate(scenario_of("dt = 0.25\n[flock]\nagents = 7\n"));
    EXPECT_EQ(simulation.steps_done(), 0);
    EXPECT_EQ(simulation.time(), 0);
    run(simulation, 6);
    EXPECT_EQ(simulation.steps_done(), 6);
    EXPECT_EQ(simulation.time(), 1.5);
    EXPECT_EQ(simulation.agents(), 7U);
    EXPECT_EQ(simulation.dimensions(), 2);
    EXPECT_EQ(simulation.snapshot().step, 6);
    EXPECT_EQ(simulation.snapshot().time, 1.5);
}

TEST(Agents, that_join_get_ids_after_the_largest_ever_given_and_the_others_stay_as_they_are) {
    for (const char* update : {"simultaneous", "sequential", "two-phase"}) {
        Simulation simulation =
            simulate(scenario_of("update = \"" + std::string(update) + "\"\n[flock]\nagents = 50\n"));
        run(simulation, 5);
        const auto before = by_id(simulation.snapshot());
        FlockSpec flock;
        flock.agents = 20;
        const auto first = simulation.add_agents(flock);
        ASSERT_TRUE(first);
        EXPECT_EQ(*first, 50U);
        const Snapshot after = simulation.snapshot();
        EXPECT_EQ(after.id, ids(0, 70));
        auto kept = by_id(after);
        for (std::uint32_t id = 50; id < 70; ++id) kept.erase(id);
        EXPECT_EQ(kept, before);
        run(simulation, 3);
        EXPECT_EQ(simulation.snapshot().id, ids(0, 70));

        const Ids leaving = {69, 3, 1000, 50};
        EXPECT_EQ(simulation.remove_agents(leaving), 3U);
        flock.agents = 1;
        EXPECT_EQ(*simulation.add_agents(flock), 70U);  // 69 is not given again
        Ids expected = ids(0, 71);
        std::erase_if(expected, [](std::uint32_t id) { return id == 3 || id == 50 || id == 69; });
        EXPECT_EQ(simulation.snapshot().id, expected);
        run(simulation, 3);
        EXPECT_EQ(simulation.snapshot().id, expected);
    }
}

TEST(Agents, that_leave_take_nothing_of_the_others_with_them) {
    Simulation simulation =
        simulate(scenario_of("[[kind]]\nname = \"a\"\n[[kind]]\nname = \"b\"\n[[flock]]\nagents = "
                             "30\n[[flock]]\nagents = 30\nkind = \"b\"\n"));
    run(simulation, 4);
    auto expected = by_id(simulation.snapshot());
    const Ids leaving = {0, 17, 29, 30, 59};
    simulation.remove_agents(leaving);
    for (const std::uint32_t id : leaving) expected.erase(id);
    EXPECT_EQ(by_id(simulation.snapshot()), expected);
}

TEST(Agents, may_all_leave_and_new_ones_join) {
    Simulation simulation = simulate(scenario_of("[flock]\nagents = 10\n"));
    run(simulation, 2);
    EXPECT_EQ(simulation.remove_agents(ids(0, 10)), 10U);
    EXPECT_EQ(simulation.agents(), 0U);
    run(simulation, 2);
    EXPECT_EQ(simulation.snapshot().agents(), 0U);
    FlockSpec flock;
    flock.agents = 3;
    EXPECT_EQ(*simulation.add_agents(flock), 10U);
    run(simulation, 2);
    EXPECT_EQ(simulation.snapshot().id, ids(10, 13));
}

TEST(Flocks, join_and_leave_at_their_step) {
    Simulation simulation =
        simulate(scenario_of("[[kind]]\nname = \"a\"\n[[kind]]\nname = \"b\"\n[[flock]]\nagents = 5\n[[flock]]\nstep = "
                             "3\nagents = 4\nkind = \"b\"\n"
                             "[[remove]]\nstep = 5\nids = [1, 6]\n[[remove]]\nstep = 7\nkind = \"b\"\n[[remove]]\nstep "
                             "= 8\nkind = \"a\"\nids = [0, 2]\n"));
    const std::vector<std::size_t> expected = {5, 5, 5, 9, 9, 7, 7, 4, 2};  // at step k
    for (std::size_t k = 0; k < expected.size(); ++k) {
        EXPECT_EQ(simulation.agents(), expected[k]) << "step " << k;
        simulation.step();
    }
    EXPECT_EQ(simulation.snapshot().id, (Ids{3, 4}));
}

TEST(Flocks, of_one_step_come_and_go_in_their_order) {
    const std::string kinds = "[[kind]]\nname = \"a\"\n[[kind]]\nname = \"b\"\n[[flock]]\nagents = 5\n";
    const auto at_step = [&](int step, const std::string& comings) {
        const std::string at = "step = " + std::to_string(step) + "\n";
        std::string text = comings;
        for (std::size_t k = 0; (k = text.find("now\n", k)) != std::string::npos;) text.replace(k, 4, at);
        Simulation simulation = simulate(scenario_of(kinds + text));
        run(simulation, step);
        return simulation.snapshot().id;
    };
    for (const int step : {0, 1, 4}) {
        // Without an order agents leave first; who joins is not among them. The start is there before all.
        EXPECT_EQ(at_step(step, "[[flock]]\nnow\nagents = 2\n[[remove]]\nnow\nkind = \"a\"\nids = [1, 5]\n"),
                  step == 0 ? (Ids{0, 2, 3, 4, 6}) : (Ids{0, 2, 3, 4, 5, 6}));
        // Join, leave, join: the order counts, not the place in the file. Ids are not given again.
        EXPECT_EQ(at_step(step,
                          "[[remove]]\nnow\norder = 2\nids = [0, 6]\n[[flock]]\nnow\norder = 3\nagents = 1\n"
                          "[[flock]]\nnow\norder = 1\nagents = 2\n"),
                  (Ids{1, 2, 3, 4, 5, 7}));
        // A table brings back who left, with the old id.
        EXPECT_EQ(at_step(step,
                          "[[remove]]\nnow\norder = 1\nids = [0, 1]\n[[flock]]\nnow\norder = 2\nstart = \"file\"\n"
                          "table = \"\"\"\nid,x,y,vx,vy\n1,3,4,0,0\n\"\"\"\n"),
                  (Ids{1, 2, 3, 4}));
    }
}

TEST(Flocks, that_join_from_a_table_may_not_bring_an_id_twice) {
    Simulation simulation = simulate(scenario_of("[flock]\nagents = 5\n"));
    FlockSpec flock;
    flock.start = "file";
    flock.file = "more.csv";
    flock.table = "id,x,y,vx,vy\n4,1,1,0,0\n";
    const auto refused = simulation.add_agents(flock);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message, "more.csv: id 4 is in the flock already");
    flock.table = "id,x,y,vx,vy\n400,1,1,0,0\n";
    EXPECT_TRUE(simulation.add_agents(flock));
    flock = FlockSpec{};
    flock.agents = 1;
    EXPECT_EQ(*simulation.add_agents(flock), 401U);
}

TEST(Flocks, that_join_later_are_seen_to_bring_free_ids_before_the_first_step) {
    const auto made = [](const std::string& in_between) {
        return Simulation::make(scenario_of("[[flock]]\nagents = 5\n" + in_between +
                                            "[[flock]]\nstep = 9\nstart = \"file\"\n"
                                            "table = \"\"\"\nid,x,y,vx,vy\n1,3,4,0,0\n77,3,4,0,0\n\"\"\"\n"),
                                {});
    };
    const auto refused = made("");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message, "the table of step 9: id 1 is in the flock already");
    auto simulation = made("[[remove]]\nstep = 8\nids = [1]\n");
    ASSERT_TRUE(simulation) << simulation.error().message;
    EXPECT_EQ(simulation->agents(), 5u);
    for (int i = 0; i < 9; ++i) simulation->step();
    EXPECT_EQ(simulation->snapshot().id, (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 77}));
}

TEST(Influences, can_be_added_changed_and_removed_while_it_runs) {
    Simulation simulation = simulate(scenario_of("[flock]\nagents = 5\n"));
    const auto index = simulation.add_influence(influence("wind"));
    ASSERT_TRUE(index);
    EXPECT_EQ(*index, 0U);
    simulation.step();
    InfluenceSpec food = influence("food", {3, 4, 0});
    EXPECT_TRUE(simulation.change_influence(0, food));
    EXPECT_EQ(simulation.influences()[0].type, "food");
    simulation.step();
    simulation.remove_influence(0);
    EXPECT_TRUE(simulation.influences().empty());
    simulation.remove_influence(0);  // there is none: nothing happens
    simulation.step();
    EXPECT_FALSE(simulation.change_influence(0, food));
    EXPECT_EQ(simulation.change_influence(2, food).error().message, "there is no influence 2");
    food.type = "foot";
    EXPECT_EQ(simulation.add_influence(food).error().message,
              "no influence is called \"foot\"; did you mean \"food\"?");
}

TEST(Influences, added_while_it_runs_act_as_if_they_had_been_there) {
    const Scenario bare = scenario_of("[flock]\nagents = 50\n");
    Scenario with = bare;
    with.influences = {influence("obstacle", {50, 50, 0})};
    Simulation a = simulate(with);
    Simulation b = simulate(bare);
    EXPECT_TRUE(b.add_influence(influence("obstacle", {50, 50, 0})));
    run(a, 10);
    run(b, 10);
    EXPECT_EQ(a.state_hash(), b.state_hash());
    Simulation c = simulate(bare);
    run(c, 10);
    EXPECT_NE(c.state_hash(), a.state_hash());
}

TEST(Parameters, can_be_changed_while_it_runs_within_their_range) {
    Simulation simulation = simulate(scenario_of("[flock]\nagents = 50\n"));
    simulation.step();
    EXPECT_TRUE(simulation.set_parameter("max_speed", 0.5));
    EXPECT_TRUE(simulation.set_parameter("cohesion_radius", 90));  // the grid is laid anew
    simulation.step();
    const Snapshot now = simulation.snapshot();
    for (std::size_t i = 0; i < now.agents(); ++i) {
        EXPECT_LE(std::hypot(now.velocity[2 * i], now.velocity[2 * i + 1]), 0.5 * (1 + 1e-6));
    }
    EXPECT_EQ(simulation.set_parameter("max_sped", 1).error().message,
              "boids has no parameter \"max_sped\"; did you mean \"max_speed\"?");
    EXPECT_EQ(simulation.set_parameter("view_angle", -1).error().message.substr(0, 42),
              "view_angle = -1 is outside 0 to 360 deg (w");
    EXPECT_EQ(simulation.set_parameter("view_angle", std::nan("")).error().message.substr(0, 72),
              "view_angle = nan is not a finite number; expected a number from 0 to 360");
    EXPECT_FALSE(simulation.set_parameter("self_count", 0.5));
    EXPECT_FALSE(simulation.set_parameter("coincident", 2));
}

TEST(Parameters, that_are_choices_can_be_set_by_name) {
    Simulation simulation = simulate(scenario_of(""));
    EXPECT_TRUE(simulation.set_parameter("separation_form", "mean_inverse"));
    Scenario s = scenario_of("");
    choose(s, "separation_form", "mean_inverse");
    EXPECT_EQ(simulation.scenario().model.values, s.model.values);
    EXPECT_EQ(simulation.set_parameter("separation_form", "mean_invers").error().message,
              "separation_form = \"mean_invers\" is not known; did you mean \"mean_inverse\"?");
    EXPECT_EQ(simulation.set_parameter("noise", "much").error().message, "noise is a number, not a choice by name");
    EXPECT_FALSE(simulation.set_parameter("separation_from", "mean_inverse"));
}

TEST(Observables, can_be_asked_for_by_name) {
    Simulation simulation = simulate(scenario_of("[observe]\nwhat = [\"mean_speed\", \"polarization\"]\n"));
    run(simulation, 5);
    const std::vector<double> values = simulation.observe();
    EXPECT_EQ(*simulation.observe("polarization"), values[1]);
    EXPECT_EQ(*simulation.observe("agents"), 100);
    EXPECT_EQ(simulation.observe("polarisation").error().message.substr(0, 46),
              "[observe] what[0] = \"polarisation\" is not know");
    EXPECT_FALSE(simulation.observe("none"));
}

TEST(Columns, are_the_agents_by_their_ids_without_a_copy) {
    for (const char* update : {"simultaneous", "sequential"}) {
        const Scenario s = scenario_of("dimensions = 3\nupdate = \"" + std::string(update) +
                                       "\"\n[[kind]]\nname = \"a\"\n[[kind]]\nname = \"b\"\n[[flock]]\nagents = 40\n"
                                       "[[flock]]\nkind = \"b\"\nagents = 20\n");
        Simulation simulation = simulate(s);
        run(simulation, 3);
        EXPECT_EQ(simulation.double_columns().agents(), 0U);
        const AgentColumns<float> now = simulation.float_columns();
        ASSERT_EQ(now.agents(), 60U);
        std::map<std::uint32_t, std::vector<double>> seen;
        for (std::size_t i = 0; i < now.agents(); ++i) {
            std::vector<double>& one = seen[now.id[i]];
            one.push_back(now.kind[i]);
            for (const auto& axis : now.position) one.push_back(axis[i]);
            for (const auto& axis : now.velocity) one.push_back(axis[i]);
        }
        EXPECT_EQ(seen, by_id(simulation.snapshot()));
    }
    Simulation flat = simulate(scenario_of("precision = \"double\"\n"));
    EXPECT_EQ(flat.float_columns().agents(), 0U);
    EXPECT_EQ(flat.double_columns().agents(), 100U);
    EXPECT_TRUE(flat.double_columns().position[2].empty());
    EXPECT_TRUE(flat.double_columns().kind.empty());
}

TEST(SetAgent, puts_one_where_it_is_told_and_nobody_else) {
    Simulation simulation = simulate(
        scenario_of("precision = \"double\"\n[[kind]]\nname = \"a\"\n[[kind]]\nname = \"b\"\n[flock]\nagents = 9\n"));
    run(simulation, 3);
    auto expected = by_id(simulation.snapshot());
    EXPECT_TRUE(simulation.set_agent({.id = 4, .kind = 1, .position = {130, 20, 0}, .velocity = {0, 2, 0}}));
    expected[4] = {1, 30, 20, 0, 2};  // brought into the world
    EXPECT_EQ(by_id(simulation.snapshot()), expected);
    run(simulation, 3);
    EXPECT_EQ(simulation.snapshot().kind[4], 1);
    EXPECT_EQ(simulation.set_agent({.id = 9}).error().message, "there is no agent 9");
    EXPECT_EQ(simulation.set_agent({.id = 1, .kind = 2}).error().message,
              "kind = 2 is outside 0 to 1 (index of a kind of the scenario)");
    EXPECT_EQ(simulation.set_agent({.id = 1, .velocity = {0, std::nan(""), 0}}).error().message,
              "velocity[1] is outside -1e+12 to 1e+12");
}

TEST(Parameters, changed_before_the_first_step_act_as_if_given) {
    Scenario s = scenario_of("[flock]\nagents = 80\n");
    Simulation changed = simulate(s);
    EXPECT_TRUE(changed.set_parameter("separation_radius", 40));
    parameter(s, "separation_radius") = 40;
    Simulation given = simulate(s);
    run(changed, 5);
    run(given, 5);
    EXPECT_EQ(changed.state_hash(), given.state_hash());
}

std::string made(const Scenario& scenario, const RunOptions& options = {}) {
    const auto simulation = Simulation::make(scenario, options);
    return simulation ? std::string("made") : simulation.error().message;
}

TEST(Make, checks_a_struct_as_a_text_is_checked) {
    const auto message = [](const auto& change) {
        Scenario s = scenario_of("");
        change(s);
        return made(s);
    };
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(message([](Scenario&) {}), "made");
    EXPECT_EQ(message([](Scenario& s) { s.model.name = "bods"; }),
              "[model] name = \"bods\" is not known; did you mean \"boids\"?");
    EXPECT_EQ(message([](Scenario& s) { s.model.values = {1}; }).substr(0, 29), "[model] has 1 value; expected");
    EXPECT_EQ(message([](Scenario& s) { parameter(s, "noise") = -1; }).substr(0, 42),
              "[model] noise = -1 is outside 0 to 1000000");
    EXPECT_EQ(message([](Scenario& s) { parameter(s, "self_count") = 0.5; }).substr(0, 54),
              "[model] self_count = 0.5 is a number with a fraction; ");
    EXPECT_EQ(message([](Scenario& s) { parameter(s, "cohesion_form") = 99; }).substr(0, 49),
              "[model] cohesion_form = 99 is none of its values;");
    EXPECT_EQ(message([](Scenario& s) { s.dimensions = 4; }), "dimensions = 4 is outside 2 to 3 (of space)");
    EXPECT_EQ(message([](Scenario& s) { s.dt = 0; }), "dt = 0 is outside 1e-12 to 1e+12 (time of one step)");
    EXPECT_EQ(message([](Scenario& s) { s.dt = kNan; }),
              "dt = nan is not a finite number; expected a number from 1e-12 to 1e+12 (time of one step)");
    EXPECT_EQ(message([](Scenario& s) { s.seed = std::uint64_t{1} << 63; }),
              "seed = 9223372036854775808 is outside 0 to 9223372036854775807 (of every random number)");
    EXPECT_EQ(message([](Scenario& s) { s.precision = static_cast<Precision>(7); }),
              "precision = 7 is none of its values; expected \"single\" or \"double\"");
    EXPECT_EQ(message([](Scenario& s) { s.world.upper[1] = s.world.lower[1]; }),
              "[world] size[1] = 0 is outside 1e-12 to 1e+12 (of the world)");
    EXPECT_EQ(message([](Scenario& s) { s.world.margin = kNan; }).substr(0, 41),
              "[world] margin = nan is not a finite numb");
    EXPECT_EQ(message([](Scenario& s) { s.flocks[0].agents = -3; }),
              "flock.0: [[flock]] agents = -3 is outside 0 to 4294967295 (how many)");
    EXPECT_EQ(message([](Scenario& s) { s.flocks[0].speed = kNan; }).substr(0, 46),
              "flock.0: [[flock]] speed = nan is not a finite");
    EXPECT_EQ(message([](Scenario& s) { s.flocks[0].kind = "agnet"; }),
              "flock.0: [[flock]] kind = \"agnet\" is not known; did you mean \"agent\"?");
    EXPECT_EQ(message([](Scenario& s) { s.flocks.push_back({.step = 5, .start = "unifrom"}); }),
              "flock.1: [[flock]] start = \"unifrom\" is not known; did you mean \"uniform\"?");
    EXPECT_EQ(message([](Scenario& s) { s.flocks[0].velocity = "rets"; }),
              "flock.0: [[flock]] velocity = \"rets\" is not known; did you mean \"rest\"?");
    EXPECT_EQ(message([](Scenario& s) {
                  s.kinds = {KindSpec{}, KindSpec{}};
              }),
              "kind.1: [[kind]] name = \"agent\" is there twice; every kind has its own");
    EXPECT_EQ(message([](Scenario& s) { s.removals = {RemovalSpec{}}; }),
              "remove.0: [[remove]] does not say who leaves; expected kind or ids");
    EXPECT_EQ(message([](Scenario& s) {
                  s.influences = {influence("wind"), InfluenceSpec{.type = "wnid"}};
              }),
              "influence 1: no influence is called \"wnid\"; did you mean \"wind\"?");
    EXPECT_EQ(message([](Scenario& s) {
                  s.influences = {influence("predator")};
                  s.influences[0].path = {{0, {1, 1, 0}}, {0, {2, 2, 0}}};
              }),
              "influence 0: [[predator]] path[1] has time 0; expected later than 0");
    EXPECT_EQ(message([](Scenario& s) { s.observe.what = {"polarisation"}; }),
              "[observe] what[0] = \"polarisation\" is not known; did you mean \"polarization\"?");
    EXPECT_EQ(message([](Scenario& s) { s.observe.every = 0; }).substr(0, 45),
              "[observe] every = 0 is outside 1 to 100000000");
    EXPECT_EQ(message([](Scenario& s) { s.movie.width = 641; }), "[movie] width = 641 is odd; expected an even number");
    EXPECT_EQ(made(scenario_of(""), {.simd = "mmx"}), "the instruction set \"mmx\" is not supported here");
}

TEST(Make, refuses_a_world_that_the_precision_cannot_resolve) {
    Scenario s = scenario_of("");
    s.world.lower = {1e9, 1e9, 0};
    s.world.upper = {1e9 + 10, 1e9 + 10, 10};
    EXPECT_EQ(
        made(s),
        "[world] size[0] = 10 is too small at that distance from 0: a coordinate in single precision has steps of "
        "64 there, and a side needs 256 of them; expected precision = \"double\" or an origin nearer to 0");
    s.precision = Precision::double_precision;
    EXPECT_EQ(made(s), "made");
}

TEST(Make, fills_in_what_is_left_out) {
    Scenario s;
    s.influences = {InfluenceSpec{.type = "wind"}};
    Simulation empty = simulate(s);
    EXPECT_EQ(empty.agents(), 0U);
    ASSERT_EQ(empty.scenario().kinds.size(), 1U);
    EXPECT_EQ(empty.scenario().kinds[0].name, "agent");
    EXPECT_EQ(empty.influences()[0].values, influence("wind").values);
    EXPECT_EQ(*empty.add_agents({.agents = 3, .kind = "agent"}), 0U);
    run(empty, 3);
    EXPECT_EQ(empty.agents(), 3U);
    // What is written has no flock either.
    EXPECT_EQ(scenario_of(write_scenario(simulate(s).scenario())).flocks.size(), 0U);
}

TEST(Make, refuses_a_flock_that_would_find_no_free_id) {
    Scenario s = scenario_of("");
    start_from(s, "id,x,y,vx,vy\n4294967295,1,1,0,0\n");
    EXPECT_EQ(made(s), "made");
    s.flocks.push_back({.step = 5, .agents = 3});
    EXPECT_EQ(made(s), "the flock of step 5: more agents than ids: at most 4294967295 in all");
}

TEST(Agents, that_join_leave_the_schedule_its_ids) {
    Scenario s = scenario_of(
        "[[flock]]\nagents = 5\n[[flock]]\nstep = 9\nstart = \"file\"\ntable = \"\"\"\n"
        "id,x,y,vx,vy\n77,3,4,0,0\n\"\"\"\n");
    Simulation simulation = simulate(s);
    EXPECT_EQ(*simulation.add_agents({.agents = 10}), 5U);
    EXPECT_EQ(simulation.add_agents({.agents = 100}).error().message,
              "the table of step 9: id 77 is in the flock already");
    EXPECT_EQ(simulation.agents(), 15U);
    run(simulation, 9);
    EXPECT_EQ(simulation.agents(), 16U);
    EXPECT_EQ(*simulation.add_agents({.agents = 100}), 78U);

    s.flocks[1] = {.step = 9, .agents = 7};
    Simulation counted = simulate(s);
    EXPECT_EQ(counted.ids_left(), 4294967295U - 12);
    FlockSpec last;
    last.start = "file";
    last.table = "id,x,y,vx,vy\n4294967290,3,4,0,0\n";
    EXPECT_EQ(counted.add_agents(last).error().message,
              "the flock of step 9: more agents than ids: at most 4294967295 in all");
}

TEST(Door, of_a_running_flock_checks_what_the_scenarios_checks) {
    Simulation simulation = simulate(scenario_of("[flock]\nagents = 5\n"));
    EXPECT_EQ(simulation.add_agents({.agents = -1}).error().message,
              "[[flock]] agents = -1 is outside 0 to 4294967295 (how many)");
    EXPECT_EQ(simulation.add_agents({.kind = "crow"}).error().message.substr(0, 35),
              "[[flock]] kind = \"crow\" is not know");
    EXPECT_EQ(simulation.add_kind({.name = "crow", .color = "red"}).error().message,
              "[[kind]] color = \"red\" is not a color; expected \"#rrggbb\"");
    EXPECT_EQ(simulation.add_kind({.name = "agent"}).error().message,
              "[[kind]] name = \"agent\" is there twice; every kind has its own");
    EXPECT_EQ(simulation.set_observe({.what = {"speed"}}).error().message.substr(0, 42),
              "[observe] what[0] = \"speed\" is not known; ");
    EXPECT_FALSE(simulation.set_observe({.every = 0}));
    InfluenceSpec predator = influence("predator");
    parameter(predator, "reach") = -1;
    const std::string range = "[[predator]] reach = -1 is outside 0 to 1000000 length (agents nearer than this flee)";
    EXPECT_EQ(simulation.add_influence(predator).error().message, range);
    ASSERT_TRUE(simulation.add_influence(influence("predator")));
    EXPECT_EQ(simulation.change_influence(0, predator).error().message, range);
    predator.values = {1};
    EXPECT_EQ(simulation.add_influence(predator).error().message,
              "[[predator]] has 1 value; expected 4, one for each parameter of predator");
    predator = influence("predator", {std::nan(""), 0, 0});
    EXPECT_FALSE(simulation.add_influence(predator));
    EXPECT_FALSE(simulation.push(0));  // its force is another for each agent
    EXPECT_FALSE(simulation.push(1));  // there is none
    ASSERT_TRUE(simulation.add_influence(influence("wind")));
    EXPECT_TRUE(simulation.push(1));
    EXPECT_EQ(simulation.agents(), 5U);
}

TEST(Predator, goes_round_the_edge_of_the_margin_once) {
    Scenario s = scenario_of("precision = \"double\"\n[world]\nsize = [100, 100]\nmargin = 20\n");
    start_from(s, "id,x,y,vx,vy\n0,-15,50,0,0\n");
    parameter(s, "max_speed") = 0;
    s.influences = {influence("predator", {110, 50, 0})};
    parameter(s.influences[0], "speed") = 6;
    parameter(s.influences[0], "reach") = 0;
    Simulation simulation = simulate(s);
    std::vector<double> places;
    for (int k = 0; k < 4; ++k) {
        simulation.step();
        places.push_back(simulation.influences()[0].position[0]);
    }
    EXPECT_EQ(places, (std::vector<double>{116, -18, -15, -15}));
}

TEST(Groups, are_by_the_new_distance_within_the_same_step) {
    Scenario s = scenario_of("");
    start_from(s, "id,x,y,vx,vy\n0,10,10,0,0\n1,14,10,0,0\n2,18,10,0,0\n");
    s.observe.what = {"groups"};
    s.observe.link_distance = 5;
    Simulation simulation = simulate(s);
    EXPECT_EQ(simulation.observe()[0], 1);
    s.observe.link_distance = 3;
    ASSERT_TRUE(simulation.set_observe(s.observe));
    EXPECT_EQ(simulation.observe()[0], 3);
    EXPECT_EQ(simulation.groups(), (Ids{0, 1, 2}));
}

TEST(Make, says_which_engine_it_runs_on) {
    Scenario s = scenario_of("");
    EXPECT_EQ(simulate(s).instruction_set(), instruction_sets().front());
    EXPECT_EQ(simulate(s).remark(), "");
    EXPECT_EQ(simulate(s, {.simd = "scalar"}).instruction_set(), "scalar");
    s.update = Update::sequential;
    EXPECT_EQ(simulate(s).instruction_set(), "reference");
    EXPECT_FALSE(simulate(s).remark().empty());
}

TEST(Make, takes_a_set_of_double_precision_for_double_precision) {
    Scenario s = scenario_of("");
    s.precision = Precision::double_precision;
    const std::vector<std::string> sets = instruction_sets();
    for (std::size_t k = 0; k < sets.size(); ++k) {  // avx512full, where it is, has single precision only
        const bool next = sets[k] == "avx512full";
        ASSERT_LT(k + next, sets.size());
        EXPECT_EQ(simulate(s, {.simd = sets[k]}).instruction_set(), sets[k + next]);
    }
}

TEST(Inspect, tells_the_total_that_moves_the_agent) {
    Scenario s = scenario_of("seed = 3\nprecision = \"double\"\n[world]\nsize = [60, 60]\n[flock]\nagents = 60\n");
    s.influences = {influence("obstacle", {30, 30, 0})};
    choose(s, "speed_limit", "none");
    parameter(s, "noise") = 0.1;
    Simulation simulation = simulate(s);
    run(simulation, 3);
    const Snapshot before = simulation.snapshot();
    std::vector<Inspection> seen;
    for (const std::uint32_t id : before.id) seen.push_back(*simulation.inspect(id));
    simulation.step();
    const Snapshot after = simulation.snapshot();
    for (std::size_t i = 0; i < after.agents(); ++i) {
        ASSERT_EQ(seen[i].rules.back().name, "total");
        for (std::size_t a = 0; a < 2; ++a) {
            EXPECT_NEAR(after.velocity[2 * i + a] - before.velocity[2 * i + a], seen[i].rules.back().vector[a], 1e-12);
            EXPECT_EQ(seen[i].position[a], before.position[2 * i + a]);
        }
    }
    EXPECT_FALSE(simulation.inspect(60));
    EXPECT_EQ(simulation.inspect(60).error().message, "there is no agent 60");
}

TEST(Inspect, names_the_neighbors_within_the_radius_and_the_view) {
    Scenario s = scenario_of("precision = \"double\"\n");
    for (const char* rule : {"separation", "alignment", "cohesion"}) parameter(s, std::string(rule) + "_radius") = 10;
    parameter(s, "view_angle") = 180;
    start_from(s, "id,x,y,vx,vy\n7,50,50,1,0\n1,55,50,0,0\n2,45,50,0,0\n3,61,50,0,0\n4,52,59,0,0\n");
    const Inspection seen = *simulate(s).inspect(7);
    EXPECT_EQ(seen.neighbors, (Ids{1, 4}));
    EXPECT_EQ(seen.perception_radius, 10);
    EXPECT_EQ(seen.separation_radius, 10);
    EXPECT_EQ(seen.view_angle, 180);
}

TEST(StateBytes, are_at_most_48_an_agent) {
    Scenario s = scenario_of("[world]\nsize = [400, 400]\n[flock]\nagents = 100000\n");
    parameter(s, "separation_radius") = 2;
    parameter(s, "alignment_radius") = parameter(s, "cohesion_radius") = 4;
    Simulation simulation = simulate(s);
    simulation.step();
    EXPECT_LE(simulation.state_bytes(), 48U * 100000U);
}

}  // namespace
}  // namespace dunlin::test
