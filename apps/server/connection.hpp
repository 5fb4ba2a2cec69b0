// SPDX-License-Identifier: Apache-2.0
// A connection that asks for files by HTTP. When it upgrades to a WebSocket it becomes a client.
#pragma once

#include "client.hpp"

namespace dunlin::server {

class Server::Network::Connection : public std::enable_shared_from_this<Connection> {
  public:
    Connection(Network& network, Tcp::socket socket)
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
        if (!host || !network_.origins->allows_host(*host)) {
            return refuse(http::status::misdirected_request, "this is not the machine you asked for\n");
        }
        host_ = *host;
        const std::size_t origins = request.count(http::field::origin);
        const auto origin = only(http::field::origin);
        if (origins > 0 && (!origin || !network_.origins->allows_origin(*origin))) {
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
        const bool authenticated = shows_token();
        if (!has_origin && !authenticated && !(from_here_ && is_loopback(network_.options.address))) {
            return refuse(http::status::forbidden, "a program needs \"Authorization: Bearer TOKEN\"\n");
        }
        if (network_.clients.size() >= static_cast<std::size_t>(network_.options.most_clients)) {
            return refuse(http::status::service_unavailable, "as many look on as may\n");
        }
        upgraded_ = true;
        stream_.expires_never();  // the WebSocket has its own clock
        const ClientId id = ++network_.last_client;
        const auto client = std::make_shared<Client>(network_, std::move(stream_), id, authenticated);
        network_.clients[id] = client;
        client->start(request);
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

}  // namespace dunlin::server
