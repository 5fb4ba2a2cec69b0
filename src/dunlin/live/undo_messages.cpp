// SPDX-License-Identifier: Apache-2.0
// undo: each change of the flock leaves behind what takes it back.
#include "dunlin/live/parts.hpp"

namespace dunlin {
namespace {

constexpr std::size_t kMostUndo = 200;

}  // namespace

void Session::Parts::can_undo(std::string what, std::function<void(Parts&)> take_back) {
    if (!what.empty() && !undo.empty() && undo.back().what == what) return;
    if (undo.size() >= kMostUndo && !grouping) undo.erase(undo.begin());
    undo.push_back({std::move(what), std::move(take_back)});
}

void Session::Parts::take_back(Message&, Json& reply) {
    reply.key("undone").flag(!undo.empty());
    if (undo.empty()) return;
    const Undo last = std::move(undo.back());
    undo.pop_back();
    last.take_back(*this);
    changed();
}

}  // namespace dunlin
