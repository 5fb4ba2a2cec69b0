// SPDX-License-Identifier: Apache-2.0
// Simulation: holds the parts and runs the step list.
#include "dunlin/simulation.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <tuple>

#include "dunlin/base/column.hpp"
#include "dunlin/base/crew.hpp"
#include "dunlin/base/sort.hpp"
#include "dunlin/describe.hpp"
#include "dunlin/sim/engine.hpp"
#include "dunlin/sim/start.hpp"

namespace dunlin {
namespace {

/// Adds the seconds of its life to a stage. Time is only ever reported, never read by the simulation.
class Timed {
  public:
    explicit Timed(double& seconds) : seconds_(seconds), begin_(std::chrono::steady_clock::now()) {}
    ~Timed() { seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count(); }

  private:
    double& seconds_;
    std::chrono::steady_clock::time_point begin_;
};

Vec3 place_on_path(const InfluenceSpec& spec, double time) {
    const std::vector<Waypoint>& path = spec.path;
    const double first = path.front().time;
    const double span = path.back().time - first;
    if (spec.repeat && span > 0 && time > first)
        time = first + (time - first - span * std::floor((time - first) / span));
    if (time <= first) return path.front().position;
    for (std::size_t k = 1; k < path.size(); ++k) {
        if (time > path[k].time) continue;
        const double part = (time - path[k - 1].time) / (path[k].time - path[k - 1].time);
        Vec3 at{};
        for (int a = 0; a < 3; ++a) {
            at[a] = path[k - 1].position[a] + part * (path[k].position[a] - path[k - 1].position[a]);
        }
        return at;
    }
    return path.back().position;
}

Error wrong(std::string message) { return {ErrorKind::input, std::move(message)}; }

Result<void> check_influence(InfluenceSpec& spec) {
    const Description* row = find_description(influences(), spec.type);
    if (!row) return wrong("no influence is called \"" + spec.type + "\"");
    if (spec.values.empty()) spec.values = default_values(*row);
    if (spec.values.size() != row->parameters.size()) return wrong(spec.type + ": wrong number of parameters");
    return {};
}

/// A flock that joins, or agents that leave.
struct Coming {
    std::int64_t step;
    std::int64_t order;
    int rank;  // of the same order
    bool joins;
    std::size_t index;  // in the scenario's list of them

    bool operator<(const Coming& other) const {
        return std::tie(step, order, rank, index) < std::tie(other.step, other.order, other.rank, other.index);
    }
};

std::vector<Coming> schedule_of(const Scenario& scenario) {
    std::vector<Coming> out;
    for (std::size_t i = 0; i < scenario.flocks.size(); ++i) {
        const FlockSpec& flock = scenario.flocks[i];
        const bool start = flock.step == 0 && flock.order == 0;
        out.push_back({flock.step, flock.order, start ? 0 : 2, true, i});
    }
    for (std::size_t i = 0; i < scenario.removals.size(); ++i) {
        out.push_back({scenario.removals[i].step, scenario.removals[i].order, 1, false, i});
    }
    sort(out);
    return out;
}

}  // namespace

struct Simulation::Parts {
    Scenario scenario;
    std::shared_ptr<Crew> crew;
    std::unique_ptr<Engine> engine;
    const ModelEntry* model = nullptr;
    const SteerFunctions* fast = nullptr;
    std::string_view instruction_set = "reference";
    std::string remark;
    std::vector<InfluenceSpec> influences;
    std::vector<Coming> schedule;  // in the order in which it happens
    std::size_t next_coming = 0;
    StageSeconds seconds;
    std::int64_t step = 0;
    std::uint64_t next_id = 0;  // one more than the largest id ever given
    bool grid_is_stale = true;

    double time() const { return static_cast<double>(step) * scenario.dt; }
    std::uint64_t ids_left() const { return 0xffffffffu - std::min<std::uint64_t>(next_id, 0xffffffffu); }

    StepContext order() {
        const StepContext now{&scenario, model, fast, &influences, crew.get(), step, time()};
        if (grid_is_stale) engine->lay_grid(now);
        grid_is_stale = false;
        return now;
    }

    std::uint8_t kind_of(const std::string& name) const {
        for (std::size_t k = 0; k < scenario.kinds.size(); ++k) {
            if (scenario.kinds[k].name == name) return static_cast<std::uint8_t>(k);
        }
        return 0;
    }

