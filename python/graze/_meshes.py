"""Meshes from arrays of anyone's: a solid where the triangles enclose one."""
from __future__ import annotations

from typing import Any

import numpy as np

from graze._poses import ArrayLike
from graze._shapes import Mesh


def mesh_of(vertices: Any, faces: ArrayLike, solid: bool | None = None) -> Mesh:
    """A Mesh; a solid when the triangles are closed and consistently wound, unless `solid` decides.

    Vertices at equal places count as one for that, as in files that list each triangle with its own corners.
    Triangles keep their numbers.
    """
    if solid is not None:
        return Mesh(vertices, faces, kind="solid" if solid else "surface")
    try:
        return Mesh(vertices, faces, kind="solid")
    except ValueError:
        surface = Mesh(vertices, faces)  # names what is wrong, where it is more than an open edge
    places, numbers = np.unique(surface.vertices, axis=0, return_inverse=True)
    if len(places) == len(surface.vertices):
        return surface
    try:
        return Mesh(places, numbers[surface.triangles], kind="solid")
    except ValueError:
        return surface
