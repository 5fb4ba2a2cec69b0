// SPDX-License-Identifier: Apache-2.0
// The only file that knows Boost.Beast. One thread runs everything here; what the simulation's thread and this one
// share lies in `Desk`, under one lock that nobody holds while working.
//
// A connection is a Visit while it asks for files and becomes a Viewer when it upgrades to a WebSocket. All is bounded:
// connections, clients, headers, messages, unanswered messages, unread text, and time.
#include "server.hpp"

#include <fcntl.h>
#include <ifaddrs.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <boost/asio.hpp>
#include <boost/beast.hpp>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "door.hpp"
#include "page.hpp"

namespace dunlin::server {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using Tcp = asio::ip::tcp;
using ErrorCode = boost::system::error_code;
using Clock = std::chrono::steady_clock;
using Frame = std::vector<std::uint8_t>;

constexpr std::size_t kHeaderLimit = 8 * 1024;
constexpr std::size_t kMessageLimit = 64 * 1024;  // a scenario's text fits
constexpr std::size_t kKeyLetters = 24;           // of a WebSocket handshake: sixteen bytes in base64
constexpr std::size_t kMostVisits = 64;
constexpr int kMostUnanswered = 64;
constexpr std::size_t kMostUnread = 8 * 1024 * 1024;  // bytes of text that wait for one client
constexpr int kFramesInFlight = 2;
constexpr std::chrono::seconds kHeaderTime{10};
constexpr std::chrono::seconds kAnswerTime{30};
constexpr std::chrono::seconds kSilence{30};     // without a sign of life; asked for one after half of it
constexpr std::chrono::seconds kStalled{20};     // without a byte getting through, while there are some to send
constexpr std::chrono::milliseconds kQuick{50};  // a frame written in less: the next is packed meanwhile
constexpr std::chrono::seconds kSweep{1};
constexpr std::chrono::milliseconds kGoodbye{300};
constexpr std::chrono::milliseconds kAcceptAgain{100};
constexpr int kAnyPortTries = 10;
// Of the frame's layout (web/src/protocol.ts) this is all that is known here: what differs from client to client.
constexpr std::size_t kFrameHeader = 96;
constexpr std::size_t kDroppedAt = 88;

/// What both threads touch.
struct Desk {
    std::mutex lock;
    std::condition_variable news;
    std::vector<Incoming> inbox;
    bool frame_wanted = false;
    std::vector<Frame> buffers;  ///< to be used again

    void put(Incoming incoming) {
        {
            const std::lock_guard guard(lock);
            inbox.push_back(std::move(incoming));
        }
        news.notify_one();
    }
    void set_wanted(bool wanted) {
        {
            const std::lock_guard guard(lock);
            frame_wanted = wanted;
        }
        if (wanted) news.notify_one();
    }
    void give_back(Frame buffer) {
        constexpr std::size_t kKept = 3;
        const std::lock_guard guard(lock);
        if (buffers.size() < kKept) buffers.push_back(std::move(buffer));
    }
};

struct Picture {
    Frame frame;
    std::string events;  ///< that belong to it, as one message; empty if there are none
    std::uint64_t number = 0;
    Desk* desk = nullptr;

