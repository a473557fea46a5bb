"""Questions about two objects in the manner of python-fcl."""
from __future__ import annotations

import numpy as np

from graze import _core
from graze._core import Separation
from graze._motions import InBetweenMotion, Motion, Moving, ScrewMotion
from graze._pair_data import contact_points, middle_of, part_of
from graze._poses import Placed, Pose
from graze._impacts import time_of_impact
from graze._verbs import overlaps, separation
from graze.compat._fcl_data import (CCDMotionType, CollisionData, CollisionRequest, CollisionResult, Contact,
                                    ContinuousCollisionRequest, ContinuousCollisionResult, DistanceData,
                                    DistanceRequest, DistanceResult)
from graze.compat._fcl_objects import CollisionObject, Transform


def _placed(o: CollisionObject) -> tuple[Placed, ...]:
    """What something has to touch, each of them, to touch the object."""
    if not isinstance(o, CollisionObject):
        raise TypeError(f"a CollisionObject is needed, not {type(o).__name__}")
    return o._placed()


def touching(o1: CollisionObject, o2: CollisionObject) -> bool:
    """Whether two objects collide."""
    return all(overlaps(a, b) for a in _placed(o1) for b in _placed(o2))


def gap_of(o1: CollisionObject, o2: CollisionObject) -> Separation:
    """The signed distance: of a plane it is the larger one of its two sides."""
    gaps: list[Separation] = [separation(a, b) for a in _placed(o1) for b in _placed(o2)]
    return max(gaps, key=lambda gap: gap.lower)


def _contacts(o1: CollisionObject, o2: CollisionObject, count: int) -> list[Contact]:
    """The deepest contacts of two objects that collide, one at least."""
    gap = gap_of(o1, o2)
    return [Contact(o1._geometry, o2._geometry, point.part_a, point.part_b, point.normal, point.position,
                    point.depth) for point in contact_points(gap.a, gap.b)[:count]]


def collide(o1: CollisionObject, o2: CollisionObject, request: CollisionRequest | None = None,
            result: CollisionResult | None = None) -> int:
    """The number of contacts of two objects, 0 when they do not collide. Touching is colliding.

    The result is cleared first; only while a manager asks, the answers of its pairs add up in one result.

    >>> from graze.compat import fcl
    >>> crate, pallet = fcl.CollisionObject(fcl.Box(1, 1, 1)), fcl.CollisionObject(fcl.Box(2, 2, 1))
    >>> crate.setTranslation([0, 0, 0.75])
    >>> result = fcl.CollisionResult()
    >>> fcl.collide(crate, pallet, fcl.CollisionRequest(10, enable_contact=True), result), result.is_collision
    (4, True)
    >>> result.contacts[0].normal[2], result.contacts[0].penetration_depth
    (-1.0, 0.25)
    """
    request = CollisionRequest() if request is None else request
    result = CollisionResult() if result is None else result
    if not result._adding:
        result.clear()
    if not touching(o1, o2):
        return 0
    result.is_collision = True
    room = max(0, int(request.num_max_contacts) - len(result.contacts))
    found = (_contacts(o1, o2, room) if request.enable_contact
             else [Contact(o1._geometry, o2._geometry)][:room])
    result.contacts += found
    return len(found)


def distance(o1: CollisionObject, o2: CollisionObject, request: DistanceRequest | None = None,
             result: DistanceResult | None = None) -> float:
    """The distance of two objects: the middle of certain bounds, > 0 exactly when they do not collide.

    Of an overlap it is -1, or minus the depth when the request has `enable_signed_distance`. The result is
    cleared first; while a manager asks, it keeps the smallest.

    >>> from graze.compat import fcl
    >>> left, right = fcl.CollisionObject(fcl.Box(1, 1, 1)), fcl.CollisionObject(fcl.Box(1, 1, 1))
    >>> right.setTranslation([3, 0, 0])
    >>> fcl.distance(left, right)
    2.0
    >>> right.setTranslation([0.75, 0, 0])
    >>> fcl.distance(left, right), fcl.distance(left, right, fcl.DistanceRequest(enable_signed_distance=True))
    (-1.0, -0.25)
    """
    request = DistanceRequest() if request is None else request
    result = DistanceResult() if result is None else result
    gap = gap_of(o1, o2)
    value = middle_of(gap)
    if gap.lower <= 0:
        hit = touching(o1, o2)
        value = (min(value, 0.0) if request.enable_signed_distance else -1.0) if hit else gap.upper
    if not result._adding:
        result.clear()
    if result.separation is None or value < result.min_distance:
        g1, g2 = o1._geometry, o2._geometry
        result.min_distance, result.separation, result.o1, result.o2 = value, gap, g1, g2
        result.nearest_points = [gap.point_a, gap.point_b]
        result.b1, result.b2 = part_of(gap.a, gap.part_a), part_of(gap.b, gap.part_b)
    return value


