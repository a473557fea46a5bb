"""Scenes by names, files, and the managers."""
import pickle

import numpy as np
import pytest
from conftest import COMPOSITE, CONVEX, CUBE_FACES, CUBE_VERTICES, random_poses

import graze as gz


def at(x, y=0.0, z=0.0):
    return [x, y, z, 1, 0, 0, 0]


@pytest.fixture
def row():
    """Three unit cubes: a and b overlap by 0.1, c is 0.2 away from b."""
    scene = gz.Scene()
    for name, x in (("a", 0.0), ("b", 0.9), ("c", 2.1)):
        scene.add(name, gz.Box([0.5, 0.5, 0.5]), pose=at(x))
    return scene


def test_clashes_pairs_and_distances(row):
    (clash,) = row.clashes()
    assert (clash.a, clash.b) == ("a", "b") and clash.distance.contains(-0.1) and clash.separation.verify()
    assert [(c.a, c.b) for c in row.clashes(clearance=0.25)] == [("a", "b"), ("b", "c")]
    assert row.pairs() == [("a", "b")]
    assert [(c.a, c.b) for c in row.distances()] == [("a", "b"), ("a", "c"), ("b", "c")]
    assert row.closest().a == "a" and row.closest().distance.contains(-0.1)


def test_moves_removals_and_exclusions(row):
    row["a"].pose = at(-5)
    assert row.pairs() == [] and row["a"].pose.position[0] == -5
    row.set_poses({"a": at(2.0), "b": at(-5)})
    assert row.pairs() == [("a", "c")]
    row.exclude("c", "a")
    assert row.pairs() == [] and [(c.a, c.b) for c in row.distances()] == [("a", "b"), ("b", "c")]
    row.include("a", "c")
    assert row.pairs() == [("a", "c")]
    row["b"].shape = gz.Sphere(30)
    assert ("a", "b") in row.pairs()
    row.remove("a")
    assert list(row) == ["b", "c"] and len(row) == 2 and "a" not in row
    row.add("a", gz.Sphere(0.1), pose=at(2.1))
    assert row.pairs() == [("b", "c"), ("b", "a"), ("c", "a")]


def test_errors_change_nothing(row):
    with pytest.raises(ValueError, match="name"):
        row.add("a", gz.Sphere(1))
    with pytest.raises(KeyError, match="nobody"):
        row["nobody"]
    with pytest.raises(ValueError, match="pose"):
        row["a"].pose = np.eye(3)
    with pytest.raises(ValueError, match="clearance"):
        row.clashes(clearance=-1)
    with pytest.raises(ValueError):
        row.set_poses({"a": at(9), "b": np.full((4, 4), np.nan)})
    with pytest.raises(ValueError, match="margin"):
        row.add("d", gz.Sphere(1), margin=-1)
    assert row.pairs() == [("a", "b")] and list(row) == ["a", "b", "c"]


def test_margins_count(row):
    row.add("d", gz.Sphere(0.1), pose=at(2.9), margin=0.3)
    assert ("c", "d") in row.pairs() and row.clashes()[-1].distance.contains(-0.1)


def test_rays_regions_and_impacts(row):
    hit = row.raycast([-3, 0, 0], [1, 0, 0])
    assert hit.name == "a" and hit.hit.t == 2.5 and hit.hit.verify()
    many = row.raycasts([[5, 0, 0], [0, 5, 5]], [[-1, 0, 0], [1, 0, 0]])
    assert [h and h.name for h in many] == ["c", None]
    assert row.objects_in(gz.Sphere(0.2), pose=at(0.45)) == ["a", "b"]
    (impact,) = [i for i in row.impacts({"c": gz.LinearMotion(at(2.1), [-0.4, 0, 0])}) if "c" in (i.a, i.b)]
    assert (impact.a, impact.b) == ("b", "c") and impact.time.lower <= 0.5 <= impact.time.upper + 1e-9
    assert np.array_equal(row["c"].pose.position, [2.1, 0, 0])
    row.step({"c": gz.LinearMotion(at(2.1), [-0.4, 0, 0])})
    assert np.allclose(row["c"].pose.position, [1.7, 0, 0]) and ("b", "c") in row.pairs()


def test_scenes_pickle_and_go_through_files(row, tmp_path):
    row.exclude("a", "b")
    again = pickle.loads(pickle.dumps(row))
    assert list(again) == list(row) and again.pairs() == []
    gz.io.save(row, tmp_path / "row.json")
    loaded = gz.Scene.load(tmp_path / "row.json")
    assert list(loaded) == list(row) and loaded["b"].shape == row["b"].shape
    assert loaded["b"].pose == row["b"].pose
    gz.io.save(row, tmp_path / "row.glb")
    assert len(gz.Scene.load(tmp_path / "row.glb")) == 3


