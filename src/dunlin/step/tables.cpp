// SPDX-License-Identifier: Apache-2.0
// Look-ups in the generated tables, and the descriptions of models and influences.
#include "dunlin/step/tables.hpp"

#include "dunlin/describe.hpp"

namespace dunlin {

int model_row(std::string_view name) {
    const auto& all = model_entries();
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i]->name == name) return static_cast<int>(i);
    }
    return -1;
}

int influence_row(std::string_view name) {
    const auto& all = influence_entries();
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].name == name) return static_cast<int>(i);
    }
    return -1;
}

const std::vector<Description>& models() {
    static const std::vector<Description> all = [] {
        std::vector<Description> out;
        for (const ModelEntry* entry : model_entries()) out.push_back(entry->describe());
        return out;
    }();
    return all;
}

const std::vector<Description>& influences() {
    static const std::vector<Description> all = [] {
        std::vector<Description> out;
        for (const InfluenceEntry& entry : influence_entries()) out.push_back(entry.describe());
        return out;
    }();
    return all;
}

}  // namespace dunlin
