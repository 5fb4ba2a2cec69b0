// SPDX-License-Identifier: Apache-2.0
// The limits, each with about how long it takes.
#include "dunlin/live/work_limits.hpp"

#include <algorithm>
#include <vector>

#include "dunlin/scenario/schema.hpp"
#include "dunlin/scenario/text.hpp"

namespace dunlin {
namespace {

constexpr double kMostPairs = 5e9;              // that one thread looks at in a step: some five seconds
constexpr double kMostPairsOfOne = 3e8;         // the same where one thread looks at every pair
constexpr double kMostPairsSampled = 5e8;       // in a sample: some seconds
constexpr double kMostWork = 5e8;               // agents times steps in answer to one message: some ten seconds
constexpr double kUsualPairs = 200;             // of an agent
constexpr std::int64_t kMostPairwise = 15'000;  // agents of a step that looks at every pair: some three seconds

}  // namespace

void WorkLimits::observed_changed() {
    sample_is_unchecked_ = true;
    refused_sample_.clear();
}

const std::string& WorkLimits::check_step(const Simulation& simulation, int threads) {
    if (!step_is_unchecked_) return refused_step_;
    step_is_unchecked_ = false;
    refused_step_.clear();
    const bool by_cells = simulation.scenario().update == Update::simultaneous;
    const double most = by_cells ? kMostPairs * std::max(1, threads) : kMostPairsOfOne;
    const auto agents = static_cast<double>(simulation.agents());
    if (agents * agents <= most) return refused_step_;
    const double pairs = simulation.pairs_ahead();
    if (pairs > most) {
        refused_step_ = "the agents are so close together that one step would look at " + short_number(pairs) +
                        " pairs of them, and this engine stops at " + short_number(most) +
                        "; give them more room, or a smaller radius";
    }
    return refused_step_;
}

const std::string& WorkLimits::check_sample(const Simulation& simulation, ColorChannel color) {
    if (!sample_is_unchecked_) return refused_sample_;
    sample_is_unchecked_ = false;
    refused_sample_.clear();
    const auto agents = static_cast<double>(simulation.agents());
    if (agents * agents <= kMostPairsSampled) return refused_sample_;
    std::vector<std::string> what = simulation.observable_names();
    if (color == ColorChannel::group) what.emplace_back("groups");
    if (color == ColorChannel::neighbors) what.emplace_back("mean_neighbors");
    const double pairs = simulation.pairs_to_observe(what);
    if (pairs > kMostPairsSampled) {
        refused_sample_ = "nothing is measured, and agents are not colored by neighbors: that would look at " +
                          short_number(pairs) + " pairs of agents, and this engine stops at " +
                          short_number(kMostPairsSampled) +
                          "; measure less, or with a smaller link_distance or collision_horizon";
    }
    return refused_sample_;
}

std::string refused_steps(const Simulation& simulation, std::int64_t steps) {
    const bool by_cells = simulation.scenario().update == Update::simultaneous;
    const auto agents = static_cast<double>(simulation.agents());
    const double agent_steps = static_cast<double>(steps) * agents;
    double cost = by_cells ? 1 : 1 + agents / 50;  // of an agent and step
    if (by_cells && agent_steps * agents / kUsualPairs > kMostWork) {
        cost = std::max(cost, simulation.pairs_ahead() / agents / kUsualPairs);
    }
    cost += static_cast<double>(simulation.influences().size()) / 50;
    if (agent_steps * cost <= kMostWork) return {};
    return "so many steps of so many agents take too long at once; ask for fewer";
}

std::string refused_update(Update update, std::int64_t agents) {
    if (update == Update::simultaneous || agents <= kMostPairwise) return {};
    return "update = \"" + std::string(kUpdateNames[static_cast<std::size_t>(update)]) +
           "\" looks at every pair of agents; in live sessions it is for up to " + std::to_string(kMostPairwise);
}

}  // namespace dunlin
