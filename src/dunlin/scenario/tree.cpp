// SPDX-License-Identifier: Apache-2.0
// Rows of a tree: a table keeps its own in the order of their keys, and finds them so.
#include "dunlin/scenario/tree.hpp"

#include <algorithm>

namespace dunlin {
namespace {

template <class Rows>
auto row_at(Rows& rows, std::string_view key) {
    return std::lower_bound(rows.begin(), rows.end(), key,
                            [](const Node& row, std::string_view wanted) { return wanted.compare(row.key) > 0; });
}

}  // namespace

const Node* Node::get(std::string_view row) const {
    if (type != Type::table) return nullptr;
    const auto found = row_at(children, row);
    return found != children.end() && found->key == row ? &*found : nullptr;
}

Node& Node::put(std::string_view row, Node value) {
    value.key = row;
    auto place = row_at(children, row);
    if (place == children.end() || place->key != row) place = children.insert(place, Node{});
    *place = std::move(value);
    return *place;
}

}  // namespace dunlin
