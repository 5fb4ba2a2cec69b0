// SPDX-License-Identifier: Apache-2.0
// export, hash, trajectory: what is taken away from here, in the words of the program.
#include <algorithm>
#include <charconv>

#include "dunlin/live/parts.hpp"

namespace dunlin {
namespace {

constexpr std::int64_t kMostRows = 2'000'000;            // of a trajectory
constexpr std::size_t kMostKept = std::size_t{4} << 20;  // bytes of an export, for who asks again

std::string hex(std::uint64_t value) {
    std::string digits(16, '0');
    for (auto digit = digits.rbegin(); value > 0; ++digit, value >>= 4) *digit = "0123456789abcdef"[value & 15];
    return digits;
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

}  // namespace

void Session::Parts::write(Message& m, Json& reply) {
    if (comings.too_many()) {
        return m.fail("more agents came and went than a file should hold; reset, and what comes then can be exported");
    }
    if (written.empty()) {
        Scenario out = as_set();
        out.kinds = simulation.scenario().kinds;
        comings.add_to(out);
        written = write_scenario(out);
    }
    reply.key("text").text(written);
    if (written.size() > kMostKept) written = std::string();
}

void Session::Parts::hash(Message&, Json& reply) {
    reply.key("step").whole(simulation.steps_done()).key("hash").text(hex(state_hash()));
}

std::uint64_t Session::Parts::state_hash() {
    if (!known_hash) known_hash = simulation.state_hash();
    return *known_hash;
}

void Session::Parts::trajectory(Message& m, Json& reply) {
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
    std::int64_t made = 0;
    while (made < steps) {
        make_step();
        ++made;
        if (!seen_too_dense().empty()) {
            pause_because(too_dense);
            break;
        }
        if (made % every == 0) add_rows(out, simulation.snapshot(), base.precision);
    }
    news = true;
    reply.key("steps").whole(made).key("text").text(out);
}

}  // namespace dunlin
