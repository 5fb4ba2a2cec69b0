// SPDX-License-Identifier: Apache-2.0
// A running flock. The same scenario and seed give the same bits on every machine, for any number of threads and any
// instruction set; state_hash() is the witness.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dunlin/error.hpp"
#include "dunlin/scenario.hpp"

namespace dunlin {

class Crew;  // threads: see threads.hpp

struct RunOptions {
    std::string simd = "auto";        ///< auto or a name of instruction_sets()
    std::shared_ptr<Crew> crew = {};  ///< who does the work; empty: the calling thread alone
};

/// The instruction sets compiled in that this machine has, best first ("avx512", "avx2", "sse4", "scalar").
std::vector<std::string> instruction_sets();

/// All agents at one moment, by ascending id. Components lie one after another: x0 y0 [z0] x1 y1 [z1] ...
struct Snapshot {
    int dimensions = 2;
    std::int64_t step = 0;
    double time = 0;
    std::vector<std::uint32_t> id;
    std::vector<double> position;    ///< agents x dimensions
    std::vector<double> velocity;    ///< agents x dimensions
    std::vector<std::uint8_t> kind;  ///< index into Scenario::kinds
    std::size_t agents() const { return id.size(); }
};

/// The agents as they lie in memory, one array a component; nothing is copied. `R` is float in single precision, double
/// in double precision. Agent i is id[i]: the order is the same on every machine, but another after each step. Valid
/// until the simulation is next changed: by step(), add_agents(), remove_agents(), set_agent(), observe(), groups() or
/// pack().
template <class R>
struct AgentColumns {
    std::span<const std::uint32_t> id;
    std::span<const std::uint8_t> kind;          ///< index into Scenario::kinds; empty: all are of the first kind
    std::array<std::span<const R>, 3> position;  ///< x, y, z; z is empty in 2D
    std::array<std::span<const R>, 3> velocity;
    std::size_t agents() const { return id.size(); }
};

/// One agent as it is, or as it shall be (Simulation::set_agent).
struct AgentState {
    std::uint32_t id = 0;
    std::uint8_t kind = 0;  ///< index into Scenario::kinds
    Vec3 position{};
    Vec3 velocity{};
};

/// The named parts of one agent's steering, for the overlay and the page: the rule vectors and their sum.
struct RuleVector {
    std::string name;  ///< "separation", "alignment", "cohesion", "influences", "total"
    Vec3 vector{};     ///< the weighted acceleration of that rule
};
struct Inspection {
    std::uint32_t id = 0;
    Vec3 position{};
    Vec3 velocity{};
    double perception_radius = 0;
    double separation_radius = 0;  ///< 0: the model has none
    double view_angle = 360;       ///< degrees, about the velocity
    std::vector<std::uint32_t> neighbors;
    std::vector<RuleVector> rules;
};

/// What the byte that each agent carries for its color holds in a packed flock.
enum class ColorChannel { none, speed, group, neighbors };

struct PackRequest {
    ColorChannel color = ColorChannel::none;
    std::int64_t find = -1;  ///< id of an agent whose place in the packing is wanted
};

/// A flock as whole numbers, for viewers; docs/live.md has the layout.
struct Packing {
    std::size_t agents = 0;
    std::array<float, 3> lower{};  ///< of the box in which positions are 0
    std::array<float, 3> upper{};  ///< and 65535
    float velocity_scale = 0;      ///< 2D: the velocity of a component of 127; 3D: the mean speed
    bool kinds = false;            ///< a byte of kind for each agent follows the body
    bool colors = false;           ///< and a byte of color
    float color_low = 0;           ///< what color byte 0 stands for
    float color_high = 0;          ///< and 255
    std::int64_t found = -1;       ///< index of the agent asked for
};

/// What agents perceive with the parameters as they are.
struct Perception {
    double radius = 0;
    double separation_radius = 0;  ///< 0: the model has none
    double view_angle = 360;       ///< degrees, about the velocity
};

struct StageSeconds {
    double sort = 0, steer = 0, influences = 0, observe = 0;
};

/// Every function checks what it is given, or takes anything; docs/api.md describes each.
class Simulation {
  public:
    /// Builds the start state. Errors: those of check_scenario, an agent table of wrong shape, ids that are not free
    /// when a flock joins, an instruction set that is not supported here, or no memory for the agents. Where memory
    /// ends later, in a step, operator new does what it does for every container of the program.
    static Result<Simulation> make(Scenario scenario, const RunOptions& options = {});

