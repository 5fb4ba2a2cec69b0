// SPDX-License-Identifier: Apache-2.0
// `dunlin live`: a session of the library, steered and watched over the network. This thread steps, acts on messages
// and packs frames when somebody can take one; the server's thread does the rest. The flock runs on when nobody looks.
#include "dunlin/live.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "commands.hpp"
#include "dunlin/threads.hpp"
#include "interrupt.hpp"
#include "load_scenario.hpp"
#include "options.hpp"
#include "origin_policy.hpp"
#include "page.hpp"
#include "round_robin.hpp"
#include "server.hpp"
#include "steering.hpp"

extern char** environ;  // NOLINT(readability-identifier-naming): POSIX calls it so

namespace dunlin::cli {
namespace {

constexpr std::uint16_t kPort = 8642;
constexpr int kPortsToTry = 20;
constexpr std::int64_t kMostClients = 500;
constexpr std::int64_t kMostAgents = 2'000'000;  // that a message may ask for; the scenario given may have more
constexpr double kShortestFrame = 1.0 / 120;     // no display shows more
constexpr double kLongestWait = 0.05;            // until Ctrl-C is noticed
constexpr double kAnswering = 0.01;              // of a turn; a message that takes longer is not cut off
constexpr double kRest = 4;                      // times as long: those who only look on get a fifth of the time
constexpr std::string_view kNoEvents = "[]";

double seconds_now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// The main loop: messages in, a step, a frame out.
class LiveLoop {
  public:
    LiveLoop(Session session, server::Server server, std::string token)
        : session_(std::move(session)), server_(std::move(server)), steering_(std::move(token)) {}

    void run() {
        while (!asked_to_end()) {
            for (server::Incoming& incoming : server_.receive(time_to_wait(), frame_due_)) take_in(std::move(incoming));
            answer();
            see_off();
            step();
            show();
            for (server::Steering::News& news : steering_.take_news()) server_.tell(news.client, std::move(news.event));
        }
    }

  private:
    double time_to_wait() const {
        const double now = seconds_now();
        double wait = std::min(session_.seconds_until_due(now), kLongestWait);
        if (changed_) wait = std::min(wait, next_picture_ - now);
        if (!waiting_.empty()) wait = std::min(wait, next_round_ - now);
        if (const auto holder = steering_.holder(); holder && waiting_.has(*holder)) wait = 0;
        return std::max(wait, 0.0);
    }

    void take_in(server::Incoming incoming) {
        if (incoming.what == server::Incoming::What::message) return waiting_.put(std::move(incoming));
        gone_.push_back(incoming.client);
    }

    /// What one has said before it left still counts, in its turn, if it may steer.
    void see_off() {
        std::erase_if(gone_, [&](server::ClientId client) {
            const bool may_steer = !steering_.holder() || steering_.steers(client);
            if (may_steer && waiting_.has(client)) return false;
            waiting_.forget(client);
            // Its pointer leaves the world with it.
            if (steering_.steers(client)) static_cast<void>(session_.handle(R"({"type":"hold","hand":"none"})"));
            steering_.leave(client);
            return true;
        });
    }

    /// First whoever steers, then the others in turns; never so long that the flock stands still.
    void answer() {
        const double start = seconds_now();
        double now = start;
        while (now - start < kAnswering) {
            const auto holder = steering_.holder();
            const auto message = holder ? waiting_.next_of(*holder) : std::nullopt;
            if (!message) break;
            act_on(*message);
            now = seconds_now();
        }
        if (now < next_round_) return;
        const double round = now;
        while (now - round < kAnswering) {
            const auto message = waiting_.next();
            if (!message) break;
            act_on(*message);
            now = seconds_now();
        }
        next_round_ = now + kRest * (now - round);
    }

    void act_on(const server::Incoming& incoming) {
        const server::ClientId client = incoming.client;
        const bool gone = std::find(gone_.begin(), gone_.end(), client) != gone_.end();  // nobody hears the reply
        server::Steering::Verdict verdict = steering_.judge(client, incoming.text);
        if (verdict.pass && !(gone && verdict.asks)) verdict.reply = session_.handle(verdict.text);
        server_.answer(client, std::move(verdict.reply));
        if (verdict.send_away) server_.send_away(client);
        if (verdict.hello) {
            steering_.join(client, incoming.authenticated);
            server_.admit(client, picture_);
            changed_ = true;  // a picture for the newcomer
        }
        changed_ |= session_.has_news() && !frame_due_;
    }

    void step() {
        const double start = seconds_now();
        if (!session_.advance(start)) return;
        session_.took(seconds_now() - start);
        changed_ = true;
    }

    /// Events go out at once; a picture is packed when it is time for one and somebody can take it.
    void show() {
        if (std::string events = session_.take_events(); events != kNoEvents) {
            server_.announce(std::move(events));
            changed_ |= !frame_due_;  // what was packed before is not sent any more
        }
        const double now = seconds_now();
        if (changed_ && now >= next_picture_) {
            ++picture_;
            next_picture_ = now + kShortestFrame;
            changed_ = false;
            frame_due_ = true;
        }
        if (!frame_due_ || !server_.frame_is_wanted()) return;
        std::vector<std::uint8_t> frame = server_.take_buffer();
        session_.frame(frame);
        std::string events = session_.frame_events();
        if (events == kNoEvents) events.clear();
        server_.publish(std::move(frame), std::move(events), picture_);
        frame_due_ = false;
    }

