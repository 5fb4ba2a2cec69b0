// SPDX-License-Identifier: Apache-2.0
// The picture and the movie of a run. A program that was built without pictures (DUNLIN_RENDER=OFF) has
// drawings_none.cpp instead of drawings.cpp, and draws nothing.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "dunlin/error.hpp"
#include "dunlin/simulation.hpp"
#include "run_directory.hpp"

namespace dunlin::cli {

/// Whether this program was built with pictures.
bool can_draw();

struct DrawingOptions {
    bool picture = true;
    bool movie = true;
    bool movie_is_optional = false;    ///< not asked for: a missing ffmpeg is a remark, no error
    std::vector<std::string> changes;  ///< for the caption: what was set otherwise than in the scenario
};

class Drawings {
  public:
    virtual ~Drawings() = default;
    /// Draws what is due at this step.
    virtual Result<void> record(Simulation& simulation) = 0;
    /// The end of the movie, and the picture.
    virtual Result<void> finish(Simulation& simulation) = 0;
    virtual bool has_movie() const = 0;
    virtual bool has_picture() const = 0;
    /// Why there is no movie, where one would have been made by default.
    virtual const std::string& remark() const = 0;
};

/// Null if nothing is to be drawn.
Result<std::unique_ptr<Drawings>> open_drawings(const RunDirectory& directory, const Simulation& simulation,
                                                const DrawingOptions& options);

}  // namespace dunlin::cli
