#!/usr/bin/env python3
"""Checks that every C++ file is what clang-format 14 makes of it; with --fix, makes it so."""
import os
import re
import subprocess
import sys

from cpp_files import ROOT, cpp_files

CLANG_FORMAT = "clang-format-14"  # another version formats differently


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
    print(f"{len(files)} files, {len(first)} to format (make format)")
    return 1 if first else 0


if __name__ == "__main__":
    sys.exit(main())
