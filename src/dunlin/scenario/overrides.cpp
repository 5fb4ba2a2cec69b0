// SPDX-License-Identifier: Apache-2.0
// A key path goes through tables by name and through arrays of tables by index; the index may be left out where there
// is only one table. Keys that do not exist yet are created; the reader says afterwards whether they are known.
#include "dunlin/scenario/overrides.hpp"

#include <charconv>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "dunlin/scenario/text.hpp"

namespace dunlin {
namespace {

std::vector<std::string> split_at_dots(std::string_view path) {
    std::vector<std::string> parts(1);
    for (const char c : path) {
        if (c == '.') {
            parts.emplace_back();
        } else {
            parts.back() += c;
        }
    }
    return parts;
}

void mark(Node& node, std::int32_t option) {
    node.option = option;
    for (Node& child : node.children) mark(child, option);
}

/// A text that is not a TOML value is taken as a string.
std::optional<Node> parse_value(const std::string& value) {
    auto as_toml = parse_toml("v = " + value, "");
    if (as_toml && as_toml->children.size() == 1 && as_toml->get("v")) return std::move(*as_toml->get("v"));
    auto as_string = parse_toml("v = " + line_in_quotes(value), "");
    if (as_string) return std::move(*as_string->get("v"));
    return {};
}

std::optional<std::size_t> index_of(const std::string& part) {
    std::size_t index = 0;
    const auto [end, failure] = std::from_chars(part.data(), part.data() + part.size(), index);
    if (failure != std::errc{} || end != part.data() + part.size()) return {};
    return index;
}

}  // namespace

Result<void> apply_override(Node& scenario, const std::string& override_text, const std::vector<std::string>& options) {
    const std::string& option = options.back();
    const auto number = static_cast<std::int32_t>(options.size() - 1);
    const auto fail = [&](const std::string& text) { return Error{ErrorKind::input, option + ": " + text}; };
    const std::size_t equals = override_text.find('=');
    if (equals == std::string::npos || equals == 0) return fail("expected key.path=value, e.g. model.name=boids");

    std::string key_path = override_text.substr(0, equals);
    while (!key_path.empty() && key_path.back() == ' ') key_path.pop_back();
    const std::vector<std::string> parts = split_at_dots(key_path);
    constexpr std::size_t kDeepest = 16;  // deeper than any scenario; each level costs memory
    if (parts.size() > kDeepest) return fail("the key path is too deep; no key has so many parts");
    std::string value = override_text.substr(equals + 1);
    while (!value.empty() && value.front() == ' ') value.erase(0, 1);
    auto parsed = parse_value(value);
    if (!parsed) return fail("the value is not valid text");
    mark(*parsed, number);

    Node* table = &scenario;
    std::string so_far;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (parts[i].empty()) return fail("the key path has an empty part; expected key.path=value");
        if (i + 1 == parts.size()) break;
        so_far += (i > 0 ? "." : "") + parts[i];
        Node* next = table->get(parts[i]);
        if (next == nullptr) {
            Node made;
            made.option = number;
            next = &table->put(parts[i], std::move(made));
        } else if (next->is(Node::Type::list)) {
            std::vector<Node>& tables = next->children;
            const std::optional<std::size_t> given = index_of(parts[i + 1]);
            const bool counts = given && i + 2 < parts.size();
            const std::size_t index = counts ? *given : 0;
            const std::string size = std::to_string(tables.size());
            if (!counts && tables.size() != 1) {
                return fail("there are " + size + " of [[" + so_far + "]]; expected " + so_far + ".0." + parts[i + 1] +
                            " or another index");
            }
            if (index >= tables.size()) {
                return fail("there is no " + so_far + '.' + parts[i + 1] + "; [[" + so_far + "]] stands " + size +
                            (tables.size() == 1 ? " time" : " times") + ", counted from 0");
            }
            if (counts) so_far += '.' + parts[++i];
            next = &tables[index];
        }
        const bool one_of_one = next->is(Node::Type::table) && i + 2 < parts.size() && parts[i + 1] == "0";
        if (one_of_one) ++i;  // [flock] is flock.0 as well
        table = next;
        if (!table->is(Node::Type::table)) return fail(so_far + " is no table, so it has no \"" + parts[i + 1] + '"');
    }

    table->put(parts.back(), std::move(*parsed));
    return {};
}

}  // namespace dunlin
