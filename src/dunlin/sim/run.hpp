// SPDX-License-Identifier: Apache-2.0
// Run: what is behind a Simulation. The scenario and the options say what is to be done, RunState how far it has come,
// the backend does it. What comes in has been checked.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dunlin/sim/backend.hpp"
#include "dunlin/sim/schedule.hpp"

namespace dunlin {

class Run {
  public:
    /// Checks the scenario, chooses model and instruction set, and lets the first flocks join.
    static Result<std::unique_ptr<Run>> make(Scenario scenario, const RunOptions& options);
    Run(const Run&) = delete;  // the backend works on `state`

    void step();
    /// Another state of a run of the same scenario; this one goes on from there.
    void go_on_from(RunState other);

    /// Whether `joining` (if not null) and all flocks still to come will find free ids.
    Result<void> check_ids(const FlockSpec* joining) const;
    Result<void> join(const FlockSpec& flock);
    std::size_t leave(std::vector<std::uint32_t> ids);
    bool set(const AgentState& agent);
    /// After the model or the world has changed.
    void lay_grid();

    std::vector<double> observe(const std::vector<std::string>& what);
    std::vector<std::uint32_t> groups();
    Packing pack(const PackRequest& wanted, std::vector<std::uint8_t>& out);

    RunContext context() const { return {scenario, *model, fast, crew.get(), state, *observers}; }
    double time() const { return context().time(); }
    std::uint64_t ids_left() const;
    double pairs_ahead() const;
    std::uint64_t hash() const;
    AnyView view() const { return backend->view(); }

    Scenario scenario;
    std::shared_ptr<Crew> crew;
    const ModelEntry* model = nullptr;
    FastKernels fast;  // none: the reference stepper
    const ObserveFunctions* observers = nullptr;
    std::string_view instruction_set = "reference";
    std::string remark;
    RunState state;
    std::unique_ptr<Backend> backend;
    StageSeconds seconds;

  private:
    Run() = default;
    std::span<const ScheduledChange> pending() const { return std::span(schedule_).subspan(state.changes_done); }
    Result<void> memory_for(std::size_t agents) const;
    void leave(const RemovalSpec& removal);
    Result<void> join_and_leave();

    std::vector<ScheduledChange> schedule_;  // of the scenario, in the order in which it happens
    FoundGroups groups_;                     // of now, if they are known
};

}  // namespace dunlin
