"""Motions: a pose for every time t in [0, 1], and moving shapes."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, Union

from graze import _core
from graze._poses import ArrayLike, Floats, Placed, Pose, PoseLike
from graze._shapes import Shape, _shape, _wrapped


class Motion(_core.MotionBase):
    """Any motion. Immutable.

    It is a pose for every time t in [0, 1], from local to world coordinates.

    >>> isinstance(LinearMotion(), Motion)
    True
    """

    _given: tuple[Any, ...]

    def __init__(self, motion: _core.MotionBase, given: tuple[Any, ...]) -> None:
        _core.MotionBase.__init__(self, motion)
        self._given = given

    def pose_at(self, t: float) -> Pose:
        """The pose at time t, clamped to [0, 1]; `poses_at` of many.

        >>> LinearMotion(None, [2, 0, 0]).pose_at(0.5)
        Pose(position=[1.0, 0.0, 0.0])
        """
        return Pose.of(self._poses_at(_core.number(t, "t")))

    def poses_at(self, t: ArrayLike) -> Floats:
        """The poses at many times (N,), as (N, 4, 4)."""
        return self._poses_at(t)

    def bounds_over(self, lower: float, upper: float) -> tuple[Floats, Floats, Floats, Floats]:
        """Least and largest entries of the rotation (3, 3), then of the position (3,), at every time from
        `lower` to `upper`."""
        return self._bounds_over(lower, upper)

    def position_bounds(self, lower: float, upper: float) -> tuple[Floats, Floats]:
        """A box that contains the origin of the body at every time from `lower` to `upper`.

        >>> lower, upper = LinearMotion(None, [2, 0, 0]).position_bounds(0, 0.5)
        >>> lower[0] <= 0 and 1 <= upper[0]
        True
        """
        return self._bounds_over(lower, upper)[2:]

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._given

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, Motion) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[Any, ...]:
        return tuple(tuple(x) if isinstance(x, list) else x for x in self._given)

    def __repr__(self) -> str:
        # One that was never initialised is printed in messages that refuse it.
        if not _core.initialised(self):
            return object.__repr__(self)
        return f"{type(self).__name__}({', '.join(map(repr, self._given))})"


def _numbers(value: ArrayLike, name: str) -> list[float]:
    return [float(x) for x in _core.three(value, name)]


def _path(poses: Any) -> list[Pose]:
    """Many poses in any form, as a list."""
    if isinstance(poses, (list, tuple)) and all(isinstance(pose, Pose) for pose in poses):
        return list(poses)
    return [Pose(rotation, position) for rotation, position in zip(*_core.poses(poses, "poses"))]


class LinearMotion(Motion):
    """Moves straight by `displacement` (world frame) from the pose `start`, and never turns.

    >>> LinearMotion(Pose(), displacement=[1, 0, 0]).pose_at(1).position
    array([1., 0., 0.])
    """

    def __init__(self, start: PoseLike = None, displacement: ArrayLike = (0.0, 0.0, 0.0)) -> None:
        at, by = Pose.of(start), _numbers(displacement, "displacement")
        super().__init__(_core.linear_motion(at, by), (at, by))


class InBetweenMotion(Motion):
    """From one pose to another: the origin straight, the orientation about one axis, at constant speed.

    >>> InBetweenMotion(Pose(), Pose(position=[2, 0, 0])).pose_at(0.25).position
    array([0.5, 0. , 0. ])
    """

    def __init__(self, start: PoseLike, end: PoseLike) -> None:
        first, last = Pose.of(start), Pose.of(end)
        super().__init__(_core.in_between_motion(first, last), (first, last))


class TwistMotion(Motion):
    """Constant velocity of the pivot (local frame) and constant angular velocity (world, radians).

    >>> import math
    >>> turn = TwistMotion(None, [0, 0, 0], [0, 0, math.pi])
    >>> turn.pose_at(0.5).apply([1, 0, 0]).round(12)
    array([0., 1., 0.])
    """

    def __init__(self, start: PoseLike, velocity: ArrayLike, angular_velocity: ArrayLike,
                 pivot: ArrayLike = (0.0, 0.0, 0.0)) -> None:
        given = (Pose.of(start), _numbers(velocity, "velocity"),
                 _numbers(angular_velocity, "angular_velocity"), _numbers(pivot, "pivot"))
        super().__init__(_core.twist_motion(*given), given)


class ScrewMotion(Motion):
    """Turns by `angle` radians about a line of the world and advances along it.

    >>> import math
    >>> ScrewMotion(None, [1, 0, 0], [0, 0, 1], math.pi, advance=3).pose_at(1).position.round(12) + 0
    array([2., 0., 3.])
    """

    def __init__(self, start: PoseLike, axis_point: ArrayLike, axis_direction: ArrayLike, angle: float,
                 advance: float = 0.0) -> None:
        at = Pose.of(start)
        point, direction = _numbers(axis_point, "axis_point"), _numbers(axis_direction, "axis_direction")
        given = (at, point, direction, _core.number(angle, "angle"), _core.number(advance, "advance"))
        super().__init__(_core.screw_motion(at, (point, direction), *given[3:]), given)


class SampledMotion(Motion):
    """Through poses, one after the other; `deviation` is how far the real path may be from this one.

    >>> SampledMotion([Pose(), Pose(position=[1, 0, 0]), Pose(position=[1, 1, 0])]).pose_at(0.75).position
    array([1. , 0.5, 0. ])
    """

    def __init__(self, poses: Any, times: ArrayLike | None = None, deviation: float = 0.0) -> None:
        path = _path(poses)
        at = None if times is None else [float(t) for t in _core.numbers(times, "times")]
        wide = _core.number(deviation, "deviation")
        super().__init__(_core.sampled_motion([p.matrix for p in path], at, wide), (path, at, wide))

    @property
    def poses(self) -> list[Pose]:
        return list(self._given[0])

    @classmethod
    def integrated(cls, start: PoseLike, velocity: Callable[[float, Floats], tuple[ArrayLike, ArrayLike]], *,
                   steps: int = 64, pivot: ArrayLike = (0.0, 0.0, 0.0), euler: bool = False) -> SampledMotion:
        """The path of a body with velocity(t, pose) -> (linear, angular), world frame, radians, by the method
        of Runge and Kutta (or Euler's). Poses there are (4, 4), and rotations up to the error of a step.
        The linear velocity is of the `pivot`, a point of the local frame.

        >>> path = SampledMotion.integrated(None, lambda t, pose: ([1, 0, 0], [0, 0, 0]))
        >>> path.pose_at(0.5).position.round(9)
        array([0.5, 0. , 0. ])
        """
        if not callable(velocity):
            raise TypeError(f"velocity: a function is needed, not {type(velocity).__name__}")
        return cls(*_core.integrated(start, velocity, steps, pivot, euler))

    def deviation_within(self, reach: float, *, linear_acceleration: float, angular_velocity: float = 0.0,
                         angular_acceleration: float = 0.0) -> float:
        """How far a point within `reach` of the body's origin can be from this path between the samples, when
        the real motion keeps these limits: for `deviation`."""
        limits = (linear_acceleration, angular_velocity, angular_acceleration)
        return _core.sampling_deviation([p.matrix for p in self._given[0]], self._given[1], limits, reach)


class SplineMotion(Motion):
    """Through poses on a smooth curve (Catmull and Rom).

    >>> SplineMotion([Pose(), Pose(position=[1, 0, 0]), Pose(position=[1, 1, 0])]).pose_at(0.5).position
    array([1., 0., 0.])
    """

    def __init__(self, poses: Any, times: ArrayLike | None = None) -> None:
        path = _path(poses)
        at = None if times is None else [float(t) for t in _core.numbers(times, "times")]
        super().__init__(_core.spline_motion([p.matrix for p in path], at), (path, at))


class Moving:
    """A shape with its motion. A Placed in place of both rests.

    >>> import graze as gz
    >>> gz.Moving(gz.Sphere(1), gz.LinearMotion(displacement=[1, 0, 0])).motion.pose_at(1).position
    array([1., 0., 0.])
    """

    shape: Shape
    motion: Motion

    __slots__ = ("motion", "shape")

    def __init__(self, shape: Shape, motion: Motion) -> None:
        if not isinstance(motion, Motion):
            raise TypeError(f"motion: a motion is needed, not {type(motion).__name__}")
        object.__setattr__(self, "shape", _shape(shape, "shape"))
        object.__setattr__(self, "motion", motion)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{name}: a Moving cannot be changed")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Moving):
            return NotImplemented
        return bool(self.shape == other.shape and self.motion == other.motion)

    def __hash__(self) -> int:
        return hash((self.shape, self.motion))

    def __repr__(self) -> str:
        return f"Moving({self.shape!r}, {self.motion!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Moving, (self.shape, self.motion)


def _moving(value: object, name: str) -> Moving:
    """A shape, a Placed or a Moving; the first two rest."""
    if isinstance(value, Moving):
        return value
    if isinstance(value, Placed):
        return Moving(value.shape, LinearMotion(value.pose))
    if isinstance(value, Shape):
        return Moving(value, LinearMotion())
    raise TypeError(f"{name}: a Moving, a Placed or a shape is needed, not {type(value).__name__}")


def swept_along(shape: Shape, displacement: ArrayLike) -> Shape:
    """All places of a convex shape on a straight path, in its own frame.

    >>> import graze as gz
    >>> gz.swept_along(gz.Sphere(1), [2, 0, 0]).bounds[1]
    array([3., 1., 1.])
    """
    return _wrapped(_core.swept_along(_shape(shape, "shape"), displacement))


def hull_of_placements(shape: Shape, first: PoseLike, second: PoseLike) -> Shape:
    """The convex hull of a convex shape in two places, world frame.

    >>> import graze as gz
    >>> gz.hull_of_placements(gz.Sphere(1), None, [2, 0, 0, 1, 0, 0, 0]).bounds[1]
    array([3., 1., 1.])
    """
    return _wrapped(_core.hull_of_placements(_shape(shape, "shape"), first, second))


MovingLike = Union[Moving, Placed, Shape]
