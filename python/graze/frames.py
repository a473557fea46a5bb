"""Parallelepipeds and tetrahedra in space, parallelograms and triangles in the plane, still or moving:
whether they intersect, by Fourier-Motzkin elimination, and the box of what they have in common; and objects
as trees of such frames, by which worlds of them are searched for collisions."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Union

import numpy as np
import numpy.typing as npt

from graze import _core
from graze._enums import Status
from graze._poses import ArrayLike, Floats, Interval, Pose, PoseLike, _one_of
from graze._shapes import Indices, Shape
from graze._values import by_values, counted


@by_values
class Frame(NamedTuple):
    """A "cuboid": origin + Σ t_i components[i] with 0 <= t_i <= 1; or a "tetrahedron" (in the plane a
    triangle): also Σ t_i <= 1. Two or three dimensions. `velocity` is per unit of time, over [0, 1]."""

    kind: str
    origin: ArrayLike
    components: ArrayLike
    velocity: ArrayLike | None = None


@by_values
class FrameOverlap(NamedTuple):
    """Whether two frames intersect; the corners of a box around their common points, of hits; when; a common
    point; multipliers that prove a miss. `verified`: the answer was checked without the elimination."""

    hit: bool
    box: tuple[Floats, Floats]
    time: Interval
    witness: Floats
    witness_time: float
    status: Status
    rows: int
    farkas: dict[str, Any]
    verified: bool


#: One frame, or a list of them.
Frames = Union[Frame, Sequence[Frame]]


def _listed(frames: Any, name: str) -> tuple[list[Frame], bool]:
    """The frames, and whether they are many."""
    if isinstance(frames, Frame):
        return [frames], False
    if not isinstance(frames, (list, tuple)):
        raise TypeError(f"{name}: a Frame or a list of them is needed, not {type(frames).__name__}")
    for i, frame in enumerate(frames):
        if not isinstance(frame, Frame):
            raise TypeError(f"{name}[{i}]: a Frame is needed, not {type(frame).__name__}")
    return list(frames), True


def _paired(a: Any, b: Any) -> tuple[list[Frame], list[Frame], bool, int]:
    """Both lists, whether there are many pairs, and the dimensions."""
    left, many_a = _listed(a, "a")
    right, many_b = _listed(b, "b")
    if many_a and many_b and len(left) != len(right):
        raise ValueError(f"b: {len(right)} frames, and a has {len(left)}")
    size = len(_core.numbers(left[0].origin, "a.origin")) if left and right else 3
    if size not in (2, 3):
        raise ValueError(f"a.origin: shape ({size},); a frame has two or three dimensions")
    return left, right, many_a or many_b, size


def intersect(a: Frames, b: Frames, *, open: bool = False, box: str = "tight", threads: int = 1) -> Any:
    """Intersects two frames: FrameOverlap; of lists of frames a list of them. With `open` only interiors
    count. `box` is "tight", "elimination" or "none".

    >>> square = Frame("cuboid", [0, 0], [[1, 0], [0, 1]])
    >>> found = intersect(square, square._replace(origin=[0.5, 0.5]))
    >>> found.hit, found.box[0], found.verified
    (True, array([0.5, 0.5]), True)
    """
    left, right, many, size = _paired(a, b)
    _one_of(box, "box", ("none", "elimination", "tight"))
    overlaps = []
    for fields in _core.intersect_frames(size, left, right, (open, box, many), threads):
        fields["time"] = Interval(*fields["time"])
        overlaps.append(FrameOverlap(**fields))
    return overlaps if many else overlaps[0]


def overlaps(a: Frames, b: Frames, *, method: str = "separating_axes", threads: int = 1) -> Any:
    """Whether two frames overlap, touching counts: a bool; of lists of frames an array. By "separating_axes",
    the cheapest question about frames, or by "elimination".

    >>> square = Frame("cuboid", [0, 0], [[1, 0], [0, 1]])
    >>> overlaps(square, [square._replace(origin=[x, 0.5]) for x in (0.5, 1, 1.5)])
    array([ True,  True, False])
    """
    left, right, many, size = _paired(a, b)
    _one_of(method, "method", ("separating_axes", "elimination"))
    hits = _core.overlapping_frames(size, left, right, (method, many), threads)
    return hits if many else bool(hits[0])


class FrameTree:
    """An object as a tree of frames of three dimensions: the root covers it, children lie in their parent and
    together cover what it covers, leaves are part of the object. Local frame. Immutable.

    `nodes` are frames, the root first, and `children` (N, 2) the first child of each and their number.
    `build_frame_tree` and `cover_by_frames` make trees of meshes and of solids.

    >>> left, right = (Frame("cuboid", [x, 0, 0], [[1, 0, 0], [0, 1, 0], [0, 0, 1]]) for x in (0, 1))
    >>> both = Frame("cuboid", [0, 0, 0], [[2, 0, 0], [0, 1, 0], [0, 0, 1]])
    >>> FrameTree([both, left, right], [[1, 2], [0, 0], [0, 0]])
    <FrameTree of 3 nodes, 2 leaves, 2 levels>
    """

    __slots__ = ("_base",)
    _base: _core.FrameTreeBase

    def __init__(self, nodes: Sequence[Frame], children: ArrayLike) -> None:
        listed, _ = _listed(list(nodes) if isinstance(nodes, tuple) else nodes, "nodes")
        links = np.asarray(children)
        if links.shape != (len(listed), 2):
            raise ValueError(f"children: shape {links.shape}; ({len(listed)}, 2) is needed")
        for i, frame in enumerate(listed):
            if frame.velocity is not None:
                raise ValueError(f"nodes[{i}]: a frame of a tree has no velocity")
        self._base = _core.frame_tree_of_nodes(listed, links.tolist())

    @classmethod
    def _of(cls, base: _core.FrameTreeBase) -> FrameTree:
        tree = cls.__new__(cls)
        tree._base = base
        return tree

    @property
    def nodes(self) -> list[Frame]:
        """The root first; inner nodes as they are searched, which may be a little larger than given."""
        kinds, origins, components, _ = self._base._nodes
        return [Frame(*fields) for fields in zip(kinds, origins, components)]

    @property
    def children(self) -> Indices:
        """(N, 2): the first child of each node, and their number."""
        return self._base._nodes[3]

    @property
    def node_count(self) -> int:
        return self._base._node_count

    @property
    def leaf_count(self) -> int:
        """The number of leaves."""
        return self._base._leaf_count

    @property
    def depth(self) -> int:
        return self._base._depth

    @property
    def reach(self) -> float:
        """No point of the root is farther from the local origin; a few times the largest distance at most."""
        return self._base._reach

    def __repr__(self) -> str:
        return f"<FrameTree of {self.node_count} nodes, {self.leaf_count} leaves, {self.depth} levels>"


def build_frame_tree(vertices: ArrayLike, tetrahedra: ArrayLike, *, fan_out: int = 8) -> FrameTree:
    """A tree over the tetrahedra (M, 4) of vertices (N, 3), each a leaf; inner nodes are boxes of `fan_out`
    children at most, 0: all tetrahedra below the root.

    >>> build_frame_tree(*tetrahedra_of_torus(rings=12)).leaf_count
    60
    """
    return FrameTree._of(_core.build_frame_tree(vertices, tetrahedra, fan_out))


def tetrahedra_of_torus(major_radius: float = 1.0, minor_radius: float = 0.25, rings: int = 40,
                        cells: int = 1) -> tuple[Floats, Indices]:
    """Vertices and tetrahedra, 5 · rings · cells² of them, that cover a torus around the local z axis.

    >>> tetrahedra_of_torus(rings=12)[1].shape
    (60, 4)
    """
    return _core.tetrahedra_of_torus((major_radius, minor_radius, rings, cells))


def cover_by_frames(solid: Shape, *, max_leaves: int = 256, max_levels: int = 16) -> FrameTree:
    """A tree of boxes around a solid mesh, a compound or a bounded convex shape, in its local frame: the
    leaves together cover it, and the more there are, at most 2**20, the closer they lie.

    >>> import graze as gz
    >>> gz.frames.cover_by_frames(gz.Sphere(1), max_leaves=64).leaf_count > 8
    True
    """
    return FrameTree._of(_core.cover_by_frames(solid, max_leaves, max_levels))


@by_values
class FrameCollisions(NamedTuple):
    """Pairs of leaves that overlap: `objects` (K, 2) by number, `nodes` (K, 2) of their trees, a box around
    what they have in common as two corners (K, 3) each, world frame; and the work of the search."""

    objects: npt.NDArray[np.uint32]
    nodes: npt.NDArray[np.uint32]
    boxes: tuple[Floats, Floats]
    work: dict[str, int]


def _search(prune: bool, by_tree: bool, box: str, method: str) -> tuple[bool, bool, str, str]:
    _one_of(box, "box", ("none", "elimination", "tight"))
    _one_of(method, "method", ("separating_axes", "elimination"))
    return prune, by_tree, box, method


def _trees(a: Any, b: Any) -> tuple[_core.FrameTreeBase, _core.FrameTreeBase]:
    for tree, name in ((a, "a"), (b, "b")):
        if not isinstance(tree, FrameTree):
            raise TypeError(f"{name}: a FrameTree is needed, not {type(tree).__name__}")
    return a._base, b._base


def search_collisions(a: FrameTree, b: FrameTree, a_pose: PoseLike = None, b_pose: PoseLike = None, *,
                      prune: bool = True, box: str = "elimination", method: str = "separating_axes",
                      threads: int = 1) -> Any:
    """All pairs of leaves in which two trees overlap: FrameCollisions with a as object 0 and b as object 1;
    of many poses a list of them.

    `method`, and whether children are left out by the box in which their parents overlap (`prune`), change
    the cost alone. `box` is that of the contacts: "none", "elimination" or "tight".

    >>> import graze as gz
    >>> ring = build_frame_tree(*tetrahedra_of_torus(rings=12))
    >>> len(search_collisions(ring, ring, b_pose=[1.9, 0, 0, 1, 0, 0, 0]).nodes) > 0
    True
    """
    found = _core.search_frame_trees(_trees(a, b), (a_pose, b_pose), _search(prune, True, box, method),
                                     threads)
    return [FrameCollisions(*one) for one in found] if isinstance(found, list) else FrameCollisions(*found)


def collide(a: FrameTree, b: FrameTree, a_pose: PoseLike = None, b_pose: PoseLike = None, *,
            prune: bool = True, method: str = "separating_axes", threads: int = 1) -> Any:
    """Whether two trees overlap: a bool; of many poses an array.

    >>> ring = build_frame_tree(*tetrahedra_of_torus(rings=12))
    >>> collide(ring, ring, b_pose=[[1.9, 0, 0, 1, 0, 0, 0], [9, 0, 0, 1, 0, 0, 0]])
    array([ True, False])
    """
    return _core.frame_trees_collide(_trees(a, b), (a_pose, b_pose), _search(prune, True, "none", method),
                                     threads)


class FrameObject(NamedTuple):
    """A tree in its place. Objects of one group, a number, never collide with each other."""

    tree: FrameTree
    pose: PoseLike = None
    group: int | None = None


class CollidingObjects(NamedTuple):
    """The numbers of objects, ascending, and the work of the search."""

    objects: npt.NDArray[np.uint32]
    work: dict[str, int]


class FrameWorld:
    """Many placed trees of frames, by number in the order given. Searches may run in many threads at once.

    >>> ring = build_frame_tree(*tetrahedra_of_torus(rings=12))
    >>> world = FrameWorld([FrameObject(ring, [1.9 * i, 0, 0, 1, 0, 0, 0]) for i in range(4)])
    >>> world.colliding_objects(1).objects
    array([0, 2], dtype=uint32)
    >>> world.move(2, [99, 0, 0, 1, 0, 0, 0])
    >>> np.unique(world.search_collisions().objects, axis=0)
    array([[0, 1]], dtype=uint32)
    """

    __slots__ = ("_base",)

    def __init__(self, objects: Sequence[FrameObject]) -> None:
        if not isinstance(objects, (list, tuple)):
            raise TypeError(f"objects: a list of FrameObject is needed, not {type(objects).__name__}")
        items = []
        for i, item in enumerate(objects):
            if not isinstance(item, FrameObject) or not isinstance(item.tree, FrameTree):
                raise TypeError(f"objects[{i}]: a FrameObject with a FrameTree is needed")
            items.append((item.tree._base, item.pose, item.group))
        self._base = _core.FrameWorldBase(items)

    def __len__(self) -> int:
        return self._base._size()

    def pose(self, object: int) -> Pose:
        """Where an object is."""
        return self._base._pose(object)

    def bounds(self, object: int) -> tuple[Floats, Floats]:
        """The corners of an object's box, (3,) each. World frame."""
        return self._base._bounds(object)

    def move(self, object: int, pose: PoseLike) -> None:
        """Moves an object. After many long moves a new world is searched faster."""
        self._base._move(object, pose)

    def search_collisions(self, object: int | None = None, *, prune: bool = True, by_tree: bool = True,
                          box: str = "elimination", method: str = "separating_axes") -> FrameCollisions:
        """All pairs of leaves in which an object overlaps others, as the first of each pair; without
        `object`, of all pairs of objects, each once. `by_tree` changes the cost alone."""
        return FrameCollisions(*self._base._search(object, _search(prune, by_tree, box, method)))

    def colliding_objects(self, object: int, *, prune: bool = True, by_tree: bool = True,
                          method: str = "separating_axes") -> CollidingObjects:
        """The objects that one overlaps: each is left at its first pair of leaves."""
        return CollidingObjects(*self._base._colliding(object, _search(prune, by_tree, "none", method)))

    def __repr__(self) -> str:
        return f"<FrameWorld of {counted(len(self), 'object')}>"


__all__ = ["CollidingObjects", "Frame", "FrameCollisions", "FrameObject", "FrameOverlap", "FrameTree",
           "FrameWorld", "build_frame_tree", "collide", "cover_by_frames", "intersect", "overlaps",
           "search_collisions", "tetrahedra_of_torus"]
