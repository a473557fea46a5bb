"""Many grasps at once: which poses of a gripper hold an object, without touching the table.

One call tests all poses, on all cores; the answers are arrays. Lengths are in metres, world frame.
Run: python grasps.py
"""
from __future__ import annotations

import time

import numpy as np
import numpy.typing as npt

import graze as gz

COUNT = 20_000

MUG = gz.Placed(gz.Cylinder(radius=0.04, half_height=0.05), [0, 0, 0.05, 1, 0, 0, 0])
TABLE = gz.HalfSpace([0, 0, 1])
FINGER = gz.Box([0.005, 0.01, 0.03])
BETWEEN = gz.Compound([(gz.Box([0.03, 0.005, 0.005]), gz.Pose(position=[0, 0, 0.06]))])


def gripper(opening: float) -> gz.Shape:
    """A palm and two fingers that reach along z, in the frame of the palm."""
    def place(x: float) -> gz.Pose:
        return gz.Pose(position=[x, 0, 0.04])
    return gz.Compound([gz.Box([opening / 2 + 0.01, 0.02, 0.01]),
                        (FINGER, place(opening / 2 + 0.005)), (FINGER, place(-opening / 2 - 0.005))])


def poses(count: int) -> npt.NDArray[np.float64]:
    """(N, 7): palms around the mug that reach towards its middle, and turn about that direction."""
    draw = np.random.default_rng(7)
    out = draw.normal(size=(count, 3))
    out[:, 2] = np.abs(out[:, 2])
    out /= np.linalg.norm(out, axis=1, keepdims=True)
    position = np.array([0, 0, 0.05]) + out * draw.uniform(0.06, 0.14, size=(count, 1))
    reach = -out  # z of the palm, in world frame; the shortest turn from z, then one about z
    swing = np.column_stack([1 + reach[:, 2], -reach[:, 1], reach[:, 0], np.zeros(count)])
    half = draw.uniform(0, np.pi, size=count)
    c, s = np.cos(half), np.sin(half)
    w, x, y, z = swing.T
    quaternion = np.column_stack([w * c - z * s, x * c + y * s, y * c - x * s, w * s + z * c])
    return np.column_stack([position, quaternion])


def main() -> None:
    hand, tried = gripper(0.085), poses(COUNT)
    start = time.perf_counter()
    free = ~gz.overlaps(MUG, hand, b_pose=tried, threads=0)
    free &= ~gz.overlaps(TABLE, hand, b_pose=tried, threads=0)
    between = gz.overlaps(MUG, BETWEEN, b_pose=tried[free], threads=0)
    seconds = time.perf_counter() - start
    good = tried[free][between]
    print(f"{COUNT} grasps: {free.sum()} free, {len(good)} of them with the mug between the fingers")
    gaps = gz.separation(TABLE, hand, b_pose=good, threads=0)
    best = int(np.argmax(gaps.lower))
    print(f"the one farthest above the table: {gaps.lower[best]:.4f} m, verified: {gaps[best].verify()}")
    assert seconds < 60


if __name__ == "__main__":
    main()
