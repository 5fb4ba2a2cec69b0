// SPDX-License-Identifier: Apache-2.0
// Lanes<R>: a register whose lanes are agents, on Google Highway; and the same functions for one plain number. This
// file is compiled once for each instruction set, each time in a namespace of its own (DUNLIN_LANES), so that no inline
// function built for one machine can be linked into another's code. All operations are exact as IEEE 754 defines them,
// so every width and every machine gives the same bits.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "dunlin/base/inline.hpp"

#ifndef DUNLIN_LANES
#define DUNLIN_LANES plain  // ordinary units: one number at a time
#endif

#ifdef DUNLIN_HWY_TARGET
#include <hwy/highway.h>
#endif

namespace dunlin::DUNLIN_LANES {

template <class T>
struct LaneTraits {  // one number
    using Real = T;
    using Mask = bool;
    using Tally = std::int64_t;
    using Word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    static constexpr int count = 1;
};

// ---- one number ------------------------------------------------------------------------------------------------

template <class R>
concept Number = std::is_floating_point_v<R>;

template <Number R>
DUNLIN_INLINE R select(bool mask, R a, R b) {
    return mask ? a : b;
}
template <Number R>
DUNLIN_INLINE R keep(bool mask, R a) {
    return mask ? a : R(0);
}
template <Number R>
DUNLIN_INLINE R add_where(bool mask, R sum, R a) {
    return mask ? sum + a : sum;
}
template <Number R>
DUNLIN_INLINE R sqrt(R a) {
    return std::sqrt(a);
}
template <Number R>
DUNLIN_INLINE R floor(R a) {
    return std::floor(a);
}
template <Number R>
DUNLIN_INLINE R smaller(R a, R b) {
    return a < b ? a : b;
}
template <Number R>
DUNLIN_INLINE R larger(R a, R b) {
    return a > b ? a : b;
}
template <Number R>
DUNLIN_INLINE R least(R a, R b) {
    return a < b ? a : b;
}
template <Number R>
DUNLIN_INLINE R most(R a, R b) {
    return a > b ? a : b;
}
template <Number R>
DUNLIN_INLINE R abs(R a) {
    return std::fabs(a);
}
/// The smaller and the larger of two numbers that are at least +0: there the instruction sets agree.
template <Number R>
DUNLIN_INLINE R smaller_positive(R a, R b) {
    return a < b ? a : b;
}
template <Number R>
DUNLIN_INLINE R larger_positive(R a, R b) {
    return a < b ? b : a;
}
DUNLIN_INLINE bool any(bool mask) { return mask; }
/// Bit k is set where the mask holds in lane k.
DUNLIN_INLINE std::uint32_t lane_bits(bool mask) { return mask; }
DUNLIN_INLINE std::int64_t count_where(bool mask, std::int64_t tally) { return tally + mask; }

#ifdef DUNLIN_HWY_TARGET
// ---- a register of them ----------------------------------------------------------------------------------------

namespace hn = hwy::HWY_NAMESPACE;

// Half of a 512-bit register: in a larger block more pairs are tested in vain. See docs/engine.md, "Lanes".
#ifndef DUNLIN_LANE_BYTES
#define DUNLIN_LANE_BYTES 32
#endif
template <class R>
using Tag = hn::CappedTag<R, DUNLIN_LANE_BYTES / sizeof(R)>;

// {} means zero. A NEON register of Highway has a constructor that leaves it as it is, so there it has to be said.
#if HWY_TARGET == HWY_NEON
#define DUNLIN_ZERO(tag) = hn::Zero(tag())
#else
#define DUNLIN_ZERO(tag)
#endif
template <class R>
struct Lanes {
    hn::Vec<Tag<R>> v DUNLIN_ZERO(Tag<R>);
};
template <class R>
struct LaneMask {
    hn::Mask<Tag<R>> m;
};
/// Counts of neighbors: whole numbers, since the floating-point units are the bottleneck of a gather.
template <class R>
struct LaneTally {
    hn::Vec<hn::RebindToSigned<Tag<R>>> n DUNLIN_ZERO(hn::RebindToSigned<Tag<R>>);
};
/// Whole numbers without sign, as wide as R: the bits of numbers, or random words.
template <class R>
struct LaneWord {
    hn::Vec<hn::RebindToUnsigned<Tag<R>>> w DUNLIN_ZERO(hn::RebindToUnsigned<Tag<R>>);
};
#undef DUNLIN_ZERO
template <class R>
struct LaneTraits<Lanes<R>> {
    using Real = R;
    using Mask = LaneMask<R>;
    using Tally = LaneTally<R>;
    using Word = LaneWord<R>;
    static constexpr int count = static_cast<int>(hn::MaxLanes(Tag<R>()));
};

template <class R>
DUNLIN_INLINE Lanes<R> operator+(Lanes<R> a, Lanes<R> b) {
    return {hn::Add(a.v, b.v)};
}
template <class R>
DUNLIN_INLINE Lanes<R> operator-(Lanes<R> a, Lanes<R> b) {
    return {hn::Sub(a.v, b.v)};
}
template <class R>
DUNLIN_INLINE Lanes<R> operator*(Lanes<R> a, Lanes<R> b) {
    return {hn::Mul(a.v, b.v)};
}
template <class R>
DUNLIN_INLINE Lanes<R> operator/(Lanes<R> a, Lanes<R> b) {
    return {hn::Div(a.v, b.v)};
}
template <class R>
DUNLIN_INLINE Lanes<R> operator-(Lanes<R> a) {
    return {hn::Neg(a.v)};
}
template <class R>
DUNLIN_INLINE LaneMask<R> operator<(Lanes<R> a, Lanes<R> b) {
    return {hn::Lt(a.v, b.v)};
}
template <class R>
DUNLIN_INLINE LaneMask<R> operator>(Lanes<R> a, Lanes<R> b) {
    return {hn::Gt(a.v, b.v)};
}
template <class R>
DUNLIN_INLINE LaneMask<R> operator<=(Lanes<R> a, Lanes<R> b) {
    return {hn::Le(a.v, b.v)};
}
template <class R>
DUNLIN_INLINE LaneMask<R> operator>=(Lanes<R> a, Lanes<R> b) {
    return {hn::Ge(a.v, b.v)};
}
template <class R>
DUNLIN_INLINE LaneMask<R> operator==(Lanes<R> a, Lanes<R> b) {
    return {hn::Eq(a.v, b.v)};
}
template <class R>
DUNLIN_INLINE LaneMask<R> operator&&(LaneMask<R> a, LaneMask<R> b) {
    return {hn::And(a.m, b.m)};
}
template <class R>
DUNLIN_INLINE LaneMask<R> operator||(LaneMask<R> a, LaneMask<R> b) {
    return {hn::Or(a.m, b.m)};
}
template <class R>
DUNLIN_INLINE LaneMask<R> operator!(LaneMask<R> a) {
    return {hn::Not(a.m)};
}
template <class R>
DUNLIN_INLINE Lanes<R> select(LaneMask<R> mask, Lanes<R> a, Lanes<R> b) {
    return {hn::IfThenElse(mask.m, a.v, b.v)};
}
template <class R>
DUNLIN_INLINE Lanes<R> keep(LaneMask<R> mask, Lanes<R> a) {
    return {hn::IfThenElseZero(mask.m, a.v)};
}
// A sum that starts at +0 never becomes -0, so adding a masked-out zero does not change it.
template <class R>
DUNLIN_INLINE Lanes<R> add_where(LaneMask<R> mask, Lanes<R> sum, Lanes<R> a) {
#if HWY_TARGET <= HWY_AVX3
    return {hn::IfThenElse(mask.m, hn::Add(sum.v, a.v), sum.v)};
#else
    return {hn::Add(sum.v, hn::IfThenElseZero(mask.m, a.v))};
#endif
}
template <class R>
DUNLIN_INLINE LaneTally<R> count_where(LaneMask<R> mask, LaneTally<R> tally) {
    const hn::RebindToSigned<Tag<R>> whole;
    const auto counted = hn::RebindMask(whole, mask.m);
#if HWY_TARGET <= HWY_AVX3
    return {hn::IfThenElse(counted, hn::Add(tally.n, hn::Set(whole, 1)), tally.n)};
#else
    return {hn::Sub(tally.n, hn::VecFromMask(whole, counted))};
#endif
}
template <class R>
DUNLIN_INLINE Lanes<R> sqrt(Lanes<R> a) {
    return {hn::Sqrt(a.v)};
}
template <class R>
DUNLIN_INLINE Lanes<R> floor(Lanes<R> a) {
    return {hn::Floor(a.v)};
}
// Not the minimum and maximum of the instruction set: those choose between -0 and +0 differently from one to another.
template <class R>
DUNLIN_INLINE Lanes<R> smaller(Lanes<R> a, Lanes<R> b) {
    return {hn::IfThenElse(hn::Lt(a.v, b.v), a.v, b.v)};
}
template <class R>
DUNLIN_INLINE Lanes<R> larger(Lanes<R> a, Lanes<R> b) {
    return {hn::IfThenElse(hn::Gt(a.v, b.v), a.v, b.v)};
}
// These are, for numbers that are not negative: of those no two zeros differ.
template <class R>
DUNLIN_INLINE Lanes<R> least(Lanes<R> a, Lanes<R> b) {
    return {hn::Min(a.v, b.v)};
}
template <class R>
DUNLIN_INLINE Lanes<R> most(Lanes<R> a, Lanes<R> b) {
    return {hn::Max(a.v, b.v)};
}
template <class R>
DUNLIN_INLINE Lanes<R> abs(Lanes<R> a) {
    return {hn::Abs(a.v)};
}
template <class R>
DUNLIN_INLINE Lanes<R> smaller_positive(Lanes<R> a, Lanes<R> b) {
    return {hn::Min(a.v, b.v)};
}
template <class R>
DUNLIN_INLINE Lanes<R> larger_positive(Lanes<R> a, Lanes<R> b) {
    return {hn::Max(a.v, b.v)};
}
template <class R>
DUNLIN_INLINE bool any(LaneMask<R> mask) {
    return !hn::AllFalse(Tag<R>(), mask.m);
}
template <class R>
DUNLIN_INLINE std::uint32_t lane_bits(LaneMask<R> mask) {
    static_assert(hn::MaxLanes(Tag<R>()) <= 16);
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(Tag<R>(), mask.m, bits);
    return bits[0] | std::uint32_t{bits[1]} << 8;
}

template <class R>
DUNLIN_INLINE LaneWord<R> operator+(LaneWord<R> a, LaneWord<R> b) {
    return {hn::Add(a.w, b.w)};
}
template <class R>
DUNLIN_INLINE LaneWord<R> operator&(LaneWord<R> a, LaneWord<R> b) {
    return {hn::And(a.w, b.w)};
}
template <class R>
DUNLIN_INLINE LaneWord<R> operator|(LaneWord<R> a, LaneWord<R> b) {
    return {hn::Or(a.w, b.w)};
}
template <class R>
DUNLIN_INLINE LaneWord<R> operator^(LaneWord<R> a, LaneWord<R> b) {
    return {hn::Xor(a.w, b.w)};
}
#endif

// ---- for both --------------------------------------------------------------------------------------------------

template <class T>
using RealOf = typename LaneTraits<T>::Real;
template <class T>
using MaskOf = typename LaneTraits<T>::Mask;
template <class T>
using TallyOf = typename LaneTraits<T>::Tally;
/// Whole numbers without sign, as wide as a number: std::uint32_t for float, std::uint64_t for double, or a register.
template <class T>
using WordOf = typename LaneTraits<T>::Word;
template <class T>
inline constexpr int lane_count = LaneTraits<T>::count;

template <class T>
DUNLIN_INLINE T number_of(const TallyOf<T>& tally) {
    if constexpr (std::is_floating_point_v<T>) {
        return static_cast<T>(tally);
    } else {
#ifdef DUNLIN_HWY_TARGET
        return T{hn::ConvertTo(Tag<RealOf<T>>(), tally.n)};
#endif
    }
}

// A squared distance as a key: one comparison of whole numbers tells "nearer than r, but not at the same place". The
// bits of numbers that are not negative are ordered as they are; keys are shifted so that those too near come out as
// largest. This leaves the floating-point units to the sums, and gives the same answer as two comparisons of numbers.
#ifdef DUNLIN_HWY_TARGET
template <class R>
struct LaneKey {
    hn::Vec<hn::RebindToSigned<Tag<R>>> bits;
};
template <class R, class Bits>
DUNLIN_INLINE LaneKey<R> shifted_key(Lanes<R> distance2, Bits least) {
    const hn::RebindToSigned<Tag<R>> whole;
    using Unsigned = std::make_unsigned_t<Bits>;
    const Unsigned lowest = Unsigned{1} << (8 * sizeof(Bits) - 1);
    const Unsigned shift = lowest - static_cast<Unsigned>(least) - 1;
    return {hn::Add(hn::BitCast(whole, distance2.v), hn::Set(whole, static_cast<Bits>(shift)))};
}
DUNLIN_INLINE LaneKey<float> key_of(Lanes<float> distance2) {
    return shifted_key(distance2, std::int32_t{0x0da24260});  // the bits of 1e-30f
}
DUNLIN_INLINE LaneKey<double> key_of(Lanes<double> distance2) {
    return shifted_key(distance2, std::int64_t{0x39b4484bfeebc2a0});  // the bits of 1e-30
}
template <class R>
DUNLIN_INLINE LaneMask<R> operator<(LaneKey<R> a, LaneKey<R> b) {
    return {hn::RebindMask(Tag<R>(), hn::Lt(a.bits, b.bits))};
}
#endif
template <Number R>
struct PlainKey {
    R distance2;
};
template <Number R>
DUNLIN_INLINE PlainKey<R> key_of(R distance2) {
    return {distance2};
}
template <Number R>
DUNLIN_INLINE bool operator<(PlainKey<R> a, PlainKey<R> b) {
    return a.distance2 > R(1e-30) && a.distance2 < b.distance2;
}
template <class T>
using KeyOf = decltype(key_of(std::declval<T>()));
/// Squared distances have a key less than this if the distance is below `radius`, and no other has.
template <class T>
DUNLIN_INLINE KeyOf<T> limit_key(RealOf<T> radius) {
    const RealOf<T> radius2 = radius * radius;
    if constexpr (std::is_floating_point_v<T>) {
        return {radius2};
    } else {
#ifdef DUNLIN_HWY_TARGET
        if (radius2 > RealOf<T>(1e-30)) return key_of(T{hn::Set(Tag<RealOf<T>>(), radius2)});
        const hn::RebindToSigned<Tag<RealOf<T>>> whole;
        using Bits = hn::TFromD<decltype(whole)>;
        return {
            hn::Set(whole, static_cast<Bits>(static_cast<std::make_unsigned_t<Bits>>(1) << (8 * sizeof(Bits) - 1)))};
#endif
    }
}

/// One number in every lane.
template <class T>
DUNLIN_INLINE T splat(double value) {
    if constexpr (lane_count<T> == 1 && std::is_floating_point_v<T>) {
        return static_cast<T>(value);
    } else {
#ifdef DUNLIN_HWY_TARGET
        return T{hn::Set(Tag<RealOf<T>>(), static_cast<RealOf<T>>(value))};
#endif
    }
}
/// The number at `from` in every lane.
template <class T>
DUNLIN_INLINE T broadcast(const RealOf<T>* from) {
    if constexpr (std::is_floating_point_v<T>) {
        return *from;
    } else {
#ifdef DUNLIN_HWY_TARGET
        return T{hn::Set(Tag<RealOf<T>>(), *from)};
#endif
    }
}
/// Consecutive numbers; reads lane_count<T> of them.
template <class T>
DUNLIN_INLINE T load(const RealOf<T>* from) {
    if constexpr (std::is_floating_point_v<T>) {
        return *from;
    } else {
#ifdef DUNLIN_HWY_TARGET
        return T{hn::LoadU(Tag<RealOf<T>>(), from)};
#endif
    }
}
template <class T>
DUNLIN_INLINE void store(const T& value, RealOf<T>* to) {
    if constexpr (std::is_floating_point_v<T>) {
        *to = value;
    } else {
#ifdef DUNLIN_HWY_TARGET
        hn::StoreU(value.v, Tag<RealOf<T>>(), to);
#endif
    }
}
/// False in one lane (none if `lane` is out of range), true in the others.
template <class T>
DUNLIN_INLINE MaskOf<T> all_but_lane(std::int64_t lane) {
    if constexpr (std::is_floating_point_v<T>) {
        return lane != 0;
    } else {
#ifdef DUNLIN_HWY_TARGET
        using D = Tag<RealOf<T>>;
        const bool here = lane >= 0 && lane < lane_count<T>;
        const auto index = hn::Iota(D(), RealOf<T>(0));
        const auto self = hn::Set(D(), here ? static_cast<RealOf<T>>(lane) : RealOf<T>(-1));
        return MaskOf<T>{hn::Ne(index, self)};
#endif
    }
}

// ---- whole numbers -----------------------------------------------------------------------------------------------

/// One word in every lane.
template <class T>
DUNLIN_INLINE WordOf<T> splat_word(std::uint64_t word) {
    if constexpr (std::is_floating_point_v<T>) {
        return static_cast<WordOf<T>>(word);
    } else {
#ifdef DUNLIN_HWY_TARGET
        const hn::RebindToUnsigned<Tag<RealOf<T>>> words;
        return WordOf<T>{hn::Set(words, static_cast<hn::TFromD<decltype(words)>>(word))};
#endif
    }
}
/// The bits of a number, and the number of these bits.
template <class T>
DUNLIN_INLINE WordOf<T> bits_of(const T& a) {
    if constexpr (std::is_floating_point_v<T>) {
        return __builtin_bit_cast(WordOf<T>, a);
    } else {
#ifdef DUNLIN_HWY_TARGET
        return WordOf<T>{hn::BitCast(hn::RebindToUnsigned<Tag<RealOf<T>>>(), a.v)};
#endif
    }
}
template <class T>
DUNLIN_INLINE T from_bits(const WordOf<T>& word) {
    if constexpr (std::is_floating_point_v<T>) {
        return __builtin_bit_cast(T, word);
    } else {
#ifdef DUNLIN_HWY_TARGET
        return T{hn::BitCast(Tag<RealOf<T>>(), word.w)};
#endif
    }
}
template <class T, int bits>
DUNLIN_INLINE WordOf<T> shift_left(const WordOf<T>& word) {
    if constexpr (std::is_floating_point_v<T>) {
        return word << bits;
    } else {
#ifdef DUNLIN_HWY_TARGET
        return WordOf<T>{hn::ShiftLeft<bits>(word.w)};
#endif
    }
}
template <class T, int bits>
DUNLIN_INLINE WordOf<T> shift_right(const WordOf<T>& word) {
    if constexpr (std::is_floating_point_v<T>) {
        return word >> bits;
    } else {
#ifdef DUNLIN_HWY_TARGET
        return WordOf<T>{hn::ShiftRight<bits>(word.w)};
#endif
    }
}
/// The first `count` words at `from`, one in each lane; zero in the others.
template <class T>
DUNLIN_INLINE WordOf<T> load_words(const std::uint32_t* from, std::size_t count) {
    if constexpr (std::is_floating_point_v<T>) {
        return count > 0 ? *from : 0;
    } else {
#ifdef DUNLIN_HWY_TARGET
        const hn::RebindToUnsigned<Tag<RealOf<T>>> words;
        const hn::Rebind<std::uint32_t, decltype(words)> narrow;
        std::uint32_t some[lane_count<T>] = {};
        if (count < lane_count<T>) {
            for (std::size_t k = 0; k < count; ++k) some[k] = from[k];
            from = some;
        }
        if constexpr (sizeof(RealOf<T>) == 4) {
            return WordOf<T>{hn::LoadU(words, from)};
        } else {
            return WordOf<T>{hn::PromoteTo(words, hn::LoadU(narrow, from))};
        }
#endif
    }
}
/// Both halves of the 64-bit product of 32-bit numbers.
template <class T>
struct WideProduct {
    WordOf<T> high, low;
};
template <class T>
DUNLIN_INLINE WideProduct<T> wide_product(const WordOf<T>& a, std::uint32_t b) {
    if constexpr (std::is_floating_point_v<T>) {
        const std::uint64_t product = std::uint64_t{a} * b;
        return {static_cast<std::uint32_t>(product >> 32), static_cast<std::uint32_t>(product)};
    } else {
#ifdef DUNLIN_HWY_TARGET
        const hn::Repartition<std::uint32_t, Tag<RealOf<T>>> narrow;
        const hn::Repartition<std::uint64_t, Tag<RealOf<T>>> wide;
        const auto factor = hn::Set(narrow, b);
        const auto even = hn::MulEven(hn::BitCast(narrow, a.w), factor);
        if constexpr (sizeof(RealOf<T>) == 8) {
            return {WordOf<T>{hn::ShiftRight<32>(even)}, WordOf<T>{hn::And(even, hn::Set(wide, 0xffffffffU))}};
        } else {
            const auto odd = hn::MulEven(hn::BitCast(narrow, hn::ShiftRight<32>(hn::BitCast(wide, a.w))), factor);
            return {WordOf<T>{hn::OddEven(hn::BitCast(narrow, odd), hn::BitCast(narrow, hn::ShiftRight<32>(even)))},
                    WordOf<T>{hn::OddEven(hn::BitCast(narrow, hn::ShiftLeft<32>(odd)), hn::BitCast(narrow, even))}};
        }
#endif
    }
}

}  // namespace dunlin::DUNLIN_LANES
