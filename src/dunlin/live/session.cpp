// SPDX-License-Identifier: Apache-2.0
// Session: what each message does. A message is read as a whole before anything is changed; a refused one changes
// nothing. Whatever changed of the flock but its agents is told by one `flock` event, made when events are taken.
#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <functional>
#include <map>
#include <utility>

#include "dunlin/live.hpp"
#include "dunlin/live/describe_json.hpp"
#include "dunlin/live/message.hpp"
#include "dunlin/live/sensible.hpp"
#include "dunlin/scenario/schema.hpp"
#include "dunlin/scenario/text.hpp"

namespace dunlin {
namespace {

constexpr std::size_t kMostUndo = 200;
constexpr std::size_t kMostEvents = 1000;         // kept for a caller that does not take them
constexpr std::size_t kMostInfluences = 1000;     // every agent looks at each
constexpr std::size_t kMostVectors = 1000;        // each costs a look at all agents
constexpr std::size_t kMostSeen = 2000;           // neighbors told of one agent
constexpr std::int64_t kMostRows = 2'000'000;     // of a trajectory
constexpr std::int64_t kQuickToObserve = 20'000;  // agents sampled before the first step
constexpr std::int64_t kMostPairwise = 20'000;    // agents of a step that looks at every pair
constexpr double kMostWork = 5e8;                 // agent-steps in answer to one message: some ten seconds
constexpr double kMostBehind = 0.1;               // seconds of steps that are made up for
constexpr double kObservedShare = 0.15;           // of the time may go into sampling
constexpr double kSmoothing = 0.1;

Error wrong(std::string text) { return {ErrorKind::input, std::move(text)}; }

std::string hex(std::uint64_t value) {
    char digits[17] = "0000000000000000";
    char text[17];
    const auto end = std::to_chars(text, text + 16, value, 16).ptr;
    std::copy(text, end, digits + 16 - (end - text));
    return digits;
}

std::int64_t agents_of(const Scenario& scenario) {
    std::int64_t sum = 0;
    for (const SwarmSpec& swarm : scenario.swarms) sum += swarm.agents;
    return sum;
}

/// The number that a parameter gets from outside, checked.
Result<double> checked_value(const ParameterInfo& info, const Value& value) {
    if (value.is_text) {
        const auto found = std::find(info.choices.begin(), info.choices.end(), value.text);
        if (found != info.choices.end()) return static_cast<double>(found - info.choices.begin());
        return wrong(info.name + " = \"" + value.text + '"' +
                     (info.choices.empty() ? " is no number" : " is no choice" + suggestion(value.text, info.choices)));
    }
    if (info.type == ParameterType::choice) return wrong(info.name + " is one of " + alternatives(info.choices));
    if (!(value.number >= info.minimum && value.number <= info.maximum)) {
        return wrong(info.name + " = " + short_number(value.number) + " is outside its range, " +
                     short_number(info.minimum) + " to " + short_number(info.maximum));
    }
    if (info.type == ParameterType::integer && value.number != std::floor(value.number)) {
        return wrong(info.name + " is a whole number");
    }
    return value.number;
}

std::vector<std::string> parameter_names(const Description& description) {
    std::vector<std::string> names;
    for (const ParameterInfo& info : description.parameters) names.push_back(info.name);
    return names;
}

Result<std::size_t> parameter_row(const Description& description, const std::string& name) {
    const int row = parameter_index(description, name);
    if (row >= 0) return static_cast<std::size_t>(row);
    return wrong(description.name + " has no parameter \"" + name + '"' +
                 suggestion(name, parameter_names(description)));
}

Result<void> put_values(const Description& description, std::vector<double>& values,
                        const std::vector<std::pair<std::string, Value>>& given) {
    for (const auto& [name, value] : given) {
        const auto row = parameter_row(description, name);
        if (!row) return row.error();
        const auto number = checked_value(description.parameters[*row], value);
        if (!number) return number.error();
        values[*row] = *number;
    }
    return {};
}

/// A point brought into the world along periodic axes.
Vec3 folded(const Scenario& scenario, Vec3 at) {
    for (int a = 0; a < scenario.dimensions; ++a) {
        const double lower = scenario.world.lower[a];
        const double period = scenario.world.upper[a] - lower;
        if (scenario.world.boundary[a] == Boundary::periodic) {
            at[a] -= period * std::floor((at[a] - lower) / period);
        }
    }
    return at;
}

/// The offset as agents see it.
Vec3 offset_in(const Scenario& scenario, const Vec3& from, const Vec3& to) {
    Vec3 out{};
    for (int a = 0; a < scenario.dimensions; ++a) {
        out[a] = to[a] - from[a];
        const double period = scenario.world.upper[a] - scenario.world.lower[a];
        if (scenario.world.boundary[a] == Boundary::periodic && scenario.world.distance == Distance::minimum_image) {
            out[a] -= period * std::round(out[a] / period);
        }
    }
    return out;
}

/// By Newton's rule, exact operations only: it sizes worlds, which must be the same everywhere.
double cube_root(double x) {
    double root = std::max(1.0, x);
    for (int i = 0; i < 100; ++i) {
        const double next = (2 * root + x / (root * root)) / 3;
        if (!(next < root)) break;  // it comes down from above, and then stands
        root = next;
    }
    return root;
}

double length_of(const Vec3& v) { return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

Vec3 at_index(const Snapshot& snapshot, const std::vector<double>& column, std::size_t k) {
    const auto axes = static_cast<std::size_t>(snapshot.dimensions);
    return {column[k * axes], column[k * axes + 1], axes == 3 ? column[k * axes + 2] : 0};
}

/// Rows of agents as a start table: shortest digits that read back as the same numbers.
std::string table_of(const Snapshot& snapshot, const std::vector<std::size_t>& rows) {
    const auto axes = static_cast<std::size_t>(snapshot.dimensions);
    std::string out = axes == 3 ? "id,x,y,z,vx,vy,vz\n" : "id,x,y,vx,vy\n";
    for (const std::size_t k : rows) {
        out += std::to_string(snapshot.id[k]);
        for (std::size_t a = 0; a < axes; ++a) out += ',' + exact_number(snapshot.position[k * axes + a]);
        for (std::size_t a = 0; a < axes; ++a) out += ',' + exact_number(snapshot.velocity[k * axes + a]);
        out += '\n';
    }
    return out;
}

/// Steps of a trajectory, in the digits of the run's precision.
void add_rows(std::string& out, const Snapshot& snapshot, Precision precision) {
    const auto axes = static_cast<std::size_t>(snapshot.dimensions);
    char digits[32];
    const auto put = [&](double value) {
        const auto end = precision == Precision::single_precision
                             ? std::to_chars(digits, digits + sizeof digits, static_cast<float>(value)).ptr
                             : std::to_chars(digits, digits + sizeof digits, value).ptr;
        out += ',';
        out.append(digits, end);
    };
    for (std::size_t k = 0; k < snapshot.agents(); ++k) {
        out += std::to_string(snapshot.step) + ',' + std::to_string(snapshot.id[k]);
        for (std::size_t a = 0; a < axes; ++a) put(snapshot.position[k * axes + a]);
        for (std::size_t a = 0; a < axes; ++a) put(snapshot.velocity[k * axes + a]);
        out += '\n';
    }
}

template <class T>
void put_at(std::vector<std::uint8_t>& out, std::size_t at, T value) {
    static_assert(std::endian::native == std::endian::little, "frames are little-endian");
    std::memcpy(out.data() + at, &value, sizeof value);
}

}  // namespace

struct Session::Parts {
    SessionOptions options;
    Scenario base;                       // what a reset starts again
    std::vector<double> initial_values;  // of the model, for the dots that say "changed"
    Simulation simulation;
    std::vector<InfluenceSpec> placed;           // as placed; the simulation's have moved since
    std::vector<SwarmSpec> spawned;              // since the start, with the step they joined at
    std::vector<RemovalSpec> removed;            // since the start
    std::map<std::string, double> switched_off;  // rule -> the weight it had

