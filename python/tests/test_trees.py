"""Trees of oriented boxes at rest and in motion, and trees of frames, against the verbs on the same sets."""
import numpy as np
import pytest
from conftest import CUBE_FACES, CUBE_VERTICES, random_poses

import graze as gz
from graze import frames

CUBE = gz.Mesh(CUBE_VERTICES, CUBE_FACES)
KNOT = gz.Mesh(*gz.generate.torus_knot(rings=24, sides=4))
TREE, KNOT_TREE = gz.ObbTree(CUBE), gz.ObbTree(KNOT)


def test_collisions_of_many_poses_are_those_of_single_ones():
    poses = random_poses(40, spread=1.5)
    many = gz.find_collisions(KNOT_TREE, TREE, b_pose=poses, threads=2)
    hits = gz.test_collision(KNOT_TREE, TREE, b_pose=poses, threads=2)
    assert hits.tolist() == gz.overlaps(KNOT, CUBE, b_pose=poses).tolist() and 0.2 < hits.mean() < 0.98
    for pose, hit, found in zip(poses, hits, many):
        pairs = gz.intersecting_triangles(KNOT, CUBE, b_pose=pose).pairs
        assert sorted(map(tuple, found.pairs)) == sorted(map(tuple, pairs)) and (len(pairs) > 0) == hit
        assert found == gz.find_collisions(KNOT_TREE, TREE, b_pose=pose)
        assert gz.test_collision(KNOT_TREE, TREE, b_pose=pose) is bool(hit)
        for test in ("sat_lite", "sphere_sat", "sphere_sat_lite"):
            other = gz.find_collisions(KNOT_TREE, TREE, b_pose=pose, test=test)
            assert sorted(map(tuple, other.pairs)) == sorted(map(tuple, pairs))
        assert np.allclose(np.linalg.norm(found.normals_a, axis=1), 1)


def test_moving_pairs_touch_when_their_triangles_do():
    draw = np.random.default_rng(3)
    poses, velocities = random_poses(30, seed=2, spread=2.0), draw.uniform(-4, 4, size=(30, 3))
    many = gz.find_moving_collisions(TREE, TREE, velocity_b=velocities, b_pose=poses, threads=2)
    touched = 0
    for pose, velocity, found in zip(poses, velocities, many):
        assert found == gz.find_moving_collisions(TREE, TREE, velocity_b=velocity, b_pose=pose)
        impact = gz.time_of_impact(CUBE, gz.Moving(CUBE, gz.LinearMotion(pose, velocity)))
        assert impact.hit == (len(found.pairs) > 0) and found.deviation == 0
        if not impact.hit:
            continue
        touched += 1
        assert impact.time.lower - 1e-6 <= found.first.upper.min()
        assert found.first.lower.min() <= impact.time.upper + 1e-6
        assert (found.first.lower <= found.last.upper).all()
        first = gz.find_moving_collisions(TREE, TREE, velocity_b=velocity, b_pose=pose, first_only=True)
        assert first.first.lower[0] == found.first.lower.min() and len(first.pairs) == 1
    assert 5 < touched < 30


def test_sampled_motions_miss_no_more_than_their_deviation():
    turning = gz.ScrewMotion(gz.Pose(position=[2.4, 0, 0]), [2.4, 0.5, 0.5], [0, 0, 1], 3.0)
    rest = gz.LinearMotion(None, [0, 0, 0])
    impact = gz.time_of_impact(CUBE, gz.Moving(CUBE, turning))
    last = 9.0
    for steps in (4, 32, 256):
        found = gz.find_sampled_collisions(TREE, TREE, rest, turning, steps)
        assert 0 < found.deviation < last
        last = found.deviation
    assert impact.hit == (len(found.pairs) > 0)
    if impact.hit:
        assert found.first.lower.min() >= impact.time.lower - 1 / 256
    straight = gz.LinearMotion([3, 0, 0, 1, 0, 0, 0], [-2, 0, 0])
    found = gz.find_sampled_collisions(TREE, TREE, rest, straight, 8)
    assert abs(found.first.lower.min() - 1) < 1e-9 and found.deviation < 1e-9


def test_refusals_of_trees_name_the_argument():
    poses = random_poses(3)
    with pytest.raises(ValueError, match="velocity_b: 2 velocities for 3 questions"):
        gz.find_moving_collisions(TREE, TREE, velocity_b=np.zeros((2, 3)), b_pose=poses)
    with pytest.raises(ValueError, match="dt: below 0"):
        gz.find_moving_collisions(TREE, TREE, dt=-1)
    with pytest.raises(ValueError, match="dt: a velocity leads beyond 1e100"):
        gz.find_moving_collisions(TREE, TREE, [1e60, 0, 0], dt=1e60)
    with pytest.raises(TypeError, match="motion_b: a motion is needed, not float"):
        gz.find_sampled_collisions(TREE, TREE, gz.LinearMotion(None, [0, 0, 0]), 1.0, 3)
    with pytest.raises(ValueError, match=r"b_pose\[1\]: not a rotation"):
        gz.test_collision(TREE, TREE, b_pose=np.stack([np.eye(4), np.diag([2, 1, 1, 1.0])]))
    with pytest.raises(ValueError, match="test: 'sat'"):
        gz.find_collisions(TREE, TREE, test="boxes")


