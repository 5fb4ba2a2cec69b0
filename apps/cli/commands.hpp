// SPDX-License-Identifier: Apache-2.0
// The subcommands of `dunlin`: what each is given and its entry. One file per subcommand; main.cpp only reads options.
// Every entry returns the exit status of the program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "terminal.hpp"

namespace dunlin::cli {

struct RunArguments {
    std::string scenario;  ///< a file or the name of a built-in scenario
    // As typed; the scenario's own checks apply to them.
    std::string steps, seed, precision, update;
    std::string threads, every;
    std::string simd = "auto";
    std::string init;
    std::string out;
    std::vector<std::string> set;
    std::string program = "dunlin";  ///< as it was called
    std::string command_line;
    std::optional<bool> picture, movie;
    bool force = false, quiet = false, json = false;
    ColorChoice color = ColorChoice::automatic;
};
int run_main(const RunArguments& arguments);

#ifdef DUNLIN_LIVE
struct LiveArguments {
    std::string scenario = "murmuration";
    // As typed; the scenario's own checks apply to them.
    std::string seed, threads;
    std::string simd = "auto";
    std::vector<std::string> set;
    std::string port;     ///< empty: 8642, or the next that is free
    std::string address;  ///< to listen on; empty: loopback only
    std::vector<std::string> hosts;
    std::string token;
    std::string clients;
    bool open = false;
    ColorChoice color = ColorChoice::automatic;
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
    std::vector<std::int64_t> agents;
    std::string out;
    std::string keep;  ///< a folder: the table goes below it, by machine, date and commit
    bool quick = false;
    bool full = false;
    ColorChoice color = ColorChoice::automatic;
};
int bench_main(const BenchArguments& arguments);

}  // namespace dunlin::cli
