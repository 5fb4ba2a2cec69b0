// SPDX-License-Identifier: Apache-2.0
// Movies are asked what they are with ffprobe.
#include <cstdio>
#include <filesystem>

#include "scenes.hpp"

namespace dunlin {
namespace {

std::string said_by(const std::string& command) {
    std::string text;
    if (FILE* pipe = ::popen(command.c_str(), "r")) {
        char buffer[256];
        while (std::fgets(buffer, sizeof buffer, pipe)) text += buffer;
        ::pclose(pipe);
    }
    return text;
}

bool have_ffmpeg() { return !said_by("command -v ffmpeg").empty() && !said_by("command -v ffprobe").empty(); }

std::string probe(const std::string& path) {
    return said_by(
        "ffprobe -v error -count_frames -select_streams v:0 -show_entries "
        "stream=codec_name,width,height,pix_fmt,r_frame_rate,nb_read_frames -of default=nw=1 '" +
        path + "'");
}

class WithoutPrograms {
  public:
    WithoutPrograms() : path_(std::getenv("PATH") ? std::getenv("PATH") : "") { ::setenv("PATH", "/nonexistent", 1); }
    ~WithoutPrograms() { ::setenv("PATH", path_.c_str(), 1); }

  private:
    std::string path_;
};

TEST(movie, a_movie_probes_as_what_it_should_be) {
    ASSERT_TRUE(have_ffmpeg()) << "make deps installs ffmpeg";
    const Scenario scenario = small_world();
    Renderer renderer(321, 241, plain_picture());  // odd: the last row and column are left out
    const std::string path = temporary("movie's file.mp4");
    const std::string plain = temporary("movie.mp4");
    auto movie = Movie::open(path, 321, 241, 30);
    ASSERT_TRUE(movie) << movie.error().message;
    for (int frame = 0; frame < 12; ++frame) {
        Scene scene = scene_of(scenario);
        put(scene, {20.0 + frame, 30, 0}, {1, 0, 0});
        renderer.draw(scene);
        const auto added = movie->add(renderer);
        ASSERT_TRUE(added) << added.error().message;
    }
    const auto closed = movie->close();
    ASSERT_TRUE(closed) << closed.error().message;
    EXPECT_FALSE(movie->add(renderer)) << "a closed movie takes no frames";
    std::filesystem::rename(path, plain);
    const std::string seen = probe(plain);
    const std::string bytes = content(plain);
    std::filesystem::remove(plain);
    EXPECT_FALSE(std::filesystem::exists(path + ".part"));
    for (const char* expected :
         {"codec_name=h264", "width=320", "height=240", "pix_fmt=yuv420p", "r_frame_rate=30/1", "nb_read_frames=12"})
        EXPECT_NE(seen.find(expected), std::string::npos) << expected << " in\n" << seen;
    EXPECT_LT(bytes.find("moov"), bytes.find("mdat")) << "the index comes first";
}

TEST(movie, a_movie_that_is_not_closed_plays_all_the_same) {
    ASSERT_TRUE(have_ffmpeg()) << "make deps installs ffmpeg";
    const std::string path = temporary("dropped.mp4");
    {
        auto movie = Movie::open(path, 64, 64, 25);
        ASSERT_TRUE(movie) << movie.error().message;
        Renderer renderer(64, 64, plain_picture());
        for (int frame = 0; frame < 5; ++frame) ASSERT_TRUE(movie->add(renderer));
    }
    EXPECT_NE(probe(path).find("nb_read_frames=5"), std::string::npos);
    std::filesystem::remove(path);
}

TEST(movie, without_ffmpeg_a_movie_is_an_error_that_names_the_program) {
    const std::string path = temporary("none.mp4");
    const WithoutPrograms without;
    const auto movie = Movie::open(path, 64, 64, 30);
    ASSERT_FALSE(movie);
    EXPECT_EQ(movie.error().kind, ErrorKind::system);
    EXPECT_NE(movie.error().message.find("ffmpeg"), std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(path)) << "no empty file is left";
}

TEST(movie, a_movie_that_cannot_be_written_is_an_error_that_says_why) {
    ASSERT_TRUE(have_ffmpeg()) << "make deps installs ffmpeg";
    const auto nowhere = Movie::open("/nonexistent/movie.mp4", 64, 64, 30);
    ASSERT_FALSE(nowhere);
    EXPECT_NE(nowhere.error().message.find("/nonexistent/movie.mp4"), std::string::npos);
    if (!std::filesystem::exists("/dev/full")) return;
    auto full = Movie::open("/dev/full", 64, 64, 30);
    ASSERT_TRUE(full) << full.error().message;
    Renderer renderer(64, 64, plain_picture());
    Result<void> result;
    for (int frame = 0; frame < 300 && result; ++frame) result = full->add(renderer);
    if (result) result = full->close();
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, ErrorKind::system);
    EXPECT_NE(result.error().message.find("no room left on the disk"), std::string::npos) << result.error().message;
}

TEST(movie, a_movie_without_size_or_rate_is_an_error) {
    EXPECT_FALSE(Movie::open(temporary("size.mp4"), 0, 64, 30));
    EXPECT_FALSE(Movie::open(temporary("rate.mp4"), 64, 64, 0));
}

TEST(movie, a_picture_smaller_than_the_movie_is_an_error) {
    ASSERT_TRUE(have_ffmpeg()) << "make deps installs ffmpeg";
    const std::string path = temporary("small.mp4");
    {
        auto movie = Movie::open(path, 64, 64, 30);
        ASSERT_TRUE(movie) << movie.error().message;
        EXPECT_FALSE(movie->add(Renderer(32, 32, plain_picture())));
    }
    std::filesystem::remove(path);
}

}  // namespace
}  // namespace dunlin
