"""Ctrl-C: a SIGINT of the system, sent to a process that answers a long question, ends it within a second."""
import os
import signal
import subprocess
import sys
import time

import pytest

# A shell starts programs in the background with SIGINT ignored, and Python leaves it so.
SCRIPT = """
import signal
import numpy as np, graze as gz
signal.signal(signal.SIGINT, signal.default_int_handler)
poses = np.tile(np.eye(4), ({count}, 1, 1))
poses[:, 0, 3] = np.linspace(0.1, 0.9, {count})
vertices, triangles = gz.generate.noisy_sphere(subdivisions={detail})
bumpy = gz.Mesh(vertices, triangles, kind="solid")
{setup}
print("ready", flush=True)
try:
    {call}
    print("ended by itself")
except KeyboardInterrupt:
    print("interrupted")
"""
CALLS = {
    "meshes": (2000, 3, "", "gz.separation(bumpy, bumpy, b_pose=poses, threads={threads})"),
    "convex": (3_000_000, 1, "a = gz.minkowski_sum(gz.Cone(1, 1), gz.Ellipsoid([1, 2, 3]))",
               "gz.separation(a, a, b_pose=poses, threads={threads})"),
    "impacts": (3000, 4, "place = [2.15, 0, 0]; moving = gz.Moving(bumpy, gz.ScrewMotion("
                "gz.Pose(position=place), place, [0, 0, 1], 40))",
                "gz.time_of_impact(bumpy, [moving] * len(poses), threads={threads}, tolerance=1e-9)"),
    "rays": (3000, 5, "places = np.random.default_rng(1).normal(size=(2_000_000, 3))",
             "gz.raycast(bumpy, places, -places, threads={threads})"),
    "points": (3000, 5, "places = np.random.default_rng(1).normal(size=(2_000_000, 3))",
               "gz.signed_distance(bumpy, places, threads={threads})"),
}
# Questions about a scene of meshes in a row, each of which overlaps some others.
SCENE = ("scene = gz.Scene(threads={threads})\n"
         "for i in range({objects}): scene.add(str(i), bumpy, pose=[0.1 * i, 0, 0, 1, 0, 0, 0])\n"
         "turn = {{str(i): gz.ScrewMotion(scene[str(i)].pose, [0.1 * i, 3, 0], [0, 0, 1], 2)"
         " for i in range(0, {objects}, 2)}}\n"
         "table = gz.ResponseTable(); table.add_default(lambda hit: None, type='depth')\n"
         "rays = np.random.default_rng(1).normal(size=(2_000_000, 3))\n")
SCENE_CALLS = {
    "rays": (5, 3, "scene.raycasts(rays, -rays)"),
    "clashes": (3, 300, "scene.clashes()"),
    "pairs_within": (3, 300, "scene.pairs_within(0.5)"),
    "distances": (3, 300, "scene.distances()"),
    "closest": (3, 300, "scene.closest()"),
    "contacts": (4, 300, "scene.contacts()"),
    "impacts": (4, 300, "scene.impacts(turn)"),
    "step": (4, 300, "scene.step(turn)"),
    "respond": (3, 300, "scene.respond(table)"),
    "triangles": (6, 1, "[gz.intersecting_triangles(bumpy, bumpy, b_pose=[1e-3 * i, 0, 0, 1, 0, 0, 0])"
                        " for i in range(100)]"),
}

# Single calls whose one search takes long.
ARM = """
bone = gz.Placed(gz.Capsule(0.05, 0.5), gz.Pose.about([0, 1, 0], np.pi / 2, [0.5, 0, 0]))
robot = gz.Robot(
    [gz.RobotLink("base", gz.Placed(gz.Sphere(0.2), [0.6, 2.9, 0, 1, 0, 0, 0])), gz.RobotLink("upper", bone),
     gz.RobotLink("fore", bone)],
    [gz.RobotJoint("shoulder", "revolute", "base", "upper", limits=(-3, 3)),
     gz.RobotJoint("elbow", "revolute", "upper", "fore", gz.Pose(position=[1, 0, 0]), limits=(-2.7, 2.7))])
posts = {str(i): gz.Placed(gz.Sphere(0.2), [np.cos(i), np.sin(i), 0.5, 1, 0, 0, 0]) for i in range(20)}
cell = gz.RobotCell(robot, posts)
path = gz.JointPath.spline(np.random.default_rng(1).uniform(-2, 2, (4000, 2)))
"""
FRAMES = """
ring = gz.frames.build_frame_tree(*gz.frames.tetrahedra_of_torus(rings=300, cells=4))
world = gz.frames.FrameWorld([gz.frames.FrameObject(ring, [1e-3 * i, 0, 0, 1, 0, 0, 0]) for i in range(50)])
"""
TREES = """
tree = gz.ObbTree(bumpy)
turn = gz.ScrewMotion(gz.Pose(position=[2.1, 0, 0]), [2.1, 0, 0], [0, 0, 1], 40)
"""
CLOTH = """
place = np.random.default_rng(2).uniform(-1, 1, (4000, 1, 3)) * [0.02, 0.02, 1]
start = (place + 0.3 * np.random.default_rng(3).normal(size=(4000, 3, 3))).reshape(-1, 3)
cloth = (start, start + [[0, 0, 1e-9]], np.arange(len(start)).reshape(-1, 3))
"""
LONG = {
    "path": (3, ARM, "cell.path_clearance(path, relative_accuracy=0, absolute_accuracy=1e-6)"),
    "certificate": (3, ARM, "cell.certify(path, relative_accuracy=0, absolute_accuracy=1e-6)"),
    "links": (3, ARM, "gz.self_collision_matrix(robot, samples=2 ** 31)"),
    "moving_trees": (4, TREES, "gz.find_sampled_collisions(tree, tree, turn, turn, 10 ** 6)"),
    "resting_trees": (6, TREES, "gz.find_collisions(tree, tree)"),
    "frames": (1, FRAMES, "world.search_collisions()"),
    "deforming": (1, CLOTH, "gz.self_impact(cloth)"),
}


def ends_within_a_second(script):
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.3)
        start = time.monotonic()
        os.kill(process.pid, signal.SIGINT)
        assert process.stdout.readline() == "interrupted\n"
        assert time.monotonic() - start < 1.0


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", CALLS)
def test_a_signal_ends_a_batch_within_a_second(name, threads):
    count, detail, setup, call = CALLS[name]
    ends_within_a_second(SCRIPT.format(count=count, detail=detail, setup=setup,
                                       call=call.format(threads=threads)))


@pytest.mark.parametrize("name", SCENE_CALLS)
def test_a_signal_ends_a_question_about_a_scene_within_a_second(name):
    detail, objects, call = SCENE_CALLS[name]
    setup = SCENE.format(threads=1 + len(name) % 2, objects=objects)
    ends_within_a_second(SCRIPT.format(count=1, detail=detail, setup=setup, call=call))


@pytest.mark.parametrize("name", LONG)
def test_a_signal_ends_a_single_search_within_a_second(name):
    detail, setup, call = LONG[name]
    ends_within_a_second(SCRIPT.format(count=1, detail=detail, setup=setup, call=call))
