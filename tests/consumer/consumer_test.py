# SPDX-License-Identifier: Apache-2.0
"""Installs the build into a new place and uses it from there in each way a consumer has. The consumer that compiles
Dunlin itself does so with -ffast-math: what a host asks of the compiler must not reach the bits."""
import argparse
import os
import pathlib
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
        # Both examples on one library, which has a model from outside.
        (work / "both").mkdir()
        examples = given.source / "examples"
        (work / "both/CMakeLists.txt").write_text(f"""
            cmake_minimum_required(VERSION 3.25)
            project(both LANGUAGES CXX)
            set(DUNLIN_SOURCE "{given.source}")
            set(DUNLIN_MODELS "{examples}/own_model/models")
            add_subdirectory("{examples}/embed" embed)
            add_subdirectory("{examples}/own_model" own_model)""")
        within = work / "within"
        run(given.cmake, "-S", work / "both", "-B", within, "-G", given.generator,
            f"-DCMAKE_CXX_COMPILER={given.compiler}", "-DDUNLIN_RENDER=OFF",
            f"-DCMAKE_CXX_FLAGS={given.flags} -O1 -ffast-math")
        run(given.cmake, "--build", within, "--parallel", "2")
        said["add_subdirectory"] = run(within / "embed/embed")
        own = run(within / "own_model/own_model").splitlines()
        print("a model from outside:", *own, sep="\n")
        assert len(own) == 2 and re.fullmatch(r"polarization 0\.\d{6}, hash [0-9a-f]{16}", own[0]), own
        assert own[0] == own[1], "a model from outside has other bits by another instruction set"

    for way, text in said.items():
        print(f"{way}:\n{text}")
        assert re.search(r"^polarization [01]\.\d{6}\nhash [0-9a-f]{16}$", text, re.M), way
    assert len(set(said.values())) == 1, "the flocks differ"


if __name__ == "__main__":
    main()
