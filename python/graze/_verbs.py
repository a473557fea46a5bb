"""The questions about two shapes, or a shape and rays or points; each for one and for many.

Arguments a and b are shapes, placed shapes or lists of them; a_pose and b_pose place shapes: a Pose, (4, 4),
(7,) position and quaternion w, x, y, z, or (R, p), and many with N in front. World frame. With many of
anything the answer is about N pairs, as arrays. `threads` is the number of threads of a batch, 0 for one on
each core; answers are the same for any number.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Union, overload

import numpy as np
import numpy.typing as npt

from graze import _core
from graze._enums import ImpactAnswer, Relation, Status
from graze._motions import Moving, _moving
from graze._poses import ArrayLike, Floats, Interval, Intervals, Placed, PoseLike
from graze._shapes import Indices, Mesh, Shape

ShapeLike = Union[Shape, Placed]
Shapes = Union[Shape, Placed, Sequence[ShapeLike]]
MovingLike = Union[Moving, Placed, Shape]


def overlaps(a: Shapes, b: Shapes, a_pose: PoseLike = None, b_pose: PoseLike = None, *,
             threads: int = 1) -> Any:
    """Whether the closed sets overlap: a bool, or an array of them. Touching counts, too close to call too.

    >>> import graze as gz
    >>> gz.overlaps(gz.Sphere(1), gz.Sphere(1), b_pose=[2, 0, 0, 1, 0, 0, 0])
    True
    """
    return _core.overlaps(a, b, a_pose, b_pose, threads)


def separation(a: Shapes, b: Shapes, a_pose: PoseLike = None, b_pose: PoseLike = None, *, threads: int = 1,
               tolerance: float | None = None, max_iterations: int | None = None) -> Any:
    """The signed distance, > 0 gap, < 0 depth, as bounds that contain it: Separation, of many Separations.

    The normal is unit and points from a to b; point_a and point_b are witness points. `tolerance` is the
    wanted width relative to the larger shape.

    >>> import graze as gz
    >>> gap = gz.separation(gz.Sphere(1), gz.Sphere(1), b_pose=[3, 0, 0, 1, 0, 0, 0])
    >>> gap.lower <= 1.0 <= gap.upper and gap.verify()
    True
    """
    return _core.separation((a, b), a_pose, b_pose, threads, (tolerance, max_iterations))


def _separation_again(a: Placed, b: Placed, tolerance: float, max_iterations: int) -> _core.Separation:
    return separation(a, b, tolerance=None if tolerance < 0 else tolerance,  # type: ignore[no-any-return]
                      max_iterations=max_iterations)


def decide(a: Shapes, b: Shapes, a_pose: PoseLike = None, b_pose: PoseLike = None, *, threads: int = 1,
           method: str = "automatic") -> Any:
    """Disjoint, intersecting or (within rounding) undecided, with a proof: Verdict, of many Verdicts.

    >>> import graze as gz
    >>> verdict = gz.decide(gz.Sphere(1), gz.Box([1, 1, 1]), b_pose=[3, 0, 0, 1, 0, 0, 0])
    >>> verdict.answer.name, verdict.proof["kind"], verdict.verify()
    ('disjoint', 'separating_plane', True)
    """
    if not isinstance(method, str):
        raise TypeError(f"method: a str is needed, not {type(method).__name__}")
    return _core.decide((a, b), a_pose, b_pose, threads, method)


def _verdict_again(a: Placed, b: Placed, method: str) -> _core.Verdict:
    return decide(a, b, method=method)  # type: ignore[no-any-return]


def relation(a: Shapes, b: Shapes, a_pose: PoseLike = None, b_pose: PoseLike = None, *,
             threads: int = 1) -> Any:
    """How two placed shapes lie to each other, as sets: a Relation, of many an array of their numbers.

    >>> import graze as gz
    >>> gz.relation(gz.Sphere(1), gz.Sphere(3)).name
    'a_inside_b'
    """
    return _core.relation(a, b, a_pose, b_pose, threads)


def common_point(a: Shapes, b: Shapes, a_pose: PoseLike = None, b_pose: PoseLike = None, *,
                 threads: int = 1) -> Any:
    """A point of both with its proof, None when they are disjoint; of many a list.

    >>> import graze as gz
    >>> gz.common_point(gz.Sphere(1), gz.Sphere(1), b_pose=[1.5, 0, 0, 1, 0, 0, 0]).verify()
    True
    """
    return _core.common_point(a, b, a_pose, b_pose, threads)


def contacts(a: Shapes, b: Shapes, a_pose: PoseLike = None, b_pose: PoseLike = None, *, threads: int = 1,
             face_angle: float = 0.05, patch_gap: float = 0.1) -> Any:
    """Up to four contact points along one normal, with depths: ContactManifold, of many ContactManifolds.

    >>> import graze as gz
    >>> manifold = gz.contacts(gz.Box([1, 1, 1]), gz.Box([1, 1, 1]), b_pose=[1.5, 0, 0, 1, 0, 0, 0])
    >>> len(manifold), manifold.depths.max()
    (4, 0.5)
    """
    return _core.contacts((a, b), a_pose, b_pose, threads, (face_angle, patch_gap))


def contact_manifolds(a: ShapeLike, b: ShapeLike, a_pose: PoseLike = None, b_pose: PoseLike = None, *,
                      face_angle: float = 0.05, patch_gap: float = 0.1) -> list[_core.ContactManifold]:
    """All manifolds of one pair, the deepest first: one for each patch of contacts of meshes.

    >>> import graze as gz
    >>> cube = gz.Mesh(*gz.Box([1, 1, 1]).triangles_for_display(), kind="solid")
    >>> [m.depths.max().round(9) for m in gz.contact_manifolds(cube, cube, b_pose=[1.9, 0, 0, 1, 0, 0, 0])]
    [0.1]
    """
    return _core.contact_manifolds((a, b), a_pose, b_pose, (face_angle, patch_gap))


def _manifold_again(a: Placed, b: Placed, face_angle: float, patch_gap: float, number: int) -> Any:
    if number < 0:
        return contacts(a, b, face_angle=face_angle, patch_gap=patch_gap)
    return contact_manifolds(a, b, face_angle=face_angle, patch_gap=patch_gap)[number]


class TrianglePairs:
    """Pairs of triangles that intersect: `pairs` (K, 2) are their numbers in a and b, `segments` (K, 2, 3)
    the ends of what they have in common, world frame.

    >>> import graze as gz
    >>> mesh = gz.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    >>> up = gz.Pose.about([1, 0, 0], np.pi / 2, [0, 0.25, 0])
    >>> gz.intersecting_triangles(mesh, mesh, b_pose=up).segments.round(12)
    array([[[0.75, 0.25, 0.  ],
            [0.  , 0.25, 0.  ]]])
    """

    __slots__ = ("pairs", "segments")

    def __init__(self, pairs: Indices, segments: Floats) -> None:
        self.pairs = pairs
        self.segments = segments

    def __len__(self) -> int:
        return len(self.pairs)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TrianglePairs):
            return NotImplemented
        return np.array_equal(self.pairs, other.pairs) and np.array_equal(self.segments, other.segments)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<TrianglePairs: {len(self)}>"


def intersecting_triangles(a: ShapeLike, b: ShapeLike, a_pose: PoseLike = None,
                           b_pose: PoseLike = None) -> TrianglePairs:
    """All pairs of triangles of two meshes or height fields that intersect, exactly, touching ones too.

    >>> import graze as gz
    >>> mesh = gz.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    >>> gz.intersecting_triangles(mesh, mesh).pairs
    array([[0, 0]], dtype=uint32)
    """
    return TrianglePairs(*_core.intersecting_triangles(a, b, a_pose, b_pose))


def self_intersections(mesh: Shape) -> TrianglePairs:
    """Where a mesh or a height field intersects itself, but for corners and edges that triangles share.

    >>> import graze as gz
    >>> cube = gz.Mesh(*gz.Box([1, 1, 1]).triangles_for_display(), kind="solid")
    >>> len(gz.self_intersections(cube))
    0
    """
    return TrianglePairs(*_core.self_intersections(mesh))


def raycast(target: ShapeLike, origin: ArrayLike, direction: ArrayLike, pose: PoseLike = None, *,
            threads: int = 1) -> Any:
    """Where a ray first hits: RayHit or None; of many rays, (N, 3), RayHits.

    t counts in multiples of the direction, which need not be unit; a start inside of a solid gives t = 0.

    >>> import graze as gz
    >>> gz.raycast(gz.Box([1, 1, 1]), origin=[-3, 0, 0], direction=[1, 0, 0]).t
    2.0
    """
    return _core.raycast(target, origin, direction, pose, threads)


def raycast_all(target: ShapeLike, origin: ArrayLike, direction: ArrayLike, pose: PoseLike = None, *,
                max_t: float | None = None) -> list[tuple[int, float, Floats]]:
    """Every part (triangle, member of a compound) that the ray hits: number, t and point, by growing t.

    >>> import graze as gz
    >>> row = gz.Compound([gz.Sphere(1), (gz.Sphere(1), gz.Pose(position=[4, 0, 0]))])
    >>> [(part, t) for part, t, point in gz.raycast_all(row, [-3, 0, 0], [1, 0, 0])]
    [(0, 2.0), (1, 6.0)]
    """
    return _core.raycast_all(target, origin, direction, pose, max_t)


def signed_distance(solid: ShapeLike, point: ArrayLike, pose: PoseLike = None, *,
                    threads: int = 1) -> Any:
    """Bounds of the distance of a point, < 0 inside: an Interval; of many points, (N, 3), Intervals.

    >>> import graze as gz
    >>> gz.signed_distance(gz.Sphere(1), [0, 0, 3]).contains(2.0)
    True
    """
    lower, upper = _core.signed_distance(solid, point, pose, threads)
    return Interval(lower, upper) if isinstance(lower, float) else Intervals(lower, upper)


class Impact:
    """When two moving bodies first touch: nothing before time.lower, and contact is proven by time.upper.

    `hit` is False only for a proven miss. `point` is on a and `normal` points from a to b, at time.lower.

    >>> import graze as gz
    >>> ball = gz.Moving(gz.Sphere(1), gz.LinearMotion([4, 0, 0, 1, 0, 0, 0], displacement=[-4, 0, 0]))
    >>> toi = gz.time_of_impact(gz.Sphere(1), ball)
    >>> toi.answer.name, toi.normal, toi.verify()
    ('contact', array([1., 0., 0.]), True)
    """

    __slots__ = ("_base", "a", "b")

    def __init__(self, base: _core.ImpactBase, a: Moving, b: Moving) -> None:
        self._base = base
        self.a = a
        self.b = b

    @property
    def hit(self) -> bool:
        return self._base.hit

    @property
    def answer(self) -> ImpactAnswer:
        return self._base.answer

    @property
    def time(self) -> Interval:
        return Interval(*self._base._time)

    @property
    def point(self) -> Floats:
        return self._base.point

    @property
    def normal(self) -> Floats:
        return self._base.normal

    @property
    def status(self) -> Status:
        return self._base.status

    def verify(self) -> bool:
        """Checks the answer without the search that found it; for meshes the proof is made again."""
        return self._base.verify()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Impact):
            return NotImplemented
        return self._base._same(other._base)

    def __hash__(self) -> int:
        return hash(self.time)

    def __repr__(self) -> str:
        return f"<Impact {self.answer.name}, time in [{self.time.lower!r}, {self.time.upper!r}]>"

    def __reduce__(self) -> tuple[Any, ...]:
        tolerance, max_steps, proof = self._base._options
        return _impact_again, (self.a, self.b, tolerance, max_steps, proof)


def _impact_again(a: Moving, b: Moving, tolerance: float, max_steps: int, proof: bool) -> Impact:
    return time_of_impact(a, b, tolerance=tolerance, max_steps=max_steps, proof=proof)


@overload
def time_of_impact(a: MovingLike, b: MovingLike, *, tolerance: float = 1e-6, max_steps: int = 0,
                   proof: bool = False, threads: int = 1) -> Impact: ...
@overload
def time_of_impact(a: MovingLike | Sequence[MovingLike], b: Sequence[MovingLike], *, tolerance: float = 1e-6,
                   max_steps: int = 0, proof: bool = False, threads: int = 1) -> list[Impact]: ...
def time_of_impact(a: Any, b: Any, *, tolerance: float = 1e-6, max_steps: int = 0, proof: bool = False,
                   threads: int = 1) -> Any:
    """First contact of two moving bodies over t in [0, 1]; of lists of them, a list.

    `tolerance` is relative to the larger shape; `proof` keeps the proof for `verify`.

    >>> import graze as gz
    >>> ball = gz.Moving(gz.Sphere(1), gz.LinearMotion([4, 0, 0, 1, 0, 0, 0], displacement=[-4, 0, 0]))
    >>> toi = gz.time_of_impact(gz.Sphere(1), ball)
    >>> toi.hit and toi.time.lower <= 0.5 <= toi.time.upper
    True
    """
    many_a, many_b = isinstance(a, (list, tuple)), isinstance(b, (list, tuple))
    count = len(a) if many_a else len(b) if many_b else 1
    if many_a and many_b and len(a) != len(b):
        raise ValueError(f"b: {len(b)} items, and a has {len(a)}")
    left = [_moving(x, f"a[{i}]" if many_a else "a") for i, x in enumerate(a if many_a else [a] * count)]
    right = [_moving(x, f"b[{i}]" if many_b else "b") for i, x in enumerate(b if many_b else [b] * count)]
    found = _core.impacts([(m.shape, m.motion) for m in left], [(m.shape, m.motion) for m in right],
                          (tolerance, max_steps, proof), threads)
    answers = [Impact(*three) for three in zip(found, left, right)]
    return answers if many_a or many_b else answers[0]


class CastHit:
    """First contact of a translating body: bounds of t in [0, 1], point on a, normal from a to b.

    >>> import graze as gz
    >>> hit = gz.translational_cast(gz.Sphere(1), gz.Sphere(1), [-4, 0, 0], b_pose=[4, 0, 0, 1, 0, 0, 0])
    >>> hit.point, hit.normal
    (array([1., 0., 0.]), array([1., 0., 0.]))
    """

    __slots__ = ("normal", "point", "time")

    def __init__(self, lower: float, upper: float, point: Floats, normal: Floats) -> None:
        self.time = Interval(lower, upper)
        self.point = point
        self.normal = normal

    def __repr__(self) -> str:
        return f"<CastHit time in [{self.time.lower!r}, {self.time.upper!r}]>"


def translational_cast(a: ShapeLike, b: ShapeLike, displacement: ArrayLike, a_pose: PoseLike = None,
                       b_pose: PoseLike = None) -> CastHit | None:
    """First contact while b moves along `displacement` and a rests; None when they stay apart.

    >>> import graze as gz
    >>> a, b = gz.Sphere(1), gz.Placed(gz.Sphere(1), [4, 0, 0, 1, 0, 0, 0])
    >>> gz.translational_cast(a, b, [-4, 0, 0]).time.contains(0.5)
    True
    >>> gz.translational_cast(a, b, [4, 0, 0]) is None
    True
    """
    found = _core.translational_cast(_placed(a, a_pose, "a"), _placed(b, b_pose, "b"), displacement)
    return None if found is None else CastHit(*found)


def _placed(value: object, pose: PoseLike, name: str) -> Placed:
    if isinstance(value, Placed):
        if pose is not None:
            raise TypeError(f"{name}_pose: {name} is a Placed, which has its pose")
        return value
    if not isinstance(value, Shape):
        raise TypeError(f"{name}: a shape or a Placed is needed, not {type(value).__name__}")
    return Placed(value, pose)


class Explanation:
    """What a search did: `steps` are (stage, lower, upper, axis, simplex size), in the frame of a.

    >>> import graze as gz
    >>> explanation = gz.explain(gz.Cone(1, 1), gz.Cylinder(1, 1), b_pose=[3, 0, 0, 1, 0, 0, 0])
    >>> explanation.steps[-1][1] <= 1.0 <= explanation.steps[-1][2]
    True
    """

    __slots__ = ("answer", "steps")

    def __init__(self, answer: _core.Separation, steps: list[tuple[str, float, float, Floats, int]]) -> None:
        self.answer = answer
        self.steps = steps

    def __str__(self) -> str:
        lines = [f"{'step':>4}  {'stage':<13} {'lower':>23} {'upper':>23}"]
        lines += [f"{i:>4}  {stage:<13} {lower:>23.16g} {upper:>23.16g}"
                  for i, (stage, lower, upper, _, _) in enumerate(self.steps, 1)]
        return "\n".join([*lines, f"distance in [{self.answer.lower!r}, {self.answer.upper!r}]"])

    def __repr__(self) -> str:
        return f"<Explanation in {len(self.steps)} steps>"


def explain(a: ShapeLike, b: ShapeLike, a_pose: PoseLike = None, b_pose: PoseLike = None) -> Explanation:
    """The steps by which `separation` finds its answer.

    >>> import graze as gz
    >>> gz.explain(gz.Sphere(1), gz.Sphere(1), b_pose=[3, 0, 0, 1, 0, 0, 0]).steps[0][0]
    'closed_form'
    """
    left, right = _placed(a, a_pose, "a"), _placed(b, b_pose, "b")
    return Explanation(separation(left, right), _core.explain(left, right))


class MeshReport:
    """What `doctor` found: `findings` are (fault, count, sentence); counts, volume and what it is fit for.

    >>> import graze as gz
    >>> report = gz.doctor(*gz.Box([1, 1, 1]).triangles_for_display())
    >>> report.closed, report.fit_for_solid, report.volume, report.findings
    (True, True, 8.0, ())
    """

    __slots__ = ("closed", "edge_count", "findings", "fit_for_solid", "fit_for_surface", "oriented",
                 "shell_count", "text", "triangle_count", "vertex_count", "volume")

    findings: tuple[tuple[str, int, str], ...]
    vertex_count: int
    triangle_count: int
    edge_count: int
    shell_count: int
    closed: bool
    oriented: bool
    volume: float
    fit_for_surface: bool
    fit_for_solid: bool
    text: str

    def __init__(self, fields: dict[str, Any]) -> None:
        for name, value in fields.items():
            setattr(self, name, value)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<MeshReport of {self.triangle_count} triangles, {len(self.findings)} kinds of faults>"


def doctor(vertices: Any, triangles: ArrayLike | None = None, *, weld: float = 0.0) -> MeshReport:
    """Examines a mesh: a Mesh, any object with `vertices` and `faces`, or the two arrays.

    `weld` closes seams within this share of the largest extent first.

    >>> import graze as gz
    >>> gz.doctor([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]).closed
    False
    """
    if triangles is None:
        if isinstance(vertices, Mesh):
            vertices, triangles = vertices.vertices, vertices.triangles
        elif hasattr(vertices, "vertices") and hasattr(vertices, "faces"):
            vertices, triangles = vertices.vertices, vertices.faces
        else:
            raise TypeError(f"vertices: a mesh or two arrays are needed, not {type(vertices).__name__}")
    numbers: npt.NDArray[Any] = np.asarray(triangles)
    if numbers.dtype.kind not in "iu":
        raise TypeError(f"triangles: an array of whole numbers is needed, not of {numbers.dtype}")
    return MeshReport(_core.examine(vertices, numbers, weld))


__all__ = ["CastHit", "Explanation", "Impact", "MeshReport", "Relation", "TrianglePairs", "common_point",
           "contact_manifolds", "contacts", "decide", "doctor", "explain", "intersecting_triangles",
           "overlaps", "raycast", "raycast_all", "relation", "self_intersections", "separation",
           "signed_distance", "time_of_impact", "translational_cast"]
