#!/usr/bin/env python3
"""Checks that the README and docs show what exists: code blocks that equal compiled examples, and links to
files that are there.

A block to compare is preceded by a line `<!-- examples/<name>.cpp -->`: the lines between the `[shown]` and
`[end]` marks of that file, without their indentation, must equal the block.
"""
import re
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"<!-- (examples/\w+\.cpp) -->\n```cpp\n(.*?)```", re.DOTALL)
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)|src=\"([^\"]+)\"")


def shown(text):
    lines = text.split("\n")
    first = next(i for i, line in enumerate(lines) if "[shown]" in line)
    last = next(i for i, line in enumerate(lines) if "[end]" in line)
    return textwrap.dedent("\n".join(lines[first + 1:last])) + "\n"


def main():
    problems = []
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
    blocks = 0
    for page in pages:
        text = page.read_text(encoding="utf-8")
        name = page.relative_to(ROOT)
        for example, block in BLOCK.findall(text):
            blocks += 1
            if shown((ROOT / example).read_text(encoding="utf-8")) != block:
                problems.append(f"{name}: the code differs from {example}")
        for link in (target for pair in LINK.findall(text) for target in pair if target):
            if "://" not in link and not (page.parent / link).exists():
                problems.append(f"{name}: no such file: {link}")
    if blocks == 0:
        problems.append("README.md: no compiled example")
    print("\n".join(problems + [f"{len(pages)} pages, {blocks} code blocks, {len(problems)} problems"]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
