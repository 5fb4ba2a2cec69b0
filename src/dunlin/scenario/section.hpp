// SPDX-License-Identifier: Apache-2.0
// Reads one table of a text key by key (a visitor of schema.hpp) and checks each value where it stands. The first error
// is kept, and what comes after it is skipped. A key that the schema does not have is an error.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dunlin/describe.hpp"
#include "dunlin/scenario/place.hpp"
#include "dunlin/scenario/tree.hpp"

namespace dunlin {

/// A table as messages call it: "[model]", "[[flock]]", "[[kind.toward]]".
struct LabeledTable {
    const Node* table;
    std::string label;
};

class Section {
  public:
    /// `label` as it stands in the text: "[model]", "[[flock]]"; empty for the scenario itself.
    Section(Report& report, const Node& table, std::string label)
        : report_(report), table_(table), label_(std::move(label)) {}

    bool is_good() const { return !report_.error; }
    bool has(std::string_view key) const { return table_.get(key) != nullptr; }
    /// The node of a key that the caller reads itself; null if it is not there, or after an error.
    const Node* take(std::string_view key);

    template <class Value, class Type>
    void key(std::string_view name, Value& value, const Type& type, std::string_view help) {
        const Node* node = take(name);
        if (node == nullptr) return;
        const Place place{report_, node, what(name), help};
        type.read(place, value);
        if (is_good()) type.check(place, value);
    }
    template <class Sentence>
    void rule(std::string_view name, bool holds, const Sentence& sentence) {
        if (holds || !is_good()) return;
        report_.fail(has(name) ? table_.get(name) : &table_, sentence(what(name)));
    }
    template <class Visit>
    void table(std::string_view name, Visit visit) {
        const std::optional<LabeledTable> one = table_of(name);
        if (!one) return;
        Section section(report_, *one->table, one->label);
        visit(section);
        section.finish();
    }
    template <class Entry, class Visit>
    void list(std::string_view name, std::vector<Entry>& entries, Visit visit) {
        for (const LabeledTable& row : tables_of(name)) {
            Section section(report_, *row.table, row.label);
            Entry& entry = entries.emplace_back();
            visit(section, entry, entries.size() - 1);
            section.finish();
        }
    }
    void default_values(std::vector<double>& values, const Description& description) {
        values = dunlin::default_values(description);
    }

    /// Says which key is not known, if there is one.
    void finish();

  protected:
    /// The table under a key, if there is one.
    std::optional<LabeledTable> table_of(std::string_view key);
    /// The tables under a key that may be written `[key]` or `[[key]]`.
    std::vector<LabeledTable> tables_of(std::string_view key);

  private:
    std::string what(std::string_view key) const;

    Report& report_;
    const Node& table_;
    std::string label_;
    std::vector<std::string> known_;
};

}  // namespace dunlin
