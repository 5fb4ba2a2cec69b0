// SPDX-License-Identifier: Apache-2.0
// A key path steps through tables by name and through arrays of tables by index; the index may be left out where there
// is one table only. Keys that do not exist yet are made: whether they may exist, the reading says afterwards.
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

/// `{ v = value }`, its nodes marked with the option; a text that is no TOML value is a string.
std::optional<toml::table> parse_value(const std::string& value, const std::string& option) {
    auto as_toml = toml::parse("v = " + value, option);
    if (as_toml && as_toml.table().size() == 1 && as_toml.table().contains("v")) return std::move(as_toml).table();
    auto as_string = toml::parse("v = " + line_in_quotes(value), option);
    if (as_string) return std::move(as_string).table();
    return {};
}

std::optional<std::size_t> index_of(const std::string& part) {
    std::size_t index = 0;
    const auto [end, failure] = std::from_chars(part.data(), part.data() + part.size(), index);
    if (failure != std::errc{} || end != part.data() + part.size()) return {};
    return index;
}

}  // namespace

Result<void> apply_override(toml::table& scenario, const std::string& override_text) {
    const std::string option = on_one_line("--set " + override_text);
    const auto fail = [&](const std::string& text) { return Error{ErrorKind::input, option + ": " + text}; };
    const std::size_t equals = override_text.find('=');
    if (equals == std::string::npos || equals == 0) return fail("expected key.path=value, e.g. model.name=boids");

    std::string key_path = override_text.substr(0, equals);
    while (!key_path.empty() && key_path.back() == ' ') key_path.pop_back();
    const std::vector<std::string> parts = split_at_dots(key_path);
    constexpr std::size_t kDeepest = 16;  // no scenario is; each level costs memory
    if (parts.size() > kDeepest) return fail("the key path is too deep; no key has so many parts");
    std::string value = override_text.substr(equals + 1);
    while (!value.empty() && value.front() == ' ') value.erase(0, 1);
    auto parsed = parse_value(value, option);
    if (!parsed) return fail("the value is not valid text");

    toml::table* table = &scenario;
    std::string so_far;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (parts[i].empty()) return fail("the key path has an empty part; expected key.path=value");
        if (i + 1 == parts.size()) break;
        so_far += (i > 0 ? "." : "") + parts[i];
        toml::node* next = table->get(parts[i]);
        if (next == nullptr) {
            // An empty inline table parsed under the option's name, so that it knows where it came from.
            auto made = parse_value("{}", option);
            if (!made) return fail("the value is not valid text");
            table->insert_or_assign(parts[i], std::move(*made->get("v")->as_table()));
            next = table->get(parts[i]);
        } else if (toml::array* array = next->as_array()) {
            const std::optional<std::size_t> given = index_of(parts[i + 1]);
            const bool counts = given && i + 2 < parts.size();
            const std::size_t index = counts ? *given : 0;
            const std::string size = std::to_string(array->size());
            if (!counts && array->size() != 1) {
                return fail("there are " + size + " of [[" + so_far + "]]; expected " + so_far + ".0." + parts[i + 1] +
                            " or another index");
            }
            if (index >= array->size()) {
                return fail("there is no " + so_far + '.' + parts[i + 1] + "; [[" + so_far + "]] stands " + size +
                            (array->size() == 1 ? " time" : " times") + ", counted from 0");
            }
            if (counts) so_far += '.' + parts[++i];
            next = array->get(index);
        }
        const bool one_of_one = next->is_table() && i + 2 < parts.size() && parts[i + 1] == "0";
        if (one_of_one) ++i;  // [flock] is flock.0 as well
        table = next->as_table();
        if (table == nullptr) return fail(so_far + " is no table, so it has no \"" + parts[i + 1] + '"');
    }

    toml::node& node = *parsed->get("v");
    node.visit([&](auto& typed) { table->insert_or_assign(parts.back(), std::move(typed)); });
    return {};
}

}  // namespace dunlin
