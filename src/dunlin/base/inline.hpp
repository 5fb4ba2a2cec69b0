// SPDX-License-Identifier: Apache-2.0
// DUNLIN_INLINE stands on every function that a kernel may call. A unit for a machine with a compiler of its own, such
// as a GPU, defines it before it includes anything: tests/cuda does.
#pragma once

#ifndef DUNLIN_INLINE
#ifdef DUNLIN_HWY_TARGET
#include <hwy/base.h>
#define DUNLIN_INLINE HWY_INLINE
#else
#define DUNLIN_INLINE inline
#endif
#endif
/// For what is done once for a block of agents, not for each neighbor: a call where code is to be small (-Os).
#ifdef __OPTIMIZE_SIZE__
#define DUNLIN_INLINE_BLOCK inline
#else
#define DUNLIN_INLINE_BLOCK DUNLIN_INLINE
#endif
