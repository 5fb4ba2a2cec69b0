# SPDX-License-Identifier: Apache-2.0
"""Installs the build into a new place and uses it from there in each way a consumer has. The consumer that compiles
Dunlin itself does so with -ffast-math: what a host asks of the compiler must not reach the bits."""
import argparse
import os
import pathlib
import platform
import re
import shlex
import shutil
import subprocess
import sys
import tempfile


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], text=True, capture_output=True, **options)
    if done.returncode != 0:
        sys.exit(f"{shlex.join(map(str, command))}\nended with {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def configure_and_build(given, folder, *settings):
    run(given.cmake, "-S", given.source / "examples/embed", "-B", folder, "-G", given.generator,
        f"-DCMAKE_CXX_COMPILER={given.compiler}", *settings)
    run(given.cmake, "--build", folder, "--parallel", "2")
    return run(folder / "embed")


def main():
    parser = argparse.ArgumentParser()
    for path in ("source", "build"):
        parser.add_argument(f"--{path}", type=pathlib.Path, required=True)
    for text in ("cmake", "generator", "compiler", "flags", "pkg-config"):
        parser.add_argument(f"--{text}", required=True)
    given = parser.parse_args()

    with tempfile.TemporaryDirectory(prefix="dunlin-consumer-") as scratch:
        work = pathlib.Path(scratch)
        run(given.cmake, "--install", given.build, "--prefix", work / "first")
        prefix = work / "moved"  # an installed tree can be moved
        shutil.move(work / "first", prefix)
        [package] = prefix.rglob("dunlinConfig.cmake")
        [pc] = prefix.rglob("dunlin.pc")
        targets = (package.parent / "dunlinTargets.cmake").read_text()
        assert "INTERFACE_COMPILE_OPTIONS" not in targets, "flags are forced on consumers"
        assert "INTERFACE_COMPILE_DEFINITIONS" not in targets, "macros are forced on consumers"
        version = run(prefix / "bin/dunlin", "--version", env={**os.environ, "LD_LIBRARY_PATH": str(pc.parents[1])})
        assert version.startswith("dunlin "), version

        said = {}
        said["find_package"] = configure_and_build(given, work / "found", f"-DCMAKE_PREFIX_PATH={prefix}",
                                                   f"-DCMAKE_CXX_FLAGS={given.flags}")
        env = {**os.environ, "PKG_CONFIG_PATH": str(pc.parent), "LD_LIBRARY_PATH": str(pc.parents[1])}
        options = run(given.pkg_config, "--cflags", "--libs", "dunlin", env=env)
        program = work / "by-pkg-config"
        run(given.compiler, *shlex.split(given.flags), "-std=c++20", given.source / "examples/embed/main.cpp", "-o", program,
            *shlex.split(options))
        said["pkg-config"] = run(program, env=env)
        one_set = ["-DDUNLIN_SIMD=sse4"] if platform.machine() == "x86_64" else []  # one beside plain numbers is enough
        said["add_subdirectory"] = configure_and_build(
            given, work / "within", f"-DDUNLIN_SOURCE={given.source}", "-DDUNLIN_RENDER=OFF", *one_set,
            f"-DCMAKE_CXX_FLAGS={given.flags} -O1 -ffast-math")
        # A model from outside: find_package compiles the installed sources with it.
        outside = work / "outside"
        run(given.cmake, "-S", given.source / "examples/own_model", "-B", outside, "-G", given.generator,
            f"-DCMAKE_CXX_COMPILER={given.compiler}", f"-DCMAKE_PREFIX_PATH={prefix}", "-DDUNLIN_RENDER=OFF",
            "-DDUNLIN_SESSION=OFF", *one_set, f"-DCMAKE_CXX_FLAGS={given.flags} -O1")
        run(given.cmake, "--build", outside, "--parallel", "2")
        own = run(outside / "own_model").splitlines()
        print("a model from outside:", *own, sep="\n")
        assert len(own) == 2 and re.fullmatch(r"polarization 0\.\d{6}, hash [0-9a-f]{16}", own[0]), own
        assert own[0] == own[1], "a model from outside has other bits by another instruction set"

    for way, text in said.items():
        print(f"{way}:\n{text}")
        assert re.search(r"^polarization [01]\.\d{6}\nhash [0-9a-f]{16}$", text, re.M), way
    assert len(set(said.values())) == 1, "the flocks differ"


if __name__ == "__main__":
    main()
