// SPDX-License-Identifier: Apache-2.0
// What a running simulation promises: agents join and leave and the others keep their ids, influences and parameters
// may change, wrong wishes are refused, `inspect` tells how the agent steers.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
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
    EXPECT_EQ(simulation.add_influence(food).error().message, "no influence is called \"foot\"");
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
    EXPECT_EQ(simulation.set_parameter("max_sped", 1).error().message, "boids has no parameter \"max_sped\"");
    EXPECT_EQ(simulation.set_parameter("max_speed", -1).error().message, "max_speed is outside its range");
    EXPECT_EQ(simulation.set_parameter("max_speed", std::nan("")).error().message, "max_speed is outside its range");
    EXPECT_FALSE(simulation.set_parameter("self_count", 0.5));
    EXPECT_FALSE(simulation.set_parameter("coincident", 2));
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

TEST(Make, refuses_what_does_not_fit) {
    const auto message = [](const auto& change, const RunOptions& options = {}) {
        Scenario s = scenario_of("");
        change(s);
        const auto made = Simulation::make(s, options);
        return made ? std::string("made") : made.error().message;
    };
    EXPECT_EQ(message([](Scenario&) {}), "made");
    EXPECT_EQ(message([](Scenario& s) { s.model.name = "bods"; }), "no model is called \"bods\"");
    EXPECT_EQ(message([](Scenario& s) { s.model.values = {1}; }), "wrong number of model parameters");
    EXPECT_EQ(message([](Scenario& s) { s.dimensions = 4; }), "dimensions must be 2 or 3");
    EXPECT_EQ(message([](Scenario& s) { s.dt = 0; }), "dt must be positive");
    EXPECT_EQ(message([](Scenario& s) { s.world.upper[1] = s.world.lower[1]; }), "the world is empty");
    EXPECT_EQ(message([](Scenario& s) { s.flocks[0].start = "nowhere"; }), "no start condition is called \"nowhere\"");
    EXPECT_EQ(message([](Scenario& s) { s.flocks[0].velocity = "none"; }), "no start velocity is called \"none\"");
    EXPECT_EQ(message([](Scenario&) {}, {.simd = "mmx"}), "this machine does not have the instruction set \"mmx\"");
    EXPECT_EQ(message([](Scenario& s) { s.influences = {InfluenceSpec{}}; }), "no influence is called \"\"");
    EXPECT_EQ(message([](Scenario& s) {
                  s.flocks[0].step = 5;
                  s.flocks[0].start = "nowhere";
              }),
              "no start condition is called \"nowhere\"");
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
