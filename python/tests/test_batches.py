"""Many questions in one call: the same answers as one by one, for every number of threads."""
import signal
import threading
import time

import numpy as np
import pytest
from conftest import SHAPES, random_poses

import graze as gz

PAIRS = [("Box", "Box"), ("Box", "Capsule"), ("ConvexHull", "Cone"), ("solid", "Sphere"), ("Compound", "Box")]


def gap_bytes(gaps):
    return b"".join(np.ascontiguousarray(x).tobytes() for x in
                    (gaps.lower, gaps.upper, gaps.points_a, gaps.points_b, gaps.normals, gaps.status,
                     gaps.iterations))


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_batches_equal_single_answers_for_any_number_of_threads(pair):
    a, b = SHAPES[pair[0]], SHAPES[pair[1]]
    poses = random_poses(700, spread=1.5)
    one = gz.separation(a, b, b_pose=poses)
    hits = gz.overlaps(a, b, b_pose=poses)
    for threads in (2, 3, 0):
        assert gap_bytes(gz.separation(a, b, b_pose=poses, threads=threads)) == gap_bytes(one)
        assert np.array_equal(gz.overlaps(a, b, b_pose=poses, threads=threads), hits)
    for i in range(0, 700, 35):
        assert gz.separation(a, b, b_pose=poses[i]) == one[i] and one[i].b.pose == gz.Pose.of(poses[i])
        assert gz.overlaps(a, b, b_pose=poses[i]) == hits[i]
    assert 0.05 < hits.mean() < 0.95
    assert len(one) == 700 and one[-1] == one[699]


def test_shapes_of_results():
    a, b, poses = SHAPES["Box"], SHAPES["Sphere"], random_poses(10)
    gaps = gz.separation(a, b, b_pose=poses)
    assert gaps.lower.shape == (10,) and gaps.points_a.shape == gaps.normals.shape == (10, 3)
    assert gaps.status.dtype == np.uint8 and (gaps.status == gz.Status.converged).all()
    assert gaps.lower.flags.owndata and gz.overlaps(a, b, b_pose=poses).dtype == bool
    assert gz.overlaps(a, b, b_pose=np.empty((0, 4, 4))).shape == (0,)
    assert len(gz.separation(a, b, b_pose=[])) == 0


def test_other_verbs_in_batches():
    a, b, poses = SHAPES["Box"], SHAPES["Cylinder"], random_poses(300)
    verdicts, manifolds = gz.decide(a, b, b_pose=poses, threads=2), gz.contacts(a, b, b_pose=poses, threads=2)
    relations, commons = gz.relation(a, b, b_pose=poses), gz.common_point(a, b, b_pose=poses)
    for i in range(0, 300, 23):
        assert verdicts[i] == gz.decide(a, b, b_pose=poses[i]) and verdicts.answers[i] == verdicts[i].answer
        assert manifolds[i] == gz.contacts(a, b, b_pose=poses[i]) and manifolds.counts[i] == len(manifolds[i])
        assert relations[i] == gz.relation(a, b, b_pose=poses[i])
        assert commons[i] == gz.common_point(a, b, b_pose=poses[i])
        assert manifolds[i].verify() and verdicts[i].verify()


def test_rays_and_points_in_batches():
    draw = np.random.default_rng(3)
    origins, directions = draw.normal(size=(500, 3)) * 2, draw.normal(size=(500, 3))
    for shape in (SHAPES["Cone"], SHAPES["solid"]):
        hits = gz.raycast(shape, origins, directions, threads=2)
        assert 0 < hits.hit.sum() < 500 and np.array_equal(np.isfinite(hits.t), hits.hit)
        for i in range(0, 500, 41):
            assert hits[i] == gz.raycast(shape, origins[i], directions[i])
            assert hits[i] is None or hits[i].verify()
        distances = gz.signed_distance(shape, origins, threads=2)
        assert all(gz.signed_distance(shape, origins[i]) == (distances.lower[i], distances.upper[i])
                   for i in range(0, 500, 41))
    many = gz.raycast(SHAPES["Box"], [[-3, 0, 0], [-3, 9, 0]], [1, 0, 0])
    assert many.hit.tolist() == [True, False] and many[1] is None


