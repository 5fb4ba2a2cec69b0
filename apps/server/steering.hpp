// SPDX-License-Identifier: Apache-2.0
// Many look on, one steers. Decides which client's message may act on the flock; knows no network and no flock.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dunlin::server {

using ClientId = std::uint64_t;

class Steering {
  public:
    /// With a token, nobody steers who has not shown it.
    explicit Steering(std::string token) : token_(std::move(token)) {}

    /// A client said hello: it looks on from now. It steers if nobody else does and no token is needed.
    /// `authenticated`: it has shown the token already.
    void join(ClientId client, bool authenticated);
    void leave(ClientId client);
    bool has_joined(ClientId client) const;
    bool steers(ClientId client) const { return holder_ == client; }
    std::optional<ClientId> holder() const { return holder_; }

    /// What to do with a message.
    struct Verdict {
        bool pass = false;       ///< the flock may act on `text`
        bool asks = false;       ///< it changes nothing: all there is to it is the reply
        bool hello = false;      ///< it asks for the flock's description; the client looks on once that is answered
        bool send_away = false;  ///< the client has guessed at the token too often
        std::string text;        ///< to act on: the message itself, or what it was understood as
        std::string reply;       ///< the answer, where it may not act
    };
    Verdict judge(ClientId client, std::string_view message);

    /// Who has to hear of a change since this was last asked, and the event to tell.
    struct News {
        ClientId client;
        std::string event;
    };
    std::vector<News> take_news();

  private:
    struct Onlooker {
        ClientId client;
        bool authenticated;
        int wrong_tokens;
        std::string told;  ///< the last event sent
    };
    Onlooker* find(ClientId client);
    std::string event_for(const Onlooker& onlooker) const;

    std::string token_;
    std::vector<Onlooker> onlookers_;
    std::optional<ClientId> holder_;
};

/// An array of events from one.
std::string as_events(const std::string& event);

/// How deep arrays and objects lie in each other. Parsers and writers of JSON recurse, and a stack ends.
int nesting_depth(std::string_view json);

}  // namespace dunlin::server
