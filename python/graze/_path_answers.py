"""Whether paths of robots are free, with proofs: single answers and many."""
from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

import numpy as np
import numpy.typing as npt

from graze import _core, io
from graze._cell_answers import Names, Numbers, names_of_pairs
from graze._enums import Status
from graze._joint_paths import JointPath
from graze._poses import Floats, Interval

if TYPE_CHECKING:
    from graze._robot_cells import RobotCell

#: The numbers of PathAnswer in C++.
_ANSWERS = np.array(["free", "hit", "open"])


class PathClearance:
    """Whether a whole path of a cell keeps the wanted clearance.

    Whatever the answer, before `time.lower` no two bodies are closer than wanted. `answer` is "free": `time`
    is [1, 1], and at every time of [0, 1] the clearance is at least `lower`, no less than was wanted; "hit":
    at `time.upper` two bodies are no farther apart than wanted; or "open": whether they are within `time` is
    not decided. `upper` is the distance at `nearest_time`; `lower` of a hit or an open path is -inf.

    >>> import graze as gz
    >>> slide = gz.RobotJoint("slide", "prismatic", "base", "ball", axis=[1, 0, 0], limits=(-5, 5))
    >>> robot = gz.Robot([gz.RobotLink("base"), gz.RobotLink("ball", gz.Sphere(1))], [slide])
    >>> cell = gz.RobotCell(robot, {"post": gz.Placed(gz.Sphere(1), [4, 0, 0, 1, 0, 0, 0])})
    >>> p = cell.path_clearance(gz.JointPath.linear([0], [4]))
    >>> p.answer, p.time.contains(0.5), p.names, p.contact.normal
    ('hit', True, ('ball', 'post'), array([1., 0., 0.]))
    """

    __slots__ = ("_base", "cell", "path")

    def __init__(self, base: _core.PathClearanceBase, cell: RobotCell, path: JointPath) -> None:
        self._base = base
        self.cell = cell
        self.path = path

    @property
    def answer(self) -> str:
        """"free", "hit" or "open"."""
        return self._base.answer

    @property
    def lower(self) -> float:
        return self._base.lower

    @property
    def upper(self) -> float:
        return self._base.upper

    @property
    def time(self) -> Interval:
        """Nothing is closer than wanted before its lower end: see above."""
        return Interval(*self._base._time)

    @property
    def nearest_time(self) -> float:
        """When `upper` was measured; 0 where no distance was needed."""
        return self._base.nearest_time

    @property
    def pair(self) -> tuple[int, int] | None:
        """Numbers of two bodies in `cell.body_names`: those that may touch in `time`, or the nearest at
        `nearest_time` of a free path."""
        return self._base.pair

    @property
    def names(self) -> Names | None:
        """What the two bodies are called."""
        return self.cell.names_of(self.pair)

    @property
    def contact(self) -> _core.Separation | None:
        """Of the pair, with its bodies where they are at `time.lower` of a hit or an open path, and at
        `nearest_time` of a free one."""
        return self._base._contact()

    @property
    def status(self) -> Status:
        return self._base.status

    @property
    def work(self) -> dict[str, int]:
        """What the search counted."""
        return self._base.work

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PathClearance):
            return NotImplemented
        return self._state() == other._state()

    def __hash__(self) -> int:
        return hash(self._base._bytes())

    def _state(self) -> tuple[Any, ...]:
        return self.cell, self.path, self._base._bytes()

    def __reduce__(self) -> tuple[Any, ...]:
        return _path_clearance_again, self._state()

    def __repr__(self) -> str:
        pair = "no pair" if self.names is None else " and ".join(self.names)
        if self.answer == "free":
            return f"<PathClearance free, clearance in [{self.lower!r}, {self.upper!r}], {pair}>"
        return f"<PathClearance {self.answer}, time in [{self.time.lower!r}, {self.time.upper!r}], {pair}>"


