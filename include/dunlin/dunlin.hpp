// SPDX-License-Identifier: Apache-2.0
// The whole public API in one include.
#pragma once

#include "dunlin/describe.hpp"
#include "dunlin/error.hpp"
#include "dunlin/render.hpp"
#include "dunlin/scenario.hpp"
#include "dunlin/simulation.hpp"
#include "dunlin/threads.hpp"
#include "dunlin/version.hpp"
