#!/usr/bin/env python3
"""Checks the structure of the project: the order of rooms and of the folders inside of them, cycles of
modules, what verification may reach, where outside libraries may appear, sources of public headers, names,
retired words, and file sizes.

Usage: check_layers.py [--no-words] [root]. Prints one line `file:line: reason` per violation; exit status 1
when there is any.
"""
import functools
import re
import sys
from collections import defaultdict
from pathlib import Path

from cpp_functions import STRING, functions_of
from retired_words import NOT_RETIRED, TYPES, retired_in

# Lowest first: a room includes itself and the rooms before it.
ROOMS = ["core", "math", "simd", "bounds", "shape", "tree", "mesh", "motion", "result", "verify", "convex",
         "obb", "solid", "frames", "query",
         "ccd", "scene", "assembly", "robot", "io"]
RANK = {room: rank for rank, room in enumerate(ROOMS)}
# The folders inside of a room, lowest first; "" is the room's own. Rooms that are not named have none.
INNER = {
    "math": ["", "degeneracy"],
    "shape": ["primitives", "hull", ""],
    "mesh": ["", "bytes"],
    "verify": ["", "moving"],
    "convex": ["primitives", "simplex", "", "gjk", "epa", "sat", "closed_form", "triangle", "ray",
               "manifold"],
    "ccd": ["oriented", "features", ""],
    "solid": ["weld", ""],
    "query": ["composite", "proof", "depth", "contacts", "audit", ""],
    "scene": ["broad_phase", ""],
    "io": ["text", "formats", ""],
}
APPS = ["cli", "web", "python", "c"]  # front doors: public headers only, and nobody includes them
EXTENSIONS = {".hpp", ".cpp", ".h", ".cc", ".c"}
MAX_LINES = 450
MAX_PUBLIC = 50  # headers of all rooms
MAX_MODULES = 25  # of a folder of a room: about 25
UMBRELLA = "include/graze/graze.hpp"

# Outside libraries stay where they belong: include prefix -> folders or files.
OUTSIDE = {
    "hwy/": ["src/simd", "tests/simd"],
    "libqhull": ["src/shape/hull"],
    "Eigen/": ["src", "include/graze/interop", "tests", "examples", "bench"],
    "tbb/": ["src/core/parallel.hpp", "bench"],
    "tl/": ["include/graze/core/error.hpp"],
    "assimp/": ["src/io"],
    "urdf": ["src/io"],
    "tinyxml": ["src/io"],
    "nlohmann/": ["src/io", "cli", "tests/io", "tests/cli"],
    "CLI/": ["cli"],
    "fmt/": ["src/io", "cli"],
    "gmp": ["tests", "bench"],
    "mpfr": ["tests"],
    "gtest/": ["tests"],
    "rapidcheck": ["tests"],
}

# The rank of verify keeps the rooms of the solvers away from it. Below it the only searches are those of
# these files, which build what is queried: verification may not include them, through whatever header.
SOLVERS_BELOW = ["src/mesh/point_side.hpp", "src/mesh/convex_form.hpp", "src/mesh/shell_winding.hpp",
                 "include/graze/tree/traverse.hpp",
                 "src/tree/ray_walk.hpp", "src/tree/transformed_pairs.hpp", "src/tree/pair_frames.hpp",
                 "src/simd/tree_walk.hpp", "src/simd/tree_walk_pairs.hpp",
                 "src/simd/tree_walk_triangles.hpp", "src/simd/level_pairs.hpp"]
SOLVER_VERBS = ["overlaps", "decide", "separation", "certified_separation", "contacts", "contact_manifolds",
                "raycast", "raycast_any", "raycast_all",
                "translational_cast", "time_of_impact", "certified_time_of_impact", "signed_distance",
                "side_of"]

# These rooms ask the queries below them by their inner entry points; only their audits, which compare with
# the verbs, call those.
INNER_CALLERS = {"ccd": ["overlaps", "decide", "separation", "certified_separation", "contacts",
                         "contact_manifolds", "raycast", "time_of_impact"]}

