// SPDX-License-Identifier: Apache-2.0
// Scenes made by hand, probed pixel by pixel. No simulation runs here, so what fails here is the drawing.
#include "dunlin/render.hpp"

#include <filesystem>
#include <string>

#include "dunlin/describe.hpp"
#include "dunlin/render/color.hpp"
#include "dunlin/render/shapes.hpp"
#include "scenes.hpp"

namespace dunlin {
namespace {

TEST(render, a_picture_has_the_size_it_was_asked_for) {
    const Renderer renderer(123, 45, plain_picture());
    EXPECT_EQ(renderer.width(), 123);
    EXPECT_EQ(renderer.height(), 45);
    EXPECT_GE(renderer.stride(), 123 * 4);
}

TEST(render, a_picture_of_no_agents_is_the_empty_world) {
    const Scenario scenario = small_world();
    const Renderer first = drawn(scene_of(scenario), plain_picture());
    const Renderer second = drawn(scene_of(scenario), plain_picture());
    for (int y = 0; y < kHeight; ++y)
        for (int x = 0; x < kWidth; ++x) ASSERT_EQ(pixel(first, x, y), pixel(second, x, y));
    const Pixel middle = pixel(first, kWidth / 2, kHeight / 2);
    EXPECT_LT(middle[0], 60) << "the ground is dark";
}

TEST(render, the_light_theme_has_a_light_ground) {
    const Scenario scenario = small_world();
    PictureSpec picture = plain_picture();
    picture.theme = Theme::light;
    const Renderer renderer = drawn(scene_of(scenario), picture);
    EXPECT_GT(pixel(renderer, kWidth / 2, kHeight / 2)[0], 230);
}

TEST(render, every_pixel_is_opaque) {
    const Scenario scenario = small_world();
    Scene scene = scene_of(scenario);
    put(scene, {40, 30, 0}, {1, 0, 0});
    const Renderer renderer = drawn(scene, PictureSpec{});
    for (int y = 0; y < kHeight; ++y)
        for (int x = 0; x < kWidth; ++x)
            ASSERT_EQ(renderer.pixels()[std::ptrdiff_t(y) * renderer.stride() + std::ptrdiff_t(x) * 4 + 3], 255);
}

TEST(render, one_agent_is_seen_where_it_is_and_nowhere_else) {
    const Scenario scenario = small_world();
    const Renderer empty = drawn(scene_of(scenario), plain_picture());
    Scene scene = scene_of(scenario);
    put(scene, {20, 45, 0}, {1, 0, 0});
    const Renderer one = drawn(scene, plain_picture());
    const auto [x, y] = place(20, 45);
    const auto [far_x, far_y] = place(60, 15);
    EXPECT_GT(difference_near(one, empty, x, y, 2), 150);
    EXPECT_EQ(difference_near(one, empty, far_x, far_y, 20), 0);
}

TEST(render, y_grows_downwards_when_the_picture_says_so) {
    const Scenario scenario = small_world();
    Scene scene = scene_of(scenario);
    put(scene, {20, 45, 0}, {1, 0, 0});
    PictureSpec picture = plain_picture();
    picture.y_up = false;
    const Renderer empty = drawn(scene_of(scenario), picture);
    const Renderer one = drawn(scene, picture);
    const auto [x, y] = place(20, 15);
    EXPECT_GT(difference_near(one, empty, x, y, 2), 150);
}

TEST(render, an_agent_that_reaches_over_a_periodic_edge_shows_at_the_other) {
    const Scenario scenario = small_world();
    const Renderer empty = drawn(scene_of(scenario), plain_picture());
    Scene scene = scene_of(scenario);
    put(scene, {79.9, 30, 0}, {1, 0, 0});
    const Renderer one = drawn(scene, plain_picture());
    const auto [x, y] = place(0.5, 30);
    EXPECT_GT(difference_near(one, empty, x, y, 2), 100);
}

TEST(render, opposite_headings_have_different_colors) {
    for (const ColorRule color : {ColorRule::heading, ColorRule::heading_safe}) {
        const Scenario scenario = small_world();
        PictureSpec picture = plain_picture();
        picture.color = color;
        Scene scene = scene_of(scenario);
        scene.snapshot.dimensions = 2;
        put(scene, {20, 30, 0}, {0, 1, 0});
        put(scene, {60, 30, 0}, {0, -1, 0});
        const Renderer renderer = drawn(scene, picture);
        const auto [ax, ay] = place(20, 30);
        const auto [bx, by] = place(60, 30);
        EXPECT_GT(difference(pixel(renderer, ax, ay), pixel(renderer, bx, by)), 60) << int(color);
    }
}

TEST(render, a_kind_with_a_color_of_its_own_keeps_it) {
    Scenario scenario = small_world();
    scenario.kinds = {KindSpec{}, KindSpec{}};
    scenario.kinds[1].color = "#00ff00";
    scenario.kinds[1].shape = Shape::dot;
    Scene scene = scene_of(scenario);
    put(scene, {40, 30, 0}, {1, 0, 0}, 1);
    const Renderer renderer = drawn(scene, plain_picture());
    const auto [x, y] = place(40, 30);
    const Pixel seen = pixel(renderer, x, y);
    EXPECT_GT(seen[1], 120);
    EXPECT_GT(seen[1], 2 * seen[0]);
}

TEST(render, every_shape_and_every_color_rule_draws_something) {
    for (int shape = 0; shape <= int(Shape::dot); ++shape) {
        for (const ColorRule color : kAllColorRules) {
            for (double size : {0.5, 2.0, 8.0}) {
                Scenario scenario = small_world();
                scenario.kinds[0].shape = Shape(shape);
                PictureSpec picture = plain_picture();
                picture.color = color;
                picture.agent_size = size;
                const Renderer empty = drawn(scene_of(scenario), picture);
                Scene scene = scene_of(scenario);
                put(scene, {40, 30, 0}, {1, 0.3, 0});
                put(scene, {20, 30, 0}, {1, 0.3, 0});
                scene.groups = {0, 1};
                const Renderer renderer = drawn(scene, picture);
                const auto [x, y] = place(40, 30);
                EXPECT_GT(difference_near(renderer, empty, x, y, 12), 40) << shape << ' ' << int(color) << ' ' << size;
            }
        }
    }
}

TEST(render, following_an_agent_dims_the_others) {
    const Scenario scenario = small_world();
    const Renderer empty = drawn(scene_of(scenario), plain_picture(), 1280, 720);
    Scene scene = scene_of(scenario);
    put(scene, {30, 30, 0}, {1, 0, 0});
    put(scene, {10, 10, 0}, {1, 0, 0});
    const Renderer before = drawn(scene, plain_picture(), 1280, 720);
    Inspection inspection;
    inspection.id = 0;
    inspection.position = {30, 30, 0};
    inspection.velocity = {1, 0, 0};
    inspection.perception_radius = 8;
    inspection.separation_radius = 3;
    inspection.view_angle = 270;
    inspection.rules = {{"separation", {0.1, 0, 0}}, {"total", {0, 0.1, 0}}};
    scene.inspection = {inspection};
    const Renderer after = drawn(scene, plain_picture(), 1280, 720);
    // The card takes the right of the picture: the world moves to the left.
    const double scale = (720 - 48) / 60.0, left = 24 + (1280 - 24 - 276) / 2.0;
    const int x = int(640 + (10 - 40) * scale), y = int(360 - (10 - 30) * scale);
    const int moved_x = int(left + (10 - 40) * scale);
    const int bright = difference_near(before, empty, x, y, 4), dim = difference_near(after, empty, moved_x, y, 4);
    EXPECT_GT(dim, 10);
    EXPECT_LT(dim, bright * 6 / 10);
}

TEST(render, trails_stay_behind_and_do_not_cross_the_world) {
    const Scenario scenario = small_world();
    PictureSpec picture = plain_picture();
    picture.trail = 20;
    Renderer renderer(kWidth, kHeight, picture);
    const Renderer empty = drawn(scene_of(scenario), picture);
    for (int step = 0; step <= 10; ++step) {
        Scene scene = scene_of(scenario);
        scene.snapshot.step = step;
        put(scene, {std::fmod(76 + 1.0 * step, 80), 30, 0}, {1, 0, 0});
        renderer.draw(scene);
    }
    const auto [x, y] = place(2, 30);
    EXPECT_GT(difference_near(renderer, empty, x, y, 1), 20) << "the trail after the edge";
    const auto [middle_x, middle_y] = place(40, 30);
    EXPECT_EQ(difference_near(renderer, empty, middle_x, middle_y, 10), 0);
}

TEST(render, agents_outside_the_world_and_numbers_that_are_none_do_no_harm) {
    for (int dimensions : {2, 3}) {
        for (Boundary boundary : {Boundary::periodic, Boundary::reflecting, Boundary::open}) {
            Scenario scenario = small_world();
            scenario.dimensions = dimensions;
            scenario.world.boundary = {boundary, boundary, boundary};
            Scene scene = scene_of(scenario);
            put(scene, {40, 30, 30}, {1, 1, 1});
            for (double bad : {kNaN, kInfinity, -kInfinity, 1e300, -1e300, 1e12, 1e6, -200.0}) {
                put(scene, {bad, 30, 30}, {1, 0, 0});
                put(scene, {40, bad, 30}, {0, bad, 0});
                put(scene, {bad, bad, bad}, {bad, bad, bad});
            }
            Inspection inspection;
            inspection.position = {kNaN, 0, kInfinity};
            inspection.velocity = {kNaN, 0, 0};
            inspection.perception_radius = kInfinity;
            inspection.separation_radius = 1e300;
            inspection.rules = {{"total", {kNaN, 1e300, 0}}};
            for (const char* type : {"pointer", "obstacle", "predator", "food", "wind", "unheard of"}) {
                InfluenceSpec influence;
                influence.type = type;
                influence.values = {kInfinity, 1e300, kNaN};
                scene.influences.push_back(influence);
                influence.position = {kNaN, 1e300, 0};
                scene.influences.push_back(influence);
            }
            PictureSpec picture;
            picture.trail = 5;
            for (const ColorRule color : {ColorRule::heading, ColorRule::speed, ColorRule::group}) {
                picture.color = color;
                Renderer renderer(1280, 720, picture);
                renderer.draw(scene);
                scene.snapshot.step += 1;
                scene.inspection = {inspection};
                renderer.draw(scene);
                scene.inspection.clear();
            }
        }
    }
}

TEST(render, arrays_that_do_not_fit_together_do_no_harm) {
    const Scenario scenario = small_world();
    Scene scene = scene_of(scenario);
    scene.snapshot.id = {1, 2, 3};
    scene.snapshot.position = {1, 2, 3};
    scene.snapshot.kind = {9};
    drawn(scene, PictureSpec{});
    scene.scenario = nullptr;
    drawn(scene, PictureSpec{});
    Renderer(0, -5, PictureSpec{}).draw(scene);
}

TEST(render, a_world_without_extent_does_no_harm) {
    for (Boundary boundary : {Boundary::periodic, Boundary::open}) {
        Scenario scenario = small_world();
        scenario.world.lower = scenario.world.upper = {5, 5, 5};
        scenario.world.boundary = {boundary, boundary, boundary};
        for (int dimensions : {2, 3}) {
            scenario.dimensions = dimensions;
            Scene scene = scene_of(scenario);
            put(scene, {5, 5, 5}, {0, 0, 0});
            drawn(scene, PictureSpec{});
        }
    }
}

TEST(render, hundreds_of_thousands_of_agents_become_a_density) {
    const Scenario scenario = small_world();
    Scene scene = scene_of(scenario);
    for (int i = 0; i < 320000; ++i)
        put(scene, {20 + 10 * std::fmod(i * 0.618034, 1), 20 + 10 * std::fmod(i * 0.754878, 1), 0}, {1, 0, 0});
    PictureSpec picture = plain_picture();
    picture.agent_size = 0;
    const Renderer empty = drawn(scene_of(scenario), picture);
    const Renderer renderer = drawn(scene, picture);
    const auto [x, y] = place(25, 25);
    const auto [far_x, far_y] = place(60, 45);
    EXPECT_GT(difference(pixel(renderer, x, y), pixel(empty, x, y)), 200);
    EXPECT_EQ(difference_near(renderer, empty, far_x, far_y, 10), 0);
}

TEST(render, a_followed_agent_shows_on_top_of_a_density) {
    const Scenario scenario = small_world();
    for (double size : {0.0, 1e-4}) {  // too many, too small
        Scene scene = scene_of(scenario);
        const int agents = size > 0 ? 100 : 320000;
        for (int i = 0; i < agents; ++i)
            put(scene, {20 + 10 * std::fmod(i * 0.618034, 1), 20 + 10 * std::fmod(i * 0.754878, 1), 0}, {1, 0, 0});
        PictureSpec picture = plain_picture();
        picture.agent_size = size;
        const Renderer before = drawn(scene, picture, 1280, 720);
        Inspection inspection;
        inspection.id = 5;
        inspection.position = {scene.snapshot.position[10], scene.snapshot.position[11], 0};
        inspection.velocity = {1, 0, 0};
        inspection.perception_radius = 3;
        inspection.neighbors = {6, 7};
        inspection.rules = {{"total", {0, 0.1, 0}}};
        scene.inspection = {inspection};
        const Renderer after = drawn(scene, picture, 1280, 720);
        int changed = 0;
        for (int y = 0; y < 720; y += 3)
            for (int x = 0; x < 1280; x += 3) changed += difference(pixel(before, x, y), pixel(after, x, y)) > 100;
        EXPECT_GT(changed, 50);
    }
}

TEST(render, a_followed_agent_that_is_not_in_the_flock_does_no_harm) {
    const Scenario scenario = small_world();
    Scene scene = scene_of(scenario);
    put(scene, {40, 30, 0}, {1, 0, 0});
    Inspection inspection;
    inspection.id = 7;
    inspection.neighbors = {0, 8, 4000000000u};
    inspection.perception_radius = 5;
    scene.inspection = {inspection, inspection};
    drawn(scene, PictureSpec{}, 1280, 720);
    scene.snapshot = {};
    drawn(scene, PictureSpec{}, 1280, 720);
}

TEST(render, in_3d_the_middle_of_the_world_is_the_middle_of_the_picture) {
    Scenario scenario = small_world();
    scenario.dimensions = 3;
    const Renderer empty = drawn(scene_of(scenario), plain_picture());
    Scene scene = scene_of(scenario);
    put(scene, {40, 30, 30}, {1, 0.2, 0.1});
    const Renderer renderer = drawn(scene, plain_picture());
    EXPECT_GT(difference_near(renderer, empty, kWidth / 2, kHeight / 2, 4), 100);
}

TEST(render, an_open_view_follows_the_flock_without_jumps) {
    Scenario scenario = small_world();
    scenario.world.boundary = {Boundary::open, Boundary::open, Boundary::open};
    PictureSpec picture = plain_picture();
    picture.agent_size = 2;
    picture.color = ColorRule::ink;
    picture.theme = Theme::light;
    Renderer renderer(kWidth, kHeight, picture);
    int last = -1;
    for (int frame = 0; frame < 300; ++frame) {
        Scene scene = scene_of(scenario);
        scene.snapshot.step = frame;
        put(scene, {40.0 + frame, 30, 0}, {1, 0, 0});
        renderer.draw(scene);
        int sum = 0, count = 0;
        for (int x = 0; x < kWidth; ++x) {
            const Pixel p = pixel(renderer, x, kHeight / 2);
            if (p[0] + p[1] + p[2] < 450) sum += x, ++count;
        }
        ASSERT_GT(count, 0) << "the agent is in sight at frame " << frame;
        const int at = sum / count;
        ASSERT_LT(last < 0 ? 0 : std::abs(at - last), 40) << "at frame " << frame;
        last = at;
    }
    EXPECT_NEAR(last, kWidth / 2, 30) << "in the end it rests in the middle";
}

TEST(render, each_placed_influence_is_seen) {
    const Scenario scenario = small_world();
    const Renderer empty = drawn(scene_of(scenario), plain_picture());
    for (const char* type : {"pointer", "obstacle", "predator", "food"}) {
        const Description* description = find_description(influences(), type);
        ASSERT_NE(description, nullptr) << type;
        Scene scene = scene_of(scenario);
        InfluenceSpec influence;
        influence.type = type;
        influence.position = {40, 30, 0};
        influence.values = default_values(*description);
        const int radius = parameter_index(*description, "radius");
        if (radius >= 0) influence.values[std::size_t(radius)] = 3;
        scene.influences = {influence};
        const Renderer renderer = drawn(scene, plain_picture());
        const auto [x, y] = place(40, 30);
        EXPECT_GT(difference_near(renderer, empty, x, y, 6), 40) << type;
    }
}

TEST(render, every_shape_has_an_outline_whose_wings_can_beat) {
    for (int shape = 0; shape <= int(Shape::dot); ++shape) {
        const auto parts = render::parts_of(Shape(shape));
        ASSERT_FALSE(parts.empty()) << shape;
        for (const render::Part& part : parts) {
            EXPECT_EQ(part.spread.size(), part.folded.size()) << shape;
            EXPECT_GE(part.spread.size(), 3u) << shape;
            EXPECT_LE(part.spread.size() * 2, 32u) << shape << ": more points than draw_mark() has room for";
        }
    }
}

TEST(render, rules_have_colors_that_differ) {
    const std::vector<std::string> names{"separation", "alignment", "cohesion", "noise", "influences", "total"};
    for (const Theme which : {Theme::dark, Theme::light}) {
        const render::ThemeColors& theme = render::theme_of(which);
        for (std::size_t i = 0; i < names.size(); ++i) {
            for (std::size_t k = 0; k < i; ++k) {
                const render::Color a = rule_color(theme, names[i], 0), b = rule_color(theme, names[k], 0);
                const float apart = std::abs(a.red - b.red) + std::abs(a.green - b.green) + std::abs(a.blue - b.blue);
                EXPECT_GT(apart, .3f) << int(which) << ": " << names[i] << " and " << names[k];
            }
        }
    }
}

TEST(render, an_influence_that_reaches_over_a_periodic_edge_shows_at_the_other) {
    const Scenario scenario = small_world();
    const Renderer empty = drawn(scene_of(scenario), plain_picture());
    for (const char* type : {"obstacle", "predator"}) {
        const Description* description = find_description(influences(), type);
        Scene scene = scene_of(scenario);
        InfluenceSpec influence;
        influence.type = type;
        influence.position = {79, 30, 0};
        influence.values = default_values(*description);
        influence.values[std::size_t(parameter_index(*description, "radius"))] = 4;
        scene.influences = {influence};
        const Renderer renderer = drawn(scene, plain_picture());
        const auto [x, y] = place(1, 30);
        EXPECT_GT(difference_near(renderer, empty, x, y, 3), 40) << type;
        const auto [outside_x, outside_y] = place(81.5, 30);
        EXPECT_EQ(difference_near(renderer, empty, outside_x, outside_y, 1), 0) << type;
    }
}

TEST(render, a_png_is_whole_and_of_the_right_size) {
    const Scenario scenario = small_world();
    Scene scene = scene_of(scenario);
    put(scene, {40, 30, 0}, {1, 0, 0});
    const Renderer renderer = drawn(scene, PictureSpec{});
    const std::string path = temporary("picture.png");
    ASSERT_TRUE(renderer.write_png(path));
    const std::string bytes = content(path);
    std::filesystem::remove(path);
    ASSERT_GT(bytes.size(), 100u);
    EXPECT_EQ(bytes.substr(1, 3), "PNG");
    EXPECT_EQ(big_endian(bytes, 16), kWidth);
    EXPECT_EQ(big_endian(bytes, 20), kHeight);
    EXPECT_EQ(bytes.substr(bytes.size() - 8, 4), "IEND");
}

TEST(render, a_png_that_cannot_be_written_is_an_error_that_names_it) {
    const Renderer renderer(32, 32, PictureSpec{});
    const auto nowhere = renderer.write_png("/nonexistent/picture.png");
    ASSERT_FALSE(nowhere);
    EXPECT_EQ(nowhere.error().kind, ErrorKind::system);
    EXPECT_NE(nowhere.error().message.find("/nonexistent/picture.png"), std::string::npos);
    if (std::filesystem::exists("/dev/full")) {
        const auto full = renderer.write_png("/dev/full");
        ASSERT_FALSE(full);
        EXPECT_NE(full.error().message.find("No space"), std::string::npos) << full.error().message;
    }
}

}  // namespace
}  // namespace dunlin
