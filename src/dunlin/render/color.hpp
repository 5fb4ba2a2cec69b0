// SPDX-License-Identifier: Apache-2.0
// The colors of both themes, and the color maps made from them. The colors come from drawing.json, mostly in OKLCH,
// where equal steps look equal. They are turned into sRGB here; a color that sRGB cannot show loses chroma, but neither
// lightness nor hue.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "dunlin/scenario.hpp"

namespace dunlin::render {

/// sRGB, each 0 to 1.
struct Color {
    float red = 0, green = 0, blue = 0;
};

Color oklch(double lightness, double chroma, double hue_degrees);
Color mix(Color from, Color to, double share);
std::optional<Color> hex_color(std::string_view text);  ///< "#rrggbb"

struct ThemeColors {
    bool dark = true;
    Color ground_top, ground_bottom, panel, ink, ink_2, accent;
    Color separation, alignment, cohesion;
    Color influences;  ///< the vector of placed influences
    Color predator, obstacle, food;
    double panel_opacity = 1;
    float agent_opacity = 1;
    /// How much an agent hides what is behind it: 1 hides it, 0 only adds light to it.
    float agent_cover = 1;
};
const ThemeColors& theme_of(Theme which);

using Wheel = std::array<Color, 360>;
const Wheel& heading_wheel(const ThemeColors& theme, bool safe);  ///< by degrees counterclockwise from +x
Color speed_color(const ThemeColors& theme, double share);        ///< cividis
Color kind_color(const ThemeColors& theme, std::size_t index);    ///< Okabe-Ito
Color group_color(const ThemeColors& theme, std::size_t index);
Color density_color(const ThemeColors& theme, double share);  ///< viridis-like, its low end near the ground
/// Separation, alignment and cohesion have the same colors everywhere. A rule of another name has one by its `place`
/// among those.
Color rule_color(const ThemeColors& theme, std::string_view name, std::size_t place);

}  // namespace dunlin::render
