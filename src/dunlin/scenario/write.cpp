// SPDX-License-Identifier: Apache-2.0
// Scenario -> TOML: every key with its value, defaults included, each with its unit, range and meaning behind it (a
// visitor of schema.hpp). Numbers are the shortest text that reads back as the same bits.
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dunlin/describe.hpp"
#include "dunlin/scenario.hpp"
#include "dunlin/scenario/schema.hpp"
#include "dunlin/scenario/text.hpp"

namespace dunlin {
namespace {

constexpr std::size_t kCommentColumn = 36;

class Writer {
  public:
    explicit Writer(int dimensions) : dimensions_(dimensions) {}

    std::string take() { return std::move(out_); }
    bool is_good() const { return true; }
    void set_dimensions(int) {}
    template <class Sentence>
    void rule(std::string_view, bool, const Sentence&) {}
    void default_values(const std::vector<double>&, const Description&) {}

    template <class Value, class Type>
    void key(std::string_view name, const Value& value, const Type& type, std::string_view help) {
        if (type.is_written(value)) line(name, type.written(value, dimensions_), type.note() + std::string(help));
    }

    template <class Entry>
    std::vector<std::string> names_in(std::string_view, const std::vector<Entry>&) {
        return {};
    }
    /// A table without a key to write is left out.
    template <class Visit>
    void table(std::string_view name, Visit visit) {
        const std::size_t before = out_.size();
        const std::size_t after = open('[' + table_path(path_, name) + ']');
        within(name, visit);
        if (out_.size() == after) out_.resize(before);
    }
    template <class Entry, class Visit>
    void list(std::string_view name, const std::vector<Entry>& entries, Visit visit) {
        for (std::size_t i = 0; i < entries.size(); ++i) {
            open("[[" + table_path(path_, name) + "]]");
            within(name, [&](Writer& section) { visit(section, entries[i], i); });
        }
    }
    template <class Visit>
    void influences(const std::vector<InfluenceSpec>& entries, Visit visit) {
        for (const InfluenceSpec& influence : entries) {
            const Description* description = find_description(dunlin::influences(), influence.type);
            if (description == nullptr) continue;
            out_ += "\n[[" + influence.type + "]]  # " + description->summary + "\n";
            visit(*this, influence, *description);
        }
    }

    void line(std::string_view key, const std::string& value, std::string_view comment) {
        std::string text = std::string(key) + " = " + value;
        const bool one_line = value.find('\n') == std::string::npos;
        if (!comment.empty() && one_line) {
            if (text.size() < kCommentColumn) text.resize(kCommentColumn, ' ');
            text += "  # " + std::string(comment);
        }
        out_ += text + '\n';
    }

  private:
    /// Where the head of a table ends.
    std::size_t open(const std::string& head) {
        out_ += '\n' + head + '\n';
        return out_.size();
    }
    template <class Visit>
    void within(std::string_view name, Visit visit) {
        const std::string outer = std::exchange(path_, table_path(path_, name));
        visit(*this);
        path_ = outer;
    }

    int dimensions_;
    std::string path_;  // of the table that is written
    std::string out_;
};

}  // namespace

std::string write_scenario(const Scenario& scenario) {
    Writer writer(scenario.dimensions);
    // Without this key, a text without flocks has the default one.
    if (scenario.flocks.empty()) writer.line("flock", "[]", "no agents");
    all_keys(writer, scenario);
    return writer.take();
}

}  // namespace dunlin
