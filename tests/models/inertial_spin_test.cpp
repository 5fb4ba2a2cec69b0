// SPDX-License-Identifier: Apache-2.0
// inertial_spin: the waves of its linear theory, the temperature, and that each agent keeps its own spin. In the theory
// agents have small angles phi to a common direction: chi phi'' + eta phi' = J sum (phi_j - phi_i). On a ring where
// each sees two, a wave of wave number k is a damped oscillator with chi w0^2 = 2 J (1 - cos k).
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "dunlin/sim/run.hpp"
#include "support/flocks.hpp"

namespace dunlin::test {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kJ = 0.8;
constexpr double kInertia = 1.25;
constexpr double kStep = 0.02;

/// Agents at x = 0, 1, 2, ... of a torus, each of whom sees the one before and the one behind. They fly along y with
/// angles phi(x) to it, towards x in 2D and towards z in 3D, so slowly that they stay where they are.
Scenario ring(int agents, int dimensions, double friction, const std::function<double(int)>& phi) {
    constexpr double kSpeed = 1e-4;
    char text[600];
    std::snprintf(text, sizeof text,
                  "dimensions = %d\nprecision = \"double\"\ndt = %g\n[world]\nsize = [%d, 10%s]\n"
                  "[model]\nname = \"inertial_spin\"\nneighborhood = \"metric\"\nradius = 1.5\nspeed = %g\n"
                  "coupling = %g\ninertia = %g\nfriction = %.17g\ntemperature = 0\n",
                  dimensions, kStep, agents, dimensions == 3 ? ", 10" : "", kSpeed, kJ, kInertia, friction);
    Scenario s = scenario_of(text);
    Snapshot start;
    start.dimensions = dimensions;
    for (int i = 0; i < agents; ++i) {
        const double along = kSpeed * std::sin(phi(i)), ahead = kSpeed * std::cos(phi(i));
        start.id.push_back(static_cast<std::uint32_t>(i));
        for (const double x : {static_cast<double>(i), 5.0}) start.position.push_back(x);
        if (dimensions == 3) start.position.push_back(5);
        for (const double v : {dimensions == 2 ? along : 0, ahead}) start.velocity.push_back(v);
        if (dimensions == 3) start.velocity.push_back(along);
    }
    std::string table = table_of(start);
    table.replace(0, table.find('\n'), dimensions == 2 ? "id,x,y,vx,vy" : "id,x,y,z,vx,vy,vz");
    start_from(s, table);
    return s;
}

std::unique_ptr<Run> start(const Scenario& scenario) {
    auto run = Run::make(scenario, {});
    if (!run) give_up(run.error().message);
    return std::move(run).value();
}

std::vector<double> angles(const Simulation& simulation) {
    const Snapshot s = simulation.snapshot();
    const auto d = static_cast<std::size_t>(s.dimensions);
    std::vector<double> phi;
    for (std::size_t i = 0; i < s.agents(); ++i) {
        phi.push_back(std::atan2(s.velocity[i * d + (d == 2 ? 0 : 2)], s.velocity[i * d + 1]));
    }
    return phi;
}

/// How much of the wave is there after each step, as a part of what it was at the start.
std::vector<double> amplitude_of_wave(int agents, int dimensions, int mode, double friction, double until) {
    constexpr double kSmall = 1e-3;
    const double k = 2 * kPi * mode / agents;
    Simulation simulation =
        simulate(ring(agents, dimensions, friction, [&](int i) { return kSmall * std::cos(k * i); }));
    std::vector<double> amplitude;
    for (double t = 0; t < until; t += kStep) {
        const std::vector<double> phi = angles(simulation);
        double sum = 0, all = 0;
        for (std::size_t i = 0; i < phi.size(); ++i) {
            const double wave = std::cos(k * static_cast<double>(i));
            sum += phi[i] * wave;
            all += kSmall * wave * wave;
        }
        amplitude.push_back(sum / all);
        simulation.step();
    }
    return amplitude;
}

std::vector<double> times_of_zeros(const std::vector<double>& amplitude) {
    std::vector<double> times;
    for (std::size_t n = 1; n < amplitude.size(); ++n) {
        const double a = amplitude[n - 1], b = amplitude[n];
        if ((a > 0) != (b > 0)) times.push_back(kStep * (static_cast<double>(n) - 1 + a / (a - b)));
    }
    return times;
}

double rest_frequency(double k) { return std::sqrt(2 * kJ * (1 - std::cos(k)) / kInertia); }

TEST(InertialSpin, waves_without_friction_have_the_frequencies_of_a_ring) {
    constexpr int kAgents = 40;
    for (const int dimensions : {2, 3}) {
        for (const int mode : {2, 5, 10, 20}) {
            const double expected = rest_frequency(2 * kPi * mode / kAgents);
            const std::vector<double> amplitude = amplitude_of_wave(kAgents, dimensions, mode, 0, 7 * kPi / expected);
            const std::vector<double> zeros = times_of_zeros(amplitude);
            ASSERT_GE(zeros.size(), 6U);
            EXPECT_NEAR(5 * kPi / (zeros[5] - zeros[0]), expected, 0.005 * expected) << dimensions << "D, " << mode;
            // It is still as high as at the start: no friction by the step.
            const double period = 2 * kPi / expected;
            EXPECT_NEAR(amplitude[static_cast<std::size_t>(std::lround(3 * period / kStep))], 1, 0.01);
        }
    }
}

TEST(InertialSpin, a_turn_travels_at_the_speed_of_second_sound) {
    // A bump of angles becomes two, which go apart at a sqrt(J / chi).
    constexpr int kAgents = 400;
    constexpr int kMiddle = 200;
    constexpr double kWidth = 12;
    constexpr double kTime = 150;
    Simulation simulation = simulate(ring(kAgents, 2, 0, [](int i) {
        const double x = (i - kMiddle) / kWidth;
        return 1e-3 * std::exp(-0.5 * x * x);
    }));
    run(simulation, static_cast<int>(std::lround(kTime / kStep)));
    const std::vector<double> phi = angles(simulation);
    double sum = 0, weighted = 0;
    for (int i = kMiddle; i < kAgents; ++i) {
        const double weight = phi[static_cast<std::size_t>(i)];
        sum += weight;
        weighted += weight * (i - kMiddle);
    }
    EXPECT_NEAR(weighted / sum / kTime, std::sqrt(kJ / kInertia), 0.01 * std::sqrt(kJ / kInertia));
}

TEST(InertialSpin, waves_longer_than_a_threshold_decay_without_swinging) {
    constexpr int kAgents = 40;
    constexpr int kMode = 3;
    const double w0 = rest_frequency(2 * kPi * kMode / kAgents);
    // Damped below w0 = eta / 2 chi; for long waves that is k0 = eta / (2 sqrt(J chi)).
    for (const double part : {1.2, 0.9}) {
        const double decay = part * w0;  // eta / 2 chi
        const std::vector<double> amplitude = amplitude_of_wave(kAgents, 2, kMode, 2 * kInertia * decay, 60);
        const std::vector<double> zeros = times_of_zeros(amplitude);
        if (part > 1) {
            EXPECT_TRUE(zeros.empty());
            const double slow = decay - std::sqrt(decay * decay - w0 * w0);
            const auto at = [&](double t) { return amplitude[static_cast<std::size_t>(std::lround(t / kStep))]; };
            EXPECT_NEAR(std::log(at(15) / at(25)) / 10, slow, 0.01 * slow);
        } else {
            const double w = std::sqrt(w0 * w0 - decay * decay);
            ASSERT_GE(zeros.size(), 2U);
            EXPECT_NEAR(kPi / (zeros[1] - zeros[0]), w, 0.01 * w);
        }
    }
}

/// Agents that see nobody and start along x.
Scenario alone(int dimensions, double inertia, const char* step) {
    char text[500];
    std::snprintf(text, sizeof text,
                  "dimensions = %d\nseed = 4\ndt = %s\n[flock]\nagents = 40000\nvelocity = \"aligned\"\nspeed = 1\n"
                  "[observe]\nwhat = [\"polarization\"]\n[model]\nname = \"inertial_spin\"\nneighborhood = \"metric\"\n"
                  "radius = 0\nspeed = 1\ninertia = %g\nfriction = 0.5\ntemperature = 0.05\n",
                  dimensions, step, inertia);
    return scenario_of(text);
}

TEST(InertialSpin, alone_agents_turn_at_random_as_the_temperature_says) {
    // From spin 0 the angle has the variance 2 T/eta (t - tau (3/2 - 2 e + e^2/2)), with tau = chi/eta, e =
    // exp(-t/tau), and it is normal, so that the mean of its cosine is exp(-variance/2). The same for a long step and a
    // short one.
    constexpr double kTau = 1 / 0.5;
    constexpr double kTime = 8;
    const double e = std::exp(-kTime / kTau);
    const double variance = 2 * 0.05 / 0.5 * (kTime - kTau * (1.5 - 2 * e + 0.5 * e * e));
    Simulation simulation = simulate(alone(2, 1, "0.02"));
    run(simulation, 400);
    EXPECT_NEAR(-2 * std::log(simulation.observe().front()), variance, 0.02 * variance);
}

TEST(InertialSpin, spins_of_agents_alone_have_the_variance_of_the_temperature_whatever_the_step) {
    for (const char* step : {"0.1", "5"}) {
        const auto going = start(alone(2, 1.5, step));
        for (int k = 0; k < 200; ++k) going->step();
        const auto& flock = std::get<FlockState<2, float>>(going->state.agents);
        double sum2 = 0;
        for (std::size_t i = 0; i < flock.size(); ++i) sum2 += std::pow(static_cast<double>(flock.now.memory[0][i]), 2);
        const double kExpected = 1.5 * 0.05;
        EXPECT_NEAR(sum2 / static_cast<double>(flock.size()), kExpected, 0.03 * kExpected) << "dt = " << step;
    }
}

TEST(InertialSpin, in_3d_agents_alone_forget_their_direction_at_twice_the_rate) {
    // With little inertia, diffusion on the sphere: the mean cosine is exp(-2 (T/eta) t).
    Simulation simulation = simulate(alone(3, 0.02, "0.01"));
    run(simulation, 500);
    const double expected = std::exp(-2 * 0.05 / 0.5 * (500 * 0.01 - 0.04));  // less tau, as it starts without spin
    EXPECT_NEAR(simulation.observe().front(), expected, 0.02 * expected);
}

constexpr const char* kFlock = R"toml(
seed = 9
dt = 0.1
[world]
size = [40, 40]
[[flock]]
agents = 2000
speed = 0.3
[[flock]]
step = 6
agents = 100
speed = 0.3
[[remove]]
step = 9
ids = [0, 5, 77, 2003]
[[predator]]
position = [10, 10]
speed = 1
reach = 8
[model]
name = "inertial_spin"
speed = 0.3
temperature = 0.01
)toml";

