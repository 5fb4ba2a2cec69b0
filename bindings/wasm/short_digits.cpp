// SPDX-License-Identifier: Apache-2.0
// The digits of a double that read back as the same double, for the lean modules: by Grisu2 (F. Loitsch, "Printing
// floating-point numbers quickly and accurately with integers", PLDI 2010) as RapidJSON has it, with 1 kB of tables
// where libc++'s Ryu has 11. One number in a thousand gets a digit more than it needs. Takes the place of libc++'s
// function by having its name.
#include <rapidjson/internal/dtoa.h>

#include <bit>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <system_error>

_LIBCPP_BEGIN_NAMESPACE_STD

to_chars_result __d2fixed_buffered_n(char* first, char* last, double value, std::uint32_t precision);  // digits.cpp

to_chars_result __d2s_buffered_n(char* const first, char* const last, const double value, const chars_format format);
to_chars_result __d2s_buffered_n(char* const first, char* const last, const double value, const chars_format format) {
    char digits[32] = "0";
    int count = 1;
    int power = 0;  // of ten, of the last digit
    if (value != 0) rapidjson::internal::Grisu2(value, digits, &count, &power);
    const int exponent = count - 1 + power;

    string scientific(digits, 1);
    if (count > 1) scientific.append(1, '.').append(digits + 1, static_cast<size_t>(count - 1));
    const string size = to_string(abs(exponent));
    scientific += exponent < 0 ? "e-" : "e+";
    if (size.size() < 2) scientific += '0';
    scientific += size;

    string text(digits, static_cast<size_t>(count));
    if (exponent < 0) {
        text.insert(0, "0." + string(static_cast<size_t>(-exponent - 1), '0'));
    } else if (exponent + 1 < count) {
        text.insert(static_cast<size_t>(exponent + 1), 1, '.');
    } else {
        text.append(static_cast<size_t>(exponent + 1 - count), '0');
    }
    const bool shorter =
        format == chars_format{} ? text.size() > scientific.size() : format == chars_format::scientific;
    if (!shorter && exponent + 1 > count) return __d2fixed_buffered_n(first, last, value, 0);  // its own last digits
    if (shorter) text = scientific;
    if (last - first < static_cast<ptrdiff_t>(text.size())) return {last, errc::value_too_large};
    return {first + text.copy(first, text.size()), errc{}};
}

_LIBCPP_END_NAMESPACE_STD
