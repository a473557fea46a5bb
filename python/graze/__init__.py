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

# Debian's packages of the libraries that the compiled half needs, by how the names of their files begin.
_LIBRARIES = {"libassimp": "libassimp5", "libconsole_bridge": "libconsole-bridge1.0", "libhwy": "libhwy1",
              "libqhull": "libqhull-r8.0", "libtbb": "libtbb12", "libtinyxml": "libtinyxml2.6.2v5",
              "liburdfdom": "liburdfdom-model3.0"}

try:
    import numpy as _numpy  # noqa: F401
except ImportError as _fault:
    raise ImportError(f"graze needs NumPy (Debian: python3-numpy): {_fault}") from None
try:
    from graze import _core
except ImportError as _fault:
    for _library, _package in _LIBRARIES.items():
        if _library in str(_fault):
            raise ImportError(f"graze needs the Debian package {_package}: {_fault}") from None
    raise

from graze import _answer_docs, _field_docs, frames, generate, io
from graze._core import (CastHit, CastHits, CertifiedRelation, CommonPoint, ContactManifold, ContactManifolds,
                         PairCache, RayHit, RayHits, Separation, Separations, Verdict, Verdicts)
from graze._cell_answers import Clearance, Clearances
from graze._enums import Answer, ImpactAnswer, Relation, ResponseType, Status
from graze._impacts import (DeformingImpact, FeatureImpact, Impact, ImpactContact, Impacts, SteadyContact,
                            close_features, deforming_impact, edge_edge_impact, impact_contacts, self_impact,
                            steady_contact, time_of_impact, translational_cast, vertex_face_impact)
from graze._joint_paths import JointPath, JointRates
from graze._motions import (InBetweenMotion, LinearMotion, Motion, Moving, SampledMotion, ScrewMotion,
                            SplineMotion, TwistMotion, hull_of_placements, swept_along)
from graze._oriented_trees import (MovingTreeCollisions, ObbTree, TreeCollisions, find_collisions,
                                   find_moving_collisions, find_sampled_collisions, test_collision)
from graze._page import Page
from graze._path_answers import PathCertificate, PathClearance, PathClearances
from graze._plots import (plot_placed as plot, plot_separation as _plot_separation,
                          separation_html as _separation_html)
from graze._poses import Interval, Intervals, Placed, Pose
from graze._responses import Encounter, ResponseClass, ResponseId, ResponseTable
from graze._robot_cells import RobotCell, point_cloud, voxels
from graze._robots import (AttachedBody, JointMimic, Robot, RobotFile, RobotJoint, RobotLink,
                           planar_directions)
from graze._scene import Clash, Scene, SceneCast, SceneContacts, SceneHit, SceneImpact, SceneObject
from graze._self_collision import SelfCollisionMatrix, SelfCollisionPair, self_collision_matrix
from graze._shapes import (AffineImage, Box, Capsule, Compound, Cone, ConvexHull, ConvexPolygon, Cylinder,
                           Ellipsoid, HalfSpace, HeightField, HullOfShapes, Mesh, MinkowskiSum, Point,
                           Rounded, Segment, Shape, Sphere, TaperedCapsule, Tetrahedron, Triangle,
                           convex_hull_of, minkowski_sum, shape_from_bytes)
from graze._solids import (BspTree, DeformableMesh, box_of, is_closed, support, supports,
                           winding_number)
from graze._verbs import (Explanation, MeshReport, PartHit, TrianglePairs, certified_relation, common_point,
                          contact_manifolds, contacts, decide, doctor, explain, intersecting_triangles,
                          overlaps, parts_overlapping_box, raycast, raycast_all, raycast_any, relation,
                          self_intersections, separation, signed_distance)
from graze.io import load
from graze.manager import CollisionManager

__version__: str = _core.version
setattr(Separation, "plot", _plot_separation)
setattr(Separation, "_repr_html_", _separation_html)
_field_docs.describe(list(globals().values()))

__all__ = [
    "AffineImage", "Answer", "AttachedBody", "Box", "BspTree", "Capsule", "CastHit", "CastHits",
    "CertifiedRelation", "Clash", "Clearance", "Clearances", "CollisionManager", "CommonPoint", "Compound",
    "Cone", "ContactManifold", "ContactManifolds", "ConvexHull", "ConvexPolygon", "Cylinder",
    "DeformableMesh", "DeformingImpact", "Ellipsoid", "Encounter", "Explanation", "FeatureImpact",
    "HalfSpace", "HeightField", "HullOfShapes", "Impact", "ImpactAnswer", "ImpactContact", "Impacts",
    "InBetweenMotion", "Interval", "Intervals", "JointMimic", "JointPath", "JointRates", "LinearMotion",
    "Mesh", "MeshReport", "MinkowskiSum", "Motion", "Moving", "MovingTreeCollisions", "ObbTree", "Page",
    "PairCache", "PartHit", "PathCertificate", "PathClearance", "PathClearances", "Placed", "Point", "Pose",
    "RayHit", "RayHits", "Relation", "ResponseClass", "ResponseId", "ResponseTable", "ResponseType", "Robot",
    "RobotCell", "RobotFile", "RobotJoint", "RobotLink", "Rounded", "SampledMotion", "Scene", "SceneCast",
    "SceneContacts", "SceneHit", "SceneImpact", "SceneObject", "ScrewMotion", "Segment",
    "SelfCollisionMatrix", "SelfCollisionPair", "Separation", "Separations", "Shape", "Sphere",
    "SplineMotion", "Status", "SteadyContact", "TaperedCapsule", "Tetrahedron", "TreeCollisions", "Triangle",
    "TrianglePairs", "TwistMotion", "Verdict", "Verdicts", "box_of", "certified_relation", "close_features",
    "common_point", "contact_manifolds", "contacts", "convex_hull_of", "decide", "deforming_impact",
    "doctor", "edge_edge_impact", "explain", "find_collisions", "find_moving_collisions",
    "find_sampled_collisions", "frames", "generate", "hull_of_placements", "impact_contacts",
    "intersecting_triangles", "io", "is_closed", "load", "minkowski_sum", "overlaps",
    "parts_overlapping_box", "planar_directions", "plot", "point_cloud", "raycast", "raycast_all",
    "raycast_any", "relation", "self_collision_matrix", "self_impact", "self_intersections", "separation",
    "shape_from_bytes", "signed_distance", "steady_contact", "support", "supports", "swept_along",
    "test_collision", "time_of_impact", "translational_cast", "vertex_face_impact", "voxels",
    "winding_number",
]
