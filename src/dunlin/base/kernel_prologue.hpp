// SPDX-License-Identifier: Apache-2.0
// First include of a unit that is compiled for one instruction set: every standard header that code inside the target
// region needs, so that nothing of the standard library is compiled for that machine, and Highway for the one target.
#pragma once

#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "dunlin/scenario.hpp"

#ifdef DUNLIN_HWY_TARGET
#include <hwy/base.h>
#include <hwy/detect_targets.h>
#undef HWY_TARGET
#define HWY_TARGET DUNLIN_HWY_TARGET
#if HWY_TARGET == HWY_NEON
// Every aarch64 machine has NEON, so its unit is ordinary code. Highway would ask for the instructions of cryptography,
// too, and g++ cannot inline that into constructors, which it makes at the end of the unit.
#undef HWY_HAVE_RUNTIME_DISPATCH
#define HWY_HAVE_RUNTIME_DISPATCH 0
#endif
#include <hwy/highway.h>
#else
#define HWY_BEFORE_NAMESPACE() static_assert(true, "ordinary code")
#define HWY_AFTER_NAMESPACE() static_assert(true, "ordinary code")
#endif
