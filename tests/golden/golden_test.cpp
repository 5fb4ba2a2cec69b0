// SPDX-License-Identifier: Apache-2.0
// Every built-in scenario gives the state hash that stands in hashes.toml, on this machine as on every other. Where a
// change of the hash is meant, tools/golden.py writes it anew and asks for the reason.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "support/flocks.hpp"

namespace dunlin::test {
namespace {

struct Golden {
    std::string scenario, hash, commit, why;
    std::vector<std::string> set;
    int steps = 0;
};

/// The file as tools/golden.py writes it: each value on one line, in TOML that is JSON as well.
std::vector<Golden> read_golden() {
    std::ifstream in(std::string(DUNLIN_SOURCE_DIR) + "/tests/golden/hashes.toml");
    std::vector<Golden> all;
    for (std::string line; std::getline(in, line);) {
        if (line == "[[golden]]") all.emplace_back();
        const std::size_t equals = line.find(" = ");
        if (line.empty() || line[0] == '#' || equals == std::string::npos) continue;
        if (all.empty()) give_up("hashes.toml: a key before the first [[golden]]");
        const std::string key = line.substr(0, equals);
        const auto value = nlohmann::json::parse(line.substr(equals + 3));
        Golden& one = all.back();
        if (key == "scenario") one.scenario = value;
        else if (key == "hash") one.hash = value;
        else if (key == "commit") one.commit = value;
        else if (key == "why") one.why = value;
        else if (key == "steps") one.steps = value;
        else if (key == "set") one.set = value.get<std::vector<std::string>>();
        else give_up("hashes.toml: unknown key " + key);
    }
    return all;
}

class GoldenHash : public testing::TestWithParam<Golden> {};

TEST_P(GoldenHash, is_that_of_the_record) {
    const Golden golden = GetParam();
    Simulation simulation = simulate(builtin(golden.scenario, golden.set), {.crew = make_thread_crew(2)});
    run(simulation, golden.steps);
    char hash[20];
    std::snprintf(hash, sizeof hash, "%016llx", static_cast<unsigned long long>(simulation.state_hash()));
    EXPECT_EQ(hash, golden.hash) << "of " << golden.commit << ": " << golden.why
                                 << "\nIf the change is meant: tools/golden.py --why \"...\"";
}

std::string label(const testing::TestParamInfo<Golden>& info) {
    std::string name = info.param.scenario;
    if (!info.param.set.empty()) name.append("_").append(std::to_string(info.index));
    for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
    return name;
}
INSTANTIATE_TEST_SUITE_P(Of, GoldenHash, testing::ValuesIn(read_golden()), label);

TEST(GoldenHashes, stand_there_for_every_built_in_scenario_with_a_reason) {
    std::set<std::string> recorded;
    for (const Golden& golden : read_golden()) {
        recorded.insert(golden.scenario);
        EXPECT_GT(golden.steps, 0) << golden.scenario;
        EXPECT_FALSE(golden.why.empty()) << golden.scenario;
        EXPECT_FALSE(golden.commit.empty()) << golden.scenario;
    }
    for (const BuiltinScenario& scenario : builtin_scenarios()) {
        EXPECT_TRUE(recorded.count(std::string(scenario.name)))
            << scenario.name << ": run tools/golden.py --why \"...\"";
    }
}

}  // namespace
}  // namespace dunlin::test
