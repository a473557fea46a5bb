"""Whatever is passed, a call answers, or refuses in one line by a ValueError or a TypeError.

GRAZE_PYTHON_EXAMPLES is the number of examples; `make asan-python` asks for a hundred thousand of them with
the address sanitizer.
"""
import os

import numpy as np
from conftest import COMPOSITE, CONVEX, CUBE_FACES, CUBE_VERTICES, random_poses
from hypothesis import HealthCheck, given, settings, strategies as st

import graze as gz

EXAMPLES = int(os.environ.get("GRAZE_PYTHON_EXAMPLES", "1000"))
BOX, MESH, POSES = CONVEX["Box"], COMPOSITE["solid"], random_poses(6)
FOUR = np.array([[0, 0, 1], [-1, -1, 0], [1, -1, 0], [0, 2, 0]], float)
MOVING = gz.Moving(gz.Sphere(0.5), gz.LinearMotion([3, 0, 0, 1, 0, 0, 0], [-3, 0, 0]))
TREE = gz.ObbTree(MESH)
SQUARE = gz.frames.Frame("cuboid", [0, 0], [[1, 0], [0, 1]])


COVER = gz.frames.cover_by_frames(BOX, max_leaves=8)


def in_world(method, /, **arguments):
    world = gz.frames.FrameWorld([gz.frames.FrameObject(COVER, pose) for pose in POSES[:3]])
    return lambda **given_arguments: getattr(world, method)(**given_arguments), arguments


def scene():
    made = gz.Scene()
    made.add("a", BOX)
    made.add("b", MESH, pose=POSES[0], margin=0.1)
    return made


def in_scene(method, /, **arguments):
    return lambda **given_arguments: getattr(scene(), method)(**given_arguments), arguments


JOINT = {"name": "j", "type": "revolute", "parent": "base", "child": "arm", "limits": (-2, 2)}
ARM = gz.Robot([gz.RobotLink("base"), gz.RobotLink("arm", gz.Placed(BOX, [2, 0, 0, 1, 0, 0, 0]))],
               [gz.RobotJoint(**JOINT)])
CELL = gz.RobotCell(ARM, {"mesh": gz.Placed(MESH, POSES[0])})
PATH = gz.JointPath([[0.0], [0.5]])
TABLE = gz.ResponseTable()
KIND = TABLE.make_class()
TABLE.add_default(lambda hit: None, type="depth")

