"""Single questions: values, proofs, forms of poses, and how answers print, compare and pickle."""
import copy
import itertools
import pickle

import numpy as np
import pytest
from conftest import COMPOSITE, CONVEX, SHAPES, random_poses

import graze as gz

CRATE, PIPE = gz.Box([0.5, 0.5, 0.5]), gz.Capsule(radius=0.2, half_height=1.0)


def at(x, y=0.0, z=0.0):
    return [x, y, z, 1, 0, 0, 0]


def test_gap_of_a_box_and_a_capsule():
    gap = gz.separation(CRATE, PIPE, b_pose=at(2, 0.3, 0.4))
    assert gap.lower <= 1.3 <= gap.upper and gap.upper - gap.lower < 1e-9
    assert np.allclose(gap.normal, [1, 0, 0]) and np.allclose(gap.point_b - gap.point_a, [1.3, 0, 0])
    assert gap.status == gz.Status.converged and gap.verify()
    assert gap.a == gz.Placed(CRATE) and gap.b == gz.Placed(PIPE, at(2, 0.3, 0.4))


def test_depth_is_negative_and_verified():
    gap = gz.separation(CRATE, CRATE, b_pose=at(0.75))
    assert gap.lower <= -0.25 <= gap.upper and gap.upper < 0 and gap.verify()


def test_deep_overlap_of_cones_is_verified_by_its_certificate():
    cone = gz.Cone(1.0, 1.0)
    gap = gz.separation(cone, cone, b_pose=at(0.1, 0.2, 0.3))
    assert gap.upper < 0 and gap.verify()


def test_swapped_pair_flips_the_normal():
    gap, swapped = gz.separation(CRATE, PIPE, b_pose=at(2)), gz.separation(PIPE, CRATE, a_pose=at(2))
    assert np.array_equal(gap.normal, -swapped.normal) and gap.lower == swapped.lower


def test_all_forms_of_a_pose_give_the_same_answer():
    matrix = random_poses(1, seed=5, spread=3)[0]
    pose = gz.Pose(matrix[:3, :3], matrix[:3, 3])
    answer = gz.separation(CRATE, PIPE, b_pose=matrix)
    for form in (pose, (matrix[:3, :3], matrix[:3, 3]), matrix.tolist(), np.asfortranarray(matrix)):
        assert gz.separation(CRATE, PIPE, b_pose=form) == answer
    assert gz.separation(gz.Placed(CRATE), gz.Placed(PIPE, pose)) == answer
    quaternion = np.concatenate([matrix[:3, 3], pose.quaternion])
    near = gz.separation(CRATE, PIPE, b_pose=quaternion)
    assert abs(near.lower - answer.lower) < 1e-12


@pytest.mark.parametrize("name", SHAPES)
def test_shapes_print_compare_hash_copy_and_pickle(name):
    shape = SHAPES[name]
    again = pickle.loads(pickle.dumps(shape))
    assert type(again) is type(shape) and again == shape and hash(again) == hash(shape)
    assert copy.copy(shape) == copy.deepcopy(shape) == shape
    assert type(shape).__name__ in repr(shape) and "object at 0x" not in repr(shape)
    assert all(shape != other for key, other in SHAPES.items() if key != name)
    assert gz.shape_from_bytes(shape.to_bytes()) == shape


@pytest.mark.parametrize("name", CONVEX)
def test_reprs_of_primitives_make_them_again(name):
    shape = CONVEX[name]
    if isinstance(shape, (gz.Box, gz.Sphere, gz.Capsule, gz.HalfSpace, gz.Point, gz.Segment)):
        assert eval("gz." + repr(shape)) == shape


