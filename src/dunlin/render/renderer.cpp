// SPDX-License-Identifier: Apache-2.0
// A picture, from the ground up: stage, things under the flock, trails, shadow, flock, its light, things above it, the
// agent looked at, caption. Each layer is a file of this room; draw() reads as the list of them.
#include <cairo.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "dunlin/render.hpp"
#include "dunlin/render/agents.hpp"
#include "dunlin/render/density.hpp"
#include "dunlin/render/influence_marks.hpp"
#include "dunlin/render/inspection_overlay.hpp"
#include "dunlin/render/light.hpp"
#include "dunlin/render/pen.hpp"
#include "dunlin/render/stage.hpp"
#include "dunlin/render/trails.hpp"
#include "dunlin/render/view.hpp"

namespace dunlin {

using namespace render;

namespace {

constexpr std::size_t kMostMarks = 300000;  // above, agents are shown as a density
constexpr double kSmallestMark = 1.0;       // pixels; below, too
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
          theme(find_theme(picture.theme)),
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

    Margins margins() const {
        const double side = 24 * unit;
        return {side, side, picture.caption ? 40 * unit : side};
    }
    double agent_length(const View& view, const Scenario& scenario, std::size_t agents) const;
    Box sight(const View& view) const;
    void draw_flock(const Flock& flock, const View& view, const Inspection* inspection, double length);
    void draw_of_interest(const Flock& flock, const View& view, const Inspection& inspection, double length);
    void draw_shadow(const Flock& flock, const View& view, double length);
    void draw_light(const View& view);
    void draw_card(Pen& pen, const Flock& flock, const View& view, const Inspection& inspection, double length);
    void draw_caption(Pen& pen, const Scenario& scenario, const Scene& scene) const;

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
    const Theme& theme;
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
    std::int64_t frame = 0;
};

double Renderer::Parts::agent_length(const View& view, const Scenario& scenario, std::size_t agents) const {
    const double wanted = picture.agent_size;
    if (wanted > 0 && std::isfinite(wanted)) return std::min(wanted * view.scale, 2000.0);
    // By how many there will be, so that the size does not jump when a flock joins.
    const double room = view.scale * view.scale * (view.upper[0] - view.lower[0]) * (view.upper[1] - view.lower[1]);
    const double most = double(width) * height;
    return pleasant_length(std::max(agents, expected_agents(scenario)),
                           view.dimensions == 3 ? most : std::clamp(room, most / 3, most));
}

/// Where agents may show: a periodic world ends at its edge.
Box Renderer::Parts::sight(const View& view) const {
    Box box = canvas.whole();
    if (view.dimensions == 3) return box;
    const Point a = view.place(view.lower), b = view.place(view.upper);
    if (view.periodic[0]) {
        box.left = std::clamp(int(std::floor(a.x)), 0, width);
        box.right = std::clamp(int(std::ceil(b.x)), 0, width);
    }
    if (view.periodic[1]) {
        box.top = std::clamp(int(std::floor(std::min(a.y, b.y))), 0, height);
        box.bottom = std::clamp(int(std::ceil(std::max(a.y, b.y))), 0, height);
    }
    return box;
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
    light.shade(pixels.data(), width * 4, theme.dark ? .55f : .17f, canvas.whole());
}

void Renderer::Parts::draw_light(const View& view) {
    light.clear();
    for (const Mark& mark : marks)
        light.add(mark.at, mark.color, mark.length * mark.length * mark.along * mark.opacity / (2.6f * 2));
    light.blur(std::clamp(int(3 * unit + .5), 1, 12));
    light.shine(pixels.data(), width * 4, 1.f, sight(view));
}

void Renderer::Parts::draw_flock(const Flock& flock, const View& view, const Inspection* inspection, double length) {
    const MarkStyle style{length, theme.agent_opacity, frame};
    place_marks(flock, painter, view, theme, style, sight(view), marks);
    if (inspection) overlay.recolor(*inspection, flock, view, theme, marks);
    canvas.set_clip(sight(view));
    for (const Mark& mark : marks) draw_mark(canvas, mark, theme);
    canvas.set_clip(canvas.whole());
    if (theme.dark) draw_light(view);
}

/// The agent that is looked at and its neighbors, over a density in which nobody is seen alone.
void Renderer::Parts::draw_of_interest(const Flock& flock, const View& view, const Inspection& inspection,
                                       double length) {
    place_marks(flock, painter, view, theme, {std::max(length, 4 * unit), 1, frame}, sight(view), marks);
    overlay.keep_of_interest(inspection, flock, marks);
    overlay.recolor(inspection, flock, view, theme, marks);
    canvas.set_clip(sight(view));
    for (const Mark& mark : marks) draw_mark(canvas, mark, theme);
    canvas.set_clip(canvas.whole());
}

void Renderer::Parts::draw_card(Pen& pen, const Flock& flock, const View& view, const Inspection& inspection,
                                double length) {
    const InspectionOverlay::Card card = overlay.place_card(inspection, view, width, height, unit);
    if (card.width <= 0) return;
    overlay.panel(pen, card, theme);
    const View close = magnified(view, inspection.position, card.lens);
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
    const MarkStyle style{length * 2, theme.agent_opacity, frame, 2};
    place_marks(flock, painter, close, theme, style, card.lens, marks);
    overlay.recolor(inspection, flock, close, theme, marks);
    canvas.set_clip(card.lens);
    for (const Mark& mark : marks) draw_mark(canvas, mark, theme);
    canvas.set_clip(canvas.whole());
    cairo_surface_mark_dirty(surface);
    inside_lens([&] { overlay.vectors(pen, inspection, close, theme, .8); });
    overlay.numbers(pen, card, inspection, theme);
}

void Renderer::Parts::draw_caption(Pen& pen, const Scenario& scenario, const Scene& scene) const {
    const std::string dot = " \u00b7 ";
    const std::size_t n = scene.snapshot.agents();
    std::string rest = grouped(std::int64_t(n)) + (n == 1 ? " agent" : " agents") + dot + "step " +
                       grouped(scene.snapshot.step) + dot + "seed " + std::to_string(scenario.seed);
    if (scene.state_hash) {
        char hash[20];
        std::snprintf(hash, sizeof hash, "%016llx", static_cast<unsigned long long>(scene.state_hash));
        rest += dot + std::string(hash, 8);
    }
    const double y = height - 15 * unit, side = 24 * unit;
    pen.text(width - side, y, rest, 13, theme.ink_2, Pen::Align::right);
    const std::string& title = scenario.title.empty() ? scenario.name : scenario.title;
    if (title.empty()) return;
    // A long title gives way to the numbers.
    cairo_save(pen.cairo());
    cairo_text_extents_t extents;
    cairo_text_extents(pen.cairo(), rest.c_str(), &extents);
    cairo_rectangle(pen.cairo(), 0, 0, std::max(0.0, width - 2.5 * side - extents.x_advance), height);
    cairo_clip(pen.cairo());
    pen.text(side, y, title, 13, theme.ink_2);
    cairo_restore(pen.cairo());
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
    const View view = p.camera.look(scenario, scene.snapshot, p.picture, p.width, p.height, p.margins());
    const double length = p.agent_length(view, scenario, flock.agents());
    const bool as_density = flock.agents() > kMostMarks || length < kSmallestMark;
    unsigned char* pixels = p.pixels.data();

    p.stage.set(pixels, p.width * 4, view, p.unit);
    p.influences.look(scene.scenario, scene.influences, scene.snapshot.time);
    p.with_pen([&](Pen& pen) {
        p.influences.below(pen, view, p.theme, length);
        if (inspection) p.overlay.circles(pen, *inspection, view, p.theme);
    });
    p.painter.paint(scene, flock, p.picture, p.theme);
    if (p.picture.trail > 0) {
        p.trails.remember(flock, p.painter, scene.snapshot.step, p.picture.trail);
        p.canvas.set_clip(p.sight(view));
        p.trails.draw(p.canvas, view, p.theme, std::max(1.0, length / 2.6 * .6), inspection ? .35 : 1);
        p.canvas.set_clip(p.canvas.whole());
    }
    if (view.dimensions == 3) p.draw_shadow(flock, view, length);
    if (as_density) p.density.draw(flock, view, p.theme, pixels, p.width * 4, p.sight(view));
    if (!as_density) p.draw_flock(flock, view, inspection, length);
    else if (inspection) p.draw_of_interest(flock, view, *inspection, length);
    p.with_pen([&](Pen& pen) {
        p.stage.front(pen, view);
        p.influences.above(pen, view, p.theme, length);
        if (inspection) p.overlay.vectors(pen, *inspection, view, p.theme, 1);
        if (inspection) p.draw_card(pen, flock, view, *inspection, length);
        const Box sight = p.sight(view);
        p.influences.corner(pen, view, p.theme, sight.left + 14 * p.unit, sight.top + 14 * p.unit);
        if (p.picture.caption && scene.scenario) p.draw_caption(pen, scenario, scene);
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
    // Without the alpha channel: every pixel is opaque.
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
