// SPDX-License-Identifier: Apache-2.0
// Tables read back bit for bit, a full disk is an error that leaves whole lines, and the summary is JSON.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "dunlin/io/summary.hpp"
#include "dunlin/io/table_writers.hpp"
#include "dunlin/io/text_file.hpp"

namespace dunlin {
namespace {

namespace fs = std::filesystem;

class Writers : public testing::Test {
  protected:
    void SetUp() override {
        std::string pattern = (fs::temp_directory_path() / "dunlin-writers-XXXXXX").string();
        ASSERT_NE(mkdtemp(pattern.data()), nullptr);
        folder_ = pattern;
    }
    void TearDown() override { fs::remove_all(folder_); }
    std::string path(const char* name) const { return (folder_ / name).string(); }
    std::string content(const char* name) const { return read_text_file(path(name)).value(); }

  private:
    fs::path folder_;
};

/// Lets files grow to so many bytes only, while it lives.
class FileSizeLimit {
  public:
    explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit now{bytes, before_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &now);
    }
    ~FileSizeLimit() {
        setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }

  private:
    void (*handler_)(int);
    rlimit before_{};
};

Snapshot snapshot_of_two() {
    Snapshot snapshot;
    snapshot.step = 12;
    snapshot.id = {0, 4294967295};
    snapshot.position = {0.1, -2, 1e-30, 123456.789};
    snapshot.velocity = {1.0 / 3.0, 0, -0.0, 5e-324};
    return snapshot;
}

Scenario scenario_of(int dimensions, Precision precision) {
    Scenario scenario;
    scenario.dimensions = dimensions;
    scenario.precision = precision;
    return scenario;
}

TEST_F(Writers, a_trajectory_in_double_precision_is_written_to_the_last_bit) {
    auto writer = TrajectoryWriter::create(path("t.csv"), scenario_of(2, Precision::double_precision));
    ASSERT_TRUE(writer);
    ASSERT_TRUE(writer->write(snapshot_of_two()));
    ASSERT_TRUE(writer->close());
    EXPECT_EQ(content("t.csv"),
              "step,id,x,y,vx,vy,kind\n12,0,0.1,-2,0.3333333333333333,0,agent\n"
              "12,4294967295,1e-30,123456.789,-0,5e-324,agent\n");
}

TEST_F(Writers, a_trajectory_in_single_precision_has_the_shortest_floats) {
    Snapshot snapshot = snapshot_of_two();
    for (double& value : snapshot.position) value = static_cast<float>(value);
    for (double& value : snapshot.velocity) value = static_cast<float>(value);
    auto writer = TrajectoryWriter::create(path("t.csv"), scenario_of(2, Precision::single_precision));
    ASSERT_TRUE(writer);
    ASSERT_TRUE(writer->write(snapshot));
    ASSERT_TRUE(writer->close());
    EXPECT_EQ(content("t.csv"),
              "step,id,x,y,vx,vy,kind\n12,0,0.1,-2,0.33333334,0,agent\n"
              "12,4294967295,1e-30,123456.79,-0,0,agent\n");
}

TEST_F(Writers, a_trajectory_in_three_dimensions_has_z) {
    Snapshot snapshot;
    snapshot.dimensions = 3;
    snapshot.id = {1};
    snapshot.position = {1, 2, 3};
    snapshot.velocity = {4, 5, 6};
    auto writer = TrajectoryWriter::create(path("t.csv"), scenario_of(3, Precision::single_precision));
    ASSERT_TRUE(writer);
    ASSERT_TRUE(writer->write(snapshot));
    ASSERT_TRUE(writer->close());
    EXPECT_EQ(content("t.csv"), "step,id,x,y,z,vx,vy,vz,kind\n0,1,1,2,3,4,5,6,agent\n");
}

TEST_F(Writers, the_kinds_of_a_trajectory_are_read_back_whatever_their_names) {
    Scenario scenario = scenario_of(2, Precision::double_precision);
    scenario.kinds.resize(4);
    const std::vector<std::string> names{"crow", "a,b", " \"quoted\"\nname ", ""};
    for (std::size_t k = 0; k < names.size(); ++k) scenario.kinds[k].name = names[k];
    Snapshot snapshot;
    snapshot.step = 3;
    snapshot.id = {0, 1, 2, 3};
    snapshot.position = {0, 1, 2, 3, 4, 5, 6, 7};
    snapshot.velocity = snapshot.position;
    snapshot.kind = {3, 2, 1, 0};
    auto writer = TrajectoryWriter::create(path("t.csv"), scenario);
    ASSERT_TRUE(writer);
    ASSERT_TRUE(writer->write(snapshot));
    ASSERT_TRUE(writer->close());
    const AgentTableFormat format{.dimensions = 2, .kinds = names};
    const auto read = read_agent_table(content("t.csv"), "t.csv", format);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->kind, snapshot.kind);
    EXPECT_EQ(read->position, snapshot.position);

