// SPDX-License-Identifier: Apache-2.0
// POSIX descriptors rather than streams: they tell why a write failed, and let a half-written line be cut off again.
#include "dunlin/io/text_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "dunlin/base/open_flags.hpp"

namespace dunlin {
namespace {

constexpr std::size_t kBufferBytes = 1 << 20;
constexpr int kEverybodyReads = 0666;

std::string reason_text(int reason) { return std::strerror(reason); }

}  // namespace

TextFile::TextFile(int descriptor, std::string path) : descriptor_(descriptor), path_(std::move(path)) {
    buffer_.resize(kBufferBytes);
}

TextFile::TextFile(TextFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      path_(std::move(other.path_)),
      buffer_(std::move(other.buffer_)),
      filled_(std::exchange(other.filled_, 0)),
      whole_(other.whole_) {}

TextFile& TextFile::operator=(TextFile&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    std::swap(path_, other.path_);
    std::swap(buffer_, other.buffer_);
    std::swap(filled_, other.filled_);
    std::swap(whole_, other.whole_);
    return *this;
}

TextFile::~TextFile() { (void)close(); }

Result<TextFile> TextFile::create(const std::string& path) {
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | kOpenFlags, kEverybodyReads);
    if (descriptor < 0) return Error{ErrorKind::system, path + ": cannot be written: " + reason_text(errno)};
    return TextFile(descriptor, path);
}

char* TextFile::room(std::size_t bytes) {
    if (buffer_.size() - filled_ < bytes) buffer_.resize(filled_ + bytes);
    return buffer_.data() + filled_;
}

Result<void> TextFile::wrote(const char* end) {
    filled_ = static_cast<std::size_t>(end - buffer_.data());
    if (filled_ < kBufferBytes / 2) return {};
    return flush();
}

Result<void> TextFile::write(std::string_view whole_lines) {
    char* room_for_it = room(whole_lines.size());
    std::memcpy(room_for_it, whole_lines.data(), whole_lines.size());
    return wrote(room_for_it + whole_lines.size());
}

Result<void> TextFile::failed(const char* what, int reason) {
    // A line cut in the middle would be read as wrong numbers. /dev/full and pipes cannot be cut; nothing is lost
    // there.
    const bool cut = ::ftruncate(descriptor_, static_cast<off_t>(whole_)) == 0;
    (void)cut;
    filled_ = 0;
    return Error{ErrorKind::system, path_ + ": " + what + ": " + reason_text(reason)};
}

Result<void> TextFile::flush() {
    std::size_t done = 0;
    while (done < filled_) {
        const ssize_t count = ::write(descriptor_, buffer_.data() + done, filled_ - done);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) {
            const int reason = count < 0 ? errno : ENOSPC;
            std::size_t lines_end = done;
            while (lines_end > 0 && buffer_[lines_end - 1] != '\n') --lines_end;
            whole_ += static_cast<std::int64_t>(lines_end);
            return failed("cannot be written", reason);
        }
        done += static_cast<std::size_t>(count);
    }
    whole_ += static_cast<std::int64_t>(filled_);
    filled_ = 0;
    return {};
}

Result<void> TextFile::close() {
    if (descriptor_ < 0) return {};
    Result<void> result = flush();
    const bool closed = ::close(std::exchange(descriptor_, -1)) == 0;
    if (result && !closed) return Error{ErrorKind::system, path_ + ": cannot be closed: " + reason_text(errno)};
    return result;
}

Result<void> replace_file(const std::string& path, const std::function<Result<void>(const std::string& aside)>& write) {
    std::error_code failure;
    const auto there = std::filesystem::status(path, failure);
    if (std::filesystem::exists(there) && !std::filesystem::is_regular_file(there)) return write(path);
    const std::string aside = path + ".part";
    auto result = write(aside);
    if (!result) {
        // Messages name the file that was asked for.
        std::string message = result.error().message;
        if (message.starts_with(aside)) message.replace(0, aside.size(), path);
        std::filesystem::remove(aside, failure);
        return Error{result.error().kind, message};
    }
    std::filesystem::rename(aside, path, failure);
    if (!failure) return {};
    const std::string reason = failure.message();
    std::filesystem::remove(aside, failure);
    return Error{ErrorKind::system, path + ": cannot be written: " + reason};
}

Result<void> write_text_file(const std::string& path, std::string_view text) {
    return replace_file(path, [&](const std::string& aside) -> Result<void> {
        auto file = TextFile::create(aside);
        if (!file) return file.error();
        if (auto written = file->write(text); !written) return written;
        return file->close();
    });
}

namespace {

Result<std::string> read_all(int descriptor, const std::string& path) {
    struct stat kind {};
    const bool is_device = ::fstat(descriptor, &kind) == 0 && S_ISCHR(kind.st_mode) && ::isatty(descriptor) == 0;
    std::string text;
    std::vector<char> block(kBufferBytes);
    while (true) {
        const auto count = ::read(descriptor, block.data(), block.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return Error{ErrorKind::input, path + ": cannot be read: " + reason_text(errno)};
        if (count == 0) return text;
        if (is_device) return Error{ErrorKind::input, path + ": is a device; expected a file"};  // /dev/zero has no end
        text.append(block.data(), static_cast<std::size_t>(count));
    }
}

}  // namespace

Result<std::string> read_text_file(const std::string& path) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | kOpenFlags);
    if (descriptor < 0) return Error{ErrorKind::input, path + ": cannot be read: " + reason_text(errno)};
    auto text = read_all(descriptor, path);
    ::close(descriptor);
    return text;
}

Result<std::string> read_standard_input() { return read_all(STDIN_FILENO, "standard input"); }

}  // namespace dunlin
