#!/usr/bin/env python3
"""Runs check_coverage on small pages."""
import tempfile
import unittest
from pathlib import Path

import check_coverage

TOP = "| section | what | header | test |\n|---|---|---|---|\n"


class Coverage(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = Path(self.folder.name)
        for name in ("include/graze/a.hpp", "tests/a_test.cpp", "bench/a.cpp"):
            (self.root / name).parent.mkdir(parents=True)
            (self.root / name).touch()

    def tearDown(self):
        self.folder.cleanup()

    def problems(self, row):
        return check_coverage.problems_of(TOP + row + "\n", self.root)

    def test_files_that_exist_are_fine(self):
        row = "| 1 | boxes: `bench/a.cpp`, `a + b` | `a.hpp` | `a_test.cpp` |"
        self.assertEqual(self.problems(row), ([], 1))

    def test_missing_files_are_found_in_every_column(self):
        for missing, row in (("include/graze/b.hpp", "| 1 | boxes | `b.hpp` | `a_test.cpp` |"),
                             ("tests/b_test.cpp", "| 1 | boxes | `a.hpp` | `a_test.cpp`, `b_test.cpp` |"),
                             ("bench/b.cpp", "| 1 | boxes: `bench/b.cpp` | `a.hpp` | `a_test.cpp` |")):
            self.assertIn(missing, self.problems(row)[0][0])

    def test_a_row_without_a_test_is_found(self):
        self.assertIn("names no test", self.problems("| 1 | boxes | `a.hpp` | |")[0][0])

    def test_what_is_left_out_needs_a_reason(self):
        self.assertIn("no reason", self.problems("| 1 | drums left out | `a.hpp` | `a_test.cpp` |")[0][0])
        for reason in ("drums left out: too large", "superseded by cells", "superseded: cells are faster"):
            self.assertEqual(self.problems(f"| 1 | {reason} | `a.hpp` | `a_test.cpp` |")[0], [])


if __name__ == "__main__":
    unittest.main()