def test_frames_in_batches_are_single_ones():
    cube = frames.Frame("cuboid", [0, 0, 0], np.eye(3))
    others = [cube._replace(origin=[x, 0.2, 0.3]) for x in np.linspace(-2, 2, 21)]
    hits = frames.overlaps(cube, others, threads=2)
    many = frames.intersect(cube, others, threads=2)
    assert hits.tolist() == [one.hit for one in many] and 0 < hits.sum() < 21
    assert all(one.verified for one in many) and many == [frames.intersect(cube, one) for one in others]
    assert frames.overlaps(cube, others, method="elimination").tolist() == hits.tolist()
    moving = [one._replace(velocity=[4, 0, 0]) for one in others]
    assert frames.overlaps(cube, moving).tolist() == [frames.intersect(cube, one).hit for one in moving]
    assert frames.overlaps(others, others).all() and frames.overlaps([], []).shape == (0,)
    with pytest.raises(ValueError, match=r"b\[1\]\.components: shape \(2, 2\)"):
        frames.overlaps(cube, [cube, frames.Frame("cuboid", [0, 0, 0], np.eye(2))])
    with pytest.raises(ValueError, match="b: 2 frames, and a has 3"):
        frames.overlaps([cube] * 3, [cube] * 2)


def test_trees_of_frames_collide_where_their_leaves_do():
    vertices, tetrahedra = frames.tetrahedra_of_torus(rings=8)
    tree = frames.build_frame_tree(vertices, tetrahedra, fan_out=4)
    parts = gz.Compound([gz.Tetrahedron(*vertices[t]) for t in tetrahedra])
    poses = random_poses(30, seed=5, spread=2.0)
    hits = frames.collide(tree, tree, b_pose=poses, threads=2)
    assert hits.tolist() == gz.overlaps(parts, parts, b_pose=poses).tolist() and 0.2 < hits.mean() < 0.9
    found = frames.search_collisions(tree, tree, b_pose=poses, threads=2)
    for pose, hit, one in zip(poses, hits, found):
        assert (len(one.nodes) > 0) == hit and one == frames.search_collisions(tree, tree, b_pose=pose)
        slow = frames.search_collisions(tree, tree, b_pose=pose, method="elimination", prune=False)
        assert {*map(tuple, slow.nodes)} == {*map(tuple, one.nodes)}
        assert (one.boxes[0] <= one.boxes[1]).all() and (tree.children[one.nodes, 1] == 0).all()


def test_trees_of_frames_are_made_of_nodes_and_solids():
    cover = frames.cover_by_frames(gz.Sphere(1), max_leaves=100)
    again = frames.FrameTree(cover.nodes, cover.children)
    assert again.node_count == cover.node_count and again.leaf_count == cover.leaf_count <= 100
    assert 1 <= cover.reach < 9 and again.depth == cover.depth > 1
    boxes = [node for node, (_, count) in zip(cover.nodes, cover.children) if count == 0]
    inside = np.random.default_rng(1).normal(size=(50, 3))
    inside *= 0.99 / np.linalg.norm(inside, axis=1, keepdims=True)
    for point in inside:
        inner = [np.linalg.solve(np.array(box.components).T, point - box.origin) for box in boxes]
        assert any(((x >= -1e-6) & (x <= 1 + 1e-6)).all() for x in inner)
    with pytest.raises(ValueError, match="children: shape"):
        frames.FrameTree(cover.nodes, [[0, 0]])
    with pytest.raises(ValueError, match=r"tetrahedra\[1\]: vertex 9 of 4"):
        frames.build_frame_tree(np.eye(4, 3), [[0, 1, 2, 3], [0, 1, 2, 9]])
    with pytest.raises(ValueError, match="surface"):
        frames.cover_by_frames(CUBE)


def test_worlds_of_frames():
    box = frames.cover_by_frames(gz.Box([0.5, 0.5, 0.5]), max_leaves=8)
    world = frames.FrameWorld([frames.FrameObject(box, [x, 0, 0, 1, 0, 0, 0]) for x in (0, 0.9, 1.8, 9)]
                              + [frames.FrameObject(box, None, 7), frames.FrameObject(box, None, 7)])
    pairs = {*map(tuple, world.search_collisions().objects)}
    assert pairs == {(0, 1), (1, 2), (0, 4), (0, 5), (1, 4), (1, 5)}
    for i in range(len(world)):
        partners = {a + b - i for a, b in pairs if i in (a, b)}
        assert {*world.colliding_objects(i).objects.tolist()} == partners
        assert {*world.search_collisions(i).objects[:, 1].tolist()} == partners
        assert {*world.search_collisions(i, by_tree=False).objects[:, 1].tolist()} == partners
    world.move(3, [2.7, 0, 0, 1, 0, 0, 0])
    assert world.colliding_objects(3).objects.tolist() == [2] and world.pose(3).position[0] == 2.7
    assert world.bounds(3)[0][0] <= 2.2 and repr(world) == "<FrameWorld of 6 objects>"
    with pytest.raises(IndexError):
        world.move(6, None)
