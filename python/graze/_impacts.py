"""When moving bodies, or features whose vertices move, first touch; single and many."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, overload

import numpy as np
import numpy.typing as npt

from graze import _core
from graze._enums import ImpactAnswer, Status
from graze._motions import Moving, MovingLike, _moving
from graze._poses import ArrayLike, Floats, Interval, Intervals, PoseLike
from graze._values import by_values, counted
from graze._verbs import Shapes


@by_values
class ImpactContact(NamedTuple):
    """Two parts that touch at the time of an impact: at time.lower they are `distance` apart.

    >>> import graze as gz
    >>> ball = gz.Moving(gz.Sphere(1), gz.LinearMotion([4, 0, 0, 1, 0, 0, 0], [-4, 0, 0]))
    >>> (contact,) = gz.time_of_impact(gz.Sphere(1), ball).contacts()
    >>> contact.part_a, contact.part_b, contact.normal.round(9)
    (0, 0, array([1., 0., 0.]))
    """

    part_a: int
    part_b: int
    distance: Interval
    normal: Floats
    point: Floats


class Impact:
    """When two moving bodies first touch: nothing before time.lower, and contact is proven by time.upper.

    `hit` is False only for a proven miss. `point` is on a and `normal` points from a to b, at time.lower.

    >>> import graze as gz
    >>> ball = gz.Moving(gz.Sphere(1), gz.LinearMotion([4, 0, 0, 1, 0, 0, 0], [-4, 0, 0]))
    >>> toi = gz.time_of_impact(gz.Box([1, 1, 1]), ball, proof=True)
    >>> toi.answer.name, toi.time.contains(0.5), toi.normal, toi.verify()
    ('contact', True, array([1., 0., 0.]), True)
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
    def part_a(self) -> int:
        """The triangle or member of a that touches first; 0 for a convex shape."""
        return self._base.part_a

    @property
    def part_b(self) -> int:
        return self._base.part_b

    @property
    def proof(self) -> str:
        """How contact is shown: "overlap", "passage" or "none"."""
        return self._base.proof

    @property
    def status(self) -> Status:
        return self._base.status

    @property
    def work(self) -> dict[str, int]:
        """What the search counted."""
        return self._base.work

    @property
    def certificate(self) -> dict[str, Any] | None:
        """With `proof=True`: `times` (K, 2) during which planes with the `normals` (K, 3) separate convex
        bodies, the number of `covers` of others, and the proof of `contact`."""
        return self._base.certificate

    def contacts(self) -> list[ImpactContact]:
        """Every two parts that touch then, or come as close as the bounds of the time leave open."""
        return [ImpactContact(a, b, Interval(lower, upper), normal, point)
                for a, b, lower, upper, normal, point in self._base._contacts()]

    def verify(self) -> bool:
        """Checks the answer without the search that found it; for meshes the proof is made again."""
        return self._base.verify()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Impact):
            return NotImplemented
        return self._state() == other._state()

    def __hash__(self) -> int:
        return hash(self._base._bytes())

    def _state(self) -> tuple[Any, ...]:
        return ([self.a], [self.b], *self._base._options, [self._base._bytes()])

    def __repr__(self) -> str:
        return f"<Impact {self.answer.name}, time in [{self.time.lower!r}, {self.time.upper!r}]>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _impact_again, self._state()


