// SPDX-License-Identifier: Apache-2.0
// Flocks whose state hash stands for the whole engine: both precisions, both dimensions, every compiled variant of the
// model, noise, influences, kinds, both integrators, agents that join and leave, all boundaries, worlds of one cell and
// of many, and one large enough to be shared among threads. Few includes: this is built by every compiler.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "dunlin/describe.hpp"
#include "dunlin/scenario.hpp"
#include "dunlin/simulation.hpp"

namespace dunlin::test {

struct Witness {
    const char* name;
    const char* toml;
    int steps;
};

inline const std::vector<Witness>& witnesses() {
    static const std::vector<Witness> all = {
        {"steer on a torus, many agents", R"(
seed = 11
[world]
size = [300, 200]
[flock]
agents = 6000
[model]
separation_radius = 4
alignment_radius = 8
cohesion_radius = 8
)",
         12},
        {"3d, double, noise and view, open and reflecting", R"(
dimensions = 3
precision = "double"
[world]
size = [60, 50, 40]
boundary = ["open", "reflecting", "periodic"]
[flock]
agents = 2500
velocity = "components"
[model]
separation_radius = 5
alignment_radius = 9
cohesion_radius = 9
view_angle = 270
noise = 0.05
min_speed = 0.5
)",
         12},
        {"3d, single, mean of inverse distances", R"(
dimensions = 3
[world]
size = [60, 50, 40]
[flock]
agents = 2500
[model]
separation_form = "mean_inverse"
alignment_form = "mean_velocity"
alignment_limit = 0.05
cohesion_form = "arrive"
separation_radius = 5
alignment_radius = 9
cohesion_radius = 9
)",
         12},
        {"plain offsets, double, self counted", R"(
precision = "double"
[world]
origin = [-8, -8]
size = [16, 16]
wrap = "once"
[flock]
agents = 900
speed = 0.04
[model]
separation_form = "sum_offset"
separation_radius = 0.1
alignment_form = "match_velocity"
alignment_radius = 0.4
cohesion_form = "offset"
cohesion_radius = 0.4
self_count = 2
gain = 0.1
speed_up = 1.0025
max_speed = 0.04
)",
         40},
        {"every decision at run time, one cell, coincident start", R"(
dt = 0.016666666666666666
[world]
size = [90, 70]
wrap = "edge"
margin = 3
[flock]
agents = 150
start = "brundage"
[model]
separation_form = "mean_inverse"
separation_softening = 0.01
separation_radius = 29
alignment_form = "mean_velocity"
alignment_radius = 20
cohesion_form = "ramped_unit"
cohesion_radius = 50
cohesion_ramp = 50
view_angle = 300
at_rest = "looks_along_x"
coincident = "counted"
speed_limit = "component"
max_speed = 30
force_rate = 60
)",
         60},
        {"kinds that join and leave under influences", R"(
seed = 9223372036854775807
[world]
size = [500, 300]
[[kind]]
name = "a"
[[kind]]
name = "b"
[[flock]]
agents = 500
kind = "b"
start = "disc"
radius = 60
[[flock]]
step = 7
agents = 300
start = "ring"
center = [490, 10]
[[remove]]
step = 12
kind = "b"
ids = [3, 4, 400]
[[remove]]
step = 20
kind = "a"
[[predator]]
position = [20, 20]
speed = 3
[[obstacle]]
position = [250, 150]
reach = 30
[[food]]
position = [400, 30]
[[food]]
position = [40, 230]
[wind]
[[pointer]]
path = [[0, 0, 0], [15, 500, 100], [30, 100, 300]]
repeat = true
)",
         40},
        {"an open world without a speed limit", R"(
[world]
boundary = "open"
[flock]
agents = 700
start = "disc"
radius = 30
[model]
separation_form = "sum_inverse"
separation_radius = 5
alignment_form = "mean_velocity"
alignment_radius = 10
alignment_weight = 0.03
cohesion_form = "offset"
cohesion_radius = 10
cohesion_weight = 0.0025
speed_limit = "none"
)",
         60},
        {"four evaluations a step, a torus with walls, kinds of their own", R"(
dt = 0.1
[world]
size = [40, 30]
boundary = ["periodic", "reflecting"]
[[kind]]
name = "a"
[[kind]]
name = "b"
[kind.model]
attraction_strength = 0.2
[[flock]]
agents = 1300
[[flock]]
agents = 1200
kind = "b"
[model]
name = "dorsogna"
integrator = "rk4"
neighborhood = "metric"
range = 2
)",
         8},
        {"four evaluations a step, 3d, double, nearest neighbors, wind, flocks that join", R"(
dimensions = 3
precision = "double"
dt = 0.1
[world]
size = [30, 30, 30]
boundary = ["open", "periodic", "reflecting"]
[[flock]]
agents = 700
start = "ball"
radius = 9
[[flock]]
step = 3
agents = 50
[wind]
[[predator]]
position = [10, 10, 10]
speed = 3
[model]
name = "dorsogna"
integrator = "rk4"
neighborhood = "nearest"
neighbors = 6
view_angle = 300
)",
         8},
        {"one after another", R"(
update = "sequential"
precision = "double"
[flock]
agents = 120
)",
         15},
        {"velocities first", R"(
update = "two-phase"
dimensions = 3
[world]
size = [80, 80, 80]
[flock]
agents = 120
)",
         15},
    };
    return all;
}

inline Scenario scenario_of(const Witness& witness) { return read_scenario(witness.toml, witness.name).value(); }

}  // namespace dunlin::test
