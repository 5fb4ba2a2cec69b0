// SPDX-License-Identifier: Apache-2.0
// libFuzzer's way in: each input is a few messages, one a line, to one small flock.
//   cmake --preset fuzz && cmake --build --preset fuzz && build-fuzz/fuzz_message -max_len=4096 -rss_limit_mb=1024
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "dunlin/live.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace dunlin;
    auto scenario = read_scenario("[flock]\nagents = 30\n", "fuzz");
    if (!scenario) return 0;
    SessionOptions options;
    options.most_agents = 200;
    auto session = Session::make(options, *scenario);
    if (!session) return 0;
    std::string_view rest(reinterpret_cast<const char*>(data), size);
    std::vector<std::uint8_t> frame;
    for (int line = 0; line < 8 && !rest.empty(); ++line) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        session->handle(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
        session->frame(frame);
        session->take_events();
    }
    return 0;
}
