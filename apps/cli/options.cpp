// SPDX-License-Identifier: Apache-2.0
// Options that more than one subcommand has.
#include "options.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <thread>
#include <vector>

#include "dunlin/simulation.hpp"
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
    return Error{ErrorKind::input, fmt::format("--simd {} is not to be had on this machine; expected {}", asked, list)};
}

std::int64_t agents_in(const Scenario& scenario) {
    std::int64_t agents = 0;
    for (const FlockSpec& flock : scenario.flocks) agents += flock.agents;
    return agents;
}

Result<void> check_memory(const Scenario& scenario, const std::string& name) {
    constexpr double kBytesPerNumber = 20;  // of position and velocity: state, sorted copy, snapshot
    constexpr double kGiga = 1e9;
    const int precision = scenario.precision == Precision::single_precision ? 1 : 2;
    const double agents = static_cast<double>(agents_in(scenario));
    const double needed = agents * scenario.dimensions * 2 * kBytesPerNumber * precision / kGiga;
    const double there =
        static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE)) / kGiga;
    if (needed <= there) return {};
    return Error{ErrorKind::input,
                 fmt::format("{}: {} agents need about {:.0f} GB of memory; this machine has {:.0f} GB", name,
                             grouped(agents_in(scenario)), needed, there)};
}

}  // namespace dunlin::cli
