// SPDX-License-Identifier: Apache-2.0
// What the simulation's thread and the network's thread share: one lock, which nobody holds while working.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "server.hpp"

namespace dunlin::server {

using Frame = std::vector<std::uint8_t>;

/// Messages for the simulation's thread, and whether a frame is wanted of it.
struct Mailbox {
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

/// A packed frame on its way to clients. Its memory goes back to the mailbox when the last has it.
struct Picture {
    Frame frame;
    std::string events;  ///< that belong to it, as one message; empty if there are none
    std::uint64_t number = 0;
    Mailbox* mailbox = nullptr;

    Picture(Frame packed, std::string told, std::uint64_t picture, Mailbox* home)
        : frame(std::move(packed)), events(std::move(told)), number(picture), mailbox(home) {}
    Picture(const Picture&) = delete;
    Picture& operator=(const Picture&) = delete;
    ~Picture() { mailbox->give_back(std::move(frame)); }
};

}  // namespace dunlin::server
