// SPDX-License-Identifier: Apache-2.0
// A folder holds a run when any of the files a run writes is in it. Only those files are ever removed (--force).
#include "run_directory.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <vector>

#include "dunlin/io/text_file.hpp"
#include "dunlin/version.hpp"

namespace dunlin::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kRunFiles[] = {"scenario.toml", "trajectory.csv", "observables.csv",
                                     "summary.json",  "flock.png",      "flock.mp4"};
constexpr int kMostNumbered = 100'000;

std::string table_name(std::size_t index) { return index == 0 ? "start.csv" : fmt::format("start-{}.csv", index + 1); }

const char* file_of_a_run(const fs::path& folder) {
    std::error_code ignored;
    for (const char* name : kRunFiles) {
        if (fs::exists(folder / name, ignored)) return name;
    }
    return nullptr;
}

fs::path free_folder(const std::string& name) {
    const fs::path base = fs::path("runs") / name;
    fs::path path = base;
    for (int number = 2; number < kMostNumbered && file_of_a_run(path) != nullptr; ++number) {
        path = base.string() + fmt::format("-{}", number);
    }
    return path;
}

std::string one_line_in_quotes(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += static_cast<unsigned char>(c) < ' ' || c == '\x7f' ? ' ' : c;
    }
    return out + '"';
}

}  // namespace

Result<RunDirectory> RunDirectory::open(const std::string& asked, const std::string& scenario_name, bool force) {
    RunDirectory directory;
    directory.path_ = asked.empty() ? free_folder(scenario_name) : fs::path(asked);
    const std::string shown = asked.empty() ? directory.path_.string() : "--out " + asked;
    const auto fail = [&](const std::string& text) { return Error{ErrorKind::input, shown + ": " + text}; };
    std::error_code failure;

    if (fs::exists(directory.path_, failure) && !fs::is_directory(directory.path_, failure)) {
        return fail("is a file; expected a folder");
    }
    if (const char* there = file_of_a_run(directory.path_)) {
        if (!force) return fail(fmt::format("there is a run already ({}); --force overwrites it", there));
        for (const char* name : kRunFiles) {
            fs::remove(directory.path_ / name, failure);
            if (failure) return fail(fmt::format("{} cannot be removed: {}", name, failure.message()));
        }
    }
    for (fs::path above = directory.path_; !above.empty() && !fs::exists(above, failure); above = above.parent_path()) {
        directory.made_ = above;
    }
    fs::create_directories(directory.path_, failure);
    if (failure) {
        directory.abandon();
        return fail("cannot be made: " + failure.message());
    }
    if (::access(directory.path_.c_str(), W_OK | X_OK) != 0) {
        const std::string reason = std::strerror(errno);
        directory.abandon();
        return fail("cannot be written: " + reason);
    }
    return directory;
}

void RunDirectory::abandon() {
    std::error_code ignored;
    if (made_.empty()) return;
    for (const char* name : kRunFiles) fs::remove(path_ / name, ignored);
    // Only what is empty goes, from the innermost folder up to the first one made.
    for (fs::path folder = path_;; folder = folder.parent_path()) {
        if (!fs::remove(folder, ignored) || folder == made_) return;
    }
}

Result<void> RunDirectory::write_scenario_files(Scenario scenario, const std::string& command_line) const {
    std::size_t tables = 0;
    for (FlockSpec& flock : scenario.flocks) {
        if (flock.start != "file" || flock.file.empty()) continue;
        flock.file = table_name(tables++);
        if (auto written = write_text_file((path_ / flock.file).string(), flock.table); !written) return written;
    }
    std::string text = write_scenario(scenario);
    text += fmt::format(
        "\n[run]  # what made this folder; not read again, but for the name\n"
        "scenario = {}\nversion = {}\ncommit = {}\ncompiler = {}\ncommand = {}\n",
        one_line_in_quotes(scenario.name), one_line_in_quotes(std::string(version())),
        one_line_in_quotes(std::string(commit())), one_line_in_quotes(std::string(compiler())),
        one_line_in_quotes(command_line));
    return write_text_file(file("scenario.toml"), text);
}

}  // namespace dunlin::cli
