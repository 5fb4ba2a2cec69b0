// SPDX-License-Identifier: Apache-2.0
// Colors, messages and the progress line. Nothing here fails where the terminal is gone: fmt::print would throw.
#include "terminal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "system.hpp"

namespace dunlin::cli {
namespace {

constexpr std::chrono::milliseconds kRedraw{100};
constexpr std::int64_t kBarCells = 24;

}  // namespace

Style::Style(ColorChoice choice, std::FILE* stream) {
    const char* no_color = std::getenv("NO_COLOR");
    const char* terminal = std::getenv("TERM");
    const bool refused = no_color != nullptr && *no_color != '\0';
    const bool dumb = terminal != nullptr && std::strcmp(terminal, "dumb") == 0;
    colored_ =
        choice == ColorChoice::always || (choice == ColorChoice::automatic && !refused && !dumb && is_terminal(stream));
}

std::string Style::painted(std::string_view code, std::string_view text) const {
    if (!colored_) return std::string(text);
    return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

int complain(const Error& error, ColorChoice color) {
    const Style style(color, stderr);
    print_message(style.red("error:") + ' ' + error.message + '\n');
    return error.kind == ErrorKind::input ? kMisuse : kFailed;
}

int misuse(const std::string& message, ColorChoice color) { return complain({ErrorKind::input, message}, color); }

void remark(const std::string& text, ColorChoice color) {
    const Style style(color, stderr);
    print_message(style.accent("note:") + ' ' + text + '\n');
}

void print(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

void print_message(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
}

int finish_output(int status, ColorChoice color) {
    const bool arrived = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
    if (arrived || status != kDone) return status;
    return complain({ErrorKind::system, fmt::format("standard output cannot be written: {}", std::strerror(errno))},
                    color);
}

std::string shell_quoted(const std::string& word) {
    if (!word.empty() && word.find_first_of(" \t\n'\"\\$`*?[]{}()<>|&;#~!") == std::string::npos) return word;
    std::string quoted = "'";
    for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + '\'';
}

std::string grouped(std::int64_t value) {
    constexpr std::size_t kGroup = 3;
    const std::string digits = fmt::format("{}", value);
    std::string text;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        const std::size_t left = digits.size() - i;
        if (i > 0 && left % kGroup == 0 && text != "-") text += ',';
        text += digits[i];
    }
    return text;
}

std::string bytes_text(double bytes) {
    constexpr double kMega = 1e6;
    constexpr double kGiga = 1e9;
    return bytes < 10 * kGiga ? fmt::format("{:.0f} MB", bytes / kMega) : fmt::format("{:.0f} GB", bytes / kGiga);
}

std::string rate_text(double per_second) {
    constexpr double kThousand = 1e3;
    constexpr double kMillion = 1e6;
    constexpr double kBillion = 1e9;
    if (per_second >= kBillion) return fmt::format("{:.2f} billion", per_second / kBillion);
    if (per_second >= kMillion) return fmt::format("{:.1f} million", per_second / kMillion);
    if (per_second >= kThousand) return fmt::format("{:.0f} thousand", per_second / kThousand);
    return fmt::format("{:.0f}", per_second);
}

std::string duration_text(double seconds) {
    constexpr std::int64_t kMinute = 60;
    constexpr std::int64_t kHour = 3600;
    const auto whole = static_cast<std::int64_t>(seconds + 0.5);
    if (whole >= kHour) return fmt::format("{}:{:02}:{:02}", whole / kHour, whole % kHour / kMinute, whole % kMinute);
    return fmt::format("{}:{:02}", whole / kMinute, whole % kMinute);
}

std::string padded(std::string text, std::size_t width) {
    if (text.size() < width) text.resize(width, ' ');
    return text;
}

Progress::Progress(bool wanted, std::int64_t steps, ColorChoice color)
    : wanted_(wanted && steps > 0 && is_terminal(stderr)), steps_(steps), style_(color, stderr) {}

void Progress::show(std::int64_t steps_done, std::size_t agents) {
    if (!wanted_) return;
    agent_steps_ += static_cast<double>(steps_done - steps_then_) * static_cast<double>(agents);
    steps_then_ = steps_done;
    const auto now = Clock::now();
    if (now - drawn_ < kRedraw) return;
    drawn_ = now;
    const double seconds = std::chrono::duration<double>(now - start_).count();
    const double part = static_cast<double>(steps_done) / static_cast<double>(steps_);
    const double left = part > 0 ? seconds / part - seconds : 0;
    const auto cells =
        static_cast<std::size_t>(std::clamp<std::int64_t>(steps_done * kBarCells / steps_, 0, kBarCells));
    const std::string bar = style_.accent(std::string(cells, '=')) +
                            style_.quiet(std::string(static_cast<std::size_t>(kBarCells) - cells, '-'));
    // Short enough for 80 columns: a line that wraps cannot be drawn over.
    print_message(fmt::format("\r{} {:3.0f} %  {} agent-steps/s  {} left\x1b[K", bar, part * 100,
                              rate_text(agent_steps_ / seconds), duration_text(left)));
    shown_ = true;
}

void Progress::clear() {
    if (!shown_) return;
    print_message("\r\x1b[K");
    shown_ = false;
}

}  // namespace dunlin::cli
