// SPDX-License-Identifier: Apache-2.0
// Each type has a shape of its own besides its color: a disc, an arrowhead with eyes, three dots with a ring, a dashed
// ring.
#include "dunlin/render/influence_marks.hpp"

#include <cairo.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "dunlin/describe.hpp"
#include "dunlin/render/periodic.hpp"

namespace dunlin::render {
namespace {

bool finite(const Vec3& v) { return std::isfinite(v[0]) && std::isfinite(v[1]) && std::isfinite(v[2]); }

class Values {
  public:
    explicit Values(const InfluenceSpec& spec)
        : spec_(spec), description_(find_description(dunlin::influences(), spec.type)) {}

    std::optional<double> number(std::string_view name) const {
        const int i = description_ ? parameter_index(*description_, name) : -1;
        if (i < 0) return {};
        const auto k = std::size_t(i);
        const double v = k < spec_.values.size() ? spec_.values[k] : description_->parameters[k].default_value;
        return std::isfinite(v) ? std::optional(v) : std::nullopt;
    }

    std::string choice(std::string_view name) const {
        const auto value = number(name);
        if (!value) return {};
        const auto& choices = description_->parameters[std::size_t(parameter_index(*description_, name))].choices;
        const auto k = std::size_t(std::max(0.0, *value));
        return k < choices.size() ? choices[k] : std::string();
    }

