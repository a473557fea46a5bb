"""A signed distance field of a closed mesh on a grid, with certain bounds: for planners and for learning.

The sign is that of the inside, the bounds contain the exact distance, and all points are asked in one call.
Lengths are in the unit of the mesh. Run: python distance_field.py [mesh file] [field.npz]
"""
from __future__ import annotations

import sys

import numpy as np

import graze as gz

RESOLUTION = 24


def link() -> gz.Mesh:
    """A link of a chain: a capsule's hull bent into a solid that is not convex."""
    vertices, triangles = gz.Sphere(1.0).triangles_for_display(4e-3)
    bent = vertices * [2.0, 0.6, 0.6]
    bent[:, 2] += 0.35 * bent[:, 0] ** 2
    return gz.Mesh(bent, triangles, kind="solid")


def main() -> None:
    shape = gz.load(sys.argv[1]) if len(sys.argv) > 1 else link()
    lower, upper = shape.bounds
    room = 0.25 * float((upper - lower).max())
    axes = [np.linspace(low - room, high + room, RESOLUTION) for low, high in zip(lower, upper)]
    points = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 3)
    field = gz.signed_distance(shape, points, threads=0)
    middle = ((field.lower + field.upper) / 2).reshape((RESOLUTION,) * 3)
    print(f"{len(points)} points, widest bounds {np.max(field.upper - field.lower):.1e}")
    print(f"inside: {(field.upper < 0).sum()}, outside: {(field.lower > 0).sum()}")
    print(f"deepest point: {-middle.min():.4f} below the surface")
    across = middle[:, RESOLUTION // 2, :]
    for row in across.T[::-2]:
        print("".join("#" if value < 0 else "." if value < room / 2 else " " for value in row))
    if len(sys.argv) > 2:
        np.savez_compressed(sys.argv[2], field=middle, **dict(zip("xyz", axes)))


if __name__ == "__main__":
    main()
