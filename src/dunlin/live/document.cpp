// SPDX-License-Identifier: Apache-2.0
// The tree of a scenario's text as JSON, and back.
#define RAPIDJSON_HAS_STDSTRING 1
#include <rapidjson/document.h>

#include <algorithm>

#include "dunlin/live.hpp"
#include "dunlin/live/json.hpp"
#include "dunlin/live/parse.hpp"
#include "dunlin/scenario/tree.hpp"

namespace dunlin {
namespace {

constexpr int kDeepest = 64;

void write(Json& json, const Node& node) {
    switch (node.type) {
        case Node::Type::table:
            json.open('{');
            for (const Node& row : node.children) write(json.key(row.key), row);
            json.close('}');
            break;
        case Node::Type::list:
            json.open('[');
            for (const Node& value : node.children) write(json, value);
            json.close(']');
            break;
        case Node::Type::text: json.text(node.text); break;
        case Node::Type::integer: json.whole(node.integer); break;
        case Node::Type::number: json.number(node.number); break;
        case Node::Type::flag: json.flag(node.flag); break;
        case Node::Type::date: json.none(); break;
    }
}

Node read(const rapidjson::Value& value, int depth) {
    Node node;
    if (value.IsObject() && depth < kDeepest) {
        for (const auto& row : value.GetObject()) {
            node.put({row.name.GetString(), row.name.GetStringLength()}, read(row.value, depth + 1));
        }
    } else if (value.IsArray() && depth < kDeepest) {
        node.type = Node::Type::list;
        for (const auto& one : value.GetArray()) node.children.push_back(read(one, depth + 1));
    } else if (value.IsString()) {
        node.type = Node::Type::text;
        node.text.assign(value.GetString(), value.GetStringLength());
    } else if (value.IsInt64()) {
        node.type = Node::Type::integer;
        node.integer = value.GetInt64();
    } else if (value.IsNumber()) {
        node.type = Node::Type::number;
        node.number = value.GetDouble();
    } else if (value.IsBool()) {
        node.type = Node::Type::flag;
        node.flag = value.GetBool();
    } else {
        node.type = Node::Type::date;
    }
    return node;
}

}  // namespace

Result<std::string> scenario_as_json(std::string_view text, const std::string& file) {
    if (const auto checked = read_scenario(text, file); !checked) return checked.error();
    const auto tree = parse_toml(text, file);
    if (!tree) return tree.error();
    Json json;
    write(json, *tree);
    return json.take();
}

Result<Scenario> read_json_scenario(std::string_view json, const std::string& file) {
    rapidjson::Document document;
    if (const auto wrong = parse_json(document, json)) return Error{ErrorKind::input, file + ": " + *wrong};
    return read_tree(read(document, 0), file, {});
}

}  // namespace dunlin
