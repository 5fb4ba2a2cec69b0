#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes tests/golden/hashes.toml anew from what the program gives now.

usage: tools/golden.py --why "REASON" [--program build/dunlin] [--check] [SCENARIO ...]
Hashes that have changed get the commit at hand and the reason; the others keep theirs. Built-in scenarios that are not
in the file yet are added. A hash that changes says that the same scenario flies otherwise: say why. --check writes
nothing and exits with 1 if any differs."""
import argparse
import json
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "tests/golden/hashes.toml"
STEPS = 200  # of a scenario that is new to the file
HEAD = """# SPDX-License-Identifier: Apache-2.0
# The state hash of each built-in scenario after so many steps: one for every machine, compiler and number of threads.
# Written by tools/golden.py; a commit that changes a hash says why. `set` are --set changes: big worlds made small.
"""


def run(program, entry):
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "run", entry["scenario"], "--steps", str(entry["steps"]), "--json", "--no-movie", "--no-picture",
                   "--quiet", "--force", "--out", f"{folder}/run"]
        for change in entry.get("set", []):
            command += ["--set", change]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)}\n{done.stderr}")
        return json.loads(done.stdout)["state_hash"]


def written(entry):
    # JSON strings, numbers and arrays of strings are TOML as well
    keys = [key for key in ("scenario", "set", "steps", "hash", "commit", "why") if key in entry]
    return "\n[[golden]]\n" + "".join(f"{key} = {json.dumps(entry[key])}\n" for key in keys)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--why")
    parser.add_argument("--program", default=str(ROOT / "build/dunlin"))
    parser.add_argument("--check", action="store_true")
    parser.add_argument("scenarios", nargs="*")
    arguments = parser.parse_args()
    if not arguments.check and not arguments.why:
        parser.error("--why is missing: what changed the hashes?")

    entries = tomllib.loads(FILE.read_text())["golden"] if FILE.exists() else []
    known = {entry["scenario"] for entry in entries}
    entries += [{"scenario": path.stem, "steps": STEPS, "hash": ""}
                for path in sorted(ROOT.glob("scenarios/*.toml")) if path.stem not in known]
    commit = subprocess.run(["git", "-C", ROOT, "rev-parse", "--short=10", "HEAD"], capture_output=True, text=True).stdout.strip()
    changed = 0
    for entry in entries:
        if arguments.scenarios and entry["scenario"] not in arguments.scenarios:
            continue
        state_hash = run(arguments.program, entry)
        if state_hash == entry["hash"]:
            continue
        changed += 1
        print(f"{entry['scenario']} {' '.join(entry.get('set', []))}: {entry['hash'] or 'new'} -> {state_hash}")
        entry.update(hash=state_hash, commit=commit, why=arguments.why or "")
    print(f"{changed} of {len(entries)} hashes changed")
    if arguments.check:
        return 1 if changed else 0
    FILE.write_text(HEAD + "".join(written(entry) for entry in entries))
    return 0


if __name__ == "__main__":
    sys.exit(main())
