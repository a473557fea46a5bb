"""graze.compat.fcl: what programs written for python-fcl rely on, and what they complained about."""
import copy
import sys

import numpy as np
import pytest
from conftest import CUBE_FACES, CUBE_VERTICES, random_poses

import graze as gz
from graze.compat import fcl

ALL = fcl.CollisionRequest(num_max_contacts=1000, enable_contact=True)
SIGNED = fcl.DistanceRequest(enable_nearest_points=True, enable_signed_distance=True)


def mesh_of(vertices=CUBE_VERTICES, faces=CUBE_FACES, **options):
    model = fcl.BVHModel(**options)
    model.beginModel(num_tris_=len(faces), num_vertices_=len(vertices))
    model.addSubModel(verts=vertices, triangles=faces)
    model.endModel()
    return model


def at(geometry, *place):
    return fcl.CollisionObject(geometry, fcl.Transform(np.array(place, dtype=float)))


def geometries():
    return {
        "Box": (fcl.Box(1, 2, 3), gz.Box([0.5, 1, 1.5])),
        "Sphere": (fcl.Sphere(0.7), gz.Sphere(0.7)),
        "Ellipsoid": (fcl.Ellipsoid(1, 2, 3), gz.Ellipsoid([1, 2, 3])),
        "Capsule": (fcl.Capsule(0.5, 2), gz.Capsule(0.5, 1)),
        "Cone": (fcl.Cone(0.5, 2), gz.Cone(0.5, 1)),
        "Cylinder": (fcl.Cylinder(0.5, 2), gz.Cylinder(0.5, 1)),
        "TriangleP": (fcl.TriangleP([0, 0, 0], [1, 0, 0], [0, 1, 0]),
                      gz.Triangle([0, 0, 0], [1, 0, 0], [0, 1, 0])),
        "Halfspace": (fcl.Halfspace(np.array([0, 0, 1.0]), -0.5), gz.HalfSpace([0, 0, 1], -0.5)),
        "Convex": (fcl.Convex(CUBE_VERTICES, 12, np.insert(CUBE_FACES, 0, 3, axis=1).ravel()),
                   gz.ConvexHull(CUBE_VERTICES)),
        "BVHModel": (mesh_of(), gz.Mesh(CUBE_VERTICES, CUBE_FACES, kind="solid")),
    }


@pytest.mark.parametrize("name", geometries())
def test_geometries_are_the_shapes_that_are_documented(name):
    geometry, shape = geometries()[name]
    assert geometry.shape == shape and type(geometry).__name__ == name
    ball, pose = fcl.Sphere(0.6), random_poses(1, seed=3)[0]
    other = fcl.CollisionObject(geometry, fcl.Transform(pose[:3, :3], pose[:3, 3]))
    result = fcl.DistanceResult()
    value = fcl.distance(fcl.CollisionObject(ball), other, SIGNED, result)
    gap = gz.separation(gz.Sphere(0.6), shape, b_pose=pose)
    assert gap.lower <= value <= gap.upper and result.min_distance == value and result.separation == gap
    hit = gz.overlaps(gz.Sphere(0.6), shape, b_pose=pose)
    assert (fcl.collide(fcl.CollisionObject(ball), other) > 0) == hit


def test_fields_of_geometries_can_be_changed():
    box = fcl.Box(1, 1, 1)
    crate, ball = at(box, 0, 0, 0), at(fcl.Sphere(1), 3, 0, 0)
    assert fcl.distance(crate, ball) == pytest.approx(1.5)
    box.side = [3, 1, 1]
    assert fcl.distance(crate, ball) == pytest.approx(0.5)
    ball.geometry.radius = 0.25
    assert fcl.distance(crate, ball) == pytest.approx(1.25)
    with pytest.raises(ValueError):
        box.side[0] = 9  # a field is assigned, not changed in place
    cone = fcl.Cone(1, 2)
    cone.lz = 4
    assert cone.shape == gz.Cone(1, 2)


