"""Parallelepipeds and tetrahedra in space, parallelograms and triangles in the plane, still or moving:
whether they intersect, by Fourier-Motzkin elimination, and the box of what they have in common."""
from __future__ import annotations

from typing import Any, NamedTuple

from graze import _core
from graze._enums import Status
from graze._poses import ArrayLike, Floats, Interval, _one_of
from graze._values import by_values


@by_values
class Frame(NamedTuple):
    """A "cuboid": origin + Σ t_i components[i] with 0 <= t_i <= 1; or a "tetrahedron" (in the plane a
    triangle): also Σ t_i <= 1. Two or three dimensions. `velocity` is per unit of time, over [0, 1]."""

    kind: str
    origin: ArrayLike
    components: ArrayLike
    velocity: ArrayLike | None = None


@by_values
class FrameOverlap(NamedTuple):
    """Whether two frames intersect; the corners of a box around their common points, of hits; when; a common
    point; multipliers that prove a miss. `verified`: the answer was checked without the elimination."""

    hit: bool
    box: tuple[Floats, Floats]
    time: Interval
    witness: Floats
    witness_time: float
    status: Status
    rows: int
    farkas: dict[str, Any]
    verified: bool


def intersect(a: Frame, b: Frame, *, open: bool = False, box: str = "tight") -> FrameOverlap:
    """Intersects two frames; with `open` only interiors count. `box` is "tight", "elimination" or "none".

    >>> square = Frame("cuboid", [0, 0], [[1, 0], [0, 1]])
    >>> found = intersect(square, square._replace(origin=[0.5, 0.5]))
    >>> found.hit, found.box[0], found.verified
    (True, array([0.5, 0.5]), True)
    """
    for frame, name in ((a, "a"), (b, "b")):
        if not isinstance(frame, Frame):
            raise TypeError(f"{name}: a Frame is needed, not {type(frame).__name__}")
    _one_of(box, "box", ("none", "elimination", "tight"))
    size = len(_core.numbers(a.origin, "a.origin"))
    if size not in (2, 3):
        raise ValueError(f"a.origin: shape ({size},); a frame has two or three dimensions")
    fields = _core.intersect_frames(size, tuple(a), tuple(b), open, box)
    fields["time"] = Interval(*fields["time"])
    return FrameOverlap(**fields)


__all__ = ["Frame", "FrameOverlap", "intersect"]
