// SPDX-License-Identifier: Apache-2.0
// POSIX, and what Linux says in /proc and /sys.
#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <optional>
#include <utility>
#include <vector>

#include "system.hpp"

namespace dunlin::cli {

void prepare_process() {
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
}

bool is_terminal(std::FILE* stream) { return isatty(fileno(stream)) == 1; }

std::string processor() {
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);) {
        if (line.rfind("model name", 0) != 0) continue;
        return line.substr(line.find(':') + 2);
    }
    utsname name{};
    return uname(&name) == 0 ? name.machine : "unknown";
}

std::string reason_against_writing_in(const std::filesystem::path& folder) {
    return ::access(folder.c_str(), W_OK | X_OK) == 0 ? std::string() : std::strerror(errno);
}

bool may_be_in_file_names(char c) { return c != '/'; }

FolderLock::FolderLock(FolderLock&& other) noexcept : handle_(std::exchange(other.handle_, -1)) {}

FolderLock& FolderLock::operator=(FolderLock&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
}

FolderLock::~FolderLock() {
    if (handle_ >= 0) ::close(static_cast<int>(handle_));
}

bool FolderLock::take(const std::filesystem::path& folder) {
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return true;
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        ::close(descriptor);
        return false;
    }
    handle_ = descriptor;
    return true;
}

namespace {

/// The number that a file begins with; nothing if it begins with none, as with "max".
std::optional<double> number_in_file(const std::string& path) {
    std::ifstream file(path);
    double number = 0;
    if (file >> number) return number;
    return {};
}

/// The memory limits of the control groups that this process is in, and of all groups above them (Linux; both
/// versions).
std::vector<MemoryLimit> control_group_limits() {
    std::vector<MemoryLimit> limits;
    std::ifstream groups("/proc/self/cgroup");  // lines like 4:memory:/a/b or 0::/a/b
    for (std::string line; std::getline(groups, line);) {
        const std::size_t name = line.find(':') + 1;
        const std::size_t path = line.find(':', name) + 1;
        if (name == 0 || path == 0) continue;
        const std::string controllers = line.substr(name, path - 1 - name);
        if (!controllers.empty() && controllers != "memory") continue;
        const bool second_version = controllers.empty();
        const std::filesystem::path root = second_version ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory";
        for (std::filesystem::path group = line.substr(path);; group = group.parent_path()) {
            const char* limit = second_version ? "memory.max" : "memory.limit_in_bytes";
            const auto most = number_in_file((root / group.relative_path() / limit).string());
            if (most) limits.push_back({*most, "the control group of this process may use {}"});
            if (group.relative_path().empty()) break;
        }
    }
    return limits;
}

using Resource = decltype(RLIMIT_AS);

/// What is left of a resource limit; `field` of /proc/self/statm is what the process holds of it, in pages.
std::optional<MemoryLimit> left_of(Resource resource, int field) {
    rlimit limit{};
    if (getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return {};
    std::ifstream held("/proc/self/statm");
    double pages = 0;
    for (int i = 0; i <= field; ++i) held >> pages;
    const double bytes = static_cast<double>(limit.rlim_cur) - pages * static_cast<double>(sysconf(_SC_PAGESIZE));
    return MemoryLimit{std::max(bytes, 0.0), "this process may use {} more (ulimit)"};
}

}  // namespace

MemoryLimit memory_left() {
    constexpr int kAllPages = 0;
    constexpr int kDataPages = 5;
    MemoryLimit least{static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE)),
                      "this machine has {}"};
    std::vector<MemoryLimit> limits = control_group_limits();
    if (const auto left = left_of(RLIMIT_AS, kAllPages)) limits.push_back(*left);
    if (const auto left = left_of(RLIMIT_DATA, kDataPages)) limits.push_back(*left);
    for (const MemoryLimit& limit : limits) {
        if (limit.bytes < least.bytes) least = limit;
    }
    return least;
}

}  // namespace dunlin::cli
