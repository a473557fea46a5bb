"""A robot's motion that is proven free: a small roadmap of certified edges, a way through it, and its proof.

A planar arm of two links passes a post. Random configurations are the nodes, straight motions between near
ones the edges. Each edge is free for the whole motion, not only at samples of it. Angles are in radians,
lengths in metres, world frame. Run: python robot_path.py
"""
from __future__ import annotations

import heapq
import tempfile
from pathlib import Path

import numpy as np
import numpy.typing as npt

import graze as gz

CLEARANCE = 0.02  # metres that every motion keeps


def two_links() -> gz.Robot:
    """Bones of one metre along x, turning about z."""
    along = gz.Pose.about([0, 1, 0], np.pi / 2, [0.5, 0, 0])
    bone = gz.Placed(gz.Capsule(radius=0.05, half_height=0.5), along)
    links = [gz.RobotLink("base"), gz.RobotLink("upper", bone), gz.RobotLink("fore", bone)]
    joints = [gz.RobotJoint("shoulder", "revolute", "base", "upper", limits=(-3.0, 3.0)),
              gz.RobotJoint("elbow", "revolute", "upper", "fore", gz.Pose(position=[1, 0, 0]),
                            limits=(-2.7, 2.7))]
    return gz.Robot(links, joints)


def shortest(count: int, edges: npt.NDArray[np.int64], lengths: npt.NDArray[np.float64]) -> list[int]:
    """Nodes of the shortest way from node 0 to node 1, by Dijkstra's method."""
    near: dict[int, list[tuple[int, float]]] = {i: [] for i in range(count)}
    for (a, b), length in zip(edges.tolist(), lengths.tolist()):
        near[a].append((b, length))
        near[b].append((a, length))
    queue: list[tuple[float, int, list[int]]] = [(0.0, 0, [0])]
    done: set[int] = set()
    while queue:
        length, node, way = heapq.heappop(queue)
        if node == 1:
            return way
        if node in done:
            continue
        done.add(node)
        for other, step in near[node]:
            if other not in done:
                heapq.heappush(queue, (length + step, other, [*way, other]))
    return []


def main() -> None:
    arm = two_links()
    cell = gz.RobotCell(arm, {"post": gz.Placed(gz.Cylinder(0.1, 1.0), gz.Pose(position=[1.4, 0.0, 0.0]))})
    start, goal = [-0.9, 0.2], [0.9, -0.2]
    print("straight:", cell.path_clearance(gz.JointPath.linear(start, goal)).answer)

    drawn = np.random.default_rng(7).uniform(arm.limits[:, 0], arm.limits[:, 1], (300, 2))
    nodes = np.concatenate([[start, goal], drawn[cell.clearance(drawn, gradient=False).lower > CLEARANCE]])
    gaps = np.linalg.norm(nodes[:, None] - nodes, axis=2)
    pairs = np.argwhere(np.triu(gaps < 0.7, 1))
    found = cell.path_clearance(nodes[pairs], wanted=CLEARANCE, goal="decide", threads=0)
    free = found.answers == "free"
    print(f"{len(pairs)} edges: {free.sum()} free")

    way = shortest(len(nodes), pairs[free], gaps[tuple(pairs[free].T)])
    path = gz.JointPath(nodes[way])
    path.check(arm)
    proof = cell.certify(path, wanted=CLEARANCE)
    print(f"the way through {len(way)} nodes is {proof.answer}, verified: {proof.verify()}")
    assert proof.lower >= CLEARANCE
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "proof.json"
        proof.save(file)
        assert gz.io.read_path_certificate(file, cell, path).verify()

    # How the arm gets away from the post fastest, where it is nearest.
    nearest = cell.clearance(path.at(proof.path_clearance.time.lower))
    assert nearest.names is not None and nearest.gradient.shape == (2,)
    print(f"nearest: {' and '.join(nearest.names)}")


if __name__ == "__main__":
    main()
