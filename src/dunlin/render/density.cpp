// SPDX-License-Identifier: Apache-2.0
// Agents are counted in cells of 2 x 2 pixels; each is shared among four cells. The counts are blurred so widely that
// about kInKernel agents contribute to a place, because with fewer one would see chance. The blur is a recursive filter
// that runs forward and backward, twice. That is close to a Gaussian, and its width can change continuously in a movie.
// The range of brightness comes from quantiles of the densities.
#include "dunlin/render/density.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace dunlin::render {
namespace {

constexpr int kCell = 2;
constexpr double kInKernel = 110;
constexpr double kLeastBlur = .75, kMostBlur = 12;        // cells
constexpr double kBelowMiddle = 1.5, kAboveMiddle = 1.1;  // the least range around the median, in natural logarithms
constexpr double kMostRange = 5;
constexpr double kFollow = .1;       // the share of a change of range or blur that one frame makes
constexpr float kShareOfLast = .5f;  // of a frame, that comes from the frame before
constexpr int kSteps = 256;

using Rgba = std::array<float, 4>;  // blue, green, red, opacity; premultiplied

}  // namespace

float density_share(float density, double low, double high) {
    if (!(density > 0)) return 0;
    return float(std::clamp((std::log(double(density)) - low) / (high - low), 0.0, 1.0));
}

DensityRange density_range(std::vector<float> densities) {
    if (densities.empty()) return {};
    const auto quantile = [&](double share) {
        const auto k = std::ptrdiff_t(share * double(densities.size() - 1));
        std::nth_element(densities.begin(), densities.begin() + k, densities.end());
        return std::log(std::max(double(densities[std::size_t(k)]), 1e-12));
    };
    const double middle = quantile(.5);
    const double high = std::max(quantile(.995), middle + kAboveMiddle);
    const double low = std::min(quantile(.03), middle - kBelowMiddle);
    return {std::max(low, high - kMostRange), high};
}

DensityMap::DensityMap(int width, int height)
    : columns_((width + kCell - 1) / kCell + 2), rows_((height + kCell - 1) / kCell + 2) {}

void DensityMap::count(const Flock& flock, const Painter& painter, const View& view) {
    cells_.assign(std::size_t(columns_) * std::size_t(rows_) * 4, 0.f);
    row_.resize(std::size_t(columns_) * 4);
    // In blocks: first the cells are found and asked for, then the agents are added. Agents that follow each other in
    // memory lie all over the picture, and waiting for each cell would take most of the time.
    struct Found {
        float* cell;
        float right, down;
        std::size_t agent;
    };
    std::array<Found, 64> block;
    for (std::size_t from = 0; from < flock.agents(); from += block.size()) {
        std::size_t count = 0;
        for (std::size_t i = from; i < std::min(from + block.size(), flock.agents()); ++i) {
            Vec3 p;
            if (!flock.position(i, p)) continue;
            const Point at = view.place(p);
            const float x = at.x / kCell + .5f, y = at.y / kCell + .5f;
            if (!(x >= 0 && y >= 0 && x < float(columns_ - 1) && y < float(rows_ - 1))) continue;
            const int column = int(x), row = int(y);
            float* cell = cells_.data() + (std::size_t(row) * std::size_t(columns_) + std::size_t(column)) * 4;
            __builtin_prefetch(cell, 1);
            __builtin_prefetch(cell + columns_ * 4, 1);
            block[count++] = {cell, x - float(column), y - float(row), i};
        }
        for (std::size_t k = 0; k < count; ++k) {
            const auto& [cell, right, down, agent] = block[k];
            float* below = cell + columns_ * 4;
            const Color color = painter.color(agent);
            const float of_agent[4] = {1, color.blue, color.green, color.red};
            const float part[4] = {(1 - right) * (1 - down), right * (1 - down), (1 - right) * down, right * down};
            for (int c = 0; c < 4; ++c) {
                cell[c] += part[0] * of_agent[c];
                cell[4 + c] += part[1] * of_agent[c];
                below[c] += part[2] * of_agent[c];
                below[4 + c] += part[3] * of_agent[c];
            }
        }
    }
}

