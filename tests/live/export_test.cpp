// SPDX-License-Identifier: Apache-2.0
// What was exported runs to the same bits, whatever came, went and was taken back before.
#include "dunlin/describe.hpp"
#include "dunlin/live.hpp"
#include "live/session_help.hpp"
#include "support/dice.hpp"

namespace dunlin {
namespace {

using test::ask;
using test::Dice;
using test::flock_of;
using test::good;
using test::json;
using test::refusal;
using test::session_of;

/// A small world whose own flocks come and go while it is steered.
std::string random_scenario(Dice& dice) {
    const bool solid = dice.chance(0.3);
    std::string text = "seed = " + std::to_string(dice.below(1000)) + "\n";
    if (solid) text += "dimensions = 3\n";
    if (dice.chance(0.3)) text += "precision = \"double\"\n";
    text +=
        std::string("update = \"") + dice.pick({"simultaneous", "simultaneous", "sequential", "two-phase"}) + "\"\n";
    text += std::string("[world]\nsize = ") + (solid ? "[60, 40, 50]" : "[60, 40]") +
            "\norigin = " + (solid ? "[-3, 1, 0]" : "[-3, 1]") + "\nboundary = \"" +
            dice.pick({"periodic", "reflecting", "open"}) + "\"\nwrap = \"" + dice.pick({"modulo", "once", "edge"}) +
            "\"\nwrap_time = \"" + dice.pick({"after_move", "before_move"}) +
            "\"\nmargin = " + std::to_string(dice.below(3)) + "\n";
    text +=
        "[model]\nname = \"boids\"\nseparation_radius = 4\nalignment_radius = 9\ncohesion_radius = 9\nnoise = 0.1\n";
    text += "[[kind]]\nname = \"a\"\n";
    if (dice.chance(0.3)) text += "model = { max_speed = 3, alignment_weight = 0 }\n";
    text += "[[kind]]\nname = \"b \\\"c\\\"\"\n";
    if (dice.chance(0.3)) text += "[[kind.toward]]\nkind = \"a\"\ncohesion_weight = 0\nseparation_radius = 8\n";
    text += "[[flock]]\nagents = 20\n";
    const auto at = [&] {
        return "step = " + std::to_string(dice.below(6)) + "\norder = " + std::to_string(dice.below(3)) + '\n';
    };
    for (int k = dice.below(4); k > 0; --k) {
        text += "[[flock]]\n" + at() + "agents = " + std::to_string(1 + dice.below(9)) + "\nkind = '" +
                dice.pick({"a", "b \"c\""}) + "'\n";
    }
    for (int k = dice.below(3); k > 0; --k) {
        text += "[[remove]]\n" + at() + (dice.chance(0.3) ? "kind = \"a\"\n" : "") + "ids = [2, 7, 21, 23]\n";
    }
    if (dice.chance(0.5)) text += "[[predator]]\nreach = 10\nspeed = 1\n";
    return text;
}

json random_message(Dice& dice) {
    const json place = {dice.number(-3, 57), dice.number(1, 41), dice.number(0, 50)};
    const int what = dice.below(12);
    if (what < 3) {
        json spawn = {{"type", "spawn"}, {"agents", 1 + dice.below(12)}, {"position", place}};
        if (dice.chance(0.5)) spawn["radius"] = dice.number(0, 5);
        if (dice.chance(0.5)) spawn["kind"] = {{"name", dice.pick({"b \"c\"", "new", "other"})}};
        return spawn;
    }
    if (what < 6) return {{"type", "erase"}, {"position", place}, {"radius", dice.number(0, 15)}};
    if (what < 9) return {{"type", "undo"}};
    if (what < 10 && dice.chance(0.3)) return {{"type", "clear"}, {"what", "agents"}};
    return {{"type", "step"}, {"steps", 1 + dice.below(3)}};
}

/// The exported text, run to the step that the session has come to.
Simulation run_again(Session& session) {
    const std::string text = good(session, {{"type", "export"}})["text"];
    auto scenario = read_scenario(text, "exported.toml");
    EXPECT_TRUE(scenario) << (scenario ? "" : scenario.error().message);
    EXPECT_EQ(write_scenario(*scenario), text);
    auto again = Simulation::make(*scenario);
    EXPECT_TRUE(again) << (again ? "" : again.error().message);
    while (again->steps_done() < session.simulation().steps_done()) again->step();
    return std::move(again).value();
}

TEST(Export, OfAnySpawningErasingAndUndoingRunsToTheSameBits) {
    for (int seed = 0; seed < 200; ++seed) {
        Dice dice(static_cast<std::uint64_t>(seed));
        Session session = session_of(random_scenario(dice));
        std::string told;
        // No placed influence is erased: it would never have been there.
        for (int k = 3 + dice.below(25); k > 0; --k) {
            const json message = random_message(dice);
            if (message["type"] == "undo" && flock_of(session)["undo"] == 0) continue;
            if (message["type"] == "erase" && flock_of(session)["influences"].size() > 0) continue;
            good(session, message);
            told += message.dump() + '\n';
        }
        Simulation again = run_again(session);
        for (int more : {0, 1, 3}) {
            for (int k = 0; k < more; ++k) again.step();
            if (more > 0) good(session, {{"type", "step"}, {"steps", more}});
            ASSERT_EQ(again.snapshot().id, session.simulation().snapshot().id) << "seed " << seed << '\n' << told;
            ASSERT_EQ(again.state_hash(), session.simulation().state_hash())
                << "seed " << seed << ", " << more << " more\n"
                << told;
        }
        // And what is exported of the export is the same.
        Session other = session_of(good(session, {{"type", "export"}})["text"]);
        good(other, {{"type", "step"}, {"steps", session.simulation().steps_done()}});
        ASSERT_EQ(other.simulation().state_hash(), session.simulation().state_hash()) << "seed " << seed;
        good(other, {{"type", "spawn"}, {"agents", 3}, {"position", {1, 2}}});
        ASSERT_EQ(run_again(other).state_hash(), other.simulation().state_hash()) << "seed " << seed;
    }
}

TEST(Export, KeepsWhatKindsSayOfTheirParameters) {
    const std::string kinds =
        "[[kind]]\nname = \"herring\"\n[[kind.toward]]\nkind = \"cod\"\nseparation_radius = 60\n"
        "[[kind]]\nname = \"cod\"\nmodel = { max_speed = 3 }\n";
    Session session = session_of(kinds);
    good(session, {{"type", "set"}, {"name", "max_speed"}, {"value", 1.5}});
    good(session, {{"type", "spawn"}, {"agents", 3}, {"position", {1, 2}}, {"kind", {{"name", "cod"}}}});
    const std::string text = good(session, {{"type", "export"}})["text"];
    const auto exported = read_scenario(text, "exported.toml");
    ASSERT_TRUE(exported) << exported.error().message;
    ASSERT_EQ(exported->kinds.size(), 2U);
    ASSERT_EQ(exported->kinds[0].toward.size(), 1U);
    EXPECT_EQ(exported->kinds[0].toward[0].kind, "cod");
    ASSERT_EQ(exported->kinds[0].toward[0].parameters.size(), 1U);
    EXPECT_EQ(exported->kinds[0].toward[0].parameters[0].value, 60);
    ASSERT_EQ(exported->kinds[1].parameters.size(), 1U);
    EXPECT_EQ(exported->kinds[1].parameters[0].name, "max_speed");
    EXPECT_EQ(exported->kinds[1].parameters[0].value, 3);
}

TEST(Export, OfAnotherModelHasNothingOfWhatKindsSaidOfTheOldOne) {
    Session session = session_of(
        "[[kind]]\nname = \"herring\"\nmodel = { cohesion_weight = 2 }\n[[kind.toward]]\nkind = "
        "\"cod\"\n[[kind]]\nname = "
        "\"cod\"\n");
    ASSERT_GE(models().size(), 2U);
    good(session, {{"type", "change"}, {"set", {"model.name=" + models().back().name}}});
    const auto exported = read_scenario(std::string(good(session, {{"type", "export"}})["text"]), "exported.toml");
    ASSERT_TRUE(exported) << exported.error().message;
    EXPECT_EQ(exported->model.name, models().back().name);
    ASSERT_EQ(exported->kinds.size(), 2U);
    EXPECT_TRUE(exported->kinds[0].parameters.empty());
    EXPECT_TRUE(exported->kinds[0].toward.empty());
}

TEST(Export, OfWhatWasTakenBackAtOnceIsAsIfNothingHadBeen) {
    Session session = session_of("[flock]\nagents = 200\n");
    good(session, {{"type", "step"}, {"steps", 3}});
    const std::string before = good(session, {{"type", "export"}})["text"];
    good(session, {{"type", "erase"}, {"position", {50, 50}}, {"radius", 30}});
    good(session, {{"type", "erase"}, {"position", {20, 20}}, {"radius", 30}});
    EXPECT_NE(good(session, {{"type", "export"}})["text"], before);
    good(session, {{"type", "undo"}});
    good(session, {{"type", "undo"}});
    EXPECT_EQ(good(session, {{"type", "export"}})["text"], before);
}

TEST(Export, IsRefusedInWordsWhenTooMuchCameAndWent) {
    Session session = session_of("[flock]\nagents = 1\n");
    bool refused = false;
    for (int k = 0; k < 30'000 && !refused; ++k) {
        good(session, {{"type", "spawn"}, {"agents", 1}, {"position", {5, 5}}});
        good(session, {{"type", "undo"}});
        if (k % 1000 == 0) refused = ask(session, {{"type", "export"}}).contains("error");
    }
    EXPECT_NE(refusal(session, {{"type", "export"}}).find("reset"), std::string::npos);
    good(session, {{"type", "reset"}});
    good(session, {{"type", "export"}});
}

}  // namespace
}  // namespace dunlin
