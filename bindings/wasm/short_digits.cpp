// SPDX-License-Identifier: Apache-2.0
// Numbers as text and back, for the lean modules: by what RapidJSON has for messages anyway, in place of libc++'s Ryu
// and wasi-libc's strtod (20 kB). These functions take their place by having their names. One double in a thousand gets
// a digit more than it needs.
#include <rapidjson/document.h>
#include <rapidjson/internal/dtoa.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <system_error>

#include "dunlin/live/parse.hpp"

_LIBCPP_BEGIN_NAMESPACE_STD
to_chars_result __d2fixed_buffered_n(char* first, char* last, double value, std::uint32_t precision);  // digits.cpp
to_chars_result __d2exp_buffered_n(char* first, char* last, double value, std::uint32_t precision);
_LIBCPP_END_NAMESPACE_STD

namespace {

constexpr int kWidest = 40;

/// A number: the first of its digits counts 10^exponent.
struct Decimal {
    char digits[kWidest];
    int count;
    int exponent;
};

/// The fewest digits that lie nearer to the number than to those next to it, by Grisu2 (F. Loitsch, "Printing
/// floating-point numbers quickly and accurately with integers", PLDI 2010). `bits`: of its type's mantissa; 2^lowest:
/// the smallest number of that type.
Decimal shortest(double value, int bits, int lowest) {
    using rapidjson::internal::DiyFp;
    if (value == 0) return {"0", 1, 0};
    constexpr int kBits = 53;
    const DiyFp exact(value);
    const int step = std::max(exact.e + kBits - bits, lowest);
    // In quarters: half a step up, and down; below a power of two steps are half as long.
    const int half = step - exact.e + 1;
    const bool is_edge = std::has_single_bit(exact.f) && step > lowest;
    const DiyFp above = DiyFp(exact.f * 4 + (std::uint64_t{1} << half), exact.e - 2).Normalize();
    const DiyFp below((exact.f * 4 - (std::uint64_t{1} << (half - is_edge))) << (exact.e - 2 - above.e), above.e);

    Decimal out{};
    int power = 0;  // of ten, of the last digit
    const DiyFp scale = rapidjson::internal::GetCachedPower(above.e, &power);
    const DiyFp most((above * scale).f - 1, (above * scale).e);
    rapidjson::internal::DigitGen(exact.Normalize() * scale, most, most.f - (below * scale).f - 1, out.digits,
                                  &out.count, &power);
    out.exponent = out.count - 1 + power;
    // Halfway between two it takes the upper one; for floats, which are exact as doubles, the even one is taken.
    double whole = 0;
    for (int k = 0; k < out.count; ++k) whole = 10 * whole + (out.digits[k] - '0');
    const bool is_odd = out.digits[out.count - 1] % 2 == 1;
    if (bits < kBits && is_odd && power <= 1 && (10 * whole - 5) / rapidjson::internal::Pow10(1 - power) == value) {
        --out.digits[out.count - 1];
    }
    return out;
}

/// 1.25e-03
char* put_scientific(char* at, const Decimal& number) {
    *at++ = number.digits[0];
    if (number.count > 1) *at++ = '.';
    at = std::copy(number.digits + 1, number.digits + number.count, at);
    *at++ = 'e';
    *at++ = number.exponent < 0 ? '-' : '+';
    if (std::abs(number.exponent) < 10) *at++ = '0';
    return std::to_chars(at, at + 3, std::abs(number.exponent)).ptr;
}

/// 0.00125: a digit for each power of ten, with zeros where the number has none.
char* put_fixed(char* at, const Decimal& number) {
    for (int power = std::max(number.exponent, 0); power >= std::min(number.exponent - number.count + 1, 0); --power) {
        const int place = number.exponent - power;
        if (power == -1) *at++ = '.';
        *at++ = place >= 0 && place < number.count ? number.digits[place] : '0';
    }
    return at;
}

std::to_chars_result put(char* first, char* last, std::string_view text) {
    if (last - first < static_cast<std::ptrdiff_t>(text.size())) return {last, std::errc::value_too_large};
    return {std::copy(text.begin(), text.end(), first), std::errc{}};
}

/// As std::to_chars: the shorter of both ways, a whole number with its own last digits.
std::to_chars_result put_shortest(char* first, char* last, double value, int bits, int lowest) {
    if (first != last && std::signbit(value)) *first++ = '-';
    if (!std::isfinite(value)) return put(first, last, std::isnan(value) ? "nan" : "inf");
    const Decimal number = shortest(std::abs(value), bits, lowest);
    char scientific[kWidest];
    const char* const end = put_scientific(scientific, number);
    const int fraction = number.count - 1 - number.exponent;  // digits after the point
    const int width = fraction > 0 ? 1 + std::max(number.count, fraction + 1) : number.exponent + 1;
    if (width > end - scientific) return put(first, last, {scientific, end});
    if (fraction < 0) return std::__d2fixed_buffered_n(first, last, std::abs(value), 0);
    char fixed[kWidest];
    return put(first, last, {fixed, put_fixed(fixed, number)});
}

}  // namespace

_LIBCPP_BEGIN_NAMESPACE_STD

to_chars_result to_chars(char* first, char* last, float value) { return put_shortest(first, last, value, 24, -149); }
to_chars_result to_chars(char* first, char* last, double value) { return put_shortest(first, last, value, 53, -1074); }

/// chars_format::general and no other, with up to `precision` digits.
to_chars_result to_chars(char* first, char* last, double value, chars_format, int precision) {
    if (first != last && signbit(value)) *first++ = '-';
    char text[kWidest];
    const char* const end =
        __d2exp_buffered_n(text, text + kWidest, abs(value), static_cast<uint32_t>(precision - 1)).ptr;
    Decimal number{{}, 0, 0};
    const char* at = text;
    for (; *at != 'e'; ++at) {
        if (*at != '.') number.digits[number.count++] = *at;
    }
    from_chars(at + (at[1] == '+' ? 2 : 1), end, number.exponent);
    while (number.count > 1 && number.digits[number.count - 1] == '0') --number.count;
    const bool is_fixed = number.exponent >= -4 && number.exponent < precision;
    return put(first, last, {text, is_fixed ? put_fixed(text, number) : put_scientific(text, number)});
}

_LIBCPP_END_NAMESPACE_STD

/// A number as JSON has it, such as the engine writes: all of the text, or nothing.
extern "C" double __wrap_strtod(const char* text, char** end);
extern "C" double __wrap_strtod(const char* text, char** end) {
    rapidjson::Document number;
    const bool is_number = !dunlin::parse_json(number, text) && number.IsNumber();
    *end = const_cast<char*>(text) + (is_number ? std::string_view(text).size() : 0);
    return is_number ? number.GetDouble() : 0;
}
