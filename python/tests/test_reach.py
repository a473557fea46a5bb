"""Every verb, shape, motion, question about scenes and proof of the public C++ headers is reachable: each
name of a header has its Python names here, or the reason why it has none. A new one fails until it is listed.

GRAZE_HEADERS is the folder with the headers; without it the tests are skipped.
"""
import os
import re
from pathlib import Path

import pytest

import graze as gz

HEADERS = Path(os.environ.get("GRAZE_HEADERS", "no such folder"))
pytestmark = pytest.mark.skipif(not HEADERS.is_dir(), reason="the public headers are not here")

#: Headers whose functions Python has other means for.
BUILDING_BLOCKS = {
    "bounds/aabb.hpp": "boxes are pairs of arrays: NumPy computes with them",
    "bounds/bounding_volumes.hpp": "volumes of a caller's own broad phase, in C++",
    "bounds/frame.hpp": "frames are tuples of arrays, checked where they are used",
    "bounds/obb.hpp": "volumes of a caller's own broad phase, in C++",
    "convex/primitive_tests.hpp": "single tests of a few ns, which no call of Python has; verbs serve shapes",
    "core/assert.hpp": "what asserts refuse is refused by an exception before",
    "core/function_ref.hpp": "batches have `threads`",
    "core/stop_request.hpp": "signals end a search",
    "interop/eigen.hpp": "NumPy takes its place",
    "interop/ompl.hpp": "planners of Python call RobotCell themselves",
    "math/interval.hpp": "numbers of the proofs' arithmetic; answers have Interval",
    "math/pose.hpp": "Pose has them as methods",
    "math/predicates.hpp": "exact signs of the proofs' arithmetic",
    "math/vec.hpp": "NumPy",
    "tree/box_tree.hpp": "a tree of a caller's own boxes, with visitors, in C++; Scene has the questions",
}
#: Functions by name: what Python has for them, from the module on, or a reason after "-".
FUNCTIONS = {
    "assembly/assembly.hpp": {
        "recheck_assembly": "-as check_assembly",
        "check_assembly": "-Scene.clashes, Scene.contacts and Scene.pairs_within; its tables are the tool's",
        "matches": "-Python's fnmatch", "kind_of": "Mesh.kind", "pair_rules": "-Scene.exclude",
        "interference_of": "-as check_assembly", "relation_of": "-as check_assembly",
        "distance_of": "Clash.distance",
        "escape_distance_of": "Clash.distance", "location_of": "Clash.separation",
        "contact_count": "Scene.contacts",
        "names_of": "Clash.a"},
    "ccd/feature_impact.hpp": {
        "vertex_face_impact": "vertex_face_impact", "edge_edge_impact": "edge_edge_impact",
        "triangle_triangle_impact": "-time_of_impact of two Triangles, which is faster and has a proof",
        "deforming_impact": "deforming_impact", "self_impact": "self_impact",
        "close_features": "close_features"},
    "ccd/steady_contact.hpp": {
        "steady_contact": "steady_contact",
        "find_moving_collisions": "find_moving_collisions find_sampled_collisions"},
    "ccd/time_of_impact.hpp": {
        "time_of_impact": "time_of_impact", "impact_contacts": "impact_contacts",
        "certified_time_of_impact": "time_of_impact", "check": "-invalid ones raise a ValueError",
        "translational_cast": "translational_cast", "place_over": "Motion.bounds_over",
        "velocity_over": "-a first-order test of the C++ building blocks; time_of_impact is sharper",
        "swept_box": "-as velocity_over", "stay_apart": "-as velocity_over"},
    "core/error.hpp": {"to_string": "Status"},
    "core/version.hpp": {},
    "frames/frame_overlap.hpp": {
        "intersect": "frames.intersect", "overlaps": "frames.overlaps",
        "overlaps_by_elimination": "frames.overlaps",
        "separating_axes": "-the rival and oracle of the elimination; frames.overlaps runs it"},
    "frames/frame_tree.hpp": {
        "tetrahedra_of": "frames.tetrahedra_of_torus", "build_frame_tree": "frames.build_frame_tree",
        "cover_by_frames": "frames.cover_by_frames",
        "search_collisions": "frames.search_collisions frames.FrameWorld.search_collisions",
        "collide": "frames.collide", "colliding_objects": "frames.FrameWorld.colliding_objects"},
    "io/document.hpp": {
        "motion_of": "io.read", "placed": "io.read", "pair_rules": "io.read", "assembly_of": "io.read",
        "read_document": "io.read", "read_scene": "io.read", "read_triangles": "load",
        "append": "Scene.load", "to_json": "io.save", "write_glb": "io.save",
        "display_triangles": "Shape.triangles_for_display"},
    "io/robot_file.hpp": {
        "read_robot": "Robot.load", "to_string": "RobotFile", "read_joint_path": "io.read_joint_path",
        "to_csv": "io.write_joint_path", "to_json": "PathCertificate.save",
        "to_srdf": "SelfCollisionMatrix.srdf",
        "checksum_of": "PathCertificate.save", "read_path_proof": "io.read_path_certificate"},
    "mesh/compound.hpp": {"part_path": "Compound.parts", "compound_data": "Compound.parts"},
    "mesh/generate.hpp": {
        "box_mesh": "generate.box", "icosphere_mesh": "generate.icosphere", "torus_mesh": "generate.torus",
        "torus_knot_mesh": "generate.torus_knot", "gear_mesh": "generate.gear",
        "terrain_mesh": "generate.terrain", "terrain_heights": "generate.terrain",
        "noisy_sphere_mesh": "generate.noisy_sphere"},
    "mesh/height_field.hpp": {"height_field_data": "HeightField.heights"},
    "mesh/mesh.hpp": {"mesh_data": "Mesh.vertices"},
    "mesh/shape_bytes.hpp": {"to_bytes": "Shape.to_bytes", "shape_from_bytes": "shape_from_bytes"},
    "motion/joint_path.hpp": {"bounds_over": "JointPath.bounds_over"},
    "motion/motion.hpp": {
        "pose_at": "Motion.pose_at", "bounds_over": "Motion.bounds_over", "swept_along": "swept_along",
        "hull_of_placements": "hull_of_placements", "integrate": "SampledMotion.integrated",
        "sampling_deviation": "SampledMotion.deviation_within"},
    "motion/robot.hpp": {
        "to_string": "Robot", "coordinate_count": "Robot.joint_count",
        "planar_directions": "planar_directions", "place": "Robot.place",
        "bounds_over": "Robot.bounds_over"},
    "obb/obb_search.hpp": {
        "overlaps_lite": "-single boxes: overlaps of Box", "find_obb_obb": "-common_point of Box",
        "overlaps_triangle_obb": "-overlaps of Triangle and Box",
        "find_triangle_obb": "-common_point of Triangle and Box",
        "find_common_point": "-common_point of Triangles", "normal_at": "TreeCollisions.normals_a",
        "cascade_cost": "TreeCollisions.work", "test_collision": "test_collision",
        "find_collisions": "find_collisions"},
    "obb/obb_tree.hpp": {"fit_obb": "-ObbTree fits its boxes"},
    "query/query.hpp": {
        "overlaps": "overlaps", "decide": "decide", "common_point": "common_point",
        "separation": "separation", "interference": "-not yet: the answers of `graze check --json` have it",
        "certified_separation": "Separation.verify", "contacts": "contacts",
        "contact_manifolds": "contact_manifolds", "raycast": "raycast", "relation": "relation",
        "certified_relation": "certified_relation", "supports": "supports",
        "check": "-invalid ones raise a ValueError", "box_of": "box_of",
        "intersecting_triangles": "intersecting_triangles",
        "visit_intersecting_triangles": "intersecting_triangles", "self_intersections": "self_intersections",
        "parts_overlapping_box": "parts_overlapping_box", "raycast_any": "raycast_any",
        "raycast_all": "raycast_all", "signed_distance": "signed_distance",
        "signed_distances": "signed_distance", "overlaps_at": "overlaps",
        "separations_at": "separation", "overlaps_of": "overlaps", "separations_of": "separation",
        "raycasts": "raycast"},
    "result/contact.hpp": {}, "result/impact.hpp": {}, "result/ray.hpp": {}, "result/separation.hpp": {},
    "result/path.hpp": {"to_string": "PathClearance.answer", "digest_of": "PathCertificate.verify"},
    "result/proof.hpp": {"to_string": "Verdict.proof"},
    "robot/robot_cell.hpp": {
        "obstacles_of": "RobotCell", "point_cloud": "point_cloud", "voxels": "voxels",
        "overlaps": "RobotCell.overlaps", "clearance": "RobotCell.clearance",
        "overlaps_at": "RobotCell.overlaps", "clearances_at": "RobotCell.clearance",
        "path_clearance": "RobotCell.path_clearance", "path_clearances": "RobotCell.path_clearance",
        "certify_path": "RobotCell.certify", "verify": "PathCertificate.verify"},
    "robot/self_collision.hpp": {
        "self_collision_matrix": "self_collision_matrix", "self_collision_pairs": "SelfCollisionMatrix",
        "self_collision_pair": "SelfCollisionMatrix"},
    "scene/broad_phase.hpp": {"find_overlapping_boxes": "Scene.near_pairs"},
    "scene/dynamic_tree.hpp": {}, "scene/response_table.hpp": {}, "scene/scene_types.hpp": {},
    "scene/sweep_and_prune.hpp": {},
    "scene/scene.hpp": {"deform": "DeformableMesh.move", "to_bytes": "Scene.__reduce__",
                        "scene_from_bytes": "Scene.__reduce__"},
    "shape/hull.hpp": {
        "check": "ConvexHull", "support_vertex_scan": "support", "support_vertex_climb": "support",
        "support_vertex": "support"},
    "shape/primitives.hpp": {},
    "shape/shape.hpp": {
        "is_convex": "Shape.convex", "to_string": "Shape.__repr__", "minkowski_sum": "minkowski_sum",
        "convex_hull_of": "convex_hull_of", "transformed": "Shape.transformed", "scaled": "Shape.scaled",
        "rounded": "Shape.rounded", "shape_of": "Shape", "support": "support", "core_support": "support",
        "support_enclosure": "-intervals of the proofs' arithmetic", "core_support_enclosure": "-the same",
        "exact_margin": "Shape.margin", "support_value": "support"},
    "simd/box_node.hpp": {},
    "solid/doctor.hpp": {"to_string": "MeshReport", "weld_seams": "doctor", "find_weld": "doctor",
                         "examine": "doctor"},
    "solid/inside.hpp": {"is_closed": "is_closed"},
    "verify/verify.hpp": {"verify": "Separation.verify Verdict.verify CommonPoint.verify RayHit.verify "
                                    "ContactManifold.verify CertifiedRelation.verify Impact.verify "
                                    "CastHit.verify PathCertificate.verify SelfCollisionMatrix.verify"},
}
SCENE = {
    "add": "add", "try_add": "add", "remove": "remove", "move": "set_poses", "set_shape": "__getitem__",
    "set_margin": "__getitem__", "set_filter": "__getitem__", "set_user_data": "-objects have names",
    "deform": "__getitem__", "exclude": "exclude", "include": "include", "size": "__len__",
    "contains": "__contains__", "objects": "items", "placed": "__getitem__", "bounds": "__getitem__",
    "options": "__getitem__", "near": "near_pairs", "near_pairs": "near_pairs", "overlapping_pairs": "pairs",
    "contacts": "contacts", "pairs_within": "pairs_within", "closest_pair": "closest", "raycast": "raycasts",
    "raycast_any": "raycast_any", "raycast_all": "raycast_all", "objects_in": "objects_in objects_in_box",
    "cast": "cast", "impacts": "impacts", "step": "step", "respond": "respond",
    "update": "-questions do it themselves", "broad_phase": "-the default one serves",
}
#: Types of shapes whose classes are called otherwise.
CLASSES = {"polygon": "ConvexPolygon", "hull": "ConvexHull", "convex_hull_of": "HullOfShapes"}
NO_CALLS = {"if", "for", "while", "return", "sizeof", "noexcept", "static_assert", "alignas", "operator",
            "defined", "decltype", "requires", "void"}


