// SPDX-License-Identifier: Apache-2.0
// Always told apart by shape as well as by color: disc, dart with eyes, small dots with a ring, dashed ring, arrow.
#include "dunlin/render/influence_marks.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "dunlin/describe.hpp"

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

/// As the wind influence blows at `time`.
Vec3 wind_of(const Values& values, double time) {
    const auto phase = [&](std::string_view name) { return time / std::max(values.number(name).value_or(1e9), 1e-6); };
    return {values.number("x").value_or(0) * std::sin(phase("x_time")),
            values.number("y").value_or(0) * std::cos(phase("y_time")),
            values.number("z").value_or(0) * std::sin(phase("z_time"))};
}

}  // namespace

void InfluenceMarks::look(const Scenario* scenario, const std::vector<InfluenceSpec>& influences, double time) {
    std::vector<Item> items;
    for (std::size_t i = 0; i < influences.size(); ++i) {
        const InfluenceSpec& spec = influences[i];
        if (!finite(spec.position)) continue;
        const Values values(spec);
        Item item;
        item.type = spec.type;
        item.position = spec.position;
        if (scenario && scenario->dimensions != 3) item.position[2] = 0;
        item.radius = std::max(0.0, values.number("radius").value_or(0));
        item.reach = std::max(0.0, values.number("reach").value_or(0));
        item.effect = values.choice("effect");
        if (spec.type == "wind") item.wind = wind_of(values, time);
        const std::size_t k = items.size();
        if (k < items_.size() && items_[k].type == item.type) {
            item.heading = items_[k].heading;
            Vec3 moved{};
            double length = 0;
            for (std::size_t a = 0; a < 3; ++a) {
                moved[a] = item.position[a] - items_[k].position[a];
                if (scenario) {  // over the edge of a torus: the short way
                    const double period = scenario->world.upper[a] - scenario->world.lower[a];
                    if (scenario->world.boundary[a] == Boundary::periodic && period > 0)
                        moved[a] -= period * std::round(moved[a] / period);
                }
                length += moved[a] * moved[a];
            }
            length = std::sqrt(length);
            if (length > 1e-12)
                for (std::size_t a = 0; a < 3; ++a) item.heading[a] = .8 * item.heading[a] + .2 * moved[a] / length;
        }
        items.push_back(std::move(item));
    }
    items_.swap(items);
}

void InfluenceMarks::below(Pen& pen, const View& view, const Theme& theme, double agent_length) const {
    cairo_t* cairo = pen.cairo();
    for (const Item& item : items_) {
        const Point at = view.place(item.position);
        if (!(std::abs(at.x) < 1e4f && std::abs(at.y) < 1e4f)) continue;
        const double x = double(at.x), y = double(at.y);
        if (item.type == "obstacle") {
            const double radius = std::max(item.radius * view.scale, 3 * pen.unit());
            pen.disc(x, y, radius);
            pen.color(mix(theme.ground_bottom, theme.obstacle, theme.dark ? .42 : .30));
            cairo_fill_preserve(cairo);
            pen.color(theme.obstacle, .9);
            pen.stroke(1.5);
            if (item.reach > 0) {
                pen.disc(x, y, radius + item.reach * view.scale);
                pen.color(theme.obstacle, .10);
                cairo_fill(cairo);
            }
        } else if (item.type == "food") {
            if (item.reach > 0) {
                pen.disc(x, y, item.reach * view.scale);
                pen.color(theme.food, .05);
                cairo_fill_preserve(cairo);
                pen.color(theme.food, .22);
                pen.stroke(1);
            }
            const double dot = std::max({2.6 * pen.unit(), agent_length * .22, item.radius * view.scale * .45});
            for (int k = 0; k < 3; ++k) {  // three seeds
                const double angle = k * 2 * std::numbers::pi / 3 - std::numbers::pi / 2;
                pen.disc(x + dot * 1.25 * std::cos(angle), y + dot * 1.25 * std::sin(angle), dot);
            }
            pen.color(theme.food);
            cairo_fill(cairo);
        } else if (item.type == "pointer") {
            const double radius = std::max(std::max(item.reach, item.radius) * view.scale, 10 * pen.unit());
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
}

void InfluenceMarks::above(Pen& pen, const View& view, const Theme& theme, double agent_length) const {
    cairo_t* cairo = pen.cairo();
    for (const Item& item : items_) {
        if (item.type != "predator") continue;
        const Point at = view.place(item.position);
        if (!(std::abs(at.x) < 1e4f && std::abs(at.y) < 1e4f)) continue;
        const Point heading = view.turn(item.heading);
        const double length = std::max({agent_length * 2.2, 28 * pen.unit(), item.radius * view.scale * 2});
        const double reach = item.reach * view.scale;
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
}

void InfluenceMarks::corner(Pen& pen, const View& view, const Theme& theme, double x, double y) const {
    for (const Item& item : items_) {
        if (item.type != "wind") continue;
        const Point way = view.turn(item.wind);
        const double length = std::hypot(double(way.x), double(way.y));
        const double radius = 20 * pen.unit();
        const double cx = x + radius, cy = y + radius;
        pen.disc(cx, cy, radius);
        pen.color(theme.panel, theme.panel_opacity);
        cairo_fill_preserve(pen.cairo());
        pen.color(theme.ink_2, .35);
        pen.stroke(1);
        if (length > 1e-12) {
            const double dx = double(way.x) / length * radius * .66, dy = double(way.y) / length * radius * .66;
            pen.arrow(cx - dx, cy - dy, 2 * dx, 2 * dy, 2, theme.ink);
        }
        pen.text(cx + radius + 8 * pen.unit(), cy + 4.5 * pen.unit(), "Wind", 13, theme.ink_2);
        return;
    }
}

}  // namespace dunlin::render
