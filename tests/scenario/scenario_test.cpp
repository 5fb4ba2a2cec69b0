// SPDX-License-Identifier: Apache-2.0
// What a scenario's text may say, the exact sentence for each thing it may not, and that writing loses nothing.
#include "dunlin/scenario.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "dunlin/describe.hpp"
#include "dunlin/scenario/schema.hpp"
#include "dunlin/scenario/section.hpp"

namespace dunlin {
namespace {

std::string error_of(const std::string& text, const std::vector<std::string>& overrides = {}) {
    const auto read = read_scenario(text, "my.toml", overrides);
    return read ? "no error" : read.error().message;
}

Scenario read_or_fail(const std::string& text, const std::vector<std::string>& overrides = {}) {
    auto read = read_scenario(text, "my.toml", overrides);
    EXPECT_TRUE(read) << (read ? "" : read.error().message);
    return read ? *read : Scenario{};
}

/// Equal when the complete texts are: they hold every key with numbers that read back bit for bit.
void expect_same(const Scenario& a, const Scenario& b) { EXPECT_EQ(write_scenario(a), write_scenario(b)); }

TEST(Scenario, an_empty_text_is_the_default_flock) {
    const Scenario scenario = read_or_fail("");
    EXPECT_EQ(scenario.name, "my");
    EXPECT_EQ(scenario.model.name, "boids");
    EXPECT_EQ(scenario.model.values, default_values(*find_description(models(), "boids")));
    ASSERT_EQ(scenario.kinds.size(), 1U);
    ASSERT_EQ(scenario.flocks.size(), 1U);
    EXPECT_EQ(scenario.flocks[0].agents, 100);
}

TEST(Scenario, letters_of_any_script_outside_quotes_are_an_error) {
    for (const char* letter : {"\u041e", "\u00e9", "\u4e2d", "\u2003", "\u1680", "\ufeff", "\U0001F426"}) {
        for (const std::string& text : {std::string("steps = 4") + letter, std::string(letter) + " = 4",
                                        std::string("[") + letter + "]", std::string("steps ") + letter + "= 4"}) {
            const auto scenario = read_scenario(text, "my.toml");
            ASSERT_FALSE(scenario) << text;
            EXPECT_EQ(scenario.error().message.rfind("my.toml:1", 0), 0u) << scenario.error().message;
        }
    }
}

TEST(Scenario, the_name_is_the_file_without_folder_and_ending) {
    EXPECT_EQ(read_scenario("", "a/b/night flight.toml")->name, "night flight");
    EXPECT_EQ(read_scenario("", "stdin")->name, "stdin");
}

TEST(Scenario, every_key_of_the_scenario_itself_is_read) {
    const Scenario s = read_or_fail(
        "title = \"T\"\nsource = \"S\"\nnotes = \"N\"\ndimensions = 3\nprecision = \"double\"\nupdate = \"two-phase\"\n"
        "seed = 9223372036854775807\nsteps = 0\ndt = 0.25\n");
    EXPECT_EQ(s.title, "T");
    EXPECT_EQ(s.source, "S");
    EXPECT_EQ(s.notes, "N");
    EXPECT_EQ(s.dimensions, 3);
    EXPECT_EQ(s.precision, Precision::double_precision);
    EXPECT_EQ(s.update, Update::two_phase);
    EXPECT_EQ(s.seed, 9223372036854775807U);
    EXPECT_EQ(s.steps, 0);
    EXPECT_EQ(s.dt, 0.25);
}

TEST(Scenario, the_world_is_its_origin_and_size) {
    const Scenario s = read_or_fail(
        "[world]\nsize = [4, 5]\norigin = [-2, 1]\nboundary = [\"periodic\", \"open\"]\ndistance = \"plain\"\n"
        "wrap = \"mixed\"\nwrap_time = \"before_move\"\nmargin = 8\n");
    EXPECT_EQ(s.world.lower[0], -2);
    EXPECT_EQ(s.world.upper[0], 2);
    EXPECT_EQ(s.world.upper[1], 6);
    EXPECT_EQ(s.world.boundary[0], Boundary::periodic);
    EXPECT_EQ(s.world.boundary[1], Boundary::open);
    EXPECT_EQ(s.world.distance, Distance::plain);
    EXPECT_EQ(s.world.wrap, Wrap::mixed);
    EXPECT_EQ(s.world.wrap_time, WrapTime::before_move);
    EXPECT_EQ(s.world.margin, 8);
}

TEST(Scenario, a_picture_has_a_theme_and_a_color_rule_by_name) {
    const std::vector<std::string> names{"heading", "heading-safe", "speed", "group", "kind", "ink"};
    for (std::size_t i = 0; i < names.size(); ++i) {
        const Scenario s = read_or_fail("[picture]\ntheme = \"light\"\ncolor = \"" + names[i] + "\"\n");
        EXPECT_EQ(s.picture.theme, Theme::light);
        EXPECT_EQ(s.picture.color, static_cast<ColorRule>(i));
        EXPECT_NE(write_scenario(s).find("color = \"" + names[i] + '"'), std::string::npos);
    }
    Scenario s = read_or_fail("");
    EXPECT_EQ(s.picture.color, ColorRule::heading);
    s.picture.color = static_cast<ColorRule>(names.size());
    const auto checked = check_scenario(s);
    ASSERT_FALSE(checked);
    EXPECT_EQ(
        checked.error().message,
        "[picture] color = 6 is none of its values; expected \"heading\", \"heading-safe\", \"speed\", \"group\", "
        "\"kind\" or \"ink\"");
}

TEST(Scenario, one_boundary_word_serves_all_axes) {
    const Scenario s = read_or_fail("dimensions = 3\n[world]\nboundary = \"reflecting\"\n");
    for (const Boundary boundary : s.world.boundary) EXPECT_EQ(boundary, Boundary::reflecting);
}

TEST(Scenario, a_list_of_one_may_be_written_as_a_single_table) {
    EXPECT_EQ(read_or_fail("[flock]\nagents = 7\n").flocks[0].agents, 7);
    const Scenario two = read_or_fail("[[flock]]\nagents = 7\n[[flock]]\nagents = 8\nstep = 10\n");
    ASSERT_EQ(two.flocks.size(), 2U);
    EXPECT_EQ(two.flocks[1].agents, 8);
    EXPECT_EQ(two.flocks[1].step, 10);
}

TEST(Scenario, influences_keep_the_order_of_the_text) {
    ASSERT_GE(influences().size(), 2U);
    const std::string first = influences().back().name;
    const std::string second = influences().front().name;
    const Scenario s = read_or_fail("[[" + first + "]]\n[[" + second + "]]\n[[" + first + "]]\nposition = [1, 2]\n");
    ASSERT_EQ(s.influences.size(), 3U);
    EXPECT_EQ(s.influences[0].type, first);
    EXPECT_EQ(s.influences[1].type, second);
    EXPECT_EQ(s.influences[2].type, first);
    EXPECT_EQ(s.influences[2].position, (Vec3{1, 2, 0}));
}

TEST(Scenario, an_influence_without_position_stands_in_the_middle_or_where_its_path_begins) {
    const std::string type = '[' + influences().front().name + "]\n";
    const Scenario middle = read_or_fail("[world]\nsize = [10, 20]\norigin = [1, 1]\n" + type);
    EXPECT_EQ(middle.influences[0].position, (Vec3{6, 11, 0}));
    const Scenario moving = read_or_fail(type + "path = [[0, 3, 4], [1, 5, 6]]\nrepeat = true\n");
    EXPECT_EQ(moving.influences[0].position, (Vec3{3, 4, 0}));
    EXPECT_TRUE(moving.influences[0].repeat);
    ASSERT_EQ(moving.influences[0].path.size(), 2U);
    EXPECT_EQ(moving.influences[0].path[1].time, 1);
}

constexpr const char* kTwoKinds =
    "[model]\nmax_speed = 2\n"
    "[[kind]]\nname = \"herring\"\nmodel = { cohesion_radius = 30, alignment_form = \"match_velocity\" }\n"
    "[[kind.toward]]\nkind = \"cod\"\nseparation_radius = 60\ncohesion_weight = 0\n"
    "[[kind]]\nname = \"cod\"\n[kind.model]\nmax_speed = 3\n";

const Description& default_model() { return *find_description(models(), ModelSpec{}.name); }
std::size_t row_of(const std::string& name) { return static_cast<std::size_t>(parameter_index(default_model(), name)); }

double value_of(const std::vector<ParameterValue>& values, const std::string& name) {
    for (const ParameterValue& one : values) {
        if (one.name == name) return one.value;
    }
    ADD_FAILURE() << name << " has no value";
    return 0;
}

TEST(Scenario, a_kind_has_parameters_of_its_own_and_toward_others) {
    const Scenario s = read_or_fail(kTwoKinds);
    ASSERT_EQ(s.kinds.size(), 2U);
    ASSERT_EQ(s.kinds[0].parameters.size(), 2U);
    EXPECT_EQ(value_of(s.kinds[0].parameters, "cohesion_radius"), 30);
    const std::size_t form = row_of("alignment_form");
    EXPECT_EQ(value_of(s.kinds[0].parameters, "alignment_form"),
              *choice_index(default_model().parameters[form], "match_velocity"));
    ASSERT_EQ(s.kinds[0].toward.size(), 1U);
    EXPECT_EQ(s.kinds[0].toward[0].kind, "cod");
    ASSERT_EQ(s.kinds[0].toward[0].parameters.size(), 2U);
    EXPECT_EQ(value_of(s.kinds[0].toward[0].parameters, "separation_radius"), 60);
    EXPECT_EQ(value_of(s.kinds[0].toward[0].parameters, "cohesion_weight"), 0);
    ASSERT_EQ(s.kinds[1].parameters.size(), 1U);
    EXPECT_EQ(value_of(s.kinds[1].parameters, "max_speed"), 3);
    EXPECT_TRUE(s.kinds[1].toward.empty());
    EXPECT_EQ(s.model.values[row_of("max_speed")], 2);
}

TEST(Scenario, observables_are_all_none_or_a_list) {
    const std::string one = observables().front().name;
    EXPECT_TRUE(read_or_fail("[observe]\nwhat = \"all\"\n").observe.what.empty());
    EXPECT_EQ(read_or_fail("[observe]\nwhat = \"none\"\n").observe.what, std::vector<std::string>{"none"});
    EXPECT_EQ(read_or_fail("[observe]\nwhat = [\"" + one + "\"]\n").observe.what, std::vector<std::string>{one});
}

TEST(Scenario, a_control_is_a_slider_or_a_row_of_buttons) {
    const Scenario s = read_or_fail(
        "[[control]]\nparameter = [\"alignment_radius\", \"cohesion_radius\"]\nlabel = \"Vision range\"\n"
        "minimum = 20\nmaximum = 150\nstep = 1\ndivisor = 2.5\n"
        "[[control]]\nparameter = \"max_speed\"\noptions = [\"10%\", \"200%\"]\nvalues = [0.2, 4]\n"
        "[[control]]\nparameter = [\"max_speed\", \"view_angle\"]\noptions = [\"a\", \"b\"]\nvalues = [[1, 270], 3]\n");
    ASSERT_EQ(s.controls.size(), 3U);
    const ControlSpec& slider = s.controls[0];
    EXPECT_EQ(slider.parameters, (std::vector<std::string>{"alignment_radius", "cohesion_radius"}));
    EXPECT_EQ(slider.label, "Vision range");
    EXPECT_EQ(slider.minimum, 20);
    EXPECT_EQ(slider.maximum, 150);
    EXPECT_EQ(slider.step, 1);
    EXPECT_EQ(slider.divisor, 2.5);
    EXPECT_TRUE(slider.options.empty());
    EXPECT_EQ(s.controls[1].label, "max_speed");
    EXPECT_EQ(s.controls[1].options, (std::vector<std::string>{"10%", "200%"}));
    EXPECT_EQ(s.controls[1].values, (std::vector<std::vector<double>>{{0.2}, {4}}));
    EXPECT_EQ(s.controls[2].values, (std::vector<std::vector<double>>{{1, 270}, {3, 3}}));
}

TEST(Scenario, line_ends_of_windows_and_a_byte_order_mark_are_no_error) {
    EXPECT_EQ(read_or_fail("\xEF\xBB\xBFseed = 3\r\nsteps = 4\r\n").seed, 3U);
}

TEST(Scenario, the_provenance_of_a_run_is_skipped_but_for_the_name) {
    EXPECT_EQ(read_or_fail("[run]\nscenario = \"dusk\"\nversion = \"9\"\nanything = [1, 2]\n").name, "dusk");
}

// The sentences.

TEST(ScenarioError, an_unknown_key_names_the_line_and_the_nearest_key) {
    EXPECT_EQ(error_of("steps = 1\nsed = 2\n"), "my.toml:2: the scenario has no \"sed\"; did you mean \"seed\"?");
    EXPECT_EQ(error_of("\n[wrold]\n"), "my.toml:2: the scenario has no \"wrold\"; did you mean \"world\"?");
    EXPECT_EQ(error_of("[world]\nsise = [1, 1]\n"), "my.toml:2: [world] has no \"sise\"; did you mean \"size\"?");
    EXPECT_EQ(error_of("[[flock]]\nagnets = 3\n"), "my.toml:2: [[flock]] has no \"agnets\"; did you mean \"agents\"?");
}

TEST(ScenarioError, an_unknown_key_with_nothing_near_lists_what_there_is) {
    EXPECT_EQ(error_of("[movie]\nzzz = 1\n"),
              "my.toml:2: [movie] has no \"zzz\"; expected \"every\", \"frames_per_second\", \"width\" or \"height\"");
}

TEST(ScenarioError, a_wrong_type_says_what_it_is_and_what_was_expected) {
    EXPECT_EQ(error_of("\n\nseed = \"x\"\n"),
              "my.toml:3: seed = \"x\" is a string; expected an integer from 0 to 9223372036854775807 (of every random "
              "number)");
    EXPECT_EQ(
        error_of("steps = 1.5\n"),
        "my.toml:1: steps = 1.5 is a number with a fraction; expected an integer from 0 to 1000000000000 (how many "
        "to run)");
    EXPECT_EQ(
        error_of("steps = 1e3\n"),
        "my.toml:1: steps = 1000 is written with a point or an exponent; expected an integer from 0 to 1000000000000 "
        "(how many to run)");
    EXPECT_EQ(error_of("dt = true\n"),
              "my.toml:1: dt = true is true or false; expected a number from 1e-12 to 1e+12 (time of one step)");
    EXPECT_EQ(error_of("title = 3\n"), "my.toml:1: title = 3 is an integer; expected a string (one line)");
    EXPECT_EQ(error_of("model = 3\n"), "my.toml:1: model is not a table; expected [model]");
    EXPECT_EQ(error_of("flock = 3\n"), "my.toml:1: flock is not a table; expected [flock] or [[flock]]");
    EXPECT_EQ(
        error_of("[picture]\ncaption = 1\n"),
        "my.toml:2: [picture] caption = 1 is an integer; expected true or false (title, numbers and legend below)");
}

TEST(ScenarioError, a_number_out_of_range_says_the_range) {
    EXPECT_EQ(error_of("dt = 0\n"), "my.toml:1: dt = 0 is outside 1e-12 to 1e+12 (time of one step)");
    EXPECT_EQ(error_of("dt = -0.5\n"), "my.toml:1: dt = -0.5 is outside 1e-12 to 1e+12 (time of one step)");
    EXPECT_EQ(error_of("dimensions = 4\n"), "my.toml:1: dimensions = 4 is outside 2 to 3 (of space)");
    EXPECT_EQ(error_of("seed = -1\n"),
              "my.toml:1: seed = -1 is outside 0 to 9223372036854775807 (of every random number)");
    EXPECT_EQ(
        error_of("[flock]\nradius = -3\n"),
        "my.toml:2: [flock] radius = -3 is outside 0 to 1e+12 (of a ring, disc, ball; half the side of a square)");
    EXPECT_EQ(error_of("[flock]\nagents = 4294967296\n"),
              "my.toml:2: [flock] agents = 4294967296 is outside 0 to 4294967295 (how many)");
    EXPECT_EQ(error_of("[[flock]]\nagents = 4294967295\n[[flock]]\n"),
              "my.toml:3: all flocks together have 4294967395 agents; expected at most 4294967295");
    EXPECT_EQ(error_of("[movie]\nwidth = 641\n"), "my.toml:2: [movie] width = 641 is odd; expected an even number");
}

TEST(ScenarioError, nan_and_infinity_are_no_numbers) {
    EXPECT_EQ(error_of("dt = nan\n"),
              "my.toml:1: dt = nan is not a finite number; expected a number from 1e-12 to 1e+12 (time of one step)");
    EXPECT_EQ(
        error_of("[world]\nmargin = inf\n"),
        "my.toml:2: [world] margin = inf is not a finite number; expected a number from 0 to 1e+12 (how far outside "
        "agents get before they are brought back)");
    EXPECT_EQ(error_of("[world]\nsize = [10, nan]\n"),
              "my.toml:2: [world] size[1] = nan is not a finite number; expected a number from 1e-12 to 1e+12 (of the "
              "world)");
}

TEST(ScenarioError, an_empty_world_is_refused) {
    EXPECT_EQ(error_of("[world]\nsize = [0, 10]\n"),
              "my.toml:2: [world] size[0] = 0 is outside 1e-12 to 1e+12 (of the world)");
    EXPECT_EQ(error_of("[world]\nsize = [10, -1]\n"),
              "my.toml:2: [world] size[1] = -1 is outside 1e-12 to 1e+12 (of the world)");
}

TEST(ScenarioError, a_world_that_the_precision_cannot_resolve_is_refused) {
    EXPECT_EQ(error_of("[world]\nsize = [10, 10]\norigin = [1e9, 1e9]\n"),
              "my.toml:2: [world] size[0] = 10 is too small at that distance from 0: a coordinate in single precision "
              "has steps of 64 there, and a side needs 256 of them; expected precision = \"double\" or an origin "
              "nearer to 0");
    EXPECT_EQ(error_of("precision = \"double\"\n[world]\nsize = [10, 10]\norigin = [1e9, 1e9]\n"), "no error");
    EXPECT_EQ(error_of("precision = \"double\"\n[world]\nsize = [1e-9, 1]\norigin = [1e9, 0]\n"),
              "my.toml:3: [world] size[0] = 0 is too small at that distance from 0: a coordinate in double precision "
              "has steps of 1.19209e-07 there, and a side needs 256 of them; expected an origin nearer to 0");
    // Agents come as far as the margin; an axis that the world does not have is not looked at.
    EXPECT_NE(error_of("[world]\nsize = [10, 10]\nmargin = 1e6\n").find("size[0] = 10 is too small"),
              std::string::npos);
    EXPECT_EQ(error_of("[world]\nsize = [10, 10]\nmargin = 1e6\nboundary = \"open\"\n"), "no error");
    EXPECT_EQ(error_of("[world]\nsize = [1e-12, 1e12]\n"), "no error");
}

TEST(ScenarioError, arrays_have_as_many_numbers_as_the_world_has_dimensions) {
    EXPECT_EQ(error_of("[world]\nsize = [1, 2, 3]\n"),
              "my.toml:2: [world] size = [1, 2, 3] has 3 numbers; expected 2 numbers (dimensions = 2)");
    EXPECT_EQ(error_of("dimensions = 3\n[flock]\ncenter = [1]\n"),
              "my.toml:3: [flock] center = [1] has 1 number; expected 3 numbers (dimensions = 3)");
    EXPECT_EQ(error_of("[world]\nboundary = [\"open\"]\n"),
              "my.toml:2: [world] boundary = [\"open\"] has 1 entry; expected 2 (dimensions = 2)");
    EXPECT_EQ(error_of("[world]\nsize = 3\n"),
              "my.toml:2: [world] size = 3 is an integer; expected an array of 2 numbers (dimensions = 2)");
}

TEST(ScenarioError, an_unknown_name_comes_with_the_nearest) {
    EXPECT_EQ(error_of("[model]\nname = \"bods\"\n"),
              "my.toml:2: [model] name = \"bods\" is not known; did you mean \"boids\"?");
    EXPECT_EQ(error_of("precision = \"duble\"\n"),
              "my.toml:1: precision = \"duble\" is not known; did you mean \"double\"?");
    EXPECT_EQ(error_of("precision = \"half\"\n"),
              "my.toml:1: precision = \"half\" is not known; expected \"single\" or \"double\"");
    EXPECT_EQ(error_of("[flock]\nstart = \"unifrom\"\n"),
              "my.toml:2: [flock] start = \"unifrom\" is not known; did you mean \"uniform\"?");
    EXPECT_EQ(error_of("[[kind]]\nname = \"crow\"\n[flock]\nkind = \"cow\"\n"),
              "my.toml:4: [flock] kind = \"cow\" is not known; did you mean \"crow\"?");
    EXPECT_EQ(error_of("[kind]\nshape = \"brid\"\n"),
              "my.toml:2: [kind] shape = \"brid\" is not known; did you mean \"bird\"?");
    EXPECT_EQ(error_of("[picture]\ntheme = \"ligth\"\n"),
              "my.toml:2: [picture] theme = \"ligth\" is not known; did you mean \"light\"?");
    EXPECT_EQ(error_of("[observe]\nwhat = [\"polarisation\"]\n"),
              "my.toml:2: [observe] what[0] = \"polarisation\" is not known; did you mean \"polarization\"?");
}

TEST(ScenarioError, a_color_is_six_hexadecimal_digits) {
    EXPECT_EQ(error_of("[kind]\ncolor = \"red\"\n"),
              "my.toml:2: [kind] color = \"red\" is not a color; expected \"#rrggbb\"");
    EXPECT_EQ(error_of("[kind]\ncolor = \"#12345g\"\n"),
              "my.toml:2: [kind] color = \"#12345g\" is not a color; expected \"#rrggbb\"");
    EXPECT_EQ(error_of("[kind]\ncolor = \"#D55e00\"\n"), "no error");
}

TEST(ScenarioError, malformed_toml_names_line_and_column) {
    EXPECT_EQ(error_of("seed = 1\nsteps = \n").substr(0, 30), "my.toml:2:9: not valid TOML: E");
    EXPECT_EQ(error_of("a = tru\n").find('\n'), std::string::npos);
    EXPECT_EQ(error_of("a = [}\n").substr(0, 27), "my.toml:1:6: not valid TOML");
    EXPECT_EQ(error_of("[model]\n[model]\n").substr(0, 27), "my.toml:2:1: not valid TOML");
    EXPECT_EQ(error_of("seed = 1\nseed = 2\n").substr(0, 27), "my.toml:2:8: not valid TOML");
    EXPECT_EQ(error_of(std::string("title = \"\xFF\"\n")).substr(0, 10), "my.toml:1:");
}

TEST(ScenarioError, no_depth_of_keys_or_values_runs_over_the_stack) {
    std::string key = "a";
    for (int i = 0; i < 300'000; ++i) key += ".a";
    const std::string more_than = "a key has more than 16 parts; no scenario's has so many";
    for (const std::string& text :
         {key + " = 1", "[" + key + "]", "[[" + key + "]]", "x = {" + key + " = 1}", "\"a\" . 'b' . " + key + " = 1",
          "x = {y = \"\"\"z\"\"\"\", " + key + " = 1}", "x = {y = '''z''''', " + key + " = 1}"}) {
        EXPECT_EQ(error_of("seed = 1\n" + text), "my.toml:2: " + more_than);
    }
    EXPECT_EQ(error_of("title = \"\"\"\n\"\" \\\"\"\"\"\n" + key + " = 1"), "my.toml:3: " + more_than);
    EXPECT_NE(error_of("x = " + std::string(300'000, '[')).find("not valid TOML"), std::string::npos);
    std::string tables;
    for (int i = 0; i < 100'000; ++i) tables += "{a=";
    EXPECT_NE(error_of("x = " + tables).find("not valid TOML"), std::string::npos);
    // Dots elsewhere are no parts of a key.
    const std::string dots = "................................";
    for (const std::string& text :
         {"title = \"" + dots + "\"", "title = '" + dots + "'", "# " + dots, "title = '''\n" + dots + "'''",
          "notes = \"\"\"" + dots + "\\\"\n" + dots + "\"\"\""}) {
        read_or_fail(text);
    }
}

TEST(ScenarioError, a_kind_stands_once) {
    EXPECT_EQ(error_of("[[kind]]\nname = \"a\"\n[[kind]]\nname = \"a\"\n"),
              "my.toml:4: [[kind]] name = \"a\" is there twice; every kind has its own");
}

TEST(ScenarioError, parameters_of_a_kind_are_checked_as_those_of_the_model) {
    const std::string kind = "[[kind]]\n[kind.model]\n";
    EXPECT_EQ(error_of(kind + "max_sped = 1\n"),
              "my.toml:3: [kind.model] has no \"max_sped\"; did you mean \"max_speed\"?");
    EXPECT_EQ(error_of(kind + "max_speed = -1\n").substr(0, 43), "my.toml:3: [kind.model] max_speed = -1 is o");
    EXPECT_EQ(error_of(kind + "max_speed = \"x\"\n").substr(0, 48),
              "my.toml:3: [kind.model] max_speed = \"x\" is a str");
    EXPECT_EQ(error_of(kind + "alignment_form = \"match_velocty\"\n"),
              "my.toml:3: [kind.model] alignment_form = \"match_velocty\" is not known; did you mean "
              "\"match_velocity\"?");
    EXPECT_EQ(error_of("[[kind]]\nmodel = 3\n"), "my.toml:2: kind.model is not a table; expected [kind.model]");
    EXPECT_EQ(error_of("[[kind]]\ntoward = 3\n"),
              "my.toml:2: kind.toward is not a table; expected [kind.toward] or [[kind.toward]]");
}

TEST(ScenarioError, what_is_said_toward_a_kind_names_one_that_is_there_and_once) {
    const std::string cod = "[[kind]]\nname = \"cod\"\n";
    EXPECT_EQ(error_of(cod + "[[kind.toward]]\nkind = \"code\"\n"),
              "my.toml:4: [[kind.toward]] kind = \"code\" is not known; did you mean \"cod\"?");
    EXPECT_EQ(error_of(cod + "[[kind.toward]]\nkind = \"cod\"\n[[kind.toward]]\nkind = \"cod\"\n"),
              "my.toml:6: [[kind.toward]] kind = \"cod\" is there twice; expected one table for each kind");
    EXPECT_EQ(error_of(cod + "[[kind.toward]]\ncohesion_weight = 0\n"),
              "my.toml:3: [[kind.toward]] does not say which neighbors it means; expected kind = \"...\" (one of "
              "[[kind]])");
    EXPECT_EQ(error_of(cod + "[[kind.toward]]\nkind = \"cod\"\nseparation_wight = 0\n"),
              "my.toml:5: [[kind.toward]] has no \"separation_wight\"; did you mean \"separation_weight\"?");
    // A kind may be named before it comes, and one that has no name is called agent.
    EXPECT_EQ(error_of("[[kind]]\n[[kind.toward]]\nkind = \"agent\"\n"), "no error");
    EXPECT_EQ(error_of("[[kind]]\n[[kind.toward]]\nkind = \"cod\"\n" + cod), "no error");
}

TEST(ScenarioError, kinds_have_no_more_sets_of_parameters_than_a_step_has_room_for) {
    std::string text;
    const auto add = [&](int kind) {
        text += "[[kind]]\nname = \"k" + std::to_string(kind) +
                "\"\nmodel = { noise = 1 }\n[[kind.toward]]\nkind = \"k0\"\n";
    };
    for (int kind = 0; kind < 31; ++kind) add(kind);
    text += "[[kind]]\n[[kind.toward]]\nkind = \"k0\"\n[[kind]]\nname = \"only a name\"\n";
    EXPECT_EQ(error_of(text), "no error");
    const Scenario full = read_or_fail(text);
    add(31);
    EXPECT_EQ(error_of(text),
              "my.toml:161: there are 66 sets of parameters; expected at most 64: that of [model], one for each "
              "[kind.model], one for each [[kind.toward]]");
    EXPECT_TRUE(check_kind(full, {.name = "one more"}));
    EXPECT_FALSE(check_kind(full, {.name = "one more", .parameters = {{"noise", 1}}}));
}

TEST(ScenarioError, kinds_of_a_program_are_checked_as_those_of_a_text) {
    const auto refusal = [](const Scenario& s) {
        const auto checked = check_scenario(s);
        return checked ? "no error" : checked.error().message;
    };
    const Scenario good = read_or_fail(kTwoKinds);
    EXPECT_EQ(refusal(good), "no error");
    Scenario s = good;
    s.kinds[1].parameters[0].name = "max_sped";
    EXPECT_EQ(refusal(s), "kind.1: [kind.model] has no \"max_sped\"; did you mean \"max_speed\"?");
    s = good;
    s.kinds[1].parameters.push_back({"max_speed", 1});
    EXPECT_EQ(refusal(s), "kind.1: [kind.model] max_speed is there twice");
    s = good;
    s.kinds[0].toward[0].parameters[0].value = -1;
    EXPECT_EQ(refusal(s).substr(0, 64), "kind.0.toward.0: [[kind.toward]] separation_radius = -1 is outsi");
    s = good;
    s.kinds[0].toward.push_back({"crab", {}});
    EXPECT_EQ(refusal(s),
              "kind.0.toward.1: [[kind.toward]] kind = \"crab\" is not known; expected \"herring\" or \"cod\"");
    KindSpec added{.name = "eel"};
    added.toward.push_back({"eel", {}});
    EXPECT_TRUE(check_kind(good, added));
    added.toward.push_back({"hake", {}});
    const auto checked = check_kind(good, added);
    ASSERT_FALSE(checked);
    EXPECT_EQ(checked.error().message,
              "toward.1: [[kind.toward]] kind = \"hake\" is not known; expected \"herring\", \"cod\" or \"eel\"");
}

TEST(ScenarioError, whom_an_agent_sees_is_said_by_a_kind_but_not_toward_one) {
    Description model = default_model();
    const std::string name = "noise";
    const auto error_with = [&](bool perception, const std::string& text) {
        model.parameters[row_of(name)].perception = perception;
        const auto tree = parse_toml(text, "my.toml");
        Report report{.file = "my.toml"};
        Section section(report, *tree, "[[kind]]");
        KindSpec kind;
        kind_keys(section, kind, {}, {"cod"}, &model);
        return report.error ? report.error->message : "no error";
    };
    const std::string toward = "[[toward]]\nkind = \"cod\"\n" + name + " = 1\n";
    EXPECT_EQ(error_with(false, toward), "no error");
    EXPECT_EQ(error_with(true, toward), "my.toml:3: [[kind.toward]] " + name +
                                            " is the same toward all kinds; expected it in [kind.model] or "
                                            "[model]");
    EXPECT_EQ(error_with(true, "[model]\n" + name + " = 1\n"), "no error");
}

TEST(ScenarioError, times_of_a_path_grow) {
    const std::string type = influences().front().name;
    EXPECT_EQ(error_of("[" + type + "]\npath = [[0, 1, 1], [2, 1, 1],\n[2, 3, 3]]\n"),
              "my.toml:3: [" + type + "] path[2] has time 2; expected later than 2");
    EXPECT_EQ(error_of("[" + type + "]\npath = [[-1, 1, 1]]\n"),
              "my.toml:2: [" + type + "] path[0] has time -1; expected 0 or later");
    EXPECT_EQ(error_of("[" + type + "]\npath = [[1, 1]]\n"),
              "my.toml:2: [" + type + "] path[0] = [1, 1] has 2 numbers; expected 3 numbers (time, then position)");
}

TEST(ScenarioError, a_start_from_a_file_and_the_file_belong_together) {
    EXPECT_EQ(error_of("[flock]\nstart = \"file\"\n"),
              "my.toml:1: [flock] start = \"file\" needs file = \"...\" (a CSV with id,x,y[,z],vx,vy[,vz])");
    EXPECT_EQ(error_of("[flock]\nfile = \"a.csv\"\n"),
              "my.toml:2: [flock] file is only read with start = \"file\"; here start = \"uniform\"");
    EXPECT_EQ(error_of("[flock]\ntable = \"id,x\"\n"),
              "my.toml:2: [flock] table is only read with start = \"file\"; here start = \"uniform\"");
    EXPECT_EQ(error_of("[flock]\nstart = \"file\"\nfile = \"a.csv\"\ntable = \"id,x\"\n"),
              "my.toml:4: [flock] table stands beside a file; expected one of the two");
}

TEST(ScenarioError, a_removal_says_who_leaves) {
    EXPECT_EQ(error_of("[[remove]]\nstep = 3\n"),
              "my.toml:1: [[remove]] does not say who leaves; expected kind or ids");
}

TEST(ScenarioError, a_control_sets_numbers_of_the_model) {
    EXPECT_EQ(
        error_of("[[control]]\nlabel = \"x\"\n"),
        "my.toml:1: [[control]] does not say what it sets; expected parameter = \"...\" (one of the model's, or a "
        "list: set together)");
    EXPECT_EQ(error_of("[[control]]\nparameter = \"max_sped\"\n"),
              "my.toml:2: [[control]] parameter = \"max_sped\" is not known; did you mean \"max_speed\"?");
    EXPECT_EQ(error_of("[[control]]\nparameter = [\"max_speed\", \"noisse\"]\n"),
              "my.toml:2: [[control]] parameter[1] = \"noisse\" is not known; did you mean \"noise\"?");
    EXPECT_EQ(error_of("[[control]]\nparameter = []\n"),
              "my.toml:2: [[control]] parameter = [] names no parameter of the model");
    EXPECT_EQ(error_of("[[control]]\nparameter = [\"noise\", \"noise\"]\n"),
              "my.toml:2: [[control]] parameter names \"noise\" twice");
    EXPECT_EQ(error_of("[[control]]\nparameter = \"cohesion_form\"\n"),
              "my.toml:2: [[control]] parameter = \"cohesion_form\" is a choice; expected a number of the model");
    EXPECT_EQ(error_of("[[control]]\nparameter = \"noise\"\nmaximun = 2\n"),
              "my.toml:3: [[control]] has no \"maximun\"; did you mean \"maximum\"?");
    EXPECT_EQ(error_of("control = 1\n"), "my.toml:1: control is not a table; expected [control] or [[control]]");
}

TEST(ScenarioError, a_slider_stays_in_the_range_of_its_parameters) {
    const std::string head = "[[control]]\nparameter = [\"noise\", \"view_angle\"]\n";
    EXPECT_EQ(error_of(head + "maximum = 400\n"),
              "my.toml:3: [[control]] maximum = 400 is outside 0 to 360 (view_angle)");
    EXPECT_EQ(error_of(head + "maximum = 400\ndivisor = 2\n"), "no error");
    EXPECT_EQ(error_of(head + "maximum = 800\ndivisor = 2\n"),
              "my.toml:3: [[control]] maximum = 800 / 2 is outside 0 to 360 (view_angle)");
    EXPECT_EQ(error_of(head + "minimum = -1\n"), "my.toml:3: [[control]] minimum = -1 is outside 0 to 1000000 (noise)");
    EXPECT_EQ(error_of(head + "minimum = 1\n"),
              "my.toml:1: [[control]] goes from minimum = 1 to maximum = 1; expected a larger maximum");
    EXPECT_EQ(error_of(head + "step = 0\n"),
              "my.toml:3: [[control]] step = 0 is outside 1e-12 to 1e+12 (of the slider)");
    EXPECT_EQ(error_of(head + "divisor = 0\n"),
              "my.toml:3: [[control]] divisor = 0 is outside 1e-12 to 1e+12 (the parameter is the slider's number "
              "divided by it)");
}

TEST(ScenarioError, buttons_and_their_values_are_equally_many_and_in_range) {
    const std::string one = "[[control]]\nparameter = \"view_angle\"\n";
    const std::string two = "[[control]]\nparameter = [\"noise\", \"view_angle\"]\n";
    EXPECT_EQ(error_of(one + "options = [\"a\", \"b\"]\nvalues = [1]\n"),
              "my.toml:1: [[control]] has 2 options and 1 values; expected one for each");
    EXPECT_EQ(error_of(one + "values = [1]\n"),
              "my.toml:1: [[control]] has 0 options and 1 values; expected one for each");
    EXPECT_EQ(error_of(one + "options = [\"a\", 2]\n"),
              "my.toml:3: [[control]] options[1] = 2 is an integer; expected a string (labels of buttons, which stand "
              "instead of the slider)");
    EXPECT_EQ(error_of(one + "options = [\"a\"]\nvalues = [361]\n"),
              "my.toml:4: [[control]] values[0] = 361 is outside 0 to 360 deg (view_angle)");
    EXPECT_EQ(
        error_of(one + "options = [\"a\"]\nvalues = \"b\"\n"),
        "my.toml:4: [[control]] values = \"b\" is a string; expected an array (of each button: a number, or one a "
        "parameter)");
    EXPECT_EQ(error_of(two + "options = [\"a\"]\nvalues = [[1, 361]]\n"),
              "my.toml:4: [[control]] values[0][1] = 361 is outside 0 to 360 deg (view_angle)");
    EXPECT_EQ(error_of(two + "options = [\"a\"]\nvalues = [[1]]\n"),
              "my.toml:4: [[control]] values[0] = [1] has 1 number; expected 2 (one a parameter)");
}

TEST(ScenarioError, every_parameter_of_every_model_and_influence_is_checked_against_its_own_range) {
    const auto check = [](const Description& description, const std::string& head, const std::string& label) {
        for (const ParameterInfo& parameter : description.parameters) {
            const std::string bad = head + parameter.name + " = 1e300\n";
            const std::string message = error_of(bad);
            EXPECT_NE(message.find(label + ' ' + parameter.name + " = 1e+300 is "), std::string::npos) << message;
            EXPECT_NE(message, "no error");
            const std::string slip = head + parameter.name + "q = 1\n";
            EXPECT_NE(error_of(slip).find(label + " has no \"" + parameter.name + "q\"; did you mean \""),
                      std::string::npos)
                << error_of(slip);
        }
    };
    for (const Description& model : models()) check(model, "[model]\nname = \"" + model.name + "\"\n", "[model]");
    for (const Description& one : influences()) check(one, "[[" + one.name + "]]\n", "[[" + one.name + "]]");
}

// --set

TEST(Override, changes_a_value_wherever_it_stands) {
    const std::string text = "seed = 1\n[[flock]]\nagents = 5\n[[flock]]\nagents = 6\n[kind]\nsize = 2\n";
    const Scenario s =
        read_or_fail(text, {"seed=7", "flock.1.agents=9", "kind.size = 3", "picture.theme=light", "title=a b"});
    EXPECT_EQ(s.seed, 7U);
    EXPECT_EQ(s.flocks[0].agents, 5);
    EXPECT_EQ(s.flocks[1].agents, 9);
    EXPECT_EQ(s.kinds[0].size, 3);
    EXPECT_EQ(s.picture.theme, Theme::light);
    EXPECT_EQ(s.title, "a b");
}

TEST(Override, makes_a_table_that_is_not_there) {
    EXPECT_EQ(read_or_fail("", {"flock.agents=9"}).flocks[0].agents, 9);
    EXPECT_EQ(read_or_fail("[flock]\n", {"flock.0.agents=9"}).flocks[0].agents, 9);
    EXPECT_EQ(read_or_fail("", {"world.size=[3, 4]"}).world.upper[1], 4);
}

TEST(Override, reaches_the_parameters_of_a_kind) {
    const Scenario s = read_or_fail(
        kTwoKinds, {"kind.0.model.max_speed=5", "kind.1.model.max_speed=7", "kind.0.toward.0.cohesion_weight=2",
                    "kind.1.toward.kind=herring", "kind.1.toward.separation_weight=0"});
    EXPECT_EQ(value_of(s.kinds[0].parameters, "max_speed"), 5);
    EXPECT_EQ(value_of(s.kinds[0].parameters, "cohesion_radius"), 30);
    EXPECT_EQ(value_of(s.kinds[1].parameters, "max_speed"), 7);
    EXPECT_EQ(value_of(s.kinds[0].toward[0].parameters, "cohesion_weight"), 2);
    ASSERT_EQ(s.kinds[1].toward.size(), 1U);
    EXPECT_EQ(s.kinds[1].toward[0].kind, "herring");
    EXPECT_EQ(value_of(s.kinds[1].toward[0].parameters, "separation_weight"), 0);
    EXPECT_EQ(error_of(kTwoKinds, {"kind.1.model.max_sped=7"}),
              "--set kind.1.model.max_sped=7: [kind.model] has no \"max_sped\"; did you mean \"max_speed\"?");
}

TEST(Override, the_last_one_wins) { EXPECT_EQ(read_or_fail("", {"seed=1", "seed=2"}).seed, 2U); }

TEST(Override, an_error_names_the_option_and_no_line) {
    EXPECT_EQ(
        error_of("seed = 1\n", {"seed=x"}),
        "--set seed=x: seed = \"x\" is a string; expected an integer from 0 to 9223372036854775807 (of every random "
        "number)");
    EXPECT_EQ(error_of("", {"sed=1"}), "--set sed=1: the scenario has no \"sed\"; did you mean \"seed\"?");
    EXPECT_EQ(error_of("", {"wrold.size=[1,1]"}),
              "--set wrold.size=[1,1]: the scenario has no \"wrold\"; did you mean \"world\"?");
    EXPECT_EQ(error_of("[[flock]]\n[[flock]]\n", {"flock.agents=2"}),
              "--set flock.agents=2: there are 2 of [[flock]]; expected flock.0.agents or another index");
    EXPECT_EQ(error_of("[[flock]]\n[[flock]]\n", {"flock.2.agents=2"}),
              "--set flock.2.agents=2: there is no flock.2; [[flock]] stands 2 times, counted from 0");
    EXPECT_EQ(error_of("", {"seed"}), "--set seed: expected key.path=value, e.g. model.name=boids");
    EXPECT_EQ(error_of("", {"a..b=1"}), "--set a..b=1: the key path has an empty part; expected key.path=value");
    EXPECT_EQ(error_of("seed = 1\n", {"seed.x=1"}), "--set seed.x=1: seed is no table, so it has no \"x\"");
}

TEST(Override, a_value_cannot_smuggle_in_other_keys) { EXPECT_EQ(read_or_fail("", {"title=1\nseed = 5"}).seed, 1U); }

// Writing

TEST(WriteScenario, the_default_reads_back_equal) {
    expect_same(read_or_fail(""), read_or_fail(write_scenario(read_or_fail(""))));
}

TEST(WriteScenario, everything_set_reads_back_equal) {
    const std::string type = influences().front().name;
    const Scenario s = read_or_fail(
        "title = 'say \"hi\" \\ there'\nnotes = \"two\\nlines\\t\\u0001\"\ndimensions = 3\nprecision = \"double\"\n"
        "seed = 9223372036854775807\nsteps = 3\ndt = 0.016666666666666666\n"
        "[world]\nsize = [0.3, 1e9, 7]\norigin = [-0.1, 1e-5, 3]\nboundary = [\"open\", \"periodic\", \"open\"]\n"
        "[[kind]]\nname = \"a\"\ncolor = \"#010203\"\n[[kind]]\nname = \"b\"\nshape = \"fish\"\nsize = 0.1\n"
        "[[flock]]\nkind = \"b\"\ncenter = [1, 2, 3]\n[[flock]]\nstep = 4\nagents = 3\nstart = \"file\"\nfile = \"x "
        "y.csv\"\n"
        "[[flock]]\nstep = 4\norder = 7\nstart = \"file\"\ntable = \"\"\"\nid,x\n\\t1\n2,\"\"\"\n"
        "[[remove]]\nstep = 2\norder = 3\nkind = \"a\"\nids = [3, 4294967295]\n"
        "[[" +
        type +
        "]]\nposition = [0.1, 0.2, 0.3]\npath = [[0, 1, 2, 3], [0.1, 4, 5, 6]]\nrepeat = true\n"
        "[[control]]\nparameter = \"noise\"\nlabel = \"a \\\"b\\\"\"\nminimum = 0.1\nmaximum = 7\nstep = 0.3\ndivisor "
        "= 1700\n"
        "[[control]]\nparameter = [\"noise\", \"max_speed\"]\noptions = [\"c\\nd\", \"\"]\nvalues = [[0.1, 2], 3]\n"
        "[observe]\nwhat = \"none\"\nevery = 3\n[picture]\nwidth = 64\nfollow = 2\ny_up = false\n[movie]\nevery = 2\n");
    const std::string text = write_scenario(s);
    const Scenario again = read_or_fail(text);
    expect_same(s, again);
    EXPECT_EQ(again.title, s.title);
    EXPECT_EQ(again.notes, s.notes);
    EXPECT_EQ(again.world.lower, s.world.lower);
    EXPECT_EQ(again.world.upper, s.world.upper);
    EXPECT_EQ(again.dt, s.dt);
    EXPECT_EQ(again.flocks[1].file, "x y.csv");
    EXPECT_EQ(again.flocks[2].order, 7);
    EXPECT_EQ(again.flocks[2].table, "id,x\n\t1\n2,");
    EXPECT_EQ(again.flocks[2].agents, 2);
    EXPECT_EQ(again.removals[0].ids, s.removals[0].ids);
    EXPECT_EQ(again.removals[0].order, 3);
    EXPECT_EQ(again.influences[0].path[1].position, s.influences[0].path[1].position);
    EXPECT_EQ(again.observe.what, s.observe.what);
    ASSERT_EQ(again.controls.size(), 2U);
    EXPECT_EQ(again.controls[0].label, "a \"b\"");
    EXPECT_EQ(again.controls[0].divisor, 1700);
    EXPECT_EQ(again.controls[1].parameters, s.controls[1].parameters);
    EXPECT_EQ(again.controls[1].options, s.controls[1].options);
    EXPECT_EQ(again.controls[1].values, s.controls[1].values);
}

TEST(WriteScenario, parameters_of_kinds_read_back_equal_and_only_those_are_written) {
    Scenario s = read_or_fail(kTwoKinds);
    s.kinds[1].toward.push_back({"cod", {}});
    s.kinds[1].toward.push_back({"herring", {{"noise", 0.1}}});
    const std::string text = write_scenario(s);
    const Scenario again = read_or_fail(text);
    expect_same(s, again);
    ASSERT_EQ(again.kinds.size(), 2U);
    EXPECT_EQ(again.kinds[0].parameters.size(), 2U);
    EXPECT_EQ(value_of(again.kinds[0].parameters, "cohesion_radius"), 30);
    EXPECT_EQ(value_of(again.kinds[0].toward[0].parameters, "separation_radius"), 60);
    ASSERT_EQ(again.kinds[1].toward.size(), 2U);
    EXPECT_EQ(again.kinds[1].toward[0].kind, "cod");
    EXPECT_TRUE(again.kinds[1].toward[0].parameters.empty());
    EXPECT_EQ(value_of(again.kinds[1].toward[1].parameters, "noise"), 0.1);
    EXPECT_EQ(write_scenario(read_or_fail("[[kind]]\n")).find("[kind."), std::string::npos);
}

TEST(WriteScenario, every_builtin_scenario_reads_and_reads_back_equal) {
    for (const BuiltinScenario& builtin : builtin_scenarios()) {
        const auto first = read_scenario(builtin.text, std::string(builtin.name));
        ASSERT_TRUE(first) << first.error().message;
        const auto again = read_scenario(write_scenario(*first), std::string(builtin.name));
        ASSERT_TRUE(again) << again.error().message;
        expect_same(*first, *again);
        EXPECT_EQ(first->world.upper, again->world.upper) << builtin.name;
    }
}

TEST(WriteScenario, every_default_of_every_model_is_written) {
    for (const Description& model : models()) {
        const std::string text = write_scenario(read_or_fail("[model]\nname = \"" + model.name + "\"\n"));
        for (const ParameterInfo& parameter : model.parameters) {
            EXPECT_NE(text.find('\n' + parameter.name + " = "), std::string::npos)
                << model.name << ' ' << parameter.name;
        }
    }
}

TEST(NearestName, finds_the_slip_of_a_finger_and_nothing_far) {
    const std::vector<std::string> names{"noise", "radius", "speed", "minimum_image"};
    EXPECT_EQ(nearest_name("nose", names), "noise");
    EXPECT_EQ(nearest_name("niose", names), "noise");
    EXPECT_EQ(nearest_name("Radius", names), "radius");
    EXPECT_EQ(nearest_name("minimum", names), "minimum_image");
    EXPECT_EQ(nearest_name("x", names), "");
    EXPECT_EQ(nearest_name("temperature", names), "");
    EXPECT_EQ(nearest_name("", names), "");
    EXPECT_EQ(nearest_name("nose", {}), "");
}

TEST(Describe, finds_rows_and_places_by_name) {
    const Description& model = models().front();
    EXPECT_EQ(find_description(models(), model.name), &model);
    EXPECT_EQ(find_description(models(), "no such model"), nullptr);
    ASSERT_FALSE(model.parameters.empty());
    EXPECT_EQ(parameter_index(model, model.parameters.back().name), static_cast<int>(model.parameters.size()) - 1);
    EXPECT_EQ(parameter_index(model, "no such parameter"), -1);
    EXPECT_EQ(default_values(model).size(), model.parameters.size());
}

}  // namespace
}  // namespace dunlin
