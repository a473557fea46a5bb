#!/usr/bin/env python3
"""Breaks one line at a time in the cores of the library and counts the breaks that no test notices.

A mutant is one changed operator, number, call or statement of one line. It is compiled beside a finished
build (tools/mutant_build.py). Then the tests of its room and of those above it run, up to the first failure:
first those that killed mutants of the same core, then the cheapest ones. A mutant is

    killed     a test failed, crashed, or took five times its usual time,
    survived   all tests passed,
    stillborn  it does not compile, or to the very same object: not counted, another one takes its place.

A mutated header is compiled into some objects of its folder, and into the tests that are named after it;
other objects keep what they inlined. Results are kept in bench/results/mutation.csv, and a later run goes on
where the last one ended; a line that was edited is judged again. Survivors that no answer distinguishes from
the original are listed with the argument in tools/mutants_argued.json; the report counts them apart.
"""
import argparse
import csv
import hashlib
import itertools
import json
import os
import random
import re
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from mutant_build import Build, Programs, Stillborn

ROOT = Path(__file__).resolve().parent.parent
CORES = {
    "gjk": ["src/convex/gjk/*", "src/convex/simplex/*", "src/math/nearest_to_origin.hpp"],
    "epa": ["src/convex/epa/*"],
    "sat": ["src/convex/sat/*"],
    "elimination": ["src/frames/fourier_motzkin*", "src/frames/frame_solver.hpp",
                    "src/frames/frame_system.hpp",
                    "src/frames/frame_farkas.cpp", "src/frames/frame_overlap.cpp",
                    "src/frames/polytope_elimination.cpp"],
    "triangle pairs": ["src/convex/triangle/*"],
    "interval": ["include/graze/math/interval.hpp", "src/math/interval*"],
    "moving gap": ["src/ccd/moving_*", "src/ccd/open_gap.hpp", "src/ccd/closest_plane.cpp"],
    "verify": ["src/verify/*", "src/verify/moving/*"],
}
BATCHES = [0.05, 0.2, 0.5, 2, float("inf")]  # seconds: quicker tests run first, and together, in all rooms
LIKELY_SECONDS = 2     # for tests that killed mutants of the same core, before all others


# Mutation of a line.

SWAPS = [(" < ", " <= "), (" <= ", " < "), (" > ", " >= "), (" >= ", " > "), (" < ", " > "), (" > ", " < "),
         (" == ", " != "), (" != ", " == "), (" && ", " || "), (" || ", " && "), (" + ", " - "),
         (" - ", " + "),
         (" * ", " / "), (" / ", " * "), (" += ", " -= "), (" -= ", " += "), (" | ", " & "), (" & ", " | "),
         ("++", "--"), ("std::min(", "std::max("), ("std::max(", "std::min("), ("_down(", "_up("),
         ("_up(", "_down("), (".lower", ".upper"), (".upper", ".lower"), ("true", "false"), ("false", "true"),
         ("break;", "continue;"), ("continue;", "break;"), ("std::abs(", "("), ("(!", "("),
         ("point_a", "point_b"), ("point_b", "point_a")]
NUMBER = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?(?:e-?\d+)?)(?![\w.])")
CONDITION = re.compile(r"^(\s*(?:\} else )?if) \((.*)\)( \{| return.*;|)$")
STATEMENT = re.compile(r"^\s*[\w.\[\]>()-]+(?: [-+*/|&]?= .*|\(.*\));$")
SKIPPED = re.compile(r"^\s*(#|//|static_assert|GRAZE_ASSERT|template|using |namespace|public:|private:|"
                     r"friend |case |\}|$)")


def code_of(line):
    """The line without its comment; None inside of strings, where nothing is changed."""
    code = line.split("//")[0].rstrip()
    return None if '"' in code or SKIPPED.match(code) else code


