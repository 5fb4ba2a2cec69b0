// SPDX-License-Identifier: Apache-2.0
// Serves the page and carries messages and frames, in a thread of its own. The simulation's thread never waits for a
// client: it hands over a frame when somebody can take one, and each client gets the newest, never a queue of them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "dunlin/error.hpp"
#include "page.hpp"
#include "steering.hpp"

namespace dunlin::server {

struct ServerOptions {
    std::string address;             ///< to listen on; empty: loopback only, 127.0.0.1 and ::1
    std::uint16_t port = 0;          ///< 0: any free one
    int ports_to_try = 1;            ///< the next ones, where it is taken
    std::vector<std::string> names;  ///< further names of this machine that browsers may ask for
    std::string token;               ///< asked of clients that do not come from a page of ours, beyond loopback
    int most_clients = 8;            ///< that look on at the same time
    std::vector<PageFile> page;      ///< what browsers are given
};

bool is_loopback(const std::string& address);

/// What comes in from the network.
struct Incoming {
    enum class What { message, left };
    What what = What::message;
    ClientId client = 0;
    std::string text;
    bool authenticated = false;  ///< it has shown the token while connecting
};

class Server {
  public:
    /// Listens, and serves from now on. Errors: a port that is taken, an address that is not ours.
    static Result<Server> open(ServerOptions options);
    Server(Server&&) noexcept;
    Server& operator=(Server&&) noexcept;
    /// Says goodbye to the clients; takes half a second at most.
    ~Server();

    std::string url() const;  ///< where a browser on this machine, or on the net, finds the page

    // All of these are called by one thread, the simulation's.

    /// What has come in; waits for it for so many seconds, and, if a frame is due, until somebody can take one.
    std::vector<Incoming> receive(double seconds, bool frame_is_due);
    /// Answers one message. A client with many unanswered messages is not read from.
    void answer(ClientId client, std::string reply);
    /// Frames and announcements from now on; of pictures later than this one.
    void admit(ClientId client, std::uint64_t picture);
    void tell(ClientId client, std::string events);
    void announce(std::string events);
    /// Ends the connection, once all is sent that it is to get.
    void send_away(ClientId client);

    bool frame_is_wanted() const;
    /// A buffer to pack a frame into, used before if possible.
    std::vector<std::uint8_t> take_buffer();
    /// Pictures are numbered from 1; a gap is counted as dropped frames, for each client by itself. Events that belong
    /// to the frame, if there are any, go to whoever gets it.
    void publish(std::vector<std::uint8_t> frame, std::string events, std::uint64_t picture);

  private:
    struct Network;
    explicit Server(std::unique_ptr<Network> network);
    std::unique_ptr<Network> network_;
};

}  // namespace dunlin::server
