# Toolchain: Windows on x86-64 by MinGW-w64 with POSIX threads (Debian: g++-mingw-w64-x86-64-posix), run here by Wine (wine64).
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
find_program(DUNLIN_WINE NAMES wine64 wine HINTS /usr/lib/wine DOC "Runs programs of Windows")
set(CMAKE_CROSSCOMPILING_EMULATOR "${DUNLIN_WINE}")
# g++ takes the stack to be aligned to 32 bytes where AVX registers are saved, but Windows aligns it to 16 only: moves that
# fault on that are assembled as those that do not. One file holds all that the program needs of the compiler's libraries.
set(CMAKE_CXX_FLAGS_INIT "-Wa,-muse-unaligned-vector-move")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static")
include("${CMAKE_CURRENT_LIST_DIR}/foreign.cmake")
