// SPDX-License-Identifier: Apache-2.0
// The tables of docs/scenario.md are made from the lists of keys themselves; this compares them. To write them anew:
// DUNLIN_WRITE_DOCS=1 ctest -R reference
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "dunlin/scenario/schema.hpp"
#include "dunlin/scenario/text.hpp"

namespace dunlin {
namespace {

std::filesystem::path page() { return std::filesystem::path(DUNLIN_SOURCE_DIR) / "docs/scenario.md"; }

/// The table of one section (a visitor of schema.hpp).
class Rows {
  public:
    void row(std::string_view key, const std::string& value, const std::string& allowed, std::string_view help) {
        out_ += "| `" + std::string(key) + "` | " + value + " | " + allowed + " | " + std::string(help) + " |\n";
    }
    std::string take() { return "| key | default | allowed | meaning |\n|---|---|---|---|\n" + std::move(out_); }

    void text(std::string_view key, const std::string& value, std::string_view help) {
        row(key, code(in_quotes(value)), "a string", help);
    }
    void color(std::string_view key, const std::string& value, std::string_view help) {
        row(key, code(in_quotes(value)), "a color", help);
    }
    void number(std::string_view key, double value, NumberRange range, std::string_view help) {
        row(key, code(short_number(value)), bounds(range), help);
    }
    void integer(std::string_view key, std::uint64_t value, IntegerRange range, std::string_view help) {
        row(key, code(std::to_string(static_cast<std::int64_t>(value))),
            "integer, " + std::to_string(range.lowest) + " to " + std::to_string(range.highest), help);
    }
    void even_integer(std::string_view key, int value, IntegerRange range, std::string_view help) {
        row(key, code(std::to_string(value)),
            "even integer, " + std::to_string(range.lowest) + " to " + std::to_string(range.highest), help);
    }
    void flag(std::string_view key, bool value, std::string_view help) {
        row(key, code(value ? "true" : "false"), "`true`, `false`", help);
    }
    void name(std::string_view key, const std::string& value, const std::vector<std::string>& names, bool,
              std::string_view help) {
        row(key, code(in_quotes(value)), list(names), help);
    }
    template <class Enum>
    void choice(std::string_view key, Enum value, std::span<const std::string_view> names, std::string_view help) {
        row(key, code(in_quotes(names[static_cast<std::size_t>(value)])), list(list_of(names)), help);
    }
    void vector(std::string_view key, const Vec3& value, NumberRange range, std::string_view help) {
        const std::string numbers = '[' + short_number(value[0]) + ", " + short_number(value[1]) + ']';
        row(key, help.find("default:") == std::string_view::npos ? code(numbers) : "", "numbers, " + bounds(range),
            help);
    }
    void optional_vector(std::string_view key, bool, const Vec3&, std::string_view help) {
        row(key, "", "numbers, " + bounds(kAnyCoordinate), help);
    }
    void box(std::string_view size_key, std::string_view origin_key, const Vec3& lower, const Vec3& upper) {
        vector(size_key, {upper[0] - lower[0], upper[1] - lower[1], 0}, kPositive, "of the world");
        vector(origin_key, lower, kAnyCoordinate, "the lower corner");
    }
    void boundaries(std::string_view key, const std::array<Boundary, 3>& boundary,
                    std::span<const std::string_view> names, std::string_view help) {
        choice(key, boundary[0], names, help);
    }
    void start_file(std::string_view key, const FlockSpec&, std::string_view help) { row(key, "", "a path", help); }
    void start_table(std::string_view key, const FlockSpec&, std::string_view help) { row(key, "", "a string", help); }
    void ids(std::string_view key, const std::vector<std::uint32_t>&, std::string_view help) {
        row(key, "`[]`", "integers", help);
    }
    void parameters(const Description&, const std::vector<double>&) {}
    void parameter_names(std::string_view key, const std::vector<std::string>&, const Description&,
                         std::string_view help) {
        row(key, "", "a name, or a list of names", help);
    }
    void texts(std::string_view key, const std::vector<std::string>&, std::string_view help) {
        row(key, "`[]`", "strings", help);
    }
    void settings(std::string_view key, const std::vector<std::vector<double>>&, const std::vector<std::string>&,
                  const Description&, std::string_view help) {
        row(key, "`[]`", "numbers, or lists of numbers, in the parameter's range", help);
    }
    void path(std::string_view key, const std::vector<Waypoint>&, std::string_view help) {
        row(key, "`[]`", "points, times growing from 0 or later", help);
    }
    void names_or_all(std::string_view key, const std::vector<std::string>& chosen,
                      const std::vector<std::string>& names, std::string_view help) {
        std::string by_default;
        for (const std::string& name : chosen) by_default += (by_default.empty() ? "\"" : ", \"") + name + '"';
        row(key, code(chosen.empty() ? "\"all\"" : '[' + by_default + ']'), list(names), help);
    }

