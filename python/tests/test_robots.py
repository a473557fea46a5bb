"""Robots, their cells, paths that are proven free, and links that can touch, against placed shapes."""
import copy
import json
import os
import pickle
import signal
import threading
import time

import numpy as np
import pytest

import graze as gz

AT = [1, 0, 0, 0]


def bone(length, radius=0.1):
    """A capsule along x from the origin."""
    return gz.Placed(gz.Capsule(radius, length / 2), gz.Pose.about([0, 1, 0], np.pi / 2, [length / 2, 0, 0]))


def planar_arm(fore=None):
    """Two bones in a plane, with a ball beside the base that the second may reach."""
    links = [gz.RobotLink("base", gz.Placed(gz.Sphere(0.2), [-0.5, 0.9, 0, *AT])),
             gz.RobotLink("upper", bone(1)), gz.RobotLink("fore", bone(1) if fore is None else fore)]
    joints = [gz.RobotJoint("shoulder", "revolute", "base", "upper", limits=(-3, 3)),
              gz.RobotJoint("elbow", "revolute", "upper", "fore", [1, 0, 0, *AT], limits=(-2.5, 2.5))]
    return gz.Robot(links, joints, name="planar")


def spatial_arm(height=0.0):
    """A slide, a turn, a hand on a wrist without limits, and a finger that follows the slide."""
    links = [gz.RobotLink("rail", gz.Box([0.1, 0.1, 0.05])),
             gz.RobotLink("cart", gz.Placed(gz.Box([0.2, 0.1, 0.1]), [0, 0, 0.2, *AT])),
             gz.RobotLink("hand", [gz.Placed(gz.Cone(0.2, 0.3), [0.6, 0, 0.4, *AT]),
                                   gz.Placed(gz.Sphere(0.1), [0.9, 0.2, 0.4, *AT])]),
             gz.RobotLink("finger", gz.Placed(gz.Box([0.05, 0.05, 0.2]), [1.1, 0, 0.5, *AT]))]
    joints = [gz.RobotJoint("slide", "prismatic", "rail", "cart", axis=[1, 0, 0], limits=(-1, 1),
                            neighbours=True),
              gz.RobotJoint("wrist", "continuous", "cart", "hand", [0.1, 0, 0.1, *AT], axis=[0, 1, 2]),
              gz.RobotJoint("follow", "prismatic", "hand", "finger", axis=[0, 0, 1], limits=(-1, 1),
                            mimic=gz.JointMimic("slide", 0.2, 0.05), neighbours=True)]
    return gz.Robot(links, joints, base=gz.Pose.about([0, 0, 1], 0.3, [0, 0.1, height]))


CUBE = gz.Mesh(*gz.Box([0.2, 0.2, 0.2]).triangles_for_display(), kind="solid")
POSTS = {"post": gz.Placed(gz.Cylinder(0.1, 1), [1.2, 1.2, 0, *AT]),
         "cube": gz.Placed(CUBE, [-1.2, -1.1, 0.1, *AT]), "cloud": gz.Placed(
             gz.point_cloud(np.random.default_rng(3).uniform(-0.3, 0.3, (40, 3)) + [1.5, -1, 0], 0.02))}
ARM, SPATIAL = planar_arm(), spatial_arm()
CELL = gz.RobotCell(ARM, POSTS)
CELLS = {"planar": CELL,
         "spatial": gz.RobotCell(SPATIAL, POSTS, padding={"hand": 0.03}, default_padding=0.01),
         "two robots": gz.RobotCell([ARM, spatial_arm(-0.7)], POSTS, allowed=[("rail", "cube")])}


def configurations(cell, count, seed=1):
    """Uniform within the limits; a turn for values without any."""
    lower, upper = np.clip(cell.limits, -np.pi, np.pi).T
    return np.random.default_rng(seed).uniform(lower, upper, (count, cell.joint_count))


def brute_force(cell, q):
    """Least distance of the tested pairs, one by one."""
    bodies = cell.bodies_at(q)
    a, b = zip(*((bodies[i], bodies[j]) for i, j in cell.tested_pairs))
    return gz.separation(list(a), list(b))


# Robots.


def test_links_are_where_the_joints_have_them():
    q = configurations(gz.RobotCell(SPATIAL), 50)
    poses = SPATIAL.place(q, threads=2)
    assert poses.shape == (50, 4, 4, 4) and SPATIAL.joint_names == ["slide", "wrist"]
    for (slide, wrist), placed in zip(q, poses):
        base = gz.Pose.about([0, 0, 1], 0.3, [0, 0.1, 0])
        cart = base @ gz.Pose(position=[slide, 0, 0])
        hand = cart @ gz.Pose(position=[0.1, 0, 0.1]) @ gz.Pose.about([0, 1, 2], wrist)
        finger = hand @ gz.Pose(position=[0, 0, 0.2 * slide + 0.05])
        assert np.allclose(placed, [x.matrix for x in (base, cart, hand, finger)], atol=1e-12)
    one = SPATIAL.place(q[7])
    assert list(one) == SPATIAL.link_names == ["rail", "cart", "hand", "finger"]
    assert all(np.array_equal(pose.matrix, matrix) for pose, matrix in zip(one.values(), poses[7]))
    box = np.stack([q[:5].min(0), q[:5].max(0)], 1)
    low, high, least, most = SPATIAL.bounds_over(box)
    assert (low <= poses[:5, :, :3, :3]).all() and (poses[:5, :, :3, :3] <= high).all()
    assert (least <= poses[:5, :, :3, 3]).all() and (poses[:5, :, :3, 3] <= most).all()
    assert SPATIAL.place(np.empty((0, 2))).shape == (0, 4, 4, 4)


