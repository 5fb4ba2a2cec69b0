// SPDX-License-Identifier: Apache-2.0
// The engine of one dimension and precision: agents, grid and world, and the stages of a step on them.
#pragma once

#include <algorithm>
#include <numeric>
#include <type_traits>
#include <utility>

#include "dunlin/base/sort.hpp"
#include "dunlin/neighbors/pair_count.hpp"
#include "dunlin/observable_list.hpp"
#include "dunlin/sim/engine.hpp"
#include "dunlin/sim/pack.hpp"
#include "dunlin/state/hash.hpp"

namespace dunlin {

template <int D, class R>
class FlockEngine final : public Engine {
  public:
    explicit FlockEngine(const Scenario& scenario) : world_(make_world<R>(scenario.world)) {}

    std::size_t size() const override { return state_.size(); }

    void add(const Start& start, Crew* crew) override {
        const std::size_t old = state_.size();
        if (start.kinds) add_kinds();
        const bool kinds = start.kinds || state_.has_kinds();
        state_.resize(old + start.count, kinds);
        constexpr std::size_t kPart = 16384;
        for_each(crew, (start.count + kPart - 1) / kPart, [&](std::size_t part) {
            for (std::size_t k = part * kPart; k < std::min(start.count, (part + 1) * kPart); ++k) {
                const Arrival agent = start.at(k);
                place(old + k, agent.position, agent.velocity);
                state_.id[old + k] = agent.id;
                if (kinds) state_.kind[old + k] = agent.kind;
            }
        });
        arrange_by_id();
    }

    std::uint32_t largest_id() const override {
        const std::uint32_t* ids = state_.id.data();
        return state_.size() == 0 ? 0 : *std::max_element(ids, ids + state_.size());
    }

    std::size_t remove(std::span<const std::uint32_t> ids) override {
        const std::size_t n = state_.size();
        std::vector<std::uint32_t> kept;
        for (std::size_t i = 0; i < n; ++i) {
            if (std::binary_search(ids.begin(), ids.end(), state_.id[i])) continue;
            kept.push_back(static_cast<std::uint32_t>(i));
        }
        state_.rearrange(kept);
        arrange_by_id();
        return n - kept.size();
    }

    bool set(const AgentState& agent) override {
        const std::size_t i = index_of(agent.id);
        if (i == state_.size()) return false;
        place(i, agent.position, agent.velocity);
        if (agent.kind != 0) add_kinds();
        if (state_.has_kinds()) state_.kind[i] = agent.kind;
        memory_.grouped_step = -1;
        return true;
    }

    std::vector<std::pair<std::uint32_t, std::uint8_t>> ids_and_kinds() const override {
        std::vector<std::pair<std::uint32_t, std::uint8_t>> out;
        out.reserve(state_.size());
        for (std::size_t i = 0; i < state_.size(); ++i) {
            out.emplace_back(state_.id[i], state_.has_kinds() ? state_.kind[i] : std::uint8_t{0});
        }
        dunlin::sort(out);
        return out;
    }

    void lay_grid(const StepContext& order) override {
        memory_.grouped_step = -1;
        world_ = make_world<R>(order.scenario->world);
        grid_.geometry = make_geometry(D, world_, range_of(order), state_.size());
    }

    double pairs_ahead(const StepContext&) const override { return count_pairs(state_, grid_.geometry); }

    void sort(const StepContext& order) override {
        if (!order.fast) return;  // the reference stepper keeps them by id
        sort_into_cells(state_, grid_, order.crew);
    }

    void steer_and_move(const StepContext& order) override {
        std::vector<PlacedInfluence<R>> placed = place_influences(order);
        StepInput<D, R> in = input(order, placed);
        for (int a = 0; a < D; ++a) {
            in.new_position[a] = state_.other.position[a].data();
            in.new_velocity[a] = state_.other.velocity[a].data();
        }
        if (order.fast) {
            // Few agents are not worth waking other threads for; many are cut finely, since flocks are uneven.
            constexpr std::size_t kWorthSharing = 2000;
            constexpr std::size_t kPartsEach = 24;
            const std::size_t n = state_.size();
            const std::size_t parts =
                n < kWorthSharing ? 1 : std::min(n / 256, kPartsEach * static_cast<std::size_t>(crew_size(order.crew)));
            const SteerFunction<D, R> steer = steer_function(*order.fast);
            for_each(order.crew, parts,
                     [&](std::size_t part) { steer(in, part_begin(n, parts, part), part_begin(n, parts, part + 1)); });
        } else {
            state_.other = state_.now;
            set_ieee_arithmetic();
            for (int a = 0; a < D; ++a) {
                in.new_position[a] = state_.other.position[a].data();
                in.new_velocity[a] = state_.other.velocity[a].data();
            }
            plain_functions(*order.model).step(in, order.scenario->update);
        }
        state_.swap_columns();
    }

