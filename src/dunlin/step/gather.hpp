// SPDX-License-Identifier: Apache-2.0
// First station of the fast step: what each agent perceives, and the acceleration that the model's rules make of it,
// one block of agents at a time. A lane of a register is an agent: a block of consecutive agents of one row of cells
// stays in registers, and their neighbors are taken one at a time and broadcast to all lanes. Each lane adds its
// neighbors in the same order whatever the width of the register, and a neighbor that is masked out adds an exact zero,
// so every instruction set gives the same bits.
#pragma once

#include "dunlin/step/nearest.hpp"
#include "dunlin/step/rules.hpp"

namespace dunlin::DUNLIN_LANES {

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

/// Some agents of one row of cells, at most as many as there are lanes.
struct Block {
    std::size_t begin, count;
    std::int64_t row;
    std::int32_t first_cell, last_cell;
    const NeighborRow* rows;
    int row_count;
};

/// Adds the agents [first, end) to the sums of all lanes.
template <class Model, int variant, bool pairwise, int D, class T>
DUNLIN_INLINE void add_run(typename Model::template Sums<D, T>& sums, const StepInput<D, RealOf<T>>& in,
                           const Vec<D, T>& image, const Self<D, T>& self, const Sight<T>& sight,
                           const typename Model::template Constants<T>& constants, const KindFilter& filter,
                           std::size_t first, std::size_t end, std::size_t block) {
    for (std::size_t j = first; j < end; ++j) {
        if constexpr (variant == 0) {
            if (!filter.takes(in.kind, j)) continue;
        }
        Pair<D, T> pair = pair_with<pairwise, D, T>(in, image, j);
        if constexpr (variant == 0) pair.seen = visible(pair, self, sight, j, block);
        add_neighbor<Model, variant>(sums, pair, self, constants);
    }
}

template <class Model, int variant, bool pairwise, int D, class T>
DUNLIN_INLINE void gather_around(typename Model::template Sums<D, T>& sums, const StepInput<D, RealOf<T>>& in,
                                 const Block& block, const Self<D, T>& self, const Sight<T>& sight,
                                 const typename Model::template Constants<T>& constants, const KindFilter& filter) {
    visit_around(*in.grid, in.starts, block.rows, block.row_count, block.first_cell, block.last_cell,
                 [&](std::size_t first, std::size_t end, const double(&shift)[3]) {
                     Vec<D, T> image;
                     for (int a = 0; a < D; ++a) image[a] = self.position[a] - splat<T>(shift[a]);
                     add_run<Model, variant, pairwise>(sums, in, image, self, sight, constants, filter, first, end,
                                                       block.begin);
                 });
}

template <class Model, int D, class T>
void gather_nearest(typename Model::template Sums<D, T>& sums, const StepInput<D, RealOf<T>>& in, const Block& block,
                    const Self<D, T>& self, const Sight<T>& sight,
                    const typename Model::template Constants<T>& constants, const KindFilter& filter) {
    NearestLimit<T> limit;
    Reach reach;
    Candidates<D, T> candidates;
    const bool pairwise = find_nearest(limit, candidates, reach, in, self, sight, block.row, block.first_cell,
                                       block.last_cell, block.begin, block.count);
    const T infinity = splat<T>(std::numeric_limits<double>::infinity());
    const auto take = [&](std::size_t j, Pair<D, T> pair, const MaskOf<T>& seen) {
        if (!filter.takes(in.kind, j)) return;
        pair.seen = seen && among_nearest(pair.distance2, limit, in.id[j]);
        if (any(pair.seen)) add_neighbor<Model, 0>(sums, pair, self, constants);
    };
    if (candidates.count <= Candidates<D, T>::kMost) {
        for (int c = 0; c < candidates.count; ++c) {
            const std::size_t j = candidates.index[c];
            Pair<D, T> pair;
            for (int a = 0; a < D; ++a) {
                pair.offset[a] = candidates.offset[c][a];
                pair.velocity[a] = broadcast<T>(in.velocity[a] + j);
            }
            pair.distance2 = candidates.distance2[c];
            take(j, pair, pair.distance2 < infinity);
        }
    } else if (pairwise) {
        visit_pairs<true, D, T>(in, self, sight, block.row, block.first_cell, block.last_cell, reach, block.begin,
                                take);
    } else {
        visit_pairs<false, D, T>(in, self, sight, block.row, block.first_cell, block.last_cell, reach, block.begin,
                                 take);
    }
}

/// The general case: any perception, images and kinds.
template <class Model, int D, class T>
void gather(typename Model::template Sums<D, T>& sums, const StepInput<D, RealOf<T>>& in, const Block& block,
            const Self<D, T>& self, const Sight<T>& sight, const typename Model::template Constants<T>& constants,
            const KindFilter& filter) {
    if (!sight.perceives) return;
    if (sight.nearest > 0) {
        gather_nearest<Model>(sums, in, block, self, sight, constants, filter);
    } else if (in.grid->pairwise_images) {
        gather_around<Model, 0, true>(sums, in, block, self, sight, constants, filter);
    } else {
        gather_around<Model, 0, false>(sums, in, block, self, sight, constants, filter);
    }
}

/// Calls work(block, self) for each block of the chunk.
template <int D, class T, class F>
DUNLIN_INLINE void for_each_block(const StepInput<D, RealOf<T>>& in, const Chunk<D, RealOf<T>>& chunk, F&& work) {
    constexpr std::size_t kLanes = lane_count<T>;
    const GridGeometry& g = *in.grid;
    const auto nx = static_cast<std::size_t>(g.cells[0]);
    std::int64_t row = row_of_agent(g, in.starts, chunk.begin);
    for (std::size_t i = chunk.begin; i < chunk.end; ++row) {
        const std::size_t row_end = in.starts[static_cast<std::size_t>(row + 1) * nx];
        const std::size_t last = row_end < chunk.end ? row_end : chunk.end;
        if (i >= last) continue;
        NeighborRow rows[27];
        const int row_count = neighbor_rows<D>(g, row, rows);
        while (i < last) {
            const auto cell_at = [&](std::size_t k) { return cell_of(g, 0, static_cast<double>(in.position[0][k])); };
            Block block{i, last - i < kLanes ? last - i : kLanes, row, cell_at(i), 0, rows, row_count};
            block.last_cell = cell_at(i + block.count - 1);
            while (block.count > 1 && !fits_around(g, block.first_cell, block.last_cell)) {
                --block.count;
                block.last_cell = cell_at(i + block.count - 1);
            }
            const std::size_t at = i - chunk.begin;
            Self<D, T> self;
            for (int a = 0; a < D; ++a) {
                self.position[a] = load<T>(in.position[a] + i);
                self.velocity[a] = load<T>(in.velocity[a] + i);
                self.random[a] = in.random_numbers == RandomNumbers::none ? splat<T>(0) : load<T>(chunk.random[a] + at);
            }
            work(block, self);
            i += block.count;
        }
    }
}

/// One parameter set for all agents, the inner loop of a variant.
template <class Model, int variant, int D, class T>
void perceive_in_variant(const StepInput<D, RealOf<T>>& in, Chunk<D, RealOf<T>>& chunk) {
    const double* values = in.parameters.values[0];
    const auto constants = constants_of<Model, T>(values, in.dt);
    const Sight<T> sight = sight_of<Model, T>(values);
    for_each_block<D, T>(in, chunk, [&](const Block& block, const Self<D, T>& self) {
        typename Model::template Sums<D, T> sums{};
        if constexpr (variant == 0) {
            gather<Model>(sums, in, block, self, sight, constants, KindFilter{});
        } else if (sight.perceives) {
            gather_around<Model, variant, false>(sums, in, block, self, sight, constants, KindFilter{});
        }
        const Vec<D, T> acceleration = total_of_rules<Model, variant>(sums, self, constants);
        for (int a = 0; a < D; ++a) {
            store_some<T>(acceleration[a], chunk.acceleration[a] + (block.begin - chunk.begin), block.count);
        }
    });
}

/// Several parameter sets: each kind in the block by itself, and for it each set that it uses toward others.
template <class Model, int D, class T>
void perceive_by_kind(const StepInput<D, RealOf<T>>& in, Chunk<D, RealOf<T>>& chunk) {
    const ParameterSets<Model, T> sets(in);
    for_each_block<D, T>(in, chunk, [&](const Block& block, const Self<D, T>& self) {
        Vec<D, T> acceleration = zero_vec<D, T>();
        visit_kinds<D, T>(in, block.begin, block.count, [&](int kind, const MaskOf<T>& of_kind) {
            Vec<D, T> rules[rule_count<Model>];
            rules_of_kind<Model>(rules, in, sets, kind, self, [&](auto& sums, int set, const KindFilter& filter) {
                gather<Model>(sums, in, block, self, sets.sight[set], sets.constants(set), filter);
            });
            acceleration = select(of_kind, sum_of<Model>(rules), acceleration);
        });
        for (int a = 0; a < D; ++a) {
            store_some<T>(acceleration[a], chunk.acceleration[a] + (block.begin - chunk.begin), block.count);
        }
    });
}

/// The variants that are compiled: all in single precision, in double precision the general one and the first after it.
template <class Model, class T>
constexpr int compiled_variants() {
    constexpr int kInDouble = 2;
    constexpr int all = variant_count<Model>();
    return sizeof(RealOf<T>) == sizeof(float) || all < kInDouble ? all : kInDouble;
}

template <class Model, int D, class T, int variant = 0>
void perceive_in_best_variant(const StepInput<D, RealOf<T>>& in, Chunk<D, RealOf<T>>& chunk, int wanted) {
    if constexpr (variant < compiled_variants<Model, T>()) {
        if (wanted == variant) {
            perceive_in_variant<Model, variant, D, T>(in, chunk);
        } else {
            perceive_in_best_variant<Model, D, T, variant + 1>(in, chunk, wanted);
        }
    }
}

/// The station.
template <class Model, int D, class T>
void perceive(const StepInput<D, RealOf<T>>& in, Chunk<D, RealOf<T>>& chunk) {
    if (!in.parameters.one()) {
        perceive_by_kind<Model, D, T>(in, chunk);
        return;
    }
    const double* values = in.parameters.values[0];
    const Perception::Params p = perception_from<Model>(values);
    const bool plain = p.neighborhood.is(Perception::metric) && p.view_angle >= 360 && !in.grid->pairwise_images;
    const int best = plain ? variant_of<Model>(params_from<Model>(values)) : 0;
    perceive_in_best_variant<Model, D, T>(in, chunk, best < compiled_variants<Model, T>() ? best : 0);
}

}  // namespace dunlin::DUNLIN_LANES
