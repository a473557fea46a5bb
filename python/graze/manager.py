"""A collision manager in the manner of trimesh: named meshes, and which of them collide.

Objects are shapes of graze, or any with `vertices` and `faces`. Closed, consistently wound ones become
solids, so that what is inside of them collides; others are surfaces. Touching counts as a collision.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from graze._poses import ArrayLike, Floats, Placed, Pose
from graze._scene import Scene
from graze._shapes import Mesh, Shape
from graze._verbs import contact_manifolds, doctor, overlaps, separation


class ContactData:
    """A contact of two objects."""

    def __init__(self, names: tuple[str, str], normal: Floats, point: Floats, depth: float) -> None:
        self.names = set(names)
        self.normal = normal
        self.point = point
        self.depth = depth

    def __repr__(self) -> str:
        return f"<ContactData of {' and '.join(sorted(self.names))}, depth {self.depth:.6g}>"


class DistanceData:
    """The distance of two objects: negative is a depth. `point(name)` is the nearest point on an object."""

    def __init__(self, names: tuple[str, str], gap: Any) -> None:
        self.names = set(names)
        self.pair = names
        self.distance: float = 0.5 * (gap.lower + gap.upper)
        self.separation = gap
        self._points: dict[str, Floats] = {names[0]: gap.point_a, names[1]: gap.point_b}

    def point(self, name: str) -> Floats:
        return self._points[name]

    def __repr__(self) -> str:
        return f"<DistanceData of {' and '.join(sorted(self.names))}: {self.distance:.6g}>"


def shape_of(mesh: Any) -> Shape:
    """A shape of graze for a shape, or for any object with `vertices` and `faces`."""
    if isinstance(mesh, Shape):
        return mesh
    if not hasattr(mesh, "vertices") or not hasattr(mesh, "faces"):
        raise TypeError(f"mesh: an object with vertices and faces is needed, not {type(mesh).__name__}")
    vertices, faces = np.asarray(mesh.vertices), np.asarray(mesh.faces)
    kind = "solid" if doctor(vertices, faces).fit_for_solid else "surface"
    return Mesh(vertices, faces, kind=kind)


def _pose(transform: ArrayLike | None) -> Pose:
    return Pose.of(transform)


class CollisionManager:
    """Which of many named objects collide.

    >>> import graze as gz
    >>> manager = gz.CollisionManager()
    >>> _ = manager.add_object("left", gz.Box([1, 1, 1]))
    >>> _ = manager.add_object("right", gz.Box([1, 1, 1]), [2, 0, 0, 1, 0, 0, 0])
    >>> manager.in_collision_internal(return_names=True)
    (True, {('left', 'right')})
    """

    def __init__(self) -> None:
        self._scene = Scene()

    def add_object(self, name: str, mesh: Any, transform: ArrayLike | None = None) -> Shape:
        """Adds an object, in place of one with the name. Returns its shape."""
        shape = shape_of(mesh)
        if name in self._scene:
            self._scene.remove(name)
        self._scene.add(name, shape, _pose(transform))
        return shape

    def remove_object(self, name: str) -> None:
        """Removes an object; a ValueError when there is none of the name."""
        self._known(name)
        self._scene.remove(name)

    def set_transform(self, name: str, transform: ArrayLike) -> None:
        """Moves an object; a ValueError when there is none of the name."""
        self._known(name)
        self._scene[name].pose = transform  # type: ignore[assignment]

    def _known(self, name: str) -> None:
        if name not in self._scene:
            raise ValueError(f"{name} not in collision manager!")

    def in_collision_single(self, mesh: Any, transform: ArrayLike | None = None, return_names: bool = False,
                            return_data: bool = False) -> Any:
        """Whether an object that is not in the manager collides with any that is."""
        placed = Placed(shape_of(mesh), _pose(transform))
        names = self._scene.objects_in(placed)
        data = [contact for name in names if return_data
                for contact in _contacts((name, "__external"), self._placed(name), placed)]
        return _answer(bool(names), set(names), data, return_names, return_data)

    def in_collision_internal(self, return_names: bool = False, return_data: bool = False) -> Any:
        """Whether any two objects of the manager collide; names come as sorted pairs."""
        pairs = [tuple(sorted(pair)) for pair in self._scene.pairs()]
        data = [contact for a, b in pairs if return_data
                for contact in _contacts((a, b), self._placed(a), self._placed(b))]
        return _answer(bool(pairs), set(pairs), data, return_names, return_data)

    def in_collision_other(self, other_manager: CollisionManager, return_names: bool = False,
                           return_data: bool = False) -> Any:
        """Whether an object of this manager collides with one of another; names are (this, other)."""
        pairs = [(a, b) for a in self._scene for b in other_manager._scene
                 if overlaps(self._placed(a), other_manager._placed(b))]
        data = [contact for a, b in pairs if return_data
                for contact in _contacts((a, b), self._placed(a), other_manager._placed(b))]
        return _answer(bool(pairs), set(pairs), data, return_names, return_data)

    def min_distance_single(self, mesh: Any, transform: ArrayLike | None = None, return_name: bool = False,
                            return_data: bool = False) -> Any:
        """The smallest distance of an object that is not in the manager to any that is."""
        placed = Placed(shape_of(mesh), _pose(transform))
        found = [DistanceData((name, "__external"), separation(self._placed(name), placed))
                 for name in self._scene]
        best = min(found, key=lambda data: data.distance, default=None)
        name = None if best is None else next(iter(best.names - {"__external"}), "__external")
        return _nearest(best, name, return_name, return_data)

    def min_distance_internal(self, return_names: bool = False, return_data: bool = False) -> Any:
        """The smallest distance of two objects of the manager."""
        closest = self._scene.closest()
        best = None if closest is None else DistanceData((closest.a, closest.b), closest.separation)
        names = None if closest is None else tuple(sorted((closest.a, closest.b)))
        return _nearest(best, names, return_names, return_data)

    def min_distance_other(self, other_manager: CollisionManager, return_names: bool = False,
                           return_data: bool = False) -> Any:
        """The smallest distance of an object of this manager to one of another."""
        found = [((a, b), separation(self._placed(a), other_manager._placed(b)))
                 for a in self._scene for b in other_manager._scene]
        best = min((DistanceData(pair, gap) for pair, gap in found), key=lambda data: data.distance,
                   default=None)
        return _nearest(best, None if best is None else best.pair, return_names, return_data)

    def _placed(self, name: str) -> Placed:
        return self._scene[name].placed


def _contacts(names: tuple[str, str], a: Placed, b: Placed) -> list[ContactData]:
    return [ContactData(names, manifold.normal, point, float(depth))
            for manifold in contact_manifolds(a, b)
            for point, depth in zip(manifold.positions, manifold.depths)]


def _answer(hit: bool, names: Any, data: list[ContactData], with_names: bool, with_data: bool) -> Any:
    answer = (hit, *([names] if with_names else []), *([data] if with_data else []))
    return answer if len(answer) > 1 else hit


def _nearest(best: DistanceData | None, names: Any, with_names: bool, with_data: bool) -> Any:
    distance = float("inf") if best is None else best.distance
    answer = (distance, *([names] if with_names else []), *([best] if with_data else []))
    return answer if len(answer) > 1 else distance
