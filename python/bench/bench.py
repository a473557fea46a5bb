"""What Python costs: batches against the loops of a C++ program, single calls, threads, and a Python thread
that runs meanwhile. All rows are ratios of runs that took turns in this process, medians of them; of one
thread its own time, so that other programs on the machine hardly matter.

Usage: bench.py LOOP_LIBRARY [pairs], from tools/python_bench.sh.
"""
from __future__ import annotations

import ctypes
import os
import statistics
import sys
import threading
import time

import numpy as np

import graze as gz

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "tests"))
from conftest import SHAPES, random_poses  # noqa: E402

PAIRS = [("Sphere", "Sphere"), ("Box", "Box"), ("Capsule", "Box"), ("Cone", "Cylinder"),
         ("ConvexHull", "ConvexHull"), ("solid", "Box")]


class Loop:
    """The loop of a C++ program over one pair of shapes and an array of poses."""

    def __init__(self, library, a, b, poses):
        self.library, self.poses = library, poses
        shapes = [a.to_bytes(), b.to_bytes()]
        parts = [part for shape in shapes for part in (shape, ctypes.c_size_t(len(shape)))]
        self.handle = ctypes.c_void_p(library.loop_make(*parts))
        data = poses.ctypes.data_as(ctypes.c_void_p)
        library.loop_set_poses(self.handle, data, ctypes.c_size_t(len(poses)))

    def overlaps(self):
        self.library.loop_overlaps(self.handle)

    def separation(self):
        self.library.loop_separation(self.handle)

    def hits(self):
        return self.library.loop_hits(self.handle)

    def lower(self):
        lower = np.empty(len(self.poses))
        self.library.loop_lower(self.handle, lower.ctypes.data_as(ctypes.c_void_p))
        return lower


def load(path):
    library = ctypes.CDLL(path)
    library.loop_make.restype = ctypes.c_void_p
    library.loop_hits.restype = ctypes.c_size_t
    return library


def seconds(call, clock):
    start = clock()
    call()
    return clock() - start


def in_turns(first, second, rounds=9, clock=time.thread_time):
    """Medians of the seconds of both, and of their ratios."""
    first(), second()
    taken = [(seconds(first, clock), seconds(second, clock)) for _ in range(rounds)]
    return (statistics.median(x for x, _ in taken), statistics.median(y for _, y in taken),
            statistics.median(x / y for x, y in taken))


def row(text, first, second, ratio, aim):
    print(f"{text:<58} {first:>10} {second:>10} {ratio:>7.2f}   {aim}", flush=True)


def batches_against_loops(library, count):
    print(f"\nBatch of {count} poses against the C++ loop over the same array, one thread; ns a pair")
    ratios = []
    for names in PAIRS:
        a, b = SHAPES[names[0]], SHAPES[names[1]]
        poses = random_poses(count)
        loop = Loop(library, a, b, poses)
        for verb in ("overlaps", "separation"):
            def batch(verb=verb):
                return getattr(gz, verb)(a, b, b_pose=poses)
            x, y, ratio = in_turns(batch, getattr(loop, verb))
            row(f"{verb} {names[0]}-{names[1]}", f"{x / count * 1e9:.0f}", f"{y / count * 1e9:.0f}", ratio,
                "aim <= 1.1")
            ratios.append(ratio)
        assert loop.hits() == gz.overlaps(a, b, b_pose=poses).sum()
        assert np.array_equal(loop.lower(), gz.separation(a, b, b_pose=poses).lower)
    row("median of these", "", "", statistics.median(ratios), "aim <= 1.1")


def batches_against_python_loops(count):
    print(f"\nBatch of {count} poses against a loop of Python over single calls; nanoseconds a pair")
    for names in PAIRS:
        a, b = SHAPES[names[0]], SHAPES[names[1]]
        poses = random_poses(count)
        objects = [gz.Pose.of(pose) for pose in poses]
        for text, singles in (("arrays", poses), ("Pose objects", objects)):
            def loop(singles=singles):
                for pose in singles:
                    gz.overlaps(a, b, None, pose)
            x, y, ratio = in_turns(lambda: gz.overlaps(a, b, b_pose=poses), loop, 5)
            row(f"overlaps {names[0]}-{names[1]}, loop over {text}", f"{x / count * 1e9:.0f}",
                f"{y / count * 1e9:.0f}", y / x if x > 0 else 0, "aim >= 10")


def single_calls(library):
    print("\nOne call, less what its loop in C++ takes for the same pair; nanoseconds")
    a, b, count = SHAPES["Box"], SHAPES["Box"], 2000
    pose = gz.Pose.of(random_poses(1)[0])
    poses = np.ascontiguousarray(np.broadcast_to(pose.matrix, (count, 4, 4)))
    matrix = poses[0].copy()
    loop = Loop(library, a, b, poses)
    placed = gz.Placed(a), gz.Placed(b, pose)
    for verb in ("overlaps", "separation"):
        ask = getattr(gz, verb)
        for text, call in (("Placed", lambda: ask(*placed)), ("Pose", lambda: ask(a, b, None, pose)),
                           ("matrix", lambda: ask(a, b, None, matrix))):
            def calls(call=call):
                for _ in range(count):
                    call()
            x, y, _ = in_turns(calls, getattr(loop, verb))
            row(f"{verb} Box-Box, {text}", f"{x / count * 1e9:.0f}", f"{y / count * 1e9:.0f}",
                (x - y) / count * 1e6, "microseconds; aim <= 1")