@pytest.mark.parametrize("pair", itertools.combinations_with_replacement(SHAPES, 2), ids="-".join)
def test_verbs_agree_on_every_pair_of_types(pair):
    a, b = SHAPES[pair[0]], SHAPES[pair[1]]
    for pose in random_poses(3, seed=7, spread=1.2):
        gap, verdict = gz.separation(a, b, b_pose=pose), gz.decide(a, b, b_pose=pose)
        hit = gz.overlaps(a, b, b_pose=pose)
        assert gap.lower <= gap.upper
        assert hit == (verdict.answer != gz.Answer.disjoint)
        assert not (hit and gap.lower > 0) and not (not hit and gap.upper < 0)
        assert verdict.verify()
        assert gap.upper < 0 or pair[0] == pair[1] == "HalfSpace" or gap.verify()
        common = gz.common_point(a, b, b_pose=pose)
        assert (common is not None) == hit and (common is None or common.verify())
        assert (gz.relation(a, b, b_pose=pose) == gz.Relation.disjoint) == (not hit)


def answers():
    ball = gz.Moving(gz.Sphere(0.5), gz.LinearMotion(at(3), displacement=[-3, 0, 0]))
    mesh = COMPOSITE["solid"]
    return [
        gz.separation(CRATE, PIPE, b_pose=at(2)),
        gz.separation(CRATE, gz.Cone(1, 1), b_pose=at(0.3), tolerance=1e-3, max_iterations=20),
        gz.decide(CRATE, PIPE, b_pose=at(2), method="gjk"),
        gz.common_point(CRATE, PIPE, b_pose=at(0.5)),
        gz.contacts(CRATE, CRATE, b_pose=at(0.9)),
        gz.contact_manifolds(mesh, mesh, b_pose=at(0.9, 0.1))[0],
        gz.raycast(CRATE, [-2, 0, 0], [1, 0, 0]),
        gz.time_of_impact(CRATE, ball),
        gz.Placed(PIPE, at(2)), gz.Pose(position=[1, 2, 3]), ball, ball.motion,
        gz.SampledMotion(random_poses(3)), gz.ScrewMotion(None, [0, 0, 0], [0, 0, 1], 1.0),
    ]


@pytest.mark.parametrize("answer", answers(), ids=lambda x: type(x).__name__)
def test_answers_print_compare_hash_and_pickle(answer):
    again = pickle.loads(pickle.dumps(answer))
    assert again == answer and hash(again) == hash(answer) and not answer == 3
    assert type(answer).__name__ in repr(answer) and "object at 0x" not in repr(answer)
    if hasattr(answer, "verify"):
        assert again.verify() == answer.verify()


def test_an_answer_from_a_cache_is_pickled_as_it_is():
    rng = np.random.default_rng(3)
    hulls = [gz.ConvexHull(rng.normal(size=(60, 3))) for _ in range(2)]
    cache = gz.PairCache()
    for pose in random_poses(20):
        gap = gz.separation(*hulls, b_pose=pose, cache=cache)
        again = pickle.loads(pickle.dumps(gap))
        assert again == gap and again.iterations == gap.iterations and again.verify() == gap.verify()


def test_equal_poses_have_equal_hashes():
    zero, minus = gz.Pose(position=[0.0, 0, 0]), gz.Pose(position=[-0.0, 0, 0])
    assert zero == minus and hash(zero) == hash(minus)
    assert hash(gz.Placed(CRATE, zero)) == hash(gz.Placed(CRATE, minus))


def test_methods_of_decide():
    for method in ("gjk", "sat", "fourier_motzkin"):
        verdict = gz.decide(CRATE, CRATE, b_pose=at(2), method=method)
        assert verdict.method == method and verdict.answer == gz.Answer.disjoint and verdict.verify()


def test_contacts_of_stacked_boxes():
    manifold = gz.contacts(CRATE, CRATE, b_pose=at(0, 0, 0.9))
    assert len(manifold) == 4 and np.allclose(manifold.depths, 0.1)
    assert np.allclose(manifold.normal, [0, 0, 1]) and np.allclose(manifold.positions[:, 2], 0.45)
    assert manifold.verify()
    assert len(gz.contacts(CRATE, CRATE, b_pose=at(3))) == 0


def test_rays():
    hit = gz.raycast(CRATE, origin=[-2, 0, 0], direction=[2, 0, 0])
    assert hit.t == 0.75 and np.array_equal(hit.normal, [-1, 0, 0]) and hit.verify()
    assert gz.raycast(CRATE, [-2, 0, 0], [-1, 0, 0]) is None
    assert gz.raycast(CRATE, [0, 0, 0], [1, 0, 0]).t == 0
    mesh = COMPOSITE["solid"]
    assert [round(hit.t, 9) for hit in gz.raycast_all(mesh, [-1, 0.3, 0.4], [1, 0, 0])] == [1, 2]


