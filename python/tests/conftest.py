"""Inputs that several tests share: fixed seeds, our own generators."""
import signal

import numpy as np
import pytest

import graze as gz

# A shell starts programs in the background with SIGINT ignored, and Python leaves it so.
signal.signal(signal.SIGINT, signal.default_int_handler)

CUBE_FACES = np.array([[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, 6],
                       [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3]])
CUBE_VERTICES = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], dtype=float)

CONVEX = {
    "Point": gz.Point([0.1, 0.2, 0.3]),
    "Segment": gz.Segment([0, 0, -1], [0.2, 0, 1]),
    "Triangle": gz.Triangle([0, 0, 0], [1, 0, 0], [0, 1, 0.5]),
    "Tetrahedron": gz.Tetrahedron([0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]),
    "Sphere": gz.Sphere(0.5),
    "Box": gz.Box([0.5, 0.4, 0.3]),
    "Capsule": gz.Capsule(radius=0.2, half_height=0.7),
    "TaperedCapsule": gz.TaperedCapsule(0.4, 0.2, 0.5),
    "Cylinder": gz.Cylinder(radius=0.4, half_height=0.5),
    "Cone": gz.Cone(radius=0.5, half_height=0.6),
    "Ellipsoid": gz.Ellipsoid([0.5, 0.3, 0.7]),
    "HalfSpace": gz.HalfSpace([0, 0, 1], -0.5),
    "ConvexPolygon": gz.ConvexPolygon([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]]),
    "ConvexHull": gz.ConvexHull([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]]),
    "MinkowskiSum": gz.minkowski_sum(gz.Box([0.3, 0.2, 0.1]), gz.Cone(0.2, 0.3)),
    "HullOfShapes": gz.convex_hull_of([gz.Sphere(0.3), gz.Box([0.1, 0.5, 0.2])]),
    "AffineImage": gz.Cylinder(0.4, 0.5).transformed([[1, 0.2, 0], [0, 1, 0], [0, 0.1, 0.7]]),
    "Rounded": gz.Box([0.3, 0.2, 0.1]).rounded(0.1),
}
COMPOSITE = {
    "solid": gz.Mesh(CUBE_VERTICES, CUBE_FACES, kind="solid"),
    "surface": gz.Mesh(CUBE_VERTICES, CUBE_FACES),
    "Compound": gz.Compound([gz.Sphere(0.3), (gz.Box([0.2, 0.2, 0.2]), np.diag([1, 2, 1, 1.0]))]),
    "HeightField": gz.HeightField([[0, 0.1, 0], [0.2, 0, 0.1], [0, 0, 0.3]], cell=(0.5, 0.5)),
}
SHAPES = {**CONVEX, **COMPOSITE}


def random_poses(count, seed=1, spread=1.0):
    """(N, 4, 4): rotations from random quaternions, positions in a box."""
    draw = np.random.default_rng(seed)
    q = draw.normal(size=(count, 4))
    w, x, y, z = (q / np.linalg.norm(q, axis=1, keepdims=True)).T
    poses = np.tile(np.eye(4), (count, 1, 1))
    poses[:, :3, :3] = np.stack([
        np.stack([1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)], -1),
        np.stack([2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)], -1),
        np.stack([2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)], -1)], 1)
    poses[:, :3, 3] = draw.uniform(-spread, spread, size=(count, 3))
    return poses


@pytest.fixture
def poses():
    return random_poses
