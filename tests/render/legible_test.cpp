// SPDX-License-Identifier: Apache-2.0
// What a picture must tell: legends, whom a card covers, how bright a density is.
#include <algorithm>
#include <numeric>

#include "dunlin/describe.hpp"
#include "dunlin/render/density.hpp"
#include "dunlin/render/inspection_overlay.hpp"
#include "dunlin/render/legend.hpp"
#include "scenes.hpp"

namespace dunlin {
namespace {

constexpr int kHigh = 720;

Inspection looked_at(Vec3 position, double perception = 3) {
    Inspection inspection;
    inspection.id = 0;
    inspection.position = position;
    inspection.velocity = {1, 0, 0};
    inspection.perception_radius = perception;
    inspection.separation_radius = perception / 2;
    for (const char* name : {"separation", "alignment", "cohesion", "noise", "influences", "total"})
        inspection.rules.push_back({name, {.1, 0, 0}});
    return inspection;
}

int pixels_that_differ(const Renderer& a, const Renderer& b, int least, int from_y = 0) {
    int count = 0;
    for (int y = from_y; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x) count += difference(pixel(a, x, y), pixel(b, x, y)) > least;
    return count;
}

TEST(legible, the_card_of_a_followed_agent_covers_nobody) {
    const Scenario scenario = small_world();
    for (int width : {kHigh, 1280}) {
        for (double x : {1., 20., 55., 70., 79.}) {
            for (double y : {1., 15., 45., 59.}) {
                Scene scene = scene_of(scenario);
                put(scene, {40, 30, 0}, {1, 0, 0});
                scene.inspection = {looked_at({40, 30, 0})};
                PictureSpec picture;
                picture.agent_size = 1.5;
                const Renderer without = drawn(scene, picture, width, kHigh);
                put(scene, {x, y, 0}, {1, 0, 0});
                const Renderer with = drawn(scene, picture, width, kHigh);
                // Of the picture above the caption, whose numbers change.
                int changed = 0;
                for (int v = 0; v < kHigh - 60; ++v)
                    for (int u = 0; u < width; ++u) changed += difference(pixel(with, u, v), pixel(without, u, v)) > 20;
                ASSERT_GT(changed, 12) << "an agent at " << x << ", " << y << ", width " << width;
            }
        }
    }
}

TEST(legible, the_card_leaves_the_flock_its_place_from_frame_to_frame) {
    const auto card = render::place_card(1280, 720, 60, 1, 6);
    ASSERT_TRUE(card.shown());
    EXPECT_GT(card.x, 1280 / 2);
    EXPECT_LT(card.y + card.height, 720 - 60);
    const auto strip = render::place_card(720, 720, 60, 1, 6);
    ASSERT_TRUE(strip.shown());
    EXPECT_TRUE(strip.strip);
    EXPECT_GT(strip.y, 720 / 2);
    EXPECT_FALSE(render::place_card(200, 150, 20, .35, 6).shown()) << "no room for it";
}

TEST(legible, the_lens_frames_the_perception_radius) {
    render::View view;
    const render::Box lens{100, 50, 308, 258};
    for (double scale : {.1, 1., 40.}) {
        for (double radius : {.5, 5., 50.}) {
            view.scale = scale;
            const render::View close = magnified(view, looked_at({3, 4, 0}, radius), lens);
            const double across = 2 * radius * close.scale;
            EXPECT_GT(across, 180) << scale << ' ' << radius;
            EXPECT_LT(across, 208) << scale << ' ' << radius;
            const render::Point middle = close.place({3, 4, 0});
            EXPECT_FLOAT_EQ(middle.x, 204);
            EXPECT_FLOAT_EQ(middle.y, 154);
        }
    }
}

TEST(legible, each_color_rule_has_a_legend) {
    Scenario scenario = small_world();
    scenario.kinds = {KindSpec{"starling", "", 1, Shape::dart}, KindSpec{"perch", "", 1, Shape::fish}};
    for (const ColorRule color : kAllColorRules) {
        if (color == ColorRule::ink) continue;  // it is what the others are compared with
        Scene scene = scene_of(scenario);
        put(scene, {20, 30, 0}, {1, 0, 0});
        put(scene, {60, 30, 0}, {0, 2, 0});
        put(scene, {50, 30, 0}, {0, 2, 0}, color == ColorRule::kind ? 1 : 0);
        scene.groups = {0, 1, 2};
        PictureSpec picture;
        picture.color = color;
        const Renderer with = drawn(scene, picture, 1280, kHigh);
        picture.color = ColorRule::ink;
        const Renderer without = drawn(scene, picture, 1280, kHigh);
        EXPECT_GT(pixels_that_differ(with, without, 60, kHigh - 55), 100) << int(color);
    }
}

TEST(legible, the_wheel_of_headings_shows_each_color_where_it_flies) {
    const Scenario scenario = small_world();
    Scene scene = scene_of(scenario);
    put(scene, {40, 30, 0}, {1, 0, 0});
    const Renderer picture = drawn(scene, PictureSpec{}, 1280, kHigh);
    const render::Wheel& wheel = render::heading_wheel(render::theme_of(Theme::dark), false);
    std::array<double, 4> x_of{}, y_of{};
    for (int quarter = 0; quarter < 4; ++quarter) {
        const render::Color& c = wheel[std::size_t(90 * quarter)];
        const Pixel wanted{int(c.red * 255), int(c.green * 255), int(c.blue * 255)};
        int found = 0;
        for (int y = kHigh - 55; y < kHigh; ++y) {
            for (int x = 900; x < 1280; ++x) {
                if (difference(pixel(picture, x, y), wanted) > 30) continue;
                ++found;
                x_of[std::size_t(quarter)] += x, y_of[std::size_t(quarter)] += y;
            }
        }
        ASSERT_GT(found, 3) << 90 * quarter;
        x_of[std::size_t(quarter)] /= found, y_of[std::size_t(quarter)] /= found;
    }
    EXPECT_GT(x_of[0], x_of[2] + 15);
    EXPECT_LT(y_of[1], y_of[3] - 15);
}

TEST(legible, kinds_are_named_when_they_differ) {
    Scenario scenario = small_world();
    scenario.kinds = {KindSpec{"starling", "", 1, Shape::bird}, KindSpec{"hawk", "#ff0000", 1, Shape::bird},
                      KindSpec{"nobody", "", 1, Shape::bee}};
    Scene scene = scene_of(scenario);
    put(scene, {20, 30, 0}, {1, 0, 0}, 0);
    const render::ThemeColors& theme = render::theme_of(Theme::dark);
    EXPECT_TRUE(legend_of_kinds(scenario, render::Flock(scene), PictureSpec{}, theme, 20).names.empty());
    put(scene, {20, 30, 0}, {1, 0, 0}, 1);
    const auto item = legend_of_kinds(scenario, render::Flock(scene), PictureSpec{}, theme, 20);
    EXPECT_EQ(item.names, (std::vector<std::string>{"starling", "hawk"}));
    EXPECT_EQ(item.shapes[0], Shape::bird);
    EXPECT_EQ(legend_of_kinds(scenario, render::Flock(scene), PictureSpec{}, theme, 9).shapes[0], Shape::dart)
        << "as they are drawn";
}

TEST(legible, the_caption_says_what_was_changed) {
    const Scenario scenario = small_world();
    Scene scene = scene_of(scenario);
    put(scene, {40, 30, 0}, {1, 0, 0});
    const Renderer plain = drawn(scene, PictureSpec{}, 1280, kHigh);
    scene.changes = {"model.noise=0.1"};
    const Renderer changed = drawn(scene, PictureSpec{}, 1280, kHigh);
    EXPECT_GT(pixels_that_differ(plain, changed, 60, kHigh - 55), 100);
    scene.changes = {std::string(5000, 'x')};
    drawn(scene, PictureSpec{}, 1280, kHigh);
}

TEST(legible, many_agents_on_one_place_keep_their_color) {
    const Scenario scenario = small_world();
    Scene scene = scene_of(scenario);
    for (int i = 0; i < 400; ++i) put(scene, {40 + .01 * (i % 20), 30 + .01 * (i / 20), 0}, {1, 0, 0});
    const Renderer picture = drawn(scene, plain_picture());
    const Pixel most = pixel(picture, kWidth / 2 + 2, kHeight / 2);
    EXPECT_GT(most[0] - most[2], 50) << "the heading's warm color, not white";
}

TEST(legible, a_movie_shows_the_shapes_of_a_picture) {
    const Scenario scenario = small_world();
    Scene scene = scene_of(scenario);
    for (int i = 0; i < 60; ++i) put(scene, {8. + i % 10 * 7, 5. + i / 10 * 9, 0}, {1, .2, 0});
    // A dart has no wings that beat: pictures of two moments are the same.
    for (double size : {1.0, 1.2, 1.3, 1.5, 2.0}) {
        PictureSpec picture = plain_picture();
        picture.agent_size = size;
        std::array<bool, 3> winged{};
        int k = 0;
        for (int height : {480, 720, 1080}) {
            Renderer renderer(height * 4 / 3, height, picture);
            renderer.draw(scene);
            std::vector<unsigned char> before(renderer.pixels(),
                                              renderer.pixels() + std::ptrdiff_t(renderer.stride()) * height);
            for (int frame = 0; frame < 5; ++frame) renderer.draw(scene);
            winged[std::size_t(k++)] = !std::equal(before.begin(), before.end(), renderer.pixels());
        }
        EXPECT_EQ(winged[0], winged[1]) << size;
        EXPECT_EQ(winged[1], winged[2]) << size;
    }
}

/// Of the brightest channel, over a square in the middle of the world.
struct Spread {
    double mean = 0, deviation = 0;
};
Spread brightness(const Renderer& picture) {
    std::vector<double> values;
    for (int y = kHigh / 2 - 200; y < kHigh / 2 + 200; ++y) {
        for (int x = picture.width() / 2 - 200; x < picture.width() / 2 + 200; ++x) {
            const Pixel p = pixel(picture, x, y);
            values.push_back(std::max({p[0], p[1], p[2]}));
        }
    }
    Spread spread;
    spread.mean = std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
    for (double v : values) spread.deviation += (v - spread.mean) * (v - spread.mean);
    spread.deviation = std::sqrt(spread.deviation / double(values.size()));
    return spread;
}

Scene uniform(const Scenario& scenario, int agents) {
    Scene scene = scene_of(scenario);
    std::uint64_t state = 1;
    const auto random = [&] {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return double(state >> 11) / double(1ull << 53);
    };
    for (int i = 0; i < agents; ++i) {
        const double angle = 6.2831853 * random();
        const double x = 80 * random(), y = 60 * random();
        put(scene, {x, y, 0}, {std::cos(angle), std::sin(angle), 0});
    }
    return scene;
}

TEST(legible, a_uniform_flock_shows_no_structure_that_is_not_there) {
    const Scenario scenario = small_world();
    const Scene scene = uniform(scenario, 400000);
    PictureSpec picture = plain_picture();
    picture.agent_size = 0;
    const Spread spread = brightness(drawn(scene, picture, 960, kHigh));
    EXPECT_GT(spread.mean, 70);
    EXPECT_LT(spread.deviation, .12 * spread.mean);
}

TEST(legible, a_density_has_the_agents_hue_and_is_brighter_where_they_are_more) {
    const Scenario scenario = small_world();
    Scene scene = scene_of(scenario);
    const auto fill = [&](double left, int agents, Vec3 velocity) {
        for (int i = 0; i < agents; ++i)
            put(scene, {left + 20 * std::fmod(i * .618034, 1), 10 + 40 * std::fmod(i * .754878, 1), 0}, velocity);
    };
    fill(2, 200000, {1, 0, 0});
    fill(30, 20000, {1, 0, 0});
    fill(56, 200000, {-1, 0, 0});
    PictureSpec picture = plain_picture();
    picture.agent_size = 0;
    const Renderer renderer = drawn(scene, picture, 960, kHigh);
    const auto at = [&](double x) { return pixel(renderer, int(480 + (x - 40) * (kHigh - 48) / 60), kHigh / 2); };
    EXPECT_GT(at(12)[0], at(12)[2] + 30) << "those who fly to the right are warm";
    EXPECT_GT(at(66)[2], at(66)[0] + 30) << "those who fly to the left are cold";
    EXPECT_GT(at(12)[0], at(40)[0] + 30) << "the dense ones are brighter";
    EXPECT_GT(at(40)[0], at(40)[2] + 10) << "of the same hue";
}

TEST(legible, the_range_of_a_density_comes_from_its_quantiles) {
    std::vector<float> even(1000, 5.f);
    const auto narrow = render::density_range(even);
    const float share = render::density_share(5, narrow.low, narrow.high);
    EXPECT_GT(share, .3f);
    EXPECT_LT(share, .8f);
    std::vector<float> wide;
    for (int i = 0; i < 1000; ++i) wide.push_back(std::exp(float(i) * .005f));
    wide.push_back(1e9f);  // one place alone sets no scale
    const auto range = render::density_range(wide);
    EXPECT_LT(range.high, 5.5);
    EXPECT_GT(render::density_share(140, range.low, range.high), .9f);
    EXPECT_LT(render::density_share(1.5f, range.low, range.high), .15f);
    EXPECT_EQ(render::density_share(0, range.low, range.high), 0);
}

TEST(legible, in_a_movie_the_brightness_of_a_density_does_not_jump) {
    const Scenario scenario = small_world();
    PictureSpec picture = plain_picture();
    picture.agent_size = 0;
    Renderer renderer(960, kHigh, picture);
    Scene scene = uniform(scenario, 310000);
    renderer.draw(scene);
    const double before = brightness(renderer).mean;
    for (std::size_t i = 0; i < 100000; ++i) scene.snapshot.position[2 * i] *= .5;  // many move at once
    ++scene.snapshot.step;
    renderer.draw(scene);
    EXPECT_NEAR(brightness(renderer).mean, before, .2 * before);
}

TEST(legible, in_3d_an_obstacle_hides_who_is_behind_it_and_not_who_is_before_it) {
    Scenario scenario = small_world();
    scenario.dimensions = 3;
    PictureSpec picture = plain_picture();
    picture.azimuth = picture.elevation = 0;  // along +y
    picture.agent_size = 3;
    Scene scene = scene_of(scenario);
    InfluenceSpec obstacle;
    obstacle.type = "obstacle";
    obstacle.position = {40, 30, 30};
    obstacle.values = default_values(*find_description(influences(), "obstacle"));
    obstacle.values[std::size_t(parameter_index(*find_description(influences(), "obstacle"), "radius"))] = 12;
    scene.influences = {obstacle};
    const Renderer ball = drawn(scene, picture);
    Scene behind = scene, before = scene;
    put(behind, {40, 55, 30}, {1, 0, 0});
    put(before, {40, 5, 30}, {1, 0, 0});
    EXPECT_LT(difference_near(drawn(behind, picture), ball, kWidth / 2, kHeight / 2, 5), 60);
    EXPECT_GT(difference_near(drawn(before, picture), ball, kWidth / 2, kHeight / 2, 5), 120);
    // Solid: bright towards the light, dark away from it.
    const int lit = pixel(ball, kWidth / 2 - 15, kHeight / 2 - 15)[1];
    const int dark = pixel(ball, kWidth / 2 + 15, kHeight / 2 + 15)[1];
    EXPECT_GT(lit, dark + 25);
}

TEST(legible, in_3d_a_predator_that_climbs_looks_otherwise_than_one_that_dives) {
    Scenario scenario = small_world();
    scenario.dimensions = 3;
    const auto flying = [&](double up) {
        Renderer renderer(kWidth, kHeight, plain_picture());
        Scene scene = scene_of(scenario);
        InfluenceSpec predator;
        predator.type = "predator";
        predator.values = default_values(*find_description(influences(), "predator"));
        for (int step = 0; step < 2; ++step) {
            predator.position = {40, 30, 30 + up * (step - 1)};
            scene.influences = {predator};
            renderer.draw(scene);
        }
        return renderer;
    };
    const Renderer climbs = flying(1), dives = flying(-1);
    EXPECT_GT(difference_near(climbs, dives, kWidth / 2, kHeight / 2, 12), 100);
}

TEST(legible, wind_is_in_the_legend_as_it_blows) {
    const Scenario scenario = small_world();
    Scene scene = scene_of(scenario);
    put(scene, {40, 30, 0}, {1, 0, 0});
    InfluenceSpec wind;
    wind.type = "wind";
    wind.values = default_values(*find_description(influences(), "wind"));
    scene.influences = {wind};
    const Renderer none = drawn(scene, PictureSpec{}, 1280, kHigh);
    scene.pushes = {Vec3{1, 0, 0}};
    const Renderer east = drawn(scene, PictureSpec{}, 1280, kHigh);
    scene.pushes = {Vec3{0, 1, 0}};
    const Renderer north = drawn(scene, PictureSpec{}, 1280, kHigh);
    EXPECT_GT(pixels_that_differ(none, east, 60, kHigh - 55), 50);
    EXPECT_GT(pixels_that_differ(north, east, 60, kHigh - 55), 20);
}

}  // namespace
}  // namespace dunlin