class Impacts(Sequence[Impact]):
    """Impacts of many pairs: columns of numbers, and single ones by their index.

    >>> import graze as gz
    >>> balls = [gz.Moving(gz.Sphere(1), gz.LinearMotion([x, 0, 0, 1, 0, 0, 0], [-4, 0, 0])) for x in (4, 9)]
    >>> impacts = gz.time_of_impact(gz.Box([1, 1, 1]), balls)
    >>> impacts.hit, impacts[0].time.contains(0.5)
    (array([ True, False]), True)
    """

    __slots__ = ("_a", "_b", "_base")

    def __init__(self, base: _core.ImpactsBase, a: list[Moving], b: list[Moving]) -> None:
        self._base = base
        self._a = a
        self._b = b

    @property
    def hit(self) -> npt.NDArray[np.bool_]:
        return self._base.hit

    @property
    def answers(self) -> npt.NDArray[np.uint8]:
        return self._base.answers

    @property
    def lower(self) -> Floats:
        """Nothing touches before these times."""
        return self._base.lower

    @property
    def upper(self) -> Floats:
        return self._base.upper

    @property
    def points(self) -> Floats:
        return self._base.points

    @property
    def normals(self) -> Floats:
        return self._base.normals

    @property
    def status(self) -> npt.NDArray[np.uint8]:
        return self._base.status

    def __len__(self) -> int:
        return len(self._base)

    @overload
    def __getitem__(self, index: int) -> Impact: ...
    @overload
    def __getitem__(self, index: slice) -> list[Impact]: ...
    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        i = range(len(self))[index]
        return Impact(self._base._at(i), self._a[i], self._b[i])

    def __iter__(self) -> Iterator[Impact]:
        return (self[i] for i in range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Impacts):
            return NotImplemented
        return self._state() == other._state()

    def __hash__(self) -> int:
        return hash((len(self), self.lower.tobytes()))

    def _state(self) -> tuple[Any, ...]:
        items = [self._base._at(i) for i in range(len(self))]
        options = items[0]._options if items else ((1e-6, 0, "conservative_advancement"), False)
        return (self._a, self._b, *options, [item._bytes() for item in items])

    def __repr__(self) -> str:
        return f"<Impacts of {counted(len(self), 'pair')}, {int(self.hit.sum())} of them hit>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _impacts_again, self._state()


def _impacts_again(a: list[Moving], b: list[Moving], options: tuple[Any, ...], proof: bool,
                   answers: list[bytes]) -> Impacts:
    """Pickled answers."""
    left, right = ([(m.shape, m.motion) for m in side] for side in (a, b))
    return Impacts(_core.impacts_again(left, right, options, proof, answers), a, b)


def _impact_again(*state: Any) -> Impact:
    return _impacts_again(*state)[0]


@overload
def time_of_impact(a: MovingLike, b: MovingLike, *, tolerance: float = 1e-6, max_steps: int = 0,
                   method: str = "conservative_advancement", proof: bool = False,
                   threads: int = 1) -> Impact: ...
@overload
def time_of_impact(a: MovingLike | Sequence[MovingLike], b: Sequence[MovingLike], *, tolerance: float = 1e-6,
                   max_steps: int = 0, method: str = "conservative_advancement", proof: bool = False,
                   threads: int = 1) -> Impacts: ...
@overload
def time_of_impact(a: Sequence[MovingLike], b: MovingLike, *, tolerance: float = 1e-6, max_steps: int = 0,
                   method: str = "conservative_advancement", proof: bool = False,
                   threads: int = 1) -> Impacts: ...