# Types of primitives are named where an algorithm is special to them: a closed form, a loop that is compiled
# for a kind, features of flat shapes. All other files take what they need from the traits, so that a new
# primitive is one file and one line in the list. The half-space stands for everything unbounded, and is named
# anywhere.
PRIMITIVE_LIST = "src/shape/primitives/list.hpp"
PRIMITIVE_LINE = re.compile(r"^\s*X\((\w+)\)")
NAMES_PRIMITIVES = ["src/shape/primitives", "src/shape/ball.hpp", "src/convex/core_kinds.hpp",
                    "src/convex/closed_form", "src/convex/gjk", "src/convex/ray", "src/convex/sat",
                    "src/convex/epa/epa_local_minimum.cpp", "src/convex/epa/point_depth.cpp",
                    "src/query/decide.cpp", "src/query/dispatch.cpp",
                    "src/verify/verify_crossing.cpp", "src/verify/verify_parallel_axes.cpp",
                    "src/verify/moving/verify_impact.cpp",
                    "src/ccd/impact_composite.cpp", "src/scene/scene_state.cpp",
                    "src/io/display_triangles.cpp"]

PRODUCT = re.compile(r"[\w)\]] \* [\w(]")
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')
NAMESPACE = re.compile(r"^(?:inline )?namespace\s*([\w:]*)\s*\{(?!.*\})")
NAMESPACE_END = re.compile(r"^\}\s*// namespace")
TYPE = re.compile(r"^(?:template <[^(]*> )?(?:struct|class|enum class|enum)\s+(?:alignas\(\w+\)\s+|\[\[.*?\]\]\s*)?(\w+)\b(?!::|<)[^;(]*\{")
VERB_CALL = re.compile(r"(?<![\w.>])(?:graze::)?(" + "|".join(SOLVER_VERBS) + r")\s*\(")
IDENTIFIER = re.compile(r"[A-Za-z_]\w*")


class Source:
    """One C++ file: its path from the root, its lines, and its includes as (line number, name as written,
    path of ours or None)."""

    def __init__(self, root, path):
        self.path = path.relative_to(root).as_posix()
        self.lines = path.read_text(encoding="utf-8", errors="replace").split("\n")
        self.includes = []
        for number, line in enumerate(self.lines, 1):
            match = INCLUDE.match(line)
            if match:
                self.includes.append((number, match[2], self.resolve(root, path.parent, match[2])))

    @staticmethod
    @functools.cache
    def resolve(root, folder, name):
        for candidate in (folder / name, root / "include" / name, root / "src" / name, root / "tests" / name,
                          root / name):
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


def inner_of(path):
    """The folder inside of the room: "" for the room's own, None for public headers, which have no place in
    that order."""
    parts = path.split("/")
    return "/".join(parts[2:-1]) if parts[0] == "src" else None


def module_of(path):
    """A header with the source beside it. A public header is a module of its own: what implements it lies
    below its source."""
    return path.rsplit(".", 1)[0]


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


def check_inner_order(source):
    room, inner = room_of(source.path), inner_of(source.path)
    if room not in RANK or inner is None:
        return
    order = INNER.get(room, [""])
    if inner not in order:
        yield 1, f"unknown folder '{inner}' in {room}"
        return
    for number, name, target in source.includes:
        other = inner_of(target) if target and room_of(target) == room else None
        if other in order and order.index(other) > order.index(inner):
            yield number, f"{room}/{inner} may not include {name}: {room}/{other} lies above it".replace("/ ", " ").replace("/:", ":")


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
        for prefix, places in OUTSIDE.items():
            inside = any(source.path == place or source.path.startswith(place + "/") for place in places)
            if target is None and name.startswith(prefix) and not inside:
                yield number, f"{name} may be included only below {', '.join(places)}"


def check_rounding(source):
    """A public header that multiplies stands between the two fp_contract_off files: programs that include it
    may not fuse its products."""
    if not source.path.startswith("include/"):
        return
    products = [number for number, line in enumerate(source.lines, 1) if PRODUCT.search(line.split("//")[0])]
    begin = [number for number, name, _ in source.includes if name.endswith("fp_contract_off_begin.inc")]
    end = [number for number, name, _ in source.includes if name.endswith("fp_contract_off_end.inc")]
    if len(begin) != len(end) or len(begin) > 1 or begin > end:
        yield (begin + end)[0], "fp_contract_off_begin.inc and fp_contract_off_end.inc come in pairs, one to a header"
        return
    for number in products:
        if not begin or not begin[0] < number < end[0]:
            yield number, "computes outside fp_contract_off_begin.inc and fp_contract_off_end.inc: a program that includes it may fuse the product"
    for number, name, _ in source.includes:
        if begin and begin[0] < number < end[0]:
            yield number, f"{name} is included between fp_contract_off_begin.inc and fp_contract_off_end.inc: include it before"


