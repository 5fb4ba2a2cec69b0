# cmake -DFOLDER=... -DUNIT=page_files.cpp -P embed_page.cmake: a C++ unit that holds every file of the folder as data. The
# assembler reads the files itself, which takes no time; their hashes stand in the symbols' names, so that the unit's text
# changes with their content. The page is told that a program serves it (web/src/engine/choose.ts). What a file is
# compressed to (.gz) belongs to the file; .br is for other hosts, since browsers take it over https only.
cmake_minimum_required(VERSION 3.25)
file(GLOB_RECURSE files RELATIVE "${FOLDER}" "${FOLDER}/*")
list(FILTER files EXCLUDE REGEX "[.](gz|br)$")
list(SORT files)

set(types
    "html|text/html\; charset=utf-8" "js|text/javascript\; charset=utf-8" "mjs|text/javascript\; charset=utf-8"
    "css|text/css\; charset=utf-8" "json|application/json" "map|application/json" "wasm|application/wasm"
    "svg|image/svg+xml" "png|image/png" "webp|image/webp" "jpg|image/jpeg" "ico|image/x-icon" "woff2|font/woff2"
    "webmanifest|application/manifest+json" "txt|text/plain\; charset=utf-8" "toml|application/toml" "csv|text/csv")

set(data "")
set(declarations "")
set(rows "")
set(number 0)

# The data of one file as a symbol; `out` receives a C++ expression for its bytes.
function(add_data out source)
    file(SHA256 "${source}" hash)
    string(SUBSTRING "${hash}" 0 16 hash)
    set(symbol "dunlin_page_${number}_${hash}")
    math(EXPR number "${number} + 1")
    string(APPEND data
           "    \".balign 16\\n\"\n"
           "    \".globl ${symbol}\\n.hidden ${symbol}\\n${symbol}:\\n\"\n"
           "    \".incbin \\\"${source}\\\"\\n\"\n"
           "    \".globl ${symbol}_end\\n.hidden ${symbol}_end\\n${symbol}_end:\\n\"\n")
    string(APPEND declarations "extern const char ${symbol}[], ${symbol}_end[];\n")
    foreach(name number data declarations)
        set(${name} "${${name}}" PARENT_SCOPE)
    endforeach()
    set(${out} "between(${symbol}, ${symbol}_end)" PARENT_SCOPE)
endfunction()

foreach(file IN LISTS files)
    if(file MATCHES "[\"\\\\]")
        message(FATAL_ERROR "a file of the page has a name that cannot be embedded: ${file}")
    endif()
    get_filename_component(extension "${file}" LAST_EXT)
    string(REGEX REPLACE "^[.]" "" extension "${extension}")
    set(type "application/octet-stream")
    foreach(row IN LISTS types)
        if(row MATCHES "^${extension}[|](.*)$")
            set(type "${CMAKE_MATCH_1}")
        endif()
    endforeach()
    set(forever "false")
    if(file MATCHES "^assets/")  # the page's builder names these by their content
        set(forever "true")
    endif()
    set(source "${FOLDER}/${file}")
    if(file STREQUAL "index.html")
        file(READ "${source}" html)
        string(REPLACE "<html " "<html data-engine=\"native\" " told "${html}")
        if(told STREQUAL html)
            message(FATAL_ERROR "${source} has no <html ...> that could be told which engine serves it")
        endif()
        set(source "${UNIT}.index.html")
        file(WRITE "${source}" "${told}")
    endif()
    add_data(bytes "${source}")
    set(gzip "{}")
    if(EXISTS "${source}.gz" AND NOT file STREQUAL "index.html")
        add_data(gzip "${source}.gz")
    endif()
    string(APPEND rows "        {\"/${file}\", \"${type}\", ${bytes}, ${gzip}, ${forever}},\n")
endforeach()

file(CONFIGURE OUTPUT "${UNIT}" CONTENT
"// Made by CMake from the files of the page.
#include \"page.hpp\"

__asm__(
    \".pushsection .rodata\\n\"
@data@    \".popsection\\n\");

extern \"C\" {
@declarations@}

namespace dunlin::server {
namespace {

std::string_view between(const char* begin, const char* end) {
    return {begin, static_cast<std::size_t>(end - begin)};
}

}  // namespace

std::span<const PageFile> page_files() {
    static const PageFile files[] = {
@rows@    };
    return files;
}

}  // namespace dunlin::server
" @ONLY)
