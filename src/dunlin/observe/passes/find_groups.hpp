// SPDX-License-Identifier: Apache-2.0
// Groups: agents nearer to each other than link_distance are linked, and a group is what is connected by links, across
// periodic edges too; an agent alone is a group. Groups are numbered by size, the largest first; those of equal size by
// their smallest id.
//
// Found in passes that run on all threads. First every agent takes hold of one agent before it to which it is linked,
// the first it meets: that makes trees. Some agents then look for a link to another row of cells, and trees that are
// linked are joined; where agents are dense, nearly all are in one tree by now. Only agents outside the largest tree
// look at all their links: a link between two trees has an end there. What is connected does not depend on who took
// hold of whom.
#pragma once

#include "dunlin/base/sort.hpp"
#include "dunlin/observe/observable.hpp"
#include "dunlin/observe/passes/rows.hpp"

namespace dunlin {

/// Trees of linked agents.
struct Trees {
    std::vector<std::uint32_t> tree;  // of each agent, by index
    std::vector<std::uint32_t> size;  // of each tree
    std::vector<std::uint32_t> smallest_id;
};

/// Trees that are joined are one, named after the first of them.
class JoinedTrees {
  public:
    using Link = std::pair<std::uint32_t, std::uint32_t>;

    explicit JoinedTrees(std::size_t trees) : parent_(trees) {
        for (std::uint32_t t = 0; t < trees; ++t) parent_[t] = t;
    }
    std::uint32_t root(std::uint32_t t) {
        while (parent_[t] != t) t = parent_[t] = parent_[parent_[t]];
        return t;
    }
    void join(const std::vector<std::vector<Link>>& lists) {
        for (const std::vector<Link>& list : lists) {
            for (const Link& link : list) {
                const std::uint32_t a = root(link.first);
                const std::uint32_t b = root(link.second);
                if (a != b) parent_[std::max(a, b)] = std::min(a, b);
            }
        }
    }
    /// The root of each tree.
    const std::vector<std::uint32_t>& roots() {
        for (std::uint32_t t = 0; t < parent_.size(); ++t) parent_[t] = root(t);
        return parent_;
    }

  private:
    std::vector<std::uint32_t> parent_;
};

/// Finds for an agent one before it to which it is linked.
template <int D, class R>
class Holds {
  public:
    Holds(const FlockView<D, R>& flock, double link) : flock_(flock), to_(flock), link_(link), link2_(link * link) {
        const double cells = std::ceil(link * flock.grid.inverse_width[0]);
        const std::int32_t n = flock.grid.cells[0];
        cells_ = cells < n ? static_cast<std::int32_t>(cells) : n;
    }
    /// Of agent `i`, which is in cell `cell` of the row whose cells begin at `starts`; `i` if there is none.
    std::uint32_t of(std::size_t i, const std::uint32_t* starts, std::int32_t cell) const {
        double here[3];
        place_of(flock_, i, here);
        const std::size_t first = starts[cells_ < cell ? cell - cells_ : 0];
        for (std::size_t j = i; j-- > first;) {
            if (to_.distance2(here, j) < link2_) return static_cast<std::uint32_t>(j);
        }
        return elsewhere(i, here);
    }

  private:
    std::uint32_t elsewhere(std::size_t i, const double (&here)[3]) const {
        std::size_t found = i;
        visit_runs(flock_, here, link_, [&](std::size_t begin, std::size_t end) {
            for (std::size_t j = begin; j < std::min(end, i) && found == i; ++j) {
                if (to_.distance2(here, j) < link2_) found = j;
            }
        });
        return static_cast<std::uint32_t>(found);
    }