def write_stl(path, triangles):
    lines = ["solid part"]
    for triangle in triangles:
        lines += ["facet normal 0 0 0", "outer loop", *(f"vertex {x} {y} {z}" for x, y, z in triangle),
                  "endloop", "endfacet"]
    path.write_text("\n".join([*lines, "endsolid part"]) + "\n")


def test_meshes_and_robots_from_files(tmp_path):
    write_stl(tmp_path / "cube.stl", CUBE_VERTICES[CUBE_FACES])
    mesh = gz.load(tmp_path / "cube.stl")
    assert isinstance(mesh, gz.Mesh) and mesh.kind == "solid" and len(mesh.triangles) == 12
    (tmp_path / "arm.urdf").write_text("""<robot name="arm">
      <link name="base"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
      <link name="hand"><collision><geometry><sphere radius="0.4"/></geometry></collision></link>
      <joint name="slide" type="prismatic"><parent link="base"/><child link="hand"/>
        <origin xyz="0 0 1"/><axis xyz="0 0 1"/><limit lower="-2" upper="2" effort="1" velocity="1"/></joint>
    </robot>""")
    scene = gz.Scene.load(tmp_path / "arm.urdf", tmp_path / "cube.stl", joints={"slide": 0.5})
    hand = next(name for name in scene if "hand" in name)
    assert np.allclose(scene[hand].pose.position, [0, 0, 1.5])
    cube = next(name for name in scene if "hand" not in name and "base" not in name)
    assert any({c.a, c.b} == {cube, hand} for c in scene.clashes(clearance=1.0))
    with pytest.raises(ValueError, match="nothing.urdf"):
        gz.Scene.load(tmp_path / "nothing.urdf")


class Triangles:
    """An object with vertices and faces, as trimesh has them."""

    def __init__(self, vertices, faces):
        self.vertices, self.faces = vertices, faces


CUBE = Triangles(CUBE_VERTICES, CUBE_FACES)


def test_manager_in_the_manner_of_trimesh():
    manager = gz.CollisionManager()
    manager.add_object("a", CUBE)
    manager.add_object("b", CUBE, at(0.9))
    manager.add_object("c", CUBE, at(5))
    assert manager.in_collision_internal() is True
    hit, names, data = manager.in_collision_internal(return_names=True, return_data=True)
    assert hit and names == {("a", "b")} and data and data[0].names == {"a", "b"}
    assert abs(max(d.depth for d in data) - 0.1) < 1e-9
    manager.set_transform("b", at(2))
    assert manager.in_collision_internal(return_names=True) == (False, set())
    distance, names = manager.min_distance_internal(return_names=True)
    assert abs(distance - 1) < 1e-9 and names == ("a", "b")
    assert manager.in_collision_single(CUBE, at(5.5), return_names=True) == (True, {"c"})
    distance, name, data = manager.min_distance_single(CUBE, at(7), return_name=True, return_data=True)
    assert abs(distance - 1) < 1e-9 and name == "c" and abs(data.point("c")[0] - 6) < 1e-9
    other = gz.CollisionManager()
    other.add_object("d", CUBE, at(5.5))
    assert manager.in_collision_other(other, return_names=True) == (True, {("c", "d")})
    assert manager.min_distance_other(other) < 0
    with pytest.raises(ValueError):
        manager.set_transform("nobody", at(0))
    manager.remove_object("c")
    assert not manager.in_collision_other(other)


def test_touching_boxes_collide():
    """The case of trimesh 1860: two boxes that share a face."""
    manager = gz.CollisionManager()
    manager.add_object("a", CUBE)
    manager.add_object("b", CUBE, at(1))
    assert manager.in_collision_internal() is True and abs(manager.min_distance_internal()) < 1e-12
    manager.set_transform("b", at(1 + 1e-9))
    assert manager.in_collision_internal() is False


def test_an_object_inside_of_a_solid_collides():
    manager = gz.CollisionManager()
    manager.add_object("hall", Triangles(CUBE_VERTICES * 10, CUBE_FACES))
    assert manager.in_collision_single(CUBE, at(3, 3, 3)) is True