def mutations(line):
    """All lines that the line may become, without its comment."""
    code = code_of(line)
    if code is None:
        return []
    found = []
    for old, new in SWAPS:
        start = code.find(old)
        while start >= 0:
            end = start + len(old)
            before, after = code[start - 1:start].isalnum(), code[end:end + 1].isalnum()
            # Not a part of a longer name.
            if not (after if old[0] == "." else old[0].isalnum() and (before or after)):
                found.append(code[:start] + new + code[end:])
            start = code.find(old, end)
    for number in NUMBER.finditer(code):
        text = number.group(1)
        other = f"({text} - 1)" if text.isdigit() else "0"
        for new in {"0": ["1"], "1": ["0", "2"]}.get(text, [f"(2 * {text})", other]):
            found.append(code[:number.start()] + new + code[number.end():])
    condition = CONDITION.match(code)
    if condition and "constexpr" not in code:
        found += [f"{condition.group(1)} ({value}){condition.group(3)}" for value in ("true", "false")]
    if STATEMENT.match(code) and not re.match(r"^\s*(return|const|auto|double|bool|int|std::\w+ )\b", code):
        found.append(re.match(r"\s*", code).group() + ";")
    return [each for each in dict.fromkeys(found) if each != code]


def key_of(*texts):
    """Depends on no line number: a result stays true while its line does."""
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]


class Mutant:
    def __init__(self, core, path, number, original, mutated, copy=0):
        self.core, self.path, self.number, self.copy = core, path, number, copy
        self.original, self.mutated = original.strip(), mutated.strip()
        self.line = mutated

    def key(self):
        return key_of(self.path, self.original, self.mutated, str(self.copy))

    def __str__(self):
        return f"{self.path}:{self.number}: {self.original}  ->  {self.mutated}"


def draw(root, cores, seed):
    """All mutants of the cores in random order: one of each line first, then the second ones, and so on."""
    rounds = []
    for core, patterns in cores.items():
        files = {path for pattern in patterns for path in root.glob(pattern)}
        for path in sorted(path for path in files if path.suffix in (".cpp", ".hpp")):
            seen = {}  # code that occurs again is another line, whatever its indentation and comment
            for i, line in enumerate(path.read_text(encoding="utf-8").split("\n")):
                code = (code_of(line) or "").strip()
                copy = seen[code] = seen.get(code, -1) + 1
                rng = random.Random(f"{seed}/{path.relative_to(root)}/{line}/{copy}")
                mutated = mutations(line)
                rng.shuffle(mutated)
                for turn, each in enumerate(mutated):
                    mutant = Mutant(core, str(path.relative_to(root)), i + 1, code_of(line), each, copy)
                    rounds.append((turn, rng.random(), mutant))
    return [mutant for _, _, mutant in sorted(rounds, key=lambda entry: entry[:2])]


# Judging of a mutant.

def room_of(path):
    parts = Path(path).parts
    return parts[2] if parts[0] == "include" else parts[1]


def likely_tests(build, rooms, mutant, results):
    """A few quick tests that killed mutants of the same file or core before: room -> test -> seconds."""
    count = Counter()
    for entry in results.values():
        if entry["result"] == "killed" and entry["core"] == mutant.core:
            count[entry["by"]] += 10 if entry["file"] == mutant.path else 1
    chosen, left = {}, LIKELY_SECONDS
    for by, _ in count.most_common():
        room, test = by.split(": ", 1)
        seconds = build.times(room).get(test, left) if room in rooms else left
        if seconds < left:
            chosen.setdefault(room, {})[test] = seconds
            left -= seconds
    return chosen


def failing_test(build, rooms, programs, done, most):
    """The first test that fails of those that take at least `done` and less than `most` seconds."""
    for longest in BATCHES:
        for room in rooms:
            batch = {test: seconds for test, seconds in build.times(room).items()
                     if done <= seconds < min(longest, most)}
            failed = programs.failure(room, batch) if batch else None
            if failed:
                return failed
        done = max(done, longest)
    return None


