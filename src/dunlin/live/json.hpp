// SPDX-License-Identifier: Apache-2.0
// Writes JSON text.
#pragma once

#include <charconv>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "dunlin/scenario.hpp"

namespace dunlin {

/// Builds a text; puts a comma before every value but the first of its list.
class Json {
  public:
    Json& open(char bracket) {
        separate();
        text_ += bracket;
        return *this;
    }
    Json& close(char bracket) {
        text_ += bracket;
        return *this;
    }
    Json& key(std::string_view name) {
        text(name);
        text_ += ':';
        return *this;
    }
    Json& text(std::string_view value) {
        constexpr char kHex[] = "0123456789abcdef";
        separate();
        text_ += '"';
        for (const char c : value) {
            const auto code = static_cast<unsigned char>(c);
            if (code < ' ') {
                text_ += "\\u00";
                text_ += kHex[code >> 4];
                text_ += kHex[code & 15];
                continue;
            }
            if (c == '"' || c == '\\') text_ += '\\';
            text_ += c;
        }
        text_ += '"';
        return *this;
    }
    Json& number(double value) {
        separate();
        char digits[40];
        const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
        text_ += std::isfinite(value) ? std::string_view(digits, static_cast<std::size_t>(end - digits)) : "null";
        return *this;
    }
    Json& whole(std::int64_t value) {
        separate();
        text_ += std::to_string(value);
        return *this;
    }
    Json& flag(bool value) {
        separate();
        text_ += value ? "true" : "false";
        return *this;
    }
    Json& none() {
        separate();
        text_ += "null";
        return *this;
    }
    /// A value that is JSON already.
    Json& raw(std::string_view value) {
        separate();
        text_ += value;
        return *this;
    }
    Json& vector(const Vec3& value) { return open('[').number(value[0]).number(value[1]).number(value[2]).close(']'); }
    template <class Texts>
    Json& texts(const Texts& values) {
        open('[');
        for (const auto& value : values) text(value);
        return close(']');
    }
    std::string take() { return std::move(text_); }

  private:
    void separate() {
        if (!text_.empty() && std::string_view("[{:,").find(text_.back()) == std::string_view::npos) text_ += ',';
    }
    std::string text_;
};

}  // namespace dunlin
