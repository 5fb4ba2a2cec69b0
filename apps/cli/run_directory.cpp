// SPDX-License-Identifier: Apache-2.0
// A folder holds a run when any of the files that a run writes is in it. --force removes those files and no others.
#include "run_directory.hpp"

#include <fmt/format.h>

#include <utility>

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

/// The name of a scenario's folder in `runs`. A scenario's name may hold anything, "../" too; the folder is always in
/// `runs`.
std::string folder_name(const std::string& scenario_name) {
    std::string name = scenario_name;
    for (char& c : name) {
        if (c == '\x7f' || static_cast<unsigned char>(c) <= ' ' || !may_be_in_file_names(c)) c = '-';
    }
    if (name.empty() || name.front() == '.') name.insert(0, "run");
    return name;
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
    const fs::path base = asked.empty() ? fs::path("runs") / folder_name(scenario_name) : fs::path(asked);
    for (int number = 1;; ++number) {
        RunDirectory directory;
        directory.path_ = number == 1 ? base : fs::path(base.string() + fmt::format("-{}", number));
        const bool another_will_do = asked.empty() && number < kMostNumbered;
        if (another_will_do && file_of_a_run(directory.path_) != nullptr) continue;
        const auto prepared = directory.prepare(force);
        if (prepared) return directory;
        if (another_will_do && prepared.error().kind == ErrorKind::input && directory.is_taken_) continue;
        return Error{prepared.error().kind, (asked.empty() ? "" : "--out ") + prepared.error().message};
    }
}

/// Makes the folder, locks it, and checks that it can be written and holds no run.
Result<void> RunDirectory::prepare(bool force) {
    std::error_code failure;
    const auto fail = [&](const std::string& text) { return Error{ErrorKind::input, path_.string() + ": " + text}; };
    if (fs::exists(path_, failure) && !fs::is_directory(path_, failure)) return fail("is a file; expected a folder");
    for (fs::path above = path_; !above.empty() && !fs::exists(above, failure); above = above.parent_path()) {
        made_ = above;
    }
    fs::create_directories(path_, failure);
    if (failure) {
        const std::string reason = failure.message();
        abandon();
        return fail("cannot be made: " + reason);
    }
    is_taken_ = !lock_.take(path_);
    if (is_taken_) return fail("another run is writing there now");
    const char* there = file_of_a_run(path_);
    is_taken_ = there != nullptr && !force;
    if (is_taken_) return fail(fmt::format("there is a run already ({}); --force overwrites it", there));
    if (const std::string reason = reason_against_writing_in(path_); !reason.empty()) {
        abandon();
        return fail("cannot be written: " + reason);
    }
    for (const char* name : kRunFiles) {
        for (const std::string& file : {std::string(name), name + std::string(".part")}) {
            fs::remove(path_ / file, failure);
            if (failure) return fail(fmt::format("{} cannot be removed: {}", file, failure.message()));
        }
    }
    return {};
}

void RunDirectory::abandon() {
    std::error_code ignored;
    for (const char* name : kRunFiles) fs::remove(path_ / name, ignored);
    for (const std::string& name : own_tables_) fs::remove(path_ / name, ignored);
    // Only what is empty goes, from the innermost folder up to the first one made.
    for (fs::path folder = path_; !made_.empty(); folder = folder.parent_path()) {
        if (fs::exists(folder, ignored) && !fs::remove(folder, ignored)) return;
        if (folder == made_) return;
    }
}

Result<void> RunDirectory::write_scenario_files(Scenario scenario, const std::string& command_line) {
    for (FlockSpec& flock : scenario.flocks) {
        if (flock.start != "file" || flock.file.empty()) continue;
        flock.file = table_name(own_tables_.size());
        own_tables_.push_back(flock.file);
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
