// SPDX-License-Identifier: Apache-2.0
// Exact comparisons only: a test of beginnings lets localhost.example.com in.
#include "origin_policy.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>

namespace dunlin::server {
namespace {

constexpr std::uint16_t kPortOfHttp = 80;
constexpr std::size_t kTokenBytes = 16;
constexpr std::size_t kShortestToken = 8;
constexpr std::size_t kLongestToken = 128;
constexpr std::size_t kLongestName = 253;

bool is_word_character(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

}  // namespace

std::string host_text(const std::string& name, std::uint16_t port) {
    const std::string bare = name.find(':') == std::string::npos ? name : "[" + name + "]";
    return port == kPortOfHttp ? bare : bare + ":" + std::to_string(port);
}

OriginPolicy::OriginPolicy(const std::vector<std::string>& names, std::uint16_t port) {
    for (const std::string& name : names) hosts_.push_back(host_text(name, port));
}

bool OriginPolicy::allows_host(std::string_view host) const {
    return std::find(hosts_.begin(), hosts_.end(), host) != hosts_.end();
}

bool OriginPolicy::allows_origin(std::string_view origin) const {
    constexpr std::string_view kScheme = "http://";
    return origin.starts_with(kScheme) && allows_host(origin.substr(kScheme.size()));
}

bool same_secret(std::string_view given, std::string_view secret) {
    unsigned different = given.size() == secret.size() ? 0U : 1U;
    for (std::size_t i = 0; i < secret.size(); ++i) {
        const char c = i < given.size() ? given[i] : '\0';
        different |= static_cast<unsigned char>(c ^ secret[i]);
    }
    return different == 0;
}

std::string random_token() {
    constexpr std::string_view kDigits = "0123456789abcdef";
    constexpr unsigned kHalfByte = 4;
    constexpr unsigned kLowHalf = 15;
    std::array<unsigned char, kTokenBytes> bytes{};
    if (getentropy(bytes.data(), bytes.size()) != 0) return "";
    std::string text;
    for (const unsigned char byte : bytes) {
        text += kDigits[byte >> kHalfByte];
        text += kDigits[byte & kLowHalf];
    }
    return text;
}

bool is_token(std::string_view text) {
    const auto allowed = [](char c) { return is_word_character(c) || c == '-' || c == '.' || c == '_' || c == '~'; };
    return text.size() >= kShortestToken && text.size() <= kLongestToken &&
           std::all_of(text.begin(), text.end(), allowed);
}

bool is_host_name(std::string_view text) {
    const auto allowed = [](char c) { return is_word_character(c) || c == '-' || c == '.' || c == ':'; };
    return !text.empty() && text.size() <= kLongestName && std::all_of(text.begin(), text.end(), allowed);
}

}  // namespace dunlin::server
