#!/usr/bin/env python3
"""Checks the structure of the project: the order of rooms and of the folders inside of them, cycles of
modules, what verification may reach, where outside libraries may appear, sources of public headers, names,
retired words, and file sizes.

The map and its lists are in layer_map.py. Usage: check_layers.py [root]. Prints one line `file:line: reason`
per violation; exit status 1 when there is any.
"""
import re
import sys
from collections import defaultdict
from pathlib import Path

from cpp_functions import STRING, functions_of
from cpp_sources import INCLUDE, inner_of, module_of, room_of, sources_below, types_of
from layer_map import (APPS, INNER, INNER_CALLERS, MAX_LINES, MAX_MODULES, MAX_PUBLIC, NAMES_PRIMITIVES,
                       OUTSIDE, PRIMITIVE_LIST, RANK, SOLVER_VERBS, SOLVERS_BELOW, UMBRELLA)
from retired_words import IN_TEST_NAMES, NOT_RETIRED, TEST_NAME, TYPES, retired_in

PRODUCT = re.compile(r"[\w)\]] \* [\w(]")
PRIMITIVE_LINE = re.compile(r"^\s*X\((\w+)\)")
FUSED = "fp_contract_off_begin.inc and fp_contract_off_end.inc"
VERB_CALL = re.compile(r"(?<![\w.>])(?:graze::)?(" + "|".join(SOLVER_VERBS) + r")\s*\(")
IDENTIFIER = re.compile(r"[A-Za-z_]\w*")


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
            here, above = f"{room}/{inner}".rstrip("/"), f"{room}/{other}".rstrip("/")
            yield number, f"{here} may not include {name}: {above} lies above it"


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
        yield (begin + end)[0], f"{FUSED} come in pairs, one to a header"
        return
    for number in products:
        if not begin or not begin[0] < number < end[0]:
            yield number, f"computes outside {FUSED}: a program that includes it may fuse the product"
    for number, name, _ in source.includes:
        if begin and begin[0] < number < end[0]:
            yield number, f"{name} is included between {FUSED}: include it before"


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
        in_test_name = source.path.startswith("tests/") and TEST_NAME.match(line)
        exempt = allowed | IN_TEST_NAMES if in_test_name else allowed
        for word, name, better in sorted(found):
            if word not in exempt:
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
                members = ", ".join(name.split("/")[-1] for name in cycle)
                yield path, number, f"a cycle of modules: {module} and {other} ({members})"


def check_verify(sources):
    """Follows the includes of every file of verify and reports the first path to each header of a solver
    below it; and calls of verbs."""
    reported = set()  # (including file, line): one path to each is enough
    for start in sorted(path for path in sources if room_of(path) == "verify"):
        for number, line in enumerate(sources[start].lines, 1):
            call = VERB_CALL.search(line.split("//")[0])
            if call and start.endswith(".cpp"):
                yield start, number, f"verification may not call {call[1]}()"
        reached = {start}
        queue = [(start, number, target, [start]) for number, _, target in sources[start].includes]
        while queue:
            path, number, target, chain = queue.pop(0)
            if target is None or target in reached:
                continue
            reached.add(target)
            if target in SOLVERS_BELOW or RANK.get(room_of(target), -1) > RANK["verify"]:
                if (path, number) not in reported:
                    reported.add((path, number))
                    yield path, number, "verification reaches a solver: " + " -> ".join(chain + [target])
            elif target in sources:
                queue += [(target, n, t, chain + [target]) for n, _, t in sources[target].includes]


def check_entry_points(source):
    verbs = INNER_CALLERS.get(room_of(source.path))
    if not verbs or not source.path.endswith(".cpp") or Path(source.path).name.startswith("audit"):
        return
    for number, line in enumerate(source.lines, 1):
        # A definition begins with the type that it answers; an argument in braces or a name makes it a call.
        call = re.search(r"(?<![\w.>:])(?:graze::)?(" + "|".join(verbs) + r")\((?!const )",
                         line.split("//")[0])
        if call:
            yield number, (f"{room_of(source.path)} may not call the public verb {call[1]}(): "
                           "take its inner entry point")


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
                where = (f"in {places[0]}, which is named after nothing in this header" if places
                         else f"nowhere in src/{room}")
                yield path, line, f"{function[0]}({', '.join(function[1])}) is defined {where}"
    if len(public) > MAX_PUBLIC:
        yield public[0], 1, (f"{len(public)} public headers, the limit is {MAX_PUBLIC}: "
                             "add to one that is about the same, or merge two")


def check_folders(sources):
    modules = defaultdict(set)
    for path in sources:
        if room_of(path) in RANK:
            modules[path.rsplit("/", 1)[0]].add(module_of(path))
    for folder, members in modules.items():
        if len(members) > MAX_MODULES:
            first = min(path for path in sources if path.startswith(folder + "/"))
            yield first, 1, f"{folder} has {len(members)} modules, the limit is {MAX_MODULES}"


def check_names(sources):
    """Two types of one name in one program are undefined behaviour, of which neither compiler nor linker
    warns."""
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
                yield path, number, (f"names {named.search(line)[0]}: take it from the traits in "
                                     f"{PRIMITIVE_LIST}, or list the file as special")


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


def check(root):
    """All violations under `root` as (path, line, reason), sorted; and how many files there are."""
    sources = sources_below(root.resolve(), ["include", "src", "tests", "examples", "bench"] + APPS)
    found = set()
    for rule in (check_verify, check_names, check_primitives, check_umbrella, check_cycles, check_sources,
                 check_folders):
        found |= set(rule(sources))
    for rule in (check_room_order, check_inner_order, check_public, check_outside, check_rounding, check_size,
                 check_entry_points, check_words):
        found |= {(source.path, number, reason) for source in sources.values()
                  for number, reason in rule(source)}
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
