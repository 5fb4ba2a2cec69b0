// SPDX-License-Identifier: Apache-2.0
// A text file that grows line by line through a large buffer. Every write is checked. When the disk is full the file
// is cut back to its last whole line, so what was written stays readable, and the Error names the file and the reason.
// Native builds only (POSIX).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "dunlin/error.hpp"

namespace dunlin {

class TextFile {
  public:
    /// Makes the file, or empties it.
    static Result<TextFile> create(const std::string& path);
    TextFile(TextFile&& other) noexcept;
    TextFile& operator=(TextFile&& other) noexcept;
    ~TextFile();

    /// Room for `bytes` more; write there, then call wrote(). Only whole lines may stand in the buffer at wrote().
    char* room(std::size_t bytes);
    /// `end` is where the text in room() ends. Goes to the disk when the buffer is full.
    Result<void> wrote(const char* end);
    Result<void> write(std::string_view whole_lines);
    Result<void> flush();
    Result<void> close();
    const std::string& path() const { return path_; }

  private:
    TextFile(int descriptor, std::string path);
    Result<void> failed(const char* what, int reason);

    int descriptor_ = -1;
    std::string path_;
    std::vector<char> buffer_;
    std::size_t filled_ = 0;
    std::int64_t whole_ = 0;  ///< bytes on the disk that end with a line
};

/// Has `write` write a file beside `path` and puts it there when it is whole: whatever goes wrong, there is never half
/// a file of that name. What is no plain file (a pipe, /dev/stdout) is written where it is.
Result<void> replace_file(const std::string& path, const std::function<Result<void>(const std::string& aside)>& write);

/// Writes a whole file at once, by replace_file().
Result<void> write_text_file(const std::string& path, std::string_view text);

/// Reads a whole file; the Error says why it cannot.
Result<std::string> read_text_file(const std::string& path);
/// The same of standard input.
Result<std::string> read_standard_input();

}  // namespace dunlin