def test_transforms_in_all_forms():
    turn, place = np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1.0]]), np.array([1.0, 2, 3])
    quaternion = np.array([0.707, 0, 0, 0.707])
    assert np.array_equal(fcl.Transform().getRotation(), np.eye(3))
    for tf in (fcl.Transform(turn, place), fcl.Transform(quaternion, place),
               fcl.Transform(turn, place[None])):
        assert np.allclose(tf.getRotation(), turn) and np.array_equal(tf.getTranslation(), place)
        assert np.allclose(tf.getQuatRotation(), quaternion, atol=1e-3)
    assert np.array_equal(fcl.Transform(turn).getTranslation(), np.zeros(3))
    assert np.allclose(fcl.Transform(quaternion).getRotation(), turn)
    tf = fcl.Transform(place)
    again = fcl.Transform(tf)
    tf.setRotation(turn)
    tf.setTranslation(-place)
    assert np.array_equal(again.getTranslation(), place) and np.array_equal(again.getRotation(), np.eye(3))
    tf.setQuatRotation([1, 0, 0, 0])
    assert np.array_equal(tf.getRotation(), np.eye(3)) and np.array_equal(tf.getTranslation(), -place)
    for bad in ((np.eye(3) * 2,), (np.eye(2),), (turn, [1, 2]), (turn, place, place), (turn, [1, 2, np.nan])):
        with pytest.raises(ValueError):
            fcl.Transform(*bad)


def test_objects_move_in_place():
    crate = fcl.CollisionObject(fcl.Box(1, 1, 1))
    tf = fcl.Transform([1, 2, 3])
    crate.setTransform(tf)
    tf.setTranslation([9, 9, 9])
    assert np.array_equal(crate.getTranslation(), [1, 2, 3])
    crate.getTransform().setTranslation([9, 9, 9])
    assert np.array_equal(crate.getTransform().getTranslation(), [1, 2, 3])
    crate.setRotation(np.diag([1.0, -1, -1]))
    assert np.allclose(np.abs(crate.getQuatRotation()), [0, 1, 0, 0])
    crate.setQuatRotation([1, 0, 0, 0])
    assert np.array_equal(crate.getRotation(), np.eye(3))
    assert crate.getNodeType() == fcl.NODE_TYPE.GEOM_BOX and crate.getObjectType() == fcl.OBJECT_TYPE.OT_GEOM
    assert crate.isOccupied() and not crate.isFree() and not crate.isUncertain()
    with pytest.raises(ValueError):
        fcl.CollisionObject()


def test_results_are_about_the_last_call():
    """The case of python-fcl 25: one result for pairs that collide, and then for one that does not."""
    request, result = fcl.CollisionRequest(enable_contact=True), fcl.CollisionResult()
    box, cone, cylinder = fcl.Box(1, 2, 3), fcl.Cone(5, 6), fcl.Cylinder(2, 2)
    assert fcl.collide(at(box, 0, 0, 0), at(cone, 0, 0, 0), request, result) == 1
    assert result.is_collision and len(result.contacts) == 1
    assert fcl.collide(at(box, 0, 0, 0), at(cylinder, 6, 0, 0), request, result) == 0
    assert not result.is_collision and result.contacts == []

    request, result = fcl.DistanceRequest(enable_nearest_points=True), fcl.DistanceResult()
    assert fcl.distance(at(box, 0, 0, 0), at(cone, 0, 0, 0), request, result) == -1 == result.min_distance
    assert fcl.distance(at(box, 0, 0, 0), at(cylinder, 6, 0, 0), request, result) == pytest.approx(3.5)
    assert result.min_distance == pytest.approx(3.5) and result.o2 is cylinder
    assert np.allclose(result.nearest_points[0][0], 0.5) and np.allclose(result.nearest_points[1][0], 4)
    fcl.distance(at(box, 0, 0, 0), at(box, 1.01, 0, 0), request, result)
    assert result.min_distance == pytest.approx(0.01)

    result = fcl.ContinuousCollisionResult()
    still, near, far = fcl.Transform(), fcl.Transform([0, 0, 0]), fcl.Transform([9, 0, 0])
    ball = at(fcl.Sphere(1), 4, 0, 0)
    fcl.continuousCollide(at(box, 0, 0, 0), still, ball, near, None, result)
    assert result.is_collide and result.time_of_contact < 1
    fcl.continuousCollide(at(box, 0, 0, 0), still, ball, far, None, result)
    assert not result.is_collide and result.time_of_contact == 1


