"""Trees of oriented boxes: what two of them have in common, at rest and while they move."""
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from graze import _core
from graze._motions import Motion
from graze._poses import ArrayLike, Floats, Intervals, PoseLike, _one_of
from graze._shapes import Mesh
from graze._values import by_values, counted

_TESTS = ("sat", "sat_lite", "sphere_sat", "sphere_sat_lite")
_STILL = (0.0, 0.0, 0.0)


class ObbTree:
    """A tree of oriented boxes over the triangles of a mesh. Immutable.

    `fit` is "triangles", "points" or "minimum_volume", `split` "centre" or "median".

    >>> import graze as gz
    >>> gz.ObbTree(gz.Mesh(*gz.generate.box([1, 1, 1])), split="median").triangle_count
    12
    """

    __slots__ = ("_base",)

    def __init__(self, mesh: Mesh, *, fit: str = "triangles", split: str = "centre",
                 leaf_size: int = 1) -> None:
        _one_of(fit, "fit", ("triangles", "points", "minimum_volume"))
        _one_of(split, "split", ("centre", "median"))
        self._base = _core.ObbTreeBase(mesh, fit, split, leaf_size)

    @property
    def triangle_count(self) -> int:
        return self._base._triangle_count

    @property
    def node_count(self) -> int:
        return self._base._node_count

    @property
    def depth(self) -> int:
        return self._base._depth

    def __repr__(self) -> str:
        return f"<ObbTree of {counted(self.triangle_count, 'triangle')}, {counted(self.node_count, 'node')}>"


@by_values
class TreeCollisions(NamedTuple):
    """What two oriented trees have in common: `pairs` (K, 2) of triangles (nodes, at a depth limit, where
    `boxes_a` or `boxes_b` is set), of each a common point and a unit normal of either element (K, 3), world
    frame, and the numbers of tests.

    >>> import graze as gz
    >>> tree = gz.ObbTree(gz.Mesh(*gz.generate.box([1, 1, 1])))
    >>> found = gz.find_collisions(tree, tree, b_pose=[0.5, 0, 0, 1, 0, 0, 0], depth_a=0, depth_b=0)
    >>> found.pairs, found.boxes_a
    (array([[0, 0]], dtype=uint32), array([ True]))
    """

    pairs: npt.NDArray[np.uint32]
    boxes_a: npt.NDArray[np.bool_]
    boxes_b: npt.NDArray[np.bool_]
    points: Floats
    normals_a: Floats
    normals_b: Floats
    work: dict[str, int]


@by_values
class MovingTreeCollisions(NamedTuple):
    """The pairs of two moving oriented trees that touch, each with its own times: `pairs`, `boxes_a` and
    `boxes_b` as in TreeCollisions; `first` and `last` contain the first and the last moment of contact,
    `points` are common to both at the first one (`unique`: they share just that), `normals` are unit, from a
    to b, `normals_a` and `normals_b` outward. World frame.

    `deviation` is 0 for trees at constant velocity; of sampled motions, contact that is shallower than this
    may be missing, and elements that stay farther apart than this are never reported.

    >>> import graze as gz
    >>> tree = gz.ObbTree(gz.Mesh(*gz.generate.box([1, 1, 1])))
    >>> found = gz.find_moving_collisions(tree, tree, velocity_b=[-2, 0, 0], b_pose=[3, 0, 0, 1, 0, 0, 0])
    >>> found.first.lower.min() <= 0.5 <= found.first.upper.min(), found.deviation
    (True, 0.0)
    """

    pairs: npt.NDArray[np.uint32]
    boxes_a: npt.NDArray[np.bool_]
    boxes_b: npt.NDArray[np.bool_]
    first: Intervals
    last: Intervals
    points: Floats
    unique: npt.NDArray[np.bool_]
    normals: Floats
    normals_a: Floats
    normals_b: Floats
    deviation: float
    work: dict[str, int]


def _bases(a: Any, b: Any) -> tuple[_core.ObbTreeBase, _core.ObbTreeBase]:
    for tree, name in ((a, "a"), (b, "b")):
        if not isinstance(tree, ObbTree):
            raise TypeError(f"{name}: an ObbTree is needed, not {type(tree).__name__}")
    return a._base, b._base


