// SPDX-License-Identifier: Apache-2.0
// Sorting where speed hardly matters. The orders used are total, so any sort gives the same list. std::sort is the
// fastest, and takes 4 kB of code for each type and order; where size counts more (-Os, -Oz: the modules of a page)
// this is the standard heap sort.
#pragma once

#include <algorithm>
#include <functional>

namespace dunlin {

template <class List, class Before = std::less<>>
void sort(List&& list, Before before = {}) {
#ifdef __OPTIMIZE_SIZE__
    std::make_heap(list.begin(), list.end(), before);
    std::sort_heap(list.begin(), list.end(), before);
#else
    std::sort(list.begin(), list.end(), before);
#endif
}

}  // namespace dunlin
