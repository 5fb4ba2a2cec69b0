#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The program as a user meets it: every wrong input gives one clear message, exit status 2 and writes nothing; a full
disk and Ctrl-C leave readable files. Standard library only. Usage: cli_test.py PATH_OF_DUNLIN [unittest options]"""
import contextlib
import csv
import json
import os
import pty
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = "dunlin"
SMALL = 'seed = 5\nsteps = 20\n[flock]\nagents = 30\n[picture]\nwidth = 320\nheight = 200\n'
TABLE = "id,x,y,vx,vy\n0,10,10,1,0\n1,20,20,0,1\n4,30,35,-1,0\n"


class Program(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="dunlin-cli-")
        self.write("my.toml", SMALL)

    def tearDown(self):
        shutil.rmtree(self.folder, ignore_errors=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8", newline="") as file:
            file.write(text)

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def dunlin(self, *words, **options):
        environment = {k: v for k, v in os.environ.items() if k != "NO_COLOR"}
        environment.update(options.pop("env", {}))
        return subprocess.run([PROGRAM, *words], cwd=self.folder, env=environment, capture_output=True, text=True,
                              timeout=300, **options)

    def run_small(self, *words, **options):
        return self.dunlin("run", "my.toml", "--no-movie", "--no-picture", *words, **options)

    @contextlib.contextmanager
    def started(self, *words):
        """The program while it runs; ended at the end, whatever happens."""
        process = subprocess.Popen([PROGRAM, *words], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   text=True)
        try:
            yield process
        finally:
            process.kill()
            process.communicate()

    def wait_for(self, name):
        """Until there is something in the file."""
        deadline = time.monotonic() + 120
        while not (os.path.exists(self.path(name)) and os.path.getsize(self.path(name)) > 0):
            self.assertLess(time.monotonic(), deadline, name + " is not there")
            time.sleep(0.02)

    def files(self):
        found = []
        for folder, _, names in os.walk(self.folder):
            found += [os.path.relpath(os.path.join(folder, name), self.folder) for name in names]
        return sorted(found)

    def refused(self, words, message, before=None):
        """Exit status 2, exactly this one line on stderr, nothing on stdout and no file more than before."""
        before = self.files()
        result = self.dunlin(*words)
        self.assertEqual(result.stderr, "error: " + message + "\n")
        self.assertEqual(result.returncode, 2)
        self.assertEqual(result.stdout, "")
        self.assertEqual(self.files(), before)

    def refused_scenario(self, text, message):
        self.write("bad.toml", text)
        self.refused(["run", "bad.toml"], message)

    def rows(self, name):
        with open(self.path(name), newline="", encoding="utf-8") as file:
            rows = list(csv.reader(file))
        self.assertTrue(all(len(row) == len(rows[0]) for row in rows), name + " is ragged")
        self.assertTrue(self.read(name).endswith("\n"))
        return rows


class WrongScenario(Program):
    def test_an_unknown_key_names_file_line_and_nearest_key(self):
        self.refused_scenario("steps = 1\nsed = 3\n", 'bad.toml:2: the scenario has no "sed"; did you mean "seed"?')
        self.refused_scenario("[model]\nmax_sped = 3\n",
                              'bad.toml:2: [model] has no "max_sped"; did you mean "max_speed"?')

    def test_a_wrong_type_names_what_was_expected(self):
        self.refused_scenario('\n\nseed = "x"\n',
                              'bad.toml:3: seed = "x" is a string; expected an integer from 0 to 9223372036854775807 '
                              "(of every random number)")

    def test_a_value_out_of_range_names_the_range(self):
        self.refused_scenario("[flock]\nagents = -1\n", "bad.toml:2: [flock] agents = -1 is outside 0 to 4294967295 (how many)")

    def test_nan_infinity_and_negative_sizes_are_refused(self):
        self.refused_scenario("dt = nan\n", "bad.toml:1: dt = nan is not a finite number; expected a number from 1e-12 to "
                                            "1e+12 (time of one step)")
        self.refused_scenario("dt = -1\n", "bad.toml:1: dt = -1 is outside 1e-12 to 1e+12 (time of one step)")
        self.refused_scenario("[flock]\nspeed = inf\n", "bad.toml:2: [flock] speed = inf is not a finite number; expected "
                                                        "a number from 0 to 1e+12 (at the start)")
        self.refused_scenario("[flock]\nradius = -2\n", "bad.toml:2: [flock] radius = -2 is outside 0 to 1e+12 (of a ring, "
                                                        "disc, ball; half the side of a square)")
        self.refused_scenario("[world]\nsize = [-1, 2]\n",
                              "bad.toml:2: [world] size[0] = -1 is outside 1e-12 to 1e+12 (of the world)")

    def test_every_number_of_every_model_refuses_nan_infinity_and_what_is_outside(self):
        for model in json.loads(self.dunlin("list", "models", "--json").stdout):
            description = json.loads(self.dunlin("describe", model["name"], "--json").stdout)
            for parameter in description["parameters"]:
                if parameter["type"] != "number":
                    continue
                for value in ("nan", "inf", "-inf", "-1e300", "1e300"):
                    setting = f'model.{parameter["name"]}={value}'
                    result = self.dunlin("run", "my.toml", "--set", "model.name=" + model["name"], "--set", setting)
                    self.assertEqual(result.returncode, 2, setting)
                    self.assertRegex(result.stderr, rf'^error: --set {re.escape(setting)}: \[model\] {parameter["name"]} = .*\n$')
        self.assertEqual(self.files(), ["my.toml"])

    def test_an_unknown_model_scenario_or_observable_comes_with_the_nearest(self):
        self.refused_scenario('[model]\nname = "bods"\n', 'bad.toml:2: [model] name = "bods" is not known; did you mean "boids"?')
        self.refused_scenario('[observe]\nwhat = ["polarisation"]\n',
                              'bad.toml:2: [observe] what[0] = "polarisation" is not known; did you mean "polarization"?')
        names = self.dunlin("list", "scenarios", "--names").stdout.split()
        if names:
            self.refused(["run", names[0] + "q"],
                         f'there is no scenario "{names[0]}q", neither a file nor built in; did you mean "{names[0]}"?')
        self.refused(["run", "nothing/like.toml"], "nothing/like.toml: cannot be read: No such file or directory")
        self.refused(["run", "%%%%"], 'there is no scenario "%%%%", neither a file nor built in; `dunlin list scenarios` '
                                      "shows all")

    def test_more_agents_than_the_memory_holds_are_refused_at_once(self):
        self.write("bad.toml", 'dimensions = 3\nprecision = "double"\n[flock]\nagents = 4294967295\n')
        result = self.dunlin("run", "bad.toml")
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr, r"^error: bad\.toml: 4,294,967,295 agents need about \d+ GB of memory; \D+ \d+ .B\n$")
        self.assertEqual(self.files(), ["bad.toml", "my.toml"])

    def test_the_limits_of_the_process_count_too(self):
        self.write("bad.toml", "[flock]\nagents = 2000000\n")
        for limit in (resource.RLIMIT_AS, resource.RLIMIT_DATA):
            result = self.dunlin("run", "bad.toml", preexec_fn=lambda: resource.setrlimit(limit, (120_000_000, 120_000_000)))
            self.assertEqual(result.returncode, 1)
            self.assertRegex(result.stderr, r"^error: bad\.toml: 2,000,000 agents need about \d+ MB of memory; this process "
                                            r"may use \d+ MB more \(ulimit\)\n$")
            self.assertEqual(result.stdout, "")
        self.assertEqual(self.files(), ["bad.toml", "my.toml"])

    def test_malformed_toml_names_line_and_column(self):
        self.write("bad.toml", "steps = 1\nseed = = 2\n")
        result = self.dunlin("run", "bad.toml")
        self.assertEqual(result.returncode, 2)
        self.assertRegex(result.stderr, r"^error: bad\.toml:2:8: not valid TOML: .*\n$")
        self.assertEqual(self.files(), ["bad.toml", "my.toml"])

    def test_an_override_is_named_as_it_was_typed(self):
        self.refused(["run", "my.toml", "--set", "flock.agents=-3"],
                     "--set flock.agents=-3: [flock] agents = -3 is outside 0 to 4294967295 (how many)")
        self.refused(["run", "my.toml", "--set", "flock"], "--set flock: expected key.path=value, e.g. model.name=boids")


class WrongOption(Program):
    def test_options_for_keys_are_checked_like_the_keys(self):
        self.refused(["run", "my.toml", "--steps", "-1"], "--steps -1 is outside 0 to 1000000000000")
        self.refused(["run", "my.toml", "--steps", "1e3"], "--steps 1e3 is not an integer; expected 0 to 1000000000000")
        self.refused(["run", "my.toml", "--steps", "99999999999999999999"],
                     "--steps 99999999999999999999 is outside 0 to 1000000000000")
        self.refused(["run", "my.toml", "--seed", "x"], "--seed x is not an integer; expected 0 to 9223372036854775807")
        self.refused(["run", "my.toml", "--precision", "duble"],
                     '--precision duble: precision = "duble" is not known; did you mean "double"?')
        self.refused(["run", "my.toml", "--update", "twophase"],
                     '--update twophase: update = "twophase" is not known; did you mean "two-phase"?')

    def test_threads_are_one_or_more(self):
        self.refused(["run", "my.toml", "--threads", "0"], "--threads 0 is outside 1 to 1024")
        self.refused(["run", "my.toml", "--threads", "-2"], "--threads -2 is outside 1 to 1024")
        self.refused(["run", "my.toml", "--threads", "two"], "--threads two is not an integer; expected 1 to 1024")

    def test_an_instruction_set_that_is_not_here_lists_those_that_are(self):
        names = self.dunlin("list", "simd", "--names").stdout.split()
        expected = ", ".join(["auto", *names[:-1]]) + " or " + names[-1]
        self.refused(["run", "my.toml", "--simd", "avx9000"],
                     f"--simd avx9000 is not supported here; expected {expected}")

    def test_the_trajectory_interval_is_positive(self):
        self.refused(["run", "my.toml", "--every", "0"], "--every 0 is outside 1 to 1000000000000")

    def test_an_unknown_option_or_command_comes_with_the_nearest(self):
        self.refused(["run", "my.toml", "--sed", "3"], "dunlin run: there is no option --sed; did you mean --seed?")
        self.refused(["rnu"], 'dunlin: there is no command "rnu"; did you mean run?')
        self.refused(["--colour"], "dunlin: there is no option --colour; did you mean --color?")
        self.refused(["run"], "dunlin run: SCENARIO is required; see dunlin run --help")
        self.refused(["run", "my.toml", "more"], 'dunlin run: unexpected argument "more"; see dunlin run --help')
        self.refused(["list", "modles"], 'dunlin list: there is no list of "modles"; did you mean "models"?')
        self.refused(["describe", "bods"], 'dunlin describe: there is no model or influence "bods"; did you mean "boids"?')
        self.refused(["run", "my.toml", "--color", "red"], "--color red is not known; expected auto, always or never")
        self.refused(["run", "my.toml", "--seed"], "dunlin run: --seed needs a value; see dunlin run --help")
        self.refused(["help"], 'dunlin: there is no command "help"; did you mean dunlin --help?')
        self.refused(["kleemans", "run"], 'dunlin: there is no command "kleemans"; did you mean dunlin run kleemans?')

    def test_a_value_is_there_once_and_not_empty(self):
        for option in ("--out", "--init", "--seed", "--threads", "--every", "--set", "--precision"):
            self.refused(["run", "my.toml", option, ""], f"dunlin run: {option} needs a value; see dunlin run --help")
        self.refused(["run", ""], "dunlin run: SCENARIO is empty; see dunlin run --help")
        self.refused(["run", "my.toml", "--init", "a.csv", "--init", "b.csv"],
                     "dunlin run: --init is given more than once; see dunlin run --help")
        self.refused(["run", "my.toml", "--force=no"], "dunlin run: --force takes no value; see dunlin run --help")

    def test_numbers_of_the_benchmark_are_checked_and_its_table_can_be_written(self):
        self.refused(["bench", "--agents", "1e3"], "--agents 1e3 is not an integer; expected 1 to 4000000000")
        self.refused(["bench", "--out", "/proc/none/table.csv"], "/proc/none: cannot be made: No such file or directory")

    def test_a_followed_agent_is_there(self):
        self.refused(["run", "my.toml", "--set", "picture.follow=30"], "[picture] follow = 30: the flock has no agent with this id")


class WrongStartTable(Program):
    def refused_table(self, text, message):
        self.write("start.csv", text)
        self.refused(["run", "my.toml", "--init", "start.csv"], message)

    def test_a_missing_table_is_named(self):
        self.refused(["run", "my.toml", "--init", "none.csv"], "--init none.csv: cannot be read: No such file or directory")

    def test_what_is_wrong_with_a_table_is_named_by_line_and_column(self):
        self.refused_table("", "start.csv: the file is empty; expected a first line id,x,y,vx,vy")
        self.refused_table("id,x,y,vx,vy\n", "start.csv: there are no agents below the first line")
        self.refused_table("id,x,y,vx,vy\n0,1,2,3,4\n1,2\n", "start.csv:3: 2 values; expected 5 (id,x,y,vx,vy)")
        self.refused_table("id,x,y,vx,vy\n0,1,2,3,4\n1,2,3,4,5,6\n", "start.csv:3: 6 values; expected 5 (id,x,y,vx,vy)")
        self.refused_table("id,x,y,vx,vy\n0,1,2,3,4\n0,2,3,4,5\n", "start.csv:3: column id = 0 stands on line 2 already")
        self.refused_table("id,x,y,vx,vy\n0,one,2,3,4\n", 'start.csv:2: column x = "one" is not a number')
        self.refused_table("id,x,y,vx,vy\n0,nan,2,3,4\n", 'start.csv:2: column x = "nan" is not a finite number')
        self.refused_table("id,x,y,z,vx,vy,vz\n0,1,2,3,4,5,6\n",
                           'start.csv:1: column "z" does not fit a scenario of 2 dimensions; expected id,x,y,vx,vy')

    def test_a_table_named_in_the_scenario_is_checked_too(self):
        self.refused_scenario('[flock]\nstart = "file"\nfile = "none.csv"\n',
                              'bad.toml:3: [flock] file = "none.csv": cannot be read: No such file or directory')


    def test_a_step_is_asked_for_of_a_trajectory_that_has_it(self):
        self.write("start.csv", TABLE)
        self.refused(["run", "my.toml", "--init-step", "3"], "--init-step 3 needs --init FILE.csv")
        self.refused(["run", "my.toml", "--init", "start.csv", "--init-step", "3"],
                     'start.csv: there is no column "step" to choose a step from')
        self.write("start.csv", "step,id,x,y,vx,vy\n0,1,2,3,4,5\n8,1,2,3,4,5\n")
        self.refused(["run", "my.toml", "--init", "start.csv", "--init-step", "3"],
                     "start.csv: there is no step 3; the last is 8")
        self.refused(["run", "my.toml", "--init", "start.csv", "--init-step", "x"],
                     "--init-step x is not an integer; expected 0 to 1000000000000")

    def test_a_kind_of_a_table_is_one_of_the_scenario(self):
        self.refused_table("id,x,y,vx,vy,kind\n0,1,2,3,4,gull\n",
                           'start.csv:2: column kind = "gull" is no kind of the scenario; expected agent')


class OutputFolder(Program):
    def test_a_file_in_its_place_is_refused(self):
        self.write("taken", "mine\n")
        self.refused(["run", "my.toml", "--out", "taken"], "--out taken: is a file; expected a folder")
        self.assertEqual(self.read("taken"), "mine\n")
        self.refused(["run", "my.toml", "--out", "taken/deeper"], "--out taken/deeper: cannot be made: Not a directory")

    def test_a_place_nobody_can_write_is_refused(self):
        self.refused(["run", "my.toml", "--out", "/proc/dunlin"], "--out /proc/dunlin: cannot be made: No such file or directory")

    def test_a_folder_without_a_run_is_no_scenario(self):
        self.refused(["run", "."], ".: this folder holds no run (no scenario.toml)")

    def test_a_folder_that_a_run_is_writing_is_left_alone(self):
        long_run = ["--steps", "1000000000", "--set", "observe.every=1000", "--quiet"]
        with self.started("run", "my.toml", "--no-movie", *long_run, "--out", "a") as first:
            self.wait_for("a/observables.csv")
            before = self.read("a/scenario.toml")
            self.refused(["run", "my.toml", "--out", "a", "--force"], "--out a: another run is writing there now")
            self.assertEqual(self.read("a/scenario.toml"), before)
            first.send_signal(signal.SIGKILL)
            first.wait(timeout=60)
        self.assertEqual(self.run_small("--out", "a", "--force").returncode, 0, "a lock outlives its process")

    def test_two_runs_without_out_take_two_folders(self):
        long_run = ["--steps", "1000000000", "--set", "observe.every=1000", "--quiet", "--no-movie", "--no-picture"]
        with self.started("run", "my.toml", *long_run) as first:
            self.wait_for("runs/my/observables.csv")
            self.assertEqual(self.run_small().returncode, 0)
            first.send_signal(signal.SIGINT)
            self.assertEqual(first.wait(timeout=60), 130)
        self.assertEqual(sorted(os.listdir(self.path("runs"))), ["my", "my-2"])

    def test_a_run_is_not_overwritten_without_force(self):
        self.assertEqual(self.run_small("--out", "a").returncode, 0)
        before = self.read("a/summary.json")
        self.refused(["run", "my.toml", "--out", "a", "--seed", "9"],
                     "--out a: there is a run already (scenario.toml); --force overwrites it")
        self.assertEqual(self.read("a/summary.json"), before)
        forced = self.run_small("--out", "a", "--seed", "9", "--force")
        self.assertEqual(forced.returncode, 0, forced.stderr)
        self.assertNotEqual(json.loads(self.read("a/summary.json"))["state_hash"], json.loads(before)["state_hash"])

    def test_without_out_every_run_gets_a_folder_of_its_own(self):
        for _ in range(3):
            self.assertEqual(self.run_small("--steps", "1").returncode, 0)
        self.assertEqual(sorted(os.listdir(self.path("runs"))), ["my", "my-2", "my-3"])


    def test_the_name_of_a_scenario_leads_nowhere_else(self):
        for name, folder in (("../../evil", "run..-..-evil"), ("a b/c", "a-b-c"), ("", "run"), (".", "run.")):
            self.write("my.toml", SMALL + f'[run]\nscenario = "{name}"\n')
            shutil.rmtree(self.path("runs"), ignore_errors=True)
            self.assertEqual(self.run_small().returncode, 0)
            self.assertEqual(os.listdir(self.path("runs")), [folder], name)


class Run(Program):
    def test_a_run_folder_holds_what_it_says(self):
        result = self.dunlin("run", "my.toml", "--every", "10", "--out", "a", "--no-movie")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(sorted(os.listdir(self.path("a"))),
                         ["flock.png", "observables.csv", "scenario.toml", "summary.json", "trajectory.csv"])
        trajectory = self.rows("a/trajectory.csv")
        self.assertEqual(trajectory[0], ["step", "id", "x", "y", "vx", "vy", "kind"])
        self.assertEqual([row[0] for row in trajectory[1::30]], ["0", "10", "20"])
        self.assertEqual(len(trajectory), 1 + 3 * 30)
        observables = self.rows("a/observables.csv")
        self.assertEqual([row[0] for row in observables[1:]], ["0", "10", "20"])
        summary = json.loads(self.read("a/summary.json"))
        self.assertEqual((summary["agents"], summary["steps"], summary["interrupted"]), (30, 20, False))
        self.assertRegex(summary["state_hash"], "^[0-9a-f]{16}$")
        self.assertEqual(summary["observables"]["polarization"],
                         float(observables[-1][observables[0].index("polarization")]))
        with open(self.path("a/flock.png"), "rb") as picture:
            self.assertEqual(picture.read(8), b"\x89PNG\r\n\x1a\n")
        for said in ("a/flock.png", "a/observables.csv", "a/trajectory.csv", summary["state_hash"], "polarization"):
            self.assertIn(said, result.stdout)

    def test_the_last_step_is_observed_even_off_the_beat(self):
        self.run_small("--steps", "13", "--out", "a")
        self.assertEqual([row[0] for row in self.rows("a/observables.csv")[1:]], ["0", "10", "13"])

    def test_running_the_folder_again_gives_the_same_hash(self):
        self.write("start.csv", TABLE)
        for name, words in {"plain": [], "table": ["--init", "start.csv"], "set": ["--set", "model.max_speed=1.3", "--seed", "8"],
                            "double": ["--precision", "double"], "sequential": ["--update", "sequential"]}.items():
            with self.subTest(name):
                first = json.loads(self.run_small("--json", "--out", name, *words).stdout)
                again = self.dunlin("run", name + "/scenario.toml", "--no-movie", "--no-picture", "--json", "--out", name + "2")
                self.assertEqual(json.loads(again.stdout)["state_hash"], first["state_hash"])
                self.assertEqual(json.loads(again.stdout)["scenario"], "my")
        self.assertEqual(self.read("table/start.csv"), TABLE)

    def test_a_start_table_is_step_0_of_the_trajectory(self):
        self.write("start.csv", TABLE)
        self.assertEqual(self.run_small("--init", "start.csv", "--every", "1", "--out", "a").returncode, 0)
        self.assertEqual(self.rows("a/trajectory.csv")[1:4], [["0", *row.split(","), "agent"] for row in TABLE.splitlines()[1:]])

    def test_a_flock_goes_on_from_a_trajectory(self):
        self.write("two.toml", SMALL.replace("[flock]\nagents = 30\n", "[[kind]]\nname = 'crow'\n[[kind]]\nname = 'sea gull, gray'\n"
                                             "[[flock]]\nagents = 20\nkind = 'crow'\n[[flock]]\nagents = 10\nkind = 'sea gull, gray'\n"))
        small = ["--no-movie", "--no-picture", "--json"]
        self.assertEqual(self.dunlin("run", "two.toml", "--every", "10", "--out", "a", *small).returncode, 0)
        for step, words in (("20", []), ("10", ["--init-step", "10"])):
            folder = "from-" + step
            result = self.dunlin("run", "two.toml", "--init", "a/trajectory.csv", *words, "--every", "10", "--out", folder, *small)
            self.assertEqual(result.returncode, 0, result.stderr)
            asked = [row[1:] for row in self.rows("a/trajectory.csv") if row[0] == step]
            self.assertEqual([row[1:] for row in self.rows(folder + "/trajectory.csv")[1:31]], asked)
            self.assertEqual(self.rows(folder + "/start.csv"), [["id", "x", "y", "vx", "vy", "kind"], *asked])
            again = self.dunlin("run", folder, "--out", folder + "-again", *small)
            self.assertEqual(json.loads(again.stdout)["state_hash"], json.loads(result.stdout)["state_hash"])

    def test_by_default_only_single_agents_are_observed(self):
        self.run_small("--out", "a")
        self.assertEqual(self.rows("a/observables.csv")[0],
                         ["step", "time", "agents", "mean_speed", "milling", "polarization", "speed_deviation"])
        result = self.run_small("--out", "b", "--set", "observe.what=all")
        self.assertIn("nearest_neighbor_distance", self.rows("b/observables.csv")[0])
        self.assertRegex(result.stdout, r"20 of 20 steps in \d+\.\d\d s, observed in \d+\.\d\d s")

    def test_what_is_sampled_changes_nothing(self):
        hashes = set()
        for number, words in enumerate((["--set", "observe.what=none"], ["--every", "1", "--set", "observe.every=1"],
                                        ["--threads", "1"], ["--threads", "3"], ["--simd", "scalar"])):
            result = self.run_small("--json", "--out", str(number), *words)
            self.assertEqual(result.returncode, 0, result.stderr)
            hashes.add(json.loads(result.stdout)["state_hash"])
        filmed = self.dunlin("run", "my.toml", "--json", "--out", "filmed", "--set", "movie.width=160", "--set", "movie.height=90")
        hashes.add(json.loads(filmed.stdout)["state_hash"])
        self.assertEqual(len(hashes), 1)
        self.assertNotIn("observables.csv", os.listdir(self.path("0")))

    def test_json_is_all_of_stdout_and_the_same_as_the_file(self):
        result = self.run_small("--json", "--out", "a")
        self.assertEqual(json.loads(result.stdout), json.loads(self.read("a/summary.json")))
        self.assertEqual(result.stderr, "")

    def test_quiet_says_nothing(self):
        result = self.run_small("--quiet", "--out", "a")
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))

    def test_a_scenario_comes_from_standard_input(self):
        result = subprocess.run([PROGRAM, "run", "-", "--out", "a", "--no-movie", "--no-picture"], cwd=self.folder,
                                input=SMALL, capture_output=True, text=True, timeout=60)
        self.assertEqual(result.returncode, 0, result.stderr)
        subprocess.run([PROGRAM, "run", "-", "--quiet", "--no-movie", "--no-picture"], cwd=self.folder, input=SMALL, text=True,
                       timeout=60, check=True)
        self.assertEqual(os.listdir(self.path("runs")), ["stdin"])

    def test_how_to_run_it_again_can_be_pasted(self):
        out = self.run_small("--out", "my runs/it's").stdout
        line = next(line for line in out.splitlines() if "run again" in line).split("run again")[1].strip()
        self.assertEqual(shlex.split(line)[1:], ["run", "my runs/it's/scenario.toml"])

    def test_a_flock_that_all_have_left_runs_on(self):
        self.write("gone.toml", SMALL + "[[remove]]\nstep = 5\nkind = 'agent'\n")
        result = self.dunlin("run", "gone.toml", "--every", "5", "--set", "observe.what=all", "--set", "movie.width=64", "--set",
                             "movie.height=64")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("0 agents, 20 of 20 steps", result.stdout)

    def test_the_builtin_scenarios_begin(self):
        for name in self.dunlin("list", "scenarios", "--names").stdout.split():
            with self.subTest(name):
                result = self.dunlin("run", name, "--steps", "2", "--no-movie", "--no-picture", "--out", name)
                self.assertEqual(result.returncode, 0, result.stderr)
                self.assertEqual(self.dunlin("init", name, "-o", name + ".toml").returncode, 0)
                again = self.dunlin("run", name + ".toml", "--steps", "2", "--no-movie", "--no-picture", "--json", "--out",
                                    name + "2")
                self.assertEqual(json.loads(again.stdout)["state_hash"],
                                 json.loads(self.read(name + "/summary.json"))["state_hash"])


class Trouble(Program):
    def assert_readable(self, folder):
        for name in ("trajectory.csv", "observables.csv"):
            if os.path.exists(self.path(folder + "/" + name)):
                self.rows(folder + "/" + name)

    def test_a_full_disk_ends_the_run_with_1_and_whole_lines(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
        result = self.run_small("--every", "1", "--steps", "500", "--out", "a", preexec_fn=limit)
        self.assertEqual(result.returncode, 1)
        self.assertEqual(result.stderr, "error: a/trajectory.csv: cannot be written: File too large\n")
        self.assert_readable("a")
        self.assertGreater(len(self.rows("a/trajectory.csv")), 1000)

    def test_a_picture_is_whole_or_not_there(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (30_000, 30_000))
        result = self.dunlin("run", "my.toml", "--no-movie", "--set", "picture.width=1920", "--set", "picture.height=1080", "--out",
                             "a", preexec_fn=limit)
        self.assertEqual(result.returncode, 1)
        self.assertEqual(result.stderr, "error: a/flock.png: File too large\n")
        self.assertEqual(sorted(os.listdir(self.path("a"))), ["observables.csv", "scenario.toml"])

    @unittest.skipUnless(hasattr(os, "geteuid") and os.geteuid() == 0, "only root can mount a small disk")
    def test_a_small_disk_that_fills_up(self):
        disk = self.path("disk")
        os.mkdir(disk)
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", disk], capture_output=True)
        if mounted.returncode != 0:
            self.skipTest("mounting is not allowed here")
        try:
            result = self.run_small("--every", "1", "--steps", "500", "--out", "disk/a")
            self.assertEqual(result.returncode, 1)
            self.assertEqual(result.stderr, "error: disk/a/trajectory.csv: cannot be written: No space left on device\n")
            self.assert_readable("disk/a")
        finally:
            subprocess.run(["umount", disk], check=True)

    def test_a_stdout_that_takes_nothing_is_an_error(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            result = subprocess.run([PROGRAM, "list", "models"], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
        self.assertEqual(result.returncode, 1)
        self.assertEqual(result.stderr, "error: standard output cannot be written: No space left on device\n")

    def test_streams_that_nobody_reads_are_no_crash(self):
        reader, writer = os.pipe()
        os.close(reader)
        for words in (["run", "my.toml", "--out", "a", "--no-movie"], ["run", "none.toml"], ["list", "models"], []):
            self.assertIn(subprocess.run([PROGRAM, *words], cwd=self.folder, stdout=writer, stderr=writer, timeout=120).returncode,
                          (1, 2), words)
        os.close(writer)

    def test_a_device_without_end_is_no_file(self):
        self.refused(["run", "/dev/zero"], "/dev/zero: is a device; expected a file")
        self.refused(["run", "my.toml", "--init", "/dev/zero"], "--init /dev/zero: is a device; expected a file")

    def test_a_signal_ends_with_its_status_and_everything_so_far(self):
        for number, status in ((signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)):
            with self.subTest(number.name), self.started(
                    "run", "my.toml", "--steps", "1000000000", "--every", "1000", "--no-movie", "--set", "observe.every=1000",
                    "--out", number.name) as process:
                self.wait_for(number.name + "/trajectory.csv")
                process.send_signal(number)
                out, err = process.communicate(timeout=120)
                self.assertEqual(process.returncode, status, err)
                said = "stopping after this step; press Ctrl-C again to stop now\n" if number == signal.SIGINT else ""
                self.assertEqual(err, said)
                self.assertIn("interrupted", out)
                self.assert_readable(number.name)
                summary = json.loads(self.read(number.name + "/summary.json"))
                self.assertTrue(summary["interrupted"])
                self.assertLess(summary["steps"], 1000000000)
                self.assertEqual(self.rows(number.name + "/observables.csv")[-1][0], str(summary["steps"]))
                self.assertTrue(os.path.exists(self.path(number.name + "/flock.png")))

    def test_a_second_signal_ends_a_long_step_at_once(self):
        # The reference stepper looks at every pair: this one step takes minutes.
        self.write("long.toml", SMALL.replace("agents = 30", "agents = 300000").replace("seed", 'update = "sequential"\nseed'))

        def processor_time(process):
            with open(f"/proc/{process.pid}/stat", encoding="utf-8") as file:
                return int(file.read().rsplit(")", 1)[1].split()[11]) / os.sysconf("SC_CLK_TCK")
        with self.started("run", "long.toml", "--no-movie", "--no-picture", "--out", "a") as process:
            self.wait_for("a/observables.csv")
            before = processor_time(process)
            deadline = time.monotonic() + 300  # only against hanging
            while processor_time(process) < before + 1:  # what comes before the step takes far less
                self.assertLess(time.monotonic(), deadline)
                time.sleep(0.02)
            process.send_signal(signal.SIGINT)
            self.assertIn("runs on the reference stepper", process.stderr.readline())
            self.assertEqual(process.stderr.readline(), "stopping after this step; press Ctrl-C again to stop now\n")
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(timeout=60), 143)

    def test_nohup_keeps_its_promise(self):
        if shutil.which("nohup") is None:
            self.skipTest("no nohup")
        process = subprocess.Popen(["nohup", PROGRAM, "run", "my.toml", "--steps", "1000000000", "--set", "observe.every=1000",
                                    "--no-movie", "--out", "a"], cwd=self.folder, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        try:
            self.wait_for("a/observables.csv")
            process.send_signal(signal.SIGHUP)
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(timeout=120), 143)
        finally:
            process.kill()
            process.wait()

    def test_a_signal_leaves_a_movie_that_ends_properly(self):
        if shutil.which("ffmpeg") is None:
            self.skipTest("no ffmpeg")
        for number, status in ((signal.SIGINT, 130), (signal.SIGHUP, 129)):
            with self.subTest(number.name), self.started(
                    "run", "my.toml", "--steps", "100000", "--movie", "--set", "movie.width=160", "--set", "movie.height=90",
                    "--no-picture", "--quiet", "--out", number.name) as process:
                self.wait_for(number.name + "/flock.mp4")
                process.send_signal(number)
                self.assertEqual(process.wait(timeout=120), status)
                probe = subprocess.run(["ffprobe", "-v", "error", "-count_frames", "-show_entries", "stream=nb_read_frames", "-of",
                                        "csv=p=0", self.path(number.name + "/flock.mp4")], capture_output=True, text=True)
                self.assertEqual(probe.stderr, "")
                self.assertEqual(int(probe.stdout), json.loads(self.read(number.name + "/summary.json"))["steps"] + 1)

    def test_without_ffmpeg_there_is_a_note_and_no_movie(self):
        result = self.dunlin("run", "my.toml", "--no-picture", "--out", "a", env={"PATH": "/nonexistent"})
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertRegex(result.stderr, "^note: no movie: .*ffmpeg")
        asked = self.dunlin("run", "my.toml", "--movie", "--out", "b", env={"PATH": "/nonexistent"})
        self.assertNotEqual(asked.returncode, 0)
        self.assertRegex(asked.stderr, "^error: .*ffmpeg")
        self.assertFalse(os.path.exists(self.path("b")))


class Words(Program):
    def test_help_and_version_go_to_stdout_with_0(self):
        for words in (["--help"], ["--version"], ["run", "--help"], ["list", "-h"], ["describe", "--help"], ["init", "--help"],
                      ["bench", "--help"]):
            result = self.dunlin(*words)
            self.assertEqual((result.returncode, result.stderr), (0, ""), words)
            self.assertTrue(result.stdout)
            if words != ["--version"]:
                self.assertRegex(result.stdout, r"^[A-Z][^\n]*\n\nExample: dunlin ")
        self.assertRegex(self.dunlin("--version").stdout, r"^dunlin \d+\.\d+\.\d+ \(commit .+, .+, \w+\)\n$")

    def test_the_examples_of_the_help_work(self):
        os.remove(self.path("my.toml"))
        for command in ("run", "list", "describe", "init"):
            example = self.dunlin(command, "--help").stdout.splitlines()[2].removeprefix("Example: dunlin ").split()
            extra = ["--steps", "1", "--no-movie", "--no-picture"] if command == "run" else []
            if "--steps" in example:
                extra = extra[2:]
                example[example.index("--steps") + 1] = "1"
            result = self.dunlin(*example, *extra)
            self.assertEqual((result.returncode, result.stderr), (0, ""), example)

    def test_the_list_of_commands_says_what_each_does(self):
        out = self.dunlin("--help").stdout
        self.assertRegex(out, r"\n  run +Run a scenario")
        self.assertRegex(out, r"\n  init +Print a built-in scenario")

    def test_no_command_shows_the_help_and_is_misuse(self):
        result = self.dunlin()
        self.assertEqual(result.returncode, 2)
        self.assertIn("Example: dunlin run", result.stderr)

    def test_every_list_has_names_and_json(self):
        for what in ("scenarios", "models", "influences", "starts", "velocities", "observables", "simd"):
            rows = json.loads(self.dunlin("list", what, "--json").stdout)
            names = self.dunlin("list", what, "--names").stdout.split()
            self.assertEqual([row["name"] for row in rows], names)
            self.assertEqual(self.dunlin("list", what).returncode, 0)

    def test_describe_shows_every_parameter(self):
        for what in ("models", "influences"):
            for name in self.dunlin("list", what, "--names").stdout.split():
                description = json.loads(self.dunlin("describe", name, "--json").stdout)
                table = self.dunlin("describe", name).stdout
                for parameter in description["parameters"]:
                    self.assertIn(parameter["name"], table)
                    self.assertIn(parameter["help"], table)

    def test_init_does_not_overwrite_without_force(self):
        names = self.dunlin("list", "scenarios", "--names").stdout.split()
        if not names:
            self.skipTest("no built-in scenarios")
        self.assertEqual(self.dunlin("init", names[0]).stdout, self.dunlin("init", names[0], "-o", "-").stdout)
        self.refused(["init", names[0], "-o", "my.toml"], "-o my.toml: the file is there already; --force overwrites it")
        self.assertEqual(self.dunlin("init", names[0], "-o", "my.toml", "--force").returncode, 0)
        self.assertEqual(self.read("my.toml"), self.dunlin("init", names[0]).stdout)

    def test_color_obeys_the_option_then_no_color_then_the_terminal(self):
        self.assertNotIn("\x1b[", self.dunlin("list", "models").stdout)
        self.assertIn("\x1b[1m", self.dunlin("list", "models", "--color=always").stdout)
        self.assertIn("\x1b[1m", self.dunlin("list", "models", "--color", "always", env={"NO_COLOR": "1"}).stdout)
        self.assertIn("\x1b[1m", self.on_a_terminal(["list", "models"]))
        self.assertNotIn("\x1b[", self.on_a_terminal(["list", "models"], NO_COLOR="1"))
        self.assertNotIn("\x1b[", self.on_a_terminal(["list", "models"], TERM="dumb"))
        self.assertNotIn("\x1b[", self.on_a_terminal(["list", "models", "--color=never"]))

    def test_progress_is_for_terminals_and_not_for_the_quiet(self):
        words = ["run", "my.toml", "--steps", "200000", "--no-movie", "--no-picture", "--threads", "1"]
        self.assertIn("agent-steps/s", self.on_a_terminal([*words, "--out", "a", "--json"]).split("{")[0])
        self.assertEqual(self.on_a_terminal([*words, "--out", "b", "--quiet"]), "")

    def on_a_terminal(self, words, **environment):
        """What the program writes to a pseudo terminal."""
        ours, theirs = pty.openpty()
        env = {k: v for k, v in os.environ.items() if k != "NO_COLOR"}
        process = subprocess.Popen([PROGRAM, *words], cwd=self.folder, stdout=theirs, stderr=theirs,
                                   env={**env, "TERM": "xterm", **environment})
        os.close(theirs)
        seen = b""
        while True:
            try:
                block = os.read(ours, 65536)
            except OSError:
                break
            if not block:
                break
            seen += block
        os.close(ours)
        process.wait(timeout=60)
        return seen.decode()


class Pages(Program):
    """The man page and the completions know every command and every option the program has."""
    PAGES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "apps", "cli")

    def options(self):
        found = {}
        commands = re.findall(r"^  (\w+) ", self.dunlin("--help").stdout.split("Subcommands:")[1], re.M)
        self.assertGreater(len(commands), 4)
        for command in commands:
            text = self.dunlin(command, "--help").stdout
            found[command] = sorted(set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", text.split("Options:")[1])) - {"--help"})
        return found

    def test_every_page_names_every_option(self):
        for name in ("man/dunlin.1", "completions/dunlin.bash", "completions/_dunlin", "completions/dunlin.fish"):
            with open(os.path.join(self.PAGES, name), encoding="utf-8") as file:
                page = file.read().replace("\\-", "-")
            for command, options in self.options().items():
                self.assertRegex(page, rf"\b{command}\b")
                for option in options:
                    wanted = f"-l {option[2:]}" if name.endswith(".fish") else option
                    self.assertIn(wanted, page, f"{name}: {command} {option}")

    def test_the_bash_completion_completes(self):
        if shutil.which("bash") is None:
            self.skipTest("no bash")
        def complete(*words):
            quoted = " ".join(f"'{word}'" for word in words)
            script = (f"PATH='{os.path.dirname(PROGRAM)}':$PATH; . '{self.PAGES}/completions/dunlin.bash'; COMP_WORDS=({quoted}); "
                      f"COMP_CWORD={len(words) - 1}; _dunlin; printf '%s\\n' \"${{COMPREPLY[@]}}\"")
            return subprocess.run(["bash", "-c", script], cwd=self.folder, capture_output=True, text=True, timeout=60).stdout.split()
        self.assertEqual(complete("dunlin", "de"), ["describe"])
        self.assertEqual(complete("dunlin", "run", "--pre"), ["--precision"])
        self.assertEqual(complete("dunlin", "run", "x", "--precision", "d"), ["double"])
        self.assertEqual(complete("dunlin", "list", "mod"), ["models"])
        self.assertIn("boids", complete("dunlin", "describe", "bo"))

    def test_the_completions_are_valid_scripts(self):
        for shell, name in (("bash", "dunlin.bash"), ("zsh", "_dunlin"), ("fish", "dunlin.fish")):
            if shutil.which(shell) is None:
                continue
            result = subprocess.run([shell, "-n", os.path.join(self.PAGES, "completions", name)], capture_output=True, text=True)
            self.assertEqual((result.returncode, result.stderr), (0, ""), name)

    def test_the_man_page_has_no_warnings(self):
        if shutil.which("man") is None or shutil.which("groff") is None:
            self.skipTest("no man")
        result = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", os.path.join(self.PAGES, "man/dunlin.1")],
                                capture_output=True, text=True, env={**os.environ, "MANROFFSEQ": "", "MANWIDTH": "80"})
        self.assertEqual(result.stderr, "")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=1)
