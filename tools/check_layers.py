#!/usr/bin/env python3
"""Checks the rooms: who includes whom, what verification may touch, where outside libraries may appear, that
headers compute as they are written, that no two types share a name, that the umbrella header has all, and file sizes.

Usage: check_layers.py [root]. Prints one line `file:line: reason` per violation; exit status 1 when there is any.
"""
import re
import sys
from pathlib import Path

ROOMS = ["core", "math", "simd", "bounds", "shape", "tree", "convex", "mesh", "motion", "query", "scene", "io"]  # lowest first
RANK = {room: rank for rank, room in enumerate(ROOMS)}
APPS = ["cli", "web", "python", "c"]  # front doors: public headers only, and nobody includes them
EXTENSIONS = {".hpp", ".cpp", ".h", ".cc", ".c"}
MAX_LINES = 450
UMBRELLA = "include/graze/graze.hpp"

# Outside libraries stay where they belong: include prefix -> folders.
OUTSIDE = {
    "hwy/": ["src/simd", "tests/simd"],
    "libqhull": ["src/shape"],
    "Eigen/": ["src", "include/graze/interop", "tests", "examples", "bench"],
    "tbb/": ["src", "bench"],
    "assimp/": ["src/io"],
    "urdf": ["src/io"],
    "nlohmann/": ["src/io", "cli", "tests/io", "tests/cli"],
    "CLI/": ["cli"],
    "fmt/": ["src/io", "cli"],
}

# verify() must not rest on what it checks. It may reach the result types (public headers) and every room below convex;
# of the folders that hold solvers, only files named here.
VERIFY_FILES = ["src/query/verify*.cpp", "src/query/verify*.hpp", "include/graze/query/verify*.hpp"]
SOLVER_ROOMS = ["convex", "mesh", "motion", "query", "scene"]
SOLVER_VERBS = ["overlaps", "decide", "separation", "certified_separation", "contacts", "raycast", "translational_cast", "time_of_impact"]

# Headers of those rooms that only hold data: sets of parts as they were built.
PLAIN_DATA = ["src/mesh/part_set.hpp"]

PRODUCT = re.compile(r"[\w)\]] \* [\w(]")
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')
NAMESPACE = re.compile(r"^(?:inline )?namespace\s*([\w:]*)\s*\{(?!.*\})")
NAMESPACE_END = re.compile(r"^\}\s*// namespace")
TYPE = re.compile(r"^(?:template <[^(]*> )?(?:struct|class|enum class|enum)\s+(?:alignas\(\w+\)\s+|\[\[.*?\]\]\s*)?(\w+)\b(?!::|<)[^;(]*\{")
VERB_CALL = re.compile(r"(?<![\w.>])(?:graze::)?(" + "|".join(SOLVER_VERBS) + r")\s*\(")


class Source:
    """One C++ file: its path from the root, its lines, and its includes as (line number, name as written, path of ours or None)."""

    def __init__(self, root, path):
        self.path = path.relative_to(root).as_posix()
        self.lines = path.read_text(encoding="utf-8", errors="replace").split("\n")
        self.includes = []
        for number, line in enumerate(self.lines, 1):
            match = INCLUDE.match(line)
            if match:
                self.includes.append((number, match[2], self.resolve(root, path, match[2])))

    @staticmethod
    def resolve(root, path, name):
        for candidate in (path.parent / name, root / "include" / name, root / "src" / name, root / "tests" / name, root / name):
            if candidate.is_file():
                return candidate.resolve().relative_to(root).as_posix()
        # A header that does not exist (yet) still belongs to the room that its name says.
        if name.startswith("graze/"):
            return "include/" + name
        if name.split("/")[0] in RANK:
            return "src/" + name
        return None


def room_of(path):
    """The room of a library file, None for everything else (the umbrella header included)."""
    parts = path.split("/")
    if parts[0] == "src" and len(parts) > 2:
        return parts[1]
    if parts[:2] == ["include", "graze"] and len(parts) > 3:
        return parts[2]
    return None


def check_room_order(source):
    room = room_of(source.path)
    if room is None and source.path.split("/")[0] == "src":
        yield 1, "a source outside every room"
    if room is None or room == "interop":
        return
    if room not in RANK:
        yield 1, f"unknown room '{room}'"
        return
    for number, name, target in source.includes:
        other = room_of(target) if target else None
        if target == UMBRELLA:
            yield number, "the library includes single headers, not the umbrella"
        elif target and target.split("/")[0] in APPS + ["tests", "bench", "examples"]:
            yield number, f"the library does not include {name}"
        elif other in RANK and RANK[other] > RANK[room]:
            yield number, f"{room} may not include {name}: {other} lies above it"
        elif other == "interop":
            yield number, f"{room} may not include {name}: interop headers are for users"


def check_public(source):
    """Public headers, examples and front doors see public headers only."""
    top = source.path.split("/")[0]
    if top not in ["include", "examples"] + APPS:
        return
    for number, name, target in source.includes:
        if target and target.startswith("src/"):
            yield number, f"{name} is internal: only public headers may be included here"