def test_lists_of_shapes_and_of_moving_bodies():
    a = [SHAPES["Box"], SHAPES["Sphere"], SHAPES["Cone"]]
    poses = random_poses(3)
    gaps = gz.separation(a, SHAPES["Capsule"], a_pose=poses)
    assert all(gaps[i] == gz.separation(a[i], SHAPES["Capsule"], a_pose=poses[i]) for i in range(3))
    placed = [gz.Placed(shape, pose) for shape, pose in zip(a, poses)]
    assert gap_bytes(gz.separation(placed, SHAPES["Capsule"])) == gap_bytes(gaps)
    moving = [gz.Moving(s, gz.LinearMotion([3, 0, 0, 1, 0, 0, 0], [-3, 0, 0])) for s in a]
    impacts = gz.time_of_impact(SHAPES["Box"], moving, threads=2)
    assert list(impacts) == [gz.time_of_impact(SHAPES["Box"], m) for m in moving]


def test_contiguous_doubles_are_not_copied_and_others_are_converted():
    a, b, poses = SHAPES["Box"], SHAPES["Sphere"], random_poses(50)
    answer = gap_bytes(gz.separation(a, b, b_pose=poses))
    twice = np.repeat(poses, 2, axis=0)
    read_only = poses.copy()
    read_only.flags.writeable = False
    for form in (twice[::2], poses[::-1][::-1], np.asfortranarray(poses), poses.tolist(), read_only,
                 (np.ascontiguousarray(poses[:, :3, :3]), np.ascontiguousarray(poses[:, :3, 3]))):
        assert gap_bytes(gz.separation(a, b, b_pose=form)) == answer
    single = poses.astype(np.float32)
    assert gap_bytes(gz.separation(a, b, b_pose=single)) == gap_bytes(
        gz.separation(a, b, b_pose=single.astype(float)))


def test_an_answer_keeps_its_inputs_when_the_array_changes():
    poses = random_poses(300)
    gaps = gz.separation(SHAPES["Box"], SHAPES["Sphere"], b_pose=poses)
    kept = gaps[7].b
    poses[:] = np.eye(4)
    assert gaps[7].b == kept and gaps[7].verify()


def slow_batch():
    """Seconds of work: deep overlaps of a mesh that is not convex."""
    draw = np.random.default_rng(2)
    vertices, triangles = gz.Sphere(1.0).triangles_for_display(0.002)
    bumpy = gz.Mesh(vertices * draw.uniform(0.8, 1.2, size=(len(vertices), 1)), triangles, kind="solid")
    return bumpy, random_poses(2000, spread=0.3)


def test_an_interrupt_ends_a_long_batch_within_a_second():
    bumpy, poses = slow_batch()
    timer = threading.Timer(0.5, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        gz.separation(bumpy, bumpy, b_pose=poses, threads=2)
    assert time.monotonic() - start < 2.0
    timer.join()


def test_python_threads_run_during_a_batch():
    poses = random_poses(200_000, spread=1.0)
    ticks, done = 0, threading.Event()

    def tick():
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)
    thread = threading.Thread(target=tick)
    thread.start()
    before = ticks
    gz.separation(SHAPES["Cone"], SHAPES["Cylinder"], b_pose=poses)
    during = ticks - before
    done.set()
    thread.join()
    assert during > 20


@pytest.mark.parametrize("threads", [1, 2])
def test_slices_of_a_batch_are_single_calls(threads):
    """Batches of two convex shapes are read in slices: sizes around their borders, and bad poses behind."""
    a, b = SHAPES["Cone"], SHAPES["ConvexHull"]
    for count in (1, 255, 256, 257, 1000):
        poses = random_poses(count, seed=count)
        gaps = gz.separation(a, b, b_pose=poses, threads=threads)
        turned = gz.separation(a, b, a_pose=poses, b_pose=poses, threads=threads)
        hits = gz.overlaps(a, b, b_pose=poses, threads=threads)
        for i in {0, count // 2, count - 1, min(255, count - 1), min(256, count - 1)}:
            one = gz.separation(a, b, b_pose=poses[i])
            assert gaps[i] == one and hits[i] == gz.overlaps(a, b, b_pose=poses[i])
            assert turned[i] == gz.separation(a, b, a_pose=poses[i], b_pose=poses[i])
        gaps_of_a = gz.separation(a, b, a_pose=poses, threads=threads)
        assert gaps_of_a[count - 1] == gz.separation(a, b, a_pose=poses[-1])
    for first in (3, 256, 700):
        bad = poses.copy()
        bad[[first, 900], 0, 0] += 0.5
        for ask in (gz.overlaps, gz.separation):
            with pytest.raises(ValueError, match=rf"b_pose\[{first}\]: not a rotation"):
                ask(a, b, b_pose=bad, threads=threads)