def test_pairs_of_one_managers_query_add_up_and_queries_do_not():
    row = [at(fcl.Box(1, 1, 1), 0.9 * i, 0, 0) for i in range(4)]
    manager = fcl.DynamicAABBTreeCollisionManager()
    manager.registerObjects(row)
    data = fcl.CollisionData(request=copy.copy(ALL))
    for _ in range(2):  # the second one with the same data
        manager.collide(data, fcl.defaultCollisionCallback)
        pairs = {(c.o1, c.o2) for c in data.result.contacts}
        assert pairs == {(row[i].geometry, row[i + 1].geometry) for i in range(3)}
        assert len(data.result.contacts) == 12 and not data.done
    for i, item in enumerate(row):
        item.setTranslation([5.0 * i, 0, 0])
    manager.collide(data, fcl.defaultCollisionCallback)
    assert not data.result.is_collision and data.result.contacts == []
    fcl.collide(row[0], row[0], data.request, data.result)
    assert data.result.is_collision  # after the query a call is about its own pair again
    fcl.collide(row[0], row[1], data.request, data.result)
    assert not data.result.is_collision


def test_the_wish_for_few_contacts_ends_a_query():
    manager = fcl.DynamicAABBTreeCollisionManager()
    manager.registerObjects([at(fcl.Box(1, 1, 1), 0.9 * i, 0, 0) for i in range(4)])
    data = fcl.CollisionData()
    for _ in range(2):
        manager.collide(data, fcl.defaultCollisionCallback)
        assert data.result.is_collision and len(data.result.contacts) == 1 and data.done
    data = fcl.CollisionData(fcl.CollisionRequest(num_max_contacts=6, enable_contact=True))
    manager.collide(data, fcl.defaultCollisionCallback)
    assert len(data.result.contacts) == 6


def test_touching_boxes_and_meshes_collide():
    for left, right in ((fcl.Box(1, 1, 1), fcl.Box(1, 1, 1)), (mesh_of(), mesh_of()),
                        (mesh_of(solid=False), mesh_of(solid=False)), (mesh_of(), fcl.Sphere(1.0))):
        a, b = at(left, 0, 0, 0), at(right, *([2, 0.5, 0.5] if isinstance(right, fcl.Sphere) else [1, 0, 0]))
        result = fcl.CollisionResult()
        assert fcl.collide(a, b, ALL, result) >= 1 and result.is_collision
        assert all(c.penetration_depth == pytest.approx(0, abs=1e-12) for c in result.contacts)
        assert fcl.distance(a, b) == -1 and fcl.distance(a, b, SIGNED) == pytest.approx(0, abs=1e-12)
        b.setTranslation(b.getTranslation() + [1e-9, 0, 0])
        assert fcl.collide(a, b) == 0 and 0 < fcl.distance(a, b) < 1.1e-9


def test_contacts_have_places_and_triangles():
    result = fcl.CollisionResult()
    mesh, ball = mesh_of(), fcl.Sphere(0.5)
    assert fcl.collide(at(mesh, 0, 0, 0), at(ball, 1.4, 0.5, 0.5), ALL, result) == 1
    contact = result.contacts[0]
    assert contact.o1 is mesh and contact.o2 is ball and contact.b2 == -1
    assert np.allclose(CUBE_VERTICES[CUBE_FACES[contact.b1]][:, 0], 1)  # a triangle of the side x = 1
    assert np.allclose(contact.normal, [1, 0, 0]) and np.allclose(contact.pos, [0.95, 0.5, 0.5])
    assert contact.penetration_depth == pytest.approx(0.1)
    fcl.collide(at(ball, 1.4, 0.5, 0.5), at(mesh, 0, 0, 0), ALL, result)
    assert np.allclose(result.contacts[0].normal, [-1, 0, 0]) and result.contacts[0].b1 == -1
    skin = mesh_of(solid=False)
    count = fcl.collide(at(skin, 0, 0, 0), at(skin, 0.5, 0.25, 0.125), ALL, result)
    crossing = gz.intersecting_triangles(skin.shape, skin.shape, b_pose=[0.5, 0.25, 0.125, 1, 0, 0, 0])
    assert count > 1 and {(c.b1, c.b2) for c in result.contacts} <= set(map(tuple, crossing.pairs.tolist()))
    count = fcl.collide(at(skin, 0, 0, 0), at(skin, 1, 0, 0), ALL, result)  # they share a face
    crossing = gz.intersecting_triangles(skin.shape, skin.shape, b_pose=[1, 0, 0, 1, 0, 0, 0])
    assert count == len(crossing) and [[c.b1, c.b2] for c in result.contacts] == crossing.pairs.tolist()
    assert fcl.collide(at(mesh, 0, 0, 0), at(ball, 0.5, 0.5, 0.5), fcl.CollisionRequest(), result) == 1
    assert result.contacts[0].pos is None and result.contacts[0].normal is None


