// SPDX-License-Identifier: Apache-2.0
// Events that wait to be taken, as JSON texts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dunlin/live/json.hpp"

namespace dunlin {

inline std::string event_list(const std::vector<std::string>& events) {
    Json json;
    json.open('[');
    for (const std::string& event : events) json.raw(event);
    return json.close(']').take();
}

class EventQueue {
  public:
    /// For a caller that never takes them only the last ones are kept.
    void add(std::string event) {
        constexpr std::size_t kMostEvents = 1000;
        if (events_.size() >= kMostEvents) events_.erase(events_.begin());
        events_.push_back(std::move(event));
    }
    void add_first(std::string event) { events_.insert(events_.begin(), std::move(event)); }
    /// For the visitor to read.
    void add_note(std::string_view text) {
        Json json;
        json.open('{').key("type").text("note").key("text").text(text);
        add(json.close('}').take());
    }
    /// All of them, as a JSON array.
    std::string take() {
        std::string list = event_list(events_);
        events_.clear();
        return list;
    }

  private:
    std::vector<std::string> events_;
};

}  // namespace dunlin
