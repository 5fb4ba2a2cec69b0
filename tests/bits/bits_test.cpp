// SPDX-License-Identifier: Apache-2.0
// The law of the bits: the same scenario and seed give the same state hash for any number of threads, on every
// instruction set, observed or not, and whatever arithmetic the caller has set.
#include <gtest/gtest.h>

#include <cmath>

#include "bits/witnesses.hpp"
#include "dunlin/threads.hpp"
#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace dunlin::test {
namespace {

std::uint64_t hash_after(const Scenario& s, int steps, const RunOptions& options) {
    Simulation simulation = Simulation::make(s, options).value();
    for (int k = 0; k < steps; ++k) simulation.step();
    return simulation.state_hash();
}

class Bits : public testing::TestWithParam<Witness> {
  protected:
    Scenario scenario() const { return scenario_of(GetParam()); }
    int steps() const { return GetParam().steps; }
    std::uint64_t expected() const { return hash_after(scenario(), steps(), {.simd = "scalar"}); }
};

TEST_P(Bits, are_the_same_on_every_instruction_set_with_any_number_of_threads) {
    const std::uint64_t hash = expected();
    EXPECT_GE(instruction_sets().size(), 1U);
    EXPECT_EQ(instruction_sets().back(), "scalar");
    for (const std::string& set : instruction_sets()) {
        for (const int threads : {1, 2, 3, 7}) {
            EXPECT_EQ(hash_after(scenario(), steps(), {.simd = set, .crew = make_thread_crew(threads)}), hash)
                << set << ", " << threads << " threads";
        }
    }
}

TEST_P(Bits, are_the_same_in_a_second_run) {
    EXPECT_EQ(hash_after(scenario(), steps(), {}), hash_after(scenario(), steps(), {}));
}

TEST_P(Bits, are_others_after_another_step) {
    EXPECT_NE(hash_after(scenario(), steps(), {}), hash_after(scenario(), steps() + 1, {}));
}

TEST_P(Bits, do_not_change_by_being_watched) {
    const std::uint64_t hash = expected();
    for (const int every : {1, 3}) {
        Simulation simulation = Simulation::make(scenario(), {.crew = make_thread_crew(2)}).value();
        for (int k = 0; k < steps(); ++k) {
            if (k % every == 0) {
                simulation.observe();
                simulation.snapshot();
                simulation.groups();
                simulation.state_hash();
                static_cast<void>(simulation.inspect(static_cast<std::uint32_t>(k)));
            }
            simulation.step();
        }
        EXPECT_EQ(simulation.state_hash(), hash) << "looked at every " << every;
    }
}

TEST_P(Bits, do_not_change_by_what_is_watched_for) {
    Scenario s = scenario();
    s.observe.what = {"polarization"};
    s.observe.link_distance = 3;
    s.observe.every = 1;
    s.picture.follow = 2;
    s.title = "another";
    EXPECT_EQ(hash_after(s, steps(), {}), expected());
}

TEST_P(Bits, do_not_change_by_being_written_to_toml_and_read_again) {
    const Scenario again = read_scenario(write_scenario(scenario()), "again").value();
    EXPECT_EQ(hash_after(again, steps(), {}), expected());
}

TEST_P(Bits, go_through_a_snapshot_and_a_table) {
    // Half the steps, then a new simulation from the table of that state: where nothing but the state matters.
    const Scenario s = scenario();
    if (!s.influences.empty() || s.removals.size() > 0 || s.flocks.size() > 1) return;
    double noise = 0;
    const Description& model = *find_description(models(), s.model.name);
    const int row = parameter_index(model, "noise");
    if (row >= 0) noise = s.model.values[static_cast<std::size_t>(row)];
    if (noise > 0) return;  // draws depend on the step
    Simulation first = Simulation::make(s).value();
    for (int k = 0; k < steps() / 2; ++k) first.step();
    const Snapshot half = first.snapshot();
    std::string table = half.dimensions == 2 ? "id,x,y,vx,vy\n" : "id,x,y,z,vx,vy,vz\n";
    const auto d = static_cast<std::size_t>(half.dimensions);
    for (std::size_t i = 0; i < half.agents(); ++i) {
        table += std::to_string(half.id[i]);
        for (const auto* column : {&half.position, &half.velocity}) {
            for (std::size_t a = 0; a < d; ++a) {
                char number[40];
                std::snprintf(number, sizeof number, ",%.17g", (*column)[i * d + a]);
                table += number;
            }
        }
        table += '\n';
    }
    Scenario second = s;
    second.flocks[0].start = "file";
    second.flocks[0].table = table;
    EXPECT_EQ(Simulation::make(second).value().state_hash(), first.state_hash());
    EXPECT_EQ(hash_after(second, steps() - steps() / 2, {}), expected());
}

#if defined(__SSE__)
TEST_P(Bits, do_not_change_where_the_caller_flushes_denormal_numbers_or_rounds_up) {
    const std::uint64_t hash = expected();
    const unsigned before = _mm_getcsr();
    for (const unsigned control : {0x9fc0U, 0x5f80U, 0x3f80U, 0x7f80U}) {  // flush to zero; up; down; towards zero
        for (const int threads : {1, 3}) {
            _mm_setcsr(control);
            Simulation simulation = Simulation::make(scenario(), {.crew = make_thread_crew(threads)}).value();
            for (int k = 0; k < steps(); ++k) {
                _mm_setcsr(control);
                simulation.step();
            }
            _mm_setcsr(control);
            EXPECT_EQ(simulation.state_hash(), hash) << std::hex << control;
        }
    }
    _mm_setcsr(before);
}

TEST(CallersArithmetic, does_not_change_a_start_from_tiny_numbers) {
    Scenario s = read_scenario("", "tiny").value();
    s.flocks[0].start = "file";
    s.flocks[0].table = "id,x,y,vx,vy\n0,1e-40,3,1e-41,-1e-43\n1,0.5,1e-39,0,1e-310\n";
    for (const Precision precision : {Precision::single_precision, Precision::double_precision}) {
        s.precision = precision;
        const std::uint64_t hash = Simulation::make(s).value().state_hash();
        const unsigned before = _mm_getcsr();
        _mm_setcsr(0x9fc0);
        const std::uint64_t flushed = Simulation::make(s).value().state_hash();
        _mm_setcsr(before);
        EXPECT_EQ(flushed, hash);
    }
}
#endif

std::string label(const testing::TestParamInfo<Witness>& info) {
    std::string name = info.param.name;
    for (char& c : name) {
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    }
    return name;
}
INSTANTIATE_TEST_SUITE_P(Of, Bits, testing::ValuesIn(witnesses()), label);

// The inner loop is compiled apart for the common forms of the model. A choice that takes the general form and changes
// nothing else must change no bit: nobody is coincident here, no pushes cancel.
TEST(CompiledForms, give_the_bits_of_the_general_form) {
    const char* forms[] = {"steer", "mean_inverse", "sum_offset"};
    for (const char* form : forms) {
        for (const char* view : {"360", "270"}) {
            for (const char* precision : {"single", "double"}) {
                for (const char* dimensions : {"2", "3"}) {
                    const std::string base =
                        std::string("dimensions = ") + dimensions + "\nprecision = \"" + precision +
                        "\"\n[world]\nsize = " + (dimensions[0] == '2' ? "[90, 70]" : "[40, 30, 30]") +
                        "\n[flock]\nagents = 800\n[model]\nseparation_radius = 3\nalignment_radius = 6\n"
                        "cohesion_radius = 6\nview_angle = " +
                        view + "\nseparation_form = \"" + form + "\"\n";
                    const Scenario compiled = read_scenario(base, "compiled").value();
                    const Scenario general = read_scenario(base + "coincident = \"counted\"\n", "general").value();
                    EXPECT_EQ(hash_after(compiled, 10, {}), hash_after(general, 10, {}))
                        << form << ' ' << view << ' ' << precision;
                }
            }
        }
    }
}

TEST(AddingAndRemoving, while_it_runs_gives_the_same_bits_for_any_number_of_threads) {
    std::vector<std::uint64_t> hashes;
    for (const std::string& set : instruction_sets()) {
        for (const int threads : {1, 3}) {
            Scenario s = read_scenario(
                             "[world]\nsize = [300, 200]\n[flock]\nagents = 5000\n[model]\nseparation_radius = 3\n"
                             "alignment_radius = 6\ncohesion_radius = 6\n",
                             "x")
                             .value();
            Simulation simulation = Simulation::make(s, {.simd = set, .crew = make_thread_crew(threads)}).value();
            for (int k = 0; k < 10; ++k) {
                FlockSpec flock;
                flock.agents = 100 + k;
                static_cast<void>(simulation.add_agents(flock));
                const std::vector<std::uint32_t> leaving = {static_cast<std::uint32_t>(7 * k),
                                                            static_cast<std::uint32_t>(5000 + k)};
                simulation.remove_agents(leaving);
                static_cast<void>(simulation.set_parameter("cohesion_weight", k % 3));
                simulation.step();
            }
            hashes.push_back(simulation.state_hash());
        }
    }
    for (const std::uint64_t hash : hashes) EXPECT_EQ(hash, hashes[0]);
}

}  // namespace
}  // namespace dunlin::test
