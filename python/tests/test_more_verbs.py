"""The less common questions, each against what is known by hand or against another verb."""
import pickle

import numpy as np
import pytest
from conftest import COMPOSITE, CONVEX, CUBE_FACES, CUBE_VERTICES, SHAPES, random_poses

import graze as gz

BOX, BALL, SOLID = gz.Box([0.5, 0.5, 0.5]), gz.Sphere(0.5), COMPOSITE["solid"]


def at(x, y=0.0, z=0.0):
    return [x, y, z, 1, 0, 0, 0]


def test_certified_relations_agree_with_relations():
    for i, (a, b) in enumerate([("Box", "Cone"), ("solid", "Sphere"), ("Compound", "Ellipsoid")]):
        for pose in random_poses(6, seed=i, spread=1.2):
            certified = gz.certified_relation(SHAPES[a], SHAPES[b], b_pose=pose)
            assert certified.relation == gz.relation(SHAPES[a], SHAPES[b], b_pose=pose) and certified.verify()
            assert certified.lower <= certified.upper
    again = pickle.loads(pickle.dumps(certified))
    assert again == certified and hash(again) == hash(certified)
    assert again.proof["kind"] == certified.proof["kind"]


def test_a_cache_changes_no_answer():
    cache = gz.PairCache()
    for x in np.linspace(0.5, 3, 30):
        gap = gz.separation(CONVEX["Cone"], CONVEX["ConvexHull"], b_pose=at(x), cache=cache)
        alone = gz.separation(CONVEX["Cone"], CONVEX["ConvexHull"], b_pose=at(x))
        assert gap.lower <= alone.upper and alone.lower <= gap.upper and (gap.upper < 0 or gap.verify())
    assert "axis" in repr(cache)
    with pytest.raises(ValueError, match="cache"):
        gz.overlaps(BOX, BOX, b_pose=random_poses(3), cache=cache)


def test_proofs_have_the_fields_of_their_kind():
    surface = COMPOSITE["surface"]
    crossing = gz.decide(surface, surface, b_pose=at(0.5, 0.25, 0.125)).proof
    assert crossing["kind"] == "intersecting_parts" and crossing["proof"]["kind"] == "common_tetrahedron"
    edges = gz.decide(gz.Segment([0, 0, 0], [1, 1, 1]), gz.Segment([0.2, 0.2, -1], [0.2, 0.2, 1])).proof
    assert edges["kind"] == "crossing" and edges["feature_a"]["kind"] in ("vertex", "edge", "face")
    cover = gz.decide(SOLID, SOLID, b_pose=at(1.5)).proof
    assert cover["kind"] == "separating_cover" and cover["normals"].shape[1] == 3 and len(cover["steps"]) > 0
    farkas = gz.decide(BOX, BOX, b_pose=at(2), method="fourier_motzkin").proof
    if farkas["kind"] == "farkas_certificate":
        assert farkas["normals"].shape == (10, 3) and (farkas["multipliers"] >= 0).all()
    assert gz.decide(BOX, BALL).proof["kind"] in ("common_point", "common_tetrahedron")
    assert gz.common_point(BOX, BALL).proof["kind"] == "common_point"


def test_rays_of_all_kinds_agree():
    draw = np.random.default_rng(4)
    origins, directions = draw.uniform(-2, 2, size=(200, 3)), draw.normal(size=(200, 3))
    directions = 0.3 - origins + 0.3 * directions
    for shape in (SOLID, COMPOSITE["Compound"], BOX):
        hits = gz.raycast(shape, origins, directions)
        any_hit = gz.raycast_any(shape, origins, directions, threads=2)
        every = gz.raycast_all(shape, origins, directions)
        assert np.array_equal(any_hit, hits.hit) and 0.05 < hits.hit.mean() < 0.95
        outside = [not gz.overlaps(shape, gz.Point(origin)) for origin in origins]
        for i in np.flatnonzero(np.logical_and(hits.hit, outside)):
            assert abs(every[i][0].t - hits.t[i]) < 1e-9
            assert not gz.raycast_any(shape, origins[i], directions[i], max_t=hits.t[i] * 0.99)
            assert gz.raycast_all(shape, origins[i], directions[i], max_t=hits.t[i] * 0.99) == []
    assert gz.parts_overlapping_box(SOLID, [-1, 0.2, 0.2], [0.1, 0.3, 0.3]).tolist() == [0, 1]


