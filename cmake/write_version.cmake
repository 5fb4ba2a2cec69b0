# Writes version.cpp: version, commit and compiler as functions of the library. Run by the build each time, since files
# change without CMake being run again; the file is touched only when its content changes.
#   cmake -D SOURCE=... -D OUTPUT=... -D VERSION=... -D COMPILER=... [-D GIT=...] -P write_version.cmake
set(commit "unknown")
if(EXISTS "${SOURCE}/COMMIT")  # installed sources
    file(READ "${SOURCE}/COMMIT" commit)
elseif(GIT AND EXISTS "${SOURCE}/.git")
    # No lock on the index: somebody may be using git at the same time.
    set(git "${CMAKE_COMMAND}" -E env GIT_OPTIONAL_LOCKS=0 "${GIT}" -C "${SOURCE}")
    execute_process(COMMAND ${git} rev-parse --short=10 HEAD RESULT_VARIABLE failed
                    OUTPUT_VARIABLE found OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    # What differs from the commit: changed files anywhere, and files that git does not know in the folders whose files
    # the build finds by itself.
    execute_process(COMMAND ${git} status --porcelain --untracked-files=no OUTPUT_VARIABLE changed ERROR_QUIET)
    execute_process(COMMAND ${git} ls-files --others --exclude-standard -- src include apps bindings scenarios cmake web
                    OUTPUT_VARIABLE added ERROR_QUIET)
    if(NOT failed)
        set(commit "${found}")
        if(NOT "${changed}${added}" STREQUAL "")
            string(APPEND commit "+")
        endif()
    endif()
endif()
cmake_path(GET OUTPUT PARENT_PATH folder)
file(CONFIGURE OUTPUT "${folder}/COMMIT" CONTENT "${commit}" @ONLY)
file(CONFIGURE OUTPUT "${OUTPUT}" CONTENT
"// Made by CMake.
#include \"dunlin/version.hpp\"

namespace dunlin {
std::string_view version() { return \"${VERSION}\"; }
std::string_view commit() { return \"${commit}\"; }
std::string_view compiler() { return \"${COMPILER}\"; }
}  // namespace dunlin
")
