"""Bad input: one line that names the argument, the index and the rule."""
import numpy as np
import pytest
from conftest import CUBE_FACES, CUBE_VERTICES, random_poses

import graze as gz

BOX, BALL = gz.Box([1, 1, 1]), gz.Sphere(1)
SKIN, SOLID = gz.Mesh(CUBE_VERTICES, CUBE_FACES), gz.Mesh(CUBE_VERTICES, CUBE_FACES, kind="solid")
BENT = np.diag([0.5, 1, 1, 1.0])
FLAT = np.diag([1, 1, -1, 1.0])


def bent_at(i, n=30):
    poses = random_poses(n)
    poses[i, 0, :3] *= 0.83
    return poses


CASES = [
    (lambda: gz.separation(BOX, BALL, b_pose=np.eye(3)), ValueError, "b_pose: shape (3, 3)"),
    (lambda: gz.separation(BOX, BALL, b_pose=np.full((4, 4), np.nan)), ValueError, "b_pose: not finite"),
    (lambda: gz.separation(BOX, BALL, b_pose="no"), TypeError, "b_pose"),
    (lambda: gz.separation(BOX, BALL, b_pose=object()), TypeError, "b_pose"),
    (lambda: gz.separation(BOX, BALL, b_pose=[[1, 2], [3]]), TypeError,
     "b_pose: an array of numbers is needed, and the items of this list differ in shape"),
    (lambda: gz.separation(BOX, BALL, b_pose={"x": 1}), TypeError,
     "b_pose: an array of numbers is needed, not dict"),
    (lambda: gz.separation(BOX, BALL, b_pose=[1, 2, 3]), ValueError,
     "a position alone is Pose(position=...)"),
    (lambda: gz.separation(BOX, BALL, b_pose=([1, 2, 3], np.eye(3))), ValueError,
     "b_pose: R is (3,) and p is (3, 3)"),
    (lambda: gz.separation(BOX, BALL, b_pose=([1, 0, 0, 0], [1, 2, 3])), ValueError,
     "b_pose: R is (4,) and p is (3,)"),
    (lambda: gz.separation(BOX, BALL, b_pose=(1, 2)), ValueError, "b_pose: shape (2,)"),
    (lambda: gz.separation(BOX, BALL, b_pose=np.eye(4) * 1j), TypeError, "b_pose"),
    (lambda: gz.separation(BOX, BALL, b_pose=BENT), ValueError, "b_pose: not a rotation, det = 0.5"),
    (lambda: gz.separation(BOX, BALL, b_pose=FLAT), ValueError, "b_pose: not a rotation, det = -1"),
    (lambda: gz.separation(BOX, BALL, b_pose=np.ones((4, 4))), ValueError, "b_pose"),
    (lambda: gz.separation(BOX, BALL, b_pose=np.eye(4) + np.eye(4)[::-1] * [1, 0, 0, 0]), ValueError,
     "last row"),
    (lambda: gz.separation(BOX, BALL, b_pose=np.zeros(7)), ValueError, "b_pose: a quaternion of length 0"),
    (lambda: gz.separation(BOX, BALL, b_pose=(np.eye(3), [1, 2])), ValueError, "b_pose: R is (3, 3)"),
    (lambda: gz.overlaps(BOX, BALL, b_pose=bent_at(17)), ValueError,
     "b_pose[17]: not a rotation, det = 0.83"),
    (lambda: gz.overlaps(BOX, BALL, a_pose=bent_at(29), threads=2), ValueError, "a_pose[29]"),
    (lambda: gz.overlaps(BOX, BALL, random_poses(3), random_poses(4)), ValueError, "b: 4 items, and a has 3"),
    (lambda: gz.overlaps(BOX, BALL, b_pose=random_poses(3), threads=-1), ValueError, "threads"),
    (lambda: gz.overlaps(BOX, BALL, b_pose=random_poses(3), threads=1.5), TypeError, "threads"),
    (lambda: gz.overlaps(None, BALL), TypeError, "a: a shape"),
    (lambda: gz.overlaps(BOX, gz.Sphere), TypeError,
     "b: a shape, a Placed or a list of them is needed, not the class Sphere"),
    (lambda: gz.Scene().add("ball", gz.Sphere), TypeError, "shape: a shape is needed, not the class Sphere"),
    (lambda: gz.overlaps(BOX, [BALL, 3]), TypeError, "b[1]"),
    (lambda: gz.overlaps(gz.Placed(BOX), BALL, a_pose=np.eye(4)), TypeError, "a_pose: a is a Placed"),
    (lambda: gz.separation(BOX, BALL, tolerance=float("nan")), ValueError, "tolerance"),
    (lambda: gz.separation(BOX, BALL, max_iterations=-1), ValueError, "max_iterations"),
    (lambda: gz.decide(BOX, BALL, method="guess"), ValueError, "method"),
    (lambda: gz.Box([1, 2]), ValueError, "half_extents: shape (2,)"),
    (lambda: gz.Box([1, -2, 1]), ValueError, "half_extents[1]: box has a negative size"),
    (lambda: gz.Box("abc"), TypeError, "half_extents"),
    (lambda: gz.Box(), TypeError, "half_extents"),
    (lambda: gz.Box([1, 1, 1], 2), TypeError, "Box"),
    (lambda: gz.Sphere(None), TypeError, "radius"),
    (lambda: gz.Sphere(10 ** 400), ValueError, "radius"),
    (lambda: gz.Sphere(float("inf")), ValueError, "radius: not finite"),
    (lambda: gz.Sphere(1e200), ValueError, "radius: sphere has a value outside"),
    (lambda: gz.TaperedCapsule(1, -1, 1), ValueError, "radius_top: tapered_capsule has a negative size"),
    (lambda: gz.Triangle([0, 0, 0], [1, 0, 0], [0, 1e200, 0]), ValueError, "c[1]: triangle has a value"),
    (lambda: gz.HalfSpace([0, 0, 1], 1e200), ValueError, "offset: half_space has a value"),
    (lambda: gz.HalfSpace([0, 0, 0]), ValueError, "normal: half_space has a normal of length zero"),
    (lambda: BOX.rounded(-1), ValueError, "radius: rounded has a negative size"),
    (lambda: gz.ConvexHull([[0, 0, 0]] * 5), ValueError, "points"),
    (lambda: gz.ConvexHull(np.empty((0, 3))), ValueError, "points"),
    (lambda: gz.ConvexHull([[0, 0, 0], [1, np.nan, 0]]), ValueError, "points[1]: not finite"),
    (lambda: gz.Mesh(CUBE_VERTICES, CUBE_FACES + 3), ValueError, "triangles[2]: vertex 9 of 8"),
    (lambda: gz.Mesh(CUBE_VERTICES, CUBE_FACES - 1), ValueError, "triangles[0]: vertex -1"),
    (lambda: gz.Mesh(CUBE_VERTICES, CUBE_FACES[1:], kind="solid"), ValueError, "mesh"),
    (lambda: gz.Mesh(CUBE_VERTICES, CUBE_FACES.astype(float)), TypeError, "triangles"),
    (lambda: gz.Mesh(CUBE_VERTICES, CUBE_FACES, kind="liquid"), ValueError, "kind"),
    (lambda: gz.Compound([BOX, 3]), TypeError, "parts[1]"),
    (lambda: gz.Compound([gz.HalfSpace([0, 0, 1])]), ValueError, "parts"),
    (lambda: gz.HeightField(np.zeros(5)), ValueError, "heights"),
    (lambda: gz.raycast(BOX, [0, 0, 0], [0, 0, 0]), ValueError, "direction: a direction of length 0"),
    (lambda: gz.raycast(BOX, np.zeros((4, 3)), np.ones((5, 3))), ValueError, "direction: 5 directions for 4"),
    (lambda: gz.raycast(BOX, [0, 0], [0, 0, 1]), ValueError, "origin"),
    (lambda: gz.signed_distance(BOX, [[0, 0, np.inf]]), ValueError, "point[0]: not finite"),
    (lambda: gz.intersecting_triangles(BOX, BALL), TypeError, "a: a Mesh"),
    (lambda: gz.time_of_impact(BOX, 3), TypeError, "b: a Moving"),
    (lambda: gz.time_of_impact(BOX, BALL, tolerance=0), ValueError, "tolerance"),
    (lambda: gz.Moving(BOX, None), TypeError, "motion"),
    (lambda: gz.SampledMotion(random_poses(1)), ValueError, "motion"),
    (lambda: gz.load("no such file.stl"), ValueError, "no such file.stl"),
    (lambda: gz.load(3), TypeError, "file"),
    (lambda: gz.shape_from_bytes(b"123"), ValueError, "bytes"),
    (lambda: gz.io.save(BOX, "scene.json"), TypeError, "scene: a Scene is needed, not Box"),
    (lambda: gz.frames.cover_by_frames(BOX, max_leaves=10 ** 9), ValueError,
     "max_leaves: not between 1 and 1048576"),
    (lambda: gz.plot([BOX, 3]), TypeError, "shapes[1]: a shape or a Placed is needed, not int"),
    (lambda: gz.plot("box"), TypeError, "shapes: shapes or Placed are needed, not str"),
    (lambda: gz.Scene().raycast([0, 0, 0], [0, 0, 0]), ValueError, "direction: a direction of length 0"),
    (lambda: gz.Pose() @ np.zeros((4, 3)), ValueError, "@: shape (4, 3)"),
    (lambda: np.zeros((2, 4)) @ gz.Pose(), ValueError, "@: shape (2, 4)"),
    (lambda: gz.Pose() @ (np.eye(4) * 2), ValueError, "@: not a rotation, det = 8"),
    (lambda: gz.Pose() @ 3, TypeError, "@: a Pose or a (4, 4) array is needed, not int"),
    (lambda: gz.Pose(rotation=np.eye(3) * 2), ValueError, "rotation: not a rotation, det = 8"),
    (lambda: gz.separation(BOX, BALL, b_pose=random_poses(3))[3], IndexError, "index 3 of 3"),
]