def test_limits_and_descriptions():
    assert ARM.limits.tolist() == [[-3, 3], [-2.5, 2.5]] and ARM.joint_count == 2 and ARM.name == "planar"
    assert SPATIAL.limits[1].tolist() == [-np.inf, np.inf]
    assert SPATIAL.is_angle.tolist() == SPATIAL.is_continuous.tolist() == [False, True]
    assert ARM.check([0, 0]) is None and ARM.neutral().tolist() == [0, 0]
    assert ARM.within_limits([[0, 0], [3.5, 0], [0, -2.6]]).tolist() == [True, False, False]
    assert ARM.within_limits([0, 2.5]) is True
    with pytest.raises(ValueError, match=r"q\[1\]: .*shoulder.*3.5 is outside of its limits, -3 to 3"):
        ARM.check([[0, 0], [3.5, 0]])
    assert [joint.type for joint in SPATIAL.joints] == ["prismatic", "continuous", "prismatic"]
    assert SPATIAL.joints[2].mimic == ("slide", 0.2, 0.05) and ARM.links[1].shapes == (bone(1),)
    assert ARM.exempt("base", "upper") == "adjacent" and ARM.exempt("base", "fore") == "no"
    carrying = ARM.with_body(gz.AttachedBody("part", "fore", gz.Sphere(0.1), may_touch=["upper"]))
    assert carrying.link_names == [*ARM.link_names, "part"] and carrying.attached[0].link == "fore"
    assert carrying.exempt("part", "fore") == "rigid" and carrying.exempt("part", "upper") != "no"
    apart = gz.Robot(ARM.links, ARM.joints, excluded=[("base", "fore", "never close")])
    assert apart.exempt("fore", "base") == "excluded" and apart.excluded == (("base", "fore", "never close"),)
    soft = gz.RobotJoint("j", "revolute", "a", "b", limits=(-2, 2), soft_limits=(-1, 1))
    guarded = gz.Robot([gz.RobotLink("a"), gz.RobotLink("b")], [soft])
    assert guarded.soft_limits.tolist() == [[-1, 1]] and not guarded.within_limits([1.5])
    free = gz.Robot([gz.RobotLink("a"), gz.RobotLink("b")], [gz.RobotJoint("f", "floating", "a", "b")])
    assert free.joint_count == 6 and free.joint_names[0] == "f x"


