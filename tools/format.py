#!/usr/bin/env python3
"""Checks that every C++ file is what clang-format 14 makes of it; with --fix, makes it so."""
import subprocess
import sys

from cpp_files import ROOT, cpp_files

CLANG_FORMAT = "clang-format-14"  # another version formats differently


def main():
    files = cpp_files()
    if "--fix" in sys.argv[1:]:
        subprocess.run([CLANG_FORMAT, "-i", *map(str, files)], check=True)
        return 0
    unformatted = []
    for path in files:
        wanted = subprocess.run([CLANG_FORMAT, str(path)], check=True, capture_output=True).stdout
        have = path.read_bytes()
        if have != wanted:
            pairs = zip(have.split(b"\n"), wanted.split(b"\n"))
            line = next((number for number, (left, right) in enumerate(pairs, 1) if left != right), 1)
            unformatted.append(f"{path.relative_to(ROOT)}:{line}: not formatted")
    print("\n".join(unformatted + [f"{len(files)} files, {len(unformatted)} to format (make format)"]))
    return 1 if unformatted else 0


if __name__ == "__main__":
    sys.exit(main())
