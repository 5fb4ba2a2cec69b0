// SPDX-License-Identifier: Apache-2.0
// Rotation of vectors: by an angle in 2D, about an axis in 3D.
#pragma once

#include "dunlin/base/trigonometry.hpp"
#include "dunlin/base/vec.hpp"

namespace dunlin::DUNLIN_LANES {

/// `v` turned counterclockwise by the angle of which sine and cosine are given.
template <class T>
DUNLIN_INLINE Vec<2, T> rotate(const Vec<2, T>& v, const SinCos<T>& angle) {
    return {{v[0] * angle.cos - v[1] * angle.sin, v[0] * angle.sin + v[1] * angle.cos}};
}
/// `v` turned about an axis of length 1, counterclockwise as seen from its tip (Rodrigues' formula).
template <class T>
DUNLIN_INLINE Vec<3, T> rotate(const Vec<3, T>& v, const Vec<3, T>& axis, const SinCos<T>& angle) {
    const T along = dot(axis, v) * (splat<T>(1) - angle.cos);
    return v * angle.cos + cross(axis, v) * angle.sin + axis * along;
}

/// `v` turned counterclockwise by an angle in radians.
template <class T>
DUNLIN_INLINE Vec<2, T> rotate(const Vec<2, T>& v, const T& angle) {
    return rotate(v, sincos(angle));
}
/// `v` turned by an angle in radians about an axis of any length; where the axis is zero, `v` stays.
template <class T>
DUNLIN_INLINE Vec<3, T> rotate(const Vec<3, T>& v, const Vec<3, T>& axis, const T& angle) {
    const T length = norm(axis);
    return select(length > splat<T>(0), rotate(v, axis / length, sincos(angle)), v);
}

}  // namespace dunlin::DUNLIN_LANES