  private:
    const InfluenceSpec& spec_;
    const Description* description_;
};

bool in_sight(const Point& at) { return std::abs(at.x) < 1e4f && std::abs(at.y) < 1e4f; }

constexpr double kLeastPredator = 28;  // design points of length

}  // namespace

void InfluenceMarks::update(const Scene& scene) {
    const Scenario* scenario = scene.scenario;
    std::vector<Item> items;
    for (std::size_t i = 0; i < scene.influences.size(); ++i) {
        const InfluenceSpec& spec = scene.influences[i];
        if (!finite(spec.position)) continue;
        const Values values(spec);
        Item item;
        item.type = spec.type;
        item.position = spec.position;
        if (scenario && scenario->dimensions != 3) item.position[2] = 0;
        item.radius = std::max(0.0, values.number("radius").value_or(0));
        item.reach = std::max(0.0, values.number("reach").value_or(0));
        item.effect = values.choice("effect");
        if (i < scene.pushes.size() && scene.pushes[i] && finite(*scene.pushes[i])) item.push = scene.pushes[i];
        const std::size_t k = items.size();
        if (k < items_.size() && items_[k].type == item.type) {
            item.heading = items_[k].heading;
            item.moved = items_[k].moved;
            Vec3 way{};
            double length = 0;
            for (std::size_t a = 0; a < 3; ++a) {
                way[a] = item.position[a] - items_[k].position[a];
                if (scenario) {  // across a periodic edge: the shorter way
                    const double period = scenario->world.upper[a] - scenario->world.lower[a];
                    if (scenario->world.boundary[a] == Boundary::periodic && period > 0)
                        way[a] -= period * std::round(way[a] / period);
                }
                length += way[a] * way[a];
            }
            length = std::sqrt(length);
            if (length > 1e-12) {
                const double share = item.moved ? .2 : 1;
                for (std::size_t a = 0; a < 3; ++a) item.heading[a] += share * (way[a] / length - item.heading[a]);
                item.moved = true;
            }
        }
        items.push_back(std::move(item));
    }
    items_.swap(items);
}

double InfluenceMarks::predator_length(const Item& item, const View& view, double agent_length, double unit) const {
    return std::min(std::max({agent_length * 2.2, kLeastPredator * unit, item.radius * view.scale * 2}), 2000.0);
}

/// A shadow on the floor of a 3D world.
void InfluenceMarks::shadow(Pen& pen, const View& view, const ThemeColors& theme, const Item& item,
                            double radius) const {
    cairo_t* cairo = pen.cairo();
    cairo_new_path(cairo);
    for (int i = 0; i < 40; ++i) {
        const double angle = i * 2 * std::numbers::pi / 40;
        const Vec3 p{item.position[0] + radius * std::cos(angle), item.position[1] + radius * std::sin(angle),
                     view.lower[2]};
        const Point at = view.place(p);
        if (!in_sight(at)) return cairo_new_path(cairo);
        cairo_line_to(cairo, double(at.x), double(at.y));
    }
    cairo_close_path(cairo);
    pen.color(Color{}, theme.dark ? .32 : .12);
    cairo_fill(cairo);
}

/// A circle as large as the distance at which agents react.
void InfluenceMarks::reach(Pen& pen, const View& view, const ThemeColors& theme, const Item& item) const {
    if (!(item.reach > 0)) return;
    const Point at = view.place(item.position);
    const double radius = (item.reach + (item.type == "obstacle" ? item.radius : 0)) * view.scale;
    pen.disc(double(at.x), double(at.y), radius);
    pen.color(item.type == "predator" ? theme.predator : item.type == "food" ? theme.food : theme.obstacle, .22);
    pen.stroke(1);
}

void InfluenceMarks::below(Pen& pen, const View& view, const ThemeColors& theme, double agent_length) const {
    cairo_save(pen.cairo());
    clip_to_world(pen, view);
    for (const Item& item : items_) {
        if (view.dimensions == 3 && item.type != "pointer") {
            if (!in_sight(view.place(item.position))) continue;
            if (item.type == "obstacle") shadow(pen, view, theme, item, item.radius);
            if (item.type == "predator")
                shadow(pen, view, theme, item, predator_length(item, view, agent_length, pen.unit()) / view.scale * .3);
            reach(pen, view, theme, item);
            continue;
        }
        for (const Point& at : images(view, item.position, item.radius + item.reach))
            if (in_sight(at)) flat(pen, at, item, view.scale, theme, agent_length);
    }
    cairo_restore(pen.cairo());
}

/// An obstacle, food or a pointer in 2D.
void InfluenceMarks::flat(Pen& pen, Point at, const Item& item, double scale, const ThemeColors& theme,
                          double agent_length) const {
    cairo_t* cairo = pen.cairo();
    const double x = double(at.x), y = double(at.y);
    if (item.type == "obstacle") {
        const double radius = std::max(item.radius * scale, 3 * pen.unit());
        pen.disc(x, y, radius);
        pen.color(mix(theme.ground_bottom, theme.obstacle, theme.dark ? .42 : .30));
        cairo_fill_preserve(cairo);
        pen.color(theme.obstacle, .9);
        pen.stroke(1.5);
        if (item.reach > 0) {
            pen.disc(x, y, radius + item.reach * scale);
            pen.color(theme.obstacle, .10);
            cairo_fill(cairo);
        }
    } else if (item.type == "food") {
        if (item.reach > 0) {
            pen.disc(x, y, item.reach * scale);
            pen.color(theme.food, .05);
            cairo_fill_preserve(cairo);
            pen.color(theme.food, .22);
            pen.stroke(1);
        }
        const double dot = std::max({2.6 * pen.unit(), agent_length * .22, item.radius * scale * .45});
        for (int k = 0; k < 3; ++k) {  // three seeds
            const double angle = k * 2 * std::numbers::pi / 3 - std::numbers::pi / 2;
            pen.disc(x + dot * 1.25 * std::cos(angle), y + dot * 1.25 * std::sin(angle), dot);
        }
        pen.color(theme.food);
        cairo_fill(cairo);
    } else if (item.type == "pointer") {
        const double radius = std::max(std::max(item.reach, item.radius) * scale, 10 * pen.unit());
        const Color color = item.effect.find("attract") != std::string::npos ? theme.food : theme.predator;
        pen.disc(x, y, radius);
        pen.color(color, .05);
        cairo_fill_preserve(cairo);
        const double dash[] = {7 * pen.unit(), 6 * pen.unit()};
        cairo_set_dash(cairo, dash, 2, 0);
        pen.color(color, .85);
        pen.stroke(1.5);
        cairo_set_dash(cairo, nullptr, 0, 0);
        pen.disc(x, y, 2.5 * pen.unit());
        pen.color(color);
        cairo_fill(cairo);
    }
}

void InfluenceMarks::above(Pen& pen, const View& view, const ThemeColors& theme, double agent_length) const {
    if (view.dimensions == 3) return;
    cairo_save(pen.cairo());
    clip_to_world(pen, view);
    for (const Item& item : items_) {
        if (item.type != "predator") continue;
        const double length = predator_length(item, view, agent_length, pen.unit());
        for (const Point& at : images(view, item.position, std::max(item.reach, length / view.scale)))
            if (in_sight(at)) predator(pen, at, view.turn(item.heading), length, item.reach * view.scale, theme);
    }
    cairo_restore(pen.cairo());
}

/// Seen from above, with the circle of its reach.
void InfluenceMarks::predator(Pen& pen, Point at, Point heading, double length, double reach,
                              const ThemeColors& theme) const {
    cairo_t* cairo = pen.cairo();
    if (reach > length) {
        pen.disc(double(at.x), double(at.y), reach);
        pen.color(theme.predator, .045);
        cairo_fill_preserve(cairo);
        pen.color(theme.predator, .20);
        pen.stroke(1);
    }
    cairo_save(cairo);
    cairo_translate(cairo, double(at.x), double(at.y));
    cairo_rotate(cairo, std::atan2(double(heading.y), double(heading.x)));
    cairo_scale(cairo, length, length);
    cairo_move_to(cairo, .55, 0);
    cairo_curve_to(cairo, .30, .12, .05, .20, -.45, .34);
    cairo_line_to(cairo, -.27, 0);
    cairo_line_to(cairo, -.45, -.34);
    cairo_curve_to(cairo, .05, -.20, .30, -.12, .55, 0);
    cairo_close_path(cairo);
    pen.color(theme.predator);
    cairo_fill(cairo);
    for (double side : {-1., 1.}) pen.disc(.17, side * .085, .05);
    pen.color(theme.dark ? theme.ground_top : Color{1, 1, 1});
    cairo_fill(cairo);
    cairo_restore(cairo);
}

std::vector<Solid> InfluenceMarks::solids(const View& view, const ThemeColors& theme, double agent_length,
                                          double unit) const {
    std::vector<Solid> solids;
    if (view.dimensions != 3) return solids;
    const Color haze = mix(theme.ground_top, theme.ground_bottom, .5);
    const auto put = [&](const Item& item, Solid::Form form, const Vec3& offset, double size, Color color) {
        Solid solid;
        solid.form = form;
        for (std::size_t a = 0; a < 3; ++a) solid.position[a] = item.position[a] + offset[a];
        solid.heading = item.heading;
        solid.size = size;
        solid.depth = float(view.depth(solid.position));
        solid.color = mix(color, haze, .30 - .30 * double(solid.depth));
        solid.eyes = theme.dark ? theme.ground_top : Color{1, 1, 1};
        solids.push_back(solid);
    };
    for (const Item& item : items_) {
        if (!in_sight(view.place(item.position))) continue;
        if (item.type == "obstacle") {
            // In the light theme a dark ball would draw too much attention.
            const Color stone =
                mix(theme.dark ? theme.ink_2 : theme.ground_bottom, theme.obstacle, theme.dark ? .7 : .38);
            put(item, Solid::Form::ball, {}, std::max(item.radius * view.scale, 3 * unit), stone);
        } else if (item.type == "predator") {
            put(item, Solid::Form::arrowhead, {}, predator_length(item, view, agent_length, unit), theme.predator);
        } else if (item.type == "food") {  // a pile of four seeds
            const double size = std::max({2.6 * unit, agent_length * .22, item.radius * view.scale * .45});
            const double r = size / view.scale;
            for (int k = 0; k < 3; ++k) {
                const double angle = k * 2 * std::numbers::pi / 3 - std::numbers::pi / 2;
                put(item, Solid::Form::ball, {1.16 * r * std::cos(angle), 1.16 * r * std::sin(angle), -.4 * r}, size,
                    theme.food);
            }
            put(item, Solid::Form::ball, {0, 0, 1.23 * r}, size, theme.food);
        }
    }
    std::stable_sort(solids.begin(), solids.end(), [](const Solid& a, const Solid& b) { return a.depth < b.depth; });
    return solids;
}

std::optional<InfluenceMarks::Push> InfluenceMarks::push() const {
    for (const Item& item : items_)
        if (item.push) return Push{item.type, *item.push};
    return {};
}

}  // namespace dunlin::render
