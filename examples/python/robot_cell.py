"""A robot in its cell: which of its postures clash with the cell or with the robot itself.

Reads a robot from URDF and adds the cell around it. Postures are joint values in radians and metres; lengths
are in metres, world frame. Run: python robot_cell.py
"""
from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np

import graze as gz

URDF = """<robot name="arm">
  <link name="base"><collision><geometry><cylinder radius="0.12" length="0.4"/></geometry></collision></link>
  <link name="upper"><collision><origin xyz="0 0 0.3"/>
    <geometry><box size="0.1 0.1 0.6"/></geometry></collision></link>
  <link name="fore"><collision><origin xyz="0 0 0.25"/>
    <geometry><box size="0.08 0.08 0.5"/></geometry></collision></link>
  <link name="tool"><collision><geometry><sphere radius="0.06"/></geometry></collision></link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><origin xyz="0 0 0.2"/>
    <axis xyz="0 1 0"/><limit lower="-2" upper="2" effort="1" velocity="1"/></joint>
  <joint name="elbow" type="revolute"><parent link="upper"/><child link="fore"/><origin xyz="0 0 0.6"/>
    <axis xyz="0 1 0"/><limit lower="-2.5" upper="2.5" effort="1" velocity="1"/></joint>
  <joint name="wrist" type="fixed"><parent link="fore"/><child link="tool"/><origin xyz="0 0 0.5"/></joint>
</robot>
"""


def cell_with(urdf: Path, shoulder: float, elbow: float) -> gz.Scene:
    """The robot in a posture, a table and a wall. Links that a joint connects are not tested together."""
    scene = gz.Scene.load(urdf, joints={"shoulder": shoulder, "elbow": elbow})
    scene.add("table", gz.Box([0.4, 0.4, 0.02]), pose=[0.75, 0.0, 0.3, 1, 0, 0, 0])
    scene.add("wall", gz.HalfSpace([1, 0, 0], -0.7))
    return scene


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        urdf = Path(folder) / "arm.urdf"
        urdf.write_text(URDF, encoding="utf-8")
        free = 0
        for shoulder in np.linspace(-1.2, 1.2, 7):
            for elbow in (-0.8, 0.8):
                scene = cell_with(urdf, float(shoulder), elbow)
                clashes = scene.clashes(clearance=0.02)
                free += not clashes
                for clash in clashes:
                    assert clash.separation.verify() or clash.distance.lower <= 0
                    print(f"shoulder {shoulder:+.1f}, elbow {elbow:+.1f}: {clash.a} and {clash.b}, "
                          f"distance {clash.distance.lower:+.4f} m")
        print(f"{free} of 14 postures keep 20 mm from everything")


if __name__ == "__main__":
    main()
