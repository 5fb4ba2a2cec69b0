// SPDX-License-Identifier: Apache-2.0
// The order of a scenario's changes, and their ids.
#include "dunlin/sim/schedule.hpp"

#include <algorithm>
#include <string>
#include <tuple>

#include "dunlin/base/sort.hpp"
#include "dunlin/sim/start.hpp"

namespace dunlin {
namespace {

bool brings_ids(const FlockSpec& flock) { return flock.start == "file"; }

Error too_few_ids(const FlockSpec& flock) {
    const std::string who = flock.step > 0 ? "the flock of step " + std::to_string(flock.step) + ": " : "";
    return {ErrorKind::input, who + "more agents than ids: at most " + std::to_string(kMostIds) + " in all"};
}

/// Ids as flocks join and agents leave.
class Ids {
  public:
    Ids(const Scenario& scenario, std::uint64_t next, std::vector<Holder> holders)
        : scenario_(scenario), next_(next), holders_(std::move(holders)) {}

    Result<void> join(const FlockSpec& flock) {
        if (!brings_ids(flock)) {  // theirs follow the largest ever given
            const auto count = static_cast<std::uint64_t>(flock.agents);
            if (count > 0 && next_ + count > kMostIds) return too_few_ids(flock);
            const std::uint8_t kind = kind_index(scenario_, flock.kind);
            for (std::uint64_t k = 0; k < count; ++k) holders_.emplace_back(static_cast<std::uint32_t>(next_++), kind);
            return {};
        }
        const auto start = make_start(scenario_, flock, 0);
        if (!start) return start.error();
        std::vector<Holder> joining;
        joining.reserve(start->count);
        for (std::size_t k = 0; k < start->count; ++k) {
            const Arrival agent = start->at(k);
            joining.emplace_back(agent.id, agent.kind);
            next_ = std::max(next_, std::uint64_t{agent.id} + 1);
        }
        sort(joining);
        for (const Holder& one : joining) {
            const auto there = std::lower_bound(holders_.begin(), holders_.end(), Holder{one.first, 0});
            if (there == holders_.end() || there->first != one.first) continue;
            const std::string table =
                flock.file.empty() ? "the table of step " + std::to_string(flock.step) : flock.file;
            return Error{ErrorKind::input, table + ": id " + std::to_string(one.first) + " is in the flock already"};
        }
        const auto old = static_cast<std::ptrdiff_t>(holders_.size());
        holders_.insert(holders_.end(), joining.begin(), joining.end());
        std::inplace_merge(holders_.begin(), holders_.begin() + old, holders_.end());
        return {};
    }

    void leave(const RemovalSpec& removal) {
        std::vector<std::uint32_t> ids = removal.ids;
        sort(ids);
        const std::uint8_t kind = kind_index(scenario_, removal.kind);
        std::erase_if(holders_, [&](const Holder& one) {
            const bool of_kind = removal.kind.empty() || one.second == kind;
            return of_kind && (ids.empty() || std::binary_search(ids.begin(), ids.end(), one.first));
        });
    }

  private:
    const Scenario& scenario_;
    std::uint64_t next_;
    std::vector<Holder> holders_;
};

}  // namespace

std::vector<ScheduledChange> schedule_of(const Scenario& scenario) {
    std::vector<ScheduledChange> out;
    for (std::size_t i = 0; i < scenario.flocks.size(); ++i) {
        const FlockSpec& flock = scenario.flocks[i];
        const bool start = flock.step == 0 && flock.order == 0;
        out.push_back({flock.step, flock.order, start ? 0 : 2, true, i});
    }
    for (std::size_t i = 0; i < scenario.removals.size(); ++i) {
        out.push_back({scenario.removals[i].step, scenario.removals[i].order, 1, false, i});
    }
    sort(out, [](const ScheduledChange& a, const ScheduledChange& b) {
        return std::tie(a.step, a.order, a.rank, a.index) < std::tie(b.step, b.order, b.rank, b.index);
    });
    return out;
}

std::uint64_t ids_needed(const Scenario& scenario, std::span<const ScheduledChange> pending) {
    std::uint64_t sum = 0;
    for (const ScheduledChange& change : pending) {
        if (!change.joins || brings_ids(scenario.flocks[change.index])) continue;
        sum += static_cast<std::uint64_t>(scenario.flocks[change.index].agents);
    }
    return sum;
}

Result<void> check_ids(const Scenario& scenario, const FlockSpec* joining, std::span<const ScheduledChange> pending,
                       std::uint64_t next_id, const std::function<std::vector<Holder>()>& holders) {
    const bool tables = (joining != nullptr && brings_ids(*joining)) ||
                        std::any_of(pending.begin(), pending.end(), [&](const ScheduledChange& change) {
                            return change.joins && brings_ids(scenario.flocks[change.index]);
                        });
    if (!tables) {  // ids follow one another, whoever leaves
        const auto take = [&](const FlockSpec& flock) {
            next_id += static_cast<std::uint64_t>(flock.agents);
            return next_id <= kMostIds;
        };
        if (joining != nullptr && joining->agents > 0 && !take(*joining)) return too_few_ids(*joining);
        for (const ScheduledChange& change : pending) {
            if (!change.joins) continue;
            const FlockSpec& flock = scenario.flocks[change.index];
            if (flock.agents > 0 && !take(flock)) return too_few_ids(flock);
        }
        return {};
    }
    Ids ids(scenario, next_id, holders());
    if (joining != nullptr) {
        if (auto joined = ids.join(*joining); !joined) return joined;
    }
    for (const ScheduledChange& change : pending) {
        if (!change.joins) {
            ids.leave(scenario.removals[change.index]);
        } else if (auto joined = ids.join(scenario.flocks[change.index]); !joined) {
            return joined;
        }
    }
    return {};
}

}  // namespace dunlin
