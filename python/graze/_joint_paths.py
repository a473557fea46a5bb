"""Paths of configurations: a value for each joint at every time t in [0, 1]."""
from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from graze import _core, io
from graze._poses import ArrayLike, Floats, Interval
from graze._robots import Robot


class JointRates(NamedTuple):
    """What a value does over some time: where it is, and upper bounds of the sizes of its first and second
    derivative, per unit of t.

    >>> import graze as gz
    >>> rates = gz.JointPath.linear([0], [2]).over(0, 0, 0.5)
    >>> rates.value.contains(1), rates.speed >= 2, rates.acceleration
    (True, True, 0.0)
    """

    value: Interval
    speed: float
    acceleration: float


class JointPath(_core.JointPathBase):
    """A path of configurations over t in [0, 1]: straight from each waypoint to the next. Immutable.

    `points` is (N, n), a configuration in each row, two at least; `times` (N,) grow, in any unit, and are
    0, 1, 2, ... unless given. Other curves: `linear`, `spline`, `hermite`, `load`.

    >>> import graze as gz
    >>> path = gz.JointPath([[0, 0], [1, 0], [1, 2]])
    >>> path.at(0.75), path.at([0, 1])
    (array([1., 1.]), array([[0., 0.],
           [1., 2.]]))
    """

    _given: tuple[str, Floats, Floats | None, Floats | None]
    notes: tuple[str, ...]

    def __init__(self, points: ArrayLike, times: ArrayLike | None = None) -> None:
        self._keep("polyline", points, times)

    def _keep(self, kind: str, points: ArrayLike, times: ArrayLike | None,
              velocities: ArrayLike | None = None) -> None:
        if kind == "hermite":
            made = _core.hermite_path(points, velocities, times)
        else:
            made = (_core.spline_path if kind == "spline" else _core.polyline_path)(points, times)
        _core.JointPathBase.__init__(self, made)
        rows = [None if x is None else np.array(x, dtype=float) for x in (points, times, velocities)]
        self._given = (kind, np.array(points, dtype=float), rows[1], rows[2])
        self.notes = ()

    @classmethod
    def linear(cls, start: ArrayLike, end: ArrayLike) -> JointPath:
        """From one configuration (n,) to another, all values at constant speed.

        >>> import graze as gz
        >>> gz.JointPath.linear([0, 1], [1, 3]).at(0.5)
        array([0.5, 2. ])
        """
        ends = [_core.numbers(start, "start"), _core.numbers(end, "end")]
        if len(ends[0]) != len(ends[1]):
            raise ValueError(f"end: {len(ends[1])} values, start has {len(ends[0])}")
        return cls(np.array(ends))

    @classmethod
    def spline(cls, points: ArrayLike, times: ArrayLike | None = None) -> JointPath:
        """A smooth curve through waypoints (N, n): cubics with continuous first and second derivatives, at
        rest at both ends.

        >>> import graze as gz
        >>> gz.JointPath.spline([[0], [1]]).at([0.25, 0.5])
        array([[0.15625],
               [0.5    ]])
        """
        return _path_again("spline", points, times, None)

    @classmethod
    def hermite(cls, points: ArrayLike, velocities: ArrayLike, times: ArrayLike | None = None) -> JointPath:
        """Cubics through waypoints (N, n) with the derivatives `velocities` (N, n) there, per unit of time.

        >>> import graze as gz
        >>> gz.JointPath.hermite([[0], [1]], [[1], [1]]).at(0.25)
        array([0.25])
        """
        return _path_again("hermite", points, times, velocities)

    @classmethod
    def load(cls, file: str | os.PathLike[str], robot: Robot, **options: Any) -> JointPath:
        """A path of a robot from a CSV or JSON file; the same as `graze.io.read_joint_path`."""
        return io.read_joint_path(file, robot, **options)

    @property
    def kind(self) -> str:
        """How it goes between its waypoints: "polyline", "spline" or "hermite"."""
        return self._given[0]

    @property
    def points(self) -> Floats:
        """The waypoints (N, n)."""
        return self._given[1].copy()

    @property
    def times(self) -> Floats:
        """When the waypoints are reached (N,), in their unit."""
        times = self._given[2]
        return np.arange(float(len(self._given[1]))) if times is None else times.copy()

    def over(self, joint: int, lower: float, upper: float) -> JointRates:
        """Where a value is, and how fast it changes, at all times from `lower` to `upper` in [0, 1]."""
        value, speed, acceleration = self._rates(joint, lower, upper)
        return JointRates(Interval(*value), speed, acceleration)

    def bounds_over(self, robot: Robot, lower: float, upper: float) -> tuple[Floats, Floats, Floats, Floats]:
        """Least and largest entries of every link's rotation (L, 3, 3), then of its position (L, 3), at all
        times from `lower` to `upper`."""
        return self._bounds_over(robot, lower, upper)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, JointPath):
            return NotImplemented
        return self._same(other)

    def __hash__(self) -> int:
        return hash((self.joint_count, self.at(0.0).tobytes(), self.at(1.0).tobytes()))

    def __copy__(self) -> JointPath:
        return self

    def __deepcopy__(self, memo: Any) -> JointPath:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _path_again, (*self._given, self.notes)

    def __repr__(self) -> str:
        if not _core.initialised(self):
            return object.__repr__(self)
        count = len(self._given[1])
        return f"<JointPath of {self.joint_count} values, {self.kind} through {count} waypoints>"


def _path_again(kind: str, points: ArrayLike, times: ArrayLike | None, velocities: ArrayLike | None,
                notes: tuple[str, ...] = ()) -> JointPath:
    path = JointPath.__new__(JointPath)
    path._keep(kind, points, times, velocities)
    path.notes = notes
    return path


def _read(file: str, robot: Robot, interpolation: str | None, joints: Mapping[str, float]) -> JointPath:
    kind, points, times, velocities, notes = _core.read_joint_path(file, robot, interpolation, dict(joints))
    return _path_again("polyline" if kind == "linear" else kind, points, times,
                       velocities if kind == "hermite" else None, tuple(notes))


def _written(path: JointPath, robot: Robot, format: str) -> str:
    kind, points, _, velocities = path._given
    fields = ("linear" if kind == "polyline" else kind, points, path.times,
              np.empty((0, points.shape[1])) if velocities is None else velocities)
    return _core.joint_path_text(fields, robot, format)
