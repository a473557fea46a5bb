"""Poses, placed shapes and intervals."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Union

import numpy as np
import numpy.typing as npt

from graze import _core
from graze._values import by_values, kind_of

if TYPE_CHECKING:
    from graze._shapes import Shape

Floats = npt.NDArray[np.float64]
ArrayLike = npt.ArrayLike
#: A Pose, (4, 4), (7,) position and quaternion w, x, y, z, or (R, p); many: (N, 4, 4), (N, 7), both of the
#: pair with N, or a list of single ones in any of these forms.
PoseLike = Union["Pose", ArrayLike, "tuple[ArrayLike, ArrayLike]", "Sequence[PoseLike]", None]


class Interval(NamedTuple):
    """Contains the exact value.

    >>> Interval(1.0, 1.5).contains(1.25)
    True
    """

    lower: float
    upper: float

    def contains(self, x: float) -> bool:
        """Whether lower <= x <= upper."""
        return self.lower <= x <= self.upper

    @property
    def width(self) -> float:
        """upper - lower."""
        return self.upper - self.lower

    @property
    def middle(self) -> float:
        """One number for it, without a guarantee: half way between the ends."""
        return 0.5 * self.lower + 0.5 * self.upper


@by_values
class Intervals(NamedTuple):
    """Many intervals: two arrays of one length.

    >>> import graze as gz
    >>> many = gz.signed_distance(gz.Sphere(1), [[2, 0, 0], [4, 0, 0]])
    >>> (many.lower <= [1, 3]).all() and (many.upper >= [1, 3]).all()
    True
    >>> many.contains([1, 3]), many.middle.round(9)
    (array([ True,  True]), array([1., 3.]))
    """

    lower: Floats
    upper: Floats

    def contains(self, x: ArrayLike) -> npt.NDArray[np.bool_]:
        """For each whether lower <= x <= upper."""
        given = np.asarray(x)
        return (self.lower <= given) & (given <= self.upper)

    @property
    def width(self) -> Floats:
        """upper - lower."""
        return self.upper - self.lower

    @property
    def middle(self) -> Floats:
        """One number for each, without a guarantee: half way between the ends."""
        return 0.5 * self.lower + 0.5 * self.upper


class Pose(_core.PoseBase):
    """A rigid placement: maps local to world coordinates, x to R x + p.

    `rotation` is a (3, 3) rotation matrix or a quaternion (w, x, y, z) of any length; `position` is in the
    unit of the shapes. Immutable, and its arrays are read-only; `matrix` (4, 4) is a new one each time.
    `@` takes poses and (4, 4) arrays; points are mapped by `apply`.

    >>> Pose(position=[1, 0, 0]).apply([0, 2, 0])
    array([1., 2., 0.])
    """

    __slots__ = ()
    __array_ufunc__ = None  # `array @ pose` is a pose too: NumPy would take points for rows of a matrix

    def __init__(self, rotation: ArrayLike | None = None, position: ArrayLike | None = None) -> None:
        _core.PoseBase.__init__(self, rotation, position)

    @classmethod
    def of(cls, pose: PoseLike) -> Pose:
        """The pose of anything that verbs take for one.

        >>> Pose.of([1, 2, 3, 1, 0, 0, 0])
        Pose(position=[1.0, 2.0, 3.0])
        """
        return cls._from(_core.PoseBase._of(pose, "pose"))

    @classmethod
    def about(cls, axis: ArrayLike, angle: float, position: ArrayLike | None = None) -> Pose:
        """A turn by `angle` radians, counter-clockwise about `axis`, then a move to `position`.

        >>> Pose.about([0, 0, 1], np.pi / 2).apply([1, 0, 0]).round(12)
        array([0., 1., 0.])
        """
        return cls._from(_core.PoseBase._about(axis, angle, position))

    @classmethod
    def _from(cls, base: _core.PoseBase) -> Pose:
        return cls(base.rotation, base.position)

    def inverse(self) -> Pose:
        """The pose that undoes this one.

        >>> Pose(position=[1, 2, 3]).inverse()
        Pose(position=[-1.0, -2.0, -3.0])
        """
        return self._from(self._inverse())

    def __matmul__(self, other: Pose | ArrayLike) -> Pose:
        """First `other`, a pose or a (4, 4) array, then this one.

        >>> (Pose(position=[1, 0, 0]) @ Pose(position=[0, 2, 0])).position
        array([1., 2., 0.])
        >>> Pose(position=[1, 0, 0]) @ np.eye(4)
        Pose(position=[1.0, 0.0, 0.0])
        """
        return self._from(self._times(_factor(other)))

    def __rmatmul__(self, other: ArrayLike) -> Pose:
        return self._from(_factor(other)._times(self))

    def apply(self, points: ArrayLike) -> Floats:
        """The images of a point (3,) or of many (N, 3).

        >>> Pose(position=[1, 0, 0]).apply([[0, 0, 0], [0, 1, 0]])
        array([[1., 0., 0.],
               [1., 1., 0.]])
        """
        return self._apply(points)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Floats:
        return self.matrix if dtype is None else self.matrix.astype(dtype)

    def __reduce__(self) -> tuple[Any, ...]:
        return Pose, (self.rotation, self.position)


def _factor(other: Any) -> _core.PoseBase:
    """What `@` takes."""
    if isinstance(other, _core.PoseBase):
        return other
    if not isinstance(other, (np.ndarray, list)):
        raise TypeError(f"@: a Pose or a (4, 4) array is needed, not {kind_of(other)}")
    if np.shape(other) != (4, 4):
        raise ValueError(f"@: shape {np.shape(other)}; a Pose or a (4, 4) array is needed, points are mapped "
                         "by apply")
    return _core.PoseBase._of(other, "@")


class Placed(_core.PlacedBase):
    """A shape somewhere in the world. Immutable.

    >>> import graze as gz
    >>> gz.Placed(gz.Sphere(1.0), [0, 0, 2, 1, 0, 0, 0])
    Placed(Sphere(radius=1.0), Pose(position=[0.0, 0.0, 2.0]))
    """

    __slots__ = ()

    def __init__(self, shape: Shape, pose: PoseLike = None) -> None:
        _core.PlacedBase.__init__(self, shape, pose)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Placed):
            return NotImplemented
        return bool(self.shape == other.shape and self.pose == other.pose)

    def __hash__(self) -> int:
        return hash((self.shape, self.pose))

    def __repr__(self) -> str:
        # One that was never initialised is printed in messages that refuse it.
        return f"Placed({self.shape!r}, {self.pose!r})" if _core.initialised(self) else object.__repr__(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return Placed, (self.shape, self.pose)


def _one_of(value: object, name: str, choices: tuple[str, ...]) -> None:
    """Refuses what is none of the texts."""
    if not isinstance(value, str):
        raise TypeError(f"{name}: a str is needed, not {type(value).__name__}")
    if value not in choices:
        raise ValueError(f"{name}: {', '.join(map(repr, choices[:-1]))} or {choices[-1]!r}, not {value!r}")
