// SPDX-License-Identifier: Apache-2.0
// The subcommands of `dunlin`: the arguments of each, and the function that runs it, which returns the exit status of
// the program. One file per subcommand; main.cpp only reads options.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "terminal.hpp"

namespace dunlin::cli {

/// What is simulated and by what means. `run` has options for all of these, `live` for some; the others keep the values
/// they have here.
struct SimulationArguments {
    std::string scenario;  ///< a file, the folder of a run, or the name of a built-in scenario
    // As typed; the scenario's own checks apply to them.
    std::string steps, seed, precision, update;
    std::string init, init_step;
    std::vector<std::string> set;
    std::string threads;
    std::string simd = "auto";
    ColorChoice color = ColorChoice::automatic;
};

struct RunArguments : SimulationArguments {
    std::string every;
    std::string out;
    std::string program = "dunlin";  ///< as it was called
    std::string command_line;
    std::optional<bool> picture, movie;
    bool force = false, quiet = false, json = false;
};
int run_main(const RunArguments& arguments);

#ifdef DUNLIN_LIVE
struct LiveArguments : SimulationArguments {
    std::string port;     ///< empty: 8642, or the next that is free
    std::string address;  ///< to listen on; empty: loopback only
    std::vector<std::string> hosts;
    std::string token;
    std::string clients;
    bool open = false;
};
int live_main(const LiveArguments& arguments);
#endif

struct ListArguments {
    std::string what;
    bool json = false, names = false;
    ColorChoice color = ColorChoice::automatic;
};
int list_main(const ListArguments& arguments);
std::vector<std::string> list_topics();

struct DescribeArguments {
    std::string name;
    bool json = false;
    ColorChoice color = ColorChoice::automatic;
};
int describe_main(const DescribeArguments& arguments);

struct InitArguments {
    std::string name;
    std::string out;  ///< empty or "-": standard output
    bool force = false;
    ColorChoice color = ColorChoice::automatic;
};
int init_main(const InitArguments& arguments);

struct BenchArguments {
    std::vector<std::string> agents;  ///< as typed
    std::string out;
    std::string keep;  ///< a folder: the table is written below it, by machine, date and commit
    bool quick = false;
    bool full = false;
    ColorChoice color = ColorChoice::automatic;
};
int bench_main(const BenchArguments& arguments);

}  // namespace dunlin::cli
