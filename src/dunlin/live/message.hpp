// SPDX-License-Identifier: Apache-2.0
// Reads the JSON text of one message. It comes from outside, so every value is asked for by name and type; a value that
// is missing, of another type or not finite is an error in words.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dunlin/error.hpp"
#include "dunlin/scenario.hpp"

namespace dunlin {

/// A number, or the name of a choice.
struct Value {
    bool is_text = false;
    double number = 0;
    std::string text;
};

class Message {
  public:
    /// A text that is not a message has the type() "" and an error().
    explicit Message(std::string_view text);
    Message(const Message&) = delete;
    Message& operator=(const Message&) = delete;
    ~Message();

    double id() const;  ///< that the reply repeats; 0: the message has none
    const std::string& type() const;
    /// The first error that was found, if any.
    const std::optional<Error>& error() const { return error_; }

    bool has(const char* key) const;
    bool is_text(const char* key) const;
    double number(const char* key, double lowest, double highest);
    std::int64_t whole(const char* key, std::int64_t lowest, std::int64_t highest);
    bool flag(const char* key);
    std::string text(const char* key);
    Vec3 point(const char* key);
    Value value(const char* key);
    std::vector<std::string> texts(const char* key);
    std::vector<std::pair<std::string, Value>> values(const char* key);
    std::vector<Waypoint> path(const char* key);

    void fail(const std::string& text);

  private:
    struct Document;
    std::unique_ptr<Document> document_;
    std::optional<Error> error_;
    std::string type_;
    double id_ = 0;
};

}  // namespace dunlin
