// SPDX-License-Identifier: Apache-2.0
// Every key of a scenario, once. The reader, the writer and the test of docs/scenario.md walk these same lists (`keys`
// is each time another visitor), so that what is written can be read and what can be read is described. The keys of
// models and influences are not here: they come from their own tables.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dunlin/describe.hpp"
#include "dunlin/scenario.hpp"

namespace dunlin {

struct NumberRange {
    double lowest;
    double highest;
    std::string_view unit = "";
};
struct IntegerRange {
    std::int64_t lowest;
    std::int64_t highest;
};

inline constexpr double kHuge = 1e12;  // of any length, time or speed: far beyond use, far from overflow
inline constexpr double kTiny = 1e-12;
inline constexpr std::int64_t kMostSteps = 1'000'000'000'000;
inline constexpr std::int64_t kMostAgents = std::numeric_limits<std::uint32_t>::max();
inline constexpr std::size_t kMostKinds = 256;

inline constexpr NumberRange kAnyCoordinate{-kHuge, kHuge};
inline constexpr NumberRange kPositive{kTiny, kHuge};
inline constexpr NumberRange kNotNegative{0, kHuge};
inline constexpr NumberRange kKindSizeRange{0.01, 100};
inline constexpr IntegerRange kStepRange{0, kMostSteps};
inline constexpr IntegerRange kOrderRange{0, kMostSteps};
inline constexpr IntegerRange kEveryRange{1, kMostSteps};

// In the order of the enums.
inline constexpr std::string_view kPrecisionNames[] = {"single", "double"};
inline constexpr std::string_view kUpdateNames[] = {"simultaneous", "sequential", "two-phase"};
inline constexpr std::string_view kBoundaryNames[] = {"periodic", "reflecting", "open"};
inline constexpr std::string_view kDistanceNames[] = {"minimum_image", "plain"};
inline constexpr std::string_view kWrapNames[] = {"modulo", "once", "edge", "mixed"};
inline constexpr std::string_view kWrapTimeNames[] = {"after_move", "before_move"};
inline constexpr std::string_view kShapeNames[] = {"dart", "bird", "fish", "bee", "butterfly", "firefly", "bat", "dot"};
// Choices kept as strings.
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

template <class Keys, class Spec>
void scenario_keys(Keys& keys, Spec& s) {
    keys.text("title", s.title, "one line");
    keys.text("source", s.source, "the text it follows: author, title, year, address");
    keys.text("notes", s.notes, "what it reads differently, and why");
    keys.integer("dimensions", s.dimensions, {2, 3}, "of space");
    keys.choice("precision", s.precision, kPrecisionNames, "of positions and velocities");
    keys.choice("update", s.update, kUpdateNames, "all agents at once, one after another, or velocities first");
    keys.integer("seed", s.seed, {0, std::numeric_limits<std::int64_t>::max()}, "of every random number");
    keys.integer("steps", s.steps, kStepRange, "how many to run");
    keys.number("dt", s.dt, kPositive, "time of one step");
}

template <class Keys, class Spec>
void world_keys(Keys& keys, Spec& world) {
    keys.box("size", "origin", world.lower, world.upper);
    keys.boundaries("boundary", world.boundary, kBoundaryNames, "of all axes, or of each");
    keys.choice("distance", world.distance, kDistanceNames, "whether agents see across a periodic edge");
    keys.choice("wrap", world.wrap, kWrapNames, "how a periodic axis brings an agent back");
    keys.choice("wrap_time", world.wrap_time, kWrapTimeNames, "when it does");
    keys.number("margin", world.margin, kNotNegative, "how far outside agents get before they are brought back");
}

template <class Keys, class Spec>
void kind_keys(Keys& keys, Spec& kind) {
    keys.text("name", kind.name, "flocks say which kind they are by it");
    keys.color("color", kind.color, "\"#rrggbb\"; empty: by the picture's color rule");
    keys.number("size", kind.size, kKindSizeRange, "times the picture's agent size");
    keys.choice("shape", kind.shape, kShapeNames, "how an agent is drawn");
}

template <class Keys, class Spec>
void flock_keys(Keys& keys, Spec& flock, const std::vector<std::string>& kind_names) {
    keys.integer("step", flock.step, kStepRange, "when it joins; 0: the start");
    keys.integer("order", flock.order, kOrderRange, "among all that join or leave at this step");
    keys.integer("agents", flock.agents, {1, kMostAgents}, "how many");
    keys.name("kind", flock.kind, kind_names, true, "one of [[kind]]; empty: the first");
    keys.name("start", flock.start, names_of(starts()), false, "where they start");
    keys.optional_vector("center", flock.has_center, flock.center, "of the start; default: the middle of the world");
    keys.number("radius", flock.radius, kNotNegative, "of a ring, disc, ball; half the side of a square");
    keys.number("inner_radius", flock.inner_radius, kNotNegative, "of a ring");
    keys.number("spacing", flock.spacing, kPositive, "of a lattice");
    keys.start_file("file", flock, "a CSV with id,x,y[,z],vx,vy[,vz]");
    keys.start_table("table", flock, "such a CSV itself, instead of a file");
    keys.name("velocity", flock.velocity, names_of(start_velocities()), false, "how they move at the start");
    keys.number("speed", flock.speed, kNotNegative, "at the start");
    keys.vector("direction", flock.direction, kAnyCoordinate, "velocity = \"aligned\": where to");
}

template <class Keys, class Spec>
void removal_keys(Keys& keys, Spec& removal, const std::vector<std::string>& kind_names) {
    keys.integer("step", removal.step, kStepRange, "before which they leave");
    keys.integer("order", removal.order, kOrderRange, "among all that join or leave at this step");
    keys.name("kind", removal.kind, kind_names, true, "all of this kind; empty: of any");
    keys.ids("ids", removal.ids, "only these; empty: all");
}

template <class Keys, class Spec>
void influence_keys(Keys& keys, Spec& influence, const Description& description) {
    keys.vector("position", influence.position, kAnyCoordinate, "default: start of the path, else middle of the world");
    keys.parameters(description, influence.values);
    keys.path("path", influence.path, "[time, x, y(, z)] of each turn; straight between them");
    keys.flag("repeat", influence.repeat, "start the path again at its end");
}

template <class Keys, class Spec>
void control_keys(Keys& keys, Spec& control, const Description& model) {
    keys.parameter_names("parameter", control.parameters, model, "one of the model's, or a list: set together");
    keys.text("label", control.label, "what the page calls it; empty: the parameter's name");
    keys.number("minimum", control.minimum, kAnyCoordinate, "left end of the slider");
    keys.number("maximum", control.maximum, kAnyCoordinate, "right end of the slider");
    keys.number("step", control.step, kPositive, "of the slider");
    keys.number("divisor", control.divisor, kPositive, "the parameter is the slider's number divided by it");
    keys.texts("options", control.options, "labels of buttons, which stand instead of the slider");
    keys.settings("values", control.values, control.parameters, model, "of each button: a number, or one a parameter");
}

template <class Keys, class Spec>
void observe_keys(Keys& keys, Spec& observe) {
    keys.names_or_all("what", observe.what, names_of(observables()), "\"all\", \"none\" or a list of observables");
    keys.integer("every", observe.every, kEveryRange, "steps between two samples");
    keys.number("link_distance", observe.link_distance, kNotNegative, "of groups; 0: the model's range");
    keys.number("collision_distance", observe.collision_distance, kNotNegative, "0: a tenth of the model's range");
    keys.number("collision_horizon", observe.collision_horizon, kNotNegative, "time looked ahead; 0: ten steps");
}

template <class Keys, class Spec>
void picture_keys(Keys& keys, Spec& picture) {
    constexpr IntegerRange kPixels{64, 16384};
    keys.integer("width", picture.width, kPixels, "pixels");
    keys.integer("height", picture.height, kPixels, "pixels");
    keys.name("theme", picture.theme, list_of(kThemeNames), false, "of pictures and movies");
    keys.name("color", picture.color, list_of(kColorNames), false, "what the color of an agent shows");
    keys.number("agent_size", picture.agent_size, kNotNegative, "length of an agent; 0: chosen to look well");
    keys.integer("trail", picture.trail, {0, 1000}, "steps of trail behind each agent");
    keys.integer("follow", picture.follow, {-1, kMostAgents}, "id whose circles and vectors are drawn; -1: none");
    keys.number("azimuth", picture.azimuth, {-360, 360, "deg"}, "3D view, about the vertical");
    keys.number("elevation", picture.elevation, {-90, 90, "deg"}, "3D view, above the horizon");
    keys.flag("y_up", picture.y_up, "false: y grows downwards, as on a screen");
    keys.flag("caption", picture.caption, "title, numbers and legend below");
}

template <class Keys, class Spec>
void movie_keys(Keys& keys, Spec& movie) {
    constexpr IntegerRange kPixels{64, 7680};
    keys.integer("every", movie.every, kEveryRange, "steps between two frames");
    keys.integer("frames_per_second", movie.frames_per_second, {1, 240}, "of the film");
    keys.even_integer("width", movie.width, kPixels, "pixels");
    keys.even_integer("height", movie.height, kPixels, "pixels");
}

}  // namespace dunlin
