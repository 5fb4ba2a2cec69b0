// SPDX-License-Identifier: Apache-2.0
// `dunlin init`: a built-in scenario as a file to change and run.
#include <fmt/format.h>

#include <filesystem>

#include "commands.hpp"
#include "dunlin/io/text_file.hpp"
#include "dunlin/scenario.hpp"
#include "load_scenario.hpp"

namespace dunlin::cli {

int init_main(const InitArguments& arguments) {
    const BuiltinScenario* found = nullptr;
    for (const BuiltinScenario& scenario : builtin_scenarios()) {
        if (scenario.name == arguments.name) found = &scenario;
    }
    if (found == nullptr) {
        const std::string nearest = nearest_name(arguments.name, builtin_names());
        const std::string hint =
            nearest.empty() ? "`dunlin list scenarios` shows all" : fmt::format("did you mean \"{}\"?", nearest);
        return misuse(fmt::format("dunlin init: there is no built-in scenario \"{}\"; {}", arguments.name, hint),
                      arguments.color);
    }
    if (arguments.out.empty() || arguments.out == "-") {
        print(found->text);
        return kDone;
    }
    std::error_code ignored;
    if (std::filesystem::is_regular_file(arguments.out, ignored) && !arguments.force) {
        return misuse(fmt::format("-o {}: the file is there already; --force overwrites it", arguments.out),
                      arguments.color);
    }
    if (auto written = write_text_file(arguments.out, found->text); !written) {
        return complain(written.error(), arguments.color);
    }
    return kDone;
}

}  // namespace dunlin::cli
