// SPDX-License-Identifier: Apache-2.0
#include "crew.hpp"

std::shared_ptr<dunlin::Crew> dunlin::wasm::make_crew(int) { return nullptr; }
