#!/usr/bin/env python3
"""Breaks one line at a time in the cores of the library and counts the breaks that no test notices.

A mutant is one changed operator, number, call or statement of one line. Its object is compiled beside the
build (which must be up to date) and linked in front of the library's archive, so that neither the sources nor
the build change. Then the tests of its room and of those above it run, the cheapest first, up to the first
failure. A mutant is

    killed     a test failed, crashed, or took ten times its usual time,
    survived   all tests passed,
    stillborn  it does not compile, or to the very same object: not counted, another one takes its place.

A mutated header is compiled into the objects of its folder, MOST_OBJECTS at most, and into the tests that
are named after it; other objects keep what they inlined. Results go to a journal, one JSON object a line, and
a later run goes on where the last one ended. Survivors that no answer distinguishes from the original are
listed with the argument in tools/mutants_argued.json; the report counts them apart.
"""
import argparse
import hashlib
import json
import os
import random
import re
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

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
MOST_OBJECTS = 6       # that a header is compiled into
BATCHES = [0.2, 2, 20, float("inf")]  # seconds: quicker tests run first, and together, in all rooms
PATIENCE = 10          # times the usual time, plus ten seconds


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


class Mutant:
    def __init__(self, core, path, number, original, mutated, copy=0):
        self.core, self.path, self.number, self.copy = core, path, number, copy
        self.original, self.mutated = original.strip(), mutated.strip()
        self.line = mutated

    def key(self):
        text = "\0".join([self.path, self.original, self.mutated, str(self.copy)])
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def __str__(self):
        return f"{self.path}:{self.number}: {self.original}  ->  {self.mutated}"


def draw(root, cores, seed):
    """All mutants of the cores in random order: one of each line first, then the second ones, and so on."""
    rounds = []
    for core, patterns in cores.items():
        files = {path for pattern in patterns for path in root.glob(pattern)}
        for path in sorted(path for path in files if path.suffix in (".cpp", ".hpp")):
            seen = {}  # a line that occurs again is another one, also after lines moved
            for i, line in enumerate(path.read_text(encoding="utf-8").split("\n")):
                copy = seen[line] = seen.get(line, -1) + 1
                rng = random.Random(f"{seed}/{path.relative_to(root)}/{line}/{copy}")
                mutated = mutations(line)
                rng.shuffle(mutated)
                for turn, each in enumerate(mutated):
                    mutant = Mutant(core, str(path.relative_to(root)), i + 1, code_of(line), each, copy)
                    rounds.append((turn, rng.random(), mutant))
    return [mutant for _, _, mutant in sorted(rounds, key=lambda entry: entry[:2])]


# Building and testing of a mutant.

class Stillborn(Exception):
    pass


