"""The questions about two shapes, or a shape and rays or points; each for one and for many.

Arguments a and b are shapes, placed shapes or lists of them; a_pose and b_pose place shapes: a Pose, (4, 4),
(7,) position and quaternion w, x, y, z, or (R, p), and many with N in front or in a list. World frame. With
many of anything the answer is about N pairs, as arrays. `threads` is the number of threads of a batch, 0 for
one on each core; answers are the same for any number.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Union, overload

import numpy as np
import numpy.typing as npt

from graze import _core
from graze._enums import Relation
from graze._poses import ArrayLike, Floats, Interval, Intervals, Placed, Pose, PoseLike, _one_of
from graze._values import by_values, counted, kind_of, same_values
from graze._shapes import Indices, Mesh, Shape

ShapeLike = Union[Shape, Placed]
Shapes = Union[Shape, Placed, Sequence[ShapeLike]]
# What is known to be one and not many; of arrays the types say nothing, and answers about them are Any.
OnePose = Union[Pose, Sequence[float], None]


@overload
def overlaps(a: ShapeLike, b: ShapeLike, a_pose: OnePose = ..., b_pose: OnePose = ..., *,
             threads: int = ..., cache: _core.PairCache | None = ...) -> bool: ...
@overload
def overlaps(a: Shapes, b: Shapes, a_pose: PoseLike = ..., b_pose: PoseLike = ..., *,
             threads: int = ..., cache: _core.PairCache | None = ...) -> Any: ...
def overlaps(a: Shapes, b: Shapes, a_pose: PoseLike = None, b_pose: PoseLike = None, *,
             threads: int = 1, cache: _core.PairCache | None = None) -> Any:
    """Whether the closed sets overlap: a bool, or an array of them. Touching counts, too close to call too.

    `cache` of the same single pair, as it moves from call to call: a search starts where the last one ended.

    >>> import graze as gz
    >>> gz.overlaps(gz.Sphere(1), gz.Sphere(1), b_pose=[2, 0, 0, 1, 0, 0, 0])
    True
    """
    return _core.overlaps(a, b, a_pose, b_pose, (threads, cache))


@overload
def separation(a: ShapeLike, b: ShapeLike, a_pose: OnePose = ..., b_pose: OnePose = ..., *,
               threads: int = ..., tolerance: float | None = ..., max_iterations: int | None = ...,
               cache: _core.PairCache | None = ...) -> _core.Separation: ...
@overload
def separation(a: Shapes, b: Shapes, a_pose: PoseLike = ..., b_pose: PoseLike = ..., *,
               threads: int = ..., tolerance: float | None = ..., max_iterations: int | None = ...,
               cache: _core.PairCache | None = ...) -> Any: ...
def separation(a: Shapes, b: Shapes, a_pose: PoseLike = None, b_pose: PoseLike = None, *, threads: int = 1,
               tolerance: float | None = None, max_iterations: int | None = None,
               cache: _core.PairCache | None = None) -> Any:
    """The signed distance, > 0 gap, < 0 depth, as bounds that contain it: Separation, of many Separations.

    The normal is unit and points from a to b; point_a and point_b are witness points. `tolerance` is the
    wanted width relative to the larger shape. `cache` as of `overlaps`.

    >>> import graze as gz
    >>> gap = gz.separation(gz.Sphere(1), gz.Sphere(1), b_pose=[3, 0, 0, 1, 0, 0, 0])
    >>> gap.lower <= 1.0 <= gap.upper and gap.verify()
    True
    """
    return _core.separation((a, b), a_pose, b_pose, threads, (tolerance, max_iterations, cache))


def _again(answer: str, *inputs: Any) -> Any:
    """A pickled answer: functions of the compiled module cannot be pickled themselves."""
    return getattr(_core, answer + "_again")(*inputs)


@overload
def decide(a: ShapeLike, b: ShapeLike, a_pose: OnePose = ..., b_pose: OnePose = ..., *,
           threads: int = ..., method: str = ...) -> _core.Verdict: ...
@overload
def decide(a: Shapes, b: Shapes, a_pose: PoseLike = ..., b_pose: PoseLike = ..., *,
           threads: int = ..., method: str = ...) -> Any: ...
def decide(a: Shapes, b: Shapes, a_pose: PoseLike = None, b_pose: PoseLike = None, *, threads: int = 1,
           method: str = "automatic") -> Any:
    """Disjoint, intersecting or (within rounding) undecided, with a proof: Verdict, of many Verdicts.

    >>> import graze as gz
    >>> verdict = gz.decide(gz.Sphere(1), gz.Box([1, 1, 1]), b_pose=[3, 0, 0, 1, 0, 0, 0])
    >>> verdict.answer.name, verdict.proof["kind"], verdict.verify()
    ('disjoint', 'separating_plane', True)
    """
    _one_of(method, "method", ("automatic", "gjk", "sat", "fourier_motzkin"))
    return _core.decide((a, b), a_pose, b_pose, threads, method)


@overload
def relation(a: ShapeLike, b: ShapeLike, a_pose: OnePose = ..., b_pose: OnePose = ..., *,
             threads: int = ...) -> Relation: ...
@overload
def relation(a: Shapes, b: Shapes, a_pose: PoseLike = ..., b_pose: PoseLike = ..., *,
             threads: int = ...) -> Any: ...
def relation(a: Shapes, b: Shapes, a_pose: PoseLike = None, b_pose: PoseLike = None, *,
             threads: int = 1) -> Any:
    """How two placed shapes lie to each other, as sets: a Relation, of many an array of their numbers.

    >>> import graze as gz
    >>> gz.relation(gz.Sphere(1), gz.Sphere(3)).name
    'a_inside_b'
    """
    return _core.relation(a, b, a_pose, b_pose, threads)


def certified_relation(a: ShapeLike, b: ShapeLike, a_pose: PoseLike = None,
                       b_pose: PoseLike = None) -> _core.CertifiedRelation:
    """`relation` of one pair with its proof and the bounds of the depth; slower.

    >>> import graze as gz
    >>> certified = gz.certified_relation(gz.Sphere(1), gz.Sphere(3))
    >>> certified.relation.name, certified.verify()
    ('a_inside_b', True)
    """
    return _core.certified_relation(a, b, a_pose, b_pose)


@overload
def common_point(a: ShapeLike, b: ShapeLike, a_pose: OnePose = ..., b_pose: OnePose = ..., *,
                 threads: int = ...) -> _core.CommonPoint | None: ...
@overload
def common_point(a: Shapes, b: Shapes, a_pose: PoseLike = ..., b_pose: PoseLike = ..., *,
                 threads: int = ...) -> Any: ...
def common_point(a: Shapes, b: Shapes, a_pose: PoseLike = None, b_pose: PoseLike = None, *,
                 threads: int = 1) -> Any:
    """A point of both with its proof, None when they are disjoint; of many a list.

    >>> import graze as gz
    >>> gz.common_point(gz.Sphere(1), gz.Sphere(1), b_pose=[1.5, 0, 0, 1, 0, 0, 0]).verify()
    True
    """
    return _core.common_point(a, b, a_pose, b_pose, threads)


@overload
def contacts(a: ShapeLike, b: ShapeLike, a_pose: OnePose = ..., b_pose: OnePose = ..., *,
             threads: int = ..., face_angle: float = ...,
             patch_gap: float = ...) -> _core.ContactManifold: ...
@overload
def contacts(a: Shapes, b: Shapes, a_pose: PoseLike = ..., b_pose: PoseLike = ..., *,
             threads: int = ..., face_angle: float = ..., patch_gap: float = ...) -> Any: ...
def contacts(a: Shapes, b: Shapes, a_pose: PoseLike = None, b_pose: PoseLike = None, *, threads: int = 1,
             face_angle: float = 0.05, patch_gap: float = 0.1) -> Any:
    """Up to four contact points along one normal, with depths: ContactManifold, of many ContactManifolds.

    >>> import graze as gz
    >>> manifold = gz.contacts(gz.Box([1, 1, 1]), gz.Box([1, 1, 1]), b_pose=[1.5, 0, 0, 1, 0, 0, 0])
    >>> len(manifold), manifold.depths.max()
    (4, 0.5)
    """
    return _core.contacts((a, b), a_pose, b_pose, threads, (face_angle, patch_gap))


def contact_manifolds(a: Shapes, b: Shapes, a_pose: PoseLike = None, b_pose: PoseLike = None, *,
                      threads: int = 1, face_angle: float = 0.05, patch_gap: float = 0.1) -> list[Any]:
    """All manifolds of a pair, the deepest first: one for each patch of contacts of meshes. Of many pairs a
    list of such lists.

    >>> import graze as gz
    >>> len(gz.contact_manifolds(gz.Box([1, 1, 1]), gz.Box([1, 1, 1]), b_pose=[1.5, 0, 0, 1, 0, 0, 0]))
    1
    """
    return _core.contact_manifolds((a, b), a_pose, b_pose, threads, (face_angle, patch_gap))


class TrianglePairs:
    """Pairs of triangles that intersect: `pairs` (K, 2) are their numbers in a and b, `segments` (K, 2, 3)
    the ends of what they have in common, world frame, each within `errors` (K,) of the exact one. `coplanar`
    (K,): in one plane, or one is degenerate; `touching` (K,): no more than that.

    >>> import graze as gz
    >>> mesh = gz.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    >>> pairs = gz.intersecting_triangles(mesh, mesh, b_pose=[0, 0, 0, 1, 1, 0, 0])
    >>> len(pairs), pairs.segments.shape
    (1, (1, 2, 3))
    """

    __slots__ = ("coplanar", "errors", "pairs", "segments", "touching")

    def __init__(self, pairs: Indices, segments: Floats, errors: Floats, coplanar: npt.NDArray[np.bool_],
                 touching: npt.NDArray[np.bool_]) -> None:
        self.pairs = pairs
        self.segments = segments
        self.errors = errors
        self.coplanar = coplanar
        self.touching = touching

    def __len__(self) -> int:
        return len(self.pairs)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TrianglePairs):
            return NotImplemented
        return same_values([getattr(self, name) for name in self.__slots__],
                           [getattr(other, name) for name in self.__slots__])

    def __hash__(self) -> int:
        return hash(self.pairs.tobytes())

    def __repr__(self) -> str:
        return f"<TrianglePairs: {len(self)}>"


def intersecting_triangles(a: Shapes, b: Shapes, a_pose: PoseLike = None, b_pose: PoseLike = None, *,
                           threads: int = 1, limit: int | None = None) -> Any:
    """All pairs of triangles of two meshes or height fields that intersect, exactly, touching ones too:
    TrianglePairs, of many pairs of meshes a list of them. `limit` ends the search after so many.

    >>> import graze as gz
    >>> mesh = gz.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    >>> gz.intersecting_triangles(mesh, mesh).pairs
    array([[0, 0]], dtype=uint32)
    """
    found = _core.intersecting_triangles((a, b), a_pose, b_pose, threads, limit)
    return TrianglePairs(*found) if isinstance(found, tuple) else [TrianglePairs(*one) for one in found]


def self_intersections(mesh: Shape) -> TrianglePairs:
    """Where a mesh or a height field intersects itself, but for corners and edges that triangles share.

    >>> import graze as gz
    >>> cube = gz.Mesh(*gz.Box([1, 1, 1]).triangles_for_display(), kind="solid")
    >>> len(gz.self_intersections(cube))
    0
    """
    return TrianglePairs(*_core.self_intersections(mesh))


@overload
def raycast(target: ShapeLike, origin: Sequence[float], direction: Sequence[float], pose: OnePose = ..., *,
            threads: int = ...) -> _core.RayHit | None: ...
@overload
def raycast(target: ShapeLike, origin: ArrayLike, direction: ArrayLike, pose: PoseLike = ..., *,
            threads: int = ...) -> Any: ...
def raycast(target: ShapeLike, origin: ArrayLike, direction: ArrayLike, pose: PoseLike = None, *,
            threads: int = 1) -> Any:
    """Where a ray first hits: RayHit or None; of many rays, (N, 3), RayHits.

    t counts in multiples of the direction, which need not be unit; a start inside of a solid gives t = 0.

    >>> import graze as gz
    >>> gz.raycast(gz.Box([1, 1, 1]), origin=[-3, 0, 0], direction=[1, 0, 0]).t
    2.0
    """
    return _core.raycast(target, origin, direction, pose, threads)


@by_values
class PartHit(NamedTuple):
    """A part of a shape that a ray hits: a triangle or a member of a compound, 0 for a convex shape.

    >>> import graze as gz
    >>> (hit,) = gz.raycast_all(gz.Box([1, 1, 1]), [-3, 0, 0], [1, 0, 0])
    >>> hit.part, hit.point
    (0, array([-1.,  0.,  0.]))
    """

    part: int
    t: float
    point: Floats
    normal: Floats


def raycast_all(target: ShapeLike, origin: ArrayLike, direction: ArrayLike, pose: PoseLike = None, *,
                max_t: float | None = None, threads: int = 1) -> list[Any]:
    """Every part that the ray hits at some t in [0, max_t], by growing t: a list of PartHit; of many rays a
    list of such lists.

    >>> import graze as gz
    >>> [hit.t for hit in gz.raycast_all(gz.Box([1, 1, 1]), [-3, 0, 0], [1, 0, 0])]
    [2.0]
    """
    return _core.raycast_all(target, (origin, direction), pose, max_t, threads)


def raycast_any(target: ShapeLike, origin: ArrayLike, direction: ArrayLike, pose: PoseLike = None, *,
                max_t: float | None = None, threads: int = 1) -> Any:
    """Whether the ray hits at some t in [0, max_t]: a bool; of many rays, (N, 3), an array of them.

    >>> import graze as gz
    >>> gz.raycast_any(gz.Box([1, 1, 1]), [-3, 0, 0], [1, 0, 0], max_t=1.5)
    False
    """
    return _core.raycast_any(target, (origin, direction), pose, max_t, threads)


def parts_overlapping_box(target: ShapeLike, min: ArrayLike, max: ArrayLike,
                          pose: PoseLike = None) -> Indices:
    """Numbers of the parts (triangles, members of a compound) that overlap a box of the world's axes.

    >>> import graze as gz
    >>> gz.parts_overlapping_box(gz.Box([1, 1, 1]), [0.5, 0.5, 0.5], [2, 2, 2])
    array([0], dtype=uint32)
    """
    return _core.parts_overlapping_box(target, min, max, pose)


@overload
def signed_distance(solid: ShapeLike, point: Sequence[float], pose: OnePose = ..., *,
                    threads: int = ...) -> Interval: ...
@overload
def signed_distance(solid: ShapeLike, point: ArrayLike, pose: PoseLike = ..., *,
                    threads: int = ...) -> Any: ...
def signed_distance(solid: ShapeLike, point: ArrayLike, pose: PoseLike = None, *,
                    threads: int = 1) -> Any:
    """Bounds of the distance of a point, < 0 inside: an Interval; of many points, (N, 3), Intervals.

    >>> import graze as gz
    >>> gz.signed_distance(gz.Sphere(1), [0, 0, 3]).contains(2.0)
    True
    """
    lower, upper = _core.signed_distance(solid, point, pose, threads)
    return Interval(lower, upper) if isinstance(lower, float) else Intervals(lower, upper)


def _placed(value: object, pose: PoseLike, name: str) -> Placed:
    if isinstance(value, Placed):
        if pose is not None:
            raise TypeError(f"{name}_pose: {name} is a Placed, which has its pose")
        return value
    if not isinstance(value, Shape):
        raise TypeError(f"{name}: a shape or a Placed is needed, not {kind_of(value)}")
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

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Explanation):
            return NotImplemented
        return self.answer == other.answer and same_values(self.steps, other.steps)

    def __hash__(self) -> int:
        return hash(self.answer)

    def __str__(self) -> str:
        lines = [f"{'step':>4}  {'stage':<13} {'lower':>23} {'upper':>23}"]
        lines += [f"{i:>4}  {stage:<13} {lower:>23.16g} {upper:>23.16g}"
                  for i, (stage, lower, upper, _, _) in enumerate(self.steps, 1)]
        return "\n".join([*lines, f"distance in [{self.answer.lower!r}, {self.answer.upper!r}]"])

    def __repr__(self) -> str:
        return f"<Explanation in {counted(len(self.steps), 'step')}>"


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

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MeshReport):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    def __hash__(self) -> int:
        return hash((self.findings, self.vertex_count, self.triangle_count))

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        triangles, faults = counted(self.triangle_count, "triangle"), counted(len(self.findings), "kind")
        return f"<MeshReport of {triangles}, {faults} of faults>"


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
    return MeshReport(_core.examine(vertices, triangles, weld))
