// SPDX-License-Identifier: Apache-2.0
// The hash is a string: JSON numbers are doubles to most readers, and 64 bits do not fit.
#include "dunlin/io/summary.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace dunlin {

std::string hash_text(std::uint64_t hash) { return fmt::format("{:016x}", hash); }

std::string summary_json(const Summary& summary) {
    using Json = nlohmann::ordered_json;
    Json stages = {{"sort", summary.stage_seconds.sort},
                   {"steer", summary.stage_seconds.steer},
                   {"influences", summary.stage_seconds.influences},
                   {"observe", summary.stage_seconds.observe}};
    Json before = Json::object();
    Json last = Json::object();
    for (std::size_t i = 0; i < summary.observable_names.size(); ++i) {
        if (i < summary.observables_before.size()) before[summary.observable_names[i]] = summary.observables_before[i];
        if (i < summary.observables.size()) last[summary.observable_names[i]] = summary.observables[i];
    }
    const Json all = {{"scenario", summary.scenario},
                      {"model", summary.model},
                      {"agents", summary.agents},
                      {"steps", summary.steps},
                      {"time", summary.time},
                      {"interrupted", summary.interrupted},
                      {"seconds", summary.seconds},
                      {"wall_seconds", summary.wall_seconds},
                      {"agent_steps_per_second", summary.agent_steps_per_second},
                      {"stage_seconds", stages},
                      {"threads", summary.threads},
                      {"simd", summary.simd},
                      {"precision", summary.precision},
                      {"update", summary.update},
                      {"seed", summary.seed},
                      {"state_hash", hash_text(summary.state_hash)},
                      {"observables_at_start", before},
                      {"observables", last}};
    constexpr int kIndent = 2;
    return all.dump(kIndent, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace dunlin