    const FlockView<D, R>& flock_;
    NearestImages<D, R> to_;
    double link_;
    double link2_;
    std::int32_t cells_;
};

template <int D, class R>
Trees grow_trees(const FlockView<D, R>& flock, Crew* crew, double link) {
    const std::size_t n = flock.agents;
    const auto nx = static_cast<std::size_t>(flock.grid.cells[0]);
    Trees out;
    out.tree.resize(n);
    std::vector<std::uint32_t> root(n);  // at first who each takes hold of; always at an index not behind its own
    const Holds<D, R> holds(flock, link);
    for_each_row(flock, crew, [&](std::size_t row, std::size_t begin, std::size_t end) {
        const std::uint32_t* starts = flock.starts + row * nx;
        std::int32_t cell = 0;
        for (std::size_t i = begin; i < end; ++i) {
            while (starts[cell + 1] <= i) ++cell;
            root[i] = holds.of(i, starts, cell);
        }
    });
    // Within a part, hold after hold down to its root or out of the part; then on from there.
    const std::size_t parts = n < kAgentsATask ? 1 : static_cast<std::size_t>(crew_size(crew));
    for_each(crew, parts, [&](std::size_t part) {
        const std::size_t first = part_begin(n, parts, part);
        for (std::size_t i = first; i < part_begin(n, parts, part + 1); ++i) {
            if (root[i] >= first) root[i] = root[root[i]];
        }
    });
    std::vector<std::uint32_t> roots_before(parts + 1, 0);
    for_each(crew, parts, [&](std::size_t part) {
        for (std::size_t i = part_begin(n, parts, part); i < part_begin(n, parts, part + 1); ++i) {
            roots_before[part + 1] += root[i] == i;
        }
    });
    for (std::size_t part = 0; part < parts; ++part) roots_before[part + 1] += roots_before[part];
    const std::size_t trees = roots_before[parts];
    for_each(crew, parts, [&](std::size_t part) {
        std::uint32_t number = roots_before[part];
        for (std::size_t i = part_begin(n, parts, part); i < part_begin(n, parts, part + 1); ++i) {
            if (root[i] == i) out.tree[i] = number++;
        }
    });
    // Sizes and ids are counted by each part for itself, if that is not too much.
    const std::size_t counts = trees * parts <= n ? parts : 1;
    std::vector<std::vector<std::uint32_t>> size(counts), smallest_id(counts);
    for_each(crew, counts, [&](std::size_t part) {
        size[part].assign(trees, 0);
        smallest_id[part].assign(trees, 0xffffffff);
        std::uint32_t* sizes = size[part].data();
        std::uint32_t* ids = smallest_id[part].data();
        for (std::size_t i = part_begin(n, counts, part); i < part_begin(n, counts, part + 1); ++i) {
            std::uint32_t r = root[i];
            while (root[r] != r) r = root[r];
            const std::uint32_t tree = out.tree[r];
            if (r != i) out.tree[i] = tree;
            ++sizes[tree];
            ids[tree] = std::min(ids[tree], flock.id[i]);
        }
    });
    for (std::size_t part = 1; part < counts; ++part) {
        for (std::size_t t = 0; t < trees; ++t) {
            size[0][t] += size[part][t];
            smallest_id[0][t] = std::min(smallest_id[0][t], smallest_id[part][t]);
        }
    }
    out.size = std::move(size[0]);
    out.smallest_id = std::move(smallest_id[0]);
    return out;
}

/// Links of some agents to trees of other rows of cells.
template <int D, class R>
std::vector<std::vector<JoinedTrees::Link>> some_links(const FlockView<D, R>& flock, Crew* crew, double link,
                                                       const std::vector<std::uint32_t>& tree) {
    constexpr std::size_t kEvery = 64;
    const NearestImages<D, R> to(flock);
    const double link2 = link * link;
    std::vector<std::vector<JoinedTrees::Link>> links(static_cast<std::size_t>(flock.grid.rows()));
    for_each_row(flock, crew, [&](std::size_t row, std::size_t row_begin, std::size_t row_end) {
        for (std::size_t i = row_begin; i < row_end; i += kEvery) {
            double here[3];
            place_of(flock, i, here);
            bool found = false;
            visit_runs(flock, here, link, [&](std::size_t begin, std::size_t end) {
                if (begin >= row_begin && end <= row_end) return;
                for (std::size_t j = begin; j < end && !found; ++j) {
                    if (!(to.distance2(here, j) < link2)) continue;
                    found = true;
                    if (tree[i] != tree[j]) links[row].emplace_back(tree[i], tree[j]);
                }
            });
        }
    });
    return links;
}

/// All links of agents outside the tree `largest` to other trees; of those to one tree, some may be left out.
template <int D, class R>
std::vector<std::vector<JoinedTrees::Link>> links_outside(const FlockView<D, R>& flock, Crew* crew, double link,
                                                          const std::vector<std::uint32_t>& tree,
                                                          std::uint32_t largest) {
    const NearestImages<D, R> to(flock);
    const double link2 = link * link;
    std::vector<std::vector<JoinedTrees::Link>> links((flock.agents + kAgentsATask - 1) / kAgentsATask);
    for_each_part(flock.agents, crew, [&](std::size_t part, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const std::uint32_t own = tree[i];
            if (own == largest) continue;
            double here[3];
            place_of(flock, i, here);
            std::uint32_t known = own;  // a link to this one is on the list
            visit_runs(flock, here, link, [&](std::size_t first, std::size_t last) {
                for (std::size_t j = first; j < last; ++j) {
                    if (tree[j] == own || tree[j] == known || !(to.distance2(here, j) < link2)) continue;
                    known = tree[j];
                    links[part].emplace_back(own, known);
                }
            });
        }
    });
    return links;
}

