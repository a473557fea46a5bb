#!/usr/bin/env python3
"""Checks docs/coverage.md: every row names a header and a test that exist, what is named as a test tests
something, and what is left out has a reason.

In a table, code spans of the column `header` are files below include/graze, those of the column `test` below
tests, and other code spans with a slash are files of the project. A row that says *superseded* or *left out*
goes on with a reason: a colon, or "by". A test is a file with a TEST of GoogleTest, one in C, or a program.
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = "docs/coverage.md"
SPAN = re.compile(r"`([^`]+)`")
TEST = re.compile(r"^\s*(TYPED_)?TEST(_F|_P)?\(|^\s*RC_GTEST_\w*PROP\(|^int main\(", re.MULTILINE)
REASON = re.compile(r"superseded(:| by)|left out.*(:|\()|left out as a program; \w")


def problems_of(text, root):
    """What is wrong with a page, one line each, and the number of its rows."""
    problems, rows = [], 0

    def expect(name, folder, number):
        if not (root / folder / name).is_file():
            problems.append(f"{PAGE}:{number}: no such file: {Path(folder) / name}")

    def expect_test(name, number):
        path = root / "tests" / name
        if path.is_file() and path.suffix != ".c" and not TEST.search(path.read_text(encoding="utf-8")):
            problems.append(f"{PAGE}:{number}: tests nothing: {Path('tests') / name}")

    for number, line in enumerate(text.split("\n"), 1):
        row = line.startswith("|")
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")] if row else None
        if cells is None or len(cells) != 4:
            if cells is not None:
                problems.append(f"{PAGE}:{number}: {len(cells)} columns instead of 4")
            continue
        if cells[0] == "section" or set(cells[0]) <= set("-:"):
            continue
        rows += 1
        section, what, header, test = cells
        for name, folder, cell in (("header", "include/graze", header), ("test", "tests", test)):
            if not SPAN.findall(cell):
                problems.append(f"{PAGE}:{number}: section {section} names no {name}")
            for span in SPAN.findall(cell):
                expect(span, folder, number)
                if name == "test":
                    expect_test(span, number)
        for span in SPAN.findall(what):
            if "/" in span:
                expect(span, "", number)
        if re.search(r"superseded|left out", what) and not REASON.search(what):
            problems.append(f"{PAGE}:{number}: section {section} gives no reason")
    return problems, rows


def main():
    problems, rows = problems_of((ROOT / PAGE).read_text(encoding="utf-8"), ROOT)
    if rows < 50:
        problems.append(f"{PAGE}: only {rows} rows")
    print("\n".join(problems + [f"{rows} rows, {len(problems)} problems"]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