    /// Small flocks are not asked about: what they need is there, or nothing is.
    Result<void> memory_for(std::size_t agents) const {
        constexpr std::size_t kSmall = 64'000'000;
        const std::size_t number = scenario.precision == Precision::single_precision ? sizeof(float) : sizeof(double);
        const std::size_t numbers = 2 * static_cast<std::size_t>(scenario.dimensions);
        const std::size_t each = 2 * (numbers * number + sizeof(std::uint32_t) + sizeof(std::uint8_t));  // and a copy
        if (agents * each < kSmall || memory_is_there(agents * each)) return {};
        return Error{ErrorKind::system, "there is no memory for " + std::to_string(agents) + " agents: they need " +
                                            std::to_string(agents * each / 1'000'000) + " MB"};
    }

    Result<std::uint32_t> add(const FlockSpec& flock) {
        const bool numbered = flock.start == "file";  // its table says which ids
        if (!numbered && (flock.agents < 0 || static_cast<std::uint64_t>(flock.agents) > ids_left())) {
            return wrong("more agents than ids: at most 4294967295 in all");
        }
        const auto first = static_cast<std::uint32_t>(next_id);
        Result<Start> start = make_start(scenario, flock, first);
        if (!start) return start.error();
        if (auto fits = memory_for(engine->size() + start->count); !fits) return fits.error();
        if (numbered) {
            Snapshot there;
            if (engine->size() > 0) engine->fill(there);  // ids ascend in it
            for (std::size_t k = 0; k < start->count && engine->size() > 0; ++k) {
                const std::uint32_t id = start->at(k).id;
                if (std::binary_search(there.id.begin(), there.id.end(), id))
                    return wrong((flock.file.empty() ? "the table of step " + std::to_string(flock.step) : flock.file) +
                                 ": id " + std::to_string(id) + " is in the flock already");
            }
        }
        engine->add(*start, kind_of(flock.kind), crew.get());
        if (engine->size() > 0) next_id = std::max(next_id, std::uint64_t{engine->largest_id()} + 1);
        grid_is_stale = true;
        return first;
    }

    std::size_t remove(std::vector<std::uint32_t> ids) {
        sort(ids);
        grid_is_stale = true;
        return engine->remove(ids);
    }

    void leave(const RemovalSpec& removal) {
        std::vector<std::uint32_t> ids = removal.ids;
        sort(ids);
        if (!removal.kind.empty()) {
            std::vector<std::uint32_t> of_kind = engine->ids_of_kind(kind_of(removal.kind));
            if (!ids.empty()) {
                std::erase_if(of_kind,
                              [&](std::uint32_t id) { return !std::binary_search(ids.begin(), ids.end(), id); });
            }
            ids = std::move(of_kind);
        }
        remove(std::move(ids));
    }

    /// Flocks that join and agents that leave now that the flock has come to this step.
    Result<void> join_and_leave() {
        Result<void> done;
        for (; next_coming < schedule.size() && schedule[next_coming].step <= step; ++next_coming) {
            const Coming& now = schedule[next_coming];
            if (!now.joins) {
                leave(scenario.removals[now.index]);
            } else if (auto added = add(scenario.flocks[now.index]); !added && done) {
                done = added.error();
            }
        }
        return done;
    }

    /// Whether all ids are free when a flock joins that brings its own: they do not depend on the steps in between.
    Result<void> rehearse() {
        const auto brings_ids = [](const FlockSpec& flock) { return flock.step > 0 && flock.start == "file"; };
        if (std::none_of(scenario.flocks.begin(), scenario.flocks.end(), brings_ids)) return {};
        step = std::numeric_limits<std::int64_t>::max();
        Result<void> done = join_and_leave();
        engine = make_engine(scenario);
        step = 0;
        next_id = next_coming = 0;
        return done;
    }

