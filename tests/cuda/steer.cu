// SPDX-License-Identifier: Apache-2.0
// The steering of boids for a GPU, from the same files as for processors: the rules, the sums, the boundary and the
// elementary functions. A thread is an agent and looks at all others; a grid of cells is not the point here. Compiled
// to PTX only; ptx_test.py reads it.
#define DUNLIN_LANES cuda
#define DUNLIN_INLINE __device__ __forceinline__

#include "dunlin/models/boids.hpp"
#include "dunlin/step/draw.hpp"
#include "dunlin/step/integrate.hpp"
#include "dunlin/step/rules.hpp"

namespace dunlin::cuda {

template <int variant, int D>
__global__ void steer(StepInput<D, float> in, Boids::Constants<float> constants, Sight<float> sight) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= in.agents) return;
    Self<D, float> self;
    for (int a = 0; a < D; ++a) {
        self.position[a] = in.position[a][i];
        self.velocity[a] = in.velocity[a][i];
    }
    self.random = draw_for<D, float>(in, in.id + i, 1);

    Boids::Sums<D, float> sums{};
    for (std::size_t j = 0; j < in.agents; ++j) {
        Pair<D, float> pair = pair_with<true, D, float>(in, self.position, j);
        if constexpr (variant == Boids::general) pair.seen = visible(pair, self, sight, j, i);
        add_neighbor<Boids, variant>(sums, pair, self, constants);
    }
    const Vec<D, float> acceleration = total_of_rules<Boids, variant>(sums, self, constants);
    const Vec<D, float> advanced =
        advance_agents<Boids>(self, static_cast<float*>(nullptr), acceleration, constants, in.dt);
    Vec<D, float> position = self.position, velocity = self.velocity;
    move(position, velocity, advanced, static_cast<float>(in.dt), in.world);
    for (int a = 0; a < D; ++a) {
        in.new_position[a][i] = position[a];
        in.new_velocity[a][i] = velocity[a];
    }
}

#define DUNLIN_STEER(variant, D) \
    template __global__ void steer<variant, D>(StepInput<D, float>, Boids::Constants<float>, Sight<float>)
DUNLIN_STEER(Boids::general, 2);
DUNLIN_STEER(Boids::general, 3);
DUNLIN_STEER(Boids::plain_steer, 2);
DUNLIN_STEER(Boids::plain_steer, 3);
DUNLIN_STEER(Boids::plain_mean, 2);
DUNLIN_STEER(Boids::plain_offset, 3);

/// What models of other kinds may call.
template <class R>
__global__ void elementary(const R* x, const R* y, const std::uint32_t* id, R* out) {
    const R a = x[threadIdx.x], b = y[threadIdx.x];
    const SinCos<R> angle = sincos(a);
    const Vec<2, R> flat = rotate(Vec<2, R>{{a, b}}, angle);
    const Vec<3, R> solid = rotate(Vec<3, R>{{a, b, a}}, Vec<3, R>{{b, a, a}}, angle);
    const Vec<3, R> normal = normal_numbers<3, R>(draw_words<R>(1, Draw::steering_normal, id + threadIdx.x, 1, 2));
    out[threadIdx.x] = exp(a) + log(a) + pow(a, b) + atan2(a, b) + dot(flat, flat) + dot(solid, normal);
}
template __global__ void elementary<float>(const float*, const float*, const std::uint32_t*, float*);
template __global__ void elementary<double>(const double*, const double*, const std::uint32_t*, double*);

}  // namespace dunlin::cuda
