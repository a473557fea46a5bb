"""How far configurations are from everything that they could overlap: single answers and many."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

import numpy as np
import numpy.typing as npt

from graze import _core
from graze._enums import Status
from graze._poses import Floats

if TYPE_CHECKING:
    from graze._robot_cells import RobotCell

Names = tuple[str, str]
Numbers = npt.NDArray[np.int64]


def names_of_pairs(cell: RobotCell, pairs: Numbers) -> list[Names | None]:
    """What the bodies of pairs (N, 2) are called, None for -1."""
    names = cell.body_names
    return [None if a < 0 else (names[a], names[b]) for a, b in pairs.tolist()]


class Clearance:
    """The least signed distance of all pairs of a cell at a configuration `q`: > 0 gap, < 0 depth.

    It is in [lower, upper]. `pair` is a pair that has it, by number, and `names` what its bodies are called;
    None where nothing is tested, or nothing is within the limit. `point_a` and `point_b` are witness points,
    and `normal` is unit from a to b, world frame; NaN without a pair. `gradient` (n,) holds the derivatives
    of the distance by each value of q; where it is not `smooth` the distance has a kink there, and they are
    of one side.

    >>> import graze as gz
    >>> slide = gz.RobotJoint("slide", "prismatic", "base", "ball", axis=[1, 0, 0], limits=(-5, 5))
    >>> robot = gz.Robot([gz.RobotLink("base"), gz.RobotLink("ball", gz.Sphere(1))], [slide])
    >>> near = gz.RobotCell(robot, {"post": gz.Placed(gz.Sphere(1), [4, 0, 0, 1, 0, 0, 0])}).clearance([0.5])
    >>> near.lower <= 1.5 <= near.upper, near.names, near.gradient, near.smooth
    (True, ('ball', 'post'), array([-1.]), True)
    """

    __slots__ = ("_base", "cell")

    def __init__(self, base: _core.ClearanceBase, cell: RobotCell) -> None:
        self._base = base
        self.cell = cell

    @property
    def q(self) -> Floats:
        """The configuration, as it was given."""
        return self._base._q()

    @property
    def lower(self) -> float:
        return self._base.lower

    @property
    def upper(self) -> float:
        return self._base.upper

    @property
    def pair(self) -> tuple[int, int] | None:
        """Numbers of the two bodies in `cell.body_names`."""
        return self._base.pair

    @property
    def names(self) -> Names | None:
        """What the two bodies are called."""
        return self.cell.names_of(self.pair)

    @property
    def point_a(self) -> Floats:
        return self._base.point_a

    @property
    def point_b(self) -> Floats:
        return self._base.point_b

    @property
    def normal(self) -> Floats:
        return self._base.normal

    @property
    def gradient(self) -> Floats:
        """Derivatives of the distance by each value, (n,); empty where none was wanted."""
        return self._base.gradient

    @property
    def smooth(self) -> bool:
        """Whether the distance has that derivative: no other pair is as near, and the nearest points are the
        only ones."""
        return self._base.smooth

    @property
    def status(self) -> Status:
        return self._base.status

    @property
    def separation(self) -> _core.Separation | None:
        """Of the pair, with its bodies where q has them; `verify` checks it."""
        return self._base._separation()

    def __eq__(self, other: object) -> bool:
        return self._state() == other._state() if isinstance(other, Clearance) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._base._bytes())

    def _state(self) -> tuple[Any, ...]:
        return self.cell, self.q.tolist(), self._base._bytes()

    def __reduce__(self) -> tuple[Any, ...]:
        return _clearance_again, self._state()

    def __repr__(self) -> str:
        pair = "no pair" if self.names is None else " and ".join(self.names)
        return f"<Clearance distance in [{self.lower!r}, {self.upper!r}], {pair}>"


class Clearances(Sequence[Clearance]):
    """Clearances of many configurations, as arrays; an index gives a Clearance.

    `pairs` (N, 2) are numbers of bodies, -1 where there is no pair; points and normals are NaN there.

    >>> import graze as gz
    >>> slide = gz.RobotJoint("slide", "prismatic", "base", "ball", axis=[1, 0, 0], limits=(-5, 5))
    >>> robot = gz.Robot([gz.RobotLink("base"), gz.RobotLink("ball", gz.Sphere(1))], [slide])
    >>> cell = gz.RobotCell(robot, {"post": gz.Placed(gz.Sphere(1), [4, 0, 0, 1, 0, 0, 0])})
    >>> near = cell.clearance([[0.5], [6.5]])
    >>> near.lower.round(9), near.gradients, near.smooth, near[1].names
    (array([1.5, 0.5]), array([[-1.],
           [ 1.]]), array([ True,  True]), ('ball', 'post'))
    """

    __slots__ = ("_base", "cell")

    def __init__(self, base: _core.ClearancesBase, cell: RobotCell) -> None:
        self._base = base
        self.cell = cell

    @property
    def q(self) -> Floats:
        """The configurations (N, n), as they were given."""
        return self._base._q()

    @property
    def lower(self) -> Floats:
        return self._base.lower

    @property
    def upper(self) -> Floats:
        return self._base.upper

    @property
    def pairs(self) -> Numbers:
        """Numbers of the two bodies in `cell.body_names`, -1 for none."""
        return self._base.pairs

    @property
    def names(self) -> list[Names | None]:
        """What the two bodies are called."""
        return names_of_pairs(self.cell, self.pairs)

    @property
    def points_a(self) -> Floats:
        return self._base.points_a

    @property
    def points_b(self) -> Floats:
        return self._base.points_b

    @property
    def normals(self) -> Floats:
        return self._base.normals

    @property
    def gradients(self) -> Floats:
        """Derivatives of the distances by each value, (N, n); (N, 0) where none were wanted."""
        return self._base.gradients

    @property
    def smooth(self) -> npt.NDArray[np.bool_]:
        """Where the distances have these derivatives."""
        return self._base.smooth

    @property
    def status(self) -> npt.NDArray[np.uint8]:
        return self._base.status

    def __len__(self) -> int:
        return len(self._base)

    @overload
    def __getitem__(self, index: int) -> Clearance: ...
    @overload
    def __getitem__(self, index: slice) -> list[Clearance]: ...
    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        i = range(len(self))[index]
        return Clearance(self._base._at(i), self.cell)

    def __iter__(self) -> Iterator[Clearance]:
        return (self[i] for i in range(len(self)))

    def __eq__(self, other: object) -> bool:
        return self._state() == other._state() if isinstance(other, Clearances) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._base._bytes())

    def _state(self) -> tuple[Any, ...]:
        return self.cell, self.q.shape, self.q.tobytes(), self._base._bytes()

    def __reduce__(self) -> tuple[Any, ...]:
        return _clearances_again, self._state()

    def __repr__(self) -> str:
        touching = int((self.lower <= 0).sum())
        return f"<Clearances of {len(self)} configurations, {touching} of them overlapping>"


def _clearance_again(cell: RobotCell, q: list[float], answer: bytes) -> Clearance:
    return Clearance(_core.clearance_again(cell, q, answer), cell)


def _clearances_again(cell: RobotCell, shape: tuple[int, int], q: bytes, answers: bytes) -> Clearances:
    rows = np.frombuffer(q).reshape(shape)
    return Clearances(_core.clearances_again(cell, rows, answers), cell)