def test_what_is_inside_of_a_closed_mesh_collides():
    hall, ball = mesh_of(10 * CUBE_VERTICES), at(fcl.Sphere(0.5), 5, 5, 5)
    assert fcl.collide(at(hall, 0, 0, 0), ball) == 1
    assert fcl.distance(at(hall, 0, 0, 0), ball, SIGNED) == pytest.approx(-5.5)
    skin = mesh_of(10 * CUBE_VERTICES, solid=False)
    assert fcl.collide(at(skin, 0, 0, 0), ball) == 0
    assert fcl.distance(at(skin, 0, 0, 0), ball) == pytest.approx(4.5)


def test_models_are_built_in_order():
    model = fcl.BVHModel()
    with pytest.raises(ValueError):
        model.addVertex(0, 0, 0)
    with pytest.raises(ValueError):
        fcl.CollisionObject(model)
    model.beginModel()
    for triangle in CUBE_VERTICES[CUBE_FACES]:
        model.addTriangle(*triangle)
    model.endModel()
    assert model.shape.kind == "solid" and model.num_tries_() == 12 and model.buildState() == 2
    model.beginModel()
    model.addVertex(0, 0, 0)
    model.addSubModel(CUBE_VERTICES, CUBE_FACES[1:])
    model.addSubModel(CUBE_VERTICES + 5, CUBE_FACES)
    model.endModel()
    assert model.shape.kind == "surface" and model.num_tries_() == 23
    with pytest.raises(ValueError):
        mesh_of(faces=CUBE_FACES[1:], solid=True)
    with pytest.raises(ValueError):
        mesh_of(faces=CUBE_FACES + 5)


def test_planes_collide_with_what_is_on_both_sides():
    plane = at(fcl.Plane(np.array([0, 0, 1.0]), 1.0), 0, 0, 0)
    manager = fcl.DynamicAABBTreeCollisionManager()
    manager.registerObject(plane)
    for z, expected in ((3, 1), (2, -0.0), (1.5, -0.5), (0.25, -0.25), (0, -0.0), (-3, 3)):
        ball = at(fcl.Sphere(1.0), 0, 0, z)
        assert fcl.distance(ball, plane, SIGNED) == pytest.approx(expected, abs=1e-12)
        assert (fcl.collide(plane, ball) == 1) == (expected <= 0)
        data, gap = fcl.CollisionData(copy.copy(ALL)), fcl.DistanceData(SIGNED)
        manager.collide(ball, data, fcl.defaultCollisionCallback)
        assert data.result.is_collision == (expected <= 0)
        manager.distance(ball, gap, fcl.defaultDistanceCallback)
        assert gap.result.min_distance == pytest.approx(expected, abs=1e-12)
        if expected < 0:
            assert data.result.contacts[0].penetration_depth == pytest.approx(-expected)


def random_objects(count, seed, spread):
    kinds = [fcl.Box(1, 2, 1), fcl.Sphere(0.6), fcl.Capsule(0.3, 1), fcl.Cone(0.5, 1), mesh_of()]
    return [fcl.CollisionObject(copy.copy(kinds[i % 5]), fcl.Transform(pose[:3, :3], pose[:3, 3]))
            for i, pose in enumerate(random_poses(count, seed, spread))]


def pairs_of(manager, *other):
    found = []
    manager.collide(*other, found, lambda a, b, data: data.append((a, b)))
    return found


def smallest(manager, *other, request=SIGNED):
    data = fcl.DistanceData(request)
    manager.distance(*other, data, fcl.defaultDistanceCallback)
    return data.result.min_distance