    bool nearest_to(const Vec3& from, Crew* crew, Vec3& offset) const override {
        struct Nearest {
            double d2 = -1;
            std::uint32_t id = 0;
            Vec3 offset{};
        };
        constexpr std::size_t kPart = 8192;
        const std::size_t n = state_.size();
        const std::size_t parts = (n + kPart - 1) / kPart;
        const double here[3] = {from[0], from[1], from[2]};
        std::vector<Nearest> found(parts);
        const auto better = [](const Nearest& a, const Nearest& b) {
            return b.d2 < 0 || a.d2 < b.d2 || (a.d2 == b.d2 && a.id < b.id);
        };
        for_each(crew, parts, [&](std::size_t part) {
            Nearest best;
            for (std::size_t i = part * kPart; i < std::min(n, (part + 1) * kPart); ++i) {
                double away[3] = {};
                const Nearest one{
                    distance2_to(world_, here, state_, i, away), state_.id[i], {away[0], away[1], away[2]}};
                if (better(one, best)) best = one;
            }
            found[part] = best;
        });
        Nearest best;
        for (const Nearest& one : found) {
            if (one.d2 >= 0 && better(one, best)) best = one;
        }
        offset = best.offset;
        return best.d2 >= 0;
    }

    std::uint64_t hash(Crew* crew) const override { return state_hash(state_, crew); }

    void fill(Snapshot& snapshot) const override {
        const std::size_t n = state_.size();
        const std::vector<std::uint32_t> order = by_id();
        snapshot.dimensions = D;
        snapshot.id.resize(n);
        snapshot.position.resize(n * D);
        snapshot.velocity.resize(n * D);
        snapshot.kind.assign(n, 0);
        for (std::size_t k = 0; k < n; ++k) {
            const std::size_t i = order[k];
            snapshot.id[k] = state_.id[i];
            if (state_.has_kinds()) snapshot.kind[k] = state_.kind[i];
            for (int a = 0; a < D; ++a) {
                snapshot.position[k * D + a] = static_cast<double>(state_.now.position[a][i]);
                snapshot.velocity[k * D + a] = static_cast<double>(state_.now.velocity[a][i]);
            }
        }
    }

    AgentColumns<float> float_columns() const override { return columns<float>(); }
    AgentColumns<double> double_columns() const override { return columns<double>(); }

    void each_agent(const std::function<void(const AgentState&)>& show) const override {
        AgentState now;
        for (std::size_t i = 0; i < state_.size(); ++i) {
            now.id = state_.id[i];
            if (state_.has_kinds()) now.kind = state_.kind[i];
            for (int a = 0; a < D; ++a) {
                now.position[a] = static_cast<double>(state_.now.position[a][i]);
                now.velocity[a] = static_cast<double>(state_.now.velocity[a][i]);
            }
            show(now);
        }
    }

    std::vector<double> observe(const StepContext& order, const std::vector<std::string>& what) override {
        std::vector<double> out;
        look(order, [&](const Observation<D, R>& observation) {
            for (const std::string& name : what) {
                for_each_observable([&](auto* member) {
                    using Member = std::remove_pointer_t<decltype(member)>;
                    if (Member::info.name == name) out.push_back(Member::measure(observation));
                });
            }
        });
        return out;
    }

    double pairs_to_observe(const StepContext& order, const std::vector<std::string>& what) const override {
        ObserveMemory nothing;
        const Observation<D, R> observation = observation_of(order, state_, nothing);
        double farthest = 0;
        for_each_observable([&](auto* member) {
            using Member = std::remove_pointer_t<decltype(member)>;
            if constexpr (requires { Member::reach(observation); }) {
                const bool wanted = std::find(what.begin(), what.end(), Member::info.name) != what.end();
                if (wanted) farthest = std::max(farthest, Member::reach(observation));
            }
        });
        return farthest > 0 ? count_pairs(state_, reaching(grid_.geometry, farthest)) : 0;
    }

    std::vector<std::uint32_t> groups(const StepContext& order) override {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
        look(order, [&](const Observation<D, R>& observation) {
            observation.memory.grouped_step = -1;
            find_groups(observation);
            for (std::size_t i = 0; i < observation.agents(); ++i) {
                pairs.emplace_back(observation.flock.state.id[i], observation.memory.group[i]);
            }
        });
        dunlin::sort(pairs);
        std::vector<std::uint32_t> out;
        for (const auto& pair : pairs) out.push_back(pair.second);
        return out;
    }

