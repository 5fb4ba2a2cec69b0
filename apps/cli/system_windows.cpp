// SPDX-License-Identifier: Apache-2.0
// Windows 10 and later.
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <fcntl.h>
#include <io.h>
#include <windows.h>

#include <cstdlib>
#include <string_view>
#include <system_error>
#include <utility>

#include "system.hpp"

namespace dunlin::cli {
namespace {

HANDLE as_handle(std::intptr_t value) { return reinterpret_cast<HANDLE>(value); }

/// Open as who makes files in it: while it is, nobody else can open it so.
HANDLE open_for_writing(const std::filesystem::path& folder, DWORD shared) {
    return CreateFileW(folder.c_str(), GENERIC_WRITE, shared, nullptr, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS,
                       nullptr);
}

}  // namespace

void prepare_process() {
    SetConsoleOutputCP(CP_UTF8);
    for (std::FILE* stream : {stdin, stdout, stderr}) _setmode(_fileno(stream), _O_BINARY);
}

bool is_terminal(std::FILE* stream) {
    const HANDLE console = as_handle(_get_osfhandle(_fileno(stream)));
    DWORD mode = 0;
    return GetConsoleMode(console, &mode) != 0 &&
           SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

std::string processor() {
    const char* name = std::getenv("PROCESSOR_IDENTIFIER");
    return name != nullptr ? name : "unknown";
}

MemoryLimit memory_left() {
    MEMORYSTATUSEX memory{};
    memory.dwLength = sizeof memory;
    if (GlobalMemoryStatusEx(&memory) == 0) return {1e18, "this machine has {}"};
    return {static_cast<double>(memory.ullTotalPhys), "this machine has {}"};
}

std::string reason_against_writing_in(const std::filesystem::path& folder) {
    const HANDLE handle = open_for_writing(folder, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE);
    const DWORD error = GetLastError();
    if (handle != INVALID_HANDLE_VALUE) CloseHandle(handle);
    const bool locked_by_this_run = error == ERROR_SHARING_VIOLATION;
    if (handle != INVALID_HANDLE_VALUE || locked_by_this_run) return {};
    return std::system_category().message(static_cast<int>(error));
}

bool may_be_in_file_names(char c) { return std::string_view(R"(\/:*?"<>|)").find(c) == std::string_view::npos; }

FolderLock::FolderLock(FolderLock&& other) noexcept : handle_(std::exchange(other.handle_, -1)) {}

FolderLock& FolderLock::operator=(FolderLock&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
}

FolderLock::~FolderLock() {
    if (handle_ >= 0) CloseHandle(as_handle(handle_));
}

bool FolderLock::take(const std::filesystem::path& folder) {
    const HANDLE handle = open_for_writing(folder, FILE_SHARE_READ);
    if (handle == INVALID_HANDLE_VALUE) return GetLastError() != ERROR_SHARING_VIOLATION;
    handle_ = reinterpret_cast<std::intptr_t>(handle);
    return true;
}

}  // namespace dunlin::cli
