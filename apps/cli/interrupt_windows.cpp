// SPDX-License-Identifier: Apache-2.0
// Windows calls the handler in a thread of its own. For Ctrl-C and Ctrl-Break the exit status is that of SIGINT; for a
// terminal that is closed, a user who logs off and a machine that shuts down, that of SIGHUP.
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#include <windows.h>

#include <atomic>
#include <cstdio>

#include "interrupt.hpp"
#include "terminal.hpp"

namespace dunlin::cli {
namespace {

constexpr int kInterrupted = 130;
constexpr int kHungUp = 129;
constexpr unsigned long kAlarm = 1000;  // milliseconds

std::atomic<int> status = 0;
std::atomic<bool> tells_user = false;

BOOL WINAPI on_event(DWORD event) {
    const bool typed = event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT;
    const int wanted = typed ? kInterrupted : kHungUp;
    int none = 0;
    if (!status.compare_exchange_strong(none, wanted)) ExitProcess(static_cast<UINT>(wanted));
    if (!tells_user) {
        Sleep(kAlarm);
        ExitProcess(static_cast<UINT>(wanted));
    }
    if (!typed) Sleep(INFINITE);  // Windows ends the process when this returns, and after some seconds anyway
    print_message("\nstopping after this step; press Ctrl-C again to stop now\n");
    return TRUE;
}

}  // namespace

void listen_for_signals(Ending ending) {
    tells_user = ending == Ending::after_this_step;
    SetConsoleCtrlHandler(on_event, TRUE);
}

bool asked_to_end() { return status != 0; }

int signal_status() { return status; }

}  // namespace dunlin::cli
