"""How a finished build compiles its objects and links its test programs, and the same with a mutant inside.

Mutated objects are compiled beside the build and linked in front of its objects and of the library's archive,
so that neither the sources nor the build change. Out-of-line copies of inline functions are taken from the
first object that has one, which is the mutated one.
"""
import json
import os
import re
import shlex
import subprocess
import tempfile
from pathlib import Path

MOST_OBJECTS = 4       # that a header is compiled into
PATIENCE = 5           # times the usual time, plus five seconds


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
        """The objects that a file of the project is compiled into: of the library, and of the tests that are
        named after a header."""
        full = str(self.root / path)
        direct = [name for name, (_, source) in self.commands.items() if source == full]
        if direct:
            return direct, []
        users = [name for name in self._all_users().get(full, []) if name in self.commands]
        folder, stem = str(self.root / "src" / self.inside(path).parent), Path(full).stem
        library = [name for name in users if name.startswith("CMakeFiles/graze.dir/")]
        library.sort(key=lambda name: (str(Path(self.commands[name][1]).parent) != folder, name))
        tests = [name for name in users if name.startswith("tests/") and
                 any(Path(used).name.startswith(stem) and "/tests/" in used for used in self._used[name])]
        return library[:MOST_OBJECTS], tests[:2]

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
        return Path(path).relative_to("include/graze" if path.startswith("include/") else "src")

    def compile(self, name, mutant, folder, line=None):
        """The mutant's version of an object; with a line, that line in place of the mutant's."""
        words, source = self.commands[name]
        words = list(words)
        while "-include" in words:  # a precompiled header holds the original
            at = words.index("-include")
            del words[at - 1 if words[at - 1] == "-Winvalid-pch" else at:at + 2]
        overlay = folder / "overlay"
        changed = overlay / Path(mutant.path).relative_to(Path(mutant.path).parts[0])
        if not changed.exists():
            changed.parent.mkdir(parents=True, exist_ok=True)
            lines = (self.root / mutant.path).read_text(encoding="utf-8").split("\n")
            lines[mutant.number - 1] = mutant.line if line is None else line
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
            raise Stillborn("does not compile")
        return output

    def changes(self, name, mutated, mutant, folder):
        """Whether a mutated object differs from the original, compiled in the same way."""
        if name not in self._originals:
            line = (self.root / mutant.path).read_text(encoding="utf-8").split("\n")[mutant.number - 1]
            apart = folder / "original"
            apart.mkdir(exist_ok=True)
            self._originals[name] = self.compile(name, mutant, apart, line).read_bytes()
        return self._originals[name] != mutated.read_bytes()

    def link(self, room, objects, folder):
        """A test program with some objects in place of the build's."""
        program = self.programs[room]
        if program not in self._links:
            made = f"-o tests/{program} "
            last = [line for line in self._ninja("commands", program).split("\n") if made in line][-1]
            self._links[program] = shlex.split(next(part for part in last.split(" && ") if made in part))
        words = [str(objects.get(word, word)) for word in self._links[program]]
        at = words.index("-o")
        output = folder / program
        words[at + 1] = str(output)
        first = next(i for i, word in enumerate(words) if word.endswith(".o"))
        words[first:first] = [str(path) for name, path in objects.items() if not name.startswith("tests/")]
        run = subprocess.run(words, cwd=self.folder, capture_output=True, text=True)
        if run.returncode != 0:
            raise Stillborn("does not link")
        return output

    def times(self, room):
        """Seconds of each test of a room, measured once."""
        program = self.folder / "tests" / self.programs[room]
        kept = self.folder / f"mutation/times_{room}.json"
        if room not in self._times:
            if not (kept.exists() and kept.stat().st_mtime > program.stat().st_mtime):
                print(f"measuring the tests of {room}", flush=True)
                kept.parent.mkdir(exist_ok=True)
                kept.write_text(json.dumps(self._measure(program)))
            self._times[room] = json.loads(kept.read_text())
        return self._times[room]

    def _measure(self, program):
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder) / "report.json"
            run = subprocess.run([str(program), f"--gtest_output=json:{report}", "--gtest_brief=1"],
                                 cwd=self.folder, env={**os.environ, "RC_PARAMS": "seed=1"},
                                 capture_output=True, text=True)
            if run.returncode != 0:
                raise SystemExit(f"{program} fails without any mutant:\n{run.stdout[-2000:]}")
            suites = json.loads(report.read_text())["testsuites"]
        return {f"{suite['name']}.{test['name']}": float(test["time"].rstrip("s"))
                for suite in suites for test in suite["testsuite"] if test.get("result") == "COMPLETED"}


class Programs:
    """The test programs of one mutant, linked as they are needed."""

    def __init__(self, build, objects, folder):
        self.build, self.objects, self.folder, self._linked = build, objects, folder, {}

    def failure(self, room, tests):
        """The first of the room's tests (name to seconds) that fails, or None."""
        if room not in self._linked:
            self._linked[room] = self.build.link(room, self.objects, self.folder)
        limit = PATIENCE * sum(tests.values()) + 5
        command = [str(self._linked[room]), "--gtest_fail_fast", "--gtest_brief=1",
                   "--gtest_filter=" + ":".join(tests)]
        environment = {**os.environ, "RC_PARAMS": "seed=1", "TMPDIR": str(self.folder)}
        try:
            run = subprocess.run(command, cwd=self.build.folder, text=True, capture_output=True,
                                 timeout=limit, env=environment, errors="replace")
        except subprocess.TimeoutExpired:
            return f"{room}: out of time"
        if run.returncode == 0:
            return None
        failed = re.search(r"\[  FAILED  \] (\S+)", run.stdout)
        return f"{room}: " + (failed.group(1).rstrip(",") if failed else f"exit status {run.returncode}")