def threads(count):
    print(f"\nTwo threads against one, {os.cpu_count()} cores; microseconds a pair")
    for names in PAIRS:
        a, b = SHAPES[names[0]], SHAPES[names[1]]
        poses = random_poses(count)
        for verb in ("overlaps", "separation"):
            ask = getattr(gz, verb)
            x, y, _ = in_turns(lambda: ask(a, b, b_pose=poses, threads=2), lambda: ask(a, b, b_pose=poses),
                               clock=time.perf_counter)
            row(f"{verb} {names[0]}-{names[1]}", f"{x / count * 1e6:.3f}", f"{y / count * 1e6:.3f}", y / x,
                "aim >= 1.7 on two free cores")


class RobotLoop:
    """The loops of a C++ program over configurations and edges of the same cell."""

    def __init__(self, library, centres, radius):
        library.robot_loop_make.restype = ctypes.c_void_p
        for name in ("robot_loop_hits", "robot_loop_free"):
            getattr(library, name).restype = ctypes.c_size_t
        self.library = library
        self.handle = ctypes.c_void_p(library.robot_loop_make(
            centres.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(len(centres)), ctypes.c_double(radius)))

    def run(self, name, rows):
        getattr(self.library, name)(self.handle, rows.ctypes.data_as(ctypes.c_void_p),
                                    ctypes.c_size_t(len(rows)))

    def found(self, name):
        return getattr(self.library, name)(self.handle)


def robot_cell(centres, radius):
    """As in robot_loop.cpp."""
    bone = gz.Placed(gz.Capsule(0.05, 0.1), gz.Pose(position=[0, 0, 0.15]))
    links = [gz.RobotLink("base")] + [gz.RobotLink(f"link {i}", bone) for i in range(7)]
    joints = [gz.RobotJoint(f"joint {i}", "revolute", links[i].name, links[i + 1].name,
                            gz.Pose(position=[0, 0, 0.3 if i else 0]),
                            axis=[0, 1, 0] if i % 2 else [0, 0, 1], limits=(-3, 3)) for i in range(7)]
    balls = {str(i): gz.Placed(gz.Sphere(radius), gz.Pose(position=c)) for i, c in enumerate(centres)}
    return gz.RobotCell(gz.Robot(links, joints), balls)


def robots(library, count):
    print(f"\nAn arm of seven joints among ten balls: {count} configurations (N, 7) and {count // 10} edges\n"
          "(E, 2, 7) as arrays, against the C++ loop, a loop of Python, and two threads; microseconds each")
    draw = np.random.default_rng(1)
    centres = draw.normal(size=(10, 3))
    centres *= (draw.uniform(0.7, 1.6, size=10) / np.linalg.norm(centres, axis=1))[:, None]
    cell, loop = robot_cell(centres, 0.15), RobotLoop(library, centres, 0.15)
    qs = draw.uniform(-2, 2, size=(count, 7))
    edges = np.stack([qs[:count // 10], qs[:count // 10] + draw.uniform(-0.3, 0.3, (count // 10, 7))], axis=1)

    def path_answers(rows, threads=1):
        return cell.path_clearance(rows, goal="decide", threads=threads)
    for text, rows, batch, one, name in (
            ("overlaps", qs, cell.overlaps, cell.overlaps, "robot_loop_overlaps"),
            ("path_clearance", edges, path_answers, lambda edge: path_answers(edge[None]),
             "robot_loop_paths")):
        n, few = len(rows), rows[:200]
        x, y, ratio = in_turns(lambda: batch(rows), lambda: loop.run(name, rows), 5)
        row(f"{text}, C++ loop", f"{x / n * 1e6:.2f}", f"{y / n * 1e6:.2f}", ratio, "aim <= 1.1")
        x, y, ratio = in_turns(lambda: batch(few), lambda: [one(item) for item in few], 5)
        row(f"{text}, Python loop", f"{x / len(few) * 1e6:.2f}", f"{y / len(few) * 1e6:.2f}", y / x, "")
        x, y, _ = in_turns(lambda: batch(rows, threads=2), lambda: batch(rows), 5, time.perf_counter)
        row(f"{text}, two threads", f"{x / n * 1e6:.2f}", f"{y / n * 1e6:.2f}", y / x,
            "aim >= 1.7 on two free cores")
    assert loop.found("robot_loop_hits") == cell.overlaps(qs).sum()
    assert loop.found("robot_loop_free") == (path_answers(edges).answers == "free").sum()


def ticks(count):
    """How often another Python thread runs in a second, during a batch and while nothing else does."""
    ticked, done = 0, threading.Event()

    def tick():
        nonlocal ticked
        while not done.is_set():
            ticked += 1
            time.sleep(0.001)
    thread = threading.Thread(target=tick)
    thread.start()

    def rate(call):
        before, start = ticked, time.perf_counter()
        call()
        return (ticked - before) / (time.perf_counter() - start)
    poses = random_poses(count)
    during = rate(lambda: gz.separation(SHAPES["Cone"], SHAPES["Cylinder"], b_pose=poses))
    alone = rate(lambda: time.sleep(0.5))
    done.set()
    thread.join()
    print("\nTicks a second of a Python thread: during a batch, and while nothing runs")
    row("ticks", f"{during:.0f}", f"{alone:.0f}", during / alone, "aim > 0.3")


def main():
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 20_000
    library = load(sys.argv[1])
    print(f"graze {gz.__version__}, Python {sys.version.split()[0]}, NumPy {np.__version__}, load "
          f"{os.getloadavg()[0]:.1f}")
    print(f"{'':<58} {'first':>10} {'second':>10} {'ratio':>7}")
    batches_against_loops(library, count)
    batches_against_python_loops(min(count, 2000))
    single_calls(library)
    threads(5 * count)
    robots(library, count)
    ticks(10 * count)
    import others
    others.compare(count)


if __name__ == "__main__":
    main()
