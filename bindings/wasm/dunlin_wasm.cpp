// SPDX-License-Identifier: Apache-2.0
// The core as a WebAssembly module: plain functions on numbers and on memory that the caller asked allocate() for. No
// rule of the simulation is here. A flock is a pointer; a function that can fail returns 0 (or -1 for an index) and
// leaves its message in text(). Arrays handed out are the module's own and hold until the next call. One thread may be
// inside at a time.
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dunlin/describe.hpp"
#include "dunlin/io/agent_table.hpp"
#include "dunlin/scenario.hpp"
#include "dunlin/simulation.hpp"
#include "exports.hpp"
#include "json.hpp"
#include "text.hpp"

namespace {

using namespace dunlin;

struct Flock {
    Simulation simulation;
    std::vector<float> position, velocity;  // agents x dimensions, by ascending id
    std::vector<std::uint32_t> id, group;
    std::vector<std::uint8_t> kind;
    std::vector<double> observed;
};

/// Start tables by the name that scenarios call them.
std::map<std::string, std::string, std::less<>>& tables() {
    static std::map<std::string, std::string, std::less<>> all;
    return all;
}

using wasm::say;

bool done(const Result<void>& result) {
    if (!result) say(result.error().message);
    return static_cast<bool>(result);
}

std::vector<std::string> split(std::string_view text) {
    std::vector<std::string> parts;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\0'), text.size());
        parts.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return parts;
}

Result<void> fill_in_tables(Scenario& scenario) {
    for (FlockSpec& flock : scenario.flocks) {
        if (flock.start != "file" || flock.file.empty()) continue;
        const auto found = tables().find(flock.file);
        if (found == tables().end()) return Error{ErrorKind::input, flock.file + ": this table was not handed over"};
        const auto table = read_agent_table(found->second, flock.file, {scenario.dimensions});
        if (!table) return table.error();
        flock.agents = static_cast<std::int64_t>(table->agents());
        flock.table = found->second;
    }
    return {};
}

Result<Simulation> make_simulation(std::string_view text, const std::string& name, std::string_view overrides,
                                   std::string simd) {
    auto scenario = read_scenario(text, name, split(overrides));
    if (!scenario) return scenario.error();
    if (auto filled = fill_in_tables(*scenario); !filled) return filled.error();
    return Simulation::make(std::move(scenario).value(), {.simd = std::move(simd), .crew = {}});
}

/// The placed influence, or null and a message.
const InfluenceSpec* influence_of(const Flock& flock, std::uint32_t index) {
    if (index < flock.simulation.influences().size()) return &flock.simulation.influences()[index];
    say("there is no influence " + std::to_string(index));
    return nullptr;
}

}  // namespace

// ---- what there is -------------------------------------------------------------------------------------------------

/// text(): all there is, as JSON.
DUNLIN_EXPORT(describe) void dunlin_describe() { say(wasm::description_json()); }

// ---- making a flock ---------------------------------------------------------------------------------------------

/// Hands over the CSV that a scenario's `start = "file"` names; an empty one is forgotten.
DUNLIN_EXPORT(set_table)
void dunlin_set_table(const char* name, std::size_t name_length, const char* content, std::size_t length) {
    if (length == 0) {
        tables().erase(std::string(name, name_length));
    } else {
        tables()[std::string(name, name_length)].assign(content, length);
    }
}

/// A flock, or 0 and a message that begins with `name`. `overrides`: `key.path=value` texts with a zero byte between
/// them.
DUNLIN_EXPORT(make)
Flock* dunlin_make(const char* text, std::size_t text_length, const char* name, std::size_t name_length,
                   const char* overrides, std::size_t overrides_length, const char* simd, std::size_t simd_length) {
    auto made = make_simulation({text, text_length}, std::string(name, name_length), {overrides, overrides_length},
                                std::string(simd, simd_length));
    if (made) return new Flock{std::move(made).value(), {}, {}, {}, {}, {}, {}};
    say(made.error().message);
    return nullptr;
}
DUNLIN_EXPORT(destroy) void dunlin_destroy(Flock* flock) { delete flock; }

/// text(): the scenario, every default written out, with the parameters as they are now.
DUNLIN_EXPORT(scenario) void dunlin_scenario(const Flock* flock) { say(write_scenario(flock->simulation.scenario())); }
/// text(): what the user should know about this flock (a fall-back), or nothing.
DUNLIN_EXPORT(remark) void dunlin_remark(const Flock* flock) { say(std::string(flock->simulation.remark())); }
DUNLIN_EXPORT(instruction_set) void dunlin_instruction_set(const Flock* flock) {
    say(std::string(flock->simulation.instruction_set()));
}

// ---- stepping and looking ---------------------------------------------------------------------------------------

DUNLIN_EXPORT(step) void dunlin_step(Flock* flock, std::uint32_t steps) {
    for (std::uint32_t i = 0; i < steps; ++i) flock->simulation.step();
}
DUNLIN_EXPORT(steps_done) double dunlin_steps_done(const Flock* flock) {
    return static_cast<double>(flock->simulation.steps_done());
}
DUNLIN_EXPORT(time) double dunlin_time(const Flock* flock) { return flock->simulation.time(); }
DUNLIN_EXPORT(agents) std::size_t dunlin_agents(const Flock* flock) { return flock->simulation.agents(); }
DUNLIN_EXPORT(dimensions) int dunlin_dimensions(const Flock* flock) { return flock->simulation.dimensions(); }
DUNLIN_EXPORT(state_bytes) std::size_t dunlin_state_bytes(const Flock* flock) {
    return flock->simulation.state_bytes();
}
DUNLIN_EXPORT(state_hash) std::uint64_t dunlin_state_hash(const Flock* flock) { return flock->simulation.state_hash(); }

