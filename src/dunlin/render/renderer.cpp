// SPDX-License-Identifier: Apache-2.0
// A picture is drawn in layers: background, influences under the flock, trails, shadow, flock, its light, influences
// above it, the followed agent, caption. Each layer has a file of its own; Renderer::draw() calls them in order.
#include <cairo.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "dunlin/render.hpp"
#include "dunlin/render/agents.hpp"
#include "dunlin/render/caption.hpp"
#include "dunlin/render/density.hpp"
#include "dunlin/render/influence_marks.hpp"
#include "dunlin/render/inspection_overlay.hpp"
#include "dunlin/render/legend.hpp"
#include "dunlin/render/light.hpp"
#include "dunlin/render/pen.hpp"
#include "dunlin/render/stage.hpp"
#include "dunlin/render/trails.hpp"
#include "dunlin/render/view.hpp"

namespace dunlin {

using namespace render;

namespace {

constexpr std::size_t kMostMarks = 300000;  // a larger flock is drawn as a density
constexpr double kSmallestMark = 1.0;       // design points; so is a flock of smaller agents
constexpr double kSide = 24;                // design points of margin
constexpr float kDimmedDensity = .45f;      // of the opacity, when an agent is followed
constexpr std::size_t kAhead = 6;           // marks between asking for pixels and drawing on them
constexpr int kLargest = 16384;             // pixels of a side

const Scenario& empty_scenario() {
    static const Scenario scenario;
    return scenario;
}

std::size_t expected_agents(const Scenario& scenario) {
    std::int64_t sum = 0;
    for (const FlockSpec& flock : scenario.flocks) sum += std::clamp<std::int64_t>(flock.agents, 0, 1 << 30);
    return std::size_t(sum);
}

}  // namespace

struct Renderer::Parts {
    Parts(int w, int h, PictureSpec spec)
        : picture(std::move(spec)),
          width(std::clamp(w, 1, kLargest)),
          height(std::clamp(h, 1, kLargest)),
          unit(std::clamp(std::min(width, height) / 720.0, .35, 8.0)),
          theme(theme_of(picture.theme)),
          pixels(std::size_t(width) * std::size_t(height) * 4),
          surface(cairo_image_surface_create_for_data(pixels.data(), CAIRO_FORMAT_ARGB32, width, height, width * 4)),
          canvas(pixels.data(), width, height, width * 4),
          stage(width, height, theme),
          light(width, height),
          density(width, height) {
        std::memcpy(pixels.data(), stage.ground(), pixels.size());
    }
    ~Parts() { cairo_surface_destroy(surface); }
    Parts(const Parts&) = delete;
    Parts& operator=(const Parts&) = delete;

    Margins margins(const InspectionOverlay::Card& card) const;
    double caption_height() const { return (picture.caption ? kCaptionHeight : kSide) * unit; }
    double agent_length(const View& view, const Scenario& scenario, std::size_t agents) const;
    void set_sight(const View& view, const InspectionOverlay::Card& card);
    void draw_flock(const Flock& flock, const View& view, const Inspection* inspection, double length);
    void draw_of_interest(const Flock& flock, const View& view, const Inspection& inspection, double length);
    void draw_shadow(const Flock& flock, const View& view, double length);
    void draw_light();
    void draw_solids_before(float depth, std::vector<Solid>& solids, const View& view);
    void draw_card(Pen& pen, const InspectionOverlay::Card& card, const Flock& flock, const View& view,
                   const Inspection& inspection, double length);
    Caption caption(const Scene& scene, const Scenario& scenario, const Flock& flock, const View& view, double length,
                    bool as_density) const;
    std::vector<LegendItem> legend(const Scenario& scenario, const Flock& flock, const View& view, double length,
                                   bool as_density) const;

    template <class Draw>
    void with_pen(Draw draw) {
        cairo_surface_mark_dirty(surface);
        cairo_t* cairo = cairo_create(surface);
        Pen pen(cairo, unit);
        draw(pen);
        cairo_destroy(cairo);
        cairo_surface_flush(surface);
    }

