// SPDX-License-Identifier: Apache-2.0
// Checks parameters that come from outside by name.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "dunlin/describe.hpp"
#include "dunlin/error.hpp"
#include "dunlin/live/message.hpp"

namespace dunlin {

inline Error wrong(std::string text) { return {ErrorKind::input, std::move(text)}; }

/// The value as the number that the parameter takes, if it is in its range.
Result<double> checked_value(const ParameterInfo& info, const Value& value);

Result<std::size_t> parameter_row(const Description& description, const std::string& name);

Result<void> put_values(const Description& description, std::vector<double>& values,
                        const std::vector<std::pair<std::string, Value>>& given);

}  // namespace dunlin
