// SPDX-License-Identifier: Apache-2.0
// What messages have in common: making another flock, making steps, and telling what changed.
#include "dunlin/live/session_state.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "dunlin/live/describe_json.hpp"
#include "dunlin/live/values.hpp"
#include "dunlin/scenario/text.hpp"

namespace dunlin {
namespace {

constexpr std::size_t kMostKept = std::size_t{4} << 20;  // bytes of an exported text

std::int64_t agents_of(const Scenario& scenario) {
    std::int64_t sum = 0;
    for (const FlockSpec& flock : scenario.flocks) sum += flock.agents;
    return sum;
}

/// What `flock` events hold of a scenario goes to everybody with each change.
Result<void> check_texts(const Scenario& scenario) {
    constexpr std::size_t kMostText = 20'000;
    constexpr std::size_t kLongestFile = 255;
    constexpr std::size_t kMostControls = 200;
    constexpr std::size_t kMostOptions = 2000;
    const auto long_name = [](const std::string& name) { return name.size() > kLongestName; };
    std::size_t options = 0;
    for (const KindSpec& kind : scenario.kinds) {
        if (long_name(kind.name)) return wrong("a kind's name is longer than 64 bytes");
    }
    for (const ControlSpec& control : scenario.controls) {
        options += control.options.size();
        if (long_name(control.label) || std::any_of(control.options.begin(), control.options.end(), long_name)) {
            return wrong("a control's label is longer than 64 bytes");
        }
    }
    if (scenario.name.size() > kLongestFile) return wrong("the scenario's name is longer than 255 bytes");
    if (scenario.title.size() + scenario.source.size() + scenario.notes.size() > kMostText) {
        return wrong("title, source and notes are longer than 20000 bytes");
    }
    if (scenario.controls.size() > kMostControls || options > kMostOptions) {
        return wrong("there are more than 200 controls, or 2000 options of them");
    }
    if (scenario.influences.size() > kMostInfluences) return wrong("there are more than 1000 influences");
    if (waypoints_of(scenario.influences) > kMostWaypoints) {
        return wrong("the paths of all influences together have more than 20000 points");
    }
    return {};
}

}  // namespace

std::size_t waypoints_of(const std::vector<InfluenceSpec>& influences) {
    std::size_t sum = 0;
    for (const InfluenceSpec& influence : influences) sum += influence.path.size();
    return sum;
}

Result<void> check_size(const SessionOptions& options, const Scenario& scenario) {
    const std::int64_t agents = agents_of(scenario);
    if (agents > options.most_agents) {
        return wrong(std::to_string(agents) + " agents are more than this engine takes; at most " +
                     std::to_string(options.most_agents));
    }
    return check_texts(scenario);
}

SessionState::SessionState(SessionOptions given, Simulation made)
    : options(std::move(given)), base(made.scenario()), simulation(std::move(made)) {
    flock_replaced();
    initial_values = base.model.values;
}

Result<void> SessionState::start(Scenario scenario) {
    if (auto fits = check_size(options, scenario); !fits) return fits;
    if (auto refused = refused_update(scenario.update, agents_of(scenario)); !refused.empty()) return wrong(refused);
    auto made = Simulation::make(scenario, options.run);
    if (!made) return made.error();
    base = std::move(scenario);
    simulation = std::move(made).value();
    flock_replaced();
    return {};
}

void SessionState::flock_replaced() {
    base.influences = simulation.scenario().influences;
    base.model = simulation.scenario().model;
    placed = base.influences;
    history.clear();
    undo.clear();
    pointer.in_world = false;
    following = base.picture.follow;
    pacer.restart(steps_per_second());
    ++generation;
    limits.agents_changed();
    changed();
    if (static_cast<std::int64_t>(simulation.agents()) <= kQuickToObserve) sample();
}

std::uint64_t SessionState::state_hash() {
    if (!known_hash_) known_hash_ = simulation.state_hash();
    return *known_hash_;
}

Scenario SessionState::current_scenario() const {
    Scenario out = base;
    out.influences = placed;
    return out;
}

std::string SessionState::exported() {
    if (!exported_.empty()) return exported_;
    Scenario out = current_scenario();
    out.kinds = simulation.scenario().kinds;
    history.add_to(out);
    std::string text = write_scenario(out);
    if (text.size() <= kMostKept) exported_ = text;
    return text;
}

void SessionState::changed() {
    flock_changed = has_news = true;
    known_hash_.reset();
    exported_.clear();
}

void SessionState::set_parameter(std::size_t row, double value) {
    const double before = simulation.perception().radius;
    if (!simulation.set_parameter(model().parameters[row].name, value)) return;
    if (simulation.perception().radius != before) limits.agents_changed();
    base.model.values[row] = value;
    changed();
}

void SessionState::make_step() {
    const std::size_t agents = simulation.agents();
    simulation.step();
    known_hash_.reset();
    has_news = true;
    if (simulation.agents() > agents) limits.agents_changed();  // a flock of the scenario has joined
}

void SessionState::sample() {
    const std::vector<std::string> names = simulation.observable_names();
    if (names.empty() || !refused_sample().empty()) return;
    const std::vector<double> values = simulation.observe();
    Json json;
    json.open('{').key("type").text("sample").key("generation").whole(generation);
    json.key("step").whole(simulation.steps_done()).key("time").number(simulation.time()).key("values").open('{');
    for (std::size_t i = 0; i < std::min(names.size(), values.size()); ++i) json.key(names[i]).number(values[i]);
    events.add(json.close('}').close('}').take());
}

const std::string& SessionState::refused_sample() {
    const std::string before = limits.refused_sample();
    const std::string& refused = limits.check_sample(simulation, color);
    if (!refused.empty() && refused != before) events.add_note(refused);
    return refused;
}

void SessionState::pause_because(std::string_view why) {
    pacer.play(false);
    events.add_note(why);
    changed();
}

bool SessionState::advance(double now) {
    if (!pacer.is_due(now, simulation.steps_done())) return false;
    if (!refused_step().empty()) {
        pause_because(refused_step());
        return false;
    }
    make_step();
    const bool sampled = simulation.steps_done() % simulation.scenario().observe.every == 0;
    if (sampled) sample();
    pacer.stepped(now, steps_per_second(), simulation.steps_done(), sampled);
    return true;
}

void SessionState::took(double seconds) {
    const bool too_slow = pacer.took(seconds, simulation.scenario().observe.every == 1);
    if (!too_slow || !pacer.playing()) return;
    pause_because("a step takes " + short_number(std::round(seconds)) +
                  " seconds by now, and nobody is heard meanwhile; fewer agents, or more room, would help");
}

std::string SessionState::flock_event() const {
    Json json;
    json.open('{').key("type").text("flock").key("generation").whole(generation);
    Scenario now = base;
    now.kinds = simulation.scenario().kinds;
    now.observe = simulation.scenario().observe;
    add_scenario(json, now);
    json.key("agents").whole(static_cast<std::int64_t>(simulation.agents()));
    json.key("model").open('{').key("name").text(base.model.name).key("values");
    add_values(json, model(), base.model.values);
    json.key("initial");
    add_values(json, model(), initial_values);
    json.close('}').key("rules").open('[');
    for (const RuleInfo& rule : model().rules) {
        const int row = parameter_index(model(), rule.weight);
        const bool on = row < 0 || base.model.values[static_cast<std::size_t>(row)] != 0;
        json.open('{').key("name").text(rule.name).key("on").flag(on).close('}');
    }
    json.close(']').key("influences").open('[');
    for (std::size_t i = 0; i < simulation.influences().size(); ++i) {
        add_influence(json, simulation.influences()[i], pointer.in_world && i == placed.size());
    }
    json.close(']');
    const Perception perception = simulation.perception();
    json.key("perception_radius").number(perception.radius);
    json.key("separation_radius").number(perception.separation_radius);
    json.key("view_angle").number(perception.view_angle);
    json.key("playing").flag(pacer.playing()).key("speed").number(pacer.speed()).key("following").whole(following);
    constexpr std::string_view kColors[] = {"none", "speed", "group", "neighbors"};
    json.key("color").text(kColors[static_cast<std::size_t>(color)]).key("vectors").flag(vectors);
    json.key("undo").whole(static_cast<std::int64_t>(undo.size()));
    json.key("instruction_set").text(simulation.instruction_set()).key("remark").text(simulation.remark());
    return json.close('}').take();
}

std::string SessionState::take_events() {
    if (flock_changed) events.add_first(flock_event());
    flock_changed = false;
    return events.take();
}

}  // namespace dunlin
