# Who built this, from what: version, commit and compiler, as functions of the library.
find_package(Git QUIET)
set(DUNLIN_COMMIT "unknown")
if(GIT_FOUND AND EXISTS "${PROJECT_SOURCE_DIR}/.git")
    execute_process(COMMAND "${GIT_EXECUTABLE}" -C "${PROJECT_SOURCE_DIR}" rev-parse --short=10 HEAD
                    OUTPUT_VARIABLE DUNLIN_COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    execute_process(COMMAND "${GIT_EXECUTABLE}" -C "${PROJECT_SOURCE_DIR}" diff --quiet HEAD
                    RESULT_VARIABLE changed ERROR_QUIET)
    if(changed)
        string(APPEND DUNLIN_COMMIT "+")
    endif()
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/.git/logs/HEAD")
endif()
file(CONFIGURE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/generated/version.cpp" CONTENT
"// Made by CMake.
#include \"dunlin/version.hpp\"

namespace dunlin {
std::string_view version() { return \"${PROJECT_VERSION}\"; }
std::string_view commit() { return \"${DUNLIN_COMMIT}\"; }
std::string_view compiler() { return \"${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}\"; }
}  // namespace dunlin
")
