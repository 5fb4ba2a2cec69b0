// SPDX-License-Identifier: Apache-2.0
// Places in a box, velocities as bytes. Rounding is for the eye; nothing of it goes back into the simulation.
#include "dunlin/sim/pack.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "dunlin/base/crew.hpp"
#include "dunlin/observe/observable.hpp"

namespace dunlin {
namespace {

constexpr std::size_t kPackPart = 8192;

/// What has to be known of all agents before the first can be packed.
struct Extent {
    double lower[3] = {1e300, 1e300, 1e300};
    double upper[3] = {-1e300, -1e300, -1e300};
    double fastest = 0;  // component of a velocity
    double speed_sum = 0;
    double most_speed = 0;

    void join(const Extent& other) {
        for (int a = 0; a < 3; ++a) {
            lower[a] = std::min(lower[a], other.lower[a]);
            upper[a] = std::max(upper[a], other.upper[a]);
        }
        fastest = std::max(fastest, other.fastest);
        most_speed = std::max(most_speed, other.most_speed);
        speed_sum += other.speed_sum;
    }
};

/// Speeds are for who shows them; they cost as much as all the rest.
template <int D, class R>
Extent extent_of(const FlockView<D, R>& flock, bool speeds, Crew* crew) {
    const std::size_t n = flock.agents;
    std::vector<Extent> parts((n + kPackPart - 1) / kPackPart);
    for_each(crew, parts.size(), [&](std::size_t part) {
        Extent& one = parts[part];
        const std::size_t begin = part * kPackPart;
        const std::size_t end = std::min(n, begin + kPackPart);
        for (int a = 0; a < D; ++a) {
            const R* velocity = flock.velocity[a];
            R fastest = 0;
            for (std::size_t i = begin; i < end; ++i) fastest = std::max(fastest, std::abs(velocity[i]));
            one.fastest = std::max(one.fastest, static_cast<double>(fastest));
            if (flock.world.boundary[a] != Boundary::open) continue;
            const R* position = flock.position[a];
            const auto [low, high] = std::minmax_element(position + begin, position + end);
            one.lower[a] = static_cast<double>(*low);
            one.upper[a] = static_cast<double>(*high);
        }
        for (std::size_t i = begin; speeds && i < end; ++i) {
            const double speed = speed_of(flock, i);
            one.speed_sum += speed;
            one.most_speed = std::max(one.most_speed, speed);
        }
    });
    Extent all;
    for (const Extent& one : parts) all.join(one);
    return all;
}

/// Room for `bytes` at the end of `out`, filled up to four.
std::size_t append(std::vector<std::uint8_t>& out, std::size_t bytes) {
    const std::size_t at = out.size();
    out.resize(at + (bytes + 3) / 4 * 4);
    return at;
}

std::uint16_t as_u16(float x) {
    return static_cast<std::uint16_t>(static_cast<std::int32_t>(std::min(std::max(x + 0.5f, 0.0f), 65535.0f)));
}
/// From -127 to 127: moved above zero, where cutting off is rounding.
std::uint8_t as_i8(float x) {
    return static_cast<std::uint8_t>(static_cast<std::int32_t>(std::min(std::max(x, -127.0f), 127.0f) + 127.5f) - 127);
}

/// A direction on the octahedron |x| + |y| + |z| = 1, the lower half folded over the upper: two numbers in [-1, 1].
void octahedral(const float (&v)[3], float (&folded)[2]) {
    const float sum = std::abs(v[0]) + std::abs(v[1]) + std::abs(v[2]);
    if (!(sum > 0)) {
        folded[0] = folded[1] = 0;
        return;
    }
    const float x = v[0] / sum;
    const float y = v[1] / sum;
    const bool below = v[2] < 0;
    folded[0] = below ? std::copysign(1 - std::abs(y), x) : x;
    folded[1] = below ? std::copysign(1 - std::abs(x), y) : y;
}

/// `values`: what the color byte shows, by index; null: speeds, if colors are wanted at all.
template <int D, class R>
Packing pack_view(const FlockView<D, R>& flock, const PackRequest& wanted, const float* values, Crew* crew,
                  std::vector<std::uint8_t>& out) {
    constexpr std::size_t kBytes = D == 2 ? 6 : 8;
    const std::size_t n = flock.agents;
    const bool speeds = D == 3 || (wanted.color == ColorChannel::speed && !values);
    const Extent extent = extent_of(flock, speeds, crew);
    Packing packing;
    packing.agents = n;
    packing.kinds = flock.kind != nullptr;
    packing.colors = wanted.color != ColorChannel::none;
    R lower[3] = {};
    float times[3] = {};
    for (int a = 0; a < D; ++a) {
        const bool open = flock.world.boundary[a] == Boundary::open && n > 0;
        lower[a] = flock.world.lower[a];
        R upper = flock.world.upper[a];
        if (open) {
            lower[a] = std::min(lower[a], static_cast<R>(extent.lower[a]));
            upper = std::max(upper, static_cast<R>(extent.upper[a]));
        }
        packing.lower[a] = static_cast<float>(lower[a]);
        packing.upper[a] = static_cast<float>(upper);
        times[a] = static_cast<float>(65535 / (upper - lower[a]));
    }
    const double mean_speed = n > 0 ? extent.speed_sum / static_cast<double>(n) : 0;
    packing.velocity_scale = static_cast<float>(D == 2 ? extent.fastest : mean_speed);
    const float velocity_times = extent.fastest > 0 ? static_cast<float>(127 / extent.fastest) : 0;

    double color_times = 0;
    if (packing.colors) {
        double high = extent.most_speed;
        if (values) {
            high = 0;
            for (std::size_t i = 0; i < n; ++i) high = std::max(high, static_cast<double>(values[i]));
            if (wanted.color == ColorChannel::group) high = 255;  // its number itself; the small ones share the last
        }
        packing.color_high = static_cast<float>(high);
        color_times = high > 0 ? 255 / high : 0;
    }

    const std::size_t body = append(out, n * kBytes);
    const std::size_t kinds = packing.kinds ? append(out, n) : 0;
    const std::size_t colors = packing.colors ? append(out, n) : 0;
    if (packing.kinds) std::memcpy(out.data() + kinds, flock.kind, n);
    const R* position[D];
    const R* velocity[D];
    for (int a = 0; a < D; ++a) {
        position[a] = flock.position[a];
        velocity[a] = flock.velocity[a];
    }
    for_each(crew, (n + kPackPart - 1) / kPackPart, [&](std::size_t part) {
        const std::size_t end = std::min(n, (part + 1) * kPackPart);
        std::uint8_t* at = out.data() + body + part * kPackPart * kBytes;
        for (std::size_t i = part * kPackPart; i < end; ++i, at += kBytes) {
            std::uint16_t place[D];
            for (int a = 0; a < D; ++a) { place[a] = as_u16(static_cast<float>(position[a][i] - lower[a]) * times[a]); }
            std::memcpy(at, place, sizeof place);  // little-endian, as the wire
            if constexpr (D == 2) {
                for (int a = 0; a < D; ++a) { at[4 + a] = as_i8(static_cast<float>(velocity[a][i]) * velocity_times); }
            } else {
                const float v[3] = {static_cast<float>(velocity[0][i]), static_cast<float>(velocity[1][i]),
                                    static_cast<float>(velocity[2][i])};
                float folded[2];
                octahedral(v, folded);
                at[6] = as_i8(127 * folded[0]);
                at[7] = as_i8(127 * folded[1]);
            }
        }
        for (std::size_t i = part * kPackPart; packing.colors && i < end; ++i) {
            const double value = values ? static_cast<double>(values[i]) : speed_of(flock, i);
            out[colors + i] = static_cast<std::uint8_t>(std::clamp(value * color_times + 0.5, 0.0, 255.0));
        }
    });
    if (wanted.find >= 0) {
        for (std::size_t i = 0; i < n; ++i) {
            if (static_cast<std::int64_t>(flock.id[i]) == wanted.find) packing.found = static_cast<std::int64_t>(i);
        }
    }
    return packing;
}

}  // namespace

Packing pack_flock(const AnyView& any, const PackRequest& wanted, const std::vector<float>& values, Crew* crew,
                   std::vector<std::uint8_t>& out) {
    return std::visit(
        [&](const auto& flock) {
            return pack_view(flock, wanted, values.empty() ? nullptr : values.data(), crew, out);
        },
        any);
}

}  // namespace dunlin
