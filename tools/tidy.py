#!/usr/bin/env python3
"""Runs clang-tidy 14 over the sources of the library and the tool, several at a time. Usage: tidy.py <build
folder> [-j N]

Most of the time goes into the headers of the standard library, so sources are read in batches: one file that
includes some sources of a room which have no name of their own in common. A batch that does not compile is
read in halves. Headers are checked through the sources that include them (HeaderFilterRegex in .clang-tidy).
Any warning is an error.
"""
import argparse
import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from cpp_files import ROOT

CLANG_TIDY = "clang-tidy-14"
BATCH = 24  # sources; a batch then takes about six times as long as one source
ALONE = {"simd"}  # rooms whose sources include themselves once for every instruction set
PRECOMPILED = re.compile(r" -Winvalid-pch| -include \S*cmake_pch\.hxx")
GCC_ONLY = re.compile(r" -mmem(?:set|cpy)-strategy=\S+")  # clang does not know them
INCLUDE = re.compile(r'^#include "(.*)"$', re.MULTILINE)
NAME = re.compile(r"\b(?:struct|class|enum class|using|enum) (\w+)|\b(\w+)(?=\(|\{|;| =)")


def own_names(path):
    """What a source declares for itself: the names on lines that begin a declaration inside of its unnamed
    namespaces, and its macros."""
    names, inside = set(), False
    for line in path.read_text(encoding="utf-8").split("\n"):
        if line.startswith("namespace {"):
            inside = True
        elif line.startswith("}  // namespace"):
            inside = False
        elif line.startswith("#define"):
            names.add(line.split()[1].split("(")[0])
        elif line.startswith("using namespace"):
            continue
        elif inside and line[:1].isalpha() or line.startswith(("static ", "using ")):
            names |= {name for match in NAME.findall(line) for name in match if name}
    return names


def batches(places):
    """Groups of sources: those that are compiled together, and others of one room, first fit by their own
    names."""
    made = []
    for path in map(Path, sorted(places)):
        place = places[str(path)]
        compiled_together = place != str(path)
        kind = place if compiled_together or path.parent.name in ALONE else str(path.parent)
        names = set() if compiled_together else own_names(path)
        batch = next((b for b in made if b["kind"] == kind and len(b["files"]) < BATCH
                      and not b["names"] & names), None)
        if batch is None:
            batch = {"kind": kind, "files": [], "names": set()}
            made.append(batch)
        batch["files"].append(path)
        batch["names"] |= names
    return sorted((b["files"] for b in made), key=len, reverse=True)


def tidy(folder, path):
    command = [CLANG_TIDY, "-p", str(folder), "--quiet", "--warnings-as-errors=*", str(path)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    noise = ("warnings generated", "warnings treated as errors", "Suppressed ", "Use -header-filter")
    errors = [line for line in result.stderr.splitlines() if not any(word in line for word in noise)]
    return result.returncode, "\n".join([result.stdout.strip(), *errors]).strip()


def tidy_batch(build, name, files, entries):
    """The complaints about some sources. Those that do not compile together are read in halves."""
    if len(files) == 1:
        code, output = tidy(build / "tidy", files[0])
        return [output] if code != 0 else []
    folder = build / "tidy" / name
    folder.mkdir(parents=True, exist_ok=True)
    together = folder / "together.cpp"
    together.write_text("".join(f'#include "{path}"\n' for path in files), encoding="utf-8")
    entry = dict(entries[str(files[0])])
    # A local name of one source may be a global one of another: each source is compiled with this warning by
    # itself.
    entry["command"] = entry["command"].replace(entry["file"], str(together)) + " -Wno-shadow"
    entry["file"] = str(together)
    (folder / "compile_commands.json").write_text(json.dumps([entry]), encoding="utf-8")
    code, output = tidy(folder, together)
    if code == 0:
        return []
    if "clang-diagnostic-error" not in output:
        return [output]
    print(f"read in halves, for they do not compile together: {', '.join(path.name for path in files)}",
          flush=True)
    half = len(files) // 2
    return tidy_batch(build, name + "a", files[:half], entries) + tidy_batch(build, name + "b", files[half:],
                                                                             entries)


def read_entries(build):
    """How our sources are compiled, and in which file, by source: some are compiled together. Without
    precompiled headers, which are GCC's own. Leaves a database of it in build/tidy."""
    database, places = [], {}
    for entry in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        path = Path(entry["file"])
        grouped = path.parent.name == "Unity"
        together = INCLUDE.findall(path.read_text(encoding="utf-8")) if grouped else [entry["file"]]
        database += [{**entry, "file": name, "command": entry["command"].replace(entry["file"], name)}
                     for name in together]
        places.update({name: entry["file"] for name in together})
    folders = tuple(str(ROOT / folder) + os.sep for folder in ("src", "c", "cli"))
    entries = {entry["file"]: entry for entry in database if entry["file"].startswith(folders)}
    for entry in entries.values():
        entry["command"] = GCC_ONLY.sub("", PRECOMPILED.sub("", entry["command"]))
    (build / "tidy").mkdir(exist_ok=True)
    (build / "tidy" / "compile_commands.json").write_text(json.dumps(list(entries.values())),
                                                          encoding="utf-8")
    return entries, places


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=Path)
    parser.add_argument("-j", type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    entries, places = read_entries(arguments.build)
    groups = batches({name: places[name] for name in entries})
    with ThreadPoolExecutor(arguments.j) as pool:
        results = list(pool.map(lambda job: tidy_batch(arguments.build, str(job[0]), job[1], entries),
                                enumerate(groups)))
    outputs = dict.fromkeys(output for complaints in results for output in complaints)
    print("\n".join([*outputs,
                     f"{len(entries)} sources in {len(groups)} batches, {len(outputs)} complaints"]))
    return 1 if outputs else 0


if __name__ == "__main__":
    sys.exit(main())
