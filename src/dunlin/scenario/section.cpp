// SPDX-License-Identifier: Apache-2.0
// Keys of a table: which are there, and which are not known.
#include "dunlin/scenario/section.hpp"

#include <algorithm>

#include "dunlin/scenario/text.hpp"

namespace dunlin {

std::string Section::what(std::string_view key) const {
    if (label_.empty() || key.empty()) return label_ + std::string(key);
    return label_ + ' ' + std::string(key);
}

const Node* Section::take(std::string_view key) {
    known_.emplace_back(key);
    return report_.error ? nullptr : table_.get(key);
}

void Section::finish() {
    if (report_.error) return;
    for (const Node& row : table_.children) {
        if (std::find(known_.begin(), known_.end(), row.key) != known_.end()) continue;
        const std::string owner = label_.empty() ? "the scenario" : label_;
        report_.fail(&row, owner + " has no " + line_in_quotes(row.key) + suggestion(row.key, known_));
        return;
    }
}

}  // namespace dunlin
