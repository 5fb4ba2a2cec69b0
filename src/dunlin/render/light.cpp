// SPDX-License-Identifier: Apache-2.0
// The middle of a cell is the middle of a block of four pixels. A small ordered dither hides the steps between the
// levels of 8 bits, which are most visible in dark colors.
#include "dunlin/render/light.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace dunlin::render {
namespace {

constexpr int kCell = 4;
constexpr unsigned short kBayer[4][4] = {
    {8, 136, 40, 168}, {200, 72, 232, 104}, {56, 184, 24, 152}, {248, 120, 216, 88}};

}  // namespace

LightLayer::LightLayer(int width, int height)
    : columns_((width + kCell - 1) / kCell + 2),
      rows_((height + kCell - 1) / kCell + 2),
      cells_(std::size_t(columns_) * std::size_t(rows_) * 4),
      other_(cells_.size()),
      sums_(std::size_t(columns_) * 4),
      line_(std::size_t(columns_) * 4),
      row_(std::size_t(columns_ + 1) * 4 * kCell) {}

void LightLayer::clear() { std::fill(cells_.begin(), cells_.end(), 0.f); }

void LightLayer::add(Point at, Color color, float amount) {
    const float x = at.x / kCell + .5f, y = at.y / kCell + .5f;
    if (!(x >= 0 && y >= 0 && x < float(columns_ - 1) && y < float(rows_ - 1))) return;
    const int column = int(x), row = int(y);
    const float fx = x - float(column), fy = y - float(row);
    const float scale = amount / (kCell * kCell);
    float* cell = cells_.data() + (std::size_t(row) * std::size_t(columns_) + std::size_t(column)) * 4;
    float* below = cell + columns_ * 4;
    const float part[4] = {(1 - fx) * (1 - fy) * scale, fx * (1 - fy) * scale, (1 - fx) * fy * scale, fx * fy * scale};
    const float rgb[4] = {color.blue, color.green, color.red, 0};
    for (int c = 0; c < 4; ++c) {
        cell[c] += part[0] * rgb[c];
        cell[4 + c] += part[1] * rgb[c];
        below[c] += part[2] * rgb[c];
        below[4 + c] += part[3] * rgb[c];
    }
}

void LightLayer::blur(int radius) {
    const float share = 1.f / float(2 * radius + 1);
    const std::size_t row_size = std::size_t(columns_) * 4;
    for (int pass = 0; pass < 2; ++pass) {
        for (int y = 0; y < rows_; ++y) {
            const float* from = cells_.data() + std::size_t(y) * row_size;
            float* to = other_.data() + std::size_t(y) * row_size;
            float sum[4] = {0, 0, 0, 0};
            for (int x = -radius; x < columns_; ++x) {
                if (x + radius < columns_)
                    for (int c = 0; c < 4; ++c) sum[c] += from[(x + radius) * 4 + c];
                if (x - radius - 1 >= 0)
                    for (int c = 0; c < 4; ++c) sum[c] -= from[(x - radius - 1) * 4 + c];
                if (x >= 0)
                    for (int c = 0; c < 4; ++c) to[x * 4 + c] = sum[c] * share;
            }
        }
        std::fill(sums_.begin(), sums_.end(), 0.f);
        for (int y = -radius; y < rows_; ++y) {
            float* sum = sums_.data();
            if (y + radius < rows_) {
                const float* in = other_.data() + std::size_t(y + radius) * row_size;
                for (std::size_t k = 0; k < row_size; ++k) sum[k] += in[k];
            }
            if (y - radius - 1 >= 0) {
                const float* out = other_.data() + std::size_t(y - radius - 1) * row_size;
                for (std::size_t k = 0; k < row_size; ++k) sum[k] -= out[k];
            }
            if (y >= 0) {
                float* to = cells_.data() + std::size_t(y) * row_size;
                for (std::size_t k = 0; k < row_size; ++k) to[k] = sum[k] * share;
            }
        }
    }
}

void LightLayer::limit(float most) {
    for (std::size_t k = 0; k < cells_.size(); k += 4) {
        const float strongest = std::max({cells_[k], cells_[k + 1], cells_[k + 2]});
        if (!(strongest > 0)) continue;
        const float factor = most / (most + strongest);
        for (std::size_t c = 0; c < 3; ++c) cells_[k + c] *= factor;
    }
}

template <class Apply>
void LightLayer::spread(unsigned char* pixels, int stride, float strength, const Box& clip, Apply apply) {
    const std::size_t row_size = std::size_t(columns_) * 4;
    const float full = strength * 255 * 256;
    const auto dim = [&](int column) {
        const int* cell = line_.data() + column * 4;
        return std::max({cell[0], cell[1], cell[2]}) < 16;
    };
    for (int y = clip.top; y < clip.bottom; ++y) {
        const float v = (float(y) + .5f) / kCell + .5f;
        const int above = int(v);
        const float fy = v - float(above);
        const float* upper = cells_.data() + std::size_t(above) * row_size;
        const float* lower = upper + row_size;
        for (std::size_t k = 0; k < row_size; ++k)  // in 256ths of a level
            line_[k] = int(std::min((upper[k] + fy * (lower[k] - upper[k])) * full, 65000.f));
        // Only the columns with light are drawn.
        int first = 0, last = columns_ - 2;
        while (first <= last && dim(first + 1)) ++first;
        while (last > first && dim(last)) --last;
        const int left_end = std::max(clip.left, first * kCell - kCell / 2);
        const int right_end = std::min(clip.right, last * kCell + kCell / 2);
        if (left_end >= right_end) continue;
        const unsigned short* dither = kBayer[y & 3];
        // Four pixels lie between the middles of two cells, at 1/8, 3/8, 5/8 and 7/8 of the way.
        for (int column = first; column <= last; ++column) {
            unsigned short* to = row_.data() + column * 4 * kCell;
            const int* left = line_.data() + column * 4;
            int step[4], value[4];
            for (int c = 0; c < 4; ++c) step[c] = left[4 + c] - left[c], value[c] = left[c] * 8 + step[c];
            for (int i = 0; i < kCell; ++i) {
                const int noise = dither[(i + 2) & 3] * 8;
                for (int c = 0; c < 4; ++c) {
                    to[i * 4 + c] = static_cast<unsigned short>((value[c] + noise) >> 11);
                    value[c] += 2 * step[c];
                }
            }
        }
        // The middle of the first cell is at pixel -2.
        const unsigned short* light = row_.data() + (left_end + kCell / 2) * 4;
        unsigned char* pixel = pixels + std::ptrdiff_t(y) * stride + std::ptrdiff_t(left_end) * 4;
        const int count = (right_end - left_end) * 4;
        for (int k = 0; k < count; ++k) pixel[k] = apply(pixel[k], light[k]);
    }
}

void LightLayer::shine(unsigned char* pixels, int stride, float strength, const Box& clip) {
    spread(pixels, stride, strength, clip, [](unsigned short pixel, unsigned short light) {
        return static_cast<unsigned char>(pixel + (((255 - pixel) * light) >> 8));
    });
}

void LightLayer::shade(unsigned char* pixels, int stride, float strength, const Box& clip) {
    unsigned short keep[256];  // of 256; it levels off, so that many shadows on one place do not turn black
    for (int i = 0; i < 256; ++i)
        keep[i] = static_cast<unsigned short>(256 - strength * 256 * float(i) / float(i + 40));
    spread(pixels, stride, .6f, clip, [&](unsigned short pixel, unsigned short light) {
        return static_cast<unsigned char>(pixel * keep[light & 255] >> 8);
    });
}

}  // namespace dunlin::render
