// SPDX-License-Identifier: Apache-2.0
// The elementary functions that may touch the state: same bits everywhere, unlike those of the C library.
#pragma once

#include "dunlin/base/exponential.hpp"
#include "dunlin/base/rotation.hpp"
#include "dunlin/base/trigonometry.hpp"
