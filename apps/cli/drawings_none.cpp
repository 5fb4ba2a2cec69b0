// SPDX-License-Identifier: Apache-2.0
// A program without pictures. `dunlin run` refuses --picture and --movie there.
#include "drawings.hpp"

namespace dunlin::cli {

bool can_draw() { return false; }

Result<std::unique_ptr<Drawings>> open_drawings(const RunDirectory&, const Simulation&, const DrawingOptions&) {
    return std::unique_ptr<Drawings>();
}

}  // namespace dunlin::cli
