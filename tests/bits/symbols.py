#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""No code for one instruction set can be linked into another's.

usage: symbols.py OBJECT...   (<model>_<set>.cpp.o, as built)
A unit compiled for a newer machine may define linkable symbols of its own namespace only; were it to define, say,
std::vector<int>::resize with AVX instructions, the linker could choose that one for everybody, and the program would
crash on an older machine. Unoptimized builds leave ordinary inline functions in such a unit: these may hold no
instruction of the newer sets."""
import re
import subprocess
import sys

NEWER = re.compile(r"%[yz]mm|\t\{?v[a-z0-9]+\s")


def lines(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def linkable(path):
    for line in lines("nm", "--defined-only", path):
        kind, name = line.split()[-2:]
        if kind in "uvwVW" or kind.isupper():
            yield name


def main():
    failures = 0
    checked = 0
    for path in sys.argv[1:]:
        instruction_set = re.search(r"_([a-z0-9]+)\.cpp\.(o|obj)$", path).group(1)
        # Mangled, a name that lives in dunlin::avx2, or is made of a type of it, holds "4avx2": no other unit has it.
        own = re.compile(rf"^_Z.*[^0-9]{len(instruction_set)}{instruction_set}|^_Z.*6dunlin{len(instruction_set)}{instruction_set}")
        highway = re.compile(r"^_Z(GV|Z)*NK?3hwy\d+N_[A-Z]")  # of one target likewise
        symbols = list(linkable(path))
        foreign = [s for s in symbols if not own.search(s) and not highway.search(s) and not s.startswith("DW.ref.")]
        assert any(own.search(s) for s in symbols), f"{path}: no kernels in it"
        for symbol in foreign:
            code = lines("objdump", "-d", "--no-show-raw-insn", f"--disassemble={symbol}", path)
            newer = [line for line in code if NEWER.search(line)]
            if newer:
                failures += 1
                print(f"{path}: {symbol} is not of dunlin::{instruction_set} and holds {newer[0].strip()}")
        print(f"{path}: {len(symbols)} linkable symbols, {len(foreign)} of them ordinary ones")
        checked += 1
    if checked == 0:
        print("no objects given")
        return 1
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
