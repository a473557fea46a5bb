#!/usr/bin/env python3
"""Runs check_layers on small trees: a clean one, and one violation of each rule added to it."""
import tempfile
import unittest
from pathlib import Path

import check_layers
import layer_map

CLEAN = {
    "include/graze/graze.hpp": '#include "graze/verify/verify.hpp"\n#include "graze/obb/fit.hpp"\n',
    "include/graze/math/vec.hpp": "#include <cmath>\n",
    "include/graze/result/separation.hpp": '#include "graze/math/vec.hpp"\n',
    "include/graze/verify/verify.hpp": '#include "graze/result/separation.hpp"\n'
                                       'bool verify(const Separation& separation) noexcept;\n',
    "include/graze/obb/fit.hpp": '#include "graze/math/vec.hpp"\nnamespace graze {\n'
                                 'int fit(int points) noexcept;\n}  // namespace graze\n',
    "src/obb/fit.cpp": '#include "graze/obb/fit.hpp"\nint fit(int points) noexcept { return points; }\n',
    "src/simd/scan.cpp": '#include "hwy/highway.h"\n',
    "src/core/parallel.hpp": "#include <tbb/task_arena.h>\n",
    "src/mesh/part_set.hpp": '#include "graze/math/vec.hpp"\n',
    "src/mesh/point_side.hpp": '#include "graze/math/vec.hpp"\n',
    "src/convex/core_pair.hpp": '#include "graze/result/separation.hpp"\n',
    "src/convex/gjk/gjk.hpp": '#include "convex/core_pair.hpp"\n#include "convex/simplex/simplex.hpp"\n',
    "src/convex/simplex/simplex.hpp": '#include "graze/math/vec.hpp"\n',
    "src/query/separation.cpp": '#include "convex/gjk/gjk.hpp"\n'
                                'Separation separation(int a) { return gjk(a); }\n',
    "src/verify/verify.cpp": '#include "graze/verify/verify.hpp"\n#include "mesh/part_set.hpp"\n'
                             '#include "verify/verify_parts.hpp"\n',
    "src/verify/verify_parts.hpp": '#include "graze/math/vec.hpp"\n',
    "cli/demo.cpp": "#include <graze/graze.hpp>\n",
    "tests/convex/gjk_test.cpp": '#include "convex/gjk/gjk.hpp"\n',
}

VERIFY = ("bool verify(const Separation& separation) { return separation.distance.lower > 0; }"
          "  // not separation(a)\n")
CLEAN["src/verify/verify.cpp"] += VERIFY


def violations(**changes):
    """Violations of the clean tree with files replaced or added (path -> text)."""
    with tempfile.TemporaryDirectory() as folder:
        files = {**CLEAN, **changes.get("files", {})}
        if changes.get("in_umbrella", True):
            added = [path for path in changes.get("files", {}) if path.startswith("include/graze/")
                     and path.endswith(".hpp") and path not in CLEAN]
            files["include/graze/graze.hpp"] += "".join(f'#include "{path.removeprefix("include/")}"\n'
                                                        for path in added)
        for path, text in files.items():
            target = Path(folder) / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
        return check_layers.check(Path(folder))[0]


