// SPDX-License-Identifier: Apache-2.0
// What a page may say to a flock, and what it gets back.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <iomanip>
#include <sstream>

#include "dunlin/describe.hpp"
#include "dunlin/live.hpp"
#include "live/messages.hpp"
#include "live/session_help.hpp"
#include "support/dice.hpp"

namespace dunlin {
namespace {

using nlohmann::json;
using test::ask;
using test::flock_of;
using test::good;
using test::hash_of;
using test::refusal;
using test::session_of;

constexpr const char* kSmall = R"(
seed = 5
[world]
size = [200, 100]
[flock]
agents = 60
[model]
name = "boids"
separation_radius = 8
alignment_radius = 20
cohesion_radius = 20
[[obstacle]]
position = [150, 50]
radius = 10
)";

struct Frame {
    std::vector<std::uint8_t> bytes;
    template <class T>
    T at(std::size_t place) const {
        T value;
        std::memcpy(&value, bytes.data() + place, sizeof value);
        return value;
    }
};
Frame frame_of(Session& session) {
    Frame frame;
    session.frame(frame.bytes);
    return frame;
}

TEST(Session, EveryMessageHasAReplyWithItsNumber) {
    for (const std::string& message : test::good_messages()) {
        Session session = session_of(kSmall);
        const json reply = json::parse(session.handle(message));
        EXPECT_EQ(reply["type"], "reply");
        EXPECT_EQ(reply["id"], json::parse(message)["id"]) << message;
        EXPECT_FALSE(reply.contains("error")) << message << " -> " << reply;
        EXPECT_TRUE(json::accept(session.take_events()));
    }
}

TEST(Session, DescribesTheEngineByItsOwnTables) {
    Session session = session_of(kSmall);
    const json schema = good(session, {{"type", "hello"}})["schema"];
    ASSERT_EQ(schema["models"].size(), models().size());
    for (std::size_t m = 0; m < models().size(); ++m) {
        EXPECT_EQ(schema["models"][m]["parameters"].size(), models()[m].parameters.size());
        EXPECT_EQ(schema["models"][m]["rules"].size(), models()[m].rules.size());
    }
    EXPECT_EQ(schema["influences"].size(), influences().size());
    EXPECT_EQ(schema["observables"].size(), observables().size());
    EXPECT_EQ(schema["scenarios"].size(), builtin_scenarios().size());
    for (const json& scenario : schema["scenarios"]) {
        const std::string title = scenario["title"];
        EXPECT_NE(title, "") << scenario["name"];
        EXPECT_EQ(title.find('\\'), std::string::npos) << title;
    }
    EXPECT_EQ(schema["most_agents"], 10'000);
}

TEST(Session, AllBuiltinScenariosLoadButTheLargest) {
    Session session = session_of(kSmall);
    for (const BuiltinScenario& scenario : builtin_scenarios()) {
        const json reply = ask(session, {{"type", "load"}, {"scenario", scenario.name}});
        const bool large = std::string(scenario.name).rfind("million", 0) == 0;
        EXPECT_EQ(reply.contains("error"), large) << reply;
        if (large) continue;
        EXPECT_EQ(flock_of(session)["name"], scenario.name);
    }
}

TEST(Session, ARefusedMessageChangesNothing) {
    const std::vector<std::pair<json, std::string>> wrong = {
        {{{"type", "sett"}}, "did you mean \"set\""},
        {{{"type", "set"}, {"name", "separation_wieght"}, {"value", 1}}, "did you mean \"separation_weight\""},
        {{{"type", "set"}, {"name", "separation_weight"}, {"value", 1e9}}, "outside its range"},
        {{{"type", "set"}, {"name", "separation_weight"}, {"value", "much"}}, "is not a number"},
        {{{"type", "set"}, {"name", "separation_form"}, {"value", "stear"}}, "did you mean \"steer\""},
        {{{"type", "set"}, {"name", "separation_weight"}}, "\"value\""},
        {{{"type", "load"}, {"scenario", "murmurations"}}, "did you mean \"murmuration\""},
        {{{"type", "load"}, {"text", "[flock]\nagentz = 5"}, {"name", "my.toml"}}, "my.toml:2"},
        {{{"type", "load"}, {"text", "[flock]\nagents = 10001"}}, "at most 10000"},
        {{{"type", "load"}, {"text", "[flock]\nstart = \"file\"\nfile = \"a.csv\""}}, "a.csv"},
        {{{"type", "change"}, {"set", {"world.boundary=opn"}}}, "opn"},
        {{{"type", "change"}, {"set", {"model.name=boidz"}}}, "boids"},
        {{{"type", "agents"}, {"count", 10'001}}, "outside its range"},
        {{{"type", "agents"}, {"count", 1.5}}, "not a whole number"},
        {{{"type", "speed"}, {"factor", 0}}, "outside its range"},
        {{{"type", "rule"}, {"name", "separatio"}, {"on", false}}, "separation"},
        {{{"type", "place"}, {"influence", "obstical"}, {"position", {1, 2}}}, "expected \"food\", \"obstacle\""},
        {{{"type", "place"}, {"influence", "obstacle"}, {"position", {1, "x"}}}, "coordinate"},
        {{{"type", "place"}, {"influence", "obstacle"}, {"position", {1, 2}}, {"values", {{"radius", -1}}}}, "range"},
        {{{"type", "place"}, {"influence", "predator"}, {"position", {1, 2}}, {"path", {{1, 2, 3}, {0, 2, 3}}}},
         "path"},
        {{{"type", "move"}, {"index", 1}, {"position", {1, 2}}}, "no influence 1"},
        {{{"type", "spawn"}, {"agents", 9'990}, {"position", {1, 2}}}, "more agents"},
        {{{"type", "spawn"}, {"agents", 5}, {"position", {1, 2}}, {"kind", {{"name", "x"}, {"shape", "bea"}}}}, "bee"},
        {{{"type", "spawn"}, {"agents", 5}, {"position", {1, 2}}, {"kind", {{"name", "x"}, {"color", "red"}}}},
         "#rrggbb"},
        {{{"type", "spawn"}, {"agents", 5}, {"position", {1, 2}}, {"kind", {{"name", "x"}, {"size", "big"}}}},
         "size is not a number"},
        {{{"type", "spawn"}, {"agents", 5}, {"position", {1, 2}}, {"kind", {{"name", "x"}, {"size", 101}}}}, "range"},
        {{{"type", "spawn"}, {"agents", 5}, {"position", {1, 2}}, {"kind", {{"name", "x"}, {"color", 7}}}},
         "color is not a text"},
        {{{"type", "spawn"}, {"agents", 5}, {"position", {1, 2}}, {"kind", {{"name", "x"}, {"hue", 7}}}}, "hue"},
        {{{"type", "spawn"}, {"agents", 5}, {"position", {1, 2}}, {"kind", {{"size", 2}}}}, "no name"},
        {{{"type", "follow"}, {"agent", 60}}, "no agent 60"},
        {{{"type", "color"}, {"by", "taste"}}, "neighbors"},
        {{{"type", "observe"}, {"what", {"polarisation"}}, {"every", 1}}, "polarization"},
        {{{"type", "trajectory"}, {"steps", 1'000'000}, {"every", 1}}, "rows"},
        {{{"type", "hold"}, {"hand", "hawk"}, {"position", {1, 2}}}, "hawk"},
        {{{"tpye", "hello"}}, "no \"type\""},
    };
    Session session = session_of(kSmall);
    session.take_events();
    const std::string before = hash_of(session);
    const json flock = flock_of(session);
    for (const auto& [message, words] : wrong) {
        EXPECT_NE(refusal(session, message).find(words), std::string::npos) << refusal(session, message);
        EXPECT_EQ(hash_of(session), before) << message;
        EXPECT_EQ(flock_of(session), flock) << message;
    }
    for (const char* text :
         {"", "hello", "[]", "{\"type\":", "{\"type\":\"hello\"} x", "\xff\xfe", "{\"type\":\"\xc3\"}"}) {
        EXPECT_TRUE(json::parse(session.handle(text)).contains("error")) << text;
    }
    EXPECT_EQ(session.take_events(), "[]");
}

TEST(Session, HostileTextsAreRefusedOrHandledNeverFatal) {
    test::Dice dice(2026);
    const auto below = [&](std::size_t n) { return static_cast<std::size_t>(dice.below(static_cast<int>(n))); };
    const std::vector<std::string> seeds = test::good_messages();
    Session session = session_of(kSmall, 300);
    int handled = 0;
    for (int round = 0; round < 20'000; ++round) {
        std::string text = seeds[below(seeds.size())];
        if (text.find("trajectory") != std::string::npos || text.find("\"step\"") != std::string::npos) continue;
        const std::size_t changes = 1 + below(4);
        for (std::size_t k = 0; k < changes && !text.empty(); ++k) {
            const std::size_t at = below(text.size());
            switch (dice.below(5)) {
                case 0: text[at] = static_cast<char>(dice.below(256)); break;
                case 1: text.erase(at, 1 + below(8)); break;
                case 2: text.insert(at, text.substr(below(text.size()), below(20))); break;
                case 3: text.insert(at, "999999999"); break;
                default: text.insert(at, "[[[[{"); break;
            }
        }
        const json reply = json::parse(session.handle(text));
        ASSERT_EQ(reply["type"], "reply");
        handled += !reply.contains("error");
        ASSERT_LE(session.simulation().agents(), 300u);
        if (round % 100 == 0) {
            frame_of(session);
            ASSERT_TRUE(json::accept(session.take_events()));
        }
    }
    EXPECT_GT(handled, 100) << "the changes should leave some messages good";
}

TEST(Session, DeepNestingIsNoRecursion) {
    Session session = session_of(kSmall);
    const std::string deep(60'000, '[');
    EXPECT_TRUE(json::parse(session.handle(deep)).contains("error"));
    EXPECT_TRUE(json::parse(session.handle("{\"type\":\"hello\",\"x\":" + deep + std::string(60'000, ']') + '}'))
                    .contains("id"));
}

TEST(Session, AFrameHoldsTheAgentsWhereTheyAre) {
    for (const char* dimension : {"2", "3"}) {
        Session session = session_of(std::string("dimensions = ") + dimension + "\nseed = 3\n[flock]\nagents = 500\n");
        good(session, {{"type", "step"}, {"steps", 20}});
        const Snapshot snapshot = session.simulation().snapshot();
        const Frame frame = frame_of(session);
        const auto axes = static_cast<std::size_t>(snapshot.dimensions);
        ASSERT_EQ(frame.at<std::uint32_t>(0), 0x464e4c44u);
        EXPECT_EQ(frame.at<std::uint8_t>(6), axes);
        ASSERT_EQ(frame.at<std::uint32_t>(8), 500u);
        EXPECT_EQ(frame.at<double>(16), 20);
        const std::size_t bytes = axes == 2 ? 6 : 8;
        ASSERT_EQ(frame.bytes.size(), 96 + 500 * bytes);

        // Every agent of the snapshot is in the frame once: sorted along x, places agree to a step of the raster.
        std::vector<std::array<double, 3>> packed, exact;
        for (std::size_t i = 0; i < 500; ++i) {
            std::array<double, 3> place{}, wanted{};
            for (std::size_t a = 0; a < axes; ++a) {
                const double lower = frame.at<float>(32 + 4 * a);
                const double upper = frame.at<float>(44 + 4 * a);
                place[a] = lower + (upper - lower) * frame.at<std::uint16_t>(96 + i * bytes + 2 * a) / 65535.0;
                wanted[a] = snapshot.position[i * axes + a];
            }
            packed.push_back(place);
            exact.push_back(wanted);
        }
        for (const auto& place : packed) {
            const bool there = std::any_of(exact.begin(), exact.end(), [&](const auto& one) {
                double most = 0;
                for (std::size_t a = 0; a < 3; ++a) most = std::max(most, std::abs(one[a] - place[a]));
                return most < 100.0 / 65535;
            });
            ASSERT_TRUE(there);
        }
    }
}

TEST(Session, AFrameTellsWhatWindAddsToEveryAgentNow) {
    Session session = session_of(kSmall);
    good(session, {{"type", "place"},
                   {"influence", "wind"},
                   {"position", {20, 20}},
                   {"values", {{"x", 2}, {"y", 3}, {"z", 0}, {"x_time", 1}, {"y_time", 2}}}});
    good(session, {{"type", "step"}, {"steps", 5}});
    const Frame frame = frame_of(session);
    EXPECT_EQ(frame.at<std::uint8_t>(7) & 8, 8);
    const auto influences = frame.at<std::uint32_t>(12);
    ASSERT_GT(influences, 1u);
    const std::size_t at = frame.bytes.size() - 12 * std::size_t{influences};
    const double time = frame.at<double>(24);
    ASSERT_GT(time, 0);
    for (std::size_t a = 0; a < 3; ++a) EXPECT_EQ(frame.at<float>(at + 4 * a), 0) << "an obstacle pushes whom it meets";
    const std::size_t wind = frame.bytes.size() - 12;
    EXPECT_NEAR(frame.at<float>(wind), 2 * std::sin(time), 1e-6);
    EXPECT_NEAR(frame.at<float>(wind + 4), 3 * std::cos(time / 2), 1e-6);
    EXPECT_EQ(frame.at<float>(wind + 8), 0);
}

TEST(Session, AFrameCarriesKindsColorsAndInfluencesWhenThereAreAny) {
    Session session = session_of(kSmall);
    good(session,
         {{"type", "spawn"}, {"agents", 7}, {"position", {20, 20}}, {"kind", {{"name", "bees"}, {"shape", "bee"}}}});
    good(session, {{"type", "color"}, {"by", "neighbors"}});
    good(session, {{"type", "set"}, {"name", "cohesion_radius"}, {"value", 120}});
    good(session, {{"type", "follow"}, {"agent", 3}});
    const Frame frame = frame_of(session);
    EXPECT_EQ(frame.at<std::uint8_t>(7), 1 | 2 | 4);
    const std::size_t n = 67;
    const std::size_t filled = (n + 3) / 4 * 4;
    const std::size_t body = (6 * n + 3) / 4 * 4;
    ASSERT_EQ(frame.bytes.size(), 96 + body + 2 * filled + 12);
    std::size_t bees = 0;
    for (std::size_t i = 0; i < n; ++i) bees += frame.bytes[96 + body + i];
    EXPECT_EQ(bees, 7u);
    EXPECT_EQ(frame.at<float>(96 + body + 2 * filled), 150);
    ASSERT_LT(frame.at<std::uint32_t>(68), n);
    const json events = json::parse(session.frame_events());
    ASSERT_EQ(events.size(), 1u);
    const json& inspection = events.back();
    ASSERT_EQ(inspection["type"], "inspection");
    EXPECT_EQ(inspection["id"], 3);
    EXPECT_EQ(inspection["neighbors"].size(), inspection["neighbor_count"]);
    EXPECT_EQ(inspection["kind"], 0);
    for (const json& neighbor : inspection["neighbors"]) EXPECT_EQ(neighbor["kind"], neighbor["id"] < 60 ? 0 : 1);
    // The followed agent of the frame is where the inspection says.
    const std::size_t at = 96 + 6 * frame.at<std::uint32_t>(68);
    EXPECT_NEAR(frame.at<std::uint16_t>(at) / 65535.0 * 200, inspection["position"][0].get<double>(), 0.01);
}

TEST(Session, WhatBelongsToAFrameGoesWithIt) {
    Session session = session_of(kSmall);
    EXPECT_EQ(session.frame_events(), "[]");
    good(session, {{"type", "follow"}, {"agent", 3}});
    good(session, {{"type", "vectors"}, {"on", true}});
    for (int round = 0; round < 3; ++round) {
        good(session, {{"type", "step"}, {"steps", 1}});
        frame_of(session);
        for (const json& event : json::parse(session.take_events())) {
            EXPECT_TRUE(event["type"] == "flock" || event["type"] == "sample") << event;
        }
        const json events = json::parse(session.frame_events());
        ASSERT_EQ(events.size(), 2u) << "those of earlier frames are gone";
        EXPECT_EQ(events[0]["type"], "inspection");
        EXPECT_EQ(events[1]["type"], "vectors");
        EXPECT_EQ(events[1]["step"], round + 1);
        EXPECT_EQ(json::parse(session.frame_events()), events);
    }
    good(session, {{"type", "follow"}, {"agent", -1}});
    good(session, {{"type", "vectors"}, {"on", false}});
    frame_of(session);
    EXPECT_EQ(session.frame_events(), "[]");
}

TEST(Session, PacesItselfByTheClockItIsGiven) {
    Session session = session_of(kSmall);
    good(session, {{"type", "speed"}, {"factor", 2}});  // 120 steps a second
    double now = 100;
    for (int tick = 0; tick < 1000; ++tick) {
        now += 0.001;
        while (session.advance(now)) session.took(0.0001);
    }
    EXPECT_NEAR(static_cast<double>(session.simulation().steps_done()), 120, 2);
    good(session, {{"type", "play"}, {"on", false}});
    EXPECT_FALSE(session.advance(now + 10));
    EXPECT_EQ(session.seconds_until_due(now + 10), 1);
    good(session, {{"type", "play"}, {"on", true}});
    const std::int64_t before = session.simulation().steps_done();
    while (session.advance(now + 20)) session.took(0.0001);
    EXPECT_LE(session.simulation().steps_done() - before, 14) << "a pause is not made up for";
}

TEST(Session, AFlatWorldGetsADepthAndLosesIt) {
    int changed = 0;
    for (const BuiltinScenario& one : builtin_scenarios()) {
        Session session = session_of(kSmall);
        if (ask(session, {{"type", "load"}, {"scenario", one.name}}).contains("error")) continue;
        const json before = flock_of(session);
        const json reply = ask(session, {{"type", "change"}, {"set", {"dimensions=3"}}});
        if (reply.contains("error")) {  // a start or an update that is for flat worlds alone is told so
            EXPECT_EQ(reply["error"].get<std::string>().find("numbers; expected"), std::string::npos) << one.name;
            EXPECT_EQ(reply["error"].get<std::string>().find("size"), std::string::npos) << one.name;
            continue;
        }
        const json now = flock_of(session);
        const json& world = now["world"];
        EXPECT_EQ(now["dimensions"], 3) << one.name;
        for (std::size_t axis : {0U, 1U}) {
            EXPECT_EQ(world["lower"][axis], before["world"]["lower"][axis]) << one.name;
            EXPECT_EQ(world["upper"][axis], before["world"]["upper"][axis]) << one.name;
        }
        EXPECT_GT(world["upper"][2], world["lower"][2]) << one.name;
        good(session, {{"type", "step"}, {"steps", 2}});
        good(session, {{"type", "change"}, {"set", {"dimensions=2"}}});
        EXPECT_EQ(flock_of(session)["world"], before["world"]) << one.name;
        ++changed;
    }
    EXPECT_GT(changed, 10);
}

TEST(Session, UndoTakesBackEachChange) {
    const std::vector<json> changes = {
        {{"type", "set"}, {"name", "cohesion_weight"}, {"value", 3}},
        {{"type", "rule"}, {"name", "all"}, {"on", false}},
        {{"type", "place"}, {"influence", "food"}, {"position", {10, 10}}},
        {{"type", "move"}, {"index", 0}, {"position", {20, 30}}},
        {{"type", "adjust"}, {"index", 0}, {"name", "radius"}, {"value", 20}},
        {{"type", "remove"}, {"index", 0}},
        {{"type", "spawn"}, {"agents", 10}, {"position", {10, 10}}},
        {{"type", "erase"}, {"position", {100, 50}}, {"radius", 40}},
        {{"type", "clear"}, {"what", "agents"}},
        {{"type", "clear"}, {"what", "influences"}},
    };
    for (const json& change : changes) {
        Session session = session_of(kSmall);
        good(session, {{"type", "step"}, {"steps", 5}});
        const std::string hash = hash_of(session);
        json before = flock_of(session);
        good(session, change);
        json changed = flock_of(session);
        EXPECT_NE(changed, before) << change;
        while (flock_of(session)["undo"] > 0) good(session, {{"type", "undo"}});
        EXPECT_EQ(hash_of(session), hash) << change;
        EXPECT_EQ(flock_of(session), before) << change;
    }
}

TEST(Session, UndoIsOfWhatWasDoneInARow) {
    Session session = session_of(kSmall);
    const auto set = [&](double value) { good(session, {{"type", "set"}, {"name", "max_speed"}, {"value", value}}); };
    const auto speed = [&] { return flock_of(session)["model"]["values"]["max_speed"].get<double>(); };
    set(2);
    good(session, {{"type", "spawn"}, {"agents", 3}, {"position", {5, 5}}});
    set(3);
    good(session, {{"type", "undo"}});
    EXPECT_EQ(speed(), 2);
    good(session, {{"type", "undo"}});  // the spawn
    set(4);
    good(session, {{"type", "undo"}});
    EXPECT_EQ(speed(), 2) << "the two were not in a row";
    const int before = flock_of(session)["undo"];
    good(session, {{"type", "rule"}, {"name", "all"}, {"on", true}});
    EXPECT_EQ(flock_of(session)["undo"], before) << "all were on: nothing to take back";
}

TEST(Session, WhoIsThereAgainHasTheLargestId) {
    Session session =
        session_of("[[flock]]\nstart = \"file\"\ntable = \"\"\"\nid,x,y,vx,vy\n4294967290,1,1,0,0\n\"\"\"\n");
    good(session, {{"type", "clear"}, {"what", "agents"}});
    good(session, {{"type", "undo"}});
    EXPECT_EQ(session.simulation().agents(), 1u);
    const json flock = flock_of(session);
    const json spawn = {
        {"type", "spawn"}, {"agents", 9}, {"position", {1, 2}}, {"kind", {{"name", "new"}, {"shape", "bee"}}}};
    EXPECT_NE(refusal(session, spawn).find("more agents than ids"), std::string::npos);
    EXPECT_EQ(flock_of(session), flock) << "and no kind more";
}

TEST(Session, AnExportOfLargeOrdersLoads) {
    Session session = session_of(
        "[[flock]]\nagents = 5\n[[flock]]\nstep = 3\norder = 1000000000000\nagents = 5\n"
        "[[flock]]\nstep = 3\norder = 7\nagents = 4\n");
    good(session, {{"type", "step"}, {"steps", 4}});
    good(session, {{"type", "spawn"}, {"agents", 3}, {"position", {5, 5}}});
    good(session, {{"type", "step"}, {"steps", 4}});
    const std::string hash = hash_of(session);
    const std::string text = good(session, {{"type", "export"}})["text"];
    good(session, {{"type", "load"}, {"text", text}});
    good(session, {{"type", "step"}, {"steps", 8}});
    EXPECT_EQ(hash_of(session), hash);
}

TEST(Session, OneUndoTakesBackAllThatOneMessageErased) {
    const std::vector<json> changes = {
        {{"type", "erase"}, {"position", {50, 50}}, {"radius", 60}},
        {{"type", "clear"}, {"what", "influences"}},
    };
    for (const json& change : changes) {
        Session session = session_of(kSmall);
        good(session, {{"type", "place"}, {"influence", "food"}, {"position", {40, 50}}});
        good(session, {{"type", "place"}, {"influence", "obstacle"}, {"position", {60, 50}}});
        const json before = flock_of(session);
        const std::string hash = hash_of(session);
        good(session, change);
        EXPECT_NE(flock_of(session)["influences"], before["influences"]) << change;
        EXPECT_EQ(flock_of(session)["undo"], before["undo"].get<int>() + 1) << change;
        good(session, {{"type", "undo"}});
        EXPECT_EQ(flock_of(session), before) << change;
        EXPECT_EQ(hash_of(session), hash) << change;
    }
}

TEST(Session, WhatIsExportedRunsToTheSameHash) {
    for (const char* name : {"kleemans", "lesson-demo", "predator", "brundage", "functional-post", "cutchins-demo"}) {
        Session session = session_of(kSmall);
        good(session, {{"type", "load"}, {"scenario", name}, {"set", {"seed=12"}}});
        good(session, {{"type", "set"}, {"name", "cohesion_weight"}, {"value", 0.5}});
        good(session, {{"type", "place"}, {"influence", "obstacle"}, {"position", {250, 250}}});
        good(session, {{"type", "reset"}});
        good(session, {{"type", "step"}, {"steps", 30}});
        good(session, {{"type", "spawn"}, {"agents", 6}, {"position", {60, 60}}});
        good(session, {{"type", "step"}, {"steps", 10}});
        good(session, {{"type", "erase"}, {"position", {60, 60}}, {"radius", 20}});
        good(session, {{"type", "step"}, {"steps", 60}});
        const std::string text = good(session, {{"type", "export"}})["text"];
        auto scenario = read_scenario(text, "exported.toml");
        ASSERT_TRUE(scenario) << scenario.error().message;
        auto again = Simulation::make(*scenario);
        ASSERT_TRUE(again) << again.error().message;
        for (int i = 0; i < 100; ++i) again->step();
        EXPECT_EQ(again->state_hash(), session.simulation().state_hash()) << name;
    }
}

TEST(Session, TheSameLinkGivesTheSameFlock) {
    const json load = {{"type", "load"}, {"scenario", "predator"}, {"set", {"seed=77", "model.cohesion_weight=2"}}};
    Session one = session_of(kSmall);
    Session other = session_of("[flock]\nagents = 3\n");
    good(other, {{"type", "hold"}, {"hand", "falcon"}, {"position", {1, 1}}});
    good(other, {{"type", "hold"}, {"hand", "falcon"}});
    for (Session* session : {&one, &other}) {
        good(*session, load);
        good(*session, {{"type", "step"}, {"steps", 500}});
    }
    EXPECT_EQ(hash_of(one), hash_of(other));
}

TEST(Session, ThePointerIsNoPartOfTheScenario) {
    Session session = session_of(kSmall);
    const std::string text = good(session, {{"type", "export"}})["text"];
    good(session, {{"type", "hold"}, {"hand", "attract"}, {"position", {20, 20}}});
    EXPECT_EQ(good(session, {{"type", "export"}})["text"], text);
    ASSERT_EQ(flock_of(session)["influences"].size(), 2u);
    EXPECT_TRUE(flock_of(session)["influences"][1]["held"]);
    good(session, {{"type", "place"}, {"influence", "food"}, {"position", {10, 10}}});
    EXPECT_TRUE(flock_of(session)["influences"][2]["held"]) << "the pointer stays the last";
    good(session, {{"type", "hold"}, {"hand", "attract"}});
    EXPECT_EQ(flock_of(session)["influences"].size(), 2u);
}

TEST(Session, RulesAreSwitchedOffAndOnWithTheirWeights) {
    Session session = session_of(kSmall);
    good(session, {{"type", "set"}, {"name", "alignment_weight"}, {"value", 0.7}});
    good(session, {{"type", "rule"}, {"name", "alignment"}, {"on", false}});
    EXPECT_EQ(flock_of(session)["model"]["values"]["alignment_weight"], 0);
    EXPECT_FALSE(flock_of(session)["rules"][1]["on"]);
    good(session, {{"type", "rule"}, {"name", "all"}, {"on", true}});
    EXPECT_EQ(flock_of(session)["model"]["values"]["alignment_weight"], 0.7);
}

TEST(Session, AgentsKeepTheirProportionsAndTheirDensity) {
    Session session = session_of(
        "[[kind]]\nname='a'\n[[kind]]\nname='b'\n[[flock]]\nagents=30\nkind='a'\n[[flock]]\nagents=10\nkind='b'\n");
    good(session, {{"type", "agents"}, {"count", 400}, {"keep_density", true}});
    EXPECT_EQ(session.simulation().agents(), 400u);
    EXPECT_EQ(session.simulation().scenario().flocks[0].agents, 300);
    const WorldSpec& world = session.simulation().scenario().world;
    EXPECT_NEAR((world.upper[0] - world.lower[0]) / 100, std::sqrt(10.0), 1e-12);
    good(session, {{"type", "agents"}, {"count", 3}});
    EXPECT_EQ(session.simulation().agents(), 3u);
    EXPECT_NE(refusal(session, {{"type", "agents"}, {"count", 1}}), "");
}

TEST(Session, PicksTheNearestAgent) {
    Session session = session_of(kSmall);
    const Snapshot snapshot = session.simulation().snapshot();
    for (const std::size_t k : {std::size_t{0}, std::size_t{17}, std::size_t{59}}) {
        const json at = {snapshot.position[2 * k] + 200,
                         snapshot.position[2 * k + 1] - 100};  // an image beyond the edge
        EXPECT_EQ(good(session, {{"type", "pick"}, {"position", at}, {"reach", 1}})["agent"], snapshot.id[k]);
    }
    EXPECT_EQ(good(session, {{"type", "pick"}, {"position", {0, 0}}, {"reach", 0}})["agent"], -1);
}

TEST(Session, ATrajectoryIsTheCommandLines) {
    Session session = session_of(kSmall);
    const std::string text = good(session, {{"type", "trajectory"}, {"steps", 10}, {"every", 5}})["text"];
    EXPECT_EQ(text.rfind("step,id,x,y,vx,vy,kind\n0,0,", 0), 0u);
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1 + 3 * 60);
    EXPECT_EQ(session.simulation().steps_done(), 10);
}

TEST(Session, NoMessageKeepsItBusyForLong) {
    Session session = session_of("[flock]\nagents = 10\n", 100'000);
    good(session, {{"type", "step"}, {"steps", 100'000}});
    good(session, {{"type", "agents"}, {"count", 50'000}, {"keep_density", true}});
    EXPECT_NE(refusal(session, {{"type", "step"}, {"steps", 100'000}}).find("too long"), std::string::npos);
    const json far = {{"type", "trajectory"}, {"steps", 1'000'000}, {"every", 1'000'000}};
    EXPECT_NE(refusal(session, far).find("too long"), std::string::npos);
    const json pairwise = {{"type", "change"}, {"set", {"update=sequential"}}};
    EXPECT_NE(refusal(session, pairwise).find("every pair"), std::string::npos);
    good(session, {{"type", "agents"}, {"count", 2'000}});
    good(session, pairwise);
    EXPECT_NE(refusal(session, {{"type", "step"}, {"steps", 100'000}}).find("too long"), std::string::npos);
}

TEST(Session, TheHashIsThatOfTheFlockAsItIs) {
    Session session = session_of(kSmall);
    const std::vector<json> changes = {
        {{"type", "step"}, {"steps", 2}},
        {{"type", "spawn"}, {"agents", 3}, {"position", {5, 5}}},
        {{"type", "undo"}},
        {{"type", "erase"}, {"position", {100, 50}}, {"radius", 40}},
        {{"type", "undo"}},
        {{"type", "trajectory"}, {"steps", 3}, {"every", 1}},
        {{"type", "clear"}, {"what", "agents"}},
        {{"type", "undo"}},
        {{"type", "reset"}, {"seed", 4}},
    };
    const auto hex = [](std::uint64_t value) {
        std::stringstream text;
        text << std::hex << std::setw(16) << std::setfill('0') << value;
        return text.str();
    };
    for (const json& change : changes) {
        hash_of(session);
        good(session, change);
        EXPECT_EQ(hash_of(session), hex(session.simulation().state_hash())) << change;
        EXPECT_EQ(hash_of(session), hex(session.simulation().state_hash())) << change;
    }
    double now = 10;
    hash_of(session);
    while (!session.advance(now)) now += 0.01;
    EXPECT_EQ(hash_of(session), hex(session.simulation().state_hash()));
}

TEST(Session, AnExportIsOfTheFlockAsItIs) {
    Session session = session_of(kSmall);
    std::vector<std::string> texts;
    const std::vector<json> changes = {
        {{"type", "set"}, {"name", "cohesion_weight"}, {"value", 3}},
        {{"type", "place"}, {"influence", "food"}, {"position", {10, 10}}},
        {{"type", "move"}, {"index", 1}, {"position", {20, 30}}},
        {{"type", "spawn"}, {"agents", 3}, {"position", {5, 5}}},
        {{"type", "erase"}, {"position", {100, 50}}, {"radius", 40}},
        {{"type", "observe"}, {"what", {"polarization"}}, {"every", 3}},
        {{"type", "reset"}, {"seed", 4}},
    };
    for (const json& change : changes) {
        texts.push_back(good(session, {{"type", "export"}})["text"]);
        EXPECT_EQ(good(session, {{"type", "export"}})["text"], texts.back());
        good(session, change);
    }
    texts.push_back(good(session, {{"type", "export"}})["text"]);
    for (std::size_t i = 0; i < texts.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) EXPECT_NE(texts[i], texts[j]) << i << ' ' << j;
    }
}

TEST(Session, UndoHoldsALimitedAmount) {
    Session session = session_of("[world]\nsize = [1000, 1000]\n[flock]\nagents = 200000\n", 300'000);
    for (int round = 0; round < 20; ++round) {  // 4 MB a round
        good(session, {{"type", "clear"}, {"what", "agents"}});
        good(session, {{"type", "spawn"}, {"agents", 200'000}, {"position", {500, 500}}, {"radius", 400}});
    }
    const int kept = flock_of(session)["undo"];
    EXPECT_GT(kept, 20);
    EXPECT_LT(kept, 40);
    good(session, {{"type", "undo"}});
    good(session, {{"type", "undo"}});
    EXPECT_EQ(session.simulation().agents(), 200'000u) << "what is kept is whole";
    for (int k = 0; k < 300; ++k) {
        good(session, {{"type", "set"}, {"name", "cohesion_weight"}, {"value", 0.5 + (k % 2)}});
        good(session, {{"type", "set"}, {"name", "separation_weight"}, {"value", 0.5 + (k % 2)}});
    }
    EXPECT_EQ(flock_of(session)["undo"], 200);
}

TEST(Session, AFlockEventDoesNotGrowWithoutEnd) {
    Session session = session_of(kSmall);
    const std::string long_name(65, 'x');
    json path = json::array();
    for (int k = 0; k < 9'000; ++k) path.push_back({k, k % 7, k % 5});
    const json place = {{"type", "place"}, {"influence", "predator"}, {"position", {1, 2}}, {"path", path}};
    good(session, place);
    good(session, place);
    EXPECT_NE(refusal(session, place).find("more than 20000 points"), std::string::npos);
    good(session, {{"type", "remove"}, {"index", 1}});
    good(session, place);
    EXPECT_NE(
        refusal(session, {{"type", "spawn"}, {"agents", 1}, {"position", {1, 2}}, {"kind", {{"name", long_name}}}})
            .find("longer than 64 bytes"),
        std::string::npos);
    const auto loaded = [&](const std::string& text) {
        return refusal(session, {{"type", "load"}, {"text", text}, {"name", "my"}});
    };
    EXPECT_NE(loaded("[[kind]]\nname = \"" + long_name + "\"\n").find("longer than 64 bytes"), std::string::npos);
    EXPECT_NE(loaded("notes = \"" + std::string(30'000, 'x') + "\"\n").find("longer than 20000 bytes"),
              std::string::npos);
    std::string many;
    for (int k = 0; k < 1001; ++k) many += "[[food]]\n";
    EXPECT_NE(loaded(many).find("1000 influences"), std::string::npos);
    std::string points = "[[predator]]\npath = [[0, 1, 1]";
    for (int k = 1; k < 20'001; ++k) points += ", [" + std::to_string(k) + ", 1, 1]";
    EXPECT_NE(loaded(points + "]\n").find("20000 points"), std::string::npos);
    EXPECT_NE(refusal(session, {{"type", "load"}, {"text", ""}, {"name", std::string(300, 'x')}}).find("255 bytes"),
              std::string::npos);
}

json notes_of(Session& session) {
    json notes = json::array();
    for (const json& event : json::parse(session.take_events())) {
        if (event["type"] == "note") notes.push_back(event["text"]);
    }
    return notes;
}

TEST(Session, ACrowdThatWouldTakeHoursIsNotStepped) {
    const std::string wide = "[world]\nsize = [4000, 4000]\n[flock]\nagents = 300000\n";
    const auto still_there = [](Session& session) {
        EXPECT_FALSE(session.advance(1));
        EXPECT_FALSE(session.advance(1));
        const json notes = notes_of(session);
        ASSERT_EQ(notes.size(), 1u) << "it is told once";
        EXPECT_NE(notes[0].get<std::string>().find("close together"), std::string::npos) << notes;
        EXPECT_FALSE(flock_of(session)["playing"]);
        const std::vector<json> refused = {{{"type", "play"}, {"on", true}},
                                           {{"type", "step"}, {"steps", 1}},
                                           {{"type", "trajectory"}, {"steps", 1}, {"every", 1}}};
        for (const json& message : refused) {
            EXPECT_NE(refusal(session, message).find("close together"), std::string::npos);
        }
        good(session, {{"type", "color"}, {"by", "neighbors"}});
        EXPECT_EQ(frame_of(session).at<std::uint8_t>(7) & 2, 0) << "colors would take as long";
        good(session, {{"type", "color"}, {"by", "none"}});
    };
    Session session = session_of(wide, 1'000'000);
    good(session, {{"type", "observe"}, {"what", "none"}, {"every", 1}});
    good(session, {{"type", "step"}, {"steps", 1}});
    const std::int64_t done = session.simulation().steps_done();

    // By a spawn, until it is undone.
    good(session, {{"type", "spawn"}, {"agents", 300'000}, {"position", {5, 5}}, {"radius", 1}});
    still_there(session);
    good(session, {{"type", "undo"}});
    good(session, {{"type", "play"}, {"on", true}});
    // By a radius.
    good(session, {{"type", "set"}, {"name", "cohesion_radius"}, {"value", 3000}});
    still_there(session);
    good(session, {{"type", "undo"}});
    // From the start.
    const json load = {{"type", "load"}, {"text", wide + "start = \"point\"\n"}};
    good(session, load);
    good(session, {{"type", "observe"}, {"what", "none"}, {"every", 1}});
    good(session, {{"type", "play"}, {"on", false}});
    EXPECT_NE(refusal(session, {{"type", "play"}, {"on", true}}).find("close together"), std::string::npos);
    EXPECT_EQ(session.simulation().steps_done(), 0);
    // By a flock that joins.
    good(session, {{"type", "load"},
                   {"text",
                    "[observe]\nwhat = \"none\"\n[[flock]]\nagents = 10\n[[flock]]\nstep = 2\nagents = "
                    "300000\nstart = \"point\"\n"}});
    good(session, {{"type", "step"}, {"steps", 1'000}});
    EXPECT_EQ(session.simulation().steps_done(), 2);
    EXPECT_EQ(notes_of(session).size(), 1u);
    EXPECT_EQ(done, 1);
}

TEST(Session, PausesWhenStepsHaveBecomeSlow) {
    Session session = session_of(kSmall);
    session.take_events();
    EXPECT_TRUE(session.advance(1));
    session.took(4.9);
    EXPECT_TRUE(session.advance(10));
    EXPECT_EQ(notes_of(session), json::array());
    session.took(7.2);
    EXPECT_TRUE(session.advance(20));
    session.took(0.1);
    EXPECT_TRUE(session.advance(25));
    session.took(7.2);
    EXPECT_EQ(notes_of(session), json::array()) << "one alone may be the machine";
    EXPECT_TRUE(session.advance(30));
    session.took(7.2);
    EXPECT_FALSE(session.advance(40));
    const json notes = notes_of(session);
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_NE(notes[0].get<std::string>().find("7 seconds"), std::string::npos) << notes;
    good(session, {{"type", "play"}, {"on", true}});
    EXPECT_TRUE(session.advance(50));
}

TEST(Session, WorldsDoNotGrowWithoutEnd) {
    Session session = session_of("[flock]\nagents = 10\n", 100'000);
    bool refused = false;
    for (int round = 0; round < 20 && !refused; ++round) {
        good(session, {{"type", "agents"}, {"count", 1}});
        refused = ask(session, {{"type", "agents"}, {"count", 100'000}, {"keep_density", true}}).contains("error");
    }
    EXPECT_TRUE(refused);
    good(session, {{"type", "step"}, {"steps", 2}});
}

TEST(Session, ManyInfluencesComeBackByOneUndo) {
    Session session = session_of(kSmall);
    for (int i = 0; i < 250; ++i) good(session, {{"type", "place"}, {"influence", "food"}, {"position", {i % 200, 5}}});
    good(session, {{"type", "clear"}, {"what", "influences"}});
    EXPECT_EQ(flock_of(session)["influences"].size(), 0u);
    good(session, {{"type", "undo"}});
    EXPECT_EQ(flock_of(session)["influences"].size(), 251u);
}

TEST(Session, ManyErasedAgentsComeBackSoon) {
    Session session = session_of("[world]\nsize = [1000, 1000]\n[flock]\nagents = 100000\n", 200'000);
    const std::string hash = hash_of(session);
    good(session, {{"type", "erase"}, {"position", {500, 500}}, {"radius", 300}});
    good(session, {{"type", "undo"}});
    EXPECT_EQ(session.simulation().agents(), 100'000u);
    EXPECT_EQ(hash_of(session), hash);
}

TEST(Session, ASampleThatWouldTakeLongIsNotTaken) {
    Session session = session_of(
        "[world]\nsize = [20000, 20000]\n[observe]\nwhat = [\"polarization\"]\nlink_distance = 10000\n"
        "[flock]\nagents = 60000\n",
        100'000);
    session.take_events();
    good(session, {{"type", "step"}, {"steps", 1}});
    EXPECT_EQ(notes_of(session), json::array()) << "polarization looks at no pairs";
    good(session, {{"type", "observe"}, {"what", {"polarization", "groups"}}, {"every", 1}});
    good(session, {{"type", "step"}, {"steps", 2}});
    int samples = 0;
    int notes = 0;
    for (const json& event : json::parse(session.take_events())) {
        samples += event["type"] == "sample" ? 1 : 0;
        if (event["type"] != "note") continue;
        ++notes;
        EXPECT_NE(event["text"].get<std::string>().find("link_distance"), std::string::npos) << event;
    }
    EXPECT_EQ(samples, 0);
    EXPECT_EQ(notes, 1);
    good(session, {{"type", "observe"}, {"what", "none"}, {"every", 1}});
    good(session, {{"type", "color"}, {"by", "group"}});
    EXPECT_EQ(frame_of(session).at<std::uint8_t>(7) & 2, 0) << "colors would take as long";
    EXPECT_EQ(notes_of(session).size(), 1u);
    good(session, {{"type", "color"}, {"by", "neighbors"}});
    EXPECT_EQ(frame_of(session).at<std::uint8_t>(7) & 2, 2);
}

TEST(Session, WhatLooksAtEveryPairIsForFew) {
    Session session = session_of("update = \"sequential\"\n[flock]\nagents = 10\n", 100'000);
    const json spawn = {{"type", "spawn"}, {"agents", 15'000}, {"position", {5, 5}}, {"kind", {{"name", "new"}}}};
    const json before = flock_of(session);
    EXPECT_NE(refusal(session, spawn).find("every pair"), std::string::npos);
    EXPECT_EQ(flock_of(session), before);
    good(session, {{"type", "spawn"}, {"agents", 500}, {"position", {5, 5}}});
}

TEST(Session, ManyStepsAtOnceAreSampledAFewHundredTimes) {
    Session session = session_of(kSmall);
    session.take_events();
    good(session, {{"type", "observe"}, {"what", {"polarization"}}, {"every", 2}});
    good(session, {{"type", "step"}, {"steps", 5'000}});
    const json events = json::parse(session.take_events());
    EXPECT_GT(events.size(), 300u);
    EXPECT_LT(events.size(), 520u);
    EXPECT_EQ(events.back()["step"], 5'000);
    for (const json& event : events) EXPECT_EQ(event.value("step", 0) % 2, 0);
    // Who does not take them has the last.
    for (int k = 0; k < 4; ++k) good(session, {{"type", "step"}, {"steps", 1'000}});
    EXPECT_EQ(json::parse(session.take_events()).back()["step"], 9'000);
}

TEST(Session, SamplesAreTakenEveryFewStepsHoweverLongTheyTake) {
    Session session = session_of(kSmall);
    good(session, {{"type", "observe"}, {"what", {"polarization"}}, {"every", 10}});
    session.take_events();
    double now = 100;
    while (session.simulation().steps_done() < 200) {
        now += 1;
        if (!session.advance(now)) continue;
        const bool sampled = session.simulation().steps_done() % 10 == 0;
        session.took(sampled ? 0.9 : 0.001);  // a busy machine
    }
    std::vector<int> steps;
    for (const json& event : json::parse(session.take_events())) {
        if (event["type"] == "sample") steps.push_back(event["step"]);
    }
    std::vector<int> expected;
    for (int step = 10; step <= 200; step += 10) expected.push_back(step);
    EXPECT_EQ(steps, expected);
}

TEST(Session, AWorldThatThePrecisionCannotResolveIsRefused) {
    Session session = session_of(kSmall);
    const json before = flock_of(session);
    const std::string text =
        "[world]\norigin = [1e9, 1e9]\nsize = [10, 10]\n[flock]\nagents = 20\n[model]\n"
        "separation_weight = 0\nalignment_weight = 0\ncohesion_weight = 0\n";
    EXPECT_NE(refusal(session, {{"type", "load"}, {"text", text}}).find("precision"), std::string::npos);
    EXPECT_EQ(flock_of(session), before);
    good(session, {{"type", "step"}, {"steps", 5}});
    // With more digits it is a world like any other.
    good(session, {{"type", "load"}, {"text", "precision = \"double\"\n" + text}});
    good(session, {{"type", "step"}, {"steps", 5}});
}

TEST(Session, AScenarioWithoutKindsHasOne) {
    auto made = Session::make({}, Scenario{});
    ASSERT_TRUE(made) << made.error().message;
    Session session = std::move(made).value();
    good(session, {{"type", "spawn"}, {"agents", 20}, {"position", {5, 5}}});
    EXPECT_EQ(flock_of(session)["kinds"].size(), 1u);
    good(session, {{"type", "step"}, {"steps", 2}});
    const std::string hash = hash_of(session);
    good(session, {{"type", "clear"}, {"what", "agents"}});
    EXPECT_EQ(flock_of(session)["agents"], 0);
    good(session, {{"type", "undo"}});
    EXPECT_EQ(hash_of(session), hash);
}

TEST(Session, ADeepKeyPathIsRefused) {
    Session session = session_of(kSmall);
    std::string path = "a";
    for (int i = 0; i < 5000; ++i) path += ".a";
    EXPECT_NE(refusal(session, {{"type", "change"}, {"set", {path + "=1"}}}).find("too deep"), std::string::npos);
}

TEST(Session, SamplesComeAsOftenAsAsked) {
    Session session = session_of(kSmall);
    session.take_events();
    good(session, {{"type", "observe"}, {"what", {"polarization"}}, {"every", 4}});
    good(session, {{"type", "step"}, {"steps", 12}});
    std::vector<int> steps;
    for (const json& event : json::parse(session.take_events())) {
        if (event["type"] != "sample") continue;
        steps.push_back(event["step"]);
        EXPECT_EQ(event["values"].size(), 1u);
    }
    EXPECT_EQ(steps, (std::vector<int>{0, 4, 8, 12}));
}

}  // namespace
}  // namespace dunlin
