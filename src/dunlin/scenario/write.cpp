// SPDX-License-Identifier: Apache-2.0
// Scenario -> TOML: every key with its value, defaults included, each with its unit, range and meaning behind it (a
// visitor of schema.hpp). Numbers are the shortest text that reads back as the same bits.
#include <cstddef>
#include <string>
#include <string_view>

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

    template <class Visit>
    void table(const std::string& name, Visit visit) {
        out_ += "\n[" + name + "]\n";
        visit(*this);
    }
    template <class Entry, class Visit>
    void list(const std::string& name, const std::vector<Entry>& entries, Visit visit) {
        for (std::size_t i = 0; i < entries.size(); ++i) {
            out_ += "\n[[" + name + "]]\n";
            visit(*this, entries[i], i);
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
    int dimensions_;
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
