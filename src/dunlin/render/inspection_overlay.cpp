// SPDX-License-Identifier: Apache-2.0
// All rule vectors share one scale, so their lengths compare; the scale follows the longest of them slowly, so that an
// arrow that grows is a rule that grows.
#include "dunlin/render/inspection_overlay.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <unordered_set>

namespace dunlin::render {
namespace {

constexpr double kRuleLength = 78;      // design points of the longest rule vector
constexpr double kVelocityLength = 46;  // design points of the velocity, whatever the speed
constexpr double kDimmed = .35;
constexpr double kCardWidth = 236, kLens = 150, kPad = 14, kRow = 21;

bool finite(const Vec3& v) { return std::isfinite(v[0]) && std::isfinite(v[1]) && std::isfinite(v[2]); }
double norm(const Vec3& v) { return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

/// Which of the rules without a color of their own the `index`-th is.
std::size_t place_of(const Inspection& inspection, std::size_t index) {
    std::size_t place = 0;
    for (std::size_t i = 0; i < index; ++i) {
        const std::string& name = inspection.rules[i].name;
        place += name != "separation" && name != "alignment" && name != "cohesion" && name != "influences" &&
                 name != "total";
    }
    return place;
}

/// The middle of a circle as it shows on a torus: once inside, and again at each edge it reaches over.
template <class Draw>
void on_torus(const View& view, const Vec3& middle, double radius, Draw draw) {
    for (int ix = -1; ix <= 1; ++ix) {
        for (int iy = -1; iy <= 1; ++iy) {
            const int steps[2] = {ix, iy};
            Vec3 p = middle;
            bool seen = true;
            for (std::size_t a = 0; a < 2; ++a) {
                if (steps[a] == 0) continue;
                p[a] += steps[a] * view.period[a];
                seen = seen && view.periodic[a] && view.dimensions == 2 && p[a] + radius > view.lower[a] &&
                       p[a] - radius < view.upper[a];
            }
            if (seen) draw(view.place(p));
        }
    }
}

void clip_to_world(cairo_t* cairo, const View& view) {
    if (view.dimensions != 2) return;
    const Point a = view.place(view.lower), b = view.place(view.upper);
    const bool x = view.periodic[0], y = view.periodic[1];
    const double left = x ? double(a.x) : -1e5, right = x ? double(b.x) : 1e5;
    const double top = y ? double(std::min(a.y, b.y)) : -1e5, bottom = y ? double(std::max(a.y, b.y)) : 1e5;
    cairo_rectangle(cairo, left, top, right - left, bottom - top);
    cairo_clip(cairo);
}

}  // namespace

View magnified(const View& view, const Vec3& position, const Box& lens) {
    View close = view;
    close.scale *= 2;
    close.center = position;
    close.middle_x = (lens.left + lens.right) / 2.0;
    close.middle_y = (lens.top + lens.bottom) / 2.0;
    return close;
}

void InspectionOverlay::recolor(const Inspection& inspection, const Flock& flock, const View& view, const Theme& theme,
                                std::vector<Mark>& marks) const {
    const std::unordered_set<std::uint32_t> neighbors(inspection.neighbors.begin(), inspection.neighbors.end());
    for (Mark& mark : marks) {
        const std::uint32_t id = flock.id(mark.index);
        if (id == inspection.id) {
            mark.color = theme.accent;
            mark.opacity = 1;
            mark.length = std::max(mark.length * 1.35f, 9.f);
        } else if (neighbors.contains(id)) {
            Vec3 p;
            double distance = 0;
            if (flock.position(mark.index, p)) {
                for (std::size_t a = 0; a < 3; ++a) {
                    double d = p[a] - inspection.position[a];
                    if (view.periodic[a] && view.period[a] > 0) d -= view.period[a] * std::round(d / view.period[a]);
                    distance += d * d;
                }
            }
            const bool close = std::sqrt(distance) < inspection.separation_radius;
            mark.color = mix(close ? theme.separation : theme.alignment, theme.ink, theme.dark ? .22 : 0);
            mark.opacity = 1;
        } else {
            mark.opacity *= float(kDimmed);
        }
    }
    // The one in question lies on top.
    for (std::size_t i = 0; i + 1 < marks.size(); ++i)
        if (flock.id(marks[i].index) == inspection.id) return std::swap(marks[i], marks.back());
}

void InspectionOverlay::keep_of_interest(const Inspection& inspection, const Flock& flock,
                                         std::vector<Mark>& marks) const {
    const std::unordered_set<std::uint32_t> neighbors(inspection.neighbors.begin(), inspection.neighbors.end());
    std::erase_if(marks, [&](const Mark& mark) {
        const std::uint32_t id = flock.id(mark.index);
        return id != inspection.id && !neighbors.contains(id);
    });
}

void InspectionOverlay::circles(Pen& pen, const Inspection& inspection, const View& view, const Theme& theme) const {
    if (!finite(inspection.position)) return;
    cairo_t* cairo = pen.cairo();
    cairo_save(cairo);
    clip_to_world(cairo, view);
    const double perception = inspection.perception_radius;
    if (perception > 0 && std::isfinite(perception)) {
        const double radius = std::min(perception * view.scale, 30000.0);
        const double half_angle = inspection.view_angle * std::numbers::pi / 360;
        const bool cone = inspection.view_angle < 359.9 && view.dimensions == 2 && norm(inspection.velocity) > 0;
        on_torus(view, inspection.position, perception, [&](const Point& at) {
            const double x = double(at.x), y = double(at.y);
            cairo_new_path(cairo);
            if (cone) {
                const Point way = view.turn(inspection.velocity);
                const double angle = std::atan2(double(way.y), double(way.x));
                cairo_move_to(cairo, x, y);
                cairo_arc(cairo, x, y, radius, angle - half_angle, angle + half_angle);
                cairo_close_path(cairo);
            } else {
                pen.disc(x, y, radius);
            }
            pen.color(theme.ink, theme.dark ? .055 : .05);
            cairo_fill_preserve(cairo);
            pen.color(theme.ink, .45);
            pen.stroke(1.25);
        });
    }
    const double separation = inspection.separation_radius;
    if (separation > 0 && std::isfinite(separation)) {
        on_torus(view, inspection.position, separation, [&](const Point& at) {
            pen.disc(double(at.x), double(at.y), std::min(separation * view.scale, 30000.0));
            pen.color(theme.separation, .10);
            cairo_fill_preserve(cairo);
            pen.color(theme.separation, .85);
            pen.stroke(1.25);
        });
    }
    cairo_restore(cairo);
}

void InspectionOverlay::vectors(Pen& pen, const Inspection& inspection, const View& view, const Theme& theme,
                                double length) {
    if (!finite(inspection.position)) return;
    double longest = 0;
    for (const RuleVector& rule : inspection.rules)
        if (finite(rule.vector)) longest = std::max(longest, norm(rule.vector));
    steepest_ = longest > steepest_ ? longest : steepest_ + .04 * (longest - steepest_);
    const Point at = view.place(inspection.position);
    const double x = double(at.x), y = double(at.y), unit = pen.unit() * length;
    const double speed = norm(inspection.velocity);
    if (speed > 0 && std::isfinite(speed)) {
        const Point way = view.turn(inspection.velocity);
        const double scale = kVelocityLength * unit / speed;
        pen.arrow(x, y, double(way.x) * scale, double(way.y) * scale, 1.6, theme.ink, .55);
    }
    if (!(steepest_ > 0)) return;
    for (std::size_t i = 0; i < inspection.rules.size(); ++i) {
        const RuleVector& rule = inspection.rules[i];
        if (!finite(rule.vector)) continue;
        const Point way = view.turn(rule.vector);
        const double scale = kRuleLength * unit / steepest_;
        pen.arrow(x, y, double(way.x) * scale, double(way.y) * scale, rule.name == "total" ? 3 : 2.4,
                  rule_color(theme, rule.name, place_of(inspection, i)));
    }
}

InspectionOverlay::Card InspectionOverlay::place_card(const Inspection& inspection, const View& view, int width,
                                                      int height, double unit) {
    Card card;
    const double rows = 5 + double(std::min<std::size_t>(inspection.rules.size(), 8));
    card.width = std::round(kCardWidth * unit);
    card.height = std::round((kLens + 3 * kPad + rows * kRow + 8) * unit);
    if (card.width * 1.8 > width || card.height + 40 * unit > height) return {};  // a small picture: circles alone
    const double edge = std::round(24 * unit);
    const Point at = view.place(inspection.position);
    // Out of the agent's way, and back only when it comes to the other side.
    const double room = card.width + edge + 90 * unit;
    if (double(at.x) > width - room) on_left_ = true;
    if (double(at.x) < room) on_left_ = false;
    card.x = on_left_ ? edge : width - edge - card.width;
    card.y = edge;
    const double pad = kPad * unit;
    card.lens = {int(card.x + pad), int(card.y + pad), int(card.x + card.width - pad),
                 int(card.y + pad + kLens * unit)};
    return card;
}

void InspectionOverlay::panel(Pen& pen, const Card& card, const Theme& theme) const {
    cairo_t* cairo = pen.cairo();
    pen.rounded(card.x + .5, card.y + .5, card.width - 1, card.height - 1, 10 * pen.unit());
    pen.color(theme.panel, std::min(1.0, theme.panel_opacity + .1));
    cairo_fill_preserve(cairo);
    pen.color(theme.ink, .10);
    pen.stroke(1);
    const Box& lens = card.lens;
    cairo_rectangle(cairo, lens.left, lens.top, lens.right - lens.left, lens.bottom - lens.top);
    pen.color(theme.ground_top);
    cairo_fill(cairo);
}

void InspectionOverlay::numbers(Pen& pen, const Card& card, const Inspection& inspection, const Theme& theme) const {
    cairo_t* cairo = pen.cairo();
    const double unit = pen.unit(), pad = kPad * unit;
    cairo_rectangle(cairo, card.lens.left + .5, card.lens.top + .5, card.lens.right - card.lens.left - 1,
                    card.lens.bottom - card.lens.top - 1);
    pen.color(theme.ink, .14);
    pen.stroke(1);
    pen.text(card.lens.right - 7 * unit, card.lens.bottom - 7 * unit, "2\u00d7", 11, theme.ink_2, Pen::Align::right);

    const double left = card.x + pad, right = card.x + card.width - pad;
    double y = card.lens.bottom + pad + 15 * unit;
    pen.text(left, y, "Agent " + grouped(inspection.id), 15, theme.ink, Pen::Align::left, true);
    const auto row = [&](const std::string& name, const std::string& value, double indent = 0) {
        pen.text(left + indent, y, name, 12, theme.ink_2);
        pen.text(right, y, value, 12, theme.ink, Pen::Align::right);
    };
    const bool deep = inspection.position[2] != 0 || inspection.velocity[2] != 0;
    std::string place = short_number(inspection.position[0]) + ", " + short_number(inspection.position[1]);
    if (deep) place += ", " + short_number(inspection.position[2]);
    y += (kRow + 3) * unit;
    row("Position", place);
    y += kRow * unit;
    row("Speed", short_number(norm(inspection.velocity)));
    y += kRow * unit;
    const double heading = std::atan2(inspection.velocity[1], inspection.velocity[0]) * 180 / std::numbers::pi;
    row("Heading", std::isfinite(heading) ? short_number(std::round(heading)) + "\u00b0" : "");
    y += kRow * unit;
    row("Neighbors", grouped(std::int64_t(inspection.neighbors.size())));
    y += 10 * unit;
    cairo_move_to(cairo, left, std::round(y) + .5);
    cairo_line_to(cairo, right, std::round(y) + .5);
    pen.color(theme.ink, .10);
    pen.stroke(1);
    y -= 2 * unit;
    for (std::size_t i = 0; i < std::min<std::size_t>(inspection.rules.size(), 8); ++i) {
        const RuleVector& rule = inspection.rules[i];
        y += kRow * unit;
        pen.arrow(left, y - 4 * unit, 20 * unit, 0, 2.4, rule_color(theme, rule.name, place_of(inspection, i)));
        row(rule.name, finite(rule.vector) ? short_number(norm(rule.vector)) : "\u2013", 30 * unit);
    }
}

}  // namespace dunlin::render
