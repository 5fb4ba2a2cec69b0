// SPDX-License-Identifier: Apache-2.0
// The results of a run as JSON: summary.json in its folder, and what `dunlin run --json` prints.
// Native builds only.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dunlin/simulation.hpp"

namespace dunlin {

struct Summary {
    std::string scenario;
    std::string model;
    std::size_t agents = 0;
    std::int64_t steps = 0;
    double time = 0;
    bool interrupted = false;
    double seconds = 0;                 ///< spent in steps, without observing and writing
    double wall_seconds = 0;            ///< from the first step to the last file
    double agent_steps_per_second = 0;  ///< of `seconds`
    StageSeconds stage_seconds;
    int threads = 1;
    std::string simd;
    std::string precision;
    std::string update;
    std::uint64_t seed = 0;
    std::uint64_t state_hash = 0;
    std::vector<std::string> observable_names;
    std::vector<double> observables_before;
    std::vector<double> observables;  ///< last values
};

std::string hash_text(std::uint64_t hash);  ///< 16 hexadecimal digits
std::string summary_json(const Summary& summary);

}  // namespace dunlin
