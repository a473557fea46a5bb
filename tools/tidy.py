#!/usr/bin/env python3
"""Runs clang-tidy 14 over the library's sources, several at a time. Usage: tidy.py <build folder> [-j N]

The headers are checked through the sources that include them (HeaderFilterRegex in .clang-tidy). Any warning is an error.
"""
import argparse
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from cpp_files import ROOT

CLANG_TIDY = "clang-tidy-14"


def tidy(build, path):
    command = [CLANG_TIDY, "-p", str(build), "--quiet", "--warnings-as-errors=*", path]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    noise = ("warnings generated", "warnings treated as errors", "Suppressed ", "Use -header-filter")
    errors = [line for line in result.stderr.splitlines() if not any(word in line for word in noise)]
    return result.returncode, "\n".join([result.stdout.strip(), *errors]).strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=Path)
    parser.add_argument("-j", type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    database = json.loads((arguments.build / "compile_commands.json").read_text(encoding="utf-8"))
    source = str(ROOT / "src") + os.sep
    # The largest first, so that no long one is left for the end.
    files = sorted({entry["file"] for entry in database if entry["file"].startswith(source)}, key=lambda name: -os.path.getsize(name))
    with ThreadPoolExecutor(arguments.j) as pool:
        results = list(pool.map(lambda name: tidy(arguments.build, name), files))
    outputs = dict.fromkeys(output for code, output in results if code != 0)
    print("\n".join([*outputs, f"{len(files)} sources, {sum(code != 0 for code, _ in results)} with warnings"]))
    return 1 if outputs else 0


if __name__ == "__main__":
    sys.exit(main())