    Simulation(Simulation&&) noexcept;
    Simulation& operator=(Simulation&&) noexcept;
    ~Simulation();

    void step();  ///< one step of dt
    const Scenario& scenario() const;
    std::string_view instruction_set() const;  ///< in use; "reference" for the plain stepper
    std::string_view remark() const;           ///< what the caller should announce (a fall-back), or empty
    std::int64_t steps_done() const;
    double time() const;
    std::size_t agents() const;
    std::uint64_t ids_left() const;  ///< that nobody ever had, and that no flock of the schedule will get
    int dimensions() const;
    const StageSeconds& stage_seconds() const;

    /// How many pairs of agents the next step will look at, about; it costs less than the step.
    double pairs_ahead() const;
    /// The same for one sample of these observables; those that look at single agents only count nothing.
    double pairs_to_observe(const std::vector<std::string>& what) const;

    std::uint64_t state_hash() const;  ///< of ids, positions, velocities, kinds; not of their order in memory
    Snapshot snapshot() const;         ///< a copy, by ascending id
    /// The agents without a copy: one of the two has them, by the scenario's precision; the other is empty.
    AgentColumns<float> float_columns() const;
    AgentColumns<double> double_columns() const;
    /// Shows every agent, in the order of memory; nothing is copied.
    void each_agent(const std::function<void(const AgentState&)>& show) const;
    std::size_t state_bytes() const;  ///< memory held for agents and grid

    /// Values of the observables named in scenario().observe.what, in that order.
    std::vector<double> observe();
    /// The value of one observable by its name, whether or not the scenario names it.
    Result<double> observe(std::string_view name);
    std::vector<std::string> observable_names() const;  ///< of the values of observe()
    /// Other observables, or other distances.
    Result<void> set_observe(const ObserveSpec& observe);
    /// For each agent, by ascending id, the number of its group (0: the largest), by scenario().observe.link_distance.
    std::vector<std::uint32_t> groups();
    /// What agent `id` perceives and how it would steer now; an error when there is none.
    Result<Inspection> inspect(std::uint32_t id) const;

    Perception perception() const;

    /// Appends the agents as they lie in memory: 2D u16 x, y, i8 vx, vy (6 bytes); 3D u16 x, y, z, the direction
    /// octahedral in two i8 (8 bytes); then kinds and colors, a byte an agent; each part filled up to four bytes.
    Packing pack(const PackRequest& request, std::vector<std::uint8_t>& out);

    /// Makes a kind that agents can be added as; its index. At most 256 kinds, each with a name of its own.
    Result<std::size_t> add_kind(const KindSpec& kind);
    /// Adds agents now (FlockSpec::step and order are not looked at); their ids follow the largest ever given, unless a
    /// table brings its own. Returns the first that follows. Refused if it took an id that a flock of the schedule
    /// needs.
    Result<std::uint32_t> add_agents(const FlockSpec& flock);
    /// Removes the agents with these ids; returns how many there were.
    std::size_t remove_agents(std::span<const std::uint32_t> ids);
    /// Sets kind, position and velocity of the agent `agent.id`. Outside a periodic or walled world it is brought in,
    /// as at a start.
    Result<void> set_agent(const AgentState& agent);

    /// The placed influences as they are now (moving ones have moved).
    const std::vector<InfluenceSpec>& influences() const;
    /// What this influence adds to every agent's acceleration now, as wind does; nothing: that is another for each, or
    /// there is no such influence.
    std::optional<Vec3> push(std::size_t influence) const;
    Result<std::size_t> add_influence(InfluenceSpec influence);  ///< returns its index
    Result<void> change_influence(std::size_t index, InfluenceSpec influence);
    void remove_influence(std::size_t index);  ///< nothing happens if there is none
    /// Sets a parameter of the model by name, checked against its range.
    Result<void> set_parameter(std::string_view name, double value);
    /// Sets a choice of the model by the name of the alternative: set_parameter("separation_form", "mean_inverse").
    Result<void> set_parameter(std::string_view name, std::string_view choice);

  private:
    struct Impl;
    explicit Simulation(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace dunlin