TEST(InertialSpin, gives_the_same_bits_on_every_instruction_set_and_with_any_number_of_threads) {
    for (const char* more : {"dimensions=2", "dimensions=3", "model.neighborhood=metric", "precision=double"}) {
        std::vector<std::string> overrides = {more};
        if (more == std::string("dimensions=3")) {
            overrides.insert(overrides.end(), {"world.size=[12, 12, 12]", "predator.position=[5, 5, 5]"});
        }
        const Scenario s = scenario_of(kFlock, overrides);
        std::uint64_t hash = 0;
        for (const std::string& set : instruction_sets()) {
            for (const int threads : {1, 3}) {
                Simulation simulation = simulate(s, {.simd = set, .crew = make_thread_crew(threads)});
                run(simulation, 15);
                if (hash == 0) hash = simulation.state_hash();
                EXPECT_EQ(simulation.state_hash(), hash) << more << ", " << set << ", " << threads << " threads";
            }
        }
    }
}

std::vector<std::pair<std::uint32_t, float>> spins(const Run& run) {
    const auto& flock = std::get<FlockState<2, float>>(run.state.agents);
    std::vector<std::pair<std::uint32_t, float>> out;
    for (std::size_t i = 0; i < flock.size(); ++i) out.emplace_back(flock.id[i], flock.now.memory[0][i]);
    std::sort(out.begin(), out.end());
    return out;
}