def text_of(header):
    return re.sub(r"//[^\n]*", "", (HEADERS / header).read_text(encoding="utf-8"))


def functions_in(header):
    """Names of functions in the namespace, as far as braces tell."""
    outer, depth = "", 0
    for letter in text_of(header):
        depth += (letter == "{") - (letter == "}")
        outer += letter if depth <= 1 else ""
    return {name for name in re.findall(r"(?:^|[\s&*>])([a-z][a-z_0-9]*)\s*\(", outer)} - NO_CALLS


def reachable(name):
    at = gz
    for part in name.split("."):
        at = getattr(at, part, None)
    return at is not None


def headers():
    return sorted(str(path.relative_to(HEADERS)) for path in HEADERS.glob("*/*.hpp"))


def test_every_header_is_listed():
    assert set(headers()) == set(BUILDING_BLOCKS) | set(FUNCTIONS)


def test_every_function_of_a_header_has_a_name_or_a_reason():
    for header in headers():
        if header not in BUILDING_BLOCKS:
            assert functions_in(header) == set(FUNCTIONS[header]), header


def test_the_names_exist():
    listed = [name for functions in FUNCTIONS.values() for names in functions.values()
              if not names.startswith("-") for name in names.split()]
    listed += [f"Scene.{name}" for names in SCENE.values() if not names.startswith("-")
               for name in names.split()]
    assert [name for name in listed if not reachable(name)] == []


def test_every_member_of_a_scene_has_a_name():
    body = re.search(r"class Scene \{(.*?)private:", text_of("scene/scene.hpp"), re.S)[1]
    members = set(re.findall(r"[\w>&\]] ([a-z_]+)\(", body))
    assert members - {"operator"} == set(SCENE)


def test_every_type_of_shape_and_motion_is_a_class():
    types = re.search(r"enum class ShapeType[^{]*\{(.*?)\}", text_of("shape/shape.hpp"), re.S)[1]
    names = re.findall(r"\b([a-z_]+)\b", types)
    assert len(names) > 15
    for name in names:
        assert issubclass(getattr(gz, CLASSES.get(name, name.title().replace("_", ""))), gz.Shape)
    motions = set(re.findall(r"\bMotion\(const (\w+)&", text_of("motion/motion.hpp")))
    assert len(motions) >= 6 and all(issubclass(getattr(gz, name), gz.Motion) for name in motions)


def test_every_query_of_the_table_is_known():
    queries = re.search(r"enum class Query[^{]*\{(.*?)\}", text_of("query/query.hpp"), re.S)[1]
    for query in re.findall(r"[a-z_]+", queries):
        assert gz.supports(query, gz.Box, gz.Box) in (True, False)
