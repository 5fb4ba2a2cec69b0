// SPDX-License-Identifier: Apache-2.0
// Checks of options that several subcommands have.
#pragma once

#include <cstdint>
#include <string>

#include "dunlin/error.hpp"
#include "dunlin/scenario.hpp"

namespace dunlin::cli {

constexpr std::int64_t kMostSteps = 1'000'000'000'000;  // as the key `steps`

Result<std::int64_t> integer_option(const std::string& option, const std::string& text, std::int64_t lowest,
                                    std::int64_t highest);
Result<int> thread_count(const std::string& asked);  ///< of --threads; empty: all cores
Result<void> check_simd(const std::string& asked);

std::int64_t agents_in(const Scenario& scenario);

/// What needs memory besides the simulation itself.
struct Drawing {
    bool snapshots = false;  ///< of all agents
    bool picture = false;
    bool movie = false;
};
/// An error if the run needs more memory than this process may use, by an estimate. Called before anything is written.
Result<void> check_memory(const Scenario& scenario, const std::string& name, const Drawing& drawing);

}  // namespace dunlin::cli
