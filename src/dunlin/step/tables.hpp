// SPDX-License-Identifier: Apache-2.0
// The tables that the build writes from the files of models/ and influences/: every model with its reference
// functions, the stations of a step for each instruction set, and the influences.
#pragma once

#include <string_view>
#include <vector>

#include "dunlin/step/model_entry.hpp"

namespace dunlin {

struct InstructionSet {
    std::string_view name;              // "avx512full", "avx512", "avx2", "sse4", "scalar", ...
    bool (*available)();                // whether this machine has it
    const ModelKernels* const* models;  // in the order of model_entries()
    const CommonKernels* common;

    bool has_doubles() const { return models[0]->double_2d.perceive != nullptr; }
};

struct InfluenceEntry {
    std::string_view name;
    Description (*describe)();
    double (*hunting_speed)(const double* values);
    /// What it adds to every agent's acceleration at `time`; null: that differs from agent to agent.
    Vec3 (*push)(const double* values, double time);
};

const std::vector<const ModelEntry*>& model_entries();
const std::vector<InstructionSet>& all_instruction_sets();  // best first; not all may be available
const std::vector<InfluenceEntry>& influence_entries();

/// Row of the model, or -1.
int model_row(std::string_view name);
int influence_row(std::string_view name);

}  // namespace dunlin