namespace {

/// The coefficient of a recursive filter of which two passes, each forward and backward, blur by `sigma` cells.
float share_of(double sigma) { return float(2 * (std::sqrt(1 + sigma * sigma) - 1) / (sigma * sigma)); }

}  // namespace

void DensityMap::smooth() {
    // How many others are in the cell of an agent, on average. An agent shared among four cells counts 4/9 for itself.
    double sum = 0, squares = 0;
    for (std::size_t k = 0; k < cells_.size(); k += 4) {
        sum += double(cells_[k]);
        squares += double(cells_[k]) * double(cells_[k]);
    }
    const double near = sum > 0 ? std::max(squares / sum - 4. / 9, 1e-3) : 1;
    const double wanted = std::clamp(std::sqrt(kInKernel / (4 * std::numbers::pi * near)), kLeastBlur, kMostBlur);
    blur_ = started_ ? blur_ + kFollow * (wanted - blur_) : wanted;

    const float share = share_of(blur_);
    const std::size_t width = std::size_t(columns_) * 4;
    for (int pass = 0; pass < 2; ++pass) {
        for (int y = 0; y < rows_; ++y) {
            float* row = cells_.data() + std::size_t(y) * width;
            float at[4] = {0, 0, 0, 0};
            for (std::size_t x = 0; x < width; x += 4)
                for (std::size_t c = 0; c < 4; ++c) row[x + c] = at[c] += share * (row[x + c] - at[c]);
            for (float& value : at) value = 0;
            for (std::size_t x = width; x > 0; x -= 4)
                for (std::size_t c = 0; c < 4; ++c) row[x - 4 + c] = at[c] += share * (row[x - 4 + c] - at[c]);
        }
        for (int down = 1; down >= 0; --down) {
            std::fill(row_.begin(), row_.end(), 0.f);
            for (int k = 0; k < rows_; ++k) {
                float* row = cells_.data() + std::size_t(down ? k : rows_ - 1 - k) * width;
                for (std::size_t x = 0; x < width; ++x) row[x] = row_[x] += share * (row[x] - row_[x]);
            }
        }
    }
}

/// Beyond the edge of the world there are no agents that the blur could have mixed in. Without this correction the
/// edges would look emptier than they are.
void DensityMap::even_out_edges(const View& view) {
    if (view.dimensions == 3) return;
    const float share = share_of(blur_);
    const Point a = view.place(view.lower), b = view.place(view.upper);
    const auto factors = [&](int cells, bool closed, float from, float to) {
        std::vector<float> inside(std::size_t(cells), 1.f);
        if (!closed) return inside;
        if (from > to) std::swap(from, to);
        // The share of each cell that lies in the world. Cell k reaches from pixel 2 (k - 1) to 2 k.
        for (int k = 0; k < cells; ++k) {
            const float left = float(k - 1) * kCell, right = float(k) * kCell;
            inside[std::size_t(k)] = std::clamp((std::min(right, to) - std::max(left, from)) / kCell, 0.f, 1.f);
        }
        for (int pass = 0; pass < 2; ++pass) {
            float at = 0;
            for (float& value : inside) value = at += share * (value - at);
            at = 0;
            for (std::size_t k = inside.size(); k-- > 0;) inside[k] = at += share * (inside[k] - at);
        }
        for (float& value : inside) value = 1 / std::max(value, .2f);
        return inside;
    };
    const std::vector<float> by_column = factors(columns_, view.closed[0], a.x, b.x);
    const std::vector<float> by_row = factors(rows_, view.closed[1], a.y, b.y);
    for (std::size_t y = 0; y < by_row.size(); ++y)
        for (std::size_t x = 0; x < by_column.size(); ++x)
            for (std::size_t c = 0; c < 4; ++c) cells_[(y * by_column.size() + x) * 4 + c] *= by_row[y] * by_column[x];
}

