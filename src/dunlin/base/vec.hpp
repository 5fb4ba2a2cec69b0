// SPDX-License-Identifier: Apache-2.0
// Vec<D, T>: D components of a lane type T, where T is one number or a register of many agents' numbers. Models use
// these functions, so one source serves 2D and 3D, one agent and sixteen.
#pragma once

#include "dunlin/base/lanes.hpp"

namespace dunlin::DUNLIN_LANES {

template <int D, class T>
struct Vec {
    T at[D];
    DUNLIN_INLINE T& operator[](int axis) { return at[axis]; }
    DUNLIN_INLINE const T& operator[](int axis) const { return at[axis]; }
};

template <int D, class T>
DUNLIN_INLINE Vec<D, T> zero_vec() {
    Vec<D, T> out;
    for (int a = 0; a < D; ++a) out[a] = splat<T>(0);
    return out;
}

template <int D, class T>
DUNLIN_INLINE Vec<D, T> operator+(const Vec<D, T>& a, const Vec<D, T>& b) {
    Vec<D, T> out;
    for (int i = 0; i < D; ++i) out[i] = a[i] + b[i];
    return out;
}
template <int D, class T>
DUNLIN_INLINE Vec<D, T> operator-(const Vec<D, T>& a, const Vec<D, T>& b) {
    Vec<D, T> out;
    for (int i = 0; i < D; ++i) out[i] = a[i] - b[i];
    return out;
}
template <int D, class T>
DUNLIN_INLINE Vec<D, T> operator*(const Vec<D, T>& a, const T& b) {
    Vec<D, T> out;
    for (int i = 0; i < D; ++i) out[i] = a[i] * b;
    return out;
}
template <int D, class T>
DUNLIN_INLINE Vec<D, T> operator/(const Vec<D, T>& a, const T& b) {
    Vec<D, T> out;
    for (int i = 0; i < D; ++i) out[i] = a[i] / b;
    return out;
}
template <int D, class T>
DUNLIN_INLINE T dot(const Vec<D, T>& a, const Vec<D, T>& b) {
    T sum = a[0] * b[0];
    for (int i = 1; i < D; ++i) sum = sum + a[i] * b[i];
    return sum;
}
template <class T>
DUNLIN_INLINE Vec<3, T> cross(const Vec<3, T>& a, const Vec<3, T>& b) {
    return {{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]}};
}
template <int D, class T>
DUNLIN_INLINE T norm2(const Vec<D, T>& a) {
    return dot(a, a);
}
template <int D, class T>
DUNLIN_INLINE T norm(const Vec<D, T>& a) {
    return sqrt(norm2(a));
}

/// `a` where the mask holds, else `b`.
template <int D, class T>
DUNLIN_INLINE Vec<D, T> select(const MaskOf<T>& mask, const Vec<D, T>& a, const Vec<D, T>& b) {
    Vec<D, T> out;
    for (int i = 0; i < D; ++i) out[i] = select(mask, a[i], b[i]);
    return out;
}
/// `a` where the mask holds, else an exact zero.
template <int D, class T>
DUNLIN_INLINE Vec<D, T> keep(const MaskOf<T>& mask, const Vec<D, T>& a) {
    Vec<D, T> out;
    for (int i = 0; i < D; ++i) out[i] = keep(mask, a[i]);
    return out;
}
/// sum + a where the mask holds, else sum unchanged.
template <int D, class T>
DUNLIN_INLINE Vec<D, T> add_where(const MaskOf<T>& mask, const Vec<D, T>& sum, const Vec<D, T>& a) {
    Vec<D, T> out;
    for (int i = 0; i < D; ++i) out[i] = add_where(mask, sum[i], a[i]);
    return out;
}

/// a / |a|, and zero for the zero vector.
template <int D, class T>
DUNLIN_INLINE Vec<D, T> unit(const Vec<D, T>& a) {
    const T length = norm(a);
    return keep(length > splat<T>(0), a * (splat<T>(1) / length));
}
/// a if |a| <= longest, else a * (longest / |a|).
template <int D, class T>
DUNLIN_INLINE Vec<D, T> limit(const Vec<D, T>& a, const T& longest) {
    const T length = norm(a);
    return select(length > longest, a * (longest / length), a);
}

}  // namespace dunlin::DUNLIN_LANES