# Single questions.
THREADS = {
    "overlaps": lambda **n: gz.overlaps(BOX, BALL, **n),
    "separation": lambda **n: gz.separation(BOX, BALL, **n),
    "decide": lambda **n: gz.decide(BOX, BALL, **n), "relation": lambda **n: gz.relation(BOX, BALL, **n),
    "common_point": lambda **n: gz.common_point(BOX, BALL, **n),
    "contacts": lambda **n: gz.contacts(BOX, BALL, **n),
    "contact_manifolds": lambda **n: gz.contact_manifolds(BOX, BALL, **n),
    "intersecting_triangles": lambda **n: gz.intersecting_triangles(SKIN, SKIN, **n),
    "raycast": lambda **n: gz.raycast(BOX, [5, 0, 0], [1, 0, 0], **n),
    "raycast_any": lambda **n: gz.raycast_any(BOX, [5, 0, 0], [1, 0, 0], **n),
    "signed_distance": lambda **n: gz.signed_distance(BOX, [5, 0, 0], **n),
    "translational_cast": lambda **n: gz.translational_cast(BOX, BALL, [1, 0, 0], **n),
    "box_of": lambda **n: gz.box_of(BOX, **n),
    "contains": lambda **n: gz.BspTree(SOLID).contains([5, 0, 0], **n),
    "vertex_face_impact": lambda **n: gz.vertex_face_impact(np.eye(4)[:, :3], np.eye(4)[:, :3], **n),
}