    Picture(Frame packed, std::string told, std::uint64_t picture, Desk* home)
        : frame(std::move(packed)), events(std::move(told)), number(picture), desk(home) {}
    Picture(const Picture&) = delete;
    Picture& operator=(const Picture&) = delete;
    ~Picture() { desk->give_back(std::move(frame)); }
};

/// Slows nothing down: counts the bytes that have gone each way, so that a slow client is told from one that is stuck.
class Counting {
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
using Stream = beast::basic_stream<Tcp, asio::any_io_executor, Counting>;

/// A program that this one starts is not to hold our sockets, and so our port, when we have ended.
template <class Socket>
void keep_to_ourselves(Socket& socket) {
    static_cast<void>(fcntl(socket.native_handle(), F_SETFD, FD_CLOEXEC));
}

std::string system_text(const ErrorCode& error) { return error.message(); }

/// The addresses of this machine as they are now; 0.0.0.0 and :: stand for them.
std::vector<std::string> own_addresses() {
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

bool came_from_here(const Tcp::socket& socket) {
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

}  // namespace

bool is_loopback(const std::string& address) {
    if (address.empty() || address == "localhost") return true;
    ErrorCode failure;
    const asio::ip::address parsed = asio::ip::make_address(address, failure);
    return !failure && parsed.is_loopback();
}

struct Server::Network {
    class Visit;
    class Viewer;

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
    void viewer_left(Client client);
    void update_wanted();
    void show_everybody();

    ServerOptions options;
    Desk desk;  // before all that holds pictures, which give their buffers back to it
    asio::io_context context{1};
    std::vector<std::unique_ptr<Acceptor>> acceptors;
    std::uint16_t port = 0;
    std::string name;  ///< the first of those that a browser can ask for
    std::optional<Door> door;
    std::map<std::string_view, const PageFile*> files;
    asio::steady_timer sweep_timer{context};
    std::list<std::weak_ptr<Visit>> visits;  ///< the oldest first
    std::map<Client, std::shared_ptr<Viewer>> viewers;
    Client last_client = 0;
    bool stopping = false;
    std::shared_ptr<const Picture> latest;
    std::thread thread;
};

// ---- one client that looks on -------------------------------------------------------------------------------------

class Server::Network::Viewer : public std::enable_shared_from_this<Viewer> {
  public:
    Viewer(Network& network, Stream stream, Client client, bool trusted)
        : network_(network), socket_(std::move(stream)), client_(client), trusted_(trusted) {}

    void start(const http::request<http::empty_body>& request) {
        // Beast's own clock of silence would end whoever takes a long message in slowly; sweep() has another.
        websocket::stream_base::timeout limits{};
        limits.handshake_timeout = kHeaderTime;
        limits.idle_timeout = websocket::stream_base::none();
        limits.keep_alive_pings = false;
        socket_.set_option(limits);
        socket_.set_option(websocket::stream_base::decorator([](websocket::response_type& response) {
            response.erase(http::field::server);
            set_safe_headers(response, "");
        }));
        socket_.read_message_max(kMessageLimit);
        socket_.auto_fragment(false);
        socket_.async_accept(request, [self = shared_from_this()](ErrorCode error) {
            if (error) return self->leave();
            self->open_ = true;
            self->read();
        });
    }

    void answer(std::string reply) { put({std::make_shared<const std::string>(std::move(reply)), true}); }
    void tell(std::shared_ptr<const std::string> events) { put({std::move(events), false}); }

    void admit(std::uint64_t picture) {
        if (admitted_) return;
        admitted_ = true;
        last_picture_ = picture;
        write();
    }
    bool admitted() const { return admitted_; }
    /// Now, or, where frames get through quickly, once the one on its way is written: packing need not wait for that.
    bool wants_frame() const {
        return admitted_ && open_ && texts_.empty() && in_flight_ < kFramesInFlight &&
               (!writing_ || (sending_ && quick_));
    }
    std::uint64_t last_picture() const { return last_picture_; }

    void write() {
        if (!open_ || writing_) return;
        if (!texts_.empty()) return write_text();
        if (leaving_after_all_) return say_goodbye(websocket::close_code::policy_error);
        const auto& newest = network_.latest;
        if (wants_frame() && newest && newest->number > last_picture_) write_picture(newest);
    }

    void send_away() {
        leaving_after_all_ = true;
        write();
    }

    void say_goodbye(websocket::close_code code) {
        if (!open_) return leave();
        open_ = false;
        socket_.async_close(code, [self = shared_from_this()](ErrorCode) { self->leave(); });
    }

    void sweep(Clock::time_point now) {
        const Counting& count = socket_.next_layer().rate_policy();
        if (std::exchange(read_before_, count.read()) != count.read()) heard(now);
        if (writing_) {
            // Whoever takes a long message in, however slowly, is there; it cannot be asked before the end of it.
            if (std::exchange(written_before_, count.written()) != count.written()) heard(moved_ = now);
            if (now - moved_ > kStalled) return leave();
        } else if (now - heard_ > kSilence) {
            return leave();
        } else if (open_ && !asked_ && now - heard_ > kSilence / 2) {
            asked_ = true;
            socket_.async_ping({}, [self = shared_from_this()](ErrorCode) {});
        }
        const bool says_nothing = !admitted_ && unanswered_ == 0 && now - came_ > kHeaderTime;
        if (open_ && says_nothing) say_goodbye(websocket::close_code::policy_error);
    }

    void leave() {
        if (left_) return;
        left_ = true;
        open_ = false;
        beast::get_lowest_layer(socket_).close();
        network_.viewer_left(client_);
    }

  private:
    struct Text {
        std::shared_ptr<const std::string> text;
        bool answers;
    };

    void heard(Clock::time_point now) {
        heard_ = now;
        asked_ = false;
    }

    void put(Text text) {
        if (!open_) return;
        if (unread_ > kMostUnread + longest_text()) return leave();  // one long answer is no fault of the client's
        unread_ += text.text->size();
        texts_.push_back(std::move(text));
        write();
    }

    std::size_t longest_text() const {
        std::size_t longest = 0;
        for (const Text& one : texts_) longest = std::max(longest, one.text->size());
        return longest;
    }

    void read() {
        if (reading_ || !open_ || unanswered_ >= kMostUnanswered) return;
        reading_ = true;
        socket_.async_read(buffer_, [self = shared_from_this()](ErrorCode error, std::size_t) { self->got(error); });
    }

    void got(const ErrorCode& error) {
        reading_ = false;
        if (error) return leave();  // Beast has sent the close code that belongs to it
        if (!socket_.got_text()) return say_goodbye(websocket::close_code::unknown_data);
        std::string text = beast::buffers_to_string(buffer_.data());
        buffer_.consume(buffer_.size());
        if (is_acknowledgment(text)) {
            if (in_flight_ > 0) --in_flight_;
            write();
            network_.update_wanted();
        } else {
            ++unanswered_;
            network_.desk.put({Incoming::What::message, client_, std::move(text), trusted_});
        }
        read();
    }

    /// It comes sixty times a second and need not wait for the simulation, so it is known here, without a parser.
    static bool is_acknowledgment(std::string_view text) {
        constexpr std::string_view kAcknowledgment = R"({"type":"ack"})";
        if (text == kAcknowledgment) return true;
        if (text.size() > 2 * kAcknowledgment.size()) return false;
        std::string bare(text);
        std::erase(bare, ' ');
        return bare == kAcknowledgment;
    }

    void write_text() {
        begin_write();
        socket_.text(true);
        socket_.async_write(asio::buffer(*texts_.front().text),
                            [self = shared_from_this()](ErrorCode error, std::size_t) {
                                if (error) return self->leave();
                                self->unread_ -= self->texts_.front().text->size();
                                if (self->texts_.front().answers) --self->unanswered_;
                                self->texts_.pop_front();
                                self->wrote();
                            });
    }

    void write_picture(const std::shared_ptr<const Picture>& picture) {
        const std::uint64_t missed = picture->number - last_picture_ - 1;
        dropped_ = static_cast<std::uint32_t>(std::min<std::uint64_t>(dropped_ + missed, UINT32_MAX));
        last_picture_ = picture->number;
        sending_ = picture;
        ++in_flight_;
        begin_write();
        if (picture->events.empty()) return write_frame();
        socket_.text(true);
        socket_.async_write(asio::buffer(picture->events), [self = shared_from_this()](ErrorCode error, std::size_t) {
            if (error) return self->leave();
            self->write_frame();
        });
    }

    void write_frame() {
        const Frame& frame = sending_->frame;
        std::copy_n(frame.begin(), kFrameHeader, header_.begin());
        for (std::size_t i = 0; i < sizeof dropped_; ++i) {
            header_[kDroppedAt + i] = static_cast<std::uint8_t>(dropped_ >> (i * 8));
        }
        const std::array<asio::const_buffer, 2> parts{
            asio::buffer(header_), asio::buffer(frame.data() + kFrameHeader, frame.size() - kFrameHeader)};
        socket_.binary(true);
        socket_.async_write(parts, [self = shared_from_this()](ErrorCode error, std::size_t) {
            self->sending_.reset();
            if (error) return self->leave();
            self->quick_ = Clock::now() - self->write_started_ < kQuick;
            self->wrote();
        });
    }

    void begin_write() {
        writing_ = true;
        write_started_ = moved_ = Clock::now();
    }

    void wrote() {
        writing_ = false;
        write();
        read();
        network_.update_wanted();
    }

    Network& network_;
    websocket::stream<Stream, false> socket_;  // false: cannot compress
    beast::flat_buffer buffer_;
    Client client_;
    bool trusted_;
    bool open_ = false;
    bool left_ = false;
    bool admitted_ = false;
    bool reading_ = false;
    bool writing_ = false;
    bool leaving_after_all_ = false;
    bool asked_ = false;  ///< for a sign of life
    bool quick_ = true;   ///< the last frame was written in no time
    Clock::time_point came_ = Clock::now();
    Clock::time_point heard_ = came_;
    Clock::time_point write_started_;
    Clock::time_point moved_;  ///< the last byte that got through
    std::uint64_t read_before_ = 0;
    std::uint64_t written_before_ = 0;
    std::deque<Text> texts_;
    std::size_t unread_ = 0;
    int unanswered_ = 0;
    int in_flight_ = 0;
    std::uint64_t last_picture_ = 0;
    std::uint32_t dropped_ = 0;
    std::array<std::uint8_t, kFrameHeader> header_{};
    std::shared_ptr<const Picture> sending_;
};

// ---- one connection that asks for files ---------------------------------------------------------------------------

class Server::Network::Visit : public std::enable_shared_from_this<Visit> {
  public:
    Visit(Network& network, Tcp::socket socket)
        : network_(network), from_here_(came_from_here(socket)), stream_(std::move(socket)) {}

    void start() { read(); }
    void end() { stream_.close(); }
    bool upgraded() const { return upgraded_; }

  private:
    using Response = http::response<http::span_body<const char>>;

    void read() {
        parser_.emplace();
        parser_->header_limit(kHeaderLimit);
        stream_.expires_after(kHeaderTime);  // for the whole of it, however many pieces it comes in
        http::async_read_header(stream_, buffer_, *parser_,
                                [self = shared_from_this()](ErrorCode error, std::size_t) { self->got(error); });
    }

    void got(const ErrorCode& error) {
        if (error == http::error::header_limit || error == http::error::buffer_overflow) {
            return refuse(http::status::request_header_fields_too_large, "the header is too long\n");
        }
        if (error && error.category() == http::make_error_code(http::error::bad_target).category() &&
            error != http::error::end_of_stream && error != http::error::partial_message) {
            return refuse(http::status::bad_request, "that is not HTTP\n");
        }
        if (error) return end();
        judge();
    }

    /// The one value of a field, or nothing when it is missing or given twice.
    std::optional<std::string_view> only(http::field field) const {
        const auto& request = parser_->get();
        if (request.count(field) != 1) return std::nullopt;
        const auto value = request[field];
        return std::string_view(value.data(), value.size());
    }

    void judge() {
        const auto& request = parser_->get();
        const auto host = only(http::field::host);
        if (!host || !network_.door->knows_host(*host)) {
            return refuse(http::status::misdirected_request, "this is not the machine you asked for\n");
        }
        host_ = *host;
        const std::size_t origins = request.count(http::field::origin);
        const auto origin = only(http::field::origin);
        if (origins > 0 && (!origin || !network_.door->knows_origin(*origin))) {
            return refuse(http::status::forbidden, "another site's page may not come in\n");
        }
        if (request.method() != http::verb::get && request.method() != http::verb::head) {
            return refuse(http::status::method_not_allowed, "GET and HEAD only\n");
        }
        const auto length = parser_->content_length();
        if (parser_->chunked() || request.count(http::field::transfer_encoding) > 0 || (length && *length > 0)) {
            return refuse(http::status::payload_too_large, "a request has no body\n");
        }
        const std::string_view target(request.target().data(), request.target().size());
        const std::string_view path = target.substr(0, target.find('?'));
        if (path == "/ws") return upgrade(origins > 0);
        if (path == "/engine.json") return answer(kEngine, "application/json", "no-store");
        const auto file = network_.files.find(path == "/" ? "/index.html" : path);
        if (file == network_.files.end()) return refuse(http::status::not_found, "there is no such page\n", true);
        answer(*file->second);
    }

    void upgrade(bool has_origin) {
        const auto& request = parser_->get();
        if (!websocket::is_upgrade(request)) {
            return refuse(http::status::upgrade_required, "this address speaks WebSocket only\n");
        }
        // Nothing is to follow before the handshake is done, and each field of it is there once.
        const auto key = only(http::field::sec_websocket_key);
        if (!key || key->size() != kKeyLetters || !only(http::field::sec_websocket_version) || buffer_.size() > 0) {
            return refuse(http::status::bad_request, "that is not a WebSocket handshake\n");
        }
        const bool trusted = shows_token();
        if (!has_origin && !trusted && !(from_here_ && is_loopback(network_.options.address))) {
            return refuse(http::status::forbidden, "a program needs \"Authorization: Bearer TOKEN\"\n");
        }
        if (network_.viewers.size() >= static_cast<std::size_t>(network_.options.most_clients)) {
            return refuse(http::status::service_unavailable, "as many look on as may\n");
        }
        upgraded_ = true;
        stream_.expires_never();  // the WebSocket has its own clock
        const Client client = ++network_.last_client;
        auto viewer = std::make_shared<Viewer>(network_, std::move(stream_), client, trusted);
        network_.viewers[client] = viewer;
        viewer->start(request);
    }

    bool shows_token() const {
        constexpr std::string_view kScheme = "Bearer ";
        const auto field = only(http::field::authorization);
        return field && !network_.options.token.empty() && field->starts_with(kScheme) &&
               same_secret(field->substr(kScheme.size()), network_.options.token);
    }

    void refuse(http::status status, std::string_view why, bool stay = false) {
        Response response = make(status, why, "text/plain; charset=utf-8", "no-store");
        response.keep_alive(stay && parser_->keep_alive());
        if (status == http::status::method_not_allowed) response.set(http::field::allow, "GET, HEAD");
        if (status == http::status::service_unavailable) response.set(http::field::retry_after, "5");
        if (status == http::status::upgrade_required) {
            response.set(http::field::upgrade, "websocket");
            response.set(http::field::sec_websocket_version, "13");
        }
        write(std::move(response));
    }

    bool accepts_gzip() const {
        for (const auto& [encoding, parameters] : http::ext_list(parser_->get()[http::field::accept_encoding])) {
            if (!beast::iequals(encoding, "gzip")) continue;
            const auto quality = parameters.begin();
            return quality == parameters.end() || quality->second.find_first_not_of("0.") != std::string_view::npos;
        }
        return false;
    }

    void answer(const PageFile& file) {
        const bool compressed = !file.gzip.empty() && accepts_gzip();
        Response response = make(http::status::ok, compressed ? file.gzip : file.bytes, file.type,
                                 file.forever ? "public, max-age=31536000, immutable" : "no-cache");
        if (!file.gzip.empty()) response.set(http::field::vary, "Accept-Encoding");
        if (compressed) response.set(http::field::content_encoding, "gzip");
        response.keep_alive(parser_->keep_alive());
        write(std::move(response));
    }

    void answer(std::string_view bytes, std::string_view type, const char* caching) {
        Response response = make(http::status::ok, bytes, type, caching);
        response.keep_alive(parser_->keep_alive());
        write(std::move(response));
    }

    Response make(http::status status, std::string_view bytes, std::string_view type, const char* caching) const {
        constexpr unsigned kHttp11 = 11;
        Response response(status, kHttp11);
        response.set(http::field::content_type, beast::string_view(type.data(), type.size()));
        response.set(http::field::cache_control, caching);
        set_safe_headers(response, host_);
        response.body() = beast::span<const char>(bytes.data(), bytes.size());
        response.content_length(bytes.size());
        return response;
    }

    void write(Response made) {
        response_.emplace(std::move(made));
        serializer_.emplace(*response_);
        stream_.expires_after(kAnswerTime);
        const auto done = [self = shared_from_this()](ErrorCode error, std::size_t) { self->wrote(error); };
        if (parser_->get().method() == http::verb::head) {
            http::async_write_header(stream_, *serializer_, done);
        } else {
            http::async_write(stream_, *serializer_, done);
        }
    }

    void wrote(const ErrorCode& error) {
        if (error) return end();
        if (response_->keep_alive()) return read();
        // What it still sends is read and forgotten for a moment: closing at once would take our answer back.
        ErrorCode ignored;
        stream_.socket().shutdown(Tcp::socket::shutdown_send, ignored);
        stream_.expires_after(kSweep);
        drain();
    }

    void drain() {
        buffer_.consume(buffer_.size());
        stream_.async_read_some(buffer_.prepare(kHeaderLimit),
                                [self = shared_from_this()](ErrorCode error, std::size_t) {
                                    if (error) return self->end();
                                    self->drain();
                                });
    }

    static constexpr std::string_view kEngine = "{\"engine\":\"native\"}\n";

    Network& network_;
    bool from_here_;
    bool upgraded_ = false;
    Stream stream_;
    beast::flat_buffer buffer_{kHeaderLimit};
    std::optional<http::request_parser<http::empty_body>> parser_;
    std::string host_;
    std::optional<Response> response_;
    std::optional<http::response_serializer<http::span_body<const char>>> serializer_;
};

// ---- the house ----------------------------------------------------------------------------------------------------

/// True: it listens. False: the port is taken. Anything else is an error.
Result<bool> Server::Network::add_acceptor(const asio::ip::address& address, std::uint16_t wanted) {
    ErrorCode error;
    auto made = std::make_unique<Acceptor>(context);
    Tcp::acceptor& acceptor = made->socket;
    const Tcp::endpoint endpoint(address, wanted);
    acceptor.open(endpoint.protocol(), error);
    if (!error) acceptor.set_option(Tcp::acceptor::reuse_address(true), error);
    if (!error && address.is_v6()) acceptor.set_option(asio::ip::v6_only(!address.is_unspecified()), error);
    if (!error) acceptor.bind(endpoint, error);
    if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
    if (error == asio::error::address_in_use) return false;
    if (error) {
        const bool not_ours = error == boost::system::errc::address_not_available;
        const std::string where = host_text(address.to_string(), wanted);
        return Error{not_ours ? ErrorKind::input : ErrorKind::system,
                     not_ours ? "--bind " + address.to_string() + " is no address of this machine"
                              : where + " cannot be listened on: " + system_text(error)};
    }
    keep_to_ourselves(acceptor);
    port = acceptor.local_endpoint().port();
    acceptors.push_back(std::move(made));
    return true;
}

Result<bool> Server::Network::listen_at(std::uint16_t wanted) {
    acceptors.clear();
    if (!options.address.empty() && options.address != "localhost") {
        return add_acceptor(asio::ip::make_address(options.address), wanted);
    }
    auto first = add_acceptor(asio::ip::address_v4::loopback(), wanted);
    if (!first || !*first) return first;
    // "localhost" may mean either. Where there is no IPv6 it means the first; where another program listens there, the
    // port counts as taken, or it would get our visitors.
    auto second = add_acceptor(asio::ip::address_v6::loopback(), port);
    if (second && !*second) return false;
    return true;
}

Result<void> Server::Network::listen() {
    if (!options.address.empty() && options.address != "localhost") {
        ErrorCode failure;
        asio::ip::make_address(options.address, failure);
        if (failure) {
            return Error{ErrorKind::input, "--bind " + options.address + " is not an address; expected e.g. 0.0.0.0"};
        }
    }
    const int tries = options.port == 0 ? kAnyPortTries : options.ports_to_try;
    bool listening = false;
    for (int i = 0; i < tries && !listening; ++i) {
        const int wanted = options.port == 0 ? 0 : options.port + i;
        if (wanted > UINT16_MAX) break;
        auto result = listen_at(static_cast<std::uint16_t>(wanted));
        if (!result) return result.error();
        listening = *result;
    }
    if (!listening) {
        const std::string from = std::to_string(options.port);
        const std::string which = options.ports_to_try > 1 ? "the ports from " + from + " are" : "port " + from + " is";
        return Error{ErrorKind::system, which + " taken; choose another by --port"};
    }

    std::vector<std::string> names;
    const asio::ip::address address = acceptors.front()->socket.local_endpoint().address();
    if (address.is_unspecified()) {
        for (const std::string& one : own_addresses()) {
            // The first that others can reach stands in the address that is printed.
            const bool better = !is_loopback(one) && (name.empty() || is_loopback(name));
            if (name.empty() || better) name = one;
            names.push_back(one);
        }
    } else {
        name = address.to_string();
        names.push_back(name);
    }
    for (const char* one : {"localhost", "127.0.0.1", "::1"}) names.emplace_back(one);
    names.insert(names.end(), options.names.begin(), options.names.end());
    door.emplace(names, port);
    return {};
}

void Server::Network::start() {
    for (const PageFile& file : options.page) files[file.path] = &file;
    for (const auto& acceptor : acceptors) accept(*acceptor);
    sweep();
    thread = std::thread([this] { context.run(); });
}

void Server::Network::accept(Acceptor& acceptor) {
    acceptor.socket.async_accept([this, &acceptor](ErrorCode error, Tcp::socket socket) {
        if (stopping || error == asio::error::operation_aborted) return;
        if (error) {  // e.g. no descriptor left
            acceptor.again.expires_after(kAcceptAgain);
            acceptor.again.async_wait([this, &acceptor](ErrorCode canceled) {
                if (!stopping && !canceled) accept(acceptor);
            });
            return;
        }
        visits.remove_if([](const std::weak_ptr<Visit>& visit) { return visit.expired(); });
        // Whoever opens connections and says nothing makes room for the next.
        if (visits.size() >= std::max(kMostVisits, static_cast<std::size_t>(options.most_clients))) {
            if (const auto oldest = visits.front().lock()) oldest->end();
            visits.pop_front();
        }
        keep_to_ourselves(socket);
        ErrorCode ignored;
        socket.set_option(Tcp::no_delay(true), ignored);  // frames would wait for acknowledgments
        const auto visit = std::make_shared<Visit>(*this, std::move(socket));
        visits.push_back(visit);
        visit->start();
        accept(acceptor);
    });
}

void Server::Network::sweep() {
    sweep_timer.expires_after(kSweep);
    sweep_timer.async_wait([this](ErrorCode error) {
        if (error || stopping) return;
        const auto now = Clock::now();
        const auto all = viewers;  // who leaves changes the table
        for (const auto& [client, viewer] : all) viewer->sweep(now);
        sweep();
    });
}

void Server::Network::viewer_left(Client client) {
    viewers.erase(client);
    desk.put({Incoming::What::left, client, "", false});
    update_wanted();
}

void Server::Network::update_wanted() {
    const std::uint64_t newest = latest ? latest->number : 0;
    const bool wanted = std::any_of(viewers.begin(), viewers.end(), [&](const auto& one) {
        return one.second->wants_frame() && one.second->last_picture() >= newest;
    });
    desk.set_wanted(wanted);
}

void Server::Network::show_everybody() {
    for (const auto& [client, viewer] : viewers) viewer->write();
    update_wanted();
}

void Server::Network::stop() {
    stopping = true;
    for (const auto& acceptor : acceptors) {
        ErrorCode ignored;
        acceptor->socket.close(ignored);
    }
    for (const auto& visit : visits) {
        if (const auto there = visit.lock()) there->end();
    }
    const auto all = viewers;
    for (const auto& [client, viewer] : all) viewer->say_goodbye(websocket::close_code::going_away);
    // Who does not answer is left behind.
    sweep_timer.expires_after(viewers.empty() ? std::chrono::milliseconds(0) : kGoodbye);
    sweep_timer.async_wait([this](ErrorCode) { context.stop(); });
}

Server::Network::~Network() {
    if (thread.joinable()) {
        asio::post(context, [this] { stop(); });
        thread.join();
    }
    viewers.clear();
    latest.reset();
}

// ---- the simulation's side ----------------------------------------------------------------------------------------

Server::Server(std::unique_ptr<Network> network) : network_(std::move(network)) {}
Server::Server(Server&&) noexcept = default;
Server& Server::operator=(Server&&) noexcept = default;
Server::~Server() = default;

Result<Server> Server::open(ServerOptions options) {
    auto network = std::make_unique<Network>(std::move(options));
    if (auto listening = network->listen(); !listening) return listening.error();
    network->start();
    return Server(std::move(network));
}

std::string Server::url() const { return "http://" + host_text(network_->name, network_->port) + "/"; }

std::vector<Incoming> Server::receive(double seconds, bool frame_is_due) {
    Desk& desk = network_->desk;
    std::unique_lock guard(desk.lock);
    const auto ready = [&] { return !desk.inbox.empty() || (frame_is_due && desk.frame_wanted); };
    if (seconds > 0) desk.news.wait_for(guard, std::chrono::duration<double>(seconds), ready);
    return std::exchange(desk.inbox, {});
}

void Server::answer(Client client, std::string reply) {
    asio::post(network_->context, [network = network_.get(), client, text = std::move(reply)]() mutable {
        const auto viewer = network->viewers.find(client);
        if (viewer != network->viewers.end()) std::shared_ptr(viewer->second)->answer(std::move(text));
    });
}

void Server::admit(Client client, std::uint64_t picture) {
    asio::post(network_->context, [network = network_.get(), client, picture] {
        const auto viewer = network->viewers.find(client);
        if (viewer == network->viewers.end()) return;
        viewer->second->admit(picture);
        network->update_wanted();
    });
}

void Server::tell(Client client, std::string events) {
    asio::post(network_->context, [network = network_.get(), client, text = std::move(events)]() mutable {
        const auto viewer = network->viewers.find(client);
        if (viewer == network->viewers.end()) return;
        std::shared_ptr(viewer->second)->tell(std::make_shared<const std::string>(std::move(text)));
    });
}

void Server::announce(std::string events) {
    asio::post(network_->context, [network = network_.get(), text = std::move(events)]() mutable {
        network->latest.reset();  // it shows what was before, and another follows
        const auto shared = std::make_shared<const std::string>(std::move(text));
        const auto all = network->viewers;
        for (const auto& [client, viewer] : all) {
            if (viewer->admitted()) viewer->tell(shared);
        }
        network->update_wanted();
    });
}

void Server::send_away(Client client) {
    asio::post(network_->context, [network = network_.get(), client] {
        const auto viewer = network->viewers.find(client);
        if (viewer != network->viewers.end()) std::shared_ptr(viewer->second)->send_away();
    });
}

bool Server::frame_is_wanted() const {
    const std::lock_guard guard(network_->desk.lock);
    return network_->desk.frame_wanted;
}

std::vector<std::uint8_t> Server::take_buffer() {
    Desk& desk = network_->desk;
    const std::lock_guard guard(desk.lock);
    if (desk.buffers.empty()) return {};
    Frame buffer = std::move(desk.buffers.back());
    desk.buffers.pop_back();
    return buffer;
}

void Server::publish(std::vector<std::uint8_t> frame, std::string events, std::uint64_t picture) {
    if (frame.size() < kFrameHeader) return;
    network_->desk.set_wanted(false);  // until this one is on its way
    auto made = std::make_shared<const Picture>(std::move(frame), std::move(events), picture, &network_->desk);
    asio::post(network_->context, [network = network_.get(), made = std::move(made)]() mutable {
        network->latest = std::move(made);
        network->show_everybody();
    });
}

}  // namespace dunlin::server
