// SPDX-License-Identifier: Apache-2.0
// Listening, accepting, and what the simulation's thread asks of the network's. The only unit that compiles
// Boost.Beast, since that takes long.
#include "network.hpp"

#include "client.hpp"
#include "connection.hpp"

namespace dunlin::server {

bool is_loopback(const std::string& address) {
    if (address.empty() || address == "localhost") return true;
    ErrorCode failure;
    const asio::ip::address parsed = asio::ip::make_address(address, failure);
    return !failure && parsed.is_loopback();
}

// ---- the network's thread

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
    origins.emplace(names, port);
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
        connections.remove_if([](const std::weak_ptr<Connection>& connection) { return connection.expired(); });
        // Whoever opens connections and says nothing makes room for the next.
        if (connections.size() >= std::max(kMostConnections, static_cast<std::size_t>(options.most_clients))) {
            if (const auto oldest = connections.front().lock()) oldest->end();
            connections.pop_front();
        }
        keep_to_ourselves(socket);
        ErrorCode ignored;
        socket.set_option(Tcp::no_delay(true), ignored);  // frames would wait for acknowledgments
        const auto connection = std::make_shared<Connection>(*this, std::move(socket));
        connections.push_back(connection);
        connection->start();
        accept(acceptor);
    });
}

void Server::Network::sweep() {
    sweep_timer.expires_after(kSweep);
    sweep_timer.async_wait([this](ErrorCode error) {
        if (error || stopping) return;
        const auto now = Clock::now();
        const auto all = clients;  // who leaves changes the table
        for (const auto& [id, one] : all) one->sweep(now);
        sweep();
    });
}

void Server::Network::client_left(ClientId client) {
    clients.erase(client);
    mailbox.put({Incoming::What::left, client, "", false});
    update_wanted();
}

void Server::Network::update_wanted() {
    const std::uint64_t newest = latest ? latest->number : 0;
    const bool wanted = std::any_of(clients.begin(), clients.end(), [&](const auto& one) {
        return one.second->wants_frame() && one.second->last_picture() >= newest;
    });
    mailbox.set_wanted(wanted);
}

void Server::Network::show_everybody() {
    for (const auto& [id, one] : clients) one->write();
    update_wanted();
}

void Server::Network::stop() {
    stopping = true;
    for (const auto& acceptor : acceptors) {
        ErrorCode ignored;
        acceptor->socket.close(ignored);
    }
    for (const auto& connection : connections) {
        if (const auto there = connection.lock()) there->end();
    }
    const auto all = clients;
    for (const auto& [id, one] : all) one->say_goodbye(websocket::close_code::going_away);
    // Who does not answer is left behind.
    sweep_timer.expires_after(clients.empty() ? std::chrono::milliseconds(0) : kGoodbye);
    sweep_timer.async_wait([this](ErrorCode) { context.stop(); });
}

Server::Network::~Network() {
    if (thread.joinable()) {
        asio::post(context, [this] { stop(); });
        thread.join();
    }
    clients.clear();
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
    Mailbox& mailbox = network_->mailbox;
    std::unique_lock guard(mailbox.lock);
    const auto ready = [&] { return !mailbox.inbox.empty() || (frame_is_due && mailbox.frame_wanted); };
    if (seconds > 0) mailbox.news.wait_for(guard, std::chrono::duration<double>(seconds), ready);
    return std::exchange(mailbox.inbox, {});
}

void Server::answer(ClientId client, std::string reply) {
    asio::post(network_->context, [network = network_.get(), client, text = std::move(reply)]() mutable {
        const auto found = network->clients.find(client);
        if (found != network->clients.end()) std::shared_ptr(found->second)->answer(std::move(text));
    });
}

void Server::admit(ClientId client, std::uint64_t picture) {
    asio::post(network_->context, [network = network_.get(), client, picture] {
        const auto found = network->clients.find(client);
        if (found == network->clients.end()) return;
        found->second->admit(picture);
        network->update_wanted();
    });
}

void Server::tell(ClientId client, std::string events) {
    asio::post(network_->context, [network = network_.get(), client, text = std::move(events)]() mutable {
        const auto found = network->clients.find(client);
        if (found == network->clients.end()) return;
        std::shared_ptr(found->second)->tell(std::make_shared<const std::string>(std::move(text)));
    });
}

void Server::announce(std::string events) {
    asio::post(network_->context, [network = network_.get(), text = std::move(events)]() mutable {
        network->latest.reset();  // it shows what was before, and another follows
        const auto shared = std::make_shared<const std::string>(std::move(text));
        const auto all = network->clients;
        for (const auto& [id, one] : all) {
            if (one->admitted()) one->tell(shared);
        }
        network->update_wanted();
    });
}

void Server::send_away(ClientId client) {
    asio::post(network_->context, [network = network_.get(), client] {
        const auto found = network->clients.find(client);
        if (found != network->clients.end()) std::shared_ptr(found->second)->send_away();
    });
}

bool Server::frame_is_wanted() const {
    const std::lock_guard guard(network_->mailbox.lock);
    return network_->mailbox.frame_wanted;
}

std::vector<std::uint8_t> Server::take_buffer() {
    Mailbox& mailbox = network_->mailbox;
    const std::lock_guard guard(mailbox.lock);
    if (mailbox.buffers.empty()) return {};
    Frame buffer = std::move(mailbox.buffers.back());
    mailbox.buffers.pop_back();
    return buffer;
}

void Server::publish(std::vector<std::uint8_t> frame, std::string events, std::uint64_t picture) {
    if (frame.size() < kFrameHeader) return;
    network_->mailbox.set_wanted(false);  // until this one is on its way
    auto made = std::make_shared<const Picture>(std::move(frame), std::move(events), picture, &network_->mailbox);
    asio::post(network_->context, [network = network_.get(), made = std::move(made)]() mutable {
        network->latest = std::move(made);
        network->show_everybody();
    });
}

}  // namespace dunlin::server
