# SPDX-License-Identifier: Apache-2.0
"""Options of the build that cannot work are refused when it is configured, with a reason.

What does work is built elsewhere: everything by the build under test; the library without threads, pictures and sessions
by tests/bits/builds.py; the library without pictures by consumer_test.py."""
import argparse
import subprocess
import tempfile

REFUSED = [
    (["DUNLIN_THREADS=OFF", "DUNLIN_TESTS=OFF"], "DUNLIN_PROGRAM=ON needs DUNLIN_THREADS=ON: the program runs threads"),
    (["CMAKE_DISABLE_FIND_PACKAGE_TBB=ON"], "oneTBB is not here (Debian: libtbb-dev); with DUNLIN_TBB=OFF the threads"),
    (["DUNLIN_SESSION=OFF"], "DUNLIN_LIVE=ON needs DUNLIN_SESSION=ON: the live page is served"),
    (["DUNLIN_PROGRAM=OFF", "DUNLIN_LIVE=ON"], "DUNLIN_LIVE=ON needs DUNLIN_PROGRAM=ON: the live page is served"),
    (["DUNLIN_PROGRAM=OFF", "DUNLIN_RENDER=OFF"], "DUNLIN_TESTS=ON needs DUNLIN_RENDER=ON: the tests are those of"),
    (["DUNLIN_SIMD=avx22"], "DUNLIN_SIMD: avx22 is no instruction set of "),
    (["DUNLIN_MODELS=/nowhere"], "DUNLIN_MODELS: /nowhere has no model, which is a .hpp file"),
    (["DUNLIN_MODELS=src/dunlin/models"], "models/boids.hpp: there is a model of that name already"),
    (["DUNLIN_PAGE=/nowhere"], "DUNLIN_PAGE: /nowhere has no index.html"),
]


def main():
    parser = argparse.ArgumentParser()
    for word in ("source", "cmake", "generator", "compiler"):
        parser.add_argument(f"--{word}", required=True)
    given = parser.parse_args()
    for settings, reason in REFUSED:
        with tempfile.TemporaryDirectory(prefix="dunlin-options-") as folder:
            done = subprocess.run(
                [given.cmake, "-S", given.source, "-B", folder, "-G", given.generator,
                 f"-DCMAKE_CXX_COMPILER={given.compiler}", *(f"-D{one}" for one in settings)],
                text=True, capture_output=True)
            said = " ".join(done.stderr.split())
            assert done.returncode != 0, f"{settings}: not refused"
            assert reason in said, f"{settings}: {said}"


if __name__ == "__main__":
    main()
