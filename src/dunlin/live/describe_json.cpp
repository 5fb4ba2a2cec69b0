// SPDX-License-Identifier: Apache-2.0
// From the same tables that the scenario reader and `dunlin describe` use.
#include "dunlin/live/describe_json.hpp"

#include <algorithm>

#include "dunlin/scenario/schema.hpp"
#include "dunlin/version.hpp"

namespace dunlin {
namespace {

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
        json.close(']');
        if (!member.rules.empty()) {
            json.key("rules").open('[');
            for (const RuleInfo& rule : member.rules) {
                json.open('{').key("name").text(rule.name).key("weight");
                rule.weight.empty() ? json.none() : json.text(rule.weight);
                json.close('}');
            }
            json.close(']');
        }
        json.close('}');
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

/// Writes each key it is shown (a visitor of schema.hpp). Keys that a page has better ways for are left out.
class KeyList {
  public:
    KeyList(Json& json, std::string_view table) : json_(json), table_(table) {}

    template <class Value, class Type>
    void key(std::string_view, const Value&, const Type&, std::string_view) {}
    void key(std::string_view name, double, const key::Number& type, std::string_view help) {
        begin(name, "number", type.range.unit, help);
        json_.key("minimum").number(type.range.lowest).key("maximum").number(type.range.highest).close('}');
    }
    template <class Value>
    void key(std::string_view name, const Value&, const key::Integer& type, std::string_view help) {
        begin(name, "integer", "", help);
        json_.key("minimum").whole(type.range.lowest).key("maximum").whole(type.range.highest).close('}');
    }
    template <class Value>
    void key(std::string_view name, const Value&, const key::Choice& type, std::string_view help) {
        begin(name, "choice", "", help);
        json_.key("choices").texts(type.names).close('}');
    }
    template <class Value>
    void key(std::string_view name, const Value& value, const key::Boundaries& type, std::string_view help) {
        key(name, value, type.choice, help);
    }
    void key(std::string_view name, const Vec3&, const key::Vector&, std::string_view) {
        if (name != "size") return;
        begin(name, "text", "length", "of the world, [x, y] or [x, y, z]");
        json_.close('}');
    }