    const std::string text = agent_table_text(*read, format);
    const auto again = read_agent_table(text, "start.csv", format);
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_FALSE(again->step);
    EXPECT_EQ(again->id, snapshot.id);
    EXPECT_EQ(again->kind, snapshot.kind);
    EXPECT_EQ(again->velocity, snapshot.velocity);
}

TEST_F(Writers, a_file_that_cannot_be_finished_leaves_the_one_before) {
    ASSERT_TRUE(write_text_file(path("summary.json"), "before\n"));
    Result<void> written;
    {
        const FileSizeLimit limit(10);
        written = write_text_file(path("summary.json"), "longer than ten bytes\n");
    }
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().message, path("summary.json") + ": cannot be written: File too large");
    EXPECT_EQ(content("summary.json"), "before\n");
    EXPECT_FALSE(fs::exists(path("summary.json.part")));
}

TEST_F(Writers, observables_stand_below_their_names) {
    auto writer = ObservableWriter::create(path("o.csv"), {"polarization", "mean_speed"});
    ASSERT_TRUE(writer);
    ASSERT_TRUE(writer->write(0, 0, std::vector<double>{0.5, 2}));
    ASSERT_TRUE(writer->write(10, 0.1, std::vector<double>{std::numeric_limits<double>::quiet_NaN(), 3}));
    ASSERT_TRUE(writer->close());
    EXPECT_EQ(content("o.csv"), "step,time,polarization,mean_speed\n0,0,0.5,2\n10,0.1,nan,3\n");
}

TEST_F(Writers, a_full_disk_is_an_error_that_names_the_file_and_leaves_whole_lines) {
    auto writer = TrajectoryWriter::create(path("t.csv"), scenario_of(2, Precision::double_precision));
    ASSERT_TRUE(writer);
    Result<void> written;
    {
        const FileSizeLimit limit(1'500'001);
        for (int i = 0; i < 100'000 && written; ++i) written = writer->write(snapshot_of_two());
        if (written) written = writer->close();
    }
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().kind, ErrorKind::system);
    EXPECT_EQ(written.error().message, path("t.csv") + ": cannot be written: File too large");
    const std::string text = content("t.csv");
    EXPECT_GT(text.size(), 1'400'000U);
    EXPECT_EQ(text.back(), '\n');
    const std::size_t last_row = text.rfind('\n', text.size() - 2) + 1;
    EXPECT_EQ(text.substr(last_row, 3), "12,");
    EXPECT_TRUE(text.ends_with(",0.3333333333333333,0,agent\n") || text.ends_with(",-0,5e-324,agent\n"));
}

TEST_F(Writers, a_device_that_takes_nothing_is_an_error_too) {
    const auto written = write_text_file("/dev/full", "a line\n");
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().kind, ErrorKind::system);
    EXPECT_EQ(written.error().message, "/dev/full: cannot be written: No space left on device");
}

TEST_F(Writers, a_file_that_cannot_be_made_names_itself_and_the_reason) {
    const auto file = TextFile::create(path("no/such/folder.csv"));
    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().message, path("no/such/folder.csv") + ": cannot be written: No such file or directory");
    const auto text = read_text_file(path("nothing.csv"));
    ASSERT_FALSE(text);
    EXPECT_EQ(text.error().kind, ErrorKind::input);
    EXPECT_EQ(text.error().message, path("nothing.csv") + ": cannot be read: No such file or directory");
    EXPECT_EQ(read_text_file("/").error().message, "/: cannot be read: Is a directory");
    EXPECT_EQ(read_text_file("/dev/zero").error().message, "/dev/zero: is a device; expected a file");
    EXPECT_EQ(read_text_file("/dev/null").value(), "");
}

TEST(Summary, is_json_with_the_hash_as_sixteen_digits) {
    Summary summary;
    summary.scenario = "dusk \"one\"";
    summary.agents = 5;
    summary.steps = 9;
    summary.state_hash = 0xabcULL;
    summary.observable_names = {"polarization", "milling"};
    summary.observables_before = {0.25, 0};
    summary.observables = {0.5, std::numeric_limits<double>::quiet_NaN()};
    const auto json = nlohmann::json::parse(summary_json(summary));
    EXPECT_EQ(json["scenario"], "dusk \"one\"");
    EXPECT_EQ(json["agents"], 5);
    EXPECT_EQ(json["steps"], 9);
    EXPECT_EQ(json["state_hash"], "0000000000000abc");
    EXPECT_EQ(json["observables"]["polarization"], 0.5);
    EXPECT_TRUE(json["observables"]["milling"].is_null());
    EXPECT_EQ(json["observables_at_start"]["polarization"], 0.25);
    for (const char* key : {"seconds", "agent_steps_per_second", "stage_seconds", "threads", "simd"}) {
        EXPECT_TRUE(json.contains(key)) << key;
    }
}

}  // namespace
}  // namespace dunlin