def judge(build, mutant, results, done, most):
    """Result of a mutant and the test that killed it. Tests below `done` seconds have passed already."""
    lowest = build.rooms.index(room_of(mutant.path))
    rooms = [room for room in build.rooms[lowest:] if room in build.programs]
    with tempfile.TemporaryDirectory(prefix="mutant_") as name:
        folder = Path(name)
        library, tests = build.objects_of(mutant.path)
        if not library and not tests:
            raise Stillborn("no object uses it")
        objects = {each: build.compile(each, mutant, folder) for each in library}
        if done == 0 and library:
            programs = Programs(build, objects, folder)
            for room, likely in likely_tests(build, rooms, mutant, results).items():
                failed = programs.failure(room, likely)
                if failed:
                    return "killed", failed
            failed = failing_test(build, rooms, programs, 0, min(BATCHES[0], most))
            if failed:
                return "killed", failed
        objects.update({each: build.compile(each, mutant, folder) for each in tests})
        if not any(build.changes(each, path, mutant, folder) for each, path in objects.items()):
            raise Stillborn("compiles to the same object")
        start = max(done, BATCHES[0]) if library and not tests else done
        failed = failing_test(build, rooms, Programs(build, objects, folder), start, most)
        return ("killed", failed) if failed else ("survived", passed_text(most))


def passed_text(most):
    return "" if most == float("inf") else f"passed below {most:g} s"


def passed_below(entry):
    """Seconds below which all tests have passed a survivor."""
    text = re.match(r"passed below (\S+) s", entry["by"])
    return float(text.group(1)) if text else float("inf")


# Results.

class Results(dict):
    """Judged mutants by key, kept as CSV: what they change, and the test that killed them."""

    FIELDS = ["core", "file", "copy", "original", "mutated", "result", "by"]

    def __init__(self, path):
        super().__init__()
        self.path = path
        self.read()

    def read(self):
        if self.path.exists():
            with self.path.open(newline="", encoding="utf-8") as text:
                for entry in csv.DictReader(text):
                    self[key_of(*(entry[name] for name in ("file", "original", "mutated", "copy")))] = entry

    def add(self, mutant, result, by):
        self.read()  # another run may have added some
        self[mutant.key()] = {"core": mutant.core, "file": mutant.path, "copy": str(mutant.copy),
                              "original": mutant.original, "mutated": mutant.mutated, "result": result,
                              "by": by}
        self.write()

    def write(self):
        self.path.parent.mkdir(parents=True, exist_ok=True)
        beside = self.path.with_suffix(f".{os.getpid()}")
        with beside.open("w", newline="", encoding="utf-8") as text:
            writer = csv.DictWriter(text, self.FIELDS, lineterminator="\n")
            writer.writeheader()
            writer.writerows(sorted(self.values(), key=lambda entry: [entry[name] for name in self.FIELDS]))
        beside.replace(self.path)

    def keep(self, keys):
        """Drops mutants of lines that are no more."""
        gone = [key for key in self if key not in keys]
        for key in gone:
            del self[key]
        if gone:
            self.write()


# The run and its report.

def argued(root):
    path = root / "tools/mutants_argued.json"
    entries = json.loads(path.read_text()) if path.exists() else []
    return {(entry["file"], entry["original"], entry["mutated"]): entry["argument"] for entry in entries}


def report(mutants, results, arguments):
    """The lines of the report, and the share killed of those not argued equivalent."""
    lines, counts = [], {}
    for mutant in mutants:
        entry, result = results[mutant.key()], results[mutant.key()]["result"]
        if result == "survived":
            argument = arguments.get((mutant.path, mutant.original, mutant.mutated))
            result = "argued" if argument else "survived"
            open_until = f"  ({entry['by']})" if entry["by"] else ""
            lines.append(f"survived  {mutant}{open_until}" +
                         (f"\n          equivalent: {argument}" if argument else ""))
        counts.setdefault(mutant.core, Counter())[result] += 1
    total = sum(counts.values(), Counter())
    lines.append(f"{'':16}{'mutants':>9}{'killed':>9}{'survived':>9}{'argued':>9}{'share':>9}")
    for name, count in [*counts.items(), ("all", total)]:
        lines.append(f"{name:16}{count.total():9}" +
                     "".join(f"{count[result]:9}" for result in ("killed", "survived", "argued")) +
                     f"{100 * share_killed(count):7.1f} %")
    return lines, share_killed(total)


