// SPDX-License-Identifier: Apache-2.0
// Looks at every agent. The nearest with the smallest id is the same in whatever order they are looked at.
#include "dunlin/sim/nearest_agent.hpp"

#include <algorithm>
#include <vector>

#include "dunlin/base/crew.hpp"
#include "dunlin/neighbors/visit.hpp"

namespace dunlin {
namespace {

struct Nearest {
    double d2 = -1;
    std::uint32_t id = 0;
    Vec3 offset{};
};

bool better(const Nearest& a, const Nearest& b) { return b.d2 < 0 || a.d2 < b.d2 || (a.d2 == b.d2 && a.id < b.id); }

}  // namespace

std::optional<Vec3> nearest_to(const AnyView& any, const Vec3& from, Crew* crew) {
    constexpr std::size_t kPart = 8192;
    const double here[3] = {from[0], from[1], from[2]};
    Nearest best;
    std::visit(
        [&](const auto& view) {
            const std::size_t n = view.agents;
            std::vector<Nearest> found((n + kPart - 1) / kPart);
            for_each(crew, found.size(), [&](std::size_t part) {
                Nearest nearest;
                for (std::size_t i = part * kPart; i < std::min(n, (part + 1) * kPart); ++i) {
                    double away[3] = {};
                    const double d2 = distance2_to(view, here, i, away);
                    const Nearest one{d2, view.id[i], {away[0], away[1], away[2]}};
                    if (better(one, nearest)) nearest = one;
                }
                found[part] = nearest;
            });
            for (const Nearest& one : found) {
                if (one.d2 >= 0 && better(one, best)) best = one;
            }
        },
        any);
    return best.d2 >= 0 ? std::optional(best.offset) : std::nullopt;
}

}  // namespace dunlin
