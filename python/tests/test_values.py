"""Answers as values: pickles, ==, hashes, copies and texts, of single answers and of arrays of them."""
import copy
import pickle

import numpy as np
import pytest
from conftest import COMPOSITE, CONVEX, SHAPES, random_poses

import graze as gz

BOX, CONE, SOLID = CONVEX["Box"], CONVEX["Cone"], COMPOSITE["solid"]
POSES = random_poses(30, spread=1.2)
RAYS = np.random.default_rng(4).normal(size=(30, 3))


def at(x, y=0.0, z=0.0):
    return [x, y, z, 1, 0, 0, 0]


def moving(x):
    return gz.Moving(gz.Sphere(0.5), gz.LinearMotion(at(x), displacement=[-3, 0, 0]))


BATCHES = {
    "Separations": lambda poses: gz.separation(BOX, CONE, b_pose=poses, tolerance=1e-4),
    "Separations of meshes": lambda poses: gz.separation(SOLID, CONE, b_pose=poses),
    "Separations of a list": lambda poses: gz.separation([BOX, SOLID] * (len(poses) // 2), CONE,
                                                         b_pose=poses),
    "Separations of both sides": lambda poses: gz.separation(BOX, CONE, poses[::-1], poses),
    "Verdicts": lambda poses: gz.decide(SOLID, BOX, b_pose=poses),
    "ContactManifolds": lambda poses: gz.contacts(BOX, CONE, b_pose=poses),
    "RayHits": lambda poses: gz.raycast(SOLID, poses[:, :3, 3] * 2, RAYS[:len(poses)]),
    "CastHits": lambda poses: gz.translational_cast(BOX, CONE, -poses[:, :3, 3], b_pose=poses),
    "Impacts": lambda poses: gz.time_of_impact(BOX, [moving(x) for x in poses[:, 0, 3] + 2]),
}


@pytest.mark.parametrize("name", BATCHES)
def test_batches_are_values(name):
    ask = BATCHES[name]
    batch, same, other = ask(POSES), ask(POSES.copy()), ask(POSES[::-1].copy())
    again = pickle.loads(pickle.dumps(batch))
    for equal in (same, again, copy.copy(batch), copy.deepcopy(batch)):
        assert equal == batch and hash(equal) == hash(batch) and not equal != batch and len(equal) == 30
        assert equal[7] == batch[7] and list(equal) == list(batch)
    assert batch != other and batch != ask(POSES[:28]) and batch != 3
    assert type(batch).__name__ in repr(batch) and "30" in repr(batch)
    kept = [item for item in again if item is not None]
    assert [item.verify() for item in kept[:5]] == [item.verify() for item in batch if item is not None][:5]
    if hasattr(kept[0], "b"):
        assert all(x.a == y.a and x.b == y.b for x, y in zip(again, batch) if x is not None)


@pytest.mark.parametrize("ask", BATCHES.values(), ids=BATCHES)
def test_items_of_batches_are_values(ask):
    for item in ask(POSES):
        again = pickle.loads(pickle.dumps(item))
        assert again == item and (item is None or (hash(again) == hash(item) and repr(again) == repr(item)))


def test_texts_of_batches_sum_up():
    poses = [at(x) for x in (0, 0.4, 5)]
    ball = gz.Sphere(0.5)
    assert repr(gz.separation(ball, ball, b_pose=poses)) == "<Separations of 3 pairs, 2 of them overlapping>"
    assert repr(gz.decide(ball, ball, b_pose=poses)) == "<Verdicts of 3 pairs: 1 disjoint, 2 intersecting>"
    assert repr(gz.raycast(ball, [[-2, 0, 0], [-2, 3, 0]], [1, 0, 0])) == "<RayHits of 2 rays, 1 of them hit>"
    assert repr(gz.contacts(BOX, BOX, b_pose=[at(0.9), at(3)])) == "<ContactManifolds of 2 pairs, 4 points>"
    assert repr(gz.time_of_impact(BOX, [moving(2), moving(9)])) == "<Impacts of 2 pairs, 1 of them hit>"
    assert repr(gz.translational_cast(ball, ball, [[-4, 0, 0], [4, 0, 0]], b_pose=at(3))) == (
        "<CastHits of 2 pairs, 1 of them hit>")


def test_one_thing_is_in_the_singular():
    ball = gz.Sphere(0.5)
    assert repr(gz.raycast(ball, [[-2, 0, 0]], [1, 0, 0])) == "<RayHits of 1 ray, 1 of them hit>"
    assert repr(gz.contacts(ball, ball, b_pose=[at(0.9)])) == "<ContactManifolds of 1 pair, 1 point>"
    assert repr(gz.time_of_impact(BOX, [moving(2)])) == "<Impacts of 1 pair, 1 of them hit>"
    assert repr(gz.translational_cast(ball, ball, [[-4, 0, 0]], b_pose=at(3))) == (
        "<CastHits of 1 pair, 1 of them hit>")


def test_texts_of_shapes_name_their_parts_and_margin():
    ball, box = gz.Sphere(1), gz.Box([1, 2, 3])
    assert repr(box.rounded(0.5)) == f"<Rounded of {box!r}, margin 0.5>"
    assert repr(SOLID.rounded(0.25)) == "<Mesh of 12 triangles, solid, margin 0.25>"
    assert repr(gz.minkowski_sum(box, gz.Cone(1, 1))) == (
        f"<MinkowskiSum of {box!r} and Cone(radius=1.0, half_height=1.0)>")
    assert repr(gz.Cone(1, 1).scaled([1, 2, 1])) == "<AffineImage of Cone(radius=1.0, half_height=1.0)>"
    assert repr(gz.convex_hull_of([ball, box, ball])) == "<HullOfShapes of 3 shapes>"
    assert len({repr(shape) for shape in (SOLID, SOLID.rounded(0.1), SOLID.rounded(0.2))}) == 3


@pytest.mark.parametrize("ask", BATCHES.values(), ids=BATCHES)
def test_slices_of_batches_are_lists(ask):
    batch = ask(POSES)
    items = list(batch)
    for part in (slice(2, 5), slice(None, None, -7), slice(-3, None), slice(40, 50)):
        assert batch[part] == items[part]
    with pytest.raises(ValueError):
        batch[::0]
    with pytest.raises(TypeError, match="index|indices"):
        batch["lower"]


def test_numbers_of_values_that_cannot_change_are_read_only():
    """A write to one of them would be lost: they are made anew for each reader."""
    pose, hull = gz.Pose.about([0, 0, 1], 0.5, [1, 2, 3]), CONVEX["ConvexHull"]
    for array in (pose.position, pose.rotation, pose.quaternion, gz.Box([1, 1, 1]).half_extents,
                  SOLID.vertices, SOLID.triangles, hull.vertices, COMPOSITE["HeightField"].heights):
        assert array.flags.owndata
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 9
        again = array.copy()
        again[0] = 9  # a copy is the caller's
    for own in (pose.matrix, np.array(pose), gz.separation(BOX, CONE).normal):
        own[0] = 9


def test_many_intervals_have_what_one_has():
    points = random_poses(20)[:, :3, 3] * 2
    many = gz.signed_distance(SOLID, points)
    one = [gz.signed_distance(SOLID, point) for point in points]
    assert many.middle.tolist() == [i.middle for i in one] and many.width.tolist() == [i.width for i in one]
    assert many.contains(many.middle).all() and not many.contains(many.upper + 1).any()
    assert gz.Interval(-1.0, 3.0).middle == 1.0


def test_products_of_poses_and_matrices_are_poses():
    left, right = gz.Pose.about([0, 0, 1], 0.5, [1, 2, 3]), gz.Pose.about([1, 0, 0], 1.5, [3, 2, 1])
    expected = left @ right
    for product in (left @ right.matrix, left.matrix @ right, left @ right.matrix.tolist()):
        assert product == expected and type(product) is gz.Pose
    assert np.allclose(expected.matrix, left.matrix @ right.matrix)
    assert np.allclose((left @ left.inverse()).matrix, np.eye(4))


def verdicts_of_every_kind():
    found = {}
    for a, b in [("Box", "Cone"), ("solid", "Box"), ("surface", "Triangle"), ("Triangle", "Segment"),
                 ("Compound", "solid"), ("HeightField", "Sphere"), ("Box", "Box")]:
        for pose in random_poses(12, seed=len(a + b), spread=0.9):
            for method in ("automatic", "fourier_motzkin") if a == b == "Box" else ("automatic",):
                verdict = gz.decide(SHAPES[a], SHAPES[b], b_pose=pose, method=method)
                found.setdefault(verdict.proof["kind"], verdict)
    found["closeness"] = gz.decide(gz.Sphere(0.5), gz.Sphere(0.5), b_pose=at(1 / 3, 2 / 3, 2 / 3))
    return found


def test_verdicts_are_compared_with_their_proofs():
    found = verdicts_of_every_kind()
    assert len(found) >= 6
    for kind, verdict in found.items():
        again = pickle.loads(pickle.dumps(verdict))
        assert again == verdict and hash(again) == hash(verdict) and again.verify() == verdict.verify(), kind
        assert repr(again.proof) == repr(verdict.proof)
    gjk, sat = (gz.decide(BOX, BOX, b_pose=at(3, 0.2, 0.1), method=m) for m in ("gjk", "sat"))
    assert gjk.answer == sat.answer and gjk.proof["kind"] == sat.proof["kind"] and gjk != sat


def test_the_same_numbers_about_other_inputs_are_another_answer():
    far = gz.separation(gz.Sphere(1), gz.Sphere(1), b_pose=at(3))
    moved = gz.separation(gz.Sphere(1), gz.Sphere(1), a_pose=at(0), b_pose=at(3))
    rounded = gz.separation(gz.Point([0, 0, 0]).rounded(1), gz.Sphere(1), b_pose=at(3))
    assert far == moved and far != rounded
    left, right = (gz.decide(gz.Box([1, 1, z]), gz.Sphere(1), b_pose=at(3)) for z in (1, 2))
    assert left.answer == right.answer and left != right


OTHER_BYTES = {"short": lambda b: b[:-1], "long": lambda b: b + b"x", "none": lambda b: b"",
               "ones": lambda b: b"\xff" * len(b), "int": lambda b: 3}


@pytest.mark.parametrize("bytes_of", OTHER_BYTES.values(), ids=OTHER_BYTES)
def test_other_bytes_are_refused(bytes_of):
    for answer in (gz.decide(SOLID, BOX, b_pose=at(3)), gz.separation(BOX, CONE, b_pose=at(2)),
                   gz.contacts(BOX, BOX, b_pose=at(0.5))):
        make, (name, *inputs, data) = answer.__reduce__()
        assert make(name, *inputs, data) == answer
        with pytest.raises((ValueError, TypeError), match="answer|bytes"):
            make(name, *inputs, bytes_of(data))


def test_tuples_with_arrays_are_values():
    start = np.array([[0, 0, 1], [-1, -1, 0], [1, -1, 0], [0, 2, 0]], float)
    end = start * [1, 1, -1]
    tree = gz.ObbTree(SOLID)
    square = gz.frames.Frame("cuboid", np.zeros(2), np.eye(2))
    asked = [
        lambda x: gz.signed_distance(BOX, [[x, 0, 0], [3, 0, 0]]),
        lambda x: gz.raycast_all(SOLID, [-3, 0.3, 0.4 + x / 9], [1, 0, 0])[0],
        lambda x: gz.vertex_face_impact([start + x / 9], [end]),
        lambda x: gz.vertex_face_impact(start + x / 9, end),
        lambda x: gz.deforming_impact((start[1:], start[1:], [[0, 1, 2]]),
                                      (start[1:] + 1 + x / 9, start[1:] - 1, [[0, 1, 2]])),
        lambda x: gz.find_collisions(tree, tree, b_pose=at(x)),
        lambda x: gz.steady_contact(BOX, BOX, velocity_b=[-4, 0, 0], b_pose=[at(3 + x), at(9)]),
        lambda x: gz.frames.intersect(square, square._replace(origin=np.array([x, 0.1]))),
        lambda x: gz.intersecting_triangles(SOLID, SOLID, b_pose=at(x)),
        lambda x: gz.time_of_impact(BOX, moving(2 + x)).contacts()[0],
        lambda x: gz.explain(BOX, CONE, b_pose=at(2 + x)),
    ]
    for ask in asked:
        one, same, other = ask(0.25), ask(0.25), ask(0.5)
        assert one == same and hash(one) == hash(same) and not one != same and one != other and one != 3
        assert pickle.loads(pickle.dumps(one)) == one


def test_lists_of_poses_are_arrays_of_them():
    matrices = random_poses(9)
    answer = gz.separation(BOX, CONE, b_pose=matrices)
    poses = [gz.Pose.of(matrix) for matrix in matrices]
    split = [(m[:3, :3], m[:3, 3]) for m in matrices]
    mixed = [poses[0], matrices[1], split[2], matrices[3].tolist(), *poses[4:]]
    for form in (poses, tuple(poses), list(matrices), tuple(matrices), mixed, split):
        assert gz.separation(BOX, CONE, b_pose=form) == answer
        assert np.array_equal(gz.box_of(BOX, form)[0], gz.box_of(BOX, matrices)[0])
        assert gz.SampledMotion(form) == gz.SampledMotion(matrices)
    both = gz.separation(BOX, CONE, b_pose=(poses[0], poses[1]))
    assert len(both) == 2 and both[1] == answer[1]
    sevens = [np.array(at(x)) for x in (1, 2)]
    assert len(gz.separation(BOX, CONE, b_pose=sevens)) == 2
    assert gz.separation(BOX, CONE, b_pose=list(matrices[0])) == answer[0]  # four rows are one pose
    with pytest.raises(ValueError, match=r"b_pose\[1\]: not a rotation"):
        gz.overlaps(BOX, CONE, b_pose=[poses[0], np.diag([2, 1, 1, 1.0])])
    with pytest.raises(TypeError, match=r"b_pose\[2\]: a pose is needed, not None"):
        gz.overlaps(BOX, CONE, b_pose=[poses[0], poses[1], None])
    with pytest.raises(ValueError, match=r"b_pose\[1\]: one pose is needed, not 9"):
        gz.overlaps(BOX, CONE, b_pose=[poses[0], matrices])


class Raising:
    """What a program passes whose own conversion fails."""

    def __init__(self, fault):
        self.fault = fault

    def __array__(self, *arguments, **options):
        raise self.fault

    def __float__(self):
        raise self.fault

    def __index__(self):
        raise self.fault


FAULTS = [KeyboardInterrupt(), TypeError("mine"), ValueError("mine"), OSError(3, "mine"), SystemExit(3),
          MemoryError()]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
def test_what_a_conversion_raises_comes_out_unchanged(fault):
    value = Raising(fault)
    calls = [lambda: gz.overlaps(BOX, BOX, b_pose=value),
             lambda: gz.overlaps(BOX, BOX, b_pose=[value, value]),
             lambda: gz.Box(value), lambda: gz.Sphere(value), lambda: gz.ConvexHull(value),
             lambda: gz.Mesh(value, [[0, 1, 2]]), lambda: gz.Mesh(np.eye(3), value),
             lambda: gz.raycast(BOX, value, [1, 0, 0]), lambda: gz.signed_distance(BOX, value),
             lambda: gz.overlaps(BOX, BOX, threads=value, b_pose=POSES),
             lambda: gz.doctor(value, [[0, 1, 2]])]
    for call in calls:
        with pytest.raises(type(fault)) as caught:
            call()
        assert caught.value is fault


def test_distances_are_intervals():
    gap = gz.separation(gz.Sphere(1), gz.Sphere(1), b_pose=[3, 0, 0, 1, 0, 0, 0])
    assert gap.distance == gz.Interval(gap.lower, gap.upper) and gap.distance.contains(1.0)
    manifold = gz.contacts(gz.Sphere(1), gz.Sphere(1), b_pose=[1.5, 0, 0, 1, 0, 0, 0])
    assert manifold.distance == (manifold.lower, manifold.upper) and "of 1 point," in repr(manifold)


def test_meshes_of_other_libraries_are_taken_by_name():
    class Foreign:
        vertices, faces = gz.generate.box([1, 1, 1])

    assert gz.Mesh.of(Foreign()) == gz.Mesh(Foreign.vertices, Foreign.faces, kind="solid")
    assert gz.Mesh.of(Foreign(), kind="surface").kind == "surface"
    for call, text in ((lambda: gz.overlaps(Foreign(), gz.Sphere(1)), "not Foreign; Mesh.of makes one"),
                       (lambda: gz.Placed(Foreign()), "not Foreign; Mesh.of makes one"),
                       (lambda: gz.Mesh.of(3), "mesh: an object with vertices and faces is needed, not int")):
        with pytest.raises(TypeError, match=text):
            call()
