// SPDX-License-Identifier: Apache-2.0
// Sessions as tests ask them. Replies are read with a JSON library of others.
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "dunlin/live.hpp"

namespace dunlin::test {

using nlohmann::json;

inline Session session_of(const std::string& text, std::int64_t most = 10'000) {
    auto scenario = read_scenario(text, "test.toml");
    EXPECT_TRUE(scenario) << (scenario ? "" : scenario.error().message);
    SessionOptions options;
    options.most_agents = most;
    auto session = Session::make(options, *scenario);
    EXPECT_TRUE(session) << (session ? "" : session.error().message);
    return std::move(session).value();
}

inline json ask(Session& session, const json& message) { return json::parse(session.handle(message.dump())); }
inline json good(Session& session, const json& message) {
    json reply = ask(session, message);
    EXPECT_FALSE(reply.contains("error")) << message << " -> " << reply;
    return reply;
}
inline std::string refusal(Session& session, const json& message) {
    const json reply = ask(session, message);
    EXPECT_TRUE(reply.contains("error")) << message << " -> " << reply;
    return reply.value("error", "");
}
inline std::string hash_of(Session& session) { return good(session, {{"type", "hash"}})["hash"]; }

/// The newest flock event.
inline json flock_of(Session& session) { return good(session, {{"type", "hello"}})["flock"]; }

}  // namespace dunlin::test
