# Toolchain: WebAssembly by plain clang with wasi-libc and libc++ (Debian: clang-19 lld-19 libc++-19-dev-wasm32
# libc++abi-19-dev-wasm32 libclang-rt-19-dev-wasm32 wasi-libc; `sh tools/deps.sh live` installs them). No Emscripten, no glue.
# Native headers must stay out of sight: bindings/wasm links the header-only libraries it needs into a folder of its own.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)

find_program(DUNLIN_WASM_COMPILER NAMES clang++-19 clang++-20 clang++-21 DOC "A clang with libc++ for wasm32-wasi")
if(NOT DUNLIN_WASM_COMPILER)
    message(FATAL_ERROR "WebAssembly is built by clang++-19, which is not here: `sh tools/deps.sh live` installs it")
endif()
set(CMAKE_CXX_COMPILER "${DUNLIN_WASM_COMPILER}")
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
# A module that is called, not run: _initialize instead of main. The test programs of CMake must link, too.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_CXX_FLAGS_INIT "-msimd128 -mbulk-memory -mnontrapping-fptoint")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-mexec-model=reactor")

set(CMAKE_FIND_ROOT_PATH /usr/lib/wasm32-wasi)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

# The linker optimizes over all units (-flto) and takes their objects themselves. An archive of such is left without an
# index, which only an ar as new as the compiler could make.
set(CMAKE_CXX_ARCHIVE_CREATE "<CMAKE_AR> qcS <TARGET> <LINK_FLAGS> <OBJECTS>")
set(CMAKE_CXX_ARCHIVE_APPEND "<CMAKE_AR> qS <TARGET> <LINK_FLAGS> <OBJECTS>")
set(CMAKE_CXX_ARCHIVE_FINISH "")
