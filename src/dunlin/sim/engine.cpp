// SPDX-License-Identifier: Apache-2.0
// Chooses the engine, and lists the observables, which every engine has.
#include "dunlin/sim/engine.hpp"

#include "dunlin/describe.hpp"
#include "dunlin/observable_list.hpp"

namespace dunlin {

std::unique_ptr<Engine> make_engine(const Scenario& scenario) {
    const bool flat = scenario.dimensions == 2;
    if (scenario.precision == Precision::single_precision) {
        return flat ? make_single_2d(scenario) : make_single_3d(scenario);
    }
    return flat ? make_double_2d(scenario) : make_double_3d(scenario);
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
