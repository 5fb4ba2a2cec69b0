// SPDX-License-Identifier: Apache-2.0
// The order of each is its number in the list, after all orders of the scenario itself.
#include "dunlin/live/comings.hpp"

#include <algorithm>

#include "dunlin/scenario/text.hpp"

namespace dunlin {
namespace {

constexpr std::size_t kMostComings = 20'000;
constexpr std::size_t kMostBytes = std::size_t{16} << 20;  // written, five times as many
constexpr double kFarthest = 1e12;                         // of a start table

template <class... F>
struct Either : F... {
    using F::operator()...;
};
template <class... F>
Either(F...) -> Either<F...>;

}  // namespace

Gone::Gone(std::string kind, const Scenario& scenario)
    : kind_(std::move(kind)),
      axes_(static_cast<std::size_t>(scenario.dimensions)),
      single_(scenario.precision == Precision::single_precision) {}

void Gone::add(const AgentState& agent) {
    id_.push_back(agent.id);
    for (const Vec3* vector : {&agent.position, &agent.velocity}) {
        for (std::size_t a = 0; a < axes_; ++a) {
            if (single_) number_.push_back(static_cast<float>((*vector)[a]));
            else number_of_two_.push_back((*vector)[a]);
        }
    }
}

FlockSpec Gone::flock(std::int64_t step) const {
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
            const double number = single_ ? static_cast<double>(number_[next]) : number_of_two_[next];
            flock.table += ',' + exact_number(std::clamp(number, -kFarthest, kFarthest));
        }
        flock.table += '\n';
    }
    return flock;
}

std::size_t Gone::bytes() const { return sizeof *this + 4 * (id_.size() + number_.size()) + 8 * number_of_two_.size(); }

void Comings::clear() { *this = Comings(); }

void Comings::add(Coming coming, std::size_t bytes) {
    bytes_ += sizeof coming + bytes;
    too_many_ = too_many_ || list_.size() >= kMostComings || bytes_ > kMostBytes;
    if (too_many_) list_ = {};
    else list_.push_back(std::move(coming));
}

void Comings::joined(const FlockSpec& flock) { add(flock, flock.kind.size()); }

void Comings::left(std::int64_t step, std::vector<std::uint32_t> ids, std::uint64_t hash) {
    const std::size_t bytes = 4 * ids.size();
    add(Leaving{step, std::move(ids), hash}, bytes);
}

void Comings::came_back(std::int64_t step, const GoneKinds& gone, std::uint64_t hash) {
    const auto* last = list_.empty() ? nullptr : std::get_if<Leaving>(&list_.back());
    if (last && last->step == step && last->hash == hash) {
        bytes_ -= sizeof(Coming) + 4 * last->ids.size();
        list_.pop_back();
        return;
    }
    std::size_t bytes = 0;
    for (const Gone& kind : *gone) bytes += kind.bytes();
    add(Return{step, gone}, bytes);
}

void Comings::add_to(Scenario& scenario) const {
    // The scenario's own may be as large as an order can be: they are numbered anew, small.
    std::vector<std::int64_t> orders{0};
    for (const FlockSpec& flock : scenario.flocks) orders.push_back(flock.order);
    for (const RemovalSpec& removal : scenario.removals) orders.push_back(removal.order);
    std::make_heap(orders.begin(), orders.end());  // they are few, and a page's module has no other use for std::sort
    std::sort_heap(orders.begin(), orders.end());
    orders.erase(std::unique(orders.begin(), orders.end()), orders.end());
    const auto small = [&](std::int64_t order) {
        return std::lower_bound(orders.begin(), orders.end(), order) - orders.begin();
    };
    for (FlockSpec& flock : scenario.flocks) flock.order = small(flock.order);
    for (RemovalSpec& removal : scenario.removals) removal.order = small(removal.order);
    auto order = static_cast<std::int64_t>(orders.size()) - 1;
    bool leaving = false;  // the last did: more of the same step leave with them
    for (const Coming& coming : list_) {
        std::visit(Either{[&](const FlockSpec& flock) {
                              scenario.flocks.push_back(flock);
                              scenario.flocks.back().order = ++order;
                              leaving = false;
                          },
                          [&](const Leaving& now) {
                              if (!leaving || scenario.removals.back().step != now.step) {
                                  scenario.removals.push_back({now.step, "", {}, ++order});
                              }
                              std::vector<std::uint32_t>& ids = scenario.removals.back().ids;
                              ids.insert(ids.end(), now.ids.begin(), now.ids.end());
                              leaving = true;
                          },
                          [&](const Return& now) {
                              for (const Gone& kind : *now.gone) {
                                  scenario.flocks.push_back(kind.flock(now.step));
                                  scenario.flocks.back().order = ++order;
                              }
                              leaving = false;
                          }},
                   coming);
    }
}

}  // namespace dunlin
