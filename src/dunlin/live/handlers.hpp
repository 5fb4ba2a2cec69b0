// SPDX-License-Identifier: Apache-2.0
// What each message does, by its type; docs/live.md has the table. A handler reads the whole message before it changes
// anything, so a refused message changes nothing. Results of its own go into the open object `reply`.
#pragma once

#include "dunlin/live/message.hpp"
#include "dunlin/live/session_state.hpp"

namespace dunlin {

using Handler = void(SessionState& s, Message& m, Json& reply);

inline void fail(Message& m, const Error& error) { m.fail(error.message); }

// flock_messages.cpp
Handler handle_hello, handle_reset, handle_agents;
// load_messages.cpp
Handler handle_load, handle_change;
// parameter_messages.cpp
Handler handle_set, handle_rule;
// influence_messages.cpp
Handler handle_hold, handle_place, handle_move, handle_adjust, handle_remove;
// agent_messages.cpp
Handler handle_spawn, handle_erase, handle_clear;
// view_messages.cpp
Handler handle_pick, handle_follow, handle_color, handle_observe, handle_vectors;
// step_messages.cpp
Handler handle_play, handle_step, handle_speed, handle_trajectory;
// session.cpp
Handler handle_undo, handle_export, handle_hash, handle_control;

/// Removes a placed influence; can be undone.
void remove_placed(SessionState& s, std::size_t index);

}  // namespace dunlin
