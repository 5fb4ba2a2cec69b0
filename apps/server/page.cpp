// SPDX-License-Identifier: Apache-2.0
// Reads the page's files. What a file is compressed to (FILE.gz) belongs to the file; FILE.br is for other hosts, since
// browsers take it over https only.
#include "page.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

namespace dunlin::server {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kUnknownType = "application/octet-stream";
constexpr std::array<std::pair<std::string_view, std::string_view>, 17> kTypes{{
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".json", "application/json"},
    {".map", "application/json"},
    {".wasm", "application/wasm"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".webp", "image/webp"},
    {".jpg", "image/jpeg"},
    {".ico", "image/x-icon"},
    {".woff2", "font/woff2"},
    {".webmanifest", "application/manifest+json"},
    {".txt", "text/plain; charset=utf-8"},
    {".toml", "application/toml"},
    {".csv", "text/csv"},
}};

std::string type_of(const fs::path& file) {
    const std::string extension = file.extension().string();
    const auto* const found =
        std::find_if(kTypes.begin(), kTypes.end(), [&](const auto& row) { return row.first == extension; });
    return std::string(found == kTypes.end() ? kUnknownType : found->second);
}

fs::path program_folder() {
    std::error_code failure;
#ifdef __APPLE__
    std::array<char, 4096> name{};
    std::uint32_t size = name.size();
    if (_NSGetExecutablePath(name.data(), &size) != 0) return {};
    return fs::canonical(name.data(), failure).parent_path();
#else
    return fs::read_symlink("/proc/self/exe", failure).parent_path();
#endif
}

bool has_page(const fs::path& folder) {
    std::error_code failure;
    return fs::is_regular_file(folder / "index.html", failure);
}

bool read_file(const fs::path& file, std::string& bytes) {
    std::ifstream stream(file, std::ios::binary);
    bytes.assign(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
    return stream.good() || stream.eof();
}

/// Says in the page that a program serves it. False: the page has no place for it.
bool tell_engine(std::string& html) {
    constexpr std::string_view kPlace = "<html ";
    constexpr std::string_view kEngine = "data-engine=\"native\" ";
    const std::size_t at = html.find(kPlace);
    if (at == std::string::npos) return false;
    html.insert(at + kPlace.size(), kEngine);
    return true;
}

}  // namespace

Result<std::string> find_page() {
    const fs::path program = program_folder();
    const fs::path beside = program / "page";
    const fs::path installed = (program / DUNLIN_INSTALLED_PAGE).lexically_normal();
    if (has_page(beside)) return beside.string();
    if (has_page(installed)) return installed.string();
    return Error{ErrorKind::system, "the live page is not built; `make live` builds it (looked for it in " +
                                        beside.string() + " and " + installed.string() + ")"};
}

Result<std::vector<PageFile>> read_page(const std::string& folder) {
    std::vector<PageFile> files;
    std::error_code failure;
    const fs::path root(folder);
    for (fs::recursive_directory_iterator at(root, failure), end; !failure && at != end; at.increment(failure)) {
        const fs::path& file = at->path();
        if (!at->is_regular_file(failure) || file.extension() == ".gz" || file.extension() == ".br") continue;
        PageFile read;
        read.path = "/";
        read.path += file.lexically_relative(root).generic_string();
        read.type = type_of(file);
        // The page's builder names the files of this folder by their content.
        read.forever = read.path.starts_with("/assets/");
        if (!read_file(file, read.bytes)) return Error{ErrorKind::system, "cannot read " + file.string()};
        if (read.path == "/index.html") {
            if (!tell_engine(read.bytes)) {
                return Error{ErrorKind::system, file.string() + " is not the live page: it has no <html ...>"};
            }
        } else if (fs::path small = file; fs::exists(small += ".gz", failure) && !read_file(small, read.gzip)) {
            return Error{ErrorKind::system, "cannot read " + small.string()};
        }
        files.push_back(std::move(read));
    }
    if (failure) return Error{ErrorKind::system, "cannot read " + folder + ": " + failure.message()};
    return files;
}

}  // namespace dunlin::server
