#!/usr/bin/env python3
"""Runs check_readme on small pages and examples."""
import tempfile
import unittest
from pathlib import Path

import check_readme

EXAMPLE = """int main() {
    // [shown]
    int x = 1;
    // [end]
    if (x) {
        // [shown: more]
        x = 2;
        // [end]
    }
}
"""


def page(mark, code):
    return f"Text.\n\n<!-- {mark} -->\n```cpp\n{code}```\n"


class Blocks(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        (Path(self.folder.name) / "examples").mkdir()
        (Path(self.folder.name) / "examples/a.cpp").write_text(EXAMPLE)

    def tearDown(self):
        self.folder.cleanup()

    def check(self, text, all_compiled=False):
        return check_readme.check_blocks(text, Path(self.folder.name), all_compiled)

    def test_equal_blocks_are_fine(self):
        text = page("examples/a.cpp", "int x = 1;\n") + page("examples/a.cpp: more", "x = 2;\n")
        self.assertEqual(self.check(text), ([], 2))

    def test_different_blocks_are_found(self):
        self.assertIn("differs", self.check(page("examples/a.cpp", "int x = 2;\n"))[0][0])
        self.assertIn("differs", self.check(page("examples/a.cpp: more", "int x = 1;\n"))[0][0])

    def test_unknown_names_and_files_are_found(self):
        self.assertIn("marked", self.check(page("examples/a.cpp: less", "x = 2;\n"))[0][0])
        self.assertIn("marked", self.check(page("examples/b.cpp", "x = 2;\n"))[0][0])

    def test_blocks_of_no_example_are_found_where_all_must_be_compiled(self):
        text = page("examples/a.cpp", "int x = 1;\n") + "```cpp\nint y;\n```\n"
        self.assertEqual(self.check(text), ([], 1))
        self.assertIn("of no example", self.check(text, all_compiled=True)[0][0])


if __name__ == "__main__":
    unittest.main()
