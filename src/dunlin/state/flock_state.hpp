// SPDX-License-Identifier: Apache-2.0
// The agents as arrays, one column for each component, with a second set of position and velocity columns: sorting
// copies from one set to the other, and a step writes back. 40 bytes an agent in 2D single precision, besides the grid;
// the columns of kinds exist only when there is more than one kind.
#pragma once

#include <cstdint>
#include <utility>

#include "dunlin/base/column.hpp"

namespace dunlin {

template <int D, class R>
struct Columns {
    Column<R> position[D];
    Column<R> velocity[D];

    void resize(std::size_t n) {
        for (int a = 0; a < D; ++a) {
            position[a].resize(n);
            velocity[a].resize(n);
        }
    }
    std::size_t bytes() const {
        std::size_t sum = 0;
        for (int a = 0; a < D; ++a) sum += position[a].bytes() + velocity[a].bytes();
        return sum;
    }
};

template <int D, class R>
struct FlockState {
    Columns<D, R> now;    // the flock
    Columns<D, R> other;  // where the next arrangement of it is written
    Column<std::uint32_t> id;
    Column<std::uint32_t> other_id;
    Column<std::uint8_t> kind;  // empty when all are of the first kind
    Column<std::uint8_t> other_kind;

    std::size_t size() const { return id.size(); }
    bool has_kinds() const { return kind.size() == id.size() && kind.size() > 0; }

    void resize(std::size_t n, bool kinds) {
        now.resize(n);
        other.resize(n);
        id.resize(n);
        other_id.resize(n);
        if (kinds) {
            kind.resize(n);
            other_kind.resize(n);
        }
    }
    void swap_columns() { std::swap(now, other); }
    std::size_t bytes() const {
        return now.bytes() + other.bytes() + id.bytes() + other_id.bytes() + kind.bytes() + other_kind.bytes();
    }
};

}  // namespace dunlin
