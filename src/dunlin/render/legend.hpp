// SPDX-License-Identifier: Apache-2.0
// What the colors of a picture mean: entries of the caption's legend.
#pragma once

#include "dunlin/render/caption.hpp"
#include "dunlin/render/density.hpp"

namespace dunlin::render {

/// Has no names when the kinds in the flock do not differ by color or shape, or there is only one.
/// `length`: of an agent of size 1, in design points.
LegendItem legend_of_kinds(const Scenario& scenario, const Flock& flock, const PictureSpec& picture,
                           const ThemeColors& theme, double length);
LegendItem legend_of_speed(const Painter& painter, const ThemeColors& theme);
LegendItem legend_of_groups(const ThemeColors& theme);
LegendItem legend_of_density(const DensityMap& density, const PictureSpec& picture, const ThemeColors& theme,
                             const View& view);

}  // namespace dunlin::render