    std::string hand = "none";
    std::vector<double> held_values;
    bool holding = false;  // the simulation's last influence is the pointer

    bool playing = true;
    double speed = 1;
    double due = 0;  // when the next step is
    bool paced = false;
    double step_seconds = 0;
    double sample_seconds = 0;
    bool sampled = false;  // the last advance() did
    double window_begin = 0;
    std::int64_t window_step = 0;
    double measured_rate = 0;

    std::int64_t generation = 1;
    std::int64_t following = -1;
    ColorChannel color = ColorChannel::none;
    bool vectors = false;
    bool news = true;
    bool flock_changed = true;
    std::vector<std::string> events;

    struct Undo {
        std::string what;  // changes of the same thing in a row are one
        std::function<void(Parts&)> take_back;
    };
    std::vector<Undo> undo;
    bool grouping = false;  // what is done now is part of one change

    Parts(SessionOptions given, Simulation made)
        : options(std::move(given)), base(made.scenario()), simulation(std::move(made)) {
        settle();
        initial_values = base.model.values;
    }

    // ---- the flock ------------------------------------------------------------------------------------------------

    const Description& model() const { return *find_description(models(), base.model.name); }
    double steps_per_second() const { return base.movie.frames_per_second * speed; }

    /// After another flock has taken the place of the old.
    void settle() {
        base.influences = simulation.scenario().influences;
        base.model = simulation.scenario().model;
        placed = base.influences;
        spawned.clear();
        removed.clear();
        undo.clear();
        holding = false;
        following = base.picture.follow;
        paced = false;
        measured_rate = steps_per_second();
        step_seconds = sample_seconds = 0;
        ++generation;
        changed();
        if (static_cast<std::int64_t>(simulation.agents()) <= kQuickToObserve) sample();
    }
    void changed() { flock_changed = news = true; }
    void can_undo(std::string what, std::function<void(Parts&)> take_back) {
        if (!what.empty() && !undo.empty() && undo.back().what == what) return;
        if (undo.size() >= kMostUndo && !grouping) undo.erase(undo.begin());
        undo.push_back({std::move(what), std::move(take_back)});
    }

    /// All that is done inside is taken back at once.
    template <class Act>
    void as_one_change(Act act) {
        std::vector<Undo> earlier = std::exchange(undo, {});
        grouping = true;
        act();
        grouping = false;
        std::vector<Undo> made = std::exchange(undo, std::move(earlier));
        if (made.empty()) return;
        can_undo("", [made = std::move(made)](Parts& p) {
            for (auto one = made.rbegin(); one != made.rend(); ++one) one->take_back(p);
        });
    }

    Result<void> start(Scenario scenario) {
        const std::int64_t agents = agents_of(scenario);
        if (agents > options.most_agents) {
            return wrong(std::to_string(agents) + " agents are more than this engine takes; at most " +
                         std::to_string(options.most_agents));
        }
        if (scenario.update != Update::simultaneous && agents > kMostPairwise) {
            return wrong("update = \"" + std::string(kUpdateNames[static_cast<std::size_t>(scenario.update)]) +
                         "\" looks at every pair of agents; live, that is for up to " + std::to_string(kMostPairwise));
        }
        auto made = Simulation::make(scenario, options.run);
        if (!made) return made.error();
        base = std::move(scenario);
        simulation = std::move(made).value();
        settle();
        return {};
    }

    Result<Scenario> read(const std::string& text, const std::string& name, const std::vector<std::string>& set,
                          const std::map<std::string, std::string>& tables) const {
        auto scenario = read_scenario(text, name, set);
        if (!scenario) return scenario;
        for (SwarmSpec& swarm : scenario->swarms) {
            if (swarm.start != "file") continue;
            const auto table = tables.find(swarm.file);
            if (table == tables.end()) {
                return wrong("the flock starts from " + swarm.file + ", which was not handed over");
            }
            swarm.table = table->second;
        }
        return scenario;
    }

    /// The scenario as it is now, without what came and went since the start.
    Scenario as_set() const {
        Scenario out = base;
        out.influences = placed;
        return out;
    }

    // ---- the pointer ----------------------------------------------------------------------------------------------

