// SPDX-License-Identifier: Apache-2.0
// Handlers do what is allowed in a handler: they set a flag and an alarm.
#include "interrupt.hpp"

#include <unistd.h>

#include <csignal>

#include "terminal.hpp"

namespace dunlin::cli {
namespace {

volatile std::sig_atomic_t was_interrupted = 0;
volatile std::sig_atomic_t grace_seconds = 0;

void interrupt(int) {
    was_interrupted = 1;
    if (grace_seconds > 0) alarm(static_cast<unsigned>(grace_seconds));
}

void give_up(int) { _exit(kInterrupted); }

}  // namespace

void listen_for_interrupts(unsigned grace) {
    grace_seconds = static_cast<std::sig_atomic_t>(grace);
    struct sigaction action = {};
    action.sa_handler = give_up;
    if (grace > 0) sigaction(SIGALRM, &action, nullptr);
    action.sa_handler = interrupt;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() { return was_interrupted != 0; }

}  // namespace dunlin::cli
