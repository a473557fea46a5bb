"""What managers report of a pair that is placed: contact points one by one, and one number for a distance."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from graze._core import Separation
from graze._poses import Floats, Placed
from graze._shapes import Mesh
from graze._values import by_values
from graze._verbs import contact_manifolds, intersecting_triangles, separation

_NO_PART = 0xFFFFFFFF


@by_values
class ContactPoint(NamedTuple):
    """World frame; the normal is unit and points from a to b, parts are triangles of meshes, else -1."""

    position: Floats
    normal: Floats
    depth: float
    part_a: int
    part_b: int


def part_of(placed: Placed, part: int | None) -> int:
    """The number of a triangle of a mesh, -1 where there is none."""
    return int(part) if isinstance(placed.shape, Mesh) and part is not None and part != _NO_PART else -1


def contact_points(a: Placed, b: Placed) -> list[ContactPoint]:
    """Of two shapes that overlap: the deepest first, one at least.

    Surfaces that cross have one for each pair of triangles, without depth; what touches has one in the middle
    between the nearest points.
    """
    found = [ContactPoint(position, manifold.normal, float(depth), part_of(a, part_a), part_of(b, part_b))
             for manifold in contact_manifolds(a, b)
             for position, depth, part_a, part_b in
             zip(manifold.positions, manifold.depths, manifold.parts_a, manifold.parts_b)]
    if found:
        return sorted(found, key=lambda point: -point.depth)
    gap: Separation = separation(a, b)
    if isinstance(a.shape, Mesh) and isinstance(b.shape, Mesh):
        crossing = intersecting_triangles(a, b)
        found = [ContactPoint(segment.mean(axis=0), gap.normal, 0.0, int(i), int(j))
                 for (i, j), segment in zip(crossing.pairs, crossing.segments)]
    return found or [ContactPoint((gap.point_a + gap.point_b) / 2, gap.normal, max(0.0, -gap.lower),
                                  part_of(a, gap.part_a), part_of(b, gap.part_b))]


def middle_of(gap: Separation) -> float:
    """One number for the distance; of an overlap without a depth, as of half-spaces, the lower bound."""
    finite = np.isfinite(gap.lower) and np.isfinite(gap.upper)
    return float(0.5 * (gap.lower + gap.upper) if finite else gap.lower)
