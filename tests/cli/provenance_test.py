#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The commit that a build says it was made from: a "+" stands behind it when the source is not that of the commit.
Usage: provenance_test.py CMAKE GIT"""
import pathlib
import subprocess
import sys
import tempfile
import unittest

CMAKE, GIT = "cmake", "git"
SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "cmake" / "write_version.cmake"


class Provenance(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="dunlin-provenance-")
        self.source = pathlib.Path(self.folder.name)
        self.git("init", "-q")
        self.add("src/models/one.hpp", "first\n")
        self.add("notes.txt", "first\n")
        self.add(".gitignore", "build\n")
        self.git("add", ".")
        self.git("-c", "user.name=A", "-c", "user.email=a@b", "commit", "-q", "-m", "first")
        self.head = self.git("rev-parse", "--short=10", "HEAD").strip()

    def tearDown(self):
        self.folder.cleanup()

    def git(self, *words):
        return subprocess.run([GIT, "-C", self.source, *words], check=True, capture_output=True, text=True).stdout

    def add(self, name, text):
        path = self.source / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def commit(self):
        output = self.source / "build" / "version.cpp"
        subprocess.run([CMAKE, "-D", f"SOURCE={self.source}", "-D", f"OUTPUT={output}", "-D", "VERSION=1.2.3", "-D",
                        "COMPILER=C 1", "-D", f"GIT={GIT}", "-P", SCRIPT], check=True)
        return output.read_text().split('commit() { return "')[1].split('"')[0]

    def test_a_source_as_committed_is_named_by_its_commit(self):
        self.assertEqual(self.commit(), self.head)

    def test_a_file_that_git_does_not_know_counts_where_the_build_finds_files_by_itself(self):
        self.add("src/models/two.hpp", "added\n")
        self.assertEqual(self.commit(), self.head + "+")

    def test_a_file_that_git_does_not_know_does_not_count_elsewhere(self):
        self.add("runs/mine/scenario.toml", "")
        self.assertEqual(self.commit(), self.head)

    def test_a_changed_file_counts(self):
        self.add("notes.txt", "second\n")
        self.assertEqual(self.commit(), self.head + "+")

    def test_a_source_without_git_has_an_unknown_commit(self):
        subprocess.run(["rm", "-rf", self.source / ".git"], check=True)
        self.assertEqual(self.commit(), "unknown")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    GIT = sys.argv.pop(2)
    CMAKE = sys.argv.pop(1)
    unittest.main(verbosity=1)