  private:
    static std::string code(const std::string& text) { return '`' + text + '`'; }
    static std::string bounds(NumberRange range) {
        return short_number(range.lowest) + " to " + short_number(range.highest) +
               (range.unit.empty() ? "" : ' ' + std::string(range.unit));
    }
    static std::string list(const std::vector<std::string>& names) {
        std::string text;
        for (const std::string& name : names) text += (text.empty() ? "" : ", ") + code(in_quotes(name));
        return text.empty() ? "a name" : text;
    }
    std::string out_;
};

template <class Walk>
std::string table(Walk walk) {
    Rows rows;
    walk(rows);
    return rows.take();
}

std::map<std::string, std::string> tables() {
    const Scenario s;
    const KindSpec kind;
    const FlockSpec flock;
    const RemovalSpec removal;
    const InfluenceSpec influence;
    const ControlSpec control;
    return {
        {"scenario", table([&](Rows& rows) { scenario_keys(rows, s); })},
        {"world", table([&](Rows& rows) { world_keys(rows, s.world); })},
        {"kind", table([&](Rows& rows) { kind_keys(rows, kind); })},
        {"flock", table([&](Rows& rows) { flock_keys(rows, flock, {}); })},
        {"remove", table([&](Rows& rows) { removal_keys(rows, removal, {}); })},
        {"influence", table([&](Rows& rows) { influence_keys(rows, influence, Description{}); })},
        {"control", table([&](Rows& rows) { control_keys(rows, control, Description{}); })},
        {"observe", table([&](Rows& rows) { observe_keys(rows, s.observe); })},
        {"picture", table([&](Rows& rows) { picture_keys(rows, s.picture); })},
        {"movie", table([&](Rows& rows) { movie_keys(rows, s.movie); })},
    };
}

TEST(ScenarioReference, the_tables_of_the_page_are_the_keys_that_are_read) {
    std::ifstream in(page());
    ASSERT_TRUE(in) << page();
    std::stringstream stream;
    stream << in.rdbuf();
    std::string text = stream.str();
    for (const auto& [name, expected] : tables()) {
        const std::string begin = "<!-- keys: " + name + " -->\n";
        const std::string end = "<!-- end -->";
        const std::size_t from = text.find(begin);
        ASSERT_NE(from, std::string::npos) << name;
        const std::size_t start = from + begin.size();
        const std::size_t length = text.find(end, start) - start;
        if (std::getenv("DUNLIN_WRITE_DOCS") != nullptr) {
            text.replace(start, length, expected);
        } else {
            EXPECT_EQ(text.substr(start, length), expected) << "run with DUNLIN_WRITE_DOCS=1 to write the tables anew";
        }
    }
    if (std::getenv("DUNLIN_WRITE_DOCS") != nullptr) std::ofstream(page()) << text;
}

/// The TOML blocks of the page are whole scenarios or begin with a line that says what they are added to.
TEST(ScenarioReference, every_example_of_the_page_is_read) {
    std::ifstream in(page());
    std::stringstream stream;
    stream << in.rdbuf();
    const std::string text = stream.str();
    const std::string fence = "```toml\n";
    int examples = 0;
    for (std::size_t at = text.find(fence); at != std::string::npos; at = text.find(fence, at)) {
        at += fence.size();
        const std::string example = text.substr(at, text.find("```", at) - at);
        const auto read = read_scenario(example, "example");
        EXPECT_TRUE(read) << read.error().message << "\n" << example;
        ++examples;
    }
    EXPECT_GE(examples, 4);
}

}  // namespace
}  // namespace dunlin
