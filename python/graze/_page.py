"""The page that shows a scene in 3D: the report of the tool, with data that Python collected.

One HTML file that opens without a network. The layout of the data is that of web/src/data.js: JSON with all
small values, and bytes, deflated, in base64: vertices as float32 from the middle of each shape, triangles as
uint32. Names are text: they are escaped in markup and in JSON.
"""
from __future__ import annotations

import base64
import hashlib
import html
import json
import sys
import tempfile
import webbrowser
import zlib
from collections.abc import Sequence
from importlib import resources
from typing import Any, NamedTuple

import numpy as np

from graze import _core
from graze._pair_data import contact_points
from graze._poses import Floats, Placed, Pose
from graze._scene import Clash
from graze._shapes import HalfSpace, HeightField, Mesh, Shape
from graze._verbs import decide, intersecting_triangles, relation

# How far triangles may be from curved shapes, relative to their size: corners are then not visible.
_SMOOTHNESS = 4e-3


class Part(NamedTuple):
    """A part of the page; a margin belongs to it, though its triangles are drawn without."""

    name: str
    placed: Placed
    margin: float = 0.0


class Page:
    """A page that shows a scene. A notebook cell shows it; `open` opens a browser, `save` writes the file.

    >>> import graze as gz
    >>> scene = gz.Scene()
    >>> _ = scene.add("ball", gz.Sphere(1))
    >>> page = scene.show(browser=False)
    >>> page.html.startswith("<!doctype html>"), "ball" in page.html
    (True, True)
    """

    def __init__(self, text: str, title: str) -> None:
        self.html = text
        self.title = title

    def save(self, file: Any) -> None:
        """Writes the page: one file that opens without a network."""
        with open(file, "w", encoding="utf-8") as out:
            out.write(self.html)

    def open(self) -> str:
        """Writes the page to a temporary file and opens a browser. Returns the path of the file."""
        with tempfile.NamedTemporaryFile("w", suffix=".html", prefix="graze-", delete=False,
                                         encoding="utf-8") as out:
            out.write(self.html)
        webbrowser.open("file://" + out.name)
        return out.name

    def _repr_html_(self) -> str:
        return ('<iframe sandbox="allow-scripts" style="width: 100%; height: 600px; border: 0" '
                f'srcdoc="{html.escape(self.html)}"></iframe>')

    def __repr__(self) -> str:
        return f"<Page of {self.title}>"


def _pair(finding: Clash, numbers: dict[str, int]) -> dict[str, Any]:
    return {"a": numbers[finding.a], "b": numbers[finding.b], "notes": []}


def _interval(lower: float, upper: float) -> list[float | None]:
    """Ends that are not finite are null."""
    return [float(x) if np.isfinite(x) else None for x in (lower, upper)]


def _numbers(values: Any) -> list[float]:
    return [float(x) for x in values]


def _proof(kind: str, lines: list[str], claim: str, verified: bool) -> dict[str, Any]:
    return {"kind": kind, "lines": lines, "claim": claim, "check": "verified" if verified else "not shown",
            "measure": "not run"}


def _lines(proof: dict[str, Any]) -> list[str]:
    """What a proof consists of; of long ones the beginning."""
    return [f"{name.replace('_', ' ')}: {value!s:.200}" for name, value in proof.items() if name != "kind"]


