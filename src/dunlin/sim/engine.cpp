// SPDX-License-Identifier: Apache-2.0
// Chooses the engine, and lists the observables, which every engine has.
#include "dunlin/sim/engine.hpp"

#include "dunlin/describe.hpp"
#include "dunlin/engine_list.hpp"
#include "dunlin/observable_list.hpp"

namespace dunlin {

std::unique_ptr<Engine> make_engine(const Scenario& scenario) {
    for (const EngineRow& row : engine_rows) {
        if (row.precision == scenario.precision && row.dimensions == scenario.dimensions) return row.make(scenario);
    }
    return nullptr;
}

const std::vector<NamedLine>& observables() {
    static const std::vector<NamedLine> all = [] {
        std::vector<NamedLine> out;
        for_each_observable([&](auto* member) {
            using Member = std::remove_pointer_t<decltype(member)>;
            out.push_back({std::string(Member::info.name), std::string(Member::info.summary)});
        });
        return out;
    }();
    return all;
}

}  // namespace dunlin
