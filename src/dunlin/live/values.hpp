// SPDX-License-Identifier: Apache-2.0
// Parameters that come by name from outside, checked against their tables.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "dunlin/describe.hpp"
#include "dunlin/error.hpp"
#include "dunlin/live/message.hpp"

namespace dunlin {

inline Error wrong(std::string text) { return {ErrorKind::input, std::move(text)}; }

/// The number that a parameter gets from outside, checked.
Result<double> checked_value(const ParameterInfo& info, const Value& value);

Result<std::size_t> parameter_row(const Description& description, const std::string& name);

Result<void> put_values(const Description& description, std::vector<double>& values,
                        const std::vector<std::pair<std::string, Value>>& given);

}  // namespace dunlin