@pytest.mark.parametrize("spread", [2.5, 4.0])
def test_managers_agree_with_all_pairs(spread):
    mine, theirs = random_objects(20, 1, spread), random_objects(15, 2, spread)
    first, second = fcl.DynamicAABBTreeCollisionManager(), fcl.DynamicAABBTreeCollisionManager()
    first.registerObjects(mine)
    second.registerObjects(theirs)
    first.setup()
    second.setup()
    inner = [(a, b) for i, a in enumerate(mine) for b in mine[i + 1:]]
    cross = [(a, b) for b in theirs for a in mine]
    lone = theirs[3]
    assert pairs_of(first) == [pair for pair in inner if fcl.collide(*pair)]
    assert pairs_of(first, second) == [pair for pair in cross if fcl.collide(*pair)]
    assert pairs_of(first, lone) == [(a, lone) for a in mine if fcl.collide(a, lone)]
    assert len(pairs_of(first)) > 0
    signed = {pair: fcl.distance(*pair, SIGNED) for pair in (*inner, *cross)}
    assert smallest(first) == pytest.approx(min(signed[pair] for pair in inner))
    assert smallest(first, second) == pytest.approx(min(signed[pair] for pair in cross))
    assert smallest(first, lone) == pytest.approx(min(signed[a, lone] for a in mine))
    seen = []

    def own(a, b, data):
        seen.append((a, b))
        return False, fcl.distance(a, b, SIGNED)
    first.distance(second, None, own)
    assert min(signed[pair] for pair in cross) == min(signed[pair] for pair in seen)
    assert len(seen) < len(cross)


def test_a_library_that_imports_fcl_names_objects_by_their_geometry(monkeypatch):
    """As trimesh does: numbers of geometries lead to names, an object of no manager is the other one."""
    monkeypatch.setitem(sys.modules, "fcl", fcl)
    import fcl as found
    manager, names = found.DynamicAABBTreeCollisionManager(), {}
    manager.setup()
    for name, x in (("a", 0), ("b", 0.9), ("c", 5)):
        item = at(mesh_of(), x, 0, 0)
        names[id(item.geometry)] = name
        manager.registerObject(item)
        manager.update(item)
    data = found.CollisionData(request=found.CollisionRequest(num_max_contacts=100000, enable_contact=True))
    manager.collide(data, found.defaultCollisionCallback)
    assert {(names[id(c.o1)], names[id(c.o2)]) for c in data.result.contacts} == {("a", "b")}
    lone = at(mesh_of(), 5.5, 0, 0)
    data = found.CollisionData(request=found.CollisionRequest(num_max_contacts=100000, enable_contact=True))
    manager.collide(lone, data, found.defaultCollisionCallback)
    others = {c.o2 if c.o1 == lone.geometry else c.o1 for c in data.result.contacts}
    assert {names[id(other)] for other in others} == {"c"}
    gap = found.DistanceData(found.DistanceRequest(enable_nearest_points=True), found.DistanceResult())
    manager.distance(gap, found.defaultDistanceCallback)
    assert gap.result.min_distance == -1
    assert {names[id(gap.result.o1)], names[id(gap.result.o2)]} == {"a", "b"}


def test_a_manager_keeps_up_with_its_objects():
    a, b, c = (at(fcl.Box(1, 1, 1), x, 0, 0) for x in (0, 3, 6))
    manager = fcl.DynamicAABBTreeCollisionManager()
    assert manager.empty() and smallest(manager) == sys.float_info.max
    manager.registerObject(a)
    manager.registerObjects([b, c, b])
    manager.setup()
    assert manager.size() == 3 and manager.getObjects() == [a, b, c]
    assert smallest(manager) == pytest.approx(2) and pairs_of(manager) == []
    b.setTranslation([0.75, 0, 0])
    manager.update(b)
    assert pairs_of(manager) == [(a, b)] and smallest(manager) == pytest.approx(-0.25)
    assert smallest(manager, request=fcl.DistanceRequest()) == -1
    manager.unregisterObject(a)
    manager.unregisterObject(a)
    assert pairs_of(manager) == [] and pairs_of(manager, a) == [(b, a)] and pairs_of(manager, b) == []
    c.geometry.side = [12, 1, 1]
    manager.update()
    assert pairs_of(manager) == [(b, c)]
    manager.clear()
    assert manager.empty() and pairs_of(manager, a) == []
    for bad in ((), (fcl.CollisionData(),), (a, a), (3, None, fcl.defaultCollisionCallback)):
        with pytest.raises((TypeError, ValueError)):
            manager.collide(*bad)