@pytest.mark.parametrize("make, text", [
    (lambda: gz.Robot([]), "at least one link"),
    (lambda: gz.Robot([gz.RobotLink("a"), gz.RobotLink("a")]), "link"),
    (lambda: gz.Robot([gz.RobotLink("a")], [gz.RobotJoint("j", "fixed", "a", "x")]), "'x' is not a link"),
    (lambda: gz.Robot(ARM.links, [*ARM.joints,
                                  gz.RobotJoint("loop", "fixed", "fore", "base")]), "link|joint"),
    (lambda: gz.RobotJoint("j", "hinge", "a", "b"), "type: "),
    (lambda: gz.RobotJoint("j", "revolute", "a", "b", limits=(np.nan, 1)), "limits: NaN"),
    (lambda: gz.RobotJoint("j", "revolute", "a", "b", limits=(1, 2, 3)), r"limits: shape \(3,\)"),
    (lambda: gz.Robot(ARM.links, [gz.RobotJoint("j", "revolute", "base", "upper", axis=[0, 0, 0])]), "'j'"),
    (lambda: gz.Robot(ARM.links, [gz.RobotJoint("j", "revolute", "base", "upper", limits=(2, 1))]), "'j'"),
    (lambda: ARM.place([1, 2, 3]), r"q: shape \(3,\); a configuration is \(2,\), many are \(N, 2\)"),
    (lambda: ARM.place([[0, 0], [0, np.nan]]), r"q\[1\]: not finite"),
    (lambda: ARM.place([0, 1e200]), "q: a value beyond 1e100"),
    (lambda: ARM.exempt("base", "tool"), "b: the robot has no link 'tool'"),
    (lambda: ARM.bounds_over([[0, 1]]), r"box: shape \(1, 2\)"),
    (lambda: ARM.bounds_over([[0, 1], [1, 0]]), r"box\[1\]: "),
    (lambda: gz.RobotCell(ARM, padding={"tool": 0.1}), "nothing in the cell is called 'tool'"),
    (lambda: gz.RobotCell(ARM, POSTS, allowed=[("fore", "wall")]), "nothing in the cell is called 'wall'"),
    (lambda: gz.RobotCell(ARM, padding=-1), "padding: below 0"),
    (lambda: gz.RobotCell(ARM, padding={"fore": -1}), r"padding\['fore'\]: below 0"),
    (lambda: CELL.overlaps([0]), r"q: shape \(1,\)"),
    (lambda: CELL.clearance([0, 0], limit=-1), "limit: below 0"),
    (lambda: CELL.overlaps([[0, 0]], threads=-1), "threads: "),
    (lambda: gz.JointPath([[0, 0]]), "points: .*two waypoints"),
    (lambda: gz.JointPath([0, 1]), r"points: shape \(2,\)"),
    (lambda: gz.JointPath([[0], [1]], [1, 1]), "points: .*time is not after"),
    (lambda: gz.JointPath([[0], [1]], [0, 1, 2]), r"times: shape \(3,\); there are 2 waypoints"),
    (lambda: gz.JointPath([[0], [np.inf]]), r"points\[1\]: not finite"),
    (lambda: gz.JointPath.linear([0], [1, 2]), "end: 2 values, start has 1"),
    (lambda: gz.JointPath.hermite([[0], [1]], [[0]]), r"velocities: shape \(1, 1\).*\(2, 1\)"),
    (lambda: gz.JointPath([[0], [1]]).over(1, 0, 1), "joint: not between 0 and 0"),
    (lambda: gz.JointPath([[0], [1]]).over(0, 0, 2), "upper: above 1"),
    (lambda: gz.JointPath([[0], [1]]).check(ARM), "robot: it takes 2 values, the path has 1"),
    (lambda: gz.JointPath([[0, 0], [4, 0]]).check(ARM), "path: .*shoulder"),
    (lambda: CELL.path_clearance(gz.JointPath([[0], [1]])), "path: a path of 1 values, the cell takes 2"),
    (lambda: CELL.path_clearance([gz.JointPath([[0, 0], [1, 1]]), gz.JointPath([[0], [1]])]),
     r"path\[1\]: a path of 1 values, the cell takes 2"),
    (lambda: CELL.path_clearance(np.zeros((3, 2, 5))), r"path: shape \(3, 2, 5\); a JointPath, a list"),
    (lambda: CELL.path_clearance(np.zeros((3, 1))), "path: a path of 1 values, the cell takes 2"),
    (lambda: CELL.path_clearance(np.full((3, 2, 2), np.nan)), r"path\[0\]: not finite"),
    (lambda: CELL.path_clearance(gz.JointPath([[0, 0], [1, 1]]), wanted=-1), "wanted: below 0"),
    (lambda: CELL.path_clearance(gz.JointPath([[0, 0], [1, 1]]), goal="best"), "goal: 'measure' or 'decide'"),
    (lambda: CELL.path_clearance(gz.JointPath([[0, 0], [1, 1]]), tolerance=0), "tolerance: not above 0"),
    (lambda: gz.self_collision_matrix(ARM, padding=-1), "padding: below 0"),
    (lambda: gz.point_cloud([[0, 0, np.nan]], 1), r"points\[0\]: not finite"),
    (lambda: gz.point_cloud([[0, 0, 0]], -1), "points: .*negative"),
    (lambda: gz.Robot.load("no/such.urdf"), "no/such.urdf"),
])
def test_bad_values_are_refused_in_one_line(make, text):
    with pytest.raises(ValueError, match=text) as caught:
        make()
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("make, text", [
    (lambda: gz.Robot("base"), "links: a list of RobotLink is needed, not str"),
    (lambda: gz.Robot([gz.Sphere(1)]), r"links\[0\]: a RobotLink is needed, not Sphere"),
    (lambda: gz.RobotLink(3), "name: a str"),
    (lambda: gz.RobotLink("a", [3]), r"shapes\[0\]: a shape or a Placed is needed, not int"),
    (lambda: gz.RobotCell(3), "robots: a list of Robot"),
    (lambda: gz.RobotCell([ARM, None]), r"robots\[1\]: a Robot is needed, not NoneType"),
    (lambda: gz.RobotCell(ARM, [gz.Sphere(1)]), "obstacles: a Scene or a mapping"),
    (lambda: gz.RobotCell(ARM, {"a": 3}), r"obstacles\['a'\]: a shape or a Placed"),
    (lambda: CELL.overlaps(None), "q: an array of numbers"),
    (lambda: CELL.overlaps("no"), "q: an array of numbers"),
    (lambda: CELL.clearance([0, 0], gradient=1), "gradient: True or False"),
    (lambda: CELL.path_clearance(None), "path: an array of numbers"),
    (lambda: CELL.path_clearance([gz.JointPath([[0, 0], [1, 1]]), 3]), r"path\[1\]: a JointPath is needed"),
    (lambda: gz.overlaps(CELL, [0, 0], b_pose=[0, 0, 0, *AT]), "a_pose, b_pose: a is a RobotCell"),
    (lambda: gz.self_collision_matrix(None), "robot: a Robot is needed, not NoneType"),
    (lambda: gz.Robot.__new__(gz.Robot).place([]), "self: not initialised"),
    (lambda: gz.RobotCell.__new__(gz.RobotCell).joint_count, "self: not initialised"),
    (lambda: gz.JointPath.__new__(gz.JointPath).at(0), "self: not initialised"),
    (lambda: gz.io.read_joint_path("p.csv", None), "robot: a Robot is needed"),
])
def test_other_types_are_refused_in_one_line(make, text):
    with pytest.raises(TypeError, match=text) as caught:
        make()
    assert "\n" not in str(caught.value)


# Cells.


@pytest.mark.parametrize("name", CELLS)
def test_clearances_and_overlaps_are_those_of_the_placed_shapes(name):
    cell = CELLS[name]
    q = configurations(cell, 120)
    near, hits = cell.clearance(q, threads=2), cell.overlaps(q, threads=2)
    assert 0.03 < hits.mean() < 0.95
    for i, values in enumerate(q):
        gaps = brute_force(cell, values)
        assert near.lower[i] <= gaps.upper.min() + 1e-12 and near.upper[i] >= gaps.lower.min() - 1e-12
        assert near.upper[i] - near.lower[i] < 1e-6 or near.lower[i] < 0
        assert hits[i] == (gaps.lower.min() <= 0) or abs(gaps.lower.min()) < 1e-9
        if near.lower[i] > 0:
            a, b = near[i].separation.a, near[i].separation.b
            again = gz.separation(a, b)
            assert again.lower <= near.upper[i] + 1e-9 and near.lower[i] <= again.upper + 1e-9
            assert np.allclose(near.points_b[i] - near.points_a[i], again.lower * near.normals[i], atol=1e-5)
    convex = [c for c in near if "cloud" not in c.names and "cube" not in c.names and c.lower > 0]
    assert len(convex) > 10 and all(c.separation.verify() for c in convex)


