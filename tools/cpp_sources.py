"""C++ files with their includes, and the place of a file in the map: its room, its folder inside of the room,
its module."""
import functools
import re

from layer_map import EXTENSIONS, RANK

INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')
NAMESPACE = re.compile(r"^(?:inline )?namespace\s*([\w:]*)\s*\{(?!.*\})")
NAMESPACE_END = re.compile(r"^\}\s*// namespace")
TYPE = re.compile(r"^(?:template <[^(]*> )?(?:struct|class|enum class|enum)\s+"
                  r"(?:alignas\(\w+\)\s+|\[\[.*?\]\]\s*)?(\w+)\b(?!::|<)[^;(]*\{")


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


def sources_below(root, folders):
    """All C++ files below the given folders of the root, by their paths."""
    files = [path for folder in folders for path in (root / folder).rglob("*")
             if path.suffix in EXTENSIONS and path.is_file()]
    sources = [Source(root, path) for path in files]
    return {source.path: source for source in sources}