TEST(InertialSpin, who_joins_has_no_spin_and_who_stays_keeps_its_own) {
    const auto going = start(scenario_of(kFlock));
    for (int k = 0; k < 6; ++k) going->step();
    const auto after = spins(*going);
    ASSERT_EQ(after.size(), 2100U);
    for (const auto& [id, spin] : after) {
        if (id < 2000) EXPECT_NE(spin, 0) << id;
        else EXPECT_EQ(spin, 0) << id;
    }
    going->leave(std::vector<std::uint32_t>{1, 2, 1999, 2050});
    const auto left = spins(*going);
    ASSERT_EQ(left.size(), 2096U);
    EXPECT_TRUE(std::includes(after.begin(), after.end(), left.begin(), left.end()));
}

TEST(InertialSpin, the_speed_is_always_the_same) {
    const auto going =
        start(scenario_of(kFlock, {"dimensions=3", "world.size=[12, 12, 12]", "predator.position=[5, 5, 5]",
                                   "world.boundary=reflecting", "precision=double", "dt=1"}));
    for (int k = 0; k < 40; ++k) going->step();
    const auto& flock = std::get<FlockState<3, double>>(going->state.agents);
    for (std::size_t i = 0; i < flock.size(); ++i) {
        double speed2 = 0;
        for (int a = 0; a < 3; ++a) speed2 += flock.now.velocity[a][i] * flock.now.velocity[a][i];
        ASSERT_NEAR(std::sqrt(speed2), 0.3, 1e-15);
    }
}

}  // namespace
}  // namespace dunlin::test
