// SPDX-License-Identifier: Apache-2.0
// A scenario: everything that determines a run, as plain structs with defaults. It is read from TOML text
// (read_scenario), or filled in by a program and checked as a text is (check_scenario, which Simulation::make calls),
// and written back complete (write_scenario).
// Lengths, times and speeds are in the scenario's own units; arrays of three hold x, y, z (z unused in 2D).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dunlin/error.hpp"

namespace dunlin {

using Vec3 = std::array<double, 3>;

enum class Precision { single_precision, double_precision };  // "single", "double"
enum class Update { simultaneous, sequential, two_phase };    // "simultaneous", "sequential", "two-phase"

enum class Boundary { periodic, reflecting, open };
enum class Distance { minimum_image, plain };
/// How a periodic axis brings an agent back: `modulo` into [lower, upper); `once` adds or subtracts one period;
/// `edge` sets it on the opposite edge (overshoot lost); `mixed` is modulo at the upper, edge at the lower side.
enum class Wrap { modulo, once, edge, mixed };
enum class WrapTime { after_move, before_move };

struct WorldSpec {
    Vec3 lower{0, 0, 0};
    Vec3 upper{100, 100, 100};
    std::array<Boundary, 3> boundary{Boundary::periodic, Boundary::periodic, Boundary::periodic};
    Distance distance = Distance::minimum_image;
    Wrap wrap = Wrap::modulo;
    WrapTime wrap_time = WrapTime::after_move;
    double margin = 0;  ///< agents leave the box this far before a periodic axis brings them back
};

/// A model by name, its parameters in the order of its Description.
struct ModelSpec {
    std::string name = "boids";
    std::vector<double> values = {};  ///< empty: the defaults
};

struct Waypoint {
    double time = 0;
    Vec3 position{};
};

struct InfluenceSpec {
    std::string type = {};  ///< a name in influences()
    Vec3 position{};
    std::vector<double> values = {};  ///< in the order of its Description; empty: the defaults
    std::vector<Waypoint> path = {};  ///< optional: it moves along, straight between the points
    bool repeat = false;              ///< start the path again at its end
};

enum class Shape { dart, bird, fish, bee, butterfly, firefly, bat, dot };

/// A parameter of the model, and a value of its own.
struct ParameterValue {
    std::string name = {};
    double value = 0;  ///< of a choice: its index
};

/// How agents of one kind see those of another, or of their own. Such neighbors are summed apart from all others, by
/// the same rules; what they change of the acceleration is added.
struct TowardSpec {
    std::string kind = {};                        ///< a KindSpec's name
    std::vector<ParameterValue> parameters = {};  ///< where they differ from those with which the agents run
};

struct KindSpec {
    std::string name = "agent";
    std::string color = {};  ///< "#rrggbb"; empty: by the picture's color rule
    double size = 1;         ///< times the picture's agent size
    Shape shape = Shape::dart;
    std::vector<ParameterValue> parameters = {};  ///< where agents of this kind differ from ModelSpec::values
    std::vector<TowardSpec> toward = {};          ///< at most one entry for each kind
};

/// A group of agents that joins at one step (0: the start). At one step those with a smaller `order` come or go first;
/// of the same order those who leave, but never before the flocks that are the start (step 0, order 0).
struct FlockSpec {
    std::int64_t step = 0;
    std::int64_t order = 0;
    std::int64_t agents = 100;
    std::string kind = {};          ///< a KindSpec's name; empty: the first kind
    std::string start = "uniform";  ///< a name in starts()
    bool has_center = false;
    Vec3 center{};                       ///< of a point, ring, disc, square, ball; default: the middle of the world
    double radius = 10;                  ///< of a ring, disc, ball; half the side of a square
    double inner_radius = 0;             ///< ring: agents lie between inner_radius and radius
    double spacing = 1;                  ///< lattice
    std::string file = {};               ///< start = "file": the path of a CSV with id,x,y[,z],vx,vy[,vz]
    std::string file_place = {};         ///< where the scenario names it, for messages: "my.toml:14"; may be empty
    std::string table = {};              ///< the content of that CSV, once read; or all there is, with no `file`
    std::string velocity = "direction";  ///< a name in start_velocities()
    double speed = 1;
    Vec3 direction{1, 0, 0};  ///< velocity = "aligned"
};

/// Agents that leave before a step: by id, by kind, or both.
struct RemovalSpec {
    std::int64_t step = 0;
    std::string kind = {};
    std::vector<std::uint32_t> ids = {};
    std::int64_t order = 0;  ///< as that of a FlockSpec
};

/// What a page offers for this scenario beside the parameters themselves: a slider in the units of its original, or a
/// row of buttons. Nothing of it changes the flock until somebody moves it.
struct ControlSpec {
    std::vector<std::string> parameters = {};  ///< of the model, numbers all; they are set together
    std::string label = {};                    ///< read_scenario puts the first parameter's name for none
    double minimum = 0;                        ///< of the slider
    double maximum = 1;
    double step = 0.01;
    double divisor = 1;                            ///< a parameter is the slider's number divided by it
    std::vector<std::string> options = {};         ///< labels of buttons; empty: a slider
    std::vector<std::vector<double>> values = {};  ///< what each button sets: one number a parameter
};

struct ObserveSpec {
    /// Names in observables(); empty: all; {"none"}: none. By default those that look at each agent by itself: a sample
    /// of them costs less than a step, and one of all as much as two to four.
    std::vector<std::string> what{"agents", "mean_speed", "milling", "polarization", "speed_deviation"};
    std::int64_t every = 10;        ///< steps between two samples
    double link_distance = 0;       ///< groups; 0: the model's range
    double collision_distance = 0;  ///< 0: a tenth of the model's range
    double collision_horizon = 0;   ///< time a straight course is followed ahead; 0: ten steps
};

enum class Theme { dark, light };
/// What the color of an agent shows. `heading_safe` ("heading-safe") is for people with color blindness.
enum class ColorRule { heading, heading_safe, speed, group, kind, ink };

struct PictureSpec {
    int width = 1920;
    int height = 1080;
    Theme theme = Theme::dark;
    ColorRule color = ColorRule::heading;
    double agent_size = 0;     ///< length of an agent in world units; 0: chosen to look well
    int trail = 0;             ///< steps of trail behind each agent
    std::int64_t follow = -1;  ///< id of the agent whose circles and vectors are drawn; -1: none
    double azimuth = 30;       ///< 3D view, degrees about the vertical
    double elevation = 20;     ///< 3D view, degrees above the horizon
    bool y_up = true;          ///< false: y grows downwards, as on a screen
    bool caption = true;
};

struct MovieSpec {
    std::int64_t every = 1;  ///< steps between two frames
    int frames_per_second = 60;
    int width = 1280;
    int height = 720;
};

struct Scenario {
    std::string name = {};    ///< of the file, without .toml
    std::string title = {};   ///< one line
    std::string source = {};  ///< the text it follows: author, title, year, address
    std::string notes = {};   ///< deviations from the source, and why
    int dimensions = 2;
    Precision precision = Precision::single_precision;
    Update update = Update::simultaneous;
    std::uint64_t seed = 1;
    std::int64_t steps = 1000;
    double dt = 1;  ///< time of one step
    WorldSpec world = {};
    ModelSpec model = {};
    std::vector<KindSpec> kinds = {};  ///< empty: one kind, as it is by default
    std::vector<FlockSpec> flocks = {};
    std::vector<RemovalSpec> removals = {};
    std::vector<InfluenceSpec> influences = {};
    std::vector<ControlSpec> controls = {};
    ObserveSpec observe = {};
    PictureSpec picture = {};
    MovieSpec movie = {};
};

/// Reads TOML text. Unknown keys, wrong types, values out of range, NaN and infinities are errors that name `file`,
/// the line, the key, what was expected and the nearest valid name. Does not touch the file system: a start from a CSV
/// keeps its path in FlockSpec::file for the caller to read into FlockSpec::table.
/// `overrides` are `key.path=value` texts (value in TOML syntax, bare words taken as strings), applied last.
Result<Scenario> read_scenario(std::string_view text, const std::string& file,
                               const std::vector<std::string>& overrides = {});

/// Fills in what may be left empty (kinds, values of model and influences), then checks everything as read_scenario
/// checks a text: the same ranges, names and sentences. Errors name the entry of a list from 0, as `--set` does:
/// `flock.1: [[flock]] speed = -1 is outside 0 to 1e+12 (at the start)`.
Result<Scenario> check_scenario(Scenario scenario);
/// The same for one part of `scenario`, or for one that shall become part of it.
Result<void> check_integrator(const Scenario& scenario, const ModelSpec& model);  ///< other values of its model
Result<void> check_kind(const Scenario& scenario, const KindSpec& kind);          ///< a new one
Result<void> check_flock(const Scenario& scenario, const FlockSpec& flock);
Result<InfluenceSpec> check_influence(const Scenario& scenario, InfluenceSpec influence);  ///< with default values
Result<void> check_observe(const ObserveSpec& observe);

/// The complete scenario as TOML, defaults included, so that reading it again gives an equal one.
std::string write_scenario(const Scenario& scenario);

/// Names and TOML texts of the built-in scenarios, sorted by name.
struct BuiltinScenario {
    std::string_view name;
    std::string_view text;
};
const std::vector<BuiltinScenario>& builtin_scenarios();

/// The valid name nearest to `wrong` (edit distance), or empty if none is near.
std::string nearest_name(std::string_view wrong, const std::vector<std::string>& names);

}  // namespace dunlin
