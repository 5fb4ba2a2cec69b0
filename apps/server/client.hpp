// SPDX-License-Identifier: Apache-2.0
// A client: a WebSocket by which somebody looks on or steers. Each gets the newest frame, never a queue of them.
#pragma once

#include "network.hpp"

namespace dunlin::server {

class Server::Network::Client : public std::enable_shared_from_this<Client> {
  public:
    Client(Network& network, Stream stream, ClientId client, bool authenticated)
        : network_(network), socket_(std::move(stream)), client_(client), authenticated_(authenticated) {}

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
        const ByteCounter& count = socket_.next_layer().rate_policy();
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
        network_.client_left(client_);
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
            network_.mailbox.put({Incoming::What::message, client_, std::move(text), authenticated_});
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
    ClientId client_;
    bool authenticated_;
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

}  // namespace dunlin::server
