// SPDX-License-Identifier: Apache-2.0
// Actions are kept up to a number and an amount of memory.
#include "dunlin/live/undo_stack.hpp"

#include <utility>

namespace dunlin {
namespace {

constexpr std::size_t kMostEntries = 200;
constexpr std::size_t kMostBytes = std::size_t{64} << 20;  // but the last change can be undone however large it is

}  // namespace

void UndoStack::push(std::string what, Action action, std::size_t bytes) {
    if (!what.empty() && !entries_.empty() && entries_.back().what == what) return;
    bytes += sizeof(Entry) + what.size();
    bytes_ += bytes;
    entries_.push_back({std::move(what), std::move(action), bytes});
    while (!grouping_ && entries_.size() > 1 && (entries_.size() > kMostEntries || bytes_ > kMostBytes)) {
        bytes_ -= entries_.front().bytes;
        entries_.erase(entries_.begin());
    }
}

void UndoStack::as_one(const std::function<void()>& act) {
    std::vector<Entry> earlier = std::exchange(entries_, {});
    const std::size_t earlier_bytes = std::exchange(bytes_, 0);
    grouping_ = true;
    act();
    grouping_ = false;
    std::vector<Entry> made = std::exchange(entries_, std::move(earlier));
    const std::size_t bytes = std::exchange(bytes_, earlier_bytes);
    if (made.empty()) return;
    const auto undo_all = [made = std::move(made)] {
        for (auto one = made.rbegin(); one != made.rend(); ++one) one->action();
    };
    push("", undo_all, bytes);
}

bool UndoStack::undo_last() {
    if (entries_.empty()) return false;
    const Entry last = std::move(entries_.back());
    entries_.pop_back();
    bytes_ -= last.bytes;
    if (!entries_.empty()) entries_.back().what.clear();  // the next change is not in a row with that one
    last.action();
    return true;
}

void UndoStack::clear() {
    entries_.clear();
    bytes_ = 0;
}

}  // namespace dunlin
