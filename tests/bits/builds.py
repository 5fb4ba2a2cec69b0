#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Other compilers and levels of optimization give the same bits.

usage: builds.py HASH_PROGRAM WORK_FOLDER
Builds the core with each compiler found and compares what it prints with what HASH_PROGRAM, of the build under test,
prints. A compiler that is not on this machine is named and left out; without any the test is skipped (77)."""
import os
import shutil
import subprocess
import sys

# The first is the smallest library that there is.
BUILDS = [("g++", "-O0", ["-DDUNLIN_SESSION=OFF"]), ("clang++", "-O3", [])]
SKIPPED = 77


def output(command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def build(compiler, flags, options, folder):
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "builds")
    generator = ["-G", "Ninja"] if shutil.which("ninja") else []
    subprocess.run(["cmake", "-S", source, "-B", folder, *generator, f"-DCMAKE_CXX_COMPILER={compiler}",
                    f"-DCMAKE_CXX_FLAGS={flags}", "-DCMAKE_BUILD_TYPE=None", *options],
                   check=True, stdout=subprocess.DEVNULL)
    jobs = str(len(os.sched_getaffinity(0)))
    subprocess.run(["cmake", "--build", folder, "--target", "hashes", "-j", jobs], check=True, stdout=subprocess.DEVNULL)
    return output([os.path.join(folder, "hashes")])


def main():
    program, work = sys.argv[1:]
    expected = output([program]).splitlines()
    assert len(expected) > 30, "the hash program printed next to nothing"
    failures = 0
    compared = 0
    for compiler, flags, options in BUILDS:
        if not shutil.which(compiler):
            print(f"{compiler} is not here: left out")
            continue
        folder = os.path.join(work, compiler.replace("+", "x") + flags)
        got = build(compiler, flags, options, folder).splitlines()
        differing = [(a, b) for a, b in zip(expected, got) if a != b]
        if differing or len(got) != len(expected):
            failures += 1
            print(f"{compiler} {flags}: {len(differing)} of {len(expected)} lines differ, for one\n  {differing[:1]}")
        else:
            print(f"{compiler} {flags}: the same {len(got)} lines")
        compared += 1
    if compared == 0:
        return SKIPPED
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