    void let_go() {
        if (!holding) return;
        simulation.remove_influence(placed.size());
        holding = false;
        changed();
    }
    template <class F>
    void with_hand_down(F&& work) {
        const bool held = holding;
        InfluenceSpec spec = held ? simulation.influences().back() : InfluenceSpec{};
        if (held) simulation.remove_influence(placed.size());
        work();
        if (held) static_cast<void>(simulation.add_influence(std::move(spec)));
        changed();
    }

    // ---- placed influences ----------------------------------------------------------------------------------------

    void insert_influence(std::size_t index, const InfluenceSpec& now, const InfluenceSpec& as_placed) {
        with_hand_down([&] {
            std::vector<InfluenceSpec> after(simulation.influences().begin() + static_cast<std::ptrdiff_t>(index),
                                             simulation.influences().end());
            for (std::size_t k = 0; k < after.size(); ++k) simulation.remove_influence(index);
            static_cast<void>(simulation.add_influence(now));
            for (InfluenceSpec& spec : after) static_cast<void>(simulation.add_influence(std::move(spec)));
            placed.insert(placed.begin() + static_cast<std::ptrdiff_t>(index), as_placed);
        });
    }
    void take_influence(std::size_t index) {
        with_hand_down([&] {
            simulation.remove_influence(index);
            placed.erase(placed.begin() + static_cast<std::ptrdiff_t>(index));
        });
    }
    /// With a way back.
    void remove_influence(std::size_t index) {
        can_undo("", [index, now = simulation.influences()[index], was = placed[index]](Parts& p) {
            p.insert_influence(std::min(index, p.placed.size()), now, was);
        });
        take_influence(index);
    }
    void put_back(std::size_t index, const InfluenceSpec& now, const InfluenceSpec& was) {
        if (index >= placed.size()) return;
        static_cast<void>(simulation.change_influence(index, now));
        placed[index] = was;
        changed();
    }

    // ---- agents ---------------------------------------------------------------------------------------------------

    std::size_t remove_agents(const std::vector<std::uint32_t>& ids) {
        if (ids.empty()) return 0;
        const Snapshot before = simulation.snapshot();
        std::map<std::uint8_t, std::vector<std::size_t>> rows;
        for (std::size_t k = 0; k < before.agents(); ++k) {
            if (std::binary_search(ids.begin(), ids.end(), before.id[k])) rows[before.kind[k]].push_back(k);
        }
        std::vector<SwarmSpec> back;
        for (const auto& [kind, of_kind] : rows) {
            SwarmSpec swarm;
            swarm.agents = static_cast<std::int64_t>(of_kind.size());
            swarm.kind = simulation.scenario().kinds[kind].name;
            swarm.start = "file";
            swarm.file = "undo";
            swarm.table = table_of(before, of_kind);
            back.push_back(std::move(swarm));
        }
        const std::size_t count = simulation.remove_agents(ids);
        removed.push_back({simulation.steps_done(), "", ids});
        can_undo("", [back = std::move(back)](Parts& p) {
            for (const SwarmSpec& swarm : back) static_cast<void>(p.simulation.add_agents(swarm));
            if (!p.removed.empty()) p.removed.pop_back();
            p.changed();
        });
        if (following >= 0 && std::binary_search(ids.begin(), ids.end(), static_cast<std::uint32_t>(following))) {
            following = -1;
        }
        changed();
        return count;
    }

    // ---- events ---------------------------------------------------------------------------------------------------

    void tell(std::string event) {
        if (events.size() < kMostEvents) events.push_back(std::move(event));
    }

    void sample() {
        const std::vector<std::string> names = simulation.observable_names();
        if (names.empty()) return;
        const std::vector<double> values = simulation.observe();
        Json json;
        json.open('{').key("type").text("sample").key("generation").whole(generation);
        json.key("step").whole(simulation.steps_done()).key("time").number(simulation.time()).key("values").open('{');
        for (std::size_t i = 0; i < std::min(names.size(), values.size()); ++i) json.key(names[i]).number(values[i]);
        tell(json.close('}').close('}').take());
    }

    std::string flock_event() const {
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
            add_influence(json, simulation.influences()[i], holding && i == placed.size());
        }
        json.close(']');
        const Perception perception = simulation.perception();
        json.key("perception_radius").number(perception.radius);
        json.key("separation_radius").number(perception.separation_radius);
        json.key("view_angle").number(perception.view_angle);
        json.key("playing").flag(playing).key("speed").number(speed).key("following").whole(following);
        constexpr std::string_view kColors[] = {"none", "speed", "group", "neighbors"};
        json.key("color").text(kColors[static_cast<std::size_t>(color)]).key("vectors").flag(vectors);
        json.key("undo").whole(static_cast<std::int64_t>(undo.size()));
        json.key("instruction_set").text(simulation.instruction_set()).key("remark").text(simulation.remark());
        return json.close('}').take();
    }

    /// Who is followed, with its neighbors where it sees them.
    void tell_inspection() {
        const auto inspection = simulation.inspect(static_cast<std::uint32_t>(following));
        if (!inspection) {
            following = -1;
            changed();
            return;
        }
        const Snapshot now = simulation.snapshot();
        std::vector<SeenNeighbor> seen;
        std::uint8_t kind = 0;
        for (std::size_t k = 0; k < now.agents(); ++k) {
            if (now.id[k] == inspection->id) kind = now.kind[k];
            if (seen.size() >= kMostSeen ||
                !std::binary_search(inspection->neighbors.begin(), inspection->neighbors.end(), now.id[k]))
                continue;
            Vec3 offset = offset_in(base, inspection->position, at_index(now, now.position, k));
            const bool close = length_of(offset) < inspection->separation_radius;
            for (int a = 0; a < 3; ++a) offset[a] += inspection->position[a];
            seen.push_back({now.id[k], offset, at_index(now, now.velocity, k), close});
        }
        Json json;
        json.open('{').key("type").text("inspection").key("step").whole(simulation.steps_done());
        add_inspection(json, *inspection, kind, seen);
        tell(json.close('}').take());
    }

