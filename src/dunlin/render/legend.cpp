// SPDX-License-Identifier: Apache-2.0
// The numbers of a legend are rounded: nobody can read four digits from a color.
#include "dunlin/render/legend.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace dunlin::render {
namespace {

constexpr int kSteps = 32;             // colors of a bar
constexpr std::size_t kMostKinds = 8;  // more are not named
constexpr std::size_t kGroupsShown = 5;

/// Two significant digits.
std::string rough(double value) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%.2g", value);
    if (std::abs(value) >= 100 && std::abs(value) < 1e6) return grouped(std::llround(value));
    return buffer;
}

}  // namespace

LegendItem legend_of_kinds(const Scenario& scenario, const Flock& flock, const PictureSpec& picture,
                           const ThemeColors& theme, double length) {
    LegendItem item(LegendItem::Type::shapes);
    std::vector<bool> present(scenario.kinds.size());
    for (std::size_t i = 0; i < flock.agents(); ++i)
        if (flock.kind_index(i) < present.size()) present[flock.kind_index(i)] = true;
    bool differ = picture.color == ColorRule::kind;
    for (std::size_t k = 0; k < present.size(); ++k) {
        if (!present[k]) continue;
        const KindSpec& kind = scenario.kinds[k];
        const auto own = hex_color(kind.color);
        differ = differ || own || kind.shape != scenario.kinds[0].shape;
        if (item.names.size() == kMostKinds) continue;
        item.names.push_back(kind.name);
        item.shapes.push_back(shape_at(kind.shape, length * kind.size));
        item.colors.push_back(own ? *own : picture.color == ColorRule::kind ? kind_color(theme, k) : theme.ink_2);
    }
    if (!differ || item.names.size() < 2) item.names.clear();
    return item;
}

LegendItem legend_of_speed(const Painter& painter, const ThemeColors& theme) {
    LegendItem item(LegendItem::Type::bar, "speed");
    for (int i = 0; i <= kSteps; ++i) item.colors.push_back(speed_color(theme, double(i) / kSteps));
    item.from = rough(painter.slowest());
    item.to = rough(painter.fastest());
    return item;
}

LegendItem legend_of_groups(const ThemeColors& theme) {
    LegendItem item(LegendItem::Type::shapes);
    for (std::size_t k = 0; k < kGroupsShown; ++k) {
        item.names.push_back(k == 0 ? "largest group" : "group " + std::to_string(k + 1));
        item.colors.push_back(group_color(theme, k));
    }
    item.names.push_back("alone");
    item.colors.push_back(theme.ink_2);
    item.shapes.assign(item.names.size(), Shape::dot);
    return item;
}

LegendItem legend_of_density(const DensityMap& density, const PictureSpec& picture, const ThemeColors& theme,
                             const View& view) {
    LegendItem item(LegendItem::Type::bar, view.dimensions == 3 ? "agents per area of the picture" : "agents per area");
    const Color ground = mix(theme.ground_top, theme.ground_bottom, .9);
    const Color gray = mix(theme.ink, theme.ink_2, .5);
    for (int i = 0; i <= kSteps; ++i) {
        const double share = double(i) / kSteps;
        item.colors.push_back(picture.color == ColorRule::ink ? density_color(theme, share)
                                                              : mix(ground, gray, .10 + .90 * share));
    }
    item.from = rough(density.lowest());
    item.to = rough(density.highest());
    return item;
}

}  // namespace dunlin::render
