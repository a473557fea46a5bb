#!/usr/bin/env python3
"""Runs check_coverage on small pages."""
import tempfile
import unittest
from pathlib import Path

import check_coverage

MAIN = "int helper();\nint main(int argc, char** argv) {}\n"
TOP = "| section | what | header | test |\n|---|---|---|---|\n"


class Coverage(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = Path(self.folder.name)
        for name, text in (("include/graze/a.hpp", ""), ("bench/a.cpp", ""), ("tests/a_test.c", ""),
                           ("tests/a_test.cpp", "TEST(A, B) {}"), ("tests/a.hpp", "// TEST(A, B)"),
                           ("tests/main.cpp", MAIN)):
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            (self.root / name).write_text(text, encoding="utf-8")

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

    def test_what_is_named_as_a_test_must_test_something(self):
        self.assertEqual(self.problems("| 1 | boxes | `a.hpp` | `a_test.c`, `main.cpp` |")[0], [])
        problems = self.problems("| 1 | boxes | `a.hpp` | `a_test.cpp`, `a.hpp` |")[0]
        self.assertEqual(len(problems), 1)
        self.assertIn("tests nothing: tests/a.hpp", problems[0])

    def test_what_is_left_out_needs_a_reason(self):
        self.assertIn("no reason", self.problems("| 1 | drums left out | `a.hpp` | `a_test.cpp` |")[0][0])
        for reason in ("drums left out: too large", "superseded by cells", "superseded: cells are faster"):
            self.assertEqual(self.problems(f"| 1 | {reason} | `a.hpp` | `a_test.cpp` |")[0], [])


if __name__ == "__main__":
    unittest.main()