def check_size(source):
    count = len(source.lines) - (source.lines[-1] == "")
    if count > MAX_LINES:
        yield count, f"{count} lines, the limit is {MAX_LINES}: split the file"


def check_words(source):
    allowed = {word for word, places in NOT_RETIRED.items()
               if any(source.path.startswith(place + "/") for place in places)}
    for word, better in retired_in(Path(source.path).stem):
        if word not in allowed:
            yield 1, f"the file's name has '{word}': the field says {better}"
    for number, line in enumerate(source.lines, 1):
        code = STRING.sub('""', line.split("//")[0])
        if INCLUDE.match(line):
            continue
        names = IDENTIFIER.findall(code)
        found = {(word, name, better) for name in names for word, better in retired_in(name)}
        found |= {(name, name, TYPES[name]) for name in names if name in TYPES}
        for word, name, better in sorted(found):
            if word not in allowed:
                yield number, f"'{name}' has '{word}': the field says {better}"


def check_cycles(sources):
    """Modules that include each other, by the first include of each that leads to the next: Tarjan's
    components."""
    includes = defaultdict(dict)
    for path, source in sources.items():
        includes[module_of(path)]
        for number, _, target in source.includes:
            if target in sources and module_of(target) != module_of(path):
                includes[module_of(path)].setdefault(module_of(target), (path, number))
    index, low, stack, found = {}, {}, [], []

    def visit(module):
        index[module] = low[module] = len(index)
        stack.append(module)
        for other in sorted(includes[module]):
            if other not in index:
                visit(other)
                low[module] = min(low[module], low[other])
            elif other in stack:
                low[module] = min(low[module], index[other])
        if low[module] == index[module]:
            start = stack.index(module)
            if len(stack) - start > 1:
                found.append(sorted(stack[start:]))
            del stack[start:]

    for module in sorted(includes):
        if module not in index:
            visit(module)
    for cycle in found:
        for module in cycle:
            for other in sorted(set(includes[module]) & set(cycle)):
                path, number = includes[module][other]
                yield path, number, f"a cycle of modules: {module} and {other} ({', '.join(name.split('/')[-1] for name in cycle)})"


def check_verify(sources):
    """Follows the includes of every file of verify and reports the first way to each header of a solver below
    it; and calls of verbs."""
    reported = set()  # (including file, line): one way to each is enough
    for start in sorted(path for path in sources if room_of(path) == "verify"):
        for number, line in enumerate(sources[start].lines, 1):
            call = VERB_CALL.search(line.split("//")[0])
            if call and start.endswith(".cpp"):
                yield start, number, f"verification may not call {call[1]}()"
        reached = {start}
        queue = [(start, number, target, [start]) for number, _, target in sources[start].includes]
        while queue:
            path, number, target, way = queue.pop(0)
            if target is None or target in reached:
                continue
            reached.add(target)
            if target in SOLVERS_BELOW or RANK.get(room_of(target), -1) > RANK["verify"]:
                if (path, number) not in reported:
                    reported.add((path, number))
                    yield path, number, "verification reaches a solver: " + " -> ".join(way + [target])
            elif target in sources:
                queue += [(target, n, t, way + [target]) for n, _, t in sources[target].includes]


def check_entry_points(source):
    verbs = INNER_CALLERS.get(room_of(source.path))
    if not verbs or not source.path.endswith(".cpp") or Path(source.path).name.startswith("audit"):
        return
    for number, line in enumerate(source.lines, 1):
        # A definition begins with the type that it answers; an argument in braces or a name makes it a call.
        call = re.search(r"(?<![\w.>:])(?:graze::)?(" + "|".join(verbs) + r")\((?!const )",
                         line.split("//")[0])
        if call:
            yield number, f"{room_of(source.path)} may not call the public verb {call[1]}(): take its inner entry point"


