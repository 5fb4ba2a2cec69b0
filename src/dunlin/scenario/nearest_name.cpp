// SPDX-License-Identifier: Apache-2.0
// "did you mean": the valid name that becomes the wrong one with the fewest typing errors (a letter inserted, deleted,
// changed, or two swapped). Upper and lower case count as the same letter.
#include <algorithm>
#include <cstddef>

#include "dunlin/scenario.hpp"

namespace dunlin {
namespace {

constexpr std::size_t kShortestPrefix = 3;

std::string lower_case(std::string_view text) {
    std::string lower(text);
    for (char& c : lower) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return lower;
}

std::size_t typing_errors(const std::string& a, const std::string& b) {
    std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t changed = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, changed});
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
        }
        before.swap(last);
        last.swap(row);
    }
    return last[b.size()];
}

}  // namespace

std::string nearest_name(std::string_view wrong, const std::vector<std::string>& names) {
    constexpr std::size_t kLongest = 100;  // a longer text is no typing error
    if (wrong.empty() || wrong.size() > kLongest) return {};
    const std::string given = lower_case(wrong);
    std::string nearest;
    std::size_t fewest = kLongest;
    for (const std::string& name : names) {
        const std::size_t longer = std::max(given.size(), name.size());
        const std::size_t count = typing_errors(given, lower_case(name));
        if (count < fewest && count < longer && count <= std::max<std::size_t>(1, longer / 3)) {
            nearest = name;
            fewest = count;
        }
    }
    if (!nearest.empty()) return nearest;
    for (const std::string& name : names) {
        const std::string valid = lower_case(name);
        const std::size_t shorter = std::min(given.size(), valid.size());
        if (shorter >= kShortestPrefix && given.compare(0, shorter, valid, 0, shorter) == 0) return name;
    }
    return {};
}

}  // namespace dunlin