def time_of_impact(a: Any, b: Any, *, tolerance: float = 1e-6, max_steps: int = 0,
                   method: str = "conservative_advancement", proof: bool = False, threads: int = 1) -> Any:
    """First contact of two moving bodies over t in [0, 1]: Impact; of lists of them, Impacts.

    `tolerance` is relative to the larger shape; `proof` keeps the proof for `verify`; `method` may be
    "interval_obb" for two meshes.

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
                          (tolerance, max_steps, method), proof, threads)
    answers = Impacts(found, left, right)
    return answers if many_a or many_b else answers[0]


def impact_contacts(impact: Impact) -> list[ImpactContact]:
    """The parts that touch: `impact.contacts()`.

    >>> import graze as gz
    >>> ball = gz.Moving(gz.Sphere(1), gz.LinearMotion([9, 0, 0, 1, 0, 0, 0], [-4, 0, 0]))
    >>> gz.impact_contacts(gz.time_of_impact(gz.Sphere(1), ball))
    []
    """
    if not isinstance(impact, Impact):
        raise TypeError(f"impact: an Impact is needed, not {type(impact).__name__}")
    return impact.contacts()


@by_values
class SteadyContact(NamedTuple):
    """Contact of two bodies at constant velocity: `first` and `last` contain the first and the last moment of
    it in [0, 1], `point` is of both at the first one, the normals are unit and of that moment: `normal` from
    a to b, `normal_a` and `normal_b` outward. `unique`: they share just the point. Other fields than `hit`
    and `status` are set where it hits. Of many pairs, arrays with one entry for each.

    >>> import graze as gz
    >>> box = gz.Box([1, 1, 1])
    >>> contact = gz.steady_contact(box, box, velocity_b=[-4, 0, 0], b_pose=[4, 0, 0, 1, 0, 0, 0])
    >>> contact.last.contains(1.0), contact.normal
    (True, array([1., 0., 0.]))
    """

    hit: Any
    first: Any
    last: Any
    point: Floats
    unique: Any
    normal: Floats
    normal_a: Floats
    normal_b: Floats
    status: Any


def steady_contact(a: Shapes, b: Shapes, velocity_a: ArrayLike = (0.0, 0.0, 0.0),
                   velocity_b: ArrayLike = (0.0, 0.0, 0.0), a_pose: PoseLike = None, b_pose: PoseLike = None,
                   *, threads: int = 1) -> SteadyContact:
    """First and last contact of boxes and triangles that move straight, by a velocity in world frame from
    time 0 to 1, and do not turn; by separating axes. Velocities are (3,), or (N, 3) of many pairs.

    `hit` False is certain; True may be wrong by rounding.

    >>> import graze as gz
    >>> wall, box = gz.Triangle([0, -1, -1], [0, 1, -1], [0, 0, 2]), gz.Box([1, 1, 1])
    >>> contact = gz.steady_contact(wall, box, velocity_b=[-4, 0, 0], b_pose=[3, 0, 0, 1, 0, 0, 0])
    >>> contact.hit, contact.first.contains(0.5), contact.last.contains(1.0)
    (True, True, True)
    """
    fields = list(_core.steady_contact((a, b), (a_pose, b_pose), (velocity_a, velocity_b), threads))
    kind = Interval if isinstance(fields[0], bool) else Intervals
    fields[1:3] = [kind(*fields[1]), kind(*fields[2])]
    if kind is Interval:
        fields[-1] = Status(fields[-1])
    return SteadyContact(*fields)


def translational_cast(a: Shapes, b: Shapes, displacement: ArrayLike, a_pose: PoseLike = None,
                       b_pose: PoseLike = None, *, threads: int = 1) -> Any:
    """First contact while b moves along `displacement` and a rests: CastHit, or None when they stay apart; of
    many pairs, displacements (N, 3) or both, CastHits.

    >>> import graze as gz
    >>> hit = gz.translational_cast(gz.Sphere(1), gz.Sphere(1), [-4, 0, 0], b_pose=[4, 0, 0, 1, 0, 0, 0])
    >>> hit.time.contains(0.5) and hit.verify()
    True
    """
    return _core.translational_cast((a, b), a_pose, b_pose, displacement, threads)


@by_values
class FeatureImpact(NamedTuple):
    """First contact of two features; of many, arrays with one entry for each. As Impact has them.

    >>> start = [[0, 0, 1], [-1, -1, 0], [1, -1, 0], [0, 2, 0]]
    >>> end = [[0, 0, -1], [-1, -1, 0], [1, -1, 0], [0, 2, 0]]
    >>> impact = vertex_face_impact(start, end)
    >>> impact.lower <= 0.5 <= impact.upper, impact.normal[2]
    (True, -1.0)
    """

    hit: Any
    answer: Any
    lower: Any
    upper: Any
    point: Floats
    normal: Floats
    status: Any


def vertex_face_impact(start: ArrayLike, end: ArrayLike, *, tolerance: float = 1e-6,
                       minimum_separation: float = 0.0, until: float = 1.0, max_steps: int = 0,
                       threads: int = 1) -> FeatureImpact:
    """First contact of a vertex (the first of four) and a triangle (the other three), which move straight
    from `start` to `end`, (4, 3) or (N, 4, 3). Contact cannot be missed.

    >>> face = [[-1, -1, 0], [1, -1, 0], [0, 2, 0]]
    >>> vertex_face_impact([[0, 0, 1], *face], [[0, 0, -1], *face]).hit
    True
    """
    options = (tolerance, minimum_separation, until, max_steps)
    return FeatureImpact(*_core.vertex_face_impact(start, end, threads, options))


def edge_edge_impact(start: ArrayLike, end: ArrayLike, *, tolerance: float = 1e-6,
                     minimum_separation: float = 0.0, until: float = 1.0, max_steps: int = 0,
                     threads: int = 1) -> FeatureImpact:
    """First contact of an edge (the first two of four vertices) and another (the last two), which move
    straight from `start` to `end`, (4, 3) or (N, 4, 3). Contact cannot be missed.

    >>> start = [[-1, 0, 1], [1, 0, 1], [0, -1, 0], [0, 1, 0]]
    >>> end = [[-1, 0, -1], [1, 0, -1], [0, -1, 0], [0, 1, 0]]
    >>> edge_edge_impact([start, start], [end, start]).hit
    array([ True, False])
    """
    options = (tolerance, minimum_separation, until, max_steps)
    return FeatureImpact(*_core.edge_edge_impact(start, end, threads, options))


@by_values
class DeformingImpact(NamedTuple):
    """Who touches first: `kind` is "vertex_face", "face_vertex" or "edge_edge", `vertices` four indices.

    >>> import numpy as np
    >>> flat = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]], float)
    >>> falls = flat + [0.2, 0.3, 1], flat + [0.2, 0.3, -1], [[0, 1, 2]]
    >>> falling = deforming_impact((flat, flat, [[0, 1, 2]]), falls)
    >>> falling.kind, falling.vertices
    ('face_vertex', (0, 0, 1, 2))
    """

    impact: FeatureImpact
    kind: str
    vertices: tuple[int, int, int, int]


Deforming = tuple[ArrayLike, ArrayLike, ArrayLike]


def _deforming(mesh: Any, name: str) -> tuple[Any, Any, Any]:
    if not isinstance(mesh, tuple) or len(mesh) != 3:
        raise TypeError(f"{name}: a tuple (start, end, triangles) is needed, not {type(mesh).__name__}")
    start, end, triangles = mesh
    return start, end, triangles


def deforming_impact(a: Deforming, b: Deforming, *, tolerance: float = 1e-6, minimum_separation: float = 0.0,
                     until: float = 1.0, max_steps: int = 0) -> DeformingImpact:
    """First contact of two meshes whose vertices move straight: tuples of vertices (N, 3) at the start and at
    the end, and triangles.

    One mesh inside of the other at the start is not contact: use `overlaps` to test the start.

    >>> import numpy as np
    >>> flat = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]], float)
    >>> rests, falls = (flat, flat, [[0, 1, 2]]), (flat + [0, 0, 1], flat - [0, 0, 1], [[0, 1, 2]])
    >>> impact = deforming_impact(rests, falls).impact
    >>> impact.lower <= 0.5 <= impact.upper
    True
    """
    options = (tolerance, minimum_separation, until, max_steps)
    impact, kind, vertices = _core.deforming_impact(_deforming(a, "a"), _deforming(b, "b"), options)
    return DeformingImpact(FeatureImpact(*impact), kind, vertices)


def self_impact(mesh: Deforming, *, tolerance: float = 1e-6, minimum_separation: float = 0.0,
                until: float = 1.0, max_steps: int = 0) -> DeformingImpact:
    """First contact of a deforming mesh with itself; features that share a vertex are neighbours.

    >>> import numpy as np
    >>> flat = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]], float)
    >>> start, end = np.vstack([flat, flat + [0, 0, 1]]), np.vstack([flat, flat - [0, 0, 1]])
    >>> self_impact((start, end, [[0, 1, 2], [3, 4, 5]])).impact.hit
    True
    """
    options = (tolerance, minimum_separation, until, max_steps)
    impact, kind, vertices = _core.deforming_impact(_deforming(mesh, "mesh"), None, options)
    return DeformingImpact(FeatureImpact(*impact), kind, vertices)


def close_features(a: Deforming, b: Deforming | None,
                   reach: float) -> tuple[list[str], npt.NDArray[np.uint32]]:
    """The kinds and the vertices (K, 4) of all pairs of features of two deforming meshes, or of one with
    itself, whose swept boxes are no farther apart than `reach` along every axis.

    >>> import numpy as np
    >>> flat = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0]], float)
    >>> kinds, vertices = close_features((flat, flat, [[0, 1, 2]]), (flat + 9, flat + 9, [[0, 1, 2]]), 1)
    >>> kinds, vertices.shape
    ([], (0, 4))
    """
    other = None if b is None else _deforming(b, "b")
    kinds, vertices = _core.close_features(_deforming(a, "a"), other, reach)
    names = ("vertex_face", "face_vertex", "edge_edge")
    return [names[kind] for kind in kinds], vertices