    Result<Inspection> inspect(const StepContext& order, std::uint32_t id) const override {
        const std::size_t i = index_of(id);
        if (i == state_.size()) return Error{ErrorKind::input, "there is no agent " + std::to_string(id)};
        const std::vector<PlacedInfluence<R>> placed = place_influences(order);
        const StepInput<D, R> in = input(order, placed);
        const ModelEntry& model = *order.model;
        const double* values = order.scenario->model.values.data();
        std::vector<double> rules(3 * (static_cast<std::size_t>(model.rule_count) + 1), 0.0);
        std::vector<unsigned char> seen(state_.size(), 0);
        plain_functions(model).inspect(in, i, rules.data(), seen.data());

        Inspection out;
        out.id = id;
        for (int a = 0; a < D; ++a) {
            out.position[a] = static_cast<double>(state_.now.position[a][i]);
            out.velocity[a] = static_cast<double>(state_.now.velocity[a][i]);
        }
        out.perception_radius = model.range(values);
        out.separation_radius = model.separation_range(values);
        out.view_angle = model.view_angle(values);
        for (std::size_t j = 0; j < seen.size(); ++j) {
            if (seen[j]) out.neighbors.push_back(state_.id[j]);
        }
        dunlin::sort(out.neighbors);
        Vec3 total{};
        for (int r = 0; r <= model.rule_count; ++r) {
            const std::string name = r < model.rule_count ? std::string(model.rule_names[r]) : "influences";
            const Vec3 vector{rules[3 * r], rules[3 * r + 1], rules[3 * r + 2]};
            for (int a = 0; a < 3; ++a) total[a] += vector[a];
            out.rules.push_back({name, vector});
        }
        out.rules.push_back({"total", total});
        return out;
    }

    Packing pack(const StepContext& order, const PackRequest& wanted, std::vector<std::uint8_t>& out) override {
        if (wanted.color == ColorChannel::none || wanted.color == ColorChannel::speed) {
            return pack_flock(state_, world_, wanted, nullptr, order.crew, out);
        }
        Packing packing;
        look(order, [&](const Observation<D, R>& observation) {
            std::vector<float> values(observation.agents());
            if (wanted.color == ColorChannel::group) {
                find_groups(observation);
                for (std::size_t i = 0; i < values.size(); ++i) {
                    values[i] = static_cast<float>(observation.memory.group[i]);
                }
            } else {
                count_neighbors(observation, values.data());
            }
            packing = pack_flock(observation.flock.state, world_, wanted, values.data(), order.crew, out);
        });
        return packing;
    }

    std::size_t bytes() const override { return state_.bytes() + grid_.starts.bytes(); }

  private:
    static double range_of(const StepContext& order) { return order.model->range(order.scenario->model.values.data()); }

    static SteerFunction<D, R> steer_function(const SteerFunctions& f) {
        if constexpr (D == 2 && sizeof(R) == 4) return f.single_2d;
        else if constexpr (D == 3 && sizeof(R) == 4) return f.single_3d;
        else if constexpr (D == 2) return f.double_2d;
        else return f.double_3d;
    }
    static const PlainFunctions<D, R>& plain_functions(const ModelEntry& m) {
        if constexpr (D == 2 && sizeof(R) == 4) return m.single_2d;
        else if constexpr (D == 3 && sizeof(R) == 4) return m.single_3d;
        else if constexpr (D == 2) return m.double_2d;
        else return m.double_3d;
    }

    std::vector<PlacedInfluence<R>> place_influences(const StepContext& order) const {
        std::vector<PlacedInfluence<R>> out;
        for (const InfluenceSpec& spec : *order.influences) {
            PlacedInfluence<R> placed{};
            placed.type = influence_row(spec.type);
            for (int a = 0; a < 3; ++a) placed.position[a] = static_cast<R>(spec.position[a]);
            for (std::size_t v = 0; v < spec.values.size() && v < kMostInfluenceParams; ++v) {
                placed.values[v] = spec.values[v];
            }
            out.push_back(placed);
        }
        return out;
    }

    StepInput<D, R> input(const StepContext& order, const std::vector<PlacedInfluence<R>>& placed) const {
        StepInput<D, R> in{};
        for (int a = 0; a < D; ++a) {
            in.position[a] = state_.now.position[a].data();
            in.velocity[a] = state_.now.velocity[a].data();
        }
        in.id = state_.id.data();
        in.agents = state_.size();
        in.world = world_;
        in.model_values = order.scenario->model.values.data();
        in.influences = placed.data();
        in.influence_count = static_cast<int>(placed.size());
        in.dt = order.scenario->dt;
        in.time = order.time;
        in.seed = order.scenario->seed;
        in.step = static_cast<std::uint64_t>(order.step);
        in.grid = &grid_.geometry;
        in.starts = grid_.starts.data();
        return in;
    }

