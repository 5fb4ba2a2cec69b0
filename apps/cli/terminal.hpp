// SPDX-License-Identifier: Apache-2.0
// Output to the terminal: colors, messages, the progress of a run, and numbers written for people. --color decides
// about colors; without it NO_COLOR does; without that they are used where the stream is a terminal.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

#include "dunlin/error.hpp"

namespace dunlin::cli {

constexpr int kDone = 0;
constexpr int kFailed = 1;
constexpr int kMisuse = 2;

enum class ColorChoice { automatic, always, never };

class Style {
  public:
    Style(ColorChoice choice, std::FILE* stream);
    std::string bold(std::string_view text) const { return painted("1", text); }
    std::string quiet(std::string_view text) const { return painted("2", text); }
    std::string accent(std::string_view text) const { return painted("33", text); }
    std::string red(std::string_view text) const { return painted("1;31", text); }

  private:
    std::string painted(std::string_view code, std::string_view text) const;
    bool colored_;
};

/// Prints `error: ...` to stderr and returns the exit status that belongs to it.
int complain(const Error& error, ColorChoice color);
int misuse(const std::string& message, ColorChoice color);

/// Prints `note: ...` to stderr.
void remark(const std::string& text, ColorChoice color);

/// Prints to stderr.
void print_message(std::string_view text);

/// Prints to stdout. At the end of the program finish_output() reports an error if any of it could not be written.
void print(std::string_view text);
int finish_output(int status, ColorChoice color);

/// The word as it is typed in a shell: in quotes if it needs them.
std::string shell_quoted(const std::string& word);

std::string grouped(std::int64_t value);    ///< 12,345
std::string bytes_text(double bytes);       ///< 120 MB, 24 GB
std::string rate_text(double per_second);   ///< 12.3 million
std::string duration_text(double seconds);  ///< 0:42, 1:02:03
std::string padded(std::string text, std::size_t width);

/// One line on stderr that is drawn over and over; only on a terminal.
class Progress {
  public:
    Progress(bool wanted, std::int64_t steps, ColorChoice color);
    ~Progress() { clear(); }
    void show(std::int64_t steps_done, std::size_t agents);
    void clear();

  private:
    using Clock = std::chrono::steady_clock;
    bool shown_ = false;
    bool wanted_;
    std::int64_t steps_;
    std::int64_t steps_then_ = 0;
    double agent_steps_ = 0;
    Clock::time_point start_ = Clock::now();
    Clock::time_point drawn_ = start_;
    Style style_;
};

}  // namespace dunlin::cli
