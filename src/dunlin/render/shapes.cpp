// SPDX-License-Identifier: Apache-2.0
// The outlines come from drawing.json, which the page reads too; CMake turns it into a C++ table.
#include "dunlin/render/shapes.hpp"

#include "drawing_shapes.hpp"

namespace dunlin::render {

std::span<const Part> parts_of(Shape shape) {
    switch (shape) {
        case Shape::dart: return drawing::dart;
        case Shape::bird: return drawing::bird;
        case Shape::fish: return drawing::fish;
        case Shape::bee: return drawing::bee;
        case Shape::butterfly: return drawing::butterfly;
        case Shape::firefly: return drawing::firefly;
        case Shape::bat: return drawing::bat;
        case Shape::dot: return drawing::dot;
    }
    return drawing::dart;
}

}  // namespace dunlin::render
