// SPDX-License-Identifier: Apache-2.0
// Every key of a scenario, once: its name, its type with what is allowed, its help, and the rules between keys. The
// reader, the check of structs, the writer, the page's description and the test of docs/scenario.md are visitors of
// these lists, so that what is written can be read, what can be read is described, and a struct is checked as a text
// is. The keys of models and influences come from their own tables.
//
// A visitor has
//   key(name, value, type, help)      one key; `type` is one of key_types.hpp
//   rule(name, holds, sentence)       `sentence` gets "[table] name", or "[table]" if the name is empty
//   default_values(values, description)  the parameters come next; `values` become the defaults if they are empty
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "dunlin/describe.hpp"
#include "dunlin/scenario.hpp"
#include "dunlin/scenario/key_types.hpp"
#include "dunlin/scenario/text.hpp"

namespace dunlin {

inline constexpr double kHuge = 1e12;  // of any length, time or speed: far beyond use, far from overflow
inline constexpr double kTiny = 1e-12;
inline constexpr std::int64_t kMostSteps = 1'000'000'000'000;
inline constexpr std::int64_t kMostAgents = std::numeric_limits<std::uint32_t>::max();
inline constexpr std::size_t kMostKinds = 256;
inline constexpr std::size_t kMostSets = 64;  // of parameters: a step reads them all, and has room for so many

inline constexpr NumberRange kAnyCoordinate{-kHuge, kHuge};
inline constexpr NumberRange kPositive{kTiny, kHuge};
inline constexpr NumberRange kNotNegative{0, kHuge};
inline constexpr NumberRange kKindSizeRange{0.01, 100};
inline constexpr IntegerRange kStepRange{0, kMostSteps};
inline constexpr IntegerRange kOrderRange{0, kMostSteps};
inline constexpr IntegerRange kEveryRange{1, kMostSteps};

/// Different coordinates along a side of the world. With fewer, agents jump from place to place, and slow ones never
/// move.
inline constexpr double kFewestPositions = 256;

inline constexpr std::string_view kTableHelp = "a CSV with id,x,y[,z],vx,vy[,vz]";
inline constexpr std::string_view kControlledHelp = "one of the model's, or a list: set together";

// In the order of the enums.
inline constexpr std::string_view kPrecisionNames[] = {"single", "double"};
inline constexpr std::string_view kUpdateNames[] = {"simultaneous", "sequential", "two-phase"};
inline constexpr std::string_view kBoundaryNames[] = {"periodic", "reflecting", "open"};
inline constexpr std::string_view kDistanceNames[] = {"minimum_image", "plain"};
inline constexpr std::string_view kWrapNames[] = {"modulo", "once", "edge", "mixed"};
inline constexpr std::string_view kWrapTimeNames[] = {"after_move", "before_move"};
inline constexpr std::string_view kShapeNames[] = {"dart", "bird", "fish", "bee", "butterfly", "firefly", "bat", "dot"};
inline constexpr std::string_view kThemeNames[] = {"dark", "light"};
inline constexpr std::string_view kColorNames[] = {"heading", "heading-safe", "speed", "group", "kind", "ink"};

inline std::vector<std::string> list_of(std::span<const std::string_view> names) {
    return {names.begin(), names.end()};
}
inline std::vector<std::string> names_of(const std::vector<Description>& table) {
    std::vector<std::string> names;
    for (const Description& row : table) names.push_back(row.name);
    return names;
}
inline std::vector<std::string> names_of(const std::vector<NamedLine>& table) {
    std::vector<std::string> names;
    for (const NamedLine& row : table) names.push_back(row.name);
    return names;
}
inline std::vector<std::string> names_of(const std::vector<KindSpec>& kinds) {
    std::vector<std::string> names;
    for (const KindSpec& kind : kinds) names.push_back(kind.name);
    return names;
}

inline std::vector<std::string> names_of(const std::vector<ParameterInfo>& parameters) {
    std::vector<std::string> names;
    for (const ParameterInfo& parameter : parameters) names.push_back(parameter.name);
    return names;
}

/// The first of that name, or the end.
template <class Values>
auto find_value(Values& values, std::string_view name) {
    return std::find_if(values.begin(), values.end(), [&](const ParameterValue& one) { return one.name == name; });
}

/// The names that flocks may call their kind; without any kind there is the default one.
inline std::vector<std::string> kind_names(const Scenario& scenario) {
    return scenario.kinds.empty() ? std::vector<std::string>{KindSpec{}.name} : names_of(scenario.kinds);
}

/// The size that makes `lower + size` give exactly `upper`: a round one, the plain difference, or one of its neighbors.
double size_between(double lower, double upper);

/// From a coordinate at that distance from 0 to the next one that the precision has.
double coordinate_step(Precision precision, double farthest);

/// What may be left empty is filled in: the one kind, the default values of model and influences, labels of controls.
void fill_in_defaults(Scenario& scenario);

template <class Keys, class Spec>
void scenario_keys(Keys& keys, Spec& s) {
    keys.key("title", s.title, key::Text{}, "one line");
    keys.key("source", s.source, key::Text{}, "the text it follows: author, title, year, address");
    keys.key("notes", s.notes, key::Text{}, "deviations from the source, and why");
    keys.key("dimensions", s.dimensions, key::Integer({2, 3}), "of space");
    keys.key("precision", s.precision, key::Choice(kPrecisionNames), "of positions and velocities");
    keys.key("update", s.update, key::Choice(kUpdateNames),
             "all agents at once, one after another, or velocities first");
    keys.key("seed", s.seed, key::Integer({0, std::numeric_limits<std::int64_t>::max()}), "of every random number");
    keys.key("steps", s.steps, key::Integer(kStepRange), "how many to run");
    keys.key("dt", s.dt, key::Number(kPositive), "time of one step");
}

template <class Keys, class Spec>
void world_keys(Keys& keys, Spec& world) {
    Vec3 size{};
    for (std::size_t a = 0; a < size.size(); ++a) size[a] = size_between(world.lower[a], world.upper[a]);
    keys.key("size", size, key::Vector(kPositive), "of the world");
    keys.key("origin", world.lower, key::Vector(kAnyCoordinate), "the lower corner");
    if constexpr (!std::is_const_v<Spec>) {
        for (std::size_t a = 0; a < size.size(); ++a) world.upper[a] = world.lower[a] + size[a];
    }
    keys.key("boundary", world.boundary, key::Boundaries(kBoundaryNames), "of all axes, or of each");
    keys.key("distance", world.distance, key::Choice(kDistanceNames), "whether agents see across a periodic edge");
    keys.key("wrap", world.wrap, key::Choice(kWrapNames), "how a periodic axis brings an agent back");
    keys.key("wrap_time", world.wrap_time, key::Choice(kWrapTimeNames), "when it does");
    keys.key("margin", world.margin, key::Number(kNotNegative),
             "how far outside agents get before they are brought back");
}

/// Positions must be fine enough for the world: see docs/scenario.md.
template <class Keys>
void world_rules(Keys& keys, const Scenario& s) {
    for (std::size_t a = 0; a < static_cast<std::size_t>(s.dimensions); ++a) {
        const double margin = s.world.boundary[a] == Boundary::periodic ? s.world.margin : 0;
        const double lower = s.world.lower[a] - margin;
        const double upper = s.world.upper[a] + margin;
        const double step = coordinate_step(s.precision, std::max(std::abs(lower), std::abs(upper)));
        keys.rule("size", s.world.upper[a] - s.world.lower[a] >= kFewestPositions * step, [&](const std::string& what) {
            const bool single = s.precision == Precision::single_precision;
            return what + '[' + std::to_string(a) + "] = " + short_number(s.world.upper[a] - s.world.lower[a]) +
                   " is too small at that distance from 0: a coordinate in " + (single ? "single" : "double") +
                   " precision has steps of " + short_number(step) + " there, and a side needs " +
                   short_number(kFewestPositions) + " of them; expected " +
                   (single ? "precision = \"double\" or " : "") + "an origin nearer to 0";
        });
    }
}

template <class Keys, class Values>
void parameter_keys(Keys& keys, const Description& description, Values& values) {
    keys.default_values(values, description);
    for (std::size_t i = 0; i < std::min(values.size(), description.parameters.size()); ++i) {
        const ParameterInfo& info = description.parameters[i];
        keys.key(info.name, values[i], key::Parameter(info), info.help);
    }
}

template <class Keys, class Spec>
void model_keys(Keys& keys, Spec& model) {
    keys.key("name", model.name, key::Name(names_of(models())), "one of the models");
    if (const Description* known = find_description(models(), model.name)) parameter_keys(keys, *known, model.values);
}

/// Update orders in which agents move one after another have no state of all agents between the evaluations of a step.
template <class Keys>
void integrator_rules(Keys& keys, const ModelSpec& model, Update update) {
    const Description* known = find_description(models(), model.name);
    if (known == nullptr) return;
    for (std::size_t i = 0; i < std::min(model.values.size(), known->parameters.size()); ++i) {
        const ParameterInfo& info = known->parameters[i];
        if (!info.integrator || model.values[i] == info.default_value) continue;
        const auto chosen = static_cast<std::size_t>(model.values[i]);
        if (chosen >= info.choices.size()) continue;
        keys.rule(info.name, update == Update::simultaneous, [&](const std::string& what) {
            return what + " = \"" + info.choices[chosen] + "\" is for update = \"simultaneous\"; expected that, or " +
                   info.name + " = \"" + info.choices[static_cast<std::size_t>(info.default_value)] + '"';
        });
    }
}

/// Parameters of the model that have values of their own; those left out are what they are without.
template <class Keys, class Values>
void own_parameter_keys(Keys& keys, Values& values, const Description& model) {
    for (const ParameterInfo& info : model.parameters) {
        const auto given = find_value(values, info.name);
        std::optional<double> own = given == values.end() ? std::nullopt : std::optional(given->value);
        keys.key(info.name, own, key::OwnParameter(info), info.help);
        keys.rule(info.name, !(info.integrator && own),
                  [](const std::string& what) { return what + " is the same for all kinds; expected it in [model]"; });
        if constexpr (!std::is_const_v<Values>) {
            if (own) values.push_back({info.name, *own});
        }
    }
    for (auto one = values.begin(); one != values.end(); ++one) {
        keys.rule("", parameter_index(model, one->name) >= 0, [&](const std::string& what) {
            return what + " has no " + line_in_quotes(one->name) + suggestion(one->name, names_of(model.parameters));
        });
        keys.rule(one->name, find_value(values, one->name) == one,
                  [](const std::string& what) { return what + " is there twice"; });
    }
}

/// `earlier`: what the kind says of others before it.
template <class Keys, class Spec>
void toward_keys(Keys& keys, Spec& toward, std::span<const TowardSpec> earlier, const std::vector<std::string>& kinds,
                 const Description* model) {
    keys.key("kind", toward.kind, key::Name(kinds, true), "which neighbors are seen so: one of [[kind]]");
    keys.rule("", !toward.kind.empty(), [](const std::string& what) {
        return what + " does not say which neighbors it means; expected kind = \"...\" (one of [[kind]])";
    });
    const bool is_new = std::none_of(earlier.begin(), earlier.end(),
                                     [&](const TowardSpec& other) { return other.kind == toward.kind; });
    keys.rule("kind", is_new, [&](const std::string& what) {
        return what + " = " + line_in_quotes(toward.kind) + " is there twice; expected one table for each kind";
    });
    if (model == nullptr) return;
    own_parameter_keys(keys, toward.parameters, *model);
    for (const ParameterInfo& info : model->parameters) {
        const bool is_set = find_value(toward.parameters, info.name) != toward.parameters.end();
        keys.rule(info.name, !(info.perception && is_set), [](const std::string& what) {
            return what + " is the same toward all kinds; expected it in [kind.model] or [model]";
        });
    }
}

/// How many sets of parameters a kind adds to the model's.
inline std::size_t own_sets(const KindSpec& kind) { return (kind.parameters.empty() ? 0 : 1) + kind.toward.size(); }

/// `earlier`: the kinds before it; `names`: of all kinds; `model`: null if it is not known.
template <class Keys, class Spec>
void kind_keys(Keys& keys, Spec& kind, std::span<const KindSpec> earlier, const std::vector<std::string>& names,
               const Description* model) {
    keys.key("name", kind.name, key::Text{}, "flocks say which kind they are by it");
    keys.key("color", kind.color, key::Color{}, "\"#rrggbb\"; empty: by the picture's color rule");
    keys.key("size", kind.size, key::Number(kKindSizeRange), "times the picture's agent size");
    keys.key("shape", kind.shape, key::Choice(kShapeNames), "how an agent is drawn");
    keys.rule("name", !kind.name.empty(), [](const std::string& what) { return what + " = \"\" is empty"; });
    const bool is_new =
        std::none_of(earlier.begin(), earlier.end(), [&](const KindSpec& other) { return other.name == kind.name; });
    keys.rule("name", is_new, [&](const std::string& what) {
        return what + " = " + in_quotes(kind.name) + " is there twice; every kind has its own";
    });
    keys.rule("", earlier.size() < kMostKinds,
              [](const std::string&) { return "there are more than " + std::to_string(kMostKinds) + " of [[kind]]"; });
    keys.table("model", [&](auto& section) {
        if (model != nullptr) own_parameter_keys(section, kind.parameters, *model);
    });
    keys.list("toward", kind.toward, [&](auto& section, auto& toward, std::size_t index) {
        toward_keys(section, toward, std::span<const TowardSpec>(kind.toward).first(index), names, model);
    });
    std::size_t sets = 1 + own_sets(kind);
    for (const KindSpec& other : earlier) sets += own_sets(other);
    keys.rule("", sets <= kMostSets, [&](const std::string&) {
        return "there are " + std::to_string(sets) + " sets of parameters; expected at most " +
               std::to_string(kMostSets) + ": that of [model], one for each [kind.model], one for each [[kind.toward]]";
    });
}

template <class Keys, class Spec>
void flock_keys(Keys& keys, Spec& flock, const std::vector<std::string>& kind_names) {
    keys.key("step", flock.step, key::Integer(kStepRange), "when it joins; 0: the start");
    keys.key("order", flock.order, key::Integer(kOrderRange), "among all that join or leave at this step");
    keys.key("agents", flock.agents, key::Integer({0, kMostAgents}), "how many");
    keys.key("kind", flock.kind, key::Name(kind_names, true), "one of [[kind]]; empty: the first");
    keys.key("start", flock.start, key::Name(names_of(starts())), "where they start");
    keys.key("center", flock, key::Center(kAnyCoordinate, false), "of the start; default: the middle of the world");
    keys.key("radius", flock.radius, key::Number(kNotNegative), "of a ring, disc, ball; half the side of a square");
    keys.key("inner_radius", flock.inner_radius, key::Number(kNotNegative), "of a ring");
    keys.key("spacing", flock.spacing, key::Number(kPositive), "of a lattice");
    keys.key("file", flock, key::StartFile{}, kTableHelp);
    keys.key("table", flock, key::StartTable{}, "such a CSV itself, instead of a file");
    keys.key("velocity", flock.velocity, key::Name(names_of(start_velocities())), "how they move at the start");
    keys.key("speed", flock.speed, key::Number(kNotNegative), "at the start");
    keys.key("direction", flock.direction, key::Vector(kAnyCoordinate), "velocity = \"aligned\": where to");
    const bool has_table = flock.start != "file" || !flock.file.empty() || !flock.table.empty();
    keys.rule("", has_table, [](const std::string& what) {
        return what + " start = \"file\" needs file = \"...\" (" + std::string(kTableHelp) + ')';
    });
}

template <class Keys, class Spec>
void removal_keys(Keys& keys, Spec& removal, const std::vector<std::string>& kind_names) {
    keys.key("step", removal.step, key::Integer(kStepRange), "before which they leave");
    keys.key("order", removal.order, key::Integer(kOrderRange), "among all that join or leave at this step");
    keys.key("kind", removal.kind, key::Name(kind_names, true), "all of this kind; empty: of any");
    keys.key("ids", removal.ids, key::Ids{}, "only these; empty: all");
    keys.rule("", !removal.kind.empty() || !removal.ids.empty(),
              [](const std::string& what) { return what + " does not say who leaves; expected kind or ids"; });
}

template <class Keys, class Spec>
void influence_keys(Keys& keys, Spec& influence, const Description& description) {
    keys.key("position", influence.position, key::Vector(kAnyCoordinate, false),
             "default: start of the path, else middle of the world");
    parameter_keys(keys, description, influence.values);
    keys.key("path", influence.path, key::Path(kAnyCoordinate),
             "[time, x, y(, z)] of each turn; straight between them");
    keys.key("repeat", influence.repeat, key::Flag{}, "start the path again at its end");
}

/// A slider must reach only what its parameters may be.
template <class Keys>
void slider_rules(Keys& keys, const ControlSpec& control, const Description& model) {
    keys.rule("", control.minimum < control.maximum, [&](const std::string& what) {
        return what + " goes from minimum = " + short_number(control.minimum) +
               " to maximum = " + short_number(control.maximum) + "; expected a larger maximum";
    });
    for (const std::string& name : control.parameters) {
        const int row = parameter_index(model, name);
        if (row < 0) return;
        const ParameterInfo& info = model.parameters[static_cast<std::size_t>(row)];
        for (const auto& [key, end] : {std::pair("minimum", control.minimum), std::pair("maximum", control.maximum)}) {
            const double value = end / control.divisor;
            keys.rule(key, value >= info.minimum && value <= info.maximum, [&, bound = end](const std::string& what) {
                const std::string divided = control.divisor == 1 ? "" : " / " + short_number(control.divisor);
                return what + " = " + short_number(bound) + divided + " is outside " + short_number(info.minimum) +
                       " to " + short_number(info.maximum) + " (" + name + ')';
            });
        }
    }
}

template <class Keys, class Spec>
void control_keys(Keys& keys, Spec& control, const Description& model) {
    keys.key("parameter", control.parameters, key::ParameterNames(model), kControlledHelp);
    keys.key("label", control.label, key::Text{}, "what the page calls it; empty: the parameter's name");
    keys.key("minimum", control.minimum, key::Number(kAnyCoordinate), "left end of the slider");
    keys.key("maximum", control.maximum, key::Number(kAnyCoordinate), "right end of the slider");
    keys.key("step", control.step, key::Number(kPositive), "of the slider");
    keys.key("divisor", control.divisor, key::Number(kPositive), "the parameter is the slider's number divided by it");
    keys.key("options", control.options, key::Texts{}, "labels of buttons, which stand instead of the slider");
    keys.key("values", control.values, key::Settings(model, control.parameters),
             "of each button: a number, or one a parameter");
    keys.rule("", !control.parameters.empty(), [](const std::string& what) {
        return what + " does not say what it sets; expected parameter = \"...\" (" + std::string(kControlledHelp) + ')';
    });
    keys.rule("", control.options.size() == control.values.size(), [&](const std::string& what) {
        return what + " has " + std::to_string(control.options.size()) + " options and " +
               std::to_string(control.values.size()) + " values; expected one for each";
    });
    if (control.options.empty()) slider_rules(keys, control, model);
}

template <class Keys, class Spec>
void observe_keys(Keys& keys, Spec& observe) {
    keys.key("what", observe.what, key::NamesOrAll(names_of(observables())),
             "\"all\", \"none\" or a list of observables");
    keys.key("every", observe.every, key::Integer(kEveryRange), "steps between two samples");
    keys.key("link_distance", observe.link_distance, key::Number(kNotNegative), "of groups; 0: the model's range");
    keys.key("collision_distance", observe.collision_distance, key::Number(kNotNegative),
             "0: a tenth of the model's range");
    keys.key("collision_horizon", observe.collision_horizon, key::Number(kNotNegative),
             "time looked ahead; 0: ten steps");
}

template <class Keys, class Spec>
void picture_keys(Keys& keys, Spec& picture) {
    constexpr IntegerRange kPixels{64, 16384};
    keys.key("width", picture.width, key::Integer(kPixels), "pixels");
    keys.key("height", picture.height, key::Integer(kPixels), "pixels");
    keys.key("theme", picture.theme, key::Choice(kThemeNames), "of pictures and movies");
    keys.key("color", picture.color, key::Choice(kColorNames), "what the color of an agent shows");
    keys.key("agent_size", picture.agent_size, key::Number(kNotNegative), "length of an agent; 0: chosen to look well");
    keys.key("trail", picture.trail, key::Integer({0, 1000}), "steps of trail behind each agent");
    keys.key("follow", picture.follow, key::Integer({-1, kMostAgents}),
             "id whose circles and vectors are drawn; -1: none");
    keys.key("azimuth", picture.azimuth, key::Number({-360, 360, "deg"}), "3D view, about the vertical");
    keys.key("elevation", picture.elevation, key::Number({-90, 90, "deg"}), "3D view, above the horizon");
    keys.key("y_up", picture.y_up, key::Flag{}, "false: y grows downwards, as on a screen");
    keys.key("caption", picture.caption, key::Flag{}, "title, numbers and legend below");
}

template <class Keys, class Spec>
void movie_keys(Keys& keys, Spec& movie) {
    constexpr IntegerRange kPixels{64, 7680};
    keys.key("every", movie.every, key::Integer(kEveryRange), "steps between two frames");
    keys.key("frames_per_second", movie.frames_per_second, key::Integer({1, 240}), "of the film");
    keys.key("width", movie.width, key::Integer(kPixels, true), "pixels");
    keys.key("height", movie.height, key::Integer(kPixels, true), "pixels");
}

/// All of a scenario. Besides, the visitor has
///   table(name, visit)                       [name]; visit(keys)
///   list(name, entries, visit)               [[name]]; visit(keys, entry, index)
///   names_in(name, entries)                  the names of all entries of the list, before it is visited
///   influences(entries, visit)               [[obstacle]] ...; visit(keys, entry, description)
template <class Keys, class S>
void all_keys(Keys& keys, S& s) {
    scenario_keys(keys, s);
    keys.set_dimensions(s.dimensions);
    keys.table("world", [&](auto& section) {
        world_keys(section, s.world);
        if (section.is_good()) world_rules(section, s);
    });
    keys.table("model", [&](auto& section) {
        model_keys(section, s.model);
        if (section.is_good()) integrator_rules(section, s.model, s.update);
    });
    const Description* model = find_description(models(), s.model.name);
    const std::vector<std::string> names = keys.names_in("kind", s.kinds);
    keys.list("kind", s.kinds, [&](auto& section, auto& kind, std::size_t index) {
        kind_keys(section, kind, std::span<const KindSpec>(s.kinds).first(index), names, model);
    });
    const std::vector<std::string> kinds = kind_names(s);
    std::int64_t agents = 0;
    keys.list("flock", s.flocks, [&](auto& section, auto& flock, std::size_t) {
        flock_keys(section, flock, kinds);
        if (section.is_good()) agents += flock.agents;
        section.rule("", agents <= kMostAgents, [&](const std::string&) {
            return "all flocks together have " + std::to_string(agents) + " agents; expected at most " +
                   std::to_string(kMostAgents);
        });
    });
    keys.list("remove", s.removals,
              [&](auto& section, auto& removal, std::size_t) { removal_keys(section, removal, kinds); });
    keys.influences(s.influences, [](auto& section, auto& influence, const Description& description) {
        influence_keys(section, influence, description);
    });
    keys.list("control", s.controls, [&](auto& section, auto& control, std::size_t) {
        if (model != nullptr) control_keys(section, control, *model);
    });
    keys.table("observe", [&](auto& section) { observe_keys(section, s.observe); });
    keys.table("picture", [&](auto& section) { picture_keys(section, s.picture); });
    keys.table("movie", [&](auto& section) { movie_keys(section, s.movie); });
}

}  // namespace dunlin