class CheckLayers(unittest.TestCase):
    def assert_only(self, files, path, line, words):
        found = violations(files=files)
        self.assertEqual(len(found), 1, found)
        self.assertEqual(found[0][:2], (path, line))
        self.assertIn(words, found[0][2])

    def test_clean_tree(self):
        self.assertEqual(violations(), [])

    def test_public_header_against_the_order(self):
        self.assert_only({"include/graze/math/bad.hpp": '#pragma once\n#include "graze/shape/shape.hpp"\n'},
                         "include/graze/math/bad.hpp", 2, "shape lies above it")

    def test_source_against_the_order_by_internal_header(self):
        self.assert_only({"src/shape/bad.cpp": '#include "convex/gjk/gjk.hpp"\n'}, "src/shape/bad.cpp", 1,
                         "convex lies above it")

    def test_relative_include_is_followed_to_its_room(self):
        self.assert_only({"src/shape/bad.cpp": '#include "../convex/gjk/gjk.hpp"\n'}, "src/shape/bad.cpp", 1,
                         "convex lies above it")

    def test_inner_folder_against_the_order(self):
        self.assert_only({"src/convex/simplex/bad.cpp": '#include "convex/gjk/gjk.hpp"\n'},
                         "src/convex/simplex/bad.cpp", 1,
                         "convex/simplex may not include convex/gjk/gjk.hpp: convex/gjk lies above it")

    def test_root_of_a_room_has_its_place_in_the_order(self):
        self.assert_only({"src/convex/bad.cpp": '#include "convex/gjk/gjk.hpp"\n'}, "src/convex/bad.cpp", 1,
                         "convex/gjk lies above it")
        good = {"src/convex/good.cpp": '#include "convex/simplex/simplex.hpp"\n'}
        self.assertEqual(violations(files=good), [])

    def test_unknown_inner_folder(self):
        self.assert_only({"src/convex/extras/bad.cpp": "\n"}, "src/convex/extras/bad.cpp", 1,
                         "unknown folder 'extras' in convex")
        self.assert_only({"src/motion/extras/bad.cpp": "\n"}, "src/motion/extras/bad.cpp", 1,
                         "unknown folder 'extras' in motion")

    def test_cycle_of_modules_through_a_source(self):
        found = violations(files={"src/obb/one.hpp": "\n",
                                  "src/obb/one.cpp": '#include "obb/one.hpp"\n#include "obb/two.hpp"\n',
                                  "src/obb/two.hpp": '#include "obb/one.hpp"\n'})
        self.assertEqual([(path, line) for path, line, _ in found],
                         [("src/obb/one.cpp", 2), ("src/obb/two.hpp", 1)])
        self.assertTrue(all("a cycle of modules" in reason for _, _, reason in found), found)

    def test_cycle_of_three_modules_in_a_front_door(self):
        found = violations(files={"cli/one.hpp": '#include "two.hpp"\n',
                                  "cli/two.hpp": '#include "three.hpp"\n',
                                  "cli/three.cpp": '#include "one.hpp"\n',
                                  "cli/three.hpp": "\n"})
        self.assertEqual(len(found), 3, found)

    def test_parts_of_a_public_header_are_no_cycle(self):
        self.assertEqual(violations(files={"src/obb/fit.cpp": '#include "graze/obb/fit.hpp"\n'
                                                              '#include "obb/fit_parts.hpp"\n'
                                                              'int fit(int points) noexcept '
                                                              '{ return points; }\n',
                                           "src/obb/fit_parts.hpp": '#include "graze/obb/fit.hpp"\n'}), [])

    def test_public_header_that_the_umbrella_lacks(self):
        found = violations(files={"include/graze/math/more.hpp": "#pragma once\n",
                                  "include/graze/io/read.hpp": "#pragma once\n"},
                           in_umbrella=False)
        self.assertEqual(found, [("include/graze/graze.hpp", 1, "does not include graze/math/more.hpp")])

    def test_public_header_with_internal_include(self):
        self.assert_only({"include/graze/query/bad.hpp": '#include "convex/gjk/gjk.hpp"\n'},
                         "include/graze/query/bad.hpp", 1, "internal")

    def test_function_of_a_public_header_without_a_source_of_its_name(self):
        function = ("namespace graze {\n/// A distance.\ndouble distance(const Vec3& a,\n"
                    "                const Vec3& b = {}) noexcept;\n}  // namespace graze\n")
        definition = ("namespace graze {\ndouble distance(const Vec3& from, const Vec3& b) noexcept "
                      "{ return 0; }\n}  // namespace graze\n")
        header = "include/graze/query/gaps.hpp"
        self.assert_only({header: function}, header, 3,
                         "distance(constVec3&, constVec3&) is defined nowhere in src/query")
        self.assert_only({header: function, "src/query/other.cpp": definition}, header, 3,
                         "in src/query/other.cpp, which is named after nothing")
        self.assert_only({header: function,
                          "src/query/gaps.cpp": f"namespace {{\n{definition}}}  // namespace\n"}, header, 3,
                          "nowhere")
        self.assert_only({header: function, "src/solid/gaps.cpp": definition}, header, 3,
                         "nowhere in src/query")
        for name in ("gaps", "gaps_close", "composite/gaps_of_parts", "distance", "distance_far"):
            self.assertEqual(violations(files={header: function, f"src/query/{name}.cpp": definition}), [],
                             name)

    def test_member_of_a_public_header_without_a_source_of_its_name(self):
        member = ("namespace graze {\nclass MovingBody {\npublic:\n    MovingBody();\n"
                  "    [[nodiscard]] double mass(std::span<const Vec3, 4> at) const noexcept;\n"
                  "    double size() const { return 0; }\n};\n}  // namespace graze\n")
        made = "MovingBody::MovingBody() = default;\n"
        weighed = "double MovingBody::mass(std::span<const Vec3, 4>) const noexcept {\n    return 1;\n}\n"
        header = "include/graze/query/bodies.hpp"
        self.assertEqual(violations(files={header: member, "src/query/moving_body.cpp": made,
                                           "src/query/bodies_mass.cpp": weighed}), [])
        self.assert_only({header: member, "src/query/moving_body.cpp": made}, header, 5,
                         "MovingBody::mass(std::span<constVec3,4>) is defined nowhere")
        self.assert_only({header: member, "src/query/moving_body.cpp": weighed}, header, 4,
                         "MovingBody::MovingBody() is defined nowhere")
        self.assert_only({header: member, "src/query/moving_body.cpp": made,
                          "src/query/weights.cpp": weighed}, header, 5, "in src/query/weights.cpp")

    def test_overload_in_a_source_of_another_name(self):
        header = "int size(const Box& a);\nint size(const Ball& a);\n"
        box = "int size(const Box& a) {\n    return 1;\n}\n"
        ball = "template <int D> int size(const Ball& ball) {\n    return D;\n}\n"
        found = {"include/graze/query/sizes.hpp": header, "src/query/sizes.cpp": box,
                 "src/query/balls.cpp": ball}
        self.assert_only(found, "include/graze/query/sizes.hpp", 2,
                         "size(constBall&) is defined in src/query/balls.cpp")

    def test_public_header_that_defines_all_needs_no_source(self):
        text = ("namespace graze {\nstruct Pair {\n    int a = 0;\n    int sum() const { return add(a); }\n"
                "    Pair& operator=(const Pair&) = delete;\n"
                "    virtual int area() const = 0;\n};\ninline int f(int x);\ninline int f(int x) {\n"
                "    g(x);\n    return x;\n}\n}  // namespace graze\n")
        self.assertEqual(violations(files={"include/graze/query/good.hpp": text}), [])

    def test_too_many_public_headers(self):
        rooms = ["ccd", "query", "solid"]
        many = {f"include/graze/{rooms[i % 3]}/part_{i}.hpp": "\n" for i in range(layer_map.MAX_PUBLIC)}
        self.assert_only(many, "include/graze/ccd/part_0.hpp", 1,
                         f"{layer_map.MAX_PUBLIC + 4} public headers, the limit is {layer_map.MAX_PUBLIC}")

    def test_two_public_headers_of_one_name(self):
        self.assert_only({"include/graze/query/separation.hpp": "\n"}, "include/graze/result/separation.hpp",
                         1, "the same name")

    def test_two_types_of_one_name(self):
        text = "namespace graze {{\n{}struct Pair {{\n}};\n{}}}  // namespace graze\n"
        hidden = text.format("namespace {\n", "}  // namespace\n")
        self.assertEqual(violations(files={"src/mesh/one.cpp": text.format("", ""),
                                           "src/query/two.cpp": hidden}), [])
        self.assertEqual(violations(files={"src/mesh/one.cpp": text.format("", ""),
                                           "src/query/two.cpp": "struct Pair::State {\n};\n"}), [])
        self.assert_only({"src/mesh/one.cpp": text.format("", ""), "src/query/two.cpp": text.format("", "")},
                         "src/query/two.cpp", 2,
                         "graze::Pair is defined in src/mesh/one.cpp too")

    def test_primitive_named_outside_of_its_traits(self):
        listed = {"src/shape/primitives/list.hpp": "#define GRAZE_PRIMITIVES(X) \\\n    X(Sphere) \\\n"
                                                   "    X(TaperedCapsule) \\\n    X(HalfSpace)\n"}
        named = "bool round(ShapeType type) { return type == ShapeType::tapered_capsule; }\n"
        self.assert_only(listed | {"src/mesh/bad.cpp": named}, "src/mesh/bad.cpp", 1,
                         "names ShapeType::tapered_capsule")
        self.assert_only(listed | {"cli/bad.cpp": "\n" + named}, "cli/bad.cpp", 2,
                         "names ShapeType::tapered_capsule")
        self.assert_only(listed | {"src/query/bad.cpp": "using enum ShapeType;\n"}, "src/query/bad.cpp", 1,
                         "using enum ShapeType")
        others = ("// ShapeType::sphere\nbool f(ShapeType t) "
                  "{ return t == ShapeType::half_space || t == ShapeType::hull; }\n")
        self.assertEqual(violations(files=listed | {"src/mesh/good.cpp": others}), [])
        self.assertEqual(violations(files=listed
                                    | {"src/convex/closed_form/good.cpp": named,
                                       "src/shape/primitives/tapered_capsule.hpp": named}), [])

    def test_product_outside_the_bracket(self):
        self.assert_only({"include/graze/math/bad.hpp": "inline double area(double a) { return a * a; }\n"},
                         "include/graze/math/bad.hpp", 1, "may fuse")

    def test_product_inside_the_bracket(self):
        bracketed = ('#include "graze/core/fp_contract_off_begin.inc"\n'
                     'inline double f(double a) { return a * a; }\n'
                     '#include "graze/core/fp_contract_off_end.inc"\n')
        self.assertEqual(violations(files={"include/graze/math/good.hpp": bracketed}), [])

    def test_bracket_left_open(self):
        self.assert_only({"include/graze/math/bad.hpp": '#include "graze/core/fp_contract_off_begin.inc"\n'},
                         "include/graze/math/bad.hpp", 1, "pairs")

    def test_app_with_internal_include(self):
        self.assert_only({"cli/bad.cpp": '#include "convex/gjk/gjk.hpp"\n'}, "cli/bad.cpp", 1, "internal")

    def test_umbrella_inside_the_library(self):
        self.assert_only({"src/query/bad.cpp": '#include "graze/graze.hpp"\n'}, "src/query/bad.cpp", 1,
                         "umbrella")

    def test_unknown_room(self):
        self.assert_only({"src/utils/bad.cpp": "\n"}, "src/utils/bad.cpp", 1, "unknown room")

    def test_source_in_no_room(self):
        self.assert_only({"src/bad.cpp": "\n"}, "src/bad.cpp", 1, "outside every room")

    def test_folder_with_too_many_modules(self):
        many = {f"src/obb/part_{i}.cpp": "\n" for i in range(layer_map.MAX_MODULES)}
        self.assert_only(many, "src/obb/fit.cpp", 1, f"src/obb has {layer_map.MAX_MODULES + 1} modules")

    def test_highway_outside_simd(self):
        self.assert_only({"src/convex/bad.cpp": "\n#include <hwy/highway.h>\n"}, "src/convex/bad.cpp", 2,
                         "src/simd")

    def test_tbb_outside_of_parallel_loops(self):
        self.assert_only({"src/query/bad.cpp": "#include <tbb/parallel_for.h>\n"}, "src/query/bad.cpp", 1,
                         "src/core/parallel.hpp")
        self.assert_only({"src/core/bad.hpp": "#include <tbb/parallel_for.h>\n"}, "src/core/bad.hpp", 1,
                         "src/core/parallel.hpp")

    def test_qhull_and_json_out_of_place(self):
        self.assert_only({"src/shape/bad.cpp": "#include <libqhull_r/qhull_ra.h>\n"}, "src/shape/bad.cpp", 1,
                         "src/shape/hull")
        self.assert_only({"src/scene/bad.cpp": "#include <nlohmann/json.hpp>\n"}, "src/scene/bad.cpp", 1,
                         "src/io")

    def test_every_outside_library_out_of_place(self):
        headers = {"hwy/": "hwy/highway.h", "libqhull": "libqhull_r/qhull_ra.h", "Eigen/": "Eigen/Dense",
                   "tbb/": "tbb/task_arena.h", "tl/": "tl/expected.hpp",
                   "assimp/": "assimp/scene.h", "urdf": "urdf_model/model.h", "tinyxml": "tinyxml2.h",
                   "nlohmann/": "nlohmann/json.hpp", "CLI/": "CLI/CLI.hpp",
                   "fmt/": "fmt/format.h", "gmp": "gmpxx.h", "mpfr": "mpfr.h", "gtest/": "gtest/gtest.h",
                   "rapidcheck": "rapidcheck.h", "pybind11/": "pybind11/pybind11.h",
                   "ompl/": "ompl/base/State.h", "Model/COM": "Model/COM/NMR_DLLInterfaces.h"}
        self.assertEqual(sorted(headers), sorted(layer_map.OUTSIDE))
        for header in headers.values():
            self.assert_only({"c/bad.cpp": f"#include <{header}>\n"}, "c/bad.cpp", 1,
                             "may be included only below")

    def test_verify_reaches_every_search_below_it(self):
        for search in layer_map.SOLVERS_BELOW:
            name = search.removeprefix("src/").removeprefix("include/")
            found = violations(files={search: "\n", "src/verify/verify_parts.hpp": f'#include "{name}"\n'})
            self.assertTrue(any("verification reaches a solver" in reason for _, _, reason in found),
                            (search, found))

    def test_verify_includes_a_solver_above_it(self):
        found = violations(files={"src/verify/verify.cpp": '#include "convex/gjk/gjk.hpp"\n' + VERIFY})
        self.assertEqual([path for path, _, _ in found], ["src/verify/verify.cpp"] * 2, found)
        self.assertTrue(any("convex lies above it" in reason for _, _, reason in found), found)
        self.assertTrue(any("reaches a solver" in reason for _, _, reason in found), found)

    def test_verify_reaches_a_search_below_it_through_another_room(self):
        text = '#include "graze/math/vec.hpp"\n#include "mesh/point_side.hpp"\n'
        self.assert_only({"src/mesh/part_set.hpp": text}, "src/mesh/part_set.hpp", 2,
                         "src/verify/verify.cpp -> src/mesh/part_set.hpp -> src/mesh/point_side.hpp")

    def test_verify_calls_a_verb(self):
        text = "\nbool f() { return separation(a, b).distance.lower > 0; }\n"
        self.assert_only({"src/verify/verify_more.cpp": text},
                         "src/verify/verify_more.cpp", 2, "may not call separation()")

    def test_verify_reaches_a_solver_through_a_table_of_functions(self):
        text = "\nShape f() { return transformed(core, map); }\n"
        self.assert_only({"src/verify/verify_more.cpp": text},
                         "src/verify/verify_more.cpp", 2, "may not call transformed()")

    def test_verify_searches_a_tree(self):
        text = "\nbool f() { return visit_box(tree, box, visit) == TreeStats{}; }\n"
        self.assert_only({"src/verify/verify_more.cpp": text},
                         "src/verify/verify_more.cpp", 2, "may not call visit_box()")

    def test_continuous_query_climbs_back_to_a_verb(self):
        text = ("\nImpact time_of_impact(const Moving& a) noexcept {\n"
                "    return from(separation({a.shape, pose}, b));\n}\n")
        self.assert_only({"src/ccd/bad.cpp": text}, "src/ccd/bad.cpp", 3, "the public verb separation()")
        self.assertEqual(violations(files={"src/ccd/audit_good.cpp": text,
                                           "src/ccd/good.cpp": "\nauto x = pair_separation(a, b), "
                                                               "y = s.separation(a);\n"}), [])

    def test_retired_word_in_an_identifier(self):
        self.assert_only({"src/obb/bad.cpp": "int seen_box = 0;  // not seen here\n"}, "src/obb/bad.cpp", 1,
                         "'seen_box' has 'seen'")
        self.assert_only({"src/obb/bad.cpp": "\nstruct PointRoom {\n};\n"}, "src/obb/bad.cpp", 2,
                         "'PointRoom' has 'room'")
        self.assert_only({"src/obb/bad.cpp": "void as_written();\n"}, "src/obb/bad.cpp", 1, "fp_contract_off")

    def test_every_word_of_the_glossary(self):
        names = ["seen_leaf", "SeenBox", "see_leaf", "Seer", "look", "looks", "quick_look", "TriangleLook",
                 "LookDoubts", "glance", "look_sharply",
                 "settle", "tell", "told", "say", "says", "said", "meet", "meets", "meeting", "met",
                 "PointRoom", "room_of", "valley", "rest_of_hull", "leak",
                 "vague", "bend", "turn_bend", "turn_a", "turn_b", "Nearness", "Standing", "Whereabouts",
                 "Told", "Nest", "Across", "Single", "Turn", "way", "shortest_way_out", "tame", "taming",
                 "FreeSide", "nearest_free", "take_in", "as_written", "mend", "ways", "Trouble", "Chosen"]
        for name in names:
            found = violations(files={"src/obb/bad.cpp": f"int {name} = 0;\n"})
            self.assertTrue(found
                            and all(path == "src/obb/bad.cpp" and f"'{name}'" in reason for path, _,
                                    reason in found), (name, found))

    def test_types_that_are_plain_words_otherwise(self):
        good = "int across = 0, turn = 0, single = 0, chosen = 0, TurnedBox = 0;\n"
        self.assertEqual(violations(files={"src/obb/good.cpp": good}), [])

    def test_sentences_of_tests(self):
        text = "TEST(Doctor, SaysWhatWasMet) {}\n"
        self.assertEqual(violations(files={"tests/obb/good_test.cpp": text}), [])
        self.assertEqual(len(violations(files={"src/obb/bad.cpp": text})), 2)
        self.assert_only({"tests/obb/bad_test.cpp": text + "TEST_F(Bodies, AreSeenNoMore) {}\n"},
                         "tests/obb/bad_test.cpp", 2, "'AreSeenNoMore' has 'seen'")
        self.assert_only({"tests/obb/bad_test.cpp": "TEST(Rays, GoOneWay) {\n    int way = 0;\n}\n"},
                         "tests/obb/bad_test.cpp", 2, "'way' has 'way'")

    def test_words_that_only_contain_a_retired_one(self):
        text = ('int restrict = 0, forest = 0, unseeing = 0, lookup = 0, trooms = 0, written = 0;\n'
                'const char* text = "look at the room";\n')
        self.assertEqual(violations(files={"src/obb/good.cpp": text}), [])

    def test_retired_word_in_a_file_name(self):
        self.assert_only({"src/obb/point_room.cpp": "\n"}, "src/obb/point_room.cpp", 1,
                         "the file's name has 'room'")
        self.assert_only({"tests/obb/surely_meet_test.cpp": "\n"}, "tests/obb/surely_meet_test.cpp", 1,
                         "the file's name has 'meet'")

    def test_long_file(self):
        self.assert_only({"src/math/long.cpp": "\n" * 451}, "src/math/long.cpp", 451, "451 lines")
        self.assertEqual(violations(files={"src/math/long.cpp": "\n" * 450}), [])

    def test_commented_include_is_no_include(self):
        self.assertEqual(violations(files={"src/math/fine.cpp": '// #include "convex/gjk/gjk.hpp"\n'}), [])


if __name__ == "__main__":
    unittest.main()
