// SPDX-License-Identifier: Apache-2.0
// Counted in cells of 2 x 2 pixels, each agent shared among four; blurred with 1 2 1 both ways, twice; then drawn
// between the cells.
#include "dunlin/render/density.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace dunlin::render {
namespace {

constexpr int kCell = 2;
constexpr int kSteps = 1024;
constexpr double kVisible = .15;  // agents in a cell that begin to show

}  // namespace

DensityMap::DensityMap(int width, int height)
    : columns_((width + kCell - 1) / kCell + 2),
      rows_((height + kCell - 1) / kCell + 2),
      cells_(std::size_t(columns_) * std::size_t(rows_)),
      other_(cells_.size()) {}

void DensityMap::count(const Flock& flock, const View& view) {
    std::fill(cells_.begin(), cells_.end(), 0.f);
    for (std::size_t i = 0; i < flock.agents(); ++i) {
        Vec3 p;
        if (!flock.position(i, p)) continue;
        const Point at = view.place(p);
        const float x = at.x / kCell + .5f, y = at.y / kCell + .5f;
        if (!(x >= 0 && y >= 0 && x < float(columns_ - 1) && y < float(rows_ - 1))) continue;
        const int column = int(x), row = int(y);
        const float fx = x - float(column), fy = y - float(row);
        float* cell = cells_.data() + std::size_t(row) * std::size_t(columns_) + std::size_t(column);
        cell[0] += (1 - fx) * (1 - fy);
        cell[1] += fx * (1 - fy);
        cell[columns_] += (1 - fx) * fy;
        cell[columns_ + 1] += fx * fy;
    }
}

void DensityMap::soften() {
    const int w = columns_;
    for (int y = 0; y < rows_; ++y) {
        const float* from = cells_.data() + std::size_t(y) * std::size_t(w);
        float* to = other_.data() + std::size_t(y) * std::size_t(w);
        to[0] = from[0], to[w - 1] = from[w - 1];
        for (int x = 1; x < w - 1; ++x) to[x] = .25f * (from[x - 1] + 2 * from[x] + from[x + 1]);
    }
    for (int y = 1; y < rows_ - 1; ++y) {
        const float* from = other_.data() + std::size_t(y) * std::size_t(w);
        float* to = cells_.data() + std::size_t(y) * std::size_t(w);
        for (int x = 0; x < w; ++x) to[x] = .25f * (from[x - w] + 2 * from[x] + from[x + w]);
    }
}

double DensityMap::brightest() const {
    std::vector<float> sample;
    for (std::size_t i = 0; i < cells_.size(); i += 7)
        if (cells_[i] > float(kVisible)) sample.push_back(cells_[i]);
    if (sample.empty()) return 1;
    const auto cut = std::ptrdiff_t(sample.size() - 1 - sample.size() / 300);
    std::nth_element(sample.begin(), sample.begin() + cut, sample.end());
    return std::max<double>(double(sample[std::size_t(cut)]), 1);
}

void DensityMap::draw(const Flock& flock, const View& view, const Theme& theme, unsigned char* pixels, int stride,
                      const Box& clip) {
    count(flock, view);
    soften();
    soften();
    const double top = brightest();
    top_ = top_ > 0 ? top_ + .1 * (top - top_) : top;

    struct Step {
        int blue, green, red, keep;
    };
    std::array<Step, kSteps> steps;
    for (int i = 0; i < kSteps; ++i) {
        const double share = double(i) / (kSteps - 1);
        const Color color = density_color(theme, share);
        const double opacity = std::min(1.0, share * 7);
        steps[std::size_t(i)] = {int(double(color.blue) * opacity * 65280), int(double(color.green) * opacity * 65280),
                                 int(double(color.red) * opacity * 65280), int((1 - opacity) * 256)};
    }
    // Shares once per cell, then between the cells: the logarithm is dear.
    const float per_log = float((kSteps - 1) / std::log1p(top_ / kVisible));
    for (std::size_t i = 0; i < cells_.size(); ++i)
        other_[i] = cells_[i] > 1e-4f ? std::log1p(cells_[i] / float(kVisible)) * per_log : 0.f;
    for (float& share : other_) share *= .55f + .45f * std::min(share, float(kSteps)) / kSteps;  // calmer low end

    for (int y = clip.top; y < clip.bottom; ++y) {
        const float v = (float(y) + .5f) / kCell + .5f;
        const int above = int(v);
        const float fy = v - float(above);
        const float* upper = other_.data() + std::size_t(above) * std::size_t(columns_);
        const float* lower = upper + columns_;
        unsigned char* pixel = pixels + std::ptrdiff_t(y) * stride + std::ptrdiff_t(clip.left) * 4;
        for (int x = clip.left; x < clip.right; ++x, pixel += 4) {
            const int column = (x + 1) / kCell;
            const float fx = x & 1 ? .25f : .75f;
            const float left = upper[column] + fy * (lower[column] - upper[column]);
            const float right = upper[column + 1] + fy * (lower[column + 1] - upper[column + 1]);
            const int i = std::min(int(left + fx * (right - left)), kSteps - 1);
            if (i <= 0) continue;
            const Step& s = steps[std::size_t(i)];
            pixel[0] = static_cast<unsigned char>((pixel[0] * s.keep + s.blue) >> 8);
            pixel[1] = static_cast<unsigned char>((pixel[1] * s.keep + s.green) >> 8);
            pixel[2] = static_cast<unsigned char>((pixel[2] * s.keep + s.red) >> 8);
        }
    }
}

}  // namespace dunlin::render
