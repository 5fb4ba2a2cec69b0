// SPDX-License-Identifier: Apache-2.0
// toml++ as the core can have it: header only, no exceptions, no printing. The C++ library of wasm32-wasi has neither
// std::ifstream (toml++'s parse_file names it; nobody calls it here) nor std::from_chars for double (without it toml++
// pulls in the stream library, 180 kB of module), so there both are supplied.
#pragma once

#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#define TOML_ENABLE_UNRELEASED_FEATURES 0
#define TOML_ENABLE_WINDOWS_COMPAT 0
#define TOML_HEADER_ONLY 1

#if defined(__wasi__)
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <istream>
#include <string>

namespace std {
template <>
class basic_ifstream<char> : public istream {
  public:
    basic_ifstream() : istream(nullptr) {}
    template <class... Arguments>
    void open(Arguments&&...) {
        setstate(failbit);
    }
    bool is_open() const { return false; }
    void close() {}
};

inline from_chars_result from_chars(const char* first, const char* last, double& value) {
    const string text(first, last);
    char* end = nullptr;
    value = strtod(text.c_str(), &end);
    const bool good = end != text.c_str() && !isinf(value);  // too large is no value: the sentence of the native parser
    return {first + (end - text.c_str()), good ? errc{} : errc::invalid_argument};
}
}  // namespace std
#define TOML_FLOAT_CHARCONV 1
#endif

// Its parser asserts what text can violate (`a = [}`), and tells clang to assume it. Without both it goes on to a
// proper error, which fuzzing of read_scenario confirmed.
#include <toml++/impl/preprocessor.h>
#undef TOML_ASSERT
#undef TOML_ASSERT_ASSUME
#define TOML_ASSERT(expression) static_assert(true)
#define TOML_ASSERT_ASSUME(expression) static_assert(true)

#include <toml++/toml.h>
