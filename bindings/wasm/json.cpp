// SPDX-License-Identifier: Apache-2.0
// JSON for dunlin.mjs, written by the same functions as the live page's.
#include "json.hpp"

#include "dunlin/live/describe_json.hpp"
#include "dunlin/version.hpp"

namespace dunlin::wasm {

std::string description_json() {
    Json json;
    json.open('{').key("compiler").text(compiler()).key("simd").texts(instruction_sets());
    add_description(json, true);
    return json.close('}').take();
}

std::string inspection_json(const Inspection& inspection) {
    Json json;
    json.open('{').key("id").number(inspection.id);
    json.key("position").vector(inspection.position).key("velocity").vector(inspection.velocity);
    json.key("perception_radius").number(inspection.perception_radius);
    json.key("separation_radius").number(inspection.separation_radius);
    json.key("view_angle").number(inspection.view_angle).key("neighbors").open('[');
    for (const std::uint32_t neighbor : inspection.neighbors) json.number(neighbor);
    json.close(']').key("rules").open('[');
    for (const RuleVector& rule : inspection.rules) {
        json.open('{').key("name").text(rule.name).key("vector").vector(rule.vector).close('}');
    }
    return json.close(']').close('}').take();
}

std::string influences_json(const std::vector<InfluenceSpec>& placed) {
    Json json;
    json.open('[');
    for (const InfluenceSpec& influence : placed) {
        const Description* description = find_description(influences(), influence.type);
        json.open('{').key("type").text(influence.type).key("position").vector(influence.position);
        json.key("values").open('{');
        for (std::size_t i = 0; description && i < influence.values.size(); ++i) {
            json.key(description->parameters[i].name).number(influence.values[i]);
        }
        json.close('}').close('}');
    }
    return json.close(']').take();
}

std::string names_json(const std::vector<std::string>& names) { return Json().texts(names).take(); }

}  // namespace dunlin::wasm