class _Bytes:
    """The bytes of the page, and where the next ones begin."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []
        self.size = 0

    def add(self, numbers: Any, kind: str) -> int:
        """Appends numbers; returns where they begin."""
        start, data = self.size, np.ascontiguousarray(numbers, dtype=kind).tobytes()
        self.parts.append(data)
        self.size += len(data)
        return start


def _clash(finding: Clash, numbers: dict[str, int], data: _Bytes) -> dict[str, Any]:
    """Two parts that intersect: depth, contacts, curves where surfaces cross, and the proof."""
    gap = finding.separation
    verdict = decide(gap.a, gap.b)
    contacts = contact_points(gap.a, gap.b)
    curve: Floats = np.empty((0, 2, 3))
    if all(isinstance(placed.shape, (Mesh, HeightField)) for placed in (gap.a, gap.b)):
        curve = intersecting_triangles(gap.a, gap.b).segments
    point = contacts[0].position
    return {
        **_pair(finding, numbers), "relation": relation(gap.a, gap.b).name.replace("_", " "),
        "depth": _interval(max(0.0, -gap.upper), -gap.lower) if gap.lower < 0 else None,
        "point": _numbers(point), "normal": _numbers(gap.normal) if gap.lower < 0 else None,
        "contacts": [{"position": _numbers(c.position), "normal": _numbers(c.normal), "depth": c.depth}
                     for c in contacts],
        "contactCount": len(contacts), "region": None,
        "curve": {"offset": data.add(curve - point, "<f4"), "segments": len(curve)},
        "proof": _proof(str(verdict.proof["kind"]).replace("_", " "), _lines(verdict.proof),
                        "they overlap", verdict.verify())}


def _near_miss(finding: Clash, numbers: dict[str, int], clearance: float) -> dict[str, Any]:
    """Two parts that are closer than the clearance."""
    gap = finding.separation
    return {**_pair(finding, numbers), "distance": _interval(gap.lower, gap.upper), "clearance": clearance,
            "pointA": _numbers(gap.point_a), "pointB": _numbers(gap.point_b),
            "proof": _proof("plane and nearest points", [repr(gap)], "the distance lies between the bounds",
                            gap.verify())}


def _geometries(parts: Sequence[Part], data: _Bytes) -> tuple[list[dict[str, Any]], dict[Shape, int]]:
    """The triangles of each different shape, and its number."""
    known: dict[Shape, int] = {}
    rows: list[dict[str, Any]] = []
    reach = max((float(np.abs(part.placed.pose.position).max()) + part.placed.shape.reach for part in parts
                 if np.isfinite(part.placed.shape.reach)), default=1.0)
    for part in parts:
        if part.placed.shape in known:
            continue
        known[part.placed.shape] = len(rows)
        vertices, triangles = part.placed.shape.triangles_for_display(_SMOOTHNESS, reach)
        centre = (vertices.min(0) + vertices.max(0)) / 2 if len(vertices) else np.zeros(3)
        rows.append({"offset": data.add(vertices - centre, "<f4"), "vertices": len(vertices),
                     "indices": data.add(triangles, "<u4"), "triangles": len(triangles),
                     "centre": _numbers(centre)})
    return rows, known


def _columns(pose: Pose) -> list[float]:
    """Nine entries of the rotation by columns, then the position."""
    return [*_numbers(pose.rotation.T.ravel()), *_numbers(pose.position)]


class Findings(NamedTuple):
    """Pairs that overlap, and pairs that are closer than the clearance."""

    clashes: Sequence[Clash]
    near_misses: Sequence[Clash]
    clearance: float


def page_of(parts: Sequence[Part], found: Findings, title: str, unit: str) -> Page:
    """The page of placed parts and what was found of them."""
    numbers, data = {part.name: i for i, part in enumerate(parts)}, _Bytes()
    geometries, known = _geometries(parts, data)
    report = {
        "format": 1, "version": _core.version, "title": title, "command": "graze.Scene.show", "unit": unit,
        "up": [0.0, 0.0, 1.0], "warnings": [], "facts": [], "possible": [], "impacts": [], "motions": [],
        "askedClashes": True, "askedClearance": found.clearance > 0, "askedMotion": False,
        "geometries": geometries,
        "parts": [{"name": part.name, "group": "", "source": "", "kind": part.placed.shape._type,
                   "geometry": known[part.placed.shape], "pose": _columns(part.placed.pose),
                   "margin": part.margin, "endless": isinstance(part.placed.shape, HalfSpace)}
                  for part in parts],
        "nearMisses": [_near_miss(item, numbers, found.clearance) for item in found.near_misses],
        "clashes": [_clash(item, numbers, data) for item in found.clashes]}
    return Page(_html(report, b"".join(data.parts), _tables(parts, found)), title)


def _rows(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    def cells(tag: str, texts: Sequence[str]) -> str:
        return "".join(f"<{tag}>{html.escape(text)}</{tag}>" for text in texts)
    body = "".join(f"<tr>{cells('td', row)}</tr>" for row in rows)
    return f"<table><thead><tr>{cells('th', head)}</tr></thead><tbody>{body}</tbody></table>"


def _tables(parts: Sequence[Part], found: Findings) -> str:
    """The same without the view: for printing, and for browsers without WebGL."""
    pairs = [[item.a, item.b, f"[{item.separation.lower:.6g}, {item.separation.upper:.6g}]"]
             for item in (*found.clashes, *found.near_misses)]
    return (f"<h2>Pairs</h2>{_rows(['part a', 'part b', 'signed distance'], pairs)}"
            f"<h2>Parts</h2>{_rows(['name', 'kind'], [[p.name, p.placed.shape._type] for p in parts])}")


def _html(report: dict[str, Any], data: bytes, tables: str) -> str:
    """The page may load nothing, and run nothing but the view's own script."""
    files = resources.files("graze")
    pages = [files.joinpath(name) for name in ("view.js", "view.css")]
    script, style = (page.read_text(encoding="utf-8") if page.is_file() else "" for page in pages)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = base64.b64encode(deflate.compress(data) + deflate.flush()).decode()
    text = json.dumps(report, allow_nan=False)
    for sign in "<>&":  # JSON has them inside of strings alone
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    allowed = f"'sha256-{digest}'" if script else "'none'"
    missing = "" if script else "The 3D view is missing: the package was built without npm."
    return (
        f'<!doctype html>\n<html lang="en"{" data-view=loading" if script else ""}>\n<head>\n'
        '<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        f'script-src {allowed}; style-src \'unsafe-inline\'; img-src data: blob:">\n'
        f'<title>{html.escape(str(report["title"]))} – graze</title>\n<style>\n{style}</style>\n</head>\n'
        f'<body>\n<main class="tables">\n<p class="notice" id="notice"{" hidden" if script else ""}>{missing}'
        f'</p>\n<h1>{html.escape(str(report["title"]))}</h1>\n{tables}</main>\n'
        f'<script type="application/json" id="report-data">{text}</script>\n'
        f'<script type="text/plain" id="report-bytes">{packed}</script>\n'
        + (f"<script>{script}</script>\n" if script else "") + "</body>\n</html>\n")


def in_notebook() -> bool:
    """Whether a kernel of Jupyter runs this."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return hasattr(shell, "kernel")
