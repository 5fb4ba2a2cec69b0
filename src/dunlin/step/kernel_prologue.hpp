// SPDX-License-Identifier: Apache-2.0
// The prologue of units that are compiled for one instruction set.
#pragma once

#include "dunlin/base/kernel_prologue.hpp"