  private:
    void begin(std::string_view key, std::string_view type, std::string_view unit, std::string_view help) {
        const std::string path = table_.empty() ? std::string(key) : std::string(table_) + '.' + std::string(key);
        json_.open('{').key("key").text(path).key("type").text(type).key("unit").text(unit).key("help").text(help);
    }
    Json& json_;
    std::string_view table_;
};

std::string_view first_line(std::string_view text) { return text.substr(0, std::min(text.find('\n'), text.size())); }

/// The title that a scenario's text begins with, without reading all of it.
std::string title_of(std::string_view text) {
    constexpr std::string_view kKey = "title = \"";
    const std::size_t at = text.find(kKey);
    if (at == std::string_view::npos) return {};
    const std::string_view rest = first_line(text.substr(at + kKey.size()));
    std::string title(rest.substr(0, rest.rfind('"')));
    std::erase(title, '\\');  // before quotes
    return title;
}

/// Not after a page or program that others published.
bool is_own(std::string_view text) {
    const std::size_t at = text.find("\nsource = ");
    return at != std::string_view::npos &&
           first_line(text.substr(at + 1)).find("Dunlin's own") != std::string_view::npos;
}

void add_control(Json& json, const ControlSpec& control) {
    json.open('{').key("parameters").texts(control.parameters).key("label").text(control.label);
    json.key("minimum").number(control.minimum).key("maximum").number(control.maximum);
    json.key("step").number(control.step).key("divisor").number(control.divisor).key("options").open('[');
    for (std::size_t i = 0; i < std::min(control.options.size(), control.values.size()); ++i) {
        json.open('{').key("label").text(control.options[i]).key("values").open('[');
        for (const double value : control.values[i]) json.number(value);
        json.close(']').close('}');
    }
    json.close(']').close('}');
}

void add_point_list(Json& json, const std::vector<Waypoint>& path) {
    json.open('[');
    for (const Waypoint& point : path) {
        json.open('[').number(point.time).number(point.position[0]).number(point.position[1]);
        json.number(point.position[2]).close(']');
    }
    json.close(']');
}

}  // namespace

void add_values(Json& json, const Description& description, const std::vector<double>& values) {
    json.open('{');
    for (std::size_t i = 0; i < std::min(values.size(), description.parameters.size()); ++i) {
        const ParameterInfo& parameter = description.parameters[i];
        json.key(parameter.name);
        if (parameter.type == ParameterType::choice) {
            const auto index = std::min(static_cast<std::size_t>(values[i]), parameter.choices.size() - 1);
            json.text(parameter.choices[index]);
        } else {
            json.number(values[i]);
        }
    }
    json.close('}');
}

void add_description(Json& json, bool texts) {
    json.key("version").text(version()).key("commit").text(commit());
    add_family(json, "models", models());
    add_family(json, "influences", influences());
    add_lines(json, "starts", starts());
    add_lines(json, "velocities", start_velocities());
    add_lines(json, "observables", observables());
    json.key("shapes").texts(kShapeNames);

    const Scenario plain;
    json.key("scenario_keys").open('[');
    KeyList top(json, "");
    scenario_keys(top, plain);
    KeyList world(json, "world");
    world_keys(world, plain.world);
    KeyList observe(json, "observe");
    observe_keys(observe, plain.observe);
    json.close(']');

    json.key("scenarios").open('[');
    for (const BuiltinScenario& scenario : builtin_scenarios()) {
        json.open('{').key("name").text(scenario.name).key("title").text(title_of(scenario.text));
        json.key("own").flag(is_own(scenario.text));
        if (texts) json.key("text").text(scenario.text);
        json.close('}');
    }
    json.close(']');
}

void add_scenario(Json& json, const Scenario& scenario) {
    const auto name_of = [](auto value, auto& names) { return names[static_cast<std::size_t>(value)]; };
    json.key("name").text(scenario.name).key("title").text(scenario.title).key("source").text(scenario.source);
    json.key("notes").text(scenario.notes).key("dimensions").whole(scenario.dimensions);
    json.key("precision").text(name_of(scenario.precision, kPrecisionNames));
    json.key("update").text(name_of(scenario.update, kUpdateNames));
    json.key("seed").whole(static_cast<std::int64_t>(scenario.seed)).key("dt").number(scenario.dt);

    const WorldSpec& world = scenario.world;
    json.key("world").open('{').key("lower").vector(world.lower).key("upper").vector(world.upper);
    json.key("boundary").open('[');
    for (int a = 0; a < scenario.dimensions; ++a) json.text(name_of(world.boundary[a], kBoundaryNames));
    json.close(']').key("distance").text(name_of(world.distance, kDistanceNames));
    json.key("wrap").text(name_of(world.wrap, kWrapNames));
    json.key("wrap_time").text(name_of(world.wrap_time, kWrapTimeNames));
    json.key("margin").number(world.margin).close('}');

    json.key("kinds").open('[');
    for (const KindSpec& kind : scenario.kinds) {
        json.open('{').key("name").text(kind.name).key("color").text(kind.color).key("size").number(kind.size);
        json.key("shape").text(name_of(kind.shape, kShapeNames)).close('}');
    }
    json.close(']');

    json.key("controls").open('[');
    for (const ControlSpec& control : scenario.controls) add_control(json, control);
    json.close(']');

    const ObserveSpec& observe = scenario.observe;
    json.key("observe").open('{').key("what").texts(observe.what).key("every").whole(observe.every);
    json.key("link_distance").number(observe.link_distance);
    json.key("collision_distance").number(observe.collision_distance).close('}');

    const PictureSpec& picture = scenario.picture;
    json.key("picture").open('{').key("theme").text(name_of(picture.theme, kThemeNames));
    json.key("color").text(name_of(picture.color, kColorNames));
    json.key("agent_size").number(picture.agent_size).key("trail").whole(picture.trail);
    json.key("azimuth").number(picture.azimuth).key("elevation").number(picture.elevation);
    json.key("y_up").flag(picture.y_up).close('}');
    json.key("frames_per_second").whole(scenario.movie.frames_per_second);
}

void add_influence(Json& json, const InfluenceSpec& influence, bool held) {
    json.open('{').key("type").text(influence.type).key("position").vector(influence.position).key("values");
    if (const Description* description = find_description(influences(), influence.type)) {
        add_values(json, *description, influence.values);
    } else {
        json.open('{').close('}');
    }
    json.key("path");
    add_point_list(json, influence.path);
    json.key("repeat").flag(influence.repeat).key("held").flag(held).close('}');
}

void add_inspection(Json& json, const Inspection& inspection, std::uint8_t kind, std::span<const SeenNeighbor> seen) {
    json.key("id").whole(inspection.id).key("kind").whole(kind);
    json.key("position").vector(inspection.position).key("velocity").vector(inspection.velocity);
    json.key("perception_radius").number(inspection.perception_radius);
    json.key("separation_radius").number(inspection.separation_radius);
    json.key("view_angle").number(inspection.view_angle).key("neighbors").open('[');
    for (const SeenNeighbor& one : seen) {
        json.open('{').key("id").whole(one.id).key("kind").whole(one.kind).key("position").vector(one.position);
        json.key("velocity").vector(one.velocity).key("close").flag(one.close).close('}');
    }
    json.close(']').key("neighbor_count").whole(static_cast<std::int64_t>(inspection.neighbors.size()));
    json.key("rules").open('[');
    for (const RuleVector& rule : inspection.rules) {
        json.open('{').key("name").text(rule.name).key("vector").vector(rule.vector).close('}');
    }
    json.close(']');
}

}  // namespace dunlin
