// SPDX-License-Identifier: Apache-2.0
// Marks a function that the page may call.
#pragma once

#define DUNLIN_EXPORT(name) extern "C" __attribute__((export_name(#name)))
