// SPDX-License-Identifier: Apache-2.0
// A writer of four kinds of values is all that is needed; a JSON library would be a tenth of the module.
#include "json.hpp"

#include <charconv>
#include <cmath>
#include <string_view>

#include "dunlin/describe.hpp"
#include "dunlin/version.hpp"

namespace dunlin::wasm {
namespace {

/// Builds a text; a comma goes before every value that is not the first of its list.
class Json {
  public:
    Json& open(char bracket) {
        separate();
        text_ += bracket;
        return *this;
    }
    Json& close(char bracket) {
        text_ += bracket;
        return *this;
    }
    Json& key(std::string_view name) {
        text(name);
        text_ += ':';
        return *this;
    }
    Json& text(std::string_view value) {
        constexpr char kHex[] = "0123456789abcdef";
        separate();
        text_ += '"';
        for (const char c : value) {
            const auto code = static_cast<unsigned char>(c);
            if (code < ' ') {
                text_ += "\\u00";
                text_ += kHex[code >> 4];
                text_ += kHex[code & 15];
                continue;
            }
            if (c == '"' || c == '\\') text_ += '\\';
            text_ += c;
        }
        text_ += '"';
        return *this;
    }
    Json& number(double value) {
        separate();
        char digits[40];
        const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
        text_ += std::isfinite(value) ? std::string_view(digits, static_cast<std::size_t>(end - digits)) : "null";
        return *this;
    }
    Json& vector(const Vec3& value) { return open('[').number(value[0]).number(value[1]).number(value[2]).close(']'); }
    Json& texts(const std::vector<std::string>& values) {
        open('[');
        for (const std::string& value : values) text(value);
        return close(']');
    }
    std::string take() { return std::move(text_); }

  private:
    void separate() {
        if (!text_.empty() && std::string_view("[{:,").find(text_.back()) == std::string_view::npos) text_ += ',';
    }
    std::string text_;
};

void add_parameter(Json& json, const ParameterInfo& parameter) {
    json.open('{').key("name").text(parameter.name);
    if (parameter.type == ParameterType::choice) {
        json.key("type").text("choice").key("unit").text(parameter.unit).key("choices").texts(parameter.choices);
        json.key("default").text(parameter.choices[static_cast<std::size_t>(parameter.default_value)]);
    } else {
        json.key("type").text(parameter.type == ParameterType::integer ? "integer" : "number");
        json.key("unit").text(parameter.unit);
        json.key("minimum").number(parameter.minimum).key("maximum").number(parameter.maximum);
        json.key("default").number(parameter.default_value);
    }
    json.key("help").text(parameter.help).close('}');
}

void add_family(Json& json, std::string_view name, const std::vector<Description>& table) {
    json.key(name).open('[');
    for (const Description& member : table) {
        json.open('{').key("name").text(member.name).key("summary").text(member.summary);
        json.key("source").text(member.source).key("parameters").open('[');
        for (const ParameterInfo& parameter : member.parameters) add_parameter(json, parameter);
        json.close(']').close('}');
    }
    json.close(']');
}

void add_lines(Json& json, std::string_view name, const std::vector<NamedLine>& table) {
    json.key(name).open('[');
    for (const NamedLine& line : table) {
        json.open('{').key("name").text(line.name).key("summary").text(line.summary).close('}');
    }
    json.close(']');
}

}  // namespace

std::string description_json() {
    Json json;
    json.open('{').key("version").text(version()).key("commit").text(commit()).key("compiler").text(compiler());
    json.key("simd").texts(instruction_sets());
    add_family(json, "models", models());
    add_family(json, "influences", influences());
    add_lines(json, "starts", starts());
    add_lines(json, "velocities", start_velocities());
    add_lines(json, "observables", observables());
    json.key("scenarios").open('[');
    for (const BuiltinScenario& scenario : builtin_scenarios()) {
        json.open('{').key("name").text(scenario.name).key("text").text(scenario.text).close('}');
    }
    return json.close(']').close('}').take();
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
