#!/usr/bin/env python3
"""Checks that every C++ file is what clang-format 14 makes of it, and that no line of a Python, CMake,
shell or Make file, or of the report's scripts and styles, is longer than C++ lines may be; with --fix,
formats the C++ files."""
import os
import re
import subprocess
import sys

from cpp_files import ROOT, cpp_files, script_files

CLANG_FORMAT = "clang-format-14"  # another version formats differently
MAX_LINE = 110


def long_lines(path):
    """The lines of a file that are too long, as (number, length)."""
    lines = path.read_text(encoding="utf-8").split("\n")
    return [(number, len(line)) for number, line in enumerate(lines, 1) if len(line) > MAX_LINE]


def main():
    files = [str(path) for path in cpp_files()]
    if "--fix" in sys.argv[1:]:
        subprocess.run([CLANG_FORMAT, "-i", *files], check=True)
        return 0
    run = subprocess.run([CLANG_FORMAT, "--dry-run", *files], check=True, capture_output=True, text=True)
    first = {}  # file -> its first line that would change
    for path, line in re.findall(r"^(.+?):(\d+):\d+: warning: code should be clang-formatted", run.stderr,
                                 re.MULTILINE):
        first.setdefault(path, line)
    for path, line in first.items():
        print(f"{os.path.relpath(path, ROOT)}:{line}: not formatted")
    scripts = script_files()
    too_long = [(path, *line) for path in scripts for line in long_lines(path)]
    for path, number, length in too_long:
        print(f"{os.path.relpath(path, ROOT)}:{number}: {length} characters, the limit is {MAX_LINE}")
    print(f"{len(files)} files, {len(first)} to format (make format); "
          f"{len(scripts)} scripts, {len(too_long)} long lines")
    return 1 if first or too_long else 0


if __name__ == "__main__":
    sys.exit(main())