def test_triangle_pairs_in_batches_and_with_a_limit():
    poses = random_poses(12, spread=0.6)
    many = gz.intersecting_triangles(SOLID, SOLID, b_pose=poses, threads=2)
    for pose, pairs in zip(poses, many):
        assert pairs == gz.intersecting_triangles(SOLID, SOLID, b_pose=pose)
        assert len(pairs.errors) == len(pairs.coplanar) == len(pairs.touching) == len(pairs)
    some = gz.intersecting_triangles(SOLID, SOLID, b_pose=poses[0], limit=2)
    assert len(some) == 2 and all(pair in many[0].pairs.tolist() for pair in some.pairs.tolist())
    with pytest.raises(TypeError, match=r"b\[1\]: a Mesh or a HeightField"):
        gz.intersecting_triangles(SOLID, [SOLID, BOX])


def test_manifolds_of_many_pairs():
    poses = random_poses(20, spread=0.8)
    many = gz.contact_manifolds(SOLID, BOX, b_pose=poses, threads=2)
    assert [list(m) for m in many] == [gz.contact_manifolds(SOLID, BOX, b_pose=pose) for pose in poses]
    columns = gz.contacts(BOX, BOX, b_pose=poses)
    for i, count in enumerate(columns.counts):
        assert np.array_equal(columns.positions[i, :count], columns[i].positions)
        assert np.array_equal(columns.depths[i, :count], columns[i].depths)
        assert np.isnan(columns.depths[i, count:]).all()


def test_casts_in_batches():
    poses = random_poses(60, spread=3)
    steps = np.random.default_rng(5).normal(size=(60, 3)) - poses[:, :3, 3]
    hits = gz.translational_cast(CONVEX["Cone"], SOLID, steps, b_pose=poses, threads=2)
    assert 0.1 < hits.hit.mean() < 0.9 and np.array_equal(np.isfinite(hits.lower), hits.hit)
    for i in range(0, 60, 7):
        one = gz.translational_cast(CONVEX["Cone"], SOLID, steps[i], b_pose=poses[i])
        assert one == hits[i] and (one is None or pickle.loads(pickle.dumps(one)) == one)
    convex = gz.translational_cast(CONVEX["Cone"], BOX, steps, b_pose=poses)
    assert all(hit.verify() for hit in convex if hit is not None) and convex.hit.any()
    one_way = gz.translational_cast(BOX, BOX, [-9, 0, 0], b_pose=[at(5), at(9), at(99)])
    assert one_way.hit.tolist() == [True, True, False] and one_way[-1] is None
    assert abs(one_way.lower[0] - 4 / 9) < 1e-6 and one_way.normals[0].tolist() == [1, 0, 0]
    with pytest.raises(ValueError, match="displacement: 2 displacements for 3 pairs"):
        gz.translational_cast(BOX, BOX, steps[:2], b_pose=poses[:3])


def test_impacts_have_columns_contacts_and_certificates():
    cube = gz.Mesh(CUBE_VERTICES, CUBE_FACES, kind="solid")
    moving = [gz.Moving(cube, gz.LinearMotion(at(x, 0.2, 0.1), [-3, 0, 0])) for x in (3, 2, 9)]
    for method in ("conservative_advancement", "interval_obb"):
        impacts = gz.time_of_impact(cube, moving, method=method)
        assert impacts.hit.tolist() == [True, True, False] and len(impacts) == 3
        assert impacts.lower[0] <= 2 / 3 <= impacts.upper[0] + 1e-9
        assert impacts[1].time.lower == impacts.lower[1]
        assert [impact.answer for impact in impacts] == impacts.answers.tolist()
    contacts = gz.impact_contacts(impacts[0])
    assert {(c.part_a, c.part_b) for c in contacts} >= {(8, 4)} or len(contacts) >= 4
    assert impacts[0].work["primitive_tests"] > 0 and impacts[0].certificate is None
    proven = gz.time_of_impact(BOX, gz.Moving(BALL, gz.LinearMotion(at(3), [-3, 0, 0])), proof=True)
    certificate = proven.certificate
    assert certificate["times"].shape[1] == 2 and certificate["times"][0, 0] == 0 and proven.verify()
    with pytest.raises(ValueError, match="method"):
        gz.time_of_impact(BOX, BOX, method="guess")