    void tell_vectors() {
        const Snapshot now = simulation.snapshot();
        if (now.agents() > kMostVectors) return;
        Json json;
        json.open('{').key("type").text("vectors").key("step").whole(now.step).key("rule_names").open('[');
        for (const RuleInfo& rule : model().rules) json.text(rule.name);
        json.text("influences").text("total").close(']').key("rows").open('[');
        const auto add = [&](const Vec3& v) { json.number(v[0]).number(v[1]).number(v[2]); };
        for (const std::uint32_t id : now.id) {
            const auto inspection = simulation.inspect(id);
            if (!inspection) continue;
            add(inspection->position);
            add(inspection->velocity);
            for (const RuleVector& rule : inspection->rules) add(rule.vector);
        }
        tell(json.close(']').close('}').take());
    }

    // ---- messages -------------------------------------------------------------------------------------------------
    // Each reads all it needs, gives up if anything was wrong, and then acts.

    static void fail(Message& m, const Error& error) { m.fail(error.message); }

    std::size_t index_in(Message& m) const {
        const std::int64_t index = m.whole("index", 0, static_cast<std::int64_t>(kMostInfluences));
        if (!m.error() && static_cast<std::size_t>(index) >= placed.size()) {
            m.fail("there is no influence " + std::to_string(index));
        }
        return static_cast<std::size_t>(index);
    }

    void hello(Message&, Json& reply) {
        reply.key("schema").open('{').key("engine").text(options.engine).key("threads").whole(options.threads);
        reply.key("most_agents").whole(options.most_agents);
        add_description(reply);
        reply.key("hands").open('[');
        for (const Hand& one : hands()) {
            reply.open('{').key("name").text(one.name).key("summary").text(one.summary).close('}');
        }
        reply.close(']').close('}').key("flock").raw(flock_event());
    }

    void load(Message& m, Json&) {
        std::string text;
        std::string name;
        if (m.has("scenario")) {
            name = m.text("scenario");
            std::vector<std::string> names;
            for (const BuiltinScenario& one : builtin_scenarios()) {
                names.emplace_back(one.name);
                if (one.name == name) text = one.text;
            }
            if (text.empty()) m.fail("there is no scenario \"" + name + '"' + suggestion(name, names));
        } else {
            text = m.text("text");
            name = m.has("name") ? m.text("name") : "scenario";
        }
        const std::vector<std::string> set = m.has("set") ? m.texts("set") : std::vector<std::string>{};
        std::map<std::string, std::string> tables;
        for (const auto& [file, content] : m.values("tables")) tables[file] = content.text;
        if (m.error()) return;
        auto scenario = read(text, name, set, tables);
        if (!scenario) return fail(m, scenario.error());
        if (scenario->name.empty()) scenario->name = name;
        if (auto started = start(std::move(scenario).value()); !started) return fail(m, started.error());
        switched_off.clear();
        initial_values = base.model.values;
    }

    void change(Message& m, Json&) {
        std::vector<std::string> set = m.texts("set");
        if (m.error()) return;
        Scenario next = as_set();
        constexpr std::string_view kModel = "model.name=";
        for (const std::string& one : set) {
            if (one.rfind(kModel, 0) != 0) continue;
            const Description* other = find_description(models(), one.substr(kModel.size()));
            if (!other)
                return m.fail("there is no model \"" + one.substr(kModel.size()) + '"' +
                              suggestion(one.substr(kModel.size()), names_of(models())));
            if (other->name != next.model.name) {
                next.model = {other->name, default_values(*other)};
                next.controls.clear();  // they are of the old model's parameters
            }
        }
        const bool same_model = next.model.name == base.model.name;
        std::map<std::string, std::string> tables;
        for (const SwarmSpec& swarm : base.swarms) {
            if (swarm.start == "file") tables[swarm.file] = swarm.table;
        }
        auto scenario = read(write_scenario(next), base.name, set, tables);
        if (!scenario) return fail(m, scenario.error());
        scenario->name = base.name;
        if (auto started = start(std::move(scenario).value()); !started) return fail(m, started.error());
        if (!same_model) {
            initial_values = base.model.values;
            switched_off.clear();
        }
    }

    void reset(Message& m, Json&) {
        Scenario next = as_set();
        if (m.has("seed")) { next.seed = static_cast<std::uint64_t>(m.whole("seed", 0, (std::int64_t{1} << 53) - 1)); }
        if (m.error()) return;
        if (auto started = start(std::move(next)); !started) fail(m, started.error());
    }

    void agents(Message& m, Json&) {
        const std::int64_t count = m.whole("count", 1, options.most_agents);
        const bool grow = m.has("keep_density") && m.flag("keep_density");
        if (m.error()) return;
        Scenario next = as_set();
        std::int64_t at_start = 0;
        std::int64_t swarms = 0;
        for (const SwarmSpec& swarm : next.swarms) {
            if (swarm.step > 0) continue;
            if (swarm.start == "file") return m.fail("the number of agents comes from " + swarm.file);
            at_start += swarm.agents;
            ++swarms;
        }
        if (swarms == 0) return m.fail("no agents are there at the start");
        if (count < swarms)
            return m.fail("there are " + std::to_string(swarms) + " flocks; each keeps one agent at least");
        const double ratio = static_cast<double>(count) / static_cast<double>(at_start);
        std::int64_t before = 0;
        std::int64_t given = 0;
        std::int64_t left = swarms;
        for (SwarmSpec& swarm : next.swarms) {
            if (swarm.step > 0) continue;
            --left;
            before += swarm.agents;
            const auto until = static_cast<std::int64_t>(std::llround(static_cast<double>(before) * ratio));
            swarm.agents = std::clamp<std::int64_t>((left == 0 ? count : until) - given, 1, count - given - left);
            given += swarm.agents;
        }
        if (grow) grow_world(next, next.dimensions == 3 ? cube_root(ratio) : std::sqrt(ratio));
        for (std::size_t a = 0; a < static_cast<std::size_t>(next.dimensions); ++a) {
            const double size = next.world.upper[a] - next.world.lower[a];
            const double farthest = std::max(std::abs(next.world.lower[a]), std::abs(next.world.upper[a]));
            if (!(size > 1e-6 && farthest < 1e9)) return m.fail("the world cannot grow or shrink as far as that");
        }
        if (auto started = start(std::move(next)); !started) fail(m, started.error());
    }