class Build:
    """A finished build: how its objects are compiled and its tests linked, and how long each test takes."""

    def __init__(self, root, folder):
        self.root, self.folder = root, folder
        self.commands = {}  # object -> command, source
        for entry in json.loads((folder / "compile_commands.json").read_text()):
            words = shlex.split(entry["command"])
            self.commands[words[words.index("-o") + 1]] = (words, entry["file"])
        listed = (root / "tests/CMakeLists.txt").read_text()
        self.rooms = re.search(r"foreach\(room IN ITEMS\s+([\w\s]+)\)", listed).group(1).split()
        self.programs = {room: f"graze_test_{room}" for room in self.rooms
                         if (folder / f"tests/graze_test_{room}").exists()}
        self._links, self._users, self._times, self._originals = {}, None, {}, {}

    def objects_of(self, path):
        """The objects that a source or header of the project is compiled into, those of tests last."""
        full = str(self.root / path)
        direct = [name for name, (_, source) in self.commands.items() if source == full]
        if direct:
            return direct
        users = [name for name in self._all_users().get(full, []) if name in self.commands]
        folder, stem = str(Path(full).parent), Path(full).stem
        library = [name for name in users if name.startswith("CMakeFiles/graze.dir/")]
        library.sort(key=lambda name: (str(Path(self.commands[name][1]).parent) != folder, name))
        tests = [name for name in users if name.startswith("tests/") and
                 any(Path(used).name.startswith(stem) and "/tests/" in used for used in self._used[name])]
        return library[:MOST_OBJECTS] + tests[:2]

    def _ninja(self, *tool):
        command = ["ninja", "-C", str(self.folder), "-t", *tool]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def _all_users(self):
        if self._users is None:
            self._users, self._used, current = {}, {}, None
            for line in self._ninja("deps").split("\n"):
                if line.startswith("    "):
                    used = os.path.normpath(self.folder / line.strip())
                    self._users.setdefault(used, []).append(current)
                    self._used[current].append(used)
                elif ":" in line:
                    current = line.split(":")[0]
                    self._used[current] = []
        return self._users

    @staticmethod
    def inside(path):
        """A file of src or include, as others include it."""
        return Path(path).relative_to("include" if path.startswith("include/") else "src")

    def compile(self, name, mutant, folder):
        """The mutant's version of an object."""
        words, source = self.commands[name]
        words = list(words)
        while "-include" in words:  # a precompiled header holds the original
            at = words.index("-include")
            del words[at - 1 if words[at - 1] == "-Winvalid-pch" else at:at + 2]
        overlay = folder / "overlay"
        changed = overlay / self.inside(mutant.path)
        if not changed.exists():
            changed.parent.mkdir(parents=True, exist_ok=True)
            lines = (self.root / mutant.path).read_text(encoding="utf-8").split("\n")
            lines[mutant.number - 1] = mutant.line
            changed.write_text("\n".join(lines), encoding="utf-8")
        if source == str(self.root / mutant.path):
            words[words.index("-c") + 1] = str(changed)
        output = folder / (name.replace("/", "_"))
        words[words.index("-o") + 1] = str(output)
        first = next(i for i, word in enumerate(words) if word.startswith("-I") or word == "-o")
        words[first:first] = [f"-I{overlay}"]
        words = ["-O1" if word == "-O3" else word for word in words if word != "-Werror"] + ["-w"]
        run = subprocess.run(words, cwd=self.folder, capture_output=True, text=True)
        if run.returncode != 0:
            raise Stillborn(run.stderr.strip().split("\n")[0])
        return output

    def original(self, name, mutant, folder):
        """The bytes of an object without the mutant, compiled as the mutant's is."""
        if name not in self._originals:
            same = Mutant(mutant.core, mutant.path, mutant.number, mutant.original, mutant.original)
            same.line = (self.root / mutant.path).read_text(encoding="utf-8").split("\n")[mutant.number - 1]
            apart = folder / "original"
            apart.mkdir(exist_ok=True)
            self._originals[name] = self.compile(name, same, apart).read_bytes()
        return self._originals[name]

    def link(self, room, objects, folder):
        """A test program with some objects in place of the build's."""
        program = self.programs[room]
        if program not in self._links:
            made = f"-o tests/{program} "
            last = [line for line in self._ninja("commands", program).split("\n") if made in line][-1]
            self._links[program] = shlex.split(next(part for part in last.split(" && ") if made in part))
        words = [str(objects.get(word, word)) for word in self._links[program]]
        ours = [str(path) for name, path in objects.items() if not name.startswith("tests/")]
        at = words.index("-o")
        output = folder / program
        words[at:at + 2] = ours + ["-o", str(output)]
        run = subprocess.run(words, cwd=self.folder, capture_output=True, text=True)
        if run.returncode != 0:
            raise Stillborn(run.stderr.strip().split("\n")[-1])
        return output

    def times(self, room, journal_folder):
        """Seconds of each test of a room, measured once."""
        program = self.folder / "tests" / self.programs[room]
        kept = journal_folder / f"times_{room}.json"
        if room not in self._times:
            if not (kept.exists() and kept.stat().st_mtime > program.stat().st_mtime):
                print(f"measuring the tests of {room}", flush=True)
                with tempfile.TemporaryDirectory() as folder:
                    report = Path(folder) / "report.json"
                    run = subprocess.run([str(program), f"--gtest_output=json:{report}", "--gtest_brief=1"],
                                         cwd=self.folder, env={**os.environ, "RC_PARAMS": "seed=1"},
                                         capture_output=True, text=True)
                    if run.returncode != 0:
                        raise SystemExit(f"{program} fails without any mutant:\n{run.stdout[-2000:]}")
                    suites = json.loads(report.read_text())["testsuites"]
                    seconds = {f"{suite['name']}.{test['name']}": float(test["time"].rstrip("s"))
                               for suite in suites for test in suite["testsuite"]
                               if test.get("result") == "COMPLETED"}
                kept.write_text(json.dumps(seconds))
            self._times[room] = json.loads(kept.read_text())
        return self._times[room]


def room_of(path):
    parts = Path(path).parts
    return parts[2] if parts[0] == "include" else parts[1]


def run_batch(program, tests, folder, cwd):
    """The first test that fails, or None."""
    limit = PATIENCE * sum(tests.values()) + 10
    command = [str(program), "--gtest_fail_fast", "--gtest_brief=1", "--gtest_filter=" + ":".join(tests)]
    environment = {**os.environ, "RC_PARAMS": "seed=1", "TMPDIR": str(folder)}
    try:
        run = subprocess.run(command, cwd=cwd, text=True, capture_output=True, timeout=limit, env=environment)
    except subprocess.TimeoutExpired:
        return f"out of time after {limit:.0f} s"
    if run.returncode == 0:
        return None
    failed = re.search(r"\[  FAILED  \] (\S+)", run.stdout)
    return failed.group(1).rstrip(",") if failed else f"exit status {run.returncode}"


