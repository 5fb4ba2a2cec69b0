// SPDX-License-Identifier: Apache-2.0
// Simulation: holds the parts of a run and runs the stages of a step. Whatever comes in is checked here, by the checks
// of the scenario (check_scenario and its like); nothing behind it checks again.
#include "dunlin/simulation.hpp"

#include <algorithm>
#include <chrono>

#include "dunlin/base/column.hpp"
#include "dunlin/base/crew.hpp"
#include "dunlin/base/sort.hpp"
#include "dunlin/describe.hpp"
#include "dunlin/sim/engine.hpp"
#include "dunlin/sim/influence_motion.hpp"
#include "dunlin/sim/schedule.hpp"
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

Error input_error(std::string message) { return {ErrorKind::input, std::move(message)}; }

std::string did_you_mean(std::string_view wrong, const std::vector<std::string>& names) {
    const std::string nearest = nearest_name(wrong, names);
    return nearest.empty() ? std::string{} : "; did you mean \"" + nearest + "\"?";
}

/// The parameter's index in the model's description.
Result<std::size_t> find_parameter(const Description& model, std::string_view name) {
    const int index = parameter_index(model, name);
    if (index >= 0) return static_cast<std::size_t>(index);
    std::vector<std::string> names;
    for (const ParameterInfo& parameter : model.parameters) names.push_back(parameter.name);
    return input_error(model.name + " has no parameter \"" + std::string(name) + '"' + did_you_mean(name, names));
}

/// The set of that name, or the best one for "auto"; null if it is not supported here.
const InstructionSet* find_instruction_set(const std::string& name) {
    for (const InstructionSet& set : all_instruction_sets()) {
        if (set.available() && (name == set.name || name == "auto")) return &set;
    }
    return nullptr;
}

}  // namespace

struct Simulation::Impl {
    Scenario scenario;
    std::shared_ptr<Crew> crew;
    std::unique_ptr<Engine> engine;
    const ModelEntry* model = nullptr;
    const SteerFunctions* fast = nullptr;
    std::string_view instruction_set = "reference";
    std::string remark;
    std::vector<InfluenceSpec> influences;
    std::vector<ScheduledChange> schedule;  // in the order in which it happens
    std::size_t changes_done = 0;
    StageSeconds seconds;
    std::int64_t step = 0;
    std::uint64_t next_id = 0;  // one more than the largest id ever given

    double time() const { return static_cast<double>(step) * scenario.dt; }
    std::span<const ScheduledChange> pending() const { return std::span(schedule).subspan(changes_done); }

    std::uint64_t ids_left() const {
        const std::uint64_t taken = next_id + ids_needed(scenario, pending());
        return kMostIds - std::min(taken, kMostIds);
    }

    StepContext context() const { return {&scenario, model, fast, &influences, crew.get(), step, time()}; }