    PictureSpec picture;
    int width, height;
    double unit;
    const ThemeColors& theme;
    std::vector<unsigned char> pixels;
    cairo_surface_t* surface;
    Canvas canvas;
    Camera camera;
    Stage stage;
    LightLayer light;
    DensityMap density;
    Painter painter;
    Trails trails;
    InfluenceMarks influences;
    InspectionOverlay overlay;
    std::vector<Mark> marks;
    Box sight;  ///< where agents may show
    std::int64_t frame = 0;
};

double Renderer::Parts::agent_length(const View& view, const Scenario& scenario, std::size_t agents) const {
    const double wanted = picture.agent_size;
    if (wanted > 0 && std::isfinite(wanted)) return std::min(wanted * view.scale, 2000.0);
    // It depends on how many agents there will be, so that it does not change when a flock joins.
    const double room = view.scale * view.scale * (view.upper[0] - view.lower[0]) * (view.upper[1] - view.lower[1]);
    const double most = double(width) * height;
    return pleasant_length(std::max(agents, expected_agents(scenario)),
                           view.dimensions == 3 ? most : std::clamp(room, most / 3, most));
}

/// Room for the caption, and for the card of the agent that is followed.
Margins Renderer::Parts::margins(const InspectionOverlay::Card& card) const {
    const double side = kSide * unit;
    Margins margins{side, side, side, caption_height()};
    if (!card.shown()) return margins;
    (card.strip ? margins.bottom : margins.right) += (card.strip ? card.height : card.width) + 16 * unit;
    return margins;
}

/// Agents are drawn neither under the card nor under the caption. A periodic world ends at its edge.
void Renderer::Parts::set_sight(const View& view, const InspectionOverlay::Card& card) {
    Box box = canvas.whole();
    if (picture.caption) box.bottom = int(height - caption_height() + 10 * unit);
    if (card.shown()) (card.strip ? box.bottom : box.right) = int((card.strip ? card.y : card.x) - 8 * unit);
    sight = box;
    if (view.dimensions == 3) return;
    const Point a = view.place(view.lower), b = view.place(view.upper);
    if (view.periodic[0]) {
        sight.left = std::clamp(int(std::floor(a.x)), 0, box.right);
        sight.right = std::clamp(int(std::ceil(b.x)), 0, box.right);
    }
    if (view.periodic[1]) {
        sight.top = std::clamp(int(std::floor(std::min(a.y, b.y))), 0, box.bottom);
        sight.bottom = std::clamp(int(std::ceil(std::max(a.y, b.y))), 0, box.bottom);
    }
}

void Renderer::Parts::draw_shadow(const Flock& flock, const View& view, double length) {
    light.clear();
    const float amount = float(length * length / 2.6 * .5);
    for (std::size_t i = 0; i < flock.agents(); ++i) {
        Vec3 p;
        if (!flock.position(i, p)) continue;
        p[2] = view.lower[2];
        light.add(view.place(p), {1, 1, 1}, amount);
    }
    light.blur(std::clamp(int(2 * unit + .5), 1, 8));
    light.shade(pixels.data(), width * 4, theme.dark ? .55f : .17f, sight);
}

void Renderer::Parts::draw_light() {
    light.clear();
    for (const Mark& mark : marks)
        light.add(mark.at, mark.color, mark.length * mark.length * mark.along * mark.opacity / (2.6f * 2));
    light.blur(std::clamp(int(3 * unit + .5), 1, 12));
    light.limit(.28f);
    light.shine(pixels.data(), width * 4, 1.f, sight);
}

/// Draws the solids that are farther away than `depth`, and removes them from the list.
void Renderer::Parts::draw_solids_before(float depth, std::vector<Solid>& solids, const View& view) {
    std::size_t k = 0;
    while (k < solids.size() && solids[k].depth < depth) draw_solid(canvas, solids[k++], view);
    solids.erase(solids.begin(), solids.begin() + std::ptrdiff_t(k));
}

void Renderer::Parts::draw_flock(const Flock& flock, const View& view, const Inspection* inspection, double length) {
    const MarkStyle style{length, theme.agent_opacity, frame, unit};
    place_marks(flock, painter, view, theme, style, sight, marks);
    if (inspection) overlay.recolor(*inspection, flock, view, theme, unit, marks);
    std::vector<Solid> solids = influences.solids(view, theme, length, unit);
    canvas.set_clip(sight);
    for (std::size_t i = 0; i < marks.size(); ++i) {
        if (i + kAhead < marks.size()) canvas.fetch(marks[i + kAhead].at, marks[i + kAhead].length * .5f);
        if (!solids.empty()) draw_solids_before(marks[i].depth, solids, view);
        draw_mark(canvas, marks[i], theme);
    }
    draw_solids_before(2, solids, view);
    canvas.set_clip(canvas.whole());
    if (theme.dark) draw_light();
}

/// Draws the followed agent and its neighbors on top of a density, which shows no single agents.
void Renderer::Parts::draw_of_interest(const Flock& flock, const View& view, const Inspection& inspection,
                                       double length) {
    place_marks(flock, painter, view, theme, {std::max(length, 4 * unit), 1, frame, unit}, sight, marks);
    overlay.keep_of_interest(inspection, flock, marks);
    overlay.recolor(inspection, flock, view, theme, unit, marks);
    canvas.set_clip(sight);
    for (const Mark& mark : marks) draw_mark(canvas, mark, theme);
    canvas.set_clip(canvas.whole());
}

void Renderer::Parts::draw_card(Pen& pen, const InspectionOverlay::Card& card, const Flock& flock, const View& view,
                                const Inspection& inspection, double length) {
    overlay.panel(pen, card, theme);
    const View close = magnified(view, inspection, card.lens);
    const auto inside_lens = [&](auto draw) {
        cairo_save(pen.cairo());
        cairo_rectangle(pen.cairo(), card.lens.left, card.lens.top, card.lens.right - card.lens.left,
                        card.lens.bottom - card.lens.top);
        cairo_clip(pen.cairo());
        draw();
        cairo_restore(pen.cairo());
    };
    inside_lens([&] { overlay.circles(pen, inspection, close, theme); });
    cairo_surface_flush(surface);
    // Agents grow with the magnification, but leave room between the neighbors.
    const double room = double(card.lens.right - card.lens.left);
    const double most = .55 * room / std::sqrt(double(inspection.neighbors.size() + 1));
    const double grown = std::clamp(length * close.scale / view.scale, 6 * unit, std::clamp(most, 8 * unit, 26 * unit));
    place_marks(flock, painter, close, theme, {grown, theme.agent_opacity, frame, unit, true}, card.lens, marks);
    overlay.recolor(inspection, flock, close, theme, unit, marks);
    canvas.set_clip(card.lens);
    for (const Mark& mark : marks) draw_mark(canvas, mark, theme);
    canvas.set_clip(canvas.whole());
    cairo_surface_mark_dirty(surface);
    inside_lens([&] { overlay.vectors(pen, inspection, close, theme, .8); });
    overlay.numbers(pen, card, inspection, close, view, theme);
}

Caption Renderer::Parts::caption(const Scene& scene, const Scenario& scenario, const Flock& flock, const View& view,
                                 double length, bool as_density) const {
    const std::string dot = " \u00b7 ";
    const std::size_t n = scene.snapshot.agents();
    Caption caption;
    caption.title = scenario.title.empty() ? scenario.name : scenario.title;
    for (const std::string& change : scene.changes) caption.changes += (caption.changes.empty() ? "" : ", ") + change;
    caption.numbers = grouped(std::int64_t(n)) + (n == 1 ? " agent" : " agents") + dot + "step " +
                      grouped(scene.snapshot.step) + dot + "seed " + std::to_string(scenario.seed);
    if (scene.state_hash) {
        char hash[20];
        std::snprintf(hash, sizeof hash, "%016llx", static_cast<unsigned long long>(scene.state_hash));
        caption.numbers += dot + std::string(hash, 8);
    }
    caption.legend = legend(scenario, flock, view, length, as_density);
    return caption;
}

std::vector<LegendItem> Renderer::Parts::legend(const Scenario& scenario, const Flock& flock, const View& view,
                                                double length, bool as_density) const {
    std::vector<LegendItem> items;
    if (const auto push = influences.push()) {
        LegendItem item(LegendItem::Type::arrow, push->type);
        item.way = view.turn(push->acceleration);
        items.push_back(std::move(item));
    }
    LegendItem kinds = legend_of_kinds(scenario, flock, picture, theme, length / unit);
    if (!kinds.names.empty()) items.push_back(std::move(kinds));
    if (as_density) items.push_back(legend_of_density(density, picture, theme, view));
    if (picture.color == ColorRule::heading || picture.color == ColorRule::heading_safe) {
        LegendItem item(LegendItem::Type::wheel, view.dimensions == 3 ? "horizontal heading" : "heading");
        const Wheel& wheel = heading_wheel(theme, picture.color == ColorRule::heading_safe);
        item.colors.assign(wheel.begin(), wheel.end());
        items.push_back(std::move(item));
    } else if (picture.color == ColorRule::speed && flock.agents() > 0) {
        items.push_back(legend_of_speed(painter, theme));
    } else if (picture.color == ColorRule::group) {
        items.push_back(legend_of_groups(theme));
    }
    return items;
}

Renderer::Renderer(int width, int height, PictureSpec picture)
    : parts_(std::make_unique<Parts>(width, height, std::move(picture))) {}
Renderer::~Renderer() = default;
Renderer::Renderer(Renderer&&) noexcept = default;

void Renderer::draw(const Scene& scene) {
    Parts& p = *parts_;
    const Scenario& scenario = scene.scenario ? *scene.scenario : empty_scenario();
    const Inspection* inspection = scene.inspection.empty() ? nullptr : &scene.inspection.front();
    const Flock flock(scene);
    InspectionOverlay::Card card;  // its place stays free when the agent has left
    if (inspection || p.picture.follow >= 0)
        card = place_card(p.width, p.height, p.caption_height(), p.unit, inspection ? inspection->rules.size() : 0);
    const View view = p.camera.look(scenario, scene.snapshot, p.picture, p.width, p.height, p.margins(card));
    p.set_sight(view, card);
    const double length = p.agent_length(view, scenario, flock.agents());
    const bool as_density = flock.agents() > kMostMarks || length < kSmallestMark * p.unit;
    unsigned char* pixels = p.pixels.data();

    p.stage.set(pixels, p.width * 4, view, p.unit);
    p.influences.update(scene);
    p.with_pen([&](Pen& pen) {
        p.influences.below(pen, view, p.theme, length);
        if (inspection) p.overlay.circles(pen, *inspection, view, p.theme);
    });
    p.painter.paint(scene, flock, p.picture, p.theme);
    p.canvas.set_clip(p.sight);
    if (p.picture.trail > 0) {
        p.trails.remember(flock, p.painter, scene.snapshot.step, p.picture.trail);
        p.trails.draw(p.canvas, view, p.theme, std::max(p.unit, length / 2.6 * .6), inspection ? .35 : 1);
    }
    p.canvas.set_clip(p.canvas.whole());
    if (view.dimensions == 3) p.draw_shadow(flock, view, length);
    if (!as_density) {
        p.draw_flock(flock, view, inspection, length);
    } else {
        const bool by_color = p.picture.color != ColorRule::ink;
        p.density.draw(flock, p.painter, view, p.theme, by_color, inspection ? kDimmedDensity : 1, pixels, p.width * 4,
                       p.sight);
        std::vector<Solid> solids = p.influences.solids(view, p.theme, length, p.unit);
        p.draw_solids_before(2, solids, view);
        if (inspection) p.draw_of_interest(flock, view, *inspection, length);
    }
    p.with_pen([&](Pen& pen) {
        p.stage.front(pen, view);
        p.influences.above(pen, view, p.theme, length);
        if (inspection) p.overlay.vectors(pen, *inspection, view, p.theme, 1);
        if (inspection && card.shown()) p.draw_card(pen, card, flock, view, *inspection, length);
        if (p.picture.caption && scene.scenario)
            draw_caption(pen, p.canvas, p.caption(scene, scenario, flock, view, length, as_density), view, p.theme,
                         p.width, p.height);
    });
    ++p.frame;
}

const unsigned char* Renderer::pixels() const { return parts_->pixels.data(); }
int Renderer::stride() const { return parts_->width * 4; }
int Renderer::width() const { return parts_->width; }
int Renderer::height() const { return parts_->height; }

Result<void> Renderer::write_png(const std::string& path) const {
    std::FILE* file = std::fopen(path.c_str(), "wb");
    if (!file) return Error{ErrorKind::system, path + ": " + std::strerror(errno)};
    const auto write = [](void* closure, const unsigned char* data, unsigned int size) {
        return std::fwrite(data, 1, size, static_cast<std::FILE*>(closure)) == size ? CAIRO_STATUS_SUCCESS
                                                                                    : CAIRO_STATUS_WRITE_ERROR;
    };
    // Every pixel is opaque, so the file needs no alpha channel.
    cairo_surface_t* opaque = cairo_image_surface_create_for_data(parts_->pixels.data(), CAIRO_FORMAT_RGB24,
                                                                  parts_->width, parts_->height, parts_->width * 4);
    errno = 0;
    const cairo_status_t status = cairo_surface_write_to_png_stream(opaque, write, file);
    int reason = errno;
    cairo_surface_destroy(opaque);
    const bool closed = std::fclose(file) == 0;
    if (!closed) reason = errno;
    if (status == CAIRO_STATUS_SUCCESS && closed) return {};
    return Error{ErrorKind::system, path + ": " + (reason ? std::strerror(reason) : cairo_status_to_string(status))};
}

}  // namespace dunlin
