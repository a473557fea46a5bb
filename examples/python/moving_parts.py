"""A gantry that moves between poses: what it hits and when, or a proof that the way is free.

Samples would miss thin parts; these answers hold for every moment of the motion. t runs from 0 to 1, lengths
are in metres, world frame. Run: python moving_parts.py
"""
from __future__ import annotations

import numpy as np

import graze as gz

SAW = gz.Cylinder(radius=0.25, half_height=0.002)  # a thin disk, which turns while it travels
SHEET = gz.Placed(gz.Box([0.001, 0.5, 0.5]), [0.6, 0, 0, 1, 0, 0, 0])
POST = gz.Placed(gz.Capsule(radius=0.05, half_height=1.0), [0.0, 0.8, 0, 1, 0, 0, 0])


def main() -> None:
    start = gz.Pose.about([0, 1, 0], np.pi / 2, [-0.4, 0, 0])
    end = gz.Pose.about([0, 1, 0], np.pi / 2, [1.6, 0, 0])
    straight = gz.Moving(SAW, gz.InBetweenMotion(start, end))

    samples = [gz.overlaps(SHEET, gz.Placed(SAW, straight.motion.pose_at(t))) for t in np.linspace(0, 1, 20)]
    print(f"20 samples see a collision: {any(samples)}")
    impact = gz.time_of_impact(SHEET, straight, proof=True)
    print(f"the saw hits the sheet: {impact.hit}, between t = {impact.time.lower:.6f} "
          f"and {impact.time.upper:.6f}, verified: {impact.verify()}")

    around = gz.SplineMotion([start, gz.Pose(position=[0.1, 0, 1.2]), gz.Pose(position=[1.1, 0, 1.2]), end])
    for name, obstacle in (("sheet", SHEET), ("post", POST)):
        clear = gz.time_of_impact(obstacle, gz.Moving(SAW, around), proof=True)
        answer = f"hits at t = {clear.time.lower:.3f}" if clear.hit else "a proven miss"
        print(f"over the top, {name}: {answer}, verified: {clear.verify()}")

    scene = gz.Scene()
    scene.add("sheet", SHEET.shape, pose=SHEET.pose)
    scene.add("post", POST.shape, pose=POST.pose)
    scene.add("saw", SAW, pose=start)
    for first in scene.impacts({"saw": straight.motion}):
        print(f"first of the scene: {first.a} and {first.b} at t = {first.time.lower:.4f}")


if __name__ == "__main__":
    main()
