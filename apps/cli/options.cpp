// SPDX-License-Identifier: Apache-2.0
// Checks of options that several subcommands have, and of the memory that a run needs.
#include "options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <thread>
#include <vector>

#include "dunlin/simulation.hpp"
#include "system.hpp"
#include "terminal.hpp"

namespace dunlin::cli {

Result<std::int64_t> integer_option(const std::string& option, const std::string& text, std::int64_t lowest,
                                    std::int64_t highest) {
    std::int64_t value = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    const std::string expected = fmt::format("{} to {}", lowest, highest);
    if (failure == std::errc::invalid_argument || end != text.data() + text.size()) {
        return Error{ErrorKind::input, fmt::format("{} {} is not an integer; expected {}", option, text, expected)};
    }
    if (failure != std::errc{} || value < lowest || value > highest) {
        return Error{ErrorKind::input, fmt::format("{} {} is outside {}", option, text, expected)};
    }
    return value;
}

namespace {

constexpr std::int64_t kMostThreads = 1024;

}  // namespace

Result<int> thread_count(const std::string& asked) {
    if (asked.empty()) return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    const auto count = integer_option("--threads", asked, 1, kMostThreads);
    if (!count) return count.error();
    return static_cast<int>(*count);
}

Result<void> check_simd(const std::string& asked) {
    std::vector<std::string> names = instruction_sets();
    names.insert(names.begin(), "auto");
    std::string list;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (names[i] == asked) return {};
        list += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
    }
    return Error{ErrorKind::input, fmt::format("--simd {} is not supported here; expected {}", asked, list)};
}

std::int64_t agents_in(const Scenario& scenario) {
    std::int64_t agents = 0;
    for (const FlockSpec& flock : scenario.flocks) agents += flock.agents;
    return agents;
}

namespace {

/// The memory that a run needs, by constants that were measured with a million agents.
double bytes_needed(const Scenario& scenario, const Drawing& drawing) {
    const double number = scenario.precision == Precision::single_precision ? sizeof(float) : sizeof(double);
    constexpr double kProgram = 2e7;  // threads, buffers
    constexpr double kIdAndCell = 8;
    constexpr double kColor = 12;                                              // of an agent in a picture
    constexpr double kPicturePixel = 24;                                       // color, light and density
    constexpr double kMoviePixel = 48;                                         // and frames on their way to ffmpeg
    const double state = 2 * (2 * scenario.dimensions * number) + kIdAndCell;  // position, velocity, and a copy
    const double snapshot = 2 * scenario.dimensions * sizeof(double) + sizeof(std::uint32_t) + 1;
    const bool drawn = drawing.picture || drawing.movie;
    const double each = state + (drawing.snapshots ? snapshot : 0) + (drawn ? kColor : 0);
    double bytes = kProgram + static_cast<double>(agents_in(scenario)) * each;
    if (drawing.picture) bytes += kPicturePixel * scenario.picture.width * scenario.picture.height;
    if (drawing.movie) bytes += kMoviePixel * scenario.movie.width * scenario.movie.height;
    return bytes;
}

}  // namespace

Result<void> check_memory(const Scenario& scenario, const std::string& name, const Drawing& drawing) {
    const double needed = bytes_needed(scenario, drawing);
    const MemoryLimit left = memory_left();
    if (needed <= left.bytes) return {};
    return Error{ErrorKind::system, fmt::format("{}: {} agents need about {} of memory; ", name,
                                                grouped(agents_in(scenario)), bytes_text(needed)) +
                                        fmt::format(fmt::runtime(left.sentence), bytes_text(left.bytes))};
}

}  // namespace dunlin::cli
