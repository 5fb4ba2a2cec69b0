// SPDX-License-Identifier: Apache-2.0
// Parameters travel as arrays of double and come back as the struct; every model and influence describes itself whole.
#include "dunlin/base/param.hpp"

#include <gtest/gtest.h>

#include "dunlin/describe.hpp"

namespace dunlin {
namespace {

struct Member {
    enum Way { left, right };
    static constexpr const char* ways[] = {"left", "right"};
    struct Params {
        double length = 2.5;
        Whole count{3};
        Choice way = right;
    };
    static constexpr Param<Params> params[] = {
        {"length", &Params::length, "length", 0, 10, "how long"},
        {"count", &Params::count, "", 1, 5, "how many"},
        {"way", &Params::way, ways, "which way"},
    };
};

TEST(Param, a_struct_goes_through_an_array_unchanged) {
    const Member::Params defaults;
    EXPECT_EQ(parameter_count<Member>(), 3U);
    double values[3];
    for (std::size_t k = 0; k < 3; ++k) values[k] = Member::params[k].get(defaults);
    EXPECT_EQ(values[0], 2.5);
    EXPECT_EQ(values[1], 3);
    EXPECT_EQ(values[2], 1);
    values[0] = 7;
    values[1] = 4;
    values[2] = 0;
    const Member::Params back = params_from<Member>(values);
    EXPECT_EQ(back.length, 7);
    EXPECT_EQ(back.count.value, 4);
    EXPECT_TRUE(back.way.is(Member::left));
}

void expect_whole(const Description& d) {
    EXPECT_FALSE(d.summary.empty()) << d.name;
    EXPECT_FALSE(d.source.empty()) << d.name;
    for (const ParameterInfo& p : d.parameters) {
        EXPECT_FALSE(p.help.empty()) << d.name << ' ' << p.name;
        EXPECT_LT(p.minimum, p.maximum) << d.name << ' ' << p.name;
        EXPECT_GE(p.default_value, p.minimum) << d.name << ' ' << p.name;
        EXPECT_LE(p.default_value, p.maximum) << d.name << ' ' << p.name;
        if (p.type == ParameterType::choice) {
            EXPECT_EQ(p.maximum, static_cast<double>(p.choices.size()) - 1) << d.name << ' ' << p.name;
        }
    }
}

TEST(Description, of_every_model_and_influence_has_a_line_a_source_and_sound_ranges) {
    for (const Description& d : models()) expect_whole(d);
    for (const Description& d : influences()) expect_whole(d);
    EXPECT_GE(models().size(), 1U);
    EXPECT_GE(influences().size(), 5U);
}

TEST(Description, tables_are_sorted_by_name) {
    const auto sorted = [](const auto& table) {
        for (std::size_t k = 1; k < table.size(); ++k) {
            if (!(table[k - 1].name < table[k].name)) return false;
        }
        return true;
    };
    EXPECT_TRUE(sorted(models()));
    EXPECT_TRUE(sorted(influences()));
    EXPECT_TRUE(sorted(observables()));
}

}  // namespace
}  // namespace dunlin