    template <class T>
    AgentColumns<T> columns() const {
        AgentColumns<T> out;
        if constexpr (std::is_same_v<T, R>) {
            const std::size_t n = state_.size();
            out.id = {state_.id.data(), n};
            if (state_.has_kinds()) out.kind = {state_.kind.data(), n};
            for (int a = 0; a < D; ++a) {
                out.position[a] = {state_.now.position[a].data(), n};
                out.velocity[a] = {state_.now.velocity[a].data(), n};
            }
        }
        return out;
    }

    /// What observables see; distances that are 0 in the scenario are filled in.
    Observation<D, R> observation_of(const StepContext& order, const FlockState<D, R>& state,
                                     ObserveMemory& memory) const {
        ObserveSpec spec = order.scenario->observe;
        const double range = range_of(order);
        if (!(spec.link_distance > 0)) spec.link_distance = range;
        if (!(spec.collision_distance > 0)) spec.collision_distance = 0.1 * range;
        if (!(spec.collision_horizon > 0)) spec.collision_horizon = 10 * order.scenario->dt;
        return {{state, grid_, world_}, order.crew, range, order.scenario->dt, order.step, std::move(spec), memory};
    }

    /// Calls f with the flock in canonical order. The order in memory is not part of the state: sorting changes no bit.
    template <class F>
    void look(const StepContext& order, F&& f) {
        set_ieee_arithmetic();
        FlockState<D, R> copy;
        if (!order.fast) copy = state_;  // the reference stepper keeps its agents by id
        FlockState<D, R>& sorted = order.fast ? state_ : copy;
        sort_into_cells(sorted, grid_, order.crew);
        const Observation<D, R> observation = observation_of(order, sorted, memory_);
        if (observation.spec.link_distance != grouped_distance_) memory_.grouped_step = -1;
        grouped_distance_ = observation.spec.link_distance;
        f(observation);
    }

    /// From here on each agent has a kind of its own.
    void add_kinds() {
        if (state_.has_kinds()) return;
        state_.resize(state_.size(), true);
        std::fill(state_.kind.data(), state_.kind.data() + state_.size(), std::uint8_t{0});
    }

    /// Who starts outside is brought in where distances go round the edge, or where there are walls.
    void place(std::size_t i, const Vec3& position, const Vec3& velocity) {
        plain::Vec<D, R> v;
        for (int a = 0; a < D; ++a) v[a] = static_cast<R>(velocity[a]);
        v = plain::finite_velocity(v, plain::zero_vec<D, R>());
        for (int a = 0; a < D; ++a) {
            R at = plain::between(static_cast<R>(position[a]), R(-plain::kFarthest), R(plain::kFarthest));
            if (has_images(world_, a)) at = plain::wrapped<R, R>(at, a, world_);
            if (world_.boundary[a] == Boundary::reflecting) at = plain::between(at, world_.lower[a], world_.upper[a]);
            state_.now.position[a][i] = at;
            state_.now.velocity[a][i] = v[a];
        }
    }

    std::size_t index_of(std::uint32_t id) const {
        for (std::size_t i = 0; i < state_.size(); ++i) {
            if (state_.id[i] == id) return i;
        }
        return state_.size();
    }

    std::vector<std::uint32_t> by_id() const {
        const std::size_t n = state_.size();
        std::vector<std::uint32_t> order(n);
        if (n > 0 && largest_id() / 4 <= n) {  // few ids are missing: a table by id needs no sorting
            constexpr std::uint32_t kNobody = 0xffffffff;
            std::vector<std::uint32_t> holder(std::size_t{largest_id()} + 1, kNobody);
            for (std::size_t i = 0; i < n; ++i) holder[state_.id[i]] = static_cast<std::uint32_t>(i);
            std::copy_if(holder.begin(), holder.end(), order.begin(), [](std::uint32_t i) { return i != kNobody; });
            return order;
        }
        std::iota(order.begin(), order.end(), 0u);
        dunlin::sort(order, [&](std::uint32_t a, std::uint32_t b) { return state_.id[a] < state_.id[b]; });
        return order;
    }

    /// After agents joined or left, so that the reference stepper's order is by id.
    void arrange_by_id() {
        memory_.grouped_step = -1;
        if (std::is_sorted(state_.id.data(), state_.id.data() + state_.size())) return;
        state_.rearrange(by_id());
    }

    FlockState<D, R> state_;
    World<R> world_;
    CellGrid grid_;
    ObserveMemory memory_;
    double grouped_distance_ = 0;  // the link distance of the groups in memory_
};

}  // namespace dunlin
