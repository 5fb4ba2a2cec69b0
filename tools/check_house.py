#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The rules of this code that a machine can check: who may include whom, what a file begins with, which words and calls
are not used, and that every member of a family has its page, its scenario and its test. Run from anywhere; prints
file:line and what is wrong. To change a rule, change the table here and ARCHITECTURE.md with it."""
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# Module -> (layer, modules it may include). Arrows go down only, so there is no cycle. `api` is include/dunlin/.
MODULES = {
    "api": (1, set()),
    "base": (2, {"api"}),
    "threads": (2, {"api"}),
    "render": (2, {"api"}),
    "scenario": (2, {"api"}),
    "state": (3, {"base"}),
    "world": (3, {"base", "api"}),
    "models": (3, {"base"}),
    "io": (3, {"base", "api"}),
    "influences": (4, {"models", "base"}),
    "neighbors": (4, {"world", "state", "base"}),
    "step": (5, {"influences", "models", "neighbors", "world", "base", "api"}),
    "observe": (5, {"neighbors", "world", "state", "base", "api"}),
    "sim": (6, {"step", "observe", "neighbors", "io", "world", "state", "base", "api"}),
    "live": (7, {"scenario", "io", "api"}),
    "bindings": (8, {"live", "io", "api"}),
    "apps": (8, {"io", "api"}),
}
GENERATED = {"influence_list.hpp": "influences", "observable_list.hpp": "observe"}  # written by cmake/families.cmake

ANYWHERE = "src/dunlin/"
FORBIDDEN_CALLS = [  # pattern in code, where, except there, why
    (r"\bf?printf\s*\(|std::(cout|cerr|clog)|\bputs\s*\(|<iostream>", ANYWHERE, None, "the library does not print"),
    (r"\bexit\s*\(|\babort\s*\(", ANYWHERE, None, "the library does not end the program"),
    (r"\bgetenv\b|\bsetlocale\b|\bsystem\s*\(", ANYWHERE, None, "the library does not touch the environment"),
    (r"\bthrow\b", ANYWHERE, None, "errors are values"),
    (r"<random>|\brand\s*\(|std::mt19937", ANYWHERE, None, "random numbers are draw() of base/random.hpp"),
    (r"\bstd::(sin|cos|tan|a?sinh?|a?cosh?|a?tanh?|atan2|exp|exp2|log|log2|log10|pow|cbrt|hypot|fma)\b", ANYWHERE, "render/",
     "C libraries round this differently: use base/math.hpp"),
    (r"Approximate|MulAdd|MulSub|rsqrt|_mm\d*_rcp", ANYWHERE, None, "not exact, or fused: the bits would depend on the machine"),
    (r"std::hash|atomic<(float|double)>|std::(reduce|execution)", ANYWHERE, None, "its result depends on library or order"),
    (r"<(mutex|atomic|thread)>|oneapi/tbb", ANYWHERE, "threads/|render/", "threads sit behind Crew"),
    (r"<chrono>", ANYWHERE, "sim/run.cpp|render/", "the simulation does not read the clock"),
    (r"__AVX|__SSE|intrin\.h|hwy/", ANYWHERE, "base/", "instruction sets are known to base/ only"),
    (r"mpi\.h", ANYWHERE, None, "no module uses MPI yet"),
]
WORDS = {  # not this word in identifiers -> say (whole words of a snake_case or CamelCase name)
    "boid": "agent", "particle": "agent", "entity": "agent", "flockmate": "neighbor", "vel": "velocity",
    "cutoff": "range", "rcut": "range", "knn": "nearest", "bucket": "cell", "config": "scenario",
}
SPELLING = {"neighb" + "our": "neighbor", "behavi" + "our": "behavior", "colo" + "ur": "color", "cent" + "re": "center"}
MACHINE_PATH = re.compile(r"(?<![\w.])/(home|root|work|Users)/\w")
HEADINGS = ["Summary", "Equations", "Parameters", "Scenarios", "Deviations from the source", "References"]

problems = []


def complain(path, line, text):
    problems.append(f"{path}:{line}: {text}")


def tracked_files():
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True)
    if listed.returncode == 0:
        names = listed.stdout.split("\n")
    else:  # an unpacked archive
        names = [str(p.relative_to(ROOT)) for p in ROOT.rglob("*") if not re.match(r"build|runs|\.", p.relative_to(ROOT).parts[0])]
    return sorted(n for n in set(names) if n and (ROOT / n).is_file())


def without_comments_and_strings(text):
    def blank(match):
        return re.sub(r"[^\n]", " ", match[0])
    return re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', blank, text, flags=re.S)


def module_of(name):
    if name.startswith("include/dunlin/"):
        return "api"
    match = re.match(r"src/dunlin/(\w+)/|(apps|bindings)/", name)
    return match and (match[1] or match[2])


def check_includes(name, text, arrows):
    module = module_of(name)
    if module is None:
        return
    if module not in MODULES:
        complain(name, 1, f"the module {module} is not in the table of tools/check_house.py")
        return
    for number, line in enumerate(text.splitlines(), 1):
        match = re.match(r'#include "dunlin/([\w./]+)"', line)
        if not match:
            continue
        target = GENERATED.get(match[1]) or (match[1].split("/")[0] if "/" in match[1] else "api")
        if target == module:
            continue
        arrows.add((module, target))
        if target not in MODULES[module][1]:
            complain(name, number, f"{module} may not include {target}")


def check_source(name, text):
    lines = text.splitlines()
    if not lines or not lines[0].startswith("// SPDX-License-Identifier: "):
        complain(name, 1, "the first line is not the SPDX line")
    # A member of a family says what it is in its info line.
    if len(lines) > 1 and not lines[1].startswith("//") and not re.search(r"\binfo\{", text):
        complain(name, 2, "no comment says what this file is")
    code = without_comments_and_strings(text)
    for number, line in enumerate(code.splitlines(), 1):
        raw = lines[number - 1]
        for pattern, where, but, why in FORBIDDEN_CALLS:
            searched = raw if raw.startswith("#include") else line
            if name.startswith(where) and not (but and re.search(but, name)) and re.search(pattern, searched):
                complain(name, number, f"{why}: {raw.strip()}")
        for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", line):
            wrong = word.lower()
            wrong = wrong[:-1] if wrong[:-1] in WORDS else wrong
            if wrong in WORDS and not (wrong == "boid" and name == "src/dunlin/models/boids.hpp"):
                complain(name, number, f"say {WORDS[wrong]}, not {word}")
        constant = re.match(r"(?:inline |static )*constexpr [\w:<>, ]+? (\w+)(\[\d*\])?\s*[{=]", line)
        if constant and not re.match(r"k[A-Z]", constant[1]) and not lines[number - 2].startswith("template"):
            complain(name, number, f"a constant is called kLikeThis, not {constant[1]}")


# Headers whose functions a kernel may call, on a processor or on a GPU.
KERNEL_HEADERS = re.compile(r"src/dunlin/(base|models|influences)/\w+\.hpp|src/dunlin/world/boundary\.hpp")
NO_FUNCTION = r"DUNLIN_INLINE|template|struct|class|concept|enum|using|namespace|constexpr|inline constexpr|static_assert|[#/}]"


def check_inline(name, text):
    if not KERNEL_HEADERS.fullmatch(name) or "namespace dunlin::DUNLIN_LANES {" not in text:
        return
    lines = text.splitlines()
    first = lines.index("namespace dunlin::DUNLIN_LANES {")
    for number, line in enumerate(lines[first + 1:], first + 2):
        free = re.match(rf"(?!{NO_FUNCTION})\w[^;=]*\(", line)
        member = re.match(r"    (?!.*(DUNLIN_INLINE|\bconstants\())\w[^;=]*\(", line)  # constants: made beforehand
        if free or (member and re.match(r"    template <.*\bclass T\b", lines[number - 2])):
            complain(name, number, "a function that a kernel may call is marked DUNLIN_INLINE")


def check_text(name, text):
    for number, line in enumerate(text.splitlines(), 1):
        for wrong, right in SPELLING.items():
            if re.search(wrong, line, re.I) and not name.startswith("tests/"):  # tests misspell on purpose
                complain(name, number, f"spell it {right}")
        for page in re.findall(r"\bdocs/[\w/-]+\.md\b", line):
            if not (ROOT / page).exists():
                complain(name, number, f"names {page}, which is not there")
        if MACHINE_PATH.search(line):
            complain(name, number, "names a path of somebody's machine")


def slug(heading):
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def check_links(name, text):
    body = re.sub(r"```.*?```", lambda m: re.sub(r"[^\n]", " ", m[0]), text, flags=re.S)
    for number, line in enumerate(body.splitlines(), 1):
        for target in re.findall(r'\]\(([^)\s]+)\)|src="([^"]+)"', line):
            target = target[0] or target[1]
            if re.match(r"[a-z]+:", target):
                continue
            path, _, anchor = target.partition("#")
            file = (ROOT / name).parent / path if path else ROOT / name
            if not file.exists():
                complain(name, number, f"links to {target}, which is not there")
            elif anchor and anchor not in {slug(h) for h in re.findall(r"^#+ (.+)$", file.read_text(), re.M)}:
                complain(name, number, f"links to {target}, which has no such heading")


def read(name):
    path = ROOT / name
    return path.read_text() if path.exists() else ""


def check_list(page, names, what):
    for one in names:
        if f"`{one}`" not in read(page):
            complain(page, 1, f"does not list the {what} `{one}`")


def members(module, contract):
    return sorted(p.stem for p in (ROOT / "src/dunlin" / module).glob("*.hpp") if p.stem != contract)


def check_families(files):
    scenarios = {n: read(n) for n in files if re.fullmatch(r"scenarios/[\w-]+\.toml", n)}
    tests = "".join(read(n) for n in files if n.startswith("tests/") and not n.startswith("tests/house/"))
    for model in members("models", "model"):
        page = f"docs/models/{model}.md"
        headings = re.findall(r"^## (.+)$", read(page), re.M)
        if headings != HEADINGS:
            complain(page, 1, f"is missing, or its headings are not: {', '.join(HEADINGS)}")
        if not any(re.search(rf'name = "{model}"', text) for text in scenarios.values()):
            complain(f"src/dunlin/models/{model}.hpp", 1, f"no scenario in scenarios/ uses the model {model}")
        if not re.search(rf"\b{model}\b", tests):
            complain(f"src/dunlin/models/{model}.hpp", 1, f"no test mentions the model {model}")
    check_list("docs/influences.md", members("influences", "influence"), "influence")
    check_list("docs/observables.md", members("observe", "observable"), "observable")
    check_list("docs/starts.md", re.findall(r'^    \{"([\w-]+)", "', read("src/dunlin/sim/start.cpp"), re.M), "start")
    check_list("docs/scenarios.md", [Path(n).stem for n in scenarios], "scenario")
    # The step reads as docs/step.md.
    step = re.search(r"void Run::step\(\) \{.*?\n\}", read("src/dunlin/sim/run.cpp"), re.S)
    stages = re.findall(r"\bseconds\.(\w+)\)", step[0]) if step else []
    if stages != [h.lower() for h in re.findall(r"^## \d+\. (\w+)", read("docs/step.md"), re.M)]:
        complain("docs/step.md", 1, f"its numbered headings are not the stages of Run::step: {', '.join(stages)}")


def main():
    for module, (layer, allowed) in MODULES.items():
        for target in allowed:
            if MODULES[target][0] >= layer:
                complain("tools/check_house.py", 1, f"the table lets {module} include {target}, which is not below it")
    files, arrows = tracked_files(), set()
    for name in files:
        if not re.search(r"\.(hpp|cpp|in|md|toml|py|cmake|txt|sh|cff)$", name):
            continue
        text = read(name)
        check_text(name, text)
        if re.search(r"\.(hpp|cpp|in)$", name):
            check_includes(name, text, arrows)
        if re.search(r"\.(hpp|cpp)$", name):
            check_source(name, text)
            check_inline(name, text)
        if name.endswith(".md"):
            check_links(name, text)
    check_families(files)
    print("\n".join(problems) if problems else f"house: {len(files)} files, {len(MODULES)} modules, {len(arrows)} arrows, none upward")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
