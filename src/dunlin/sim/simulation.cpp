// SPDX-License-Identifier: Apache-2.0
// Simulation: the face of a Run. Whatever comes in is checked here, by the checks of the scenario (check_scenario and
// its like); nothing behind it checks again.
#include "dunlin/simulation.hpp"

#include "dunlin/describe.hpp"
#include "dunlin/sim/inspect.hpp"
#include "dunlin/sim/observing.hpp"
#include "dunlin/sim/run.hpp"
#include "dunlin/sim/snapshot.hpp"

namespace dunlin {
namespace {

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

}  // namespace

struct Simulation::Impl {
    explicit Impl(std::unique_ptr<Run> given) : run(std::move(given)) {}

    std::unique_ptr<Run> run;
};

std::vector<std::string> instruction_sets() {
    std::vector<std::string> out;
    for (const InstructionSet& set : all_instruction_sets()) {
        if (set.available()) out.emplace_back(set.name);
    }
    return out;
}

Result<Simulation> Simulation::make(Scenario given, const RunOptions& options) {
    auto run = Run::make(std::move(given), options);
    if (!run) return run.error();
    return Simulation(std::make_unique<Impl>(std::move(run).value()));
}

Simulation::Simulation(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;
Simulation::~Simulation() = default;

void Simulation::step() { impl_->run->step(); }

const Scenario& Simulation::scenario() const { return impl_->run->scenario; }
std::string_view Simulation::instruction_set() const { return impl_->run->instruction_set; }
std::string_view Simulation::remark() const { return impl_->run->remark; }
std::int64_t Simulation::steps_done() const { return impl_->run->state.step; }
double Simulation::time() const { return impl_->run->time(); }
std::size_t Simulation::agents() const { return agents_of(impl_->run->view()); }
std::uint64_t Simulation::ids_left() const { return impl_->run->ids_left(); }
int Simulation::dimensions() const { return impl_->run->scenario.dimensions; }
const StageSeconds& Simulation::stage_seconds() const { return impl_->run->seconds; }
double Simulation::pairs_ahead() const { return impl_->run->pairs_ahead(); }
double Simulation::pairs_to_observe(const std::vector<std::string>& what) const {
    return dunlin::pairs_to_observe(impl_->run->context(), impl_->run->view(), what);
}
std::uint64_t Simulation::state_hash() const { return impl_->run->hash(); }
std::size_t Simulation::state_bytes() const { return impl_->run->backend->bytes(); }

Snapshot Simulation::snapshot() const {
    Snapshot out = snapshot_of(impl_->run->view());
    out.step = steps_done();
    out.time = time();
    return out;
}
AgentColumns<float> Simulation::float_columns() const { return columns_of<float>(impl_->run->view()); }
AgentColumns<double> Simulation::double_columns() const { return columns_of<double>(impl_->run->view()); }

void Simulation::each_agent(const std::function<void(const AgentState&)>& show) const {
    dunlin::each_agent(impl_->run->view(), show);
}

std::vector<double> Simulation::observe() { return impl_->run->observe(observable_names()); }

Result<double> Simulation::observe(std::string_view name) {
    ObserveSpec one;
    one.what = {std::string(name)};
    if (auto checked = check_observe(one); !checked) return checked.error();
    const std::vector<double> values = impl_->run->observe(one.what);
    if (values.empty()) return input_error("\"none\" is no observable");
    return values.front();
}

std::vector<std::string> Simulation::observable_names() const {
    const std::vector<std::string>& wanted = impl_->run->scenario.observe.what;
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
    impl_->run->scenario.observe = observe;
    return {};
}

std::vector<std::uint32_t> Simulation::groups() { return impl_->run->groups(); }
Result<Inspection> Simulation::inspect(std::uint32_t id) const {
    return dunlin::inspect(impl_->run->context(), impl_->run->view(), id);
}

Perception Simulation::perception() const {
    const double* values = impl_->run->scenario.model.values.data();
    const ModelEntry& model = *impl_->run->model;
    return {model.range(values), model.separation_range(values), model.view_angle(values)};
}

Packing Simulation::pack(const PackRequest& request, std::vector<std::uint8_t>& out) {
    return impl_->run->pack(request, out);
}

Result<std::size_t> Simulation::add_kind(const KindSpec& kind) {
    if (auto checked = check_kind(impl_->run->scenario, kind); !checked) return checked.error();
    impl_->run->scenario.kinds.push_back(kind);
    impl_->run->lay_grid();  // its parameters may reach farther
    return impl_->run->scenario.kinds.size() - 1;
}

Result<std::uint32_t> Simulation::add_agents(const FlockSpec& flock) {
    if (auto checked = check_flock(impl_->run->scenario, flock); !checked) return checked.error();
    if (auto ids = impl_->run->check_ids(&flock); !ids) return ids.error();
    const auto first = static_cast<std::uint32_t>(impl_->run->state.next_id);
    if (auto joined = impl_->run->join(flock); !joined) return joined.error();
    return first;
}

std::size_t Simulation::remove_agents(std::span<const std::uint32_t> ids) {
    return impl_->run->leave({ids.begin(), ids.end()});
}

Result<void> Simulation::set_agent(const AgentState& agent) {
    const std::size_t kinds = impl_->run->scenario.kinds.size();
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
    if (!impl_->run->set(agent)) return input_error("there is no agent " + std::to_string(agent.id));
    return {};
}

const std::vector<InfluenceSpec>& Simulation::influences() const { return impl_->run->state.influences; }
std::optional<Vec3> Simulation::push(std::size_t influence) const {
    if (influence >= impl_->run->state.influences.size()) return std::nullopt;
    const InfluenceSpec& spec = impl_->run->state.influences[influence];
    const auto push = influence_entries()[static_cast<std::size_t>(influence_row(spec.type))].push;
    return push ? std::optional(push(spec.values.data(), time())) : std::nullopt;
}
Result<std::size_t> Simulation::add_influence(InfluenceSpec influence) {
    auto checked = check_influence(impl_->run->scenario, std::move(influence));
    if (!checked) return checked.error();
    impl_->run->state.influences.push_back(std::move(checked).value());
    return impl_->run->state.influences.size() - 1;
}
Result<void> Simulation::change_influence(std::size_t index, InfluenceSpec influence) {
    if (index >= impl_->run->state.influences.size())
        return input_error("there is no influence " + std::to_string(index));
    auto checked = check_influence(impl_->run->scenario, std::move(influence));
    if (!checked) return checked.error();
    impl_->run->state.influences[index] = std::move(checked).value();
    return {};
}
void Simulation::remove_influence(std::size_t index) {
    if (index < impl_->run->state.influences.size()) {
        impl_->run->state.influences.erase(impl_->run->state.influences.begin() + static_cast<std::ptrdiff_t>(index));
    }
}

Result<void> Simulation::set_parameter(std::string_view name, double value) {
    const Description& model = *find_description(models(), impl_->run->scenario.model.name);
    const auto index = find_parameter(model, name);
    if (!index) return index.error();
    if (auto checked = check_value(model.parameters[*index], value); !checked) return checked;
    ModelSpec changed = impl_->run->scenario.model;
    changed.values[*index] = value;
    if (auto checked = check_integrator(impl_->run->scenario, changed); !checked) return checked;
    impl_->run->scenario.model = std::move(changed);
    impl_->run->lay_grid();
    return {};
}

Result<void> Simulation::set_parameter(std::string_view name, std::string_view choice) {
    const Description& model = *find_description(models(), impl_->run->scenario.model.name);
    const auto index = find_parameter(model, name);
    if (!index) return index.error();
    const auto value = choice_index(model.parameters[*index], choice);
    if (!value) return value.error();
    return set_parameter(name, *value);
}

}  // namespace dunlin