def test_triangles_and_signed_distance():
    mesh = COMPOSITE["solid"]
    pairs = gz.intersecting_triangles(mesh, mesh, b_pose=at(0.5, 0.25, 0.125))
    assert len(pairs) == len(pairs.pairs) == len(pairs.segments) > 0
    assert pairs.pairs.max() < 12 and len(gz.self_intersections(mesh)) == 0
    d = gz.signed_distance(mesh, [[0.5, 0.5, 0.5], [2, 0.5, 0.5]])
    assert d.lower[0] <= -0.5 <= d.upper[0] and d.lower[1] <= 1 <= d.upper[1]
    assert gz.signed_distance(mesh, [0.5, 0.5, 0.25]).contains(-0.25)


def test_motions_and_impacts():
    turn = gz.InBetweenMotion(gz.Pose(), gz.Pose.about([0, 0, 1], 1.0, [1, 0, 0]))
    assert np.allclose(turn.pose_at(0.5).position, [0.5, 0, 0])
    lower, upper = turn.position_bounds(0, 1)
    assert (lower <= [0, 0, 0]).all() and (upper >= [1, 0, 0]).all()
    for motion in (gz.LinearMotion(at(3), [-3, 0, 0]), gz.InBetweenMotion(at(3), at(0)),
                   gz.TwistMotion(at(3), [-3, 0, 0], [0, 0, 0]), gz.SampledMotion([at(3), at(0)]),
                   gz.SplineMotion([at(3), at(0)])):
        for proof in (False, True):
            toi = gz.time_of_impact(CRATE, gz.Moving(gz.Sphere(0.5), motion), proof=proof)
            assert toi.hit and toi.time.lower <= 2 / 3 <= toi.time.upper + 1e-12 and toi.verify()
            assert np.allclose(toi.normal, [1, 0, 0], atol=1e-5)
    screw = gz.ScrewMotion(at(3), [0, 0, 0], [0, 0, 1], np.pi, 0)
    assert np.allclose(screw.pose_at(1).position, [-3, 0, 0])
    miss = gz.time_of_impact(CRATE, gz.Moving(gz.Sphere(0.5), screw))
    assert not miss.hit and miss.answer == gz.ImpactAnswer.miss and miss.verify()
    cast = gz.translational_cast(CRATE, gz.Sphere(0.5), [-3, 0, 0], b_pose=at(3))
    assert cast.time.lower <= 2 / 3 <= cast.time.upper
    assert gz.translational_cast(CRATE, gz.Sphere(0.5), [3, 0, 0], b_pose=at(3)) is None


def test_impact_of_meshes_is_verified():
    mesh = COMPOSITE["solid"]
    toi = gz.time_of_impact(mesh, gz.Moving(mesh, gz.LinearMotion(at(3, 0.2, 0.1), [-3, 0, 0])))
    assert toi.hit and toi.time.lower <= 2 / 3 <= toi.time.upper + 1e-9 and toi.verify()


def test_explain_and_doctor():
    explanation = gz.explain(CONVEX["ConvexHull"], gz.Cone(1, 1), b_pose=at(4))
    assert {step[0] for step in explanation.steps} == {"gjk"} and "distance in" in str(explanation)
    mesh = COMPOSITE["solid"]
    report = gz.doctor(mesh)
    assert report.closed and report.fit_for_solid and abs(report.volume - 1) < 1e-12
    report = gz.doctor(mesh.vertices, mesh.triangles[:-1])
    assert not report.closed and report.findings[0][0] == "open_edge" and "open" in str(report)


def test_plots():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    axes = gz.separation(CRATE, PIPE, b_pose=at(2)).plot(view=(20, 30))
    assert len(axes.collections) == 3 and len(axes.lines) == 1  # two shapes, a plane; the witness segment
    assert (axes.elev, axes.azim) == (20, 30)