@pytest.mark.parametrize("name", CELLS)
def test_batches_equal_single_calls_for_any_number_of_threads(name):
    cell = CELLS[name]
    q = configurations(cell, 600, seed=2)
    near, hits = cell.clearance(q), cell.overlaps(q)
    for threads in (2, 3, 0):
        assert cell.clearance(q, threads=threads) == near
        assert np.array_equal(cell.overlaps(q, threads=threads), hits)
    for i in range(0, 600, 37):
        one = cell.clearance(q[i])
        assert one == near[i] and one.names == near.names[i] and one.pair == tuple(near.pairs[i])
        assert (one.lower, one.upper, one.smooth) == (near.lower[i], near.upper[i], near.smooth[i])
        for single, many in (("point_a", "points_a"), ("normal", "normals"), ("gradient", "gradients")):
            assert np.array_equal(getattr(one, single), getattr(near, many)[i])
        assert cell.overlaps(q[i]) is bool(hits[i]) and gz.overlaps(cell, q[i]) is bool(hits[i])
    assert np.array_equal(gz.overlaps(cell, q, threads=2), hits)
    assert np.array_equal(cell.overlaps(q[::-1]), hits[::-1])
    assert cell.clearance(q[:0]).gradients.shape[0] == 0 and len(cell.clearance([])) == 0


@pytest.mark.parametrize("name", CELLS)
def test_gradients_are_the_slopes_where_smooth(name):
    cell, h = CELLS[name], 1e-6
    near = cell.clearance(configurations(cell, 300, seed=3))
    kept = near.smooth & (near.lower > 1e-3)
    assert kept.sum() > 60
    steps = h * np.eye(cell.joint_count)
    q = near.q[kept]
    ahead, behind = (cell.clearance((q[:, None] + sign * steps).reshape(-1, cell.joint_count))
                     for sign in (1, -1))
    slopes = ((ahead.lower + ahead.upper - behind.lower - behind.upper) / (4 * h)).reshape(q.shape)
    assert np.abs(slopes - near.gradients[kept]).max() < 1e-4
    bare = cell.clearance(q[0], gradient=False)
    assert bare.gradient.shape == (0,) and not bare.smooth


def test_limits_paddings_and_allowed_pairs():
    q = configurations(CELL, 200, seed=4)
    near, short = CELL.clearance(q), CELL.clearance(q, limit=0.1, gradient=False)
    far = near.lower > 0.1 + 1e-9
    none = (short.pairs == -1).all(1)
    assert 10 < far.sum() < 190 and (short.lower[far] >= 0.1).all() and 10 < none.sum() and far[none].all()
    assert np.isnan(short.points_a[none]).all() and short[int(np.flatnonzero(none)[0])].names is None
    gaps = ~far & (near.lower > 0)
    assert gaps.sum() > 10 and np.allclose(short.lower[gaps], near.lower[gaps], atol=1e-6)
    # Bounds of depths are as wide as the search for them was long, which differs with the gradient.
    deep = near.upper < 0
    assert (short.lower[deep] <= near.upper[deep]).all() and (near.lower[deep] <= short.upper[deep]).all()
    bare, thick = (gz.RobotCell(ARM, POSTS, padding=padding, self_collision=False).clearance(q).lower
                   for padding in (0, 0.02))
    apart = bare > 0.1
    assert apart.sum() > 50 and np.abs((bare - thick)[apart] - 0.02).max() < 1e-6
    free = gz.RobotCell(ARM, POSTS, allowed=[(link, name) for link in ARM.link_names for name in POSTS])
    ((a, b),) = free.tested_pairs
    assert {free.body_names[a], free.body_names[b]} == {"base", "fore"}
    alone = gz.RobotCell(gz.Robot([gz.RobotLink("base", gz.Sphere(1))]))
    assert alone.clearance([]).names is None and alone.clearance([]).lower == np.inf
    assert alone.overlaps([]) is False and alone.overlaps(np.empty((3, 0))).tolist() == [False] * 3


def standing_arm(x=0.0):
    """A base that stands at z = 0, and a boom that turns above it."""
    links = [gz.RobotLink("base", gz.Placed(gz.Box([0.1, 0.1, 0.1]), [0, 0, 0.1, *AT])),
             gz.RobotLink("boom", gz.Placed(gz.Capsule(0.03, 0.3), [0, 0, 0.5, *AT]))]
    turn = gz.RobotJoint("turn", "revolute", "base", "boom", [0, 0, 0.3, *AT], [1, 0, 0], (-3, 3))
    return gz.Robot(links, [turn], base=[x, 0, 0, *AT])


def table(top):
    return {"table": gz.Placed(gz.Box([1, 1, 0.05]), [0, 0, top - 0.05, *AT])}


def test_what_rests_is_listed_and_not_tested():
    path = gz.JointPath([[-0.5], [0.5]])
    for top in (0.0, 1e-9, -1e-9):
        cell = gz.RobotCell(standing_arm(), table(top))
        assert cell.resting.tolist() == [[0, 2]] and cell.resting.dtype == np.int64
        assert cell.names_of(tuple(cell.resting[0])) == ("base", "table")
        assert [0, 2] not in cell.tested_pairs.tolist() and not cell.overlaps([0])
        assert cell.path_clearance(path).lower > 0.2 and cell.certify(path).verify()
    for top in (1e-3, -1e-3):
        assert gz.RobotCell(standing_arm(), table(top)).resting.shape == (0, 2)
    assert gz.RobotCell(standing_arm(), table(1e-3)).path_clearance(path).names == ("base", "table")
    tested = gz.RobotCell(standing_arm(), table(0), leave_out_resting=False)
    assert len(tested.resting) == 0 and tested.overlaps([0]) and [0, 2] in tested.tested_pairs.tolist()
    assert tested != gz.RobotCell(standing_arm(), table(0)) and pickle.loads(pickle.dumps(tested)) == tested
    two = gz.RobotCell([standing_arm(), standing_arm(0.2)])
    assert [two.names_of(pair) for pair in two.resting.tolist()] == [("base", "base")]
    with pytest.raises(TypeError, match="leave_out_resting: True or False"):
        gz.RobotCell(standing_arm(), leave_out_resting=1)


