// SPDX-License-Identifier: Apache-2.0
// Entries become flocks and removals of the scenario, each with its own order.
#include "dunlin/live/population_history.hpp"

#include <algorithm>

#include "dunlin/scenario/text.hpp"

namespace dunlin {
namespace {

constexpr std::size_t kMostEntries = 20'000;
constexpr std::size_t kMostBytes = std::size_t{16} << 20;  // as text they are five times as many
constexpr double kFarthest = 1e12;                         // that a start table may hold

template <class... F>
struct Either : F... {
    using F::operator()...;
};
template <class... F>
Either(F...) -> Either<F...>;

}  // namespace

RemovedAgents::RemovedAgents(std::string kind, const Scenario& scenario)
    : kind_(std::move(kind)),
      axes_(static_cast<std::size_t>(scenario.dimensions)),
      single_(scenario.precision == Precision::single_precision) {}

void RemovedAgents::add(const AgentState& agent) {
    id_.push_back(agent.id);
    for (const Vec3* vector : {&agent.position, &agent.velocity}) {
        for (std::size_t a = 0; a < axes_; ++a) {
            if (single_) single_numbers_.push_back(static_cast<float>((*vector)[a]));
            else double_numbers_.push_back((*vector)[a]);
        }
    }
}

FlockSpec RemovedAgents::as_flock(std::int64_t step) const {
    FlockSpec flock;
    flock.step = step;
    flock.agents = static_cast<std::int64_t>(id_.size());
    flock.kind = kind_;
    flock.start = "file";
    flock.table = axes_ == 3 ? "id,x,y,z,vx,vy,vz\n" : "id,x,y,vx,vy\n";
    std::size_t next = 0;
    for (const std::uint32_t id : id_) {
        flock.table += std::to_string(id);
        for (std::size_t k = 0; k < 2 * axes_; ++k, ++next) {
            const double number = single_ ? static_cast<double>(single_numbers_[next]) : double_numbers_[next];
            flock.table += ',' + exact_number(std::clamp(number, -kFarthest, kFarthest));
        }
        flock.table += '\n';
    }
    return flock;
}

std::size_t RemovedAgents::bytes() const {
    return sizeof *this + 4 * (id_.size() + single_numbers_.size()) + 8 * double_numbers_.size();
}

void PopulationHistory::clear() { *this = PopulationHistory(); }

void PopulationHistory::push(Entry entry, std::size_t bytes) {
    bytes_ += sizeof entry + bytes;
    too_long_ = too_long_ || entries_.size() >= kMostEntries || bytes_ > kMostBytes;
    if (too_long_) entries_ = {};
    else entries_.push_back(std::move(entry));
}

void PopulationHistory::added(const FlockSpec& flock) { push(flock, flock.kind.size()); }

void PopulationHistory::removed(std::int64_t step, std::vector<std::uint32_t> ids, std::uint64_t hash_before) {
    const std::size_t bytes = 4 * ids.size();
    push(Removal{step, std::move(ids), hash_before}, bytes);
}

void PopulationHistory::restored(std::int64_t step, const RemovedByKind& agents, std::uint64_t hash) {
    const auto* last = entries_.empty() ? nullptr : std::get_if<Removal>(&entries_.back());
    if (last && last->step == step && last->hash_before == hash) {
        bytes_ -= sizeof(Entry) + 4 * last->ids.size();
        entries_.pop_back();
        return;
    }
    std::size_t bytes = 0;
    for (const RemovedAgents& kind : *agents) bytes += kind.bytes();
    push(Restoration{step, agents}, bytes);
}

void PopulationHistory::add_to(Scenario& scenario) const {
    // The scenario's own orders may be as large as a number can be, so they are numbered anew from 0; the entries
    // follow.
    std::vector<std::int64_t> orders{0};
    for (const FlockSpec& flock : scenario.flocks) orders.push_back(flock.order);
    for (const RemovalSpec& removal : scenario.removals) orders.push_back(removal.order);
    std::sort(orders.begin(), orders.end());
    orders.erase(std::unique(orders.begin(), orders.end()), orders.end());
    const auto renumbered = [&](std::int64_t order) {
        return std::lower_bound(orders.begin(), orders.end(), order) - orders.begin();
    };
    for (FlockSpec& flock : scenario.flocks) flock.order = renumbered(flock.order);
    for (RemovalSpec& removal : scenario.removals) removal.order = renumbered(removal.order);
    auto order = static_cast<std::int64_t>(orders.size()) - 1;
    bool removing = false;  // the last entry did: removals of one step are one
    for (const Entry& entry : entries_) {
        std::visit(Either{[&](const FlockSpec& flock) {
                              scenario.flocks.push_back(flock);
                              scenario.flocks.back().order = ++order;
                              removing = false;
                          },
                          [&](const Removal& now) {
                              if (!removing || scenario.removals.back().step != now.step) {
                                  scenario.removals.push_back({now.step, "", {}, ++order});
                              }
                              std::vector<std::uint32_t>& ids = scenario.removals.back().ids;
                              ids.insert(ids.end(), now.ids.begin(), now.ids.end());
                              removing = true;
                          },
                          [&](const Restoration& now) {
                              for (const RemovedAgents& kind : *now.agents) {
                                  scenario.flocks.push_back(kind.as_flock(now.step));
                                  scenario.flocks.back().order = ++order;
                              }
                              removing = false;
                          }},
                   entry);
    }
}

}  // namespace dunlin
