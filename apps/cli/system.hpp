// SPDX-License-Identifier: Apache-2.0
// What the program asks of its operating system, signals apart (interrupt.hpp): system_posix.cpp or system_windows.cpp.
#pragma once

#include <cstdio>
#include <filesystem>
#include <string>

namespace dunlin::cli {

/// First of all: a full disk or a closed pipe makes a write fail, so that a message can name the file; and what is
/// printed arrives byte for byte.
void prepare_process();

/// Whether somebody sees it, with colors, at a terminal.
bool is_terminal(std::FILE* stream);

/// The name of the processor, as its maker gives it.
std::string processor();

struct MemoryLimit {
    double bytes = 0;
    const char* sentence = "";  ///< with {} for the bytes
};
/// The smallest of all limits that apply to this process.
MemoryLimit memory_left();

/// Why no file can be made in the folder; empty if one can.
std::string reason_against_writing_in(const std::filesystem::path& folder);

/// Whether names of files may hold it.
bool may_be_in_file_names(char c);

/// Keeps other runs out of a folder while it is written. The system removes the lock when the process ends, however it
/// ends.
class FolderLock {
  public:
    FolderLock() = default;
    FolderLock(FolderLock&& other) noexcept;
    FolderLock& operator=(FolderLock&& other) noexcept;
    ~FolderLock();

    /// False if another process has locked the folder. On file systems without locks this is always true.
    bool take(const std::filesystem::path& folder);

  private:
    std::intptr_t handle_ = -1;
};

}  // namespace dunlin::cli