def test_proofs_list_what_rests_by_the_rule(tmp_path):
    path, file = gz.JointPath([[-0.5, -0.5], [0.5, 0.5]]), tmp_path / "proof.json"
    cell = gz.RobotCell([standing_arm(), standing_arm(0.2)], table(0))
    assert cell.resting.tolist() == [[0, 2], [0, 4], [2, 4]]
    proof = cell.certify(path)
    proof.save(file)
    text = json.loads(file.read_text())
    assert text["resting"] == [{"a": 0, "b": 2, "names": "base, base"},
                               {"a": 0, "b": 4, "names": "base, table"},
                               {"a": 2, "b": 4, "names": "base, table"}]
    assert gz.io.read_path_certificate(file, cell, path) == proof and proof.verify()
    file.write_text(json.dumps({**text, "resting": [*text["resting"], {"a": 3, "b": 4}]}))  # it moves
    with pytest.raises(ValueError, match="lists bodies as resting that do not rest in this cell"):
        gz.io.read_path_certificate(file, cell, path)
    fewer = [pair for pair in text["pairs"] if (pair["a"], pair["b"]) != (3, 4)]
    assert len(fewer) == len(text["pairs"]) - 1
    file.write_text(json.dumps({**text, "pairs": fewer}))
    assert not gz.io.read_path_certificate(file, cell, path).verify()
    tested = gz.RobotCell(cell.robots, cell.obstacles, leave_out_resting=False)
    assert not proof.verify(cell=tested)
    tested.certify(path).save(file)
    text = json.loads(file.read_text())
    assert text["inputs"]["leave_out_resting"] is False and "resting" not in text


def test_what_slides_is_tested_against_what_carries_it():
    def gripper(neighbours):
        links = [gz.RobotLink("palm", gz.Box([0.1, 0.1, 0.1])),
                 gz.RobotLink("finger", gz.Placed(gz.Box([0.02, 0.02, 0.1]), [0, 0, 0.25, *AT]))]
        slide = gz.RobotJoint("slide", "prismatic", "palm", "finger", limits=(-0.3, 0.1),
                              neighbours=neighbours)
        return gz.Robot(links, [slide])
    for neighbours, reason in ((None, "no"), (False, "no"), (True, "adjacent")):
        robot = gripper(neighbours)
        assert robot.exempt("palm", "finger") == reason and robot.joints[0].neighbours is neighbours
        cell = gz.RobotCell(robot)
        assert cell.overlaps([[0.0], [-0.2]]).tolist() == [False, reason == "no"]
        (pair,) = gz.self_collision_matrix(robot, samples=500)
        assert pair.contact == ("sometimes" if reason == "no" else "adjacent")


def test_planar_joints_go_where_planar_directions_have_them():
    for axis in ([0, 0, 1], [0, 0, -3], [1, 2, -0.5]):
        x, y = gz.planar_directions(axis)
        assert np.allclose(np.cross(x, y), np.array(axis) / np.linalg.norm(axis), atol=1e-15)
        joint = gz.RobotJoint("p", "planar", "base", "cart", axis=axis)
        robot = gz.Robot([gz.RobotLink("base"), gz.RobotLink("cart")], [joint])
        assert np.allclose(robot.place([2, 3, 0.5])["cart"].position, 2 * x + 3 * y, atol=1e-15)
    with pytest.raises(ValueError, match="axis: zero"):
        gz.planar_directions([0, 0, 0])


def test_cells_take_scenes():
    scene = gz.Scene()
    scene.add("post", POSTS["post"].shape, POSTS["post"].pose, margin=0.05)
    cell = gz.RobotCell(ARM, scene)
    assert cell.obstacles == {"post": scene["post"].placed} and cell.body_names[-1] == "post"
    scene["post"].pose = [9, 9, 9, *AT]
    assert cell.obstacles["post"].pose == POSTS["post"].pose


# Paths.


def test_paths_go_through_their_waypoints():
    points, times = np.array([[0, 1], [2, 0], [3, 3.0]]), np.array([1, 2, 5.0])
    for path in (gz.JointPath(points, times), gz.JointPath.spline(points, times),
                 gz.JointPath.hermite(points, np.zeros((3, 2)), times)):
        assert np.allclose(path.at((times - 1) / 4), points) and path.duration == 4 and path.start_time == 1
        assert np.array_equal(path.at([0.3, 0.6])[1], path.at(0.6)) and path.at(0.25).shape == (2,)
        assert path.knots.tolist() == [0, 0.25, 1] and np.array_equal(path.points, points)
        assert path.coefficients.shape == (2, 2, path.degree + 1)
        rates, dense = path.over(1, 0.1, 0.7), path.at(np.linspace(0.1, 0.7, 300))[:, 1]
        assert rates.value.lower <= dense.min() and dense.max() <= rates.value.upper
        assert np.abs(np.diff(dense)).max() / (0.6 / 299) <= rates.speed * (1 + 1e-9)
        low, high, least, most = path.bounds_over(ARM, 0.1, 0.7)
        placed = ARM.place(path.at(np.linspace(0.1, 0.7, 50)))
        assert (low <= placed[..., :3, :3]).all() and (placed[..., :3, 3] <= most).all()
        assert (least <= placed[..., :3, 3]).all() and (placed[..., :3, :3] <= high).all()
    assert gz.JointPath.linear([0, 1], [2, 0]) == gz.JointPath([[0, 1], [2, 0]])
    assert gz.JointPath(points).times.tolist() == [0, 1, 2]
    assert np.allclose(gz.JointPath.spline(points).at([1e-6, 1 - 1e-6]), points[[0, 2]], atol=1e-9)  # at rest


