// SPDX-License-Identifier: Apache-2.0
// The fast step: gather, steer, move and bound, one block of agents at a time. A lane of a register is an agent: a
// block of consecutive agents of one row of cells stays in registers, and their neighbors are taken one at a time and
// broadcast to all lanes. Each lane adds its neighbors in the same order whatever the width of the register, and a
// neighbor that is masked out adds an exact zero, so every instruction set gives the same bits.
#pragma once

#include "dunlin/base/random.hpp"
#include "dunlin/step/influences.hpp"

namespace dunlin::DUNLIN_LANES {

/// Uniform numbers from -1 to 1 for each agent of a block; a function of seed, id and step only. 1 itself can occur in
/// single precision, where the numbers just below it are rounded up.
template <int D, class T>
DUNLIN_INLINE Vec<D, T> draw_noise(const StepInput<D, RealOf<T>>& in, const std::uint32_t* id, std::size_t count) {
    RealOf<T> drawn[D][lane_count<T>] = {};
    for (std::size_t k = 0; k < count; ++k) {
        const Random4 words = draw(in.seed, Draw::steering_noise, id[k], in.step);
        for (int a = 0; a < D; ++a) drawn[a][k] = static_cast<RealOf<T>>(2 * uniform(words[a]) - 1);
    }
    Vec<D, T> out;
    for (int a = 0; a < D; ++a) out[a] = load<T>(drawn[a]);
    return out;
}

/// Adds the agents [first, last) to the sums of all lanes. `image` is the lanes' own position, shifted by a period
/// where these agents are seen across a periodic edge; `block` is the index of the agent in lane 0.
template <class Model, int variant, bool pairwise, int D, class T>
DUNLIN_INLINE void add_run(typename Model::template Sums<D, T>& sums, const StepInput<D, RealOf<T>>& in,
                           const Vec<D, T>& image, const Self<D, T>& self,
                           const typename Model::template Constants<T>& constants, std::size_t first, std::size_t last,
                           std::size_t block) {
    for (std::size_t j = first; j < last; ++j) {
        Pair<D, T> pair;
        for (int a = 0; a < D; ++a) {
            const T there = broadcast<T>(in.position[a] + j);
            pair.offset[a] = pairwise ? nearest_offset(image[a], there, a, in.world) : there - image[a];
        }
        for (int a = 0; a < D; ++a) pair.velocity[a] = broadcast<T>(in.velocity[a] + j);
        pair.distance2 = norm2(pair.offset);
        if constexpr (variant == 0) {  // only the general variant may count coincident neighbors
            pair.other = all_but_lane<T>(static_cast<std::int64_t>(j) - static_cast<std::int64_t>(block));
        }
        Model::template add<variant>(sums, pair, self, constants);
    }
}

/// A row of cells in which agents of one row have neighbors, and the shift of the image as which it is seen.
struct NeighborRow {
    std::size_t first_cell;
    double shift[3];
};

template <int D>
DUNLIN_INLINE int neighbor_rows(const GridGeometry& g, std::int64_t row, NeighborRow (&rows)[27]) {
    const std::int32_t at[3] = {0, static_cast<std::int32_t>(row % g.cells[1]),
                                static_cast<std::int32_t>(row / g.cells[1])};
    struct Side {
        std::int32_t cell;
        double shift;
    };
    Side sides[3][9];
    int count[3] = {1, 0, 1};
    sides[2][0] = {0, 0};
    for (int a = 1; a < D; ++a) {
        count[a] = 0;
        const std::int32_t n = g.cells[a];
        const bool wraps = g.axis[a] != GridAxis::box;
        const std::int32_t reach = g.reach[a];
        if (wraps && 2 * reach + 1 > n) {  // few cells: each of them once
            for (std::int32_t c = 0; c < n && count[a] < 9; ++c) sides[a][count[a]++] = {c, 0};
            continue;
        }
        for (std::int32_t c = at[a] - reach; c <= at[a] + reach; ++c) {
            if (!wraps && (c < 0 || c >= n)) continue;
            const std::int32_t turn = c < 0 ? -1 : c >= n ? 1 : 0;
            sides[a][count[a]++] = {c - turn * n, turn * g.period[a]};
        }
    }
    int total = 0;
    for (int k = 0; k < count[2]; ++k) {
        for (int j = 0; j < count[1]; ++j) {
            const std::size_t cell_row = static_cast<std::size_t>(sides[2][k].cell) * g.cells[1] + sides[1][j].cell;
            rows[total++] = {cell_row * g.cells[0], {0, sides[1][j].shift, D == 3 ? sides[2][k].shift : 0}};
        }
    }
    return total;
}

template <class Model, int variant, bool pairwise, int D, class T>
DUNLIN_INLINE void gather(typename Model::template Sums<D, T>& sums, const StepInput<D, RealOf<T>>& in,
                          const NeighborRow* rows, int row_count, std::int32_t first_cell, std::int32_t last_cell,
                          const Self<D, T>& self, const typename Model::template Constants<T>& constants,
                          std::size_t block) {
    const GridGeometry& g = *in.grid;
    const std::int32_t n = g.cells[0];
    std::int32_t c0 = first_cell - g.reach[0];
    std::int32_t c1 = last_cell + g.reach[0];
    const bool wraps = g.axis[0] != GridAxis::box;
    if (!wraps || c1 - c0 + 1 > n) {
        c0 = c0 < 0 || wraps ? 0 : c0;
        c1 = c1 >= n || wraps ? n - 1 : c1;
    }
    // Beyond an end of the row the search goes on at the other end, where agents are seen as images.
    const bool turns = c0 < 0 || c1 >= n;
    const std::int32_t first = c0 < 0 ? c0 + n : c0;
    const std::int32_t behind = turns ? n : c1 + 1;
    const T shift = splat<T>(c0 < 0 ? -g.period[0] : 0);
    for (int r = 0; r < row_count; ++r) {
        Vec<D, T> image = self.position;
        for (int a = 1; a < D; ++a) image[a] = self.position[a] - splat<T>(rows[r].shift[a]);
        const std::uint32_t* starts = in.starts + rows[r].first_cell;
        image[0] = self.position[0] - shift;
        add_run<Model, variant, pairwise>(sums, in, image, self, constants, starts[first], starts[behind], block);
        if (!turns) continue;
        image[0] = self.position[0] - splat<T>(c0 < 0 ? 0 : g.period[0]);
        add_run<Model, variant, pairwise>(sums, in, image, self, constants, starts[0],
                                          starts[c1 + 1 - (c0 < 0 ? 0 : n)], block);
    }
}

/// Sums -> rules -> new velocity -> new position.
template <class Model, int variant, int D, class T>
DUNLIN_INLINE_BLOCK void steer_and_move(Vec<D, T>& position, Vec<D, T>& velocity,
                                        const typename Model::template Sums<D, T>& sums, const Self<D, T>& self,
                                        const StepInput<D, RealOf<T>>& in,
                                        const typename Model::template Constants<T>& constants) {
    Vec<D, T> rules[rule_count<Model>];
    Model::template rules<variant, D, T>(sums, self, constants, rules);
    Vec<D, T> acceleration = rules[0];
    for (int r = 1; r < rule_count<Model>; ++r) acceleration = acceleration + rules[r];
    if (in.influence_count > 0) {
        acceleration = acceleration + influence_acceleration<D, T>(Influences(), in, self, Model::abilities(constants));
    }
    position = self.position;
    velocity = self.velocity;
    const Vec<D, T> advanced = Model::template advance<D, T>(self.velocity, acceleration, constants);
    move(position, velocity, advanced, splat<T>(in.dt), in.world);
}

template <class T>
DUNLIN_INLINE void store_some(const T& value, RealOf<T>* to, std::size_t count) {
    if (count == static_cast<std::size_t>(lane_count<T>)) {
        store(value, to);
    } else {
        RealOf<T> all[lane_count<T>];
        store(value, all);
        for (std::size_t k = 0; k < count; ++k) to[k] = all[k];
    }
}

template <class Model, int variant, bool pairwise, int D, class T>
void steer_range(const StepInput<D, RealOf<T>>& in, const typename Model::Params& params, std::size_t begin,
                 std::size_t end) {
    constexpr std::size_t kLanes = lane_count<T>;
    const auto constants = Model::template constants<T>(params, RunConstants{in.dt});
    const bool noisy = Model::noisy(params);
    const bool perceives = Model::range(params) > 0;
    const GridGeometry& g = *in.grid;
    const auto nx = static_cast<std::size_t>(g.cells[0]);
    const bool wraps = g.axis[0] != GridAxis::box;

    std::int64_t row = 0;  // the last row that begins at or before `begin`
    for (std::int64_t low = 0, high = g.rows() - 1; low <= high;) {
        const std::int64_t middle = (low + high) / 2;
        if (in.starts[static_cast<std::size_t>(middle) * nx] <= begin) {
            row = middle;
            low = middle + 1;
        } else {
            high = middle - 1;
        }
    }
    for (std::size_t i = begin; i < end; ++row) {
        const std::size_t row_end = in.starts[static_cast<std::size_t>(row + 1) * nx];
        const std::size_t last = row_end < end ? row_end : end;
        if (i >= last) continue;
        NeighborRow rows[27];
        const int row_count = neighbor_rows<D>(g, row, rows);
        while (i < last) {
            std::size_t count = last - i < kLanes ? last - i : kLanes;
            const std::int32_t first_cell = cell_of(g, 0, static_cast<double>(in.position[0][i]));
            std::int32_t last_cell = cell_of(g, 0, static_cast<double>(in.position[0][i + count - 1]));
            while (wraps && count > 1 && last_cell - first_cell + 2 * g.reach[0] >= g.cells[0]) {
                --count;  // a run must not reach its own beginning again
                last_cell = cell_of(g, 0, static_cast<double>(in.position[0][i + count - 1]));
            }
            Self<D, T> self;
            for (int a = 0; a < D; ++a) {
                self.position[a] = load<T>(in.position[a] + i);
                self.velocity[a] = load<T>(in.velocity[a] + i);
            }
            self.random = noisy ? draw_noise<D, T>(in, in.id + i, count) : zero_vec<D, T>();

            typename Model::template Sums<D, T> sums{};
            if (perceives) {
                gather<Model, variant, pairwise>(sums, in, rows, row_count, first_cell, last_cell, self, constants, i);
            }
            Vec<D, T> position, velocity;
            steer_and_move<Model, variant>(position, velocity, sums, self, in, constants);
            for (int a = 0; a < D; ++a) {
                store_some<T>(position[a], in.new_position[a] + i, count);
                store_some<T>(velocity[a], in.new_velocity[a] + i, count);
            }
            i += count;
        }
    }
}

template <class Model, int D, class T, int variant = 0>
void steer_in_variant(const StepInput<D, RealOf<T>>& in, const typename Model::Params& params, int wanted,
                      std::size_t begin, std::size_t end) {
    if constexpr (variant < Model::variants) {
        if (wanted == variant) {
            steer_range<Model, variant, false, D, T>(in, params, begin, end);
        } else {
            steer_in_variant<Model, D, T, variant + 1>(in, params, wanted, begin, end);
        }
    }
}

/// Steers with the variant of the inner loop that suits the model's parameters.
template <class Model, int D, class T>
void steer_agents(const StepInput<D, RealOf<T>>& in, std::size_t begin, std::size_t end) {
    const auto params = params_from<Model>(in.model_values);
    if (in.grid->pairwise_images) {
        steer_range<Model, 0, true, D, T>(in, params, begin, end);
    } else {
        steer_in_variant<Model, D, T>(in, params, Model::variant(params), begin, end);
    }
}

}  // namespace dunlin::DUNLIN_LANES
