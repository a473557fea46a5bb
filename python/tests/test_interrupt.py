"""Ctrl-C: a SIGINT of the system, sent to a process that answers a long batch, ends it within a second."""
import os
import signal
import subprocess
import sys
import time

import pytest

SCRIPT = """
import numpy as np, graze as gz
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
    "scene_rays": (3000, 5, "s = gz.Scene(); s.add('ball', bumpy); "
                   "places = np.random.default_rng(1).normal(size=(2_000_000, 3))",
                   "s.raycasts(places, -places)"),
    "rays": (3000, 5, "places = np.random.default_rng(1).normal(size=(2_000_000, 3))",
             "gz.raycast(bumpy, places, -places, threads={threads})"),
}


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", CALLS)
def test_a_signal_ends_a_batch_within_a_second(name, threads):
    count, detail, setup, call = CALLS[name]
    script = SCRIPT.format(count=count, detail=detail, setup=setup, call=call.format(threads=threads))
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.3)
        start = time.monotonic()
        os.kill(process.pid, signal.SIGINT)
        assert process.stdout.readline() == "interrupted\n"
        assert time.monotonic() - start < 1.0
