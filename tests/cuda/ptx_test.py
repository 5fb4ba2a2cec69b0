#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The steering of boids compiles for a GPU, and every operation there is one of IEEE 754.

usage: ptx_test.py NVCC SOURCE_FOLDER WORK_FOLDER
Compiles tests/cuda/steer.cu to PTX and reads it: no fused multiply-add, nothing approximate or flushed to zero, nothing
that a later compiler may fuse, no call of a mathematical library."""
import collections
import os
import re
import subprocess
import sys

OPTIONS = ["-std=c++20", "-arch=sm_90", "-fmad=false", "-prec-div=true", "-prec-sqrt=true", "-ftz=false", "-ptx"]
NUMBER = r"\.(f16|f16x2|bf16|bf16x2|f32|f32x2|f64)\b"
# Arithmetic that rounds says how; without a rounding of its own `mul` or `add` may still become a fused multiply-add.
ROUNDED = re.compile(r"^(add|sub|mul|div|rcp|sqrt)\.rn" + NUMBER)
EXACT = re.compile(r"^(mov|ld|st|selp|set|setp|abs|neg|min|max|copysign|testp)\b")
CONVERSION = re.compile(r"^cvt\.(rn\.)?(f32|f64)\.(f32|f64|[us](8|16|32|64))$|^cvt\.r[mpzn]i\.f(32|64)\.f(32|64)$")


def instructions(ptx):
    for line in ptx.splitlines():
        match = re.match(r"\s+(?:@!?%p\d+\s+)?([a-z][\w.:]*)[\s;]", line)
        if match:
            yield match[1]


def main():
    nvcc, source, work = sys.argv[1:]
    os.makedirs(work, exist_ok=True)
    out = os.path.join(work, "steer.ptx")
    subprocess.run([nvcc, *OPTIONS, "-I", os.path.join(source, "src"), "-I", os.path.join(source, "include"),
                    os.path.join(source, "tests/cuda/steer.cu"), "-o", out], check=True)
    count = collections.Counter(instructions(open(out).read()))
    wrong = []
    for name in count:
        of_numbers = re.search(NUMBER, name)
        if name.startswith(("fma", "call")) or re.search(r"\.(approx|full|ftz)\b", name):
            wrong.append(name)
        elif of_numbers and not (ROUNDED.match(name) or EXACT.match(name) or CONVERSION.match(name)):
            wrong.append(name)
    rounded = {name: n for name, n in count.items() if ROUNDED.match(name)}
    print(f"{sum(count.values())} instructions, of which round: {rounded}")
    for needed in ("add.rn.f32", "mul.rn.f32", "div.rn.f32", "sqrt.rn.f32", "div.rn.f64", "sqrt.rn.f64"):
        if needed not in rounded:
            wrong.append(f"no {needed}, which the steering has")
    for name in wrong:
        print(f"not of IEEE 754: {name}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