def share_killed(count):
    return count["killed"] / max(1, count["killed"] + count["survived"])


def chosen_mutants(drawn, results, count):
    """The first `count` mutants that are not known to be stillborn, judged or not."""
    alive = (mutant for mutant in drawn if results.get(mutant.key(), {}).get("result") != "stillborn")
    return list(itertools.islice(alive, count))


def due(mutants, results, arguments, options):
    """The next mutant to judge, and the seconds below which its tests have passed; None at the end."""
    for mutant in mutants:
        entry = results.get(mutant.key())
        if entry is None and options.again is None:
            return mutant, 0
        if entry is None or entry["result"] != "survived" or mutant.key() in options.judged:
            continue
        if (mutant.path, mutant.original, mutant.mutated) in arguments:
            continue
        if options.again is not None:
            if options.again in str(mutant):
                return mutant, 0
        elif passed_below(entry) < options.slowest:
            return mutant, passed_below(entry)
    return None


def run(root, build_folder, cores, options):
    results = Results(options.results or root / "bench/results/mutation.csv")
    drawn, arguments = draw(root, cores, options.seed), argued(root)
    options.judged, build = set(), None
    while not options.report and not (options.stop_after and len(options.judged) == options.stop_after):
        found = due(chosen_mutants(drawn, results, options.count), results, arguments, options)
        if not found:
            break
        mutant, done = found
        options.judged.add(mutant.key())
        build = build or Build(root, build_folder)
        start = time.monotonic()
        try:
            result, by = judge(build, mutant, results, done, options.slowest)
        except Stillborn as reason:
            result, by = "stillborn", str(reason)
        results.add(mutant, result, by)
        seconds = time.monotonic() - start
        print(f"{result:9} {seconds:6.1f} s  {mutant}" + (f"  by {by}" if by else ""), flush=True)
    if not options.only:
        results.keep({mutant.key() for mutant in drawn})
    judged = [mutant for mutant in chosen_mutants(drawn, results, options.count) if mutant.key() in results]
    lines, share = report(judged, results, arguments)
    print("\n".join(lines))
    return 0 if share >= 0.95 or len(judged) < options.count else 1


def main():
    parser = argparse.ArgumentParser(description="Breaks one line at a time and counts what no test notices.")
    parser.add_argument("--root", type=Path, default=ROOT)
    parser.add_argument("--build", type=Path, help="build folder, up to date; default build/release")
    parser.add_argument("--count", type=int, default=300, help="mutants in all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", action="append", choices=CORES, help="cores to break; default all")
    parser.add_argument("--cores", type=Path, help="another list of cores, as JSON: name to patterns")
    parser.add_argument("--results", type=Path, help="default bench/results/mutation.csv")
    parser.add_argument("--stop-after", type=int, default=0, help="judge so many; default all")
    parser.add_argument("--slowest", type=float, default=float("inf"),
                        help="seconds: leave slower tests out; a later run without this goes on with them")
    parser.add_argument("--again", metavar="TEXT", help="judge survivors that contain the text again, after "
                        "tests were added; '' for all")
    parser.add_argument("--report", action="store_true", help="judge nothing, report the results")
    options = parser.parse_args()
    cores = json.loads(options.cores.read_text()) if options.cores else CORES
    if options.only:
        cores = {name: cores[name] for name in options.only}
    build = options.build or options.root / "build/release"
    return run(options.root.resolve(), build.resolve(), cores, options)


if __name__ == "__main__":
    sys.exit(main())