def check_outside(source):
    for number, name, target in source.includes:
        for prefix, folders in OUTSIDE.items():
            if target is None and name.startswith(prefix) and not any(source.path.startswith(folder + "/") for folder in folders):
                yield number, f"{name} may be included only below {', '.join(folders)}"


def check_rounding(source):
    """A public header that multiplies stands between the two as_written headers: programs that include it may not fuse its products."""
    if not source.path.startswith("include/"):
        return
    products = [number for number, line in enumerate(source.lines, 1) if PRODUCT.search(line.split("//")[0])]
    begin = [number for number, name, _ in source.includes if name.endswith("as_written_begin.hpp")]
    end = [number for number, name, _ in source.includes if name.endswith("as_written_end.hpp")]
    if len(begin) != len(end) or len(begin) > 1 or begin > end:
        yield (begin + end)[0], "as_written_begin.hpp and as_written_end.hpp come in pairs, one to a header"
        return
    for number in products:
        if not begin or not begin[0] < number < end[0]:
            yield number, "computes outside as_written_begin.hpp and as_written_end.hpp: a program that includes it may fuse the product"
    for number, name, _ in source.includes:
        if begin and begin[0] < number < end[0]:
            yield number, f"{name} is included between as_written_begin.hpp and as_written_end.hpp: include it before"


def check_size(source):
    count = len(source.lines) - (source.lines[-1] == "")
    if count > MAX_LINES:
        yield count, f"{count} lines, the limit is {MAX_LINES}: split the file"


def is_solver(path):
    parts = path.split("/")
    if path in PLAIN_DATA:
        return False
    return parts[0] == "src" and parts[1] in SOLVER_ROOMS and not parts[-1].startswith("verify")


def check_verify(sources):
    """Follows the includes of every verification file, in the order found, and reports the first way to each solver header."""
    starts = [path for path in sources if any(Path(path).match(pattern) for pattern in VERIFY_FILES)]
    reported = set()  # (including file, line): one way to each is enough
    for start in sorted(starts, reverse=True):
        for number, line in enumerate(sources[start].lines, 1):
            call = VERB_CALL.search(line.split("//")[0])
            if call and start.endswith(".cpp"):
                yield start, number, f"verification may not call {call[1]}()"
        seen = {start}
        queue = [(start, number, target, [start]) for number, _, target in sources[start].includes]
        while queue:
            path, number, target, way = queue.pop(0)
            if target is None or target in seen:
                continue
            seen.add(target)
            if is_solver(target):
                if (path, number) in reported:
                    continue
                reported.add((path, number))
                yield path, number, "verification reaches a solver: " + " -> ".join(way + [target])
            elif target in sources:
                queue += [(target, n, t, way + [target]) for n, _, t in sources[target].includes]


def types_of(source):
    """Types defined in named namespaces, as (line number, full name)."""
    within = []
    for number, line in enumerate(source.lines, 1):
        opened = NAMESPACE.match(line)
        if opened:
            within.append(opened[1])
        elif NAMESPACE_END.match(line) and within:
            within.pop()
        else:
            defined = TYPE.match(line)
            if defined and "" not in within:
                yield number, "::".join([*within, defined[1]])


def check_names(sources):
    """Two types of one name in one program are undefined behaviour, which neither compiler nor linker tells."""
    first = {}
    for path in sorted(sources):
        if path.split("/")[0] not in ("include", "src", "cli"):
            continue
        for number, name in types_of(sources[path]):
            if first.setdefault(name, path) != path:
                yield path, number, f"{name} is defined in {first[name]} too"


def check_umbrella(sources):
    """graze.hpp leads to every public header, but for files and interop, which need other libraries."""
    reached, queue = set(), [UMBRELLA]
    while queue:
        path = queue.pop()
        if path in sources and path not in reached:
            reached.add(path)
            queue += [target for _, _, target in sources[path].includes if target]
    for path in sorted(sources):
        if path.startswith("include/") and path.endswith(".hpp") and room_of(path) not in ("io", "interop") and path not in reached:
            yield UMBRELLA, 1, f"does not include {path.removeprefix('include/')}"


def check(root):
    """All violations under `root` as (path, line, reason), sorted."""
    root = root.resolve()
    folders = ["include", "src", "tests", "examples", "bench"] + APPS
    files = [path for folder in folders for path in (root / folder).rglob("*") if path.suffix in EXTENSIONS and path.is_file()]
    sources = {}
    for path in files:
        source = Source(root, path)
        sources[source.path] = source
    found = set(check_verify(sources)) | set(check_names(sources)) | set(check_umbrella(sources))
    for source in sources.values():
        for rule in (check_room_order, check_public, check_outside, check_rounding, check_size):
            found |= {(source.path, number, reason) for number, reason in rule(source)}
    return sorted(found), len(sources)


def main():
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent.parent
    violations, count = check(root)
    for path, number, reason in violations:
        print(f"{path}:{number}: {reason}")
    print(f"{count} files, {len(violations)} violations")
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())
