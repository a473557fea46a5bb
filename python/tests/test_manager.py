"""graze.CollisionManager: what the documentation of trimesh promises of its own."""
import numpy as np
import pytest
from conftest import CUBE_FACES, CUBE_VERTICES, random_poses

import graze as gz


class Mesh:
    """What trimesh's meshes have: vertices and faces, of any dtype and class."""

    def __init__(self, vertices, faces):
        self.vertices, self.faces = vertices, faces


UNIT = Mesh(CUBE_VERTICES - 0.5, CUBE_FACES)


def at(x, y=0.0, z=0.0):
    transform = np.eye(4)
    transform[:3, 3] = x, y, z
    return transform


def box(lower, upper):
    """By its bounds, as trimesh.creation.box(bounds=[lower, upper])."""
    lower, upper = np.array(lower, dtype=float), np.array(upper, dtype=float)
    return Mesh(lower + CUBE_VERTICES * (upper - lower), CUBE_FACES)


def manager_of(**objects):
    manager = gz.CollisionManager()
    for name, transform in objects.items():
        manager.add_object(name, UNIT, transform)
    return manager


def test_one_against_many():
    manager = manager_of(cube0=None, cube1=at(5))
    assert manager.in_collision_single(UNIT) is True
    hit, names, contacts = manager.in_collision_single(UNIT, at(5.5), True, True)
    assert hit is True and names == {"cube1"}
    for contact in contacts:
        assert contact.names == {"cube1", "__external"} and contact.depth == pytest.approx(0.5)
        assert contact.point.shape == (3,) and abs(contact.point[0] - 5.25) < 1e-9
        assert np.allclose(contact.normal, [1, 0, 0])
    # the indices are faces of the sides that overlap: x = 5.5 of cube1, x = 5 of the other
    assert all(np.allclose(UNIT.vertices[CUBE_FACES[c.index("cube1")], 0], 0.5) for c in contacts)
    assert all(np.allclose(UNIT.vertices[CUBE_FACES[c.index("__external")], 0], -0.5) for c in contacts)
    assert manager.in_collision_single(UNIT, at(-5), True, True) == (False, set(), [])
    assert manager.in_collision_single(UNIT, at(-5), return_data=True) == (False, [])


def test_objects_are_added_moved_replaced_and_removed():
    manager = manager_of(cube0=None, cube1=at(5))
    assert manager.in_collision_internal() is False
    assert manager.in_collision_internal(return_names=True, return_data=True) == (False, set(), [])
    manager.add_object("cube2", UNIT, at(5))
    hit, names = manager.in_collision_internal(return_names=True)
    assert hit is True and names == {("cube1", "cube2")}
    manager.set_transform("cube2", at(-5))
    assert manager.in_collision_internal() is False
    manager.set_transform("cube2", at(5))
    assert manager.in_collision_internal() is True
    manager.remove_object("cube2")
    assert manager.in_collision_internal() is False
    manager.add_object("cube0", UNIT, at(5.5))  # in place of the one with the name
    hit, names, contacts = manager.in_collision_internal(return_names=True, return_data=True)
    assert names == {("cube0", "cube1")} and {c.pair for c in contacts} == {("cube0", "cube1")}
    assert np.allclose(contacts[0].normal, [-1, 0, 0])
    for call in (lambda: manager.remove_object("cube2"), lambda: manager.set_transform("cube2", at(0))):
        with pytest.raises(ValueError, match="cube2 not in collision manager"):
            call()


def test_manager_against_manager():
    mine, theirs = manager_of(cube0=None, cube1=at(5)), manager_of(cube0=at(-5))
    assert mine.in_collision_other(theirs) is False
    theirs.add_object("cube3", UNIT, at(5.75))
    assert mine.in_collision_other(theirs) is True
    hit, names, contacts = mine.in_collision_other(theirs, return_names=True, return_data=True)
    assert hit is True and names == {("cube1", "cube3")}  # this manager's name is first
    assert contacts[0].names == {"cube1", "cube3"} and np.allclose(contacts[0].normal, [1, 0, 0])
    assert theirs.in_collision_other(mine, return_names=True) == (True, {("cube3", "cube1")})


def test_distances_of_one_to_many():
    manager = manager_of(cube1=at(5))
    assert manager.min_distance_single(UNIT) == pytest.approx(4)
    assert manager.min_distance_single(UNIT, at(5.75)) == pytest.approx(-0.25)  # overlaps are negative
    distance, name = manager.min_distance_single(UNIT, return_name=True)
    assert distance == pytest.approx(4) and name == "cube1"
    manager.add_object("cube2", UNIT, at(-5))
    assert manager.min_distance_single(UNIT, at(2), return_name=True) == (pytest.approx(2), "cube1")
    distance, name, data = manager.min_distance_single(UNIT, at(-2), return_name=True, return_data=True)
    assert distance == data.distance == pytest.approx(2) and name == "cube2"
    assert data.names == {"cube2", "__external"}
    assert data.point("cube2")[0] == pytest.approx(-4.5)
    assert data.point("__external")[0] == pytest.approx(-2.5)
    assert np.allclose(UNIT.vertices[CUBE_FACES[data.index("cube2")]][:, 0].max(), 0.5)
    assert data.separation.lower <= 2 <= data.separation.upper and data.separation.verify()