@pytest.mark.parametrize("name", CELLS)
def test_certified_clearances_are_never_above_samples(name):
    cell = CELLS[name]
    edges = configurations(cell, 60, seed=5).reshape(30, 2, -1)
    found = cell.path_clearance(edges, threads=2)
    assert {"free", "hit"} <= set(found.answers)
    for edge, p in zip(edges, found):
        t = np.linspace(0, 1, 400)
        sampled = cell.clearance(gz.JointPath(edge).at(t), gradient=False)
        if p.answer == "free":
            assert 0 < p.lower <= sampled.upper.min()
            assert p.upper - p.lower <= max(0.01 * p.upper, 1e-4) + 1e-9
            assert not cell.overlaps(gz.JointPath(edge).at(t)).any()
            assert p.contact is None or p.contact.upper >= p.lower - 1e-9
            assert (p.time.lower, p.time.upper) == (1, 1)
            nearest = cell.clearance(p.path.at(p.nearest_time), gradient=False)
            assert nearest.lower <= p.upper + 1e-9 and p.upper <= nearest.upper + 1e-6
        elif p.answer == "hit":
            assert (sampled.upper[t < p.time.lower] > 0).all() and p.lower == -np.inf
            assert cell.clearance(p.path.at(p.time.upper)).lower <= 1e-9
            assert p.contact.lower <= 1e-3


def test_waypoints_are_a_path():
    waypoints = np.array([[0.1, 0.2], [0.3, -0.1], [0.5, 0.4]])
    for given in (waypoints, waypoints.tolist()):
        assert CELL.path_clearance(given) == CELL.path_clearance(gz.JointPath(waypoints))
        assert CELL.certify(given).verify()


def test_batches_of_paths_equal_single_calls():
    edges = configurations(CELL, 80, seed=6).reshape(40, 2, 2)
    paths = [gz.JointPath(edge) for edge in edges]
    for options in ({}, {"wanted": 0.05, "goal": "decide"}):
        found = CELL.path_clearance(edges, **options)
        assert found == CELL.path_clearance(edges, threads=2, **options)
        assert found == CELL.path_clearance(paths, **options)
        for i in range(0, 40, 7):
            one = CELL.path_clearance(paths[i], **options)
            assert one == found[i] and one.answer == found.answers[i] and one.names == found.names[i]
            assert (one.lower, one.upper, *one.time) == (found.lower[i], found.upper[i], *found.times[i])
            assert one.nearest_time == found.nearest_times[i]
    wanted = CELL.path_clearance(edges, 0.05, "decide")
    assert (wanted.lower[wanted.answers == "free"] >= 0.05).all() and "hit" in wanted.answers
    assert len(CELL.path_clearance([])) == 0 and len(CELL.path_clearance(np.empty((0, 2, 2)))) == 0
    through = CELL.path_clearance(np.stack([edges[:, 0], edges[:, 1], edges[:, 0]], 1))
    assert (through.answers == CELL.path_clearance(edges).answers).all()
    few = CELL.path_clearance(paths[0], max_cells=1, absolute_accuracy=1e-9, relative_accuracy=0)
    assert few.answer != "free" and few.status in (gz.Status.budget_reached, gz.Status.converged)


def free_and_hit():
    found = CELL.path_clearance(configurations(CELL, 40, seed=7).reshape(20, 2, 2))
    return [found[int(np.flatnonzero(found.answers == name)[0])].path for name in ("free", "hit")]


def test_proofs_verify_and_are_about_their_inputs(tmp_path):
    for path in free_and_hit():
        proof = CELL.certify(path)
        assert proof.verify() and proof.answer == CELL.path_clearance(path).answer
        assert proof.until == proof.time.lower and (proof.until == 1) == (proof.answer == "free")
        assert len(proof.pairs) == len(CELL.tested_pairs) and proof.pairs[0]["normals"].shape[1] == 3
        other = gz.JointPath(path.points + [0, 1e-9])
        assert not proof.verify(path=other)
        moved = gz.RobotCell(ARM, {**POSTS, "post": gz.Placed(gz.Cylinder(0.1, 1), [1.2, 1.2, 1e-9, *AT])})
        assert not proof.verify(cell=moved) and proof.verify(cell=gz.RobotCell(planar_arm(), POSTS))
        assert not proof.verify(cell=gz.RobotCell(ARM, POSTS, padding=1e-9))
        file = tmp_path / "proof.json"
        proof.save(file, robot="arm.urdf", robot_path="path.csv", scenes=["cell.json"])
        again = gz.io.read_path_certificate(file, CELL, path)
        assert again == proof and again.verify()
    assert [p.answer for p in CELL.certify(free_and_hit(), threads=2)] == ["free", "hit"]


def tampered(proof):
    """The text of a proof, changed in one place, and what it was."""
    text = json.loads(proof)
    cells = max(range(len(text["pairs"])), key=lambda i: len(text["pairs"][i]["cells"]))
    yield "clearance", {**text, "clearance": text["clearance"] + 0.05}
    for name, change in {"normal": lambda row: [*row[:2], -row[2], -row[3], -row[4]],
                         "time": lambda row: [row[0], row[0] + (row[1] - row[0]) / 2, *row[2:]]}.items():
        changed = copy.deepcopy(text)
        rows = changed["pairs"][cells]["cells"]
        rows[0] = change(rows[0])
        yield name, changed
    fewer = copy.deepcopy(text)
    del fewer["pairs"][cells]
    yield "pair", fewer
    yield "digest", {**text, "digest": "0x1"}


