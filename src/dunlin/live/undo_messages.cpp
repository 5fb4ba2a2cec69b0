// SPDX-License-Identifier: Apache-2.0
// undo: each change of the flock leaves behind what takes it back.
#include "dunlin/live/parts.hpp"

namespace dunlin {
namespace {

constexpr std::size_t kMostUndo = 200;
constexpr std::size_t kMostBytes = std::size_t{64} << 20;  // the last change can be taken back, however large

}  // namespace

void Session::Parts::can_undo(std::string what, std::function<void(Parts&)> take_back, std::size_t bytes) {
    if (!what.empty() && !undo.empty() && undo.back().what == what) return;
    bytes += sizeof(Undo) + what.size();
    undo_bytes += bytes;
    undo.push_back({std::move(what), std::move(take_back), bytes});
    while (!grouping && undo.size() > 1 && (undo.size() > kMostUndo || undo_bytes > kMostBytes)) {
        undo_bytes -= undo.front().bytes;
        undo.erase(undo.begin());
    }
}

void Session::Parts::take_back(Message&, Json& reply) {
    reply.key("undone").flag(!undo.empty());
    if (undo.empty()) return;
    const Undo last = std::move(undo.back());
    undo.pop_back();
    undo_bytes -= last.bytes;
    if (!undo.empty()) undo.back().what.clear();  // what comes now is not in a row with it
    last.take_back(*this);
    changed();
}

}  // namespace dunlin
