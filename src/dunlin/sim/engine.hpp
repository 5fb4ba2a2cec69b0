// SPDX-License-Identifier: Apache-2.0
// Engine: a flock of one dimension and precision behind one interface, so that Simulation need not be a template.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "dunlin/sim/start.hpp"
#include "dunlin/simulation.hpp"
#include "dunlin/step/tables.hpp"

namespace dunlin {

/// What a step needs to know besides the agents.
struct StepContext {
    const Scenario* scenario;
    const ModelEntry* model;
    const SteerFunctions* fast;  // null: the reference stepper
    const std::vector<InfluenceSpec>* influences;
    Crew* crew;
    std::int64_t step;
    double time;
};

class Engine {
  public:
    virtual ~Engine() = default;
    virtual std::size_t size() const = 0;
    virtual void add(const Start& start, Crew* crew) = 0;
    /// Puts the agent with this id there; false if there is none.
    virtual bool set(const AgentState& agent) = 0;
    virtual std::uint32_t largest_id() const = 0;
    /// `ids` ascending.
    virtual std::size_t remove(std::span<const std::uint32_t> ids) = 0;
    /// Id and kind of every agent, by ascending id.
    virtual std::vector<std::pair<std::uint32_t, std::uint8_t>> ids_and_kinds() const = 0;
    /// After agents, world or model have changed: lay the grid anew.
    virtual void lay_grid(const StepContext& order) = 0;
    /// About how many pairs the cells bring together.
    virtual double pairs_ahead(const StepContext& order) const = 0;
    /// The same for one sample of these observables.
    virtual double pairs_to_observe(const StepContext& order, const std::vector<std::string>& what) const = 0;
    virtual void sort(const StepContext& order) = 0;
    virtual void steer_and_move(const StepContext& order) = 0;
    /// Place of the agent nearest to `from` (ties: the smallest id), by the world's distance; false if there is none.
    virtual bool nearest_to(const Vec3& from, Crew* crew, Vec3& offset) const = 0;
    virtual std::uint64_t hash(Crew* crew) const = 0;
    virtual void fill(Snapshot& snapshot) const = 0;
    virtual AgentColumns<float> float_columns() const = 0;    ///< empty in double precision
    virtual AgentColumns<double> double_columns() const = 0;  ///< empty in single precision
    virtual void each_agent(const std::function<void(const AgentState&)>& show) const = 0;
    virtual std::vector<double> observe(const StepContext& order, const std::vector<std::string>& what) = 0;
    virtual std::vector<std::uint32_t> groups(const StepContext& order) = 0;
    virtual Result<Inspection> inspect(const StepContext& order, std::uint32_t id) const = 0;
    /// Agents in canonical order if colors need neighbors, else as they lie.
    virtual Packing pack(const StepContext& order, const PackRequest& wanted, std::vector<std::uint8_t>& out) = 0;
    virtual std::size_t bytes() const = 0;
};

/// One for the scenario's dimension and precision.
std::unique_ptr<Engine> make_engine(const Scenario& scenario);

/// Each in a unit of its own, so that they compile side by side.
std::unique_ptr<Engine> make_single_2d(const Scenario& scenario);
std::unique_ptr<Engine> make_single_3d(const Scenario& scenario);
std::unique_ptr<Engine> make_double_2d(const Scenario& scenario);
std::unique_ptr<Engine> make_double_3d(const Scenario& scenario);

}  // namespace dunlin
