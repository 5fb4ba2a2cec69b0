# Who built this, from what: version, commit and compiler, as functions of the library.
find_package(Git QUIET)
set(version_unit "${CMAKE_CURRENT_BINARY_DIR}/generated/version.cpp")
set(write_version "${CMAKE_COMMAND}" -D "SOURCE=${PROJECT_SOURCE_DIR}" -D "OUTPUT=${version_unit}"
    -D "VERSION=${PROJECT_VERSION}" -D "COMPILER=${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}"
    -D "GIT=${GIT_EXECUTABLE}" -P "${CMAKE_CURRENT_LIST_DIR}/write_version.cmake")
execute_process(COMMAND ${write_version} COMMAND_ERROR_IS_FATAL ANY)
add_custom_target(dunlin_provenance COMMAND ${write_version} BYPRODUCTS "${version_unit}" VERBATIM
                  COMMENT "Which commit this is")