template <int D, class R>
void find_groups(const Observation<D, R>& o) {
    FoundGroups& found = o.groups;
    const double link = o.spec.link_distance;
    if (found.step == o.step && found.link_distance == link) return;
    found.step = o.step;
    found.link_distance = link;
    found.sizes.clear();
    found.group.resize(o.agents());
    if (o.agents() == 0) return;
    Trees trees = grow_trees(o.flock, o.crew, link);
    JoinedTrees joined_trees(trees.size.size());
    joined_trees.join(some_links(o.flock, o.crew, link, trees.tree));
    std::vector<std::uint32_t> sizes(trees.size.size(), 0);
    const std::vector<std::uint32_t> first_roots = joined_trees.roots();
    for (std::size_t t = 0; t < sizes.size(); ++t) sizes[first_roots[t]] += trees.size[t];
    for_each_part(o.agents(), o.crew, [&](std::size_t, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) trees.tree[i] = first_roots[trees.tree[i]];
    });
    const auto largest = static_cast<std::uint32_t>(std::max_element(sizes.begin(), sizes.end()) - sizes.begin());
    joined_trees.join(links_outside(o.flock, o.crew, link, trees.tree, largest));
    const std::vector<std::uint32_t>& joined = joined_trees.roots();

    struct Group {
        std::uint32_t size = 0, smallest_id = 0xffffffff, tree = 0;
    };
    std::vector<Group> by_tree(joined.size());
    for (std::uint32_t t = 0; t < joined.size(); ++t) {
        Group& group = by_tree[joined[t]];
        group.tree = joined[t];
        group.size += trees.size[t];
        group.smallest_id = std::min(group.smallest_id, trees.smallest_id[t]);
    }
    std::vector<Group> groups;
    for (const Group& group : by_tree) {
        if (group.size > 0) groups.push_back(group);
    }
    sort(groups, [](const Group& a, const Group& b) {
        return a.size != b.size ? a.size > b.size : a.smallest_id < b.smallest_id;
    });
    std::vector<std::uint32_t> number(joined.size());
    for (std::uint32_t k = 0; k < groups.size(); ++k) {
        number[groups[k].tree] = k;
        found.sizes.push_back(groups[k].size);
    }
    for (std::uint32_t t = 0; t < joined.size(); ++t) {
        if (joined[t] != t) number[t] = number[joined[t]];
    }
    for_each_part(o.agents(), o.crew, [&](std::size_t, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) found.group[i] = number[trees.tree[i]];
    });
}

}  // namespace dunlin
