// SPDX-License-Identifier: Apache-2.0
// TOML -> tree, by toml++. For a dotted key it nests one table for each part, without a limit, and destroys them by
// recursion; so a text with a key of very many parts is refused before toml++ gets it.
#include "dunlin/scenario/toml.hpp"

#include <cstddef>

#include "dunlin/scenario/text.hpp"
#include "dunlin/scenario/tree.hpp"

namespace dunlin {
namespace {

constexpr int kMostParts = 16;  // of a dotted key; no scenario's has more than three

/// The line of a key with too many parts, or 0. Strings and comments are skipped; a dot elsewhere is in a key, a number
/// or a date, and the latter two have few.
std::size_t line_of_deep_key(std::string_view text) {
    std::size_t line = 1;
    int parts = 1;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\n') {
            ++line;
            parts = 1;
        } else if (c == '#') {
            while (i + 1 < text.size() && text[i + 1] != '\n') ++i;
        } else if (c == '"' || c == '\'') {
            const bool long_one = text.compare(i, 3, std::string(3, c)) == 0;
            const std::string_view end = long_one ? text.substr(i, 3) : text.substr(i, 1);
            for (i += end.size(); i < text.size() && text.compare(i, end.size(), end) != 0; ++i) {
                if (text[i] == '\\' && c == '"') ++i;
                if (i < text.size() && text[i] == '\n') {
                    ++line;
                    if (!long_one) break;  // not closed: toml++ says so
                }
            }
            i += end.size() - 1;
            for (int more = 0; long_one && more < 2 && i + 1 < text.size() && text[i + 1] == c; ++more) ++i;
        } else if (c == '.') {
            if (++parts > kMostParts) return line;
        } else if (c == '=' || c == ',' || c == '{' || c == '[') {
            parts = 1;
        }
    }
    return 0;
}

void fill(Node& node, const toml::node& from) {
    node.line = from.source().begin.line;
    node.column = from.source().begin.column;
    if (const toml::table* table = from.as_table()) {
        node.type = Node::Type::table;
        for (const auto& [key, value] : *table) {  // in the order of their keys
            node.children.emplace_back().key = key.str();
            fill(node.children.back(), value);
        }
    } else if (const toml::array* array = from.as_array()) {
        node.type = Node::Type::list;
        node.children.reserve(array->size());
        for (const toml::node& value : *array) fill(node.children.emplace_back(), value);
    } else if (const auto* text = from.as_string()) {
        node.type = Node::Type::text;
        node.text = text->get();
    } else if (const auto* integer = from.as_integer()) {
        node.type = Node::Type::integer;
        node.integer = integer->get();
    } else if (const auto* number = from.as_floating_point()) {
        node.type = Node::Type::number;
        node.number = number->get();
    } else if (const auto* flag = from.as_boolean()) {
        node.type = Node::Type::flag;
        node.flag = flag->get();
    } else {
        node.type = Node::Type::date;
    }
}

}  // namespace

Result<Node> parse_toml(std::string_view text, const std::string& file) {
    if (const std::size_t line = line_of_deep_key(text)) {
        return Error{ErrorKind::input, file + ':' + std::to_string(line) + ": a key has more than " +
                                           std::to_string(kMostParts) + " parts; no scenario's has so many"};
    }
    auto parsed = toml::parse(text, file);
    if (!parsed) {
        const toml::source_position& at = parsed.error().source().begin;
        return Error{ErrorKind::input,
                     file + ':' + std::to_string(at.line) + ':' + std::to_string(at.column) +
                         ": not valid TOML: " + on_one_line(std::string(parsed.error().description()))};
    }
    Node tree;
    fill(tree, parsed.table());
    return tree;
}

}  // namespace dunlin
