"""Meshes made on the spot: each function returns vertices (N, 3) and triangles (M, 3) for `Mesh`."""
from __future__ import annotations

from graze import _core
from graze._poses import ArrayLike, Floats
from graze._shapes import Indices


def box(half_extents: ArrayLike) -> tuple[Floats, Indices]:
    """A closed box of 12 triangles.

    >>> box([1, 1, 1])[1].shape
    (12, 3)
    """
    return _core.generated("box", {"half_extents": half_extents})


def icosphere(radius: float = 1.0, subdivisions: int = 3) -> tuple[Floats, Indices]:
    """A closed sphere of 20 · 4^subdivisions triangles."""
    return _core.generated("icosphere", {"radius": radius, "subdivisions": subdivisions})


def torus(major_radius: float = 1.0, minor_radius: float = 0.3, rings: int = 64,
          sides: int = 32) -> tuple[Floats, Indices]:
    """A closed torus around the z axis."""
    return _core.generated("torus", {"major_radius": major_radius, "minor_radius": minor_radius,
                                     "rings": rings, "sides": sides})


def torus_knot(turns: int = 2, loops: int = 3, major_radius: float = 1.0, minor_radius: float = 0.4,
               tube_radius: float = 0.15, rings: int = 256, sides: int = 16) -> tuple[Floats, Indices]:
    """A closed tube along a knot on a torus."""
    return _core.generated("torus_knot", {"turns": turns, "loops": loops, "major_radius": major_radius,
                                          "minor_radius": minor_radius, "tube_radius": tube_radius,
                                          "rings": rings, "sides": sides})


def gear(teeth: int = 16, tip_radius: float = 1.0, root_radius: float = 0.8, bore_radius: float = 0.3,
         half_thickness: float = 0.2, layers: int = 1) -> tuple[Floats, Indices]:
    """A closed gear around the z axis."""
    return _core.generated("gear", {"teeth": teeth, "tip_radius": tip_radius, "root_radius": root_radius,
                                    "bore_radius": bore_radius, "half_thickness": half_thickness,
                                    "layers": layers})


def terrain(half_width: float = 1.0, height: float = 0.3, columns: int = 64, rows: int = 64,
            seed: int = 1) -> tuple[Floats, Indices]:
    """An open surface of hills, |z| <= height, always the same for a seed."""
    return _core.generated("terrain", {"half_width": half_width, "height": height, "columns": columns,
                                       "rows": rows, "seed": seed})


def noisy_sphere(radius: float = 1.0, roughness: float = 0.2, subdivisions: int = 4,
                 seed: int = 1) -> tuple[Floats, Indices]:
    """A closed sphere whose vertices are moved in or out by up to `roughness`, always the same for a seed."""
    return _core.generated("noisy_sphere", {"radius": radius, "roughness": roughness,
                                            "subdivisions": subdivisions, "seed": seed})


__all__ = ["box", "gear", "icosphere", "noisy_sphere", "terrain", "torus", "torus_knot"]
