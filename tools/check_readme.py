#!/usr/bin/env python3
"""Checks that the README and docs show what exists: code blocks that equal compiled examples, and links to
files that are there.

A block to compare is preceded by a line `<!-- examples/<name>.cpp -->`: the lines between the `[shown]` and
`[end]` marks of that file, without their indentation, must equal the block. A file with several blocks names
them: `[shown: box]` is compared with `<!-- examples/<name>.cpp: box -->`. On the pages of ALL_COMPILED every
C++ block must be such a one.
"""
import re
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"<!-- (examples/\w+\.cpp)(?:: (\w+))? -->\n```cpp\n(.*?)```", re.DOTALL)
ALL_COMPILED = ["docs/library.md", "docs/robots.md"]
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)|src=\"([^\"]+)\"")


def shown(text, name=""):
    """The lines between the marks; None where the file has none of that name."""
    lines = text.split("\n")
    mark = f"// [shown: {name}]" if name else "// [shown]"
    first = next((i for i, line in enumerate(lines) if line.strip() == mark), None)
    if first is None:
        return None
    last = next(i for i, line in enumerate(lines) if i > first and line.strip() == "// [end]")
    return textwrap.dedent("\n".join(lines[first + 1:last])) + "\n"


def check_blocks(text, root, all_compiled):
    """What is wrong with the code blocks of a page, one line each, and how many are compared."""
    problems, blocks = [], BLOCK.findall(text)
    for example, name, block in blocks:
        file = root / example
        expected = shown(file.read_text(encoding="utf-8"), name) if file.is_file() else None
        if expected is None:
            problems.append(f"nothing of {example} is marked [shown{': ' if name else ''}{name}]")
        elif expected != block:
            problems.append(f"the code differs from {example}{' ' if name else ''}{name}")
    if all_compiled and text.count("```cpp") != len(blocks):
        problems.append(f"{text.count('```cpp') - len(blocks)} code blocks are of no example")
    return problems, len(blocks)


def main():
    problems = []
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
    blocks = 0
    for page in pages:
        text = page.read_text(encoding="utf-8")
        name = page.relative_to(ROOT)
        faults, compared = check_blocks(text, ROOT, str(name) in ALL_COMPILED)
        problems += [f"{name}: {fault}" for fault in faults]
        blocks += compared
        for link in (target for pair in LINK.findall(text) for target in pair if target):
            if "://" not in link and not (page.parent / link).exists():
                problems.append(f"{name}: no such file: {link}")
    if blocks == 0:
        problems.append("README.md: no compiled example")
    print("\n".join(problems + [f"{len(pages)} pages, {blocks} code blocks, {len(problems)} problems"]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
