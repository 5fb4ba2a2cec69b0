// SPDX-License-Identifier: Apache-2.0
// The handlers call only what POSIX allows in a handler: write, alarm and _exit.
#include <unistd.h>

#include <csignal>
#include <string_view>

#include "interrupt.hpp"

namespace dunlin::cli {
namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};
constexpr int kStatusOfSignal = 128;  // plus the signal's number, as shells have it
constexpr std::string_view kNotice = "stopping after this step; press Ctrl-C again to stop now\n";

volatile std::sig_atomic_t first_signal = 0;
volatile std::sig_atomic_t tells_user = 0;
volatile std::sig_atomic_t on_terminal = 0;

void on_signal(int signal) {
    if (first_signal != 0) _exit(kStatusOfSignal + signal);
    first_signal = signal;
    if (tells_user == 0) {
        alarm(1);
    } else if (signal == SIGINT) {
        // On a terminal the progress line stands before it.
        if (on_terminal != 0) static_cast<void>(!write(STDERR_FILENO, "\n", 1));
        static_cast<void>(!write(STDERR_FILENO, kNotice.data(), kNotice.size()));
    }
}

void on_alarm(int) { _exit(kStatusOfSignal + first_signal); }

}  // namespace

void listen_for_signals(Ending ending) {
    tells_user = ending == Ending::after_this_step ? 1 : 0;
    on_terminal = isatty(STDERR_FILENO) == 1 ? 1 : 0;
    struct sigaction action = {};
    sigfillset(&action.sa_mask);
    action.sa_handler = on_alarm;
    if (ending == Ending::within_a_second) sigaction(SIGALRM, &action, nullptr);
    action.sa_handler = on_signal;
    for (const int signal : kSignals) {
        struct sigaction before = {};
        sigaction(signal, nullptr, &before);
        const bool ignored_by_nohup = signal == SIGHUP && before.sa_handler == SIG_IGN;
        if (!ignored_by_nohup) sigaction(signal, &action, nullptr);
    }
}

bool asked_to_end() { return first_signal != 0; }

int signal_status() { return kStatusOfSignal + first_signal; }

}  // namespace dunlin::cli
