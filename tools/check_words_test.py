#!/usr/bin/env python3
"""Runs check_words on small trees: a clean one, and one violation of each rule added to it."""
import tempfile
import unittest
from pathlib import Path

import check_words

CLEAN = {
    "src/mesh/part.cpp": "// Tests the parts of both shapes.\n"
                         "int part(int a) { return a; }  // never negative\n",
    "include/graze/mesh/part.hpp": "/// The part that is farthest along the axis.\nint part(int a);\n",
    "cli/check.cpp": 'print("12 pairs tested, 1 excluded");\n',
    "tests/part_test.cpp": '// Texts of tests are data.\nEXPECT_EQ(text, "nobody tells");\n',
    "README.md": "# Title\n\n- One item.\n- `tells` in code is fine.\n\n```\nit tells, inside of a block\n"
                 "```\n\n| a | b |\n|---|---|\n",
    "docs/notes/part.md": "## A heading\nText below it.\n",
}


def violations(files):
    with tempfile.TemporaryDirectory() as folder:
        for path, text in {**CLEAN, **files}.items():
            target = Path(folder) / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
        return check_words.check(Path(folder))[0]


class CheckWords(unittest.TestCase):
    def assert_only(self, path, text, line, words):
        found = violations({path: text})
        self.assertEqual(len(found), 1, found)
        self.assertEqual(found[0][:2], (path, line))
        self.assertIn(words, found[0][2])

    def test_clean_tree(self):
        self.assertEqual(violations({}), [])

    def test_phrase_in_a_comment(self):
        self.assert_only("src/mesh/bad.cpp", "int a = 0;\nint b = 0;  // pairs that are looked at\n", 2,
                         "'looked at'")
        self.assert_only("include/graze/mesh/bad.hpp", "/// Tells which part it is.\n", 1, "'Tells'")
        self.assert_only("tests/mesh/bad_test.cpp", "// Two that meet.\n", 1, "'meet'")

    def test_phrase_in_code_is_not_a_comment(self):
        self.assertEqual(violations({"src/mesh/good.cpp": 'call(meet, "they touch // here");\n'}), [])

    def test_phrase_in_a_message_of_the_tool_or_the_library(self):
        self.assert_only("cli/bad.cpp", 'print("12 pairs looked at");\n', 1, "'looked at'")
        self.assert_only("src/mesh/bad.cpp", 'return refused("the table tells of more");\n', 1, "'tells'")
        self.assertEqual(violations({"examples/good.cpp": 'print("they meet");\n'}), [])

    def test_names_of_files_that_do_not_exist(self):
        self.assert_only("src/mesh/bad.cpp", "// Splits them, see mesh/parts.hpp.\n", 1,
                         "names mesh/parts.hpp, which does not exist")
        self.assert_only("docs/bad.md", "# Bad\n\nSee `notes/parts.md`.\n", 3, "names notes/parts.md")
        good = {"src/mesh/good.cpp": '// As part.cpp and graze/mesh/part.hpp do.\nopen("none.hpp");\n',
                "docs/good.md": "# Good\n\nSee [the note](notes/part.md).\n"}
        self.assertEqual(violations(good), [])

    def test_names_of_code_that_does_not_exist(self):
        self.assert_only("docs/bad.md", "# Bad\n\nSee `mesh/parts`.\n", 3, "names mesh/parts, which")
        self.assert_only("docs/bad.md", "# Bad\n\nSee `mesh/q*`.\n", 3, "names mesh/q*, which")
        self.assert_only("docs/bad.md", "# Bad\n\nAt most `kMost`.\n", 3, "names kMost, which")
        good = {"src/mesh/good.cpp": "constexpr int kMost = 3;\n",
                "docs/good.md": "# Good\n\n`mesh/part`, `mesh/p*` and `build/release`; at most `kMost`.\n"}
        self.assertEqual(violations(good), [])

    def test_phrase_in_the_documentation(self):
        self.assert_only("docs/bad.md", "# Bad\n\nTwo shapes that meet.\n", 3, "'meet'")

    def test_every_phrase_has_a_match(self):
        for text in ("looks at", "a quick look", "glances", "for sure", "whoever", "anew", "nobody",
                     "everybody", "telling", "told", "meets",
                     "in the way", "by far", "mended", "whereabouts", "are asked", "says of", "as ever",
                     "had better", "looks for", "speaks of", "the other way about", "astray", "the nest"):
            self.assertEqual(len(list(check_words.retired_in(f"this {text} that"))), 1, text)

    def test_damaged_markdown(self):
        self.assert_only("docs/bad.md", "- One item. - Another item\n", 1, "list item")
        self.assert_only("docs/bad.md",
                         "## Seams The axis of a single triangle often points across an edge, where its\n",
                         1, "heading")
        self.assert_only("docs/bad.md", "| a | b\nc |\n", 1, "row of a table")

    def test_long_lines(self):
        self.assert_only("docs/bad.md", "word " * 30 + "\n", 1, "the limit of texts is 110")


if __name__ == "__main__":
    unittest.main()
