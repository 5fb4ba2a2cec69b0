// SPDX-License-Identifier: Apache-2.0
// Errors are values: the library never throws, prints or exits. A function that can fail returns Result<T>;
// its Error says where, what is wrong, what was expected, and the nearest valid name if there is one.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace dunlin {

enum class ErrorKind {
    input,   ///< the caller's text, option or value is wrong (the command line exits with 2)
    system,  ///< the machine failed us: a full disk, a missing program (the command line exits with 1)
};

struct Error {
    ErrorKind kind = ErrorKind::input;
    std::string message;  ///< whole and final, e.g. `my.toml:14: [model] has no "nose"; did you mean "noise"?`
};

/// Either a value or an Error.
template <class T>
class [[nodiscard]] Result {
  public:
    Result(T value) : data_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : data_(std::in_place_index<1>, std::move(error)) {}

    explicit operator bool() const { return data_.index() == 0; }
    T& value() & { return *std::get_if<0>(&data_); }
    const T& value() const& { return *std::get_if<0>(&data_); }
    T&& value() && { return std::move(*std::get_if<0>(&data_)); }
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }
    const Error& error() const { return *std::get_if<1>(&data_); }

  private:
    std::variant<T, Error> data_;
};

template <>
class [[nodiscard]] Result<void> {
  public:
    Result() = default;
    Result(Error error) : error_(std::move(error)) {}

    explicit operator bool() const { return !error_; }
    const Error& error() const { return *error_; }

  private:
    std::optional<Error> error_;
};

}  // namespace dunlin
