// SPDX-License-Identifier: Apache-2.0
// OKLCH after Bjoern Ottosson, "A perceptual color space for image processing" (2020); cividis after Nunez, Anderton,
// Renslow, "Optimizing colormaps with consideration for color vision deficiency" (2018), as d3's polynomial; kinds
// after Okabe and Ito, "Color universal design" (2008).
#include "dunlin/render/color.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>

#include "drawing_numbers.hpp"

namespace dunlin::render {
namespace {

constexpr double kDegree = std::numbers::pi / 180;

double gamma(double linear) { return linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055; }

std::array<double, 3> linear_rgb(double lightness, double chroma, double hue) {
    const double a = chroma * std::cos(hue), b = chroma * std::sin(hue);
    const double l = std::pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
    const double m = std::pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
    const double s = std::pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
    return {4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
            -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
            -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s};
}

bool in_gamut(const std::array<double, 3>& rgb) {
    return std::all_of(rgb.begin(), rgb.end(), [](double v) { return v > -1e-4 && v < 1 + 1e-4; });
}

Color rgb(int code) { return {float(code >> 16 & 255) / 255, float(code >> 8 & 255) / 255, float(code & 255) / 255}; }

Color token(const double (&color)[3]) { return oklch(color[0], color[1], color[2]); }

ThemeColors dark_theme() {
    using namespace drawing;
    ThemeColors t;
    t.ground_top = token(dark_ground_top);
    t.ground_bottom = token(dark_ground_bottom);
    t.panel = token(dark_panel);
    t.panel_opacity = .82;
    t.ink = token(dark_ink);
    t.ink_2 = token(dark_ink_2);
    t.accent = token(dark_accent);
    t.influences = token(dark_influences);
    t.separation = rgb(separation);
    t.alignment = rgb(alignment);
    t.cohesion = rgb(cohesion);
    t.predator = token(dark_predator);
    t.obstacle = token(dark_obstacle);
    t.food = token(dark_food);
    t.agent_opacity = dark_agent_opacity;
    t.agent_cover = dark_agent_cover;
    return t;
}

ThemeColors light_theme() {
    using namespace drawing;
    ThemeColors t = dark_theme();
    t.dark = false;
    t.ground_top = token(light_ground_top);
    t.ground_bottom = token(light_ground_bottom);
    t.panel = token(light_panel);
    t.panel_opacity = .86;
    t.ink = token(light_ink);
    t.ink_2 = token(light_ink_2);
    t.accent = token(light_accent);
    t.influences = token(light_influences);
    t.predator = token(light_predator);
    t.obstacle = token(light_obstacle);
    t.food = token(light_food);
    t.agent_opacity = light_agent_opacity;
    t.agent_cover = light_agent_cover;
    return t;
}

Wheel make_wheel(bool dark, bool safe) {
    Wheel wheel;
    for (std::size_t i = 0; i < wheel.size(); ++i) {
        const double angle = double(i);
        if (!safe) {
            // Turned so that agents flying to the right have the hue of the warm accent.
            wheel[i] = dark ? oklch(.80, .12, angle + 70) : oklch(.60, .14, angle + 70);
            continue;
        }
        // Blue against orange on one axis and light against dark on the other. People with any common color blindness
        // can tell both apart.
        const double across = std::sin(angle * kDegree), along = std::cos(angle * kDegree);
        const double lightness = dark ? .74 + .21 * along : .50 - .20 * along;
        const double hue = across > 0 ? 255 : 62;
        wheel[i] = oklch(lightness, .015 + .125 * std::pow(std::abs(across), .8), hue);
    }
    return wheel;
}

/// Interpolates between `count` stops, each of a share, lightness, chroma and hue.
Color along_stops(const double (*stops)[4], int count, double share) {
    int i = 1;
    while (i < count - 1 && share > stops[i][0]) ++i;
    const double *a = stops[i - 1], *b = stops[i];
    const double t = std::clamp((share - a[0]) / (b[0] - a[0]), 0.0, 1.0);
    return oklch(a[1] + t * (b[1] - a[1]), a[2] + t * (b[2] - a[2]), a[3] + t * (b[3] - a[3]));
}

}  // namespace

Color oklch(double lightness, double chroma, double hue_degrees) {
    const double hue = hue_degrees * kDegree;
    auto linear = linear_rgb(lightness, chroma, hue);
    if (!in_gamut(linear)) {
        double inside = 0, outside = chroma;
        for (int i = 0; i < 20; ++i) {
            const double middle = (inside + outside) / 2;
            (in_gamut(linear_rgb(lightness, middle, hue)) ? inside : outside) = middle;
        }
        linear = linear_rgb(lightness, inside, hue);
    }
    const auto channel = [](double v) { return float(gamma(std::clamp(v, 0.0, 1.0))); };
    return {channel(linear[0]), channel(linear[1]), channel(linear[2])};
}

Color mix(Color from, Color to, double share) {
    const float t = float(share);
    return {from.red + t * (to.red - from.red), from.green + t * (to.green - from.green),
            from.blue + t * (to.blue - from.blue)};
}

std::optional<Color> hex_color(std::string_view text) {
    if (text.size() != 7 || text[0] != '#') return {};
    int code = 0;
    for (char c : text.substr(1)) {
        int digit = 0;
        if (c >= '0' && c <= '9') digit = c - '0';
        else if (c >= 'a' && c <= 'f') digit = c - 'a' + 10;
        else if (c >= 'A' && c <= 'F') digit = c - 'A' + 10;
        else return {};
        code = code * 16 + digit;
    }
    return rgb(code);
}

const ThemeColors& theme_of(Theme which) {
    static const ThemeColors dark = dark_theme(), light = light_theme();
    return which == Theme::light ? light : dark;
}

const Wheel& heading_wheel(const ThemeColors& theme, bool safe) {
    static const Wheel wheels[4] = {make_wheel(false, false), make_wheel(false, true), make_wheel(true, false),
                                    make_wheel(true, true)};
    return wheels[(theme.dark ? 2 : 0) + (safe ? 1 : 0)];
}

Color speed_color(const ThemeColors& theme, double share) {
    // The ends of the map that are too close to the background are left out.
    const double x = std::clamp(share, 0.0, 1.0);
    const double t = theme.dark ? .28 + .72 * x : .82 * x;
    const double red = -4.54 - t * (35.34 - t * (2381.73 - t * (6402.7 - t * (7024.72 - t * 2710.57))));
    const double green = 32.49 + t * (170.73 + t * (52.82 - t * (131.46 - t * (176.58 - t * 67.37))));
    const double blue = 81.24 + t * (442.36 - t * (2482.43 - t * (6167.24 - t * (6614.94 - t * 2475.67))));
    const auto channel = [](double v) { return float(std::clamp(v, 0.0, 255.0) / 255); };
    return {channel(red), channel(green), channel(blue)};
}

Color kind_color(const ThemeColors& theme, std::size_t index) {
    const Color color = rgb((theme.dark ? drawing::kinds_on_dark : drawing::kinds_on_light)[index % 7]);
    return theme.dark ? mix(color, theme.ink, .14) : color;
}

Color group_color(const ThemeColors& theme, std::size_t index) {
    if (index < 7) return kind_color(theme, index);
    const double hue = 137.50776 * double(index);  // the golden angle keeps later groups apart
    return theme.dark ? oklch(.78, .11, hue) : oklch(.58, .12, hue);
}

Color density_color(const ThemeColors& theme, double share) {
    using namespace drawing;
    return theme.dark ? along_stops(density_on_dark, int(std::size(density_on_dark)), share)
                      : along_stops(density_on_light, int(std::size(density_on_light)), share);
}

Color rule_color(const ThemeColors& theme, std::string_view name, std::size_t place) {
    if (name == "separation") return theme.separation;
    if (name == "alignment") return theme.alignment;
    if (name == "cohesion") return theme.cohesion;
    if (name == "influences") return theme.influences;
    if (name == "total") return theme.ink;
    const Color color = rgb(drawing::other_rules[place % std::size(drawing::other_rules)]);
    return theme.dark ? color : mix(color, theme.ink, .25);
}

}  // namespace dunlin::render
