"""The broad phase in the manner of python-fcl, on the scene of graze."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from graze import _core
from graze._box_order import boxes_of, closest_first
from graze._poses import Pose
from graze._shapes import Shape
from graze.compat._fcl_data import CollisionResult, DistanceResult
from graze.compat._fcl_objects import CollisionObject, Plane
from graze.compat._fcl_queries import defaultDistanceCallback, touching

Pairs = Iterable["tuple[CollisionObject, CollisionObject]"]


@contextmanager
def _one_query(data: Any) -> Iterator[None]:
    """Clears a result, and lets the answers of pairs add up in it until the query ends."""
    result = getattr(data, "result", None)
    if not isinstance(result, (CollisionResult, DistanceResult)) or result._adding:
        yield
        return
    result.clear()
    data.done = False
    result._adding = True
    try:
        yield
    finally:
        result._adding = False


class _Entry:
    """A registered object, as the world has it."""

    __slots__ = ("key", "object", "pose", "shape")

    def __init__(self, key: int, item: CollisionObject, shape: Shape, pose: Pose) -> None:
        self.key = key
        self.object = item
        self.shape = shape
        self.pose = pose


class DynamicAABBTreeCollisionManager:
    """Many objects, and the pairs of them that collide or are closest.

    `collide` and `distance` take (data, callback), (object, data, callback) or (manager, data, callback).
    Queries take the current transforms and geometries: `setup` and `update` may be called, and do nothing.
    A CollisionData or DistanceData is cleared at the start of a query.

    >>> from graze.compat import fcl
    >>> crates = [fcl.CollisionObject(fcl.Box(1, 1, 1), fcl.Transform([x, 0, 0])) for x in (0, 2, 4)]
    >>> manager = fcl.DynamicAABBTreeCollisionManager()
    >>> manager.registerObjects(crates)
    >>> data = fcl.CollisionData()
    >>> manager.collide(data, fcl.defaultCollisionCallback)
    >>> data.result.is_collision
    False
    >>> crates[1].setTranslation([1, 0, 0])
    >>> manager.collide(data, fcl.defaultCollisionCallback)
    >>> data.result.is_collision, data.result.contacts[0].o1 is crates[0].geometry
    (True, True)
    """

    def __init__(self) -> None:
        self._world = _core.World(1)
        self._entries: dict[int, _Entry] = {}  # by id of the object, in the order of registration
        self._by_key: dict[int, _Entry] = {}

    def registerObject(self, obj: CollisionObject) -> None:
        """Adds an object, once."""
        if not isinstance(obj, CollisionObject):
            raise TypeError(f"obj: a CollisionObject is needed, not {type(obj).__name__}")
        if id(obj) in self._entries:
            return
        shape, pose = obj._geometry.shape, obj._transform._pose
        entry = _Entry(self._world.add(shape, pose, 0.0), obj, shape, pose)
        self._entries[id(obj)] = self._by_key[entry.key] = entry

    def registerObjects(self, other_objs: Iterable[CollisionObject]) -> None:
        """Adds objects."""
        for obj in other_objs:
            self.registerObject(obj)

    def unregisterObject(self, obj: CollisionObject) -> None:
        """Removes an object; without effect when it is not registered."""
        entry = self._entries.pop(id(obj), None)
        if entry is not None:
            del self._by_key[entry.key]
            self._world.remove(entry.key)

    def setup(self) -> None:
        """Does nothing: the tree is always ready."""

    def update(self, arg: CollisionObject | Iterable[CollisionObject] | None = None) -> None:
        """Does nothing: queries take the current transforms."""

    def getObjects(self) -> list[CollisionObject]:
        """In the order of registration."""
        return [entry.object for entry in self._entries.values()]

    def clear(self) -> None:
        """Removes all objects."""
        for obj in self.getObjects():
            self.unregisterObject(obj)

    def empty(self) -> bool:
        """Whether there is no object."""
        return not self._entries

    def size(self) -> int:
        """The number of objects."""
        return len(self._entries)

    def collide(self, *args: Any) -> None:
        """Calls back with (o1, o2, data) for each pair that collides, until the answer is True.

        o1 is of this manager. Pairs come in the order of registration.
        """
        other, data, callback = _forms(args)
        with _one_query(data):
            for o1, o2 in self._colliding(other):
                if callback(o1, o2, data):
                    return

    def distance(self, *args: Any) -> None:
        """Calls back with (o1, o2, data) for pairs that may be the closest; the answer is (stop, distance).

        Pairs that are certainly no closer than the smallest distance so far are left out.
        """
        other, data, callback = _forms(args)
        best = float("inf")
        with _one_query(data):
            for o1, o2 in self._candidates(other, callback, lambda: best):
                stop, value = callback(o1, o2, data)
                best = min(best, value)
                if stop:
                    return

    def _synchronise(self) -> None:
        """Passes on to the world what was moved or changed since the last query."""
        for entry in self._entries.values():
            shape, pose = entry.object._geometry.shape, entry.object._transform._pose
            if shape is not entry.shape:
                self._world.set_shape(entry.key, shape)
                entry.shape = shape
            if pose is not entry.pose:
                self._world.move(entry.key, pose)
                entry.pose = pose

    def _ordered(self, keys: Iterable[int]) -> list[CollisionObject]:
        wanted = set(keys)
        return [entry.object for entry in self._entries.values() if entry.key in wanted]

    def _hitting(self, obj: CollisionObject) -> Pairs:
        """The objects of the manager that collide with one that may be of another."""
        found = self._ordered(self._world.inside(obj._placed()[0]))
        return [(mine, obj) for mine in found if mine is not obj]

    def _colliding(self, other: Any) -> Pairs:
        self._synchronise()
        if isinstance(other, CollisionObject):
            pairs = self._hitting(other)
        elif other is None or other is self:
            rank = {entry.key: i for i, entry in enumerate(self._entries.values())}
            objects = self.getObjects()
            pairs = [(objects[i], objects[j]) for i, j in
                     sorted(sorted((rank[a], rank[b])) for a, b in self._world.overlapping())]
        else:
            pairs = [pair for obj in other.getObjects() for pair in self._hitting(obj)]
        # The world has one side of a plane.
        return (pair for pair in pairs if not _has_plane(pair) or touching(*pair))

    def _candidates(self, other: Any, callback: Any, best: Callable[[], float]) -> Pairs:
        mine = self.getObjects()
        if callback is defaultDistanceCallback and (other is None or other is self) and not _has_plane(mine):
            self._synchronise()
            found = self._world.closest()
            pair = [] if found is None else self._ordered(found[:2])
            return [(pair[0], pair[1])] if pair else []
        theirs = (None if other is None or other is self else
                  [other] if isinstance(other, CollisionObject) else other.getObjects())
        order = closest_first(_boxes(mine), None if theirs is None else _boxes(theirs), best)
        second = mine if theirs is None else theirs
        return ((mine[i], second[j]) for i, j in order if mine[i] is not second[j])


def _has_plane(objects: Iterable[CollisionObject]) -> bool:
    return any(isinstance(obj._geometry, Plane) for obj in objects)


def _boxes(objects: list[CollisionObject]) -> Any:
    return boxes_of([obj._placed()[0] for obj in objects])


def _forms(args: tuple[Any, ...]) -> tuple[Any, Any, Any]:
    """The other object or manager, the data and the callback."""
    if len(args) not in (2, 3) or not callable(args[-1]):
        raise ValueError("arguments: (data, callback), (object, data, callback) or (manager, data, callback)")
    other = args[0] if len(args) == 3 else None
    if len(args) == 3 and not isinstance(other, (CollisionObject, DynamicAABBTreeCollisionManager)):
        raise TypeError(f"a CollisionObject or a manager is needed, not {type(other).__name__}")
    return other, args[-2], args[-1]