    /// Influences with a path go along it; hunters move to the nearest agent, after all agents have moved.
    void move_influences(double at_time) {
        for (InfluenceSpec& spec : influences) {
            if (!spec.path.empty()) {
                spec.position = place_on_path(spec, at_time);
                continue;
            }
            const int row = influence_row(spec.type);
            const double reach =
                influence_entries()[static_cast<std::size_t>(row)].hunting_speed(spec.values.data()) * scenario.dt;
            Vec3 offset{};
            if (!(reach > 0) || !engine->nearest_to(spec.position, crew.get(), offset)) continue;
            const double distance = std::sqrt(offset[0] * offset[0] + offset[1] * offset[1] + offset[2] * offset[2]);
            if (!(distance > 0)) continue;
            const double part = std::min(1.0, reach / distance);
            for (int a = 0; a < scenario.dimensions; ++a) {
                spec.position[a] += offset[a] * part;
                if (scenario.world.boundary[a] != Boundary::periodic || scenario.world.distance == Distance::plain)
                    continue;
                const double size = scenario.world.upper[a] - scenario.world.lower[a];
                if (spec.position[a] < scenario.world.lower[a]) spec.position[a] += size;
                if (spec.position[a] >= scenario.world.upper[a]) spec.position[a] -= size;
            }
        }
    }
};

std::vector<std::string> instruction_sets() {
    std::vector<std::string> out;
    for (const InstructionSet& set : all_instruction_sets()) {
        if (set.available()) out.emplace_back(set.name);
    }
    return out;
}

Result<Simulation> Simulation::make(Scenario scenario, const RunOptions& options) {
    auto parts = std::make_unique<Parts>();
    const int row = model_row(scenario.model.name);
    if (row < 0) return wrong("no model is called \"" + scenario.model.name + "\"");
    parts->model = model_entries()[static_cast<std::size_t>(row)];
    const Description& described = models()[static_cast<std::size_t>(row)];
    if (scenario.model.values.empty()) scenario.model.values = default_values(described);
    if (scenario.model.values.size() != described.parameters.size()) return wrong("wrong number of model parameters");
    if (scenario.kinds.empty()) scenario.kinds.emplace_back();  // as in a scenario's text
    if (scenario.dimensions != 2 && scenario.dimensions != 3) return wrong("dimensions must be 2 or 3");
    if (!(scenario.dt > 0)) return wrong("dt must be positive");
    for (int a = 0; a < scenario.dimensions; ++a) {
        if (!(scenario.world.upper[a] > scenario.world.lower[a])) return wrong("the world is empty");
    }

    const InstructionSet* chosen = nullptr;
    for (const InstructionSet& set : all_instruction_sets()) {
        if (!set.available()) continue;
        if (options.simd == set.name || (options.simd == "auto" && !chosen)) chosen = &set;
    }
    if (!chosen) return wrong("this machine does not have the instruction set \"" + options.simd + "\"");
    if (scenario.update == Update::simultaneous) {
        parts->fast = chosen->fast[row];
        parts->instruction_set = chosen->name;
    } else {
        parts->remark = std::string("update = \"") +
                        (scenario.update == Update::sequential ? "sequential" : "two-phase") +
                        "\" runs on the reference stepper: one thread, every pair of agents looked at";
    }

    parts->scenario = std::move(scenario);
    parts->crew = options.crew;
    parts->engine = make_engine(parts->scenario);
    parts->influences = parts->scenario.influences;
    for (InfluenceSpec& spec : parts->influences) {
        if (auto checked = check_influence(spec); !checked) return checked.error();
    }
    parts->scenario.influences = parts->influences;
    for (const FlockSpec& flock : parts->scenario.flocks) {
        if (flock.step == 0) continue;
        FlockSpec one = flock;  // joins later: only look whether it can
        one.agents = std::min<std::int64_t>(one.agents, 1);
        if (auto start = make_start(parts->scenario, one, 0); !start) return start.error();
    }
    parts->schedule = schedule_of(parts->scenario);
    if (auto fits = parts->rehearse(); !fits) return fits.error();
    if (auto came = parts->join_and_leave(); !came) return came.error();
    for (InfluenceSpec& spec : parts->influences) {
        if (!spec.path.empty()) spec.position = place_on_path(spec, 0);
    }
    return Simulation(std::move(parts));
}

Simulation::Simulation(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;
Simulation::~Simulation() = default;

void Simulation::step() {
    Parts& p = *parts_;
    const StepContext order = p.order();
    {
        Timed t(p.seconds.sort);
        p.engine->sort(order);
    }
    {
        Timed t(p.seconds.steer);
        p.engine->steer_and_move(order);
    }
    {
        Timed t(p.seconds.influences);
        p.move_influences(order.time + p.scenario.dt);
    }
    ++p.step;
    static_cast<void>(p.join_and_leave());  // make has seen that all can
}

const Scenario& Simulation::scenario() const { return parts_->scenario; }
std::string_view Simulation::instruction_set() const { return parts_->instruction_set; }
std::string_view Simulation::remark() const { return parts_->remark; }
std::int64_t Simulation::steps_done() const { return parts_->step; }
double Simulation::time() const { return parts_->time(); }
std::size_t Simulation::agents() const { return parts_->engine->size(); }
std::uint64_t Simulation::ids_left() const { return parts_->ids_left(); }
int Simulation::dimensions() const { return parts_->scenario.dimensions; }
const StageSeconds& Simulation::stage_seconds() const { return parts_->seconds; }
double Simulation::pairs_ahead() const {
    const auto agents = static_cast<double>(parts_->engine->size());
    return parts_->fast ? parts_->engine->pairs_ahead(parts_->order()) : agents * agents;
}
double Simulation::pairs_to_observe(const std::vector<std::string>& what) const {
    return parts_->engine->pairs_to_observe(parts_->order(), what);
}
std::uint64_t Simulation::state_hash() const { return parts_->engine->hash(parts_->crew.get()); }
std::size_t Simulation::state_bytes() const { return parts_->engine->bytes(); }

Snapshot Simulation::snapshot() const {
    Snapshot out;
    parts_->engine->fill(out);
    out.step = parts_->step;
    out.time = parts_->time();
    return out;
}

void Simulation::each_agent(const std::function<void(const AgentState&)>& show) const {
    parts_->engine->each_agent(show);
}

std::vector<double> Simulation::observe() {
    Timed t(parts_->seconds.observe);
    return parts_->engine->observe(parts_->order());
}

std::vector<std::string> Simulation::observable_names() const {
    const std::vector<std::string>& wanted = parts_->scenario.observe.what;
    std::vector<std::string> out;
    for (const std::string& name : wanted) {
        if (name != "none") out.push_back(name);
    }
    if (wanted.empty()) {
        for (const NamedLine& line : observables()) out.push_back(line.name);
    }
    return out;
}

void Simulation::set_observe(const ObserveSpec& observe) { parts_->scenario.observe = observe; }

std::vector<std::uint32_t> Simulation::groups() const { return parts_->engine->groups(parts_->order()); }
Result<Inspection> Simulation::inspect(std::uint32_t id) const { return parts_->engine->inspect(parts_->order(), id); }

Perception Simulation::perception() const {
    const double* values = parts_->scenario.model.values.data();
    const ModelEntry& model = *parts_->model;
    return {model.range(values), model.separation_range(values), model.view_angle(values)};
}

Packing Simulation::pack(const PackRequest& order, std::vector<std::uint8_t>& out) {
    return parts_->engine->pack(parts_->order(), order, out);
}

Result<std::size_t> Simulation::add_kind(const KindSpec& kind) {
    constexpr std::size_t kMostKinds = 256;
    std::vector<KindSpec>& kinds = parts_->scenario.kinds;
    if (kind.name.empty()) return wrong("a kind needs a name");
    if (kinds.size() >= kMostKinds) return wrong("there are 256 kinds already");
    for (const KindSpec& other : kinds) {
        if (other.name == kind.name) return wrong("there is a kind called \"" + kind.name + "\" already");
    }
    kinds.push_back(kind);
    return kinds.size() - 1;
}

Result<std::uint32_t> Simulation::add_agents(const FlockSpec& flock) { return parts_->add(flock); }
std::size_t Simulation::remove_agents(std::span<const std::uint32_t> ids) {
    return parts_->remove({ids.begin(), ids.end()});
}

const std::vector<InfluenceSpec>& Simulation::influences() const { return parts_->influences; }
std::optional<Vec3> Simulation::push(std::size_t influence) const {
    const InfluenceSpec& spec = parts_->influences[influence];
    const auto push = influence_entries()[static_cast<std::size_t>(influence_row(spec.type))].push;
    return push ? std::optional(push(spec.values.data(), time())) : std::nullopt;
}
Result<std::size_t> Simulation::add_influence(InfluenceSpec influence) {
    if (auto checked = check_influence(influence); !checked) return checked.error();
    parts_->influences.push_back(std::move(influence));
    return parts_->influences.size() - 1;
}
Result<void> Simulation::change_influence(std::size_t index, InfluenceSpec influence) {
    if (index >= parts_->influences.size()) return wrong("there is no influence " + std::to_string(index));
    if (auto checked = check_influence(influence); !checked) return checked.error();
    parts_->influences[index] = std::move(influence);
    return {};
}
void Simulation::remove_influence(std::size_t index) {
    if (index < parts_->influences.size()) {
        parts_->influences.erase(parts_->influences.begin() + static_cast<std::ptrdiff_t>(index));
    }
}

Result<void> Simulation::set_parameter(std::string_view name, double value) {
    const Description& described = *find_description(models(), parts_->scenario.model.name);
    const int index = parameter_index(described, name);
    if (index < 0) return wrong(described.name + " has no parameter \"" + std::string(name) + "\"");
    const ParameterInfo& info = described.parameters[static_cast<std::size_t>(index)];
    const bool whole = info.type != ParameterType::number;
    if (!(value >= info.minimum && value <= info.maximum) || (whole && value != std::floor(value))) {
        return wrong(info.name + " is outside its range");
    }
    parts_->scenario.model.values[static_cast<std::size_t>(index)] = value;
    parts_->grid_is_stale = true;
    return {};
}

}  // namespace dunlin
