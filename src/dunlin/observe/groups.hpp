// SPDX-License-Identifier: Apache-2.0
// Groups: agents nearer to each other than link_distance are connected, and a group is what is connected, across
// periodic edges too; an agent alone is a group. Found by union-find over the grid. Groups are numbered by size, the
// largest first; those of equal size by their smallest id.
#pragma once

#include <numeric>

#include "dunlin/base/sort.hpp"
#include "dunlin/observe/observable.hpp"

namespace dunlin {

template <int D, class R>
void find_groups(const Observation<D, R>& o) {
    FoundGroups& found = o.groups;
    const std::size_t n = o.agents();
    if (found.step == o.step && found.link_distance == o.spec.link_distance) return;
    std::vector<std::uint32_t> parent(n);
    std::iota(parent.begin(), parent.end(), 0u);
    const auto root = [&](std::uint32_t i) {
        while (parent[i] != i) i = parent[i] = parent[parent[i]];
        return i;
    };
    for (std::size_t i = 0; i < n; ++i) {
        double here[3];
        place_of(o.flock, i, here);
        const auto join = [&](std::size_t j, double, const double(&)[3]) {
            const std::uint32_t a = root(static_cast<std::uint32_t>(i));
            const std::uint32_t b = root(static_cast<std::uint32_t>(j));
            if (a != b) parent[std::max(a, b)] = std::min(a, b);
        };
        visit_within(o.flock, here, o.spec.link_distance, join, i + 1);
    }
    struct Group {
        std::uint32_t size = 0, smallest_id = 0xffffffff, root = 0;
    };
    std::vector<Group> by_root(n);
    for (std::uint32_t i = 0; i < n; ++i) {
        Group& group = by_root[root(i)];
        group.root = parent[i];
        ++group.size;
        group.smallest_id = std::min(group.smallest_id, o.flock.id[i]);
    }
    std::vector<Group> groups;
    for (const Group& group : by_root) {
        if (group.size > 0) groups.push_back(group);
    }
    sort(groups, [](const Group& a, const Group& b) {
        return a.size != b.size ? a.size > b.size : a.smallest_id < b.smallest_id;
    });
    std::vector<std::uint32_t> number(n);
    found.sizes.clear();
    for (std::uint32_t k = 0; k < groups.size(); ++k) {
        number[groups[k].root] = k;
        found.sizes.push_back(groups[k].size);
    }
    found.group.resize(n);
    for (std::uint32_t i = 0; i < n; ++i) found.group[i] = number[root(i)];
    found.step = o.step;
    found.link_distance = o.spec.link_distance;
}

struct Groups {
    static constexpr ObservableInfo info{"groups",
                                         "number of connected groups by link_distance, single agents included"};
    template <int D, class R>
    static double reach(const Observation<D, R>& o) {
        return o.spec.link_distance;
    }
    template <int D, class R>
    static double measure(const Observation<D, R>& o) {
        find_groups(o);
        return static_cast<double>(o.groups.sizes.size());
    }
};

}  // namespace dunlin
