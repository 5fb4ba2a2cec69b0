// SPDX-License-Identifier: Apache-2.0
// Whose message is answered next: each client has a queue of its own, and they take turns. So one that asks as fast as
// it can waits for itself, not the others for it.
#pragma once

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>

#include "server.hpp"

namespace dunlin::server {

class RoundRobin {
  public:
    void put(Incoming message) {
        Queue* queue = find(message.client);
        if (queue == nullptr) queue = &queues_.emplace_back(Queue{message.client, {}});
        queue->messages.push_back(std::move(message));
    }

    bool empty() const { return queues_.empty(); }
    bool has(ClientId client) const {
        return std::any_of(queues_.begin(), queues_.end(), [&](const Queue& one) { return one.client == client; });
    }

    /// The next message of the client whose turn it is; the others come before it has another.
    std::optional<Incoming> next() {
        if (queues_.empty()) return std::nullopt;
        Queue queue = std::move(queues_.front());
        queues_.pop_front();
        Incoming message = std::move(queue.messages.front());
        queue.messages.pop_front();
        if (!queue.messages.empty()) queues_.push_back(std::move(queue));
        return message;
    }

    /// The next message of this client, out of turn.
    std::optional<Incoming> next_of(ClientId client) {
        Queue* queue = find(client);
        if (queue == nullptr) return std::nullopt;
        Incoming message = std::move(queue->messages.front());
        queue->messages.pop_front();
        if (queue->messages.empty()) forget(client);
        return message;
    }

    void forget(ClientId client) {
        std::erase_if(queues_, [&](const Queue& one) { return one.client == client; });
    }

  private:
    struct Queue {
        ClientId client;
        std::deque<Incoming> messages;  ///< never empty
    };
    Queue* find(ClientId client) {
        const auto found =
            std::find_if(queues_.begin(), queues_.end(), [&](const Queue& one) { return one.client == client; });
        return found == queues_.end() ? nullptr : &*found;
    }

    std::deque<Queue> queues_;  ///< the first is next
};

}  // namespace dunlin::server