    static void grow_world(Scenario& scenario, double times) {
        Vec3 center{};
        for (int a = 0; a < 3; ++a) center[a] = 0.5 * (scenario.world.lower[a] + scenario.world.upper[a]);
        const auto move = [&](Vec3& at) {
            for (int a = 0; a < scenario.dimensions; ++a) at[a] = center[a] + (at[a] - center[a]) * times;
        };
        move(scenario.world.lower);
        move(scenario.world.upper);
        for (SwarmSpec& swarm : scenario.swarms) {
            if (swarm.has_center) move(swarm.center);
            swarm.radius *= times;
            swarm.inner_radius *= times;
        }
        for (InfluenceSpec& influence : scenario.influences) {
            move(influence.position);
            for (Waypoint& point : influence.path) move(point.position);
        }
    }

    void play(Message& m, Json&) {
        const bool on = m.flag("on");
        if (m.error()) return;
        playing = on;
        paced = false;
        changed();
    }
    /// Nobody is answered while steps are made at once, so they are not made for long.
    void check_work(Message& m, std::int64_t steps) const {
        const auto agents = static_cast<double>(simulation.agents());
        const double pairs = base.update == Update::simultaneous ? 1 : 1 + agents / 50;
        const double each = pairs + static_cast<double>(simulation.influences().size()) / 50;
        if (m.error() || static_cast<double>(steps) * agents * each <= kMostWork) return;
        m.fail("so many steps of so many agents take too long at once; ask for fewer");
    }
    void step(Message& m, Json&) {
        const std::int64_t steps = m.whole("steps", 1, 100'000);
        check_work(m, steps);
        if (m.error()) return;
        for (std::int64_t i = 0; i < steps; ++i) {
            simulation.step();
            if (simulation.steps_done() % simulation.scenario().observe.every == 0 || i + 1 == steps) sample();
        }
        news = true;
    }
    void set_speed(Message& m, Json&) {
        const double factor = m.number("factor", 0.01, 100);
        if (m.error()) return;
        speed = factor;
        paced = false;
        changed();
    }

    void set_value(std::size_t row, double value) {
        const std::string& name = model().parameters[row].name;
        if (!simulation.set_parameter(name, value)) return;
        base.model.values[row] = value;
        changed();
    }
    void set(Message& m, Json&) {
        const std::string name = m.text("name");
        const Value value = m.value("value");
        if (m.error()) return;
        const auto row = parameter_row(model(), name);
        if (!row) return fail(m, row.error());
        const auto number = checked_value(model().parameters[*row], value);
        if (!number) return fail(m, number.error());
        can_undo("set " + name, [row = *row, old = base.model.values[*row]](Parts& p) { p.set_value(row, old); });
        set_value(*row, *number);
    }

    void switch_rule(const RuleInfo& rule, bool on) {
        const int row = parameter_index(model(), rule.weight);
        if (row < 0) return;
        const auto at = static_cast<std::size_t>(row);
        const double now = base.model.values[at];
        if (on == (now != 0)) return;
        if (!on) {
            switched_off[rule.name] = now;
            set_value(at, 0);
            return;
        }
        double weight = switched_off.count(rule.name) != 0 ? switched_off[rule.name] : initial_values[at];
        if (weight == 0) weight = model().parameters[at].default_value;
        set_value(at, weight);
    }
    void rule(Message& m, Json&) {
        const std::string name = m.text("name");
        const bool on = m.flag("on");
        if (m.error()) return;
        std::vector<std::string> names{"all"};
        std::vector<RuleInfo> chosen;
        for (const RuleInfo& one : model().rules) {
            names.push_back(one.name);
            if (name == "all" || name == one.name) chosen.push_back(one);
        }
        if (chosen.empty()) return m.fail("there is no rule \"" + name + '"' + suggestion(name, names));
        can_undo("rule " + name, [old = base.model.values](Parts& p) {
            for (std::size_t i = 0; i < old.size(); ++i) {
                if (i < p.base.model.values.size() && p.base.model.values[i] != old[i]) p.set_value(i, old[i]);
            }
        });
        for (const RuleInfo& one : chosen) switch_rule(one, on);
    }

    void hold(Message& m, Json&) {
        const std::string name = m.text("hand");
        const bool there = m.has("position");
        const Vec3 at = there ? m.point("position") : Vec3{};
        const auto given = m.values("values");
        if (m.error()) return;
        const auto found = std::find_if(hands().begin(), hands().end(), [&](const Hand& h) { return h.name == name; });
        if (found == hands().end()) return m.fail("there is no hand \"" + name + '"');
        const Description* influence = find_description(influences(), found->influence);
        if (!influence || !there) {
            hand = name;
            return let_go();
        }
        InfluenceSpec spec{std::string(found->influence), at, hand_values(*found, measures_of(simulation)), {}, false};
        if (auto put = put_values(*influence, spec.values, given); !put) return fail(m, put.error());
        const bool same = holding && hand == name && spec.values == held_values;
        if (holding && !same) let_go();
        hand = name;
        held_values = spec.values;
        if (holding) {
            static_cast<void>(simulation.change_influence(placed.size(), std::move(spec)));
        } else {
            static_cast<void>(simulation.add_influence(std::move(spec)));
            holding = true;
            changed();
        }
        news = true;
    }

    void place(Message& m, Json& reply) {
        const std::string type = m.text("influence");
        const Vec3 at = m.point("position");
        const auto given = m.values("values");
        InfluenceSpec spec{type, at, {}, m.path("path"), m.has("repeat") && m.flag("repeat")};
        if (m.error()) return;
        const Description* influence = find_description(influences(), type);
        if (!influence)
            return m.fail("there is no influence \"" + type + '"' + suggestion(type, names_of(influences())));
        if (placed.size() >= kMostInfluences) return m.fail("there are 1000 influences already");
        spec.values = sensible_values(*influence, measures_of(simulation));
        if (auto put = put_values(*influence, spec.values, given); !put) return fail(m, put.error());
        const std::size_t index = placed.size();
        insert_influence(index, spec, spec);
        can_undo("", [index](Parts& p) {
            if (index < p.placed.size()) p.take_influence(index);
        });
        reply.key("index").whole(static_cast<std::int64_t>(index));
    }
    void move(Message& m, Json&) {
        const std::size_t index = index_in(m);
        const Vec3 at = m.point("position");
        if (m.error()) return;
        const InfluenceSpec old = simulation.influences()[index];
        can_undo("move " + std::to_string(index),
                 [index, old, was = placed[index]](Parts& p) { p.put_back(index, old, was); });
        InfluenceSpec moved = old;
        moved.position = at;
        moved.path.clear();  // who is led by hand no longer follows a path
        placed[index].position = at;
        placed[index].path.clear();
        static_cast<void>(simulation.change_influence(index, std::move(moved)));
        changed();
    }
    void adjust(Message& m, Json&) {
        const std::size_t index = index_in(m);
        const std::string name = m.text("name");
        const Value value = m.value("value");
        if (m.error()) return;
        const Description& influence = *find_description(influences(), placed[index].type);
        InfluenceSpec now = simulation.influences()[index];
        const InfluenceSpec old = now;
        if (auto put = put_values(influence, now.values, {{name, value}}); !put) return fail(m, put.error());
        can_undo("adjust " + std::to_string(index) + ' ' + name,
                 [index, old, was = placed[index]](Parts& p) { p.put_back(index, old, was); });
        placed[index].values = now.values;
        static_cast<void>(simulation.change_influence(index, std::move(now)));
        changed();
    }
    void remove(Message& m, Json&) {
        const std::size_t index = index_in(m);
        if (m.error()) return;
        remove_influence(index);
    }

    void spawn(Message& m, Json& reply) {
        SwarmSpec swarm;
        swarm.agents = m.whole("agents", 1, options.most_agents);
        swarm.center = m.point("position");
        const Measures measures = measures_of(simulation);
        const double crowd = static_cast<double>(std::clamp<std::int64_t>(swarm.agents, 1, options.most_agents));
        swarm.radius = m.has("radius")
                           ? m.number("radius", 0, kHuge)
                           : 0.25 * measures.length * (base.dimensions == 3 ? cube_root(crowd) : std::sqrt(crowd));
        KindSpec kind = simulation.scenario().kinds.front();
        if (m.has("kind")) {
            const auto name = m.inner("kind", "name");
            const auto shape = m.inner("kind", "shape");
            const auto color_text = m.inner("kind", "color");
            const auto size = m.inner("kind", "size");
            kind = KindSpec{};
            kind.name = name ? name->text : "";
            if (kind.name.empty()) m.fail("\"kind\" has no name");
            if (size) kind.size = std::clamp(size->number, 0.01, 100.0);
            if (color_text) kind.color = color_text->text;
            const bool is_color = kind.color.size() == 7 && kind.color[0] == '#' &&
                                  kind.color.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string::npos;
            if (!kind.color.empty() && !is_color) m.fail("\"color\" is no color; expected \"#rrggbb\"");
            if (shape) {
                const auto found = std::find(std::begin(kShapeNames), std::end(kShapeNames), shape->text);
                if (found == std::end(kShapeNames)) {
                    m.fail("there is no shape \"" + shape->text + '"' + suggestion(shape->text, list_of(kShapeNames)));
                } else {
                    kind.shape = static_cast<Shape>(found - std::begin(kShapeNames));
                }
            }
        }
        if (m.error()) return;
        if (static_cast<std::int64_t>(simulation.agents()) + swarm.agents > options.most_agents) {
            return m.fail("more agents than this engine takes; at most " + std::to_string(options.most_agents));
        }
        const std::vector<KindSpec>& kinds = simulation.scenario().kinds;
        const bool known =
            std::any_of(kinds.begin(), kinds.end(), [&](const KindSpec& k) { return k.name == kind.name; });
        if (!known) {
            if (auto made = simulation.add_kind(kind); !made) return fail(m, made.error());
            base.kinds = simulation.scenario().kinds;
        }
        swarm.step = simulation.steps_done();
        swarm.kind = kind.name;
        swarm.start = base.dimensions == 3 ? "ball" : "disc";
        swarm.has_center = true;
        swarm.speed = 0.5 * measures.speed;
        const auto first = simulation.add_agents(swarm);
        if (!first) return fail(m, first.error());
        spawned.push_back(swarm);
        can_undo("", [first = *first, count = swarm.agents](Parts& p) {
            std::vector<std::uint32_t> ids;
            for (std::int64_t k = 0; k < count; ++k) ids.push_back(first + static_cast<std::uint32_t>(k));
            p.simulation.remove_agents(ids);
            if (!p.spawned.empty()) p.spawned.pop_back();
            p.changed();
        });
        reply.key("first").whole(*first);
        changed();
    }

    void erase(Message& m, Json& reply) {
        const Vec3 at = m.point("position");
        const double radius = m.number("radius", 0, kHuge);
        if (m.error()) return;
        const Vec3 here = folded(base, at);
        std::int64_t count = 0;
        const Snapshot now = simulation.snapshot();
        std::vector<std::uint32_t> ids;
        for (std::size_t k = 0; k < now.agents(); ++k) {
            if (length_of(offset_in(base, here, at_index(now, now.position, k))) <= radius) ids.push_back(now.id[k]);
        }
        as_one_change([&] {
            for (std::size_t k = placed.size(); k-- > 0;) {
                const InfluenceSpec& spec = simulation.influences()[k];
                const Description& influence = *find_description(influences(), spec.type);
                const int row = parameter_index(influence, "radius");
                const double size = row < 0 ? 0 : spec.values[static_cast<std::size_t>(row)];
                if (length_of(offset_in(base, here, spec.position)) > radius + size) continue;
                remove_influence(k);
                ++count;
            }
            remove_agents(ids);
        });
        reply.key("agents").whole(static_cast<std::int64_t>(ids.size())).key("influences").whole(count);
    }

    void clear(Message& m, Json&) {
        const std::string what = m.text("what");
        if (!m.error() && what != "agents" && what != "influences") m.fail("\"what\" is \"agents\" or \"influences\"");
        if (m.error()) return;
        if (what == "agents") {
            remove_agents(simulation.snapshot().id);
        } else {
            as_one_change([&] {
                while (!placed.empty()) remove_influence(placed.size() - 1);
            });
        }
    }

    void take_back(Message&, Json& reply) {
        reply.key("undone").flag(!undo.empty());
        if (undo.empty()) return;
        const Undo last = std::move(undo.back());
        undo.pop_back();
        last.take_back(*this);
        changed();
    }

    void pick(Message& m, Json& reply) {
        const Vec3 from = m.point("position");
        const bool is_ray = m.has("direction");
        Vec3 along = is_ray ? m.point("direction") : Vec3{};
        const double reach = m.number("reach", 0, kHuge);
        if (m.error()) return;
        const double length = length_of(along);
        if (is_ray && !(length > 0)) return m.fail("\"direction\" has no length");
        for (int a = 0; a < 3 && is_ray; ++a) along[a] /= length;
        const Vec3 here = is_ray ? from : folded(base, from);
        const Snapshot now = simulation.snapshot();
        double nearest = reach;
        std::int64_t agent = -1;
        for (std::size_t k = 0; k < now.agents(); ++k) {
            Vec3 away = at_index(now, now.position, k);
            if (is_ray) {
                double ahead = 0;
                for (int a = 0; a < 3; ++a) ahead += (away[a] -= here[a]) * along[a];
                if (ahead < 0) continue;
                for (int a = 0; a < 3; ++a) away[a] -= ahead * along[a];
            } else {
                away = offset_in(base, here, away);
            }
            if (const double distance = length_of(away); distance <= nearest) {
                nearest = distance;
                agent = now.id[k];
            }
        }
        reply.key("agent").whole(agent);
    }
    void follow(Message& m, Json&) {
        const std::int64_t agent = m.whole("agent", -1, kMostAgents);
        if (m.error()) return;
        if (agent >= 0) {
            if (auto there = simulation.inspect(static_cast<std::uint32_t>(agent)); !there)
                return fail(m, there.error());
        }
        following = agent;
        changed();
    }
    void set_color(Message& m, Json&) {
        const std::string by = m.text("by");
        const std::vector<std::string> names{"none", "speed", "group", "neighbors"};
        const auto found = std::find(names.begin(), names.end(), by);
        if (!m.error() && found == names.end()) m.fail("\"by\" is one of " + alternatives(names));
        if (m.error()) return;
        color = static_cast<ColorChannel>(found - names.begin());
        changed();
    }
    void observe(Message& m, Json&) {
        ObserveSpec next = simulation.scenario().observe;
        next.every = m.whole("every", 1, 1'000'000);
        const std::optional<Value> word = m.is_text("what") ? std::optional<Value>(m.value("what")) : std::nullopt;
        if (word) {
            if (word->text != "all" && word->text != "none")
                m.fail("\"what\" is \"all\", \"none\" or a list of observables");
            next.what.clear();
            if (word->text == "none") next.what = {"none"};
        } else {
            next.what = m.texts("what");
            const std::vector<std::string> names = names_of(observables());
            for (const std::string& name : next.what) {
                if (std::find(names.begin(), names.end(), name) == names.end()) {
                    m.fail("there is no observable \"" + name + '"' + suggestion(name, names));
                }
            }
            if (next.what.empty()) next.what = {"none"};
        }
        if (m.error()) return;
        simulation.set_observe(next);
        base.observe = next;
        sample_seconds = 0;
        if (static_cast<std::int64_t>(simulation.agents()) <= kQuickToObserve) sample();
        changed();
    }
    void set_vectors(Message& m, Json&) {
        const bool on = m.flag("on");
        if (!m.error() && on && simulation.agents() > kMostVectors) {
            m.fail("vectors of all agents are for flocks of up to " + std::to_string(kMostVectors));
        }
        if (m.error()) return;
        vectors = on;
        changed();
    }

    void write(Message&, Json& reply) {
        Scenario out = as_set();
        out.kinds = simulation.scenario().kinds;
        out.swarms.insert(out.swarms.end(), spawned.begin(), spawned.end());
        out.removals.insert(out.removals.end(), removed.begin(), removed.end());
        reply.key("text").text(write_scenario(out));
    }
    void hash(Message&, Json& reply) {
        reply.key("step").whole(simulation.steps_done()).key("hash").text(hex(simulation.state_hash()));
    }
    void trajectory(Message& m, Json& reply) {
        const std::int64_t steps = m.whole("steps", 0, 1'000'000);
        const std::int64_t every = m.whole("every", 1, 1'000'000);
        check_work(m, steps);
        if (m.error()) return;
        const auto rows = static_cast<std::int64_t>(simulation.agents()) * (steps / every + 1);
        if (rows > kMostRows) {
            return m.fail(std::to_string(rows) + " rows are more than a page can hold; the program writes any number");
        }
        std::string out = base.dimensions == 3 ? "step,id,x,y,z,vx,vy,vz\n" : "step,id,x,y,vx,vy\n";
        add_rows(out, simulation.snapshot(), base.precision);
        for (std::int64_t i = 1; i <= steps; ++i) {
            simulation.step();
            if (i % every == 0) add_rows(out, simulation.snapshot(), base.precision);
        }
        news = true;
        reply.key("text").text(out);
    }
    void control(Message&, Json& reply) { reply.key("yours").flag(true); }

    struct Verb {
        std::string_view name;
        void (Parts::*act)(Message&, Json&);
    };
    static const std::vector<Verb>& verbs() {
        static const std::vector<Verb> all = {
            {"hello", &Parts::hello},     {"load", &Parts::load},       {"change", &Parts::change},
            {"reset", &Parts::reset},     {"agents", &Parts::agents},   {"play", &Parts::play},
            {"step", &Parts::step},       {"speed", &Parts::set_speed}, {"set", &Parts::set},
            {"rule", &Parts::rule},       {"hold", &Parts::hold},       {"place", &Parts::place},
            {"move", &Parts::move},       {"adjust", &Parts::adjust},   {"remove", &Parts::remove},
            {"spawn", &Parts::spawn},     {"erase", &Parts::erase},     {"clear", &Parts::clear},
            {"undo", &Parts::take_back},  {"pick", &Parts::pick},       {"follow", &Parts::follow},
            {"color", &Parts::set_color}, {"observe", &Parts::observe}, {"vectors", &Parts::set_vectors},
            {"export", &Parts::write},    {"hash", &Parts::hash},       {"trajectory", &Parts::trajectory},
            {"control", &Parts::control},
        };
        return all;
    }

    std::string handle(std::string_view text) {
        Message message(text);
        Json result;
        result.open('{').key("type").text("reply").key("id").number(message.id());
        if (!message.error()) {
            const auto verb = std::find_if(verbs().begin(), verbs().end(),
                                           [&](const Verb& one) { return one.name == message.type(); });
            if (verb != verbs().end()) {
                (this->*verb->act)(message, result);
            } else {
                std::vector<std::string> names;
                for (const Verb& one : verbs()) names.emplace_back(one.name);
                message.fail("there is no message \"" + message.type() + '"' + suggestion(message.type(), names));
            }
        }
        if (!message.error()) return result.close('}').take();
        Json refused;
        refused.open('{').key("type").text("reply").key("id").number(message.id());
        return refused.key("error").text(message.error()->message).close('}').take();
    }

    // ---- time -----------------------------------------------------------------------------------------------------

    std::int64_t sample_every() const {
        const std::int64_t every = simulation.scenario().observe.every;
        if (!(step_seconds > 0)) return every;
        constexpr double kSeldomest = 1000;                     // times as seldom as asked for, at most
        const double step_time = std::max(step_seconds, 1e-5);  // some clocks tick in milliseconds
        const double affordable = sample_seconds / (kObservedShare * step_time) / static_cast<double>(every);
        return every *
               std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(std::min(affordable, kSeldomest))));
    }

