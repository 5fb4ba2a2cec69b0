# What the toolchains of other systems have in common: libraries, headers and packages are those of that system, but
# header-only libraries are borrowed from the machine that builds (cmake/borrowed_headers.cmake).
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(DUNLIN_BORROW_HEADERS ON)