def find_collisions(a: ObbTree, b: ObbTree, a_pose: PoseLike = None, b_pose: PoseLike = None, *,
                    depth_a: int = -1, depth_b: int = -1, test: str = "sat", first_only: bool = False,
                    threads: int = 1) -> Any:
    """Pairs of triangles of two oriented trees that overlap: TreeCollisions; of many poses a list of them.

    Depths limit how far down the trees are searched, -1: all the way. `test` is how two boxes are separated:
    "sat", "sat_lite" (faces only), with spheres around the boxes first "sphere_sat", "sphere_sat_lite"; the
    pairs of triangles are the same.

    >>> import graze as gz
    >>> tree = gz.ObbTree(gz.Mesh(*gz.generate.box([1, 1, 1])))
    >>> len(gz.find_collisions(tree, tree, b_pose=[0.5, 0.25, 0.125, 1, 0, 0, 0]).pairs) > 0
    True
    """
    _one_of(test, "test", _TESTS)
    found = _core.find_collisions(*_bases(a, b), (a_pose, b_pose), (depth_a, depth_b, test, first_only),
                                  threads)
    if isinstance(found, list):
        return [TreeCollisions(*one) for one in found]
    return TreeCollisions(*found)


def test_collision(a: ObbTree, b: ObbTree, a_pose: PoseLike = None, b_pose: PoseLike = None, *,
                   depth_a: int = -1, depth_b: int = -1, test: str = "sat", threads: int = 1) -> Any:
    """Whether anything of two oriented trees overlaps: a bool; of many poses an array. As `find_collisions`.

    >>> import graze as gz
    >>> tree = gz.ObbTree(gz.Mesh(*gz.generate.box([1, 1, 1])))
    >>> gz.test_collision(tree, tree, b_pose=[[1, 0, 0, 1, 0, 0, 0], [3, 0, 0, 1, 0, 0, 0]])
    array([ True, False])
    """
    _one_of(test, "test", _TESTS)
    return _core.test_collision(*_bases(a, b), (a_pose, b_pose), (depth_a, depth_b, test), threads)


def _moving(found: tuple[Any, ...]) -> MovingTreeCollisions:
    fields = list(found)
    fields[3:5] = [Intervals(*fields[3]), Intervals(*fields[4])]
    return MovingTreeCollisions(*fields)


def find_moving_collisions(a: ObbTree, b: ObbTree, velocity_a: ArrayLike = _STILL,
                           velocity_b: ArrayLike = _STILL, a_pose: PoseLike = None, b_pose: PoseLike = None,
                           *, dt: float = 1.0, depth_a: int = -1, depth_b: int = -1, test: str = "sat",
                           first_only: bool = False, threads: int = 1) -> Any:
    """Pairs of triangles of two oriented trees that touch within `dt` while both move straight, by a velocity
    in world frame, and do not turn: MovingTreeCollisions; of many poses or velocities (N, 3) a list of them.

    A pair that is not reported does not touch. `first_only` reports the earliest contact alone, for less
    work. Depths and `test` as in `find_collisions`.

    >>> import graze as gz
    >>> tree = gz.ObbTree(gz.Mesh(*gz.generate.box([1, 1, 1])))
    >>> hit = gz.find_moving_collisions(tree, tree, velocity_b=[-2, 0, 0], b_pose=[3, 0, 0, 1, 0, 0, 0],
    ...                                 first_only=True)
    >>> len(hit.pairs), hit.first.lower[0] <= 0.5 <= hit.first.upper[0]
    (1, True)
    """
    _one_of(test, "test", _TESTS)
    found = _core.find_moving_collisions(_bases(a, b), (a_pose, b_pose), (velocity_a, velocity_b),
                                         (depth_a, depth_b, test, first_only, dt), threads)
    return [_moving(one) for one in found] if isinstance(found, list) else _moving(found)


def find_sampled_collisions(a: ObbTree, b: ObbTree, motion_a: Motion, motion_b: Motion, steps: int, *,
                            depth_a: int = -1, depth_b: int = -1, test: str = "sat",
                            first_only: bool = False) -> MovingTreeCollisions:
    """The same on any motions, over `steps` equal steps of [0, 1]: in each both trees keep their orientation
    of its start and go straight to the next place. `deviation` bounds what that leaves out, and shrinks with
    the number of steps; `time_of_impact` misses nothing.

    >>> import graze as gz
    >>> tree = gz.ObbTree(gz.Mesh(*gz.generate.box([1, 1, 1])))
    >>> rests = gz.LinearMotion(None, [0, 0, 0])
    >>> turns = gz.ScrewMotion(gz.Pose(position=[2.2, 0, 0]), [2.2, 0, 0], [0, 0, 1], 1.5)
    >>> few, many = (gz.find_sampled_collisions(tree, tree, rests, turns, n) for n in (8, 64))
    >>> len(few.pairs) > 0, 0 < many.deviation < few.deviation
    (True, True)
    """
    _one_of(test, "test", _TESTS)
    return _moving(_core.find_sampled_collisions(_bases(a, b), (motion_a, motion_b),
                                                 (depth_a, depth_b, test, first_only, steps)))
