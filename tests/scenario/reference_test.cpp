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
    template <class Sentence>
    void rule(std::string_view, bool, const Sentence&) {}
    void default_values(const std::vector<double>&, const Description&) {}
    template <class Visit>
    void table(std::string_view, Visit) {}
    template <class Entry, class Visit>
    void list(std::string_view, const std::vector<Entry>&, Visit) {}

    template <class Value, class Type>
    void key(std::string_view name, const Value& value, const Type& type, std::string_view help) {
        const bool shown = type.is_written(value) && help.find("default:") == std::string_view::npos &&
                           name != "parameter";  // has none
        const std::string text = shown ? '`' + type.written(value, 2) + '`' : "";
        out_ += "| `" + std::string(name) + "` | " + text + " | " + type.allowed() + " | " + std::string(help) + " |\n";
    }
    std::string take() { return "| key | default | allowed | meaning |\n|---|---|---|---|\n" + std::move(out_); }

  private:
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
    const TowardSpec toward;
    const FlockSpec flock;
    const RemovalSpec removal;
    const InfluenceSpec influence;
    const ControlSpec control;
    return {
        {"scenario", table([&](Rows& rows) { scenario_keys(rows, s); })},
        {"world", table([&](Rows& rows) { world_keys(rows, s.world); })},
        {"kind", table([&](Rows& rows) { kind_keys(rows, kind, {}, {}, nullptr); })},
        {"toward", table([&](Rows& rows) { toward_keys(rows, toward, {}, {}, nullptr); })},
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
