"""Collision detection whose answers can be checked.

>>> import graze as gz, numpy as np
>>> crate, pipe = gz.Box([0.5, 0.5, 0.5]), gz.Capsule(radius=0.2, half_height=1.0)
>>> gap = gz.separation(crate, pipe, b_pose=[2.0, 0.3, 0.4, 1, 0, 0, 0])
>>> gap.lower <= 1.3 <= gap.upper, gap.verify()
(True, True)

Poses map local to world coordinates. The normal of an answer points from a to b, distances are positive for a
gap and negative for a depth, touching counts as overlap, and nothing depends on the unit of length.
"""
from __future__ import annotations

_LIBRARIES = {"libassimp": "libassimp5", "liburdfdom": "liburdfdom-model3.0", "libtbb": "libtbb12",
              "libqhull": "libqhull-r8.0", "libhwy": "libhwy1", "libtinyxml": "libtinyxml2.6.2v5"}

try:
    from graze import _core
except ImportError as _fault:
    for _library, _package in _LIBRARIES.items():
        if _library in str(_fault):
            raise ImportError(f"graze needs a library of the Debian package {_package}: {_fault}") from None
    raise

from graze import _answer_docs, io
from graze._core import (CommonPoint, ContactManifold, ContactManifolds, RayHit, RayHits, Separation,
                         Separations, Verdict, Verdicts)
from graze._enums import Answer, ImpactAnswer, Relation, Status
from graze._motions import (InBetweenMotion, LinearMotion, Motion, Moving, SampledMotion, ScrewMotion,
                            SplineMotion, TwistMotion)
from graze._plots import plot_placed as plot, plot_separation as _plot_separation
from graze._poses import Interval, Intervals, Placed, Pose
from graze._scene import Clash, Scene, SceneHit, SceneImpact, SceneObject
from graze._shapes import (AffineImage, Box, Capsule, Compound, Cone, ConvexHull, ConvexPolygon, Cylinder,
                           Ellipsoid, HalfSpace, HeightField, HullOfShapes, Mesh, MinkowskiSum, Point,
                           Rounded, Segment, Shape, Sphere, TaperedCapsule, Tetrahedron, Triangle,
                           convex_hull_of, minkowski_sum, shape_from_bytes)
from graze._verbs import (CastHit, Explanation, Impact, MeshReport, TrianglePairs, common_point,
                          contact_manifolds, contacts, decide, doctor, explain, intersecting_triangles,
                          overlaps, raycast, raycast_all, relation, self_intersections, separation,
                          signed_distance, time_of_impact, translational_cast)
from graze.io import load
from graze.manager import CollisionManager

__version__: str = _core.version
setattr(Separation, "plot", _plot_separation)

__all__ = [
    "AffineImage", "Answer", "Box", "Capsule", "CastHit", "Clash", "CollisionManager", "CommonPoint",
    "Compound", "Cone", "ContactManifold", "ContactManifolds", "ConvexHull", "ConvexPolygon", "Cylinder",
    "Ellipsoid", "Explanation", "HalfSpace", "HeightField", "HullOfShapes", "Impact", "ImpactAnswer",
    "InBetweenMotion", "Interval", "Intervals", "LinearMotion", "Mesh", "MeshReport", "MinkowskiSum",
    "Motion", "Moving", "Placed", "Point", "Pose", "RayHit", "RayHits", "Relation", "Rounded",
    "SampledMotion", "Scene", "SceneHit", "SceneImpact", "SceneObject", "ScrewMotion", "Segment",
    "Separation", "Separations", "Shape", "Sphere", "SplineMotion", "Status", "TaperedCapsule",
    "Tetrahedron", "Triangle", "TrianglePairs", "TwistMotion", "Verdict", "Verdicts", "common_point",
    "contact_manifolds", "contacts", "convex_hull_of", "decide", "doctor", "explain",
    "intersecting_triangles", "io", "load", "minkowski_sum", "overlaps", "plot", "raycast", "raycast_all",
    "relation", "self_intersections", "separation", "shape_from_bytes", "signed_distance", "time_of_impact",
    "translational_cast",
]
