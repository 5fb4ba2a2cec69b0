// SPDX-License-Identifier: Apache-2.0
// All rule vectors have the same scale, so their lengths can be compared. The scale follows the longest vector slowly:
// an arrow gets longer when its rule gets stronger, not when the others get weaker.
#include "dunlin/render/inspection_overlay.hpp"

#include <cairo.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <unordered_set>

#include "dunlin/render/periodic.hpp"

namespace dunlin::render {
namespace {

constexpr double kRuleLength = 78;      // design points of the longest rule vector
constexpr double kVelocityLength = 46;  // design points of the velocity, whatever the speed
constexpr double kDimmed = .35;
constexpr double kCardWidth = 236, kStripHeight = 208, kPad = 14, kRow = 20, kSide = 24;
constexpr double kWide = 1.25;         // in a picture this much wider than high, the card is on the right
constexpr double kLensFilled = .94;    // the share of the lens that the perception circle fills
constexpr std::size_t kMostRules = 8;  // more have no row

bool finite(const Vec3& v) { return std::isfinite(v[0]) && std::isfinite(v[1]) && std::isfinite(v[2]); }
double norm(const Vec3& v) { return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

/// How many rules before this one have no color of their own.
std::size_t place_of(const Inspection& inspection, std::size_t index) {
    std::size_t place = 0;
    for (std::size_t i = 0; i < index; ++i) {
        const std::string& name = inspection.rules[i].name;
        place += name != "separation" && name != "alignment" && name != "cohesion" && name != "influences" &&
                 name != "total";
    }
    return place;
}

}  // namespace

View magnified(const View& view, const Inspection& inspection, const Box& lens) {
    View close = view;
    const double half = std::min(lens.right - lens.left, lens.bottom - lens.top) / 2.0;
    const double radius = inspection.perception_radius * view.scale;
    const double times = radius > 0 && std::isfinite(radius) ? half * kLensFilled / radius : 2;
    close.scale *= std::clamp(times, 1e-4, 1e5);
    close.center = inspection.position;
    close.middle_x = (lens.left + lens.right) / 2.0;
    close.middle_y = (lens.top + lens.bottom) / 2.0;
    return close;
}

InspectionOverlay::Card place_card(int width, int height, double bottom, double unit, std::size_t rules) {
    InspectionOverlay::Card card;
    const double pad = kPad * unit, side = std::round(kSide * unit);
    if (width > height * kWide) {
        card.width = std::round(kCardWidth * unit);
        // The lens, six rows about the agent, one for its velocity, and its rules.
        const double rows = 7 + double(std::min(rules, kMostRules));
        card.height = std::round(card.width + (rows * kRow + 28) * unit);
        card.x = width - side - card.width;
        card.y = side;
        if (card.width * 2 > width || card.height > height - side - bottom) return {};
        const int edge = int(card.width - 2 * pad);
        card.lens = {int(card.x + pad), int(card.y + pad), int(card.x + pad) + edge, int(card.y + pad) + edge};
        return card;
    }
    card.strip = true;
    card.width = width - 2 * side;
    card.height = std::round(kStripHeight * unit);
    card.x = side;
    card.y = std::round(height - bottom - card.height);
    if (card.height * 2 > height || card.width < 560 * unit) return {};
    const int edge = int(card.height - 2 * pad);
    card.lens = {int(card.x + pad), int(card.y + pad), int(card.x + pad) + edge, int(card.y + pad) + edge};
    return card;
}

void InspectionOverlay::recolor(const Inspection& inspection, const Flock& flock, const View& view,
                                const ThemeColors& theme, double unit, std::vector<Mark>& marks) const {
    const std::unordered_set<std::uint32_t> neighbors(inspection.neighbors.begin(), inspection.neighbors.end());
    for (Mark& mark : marks) {
        const std::uint32_t id = flock.id(mark.index);
        if (id == inspection.id) {
            mark.color = theme.ink;
            mark.opacity = 1;
            mark.length = std::max(mark.length * 1.35f, float(9 * unit));
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
    // The agent itself is drawn last, on top.
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

void InspectionOverlay::circles(Pen& pen, const Inspection& inspection, const View& view,
                                const ThemeColors& theme) const {
    if (!finite(inspection.position)) return;
    cairo_t* cairo = pen.cairo();
    cairo_save(cairo);
    clip_to_world(pen, view);
    const double perception = inspection.perception_radius;
    if (perception > 0 && std::isfinite(perception)) {
        const double radius = std::min(perception * view.scale, 30000.0);
        const double half_angle = inspection.view_angle * std::numbers::pi / 360;
        const bool cone = inspection.view_angle < 359.9 && view.dimensions == 2 && norm(inspection.velocity) > 0;
        for (const Point& at : images(view, inspection.position, perception)) {
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
        }
    }
    const double separation = inspection.separation_radius;
    if (separation > 0 && std::isfinite(separation)) {
        for (const Point& at : images(view, inspection.position, separation)) {
            pen.disc(double(at.x), double(at.y), std::min(separation * view.scale, 30000.0));
            pen.color(theme.separation, .10);
            cairo_fill_preserve(cairo);
            pen.color(theme.separation, .85);
            pen.stroke(1.25);
        }
    }
    cairo_restore(cairo);
}

void InspectionOverlay::vectors(Pen& pen, const Inspection& inspection, const View& view, const ThemeColors& theme,
                                double length) {
    if (!finite(inspection.position)) return;
    double longest = 0;
    for (const RuleVector& rule : inspection.rules)
        if (finite(rule.vector)) longest = std::max(longest, norm(rule.vector));
    longest_ = longest > longest_ ? longest : longest_ + .04 * (longest - longest_);
    const Point at = view.place(inspection.position);
    const double x = double(at.x), y = double(at.y), unit = pen.unit() * length;
    const double speed = norm(inspection.velocity);
    if (speed > 0 && std::isfinite(speed)) {
        const Point way = view.turn(inspection.velocity);
        const double scale = kVelocityLength * unit / speed;
        pen.thin_arrow(x, y, double(way.x) * scale, double(way.y) * scale, theme.ink);
    }
    if (!(longest_ > 0)) return;
    for (std::size_t i = 0; i < inspection.rules.size(); ++i) {
        const RuleVector& rule = inspection.rules[i];
        if (!finite(rule.vector)) continue;
        const Point way = view.turn(rule.vector);
        const double scale = kRuleLength * unit / longest_;
        pen.arrow(x, y, double(way.x) * scale, double(way.y) * scale, rule.name == "total" ? 3 : 2.4,
                  rule_color(theme, rule.name, place_of(inspection, i)));
    }
}

void InspectionOverlay::panel(Pen& pen, const Card& card, const ThemeColors& theme) const {
    cairo_t* cairo = pen.cairo();
    pen.rounded(card.x + .5, card.y + .5, card.width - 1, card.height - 1, 10 * pen.unit());
    pen.color(theme.panel);
    cairo_fill_preserve(cairo);
    pen.color(theme.ink, .10);
    pen.stroke(1);
    const Box& lens = card.lens;
    cairo_rectangle(cairo, lens.left, lens.top, lens.right - lens.left, lens.bottom - lens.top);
    pen.color(theme.ground_top);
    cairo_fill(cairo);
}

void InspectionOverlay::numbers(Pen& pen, const Card& card, const Inspection& inspection, const View& close,
                                const View& view, const ThemeColors& theme) const {
    cairo_t* cairo = pen.cairo();
    const double unit = pen.unit(), pad = kPad * unit;
    const Box& lens = card.lens;
    cairo_rectangle(cairo, lens.left + .5, lens.top + .5, lens.right - lens.left - 1, lens.bottom - lens.top - 1);
    pen.color(theme.ink, .14);
    pen.stroke(1);
    const std::string times = short_number(std::round(close.scale / view.scale * 10) / 10) + "\u00d7";
    pen.text(lens.right - 7 * unit, lens.bottom - 7 * unit, times, 11, theme.ink_2, Pen::Align::right);

    // Two blocks of rows: first the agent, then its arrows.
    double left = card.x + pad, right = card.x + card.width - pad;
    double y = lens.bottom + pad + 15 * unit;
    const double middle = (lens.right + pad + right) / 2;
    if (card.strip) left = lens.right + 1.5 * pad, right = middle - pad, y = lens.top + 12 * unit;
    const auto row = [&](const std::string& name, const std::string& value, double indent) {
        pen.text(left + indent, y, name, 12, theme.ink_2);
        pen.text(right, y, value, 12, theme.ink, Pen::Align::right);
        y += kRow * unit;
    };
    const auto ring = [&](Color color, double opacity) {
        pen.disc(left + 6 * unit, y - 4 * unit, 5.5 * unit);
        pen.color(color, opacity * .25);
        cairo_fill_preserve(cairo);
        pen.color(color, opacity);
        pen.stroke(1.25);
    };
    pen.text(left, y, "Agent " + grouped(inspection.id), 15, theme.ink, Pen::Align::left, true);
    y += (kRow + 2) * unit;
    std::string place = short_number(inspection.position[0]) + ", " + short_number(inspection.position[1]);
    const bool deep = view.dimensions == 3;
    if (deep) place += ", " + short_number(inspection.position[2]);
    row("position", place, 0);
    const Vec3& v = inspection.velocity;
    const auto degrees = [](double radians) {
        return short_number(std::round(radians * 180 / std::numbers::pi)) + "\u00b0";
    };
    std::string heading;
    if (finite(v) && norm(v) > 0) {
        heading = degrees(std::atan2(v[1], v[0]));
        if (deep) heading += ", climb " + degrees(std::atan2(v[2], std::hypot(v[0], v[1])));
    }
    row("heading", heading, 0);
    row("neighbors", grouped(std::int64_t(inspection.neighbors.size())), 0);
    const double indent = 30 * unit;
    if (inspection.perception_radius > 0) {
        ring(theme.ink, .6);
        row("perception radius", short_number(inspection.perception_radius), indent);
    }
    if (inspection.separation_radius > 0) {
        ring(theme.separation, 1);
        row("separation radius", short_number(inspection.separation_radius), indent);
    }
    if (card.strip) {
        left = middle + pad, right = card.x + card.width - pad, y = lens.top + 12 * unit;
    } else {
        y -= 6 * unit;
        cairo_move_to(cairo, left, std::round(y) + .5);
        cairo_line_to(cairo, right, std::round(y) + .5);
        pen.color(theme.ink, .10);
        pen.stroke(1);
        y += 20 * unit;
    }
    pen.thin_arrow(left, y - 4 * unit, 20 * unit, 0, theme.ink);
    row("velocity", finite(v) ? short_number(norm(v)) : "\u2013", indent);
    for (std::size_t i = 0; i < std::min(inspection.rules.size(), kMostRules); ++i) {
        const RuleVector& rule = inspection.rules[i];
        pen.arrow(left, y - 4 * unit, 20 * unit, 0, rule.name == "total" ? 3 : 2.4,
                  rule_color(theme, rule.name, place_of(inspection, i)));
        row(rule.name, finite(rule.vector) ? short_number(norm(rule.vector)) : "\u2013", indent);
    }
}

}  // namespace dunlin::render