# A function and arguments with which it answers.
PAIR = {"a": BOX, "b": MESH, "a_pose": None, "b_pose": POSES, "threads": 2}
CALLS = [
    (gz.overlaps, {**PAIR, "cache": None}),
    (gz.overlaps, {"a": BOX, "b": BOX, "a_pose": POSES[0], "b_pose": POSES[1], "cache": gz.PairCache()}),
    (gz.separation, {**PAIR, "tolerance": 1e-3, "max_iterations": 9}),
    (gz.separation, {"a": [BOX, MESH], "b": gz.Placed(BOX), "a_pose": POSES[:2], "b_pose": None}),
    (gz.decide, {**PAIR, "method": "automatic"}),
    (gz.relation, PAIR),
    (gz.certified_relation, {"a": BOX, "b": BOX, "a_pose": POSES[0], "b_pose": POSES[1]}),
    (gz.common_point, PAIR),
    (gz.contacts, {**PAIR, "face_angle": 0.1, "patch_gap": 0.1}),
    (gz.contact_manifolds, {**PAIR, "face_angle": 0.1, "patch_gap": 0.1}),
    (gz.intersecting_triangles, {"a": MESH, "b": MESH, "a_pose": POSES, "b_pose": None, "limit": 3}),
    (gz.self_intersections, {"mesh": MESH}),
    (gz.raycast, {"target": MESH, "origin": FOUR, "direction": [1, 0, 0], "pose": POSES[0], "threads": 1}),
    (gz.raycast_all, {"target": MESH, "origin": FOUR, "direction": [1, 0, 0], "pose": None, "max_t": 9.0}),
    (gz.raycast_any, {"target": MESH, "origin": [5, 0, 0], "direction": FOUR, "pose": None, "max_t": 9.0}),
    (gz.signed_distance, {"solid": MESH, "point": FOUR, "pose": POSES[0], "threads": 1}),
    (gz.parts_overlapping_box, {"target": MESH, "min": [0, 0, 0], "max": [1, 1, 1], "pose": None}),
    (gz.time_of_impact, {"a": BOX, "b": [MOVING], "tolerance": 1e-3, "max_steps": 9, "proof": False}),
    (gz.translational_cast, {"a": BOX, "b": BOX, "displacement": FOUR, "a_pose": None, "b_pose": POSES[0]}),
    (gz.steady_contact, {"a": BOX, "b": CONVEX["Triangle"], "velocity_a": [1, 0, 0], "velocity_b": FOUR,
                         "a_pose": POSES[:4], "b_pose": None, "threads": 2}),
    (gz.vertex_face_impact, {"start": FOUR, "end": -FOUR, "tolerance": 1e-3, "until": 1.0}),
    (gz.edge_edge_impact, {"start": [FOUR], "end": [-FOUR], "minimum_separation": 0.1, "max_steps": 9}),
    (gz.deforming_impact, {"a": (FOUR, FOUR, [[0, 1, 2]]), "b": (FOUR + 1, FOUR - 1, [[1, 2, 3]])}),
    (gz.close_features, {"a": (FOUR, FOUR, [[0, 1, 2]]), "b": None, "reach": 0.5}),
    (gz.winding_number, {"mesh": MESH, "point": FOUR, "pose": POSES[0], "width": 0.1}),
    (gz.is_closed, {"mesh": MESH}),
    (gz.box_of, {"shape": MESH, "pose": POSES, "threads": 2}),
    (gz.support, {"shape": BOX, "direction": FOUR}),
    (gz.supports, {"query": "overlaps", "a": "Box", "b": "Mesh", "method": "gjk"}),
    (gz.BspTree, {"solid": MESH}),
    (gz.BspTree(MESH).contains, {"point": FOUR, "threads": 1}),
    (gz.BspTree(MESH).first_impact, {"convex": BOX, "displacement": [1, 0, 0], "pose": POSES[0]}),
    (gz.DeformableMesh(MESH).move, {"vertices": CUBE_VERTICES * 2}),
    (gz.ObbTree, {"mesh": MESH, "fit": "points", "split": "median", "leaf_size": 2}),
    (gz.find_collisions, {"a": TREE, "b": TREE, "a_pose": POSES[0], "b_pose": None, "depth_a": 1,
                          "test": "sphere_sat", "first_only": True, "threads": 2}),
    (gz.test_collision, {"a": TREE, "b": TREE, "a_pose": POSES, "b_pose": None, "depth_b": 1, "threads": 2}),
    (gz.find_moving_collisions, {"a": TREE, "b": TREE, "velocity_a": FOUR, "velocity_b": [1, 0, 0],
                                 "a_pose": POSES[:4], "b_pose": None, "dt": 2.0, "threads": 2}),
    (gz.find_sampled_collisions, {"a": TREE, "b": TREE, "motion_a": MOVING.motion,
                                  "motion_b": MOVING.motion, "steps": 3, "first_only": True}),
    (gz.frames.intersect, {"a": SQUARE, "b": SQUARE, "open": True, "box": "tight"}),
    (gz.frames.intersect, {"a": SQUARE, "b": [SQUARE, SQUARE], "threads": 2}),
    (gz.frames.overlaps, {"a": [SQUARE], "b": SQUARE, "method": "elimination", "threads": 2}),
    (gz.frames.Frame, {"kind": "cuboid", "origin": [0, 0], "components": [[1, 0], [0, 1]], "velocity": None}),
    (lambda **frame: gz.frames.overlaps(gz.frames.Frame(**frame), SQUARE),
     {"kind": "tetrahedron", "origin": [0, 0], "components": [[1, 0], [0, 1]], "velocity": [1, 0]}),
    (gz.frames.FrameTree, {"nodes": COVER.nodes, "children": COVER.children}),
    (gz.frames.build_frame_tree, {"vertices": FOUR, "tetrahedra": [[0, 1, 2, 3]], "fan_out": 3}),
    (gz.frames.tetrahedra_of_torus, {"major_radius": 1.0, "minor_radius": 0.1, "rings": 5, "cells": 1}),
    (gz.frames.cover_by_frames, {"solid": MESH, "max_leaves": 9, "max_levels": 3}),
    (gz.frames.search_collisions, {"a": COVER, "b": COVER, "a_pose": POSES, "b_pose": None, "prune": False,
                                   "box": "tight", "method": "elimination", "threads": 2}),
    (gz.frames.collide, {"a": COVER, "b": COVER, "a_pose": POSES[0], "b_pose": POSES, "threads": 2}),
    (gz.frames.FrameWorld, {"objects": [gz.frames.FrameObject(COVER, POSES[0], 3)]}),
    (lambda **item: gz.frames.FrameWorld([gz.frames.FrameObject(**item)]),
     {"tree": COVER, "pose": POSES[0], "group": 3}),
    in_world("move", object=1, pose=POSES[1]),
    in_world("search_collisions", object=0, prune=False, by_tree=False, box="none"),
    in_world("colliding_objects", object=0, method="elimination"),
    in_world("bounds", object=1),
    in_world("pose", object=1),
    (gz.generate.gear, {"teeth": 5, "tip_radius": 1.0, "layers": 1}),
    (gz.generate.terrain, {"half_width": 1.0, "columns": 3, "rows": 2, "seed": 5}),
    (gz.Robot, {"links": ARM.links, "joints": ARM.joints, "name": "r", "base": None, "excluded": []}),
    (gz.RobotLink, {"name": "a", "shapes": [BOX]}),
    (gz.RobotJoint, {**JOINT, "origin": None, "axis": [0, 1, 0], "coordinate_limits": (), "mimic": None}),
    (gz.AttachedBody, {"name": "p", "link": "arm", "shapes": BOX, "may_touch": ["base"]}),
    (ARM.place, {"q": FOUR[:, :1], "threads": 2}),
    (ARM.check, {"q": [0.5]}),
    (ARM.within_limits, {"q": FOUR[:, :1]}),
    (ARM.bounds_over, {"box": [[0, 1]]}),
    (ARM.exempt, {"a": "base", "b": "arm"}),
    (gz.JointPath, {"points": FOUR, "times": [0, 1, 2, 3]}),
    (gz.JointPath.hermite, {"points": FOUR, "velocities": FOUR, "times": None}),
    (gz.JointPath.linear, {"start": FOUR[0], "end": FOUR[1]}),
    (PATH.at, {"t": [0.1, 0.5]}),
    (PATH.over, {"joint": 0, "lower": 0.1, "upper": 0.5}),
    (PATH.bounds_over, {"robot": ARM, "lower": 0.1, "upper": 0.5}),
    (gz.RobotCell, {"robots": [ARM], "obstacles": {"b": BOX}, "padding": {"arm": 0.1},
                    "allowed": [("arm", "b")]}),
    (gz.overlaps, {"a": CELL, "b": FOUR[:, :1]}),
    (CELL.overlaps, {"q": FOUR[:, :1], "threads": 2}),
    (CELL.clearance, {"q": FOUR[:, :1], "gradient": True, "limit": 1.0, "tolerance": 1e-6, "threads": 2}),
    (CELL.path_clearance, {"path": [PATH, PATH], "wanted": 0.1, "goal": "decide", "threads": 2}),
    (CELL.path_clearance, {"path": FOUR[None, :2, :1], "relative_accuracy": 0.1, "max_cells": 100}),
    (CELL.certify, {"path": PATH, "absolute_accuracy": 0.1, "tolerance": 1e-3, "max_cells": 100}),
    (gz.self_collision_matrix, {"robot": ARM, "padding": 0.1, "samples": 9, "max_boxes": 9, "seed": 5}),
    (gz.point_cloud, {"points": FOUR, "radius": 0.1}),
    (gz.voxels, {"centres": FOUR, "half_extent": 0.1}),
    (gz.explain, {"a": BOX, "b": BOX, "a_pose": None, "b_pose": POSES[1]}),
    (gz.doctor, {"vertices": CUBE_VERTICES, "triangles": CUBE_FACES, "weld": 0.0}),
    (gz.Point, {"position": [1, 2, 3]}),
    (gz.Triangle, {"a": [0, 0, 0], "b": [1, 0, 0], "c": [0, 1, 0]}),
    (gz.Box, {"half_extents": [1, 1, 1]}),
    (gz.Capsule, {"radius": 1.0, "half_height": 1.0}),
    (gz.TaperedCapsule, {"radius_bottom": 1.0, "radius_top": 0.5, "half_height": 1.0}),
    (gz.HalfSpace, {"normal": [0, 0, 1], "offset": 0.0}),
    (gz.ConvexHull, {"points": FOUR, "allow_degenerate": True}),
    (gz.ConvexPolygon, {"points": [[0, 0, 0], [1, 0, 0], [0, 1, 0]]}),
    (gz.Mesh, {"vertices": CUBE_VERTICES, "triangles": CUBE_FACES, "kind": "solid", "threads": 2}),
    (gz.Compound, {"parts": [BOX, (BOX, np.diag([1, 2, 3, 1.0]))]}),
    (gz.HeightField, {"heights": np.zeros((3, 4)), "cell": (1.0, 2.0), "corner": (0.0, 0.0)}),
    (gz.minkowski_sum, {"a": BOX, "b": gz.Sphere(1)}),
    (gz.convex_hull_of, {"shapes": [BOX, gz.Sphere(1)]}),
    (gz.swept_along, {"shape": BOX, "displacement": [1, 0, 0]}),
    (gz.hull_of_placements, {"shape": BOX, "first": POSES[0], "second": None}),
    (BOX.rounded, {"radius": 0.5}),
    (BOX.scaled, {"factors": [1, 2, 3]}),
    (BOX.transformed, {"map": np.diag([1, 2, 3, 1.0])}),
    (BOX.triangles_for_display, {"tolerance": 0.1, "reach": 1.0}),
    (gz.shape_from_bytes, {"data": MESH.to_bytes()}),
    (gz.Pose, {"rotation": np.eye(3), "position": [1, 2, 3]}),
    (gz.Pose.of, {"pose": POSES[0]}),
    (gz.Pose.about, {"axis": [0, 0, 1], "angle": 1.0, "position": None}),
    (gz.Pose().apply, {"points": FOUR}),
    (gz.Placed, {"shape": BOX, "pose": POSES[0]}),
    (gz.Moving, {"shape": BOX, "motion": MOVING.motion}),
    (gz.LinearMotion, {"start": POSES[0], "displacement": [1, 0, 0]}),
    (gz.InBetweenMotion, {"start": POSES[0], "end": POSES[1]}),
    (gz.TwistMotion, {"start": None, "velocity": [1, 0, 0], "angular_velocity": [0, 0, 1]}),
    (gz.ScrewMotion, {"start": None, "axis_point": [0, 0, 0], "axis_direction": [0, 0, 1], "angle": 1.0}),
    (gz.SampledMotion, {"poses": POSES, "times": [0, 0.1, 0.2, 0.3, 0.4, 1], "deviation": 0.1}),
    (gz.SplineMotion, {"poses": POSES, "times": None}),
    (gz.SampledMotion.integrated, {"start": None, "velocity": lambda t, pose: ([1, 0, 0], [0, 0, 1]),
                                   "steps": 3, "pivot": [0, 0, 0], "euler": False}),
    (gz.SampledMotion(POSES).deviation_within, {"reach": 1.0, "linear_acceleration": 1.0}),
    (MOVING.motion.poses_at, {"t": [0, 0.5, 1]}),
    (MOVING.motion.bounds_over, {"lower": 0.1, "upper": 0.2}),
    in_scene("add", name="c", shape=BOX, pose=POSES[1], margin=0.1),
    in_scene("clashes", clearance=0.5),
    in_scene("pairs_within", clearance=0.5),
    in_scene("respond", table=TABLE),
    (TABLE.add_class, {"c": KIND, "response": lambda hit: None, "type": "depth"}),
    (TABLE.assign, {"item": scene()["a"], "c": KIND}),
    (TABLE.responses, {"c": KIND, "d": None}),
    in_scene("raycasts", origins=FOUR, directions=FOUR),
    in_scene("raycast_all", origin=[0, 0, 5], direction=[0, 0, -1], max_t=9.0),
    in_scene("objects_in", region=BOX, pose=POSES[0]),
    in_scene("objects_in_box", min=[0, 0, 0], max=[1, 1, 1]),
    in_scene("impacts", motions={"a": MOVING.motion}),
    in_scene("step", motions={"a": MOVING.motion}),
    in_scene("cast", moving=MOVING),
    in_scene("set_poses", poses={"a": POSES[0], "b": POSES[1]}),
    in_scene("exclude", a="a", b="b"),
    in_scene("closest", name="a"),
    (gz.Scene, {"threads": 2}),
    (gz.load, {"file": "no such file.stl"}),
    (gz.io.read, {"solids": "never", "joints": {"a": 1.0}, "packages": ["x"], "threads": 1}),
]


