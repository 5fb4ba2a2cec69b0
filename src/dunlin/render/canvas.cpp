// SPDX-License-Identifier: Apache-2.0
// Coverage by signed areas, after Raph Levien's font-rs. Each edge adds to the pixels that it crosses the area to its
// right. The running sum along a row is then the coverage of each pixel. Nothing is sorted.
#include "dunlin/render/canvas.hpp"

#include <algorithm>
#include <cmath>

namespace dunlin::render {
namespace {

struct Blend {
    int blue, green, red, cover;

    explicit Blend(const Ink& ink)
        : blue(int(ink.color.blue * 255 + .5f)),
          green(int(ink.color.green * 255 + .5f)),
          red(int(ink.color.red * 255 + .5f)),
          cover(int(ink.cover * 256 + .5f)) {}

    /// `opacity` of 256.
    void apply(unsigned char* pixel, int opacity) const {
        const int keep = 256 - (opacity * cover >> 8);
        pixel[0] = static_cast<unsigned char>(std::min(255, (pixel[0] * keep + blue * opacity + 128) >> 8));
        pixel[1] = static_cast<unsigned char>(std::min(255, (pixel[1] * keep + green * opacity + 128) >> 8));
        pixel[2] = static_cast<unsigned char>(std::min(255, (pixel[2] * keep + red * opacity + 128) >> 8));
    }
};

constexpr float kToLight[3] = {-.47f, -.63f, .62f};  // y down, z towards the eye

constexpr float kFarthest = 1e5f;  // pixels; what lies beyond is not drawn, so that integers cannot overflow

/// Quicker than std::ceil where the machine has no instruction for it.
int ceiling(float v) {
    const int whole = int(v);
    return whole + (float(whole) < v ? 1 : 0);
}

}  // namespace

float lit(float toward_light) { return .36f + .64f * std::max(0.f, toward_light); }

Canvas::Canvas(unsigned char* pixels, int width, int height, int stride)
    : pixels_(pixels), width_(width), height_(height), stride_(stride), clip_(whole()) {}

void Canvas::set_clip(Box clip) {
    clip_ = {std::clamp(clip.left, 0, width_), std::clamp(clip.top, 0, height_), std::clamp(clip.right, 0, width_),
             std::clamp(clip.bottom, 0, height_)};
}

void Canvas::edge(Point from, Point to, int columns, int rows) {
    if (from.y == to.y) return;
    const float sign = from.y < to.y ? 1.f : -1.f;
    if (sign < 0) std::swap(from, to);
    const float slope = (to.x - from.x) / (to.y - from.y);
    const int first = std::max(0, int(from.y));
    const int last = std::min(rows, ceiling(to.y));
    float x = from.y < float(first) ? from.x + (float(first) - from.y) * slope : from.x;
    for (int y = first; y < last; ++y) {
        float* row = area_.data() + std::size_t(y) * std::size_t(columns + 2);
        const float height = std::min(float(y + 1), to.y) - std::max(float(y), from.y);
        const float next = x + slope * height;
        const float low = std::clamp(std::min(x, next), 0.f, float(columns));
        const float high = std::clamp(std::max(x, next), 0.f, float(columns));
        const float area = sign * height;
        const int low_column = int(low);
        Touched& touched = touched_[std::size_t(y)];
        touched.from = std::min(touched.from, low_column);
        touched.to = std::max(touched.to, int(high) + 2);
        if (high <= float(low_column + 1)) {
            const float right = .5f * (low + high) - float(low_column);
            row[low_column] += area * (1 - right);
            row[low_column + 1] += area * right;
        } else {
            const float per_column = 1 / (high - low);
            const float into = 1 - (low - float(low_column));
            const int high_column = ceiling(high);
            const float beyond = high - float(high_column - 1);
            const float head = .5f * per_column * into * into;
            row[low_column] += area * head;
            if (high_column == low_column + 2) {
                row[low_column + 1] += area * (1 - head - .5f * per_column * beyond * beyond);
            } else {
                const float second = per_column * (1.5f - (low - float(low_column)));
                row[low_column + 1] += area * (second - head);
                for (int c = low_column + 2; c < high_column - 1; ++c) row[c] += area * per_column;
                const float sum = second + float(high_column - low_column - 3) * per_column;
                row[high_column - 1] += area * (1 - sum - .5f * per_column * beyond * beyond);
            }
            row[high_column] += area * .5f * per_column * beyond * beyond;
        }
        x = next;
    }
}

void Canvas::fetch(Point center, float reach) const {
    if (!(std::abs(center.x) < kFarthest && std::abs(center.y) < kFarthest && reach < 64)) return;
    const int x0 = std::max(clip_.left, int(center.x - reach)), x1 = std::min(clip_.right - 1, int(center.x + reach));
    const int y0 = std::max(clip_.top, int(center.y - reach)), y1 = std::min(clip_.bottom, int(center.y + reach) + 1);
    if (x0 > x1) return;
    for (int y = y0; y < y1; ++y) {
        const unsigned char* row = pixels_ + std::ptrdiff_t(y) * stride_;
        __builtin_prefetch(row + std::ptrdiff_t(x0) * 4, 1);
        __builtin_prefetch(row + std::ptrdiff_t(x1) * 4, 1);
    }
}

void Canvas::fill(const Point* points, int count, const Ink& ink) {
    float left = kFarthest, right = -kFarthest, top = kFarthest, bottom = -kFarthest;
    for (int i = 0; i < count; ++i) {
        if (!(std::abs(points[i].x) < kFarthest && std::abs(points[i].y) < kFarthest)) return;
        left = std::min(left, points[i].x), right = std::max(right, points[i].x);
        top = std::min(top, points[i].y), bottom = std::max(bottom, points[i].y);
    }
    const int x0 = std::max(clip_.left, int(left)), x1 = std::min(clip_.right, ceiling(right));
    const int y0 = std::max(clip_.top, int(top)), y1 = std::min(clip_.bottom, ceiling(bottom));
    if (x0 >= x1 || y0 >= y1) return;
    const int columns = x1 - x0, rows = y1 - y0;
    const std::size_t cells = std::size_t(columns + 2) * std::size_t(rows);
    if (area_.size() < cells) area_.resize(cells, 0.f);
    touched_.assign(std::size_t(rows), {columns + 2, 0});

    const auto local = [&](const Point& p) { return Point{p.x - float(x0), p.y - float(y0)}; };
    Point previous = local(points[count - 1]);
    for (int i = 0; i < count; ++i) {
        const Point next = local(points[i]);
        edge(previous, next, columns, rows);
        previous = next;
    }

    const Blend blend(ink);
    const float opacity = ink.opacity * 256;
    for (int y = 0; y < rows; ++y) {
        float* row = area_.data() + std::size_t(y) * std::size_t(columns + 2);
        // Before the first edge and after the last nothing is covered.
        const auto [from, to] = touched_[std::size_t(y)];
        const int last = std::min(to, columns);
        unsigned char* pixel = pixels_ + std::ptrdiff_t(y0 + y) * stride_ + std::ptrdiff_t(x0 + from) * 4;
        float sum = 0;
        for (int x = from; x < last; ++x, pixel += 4) {
            sum += row[x];
            row[x] = 0;
            const int part = int(std::min(std::abs(sum), 1.f) * opacity + .5f);
            if (part > 0) blend.apply(pixel, part);
        }
        for (int x = last; x < std::min(to, columns + 2); ++x) row[x] = 0;
    }
}

void Canvas::line(Point from, Point to, float width_from, float width_to, const Ink& ink) {
    const float dx = to.x - from.x, dy = to.y - from.y;
    const float length = std::sqrt(dx * dx + dy * dy);
    if (!(length > 1e-3f)) return;
    const float nx = -dy / length * .5f, ny = dx / length * .5f;
    const Point quad[] = {{from.x + nx * width_from, from.y + ny * width_from},
                          {to.x + nx * width_to, to.y + ny * width_to},
                          {to.x - nx * width_to, to.y - ny * width_to},
                          {from.x - nx * width_from, from.y - ny * width_from}};
    fill(quad, 4, ink);
}

void Canvas::disc(Point center, float radius, const Ink& ink) {
    Point ring[24];
    for (int i = 0; i < 24; ++i) {
        const float angle = float(i) * 6.2831853f / 24;
        ring[i] = {center.x + radius * std::cos(angle), center.y + radius * std::sin(angle)};
    }
    fill(ring, 24, ink);
}

void Canvas::ball(Point center, float radius, Color color) {
    if (!(std::abs(center.x) < kFarthest && std::abs(center.y) < kFarthest && radius > 0 && radius < kFarthest)) return;
    const int x0 = std::max(clip_.left, int(center.x - radius) - 1);
    const int x1 = std::min(clip_.right, int(center.x + radius) + 2);
    const int y0 = std::max(clip_.top, int(center.y - radius) - 1);
    const int y1 = std::min(clip_.bottom, int(center.y + radius) + 2);
    for (int y = y0; y < y1; ++y) {
        unsigned char* pixel = pixels_ + std::ptrdiff_t(y) * stride_ + std::ptrdiff_t(x0) * 4;
        for (int x = x0; x < x1; ++x, pixel += 4) {
            const float dx = float(x) + .5f - center.x, dy = float(y) + .5f - center.y;
            const float away = std::sqrt(dx * dx + dy * dy);
            const float covered = std::clamp(radius - away + .5f, 0.f, 1.f);
            if (!(covered > 0)) continue;
            const float nx = dx / radius, ny = dy / radius, nz = std::sqrt(std::max(0.f, 1 - nx * nx - ny * ny));
            const float light = kToLight[0] * nx + kToLight[1] * ny + kToLight[2] * nz;
            Blend({mix(Color{}, color, double(lit(light))), covered, 1}).apply(pixel, int(covered * 256));
        }
    }
}

void Canvas::glow(Point center, float radius, const Ink& ink) {
    if (!(std::abs(center.x) < kFarthest && std::abs(center.y) < kFarthest && radius > 0 && radius < kFarthest)) return;
    const int x0 = std::max(clip_.left, int(center.x - radius)), x1 = std::min(clip_.right, int(center.x + radius) + 1);
    const int y0 = std::max(clip_.top, int(center.y - radius)), y1 = std::min(clip_.bottom, int(center.y + radius) + 1);
    const Blend blend(ink);
    const float per_radius = 1 / (radius * radius);
    for (int y = y0; y < y1; ++y) {
        unsigned char* pixel = pixels_ + std::ptrdiff_t(y) * stride_ + std::ptrdiff_t(x0) * 4;
        const float dy = float(y) + .5f - center.y;
        for (int x = x0; x < x1; ++x, pixel += 4) {
            const float dx = float(x) + .5f - center.x;
            const float rest = 1 - (dx * dx + dy * dy) * per_radius;
            if (rest > 0) blend.apply(pixel, int(ink.opacity * rest * rest * rest * 256));
        }
    }
}

}  // namespace dunlin::render
