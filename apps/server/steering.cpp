// SPDX-License-Identifier: Apache-2.0
// A client that does not steer is not passed on word for word, but as it was understood here: two parsers need not
// agree about a message that names its type twice.
#include "steering.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "origin_policy.hpp"

namespace dunlin::server {
namespace {

using Json = nlohmann::json;

constexpr int kDeepest = 32;
constexpr int kMostWrongTokens = 5;
// What changes nothing that another client sees.
constexpr std::array<std::string_view, 4> kForOnlookers{"hello", "pick", "hash", "export"};

std::string reply_to(const Json& message, const char* key, Json value) {
    Json reply{{"type", "reply"}, {"id", 0}};
    if (message.is_object() && message.contains("id") && message["id"].is_number()) reply["id"] = message["id"];
    reply[key] = std::move(value);
    return reply.dump();
}

std::string text_of(const Json& message, const char* key) {
    if (!message.is_object() || !message.contains(key) || !message[key].is_string()) return "";
    return message[key].get<std::string>();
}

}  // namespace

int nesting_depth(std::string_view json) {
    int depth = 0;
    int deepest = 0;
    bool in_text = false;
    for (std::size_t i = 0; i < json.size(); ++i) {
        const char c = json[i];
        if (in_text) {
            if (c == '\\') ++i;
            in_text = c != '"';
        } else if (c == '"') {
            in_text = true;
        } else if (c == '[' || c == '{') {
            deepest = std::max(deepest, ++depth);
        } else if (c == ']' || c == '}') {
            --depth;
        }
    }
    return deepest;
}

std::string as_events(const std::string& event) { return "[" + event + "]"; }

Steering::Onlooker* Steering::find(ClientId client) {
    const auto found =
        std::find_if(onlookers_.begin(), onlookers_.end(), [&](const Onlooker& one) { return one.client == client; });
    return found == onlookers_.end() ? nullptr : &*found;
}

bool Steering::has_joined(ClientId client) const {
    return std::any_of(onlookers_.begin(), onlookers_.end(), [&](const Onlooker& one) { return one.client == client; });
}

void Steering::join(ClientId client, bool authenticated) {
    if (has_joined(client)) return;
    onlookers_.push_back({client, authenticated || token_.empty(), 0, ""});
    if (!holder_ && onlookers_.back().authenticated) holder_ = client;
}

void Steering::leave(ClientId client) {
    std::erase_if(onlookers_, [&](const Onlooker& one) { return one.client == client; });
    if (holder_ == client) holder_.reset();
}

Steering::Verdict Steering::judge(ClientId client, std::string_view message) {
    Verdict verdict;
    if (nesting_depth(message) > kDeepest) {
        verdict.reply = reply_to({}, "error", "a message is not nested as deep as this");
        return verdict;
    }
    const Json json = Json::parse(message, nullptr, false);
    const std::string type = text_of(json, "type");
    if (json.is_discarded() || type.empty()) {
        verdict.reply = reply_to(json, "error", "a message is a JSON object with a \"type\"");
        return verdict;
    }
    Onlooker* onlooker = find(client);
    if (onlooker == nullptr && type != "hello") {
        verdict.reply = reply_to(json, "error", "say hello first");
        return verdict;
    }
    if (type == "control") {
        const bool take = json.value("take", Json()) == Json(true);
        if (take && !onlooker->authenticated && !same_secret(text_of(json, "token"), token_)) {
            verdict.send_away = ++onlooker->wrong_tokens >= kMostWrongTokens;
            verdict.reply =
                reply_to(json, "error",
                         text_of(json, "token").empty() ? "steering needs the token that `dunlin live` printed"
                                                        : "that is not the token");
            return verdict;
        }
        if (take) {
            onlooker->authenticated = true;
            holder_ = client;
        } else if (holder_ == client) {
            holder_.reset();
        }
        verdict.reply = reply_to(json, "yours", take);
        return verdict;
    }
    verdict.hello = type == "hello";
    const bool harmless = std::find(kForOnlookers.begin(), kForOnlookers.end(), type) != kForOnlookers.end();
    // Nobody steers, and this client may: the first to act has the wheel.
    if (!harmless && !holder_ && onlooker->authenticated) holder_ = client;
    if (!harmless && holder_ != client) {
        verdict.reply =
            reply_to(json, "error", holder_ ? "somebody else is steering; take control first" : "take control first");
        return verdict;
    }
    verdict.pass = true;
    verdict.asks = harmless;
    verdict.text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
    return verdict;
}

std::string Steering::event_for(const Onlooker& onlooker) const {
    return Json{{"type", "control"},
                {"yours", holder_ == onlooker.client},
                {"clients", onlookers_.size()},
                {"needs_token", !onlooker.authenticated}}
        .dump();
}

std::vector<Steering::News> Steering::take_news() {
    std::vector<News> news;
    for (Onlooker& onlooker : onlookers_) {
        std::string event = event_for(onlooker);
        if (event == onlooker.told) continue;
        onlooker.told = event;
        news.push_back({onlooker.client, as_events(event)});
    }
    return news;
}

}  // namespace dunlin::server