def test_features_that_move_straight():
    face = np.array([[-1, -1, 0], [1, -1, 0], [0, 2, 0]], float)
    start = np.stack([np.vstack([[x, 0, 1], face]) for x in (0, 0.25, 5)])
    end = start - np.array([[0, 0, 2], [0, 0, 0], [0, 0, 0], [0, 0, 0]])
    many = gz.vertex_face_impact(start, end, threads=2)
    assert many.hit.tolist() == [True, True, False]
    assert (many.lower[:2] <= 0.5).all() and (many.upper[:2] >= 0.5).all()
    one = gz.vertex_face_impact(start[1], end[1])
    assert one.lower == many.lower[1] and np.array_equal(one.point, many.point[1])
    assert not gz.vertex_face_impact(start[0], end[0], until=0.4).hit
    early = gz.vertex_face_impact(start[0], end[0], minimum_separation=0.5)
    assert early.lower <= 0.25 <= early.upper + 1e-6
    with pytest.raises(ValueError, match=r"start: shape \(3, 3\)"):
        gz.vertex_face_impact(face, face)


def test_deforming_meshes():
    vertices, triangles = gz.generate.icosphere(1.0, 1)
    falls = (vertices + [0, 0, 3], vertices - [0, 0, 3], triangles)
    impact = gz.deforming_impact((vertices, vertices, triangles), falls)
    mesh = gz.Mesh(vertices, triangles)
    rigid = gz.time_of_impact(mesh, gz.Moving(mesh, gz.LinearMotion(at(0, 0, 3), [0, 0, -6])))
    assert abs(impact.impact.lower - rigid.time.lower) < 1e-5
    assert not gz.self_impact((vertices, vertices * 2, triangles)).impact.hit
    kinds, features = gz.close_features((vertices, vertices, triangles), falls, 0.1)
    assert set(kinds) <= {"vertex_face", "face_vertex", "edge_edge"} and features.max() < len(vertices)
    with pytest.raises(ValueError, match=r"a.triangles\[0\]: vertex 99"):
        gz.deforming_impact((vertices, vertices, [[0, 1, 99]]), falls)
    with pytest.raises(TypeError, match="b: a tuple"):
        gz.deforming_impact(falls, None)


def test_the_inside_of_meshes():
    points = np.random.default_rng(6).uniform(-0.5, 1.5, size=(300, 3))
    truth = np.logical_and(points > 0, points < 1).all(axis=1)
    winding = gz.winding_number(SOLID, points, threads=2)
    assert np.array_equal((winding.lower + winding.upper) / 2 > 0.5, truth) and gz.is_closed(SOLID)
    tree = gz.BspTree(SOLID)
    assert np.array_equal(tree.contains(points, threads=2), truth) and tree.contains(points[0]) == truth[0]
    assert tree.may_overlap(BALL, at(0.5)) and not tree.may_overlap(BALL, at(5))
    assert tree.depth <= tree.node_count
    t, normal = tree.first_impact(BALL, [-3, 0, 0], pose=at(3, 0.5, 0.5))
    assert t <= 0.5 < t + 1e-3 and normal.tolist() == [1, 0, 0]
    assert not gz.is_closed(gz.Mesh(CUBE_VERTICES, CUBE_FACES[1:]))
    with pytest.raises(ValueError, match="solid"):
        gz.BspTree(COMPOSITE["surface"])
    with pytest.raises(TypeError, match="mesh: a Mesh is needed, not Box"):
        gz.winding_number(BOX, points)


def test_deformed_meshes_answer_as_new_ones():
    vertices, triangles = gz.generate.noisy_sphere(subdivisions=2)
    deformable = gz.DeformableMesh(gz.Mesh(vertices, triangles, kind="solid"))
    first = deformable.mesh
    deformable.move(vertices * [2, 1, 0.5])
    fresh = gz.Mesh(vertices * [2, 1, 0.5], triangles, kind="solid")
    poses = random_poses(50, spread=2)
    moved = gz.overlaps(deformable.mesh, BOX, b_pose=poses)
    assert np.array_equal(moved, gz.overlaps(fresh, BOX, b_pose=poses))
    assert np.array_equal(first.vertices, vertices) and isinstance(deformable.rebuild_pays, bool)
    with pytest.raises(ValueError, match="vertices"):
        deformable.move(vertices[1:])


