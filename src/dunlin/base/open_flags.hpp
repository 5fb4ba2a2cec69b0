// SPDX-License-Identifier: Apache-2.0
// How files are opened: a program that is started meanwhile does not get them, and Windows leaves their bytes as they
// are.
#pragma once

#include <fcntl.h>

namespace dunlin {

#ifdef _WIN32
inline constexpr int kOpenFlags = O_BINARY | O_NOINHERIT;
#else
inline constexpr int kOpenFlags = O_CLOEXEC;
#endif

}  // namespace dunlin
