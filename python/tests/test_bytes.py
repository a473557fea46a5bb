"""Batches against a C++ program, byte for byte: every pair of types, one thread and two.

GRAZE_PYTHON_ANSWERS is the program (tests/python/answers.cpp); GRAZE_PYTHON_PAIRS is the number of pairs for
each two convex types, of which a hundredth is asked for each two types with meshes among them.
"""
import itertools
import os
import struct
import subprocess

import numpy as np
import pytest
from conftest import COMPOSITE, CONVEX, random_poses

import graze as gz

PROGRAM = os.environ.get("GRAZE_PYTHON_ANSWERS", "")
COUNT = int(os.environ.get("GRAZE_PYTHON_PAIRS", "400"))
CONVEX_PAIRS = list(itertools.combinations_with_replacement(CONVEX, 2))
MESH_PAIRS = list(itertools.product(COMPOSITE, [*CONVEX, *COMPOSITE]))
SHAPES = {**CONVEX, **COMPOSITE}


def group_of(a, b, poses):
    """What the program reads."""
    shapes = [a.to_bytes(), b.to_bytes()]
    parts = [part for shape in shapes for part in (struct.pack("<Q", len(shape)), shape)]
    numbers = np.concatenate([poses[:, :3, :3].reshape(-1, 9), poses[:, :3, 3]], axis=1)
    return b"".join([*parts, struct.pack("<Q", len(poses)), numbers.tobytes()])


def answers_of(a, b, poses, threads):
    """What the program writes, by batches."""
    hits = gz.overlaps(a, b, b_pose=poses, threads=threads)
    gaps = gz.separation(a, b, b_pose=poses, threads=threads)
    verdicts = gz.decide(a, b, b_pose=poses, threads=threads)
    manifolds = gz.contacts(a, b, b_pose=poses, threads=threads)
    numbers = np.concatenate([gaps.points_a, gaps.points_b, gaps.normals], axis=1)
    return b"".join(x.tobytes() for x in (
        hits, gaps.lower, gaps.upper, numbers, gaps.status, gaps.iterations, verdicts.answers,
        manifolds.counts, manifolds.normals))


@pytest.mark.skipif(not PROGRAM, reason="GRAZE_PYTHON_ANSWERS names no program")
@pytest.mark.parametrize("pairs, count", [(CONVEX_PAIRS, COUNT), (MESH_PAIRS, max(4, COUNT // 100))],
                         ids=["convex", "meshes"])
def test_batches_are_the_bytes_of_a_program(pairs, count, tmp_path):
    asked, hits, tested = tmp_path / "pairs", 0, 0
    for number, (a, b) in enumerate(pairs):
        poses = random_poses(count, seed=number, spread=1.2)
        asked.write_bytes(group_of(SHAPES[a], SHAPES[b], poses))
        subprocess.run([PROGRAM, asked, tmp_path / "answers"], check=True)
        expected = (tmp_path / "answers").read_bytes()
        for threads in (1, 2):
            assert answers_of(SHAPES[a], SHAPES[b], poses, threads) == expected, (a, b, threads)
        hits += sum(expected[:count])
        tested += count
    assert 0.1 < hits / tested < 0.9