class PathClearances(Sequence[PathClearance]):
    """Answers about many paths, as arrays; an index gives a PathClearance.

    `times` are (E, 2); `pairs` (E, 2) are numbers of bodies, -1 where there is no pair; `points_a`,
    `points_b` and `normals` are of the contacts, NaN there.

    >>> import graze as gz
    >>> slide = gz.RobotJoint("slide", "prismatic", "base", "ball", axis=[1, 0, 0], limits=(-5, 5))
    >>> robot = gz.Robot([gz.RobotLink("base"), gz.RobotLink("ball", gz.Sphere(1))], [slide])
    >>> cell = gz.RobotCell(robot, {"post": gz.Placed(gz.Sphere(1), [4, 0, 0, 1, 0, 0, 0])})
    >>> many = cell.path_clearance(np.array([[[0.0], [4.0]], [[0.0], [1.0]]]), threads=2)
    >>> many.answers, many.lower.round(3)
    (array(['hit', 'free'], dtype='<U4'), array([-inf,  1.]))
    """

    __slots__ = ("_base", "_paths", "cell")

    def __init__(self, base: _core.PathClearancesBase, cell: RobotCell,
                 paths: list[JointPath] | Floats) -> None:
        self._base = base
        self._paths = paths
        self.cell = cell

    @property
    def answers(self) -> npt.NDArray[np.str_]:
        """"free", "hit" or "open", for each path."""
        found: npt.NDArray[np.str_] = _ANSWERS[self._base._answers]
        return found

    @property
    def lower(self) -> Floats:
        return self._base.lower

    @property
    def upper(self) -> Floats:
        return self._base.upper

    @property
    def times(self) -> Floats:
        """Lower and upper ends of the times, (E, 2)."""
        return self._base.times

    @property
    def nearest_times(self) -> Floats:
        """When `upper` was measured."""
        return self._base.nearest_times

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
    def status(self) -> npt.NDArray[np.uint8]:
        return self._base.status

    def __len__(self) -> int:
        return len(self._base)

    @overload
    def __getitem__(self, index: int) -> PathClearance: ...
    @overload
    def __getitem__(self, index: slice) -> list[PathClearance]: ...
    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        i = range(len(self))[index]
        path = self._paths[i]
        return PathClearance(self._base._at(i), self.cell,
                             path if isinstance(path, JointPath) else JointPath(path))

    def __iter__(self) -> Iterator[PathClearance]:
        return (self[i] for i in range(len(self)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PathClearances):
            return NotImplemented
        return self._state() == other._state()

    def __hash__(self) -> int:
        return hash((len(self), self.lower.tobytes()))

    def _state(self) -> tuple[Any, ...]:
        items = list(self)
        return self.cell, [item.path for item in items], [item._base._bytes() for item in items]

    def __reduce__(self) -> tuple[Any, ...]:
        return _path_clearances_again, self._state()

    def __repr__(self) -> str:
        counts = [f"{int((self._base._answers == i).sum())} {name}" for i, name in enumerate(_ANSWERS)]
        return f"<PathClearances of {len(self)} paths: {', '.join(counts)}>"


class PathCertificate:
    """The answer about a path, and what proves it: planes between every two bodies over stretches of time.

    `verify()` checks it without a solver, recomputing where everything can be. All pairs are at least
    `clearance` apart before `until`: the proven clearance of a free path, else what was wanted before the
    hit. `verify(path=...)` and `verify(cell=...)` check it against others, which it is not about.

    >>> import graze as gz
    >>> slide = gz.RobotJoint("slide", "prismatic", "base", "ball", axis=[1, 0, 0], limits=(-5, 5))
    >>> robot = gz.Robot([gz.RobotLink("base"), gz.RobotLink("ball", gz.Sphere(1))], [slide])
    >>> cell = gz.RobotCell(robot, {"post": gz.Placed(gz.Sphere(1), [4, 0, 0, 1, 0, 0, 0])})
    >>> proof = cell.certify(gz.JointPath.linear([0], [1]))
    >>> proof.answer, proof.clearance <= 1 <= proof.upper, proof.verify()
    ('free', True, True)
    >>> proof.verify(path=gz.JointPath.linear([0], [1.5]))
    False
    """

    __slots__ = ("_base", "cell", "path")

    def __init__(self, base: _core.PathCertificateBase, cell: RobotCell, path: JointPath) -> None:
        self._base = base
        self.cell = cell
        self.path = path

    @property
    def path_clearance(self) -> PathClearance:
        """The answer."""
        return PathClearance(self._base._path(), self.cell, self.path)

    @property
    def answer(self) -> str:
        """"free", "hit" or "open"."""
        return self.path_clearance.answer

    @property
    def lower(self) -> float:
        return self.path_clearance.lower

    @property
    def upper(self) -> float:
        return self.path_clearance.upper

    @property
    def time(self) -> Interval:
        """As of the answer."""
        return self.path_clearance.time

    @property
    def names(self) -> Names | None:
        """What the two bodies are called."""
        return self.path_clearance.names

    @property
    def clearance(self) -> float:
        """All pairs are at least this far apart before `until`."""
        return self._base.clearance

    @property
    def until(self) -> float:
        """`time.lower`: 1 of a free path, else when it is closer than wanted at the earliest."""
        return self._base.until

    @property
    def pairs(self) -> list[dict[str, Any]]:
        """For each pair of bodies `names`, `times` (K, 2) of its stretches with `normals` (K, 3) of their
        planes, from a to b in the last frame that both hang on, and `still_times` (M, 2) of stretches
        without a plane."""
        found = []
        for fields in self._base._pairs():
            pair = fields.pop("pair")
            found.append({"names": self.cell.names_of(pair), **fields})
        return found

    @property
    def contact_proof(self) -> dict[str, Any]:
        """Of a hit: that the two are no farther apart than wanted at `time.upper`."""
        return self._base.contact_proof

    def verify(self, cell: RobotCell | None = None, path: JointPath | None = None) -> bool:
        """Checks the proof without the search that found it, about its own cell and path or others."""
        return self._base._verify(cell, path)

    def save(self, file: str | os.PathLike[str], *, robot: str = "", robot_path: str = "",
             scenes: Sequence[str] = (), wanted: float = 0.0) -> None:
        """Writes the proof as JSON, exact to the last bit: for `graze.io.read_path_certificate`, and, with
        the names of the files that robot, path and obstacles were read from, for `graze verify`."""
        text = self._base._text((robot, robot_path, tuple(scenes)), (*self.cell._options, wanted))
        with open(io._path(file), "w", encoding="utf-8") as out:
            out.write(text)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PathCertificate):
            return NotImplemented
        return self._state() == other._state()

    def __hash__(self) -> int:
        return hash(self._base._bytes())

    def _state(self) -> tuple[Any, ...]:
        return self.cell, self.path, self._base._bytes()

    def __reduce__(self) -> tuple[Any, ...]:
        return _certificate_again, self._state()

    def __repr__(self) -> str:
        return (f"<PathCertificate {self.answer}, {self.clearance!r} apart before {self.until!r}, "
                f"{len(self._base._pairs())} pairs>")


def _path_clearance_again(cell: RobotCell, path: JointPath, answer: bytes) -> PathClearance:
    return PathClearance(_core.path_clearance_again(cell, path, answer), cell, path)


def _path_clearances_again(cell: RobotCell, paths: list[JointPath], answers: list[bytes]) -> PathClearances:
    return PathClearances(_core.path_clearances_again(cell, paths, answers), cell, paths)


def _certificate_again(cell: RobotCell, path: JointPath, proof: bytes) -> PathCertificate:
    return PathCertificate(_core.path_certificate_again(cell, path, proof), cell, path)
