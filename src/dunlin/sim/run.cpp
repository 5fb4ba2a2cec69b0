// SPDX-License-Identifier: Apache-2.0
// The stages of a step in their order, and the changes of the population between steps.
#include "dunlin/sim/run.hpp"

#include <algorithm>
#include <chrono>

#include "dunlin/base/column.hpp"
#include "dunlin/base/sort.hpp"
#include "dunlin/neighbors/pair_count.hpp"
#include "dunlin/observe/passes/tables.hpp"
#include "dunlin/sim/influence_motion.hpp"
#include "dunlin/sim/observing.hpp"
#include "dunlin/sim/pack.hpp"
#include "dunlin/sim/snapshot.hpp"
#include "dunlin/state/hash.hpp"

namespace dunlin {
namespace {

/// Adds the seconds of its life to a stage. Time is only ever reported, never read by the simulation.
class Timed {
  public:
    explicit Timed(double& seconds) : seconds_(seconds), begin_(std::chrono::steady_clock::now()) {}
    ~Timed() { seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count(); }

  private:
    double& seconds_;
    std::chrono::steady_clock::time_point begin_;
};

/// The set of that name, or the best one for "auto"; the next best if it is for single precision only. Null if it is
/// not supported here.
const InstructionSet* find_instruction_set(const std::string& name, Precision precision) {
    bool found = false;
    for (const InstructionSet& set : all_instruction_sets()) {
        found = found || (set.available() && (name == set.name || name == "auto"));
        if (found && set.available() && (precision == Precision::single_precision || set.has_doubles())) return &set;
    }
    return nullptr;
}

}  // namespace

Result<std::unique_ptr<Run>> Run::make(Scenario given, const RunOptions& options) {
    auto checked = check_scenario(std::move(given));
    if (!checked) return checked.error();
    std::unique_ptr<Run> run(new Run);
    run->scenario = std::move(checked).value();
    const Scenario& scenario = run->scenario;
    const auto row = static_cast<std::size_t>(model_row(scenario.model.name));
    run->model = model_entries()[row];

    const InstructionSet* chosen = find_instruction_set(options.simd, scenario.precision);
    if (chosen == nullptr) {
        const std::string nearest = nearest_name(options.simd, instruction_sets());
        return Error{ErrorKind::input, "the instruction set \"" + options.simd + "\" is not supported here" +
                                           (nearest.empty() ? "" : "; did you mean \"" + nearest + "\"?")};
    }
    run->observers = &observe_functions_of(chosen->name);
    if (scenario.update == Update::simultaneous) {
        run->fast = {chosen->models[row], chosen->common};
        run->instruction_set = chosen->name;
    } else {
        run->remark = std::string("update = \"") +
                      (scenario.update == Update::sequential ? "sequential" : "two-phase") +
                      "\" runs on the reference stepper: one thread, every pair of agents looked at";
    }

    run->crew = options.crew;
    run->state.agents = empty_flock(scenario);
    run->state.influences = scenario.influences;
    run->schedule_ = schedule_of(scenario);
    run->backend = make_cpu_backend(scenario, run->state);
    run->lay_grid();
    if (auto joined = run->join_and_leave(); !joined) return joined.error();
    if (auto ids = run->check_ids(nullptr); !ids) return ids.error();
    set_on_paths(run->state.influences, 0);
    return run;
}

void Run::step() {
    const RunContext run = context();
    const double after = run.time() + scenario.dt;
    const int evaluations = backend->evaluations(run);
    for (int k = 0; k < evaluations; ++k) {
        {
            Timed t(seconds.sort);
            backend->sort(run);
        }
        Timed t(seconds.steer);
        backend->steer_and_move(run, k);
    }
    {
        Timed t(seconds.influences);
        move_influences(state.influences, scenario, backend->view(), crew.get(), after);
    }
    ++state.step;
    static_cast<void>(join_and_leave());  // make and check_ids have seen that all can
}

void Run::go_on_from(RunState other) {
    state = std::move(other);
    lay_grid();
}

void Run::lay_grid() {
    groups_.step = -1;
    backend->lay_grid(context());
}

Result<void> Run::check_ids(const FlockSpec* joining) const {
    return dunlin::check_ids(scenario, joining, pending(), state.next_id, [this] { return ids_and_kinds(view()); });
}

std::uint64_t Run::ids_left() const {
    const std::uint64_t taken = state.next_id + ids_needed(scenario, pending());
    return kMostIds - std::min(taken, kMostIds);
}

/// Small flocks are not asked about: what they need is there, or nothing is.
Result<void> Run::memory_for(std::size_t agents) const {
    constexpr std::size_t kSmall = 64'000'000;
    const std::size_t number = scenario.precision == Precision::single_precision ? sizeof(float) : sizeof(double);
    const std::size_t noted = backend->evaluations(context()) > 1 ? kNotedVectors : 0;
    const std::size_t numbers = (2 + noted) * static_cast<std::size_t>(scenario.dimensions);
    const std::size_t each = 2 * (numbers * number + sizeof(std::uint32_t) + sizeof(std::uint8_t));  // and a copy
    if (agents * each < kSmall || memory_is_there(agents * each)) return {};
    return Error{ErrorKind::system, "there is no memory for " + std::to_string(agents) + " agents: they need " +
                                        std::to_string(agents * each / 1'000'000) + " MB"};
}

Result<void> Run::join(const FlockSpec& flock) {
    auto start = make_start(scenario, flock, static_cast<std::uint32_t>(std::min(state.next_id, kMostIds)));
    if (!start) return start.error();
    if (auto fits = memory_for(agents_of(view()) + start->count); !fits) return fits;
    backend->join(*start, crew.get());
    const AnyView now = view();
    if (agents_of(now) > 0) state.next_id = std::max(state.next_id, std::uint64_t{largest_id(now)} + 1);
    lay_grid();
    return {};
}

std::size_t Run::leave(std::vector<std::uint32_t> ids) {
    sort(ids);
    const std::size_t left = backend->leave(ids);
    lay_grid();
    return left;
}

void Run::leave(const RemovalSpec& removal) {
    if (removal.kind.empty()) {
        leave(removal.ids);
        return;
    }
    std::vector<std::uint32_t> wanted = removal.ids;
    sort(wanted);
    const std::uint8_t kind = kind_index(scenario, removal.kind);
    std::vector<std::uint32_t> ids;
    for (const auto& [id, its_kind] : ids_and_kinds(view())) {
        const bool named = wanted.empty() || std::binary_search(wanted.begin(), wanted.end(), id);
        if (its_kind == kind && named) ids.push_back(id);
    }
    leave(std::move(ids));
}

bool Run::set(const AgentState& agent) {
    groups_.step = -1;
    return backend->set(agent);
}

/// Flocks that join and agents that leave now that the flock has come to this step.
Result<void> Run::join_and_leave() {
    for (; state.changes_done < schedule_.size() && schedule_[state.changes_done].step <= state.step;
         ++state.changes_done) {
        const ScheduledChange& now = schedule_[state.changes_done];
        if (!now.joins) {
            leave(scenario.removals[now.index]);
            continue;
        }
        const FlockSpec& flock = scenario.flocks[now.index];
        if (state.step == 0 && agents_of(view()) > 0) {  // later ones have been checked when the run was made
            auto ids = dunlin::check_ids(scenario, &flock, {}, state.next_id, [this] { return ids_and_kinds(view()); });
            if (!ids) return ids;
        }
        if (auto joined = join(flock); !joined) return joined;
    }
    return {};
}

double Run::pairs_ahead() const {
    const AnyView now = view();
    const auto agents = static_cast<double>(agents_of(now));
    if (!fast) return agents * agents;
    const double pairs = std::visit([](const auto& flock) { return count_pairs(flock, flock.grid); }, now);
    return pairs * backend->evaluations(context());
}

std::uint64_t Run::hash() const {
    return std::visit([&](const auto& flock) { return state_hash(flock, crew.get()); }, state.agents);
}

std::vector<double> Run::observe(const std::vector<std::string>& what) {
    Timed t(seconds.observe);
    const RunContext run = context();
    return dunlin::observe(run, backend->sorted_view(run), what, state.memory, groups_);
}

std::vector<std::uint32_t> Run::groups() {
    const RunContext run = context();
    const AnyView sorted = backend->sorted_view(run);
    find_groups(run, sorted, groups_);
    return groups_by_id(sorted, groups_);
}

Packing Run::pack(const PackRequest& wanted, std::vector<std::uint8_t>& out) {
    const RunContext run = context();
    if (wanted.color == ColorChannel::none || wanted.color == ColorChannel::speed) {
        return pack_flock(view(), wanted, {}, crew.get(), out);
    }
    const AnyView sorted = backend->sorted_view(run);
    std::vector<float> colors;
    if (wanted.color == ColorChannel::group) {
        find_groups(run, sorted, groups_);
        colors.assign(groups_.group.begin(), groups_.group.end());
    } else {
        colors = neighbor_counts(run, sorted);
    }
    return pack_flock(sorted, wanted, colors, crew.get(), out);
}

}  // namespace dunlin
