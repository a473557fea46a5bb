"""A collision manager in the manner of trimesh: named meshes, which of them collide, and how close they are.

Objects are shapes of graze, or any with `vertices` and `faces`. Closed, consistently wound ones become
solids, so that what is inside of them collides; others are surfaces. Touching counts as a collision. World
frame; lengths in the unit of the meshes.
"""
from __future__ import annotations

from typing import Any

from graze._box_order import Boxes, boxes_of, closest_first
from graze._core import Separation
from graze._meshes import mesh_of
from graze._pair_data import ContactPoint, contact_points, middle_of, part_of
from graze._poses import Floats, Placed, Pose, PoseLike
from graze._scene import Scene
from graze._shapes import Shape
from graze._values import counted
from graze._verbs import separation

EXTERNAL = "__external"  #: The name of an object that is not in the manager.


class ContactData:
    """A contact of two objects: their `names` as a set, `pair` in order.

    `normal` is unit and points from pair[0] to pair[1], `point` is midway between the surfaces, `depth` >= 0.

    >>> import graze as gz
    >>> manager = gz.CollisionManager()
    >>> _ = manager.add_object("floor", gz.Box([5, 5, 1]))
    >>> hit, contacts = manager.in_collision_single(gz.Sphere(1), [0, 0, 1.5, 1, 0, 0, 0], return_data=True)
    >>> contacts[0].pair, contacts[0].normal, contacts[0].depth
    (('floor', '__external'), array([0., 0., 1.]), 0.5)
    """

    def __init__(self, names: tuple[str, str], contact: ContactPoint) -> None:
        self.names = set(names)
        self.pair = names
        self._parts = {names[1]: contact.part_b, names[0]: contact.part_a}
        self.normal: Floats = contact.normal
        self.point: Floats = contact.position
        self.depth = contact.depth

    def index(self, name: str) -> int:
        """The number of the face of a mesh, by its name; -1 for other shapes."""
        return self._parts[name]

    def __repr__(self) -> str:
        return f"<ContactData of {' and '.join(self.pair)}, depth {self.depth:.6g}>"


class DistanceData:
    """The distance of two objects, minus the depth when they overlap: the middle of certain bounds.

    `separation` has the bounds and can be checked by its `verify`.

    >>> import graze as gz
    >>> manager = gz.CollisionManager()
    >>> _ = manager.add_object("floor", gz.Box([5, 5, 1]))
    >>> distance, data = manager.min_distance_single(gz.Sphere(1), [0, 0, 4, 1, 0, 0, 0], return_data=True)
    >>> data.distance, data.point("floor"), data.separation.verify()
    (2.0, array([0., 0., 1.]), True)
    """

    def __init__(self, names: tuple[str, str], separation: Separation) -> None:
        self.names = set(names)
        self.pair = names
        self.separation = separation
        self.distance = middle_of(separation)
        self._points = {names[1]: separation.point_b, names[0]: separation.point_a}
        self._parts = {names[1]: part_of(separation.b, separation.part_b),
                       names[0]: part_of(separation.a, separation.part_a)}

    def point(self, name: str) -> Floats:
        """The nearest point on an object, world frame."""
        return self._points[name]

    def index(self, name: str) -> int:
        """The number of the nearest face of a mesh; -1 for other shapes, and where an overlap has none."""
        return self._parts[name]

    def __repr__(self) -> str:
        return f"<DistanceData of {' and '.join(self.pair)}: {self.distance:.6g}>"


def shape_of(mesh: Any) -> Shape:
    """A shape of graze for a shape, or for any object with `vertices` and `faces`.

    >>> import graze as gz
    >>> class Tetrahedron:
    ...     vertices = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
    ...     faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]
    >>> gz.manager.shape_of(Tetrahedron())
    <Mesh of 4 triangles, solid>
    """
    if isinstance(mesh, Shape):
        return mesh
    if not hasattr(mesh, "vertices") or not hasattr(mesh, "faces"):
        raise TypeError(f"mesh: an object with vertices and faces is needed, not {type(mesh).__name__}")
    return mesh_of(mesh.vertices, mesh.faces)


