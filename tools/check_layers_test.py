#!/usr/bin/env python3
"""Runs check_layers on small trees: a clean one, and one violation of each rule added to it."""
import tempfile
import unittest
from pathlib import Path

import check_layers

CLEAN = {
    "include/graze/graze.hpp": '#include "graze/query/verify.hpp"\n',
    "include/graze/math/vec.hpp": "#include <cmath>\n",
    "include/graze/convex/separation.hpp": '#include "graze/math/vec.hpp"\n',
    "include/graze/query/verify.hpp": '#include "graze/convex/separation.hpp"\n',
    "src/simd/scan.cpp": '#include "hwy/highway.h"\n',
    "src/convex/gjk.hpp": '#include "graze/convex/separation.hpp"\n#include "simplex.hpp"\n',
    "src/convex/simplex.hpp": '#include "graze/math/vec.hpp"\n',
    "src/query/separation.cpp": '#include "convex/gjk.hpp"\nSeparation separation(int a) { return gjk(a); }\n',
    "src/query/verify.cpp": '#include "graze/query/verify.hpp"\n#include "query/verify_parts.hpp"\n'
                            "bool verify(const Separation& separation) { return separation.distance.lower > 0; }  // not separation(a)\n",
    "src/query/verify_parts.hpp": '#include "graze/math/vec.hpp"\n',
    "cli/demo.cpp": "#include <graze/graze.hpp>\n",
    "tests/convex/gjk_test.cpp": '#include "convex/gjk.hpp"\n',
}


def violations(**changes):
    """Violations of the clean tree with files replaced or added (path -> text)."""
    with tempfile.TemporaryDirectory() as folder:
        files = {**CLEAN, **changes.get("files", {})}
        if changes.get("in_umbrella", True):
            added = [path for path in changes.get("files", {}) if path.startswith("include/graze/") and path.endswith(".hpp")]
            files["include/graze/graze.hpp"] += "".join(f'#include "{path.removeprefix("include/")}"\n' for path in added)
        for path, text in files.items():
            target = Path(folder) / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
        return check_layers.check(Path(folder))[0]


class CheckLayers(unittest.TestCase):
    def assert_only(self, files, path, line, words):
        found = violations(files=files)
        self.assertEqual(len(found), 1, found)
        self.assertEqual(found[0][:2], (path, line))
        self.assertIn(words, found[0][2])

    def test_clean_tree(self):
        self.assertEqual(violations(), [])

    def test_public_header_against_the_order(self):
        self.assert_only({"include/graze/math/bad.hpp": '#pragma once\n#include "graze/shape/shape.hpp"\n'},
                         "include/graze/math/bad.hpp", 2, "shape lies above it")

    def test_source_against_the_order_by_internal_header(self):
        self.assert_only({"src/shape/bad.cpp": '#include "convex/gjk.hpp"\n'}, "src/shape/bad.cpp", 1, "convex lies above it")

    def test_relative_include_is_followed_to_its_room(self):
        self.assert_only({"src/shape/bad.cpp": '#include "../convex/gjk.hpp"\n'}, "src/shape/bad.cpp", 1, "convex lies above it")

    def test_public_header_that_the_umbrella_lacks(self):
        found = violations(files={"include/graze/math/more.hpp": "#pragma once\n", "include/graze/io/read.hpp": "#pragma once\n"},
                           in_umbrella=False)
        self.assertEqual(found, [("include/graze/graze.hpp", 1, "does not include graze/math/more.hpp")])

    def test_public_header_with_internal_include(self):
        self.assert_only({"include/graze/query/bad.hpp": '#include "convex/gjk.hpp"\n'}, "include/graze/query/bad.hpp", 1, "internal")

    def test_two_types_of_one_name(self):
        text = "namespace graze {{\n{}struct Pair {{\n}};\n{}}}  // namespace graze\n"
        hidden = text.format("namespace {\n", "}  // namespace\n")
        self.assertEqual(violations(files={"src/mesh/one.cpp": text.format("", ""), "src/query/two.cpp": hidden}), [])
        self.assertEqual(violations(files={"src/mesh/one.cpp": text.format("", ""), "src/query/two.cpp": "struct Pair::State {\n};\n"}), [])
        self.assert_only({"src/mesh/one.cpp": text.format("", ""), "src/query/two.cpp": text.format("", "")}, "src/query/two.cpp", 2,
                         "graze::Pair is defined in src/mesh/one.cpp too")

    def test_product_outside_the_bracket(self):
        self.assert_only({"include/graze/math/bad.hpp": "inline double area(double a) { return a * a; }\n"},
                         "include/graze/math/bad.hpp", 1, "may fuse")

    def test_product_inside_the_bracket(self):
        bracketed = '#include "graze/core/as_written_begin.hpp"\ninline double f(double a) { return a * a; }\n#include "graze/core/as_written_end.hpp"\n'
        self.assertEqual(violations(files={"include/graze/math/good.hpp": bracketed}), [])

    def test_bracket_left_open(self):
        self.assert_only({"include/graze/math/bad.hpp": '#include "graze/core/as_written_begin.hpp"\n'},
                         "include/graze/math/bad.hpp", 1, "pairs")

    def test_app_with_internal_include(self):
        self.assert_only({"cli/bad.cpp": '#include "convex/gjk.hpp"\n'}, "cli/bad.cpp", 1, "internal")

    def test_umbrella_inside_the_library(self):
        self.assert_only({"src/query/bad.cpp": '#include "graze/graze.hpp"\n'}, "src/query/bad.cpp", 1, "umbrella")

    def test_unknown_room(self):
        self.assert_only({"src/utils/bad.cpp": "\n"}, "src/utils/bad.cpp", 1, "unknown room")

    def test_source_in_no_room(self):
        self.assert_only({"src/bad.cpp": "\n"}, "src/bad.cpp", 1, "outside every room")

    def test_highway_outside_simd(self):
        self.assert_only({"src/convex/bad.cpp": "\n#include <hwy/highway.h>\n"}, "src/convex/bad.cpp", 2, "src/simd")

    def test_verify_includes_a_solver(self):
        self.assert_only({"src/query/verify.cpp": '#include "convex/gjk.hpp"\n'}, "src/query/verify.cpp", 1, "reaches a solver")

    def test_verify_reaches_a_solver_through_its_own_header(self):
        self.assert_only({"src/query/verify_parts.hpp": '\n#include "convex/simplex.hpp"\n'},
                         "src/query/verify_parts.hpp", 2, "src/query/verify_parts.hpp -> src/convex/simplex.hpp")

    def test_verify_calls_a_verb(self):
        self.assert_only({"src/query/verify_more.cpp": "\nbool f() { return separation(a, b).distance.lower > 0; }\n"},
                         "src/query/verify_more.cpp", 2, "may not call separation()")

    def test_long_file(self):
        self.assert_only({"src/math/long.cpp": "\n" * 451}, "src/math/long.cpp", 451, "451 lines")
        self.assertEqual(violations(files={"src/math/long.cpp": "\n" * 450}), [])

    def test_commented_include_is_no_include(self):
        self.assertEqual(violations(files={"src/math/fine.cpp": '// #include "convex/gjk.hpp"\n'}), [])


if __name__ == "__main__":
    unittest.main()