def test_tampered_proofs_do_not_verify(tmp_path):
    path, _ = free_and_hit()
    CELL.certify(path).save(tmp_path / "proof.json")
    count = 0
    for name, text in tampered((tmp_path / "proof.json").read_text()):
        (tmp_path / "changed.json").write_text(json.dumps(text))
        assert not gz.io.read_path_certificate(tmp_path / "changed.json", CELL, path).verify(), name
        count += 1
    assert count == 5
    (tmp_path / "broken.json").write_text("{}")
    with pytest.raises(ValueError, match="broken.json"):
        gz.io.read_path_certificate(tmp_path / "broken.json", CELL, path)


# Self-collision.


def test_the_matrix_of_self_collision():
    matrix = gz.self_collision_matrix(SPATIAL, samples=3000)
    assert matrix == gz.self_collision_matrix(SPATIAL, samples=3000, threads=2) and matrix.verify()
    assert matrix["rail", "cart"].contact == "adjacent" and len(matrix) == 6
    table = matrix.table
    assert (table == table.T).all() and table.shape == (4, 4) and (np.diag(table) == "").all()
    found = {pair.contact for pair in matrix}
    assert {"adjacent"} < found
    cell = gz.RobotCell(SPATIAL)
    for pair in matrix:
        assert pair.verify() == (pair.contact in ("never", "always")) and table[
            SPATIAL.link_names.index(pair.a), SPATIAL.link_names.index(pair.b)] == pair.contact
        if pair.contact == "sometimes":
            assert SPATIAL.within_limits(np.clip(pair.example, *np.clip(SPATIAL.limits, -9, 9).T))
            poses = SPATIAL.place(pair.example)
            assert any(gz.overlaps(gz.Placed(x.shape, poses[pair.a] @ x.pose),
                                   gz.Placed(y.shape, poses[pair.b] @ y.pose))
                       for x in SPATIAL.shapes[pair.a] for y in SPATIAL.shapes[pair.b])
    never = {frozenset(names) for names in matrix.names("never")}
    near = cell.clearance(configurations(cell, 300, seed=8), limit=0.0, gradient=False)
    hit = {frozenset(name.split(" ")[0] for name in names) for names in near.names if names is not None}
    assert not (hit & never)
    assert "<disable_collisions" in matrix.srdf() and matrix[0:2] == [matrix[0], matrix[1]]
    with pytest.raises(KeyError):
        matrix["rail", "nothing"]


def test_proofs_name_the_values_that_have_no_limits():
    def robot(kind, **limits):
        links = [gz.RobotLink("a", gz.Sphere(0.1)), gz.RobotLink("b"),
                 gz.RobotLink("c", gz.Placed(gz.Sphere(0.1), [0, 1, 0, *AT]))]
        joints = [gz.RobotJoint("first", kind, "a", "b", axis=[0, 0, 1], **limits),
                  gz.RobotJoint("turn", "continuous", "b", "c")]
        return gz.Robot(links, joints)
    (pair,) = gz.self_collision_matrix(robot("prismatic", limits=(-2, 2)), samples=100)
    assert pair.contact == "never" and pair.complete and pair.partial == []
    for kind, partial in (("prismatic", ["first"]), ("continuous", [])):
        (pair,) = gz.self_collision_matrix(robot(kind), samples=100, unlimited=2)
        assert pair.contact == "never" and pair.partial == partial and pair.complete == (not partial)
        assert pair.verify() and pickle.loads(pickle.dumps(pair)).partial == partial
        matrix = gz.SelfCollisionMatrix([pair], pair.robot)
        assert matrix.names("never") == [("a", "c")]
        assert matrix.names("never", complete=True) == ([] if partial else [("a", "c")])
        assert matrix.names("never", complete=False) == ([("a", "c")] if partial else [])
        assert ("in part: not all of first" in repr(pair)) is bool(partial)
        assert ('link1="a" link2="c"' in gz.SelfCollisionMatrix([pair], pair.robot).srdf()) is pair.complete


# Values.


def test_robots_paths_cells_and_answers_are_values():
    edges = configurations(CELL, 8, seed=9).reshape(4, 2, 2)
    path = gz.JointPath.hermite([[0, 0], [1, 1]], [[0, 1], [1, 0]], [2, 3])
    matrix = gz.self_collision_matrix(ARM, samples=500)
    values = [SPATIAL, ARM.with_body(gz.AttachedBody("part", "fore", gz.Sphere(0.1), ["upper"])),
              *SPATIAL.links, *SPATIAL.joints, path, gz.JointPath(edges[0]), gz.JointPath.spline(edges[1]),
              CELL, CELLS["two robots"], CELL.clearance(edges[0, 0]), CELL.clearance(edges[0]),
              CELL.path_clearance(edges), CELL.path_clearance(path), CELL.certify(path), matrix, matrix[0]]
    for value in values:
        again = pickle.loads(pickle.dumps(value))
        for equal in (again, copy.copy(value), copy.deepcopy(value)):
            assert equal == value and hash(equal) == hash(value) and repr(equal) == repr(value)
        assert value != 3 and "object at" not in repr(value)
    assert pickle.loads(pickle.dumps(CELL.certify(path))).verify() and values[0] != values[1]
    assert CELL.clearance(edges[0]) != CELL.clearance(edges[1]) and CELL != CELLS["spatial"]
    assert repr(ARM) == "<Robot 'planar' of 3 links, 2 values>"
    assert repr(CELL) == "<RobotCell of 1 robot and 3 obstacles, 2 values>"


