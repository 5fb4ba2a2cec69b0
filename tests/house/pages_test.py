#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the pages say can be done: runs the commands in README.md and docs/, reads the scenarios printed there, compares
the tables with what the program knows, and compiles the model that tools/new_model.py lays down.

    pages_test.py build/dunlin            test
    pages_test.py build/dunlin --write    bring the tables up to date
    pages_test.py --cpp PAGE FILE         only write a program of the C++ blocks of PAGE to FILE"""
import argparse
import json
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
OPTIONS = None


def blocks(page, language):
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(), re.M | re.S)


def dunlin(*words, **more):
    return subprocess.run([OPTIONS.program, *words], capture_output=True, text=True, timeout=300, **more)


def program_of(page):
    """A page's C++ as a program: one that it shows, or else its examples, each a function that returns 0."""
    examples = blocks(page, "cpp")
    if any("int main" in one for one in examples):
        return "\n".join(examples)
    lines = ["#include <cstdio>", "#include <vector>", "#include <dunlin/dunlin.hpp>"]
    for i, example in enumerate(examples):
        lines += [f"int example_{i}([[maybe_unused]] const dunlin::Scenario& scenario,",
                  f"              [[maybe_unused]] dunlin::Simulation& flock) {{\n{example}    return 0;\n}}"]
    lines.append("int main() {\n    const auto scenario = dunlin::read_scenario(\"\", \"default\");")
    for i in range(len(examples)):
        lines.append(f"    if (auto flock = dunlin::Simulation::make(*scenario); example_{i}(*scenario, *flock) != 0) return {i + 1};")
    return "\n".join([*lines, "}", ""])


def public_functions():
    """Names of the functions that the headers of the library declare."""
    text = "\n".join(re.sub(r"//.*", "", header.read_text()) for header in (ROOT / "include/dunlin").glob("*.hpp"))
    text = re.sub(r"  private:.*?\n};", "};", text, flags=re.S)
    text = re.sub(r"\{[^{}\n]*\}", "", text)  # bodies
    return set(re.findall(r"^(?:    )?(?:static |virtual )?[\w:<>, *&]+?[ &*>](\w+)\(", text, re.M))


def number(value):
    return f"{value:g}"


def parameter_table(name):
    rows = ["| parameter | default | unit | range | meaning |", "|---|---|---|---|---|"]
    for p in json.loads(dunlin("describe", name, "--json").stdout)["parameters"]:
        choice = p["type"] == "choice"
        default = p["default"] if choice else number(p["default"])
        allowed = ", ".join(f"`{c}`" for c in p["choices"]) if choice else f'{number(p["minimum"])} to {number(p["maximum"])}'
        rows.append(f'| `{p["name"]}` | `{default}` | {p["unit"]} | {allowed} | {p["help"]} |')
    return rows


def list_table(topic):
    rows = ["| name | |", "|---|---|"]
    return rows + [f'| `{one["name"]}` | {one["summary"]} |' for one in json.loads(dunlin("list", topic, "--json").stdout)]


def rules_table(folder):
    """The tutorial's flock with each of its rules switched off."""
    shown = ["nearest_neighbor_distance", "polarization", "mean_neighbors"]
    rows = ["| folder | " + " | ".join(f"`{name}`" for name in shown) + " |", "|---|---|---|---|"]
    page = (ROOT / "docs/tutorial/01_first_flock.md").read_text()
    first = re.search(rf"^dunlin (run .*) --out {folder}$", page, re.M)[1].split()
    others = re.findall(rf"^dunlin run {folder} (.*) --out ([\w-]+)$", page, re.M)
    for options, name in [("", folder)] + [o for o in others if o[1].startswith("no-")]:
        with tempfile.TemporaryDirectory() as out:
            result = dunlin(*first, *options.split(), "--no-movie", "--no-picture", "--json", cwd=out)
            values = json.loads(result.stdout)["observables"]
            rows.append(f"| `{name}` | " + " | ".join(f"{values[o]:.2f}" for o in shown) + " |")
    return rows


TABLES = {"parameters": parameter_table, "list": list_table, "rules": rules_table}
MARKED = re.compile(r"(<!-- (parameters|list|rules): (\w+) -->\n)(.*?)(<!-- end -->)", re.S)


def up_to_date(text):
    return MARKED.sub(lambda m: m[1] + "\n".join(TABLES[m[2]](m[3])) + "\n" + m[5], text)


