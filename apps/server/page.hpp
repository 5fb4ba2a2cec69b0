// SPDX-License-Identifier: Apache-2.0
// The files of the page. They are read from one folder when the program starts; after that no file is opened.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dunlin/error.hpp"

namespace dunlin::server {

struct PageFile {
    std::string path;  ///< as a browser asks for it: "/index.html"
    std::string type;  ///< of its content: "text/html; charset=utf-8"
    std::string bytes;
    std::string gzip;  ///< the same compressed; empty if that saves nothing
    bool forever;      ///< its name changes with its content
};

/// The folder of the built page: page/ beside the program, or share/dunlin/page where it is installed. If neither has a
/// page, the error says how to build it.
Result<std::string> find_page();

/// All files of the folder. The page is told that a program serves it (web/src/engine/choose.ts).
Result<std::vector<PageFile>> read_page(const std::string& folder);

}  // namespace dunlin::server