    bool advance(double now) {
        if (!playing) return false;
        const double pause = 1 / steps_per_second();
        if (!paced) {
            due = window_begin = now;
            window_step = simulation.steps_done();
            paced = true;
        }
        if (now < due) return false;
        due = std::max(due + pause, now - kMostBehind);
        simulation.step();
        news = true;
        sampled = simulation.steps_done() % sample_every() == 0;
        if (sampled) sample();
        if (now - window_begin >= 0.5) {
            measured_rate = static_cast<double>(simulation.steps_done() - window_step) / (now - window_begin);
            window_begin = now;
            window_step = simulation.steps_done();
        }
        return true;
    }
    void took(double seconds) {
        if (!(seconds >= 0 && seconds < 1e6)) return;
        const auto smooth = [](double& mean, double one) { mean = mean > 0 ? mean + kSmoothing * (one - mean) : one; };
        if (!sampled) smooth(step_seconds, seconds);
        if (sampled) smooth(sample_seconds, std::max(0.0, seconds - step_seconds));
    }

    // ---- frames ---------------------------------------------------------------------------------------------------

    void frame(std::vector<std::uint8_t>& out, std::uint32_t dropped) {
        constexpr std::size_t kHeader = 96;
        constexpr std::uint32_t kMagic = 0x464e4c44;
        constexpr std::uint32_t kNobody = 0xffffffff;
        out.assign(kHeader, 0);
        const Packing packing = simulation.pack({color, following}, out);
        const std::vector<InfluenceSpec>& influences = simulation.influences();
        for (const InfluenceSpec& one : influences) {
            const std::size_t at = out.size();
            out.resize(at + 12);
            for (std::size_t a = 0; a < 3; ++a) put_at(out, at + 4 * a, static_cast<float>(one.position[a]));
        }
        put_at(out, 0, kMagic);
        put_at(out, 4, std::uint16_t{1});
        put_at(out, 6, static_cast<std::uint8_t>(base.dimensions));
        put_at(out, 7,
               static_cast<std::uint8_t>((packing.kinds ? 1 : 0) | (packing.colors ? 2 : 0) | (playing ? 4 : 0)));
        put_at(out, 8, static_cast<std::uint32_t>(packing.agents));
        put_at(out, 12, static_cast<std::uint32_t>(influences.size()));
        put_at(out, 16, static_cast<double>(simulation.steps_done()));
        put_at(out, 24, simulation.time());
        for (std::size_t a = 0; a < 3; ++a) {
            put_at(out, 32 + 4 * a, packing.lower[a]);
            put_at(out, 44 + 4 * a, packing.upper[a]);
        }
        put_at(out, 56, packing.velocity_scale);
        put_at(out, 60, static_cast<float>(1000 * step_seconds));
        put_at(out, 64, static_cast<float>(playing ? measured_rate : 0));
        put_at(out, 68, packing.found < 0 ? kNobody : static_cast<std::uint32_t>(packing.found));
        put_at(out, 72, static_cast<std::uint32_t>(generation));
        put_at(out, 76, packing.color_low);
        put_at(out, 80, packing.color_high);
        put_at(out, 84, static_cast<float>(playing ? measured_rate * base.dt : 0));
        put_at(out, 88, dropped);
        if (following >= 0) tell_inspection();
        if (vectors) tell_vectors();
        news = false;
    }