def test_pickles_of_something_else_are_refused():
    near, rest = CELL.clearance([[0, 0], [1, 1]]), gz.RobotCell(ARM)
    remake, (cell, shape, q, answers) = near.__reduce__()
    for changed in ((cell, shape, q, answers[:-1]), (rest, shape, q, answers),
                    (cell, (1, 2), q[:16], answers)):
        with pytest.raises(ValueError):
            remake(*changed)
    remake, (cell, path, proof) = CELL.certify(gz.JointPath([[0, 0], [1, 1]])).__reduce__()
    with pytest.raises(ValueError):
        remake(cell, gz.JointPath([[0], [1]]), proof)


# Files.


URDF = """<robot name="arm"><link name="base"/><link name="fore"><collision><geometry><sphere radius="0.1"/>
</geometry></collision></link><link name="hand"><collision><geometry><box size="0.1 0.1 0.1"/></geometry>
</collision></link><joint name="turn" type="revolute"><parent link="base"/><child link="fore"/>
<axis xyz="0 0 1"/><limit lower="0.5" upper="2" effort="1" velocity="1"/></joint>
<joint name="bend" type="continuous"><parent link="fore"/><child link="hand"/><origin xyz="0.5 0 0"/>
<axis xyz="0 1 0"/></joint></robot>"""
SRDF = '<robot name="arm"><disable_collisions link1="fore" link2="hand" reason="Adjacent"/></robot>'
MJCF = """<mujoco model="m"><worldbody><geom name="floor" type="plane" size="1 1 1"/><body name="a">
<joint name="h" type="hinge" axis="0 0 1" range="-60 60" limited="true"/>
<geom type="sphere" size="0.1" pos="1 0 1"/>
</body></worldbody></mujoco>"""


def test_robots_and_paths_as_files(tmp_path):
    for name, text in (("arm.urdf", URDF), ("arm.srdf", SRDF), ("m.xml", MJCF), ("bad.urdf", "<robot")):
        (tmp_path / name).write_text(text)
    arm = gz.Robot.load(tmp_path / "arm.urdf", srdf=tmp_path / "arm.srdf")
    assert arm.name == "arm" and arm.joint_names == ["turn", "bend"] and arm.limits[0].tolist() == [0.5, 2]
    assert arm.excluded[0][:2] == ("fore", "hand") and pickle.loads(pickle.dumps(arm)) == arm
    file = gz.io.read_robot(tmp_path / "arm.urdf", joints={"bend": 0.25})
    assert file.configuration.tolist() == [0.5, 0.25] and any("turn" in note for note in file.notes)
    other = gz.io.read_robot(tmp_path / "m.xml")
    assert list(other.world) == ["floor"] and other.robot.joint_names == ["h"]
    cell = gz.RobotCell(other.robot, other.world)
    assert cell.clearance([0.3]).lower <= 0.9 <= cell.clearance([0.3]).upper
    with pytest.raises(ValueError, match="bad.urdf"):
        gz.Robot.load(tmp_path / "bad.urdf")
    for made in (gz.JointPath([[0.5, 0], [1, 1 / 3]], [0, 2]),
                 gz.JointPath.spline([[0.5, 0], [1, 1], [2, 0]]),
                 gz.JointPath.hermite([[0.5, 0], [1, 1]], [[0, 0.1], [1, 0]])):
        for name in ("path.csv", "path.json"):
            gz.io.write_joint_path(made, arm, tmp_path / name)
            kind = "spline" if made.kind == "spline" and name.endswith("csv") else None
            assert gz.JointPath.load(tmp_path / name, arm, interpolation=kind) == made
    (tmp_path / "part.csv").write_text("time,turn\n0,1\n1,1.5\n")
    part = gz.io.read_joint_path(tmp_path / "part.csv", arm, joints={"bend": 0.2})
    assert part.points.tolist() == [[1, 0.2], [1.5, 0.2]] and any("bend" in note for note in part.notes)
    (tmp_path / "wrong.csv").write_text("time,turn\n1,1\n0,1.5\n")
    with pytest.raises(ValueError, match="wrong.csv"):
        gz.io.read_joint_path(tmp_path / "wrong.csv", arm)


# Signals and threads.


def slow_cell(detail):
    vertices, triangles = gz.generate.noisy_sphere(subdivisions=detail)
    bumpy = gz.Mesh(vertices, triangles, kind="solid")
    arm = planar_arm(fore=gz.Placed(bumpy, [1.2, 0, 0, *AT]))
    return gz.RobotCell(arm, {"other": gz.Placed(bumpy, [3.2, 1.5, 0.1, *AT])})


SLOW = {
    "overlaps": lambda cell, q: cell.overlaps(np.tile(q, (300, 1)), threads=2),
    "clearance": lambda cell, q: cell.clearance(np.tile(q, (30, 1)), threads=2),
    "path_clearance": lambda cell, q: cell.path_clearance(q[:2000].reshape(-1, 2, 2), threads=2),
    "certify": lambda cell, q: cell.certify(q[:2000].reshape(-1, 2, 2), threads=1),
    "self_collision_matrix": lambda cell, q: gz.self_collision_matrix(
        gz.Robot([gz.RobotLink(f"l{i}", cell.robots[0].shapes["fore"]) for i in range(40)],
                 [gz.RobotJoint(f"j{i}", "revolute", f"l{i}", f"l{i + 1}", [3, 0, 0, *AT], limits=(-1, 1))
                  for i in range(39)]), samples=200, max_boxes=2000),
}


@pytest.mark.parametrize("name", SLOW)
def test_an_interrupt_ends_a_long_batch_within_a_second(name):
    cell = slow_cell(4)
    q = configurations(cell, 4000, seed=10)
    sent = []

    def send():
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)
    timer = threading.Timer(0.4, send)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        SLOW[name](cell, q)
    assert time.monotonic() - sent[0] < 1.0
    timer.join()
