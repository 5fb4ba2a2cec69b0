// SPDX-License-Identifier: Apache-2.0
// OKLCH after Bjoern Ottosson, "A perceptual color space for image processing" (2020); cividis after Nunez, Anderton,
// Renslow, "Optimizing colormaps with consideration for color vision deficiency" (2018), as d3's polynomial; kinds
// after Okabe and Ito, "Color universal design" (2008).
#include "dunlin/render/color.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

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

Theme dark_theme() {
    Theme t;
    t.ground_top = oklch(.17, .025, 255);
    t.ground_bottom = oklch(.22, .03, 280);
    t.panel = oklch(.21, .02, 260);
    t.panel_opacity = .82;
    t.ink = oklch(.95, .01, 90);
    t.ink_2 = oklch(.72, .02, 250);
    t.accent = oklch(.80, .14, 75);
    t.separation = rgb(0xD55E00);
    t.alignment = rgb(0x009E73);
    t.cohesion = rgb(0x56B4E9);
    t.predator = oklch(.70, .19, 25);
    t.obstacle = oklch(.55, .02, 250);
    t.food = oklch(.80, .17, 145);
    t.agent_cover = .4f;
    return t;
}

Theme light_theme() {
    Theme t = dark_theme();
    t.dark = false;
    t.ground_top = t.ground_bottom = oklch(.985, .004, 90);
    t.panel = oklch(1, 0, 0);
    t.panel_opacity = .86;
    t.ink = oklch(.22, .02, 260);
    t.ink_2 = oklch(.46, .02, 255);
    t.accent = oklch(.58, .15, 55);
    t.predator = oklch(.55, .19, 25);
    t.obstacle = oklch(.40, .02, 250);
    t.food = oklch(.65, .17, 145);
    t.agent_opacity = .8f;
    t.agent_cover = 1;
    return t;
}

Wheel make_wheel(bool dark, bool safe) {
    Wheel wheel;
    for (std::size_t i = 0; i < wheel.size(); ++i) {
        const double angle = double(i);
        if (!safe) {
            // Turned so that the warm accent's hue flies to the right.
            wheel[i] = dark ? oklch(.80, .12, angle + 70) : oklch(.60, .14, angle + 70);
            continue;
        }
        // Blue against orange on one axis, light against dark on the other: both survive every common color blindness.
        const double across = std::sin(angle * kDegree), along = std::cos(angle * kDegree);
        const double lightness = dark ? .74 + .21 * along : .50 - .20 * along;
        const double hue = across > 0 ? 255 : 62;
        wheel[i] = oklch(lightness, .015 + .125 * std::pow(std::abs(across), .8), hue);
    }
    return wheel;
}

struct Stop {
    double share, lightness, chroma, hue;
};

Color along_stops(const Stop* stops, int count, double share) {
    int i = 1;
    while (i < count - 1 && share > stops[i].share) ++i;
    const Stop &a = stops[i - 1], &b = stops[i];
    const double t = std::clamp((share - a.share) / (b.share - a.share), 0.0, 1.0);
    return oklch(a.lightness + t * (b.lightness - a.lightness), a.chroma + t * (b.chroma - a.chroma),
                 a.hue + t * (b.hue - a.hue));
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

const Theme& find_theme(std::string_view name) {
    static const Theme dark = dark_theme(), light = light_theme();
    return name == "light" ? light : dark;
}

const Wheel& heading_wheel(const Theme& theme, bool safe) {
    static const Wheel wheels[4] = {make_wheel(false, false), make_wheel(false, true), make_wheel(true, false),
                                    make_wheel(true, true)};
    return wheels[(theme.dark ? 2 : 0) + (safe ? 1 : 0)];
}

Color speed_color(const Theme& theme, double share) {
    // The ends that would sink into the ground are left out.
    const double x = std::clamp(share, 0.0, 1.0);
    const double t = theme.dark ? .28 + .72 * x : .82 * x;
    const double red = -4.54 - t * (35.34 - t * (2381.73 - t * (6402.7 - t * (7024.72 - t * 2710.57))));
    const double green = 32.49 + t * (170.73 + t * (52.82 - t * (131.46 - t * (176.58 - t * 67.37))));
    const double blue = 81.24 + t * (442.36 - t * (2482.43 - t * (6167.24 - t * (6614.94 - t * 2475.67))));
    const auto channel = [](double v) { return float(std::clamp(v, 0.0, 255.0) / 255); };
    return {channel(red), channel(green), channel(blue)};
}

Color kind_color(const Theme& theme, std::size_t index) {
    static const int dark[] = {0x56B4E9, 0xE69F00, 0x009E73, 0xF0E442, 0xCC79A7, 0xD55E00, 0x3D8FD1};
    static const int light[] = {0x0072B2, 0xE69F00, 0x009E73, 0xD55E00, 0xCC79A7, 0x56B4E9, 0xB8AC00};
    const Color color = rgb((theme.dark ? dark : light)[index % 7]);
    return theme.dark ? mix(color, theme.ink, .14) : color;
}

Color group_color(const Theme& theme, std::size_t index) {
    if (index < 7) return kind_color(theme, index);
    const double hue = 137.50776 * double(index);  // the golden angle keeps later groups apart
    return theme.dark ? oklch(.78, .11, hue) : oklch(.58, .12, hue);
}

Color density_color(const Theme& theme, double share) {
    static const Stop dark[] = {{0, .24, .05, 282},  {.2, .33, .10, 290},  {.4, .47, .11, 255}, {.6, .62, .10, 205},
                                {.8, .78, .14, 158}, {.93, .90, .16, 110}, {1, .975, .07, 98}};
    static const Stop light[] = {
        {0, .95, .03, 105}, {.2, .86, .10, 125}, {.45, .70, .11, 165}, {.7, .50, .10, 230}, {1, .24, .10, 290}};
    return theme.dark ? along_stops(dark, 7, share) : along_stops(light, 5, share);
}

}  // namespace dunlin::render