def test_oriented_trees_find_what_meshes_find():
    vertices, triangles = gz.generate.torus(rings=24, sides=12)
    mesh = gz.Mesh(vertices, triangles)
    for fit in ("triangles", "points", "minimum_volume"):
        tree = gz.ObbTree(mesh, fit=fit, split="median", leaf_size=2)
        assert tree.triangle_count == len(triangles) and 0 < tree.depth <= tree.node_count
        for pose in random_poses(4, spread=0.8):
            found = gz.find_collisions(tree, tree, b_pose=pose)
            exact = gz.intersecting_triangles(mesh, mesh, b_pose=pose)
            assert {tuple(p) for p in found.pairs.tolist()} == {tuple(p) for p in exact.pairs.tolist()}
            if len(exact):
                assert len(gz.find_collisions(tree, tree, b_pose=pose, first_only=True).pairs) == 1
            assert found.work["triangles"] >= len(exact)


def test_frames():
    cube = gz.frames.Frame("cuboid", [0, 0, 0], np.eye(3))
    corner = gz.frames.Frame("tetrahedron", [0.75, 0.75, 0.75], np.eye(3))
    found = gz.frames.intersect(cube, corner)
    assert found.hit and found.verified and np.allclose(found.box, [[0.75] * 3, [1] * 3])
    far = gz.frames.intersect(cube, corner._replace(origin=[2, 0, 0]))
    assert not far.hit and far.verified and (far.farkas["rows_a"] >= 0).all()
    meets = gz.frames.intersect(cube, corner._replace(origin=[3, 0, 0], velocity=[-4, 0, 0]))
    assert meets.hit and meets.verified and meets.time.lower <= 0.5 <= meets.time.upper
    touching = cube._replace(origin=[1, 0, 0])
    assert gz.frames.intersect(cube, touching).hit and not gz.frames.intersect(cube, touching, open=True).hit
    square = gz.frames.Frame("cuboid", [0, 0], np.eye(2))
    assert gz.frames.intersect(square, square._replace(kind="tetrahedron", origin=[0.5, 0.5])).hit
    with pytest.raises(ValueError, match="a.components: shape"):
        gz.frames.intersect(cube._replace(components=np.eye(2)), cube)


def test_generated_meshes_are_what_they_say():
    for name, closed in (("icosphere", True), ("torus", True), ("torus_knot", True), ("gear", True),
                         ("terrain", False), ("noisy_sphere", True)):
        mesh = gz.Mesh(*getattr(gz.generate, name)())
        assert gz.is_closed(mesh) == closed, name
    assert gz.generate.icosphere(2.0, 2)[1].shape == (320, 3)
    assert np.array_equal(gz.generate.terrain(seed=3)[0], gz.generate.terrain(seed=3)[0])
    with pytest.raises(ValueError, match="teeth: not between 3"):
        gz.generate.gear(teeth=2)


def test_motions_in_detail():
    turn = gz.ScrewMotion(at(1), [0, 0, 0], [0, 0, 1], np.pi / 2)
    times = np.linspace(0, 1, 5)
    assert all(np.array_equal(turn.poses_at(times)[i], turn.pose_at(t).matrix) for i, t in enumerate(times))
    low, high, below, above = turn.bounds_over(0.2, 0.7)
    for pose in turn.poses_at(np.linspace(0.2, 0.7, 50)):
        assert (low <= pose[:3, :3] + 1e-15).all() and (pose[:3, :3] <= high + 1e-15).all()
        assert (below <= pose[:3, 3] + 1e-15).all() and (pose[:3, 3] <= above + 1e-15).all()
    path = gz.SampledMotion.integrated(None, lambda t, pose: ([np.cos(t), 0, 0], pose[:3, 2]), steps=32)
    assert np.allclose(path.pose_at(1).position, [np.sin(1), 0, 0], atol=1e-6) and len(path.poses) == 33
    assert 0 < path.deviation_within(1.0, linear_acceleration=1.0, angular_velocity=1.0) < 1
    swept = gz.swept_along(BALL, [2, 0, 0])
    assert gz.overlaps(swept, gz.Point([1, 0.5, 0])) and not gz.overlaps(swept, gz.Point([1, 0.6, 0]))
    with pytest.raises(ZeroDivisionError):
        gz.SampledMotion.integrated(None, lambda t, pose: 1 / 0)


