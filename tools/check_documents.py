#!/usr/bin/env python3
"""Checks docs/documents.md: every line that bench/documents/table.py prints from the measurements is in it,
as often as it is printed."""
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = "docs/documents.md"
sys.path.insert(0, str(ROOT / "bench/documents"))
from table import table_lines  # noqa: E402


def problems_of(text, files):
    """What the page lacks of the tables of the files, one line each, and the number of lines compared."""
    lines = Counter(line for path in files for line in table_lines(path) if line)
    lacking = lines - Counter(text.split("\n"))
    return [f"{PAGE} lacks: {line}" for line in lacking.elements()], lines.total()


def main():
    files = sorted((ROOT / "bench/results").glob("documents-*.csv"))
    problems, lines = problems_of((ROOT / PAGE).read_text(encoding="utf-8"), files)
    if lines < 300:
        problems.append(f"only {lines} lines of {len(files)} files")
    print("\n".join(problems + [f"{lines} lines, {len(problems)} problems"]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