    Session session_;
    server::Server server_;
    server::Steering steering_;
    server::RoundRobin waiting_;
    std::vector<server::ClientId> gone_;  ///< but not all that they have said is acted on
    double next_round_ = 0;               ///< when those who do not steer are answered again
    std::uint64_t picture_ = 0;           ///< pictures that there was reason to show
    double next_picture_ = 0;
    bool changed_ = true;
    bool frame_due_ = false;
};

Result<std::string> token_for(const LiveArguments& arguments) {
    if (!arguments.token.empty()) {
        if (server::is_token(arguments.token)) return arguments.token;
        return Error{ErrorKind::input, "--token needs 8 to 128 letters, digits or - . _ ~"};
    }
    if (server::is_loopback(arguments.address)) return std::string();
    std::string token = server::random_token();
    if (token.empty()) return Error{ErrorKind::system, "the system has no random numbers; give a --token"};
    return token;
}

Result<server::ServerOptions> server_options(const LiveArguments& arguments) {
    server::ServerOptions options;
    options.address = arguments.address;
    options.port = kPort;
    options.ports_to_try = kPortsToTry;
    if (!arguments.port.empty()) {
        const auto port = integer_option("--port", arguments.port, 0, UINT16_MAX);
        if (!port) return port.error();
        options.port = static_cast<std::uint16_t>(*port);
        options.ports_to_try = 1;
    }
    if (!arguments.clients.empty()) {
        const auto clients = integer_option("--clients", arguments.clients, 1, kMostClients);
        if (!clients) return clients.error();
        options.most_clients = static_cast<int>(*clients);
    }
    for (const std::string& host : arguments.hosts) {
        if (server::is_host_name(host)) continue;
        return Error{ErrorKind::input, fmt::format("--allow-host {} is not a name; expected e.g. lab.local", host)};
    }
    options.names = arguments.hosts;
    auto token = token_for(arguments);
    if (!token) return token.error();
    options.token = std::move(token).value();
    const auto folder = server::find_page();
    if (!folder) return folder.error();
    auto page = server::read_page(*folder);
    if (!page) return page.error();
    options.page = std::move(page).value();
    return options;
}

Result<Session> session_for(const LiveArguments& arguments) {
    const auto threads = thread_count(arguments.threads);
    if (!threads) return threads.error();
    if (auto simd = check_simd(arguments.simd); !simd) return simd.error();
    auto scenario = load_scenario(arguments);
    if (!scenario) return scenario.error();
    if (auto fits = check_memory(*scenario, arguments.scenario, {}); !fits) return fits.error();
    SessionOptions options;
    options.engine = "native";
    options.threads = *threads;
    options.most_agents = std::max(kMostAgents, agents_in(*scenario));
    options.run.simd = arguments.simd;
    if (*threads > 1) options.run.crew = make_thread_crew(*threads);
    return Session::make(std::move(options), std::move(scenario).value());
}

/// No shell, and no token: other users of this machine can read the words a program was started with.
void open_browser(const std::string& url, ColorChoice color) {
#ifdef __APPLE__
    std::string program = "open";
#else
    std::string program = "xdg-open";
#endif
    std::string address = url;
    char* words[] = {program.data(), address.data(), nullptr};
    posix_spawn_file_actions_t silence;
    posix_spawn_file_actions_init(&silence);
    for (const int stream : {0, 1, 2}) posix_spawn_file_actions_addopen(&silence, stream, "/dev/null", O_RDWR, 0);
    // A group of its own, since Ctrl-C is for this program; and signals that this one ignores as others expect them.
    sigset_t ignored;
    sigemptyset(&ignored);
    for (const int signal : {SIGPIPE, SIGXFSZ}) sigaddset(&ignored, signal);
    posix_spawnattr_t apart;
    posix_spawnattr_init(&apart);
    posix_spawnattr_setflags(&apart, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&apart, 0);
    posix_spawnattr_setsigdefault(&apart, &ignored);
    pid_t child = 0;
    const int failure = posix_spawnp(&child, words[0], &silence, &apart, words, environ);
    posix_spawn_file_actions_destroy(&silence);
    posix_spawnattr_destroy(&apart);
    if (failure != 0) return remark(program + " is not here to start a browser; open the address yourself", color);
    std::thread([child] { waitpid(child, nullptr, 0); }).detach();
}

}  // namespace

int live_main(const LiveArguments& arguments) {
    auto options = server_options(arguments);
    if (!options) return complain(options.error(), arguments.color);
    auto session = session_for(arguments);
    if (!session) return complain(session.error(), arguments.color);
    const std::string token = options->token;
    listen_for_signals(Ending::within_a_second);
    auto server = server::Server::open(std::move(options).value());
    if (!server) return complain(server.error(), arguments.color);

    const std::string url = server->url();
    const std::string note(session->simulation().remark());
    print(url + (token.empty() ? "" : "#token=" + token) + '\n');
    if (const int status = finish_output(kDone, arguments.color); status != kDone) return status;
    if (!note.empty()) remark(note, arguments.color);
    if (!server::is_loopback(arguments.address)) {
        remark("whoever reaches this address can look on; who has the whole link can steer", arguments.color);
    }
    remark("Ctrl-C ends it", arguments.color);
    if (arguments.open) open_browser(url, arguments.color);

    LiveLoop loop(std::move(session).value(), std::move(server).value(), token);
    loop.run();
    alarm(0);  // the flock has stopped in time; saying goodbye to the clients has a limit of its own
    return signal_status();
}

}  // namespace dunlin::cli