def test_boxes_support_points_and_the_table():
    poses = random_poses(30)
    low, high = gz.box_of(CONVEX["Cone"], poses, threads=2)
    for i in (0, 17):
        assert np.array_equal(gz.Placed(CONVEX["Cone"], poses[i]).bounds, (low[i], high[i]))
    directions = np.random.default_rng(7).normal(size=(40, 3))
    points = gz.support(CONVEX["Ellipsoid"], directions)
    inside = gz.support(CONVEX["Ellipsoid"], np.random.default_rng(8).normal(size=(500, 3)))
    assert ((points * directions).sum(1) + 1e-12 >= (inside @ directions.T).max(0)).all()
    assert gz.supports("raycast", "Mesh", gz.Box) and not gz.supports("decide", gz.Mesh, gz.Box, "sat")
    with pytest.raises(ValueError, match="query"):
        gz.supports("guess", gz.Box, gz.Box)


def test_scenes_answer_more():
    scene = gz.Scene(threads=2)
    for name, x in (("a", 0), ("b", 0.9), ("c", 3)):
        scene.add(name, BOX, pose=at(x))
    assert [(c.a, c.b) for c in scene.contacts()] == [("a", "b")] and scene.near_pairs() == [("a", "b")]
    assert scene.closest("c").a == "b" and scene.closest("c").distance.contains(1.1)
    assert [hit.name for hit in scene.raycast_all([-5, 0, 0], [1, 0, 0])] == ["a", "b", "c"]
    assert scene.raycast_any([-5, 0, 0], [1, 0, 0]) and not scene.raycast_any([-5, 0, 0], [1, 0, 0], max_t=4)
    assert scene.objects_in_box([-1, -1, -1], [0.3, 1, 1]) == ["a"]
    cast = scene.cast(gz.Moving(BALL, gz.LinearMotion(at(9), [-9, 0, 0])))
    assert cast.name == "c" and cast.time.contains(5 / 9)
    scene["c"].margin = 1.7
    assert scene["c"].margin == 1.7 and ("b", "c") in scene.pairs() and scene["c"].bounds[0][0] <= 0.8
    scene["a"].set_filter(group=2, mask=4)
    assert scene.pairs() == [("b", "c")] and [(c.a, c.b) for c in scene.distances()] == [("b", "c")]
    assert pickle.loads(pickle.dumps(scene)).pairs() == [("b", "c")]
    gone = scene["a"]
    scene.remove("a")
    with pytest.raises(KeyError, match="no object 'a'"):
        gone.pose
    with pytest.raises(ValueError, match="margin"):
        scene["b"].margin = -1


def test_shapes_that_users_derive_and_that_were_never_initialised():
    class Crate(gz.Box):
        def __init__(self, size):
            self.early = repr(self)  # before Box.__init__
            super().__init__([size / 2] * 3)

    crate = Crate(2.0)
    assert crate == gz.Box([1, 1, 1]) and "Crate" in crate.early and gz.overlaps(crate, BALL)
    for cls in (gz.Box, gz.Mesh, gz.Placed, gz.Pose, gz.LinearMotion, gz.Separation, gz.Separations,
                gz.RayHit, gz.CastHit, gz.Verdict, gz.ContactManifold, gz.PairCache):
        empty = cls.__new__(cls)
        assert repr(empty)
        with pytest.raises(TypeError, match="a: a shape"):
            gz.overlaps(empty, BOX)
    for empty in (gz.Pose.__new__(gz.Pose), gz.Placed.__new__(gz.Placed)):
        with pytest.raises((TypeError, ValueError), match="b_pose"):
            gz.overlaps(BOX, BOX, b_pose=empty)


def test_compounds_take_placed_shapes_and_poses_of_all_forms():
    pose = gz.Pose.about([0, 0, 1], 0.5, [1, 2, 3])
    forms = [gz.Placed(BOX, pose), (BOX, pose), (BOX, pose.matrix), (BOX, (pose.rotation, pose.position))]
    assert len({gz.Compound([form]) for form in forms}) == 1
    flat = gz.ConvexHull([[0, 0, 0], [1, 0, 0], [0, 1, 0]], allow_degenerate=True)
    assert len(flat.vertices) == 3
    with pytest.raises(TypeError, match="parts: shapes are needed"):
        gz.Compound(3)
