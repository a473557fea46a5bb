"""What else Debian has for Python: which packages were looked for, and questions to those installed."""
from __future__ import annotations

import importlib
import statistics
import time

import numpy as np

import graze as gz

# Module and Debian package, as of Debian 12. "-" where Debian has none.
LOOKED_FOR = {"fcl": "-", "hppfcl": "-", "coal": "-", "trimesh": "-", "pybullet": "-", "mujoco": "-",
              "pinocchio": "-", "ode": "python3-pyode",
              "open3d": "python3-open3d", "shapely": "python3-shapely"}


def installed():
    found = {}
    for name, package in LOOKED_FOR.items():
        try:
            found[name] = importlib.import_module(name)
            state = "installed"
        except ImportError:
            state = "not installed"
        print(f"  {name:<12} Debian package {package:<18} {state}")
    return found


def ode_boxes(ode, count):
    """Contacts of two boxes in a Python loop: ODE through pyode, and graze."""
    space = ode.Space()
    a, b = ode.GeomBox(space, (1, 1, 1)), ode.GeomBox(space, (1, 1, 1))
    places = np.random.default_rng(1).uniform(-1, 1, size=(count, 3)).tolist()
    box = gz.Box([0.5, 0.5, 0.5])
    poses = [gz.Pose(position=place) for place in places]
    arrays = np.stack([pose.matrix for pose in poses])

    def by_ode():
        for place in places:
            b.setPosition(place)
            ode.collide(a, b)

    def by_graze():
        for pose in poses:
            gz.contacts(box, box, None, pose)

    def by_batch():
        gz.contacts(box, box, b_pose=arrays)
    taken = {call.__name__: [] for call in (by_ode, by_graze, by_batch)}
    for _ in range(7):
        for call in (by_ode, by_graze, by_batch):
            start = time.perf_counter()
            call()
            taken[call.__name__].append((time.perf_counter() - start) / count * 1e9)
    for name, times in taken.items():
        print(f"  contacts of two boxes {name:<10} {statistics.median(times):>8.0f} ns a pair")


def compare(count):
    print("\nOther packages for collision detection from Python that were looked for:")
    found = installed()
    if "ode" in found:
        ode_boxes(found["ode"], min(count, 5000))
    else:
        print("  none of those that answer questions about pairs of shapes is installed: nothing to compare")
