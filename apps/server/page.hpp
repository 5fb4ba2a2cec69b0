// SPDX-License-Identifier: Apache-2.0
// The page, as files inside the program. cmake/embed_page.cmake writes the table; nothing is read from disk.
#pragma once

#include <span>
#include <string_view>

namespace dunlin::server {

struct PageFile {
    std::string_view path;   ///< as it is asked for: "/index.html"
    std::string_view type;   ///< of its content: "text/html; charset=utf-8"
    std::string_view bytes;  ///< in the program's own image
    std::string_view gzip;   ///< the same compressed; empty if that saves nothing
    bool forever;            ///< its name changes with its content
};
std::span<const PageFile> page_files();

}  // namespace dunlin::server