class Pages(unittest.TestCase):
    maxDiff = None

    def test_the_commands_printed_run(self):
        ran = 0
        for page in PAGES:
            with tempfile.TemporaryDirectory() as folder:
                for block in blocks(page, "sh"):
                    for line in block.splitlines():
                        words = shlex.split(line, comments=True)
                        if not words or words[0] not in ("dunlin", "build/dunlin"):
                            continue
                        if words[1] == "live":
                            self.serves_until_interrupted([w for w in words if w != "--open"] + ["--port", "0"], folder)
                            continue
                        if words[1] == "run" and "--movie" not in words:
                            words.append("--no-movie")  # movies are tested elsewhere
                        result = dunlin(*words[1:], cwd=folder)
                        self.assertEqual(result.returncode, 0, f"{page.name}: {line}\n{result.stderr}")
                        ran += 1
        self.assertGreater(ran, 10)

    def serves_until_interrupted(self, words, folder):
        program = subprocess.Popen([OPTIONS.program, *words[1:]], cwd=folder, stdout=subprocess.PIPE, text=True,
                                   stderr=subprocess.DEVNULL)
        self.assertRegex(program.stdout.readline(), r"^http://[\w.\[\]:]+/")
        program.send_signal(signal.SIGINT)
        program.stdout.close()
        self.assertEqual(program.wait(timeout=60), 130, " ".join(words))

    def test_the_scenarios_printed_are_read(self):
        for page in PAGES:
            for block in blocks(page, "toml"):
                with tempfile.TemporaryDirectory() as folder:
                    result = dunlin("run", "-", "--steps", "1", "--no-picture", "--no-movie", input=block, cwd=folder)
                    self.assertEqual(result.returncode, 0, f"{page.name}:\n{block}\n{result.stderr}")

    def test_the_tables_are_what_the_program_knows(self):
        for page in PAGES:
            text = page.read_text()
            self.assertEqual(text, up_to_date(text), f"{page.name}: run tests/house/pages_test.py PROGRAM --write")

    def test_the_model_that_new_model_lays_down_compiles(self):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "tools").mkdir()
            script = shutil.copy(ROOT / "tools/new_model.py", Path(folder) / "tools")
            subprocess.run([sys.executable, script, "mean_heading"], check=True, capture_output=True)
            written = (Path(folder) / "src/dunlin/models/mean_heading.hpp").read_text()
            example = (ROOT / "examples/own_model/models/mean_heading.hpp").read_text()
            self.assertEqual(written, example, "the model of examples/own_model is the one that new_model.py lays down")
            for template in ("model_unit.cpp.in", "kernel_unit.cpp.in"):
                unit = (ROOT / "src/dunlin/step" / template).read_text()
                keys = {"MODEL": "mean_heading", "MODEL_FILE": "dunlin/models/mean_heading.hpp", "MODEL_TYPE": "MeanHeading", "SET": "scalar", "HWY_LINE": "",
                        "NAMESPACE": "plain", "LANE_SINGLE": "float",
                        "STATIONS_DOUBLE": ", ".join(f"{{&perceive<MeanHeading, {d}, double>, &advance<MeanHeading, {d}, double>}}"
                                                     for d in (2, 3))}
                for key, value in keys.items():
                    unit = unit.replace(f"@{key}@", value)
                file = Path(folder) / template.removesuffix(".in")
                file.write_text(unit)
                includes = [f"-I{folder}/src", f"-I{ROOT}/src", f"-I{ROOT}/include", f"-I{OPTIONS.generated}"]
                command = [OPTIONS.compiler, "-std=c++20", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", *includes, file]
                result = subprocess.run(command, capture_output=True, text=True)
                self.assertEqual(result.returncode, 0, result.stderr[:3000])

    def test_new_model_refuses_names_that_are_taken_and_writes_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            (root / "tools").mkdir()
            script = shutil.copy(ROOT / "tools/new_model.py", root / "tools")
            for part in ("src", "include", "scenarios"):
                shutil.copytree(ROOT / part, root / part)
            before = sorted(root.rglob("*"))
            reasons = {"boids": "src/dunlin/models/boids.hpp is there already", "million": "scenarios/million.toml is there",
                       "wind": "src/dunlin/influences/wind.hpp uses", "pair": "src/dunlin/models/model.hpp uses",
                       "Class": "expected words of small letters"}
            for name, reason in reasons.items():
                result = subprocess.run([sys.executable, script, name], capture_output=True, text=True)
                self.assertEqual(result.returncode, 2, name)
                self.assertIn(f"error: a model cannot be called {name}: {reason}", result.stderr)
            asked = subprocess.run([sys.executable, script, "--help"], capture_output=True, text=True)
            self.assertEqual(asked.returncode, 0)
            self.assertIn("NAME", asked.stdout)
            self.assertEqual(sorted(root.rglob("*")), before)

    def test_the_page_of_the_library_names_every_public_function(self):
        page = (ROOT / "docs/api.md").read_text()
        inner = {"bool", "agents", "size", "run", "value", "error"}  # of plain structs, Crew and Result
        missing = sorted(name for name in public_functions() - inner if not re.search(rf"\b{name}\b", page))
        self.assertGreater(len(public_functions()), 60)
        self.assertEqual(missing, [], "docs/api.md describes every public function")

    def test_what_the_contributing_page_shows_of_the_model_is_in_it(self):
        model = (ROOT / "tools/new_model.py").read_text().replace("@NAME@", "mean_heading").replace("@TYPE@", "MeanHeading")
        for block in blocks(ROOT / "CONTRIBUTING.md", "cpp"):
            for line in filter(None, map(str.strip, block.splitlines())):
                self.assertIn(line, model, "CONTRIBUTING.md shows another model than tools/new_model.py")


def main():
    global OPTIONS
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--cpp", nargs=2, metavar=("PAGE", "FILE"))
    parser.add_argument("--compiler", default="c++")
    parser.add_argument("--generated", default=str(ROOT / "build/generated"))
    OPTIONS = parser.parse_args()
    if OPTIONS.cpp:
        Path(OPTIONS.cpp[1]).write_text(program_of(ROOT / OPTIONS.cpp[0]))
        return
    OPTIONS.program = str(Path(OPTIONS.program).resolve())
    if OPTIONS.write:
        for page in PAGES:
            page.write_text(up_to_date(page.read_text()))
        return
    unittest.main(argv=[sys.argv[0]])


if __name__ == "__main__":
    main()
