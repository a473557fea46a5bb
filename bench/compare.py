#!/usr/bin/env python3
"""Runs the benchmarks, gathers their ratios into one JSON summary, and names the rows that became slower than
in the committed one. Only ratios within a run are compared, never times of different runs.

A row is a question of one program; its slowdown is the median, over all that it was measured against in both
summaries, of the new ratio by the old one: one peer that had a bad moment does not decide. Rows above the
limit are run again, and named when they are above it both times, as are rows with wrong answers.
Exit codes: 0 none is named, 1 some are, 2 something could not be run."""

import argparse
import collections
import datetime
import json
import os
import statistics
import subprocess
import sys
import tempfile

# What is run, by the name that a program writes into its rows. A few minutes each.
PROGRAMS = {
    "convex": ["graze_bench", "--repetitions", "9"],
    "frames": ["graze_bench_frames", "--no-tori"],
    "mesh": ["graze_bench_mesh", "--poses", "100"],
    "motion": ["graze_bench_motion", "--pairs", "500"],
    "scene": ["graze_bench_scene", "--most", "100000", "--bullet-most", "10000"],
    "assembly": ["graze_bench_assembly", "--rounds", "3"],
    "robot": ["graze_bench_robot", "--edges", "100"],
    "batches": ["graze_bench_batches"],
}
LIMIT = 1.15


def cpu_name():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return "unknown"


def read_lines(path):
    """Rows as {(program, row): {"against": {name: ratio}, "wrong": n}}."""
    rows = collections.OrderedDict()
    with open(path, encoding="utf-8") as file:
        for line in file:
            entry = json.loads(line)
            row = rows.setdefault((entry["program"], entry["row"]), {"against": {}, "wrong": 0})
            row["against"][entry["against"]] = entry["ratio"]
            row["wrong"] = max(row["wrong"], entry["wrong"])
    return rows


def run(folder, names):
    """The rows of these programs; their tables go to this program's output."""
    with tempfile.TemporaryDirectory() as scratch:
        path = os.path.join(scratch, "ratios.jsonl")
        open(path, "w", encoding="utf-8").close()
        for index, name in enumerate(names, 1):
            command = [os.path.join(folder, PROGRAMS[name][0])] + PROGRAMS[name][1:]
            print(f"[{index}/{len(names)}] {' '.join(command)}", flush=True)
            try:
                subprocess.run(command, check=True, env=dict(os.environ, GRAZE_BENCH_RATIOS=path))
            except (OSError, subprocess.CalledProcessError) as error:
                print(f"compare.py: {error}; `make bench-compare` builds the programs", file=sys.stderr)
                raise SystemExit(2) from error
        return read_lines(path)


def summary(rows):
    return {
        "date": datetime.date.today().isoformat(),
        "cpu": cpu_name(),
        "rows": [{"program": program, "row": row, "wrong": values["wrong"],
                  "ratios": {name: round(ratio, 4) for name, ratio in sorted(values["against"].items())}}
                 for (program, row), values in sorted(rows.items())],
    }


def rows_of(document):
    return {(row["program"], row["row"]): {"against": row["ratios"], "wrong": row["wrong"]}
            for row in document["rows"]}


def slowdown(old, new):
    """Median of new ratio / old ratio over what both were measured against; None without any."""
    quotients = [new["against"][name] / ratio for name, ratio in old["against"].items()
                 if name in new["against"] and ratio > 0]
    return statistics.median(quotients) if quotients else None


def slower_rows(old, new, limit=LIMIT):
    """{(program, row): slowdown} of those above the limit, and those with wrong answers (infinity)."""
    result = {}
    for key, row in new.items():
        factor = slowdown(old[key], row) if key in old else None
        if row["wrong"] > (old[key]["wrong"] if key in old else 0):
            factor = float("inf")
        if factor is not None and factor > limit:
            result[key] = factor
    return result


def report(first, second):
    """Prints what is slower in both runs; whether there is any."""
    both = {key: (first[key], second[key]) for key in first if key in second}
    for (program, row), factors in sorted(both.items(), key=lambda item: -min(item[1])):
        if float("inf") in factors:
            print(f"WRONG   {program}: {row}: wrong answers that the committed run does not have")
        else:
            print(f"SLOWER  {program}: {row}: {factors[0]:.2f} and {factors[1]:.2f} times the committed"
                  " ratio")
    once = len(first) - len(both)
    if once:
        print(f"{once} rows were above {LIMIT} in one run only: noise")
    return bool(both)


def write(path, document):
    scratch = path + ".part"
    with open(scratch, "w", encoding="utf-8") as file:
        json.dump(document, file, indent=1)
        file.write("\n")
    os.replace(scratch, path)


def compare(options, names):
    with open(options.committed, encoding="utf-8") as file:
        document = json.load(file)
    if document["cpu"] != cpu_name():
        print(f"The committed run is of another processor, {document['cpu']}: ratios differ between"
              " processors.")
    committed = rows_of(document)
    first_rows = run(options.programs, names)
    write(options.out, summary(first_rows))
    first = slower_rows(committed, first_rows)
    gone = [key for key in committed if key[0] in names and key not in first_rows]
    for program, row in gone:
        print(f"GONE    {program}: {row}: in the committed run, and not in this one")
    second = {}
    if first:
        again = sorted({program for program, _ in first})
        print(f"{len(first)} rows above {LIMIT}: running {', '.join(again)} again")
        second = slower_rows(committed, run(options.programs, again))
    named = report(first, second)
    print(f"{len(first_rows)} rows, {len(first_rows.keys() & committed.keys())} of them in the committed run;"
          f" summary in {options.out}")
    return 1 if named or gone else 0


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--programs", default="build/bench/bench", help="folder of the built programs")
    parser.add_argument("--committed", default="bench/results/ratios.json", help="what to compare with")
    parser.add_argument("--out", default="build/bench/ratios.json", help="where the summary is written")
    parser.add_argument("--only", help="names of programs, with commas between: " + ",".join(PROGRAMS))
    parser.add_argument("--accept", action="store_true", help="write the committed summary instead")
    options = parser.parse_args(arguments)
    names = options.only.split(",") if options.only else list(PROGRAMS)
    unknown = [name for name in names if name not in PROGRAMS]
    if unknown:
        parser.error(f"no program {unknown[0]}; there are {', '.join(PROGRAMS)}")
    if options.accept:
        rows = run(options.programs, names)
        if os.path.exists(options.committed):  # rows of the programs that were not run are kept
            with open(options.committed, encoding="utf-8") as file:
                kept = rows_of(json.load(file))
            rows = {**{key: row for key, row in kept.items() if key[0] not in names}, **rows}
        write(options.committed, summary(rows))
        return 0
    if not os.path.exists(options.committed):
        print(f"{options.committed} is missing: write it with --accept", file=sys.stderr)
        return 2
    return compare(options, names)


if __name__ == "__main__":
    sys.exit(main())
