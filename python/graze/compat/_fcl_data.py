"""Requests, results and enumerations in the manner of python-fcl."""
from __future__ import annotations

import enum
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from graze._core import Separation
from graze._poses import Floats
from graze._impacts import Impact

if TYPE_CHECKING:
    from graze.compat._fcl_objects import CollisionGeometry


class OBJECT_TYPE(enum.IntEnum):
    """Kinds of geometry: a mesh or a shape.

    >>> from graze.compat import fcl
    >>> fcl.CollisionObject(fcl.Sphere(1)).getObjectType() == fcl.OBJECT_TYPE.OT_GEOM
    True
    """

    OT_UNKNOWN = 0
    OT_BVH = 1
    OT_GEOM = 2
    OT_OCTREE = 3


class NODE_TYPE(enum.IntEnum):
    """Types of geometry. A BVHModel is BV_OBBRSS.

    >>> from graze.compat import fcl
    >>> fcl.Box(1, 2, 3).getNodeType() == fcl.NODE_TYPE.GEOM_BOX
    True
    """

    BV_UNKNOWN = 0
    BV_OBBRSS = 5
    GEOM_BOX = 9
    GEOM_SPHERE = 10
    GEOM_ELLIPSOID = 11
    GEOM_CAPSULE = 12
    GEOM_CONE = 13
    GEOM_CYLINDER = 14
    GEOM_CONVEX = 15
    GEOM_PLANE = 16
    GEOM_HALFSPACE = 17
    GEOM_TRIANGLE = 18


class CCDMotionType(enum.IntEnum):
    """How a body moves between two poses.

    CCDM_TRANS and CCDM_LINEAR move the origin straight and turn about one axis at constant speed; CCDM_SCREW
    turns about a line and advances along it. CCDM_SPLINE is refused: two poses do not define one.

    >>> from graze.compat import fcl
    >>> fcl.ContinuousCollisionRequest().ccd_motion_type.name
    'CCDM_TRANS'
    """

    CCDM_TRANS = 0
    CCDM_LINEAR = 1
    CCDM_SCREW = 2
    CCDM_SPLINE = 3


class CCDSolverType(enum.IntEnum):
    """Kept in requests, and without effect: graze has one method, whose answer is a certain interval.

    >>> from graze.compat import fcl
    >>> fcl.ContinuousCollisionRequest().ccd_solver_type.name
    'CCDC_NAIVE'
    """

    CCDC_NAIVE = 0
    CCDC_CONSERVATIVE_ADVANCEMENT = 1
    CCDC_RAY_SHOOTING = 2
    CCDC_POLYNOMIAL_SOLVER = 3


class GJKSolverType(enum.IntEnum):
    """Kept in requests, and without effect.

    >>> from graze.compat import fcl
    >>> fcl.CollisionRequest().gjk_solver_type.name
    'GST_LIBCCD'
    """

    GST_LIBCCD = 0
    GST_INDEP = 1


@dataclass
class CollisionRequest:
    """What `collide` is to find. `num_max_contacts` limits the contacts of a result, the deepest are kept.

    `enable_contact` asks for places, normals and depths. Fields of costs and solvers have no effect.

    >>> from graze.compat import fcl
    >>> fcl.CollisionRequest(num_max_contacts=10, enable_contact=True).num_max_contacts
    10
    """

    num_max_contacts: int = 1
    enable_contact: bool = False
    num_max_cost_sources: int = 1
    enable_cost: bool = False
    use_approximate_cost: bool = True
    gjk_solver_type: GJKSolverType = GJKSolverType.GST_LIBCCD


@dataclass
class DistanceRequest:
    """What `distance` is to find: with `enable_signed_distance` an overlap is minus its depth, else -1.

    Nearest points are always found.

    >>> from graze.compat import fcl
    >>> fcl.DistanceRequest(enable_signed_distance=True).enable_nearest_points
    False
    """

    enable_nearest_points: bool = False
    enable_signed_distance: bool = False
    gjk_solver_type: GJKSolverType = GJKSolverType.GST_LIBCCD


@dataclass
class ContinuousCollisionRequest:
    """How bodies move, and how exact the time is: `toc_err` is a time, and a length as a share of the larger
    shape. `num_max_iterations` and the solvers have no effect.

    >>> from graze.compat import fcl
    >>> fcl.ContinuousCollisionRequest(toc_err=1e-6).toc_err
    1e-06
    """

    num_max_iterations: int = 10
    toc_err: float = 0.0001
    ccd_motion_type: CCDMotionType = CCDMotionType.CCDM_TRANS
    gjk_solver_type: GJKSolverType = GJKSolverType.GST_LIBCCD
    ccd_solver_type: CCDSolverType = CCDSolverType.CCDC_NAIVE


