#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lays down the files of a new flocking model: python3 tools/new_model.py mean_heading
The model runs as it is (agents turn to the mean heading of those they see); CONTRIBUTING.md walks through it. Change
the rule, then the page, the scenario and the test with it. A name that cannot be used is refused, and nothing is written."""
import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

MODEL = """\
// SPDX-License-Identifier: Apache-2.0
// @TYPE@: each agent turns to the mean heading of those it sees, itself included, at constant speed; noise
// disturbs it. After T. Vicsek et al., Phys. Rev. Lett. 75, 1226 (1995), with a random vector instead of a random
// angle.
#pragma once

#include "dunlin/models/model.hpp"

namespace dunlin::DUNLIN_LANES {

struct @TYPE@ {
    static constexpr ModelInfo info{"@NAME@", "Agents turn to the mean heading of those they see",
                                    "after Vicsek et al., Phys. Rev. Lett. 75, 1226 (1995)"};
    static constexpr std::string_view rule_names[] = {"alignment", "noise"};

    struct Params {
        double radius = 10;
        double speed = 1;
        double noise = 0.2;
    };
    static constexpr Param<Params> params[] = {
        {"radius", &Params::radius, "length", 0, 1e6, "neighbors nearer than this are seen"},
        {"speed", &Params::speed, "speed", 0, 1e6, "of every agent, always"},
        {"noise", &Params::noise, "", 0, 1e3, "random part: uniform in -noise..noise of the speed, a component"},
    };

    static double range(const Params& p) { return p.radius; }
    static RandomNumbers random(const Params& p) { return p.noise > 0 ? RandomNumbers::uniform : RandomNumbers::none; }

    /// Parameters as the lanes want them.
    template <class T>
    struct Constants {
        T speed, noise;
    };
    template <class T>
    static Constants<T> constants(const Params& p, const RunConstants&) {
        return {splat<T>(p.speed), splat<T>(p.noise)};
    }

    // All zero at first (so: no initializers here).
    template <int D, class T>
    struct Sums {
        Vec<D, T> velocity;
    };

    /// One neighbor. All fly at one speed, so the sum of velocities points where the sum of headings does; unit() here
    /// would be a root and a division for each pair of agents.
    template <int D, class T>
    static DUNLIN_INLINE void add(Sums<D, T>& sums, const Pair<D, T>& pair, const Self<D, T>&, const Constants<T>&) {
        sums.velocity = add_where(pair.seen, sums.velocity, pair.velocity);
    }

    /// One acceleration a rule, in the order of rule_names.
    template <int D, class T>
    static DUNLIN_INLINE void rules(const Sums<D, T>& sums, const Self<D, T>& self, const Constants<T>& c,
                                    Vec<D, T> (&out)[2]) {
        out[0] = unit(sums.velocity + self.velocity) * c.speed - self.velocity;
        out[1] = self.random * (c.noise * c.speed);
    }

    /// The new velocity from the agent's own and the sum of all rules and influences.
    template <int D, class T>
    static DUNLIN_INLINE Vec<D, T> advance(const Self<D, T>& self, const Vec<D, T>& acceleration,
                                           const Constants<T>& c) {
        const Vec<D, T> v = self.velocity + acceleration;
        return select<D, T>(norm2(v) > splat<T>(0), unit(v) * c.speed, self.velocity);
    }

    /// How fast it can be and how strongly it can steer, for influences such as food and predators.
    template <class T>
    static DUNLIN_INLINE Abilities<T> abilities(const Constants<T>& c) {
        return {c.speed, c.speed};
    }
};
static_assert(FlockingModel<@TYPE@>);

}  // namespace dunlin::DUNLIN_LANES
"""

PAGE = """\
# @NAME@

## Summary

Each agent turns to the mean heading of those it sees, itself included, and flies on at constant speed.

## Equations

With the velocity v of the agent, v_j of those it sees, and a random vector n with components uniform in -1..1, new each
step:

    m  = v + sum of v_j
    w  = m/|m| + noise n
    v' = speed w/|w|

All fly at one speed, so m points where the sum of the headings does.

## Parameters

<!-- parameters: @NAME@ -->
<!-- end -->

## Scenarios

`@NAME@`.

## Deviations from the source

The paper turns each heading by a random angle; here a random vector is added.

## References

T. Vicsek, A. Czirók, E. Ben-Jacob, I. Cohen, O. Shochet, Novel type of phase transition in a system of self-driven
particles, Phys. Rev. Lett. 75, 1226 (1995).
"""

SCENARIO = """\
title = "@TYPE@"
source = '''after T. Vicsek et al., Phys. Rev. Lett. 75, 1226 (1995)'''
seed = 1
steps = 300

[world]
size = [100, 100]

[flock]
agents = 500

[model]
name = "@NAME@"
radius = 10
speed = 1
noise = 0.2
"""

TEST = """\
// SPDX-License-Identifier: Apache-2.0
// @NAME@: what is true of this model alone. What is true of all models is tested for all at once.
#include <gtest/gtest.h>

#include "support/flocks.hpp"

namespace dunlin::test {
namespace {

TEST(@TYPE@, without_noise_all_fly_the_same_way_in_the_end) {
    Simulation simulation = simulate(builtin("@NAME@", {"model.noise=0", "observe.what=[\\"polarization\\"]"}));
    run(simulation, 300);
    EXPECT_GT(simulation.observe().front(), 0.9);
}

TEST(@TYPE@, the_speed_is_always_the_same) {
    Simulation simulation = simulate(builtin("@NAME@", {"observe.what=[\\"speed_deviation\\"]"}));
    run(simulation, 10);
    EXPECT_NEAR(simulation.observe().front(), 0, 1e-6);
}

}  // namespace
}  // namespace dunlin::test
"""

FILES = {
    "src/dunlin/models/@NAME@.hpp": MODEL,
    "docs/models/@NAME@.md": PAGE,
    "scenarios/@NAME@.toml": SCENARIO,
    "tests/models/@NAME@_test.cpp": TEST,
}


def why_not(name, type_name):
    """Why a model cannot have this name; empty if it can."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name):
        return "expected words of small letters and digits, joined by _, e.g. mean_heading"
    for path in FILES:
        if (ROOT / path.replace("@NAME@", name)).exists():
            return f"{path.replace('@NAME@', name)} is there already"
    # What the model's unit shares a namespace with: types, and the names of its two tables.
    taken = re.compile(rf"\b(?:(?:struct|class|enum|using|concept)\s+{type_name}|(?:model|kernels_of)_{name})\b")
    for folder in ("include", "src"):
        for file in sorted((ROOT / folder).rglob("*.hpp")):
            if taken.search(file.read_text()):
                return f"{file.relative_to(ROOT)} uses that name for something else"
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", metavar="NAME", help="of the model, its file and its scenario, e.g. mean_heading")
    name = parser.parse_args().name
    type_name = "".join(word.capitalize() for word in name.split("_"))
    reason = why_not(name, type_name)
    if reason:
        print(f"error: a model cannot be called {name}: {reason}", file=sys.stderr)
        sys.exit(2)
    for path, text in FILES.items():
        file = ROOT / path.replace("@NAME@", name)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text.replace("@NAME@", name).replace("@TYPE@", type_name))
        print(f"wrote {file.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