def crowd(threads, spread, filtered):
    scene, draw = gz.Scene(threads=threads), np.random.default_rng(int(spread))
    shapes = [*CONVEX.values(), COMPOSITE["solid"], COMPOSITE["Compound"]]
    for i, pose in enumerate(random_poses(40, seed=7, spread=spread)):
        item = scene.add(f"o{i}", shapes[int(draw.integers(len(shapes)))], pose, margin=0.05 * (i % 3 == 0))
        if filtered:
            item.set_filter(1 << i % 3, 0b111 ^ (1 << i % 3))
    for i in range(0, 30, 3):
        scene.exclude(f"o{i}", f"o{i + 7}")
    scene.remove("o11")
    scene.add("o11", gz.Sphere(0.3), pose=at(0.1))  # takes the place of the removed one, and is the last
    return scene


@pytest.mark.parametrize("filtered", [False, True])
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("spread", [2.0, 9.0, 60.0])
def test_questions_about_pairs_are_those_of_all_pairs(spread, threads, filtered):
    scene = crowd(threads, spread, filtered)
    every = scene.distances()
    assert scene.pairs() == [(c.a, c.b) for c in every if gz.overlaps(c.separation.a, c.separation.b)]
    for clearance in (0.0, 0.2, spread / 3):
        assert scene.pairs_within(clearance) == [c for c in every if c.distance.lower <= clearance]
    assert scene.clashes(0.2) == scene.pairs_within(0.2) and scene.clashes() == [
        c for c in every if (c.a, c.b) in scene.pairs()]
    best = min(every, key=lambda c: c.distance.upper)
    assert scene.closest().distance.upper == best.distance.upper
    if not filtered:
        assert scene.closest() == best
    for name in ("o3", "o11", "o12"):
        mine = [c for c in every if name in (c.a, c.b)]
        assert scene.closest(name) == min(mine, key=lambda c: c.distance.upper)


@pytest.mark.parametrize("threads", [1, 2])
def test_impacts_are_those_of_all_pairs(threads):
    scene = crowd(threads, 4.0, False)
    names, poses = list(scene), random_poses(40, seed=3, spread=4.0)
    motions = {name: gz.InBetweenMotion(scene[name].pose, poses[i]) for i, name in enumerate(names[::4])}
    body = {name: gz.Moving(scene[name].placed.shape, motions.get(name, gz.LinearMotion(scene[name].pose)))
            for name in names}
    pairs = [(c.a, c.b) for c in scene.distances() if c.a in motions or c.b in motions]
    hits = [(a, b, t.time) for a, b in pairs for t in [gz.time_of_impact(body[a], body[b])] if t.hit]
    found = scene.impacts(motions)
    assert [(i.a, i.b, i.time) for i in found] == sorted(hits, key=lambda hit: hit[2].lower)
    assert 10 < len(found) < len(pairs)
    assert scene.step(motions) == found
    assert all(scene[name].pose == motion.pose_at(1.0) for name, motion in motions.items())
    assert scene.pairs() == [(c.a, c.b) for c in scene.distances()
                             if gz.overlaps(c.separation.a, c.separation.b)]


def test_the_closest_pair_of_planes_points_and_what_may_not_collide():
    scene = gz.Scene()
    assert scene.closest() is None and scene.pairs_within(9.0) == [] and scene.pairs() == []
    scene.add("floor", gz.HalfSpace([0, 0, 1]))
    assert scene.closest() is None
    scene.add("ball", gz.Sphere(1), pose=at(0, 0, 5))
    assert scene.closest().distance.contains(4.0) and scene.closest("ball").a == "floor"
    scene.add("point", gz.Point([0, 0, 0]), pose=at(0, 0, 7))
    assert scene.closest().b == "point" and scene.closest().distance.contains(1.0)
    scene.exclude("ball", "point")
    assert (scene.closest().a, scene.closest().b) == ("floor", "ball")
    scene.exclude("floor", "ball")
    assert (scene.closest().a, scene.closest().b) == ("floor", "point")
    scene.exclude("floor", "point")
    assert scene.closest() is None and scene.pairs_within(100.0) == []


def test_scenes_are_asked_while_they_are_changed():
    import threading
    scene, done, faults = crowd(2, 4.0, False), threading.Event(), []

    def ask():
        while not done.is_set():
            try:
                scene.pairs(), scene.closest(), scene.impacts({}), scene.objects_in(gz.Sphere(1))
            except KeyError:
                pass  # removed meanwhile
            except Exception as fault:
                faults.append(fault)
    threads = [threading.Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    for i, pose in enumerate(random_poses(300, seed=9, spread=4.0)):
        scene[f"o{i % 5 + 1}"].pose = pose
        scene.remove("o20") if "o20" in scene else scene.add("o20", gz.Sphere(0.4), pose=pose)
    done.set()
    for thread in threads:
        thread.join()
    assert faults == []
