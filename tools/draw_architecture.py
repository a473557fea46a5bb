#!/usr/bin/env python3
"""Draws the rooms of the library and which includes which, from the includes themselves:
docs/pictures/architecture.svg.

Usage: draw_architecture.py [--check] [root]. With --check nothing is written; exit status 1 when the drawing
is not up to date, or when docs/architecture.md names a file that does not exist.
"""
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path

from cpp_sources import module_of, room_of, sources_below
from layer_map import INNER, ROOMS

DRAWING = "docs/pictures/architecture.svg"
TEXT = "docs/architecture.md"
NAMED_FILE = re.compile(r"`((?:src|include|cli|c|web|tools)/[^` ]+)`")
ABOUT = {
    "core": "status, expected, ids, parallel loops, work budgets",
    "math": "vectors, poses, intervals, exact signs",
    "simd": "Highway kernels behind plain functions",
    "bounds": "boxes, spheres, k-DOPs, fits to points",
    "shape": "what can collide: shapes, support maps, hulls",
    "tree": "boxes in, indices out: builders, traversal",
    "mesh": "data: meshes, compounds, height fields",
    "motion": "a pose for every time, bounds over an interval",
    "result": "answer types and proofs",
    "verify": "checks of every answer; no solver within reach",
    "convex": "two convex sets: GJK, EPA, SAT, closed forms, rays",
    "obb": "oriented boxes and their trees",
    "solid": "what is inside: winding, signed distance, BSP",
    "frames": "Fourier-Motzkin frames, covers, trees of frames",
    "query": "the verbs on two things and their dispatch",
    "ccd": "first contact of moving things",
    "scene": "many objects: broad phases, encounters, response",
    "assembly": "checks of assemblies: groups, exclusions, findings",
    "robot": "robots in cells",
    "io": "files to shapes, scenes, robots; reports out",
}
ROW, LEFT, NAME, TOP, CELL = 34, 16, 88, 96, 30


def count(root):
    """Modules of each room, and includes from room to room."""
    modules, includes = defaultdict(set), Counter()
    for source in sources_below(root, ["include", "src"]).values():
        room = room_of(source.path)
        if room not in ROOMS:
            continue
        if source.path.startswith("src/"):
            modules[room].add(module_of(source.path))
        for _, _, target in source.includes:
            other = room_of(target) if target else None
            if other in ROOMS and other != room:
                includes[room, other] += 1
    return {room: len(members) for room, members in modules.items()}, includes


def text(x, y, words, style):
    escaped = words.replace("&", "&amp;").replace("<", "&lt;")
    return f'<text x="{x}" y="{y}" class="{style}">{escaped}</text>'


def draw(root):
    modules, includes = count(root)
    rooms = [room for room in reversed(ROOMS) if room in modules]  # the highest first
    matrix = LEFT + NAME + 460
    width, height = matrix + CELL * len(rooms) + 16, TOP + ROW * len(rooms) + 30
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
           'font-family="sans-serif">',
           "<style>.room{font-size:15px;font-weight:bold;fill:#12344d}.about{font-size:12px;fill:#333}"
           ".inner{font-size:10px;fill:#667}"
           ".count{font-size:11px;fill:#12344d;text-anchor:middle}.head{font-size:12px;fill:#333}</style>",
           f'<rect width="{width}" height="{height}" fill="#fff"/>',
           text(LEFT, 28, "Rooms of graze, highest first: a room includes itself and rooms below it.",
                "head"),
           text(LEFT, 46, "On the right: how many includes of a room (row) are of another one (column).",
                "head")]
    for column, room in enumerate(rooms):
        x = matrix + CELL * column + CELL // 2 + 4
        out.append(f'<text transform="translate({x} {TOP - 8}) rotate(-60)" class="about">{room}</text>')
    for row, room in enumerate(rooms):
        y = TOP + ROW * row
        shade = "#e8f1f8" if row % 2 == 0 else "#f6fafd"
        out.append(f'<rect x="{LEFT - 8}" y="{y}" width="{width - LEFT}" height="{ROW}" fill="{shade}"/>')
        out.append(text(LEFT, y + 22, room, "room"))
        inner = [folder for folder in reversed(INNER.get(room, [])) if folder]
        out.append(text(LEFT + NAME, y + (15 if inner else 21), f"{ABOUT[room]} ({modules[room]})", "about"))
        if inner:
            out.append(text(LEFT + NAME, y + 28, "inner, highest first: " + ", ".join(inner), "inner"))
        for column, other in enumerate(rooms):
            x = matrix + CELL * column
            if column <= row:
                fill, opacity = ("#12344d", 0.9) if column == row else ("#ddd", 0.25)
                out.append(f'<rect x="{x + 2}" y="{y + 3}" width="{CELL - 4}" height="{ROW - 6}" '
                           f'fill="{fill}" opacity="{opacity}"/>')
            elif includes[room, other]:
                out.append(text(x + CELL // 2, y + 22, str(includes[room, other]), "count"))
    out.append(text(LEFT, height - 10,
                    "In parentheses: modules, a header with its source. Made by tools/draw_architecture.py.",
                    "inner"))
    out.append("</svg>\n")
    return "\n".join(out)


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--check"]
    root = (Path(arguments[0]) if arguments else Path(__file__).parent.parent).resolve()
    drawing, path = draw(root), root / DRAWING
    if "--check" not in sys.argv:
        path.write_text(drawing, encoding="utf-8")
        return 0
    faults = [f"{TEXT} names {name}, which does not exist"
              for name in NAMED_FILE.findall((root / TEXT).read_text(encoding="utf-8"))
              if not (root / name).exists()]
    if not path.is_file() or path.read_text(encoding="utf-8") != drawing:
        faults.append(f"{DRAWING} is not up to date: run tools/draw_architecture.py")
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