/// Copies the agents as they are now, by ascending id, into the arrays that the next four functions give.
DUNLIN_EXPORT(snapshot) void dunlin_snapshot(Flock* flock) {
    Snapshot now = flock->simulation.snapshot();
    flock->position.assign(now.position.begin(), now.position.end());
    flock->velocity.assign(now.velocity.begin(), now.velocity.end());
    flock->id = std::move(now.id);
    flock->kind = std::move(now.kind);
}
DUNLIN_EXPORT(positions) const float* dunlin_positions(const Flock* flock) { return flock->position.data(); }
DUNLIN_EXPORT(velocities) const float* dunlin_velocities(const Flock* flock) { return flock->velocity.data(); }
DUNLIN_EXPORT(ids) const std::uint32_t* dunlin_ids(const Flock* flock) { return flock->id.data(); }
DUNLIN_EXPORT(kinds) const std::uint8_t* dunlin_kinds(const Flock* flock) { return flock->kind.data(); }

/// The number of each agent's group (0: the largest), by ascending id.
DUNLIN_EXPORT(groups) const std::uint32_t* dunlin_groups(Flock* flock) {
    flock->group = flock->simulation.groups();
    return flock->group.data();
}
/// One number for each name in observable_names().
DUNLIN_EXPORT(observe) const double* dunlin_observe(Flock* flock) {
    flock->observed = flock->simulation.observe();
    return flock->observed.data();
}
DUNLIN_EXPORT(observable_count) std::size_t dunlin_observable_count(const Flock* flock) {
    return flock->simulation.observable_names().size();
}
/// text(): a JSON array.
DUNLIN_EXPORT(observable_names) void dunlin_observable_names(const Flock* flock) {
    say(wasm::names_json(flock->simulation.observable_names()));
}
/// text(): what agent `id` perceives and how it would steer, as JSON.
DUNLIN_EXPORT(inspect) bool dunlin_inspect(const Flock* flock, std::uint32_t id) {
    const auto inspection = flock->simulation.inspect(id);
    say(inspection ? wasm::inspection_json(*inspection) : inspection.error().message);
    return static_cast<bool>(inspection);
}

// ---- changing it ------------------------------------------------------------------------------------------------

DUNLIN_EXPORT(set_parameter)
bool dunlin_set_parameter(Flock* flock, const char* name, std::size_t length, double value) {
    return done(flock->simulation.set_parameter({name, length}, value));
}
DUNLIN_EXPORT(remove_agents)
std::size_t dunlin_remove_agents(Flock* flock, const std::uint32_t* ids, std::size_t count) {
    return flock->simulation.remove_agents({ids, count});
}
/// text(): the placed influences as they are now, as a JSON array.
DUNLIN_EXPORT(influences) void dunlin_influences(const Flock* flock) {
    say(wasm::influences_json(flock->simulation.influences()));
}
/// Its index, or -1.
DUNLIN_EXPORT(add_influence)
std::int32_t dunlin_add_influence(Flock* flock, const char* type, std::size_t length, double x, double y, double z) {
    const auto added = flock->simulation.add_influence({std::string(type, length), {x, y, z}, {}, {}, false});
    if (added) return static_cast<std::int32_t>(*added);
    say(added.error().message);
    return -1;
}
DUNLIN_EXPORT(move_influence)
bool dunlin_move_influence(Flock* flock, std::uint32_t index, double x, double y, double z) {
    const InfluenceSpec* old = influence_of(*flock, index);
    if (!old) return false;
    InfluenceSpec moved = *old;
    moved.position = {x, y, z};
    moved.path.clear();  // who is led by hand no longer follows a path
    return done(flock->simulation.change_influence(index, std::move(moved)));
}
DUNLIN_EXPORT(set_influence)
bool dunlin_set_influence(Flock* flock, std::uint32_t index, const char* name, std::size_t length, double value) {
    const InfluenceSpec* old = influence_of(*flock, index);
    if (!old) return false;
    const Description* described = find_description(influences(), old->type);
    const int row = described ? parameter_index(*described, {name, length}) : -1;
    if (row < 0) {
        say(old->type + " has no parameter \"" + std::string(name, length) + '"');
        return false;
    }
    const ParameterInfo& info = described->parameters[static_cast<std::size_t>(row)];
    if (!(value >= info.minimum && value <= info.maximum)) {
        say(info.name + " is outside its range");
        return false;
    }
    InfluenceSpec changed = *old;
    changed.values[static_cast<std::size_t>(row)] = value;
    return done(flock->simulation.change_influence(index, std::move(changed)));
}
DUNLIN_EXPORT(remove_influence) void dunlin_remove_influence(Flock* flock, std::uint32_t index) {
    flock->simulation.remove_influence(index);
}