@pytest.mark.parametrize("name", THREADS)
def test_the_number_of_threads_is_checked_for_a_single_question_too(name):
    THREADS[name](threads=2)
    with pytest.raises(TypeError, match="threads: a whole number is needed, not str"):
        THREADS[name](threads="all")
    with pytest.raises(ValueError, match="threads: not between 0 and 1024"):
        THREADS[name](threads=-1)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[2])
def test_bad_input_is_refused_in_one_line(case):
    call, kind, text = case
    with pytest.raises(kind) as caught:
        call()
    assert text in str(caught.value) and "\n" not in str(caught.value)


def test_the_first_bad_pose_is_named_for_any_number_of_threads():
    poses = random_poses(5000)
    poses[[4000, 1234, 4999], 0, 0] = 3
    for threads in (1, 2, 4):
        with pytest.raises(ValueError, match=r"b_pose\[1234\]"):
            gz.overlaps(BOX, BALL, b_pose=poses, threads=threads)


def test_huge_views_are_refused_or_answered_without_a_crash():
    wide = np.broadcast_to(np.float64(np.nan), (10 ** 9, 4, 4))
    with pytest.raises((ValueError, MemoryError)):
        gz.overlaps(BOX, BALL, b_pose=wide[:0].reshape(0, 4, 4)[..., :3])
    with pytest.raises((ValueError, MemoryError)):
        gz.ConvexHull(np.broadcast_to(np.nan, (5, 3)))
