"""The names of python-fcl on graze: `from graze.compat import fcl` in place of `import fcl`.

>>> from graze.compat import fcl
>>> crate = fcl.CollisionObject(fcl.Box(1, 1, 1))
>>> other = fcl.CollisionObject(fcl.Box(1, 1, 1), fcl.Transform([1, 0, 0]))
>>> fcl.collide(crate, other), fcl.distance(crate, other)
(1, -1.0)

Libraries that import `fcl` themselves, as trimesh does, find it after `sys.modules["fcl"] = fcl`, set before
they are imported.

What differs from python-fcl:

- A result is about one query. `collide` and `distance` clear the result that they are given, and a manager
  clears its data (also `done`) when a query begins; only the pairs of one query of a manager add up. In
  python-fcl contacts and minima of earlier calls stay.
- Touching is colliding, also of boxes and meshes that share a face.
- Closed meshes are solids: what is inside of one collides, and depths are defined. `BVHModel(solid=False)` is
  the skin alone.
- `distance` is the middle of bounds that contain the exact one. `DistanceResult.separation` and
  `ContinuousCollisionResult.impact` have the bounds and `verify()`.
- `nearest_points` are found always, and in world frame for all pairs; those of overlaps too. Normals point
  from o1 to o2 for all pairs.
- Contacts are a few points for each patch, the deepest first, not one for each pair of triangles.
  `num_max_contacts` limits a whole result. Without `enable_contact`, `normal` and `pos` are None.
- Callbacks are called with the registered objects themselves. `collide` calls them for pairs that collide,
  in the order of registration; FCL does for pairs whose boxes overlap.
- Managers need no `setup` and no `update`. An object is registered once, and not tested against itself.
- Requests keep the fields of solvers, costs and iterations, without effect; there are no cost sources.
- Rotations count in continuous collisions, with CCDM_TRANS too. CCDM_SPLINE is refused. Nothing touches
  before the time, which is exact within `toc_err`.
- A Plane collides with what reaches from one side to the other; of separate shells, also by one on each side.
- Rotations that are none, sizes below 0 and numbers that are not finite are ValueErrors.
- There is no OcTree.
"""
from __future__ import annotations

from graze import _core
from graze.compat._fcl_data import (NODE_TYPE, OBJECT_TYPE, CCDMotionType, CCDSolverType, CollisionData,
                                    CollisionRequest, CollisionResult, Contact, ContinuousCollisionRequest,
                                    ContinuousCollisionResult, DistanceData, DistanceRequest, DistanceResult,
                                    GJKSolverType)
from graze.compat._fcl_manager import DynamicAABBTreeCollisionManager
from graze.compat._fcl_objects import (Box, BVHModel, Capsule, CollisionGeometry, CollisionObject, Cone,
                                       Convex, Cylinder, Ellipsoid, Halfspace, Plane, Sphere, Transform,
                                       TriangleP)
from graze.compat._fcl_queries import (collide, continuousCollide, defaultCollisionCallback,
                                       defaultDistanceCallback, distance)

__version__: str = _core.version

__all__ = [
    "BVHModel", "Box", "CCDMotionType", "CCDSolverType", "Capsule", "CollisionData", "CollisionGeometry",
    "CollisionObject", "CollisionRequest", "CollisionResult", "Cone", "Contact", "ContinuousCollisionRequest",
    "ContinuousCollisionResult", "Convex", "Cylinder", "DistanceData", "DistanceRequest", "DistanceResult",
    "DynamicAABBTreeCollisionManager", "Ellipsoid", "GJKSolverType", "Halfspace", "NODE_TYPE", "OBJECT_TYPE",
    "Plane", "Sphere", "Transform", "TriangleP", "collide", "continuousCollide", "defaultCollisionCallback",
    "defaultDistanceCallback", "distance",
]
