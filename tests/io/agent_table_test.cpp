// SPDX-License-Identifier: Apache-2.0
// Which start tables are read, and the exact sentence for each that is not.
#include "dunlin/io/agent_table.hpp"

#include <gtest/gtest.h>

#include <string>

namespace dunlin {
namespace {

std::string error_of(const std::string& text, const AgentTableFormat& format = {}) {
    const auto table = read_agent_table(text, "birds.csv", format);
    return table ? "no error" : table.error().message;
}
std::string error_of(const std::string& text, int dimensions) { return error_of(text, AgentTableFormat{dimensions}); }

TEST(AgentTable, reads_rows_in_the_order_of_the_text) {
    const auto table = read_agent_table("id,x,y,vx,vy\n7,1.5,-2,0,1e-3\n3,0,0,-1,+2\n", "birds.csv", {2});
    ASSERT_TRUE(table) << table.error().message;
    EXPECT_EQ(table->id, (std::vector<std::uint32_t>{7, 3}));
    EXPECT_EQ(table->position, (std::vector<double>{1.5, -2, 0, 0}));
    EXPECT_EQ(table->velocity, (std::vector<double>{0, 1e-3, -1, 2}));
}

TEST(AgentTable, reads_three_dimensions) {
    const auto table = read_agent_table("id,x,y,z,vx,vy,vz\n0,1,2,3,4,5,6\n", "birds.csv", {3});
    ASSERT_TRUE(table) << table.error().message;
    EXPECT_EQ(table->position, (std::vector<double>{1, 2, 3}));
    EXPECT_EQ(table->velocity, (std::vector<double>{4, 5, 6}));
}

TEST(AgentTable, columns_stand_in_any_order) {
    const auto table = read_agent_table("vx,vy,id,y,x\n1,2,3,4,5\n", "birds.csv", {2});
    ASSERT_TRUE(table) << table.error().message;
    EXPECT_EQ(table->id[0], 3U);
    EXPECT_EQ(table->position, (std::vector<double>{5, 4}));
}

TEST(AgentTable, windows_line_ends_spaces_quotes_a_byte_order_mark_and_trailing_lines_are_no_errors) {
    const auto table =
        read_agent_table("\xEF\xBB\xBF\"id\", x ,y,vx,vy\r\n 0 , 1,2,3,\"4\"\r\n\r\n \n", "birds.csv", {2});
    ASSERT_TRUE(table) << table.error().message;
    EXPECT_EQ(table->position, (std::vector<double>{1, 2}));
    EXPECT_EQ(error_of("id,x,y,vx,vy\n0,1,2,3,4"), "no error");
}

TEST(AgentTable, keeps_every_bit_of_a_number) {
    const auto table =
        read_agent_table("id,x,y,vx,vy\n0,0.1,5e-324,1.7976931348623157e-308,1e-400\n", "birds.csv", {2});
    ASSERT_TRUE(table) << table.error().message;
    EXPECT_EQ(table->position, (std::vector<double>{0.1, 5e-324}));
    EXPECT_EQ(table->velocity, (std::vector<double>{1.7976931348623157e-308, 0}));
}

const std::string kTrajectory =
    "step,id,x,y,vx,vy,kind\n0,1,0,0,1,0,crow\n0,2,5,0,1,0,gull\n10,1,1,0,1,0,crow\n10,3,6,0,1,0,gull\n";

TEST(AgentTable, of_a_trajectory_the_last_step_is_read) {
    const auto table = read_agent_table(kTrajectory, "birds.csv", {2});
    ASSERT_TRUE(table) << table.error().message;
    EXPECT_EQ(table->step, 10);
    EXPECT_EQ(table->id, (std::vector<std::uint32_t>{1, 3}));
    EXPECT_EQ(table->position, (std::vector<double>{1, 0, 6, 0}));
    EXPECT_TRUE(table->kind.empty());
}

TEST(AgentTable, of_a_trajectory_any_step_can_be_asked_for) {
    const auto table = read_agent_table(kTrajectory, "birds.csv", {.kinds = {"gull", "crow"}, .step = 0});
    ASSERT_TRUE(table) << table.error().message;
    EXPECT_EQ(table->step, 0);
    EXPECT_EQ(table->id, (std::vector<std::uint32_t>{1, 2}));
    EXPECT_EQ(error_of(kTrajectory, {.step = 7}), "birds.csv: there is no step 7; the last is 10");
    EXPECT_EQ(error_of("id,x,y,vx,vy\n0,1,2,3,4\n", {.step = 7}),
              "birds.csv: there is no column \"step\" to choose a step from");
}

TEST(AgentTable, kinds_are_read_by_name_in_quotes_or_not) {
    const auto table = read_agent_table("kind,id,x,y,vx,vy\ncrow,0,1,2,3,4\n\"a \"\"b\"\",\nc\",1,1,2,3,4\n",
                                        "birds.csv", {.kinds = {"a \"b\",\nc", "crow"}});
    ASSERT_TRUE(table) << table.error().message;
    EXPECT_EQ(table->kind, (std::vector<std::uint8_t>{1, 0}));
}

TEST(AgentTableError, a_kind_that_the_scenario_does_not_have_is_named_with_the_nearest) {
    const AgentTableFormat birds{.kinds = {"crow", "gull"}};
    EXPECT_EQ(error_of("id,x,y,vx,vy,kind\n0,1,2,3,4,crwo\n", birds),
              "birds.csv:2: column kind = \"crwo\" is no kind of the scenario; did you mean \"crow\"?");
    EXPECT_EQ(error_of("id,x,y,vx,vy,kind\n0,1,2,3,4,elephant\n", birds),
              "birds.csv:2: column kind = \"elephant\" is no kind of the scenario; expected crow,gull");
}

TEST(AgentTableError, a_step_is_a_whole_number) {
    EXPECT_EQ(error_of("step,id,x,y,vx,vy\n-1,0,1,2,3,4\n"),
              "birds.csv:2: column step = \"-1\" is no step; expected an integer from 0 to 1000000000000");
}

TEST(AgentTableError, an_empty_file_says_what_was_expected) {
    EXPECT_EQ(error_of(""), "birds.csv: the file is empty; expected a first line id,x,y,vx,vy");
    EXPECT_EQ(error_of(" \n\n", 3), "birds.csv: the file is empty; expected a first line id,x,y,z,vx,vy,vz");
    EXPECT_EQ(error_of("id,x,y,vx,vy\n"), "birds.csv: there are no agents below the first line");
}

TEST(AgentTableError, the_first_line_names_the_columns) {
    EXPECT_EQ(error_of("0,1,2,3,4\n"), "birds.csv:1: the first line holds no column names; expected id,x,y,vx,vy");
    EXPECT_EQ(error_of("id,x,y,vx\n"), "birds.csv:1: there is no column \"vy\"; expected id,x,y,vx,vy");
    EXPECT_EQ(error_of("id,x,y,vx,vy,vy\n"), "birds.csv:1: column \"vy\" is there twice; expected id,x,y,vx,vy");
    EXPECT_EQ(error_of("idd,x,y,vx,vy\n"), "birds.csv:1: column \"idd\" is not known; did you mean \"id\"?");
    EXPECT_EQ(error_of("id,x,y,vx,vy,mass\n"), "birds.csv:1: column \"mass\" is not known; expected id,x,y,vx,vy");
}

TEST(AgentTableError, a_table_of_the_other_dimension_is_named_as_such) {
    EXPECT_EQ(error_of("id,x,y,z,vx,vy,vz\n0,1,2,3,4,5,6\n"),
              "birds.csv:1: column \"z\" does not fit a scenario of 2 dimensions; expected id,x,y,vx,vy");
    EXPECT_EQ(error_of("id,x,y,vx,vy\n0,1,2,3,4\n", 3),
              "birds.csv:1: there is no column \"z\"; expected id,x,y,z,vx,vy,vz");
}

TEST(AgentTableError, a_ragged_or_cut_row_is_named) {
    EXPECT_EQ(error_of("id,x,y,vx,vy\n0,1,2,3,4\n1,2,3\n"), "birds.csv:3: 3 values; expected 5 (id,x,y,vx,vy)");
    EXPECT_EQ(error_of("id,x,y,vx,vy\n0,1,2,3,4,5\n"), "birds.csv:2: 6 values; expected 5 (id,x,y,vx,vy)");
    EXPECT_EQ(error_of("id,x,y,vx,vy\n\n0,1,2,3,4\n"), "birds.csv:2: 1 value; expected 5 (id,x,y,vx,vy)");
    EXPECT_EQ(error_of("id,x,y,vx,vy\n0,1,2,3,\n"), "birds.csv:2: column vy = \"\" is not a number");
}

TEST(AgentTableError, what_is_no_finite_number_is_named_with_its_column) {
    EXPECT_EQ(error_of("id,x,y,vx,vy\n0,abc,2,3,4\n"), "birds.csv:2: column x = \"abc\" is not a number");
    EXPECT_EQ(error_of("id,x,y,vx,vy\n0,1.2.3,2,3,4\n"), "birds.csv:2: column x = \"1.2.3\" is not a number");
    EXPECT_EQ(error_of("id,x,y,vx,vy\n0,0x10,2,3,4\n"), "birds.csv:2: column x = \"0x10\" is not a number");
    EXPECT_EQ(error_of("id,x,y,vx,vy\n0,1,NaN,3,4\n"), "birds.csv:2: column y = \"NaN\" is not a finite number");
    EXPECT_EQ(error_of("id,x,y,vx,vy\n0,1,2,-inf,4\n"), "birds.csv:2: column vx = \"-inf\" is not a finite number");
    EXPECT_EQ(error_of("id,x,y,vx,vy\n0,1,2,3,1e999\n"), "birds.csv:2: column vy = \"1e999\" is not a finite number");
    EXPECT_EQ(error_of("id,x,y,vx,vy\n0,1,2,3,2e12\n"), "birds.csv:2: column vy = \"2e12\" is outside -1e+12 to 1e+12");
}

TEST(AgentTableError, an_id_is_a_whole_number_that_stands_once) {
    EXPECT_EQ(error_of("id,x,y,vx,vy\n-1,1,2,3,4\n"),
              "birds.csv:2: column id = \"-1\" is no id; expected an integer from 0 to 4294967295");
    EXPECT_EQ(error_of("id,x,y,vx,vy\n1.5,1,2,3,4\n"),
              "birds.csv:2: column id = \"1.5\" is no id; expected an integer from 0 to 4294967295");
    EXPECT_EQ(error_of("id,x,y,vx,vy\n4294967296,1,2,3,4\n"),
              "birds.csv:2: column id = \"4294967296\" is no id; expected an integer from 0 to 4294967295");
    EXPECT_EQ(error_of("id,x,y,vx,vy\n5,1,2,3,4\n6,1,2,3,4\n6,1,2,3,4\n5,1,2,3,4\n"),
              "birds.csv:4: column id = 6 stands on line 3 already");
}

}  // namespace
}  // namespace dunlin
