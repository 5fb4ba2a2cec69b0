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
    if (std::find(known_.begin(), known_.end(), key) == known_.end()) known_.emplace_back(key);
    return report_.error ? nullptr : table_.get(key);
}

std::optional<LabeledTable> Section::table_of(std::string_view key) {
    const Node* node = take(key);
    if (node == nullptr) return {};
    const std::string path = table_path(label_, key);
    if (node->is(Node::Type::table)) return LabeledTable{node, '[' + path + ']'};
    report_.fail(node, path + " is not a table; expected [" + path + ']');
    return {};
}

std::vector<LabeledTable> Section::tables_of(std::string_view key) {
    std::vector<LabeledTable> tables;
    const Node* node = take(key);
    if (node == nullptr) return tables;
    const std::string path = table_path(label_, key);
    if (node->is(Node::Type::table)) tables.push_back({node, '[' + path + ']'});
    if (node->is(Node::Type::list)) {
        for (const Node& element : node->children) {
            if (element.is(Node::Type::table)) tables.push_back({&element, "[[" + path + "]]"});
        }
        if (tables.size() == node->children.size()) return tables;
        tables.clear();
    }
    if (tables.empty()) report_.fail(node, path + " is not a table; expected [" + path + "] or [[" + path + "]]");
    return tables;
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
