#!/usr/bin/env python3
"""Runs mutate on single lines, and on a planted project of which one function is tested and another not."""
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import mutate

CORE = """// Two functions, of which the tests know one.
#include "convex/core.hpp"

namespace graze {

int tested(int a, int b) { return a < b ? a + 2 : b; }

int unknown(int a) { return 3 * a; }

}  // namespace graze
"""
HEADER = """#pragma once
namespace graze {
int tested(int a, int b);
int unknown(int a);
inline int twice(int a) { return 2 * a; }
}  // namespace graze
"""
TEST = """#include "convex/core.hpp"

#include <gtest/gtest.h>

TEST(Core, IsTested) {
    EXPECT_EQ(graze::tested(1, 2), 3);
    EXPECT_EQ(graze::tested(2, 2), 2);
    EXPECT_EQ(graze::tested(3, 2), 2);
}
TEST(Core, TwiceIsTested) { EXPECT_EQ(graze::twice(2), 4); }
"""
PROJECT = """cmake_minimum_required(VERSION 3.25)
project(planted LANGUAGES CXX)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
find_package(GTest REQUIRED)
add_library(graze STATIC src/convex/core.cpp)
target_include_directories(graze PUBLIC src)
add_subdirectory(tests)
"""
TESTS = """foreach(room IN ITEMS
        convex)
  add_executable(graze_test_${room} ${room}/core_test.cpp)
  target_link_libraries(graze_test_${room} PRIVATE graze GTest::gtest_main)
endforeach()
"""


class Lines(unittest.TestCase):
    def test_operators_numbers_conditions_and_statements_change(self):
        self.assertIn("    if (a <= b) return 1;", mutate.mutations("    if (a < b) return 1;  // why"))
        self.assertIn("    if (true) return 1;", mutate.mutations("    if (a < b) return 1;"))
        self.assertIn("    if (a < b) return 2;", mutate.mutations("    if (a < b) return 1;"))
        self.assertIn("    ;", mutate.mutations("    count += 2;"))
        self.assertIn("    count -= 2;", mutate.mutations("    count += 2;"))
        self.assertIn("    x = add_up(a, b);", mutate.mutations("    x = add_down(a, b);"))
        self.assertIn("    x = a.upper;", mutate.mutations("    x = a.lower;"))

    def test_comments_strings_templates_and_directives_stay(self):
        for line in ("// a < b", "#include <cmath>", "template <int D, bool B = true>", 'return "a < b";', "",
                     "static_assert(1 < 2);", "std::array<Vec3, kSize> corners;"):
            self.assertEqual(mutate.mutations(line), [], line)

    def test_no_line_is_its_own_mutant(self):
        for line in ("return a < b && c - 1 > 0;", "if (!done) x = std::min(0, 1);"):
            self.assertNotIn(line, mutate.mutations(line))
            self.assertGreater(len(mutate.mutations(line)), 3)

    def test_the_draw_is_seeded_and_survives_moved_lines(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            lines = ["int f(int a) { return a + 1; }", "int g(int a) { return a * 3; }"]
            (root / "a.cpp").write_text("\n".join(lines + lines))
            cores = {"all": ["*.cpp"]}
            first = [mutant.key() for mutant in mutate.draw(root, cores, 1)]
            self.assertEqual(first, [mutant.key() for mutant in mutate.draw(root, cores, 1)])
            self.assertNotEqual(first, [mutant.key() for mutant in mutate.draw(root, cores, 2)])
            self.assertEqual(len(first), len(set(first)))
            (root / "a.cpp").write_text("// A new line.\n" + (root / "a.cpp").read_text())
            self.assertEqual(first, [mutant.key() for mutant in mutate.draw(root, cores, 1)])


class Planted(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.root = Path(cls.folder.name).resolve()
        for name, text in {"CMakeLists.txt": PROJECT, "tests/CMakeLists.txt": TESTS,
                           "tests/convex/core_test.cpp": TEST, "src/convex/core.cpp": CORE,
                           "src/convex/core.hpp": HEADER, "cores.json": '{"core": ["src/convex/*"]}'}.items():
            (cls.root / name).parent.mkdir(parents=True, exist_ok=True)
            (cls.root / name).write_text(text)
        for arguments in (["-G", "Ninja", "-S", ".", "-B", "build/release"], ["--build", "build/release"]):
            subprocess.run(["cmake", *arguments], cwd=cls.root, check=True, capture_output=True)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def mutate(self, *options):
        places = ["--root", str(self.root), "--cores", str(self.root / "cores.json")]
        command = [sys.executable, mutate.__file__, *places, *options]
        return subprocess.run(command, capture_output=True, text=True)

    def results(self):
        return list(mutate.Results(self.root / "bench/results/mutation.csv").values())

    def test_what_is_tested_is_killed_and_the_rest_survives(self):
        first = self.mutate("--count", "1000", "--stop-after", "3")
        self.assertEqual(len(self.results()), 3, first.stdout + first.stderr)
        rest = self.mutate("--count", "1000")
        self.assertEqual(rest.returncode, 0, rest.stderr)  # fewer mutants than asked for: no judgement
        results = {(entry["original"], entry["mutated"]): entry for entry in self.results()}
        self.assertEqual(len(results), len(self.results()))
        tested = "int tested(int a, int b) { return a < b ? a + 2 : b; }"
        self.assertEqual(results[tested, tested.replace("+", "-")]["result"], "killed")
        self.assertIn("Core.IsTested", results[tested, tested.replace("+", "-")]["by"])
        self.assertEqual(results[tested, tested.replace("<", "<=")]["result"], "killed")
        unknown = "int unknown(int a) { return 3 * a; }"
        self.assertEqual(results[unknown, unknown.replace("*", "/")]["result"], "survived")
        header = "inline int twice(int a) { return 2 * a; }"
        self.assertEqual(results[header, header.replace("*", "/")]["result"], "killed")
        self.assertIn("survived  src/convex/core.cpp:8: " + unknown, rest.stdout)
        self.assertEqual((self.root / "src/convex/core.cpp").read_text(), CORE)
        # An argument takes a survivor out of the share; another run judges nothing again.
        (self.root / "tools").mkdir()
        (self.root / "tools/mutants_argued.json").write_text(json.dumps(
            [{"file": "src/convex/core.cpp", "original": unknown, "mutated": entry["mutated"],
              "argument": "no program calls it"}
             for entry in self.results() if entry["result"] == "survived" and entry["original"] == unknown]))
        again = self.mutate("--count", "1000", "--report")
        self.assertIn("equivalent: no program calls it", again.stdout)
        self.assertRegex(again.stdout, r"\nall +\d+ +\d+ +0 +[1-9]\d* +100.0 %")
        self.assertEqual(len(results), len(self.results()))


if __name__ == "__main__":
    unittest.main()