    using Changes = std::span<const ScheduledChange>;
    Result<void> check_ids(const FlockSpec* joining, Changes changes) const {
        return dunlin::check_ids(scenario, joining, changes, next_id, [this] { return engine->ids_and_kinds(); });
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

    Result<void> join(const FlockSpec& flock) {
        auto start = make_start(scenario, flock, static_cast<std::uint32_t>(std::min(next_id, kMostIds)));
        if (!start) return start.error();
        if (auto fits = memory_for(engine->size() + start->count); !fits) return fits;
        engine->add(*start, crew.get());
        if (engine->size() > 0) next_id = std::max(next_id, std::uint64_t{engine->largest_id()} + 1);
        engine->lay_grid(context());
        return {};
    }

    std::size_t remove(std::vector<std::uint32_t> ids) {
        sort(ids);
        const std::size_t removed = engine->remove(ids);
        engine->lay_grid(context());
        return removed;
    }

    void leave(const RemovalSpec& removal) {
        if (removal.kind.empty()) {
            remove(removal.ids);
            return;
        }
        std::vector<std::uint32_t> wanted = removal.ids;
        sort(wanted);
        const std::uint8_t kind = kind_index(scenario, removal.kind);
        std::vector<std::uint32_t> ids;
        for (const auto& [id, its_kind] : engine->ids_and_kinds()) {
            const bool named = wanted.empty() || std::binary_search(wanted.begin(), wanted.end(), id);
            if (its_kind == kind && named) ids.push_back(id);
        }
        remove(std::move(ids));
    }

    /// Flocks that join and agents that leave now that the flock has come to this step.
    Result<void> join_and_leave() {
        for (; changes_done < schedule.size() && schedule[changes_done].step <= step; ++changes_done) {
            const ScheduledChange& now = schedule[changes_done];
            if (!now.joins) {
                leave(scenario.removals[now.index]);
                continue;
            }
            const FlockSpec& flock = scenario.flocks[now.index];
            if (step == 0 && engine->size() > 0) {  // later ones have been checked when the run was made
                if (auto ids = check_ids(&flock, {}); !ids) return ids;
            }
            if (auto joined = join(flock); !joined) return joined;
        }
        return {};
    }
};

std::vector<std::string> instruction_sets() {
    std::vector<std::string> out;
    for (const InstructionSet& set : all_instruction_sets()) {
        if (set.available()) out.emplace_back(set.name);
    }
    return out;
}

Result<Simulation> Simulation::make(Scenario given, const RunOptions& options) {
    auto checked = check_scenario(std::move(given));
    if (!checked) return checked.error();
    auto impl = std::make_unique<Impl>();
    impl->scenario = std::move(checked).value();
    const Scenario& scenario = impl->scenario;
    const auto row = static_cast<std::size_t>(model_row(scenario.model.name));
    impl->model = model_entries()[row];

    const InstructionSet* chosen = find_instruction_set(options.simd);
    if (chosen == nullptr) {
        return input_error("the instruction set \"" + options.simd + "\" is not supported here" +
                           did_you_mean(options.simd, instruction_sets()));
    }
    if (scenario.update == Update::simultaneous) {
        impl->fast = chosen->fast[row];
        impl->instruction_set = chosen->name;
    } else {
        impl->remark = std::string("update = \"") +
                       (scenario.update == Update::sequential ? "sequential" : "two-phase") +
                       "\" runs on the reference stepper: one thread, every pair of agents looked at";
    }

    impl->crew = options.crew;
    impl->engine = make_engine(scenario);
    impl->influences = scenario.influences;
    impl->schedule = schedule_of(scenario);
    impl->engine->lay_grid(impl->context());
    if (auto joined = impl->join_and_leave(); !joined) return joined.error();
    if (auto ids = impl->check_ids(nullptr, impl->pending()); !ids) return ids.error();
    set_on_paths(impl->influences, 0);
    return Simulation(std::move(impl));
}

Simulation::Simulation(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;
Simulation::~Simulation() = default;

void Simulation::step() {
    Impl& p = *impl_;
    const StepContext context = p.context();
    {
        Timed t(p.seconds.sort);
        p.engine->sort(context);
    }
    {
        Timed t(p.seconds.steer);
        p.engine->steer_and_move(context);
    }
    {
        Timed t(p.seconds.influences);
        move_influences(p.influences, p.scenario, *p.engine, p.crew.get(), context.time + p.scenario.dt);
    }
    ++p.step;
    static_cast<void>(p.join_and_leave());  // make and add_agents have seen that all can
}

const Scenario& Simulation::scenario() const { return impl_->scenario; }
std::string_view Simulation::instruction_set() const { return impl_->instruction_set; }
std::string_view Simulation::remark() const { return impl_->remark; }
std::int64_t Simulation::steps_done() const { return impl_->step; }
double Simulation::time() const { return impl_->time(); }
std::size_t Simulation::agents() const { return impl_->engine->size(); }
std::uint64_t Simulation::ids_left() const { return impl_->ids_left(); }
int Simulation::dimensions() const { return impl_->scenario.dimensions; }
const StageSeconds& Simulation::stage_seconds() const { return impl_->seconds; }
double Simulation::pairs_ahead() const {
    const auto agents = static_cast<double>(impl_->engine->size());
    return impl_->fast ? impl_->engine->pairs_ahead(impl_->context()) : agents * agents;
}
double Simulation::pairs_to_observe(const std::vector<std::string>& what) const {
    return impl_->engine->pairs_to_observe(impl_->context(), what);
}
std::uint64_t Simulation::state_hash() const { return impl_->engine->hash(impl_->crew.get()); }
std::size_t Simulation::state_bytes() const { return impl_->engine->bytes(); }

Snapshot Simulation::snapshot() const {
    Snapshot out;
    impl_->engine->fill(out);
    out.step = impl_->step;
    out.time = impl_->time();
    return out;
}
AgentColumns<float> Simulation::float_columns() const { return impl_->engine->float_columns(); }
AgentColumns<double> Simulation::double_columns() const { return impl_->engine->double_columns(); }

void Simulation::each_agent(const std::function<void(const AgentState&)>& show) const {
    impl_->engine->each_agent(show);
}

std::vector<double> Simulation::observe() {
    Timed t(impl_->seconds.observe);
    return impl_->engine->observe(impl_->context(), observable_names());
}

Result<double> Simulation::observe(std::string_view name) {
    ObserveSpec one;
    one.what = {std::string(name)};
    if (auto checked = check_observe(one); !checked) return checked.error();
    const std::vector<double> values = impl_->engine->observe(impl_->context(), one.what);
    if (values.empty()) return input_error("\"none\" is no observable");
    return values.front();
}

std::vector<std::string> Simulation::observable_names() const {
    const std::vector<std::string>& wanted = impl_->scenario.observe.what;
    std::vector<std::string> out;
    for (const std::string& name : wanted) {
        if (name != "none") out.push_back(name);
    }
    if (wanted.empty()) {
        for (const NamedLine& line : observables()) out.push_back(line.name);
    }
    return out;
}

Result<void> Simulation::set_observe(const ObserveSpec& observe) {
    if (auto checked = check_observe(observe); !checked) return checked;
    impl_->scenario.observe = observe;
    return {};
}

std::vector<std::uint32_t> Simulation::groups() { return impl_->engine->groups(impl_->context()); }
Result<Inspection> Simulation::inspect(std::uint32_t id) const { return impl_->engine->inspect(impl_->context(), id); }

Perception Simulation::perception() const {
    const double* values = impl_->scenario.model.values.data();
    const ModelEntry& model = *impl_->model;
    return {model.range(values), model.separation_range(values), model.view_angle(values)};
}

Packing Simulation::pack(const PackRequest& request, std::vector<std::uint8_t>& out) {
    return impl_->engine->pack(impl_->context(), request, out);
}

Result<std::size_t> Simulation::add_kind(const KindSpec& kind) {
    if (auto checked = check_kind(impl_->scenario, kind); !checked) return checked.error();
    impl_->scenario.kinds.push_back(kind);
    return impl_->scenario.kinds.size() - 1;
}

Result<std::uint32_t> Simulation::add_agents(const FlockSpec& flock) {
    if (auto checked = check_flock(impl_->scenario, flock); !checked) return checked.error();
    if (auto ids = impl_->check_ids(&flock, impl_->pending()); !ids) return ids.error();
    const auto first = static_cast<std::uint32_t>(impl_->next_id);
    if (auto joined = impl_->join(flock); !joined) return joined.error();
    return first;
}

std::size_t Simulation::remove_agents(std::span<const std::uint32_t> ids) {
    return impl_->remove({ids.begin(), ids.end()});
}

Result<void> Simulation::set_agent(const AgentState& agent) {
    const std::size_t kinds = impl_->scenario.kinds.size();
    if (agent.kind >= kinds) {
        return input_error("kind = " + std::to_string(agent.kind) + " is outside 0 to " + std::to_string(kinds - 1) +
                           " (index of a kind of the scenario)");
    }
    // Positions and velocities have the ranges of those in a table.
    constexpr double kFarthest = 1e12;
    const auto fits = [](double x) { return x >= -kFarthest && x <= kFarthest; };
    for (std::size_t a = 0; a < static_cast<std::size_t>(dimensions()); ++a) {
        if (fits(agent.position[a]) && fits(agent.velocity[a])) continue;
        const bool position = !fits(agent.position[a]);
        return input_error(std::string(position ? "position[" : "velocity[") + std::to_string(a) +
                           "] is outside -1e+12 to 1e+12");
    }
    if (!impl_->engine->set(agent)) return input_error("there is no agent " + std::to_string(agent.id));
    return {};
}

const std::vector<InfluenceSpec>& Simulation::influences() const { return impl_->influences; }
std::optional<Vec3> Simulation::push(std::size_t influence) const {
    if (influence >= impl_->influences.size()) return std::nullopt;
    const InfluenceSpec& spec = impl_->influences[influence];
    const auto push = influence_entries()[static_cast<std::size_t>(influence_row(spec.type))].push;
    return push ? std::optional(push(spec.values.data(), time())) : std::nullopt;
}
Result<std::size_t> Simulation::add_influence(InfluenceSpec influence) {
    auto checked = check_influence(impl_->scenario, std::move(influence));
    if (!checked) return checked.error();
    impl_->influences.push_back(std::move(checked).value());
    return impl_->influences.size() - 1;
}
Result<void> Simulation::change_influence(std::size_t index, InfluenceSpec influence) {
    if (index >= impl_->influences.size()) return input_error("there is no influence " + std::to_string(index));
    auto checked = check_influence(impl_->scenario, std::move(influence));
    if (!checked) return checked.error();
    impl_->influences[index] = std::move(checked).value();
    return {};
}
void Simulation::remove_influence(std::size_t index) {
    if (index < impl_->influences.size()) {
        impl_->influences.erase(impl_->influences.begin() + static_cast<std::ptrdiff_t>(index));
    }
}

Result<void> Simulation::set_parameter(std::string_view name, double value) {
    const Description& model = *find_description(models(), impl_->scenario.model.name);
    const auto index = find_parameter(model, name);
    if (!index) return index.error();
    if (auto checked = check_value(model.parameters[*index], value); !checked) return checked;
    impl_->scenario.model.values[*index] = value;
    impl_->engine->lay_grid(impl_->context());
    return {};
}

Result<void> Simulation::set_parameter(std::string_view name, std::string_view choice) {
    const Description& model = *find_description(models(), impl_->scenario.model.name);
    const auto index = find_parameter(model, name);
    if (!index) return index.error();
    const auto value = choice_index(model.parameters[*index], choice);
    if (!value) return value.error();
    return set_parameter(name, *value);
}

}  // namespace dunlin
