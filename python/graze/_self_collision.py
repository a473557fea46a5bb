"""Which links of a robot can touch each other at all, with proofs for those that cannot."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import pi
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from graze import _core
from graze._poses import Floats, _one_of
from graze._robots import Robot
from graze._values import counted, kind_of

_CONTACTS = ("never", "always", "sometimes", "adjacent", "unknown")


class SelfCollisionPair:
    """Two links, and what is known of their contact for all configurations within the limits.

    A proof is about all of them where it is `complete`; else `partial` names values without limits, which
    have a range of `unlimited` there.

    `contact` is "never" and "always", both proven; "sometimes": `example` touches; "adjacent": a joint is
    between them; or "unknown": none of so many `samples` touches, and that none does is not proven. `closest`
    is the least signed distance found, and `witnesses` the size of the proof, which `verify` checks.

    >>> import graze as gz
    >>> arm = gz.Robot([gz.RobotLink("a", gz.Sphere(1)), gz.RobotLink("b"), gz.RobotLink("c", gz.Sphere(1))],
    ...                [gz.RobotJoint("ab", "prismatic", "a", "b", axis=[1, 0, 0], limits=(3, 4)),
    ...                 gz.RobotJoint("bc", "revolute", "b", "c", limits=(-1, 1))])
    >>> pair = gz.self_collision_matrix(arm)["a", "c"]
    >>> pair.a, pair.b, pair.contact, pair.verify()
    ('a', 'c', 'never', True)
    """

    __slots__ = ("_base", "robot")

    def __init__(self, base: _core.LinkPairBase, robot: Robot) -> None:
        self._base = base
        self.robot = robot

    @property
    def a(self) -> str:
        """The first link."""
        return self.robot.link_names[self._base._links[0]]

    @property
    def b(self) -> str:
        """The second link."""
        return self.robot.link_names[self._base._links[1]]

    @property
    def contact(self) -> str:
        """"never", "always", "sometimes", "adjacent" or "unknown"."""
        return self._base.contact

    @property
    def complete(self) -> bool:
        """Whether the proof is about all that the robot may do, and not a part of values without limits."""
        return self._base.complete

    @property
    def partial(self) -> list[str]:
        """The values that the robot may take beyond what the proof is about: there the links may touch."""
        return self._base.partial

    @property
    def example(self) -> Floats | None:
        """A configuration in which they touch, where there is one."""
        return self._base.example

    @property
    def samples(self) -> int:
        """Random configurations that were tested."""
        return self._base.samples

    @property
    def closest(self) -> float:
        """The least signed distance found; infinite of adjacent links."""
        return self._base.closest

    @property
    def boxes(self) -> int:
        """Parts of the joints' ranges that were examined."""
        return self._base.boxes

    @property
    def witnesses(self) -> int:
        """Planes, or common points, of the proof."""
        return self._base.witnesses

    def verify(self) -> bool:
        """Checks the proof of "never" or "always" without the search that found it; other answers have none:
        False."""
        return self._base.verify()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SelfCollisionPair):
            return NotImplemented
        return self._state() == other._state()

    def __hash__(self) -> int:
        return hash(self._base._bytes())

    def _state(self) -> tuple[Robot, bytes]:
        return self.robot, self._base._bytes()

    def __reduce__(self) -> tuple[Any, ...]:
        return _pair_again, self._state()

    def __repr__(self) -> str:
        part = f", in part: not all of {', '.join(self.partial)}" if self.partial else ""
        return f"<SelfCollisionPair {self.a} and {self.b}: {self.contact}{part}>"


