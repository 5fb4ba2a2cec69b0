// SPDX-License-Identifier: Apache-2.0
// The network's thread: sockets that listen, connections, clients and timers. Only network.cpp includes it, and
// Boost.Beast with it. All is bounded: connections, clients, headers, messages, unanswered messages, unread text, and
// time.
#pragma once

#include <fcntl.h>
#include <ifaddrs.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <boost/asio.hpp>
#include <boost/beast.hpp>
#include <chrono>
#include <cstring>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "mailbox.hpp"
#include "origin_policy.hpp"
#include "page.hpp"
#include "server.hpp"

namespace dunlin::server {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using Tcp = asio::ip::tcp;
using ErrorCode = boost::system::error_code;
using Clock = std::chrono::steady_clock;

inline constexpr std::size_t kHeaderLimit = 8 * 1024;
inline constexpr std::size_t kMessageLimit = 64 * 1024;  // a scenario's text fits
inline constexpr std::size_t kKeyLetters = 24;           // of a WebSocket handshake: sixteen bytes in base64
inline constexpr std::size_t kMostConnections = 64;
inline constexpr int kMostUnanswered = 64;
inline constexpr std::size_t kMostUnread = 8 * 1024 * 1024;  // bytes of text that wait for one client
inline constexpr int kFramesInFlight = 2;
inline constexpr std::chrono::seconds kHeaderTime{10};
inline constexpr std::chrono::seconds kAnswerTime{30};
inline constexpr std::chrono::seconds kSilence{30};     // without a sign of life; asked for one after half of it
inline constexpr std::chrono::seconds kStalled{20};     // without a byte getting through, while there are some to send
inline constexpr std::chrono::milliseconds kQuick{50};  // a frame written in less: the next is packed meanwhile
inline constexpr std::chrono::seconds kSweep{1};
inline constexpr std::chrono::milliseconds kGoodbye{300};
inline constexpr std::chrono::milliseconds kAcceptAgain{100};
inline constexpr int kAnyPortTries = 10;
// Of the frame's layout (web/src/protocol.ts) this is all that is known here: what differs from client to client.
inline constexpr std::size_t kFrameHeader = 96;
inline constexpr std::size_t kDroppedAt = 88;

/// Slows nothing down: counts the bytes that have gone each way, so that a slow client is told from one that is stuck.
class ByteCounter {
  public:
    std::uint64_t read() const { return read_; }
    std::uint64_t written() const { return written_; }

  private:
    friend beast::rate_policy_access;
    static std::size_t available_read_bytes() { return SIZE_MAX; }
    static std::size_t available_write_bytes() { return SIZE_MAX; }
    void transfer_read_bytes(std::size_t bytes) { read_ += bytes; }
    void transfer_write_bytes(std::size_t bytes) { written_ += bytes; }
    static void on_timer() {}

    std::uint64_t read_ = 0;
    std::uint64_t written_ = 0;
};
using Stream = beast::basic_stream<Tcp, asio::any_io_executor, ByteCounter>;

/// A program that this one starts is not to hold our sockets, and so our port, when we have ended.
template <class Socket>
void keep_to_ourselves(Socket& socket) {
    static_cast<void>(fcntl(socket.native_handle(), F_SETFD, FD_CLOEXEC));
}

inline std::string system_text(const ErrorCode& error) { return error.message(); }

/// The addresses of this machine as they are now; 0.0.0.0 and :: stand for them.
inline std::vector<std::string> own_addresses() {
    std::vector<std::string> found;
    ifaddrs* first = nullptr;
    if (getifaddrs(&first) != 0) return found;
    for (const ifaddrs* one = first; one != nullptr; one = one->ifa_next) {
        if (one->ifa_addr == nullptr) continue;
        if (one->ifa_addr->sa_family == AF_INET) {
            sockaddr_in v4{};
            std::memcpy(&v4, one->ifa_addr, sizeof v4);
            found.push_back(asio::ip::address_v4(ntohl(v4.sin_addr.s_addr)).to_string());
        } else if (one->ifa_addr->sa_family == AF_INET6) {
            sockaddr_in6 v6{};
            std::memcpy(&v6, one->ifa_addr, sizeof v6);
            asio::ip::address_v6::bytes_type bytes;
            std::memcpy(bytes.data(), &v6.sin6_addr, bytes.size());
            const asio::ip::address_v6 address(bytes);
            if (!address.is_link_local()) found.push_back(address.to_string());  // a browser cannot name its zone
        }
    }
    freeifaddrs(first);
    return found;
}

inline bool came_from_here(const Tcp::socket& socket) {
    ErrorCode ignored;
    const asio::ip::address address = socket.remote_endpoint(ignored).address();
    if (address.is_v6() && address.to_v6().is_v4_mapped()) {
        return asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6()).is_loopback();
    }
    return address.is_loopback();
}

/// What every answer says: nothing from elsewhere, nothing to elsewhere.
template <class Fields>
void set_safe_headers(Fields& fields, const std::string& host) {
    fields.set(
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob: data:; "
        "media-src 'self' blob:; font-src 'self'; manifest-src 'self'; worker-src 'self' blob:; "
        "connect-src 'self'" +
            (host.empty() ? "" : " ws://" + host) +
            "; frame-src 'self'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'");
    fields.set("Cross-Origin-Opener-Policy", "same-origin");
    fields.set("Cross-Origin-Embedder-Policy", "require-corp");
    fields.set("Cross-Origin-Resource-Policy", "same-origin");
    fields.set("X-Content-Type-Options", "nosniff");
    fields.set("Referrer-Policy", "no-referrer");
}

struct Server::Network {
    class Connection;
    class Client;

    /// A socket that listens, and when it tries again after it could not accept.
    struct Acceptor {
        explicit Acceptor(asio::io_context& context) : socket(context), again(context) {}
        Tcp::acceptor socket;
        asio::steady_timer again;
    };

    explicit Network(ServerOptions asked) : options(std::move(asked)) {}
    ~Network();
    Network(const Network&) = delete;
    Network& operator=(const Network&) = delete;

    Result<void> listen();
    Result<bool> listen_at(std::uint16_t port);
    Result<bool> add_acceptor(const asio::ip::address& address, std::uint16_t port);
    void start();
    void stop();

    void accept(Acceptor& acceptor);
    void sweep();
    void client_left(ClientId client);
    void update_wanted();
    void show_everybody();

    ServerOptions options;
    Mailbox mailbox;  // before all that holds pictures, which give their buffers back to it
    asio::io_context context{1};
    std::vector<std::unique_ptr<Acceptor>> acceptors;
    std::uint16_t port = 0;
    std::string name;  ///< the first of those that a browser can ask for
    std::optional<OriginPolicy> origins;
    std::map<std::string_view, const PageFile*> files;
    asio::steady_timer sweep_timer{context};
    std::list<std::weak_ptr<Connection>> connections;  ///< the oldest first
    std::map<ClientId, std::shared_ptr<Client>> clients;
    ClientId last_client = 0;
    bool stopping = false;
    std::shared_ptr<const Picture> latest;
    std::thread thread;
};

}  // namespace dunlin::server
