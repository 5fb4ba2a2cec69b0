// SPDX-License-Identifier: Apache-2.0
// Random choices for tests: the same on every machine, from one number.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

namespace dunlin::test {

class Dice {
  public:
    explicit Dice(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15 + 0x1234567) {}

    std::uint64_t next() {  // SplitMix64
        std::uint64_t z = state_ += 0x9E3779B97F4A7C15;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }
    double number() { return static_cast<double>(next() >> 11) * 0x1p-53; }  // [0, 1)
    double number(double low, double high) { return low + (high - low) * number(); }
    int below(int n) { return static_cast<int>(next() % static_cast<std::uint64_t>(n)); }
    bool chance(double p) { return number() < p; }
    template <class T>
    T pick(std::initializer_list<T> list) {
        return list.begin()[below(static_cast<int>(list.size()))];
    }
    template <class T>
    void shuffle(std::vector<T>& list) {
        for (std::size_t k = list.size(); k > 1; --k) std::swap(list[k - 1], list[next() % k]);
    }

  private:
    std::uint64_t state_;
};

}  // namespace dunlin::test