@dataclass(eq=False)
class Contact:
    """A contact of the geometries o1 and o2. World frame, lengths in the unit of the shapes.

    `normal` is unit and points from o1 to o2, `pos` is midway between the surfaces, `penetration_depth` is
    >= 0; without `enable_contact` they are None, None and 0. `b1` and `b2` are the triangles of meshes, -1
    for other geometry.

    >>> from graze.compat import fcl
    >>> left, right = (fcl.CollisionObject(fcl.Sphere(1), fcl.Transform([x, 0, 0])) for x in (0, 1.5))
    >>> result = fcl.CollisionResult()
    >>> fcl.collide(left, right, fcl.CollisionRequest(enable_contact=True), result)
    1
    >>> contact = result.contacts[0]
    >>> contact.normal, contact.pos, contact.penetration_depth
    (array([1., 0., 0.]), array([0.75, 0.  , 0.  ]), 0.5)
    """

    o1: CollisionGeometry | None = None
    o2: CollisionGeometry | None = None
    b1: int = -1
    b2: int = -1
    normal: Floats | None = None
    pos: Floats | None = None
    penetration_depth: float = 0.0


class CollisionResult:
    """Whether geometries collide, and their contacts. It is about the last query that it was given to.

    >>> from graze.compat import fcl
    >>> ball, far = (fcl.CollisionObject(fcl.Sphere(1), fcl.Transform([x, 0, 0])) for x in (0, 9))
    >>> result = fcl.CollisionResult()
    >>> fcl.collide(ball, ball, fcl.CollisionRequest(), result), result.is_collision
    (1, True)
    >>> fcl.collide(ball, far, fcl.CollisionRequest(), result), result.is_collision
    (0, False)
    """

    def __init__(self) -> None:
        self.contacts: list[Contact] = []
        self.cost_sources: list[Any] = []
        self.is_collision = False
        self._adding = False

    def clear(self) -> None:
        """Forgets everything."""
        self.contacts = []
        self.is_collision = False

    def __repr__(self) -> str:
        return f"<CollisionResult: {self.is_collision}, {len(self.contacts)} contacts>"


class DistanceResult:
    """The smallest distance of a query, and between which geometries. It is about the last query.

    `nearest_points` are in world frame, on o1 and on o2. `separation` has the bounds of the distance, and can
    be checked by `verify`.

    >>> from graze.compat import fcl
    >>> left, right = (fcl.CollisionObject(fcl.Sphere(1), fcl.Transform([x, 0, 0])) for x in (0, 5))
    >>> result = fcl.DistanceResult()
    >>> fcl.distance(left, right, fcl.DistanceRequest(), result)
    3.0
    >>> result.nearest_points, result.separation.verify()
    ([array([1., 0., 0.]), array([4., 0., 0.])], True)
    """

    def __init__(self, min_distance_: float = sys.float_info.max) -> None:
        self._start = min_distance_
        self._adding = False
        self.clear()

    def clear(self) -> None:
        """Forgets everything."""
        self.min_distance: float = self._start
        self.nearest_points: list[Floats] | None = None
        self.o1: CollisionGeometry | None = None
        self.o2: CollisionGeometry | None = None
        self.b1 = -1
        self.b2 = -1
        self.separation: Separation | None = None

    def __repr__(self) -> str:
        return f"<DistanceResult: {self.min_distance!r}>"


class ContinuousCollisionResult:
    """Whether and when moving bodies touch; time 1 when they do not. `impact` has the bounds and the proof.

    >>> from graze.compat import fcl
    >>> fcl.ContinuousCollisionResult().time_of_contact
    1.0
    """

    def __init__(self, is_collide: bool = False, time_of_contact_: float = 1.0) -> None:
        self.is_collide = is_collide
        self.time_of_contact = time_of_contact_
        self.impact: Impact | None = None

    def __repr__(self) -> str:
        return f"<ContinuousCollisionResult: {self.is_collide}, time {self.time_of_contact!r}>"


class CollisionData:
    """A request and a result for a manager's query; `done` is set when no more contacts are wanted.

    >>> from graze.compat import fcl
    >>> data = fcl.CollisionData(fcl.CollisionRequest(num_max_contacts=100))
    >>> data.request.num_max_contacts, data.result.is_collision, data.done
    (100, False, False)
    """

    def __init__(self, request: CollisionRequest | None = None,
                 result: CollisionResult | None = None) -> None:
        self.request = CollisionRequest() if request is None else request
        self.result = CollisionResult() if result is None else result
        self.done = False


class DistanceData:
    """The same for distances.

    >>> from graze.compat import fcl
    >>> fcl.DistanceData().result.nearest_points is None
    True
    """

    def __init__(self, request: DistanceRequest | None = None, result: DistanceResult | None = None) -> None:
        self.request = DistanceRequest() if request is None else request
        self.result = DistanceResult() if result is None else result
        self.done = False