class SelfCollisionMatrix(Sequence[SelfCollisionPair]):
    """All pairs of links that have shapes. An index gives a pair, two names theirs.

    >>> import graze as gz
    >>> arm = gz.Robot([gz.RobotLink("a", gz.Sphere(1)), gz.RobotLink("b", gz.Sphere(1))],
    ...                [gz.RobotJoint("ab", "revolute", "a", "b", axis=[1, 0, 0], limits=(-1, 1))])
    >>> matrix = gz.self_collision_matrix(arm)
    >>> matrix.table
    array([['', 'adjacent'],
           ['adjacent', '']], dtype='<U9')
    >>> matrix["b", "a"].contact, matrix.verify(), "disable_collisions" in matrix.srdf()
    ('adjacent', True, True)
    """

    __slots__ = ("_pairs", "robot")

    def __init__(self, pairs: list[SelfCollisionPair], robot: Robot) -> None:
        self._pairs = pairs
        self.robot = robot

    @property
    def links(self) -> list[str]:
        """Names of the rows and columns of `table`."""
        return self.robot.link_names

    @property
    def table(self) -> npt.NDArray[np.str_]:
        """The contacts by links, (L, L); "" on the diagonal and for links without shapes."""
        count = len(self.links)
        table = np.full((count, count), "", dtype="<U9")
        for pair in self._pairs:
            a, b = pair._base._links
            table[a, b] = table[b, a] = pair.contact
        return table

    def names(self, contact: str, *, complete: bool | None = None) -> list[tuple[str, str]]:
        """The pairs of links with such a contact. With `complete` True those alone of which it is known for
        all that the robot may do, as `srdf` disables them; with False those alone whose proof leaves values
        without limits out, which `partial` of the pair names: there they may touch.

        >>> import graze as gz
        >>> gz.self_collision_matrix(gz.Robot([gz.RobotLink("base")])).names("never", complete=True)
        []
        """
        _one_of(contact, "contact", _CONTACTS)
        if complete is not None and not isinstance(complete, bool):
            raise TypeError(f"complete: True, False or None is needed, not {kind_of(complete)}")
        return [(pair.a, pair.b) for pair in self._pairs
                if pair.contact == contact and complete in (None, pair.complete)]

    def srdf(self) -> str:
        """An SRDF file that disables the pairs that are proven to be always or never in contact, and
        neighbours. What is not proven for all values stays enabled."""
        return _core.self_collision_srdf(self.robot, [pair._base for pair in self._pairs])

    def verify(self) -> bool:
        """Whether every proof holds: of the pairs that never and always touch."""
        return all(pair.verify() for pair in self._pairs if pair.contact in ("never", "always"))

    def __len__(self) -> int:
        return len(self._pairs)

    @overload
    def __getitem__(self, index: int | tuple[str, str]) -> SelfCollisionPair: ...
    @overload
    def __getitem__(self, index: slice) -> list[SelfCollisionPair]: ...
    def __getitem__(self, index: Any) -> Any:
        if not isinstance(index, tuple):
            if not isinstance(index, (int, np.integer, slice)):
                raise TypeError(f"index: a number, a slice or two links are needed, not {kind_of(index)}")
            return self._pairs[index]
        wanted = set(index)
        for pair in self._pairs:
            if {pair.a, pair.b} == wanted:
                return pair
        raise KeyError(f"no pair of links {index!r} in the matrix")

    def __iter__(self) -> Iterator[SelfCollisionPair]:
        return iter(self._pairs)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SelfCollisionMatrix):
            return NotImplemented
        return self._state() == other._state()

    def __hash__(self) -> int:
        return hash(tuple(self._pairs))

    def _state(self) -> tuple[list[SelfCollisionPair], Robot]:
        return self._pairs, self.robot

    def __reduce__(self) -> tuple[Any, ...]:
        return SelfCollisionMatrix, self._state()

    def __repr__(self) -> str:
        contacts = [pair.contact for pair in self._pairs]
        counts = [f"{contacts.count(name)} {name}" for name in _CONTACTS if name in contacts]
        return f"<SelfCollisionMatrix of {counted(len(self), 'pair')}: {', '.join(counts) or 'none'}>"


def _pair_again(robot: Robot, answer: bytes) -> SelfCollisionPair:
    return SelfCollisionPair(_core.link_pair_again(robot, answer), robot)


def self_collision_matrix(robot: Robot, *, padding: float = 0.0, unlimited: float = pi, samples: int = 20_000,
                          max_boxes: int = 200_000, seed: int = 1, threads: int = 1) -> SelfCollisionMatrix:
    """For each pair of links of a robot whether they never, always or sometimes touch, with proofs.

    Links count as touching when they are as close as `padding`. `unlimited` stands for limits that values do
    not have: [-unlimited, unlimited], a length or radians, of angles a whole turn at least. Where that is not
    all that the robot may do, `partial` of the pair says so. `samples` random configurations find contacts,
    and up to `max_boxes` parts of the joints' ranges are examined for a proof.

    >>> import graze as gz
    >>> arm = gz.Robot([gz.RobotLink("a", gz.Sphere(1)), gz.RobotLink("b"), gz.RobotLink("c", gz.Sphere(1))],
    ...                [gz.RobotJoint("ab", "prismatic", "a", "b", axis=[1, 0, 0], limits=(0, 4)),
    ...                 gz.RobotJoint("bc", "revolute", "b", "c", limits=(-1, 1))])
    >>> (pair,) = gz.self_collision_matrix(arm)
    >>> pair.contact, bool(pair.example[0] <= 2)
    ('sometimes', True)
    """
    options = (padding, unlimited, samples, max_boxes, seed)
    found = _core.self_collision(robot, options, threads)
    return SelfCollisionMatrix([SelfCollisionPair(one, robot) for one in found], robot)
