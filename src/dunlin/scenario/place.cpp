// SPDX-License-Identifier: Apache-2.0
// The sentences that every check has in common.
#include "dunlin/scenario/place.hpp"

#include <cmath>

#include "dunlin/scenario/text.hpp"

namespace dunlin {
namespace {

constexpr std::size_t kLongestShown = 60;  // letters of a wrong value that a message repeats

std::string type_text(const Node& node) {
    switch (node.type) {
        case Node::Type::text: return "a string";
        case Node::Type::integer: return "an integer";
        case Node::Type::number:
            return node.number == std::floor(node.number) ? "written with a point or an exponent"
                                                          : "a number with a fraction";
        case Node::Type::flag: return "true or false";
        case Node::Type::list: return "an array";
        case Node::Type::table: return "a table";
        case Node::Type::date: break;
    }
    return "a date or time";
}

}  // namespace

std::string value_text(const Node& node) {
    std::string text;
    switch (node.type) {
        case Node::Type::text: text = line_in_quotes(node.text); break;
        case Node::Type::integer: text = std::to_string(node.integer); break;
        case Node::Type::number: text = exact_number(node.number); break;
        case Node::Type::flag: text = node.flag ? "true" : "false"; break;
        case Node::Type::table: text = "{...}"; break;
        case Node::Type::date: text = "a date"; break;
        case Node::Type::list:
            for (const Node& element : node.children) {
                if (text.size() > kLongestShown) break;
                text += (text.empty() ? "" : ", ") + value_text(element);
            }
            text = '[' + text + ']';
            break;
    }
    if (text.size() > kLongestShown) text = text.substr(0, kLongestShown) + "...";
    return text;
}

std::string in_parentheses(std::string_view help) { return help.empty() ? "" : " (" + std::string(help) + ")"; }

std::string Report::where(const Node* node) const {
    if (node == nullptr) return entry;
    if (node->option >= 0) return options[static_cast<std::size_t>(node->option)];
    if (node->line == 0) return file;
    return file + ':' + std::to_string(node->line);
}

void Report::fail(const Node* node, const std::string& text) {
    if (error) return;
    const std::string place = where(node);
    error = Error{ErrorKind::input, (place.empty() ? "" : place + ": ") + text};
}

Place Place::at(std::size_t index) const {
    const Node* element = node != nullptr && index < node->children.size() ? &node->children[index] : nullptr;
    return {report, element, what + '[' + std::to_string(index) + ']', help};
}

void Place::wrong_type(const std::string& expected) const {
    fail(what + " = " + value_text(*node) + " is " + type_text(*node) + "; expected " + expected);
}

void Place::outside(const std::string& text, const std::string& range) const {
    fail(what + " = " + text + " is outside " + range + in_parentheses(help));
}

}  // namespace dunlin