def _screw(start: Pose, end: Pose) -> Motion:
    """The motion about and along one line from a pose to another."""
    step = end @ start.inverse()
    w, *axis = step.quaternion if step.quaternion[0] >= 0 else -step.quaternion
    size = float(np.linalg.norm(axis))
    if size < 1e-12:  # below that the line is too far away to be placed in doubles
        return InBetweenMotion(start, end)
    direction, angle = np.array(axis) / size, 2 * float(np.arctan2(size, w))
    advance = float(step.position @ direction)
    across = step.position - advance * direction
    point = 0.5 * (across + np.cross(direction, across) / np.tan(angle / 2))
    return ScrewMotion(start, point, direction, angle, advance)


def _motion(o: CollisionObject, end: Transform, kind: int) -> Motion:
    if not isinstance(end, Transform):
        raise TypeError(f"the end of a motion: a Transform is needed, not {type(end).__name__}")
    if kind == CCDMotionType.CCDM_SPLINE:
        raise ValueError("ccd_motion_type: two poses do not define a spline; graze.SplineMotion takes more")
    start = o._transform._pose
    return _screw(start, end._pose) if kind == CCDMotionType.CCDM_SCREW else InBetweenMotion(start, end._pose)


def continuousCollide(o1: CollisionObject, tf1_end: Transform, o2: CollisionObject, tf2_end: Transform,
                      request: ContinuousCollisionRequest | None = None,
                      result: ContinuousCollisionResult | None = None) -> float:
    """When two objects first touch while they move to their ends: in [0, 1], 1 when they do not.

    Nothing touches before that time: `result.impact` has the interval and can be verified.

    >>> from graze.compat import fcl
    >>> still, ball = fcl.CollisionObject(fcl.Box(2, 2, 2)), fcl.CollisionObject(fcl.Sphere(1))
    >>> ball.setTranslation([4, 0, 0])
    >>> result = fcl.ContinuousCollisionResult()
    >>> time = fcl.continuousCollide(still, fcl.Transform(), ball, fcl.Transform([0, 0, 0]), None, result)
    >>> round(time, 3), result.is_collide, result.impact.verify()
    (0.5, True, True)
    """
    request = ContinuousCollisionRequest() if request is None else request
    result = ContinuousCollisionResult() if result is None else result
    kind = int(request.ccd_motion_type)
    motions = _motion(o1, tf1_end, kind), _motion(o2, tf2_end, kind)
    tolerance = _core.number(request.toc_err, "toc_err")
    impacts = [time_of_impact(Moving(a.shape, motions[0]), Moving(b.shape, motions[1]), tolerance=tolerance)
               for a in _placed(o1) for b in _placed(o2)]
    last = max(impacts, key=lambda impact: impact.time.lower if impact.hit else 2.0)
    result.impact, result.is_collide = last, last.hit
    result.time_of_contact = float(last.time.lower) if last.hit else 1.0
    return result.time_of_contact


def defaultCollisionCallback(o1: CollisionObject, o2: CollisionObject, cdata: CollisionData) -> bool:
    """Collects the contacts of a manager's pairs; True, to stop, when as many as requested are found.

    >>> from graze.compat import fcl
    >>> data = fcl.CollisionData()
    >>> ball = fcl.CollisionObject(fcl.Sphere(1))
    >>> fcl.defaultCollisionCallback(ball, ball, data), data.result.is_collision
    (True, True)
    """
    if not cdata.done:
        collide(o1, o2, cdata.request, cdata.result)
        enough = len(cdata.result.contacts) >= cdata.request.num_max_contacts
        cdata.done = cdata.result.is_collision and enough
    return cdata.done


def defaultDistanceCallback(o1: CollisionObject, o2: CollisionObject,
                            cdata: DistanceData) -> tuple[bool, float]:
    """Keeps the smallest distance of a manager's pairs; the answer is whether to stop, and that distance.

    It stops at an overlap, unless depths are requested.

    >>> from graze.compat import fcl
    >>> data = fcl.DistanceData()
    >>> ball = fcl.CollisionObject(fcl.Sphere(1))
    >>> fcl.defaultDistanceCallback(ball, ball, data)
    (True, -1.0)
    """
    if not cdata.done:
        distance(o1, o2, cdata.request, cdata.result)
        cdata.done = cdata.result.min_distance <= 0 and not cdata.request.enable_signed_distance
    return cdata.done, cdata.result.min_distance