def judge(build, mutant, journal_folder, slowest):
    """Result of a mutant and the test that killed it."""
    with tempfile.TemporaryDirectory(prefix="mutant_") as name:
        folder = Path(name)
        used = build.objects_of(mutant.path)
        if not used:
            raise Stillborn("no object uses it")
        objects = {each: build.compile(each, mutant, folder) for each in used}
        if all(build.original(each, mutant, folder) == path.read_bytes() for each, path in objects.items()):
            raise Stillborn("compiles to the same object")
        lowest = build.rooms.index(room_of(mutant.path))
        rooms = [room for room in build.rooms[lowest:] if room in build.programs]
        programs, done = {}, 0.0
        for longest in BATCHES:
            for room in rooms:
                times = build.times(room, journal_folder)
                most = min(longest, slowest)
                batch = {test: seconds for test, seconds in times.items() if done <= seconds < most}
                if not batch:
                    continue
                if room not in programs:
                    programs[room] = build.link(room, objects, folder)
                alone = [{test: batch[test]} for test in sorted(batch, key=batch.get)]
                for group in [batch] if longest < 20 else alone:
                    failed = run_batch(programs[room], group, folder, build.folder)
                    if failed:
                        return "killed", f"{room}: {failed}"
            done = longest
    return "survived", ""


# The run and its report.

def argued(root):
    path = root / "tools/mutants_argued.json"
    entries = json.loads(path.read_text()) if path.exists() else []
    return {(entry["file"], entry["original"], entry["mutated"]): entry["argument"] for entry in entries}


def report(mutants, results, arguments):
    """The lines of the report, and the share killed of those not argued equivalent."""
    lines, counted = [], {"killed": 0, "survived": 0, "argued": 0}
    for mutant in mutants:
        result = results.get(mutant.key(), {}).get("result")
        if result == "survived":
            argument = arguments.get((mutant.path, mutant.original, mutant.mutated))
            counted["argued" if argument else "survived"] += 1
            lines.append(f"survived  {mutant}" + (f"\n          equivalent: {argument}" if argument else ""))
        elif result == "killed":
            counted["killed"] += 1
    open_ones = counted["killed"] + counted["survived"]
    share = counted["killed"] / open_ones if open_ones else 1.0
    lines.append(f"{sum(counted.values())} mutants: {counted['killed']} killed, "
                 f"{counted['survived']} survived, {counted['argued']} argued equivalent")
    lines.append(f"{100 * share:.1f} % of those not argued equivalent are killed")
    return lines, share


def run(root, build_folder, cores, options):
    journal = Path(options.journal) if options.journal else build_folder / "mutation/journal.jsonl"
    journal.parent.mkdir(parents=True, exist_ok=True)
    results = {}
    if journal.exists():
        for line in journal.read_text().split("\n"):
            if line.strip():
                entry = json.loads(line)
                results[entry["key"]] = entry
    build, chosen, tried = None, [], 0
    for mutant in draw(root, cores, options.seed):
        if len(chosen) == options.count:
            break
        if mutant.key() not in results:
            if options.report or (options.stop_after and tried == options.stop_after):
                break
            tried += 1
            build = build or Build(root, build_folder)
            start = time.monotonic()
            try:
                result, by = judge(build, mutant, journal.parent, options.slowest)
            except Stillborn as reason:
                result, by = "stillborn", str(reason)
            entry = {"key": mutant.key(), "core": mutant.core, "file": mutant.path, "line": mutant.number,
                     "original": mutant.original, "mutated": mutant.mutated, "result": result, "by": by,
                     "seconds": round(time.monotonic() - start, 1)}
            results[mutant.key()] = entry
            with journal.open("a") as out:
                out.write(json.dumps(entry) + "\n")
            reason = f"  by {by}" if by else ""
            print(f"{result:9} {entry['seconds']:6.1f} s  {mutant}{reason}", flush=True)
        if results[mutant.key()]["result"] != "stillborn":
            chosen.append(mutant)
    lines, share = report(chosen, results, argued(root))
    print("\n".join(lines))
    return 0 if share >= 0.95 or len(chosen) < options.count else 1


def main():
    parser = argparse.ArgumentParser(description="Breaks one line at a time and counts what no test notices.")
    parser.add_argument("--root", type=Path, default=ROOT)
    parser.add_argument("--build", type=Path, help="build folder, up to date; default build/release")
    parser.add_argument("--count", type=int, default=300, help="mutants in all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", action="append", choices=CORES, help="cores to break; default all")
    parser.add_argument("--cores", type=Path, help="another list of cores, as JSON: name to patterns")
    parser.add_argument("--journal", help="where results are kept; default mutation/journal.jsonl there")
    parser.add_argument("--stop-after", type=int, default=0, help="judge so many new ones; default all")
    parser.add_argument("--slowest", type=float, default=float("inf"), help="seconds: leave slower tests out")
    parser.add_argument("--report", action="store_true", help="judge nothing, report what the journal has")
    options = parser.parse_args()
    cores = json.loads(options.cores.read_text()) if options.cores else CORES
    if options.only:
        cores = {name: cores[name] for name in options.only}
    build = options.build or options.root / "build/release"
    return run(options.root.resolve(), build.resolve(), cores, options)


if __name__ == "__main__":
    sys.exit(main())
