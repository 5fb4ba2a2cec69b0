#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The program as built for another system gives every hash of tests/golden/hashes.toml, with every instruction set that it
has there and with two threads, and keeps to its run folders.

usage: platform_test.py NAME PROGRAM [LAUNCHER WORD ...]
LAUNCHER runs programs of that system on this machine, for example: qemu-aarch64 -L /usr/aarch64-linux-gnu"""
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


class Platform:
    def __init__(self, program, launcher):
        self.command = [*launcher, str(Path(program).resolve())]

    def run(self, words, folder, text=""):
        done = subprocess.run([*self.command, *words], cwd=folder, capture_output=True, input=text.encode(), timeout=600)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def instruction_sets(self, folder):
        status, _, said = self.run(["run", "million", "--simd", "?"], folder)
        assert status == 2, said
        names = re.search(r"expected (.*)", said)[1]
        return re.findall(r"\w+", names.replace(" or ", ", ").removeprefix("auto"))


def state_hash(platform, golden, simd, threads):
    with tempfile.TemporaryDirectory() as folder:
        words = ["run", golden["scenario"], "--steps", str(golden["steps"]), "--json", "--quiet", "--out", "run",
                 "--simd", simd, "--threads", str(threads)]
        for change in golden.get("set", []):
            words += ["--set", change]
        status, out, said = platform.run(words, folder)
        return json.loads(out)["state_hash"] if status == 0 else f"exit status {status}: {said.strip()}"


def check_hashes(platform, folder):
    goldens = tomllib.loads((ROOT / "tests/golden/hashes.toml").read_text())["golden"]
    sets = platform.instruction_sets(folder)
    wrong = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for simd, threads in [*((one, 1) for one in sets), (sets[0], 2)]:
            found = list(pool.map(lambda golden: state_hash(platform, golden, simd, threads), goldens))
            right = sum(hash == golden["hash"] for hash, golden in zip(found, goldens))
            print(f"  {right} of {len(goldens)} golden hashes: {simd}, {threads} thread{'s' if threads > 1 else ''}", flush=True)
            for golden, hash in zip(goldens, found):
                if hash != golden["hash"]:
                    wrong += 1
                    print(f"    {golden['scenario']} {golden.get('set', '')}: {golden['hash']}, but here {hash}")
    return wrong


def check_folders(platform, folder):
    """A run, the same run from its own folder and from standard input, and what is refused."""
    flock = ["run", "kleemans", "--steps", "20", "--json", "--every", "5"]
    status, out, said = platform.run([*flock, "--out", "one"], folder)
    assert status == 0, said
    made = Path(folder, "one")
    assert sorted(path.name for path in made.iterdir()) == [
        "observables.csv", "scenario.toml", "summary.json", "trajectory.csv"], list(made.iterdir())
    for path in made.iterdir():
        assert b"\r" not in path.read_bytes(), f"{path.name}: not the bytes of other systems"
    first = json.loads(out)
    assert first == json.loads((made / "summary.json").read_text())

    status, out, said = platform.run(["run", "one", "--json", "--out", "again"], folder)
    assert status == 0, said
    assert json.loads(out)["state_hash"] == first["state_hash"]

    text = (made / "scenario.toml").read_text()
    status, out, said = platform.run(["run", "-", "--json", "--out", "another name"], folder, text)
    assert status == 0, said
    assert json.loads(out)["state_hash"] == first["state_hash"]
    assert Path(folder, "another name", "summary.json").exists(), os.listdir(folder)

    status, _, said = platform.run([*flock, "--out", "one"], folder)
    assert status == 2 and "there is a run already" in said, said
    status, _, said = platform.run([*flock, "--out", "one", "--force"], folder)
    assert status == 0, said
    status, _, said = platform.run(["run", "kleemanns", "--out", "two"], folder)
    assert status == 2 and 'did you mean "kleemans"?' in said, said
    status, _, said = platform.run([*flock, "--picture", "--out", "two"], folder)
    assert status == 2 and "--picture: this program was built without pictures" in said, said
    assert not Path(folder, "two").exists()

    # A folder is one run's while it is written. The first run is long and is ended once the second was refused.
    writing = subprocess.Popen([*platform.command, "run", "kleemans", "--steps", "1000000", "--out", "three"], cwd=folder,
                               stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while not Path(folder, "three/observables.csv").exists():
            assert writing.poll() is None, "the long run ended"
            time.sleep(0.05)
        status, _, said = platform.run([*flock, "--out", "three", "--force"], folder)
        assert status == 2 and "another run is writing there now" in said, said
    finally:
        writing.kill()
        writing.wait()
    print("  runs in folders, repeated, refused and locked")


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    name, program, *launcher = sys.argv[1:]
    start = time.monotonic()
    platform = Platform(program, launcher)
    print(f"{name}:", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        _, out, said = platform.run(["--version"], folder)
        print(f"  {out.strip() or said.strip()}", flush=True)
        check_folders(platform, folder)
        wrong = check_hashes(platform, folder)
    print(f"  {wrong} wrong, {time.monotonic() - start:.0f} s", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