def frozen(array):
    array.flags.writeable = False
    return array


UNALIGNED = np.frombuffer(b"x" + np.eye(4).tobytes(), np.uint8)[1:].view(np.float64).reshape(4, 4)
STRANGE = [
    None, True, False, object(), dict, {}, {"a": 1}, set(), ..., NotImplemented, len, "text", "", "\ud800",
    b"bytes", 1j, -1, 0, 1, 2, 2 ** 31, 2 ** 63, 10 ** 30, 0.0, -0.0, 1e-320, 1e300, float("nan"),
    float("inf"), "nan", [], [[]], (), ((), ()), [None], [1, [2]], [[1, 2], [3]], (1, 2),
    (np.eye(3), None), (np.eye(3), [1, 2, 3]), BOX, MESH, [BOX, 3], [BOX, MESH], gz.Placed(BOX),
    [gz.Placed(MESH)], gz.Pose(), [gz.Pose(), POSES[0]], [gz.Pose(), None],
    [(np.eye(3), [1, 2, 3]), 3], [POSES[0], POSES], TABLE, KIND,
    MOVING, MOVING.motion, TREE, COVER, SQUARE, [SQUARE, 3], gz.Sphere, gz.Box.__new__(gz.Box),
    gz.Pose.__new__(gz.Pose), gz.Placed.__new__(gz.Placed), np.float32(1), np.array(1.0), np.array(None),
    np.array("text"), np.array([object()]), np.eye(4, dtype=complex), np.array(["2001-01-01"], "M8[D]"),
    np.zeros(3, [("x", "f8")]), np.ma.masked_all((4, 4)), np.eye(4), np.eye(4)[::-1],
    np.eye(4, dtype=np.int8), np.eye(4, dtype=bool), np.eye(4, dtype=np.longdouble),
    np.eye(4, dtype=">f8"), np.eye(4, dtype=np.float16), UNALIGNED, frozen(np.eye(4)),
    np.asfortranarray(POSES), POSES[::-1], POSES[::2], POSES[:, ::-1], POSES * np.nan, POSES * 2,
    POSES.astype(object), -POSES, np.empty((0, 4, 4)), np.empty((0, 3)), np.empty((3, 0)),
    np.empty((0, 0, 0)), np.zeros((1,) * 30), np.zeros(7), np.full((4, 4), 1e300), np.full(3, 1e200),
    np.full(3, -1e-200), np.zeros((2, 3)), np.ones((5, 7)), np.broadcast_to(np.eye(4), (10 ** 9, 4, 4)),
    np.broadcast_to(0.0, (10 ** 9, 3)), np.broadcast_to(np.float64(1), (10 ** 9,)),
    np.broadcast_to(np.int64(0), (10 ** 9, 3)), np.broadcast_to(1.0, (2 ** 29, 2 ** 29)), CUBE_FACES + 5,
    CUBE_FACES - 1, CUBE_FACES.astype(np.uint64) * 2 ** 61,
]


# By index: Hypothesis prints what it samples from.
ANYTHING = st.one_of(st.integers(0, len(STRANGE) - 1).map(STRANGE.__getitem__), st.floats(),
                     st.integers(-3, 3), st.text(max_size=3), st.binary(max_size=3),
                     st.lists(st.floats(), max_size=7))


@settings(max_examples=EXAMPLES, deadline=None, derandomize=True, database=None,
          suppress_health_check=list(HealthCheck))
@given(st.data())
def test_every_argument_is_answered_or_refused(data):
    call, good = CALLS[data.draw(st.integers(0, len(CALLS) - 1))]
    arguments = dict(good)
    for name in data.draw(st.lists(st.sampled_from(sorted(good)), min_size=1, max_size=2, unique=True)):
        arguments[name] = data.draw(ANYTHING)
    try:
        answer = call(**arguments)
    except (TypeError, ValueError, KeyError, IndexError) as refusal:
        assert "\n" not in str(refusal) and str(refusal)
    else:
        assert repr(answer)


def test_good_arguments_are_answered():
    for call, good in CALLS:
        if call is not gz.load:
            call(**good)
