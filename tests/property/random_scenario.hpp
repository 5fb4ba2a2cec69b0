// SPDX-License-Identifier: Apache-2.0
// A random scenario from one number: any variant of the rules of boids, or another model and any perception; worlds of
// any origin and size, of one cell and of many, boundaries mixed by axis, all wraps, margins, clumps, coincident
// agents, agents on the last floating-point numbers on either side of every edge, influences of every type, parameters
// by kind and pair of kinds; and, if wanted, flocks that join and agents that leave.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

#include "support/dice.hpp"
#include "support/flocks.hpp"

namespace dunlin::test {

/// The environment variable as a number, or `otherwise`.
inline std::uint64_t number_from_environment(const char* name, std::uint64_t otherwise) {
    const char* text = std::getenv(name);
    return text && *text ? std::strtoull(text, nullptr, 10) : otherwise;
}
/// Which random scenarios to run: DUNLIN_RANDOM_COUNT of them, from number DUNLIN_RANDOM_SEED on.
inline std::uint64_t first_random_scenario() { return number_from_environment("DUNLIN_RANDOM_SEED", 0); }
inline std::uint64_t random_scenario_count(std::uint64_t usual) {
    return number_from_environment("DUNLIN_RANDOM_COUNT", usual);
}

inline void roll_world(Dice& dice, Scenario& s, double side) {
    const double far = dice.chance(0.15) ? 30 * side : dice.chance(0.1) ? dice.number(-1000, 1000) * side : 0;
    for (int a = 0; a < 3; ++a) {
        double size = side * dice.pick({1.0, 1.0, 1.0, 0.3, 2.7, 0.07, 9.0});
        if (dice.chance(0.3)) size *= dice.number(0.5, 1.5);
        s.world.lower[a] = far + dice.pick({0.0, -0.5 * size, dice.number(-2, 2) * side});
        s.world.upper[a] = s.world.lower[a] + size;
        s.world.boundary[a] = dice.pick(
            {Boundary::periodic, Boundary::periodic, Boundary::periodic, Boundary::reflecting, Boundary::open});
    }
    s.world.distance = dice.chance(0.7) ? Distance::minimum_image : Distance::plain;
    s.world.wrap = dice.pick({Wrap::modulo, Wrap::modulo, Wrap::once, Wrap::edge, Wrap::mixed});
    s.world.wrap_time = dice.chance(0.75) ? WrapTime::after_move : WrapTime::before_move;
    s.world.margin = dice.chance(0.25) ? dice.number(0, 0.3) * side : 0;
}

inline Vec3 roll_place(Dice& dice, const Scenario& s) {
    Vec3 at{};
    const int how = dice.below(6);
    for (int a = 0; a < 3; ++a) {
        const double size = s.world.upper[a] - s.world.lower[a];
        switch (how) {
            case 0: at[a] = s.world.lower[a]; break;
            case 1: at[a] = s.world.upper[a]; break;
            case 2: at[a] = s.world.lower[a] + size * dice.number(-0.5, 1.5); break;
            case 3: at[a] = dice.pick({s.world.lower[a], s.world.upper[a], s.world.lower[a] + 0.5 * size}); break;
            default: at[a] = s.world.lower[a] + size * dice.number(); break;
        }
    }
    return at;
}

/// The number that lies `steps` floating-point numbers above x, in the scenario's precision (below, if negative).
inline double next_number(const Scenario& s, double x, int steps) {
    const bool single = s.precision == Precision::single_precision;
    constexpr double kFar = std::numeric_limits<float>::infinity();
    double at = single ? static_cast<float>(x) : x;
    for (int k = 0; k < std::abs(steps); ++k) {
        const double to = steps > 0 ? kFar : -kFar;
        at = single ? std::nextafter(static_cast<float>(at), static_cast<float>(to)) : std::nextafter(at, to);
    }
    return at;
}

/// Agents on the last numbers on either side of every edge, and of corners; at rest, just crossing, or fast.
inline void roll_edges(Dice& dice, Scenario& s, double speed) {
    constexpr std::uint32_t kFirstId = 1000000;  // no other agent has such an id
    constexpr int kOnEachSide = 2;
    Snapshot edges;
    edges.dimensions = s.dimensions;
    const auto edge = [&](int a, bool upper) {
        const double margin = s.world.boundary[static_cast<std::size_t>(a)] == Boundary::periodic ? s.world.margin : 0;
        return upper ? s.world.upper[a] + margin : s.world.lower[a] - margin;
    };
    for (int axis = 0; axis < s.dimensions; ++axis) {
        for (const bool upper : {false, true}) {
            for (int k = -kOnEachSide; k <= kOnEachSide; ++k) {
                edges.id.push_back(kFirstId + static_cast<std::uint32_t>(edges.id.size()));
                const bool corner = dice.chance(0.2);
                for (int a = 0; a < s.dimensions; ++a) {
                    const bool here = a == axis || corner;
                    const double at = edge(a, a == axis ? upper : dice.chance(0.5));
                    const int steps = a == axis ? k : dice.below(2 * kOnEachSide + 1) - kOnEachSide;
                    const double inside = s.world.lower[a] + (s.world.upper[a] - s.world.lower[a]) * dice.number();
                    edges.position.push_back(here ? next_number(s, at, steps) : inside);
                    const double step = std::abs(next_number(s, at, 1) - next_number(s, at, 0)) / s.dt;
                    edges.velocity.push_back(
                        dice.pick({0.0, 0.0, step, -step, 2 * step, -3 * step, speed, -speed, speed * dice.number()}));
                }
            }
        }
    }
    FlockSpec flock;
    flock.start = "file";
    flock.file = "edges";
    flock.table = table_of(edges);
    flock.agents = static_cast<std::int64_t>(edges.id.size());
    s.flocks.push_back(flock);
}

/// Flocks that join and agents that leave while it runs.
inline void roll_schedule(Dice& dice, Scenario& s, double side, double speed) {
    const int joining = dice.below(3);
    for (int k = 0; k < joining; ++k) {
        FlockSpec flock;
        flock.step = dice.below(static_cast<int>(s.steps) + 1);
        flock.order = dice.below(3);
        flock.agents = 1 + dice.below(40);
        flock.start = dice.pick({"uniform", "disc", "point"});
        flock.has_center = true;
        flock.center = roll_place(dice, s);
        flock.radius = side * dice.number(0.01, 0.5);
        flock.speed = speed;
        s.flocks.push_back(flock);
    }
    const int leaving = dice.below(3);
    for (int k = 0; k < leaving; ++k) {
        RemovalSpec removal;
        removal.step = dice.below(static_cast<int>(s.steps) + 1);
        removal.order = dice.below(3);
        if (dice.chance(0.3))
            removal.kind = s.kinds[static_cast<std::size_t>(dice.below(static_cast<int>(s.kinds.size())))].name;
        if (removal.kind.empty() || dice.chance(0.3)) {
            for (int j = 0; j < 20; ++j) removal.ids.push_back(static_cast<std::uint32_t>(7 * k + 3 * j));
        }
        s.removals.push_back(removal);
    }
}

inline void roll_flocks(Dice& dice, Scenario& s, double side, double range, double speed) {
    int left = dice.pick({0, 1, 2, 3, 5, 17, 40, 60, 60, 100, 150, 200, 300});
    const int flocks = dice.pick({1, 1, 2, 3});
    for (int k = 0; k < flocks && left > 0; ++k) {
        FlockSpec flock;
        flock.agents = k + 1 == flocks ? left : 1 + dice.below(left);
        left -= static_cast<int>(flock.agents);
        flock.start =
            dice.pick({"uniform", "uniform", "uniform", "point", "ring", "disc", "square", "ball", "lattice"});
        flock.has_center = dice.chance(0.7);
        if (flock.has_center) flock.center = roll_place(dice, s);
        flock.radius = dice.pick({0.001 * range, 0.3 * range, range, 0.25 * side, 0.5 * side, side});
        flock.inner_radius = dice.chance(0.5) ? 0 : 0.5 * flock.radius;
        flock.spacing = dice.pick({range, 0.5 * range, 0.25 * range, 0.125 * side});
        flock.velocity = dice.pick({"direction", "direction", "components", "radial", "aligned", "rotating", "rest"});
        flock.speed = speed * dice.pick({0.0, 0.5, 1.0, 1.0, 3.0});
        flock.direction = {dice.number(-1, 1), dice.number(-1, 1), dice.number(-1, 1)};
        if (dice.chance(0.5) && s.kinds.size() > 1) flock.kind = s.kinds[1].name;
        s.flocks.push_back(flock);
        if (dice.chance(0.1) && flock.agents < 60 && flock.start == "lattice") s.flocks.push_back(flock);  // on top
    }
}

inline void roll_model(Dice& dice, Scenario& s, double range, double speed) {
    const auto set = [&](const char* name, double value) { parameter(s, name) = value; };
    const auto alternative = [&](const char* name, int count) { set(name, dice.below(count)); };
    alternative("separation_form", 4);
    alternative("alignment_form", 3);
    alternative("cohesion_form", 4);
    if (dice.chance(0.6)) {  // one zone of perception
        set("alignment_radius", range);
        set("cohesion_radius", range);
        set("separation_radius", range * dice.pick({1.0, 0.5, 0.5, 0.1, 0.0}));
    } else {
        set("separation_radius", range * dice.pick({1.0, 0.7, 0.2, 0.0}));
        set("alignment_radius", range * dice.pick({1.0, 0.7, 0.3, 0.0}));
        set("cohesion_radius", range * dice.pick({1.0, 0.8, 0.4, 0.0}));
    }
    for (const char* rule : {"separation", "alignment", "cohesion"}) {
        set((std::string(rule) + "_weight").c_str(), dice.pick({1.0, 1.0, dice.number(0, 3), dice.number(-2, 0), 0.0}));
        if (dice.chance(0.3)) set((std::string(rule) + "_limit").c_str(), speed * dice.number(0.01, 0.5));
    }
    if (dice.chance(0.25)) set("separation_softening", range * dice.number(0.001, 0.5));
    alternative("separation_cancelled", 2);
    set("cohesion_ramp", range * dice.pick({0.1, 0.5, 2.0}));
    if (dice.chance(0.5)) set("view_angle", dice.pick({0.0, 90.0, 180.0, 270.0, 300.0, 359.0, dice.number(0, 360)}));
    alternative("at_rest", 2);
    if (dice.chance(0.4)) set("coincident", 1);
    set("self_count", dice.pick({0, 0, 1, 2}));
    if (dice.chance(0.25)) set("noise", speed * dice.number(0, 0.3));
    alternative("speed_limit", 3);
    set("max_speed", speed * dice.pick({1.0, 1.0, 0.3, 2.0}));
    if (dice.chance(0.3)) set("min_speed", speed * dice.pick({0.2, 0.9, 1.5}));
    set("max_force", speed * dice.pick({0.01, 0.1, 1.0, 5.0}));
    if (dice.chance(0.3)) set("mass", dice.number(0.3, 4));
    if (dice.chance(0.3)) set("gain", dice.number(0, 2));
    if (dice.chance(0.3)) set("speed_up", dice.pick({1.0025, 0.9, 1.3}));
    if (dice.chance(0.2)) set("force_rate", dice.number(0.1, 2) / s.dt);
}

/// Each parameter of the model, and whom its agents see, by type and unit.
inline void roll_by_unit(Dice& dice, Scenario& s, double range, double speed, bool many) {
    const Description& model = *find_description(models(), s.model.name);
    for (std::size_t p = 0; p < model.parameters.size(); ++p) {
        const ParameterInfo& info = model.parameters[p];
        double& value = s.model.values[p];
        if (info.type == ParameterType::choice) {
            value = dice.below(static_cast<int>(info.choices.size()));
        } else if (info.type == ParameterType::integer) {
            value = info.minimum + dice.below(12);
        } else if (info.unit == "length") {
            value = range * dice.pick({1.0, 1.0, 0.5, 0.1, 0.0});
        } else if (info.unit == "speed") {
            value = speed * dice.pick({1.0, 1.0, 0.3, 2.0});
        } else if (info.unit == "rad" || info.unit == "deg") {
            value = dice.pick({info.minimum, info.maximum, info.maximum, dice.number(info.minimum, info.maximum)});
        } else {
            value *= dice.pick({0.0, 1.0, 1.0, dice.number(0, 3)});
        }
    }
    if (many) parameter(s, "neighborhood") = 0;  // all pairs would be too many
}

/// A model other than boids.
inline void roll_other_model(Dice& dice, Scenario& s, double range, double speed, bool many) {
    const int others = static_cast<int>(models().size()) - 1;
    const Description& model = models()[static_cast<std::size_t>(1 + dice.below(others))];
    s.model = {model.name, default_values(model)};
    roll_by_unit(dice, s, range, speed, many);
}

inline void roll_influences(Dice& dice, Scenario& s, double side, double speed) {
    if (dice.chance(0.5)) return;
    const int count = 1 + dice.below(4);
    for (int k = 0; k < count; ++k) {
        const Description& type =
            influences()[static_cast<std::size_t>(dice.below(static_cast<int>(influences().size())))];
        InfluenceSpec one = influence(type.name, roll_place(dice, s));
        for (std::size_t p = 0; p < type.parameters.size(); ++p) {
            const ParameterInfo& info = type.parameters[p];
            if (info.type == ParameterType::choice) {
                one.values[p] = dice.below(static_cast<int>(info.choices.size()));
            } else if (info.unit == "length") {
                one.values[p] = side * dice.pick({0.0, 0.05, 0.2, 0.6, 2.0});
            } else if (info.unit == "speed") {
                one.values[p] = speed * dice.pick({0.0, 0.7, 2.0});
            } else if (info.unit == "time") {
                one.values[p] = dice.chance(0.2) ? 0 : s.dt * dice.number(0.5, 5);
            } else if (info.unit == "acceleration") {
                one.values[p] = speed * dice.number(-0.3, 0.3);
            } else {
                one.values[p] = dice.number(0, 3);
            }
        }
        if (dice.chance(0.3)) {
            one.path = {{0, roll_place(dice, s)}, {2 * s.dt, roll_place(dice, s)}, {5 * s.dt, roll_place(dice, s)}};
            one.repeat = dice.chance(0.5);
        }
        s.influences.push_back(one);
    }
}

/// Values of parameters, brought into the ranges that scenarios are checked against.
inline void bring_into_range(const Description& description, std::vector<double>& values) {
    for (std::size_t p = 0; p < values.size(); ++p) {
        const ParameterInfo& info = description.parameters[p];
        values[p] = std::min(std::max(values[p], info.minimum), info.maximum);
    }
}

/// Some of the parameters that such a flock would have with other dice.
inline std::vector<ParameterValue> roll_parameters(Dice& dice, const Scenario& s, double range, double speed, bool many,
                                                   bool toward) {
    const Description& model = *find_description(models(), s.model.name);
    Scenario other = s;
    const double its_range = range * dice.pick({1.0, 1.0, 0.3, 1.7});
    if (model.name == models().front().name) {
        roll_model(dice, other, its_range, speed);
        if (!many && dice.chance(0.3)) parameter(other, "neighborhood") = dice.below(4);
        parameter(other, "neighbors") = 1 + dice.below(12);
    } else {
        roll_by_unit(dice, other, its_range, speed, many);
    }
    bring_into_range(model, other.model.values);
    std::vector<ParameterValue> parameters;
    for (std::size_t p = 0; p < model.parameters.size(); ++p) {
        const ParameterInfo& info = model.parameters[p];
        const bool may_differ = info.name != "integrator" && !(toward && info.perception);
        if (may_differ && dice.chance(0.4)) parameters.push_back({info.name, other.model.values[p]});
    }
    return parameters;
}

/// Kinds with parameters of their own, and toward each other or themselves.
inline void roll_kinds(Dice& dice, Scenario& s, double range, double speed, bool many) {
    for (KindSpec& kind : s.kinds) {
        if (dice.chance(0.5)) kind.parameters = roll_parameters(dice, s, range, speed, many, false);
        for (const KindSpec& seen : s.kinds) {
            if (!dice.chance(0.4)) continue;
            kind.toward.push_back({seen.name, roll_parameters(dice, s, range, speed, many, true)});
        }
    }
}

struct RandomScenario {
    bool joining_and_leaving = false;
    bool many = false;  // some have agents enough to be shared among threads
};

inline Scenario random_scenario(std::uint64_t number, RandomScenario wanted = {}) {
    Dice dice(number);
    Scenario s;
    s.name = "random";
    s.title = "random scenario " + std::to_string(number);
    s.dimensions = dice.pick({2, 3});
    s.precision = dice.pick({Precision::single_precision, Precision::double_precision});
    s.seed = dice.next() >> 1;
    s.steps = 4;
    s.dt = dice.pick({1.0, 1.0, 1.0 / 60, 0.1, 3.0});
    const double side = dice.pick({1e-6, 0.05, 1.0, 10.0, 100.0, 100.0, 100.0, 3000.0, 1e6});
    roll_world(dice, s, side);
    double smallest = side;
    for (int a = 0; a < s.dimensions; ++a) smallest = std::min(smallest, s.world.upper[a] - s.world.lower[a]);
    const double range = dice.chance(0.6)
                             ? side * dice.pick({0.003, 0.02, 0.05, 0.1, 0.2, 0.249, 0.25, 0.26})
                             : smallest * dice.pick({0.26, 0.33, 0.34, 0.4999, 0.5, 0.51, 0.7, 1.0, 3.0, 40.0});
    const double speed = range / s.dt * dice.pick({0.01, 0.1, 0.1, 0.5, 2.0});
    s.kinds = {{"one", "", 1, Shape::dart}};
    if (dice.chance(0.3)) s.kinds.push_back({"two", "", 1, Shape::bird});
    s.model.values = default_values(models().front());
    roll_model(dice, s, range, speed);
    roll_flocks(dice, s, side, range, speed);
    if (dice.chance(0.5)) roll_edges(dice, s, speed);
    if (wanted.joining_and_leaving && dice.chance(0.5)) roll_schedule(dice, s, side, speed);
    if (wanted.many && range < 0.1 * smallest && dice.chance(0.1)) {
        FlockSpec many;
        many.agents = 4500;
        many.speed = speed;
        s.flocks.push_back(many);
    }
    roll_influences(dice, s, side, speed);
    if (dice.chance(0.25)) roll_other_model(dice, s, range, speed, wanted.many);
    bring_into_range(*find_description(models(), s.model.name), s.model.values);
    if (s.kinds.size() > 1 && dice.chance(0.7)) roll_kinds(dice, s, range, speed, wanted.many);
    for (InfluenceSpec& one : s.influences) bring_into_range(*find_description(influences(), one.type), one.values);
    s.observe.link_distance = range;
    return s;
}

}  // namespace dunlin::test
