# Toolchain: Linux on aarch64 by g++ (Debian: g++-aarch64-linux-gnu), run here by qemu (qemu-user).
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L /usr/aarch64-linux-gnu)
include("${CMAKE_CURRENT_LIST_DIR}/foreign.cmake")
