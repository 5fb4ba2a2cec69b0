// SPDX-License-Identifier: Apache-2.0
// Options that more than one subcommand has: from the words typed to numbers that are right, or to a message.
#pragma once

#include <cstdint>
#include <string>

#include "dunlin/error.hpp"
#include "dunlin/scenario.hpp"

namespace dunlin::cli {

Result<std::int64_t> integer_option(const std::string& option, const std::string& text, std::int64_t lowest,
                                    std::int64_t highest);
Result<int> thread_count(const std::string& asked);  ///< of --threads; empty: all cores
Result<void> check_simd(const std::string& asked);

std::int64_t agents_in(const Scenario& scenario);
/// A slip in `agents` should be a message, not a machine that swaps for an hour.
Result<void> check_memory(const Scenario& scenario, const std::string& name);

}  // namespace dunlin::cli
