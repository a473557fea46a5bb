"""The map of the project: the order of rooms and of the folders inside of them, limits, and lists of what is
allowed where. check_layers.py holds the sources to it, draw_architecture.py draws it."""

# Lowest first: a room includes itself and the rooms before it.
ROOMS = ["core", "math", "simd", "bounds", "shape", "tree", "mesh", "motion", "result", "verify", "convex",
         "obb", "solid", "frames", "query", "ccd", "scene", "assembly", "robot", "io"]
RANK = {room: rank for rank, room in enumerate(ROOMS)}
# The folders inside of a room, lowest first; "" is the room's own. Rooms that are not named have none.
INNER = {
    "math": ["", "degeneracy"],
    "simd": ["", "tree", "lanes"],
    "shape": ["primitives", "hull", ""],
    "mesh": ["", "bytes"],
    "verify": ["", "moving"],
    "convex": ["primitives", "simplex", "", "gjk", "epa", "sat", "closed_form", "triangle", "ray",
               "manifold"],
    "ccd": ["oriented", "features", ""],
    "solid": ["weld", ""],
    "query": ["composite", "proof", "depth", "contacts", "audit", "", "batch"],
    "scene": ["broad_phase", ""],
    "io": ["text", "formats", "robots", ""],
}
APPS = ["cli", "web", "python", "c", "cad"]  # front doors: public headers only, and nobody includes them
EXTENSIONS = {".hpp", ".cpp", ".h", ".cc", ".c"}
MAX_LINES = 450
MAX_PUBLIC = 55  # headers of all rooms
MAX_MODULES = 25  # of a folder of a room: about 25
UMBRELLA = "include/graze/graze.hpp"

# Outside libraries stay where they belong: include prefix -> folders or files.
OUTSIDE = {
    "hwy/": ["src/simd", "tests/simd"],
    "libqhull": ["src/shape/hull"],
    "Eigen/": ["src", "include/graze/interop", "tests", "examples", "bench"],
    "ompl/": ["include/graze/interop", "tests/interop", "examples", "bench"],
    "tbb/": ["src/core/parallel.hpp", "bench"],
    "tl/": ["include/graze/core/error.hpp"],
    "assimp/": ["src/io"],
    "urdf": ["src/io"],
    "tinyxml": ["src/io", "cli", "tests/cli"],
    "nlohmann/": ["src/io", "cli", "tests/io", "tests/cli", "bench/robot"],
    "CLI/": ["cli"],
    "fmt/": ["src/io", "cli"],
    "Model/COM": ["cad/worker", "tests/cad"],
    "gmp": ["tests", "bench"],
    "mpfr": ["tests"],
    "gtest/": ["tests"],
    "rapidcheck": ["tests"],
    "pybind11/": ["python"],
}

# The rank of verify keeps the rooms of the solvers away from it. Below it the only searches are those of
# these files, which build what is queried: verification may not include them, through whatever header.
SOLVERS_BELOW = ["src/mesh/point_side.hpp", "src/mesh/convex_form.hpp", "src/mesh/shell_winding.hpp",
                 "src/tree/ray_walk.hpp", "src/tree/transformed_pairs.hpp", "src/tree/pair_frames.hpp",
                 "src/simd/tree/tree_walk.hpp", "src/simd/tree/tree_walk_pairs.hpp",
                 "src/simd/tree/tree_walk_triangles.hpp", "src/simd/tree/level_pairs.hpp"]
SOLVER_VERBS = ["overlaps", "decide", "separation", "certified_separation", "contacts", "contact_manifolds",
                "raycast", "raycast_any", "raycast_all",
                "translational_cast", "time_of_impact", "certified_time_of_impact", "signed_distance",
                "side_of",
                # of meshes, through a table of functions: the search for a convex form
                "transformed", "scaled",
                # the searches of trees, whose header has the trees themselves
                "visit_box", "visit_near", "visit_ray", "visit_pairs", "visit_near_pairs", "visit_self_pairs"]

# These rooms ask the queries below them by their inner entry points; only their audits, which compare with
# the verbs, call those.
INNER_CALLERS = {"ccd": ["overlaps", "decide", "separation", "certified_separation", "contacts",
                         "contact_manifolds", "raycast", "time_of_impact"]}

# Types of primitives are named where an algorithm is special to them: a closed form, a loop that is compiled
# for a kind, features of flat shapes. All other files take what they need from the traits, so that a new
# primitive is one file and one line in the list. The half-space stands for everything unbounded, and is named
# anywhere.
PRIMITIVE_LIST = "src/shape/primitives/list.hpp"
NAMES_PRIMITIVES = ["src/shape/primitives", "src/shape/ball.hpp", "src/convex/core_kinds.hpp",
                    "src/convex/closed_form", "src/convex/gjk", "src/convex/ray", "src/convex/sat",
                    "src/convex/epa/epa_local_minimum.cpp", "src/convex/epa/point_depth.cpp",
                    "src/query/decide.cpp", "src/query/dispatch.cpp", "src/query/batch/lane_kinds.cpp",
                    "src/query/batch/walk_cores.cpp",
                    "src/verify/verify_crossing.cpp", "src/verify/verify_parallel_axes.cpp",
                    "src/verify/moving/verify_impact.cpp",
                    "src/ccd/impact_composite.cpp", "src/scene/scene_state.cpp",
                    "src/io/display_triangles.cpp"]
