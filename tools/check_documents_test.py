#!/usr/bin/env python3
"""Runs check_documents on small pages, and on the page with one digit changed."""
import re
import tempfile
import unittest
from pathlib import Path

import check_documents

CSV = """table,row,column,here,document
boxes,aligned,us,17.2,153
boxes,oriented,us,5.84,56.6
counts,aligned,boxes,21173,
"""
PAGE = """Text.

**boxes**

| | us |
|---|---|
| aligned | 17.2 (153) |
| oriented | 5.84 (56.6) |

**counts**

| | boxes |
|---|---|
| aligned | 21 173 |
"""


class Documents(unittest.TestCase):
    def problems(self, page, text=CSV):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "documents-a.csv"
            path.write_text(text, encoding="utf-8")
            return check_documents.problems_of(page, [path])

    def test_a_page_with_all_lines_is_fine(self):
        self.assertEqual(self.problems(PAGE), ([], 9))

    def test_every_changed_digit_is_found(self):
        digits = [match.start() for match in re.finditer(r"[0-9]", PAGE)]
        self.assertEqual(len(digits), 17)
        for at in digits:
            changed = PAGE[:at] + str((int(PAGE[at]) + 1) % 10) + PAGE[at + 1:]
            self.assertEqual(len(self.problems(changed)[0]), 1, changed)

    def test_a_line_that_is_printed_twice_must_be_there_twice(self):
        twice = CSV + "more,aligned,us,17.2,153\n"
        self.assertEqual(len(self.problems(PAGE, twice)[0]), 4)
        again = PAGE + "**more**\n| | us |\n|---|---|\n| aligned | 17.2 (153) |"
        self.assertEqual(self.problems(again, twice)[0], [])

    def test_a_changed_digit_of_the_page_itself_is_found(self):
        page = (check_documents.ROOT / check_documents.PAGE).read_text(encoding="utf-8")
        files = sorted((check_documents.ROOT / "bench/results").glob("documents-*.csv"))
        self.assertEqual(check_documents.problems_of(page, files)[0], [])
        changed = page.replace("| 81.7 (101) |", "| 81.8 (101) |", 1)
        self.assertNotEqual(changed, page)
        self.assertIn("81.7 (101)", check_documents.problems_of(changed, files)[0][0])


if __name__ == "__main__":
    unittest.main()
