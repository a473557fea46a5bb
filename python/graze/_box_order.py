"""Pairs of placed shapes by the distances of their boxes, for searches of the smallest distance."""
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from graze._poses import Floats, Placed

class Boxes(NamedTuple):
    """Axis-aligned boxes in world frame, (N, 3) each. Shapes without bounds have endless boxes."""

    lower: Floats
    upper: Floats


def boxes_of(placed: Sequence[Placed]) -> Boxes:
    """Boxes that contain the placed shapes."""
    corners = np.array([item.bounds for item in placed]).reshape(-1, 2, 3)
    return Boxes(corners[:, 0], corners[:, 1])


def _lower_bounds(boxes: Boxes, i: int, others: Boxes) -> Floats:
    """No more than the signed distance of i to each other; -inf where boxes overlap: depths have no bound."""
    gaps = np.maximum(boxes.lower[i] - others.upper, others.lower - boxes.upper[i]).max(axis=1)
    return np.where(gaps > 0, gaps, -np.inf)


def closest_first(a: Boxes, b: Boxes | None, best: Callable[[], float]) -> Iterator[tuple[int, int]]:
    """Pairs (i, j) that may be closer than `best()`, called again for each; with b None the pairs i < j of a.

    Rows, of the smaller set, by their smallest bounds; pairs in a row by theirs, equal ones by number.
    """
    if b is not None and len(b.lower) < len(a.lower):
        yield from ((i, j) for j, i in closest_first(b, a, best))
        return

    def bounds(i: int) -> Floats:
        return _lower_bounds(a, i, Boxes(a.lower[i + 1:], a.upper[i + 1:]) if b is None else b)

    rows = np.array([bounds(i).min(initial=np.inf) for i in range(len(a.lower))])
    for i in np.argsort(rows, kind="stable"):
        if rows[i] >= best():
            return
        row = bounds(int(i))
        for j in np.argsort(row, kind="stable"):
            if row[j] >= best():
                break
            yield int(i), int(j) + (int(i) + 1 if b is None else 0)