/// Counts change as agents move from cell to cell. Mixing in the frame before keeps a movie from flickering.
void DensityMap::blend_with_last(const View& view) {
    if (last_.size() == cells_.size() && last_view_ == view)
        for (std::size_t k = 0; k < cells_.size(); ++k) cells_[k] += kShareOfLast * (last_[k] - cells_[k]);
    last_ = cells_;
    last_view_ = view;
}

void DensityMap::find_range() {
    double sum = 0, squares = 0;
    for (std::size_t k = 0; k < cells_.size(); k += 4) {
        sum += double(cells_[k]);
        squares += double(cells_[k]) * double(cells_[k]);
    }
    const double least = sum > 0 ? .02 * squares / sum : 0;  // a cell with less counts as empty
    std::vector<float> sample;
    for (std::size_t k = 0; k < cells_.size(); k += 4 * 7)
        if (double(cells_[k]) > least) sample.push_back(cells_[k]);
    const DensityRange range = density_range(std::move(sample));
    const double follow = started_ ? kFollow : 1;
    low_ += follow * (range.low - low_);
    high_ += follow * (range.high - high_);
}

/// Turns counts and sums of colors into premultiplied colors.
void DensityMap::color_cells(const ThemeColors& theme, bool by_color, float strength) {
    std::array<Color, kSteps + 1> own;
    if (!by_color)
        for (int i = 0; i <= kSteps; ++i) own[std::size_t(i)] = density_color(theme, double(i) / kSteps);
    const float lowest = float(std::exp(low_));
    const float beside_one = float(.5 / (4 * std::numbers::pi * blur_ * blur_));  // the density at a single agent
    for (std::size_t k = 0; k < cells_.size(); k += 4) {
        float* cell = cells_.data() + k;
        const float many = cell[0];
        if (!(many > 1e-6f)) {
            cell[0] = cell[1] = cell[2] = cell[3] = 0;
            continue;
        }
        const float share = density_share(many, low_, high_);
        Color color{cell[3] / many, cell[2] / many, cell[1] / many};
        const float faint = std::min(1.f, many / lowest);
        float opacity = (.10f * faint + .90f * share) * std::min(1.f, many / beside_one);
        if (by_color) color = mix(color, theme.ink, std::max(0.0, double(share) - .85));
        else color = own[std::size_t(share * kSteps)], opacity = std::min(1.f, opacity * 3);
        opacity *= strength;
        cell[0] = color.blue * 255 * opacity, cell[1] = color.green * 255 * opacity;
        cell[2] = color.red * 255 * opacity, cell[3] = opacity;
    }
}

void DensityMap::draw(const Flock& flock, const Painter& painter, const View& view, const ThemeColors& theme,
                      bool by_color, float strength, unsigned char* pixels, int stride, const Box& clip) {
    count(flock, painter, view);
    smooth();
    even_out_edges(view);
    blend_with_last(view);
    find_range();
    started_ = true;
    cell_area_ = kCell * kCell / (view.scale * view.scale);
    color_cells(theme, by_color, strength);

    const std::size_t width = std::size_t(columns_) * 4;
    for (int y = clip.top; y < clip.bottom; ++y) {
        const float v = (float(y) + .5f) / kCell + .5f;
        const int above = int(v);
        const float fy = v - float(above);
        const float* upper = cells_.data() + std::size_t(above) * width;
        for (std::size_t k = 0; k < width; ++k) row_[k] = upper[k] + fy * (upper[width + k] - upper[k]);
        unsigned char* pixel = pixels + std::ptrdiff_t(y) * stride + std::ptrdiff_t(clip.left) * 4;
        for (int x = clip.left; x < clip.right; ++x, pixel += 4) {
            const float* left = row_.data() + (x + 1) / kCell * 4;
            const float fx = x & 1 ? .25f : .75f;
            Rgba over;
            for (std::size_t c = 0; c < 4; ++c) over[c] = left[c] + fx * (left[4 + c] - left[c]);
            if (!(over[3] > .002f)) continue;
            const float keep = 1 - over[3];
            for (std::size_t c = 0; c < 3; ++c)
                pixel[c] = static_cast<unsigned char>(std::min(float(pixel[c]) * keep + over[c] + .5f, 255.f));
        }
    }
}

}  // namespace dunlin::render