class CollisionManager:
    """Which of many named objects collide, and which are closest.

    The `in_collision` questions answer with a bool, and with names and a list of ContactData where these are
    wanted; the `min_distance` questions with a float (inf when there is nothing), names and a DistanceData.
    An object that is not in the manager is named "__external". A mesh is built once for each question: to ask
    often, make its shape by `graze.manager.shape_of`.

    >>> import graze as gz
    >>> manager = gz.CollisionManager()
    >>> _ = manager.add_object("left", gz.Box([1, 1, 1]))
    >>> _ = manager.add_object("right", gz.Box([1, 1, 1]), [2, 0, 0, 1, 0, 0, 0])
    >>> manager.in_collision_internal(return_names=True)
    (True, {('left', 'right')})
    >>> manager.set_transform("right", [5, 0, 0, 1, 0, 0, 0])
    >>> manager.min_distance_internal(return_names=True)
    (3.0, ('left', 'right'))
    """

    def __init__(self) -> None:
        self._scene = Scene()

    def add_object(self, name: str, mesh: Any, transform: PoseLike = None) -> Shape:
        """Adds an object, in place of one with the name. Returns its shape."""
        shape, pose = shape_of(mesh), Pose.of(transform)
        if name in self._scene:
            self._scene.remove(name)
        self._scene.add(name, shape, pose)
        return shape

    def remove_object(self, name: str) -> None:
        """Removes an object; a ValueError when there is none of the name."""
        self._known(name)
        self._scene.remove(name)

    def set_transform(self, name: str, transform: PoseLike) -> None:
        """Moves an object; a ValueError when there is none of the name."""
        self._known(name)
        self._scene[name].pose = transform  # type: ignore[assignment]

    def in_collision_single(self, mesh: Any, transform: PoseLike = None, return_names: bool = False,
                            return_data: bool = False) -> Any:
        """Whether an object that is not in the manager collides with any that is; names are a set."""
        placed = Placed(shape_of(mesh), Pose.of(transform))
        names = self._scene.objects_in(placed)
        data = [ContactData((name, EXTERNAL), contact) for name in names if return_data
                for contact in contact_points(self._placed(name), placed)]
        return _answer(bool(names), set(names), data, return_names, return_data)

    def in_collision_internal(self, return_names: bool = False, return_data: bool = False) -> Any:
        """Whether any two objects of the manager collide; names are a set of sorted pairs."""
        pairs = [(min(pair), max(pair)) for pair in self._scene.pairs()]
        data = [ContactData((a, b), contact) for a, b in pairs if return_data
                for contact in contact_points(self._placed(a), self._placed(b))]
        return _answer(bool(pairs), set(pairs), data, return_names, return_data)

    def in_collision_other(self, other_manager: CollisionManager, return_names: bool = False,
                           return_data: bool = False) -> Any:
        """Whether an object of this manager collides with one of another; names are pairs (this, other)."""
        pairs = [(a, b) for b in other_manager._scene
                 for a in self._scene.objects_in(other_manager._placed(b))]
        data = [ContactData((a, b), contact) for a, b in pairs if return_data
                for contact in contact_points(self._placed(a), other_manager._placed(b))]
        return _answer(bool(pairs), set(pairs), data, return_names, return_data)

    def min_distance_single(self, mesh: Any, transform: PoseLike = None, return_name: bool = False,
                            return_data: bool = False) -> Any:
        """The smallest distance of an object that is not in the manager to any that is, and its name."""
        placed = Placed(shape_of(mesh), Pose.of(transform))
        best = _closest(self._all(), {EXTERNAL: placed})
        return _nearest(best, None if best is None else best.pair[0], return_name, return_data)

    def min_distance_internal(self, return_names: bool = False, return_data: bool = False) -> Any:
        """The smallest distance of two objects of the manager, and their names, sorted."""
        found = self._scene.closest()
        best = None if found is None else DistanceData((found.a, found.b), found.separation)
        names = None if best is None else (min(best.pair), max(best.pair))
        return _nearest(best, names, return_names, return_data)

    def min_distance_other(self, other_manager: CollisionManager, return_names: bool = False,
                           return_data: bool = False) -> Any:
        """The smallest distance of an object of this manager to one of another, and names (this, other)."""
        best = _closest(self._all(), other_manager._all())
        return _nearest(best, None if best is None else best.pair, return_names, return_data)

    def _known(self, name: str) -> None:
        if name not in self._scene:
            raise ValueError(f"{name} not in collision manager!")

    def _placed(self, name: str) -> Placed:
        return self._scene[name].placed

    def _all(self) -> dict[str, Placed]:
        return {name: self._placed(name) for name in self._scene}

    def __repr__(self) -> str:
        return f"<CollisionManager of {counted(len(self._scene), 'object')}>"


def _closest(mine: dict[str, Placed], theirs: dict[str, Placed]) -> DistanceData | None:
    """The pair of the smallest distance; the first of equal ones in the order of boxes."""
    best: DistanceData | None = None
    left, right = list(mine), list(theirs)
    boxes: tuple[Boxes, Boxes] = boxes_of(list(mine.values())), boxes_of(list(theirs.values()))
    for i, j in closest_first(*boxes, lambda: float("inf") if best is None else best.distance):
        data = DistanceData((left[i], right[j]), separation(mine[left[i]], theirs[right[j]]))
        if best is None or data.distance < best.distance:
            best = data
    return best


def _answer(hit: bool, names: Any, data: list[ContactData], with_names: bool, with_data: bool) -> Any:
    answer = (hit, *([names] if with_names else []), *([data] if with_data else []))
    return answer if len(answer) > 1 else hit


def _nearest(best: DistanceData | None, names: Any, with_names: bool, with_data: bool) -> Any:
    distance = float("inf") if best is None else best.distance
    answer = (distance, *([names] if with_names else []), *([best] if with_data else []))
    return answer if len(answer) > 1 else distance
