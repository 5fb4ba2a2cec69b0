// SPDX-License-Identifier: Apache-2.0
// Pictures and movies (Cairo, ffmpeg). Native builds only; the page draws with WebGL from the same snapshots.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dunlin/error.hpp"
#include "dunlin/scenario.hpp"
#include "dunlin/simulation.hpp"

namespace dunlin {

/// What is drawn in one frame. `groups` (as Simulation::groups gives them) is needed for color = "group" only, and
/// `inspection` only when an agent is followed.
struct Scene {
    const Scenario* scenario = nullptr;  ///< world, kinds, picture settings, title, seed
    Snapshot snapshot;
    std::vector<InfluenceSpec> influences;
    std::vector<std::optional<Vec3>> pushes;  ///< one for each influence, as Simulation::push gives it; may be empty
    std::vector<std::uint32_t> groups;
    std::vector<Inspection> inspection;  ///< empty or one
    std::uint64_t state_hash = 0;        ///< for the caption; 0: not shown
    std::vector<std::string> changes;    ///< for the caption: keys that the run changed, as "key=value"
};

/// Turns scenes into pixels. Give it the scenes in order: trails and headings of influences come from the ones before.
class Renderer {
  public:
    Renderer(int width, int height, PictureSpec picture);
    ~Renderer();
    Renderer(Renderer&&) noexcept;

    void draw(const Scene& scene);
    /// BGRA, 4 bytes a pixel, rows from top to bottom.
    const unsigned char* pixels() const;
    int stride() const;  ///< bytes of a row
    int width() const;
    int height() const;
    Result<void> write_png(const std::string& path) const;

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// An H.264 movie in an MP4 file, written by ffmpeg. Errors say what is missing, for example the program or room on the
/// disk.
class Movie {
  public:
    static Result<Movie> open(const std::string& path, int width, int height, int frames_per_second);
    Movie(Movie&&) noexcept;
    ~Movie();  ///< closes the file; what was written so far plays

    Result<void> add(const Renderer& renderer);
    Result<void> close();

  private:
    struct Parts;
    explicit Movie(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> parts_;
};

}  // namespace dunlin
