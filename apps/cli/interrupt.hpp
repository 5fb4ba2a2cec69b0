// SPDX-License-Identifier: Apache-2.0
// The signals that ask the program to end: SIGINT (Ctrl-C), SIGTERM, and SIGHUP (the terminal is gone). After the first
// the program finishes what it is doing, closes its files and ends; the second ends it at once.
#pragma once

namespace dunlin::cli {

enum class Ending {
    after_this_step,  ///< takes as long as the step and the files need; the user is told so at once
    within_a_second,  ///< ends after a second even if the step in progress does not
};

/// A SIGHUP that is ignored already, as nohup does, stays ignored.
void listen_for_signals(Ending ending);
bool asked_to_end();
/// The exit status that belongs to the signal received: 130 for SIGINT, 143 for SIGTERM, 129 for SIGHUP.
int signal_status();

}  // namespace dunlin::cli