def test_distances_inside_of_a_manager_and_to_another():
    manager = manager_of(cube1=at(5), cube2=at(-5))
    assert manager.min_distance_internal() == pytest.approx(9)
    assert manager.min_distance_internal(return_names=True) == (pytest.approx(9), ("cube1", "cube2"))
    manager.add_object("cube3", UNIT, at(2))
    assert manager.min_distance_internal(return_names=True) == (pytest.approx(2), ("cube1", "cube3"))
    manager.set_transform("cube3", at(-2))
    assert manager.min_distance_internal(return_names=True) == (pytest.approx(2), ("cube2", "cube3"))

    mine, theirs = manager_of(cube0=None, cube1=at(5)), manager_of(cube4=at(-5))
    distance, names, data = mine.min_distance_other(theirs, return_names=True, return_data=True)
    assert distance == pytest.approx(4) and names == ("cube0", "cube4")
    assert np.linalg.norm(data.point(names[0]) - data.point(names[1])) == pytest.approx(distance)
    theirs.add_object("cube5", UNIT, at(-2))
    distance, names, data = mine.min_distance_other(theirs, return_names=True, return_data=True)
    assert distance == pytest.approx(1) and names == ("cube0", "cube5")
    assert np.linalg.norm(data.point("cube0") - data.point("cube5")) == pytest.approx(1)


def test_nothing_has_no_distance():
    empty = gz.CollisionManager()
    assert empty.in_collision_internal() is False and empty.in_collision_single(UNIT) is False
    assert empty.min_distance_internal() == empty.min_distance_single(UNIT) == np.inf
    assert empty.min_distance_other(empty, return_names=True, return_data=True) == (np.inf, None, None)


def test_boxes_that_share_a_face_collide():
    """The case of trimesh 1860: of one size and of different sizes alike."""
    for lower in ([0, 0, 0], [-1, 0, 0]):
        manager = gz.CollisionManager()
        manager.add_object("box1", box(lower, [1, 1, 1]))
        manager.add_object("box2", box([0, 1, 0], [1, 2, 1]))
        hit, names, contacts = manager.in_collision_internal(return_names=True, return_data=True)
        assert hit is True and names == {("box1", "box2")} and len(contacts) >= 1
        assert all(c.depth == pytest.approx(0, abs=1e-12) and abs(c.point[1] - 1) < 1e-12 for c in contacts)
        assert manager.min_distance_internal() == pytest.approx(0, abs=1e-12)
        manager.set_transform("box2", at(0, 1e-9))
        assert manager.in_collision_internal() is False
        assert manager.min_distance_internal() == pytest.approx(1e-9)


def test_the_distance_is_that_of_the_nearest_object():
    """The case of trimesh 1055: slices of one object, each against many."""
    poses = random_poses(60, seed=4, spread=6.0)
    manager, bodies = gz.CollisionManager(), []
    for i, pose in enumerate(poses):
        manager.add_object(str(i), UNIT, pose)
        bodies.append(gz.Placed(gz.manager.shape_of(UNIT), pose))
    for z in np.linspace(-3, 3, 7):
        ball = gz.Placed(gz.Sphere(0.5), [0, 0, z, 1, 0, 0, 0])
        brute = [gz.separation(body, ball) for body in bodies]
        nearest = min(range(60), key=lambda i: brute[i].lower)
        distance, name, data = manager.min_distance_single(gz.Sphere(0.5), at(0, 0, z), True, True)
        assert name == str(nearest) and data.separation == brute[nearest]


def test_meshes_of_any_kind_are_taken():
    shape_of = gz.manager.shape_of
    assert shape_of(UNIT).kind == "solid" and shape_of(Mesh(CUBE_VERTICES, CUBE_FACES[1:])).kind == "surface"
    soup = Mesh(CUBE_VERTICES[CUBE_FACES].reshape(-1, 3), np.arange(36).reshape(12, 3))
    assert shape_of(soup).kind == "solid" and len(shape_of(soup).triangles) == 12
    inward = Mesh(CUBE_VERTICES, CUBE_FACES[:, ::-1])
    assert shape_of(inward).kind == "solid"
    assert shape_of(Mesh(CUBE_VERTICES.astype(np.float32), CUBE_FACES.tolist())).kind == "solid"
    assert shape_of(gz.Sphere(1)) == gz.Sphere(1)
    for bad, kind in ((object(), TypeError), (None, TypeError),
                      (Mesh(CUBE_VERTICES, CUBE_FACES + 9), ValueError),
                      (Mesh(np.full((8, 3), np.nan), CUBE_FACES), ValueError)):
        with pytest.raises(kind):
            shape_of(bad)
    manager = manager_of(hall=None)
    for call in (lambda: manager.add_object("hall", UNIT, np.eye(3)), lambda: manager.add_object(3, UNIT),
                 lambda: manager.in_collision_single(UNIT, np.full((4, 4), np.nan))):
        with pytest.raises((TypeError, ValueError)):
            call()
    assert manager.in_collision_single(UNIT) is True  # the failed call changed nothing
    assert "1 object>" in repr(manager)


def test_what_is_inside_collides():
    manager = gz.CollisionManager()
    manager.add_object("hall", box([-9, -9, -9], [9, 9, 9]))
    assert manager.in_collision_single(UNIT, return_names=True) == (True, {"hall"})
    assert manager.min_distance_single(UNIT) == pytest.approx(-9.5)
