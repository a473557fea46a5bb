"""Robots among obstacles: whether a configuration overlaps anything, and how far it is from it."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Union

import numpy as np
import numpy.typing as npt

from graze import _core
from graze._path_answers import PathCertificate, PathClearance, PathClearances
from graze._poses import ArrayLike, Floats, Placed
from graze._cell_answers import Clearance, Clearances, Names
from graze._joint_paths import JointPath
from graze._robots import Robot, _items, _text
from graze._scene import Scene
from graze._shapes import Shape, _wrapped
from graze._values import counted

#: A scene, or placed shapes by name.
Obstacles = Union[Scene, "Mapping[str, Shape | Placed]", None]
#: One path, many, or an array (E, K, n) of E paths through K waypoints each.
Paths = Union[JointPath, Sequence[JointPath], ArrayLike]


def _obstacles_of(obstacles: Any) -> dict[str, Placed]:
    if obstacles is None:
        return {}
    if isinstance(obstacles, Scene):
        return {name: item.placed for name, item in obstacles.items()}
    if not isinstance(obstacles, Mapping):
        raise TypeError(f"obstacles: a Scene or a mapping of names is needed, not {type(obstacles).__name__}")
    for name, item in obstacles.items():
        if not isinstance(item, (Shape, Placed)):
            raise TypeError(f"obstacles[{name!r}]: a shape or a Placed is needed, not {type(item).__name__}")
    return {_text(name, "obstacles"): item if isinstance(item, Placed) else Placed(item)
            for name, item in obstacles.items()}


def _paddings_of(padding: Any, default: Any) -> tuple[float, dict[str, float]]:
    """The padding of links that are not named, and of those that are."""
    others = _core.number(default, "default_padding")
    if isinstance(padding, Mapping):
        return others, {_text(k, "padding"): _core.number(x, f"padding[{k!r}]") for k, x in padding.items()}
    every = _core.number(padding, "padding")
    if every < 0:
        raise ValueError("padding: below 0")
    if every > 0 and others > 0:
        raise ValueError("default_padding: padding is of all links; give a mapping for some")
    return max(every, others) if others >= 0 else others, {}


def _allowed_of(allowed: Any) -> tuple[tuple[str, str], ...]:
    pairs = []
    for i, item in enumerate(_items(allowed, "allowed", "pairs (link, obstacle)")):
        if not isinstance(item, (tuple, list)) or len(item) != 2:
            raise TypeError(f"allowed[{i}]: a link and an obstacle are needed")
        pairs.append((_text(item[0], f"allowed[{i}]"), _text(item[1], f"allowed[{i}]")))
    return tuple(pairs)


class RobotCell(_core.RobotCellBase):
    """A robot, or several, among obstacles at rest: a snapshot of a scene, or shapes by name.

    All points within `padding` of a link belong to it: one for all links, or a mapping of links with
    `default_padding` for the others. Pairs in `allowed`, (link, obstacle), may touch. Bodies that do not move
    and rest on each other, such as a base on its table, are not tested: `resting` lists them; with
    `leave_out_resting=False` they are tested too, and touch. Configurations of several robots follow each
    other in one row of numbers. Limits of joints are not checked here: see `Robot.check` and
    `JointPath.check`. World frame. Immutable.

    >>> import graze as gz
    >>> bar = gz.Placed(gz.Box([0.5, 0.1, 0.1]), [0.5, 0, 0, 1, 0, 0, 0])
    >>> links = [gz.RobotLink("base"), gz.RobotLink("arm", bar)]
    >>> arm = gz.Robot(links, [gz.RobotJoint("turn", "revolute", "base", "arm", limits=(-2, 2))])
    >>> cell = gz.RobotCell(arm, {"post": gz.Placed(gz.Sphere(0.2), [0, 2, 0, 1, 0, 0, 0])})
    >>> near = cell.clearance([np.pi / 2])
    >>> near.names, near.lower <= 0.8 <= near.upper, cell.overlaps([[0.0], [1.0]])
    (('arm', 'post'), True, array([False, False]))
    """

    _robots: tuple[Robot, ...]
    _options: tuple[Any, ...]
    _things: dict[str, Placed]

    def __init__(self, robots: Robot | Sequence[Robot], obstacles: Obstacles = None, *,
                 padding: float | Mapping[str, float] = 0.0, default_padding: float = 0.0,
                 allowed: Sequence[tuple[str, str]] = (), self_collision: bool = True,
                 leave_out_resting: bool = True) -> None:
        given = (robots,) if isinstance(robots, Robot) else _items(robots, "robots", "Robot")
        for i, robot in enumerate(given):
            if not isinstance(robot, Robot):
                raise TypeError(f"robots[{i}]: a Robot is needed, not {type(robot).__name__}")
        self._keep(given, _obstacles_of(obstacles),
                   (*_paddings_of(padding, default_padding), _allowed_of(allowed), self_collision,
                    leave_out_resting))

    def _keep(self, robots: tuple[Robot, ...], things: dict[str, Placed], options: tuple[Any, ...]) -> None:
        made = _core.build_robot_cell(robots, list(things.items()), options)
        _core.RobotCellBase.__init__(self, made)
        self._robots, self._things, self._options = robots, things, options

    @property
    def robots(self) -> tuple[Robot, ...]:
        """In the order of their values in a configuration."""
        return self._robots

    @property
    def obstacles(self) -> dict[str, Placed]:
        """By name, in their order."""
        return dict(self._things)

    @property
    def joint_names(self) -> list[str]:
        """Of the values of a configuration, of all robots."""
        return [name for robot in self._robots for name in robot.joint_names]

    @property
    def limits(self) -> Floats:
        """Of the values of a configuration, (n, 2), of all robots."""
        return np.concatenate([robot.limits for robot in self._robots] or [np.empty((0, 2))])

    @property
    def tested_pairs(self) -> npt.NDArray[np.int64]:
        """The pairs of bodies that are tested (M, 2), by their numbers in `body_names`."""
        return self._tested_pairs()

    @property
    def resting(self) -> npt.NDArray[np.int64]:
        """The pairs of bodies that rest on each other and are not tested (M, 2), by their numbers: neither
        moves, and without padding they are neither apart nor deep in each other by more than a millionth of
        the robots' reach.

        >>> import graze as gz
        >>> robot = gz.Robot([gz.RobotLink("base", gz.Box([1, 1, 1]))])
        >>> cell = gz.RobotCell(robot, {"floor": gz.HalfSpace([0, 0, 1], -1)})
        >>> [cell.names_of(pair) for pair in cell.resting.tolist()], cell.overlaps([])
        ([('base', 'floor')], False)
        """
        return self._resting()

    def bodies_at(self, q: ArrayLike) -> list[Placed]:
        """Where a configuration has the bodies, in the order of `body_names`, with their padding."""
        return self._placed(q)

    def names_of(self, pair: tuple[int, int] | None) -> Names | None:
        """What two bodies are called, by their numbers."""
        if pair is None:
            return None
        names = self.body_names
        return names[pair[0]], names[pair[1]]

    def overlaps(self, q: ArrayLike, *, threads: int = 1) -> Any:
        """Whether a configuration (n,) overlaps anything: a bool; of many (N, n) an array. Touching counts,
        too close to call too."""
        return self._overlaps(q, threads)

    def clearance(self, q: ArrayLike, *, gradient: bool = True, limit: float | None = None,
                  tolerance: float | None = None, threads: int = 1) -> Any:
        """The least signed distance of all pairs at a configuration (n,): Clearance; of many (N, n)
        Clearances, as arrays.

        Distances above `limit` are not of interest: the lower bound is then at least that, and the pair is
        any, or None. `tolerance` is that of `separation`; gradients take 1e-12 at most.
        """
        found = self._clearance(q, (gradient, limit, tolerance), threads)
        if isinstance(found, _core.ClearanceBase):
            return Clearance(found, self)
        return Clearances(found, self)

    def path_clearance(self, path: Paths, wanted: float = 0.0, goal: str = "measure", *,
                       relative_accuracy: float = 0.01, absolute_accuracy: float = 1e-4,
                       tolerance: float = 1e-6, max_cells: int = 0, threads: int = 1) -> Any:
        """Whether a whole path keeps the wanted clearance, between its waypoints too: PathClearance. A path
        is a JointPath, or an array (K, n) of waypoints; of a list of paths, or an array (E, K, n) of E paths
        through K waypoints, PathClearances.

        The goal is to "measure" the clearance, to `relative_accuracy` or `absolute_accuracy`, or to "decide"
        whether `wanted` is kept, which is faster. Paths that come as close to what is wanted as `tolerance`,
        relative to the reach of the robots, are open. `max_cells` limits the stretches of time that are
        examined; 0: a million.

        >>> import graze as gz
        >>> slide = gz.RobotJoint("slide", "prismatic", "base", "ball", axis=[1, 0, 0], limits=(-5, 5))
        >>> robot = gz.Robot([gz.RobotLink("base"), gz.RobotLink("ball", gz.Sphere(1))], [slide])
        >>> cell = gz.RobotCell(robot, {"wall": gz.HalfSpace([-1, 0, 0], -4)})
        >>> edges = cell.path_clearance([[[0], [2]], [[0], [4]]])
        >>> edges.answers, edges[0].lower <= 1 <= edges[0].upper, edges[1].time.contains(0.75)
        (array(['free', 'hit'], dtype='<U4'), True, True)
        """
        options = (wanted, goal, relative_accuracy, absolute_accuracy, tolerance, max_cells)
        path = _waypoints(path)
        if isinstance(path, JointPath):
            return PathClearance(_core.path_clearance(self, path, options, threads), self, path)
        kept = _kept(path)
        return PathClearances(_core.path_clearance(self, kept, options, threads), self, kept)

    def certify(self, path: Paths, wanted: float = 0.0, goal: str = "measure", *,
                relative_accuracy: float = 0.01, absolute_accuracy: float = 1e-4, tolerance: float = 1e-6,
                max_cells: int = 0, threads: int = 1) -> Any:
        """`path_clearance` that keeps its proof: PathCertificate; of many paths a list of them."""
        options = (wanted, goal, relative_accuracy, absolute_accuracy, tolerance, max_cells)
        path = _waypoints(path)
        if isinstance(path, JointPath):
            return PathCertificate(_core.certify_path(self, path, options, threads), self, path)
        kept = _kept(path)
        return [PathCertificate(one, self, _path_in(kept, i))
                for i, one in enumerate(_core.certify_path(self, kept, options, threads))]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RobotCell):
            return NotImplemented
        if self is other:
            return True
        return (self._robots == other._robots and self._options == other._options
                and list(self._things.items()) == list(other._things.items()))

    def __hash__(self) -> int:
        return hash((self._robots, tuple(self._things)))

    def __copy__(self) -> RobotCell:
        return self

    def __deepcopy__(self, memo: Any) -> RobotCell:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _cell_again, (self._robots, self._things, self._options)

    def __repr__(self) -> str:
        if not _core.initialised(self):
            return object.__repr__(self)
        robots, obstacles = counted(len(self._robots), "robot"), counted(len(self._things), "obstacle")
        return f"<RobotCell of {robots} and {obstacles}, {counted(self.joint_count, 'value')}>"


def _waypoints(path: Any) -> Any:
    """Waypoints (K, n) as their path, anything else as it is."""
    if isinstance(path, np.ndarray):
        return JointPath(path) if path.ndim == 2 else path
    numbers = isinstance(path, (list, tuple)) and len(path) > 0 and isinstance(path[0], (list, tuple))
    if numbers and all(isinstance(value, (int, float)) for value in path[0]):
        return JointPath(path)
    return path


def _kept(paths: Any) -> list[JointPath] | Floats:
    """The paths of a batch, whatever the caller does with its list or array."""
    if isinstance(paths, (list, tuple)) and any(isinstance(path, JointPath) for path in paths):
        return list(paths)
    rows = _core.copied(paths, "path")
    return [] if rows.shape == (0,) else rows


def _path_in(paths: list[JointPath] | Floats, i: int) -> JointPath:
    path = paths[i]
    return path if isinstance(path, JointPath) else JointPath(path)


def _cell_again(robots: tuple[Robot, ...], things: dict[str, Placed], options: tuple[Any, ...]) -> RobotCell:
    cell = RobotCell.__new__(RobotCell)
    cell._keep(robots, things, options)
    return cell


def point_cloud(points: ArrayLike, radius: float) -> Shape:
    """Balls of one radius around points (N, 3), as one obstacle in a tree.

    >>> import graze as gz
    >>> gz.point_cloud([[0, 0, 0], [1, 0, 0]], 0.1).bounds[1]
    array([1.1, 0.1, 0.1])
    """
    return _wrapped(_core.point_cloud(points, radius))


def voxels(centres: ArrayLike, half_extent: float) -> Shape:
    """Cubes of one size around centres (N, 3), as one obstacle in a tree.

    >>> import graze as gz
    >>> gz.voxels([[0, 0, 0], [1, 0, 0]], 0.5).bounds[1]
    array([1.5, 0.5, 0.5])
    """
    return _wrapped(_core.voxels(centres, half_extent))
