// SPDX-License-Identifier: Apache-2.0
// Doubles with a given number of digits: what libc++ has 100 KB of tables for (Ryu), so that every digit is quick. Here
// such digits are rare, and a short way to the same digits is worth more: m * 2^e is written out in full, rounded
// there. These functions take the place of libc++'s by having their names; its shortest digits go on through them.
#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <system_error>
#include <vector>

namespace {

/// `digits` / 10^scale: exactly the number.
struct Decimal {
    std::string digits;  // no zeros before the first, but "0"
    int scale;
};

/// Limbs of nine digits, the lowest first.
void multiply(std::vector<std::uint32_t>& limbs, std::uint32_t factor) {
    constexpr std::uint64_t kBase = 1'000'000'000;
    std::uint64_t carry = 0;
    for (std::uint32_t& limb : limbs) {
        carry += static_cast<std::uint64_t>(limb) * factor;
        limb = static_cast<std::uint32_t>(carry % kBase);
        carry /= kBase;
    }
    if (carry > 0) limbs.push_back(static_cast<std::uint32_t>(carry));
}

Decimal written_out(double value) {
    constexpr int kMantissaBits = 52;
    constexpr int kBias = 1075;
    const auto bits = std::bit_cast<std::uint64_t>(value);
    const int field = static_cast<int>(bits >> kMantissaBits) & 0x7ff;
    std::uint64_t mantissa = bits & ((std::uint64_t{1} << kMantissaBits) - 1);
    if (field > 0) mantissa |= std::uint64_t{1} << kMantissaBits;
    const int exponent = std::max(field, 1) - kBias;
    // A half is five tenths: m / 2^n = m 5^n / 10^n.
    std::vector<std::uint32_t> limbs;
    for (; mantissa > 0; mantissa /= 1'000'000'000)
        limbs.push_back(static_cast<std::uint32_t>(mantissa % 1'000'000'000));
    for (int i = 0; i < std::abs(exponent); ++i) multiply(limbs, exponent > 0 ? 2 : 5);
    Decimal out{"", std::max(0, -exponent)};
    for (auto limb = limbs.rbegin(); limb != limbs.rend(); ++limb) {
        const std::string nine = std::to_string(*limb);
        if (!out.digits.empty()) out.digits.append(9 - nine.size(), '0');
        out.digits += nine;
    }
    if (out.digits.empty()) out.digits = "0";
    return out;
}

/// To `scale` digits after the point; halves go to the even digit.
void round_to(Decimal& number, int scale) {
    const int drop = number.scale - scale;
    number.scale = scale;
    if (drop <= 0) {
        number.digits.append(static_cast<std::size_t>(-drop), '0');
        return;
    }
    const auto length = static_cast<int>(number.digits.size());
    if (drop > length) number.digits.insert(0, static_cast<std::size_t>(drop - length), '0');
    const std::size_t kept = number.digits.size() - static_cast<std::size_t>(drop);
    const char next = number.digits[kept];
    const bool more = number.digits.find_first_not_of('0', kept + 1) != std::string::npos;
    const bool odd = kept > 0 && (number.digits[kept - 1] - '0') % 2 == 1;
    number.digits.resize(kept);
    if (next > '5' || (next == '5' && (more || odd))) {
        std::size_t at = kept;
        while (at > 0 && number.digits[at - 1] == '9') number.digits[--at] = '0';
        if (at > 0) {
            ++number.digits[at - 1];
        } else {
            number.digits.insert(0, 1, '1');
        }
    }
    if (number.digits.empty()) number.digits = "0";
}

std::to_chars_result put(const std::string& text, char* first, char* last) {
    if (last - first < static_cast<std::ptrdiff_t>(text.size())) return {last, std::errc::value_too_large};
    return {std::copy(text.begin(), text.end(), first), std::errc{}};
}

}  // namespace

_LIBCPP_BEGIN_NAMESPACE_STD

/// "12.50": `precision` digits after the point.
to_chars_result __d2fixed_buffered_n(char* first, char* last, double value, std::uint32_t precision);
to_chars_result __d2fixed_buffered_n(char* first, char* last, double value, std::uint32_t precision) {
    Decimal number = written_out(value);
    round_to(number, static_cast<int>(precision));
    if (number.digits.size() <= precision) number.digits.insert(0, precision + 1 - number.digits.size(), '0');
    if (precision > 0) number.digits.insert(number.digits.size() - precision, 1, '.');
    return put(number.digits, first, last);
}

/// "1.25e+01": `precision` digits after the point.
to_chars_result __d2exp_buffered_n(char* first, char* last, double value, std::uint32_t precision);
to_chars_result __d2exp_buffered_n(char* first, char* last, double value, std::uint32_t precision) {
    Decimal number = written_out(value);
    int exponent = value == 0 ? 0 : static_cast<int>(number.digits.size()) - 1 - number.scale;
    round_to(number, static_cast<int>(precision) - exponent);
    if (number.digits.size() > precision + 1) {  // 9.99 became 10.0
        number.digits.pop_back();
        ++exponent;
    }
    if (precision > 0) number.digits.insert(1, 1, '.');
    const std::string power = std::to_string(std::abs(exponent));
    number.digits += exponent < 0 ? "e-" : "e+";
    if (power.size() < 2) number.digits += '0';
    return put(number.digits + power, first, last);
}

/// Exactly `count` digits.
void __append_n_digits(std::uint32_t count, std::uint32_t digits, char* to);
void __append_n_digits(std::uint32_t count, std::uint32_t digits, char* to) {
    for (; count > 0; digits /= 10) to[--count] = static_cast<char>('0' + digits % 10);
}
void __append_nine_digits(std::uint32_t digits, char* to);
void __append_nine_digits(std::uint32_t digits, char* to) { __append_n_digits(9, digits, to); }

_LIBCPP_END_NAMESPACE_STD
