// SPDX-License-Identifier: Apache-2.0
// How a function becomes one that the page may call.
#pragma once

#define DUNLIN_EXPORT(name) extern "C" __attribute__((export_name(#name)))
