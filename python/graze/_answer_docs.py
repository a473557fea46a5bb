"""Docstrings of the answers, whose classes are compiled. World frame; lengths in the unit of the shapes."""
from __future__ import annotations

from graze import _core

_DOCS: dict[type, str] = {
    _core.Separation: """The signed distance of two placed shapes: > 0 gap, < 0 depth, in [lower, upper].

    `normal` is unit and points from a to b; `point_a` and `point_b` are witness points: point_b is
    point_a + distance · normal within the bounds. `part_a` and `part_b` are the nearest triangles or members.
    `a` and `b` are the placed shapes, which `verify()` checks the answer against, by code without a solver.

    >>> import graze as gz
    >>> gap = gz.separation(gz.Box([1, 1, 1]), gz.Sphere(1), b_pose=[4, 0, 0, 1, 0, 0, 0])
    >>> gap.lower <= 2 <= gap.upper, gap.normal, gap.verify()
    (True, array([1., 0., 0.]), True)
    """,
    _core.Separations: """Many separations as arrays of one length; an index gives a Separation.

    >>> import graze as gz
    >>> gaps = gz.separation(gz.Sphere(1), gz.Sphere(1), b_pose=[[x, 0, 0, 1, 0, 0, 0] for x in (3, 5)])
    >>> len(gaps), gaps.points_b.shape, gaps[1].upper >= 3, gaps[1].verify()
    (2, (2, 3), True, True)
    """,
    _core.PairCache: """Where the searches of a pair start, as it moves from call to call. Answers stay true.

    >>> import graze as gz
    >>> cache = gz.PairCache()
    >>> [gz.overlaps(gz.Cone(1, 1), gz.Cone(1, 1), b_pose=[x, 0, 0, 1, 0, 0, 0], cache=cache) for x in (3, 1)]
    [False, True]
    """,
    _core.CastHit: """First contact of a body that moves straight: `time` in [0, 1] contains the first moment,
    `point` is on a, and `normal` points from a to b. World frame. `verify()` needs one plane that proves that
    nothing touches before, which meshes mostly have not: for them `time_of_impact` with `proof=True`.

    >>> import graze as gz
    >>> hit = gz.translational_cast(gz.Sphere(1), gz.Sphere(1), [-4, 0, 0], b_pose=[4, 0, 0, 1, 0, 0, 0])
    >>> hit.time.contains(0.5), hit.normal, hit.verify()
    (True, array([1., 0., 0.]), True)
    """,
    _core.CastHits: """Many casts as arrays: `hit`; `lower` and `upper` of the times, infinite for a miss;
    `points` and `normals`, NaN for a miss; an index gives a CastHit, or None for a miss.

    >>> import graze as gz
    >>> ball, there = gz.Sphere(1), [4, 0, 0, 1, 0, 0, 0]
    >>> gz.translational_cast(ball, ball, [[-4, 0, 0], [4, 0, 0]], b_pose=there).hit
    array([ True, False])
    """,
    _core.CertifiedRelation: """How two placed shapes lie to each other, its proof, and bounds of the depth.

    >>> import graze as gz
    >>> certified = gz.certified_relation(gz.Sphere(1), gz.Sphere(1), b_pose=[4, 0, 0, 1, 0, 0, 0])
    >>> certified.relation.name, certified.answer.name, certified.verify()
    ('disjoint', 'disjoint', True)
    """,
    _core.Verdict: """Disjoint, intersecting or undecided, with a proof and how it was found.

    `proof` is a dictionary with a kind: a separating plane, a common point, a crossing, multipliers.
    Undecided is only what is closer than rounding.

    >>> import graze as gz
    >>> verdict = gz.decide(gz.Box([1, 1, 1]), gz.Sphere(1), b_pose=[4, 0, 0, 1, 0, 0, 0])
    >>> verdict.answer.name, verdict.proof["kind"], verdict.verify()
    ('disjoint', 'separating_plane', True)
    """,
    _core.Verdicts: """Many verdicts: `answers` are numbers of `Answer`; an index gives a Verdict.

    >>> import graze as gz
    >>> verdicts = gz.decide(gz.Sphere(1), gz.Sphere(1), b_pose=[[x, 0, 0, 1, 0, 0, 0] for x in (1, 5)])
    >>> [verdict.answer.name for verdict in verdicts]
    ['intersecting', 'disjoint']
    """,
    _core.CommonPoint: """A point that two shapes have in common, with its proof. World frame.

    >>> import graze as gz
    >>> common = gz.common_point(gz.Sphere(1), gz.Sphere(1), b_pose=[1.5, 0, 0, 1, 0, 0, 0])
    >>> common.point.shape, common.verify()
    ((3,), True)
    """,
    _core.ContactManifold: """Contact points along one unit normal, which points from a to b.

    `positions` (N, 3) are midway between the surfaces, `depths` > 0; `features` are numbers that stay the
    same for a contact that moves; `parts_a` and `parts_b` are triangles or members.

    >>> import graze as gz
    >>> stack = gz.contacts(gz.Box([1, 1, 1]), gz.Box([1, 1, 1]), b_pose=[0, 0, 1.5, 1, 0, 0, 0])
    >>> len(stack), stack.normal, stack.depths
    (4, array([0., 0., 1.]), array([0.5, 0.5, 0.5, 0.5]))
    """,
    _core.ContactManifolds: """Many manifolds: `counts` are their numbers of points; an index gives one.

    >>> import graze as gz
    >>> box = gz.Box([1, 1, 1])
    >>> gz.contacts(box, box, b_pose=[[0, 0, z, 1, 0, 0, 0] for z in (1.5, 3)]).counts
    array([4, 0], dtype=uint8)
    """,
    _core.RayHit: """Where a ray first hits: t in multiples of the direction, in [lower, upper].

    `point` is in world frame, `normal` is unit and points outward.

    >>> import graze as gz
    >>> hit = gz.raycast(gz.Sphere(1), [-3, 0, 0], [1, 0, 0])
    >>> hit.t, hit.point, hit.normal, hit.verify()
    (2.0, array([-1.,  0.,  0.]), array([-1.,  0.,  0.]), True)
    """,
    _core.RayHits: """Many rays: `hit` says which ones hit, t is inf for the others.

    An index gives a RayHit, or None.

    >>> import graze as gz
    >>> hits = gz.raycast(gz.Sphere(1), [[-3, 0, 0], [-3, 5, 0]], [1, 0, 0])
    >>> hits.hit, hits.t
    (array([ True, False]), array([ 2., inf]))
    """,
}

for _class, _text in _DOCS.items():
    _class.__doc__ = _text