def snake_case(name):
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def check_sources(sources):
    """Functions of a public header are defined in sources of its room that are named after the header, or
    after a type or a function that it declares; suffixes are free. No two public headers share a name, and
    they are few."""
    # (room, function) -> files; also by the number of parameters, for types that go by another name there
    defined = defaultdict(list)
    for path, source in sources.items():
        if path.startswith("src/"):
            for name, types in functions_of(source)[1]:
                defined[room_of(path), (name, types)].append(path)
                defined[room_of(path), (name, len(types))].append(path)
    public = sorted(path for path in sources if path.startswith("include/graze/") and path.endswith(".hpp")
                    and room_of(path) not in (None, "interop"))
    first = {}
    for path in public:
        room, stem = room_of(path), Path(path).stem
        if first.setdefault(stem, path) != path:
            yield path, 1, f"{first[stem]} has the same name"
        declared, inline = functions_of(sources[path])
        names = {stem}
        names |= {snake_case(part) for name, _ in [*declared, *inline] for part in name.split("::")}
        names |= {snake_case(name.split("::")[-1]) for _, name in types_of(sources[path])}
        for function, line in declared.items():
            places = defined[room, function] or defined[room, (function[0], len(function[1]))]
            if function not in inline and not any(Path(place).stem == name
                                                  or Path(place).stem.startswith(name + "_")
                                                  for place in places for name in names):
                where = f"in {places[0]}, which is named after nothing in this header" if places else f"nowhere in src/{room}"
                yield path, line, f"{function[0]}({', '.join(function[1])}) is defined {where}"
    if len(public) > MAX_PUBLIC:
        yield public[0], 1, f"{len(public)} public headers, the limit is {MAX_PUBLIC}: add to one that is about the same, or merge two"


def check_folders(sources):
    modules = defaultdict(set)
    for path in sources:
        if room_of(path) in RANK:
            modules[path.rsplit("/", 1)[0]].add(module_of(path))
    for folder, members in modules.items():
        if len(members) > MAX_MODULES:
            first = min(path for path in sources if path.startswith(folder + "/"))
            yield first, 1, f"{folder} has {len(members)} modules, the limit is {MAX_MODULES}"


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


def check_primitives(sources):
    """A type of a primitive that is named outside of its traits, the list and what is special to it."""
    if PRIMITIVE_LIST not in sources:
        return
    structs = [match[1] for match in map(PRIMITIVE_LINE.match, sources[PRIMITIVE_LIST].lines) if match]
    types = [re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower() for name in structs if name != "HalfSpace"]
    named = re.compile(r"\bShapeType::(" + "|".join(types) + r")\b|\busing enum ShapeType\b")
    for path, source in sources.items():
        if not path.startswith(("src/", "c/", "cli/")) or any(path == place or path.startswith(place + "/")
                                                              for place in NAMES_PRIMITIVES):
            continue
        for number, line in enumerate(source.lines, 1):
            if named.search(line.split("//")[0]):
                yield path, number, f"names {named.search(line)[0]}: take it from the traits in {PRIMITIVE_LIST}, or list the file as special"


def check_umbrella(sources):
    """graze.hpp leads to every public header, but for files and interop, which need other libraries."""
    reached, queue = set(), [UMBRELLA]
    while queue:
        path = queue.pop()
        if path in sources and path not in reached:
            reached.add(path)
            queue += [target for _, _, target in sources[path].includes if target]
    for path in sorted(sources):
        public = path.startswith("include/") and path.endswith(".hpp")
        if public and room_of(path) not in ("io", "interop") and path not in reached:
            yield UMBRELLA, 1, f"does not include {path.removeprefix('include/')}"


def check(root, words=True):
    """All violations under `root` as (path, line, reason), sorted."""
    root = root.resolve()
    folders = ["include", "src", "tests", "examples", "bench"] + APPS
    files = [path for folder in folders for path in (root / folder).rglob("*") if path.suffix in EXTENSIONS
             and path.is_file()]
    sources = {}
    for path in files:
        source = Source(root, path)
        sources[source.path] = source
    found = set()
    for rule in (check_verify, check_names, check_primitives, check_umbrella, check_cycles, check_sources,
                 check_folders):
        found |= set(rule(sources))
    rules = [check_room_order, check_inner_order, check_public, check_outside, check_rounding, check_size,
             check_entry_points] + ([check_words] if words else [])
    for source in sources.values():
        for rule in rules:
            found |= {(source.path, number, reason) for number, reason in rule(source)}
    return sorted(found), len(sources)


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--no-words"]
    root = Path(arguments[0]) if arguments else Path(__file__).parent.parent
    violations, count = check(root, words="--no-words" not in sys.argv)
    for path, number, reason in violations:
        print(f"{path}:{number}: {reason}")
    print(f"{count} files, {len(violations)} violations")
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())
