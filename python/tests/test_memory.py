"""Calls leave no memory behind. GRAZE_PYTHON_CALLS is how often each is made: more for a long run."""
import gc
import os
import pickle

import numpy as np
import pytest
from conftest import COMPOSITE, CONVEX, random_poses

import graze as gz

CALLS = int(os.environ.get("GRAZE_PYTHON_CALLS", "4000"))
BOX, CONE, MESH = CONVEX["Box"], CONVEX["Cone"], COMPOSITE["solid"]
POSES = random_poses(40)
BENT = POSES * 2
PLACED = [gz.Placed(BOX, pose) for pose in POSES[:5]]
BALL = gz.Moving(gz.Sphere(0.5), gz.LinearMotion([3, 0, 0, 1, 0, 0, 0], [-3, 0, 0]))

ARM = gz.Robot([gz.RobotLink("base"), gz.RobotLink("arm", BOX)],
               [gz.RobotJoint("j", "prismatic", "base", "arm")])
CELL = gz.RobotCell(ARM, {"post": gz.Placed(CONE, [3, 0, 0, 1, 0, 0, 0])})


def refused(call):
    try:
        call()
    except (TypeError, ValueError):
        return
    raise AssertionError("accepted")


# How much of CALLS each takes: dearer ones less.
REPEATED = {
    "overlaps": (lambda: gz.overlaps(BOX, CONE, b_pose=POSES[0]), 1),
    "separation": (lambda: gz.separation(BOX, CONE, b_pose=POSES[1]).normal, 1),
    "batch": (lambda: gz.separation(BOX, CONE, b_pose=POSES)[3].b.pose, 0.1),
    "list": (lambda: gz.overlaps(PLACED, CONE), 0.3),
    "threads": (lambda: gz.overlaps(MESH, CONE, b_pose=POSES, threads=2), 0.05),
    "contacts": (lambda: gz.contact_manifolds(MESH, BOX, b_pose=POSES[2]), 0.2),
    "verdict": (lambda: gz.decide(MESH, CONE, b_pose=POSES[3]).proof, 0.3),
    "rays": (lambda: gz.raycast(MESH, POSES[:, 0, :3], [1, 0, 0])[1], 0.3),
    "impact": (lambda: gz.time_of_impact(BOX, BALL, proof=True).certificate, 0.1),
    "robot": (lambda: pickle.loads(pickle.dumps(CELL)).robots[0].place([0.1])["arm"], 0.1),
    "clearance": (lambda: CELL.clearance([[0.1], [0.2]])[1].separation.normal, 0.3),
    "path": (lambda: CELL.certify(gz.JointPath([[0.1], [0.3]])).pairs, 0.1),
    "mesh": (lambda: gz.Mesh(*gz.generate.icosphere(1.0, 1), kind="solid").vertices, 0.05),
    "pickle": (lambda: pickle.loads(pickle.dumps(MESH)), 0.1),
    "refusal": (lambda: refused(lambda: gz.overlaps(BOX, CONE, b_pose=BENT)), 1),
    "type error": (lambda: refused(lambda: gz.separation(BOX, None)), 1),
}


def resident_bytes():
    with open("/proc/self/statm", encoding="ascii") as numbers:
        return int(numbers.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.parametrize("name", REPEATED)
def test_calls_leave_no_memory_behind(name):
    call, share = REPEATED[name]
    count = max(20, int(CALLS * share))
    for _ in range(count // 4):  # caches and arenas fill
        call()
    gc.collect()
    before = resident_bytes()
    for _ in range(count):
        call()
    gc.collect()
    # A leak of one small object a call would be 64 bytes and more.
    assert resident_bytes() - before < 400_000 + 16 * count


def test_arrays_and_shapes_are_released():
    poses = random_poses(10)
    import sys
    before = sys.getrefcount(poses)
    gaps = gz.separation(BOX, CONE, b_pose=poses)
    assert sys.getrefcount(poses) == before and len(gaps) == 10
    refused(lambda: gz.separation(BOX, CONE, b_pose=poses * np.nan))
    shape = gz.Sphere(1)
    held = sys.getrefcount(shape)
    for _ in range(100):
        gz.overlaps(shape, shape)
    assert sys.getrefcount(shape) == held