def test_callbacks_of_ones_own_stop_and_raise():
    manager = fcl.DynamicAABBTreeCollisionManager()
    manager.registerObjects([at(fcl.Sphere(1), 0.1 * i, 0, 0) for i in range(5)])
    calls = []
    manager.collide(None, lambda a, b, data: calls.append((a, b)) or len(calls) == 3)
    assert len(calls) == 3
    data = fcl.CollisionData()

    def fails(a, b, data):
        fcl.collide(a, b, data.request, data.result)
        raise RuntimeError("mine")
    with pytest.raises(RuntimeError, match="mine"):
        manager.collide(data, fails)
    assert data.result.is_collision
    fcl.collide(at(fcl.Sphere(1), 0, 0, 0), at(fcl.Sphere(1), 5, 0, 0), data.request, data.result)
    assert not data.result.is_collision


def test_continuous_collision_gives_the_same_time_each_run():
    """The program of python-fcl 11: a box that passes a cone."""
    def run():
        box, cone = at(fcl.Box(1, 2, 3), -10, 0, 0), at(fcl.Cone(1, 3), 0, 0, 0)
        result = fcl.ContinuousCollisionResult()
        time = fcl.continuousCollide(box, fcl.Transform([10.0, 0, 0]), cone, fcl.Transform(),
                                     fcl.ContinuousCollisionRequest(), result)
        assert result.is_collide and result.time_of_contact == time and result.impact.verify()
        return time
    times = {run() for _ in range(5)}
    assert len(times) == 1 and times.pop() == pytest.approx((10 - 1.5) / 20, abs=1e-3)


def test_motions_of_continuous_collision():
    long, ball = fcl.Box(4, 0.2, 0.2), fcl.Sphere(0.2)
    turn = fcl.Transform([np.cos(np.pi / 4), 0, 0, np.sin(np.pi / 4)])
    for kind in (fcl.CCDMotionType.CCDM_TRANS, fcl.CCDMotionType.CCDM_LINEAR, fcl.CCDMotionType.CCDM_SCREW):
        request = fcl.ContinuousCollisionRequest(ccd_motion_type=kind, toc_err=1e-6)
        time = fcl.continuousCollide(at(long, 0, 0, 0), turn, at(ball, 1, 1, 0), fcl.Transform([1, 1, 0]),
                                     request)
        touch = (np.pi / 4 - np.arcsin(0.3 / np.sqrt(2))) / (np.pi / 2)
        assert time == pytest.approx(touch, abs=1e-5)  # the bar turns a right angle
    request = fcl.ContinuousCollisionRequest(ccd_motion_type=fcl.CCDMotionType.CCDM_SCREW, toc_err=1e-6)
    result = fcl.ContinuousCollisionResult()
    end = fcl.Transform([0, 0, 0, 1], [-2.0, 0, 4])  # a half turn about z, and up by 4
    far = fcl.Transform([9, 9, 9])
    fcl.continuousCollide(at(ball, 2, 0, 0), end, at(ball, 9, 9, 9), far, request, result)
    start, middle, last = (result.impact.a.motion.pose_at(t) for t in (0, 0.5, 1))
    assert np.allclose(start.position, [2, 0, 0]) and np.allclose(last.position, [-2, 0, 4])
    assert np.allclose(middle.position, [0, 2, 2]) and np.allclose(last.rotation, np.diag([-1, -1, 1]))
    request.ccd_motion_type = fcl.CCDMotionType.CCDM_SPLINE
    with pytest.raises(ValueError, match="spline"):
        fcl.continuousCollide(at(ball, 0, 0, 0), end, at(ball, 3, 0, 0), end, request)
    plane = at(fcl.Plane([0, 0, 1.0], 0.0), 0, 0, 0)
    down = fcl.continuousCollide(plane, fcl.Transform(), at(ball, 0, 0, 1), fcl.Transform([0, 0, -1.0]))
    assert down == pytest.approx(0.4, abs=1e-3)
