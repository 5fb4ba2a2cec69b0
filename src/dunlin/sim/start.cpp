// SPDX-License-Identifier: Apache-2.0
// The start conditions by name. Published ones give velocities, too; the others take theirs from the flock's
// `velocity`.
#include "dunlin/sim/start.hpp"

#include <algorithm>
#include <cmath>

#include "dunlin/base/math.hpp"
#include "dunlin/base/random.hpp"
#include "dunlin/describe.hpp"
#include "dunlin/io/agent_table.hpp"

namespace dunlin {
namespace {

using plain::draw;
using plain::Random4;
using plain::sincos;
using plain::uniform;

/// An agent of a flock that is placed.
struct Agent {
    const Scenario& scenario;
    const FlockSpec& flock;
    Vec3 center;
    std::uint32_t id;
    std::int64_t index;  // within the flock
    std::int64_t count;

    double size(int a) const { return scenario.world.upper[a] - scenario.world.lower[a]; }
    double middle(int a) const { return scenario.world.lower[a] + 0.5 * size(a); }
    /// Three uniform numbers in [0, 1); `round` for rejection.
    Vec3 random(Draw purpose, std::uint64_t round = 0) const {
        const Random4 a = draw(scenario.seed, purpose, id, 2 * round);
        const Random4 b = draw(scenario.seed, purpose, id, 2 * round + 1);
        return {uniform(a[0], a[1]), uniform(a[2], a[3]), uniform(b[0], b[1])};
    }
};

Vec3 direction_from(const Vec3& u, int dimensions) {
    const auto turn = sincos(2 * kPi * u[0]);
    if (dimensions == 2) return {turn.cos, turn.sin, 0};
    const double z = 2 * u[1] - 1;
    const double flat = std::sqrt(1 - z * z);
    return {flat * turn.cos, flat * turn.sin, z};
}

/// Uniform in the ball (disc) of radius 1, by rejection.
Vec3 in_ball(const Agent& s) {
    for (std::uint64_t round = 0;; ++round) {
        Vec3 u = s.random(Draw::start_position, round);
        double d2 = 0;
        for (int a = 0; a < s.scenario.dimensions; ++a) {
            u[a] = 2 * u[a] - 1;
            d2 += u[a] * u[a];
        }
        if (d2 <= 1) return u;
    }
}

// ---- positions --------------------------------------------------------------------------------------------------

Vec3 uniform_position(const Agent& s) {
    Vec3 u = s.random(Draw::start_position);
    for (int a = 0; a < 3; ++a) u[a] = s.scenario.world.lower[a] + u[a] * s.size(a);
    return u;
}
Vec3 point_position(const Agent& s) { return s.center; }
Vec3 ring_position(const Agent& s) {
    const Vec3 u = s.random(Draw::start_position);
    const auto turn = sincos(2 * kPi * static_cast<double>(s.index) / static_cast<double>(s.count));
    const double r = s.flock.inner_radius + (s.flock.radius - s.flock.inner_radius) * u[0];
    return {s.center[0] + r * turn.cos, s.center[1] + r * turn.sin, s.center[2]};
}
Vec3 ball_position(const Agent& s) {
    Vec3 u = in_ball(s);
    for (int a = 0; a < 3; ++a) u[a] = s.center[a] + s.flock.radius * u[a];
    return u;
}
Vec3 disc_position(const Agent& s) {
    for (std::uint64_t round = 0;; ++round) {
        const Vec3 u = s.random(Draw::start_position, round);
        const double x = 2 * u[0] - 1;
        const double y = 2 * u[1] - 1;
        if (x * x + y * y <= 1)
            return {s.center[0] + s.flock.radius * x, s.center[1] + s.flock.radius * y, s.center[2]};
    }
}
Vec3 square_position(const Agent& s) {
    Vec3 u = s.random(Draw::start_position);
    for (int a = 0; a < 3; ++a) u[a] = s.center[a] + s.flock.radius * (2 * u[a] - 1);
    return u;
}
Vec3 lattice_position(const Agent& s) {
    const int d = s.scenario.dimensions;
    const auto holds = [&](std::int64_t n) { return d == 2 ? n * n : n * n * n; };
    auto side = static_cast<std::int64_t>(d == 2 ? std::sqrt(static_cast<double>(s.count)) : 1);
    while (holds(side) < s.count) ++side;
    Vec3 at = s.center;
    std::int64_t left = s.index;
    for (int a = 0; a < d; ++a) {
        at[a] += (static_cast<double>(left % side) - 0.5 * static_cast<double>(side - 1)) * s.flock.spacing;
        left /= side;
    }
    return at;
}

// ---- velocities -------------------------------------------------------------------------------------------------

Vec3 scaled(Vec3 v, double by) {
    for (double& x : v) x *= by;
    return v;
}
Vec3 components(const Agent& s, double most) {
    Vec3 u = s.random(Draw::start_velocity);
    for (double& x : u) x = (2 * x - 1) * most;
    return u;
}
Vec3 any_direction(const Agent& s, double speed) {
    return scaled(direction_from(s.random(Draw::start_velocity), s.scenario.dimensions), speed);
}
Vec3 around_the_circle(const Agent& s, double first, double speed) {
    const auto turn = sincos(2 * kPi * static_cast<double>(s.index) / static_cast<double>(s.count) + first);
    return {speed * turn.cos, speed * turn.sin, 0};
}

struct StartPosition {
    const char* name;
    const char* summary;
    Vec3 (*position)(const Agent&);
    Vec3 (*velocity)(const Agent&, const Vec3& position);  // null: by the flock's `velocity`
};

constexpr double kLessonRing[2] = {20, 70};        // inner and outer radius
constexpr double kFunctionalScale[2] = {10, 0.5};  // positions, velocities
constexpr double kKleemansSquare = 20;
constexpr double kExerciseSpeed = 80;

const StartPosition kStarts[] = {
    {"uniform", "anywhere in the world", uniform_position, nullptr},
    {"point", "all at the center", point_position, nullptr},
    {"ring", "evenly round a ring between inner_radius and radius", ring_position, nullptr},
    {"disc", "uniform in a disc of the radius", disc_position, nullptr},
    {"square", "uniform in a small square (cube) of half side radius", square_position, nullptr},
    {"ball", "uniform in a ball of the radius (a disc in 2D)", ball_position, nullptr},
    {"lattice", "a square (cubic) lattice of the spacing about the center", lattice_position, nullptr},
    {"file", "positions and velocities from a CSV: id,x,y[,z],vx,vy[,vz]", nullptr, nullptr},
    {"brundage", "Brundage's published start: all at the middle, velocity components in [-1, 1)",
     [](const Agent& s) {
         return Vec3{s.middle(0), s.middle(1), s.middle(2)};
     },
     [](const Agent& s, const Vec3&) { return components(s, 1); }},
    {"cutchins", "Cutchins' published start: all at the middle, unit speed evenly round the circle",
     [](const Agent& s) {
         return Vec3{s.middle(0), s.middle(1), s.middle(2)};
     },
     [](const Agent& s, const Vec3&) { return around_the_circle(s, 0, 1); }},
    {"functional",
     "the published start of Functional flocks: about the origin within 2.5, velocity components within 0.125",
     [](const Agent& s) {
         Vec3 u = s.random(Draw::start_position);
         for (double& x : u) x = (0.5 - x) / 2 * kFunctionalScale[0];
         return u;
     },
     [](const Agent& s, const Vec3&) {
         Vec3 u = s.random(Draw::start_velocity);
         for (double& x : u) x = (0.5 - x) / 2 * kFunctionalScale[1];
         return u;
     }},
    {"kleemans", "Kleemans' published start: a square of 20 right below the middle, unit speed evenly round the circle",
     [](const Agent& s) {
         Vec3 u = s.random(Draw::start_position);
         for (int a = 0; a < 3; ++a) u[a] = s.middle(a) + kKleemansSquare * u[a];
         return u;
     },
     [](const Agent& s, const Vec3&) { return around_the_circle(s, -kPi, 1); }},
    {"lesson-exercise", "the pygame exercise's published start: anywhere, 80 px/s in a random direction",
     uniform_position, [](const Agent& s, const Vec3&) { return any_direction(s, kExerciseSpeed); }},
    {"lesson-demo", "the pygame demo's published flock: a ring of radius 20 to 70 round a random place, nearly at rest",
     [](const Agent& s) {
         const Random4 w = draw(s.scenario.seed, Draw::flock_center, s.id - static_cast<std::uint32_t>(s.index), 0);
         const Vec3 u = s.random(Draw::start_position);
         const auto turn = sincos(2 * kPi * static_cast<double>(s.index) / static_cast<double>(s.count));
         const double r = kLessonRing[0] + (kLessonRing[1] - kLessonRing[0]) * u[0];
         // x 100..500 of 600, y 50..350 of 400
         const double x = s.scenario.world.lower[0] + s.size(0) * (1.0 / 6 + 4.0 / 6 * uniform(w[0], w[1]));
         const double y = s.scenario.world.lower[1] + s.size(1) * (1.0 / 8 + 6.0 / 8 * uniform(w[2], w[3]));
         return Vec3{x + r * turn.cos, y + r * turn.sin, 0};
     },
     [](const Agent& s, const Vec3&) { return components(s, 1); }},
};

struct StartVelocity {
    const char* name;
    const char* summary;
    Vec3 (*velocity)(const Agent&, const Vec3& position);
};
const StartVelocity kVelocities[] = {
    {"direction", "random direction, all at `speed`",
     [](const Agent& s, const Vec3&) { return any_direction(s, s.flock.speed); }},
    {"components", "each component uniform in [-speed, speed)",
     [](const Agent& s, const Vec3&) { return components(s, s.flock.speed); }},
    {"radial", "evenly round the circle by index, at `speed`",
     [](const Agent& s, const Vec3&) { return around_the_circle(s, 0, s.flock.speed); }},
    {"aligned", "all along `direction`, at `speed`",
     [](const Agent& s, const Vec3&) {
         double length2 = 0;
         for (int a = 0; a < s.scenario.dimensions; ++a) length2 += s.flock.direction[a] * s.flock.direction[a];
         if (!(length2 > 0)) return Vec3{};
         return scaled(s.flock.direction, s.flock.speed / std::sqrt(length2));
     }},
    {"rotating", "counter-clockwise about the center, at `speed`",
     [](const Agent& s, const Vec3& at) {
         const double x = at[0] - s.center[0];
         const double y = at[1] - s.center[1];
         const double length = std::sqrt(x * x + y * y);
         if (!(length > 0)) return Vec3{s.flock.speed, 0, 0};
         return Vec3{-y / length * s.flock.speed, x / length * s.flock.speed, 0};
     }},
    {"rest", "at rest", [](const Agent&, const Vec3&) { return Vec3{}; }},
};

template <class Row, std::size_t N>
const Row* find_row(const Row (&rows)[N], const std::string& name) {
    for (const Row& row : rows) {
        if (name == row.name) return &row;
    }
    return nullptr;
}

template <class Row, std::size_t N>
std::vector<NamedLine> lines_of(const Row (&rows)[N]) {
    std::vector<NamedLine> out;
    for (const Row& row : rows) out.push_back({row.name, row.summary});
    return out;
}

/// Each row's kind counts unless the flock has one of its own.
Result<Start> from_table(const Scenario& scenario, const FlockSpec& flock) {
    AgentTableFormat format{.dimensions = scenario.dimensions};
    if (flock.kind.empty()) {
        for (const KindSpec& kind : scenario.kinds) format.kinds.push_back(kind.name);
    }
    auto read = read_agent_table(flock.table, flock.file.empty() ? "start table" : flock.file, format);
    if (!read) return read.error();
    const auto d = static_cast<std::size_t>(scenario.dimensions);
    const std::size_t count = read->id.size();
    if (read->kind.empty()) read->kind.assign(count, kind_index(scenario, flock.kind));
    const bool kinds = std::any_of(read->kind.begin(), read->kind.end(), [](std::uint8_t kind) { return kind != 0; });
    return Start{count, kinds, [table = std::move(*read), d](std::size_t k) {
                     Arrival one{table.id[k], {}, {}, table.kind[k]};
                     for (std::size_t a = 0; a < d; ++a) {
                         one.position[a] = table.position[k * d + a];
                         one.velocity[a] = table.velocity[k * d + a];
                     }
                     return one;
                 }};
}

}  // namespace

const std::vector<NamedLine>& starts() {
    static const std::vector<NamedLine> all = lines_of(kStarts);
    return all;
}
const std::vector<NamedLine>& start_velocities() {
    static const std::vector<NamedLine> all = lines_of(kVelocities);
    return all;
}

std::uint8_t kind_index(const Scenario& scenario, const std::string& name) {
    for (std::size_t k = 0; k < scenario.kinds.size(); ++k) {
        if (scenario.kinds[k].name == name) return static_cast<std::uint8_t>(k);
    }
    return 0;
}

Result<Start> make_start(const Scenario& scenario, const FlockSpec& flock, std::uint32_t first_id) {
    const StartPosition* start = find_row(kStarts, flock.start);
    const StartVelocity* velocity = find_row(kVelocities, flock.velocity);
    if (!start || !velocity) return Error{ErrorKind::input, "no start is called " + flock.start + ' ' + flock.velocity};
    if (!start->position) return from_table(scenario, flock);

    Vec3 center{};
    for (int a = 0; a < 3; ++a) {
        center[a] = flock.has_center ? flock.center[a] : 0.5 * (scenario.world.lower[a] + scenario.world.upper[a]);
    }
    const auto speed = start->velocity ? start->velocity : velocity->velocity;
    const std::uint8_t kind = kind_index(scenario, flock.kind);
    return Start{static_cast<std::size_t>(flock.agents), kind != 0, [=, &scenario, &flock](std::size_t k) {
                     const auto id = first_id + static_cast<std::uint32_t>(k);
                     const Agent agent{scenario, flock, center, id, static_cast<std::int64_t>(k), flock.agents};
                     const Vec3 at = start->position(agent);
                     return Arrival{id, at, speed(agent, at), kind};
                 }};
}

}  // namespace dunlin
