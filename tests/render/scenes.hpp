// SPDX-License-Identifier: Apache-2.0
// Scenes made by hand, and what is asked of their pixels.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>

#include "dunlin/render.hpp"

namespace dunlin {

inline constexpr int kWidth = 400, kHeight = 300;
inline constexpr ColorRule kAllColorRules[] = {ColorRule::heading, ColorRule::heading_safe, ColorRule::speed,
                                               ColorRule::group,   ColorRule::kind,         ColorRule::ink};
inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A world of 80 x 60 that fills 400 x 300 pixels but for the margins.
inline Scenario small_world() {
    Scenario scenario;
    scenario.name = "test";
    scenario.world.upper = {80, 60, 60};
    scenario.kinds = {KindSpec{}};
    return scenario;
}

inline PictureSpec plain_picture() {
    PictureSpec picture;
    picture.caption = false;
    picture.agent_size = 4;
    return picture;
}

inline Scene scene_of(const Scenario& scenario) {
    Scene scene;
    scene.scenario = &scenario;
    scene.snapshot.dimensions = scenario.dimensions;
    return scene;
}

inline void put(Scene& scene, Vec3 position, Vec3 velocity, int kind = 0) {
    Snapshot& s = scene.snapshot;
    s.id.push_back(std::uint32_t(s.id.size()));
    for (int a = 0; a < s.dimensions; ++a) {
        s.position.push_back(position[std::size_t(a)]);
        s.velocity.push_back(velocity[std::size_t(a)]);
    }
    s.kind.push_back(std::uint8_t(kind));
}

using Pixel = std::array<int, 3>;  // red, green, blue

inline Pixel pixel(const Renderer& renderer, int x, int y) {
    const unsigned char* p = renderer.pixels() + std::ptrdiff_t(y) * renderer.stride() + std::ptrdiff_t(x) * 4;
    return {p[2], p[1], p[0]};
}

inline int difference(const Pixel& a, const Pixel& b) {
    return std::abs(a[0] - b[0]) + std::abs(a[1] - b[1]) + std::abs(a[2] - b[2]);
}

/// The strongest difference between two pictures in a square of 2 * `half` + 1 pixels.
inline int difference_near(const Renderer& a, const Renderer& b, int x, int y, int half) {
    int most = 0;
    for (int v = y - half; v <= y + half; ++v)
        for (int u = x - half; u <= x + half; ++u) most = std::max(most, difference(pixel(a, u, v), pixel(b, u, v)));
    return most;
}

inline Renderer drawn(const Scene& scene, const PictureSpec& picture, int width = kWidth, int height = kHeight) {
    Renderer renderer(width, height, picture);
    renderer.draw(scene);
    return renderer;
}

/// Place of (x, y) of small_world() in the picture: margins of 24 design points, a unit of 300 / 720.
inline std::array<int, 2> place(double x, double y) {
    const double scale = (kHeight - 2 * 24.0 * kHeight / 720) / 60;
    return {int(kWidth / 2 + (x - 40) * scale), int(kHeight / 2 - (y - 30) * scale)};
}

inline std::string temporary(const std::string& name) {
    return testing::TempDir() + "dunlin_render_" + std::to_string(::getpid()) + "_" + name;
}

inline std::string content(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

inline int big_endian(const std::string& bytes, std::size_t at) {
    int value = 0;
    for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(bytes.at(at + i));
    return value;
}

}  // namespace dunlin