    std::string take_events() {
        if (flock_changed) events.insert(events.begin(), flock_event());
        flock_changed = false;
        Json json;
        json.open('[');
        for (const std::string& event : events) json.raw(event);
        events.clear();
        return json.close(']').take();
    }
};

Result<Session> Session::make(SessionOptions options, Scenario scenario) {
    const std::int64_t agents = agents_of(scenario);
    if (agents > options.most_agents) {
        return wrong(std::to_string(agents) + " agents are more than this engine takes; at most " +
                     std::to_string(options.most_agents));
    }
    auto simulation = Simulation::make(std::move(scenario), options.run);
    if (!simulation) return simulation.error();
    return Session(std::make_unique<Parts>(std::move(options), std::move(simulation).value()));
}

Session::Session(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;
Session::~Session() = default;

std::string Session::handle(std::string_view message) { return parts_->handle(message); }
bool Session::advance(double now) { return parts_->advance(now); }
void Session::took(double seconds) { parts_->took(seconds); }
double Session::seconds_until_due(double now) const {
    if (!parts_->playing) return 1;
    return parts_->paced ? std::clamp(parts_->due - now, 0.0, 1.0) : 0;
}
bool Session::has_news() const { return parts_->news; }
void Session::frame(std::vector<std::uint8_t>& out, std::uint32_t dropped) { parts_->frame(out, dropped); }
std::string Session::take_events() { return parts_->take_events(); }
const Simulation& Session::simulation() const { return parts_->simulation; }

}  // namespace dunlin
