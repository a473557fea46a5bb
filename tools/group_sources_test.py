#!/usr/bin/env python3
"""Runs group_sources on small sources: which pairs may be compiled together."""
import tempfile
import unittest
from pathlib import Path

import group_sources


def unnamed(text):
    return "namespace graze {\nnamespace {\n" + text + "}  // namespace\n}  // namespace graze\n"


def fit(a, b, **headers):
    """Whether two sources with these texts fit, in both orders."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in {"a.cpp": a, "b.cpp": b,
                           **{f"{name}.hpp": text for name, text in headers.items()}}.items():
            (Path(folder) / name).write_text(text)
        first, second = (group_sources.Source(str(Path(folder) / name)) for name in ("a.cpp", "b.cpp"))
        assert first.fits(second) == second.fits(first)
        return first.fits(second)


class GroupSources(unittest.TestCase):
    def test_sources_without_common_names_fit(self):
        self.assertTrue(fit(unnamed("double gap(int a) { return a; }\n"),
                            unnamed("struct Case {\n    int x;\n};\n")))

    def test_definitions_that_the_other_mentions_do_not(self):
        for definition in ("double gap(int a) { return a; }", "constexpr double gap = 1;",
                           "const double gap[] = {1};", "struct gap {};",
                           "enum class gap : std::uint8_t { x };", "using gap = double;",
                           "const Vec3 gap{1, 2, 3};",
                           "std::function<double(int)> gap = f;", "template <class T>\nT gap(T a) {",
                           "template <class T> T gap(T a) {", "template <class T> struct gap {",
                           "class gap : public testing::Test {"):
            self.assertFalse(fit(unnamed(definition + "\n"), unnamed("void f() {\n    use(gap);\n}\n")),
                             definition)

    def test_macros_and_types_outside_unnamed_namespaces_count(self):
        for definition in ("#define GAP 1", "struct GAP {"):
            self.assertFalse(fit(definition + "\n", "int x = GAP;\n"), definition)

    def test_headers_count_as_mentions(self):
        self.assertFalse(fit(unnamed("int gap() { return 1; }\n"), '#include "h.hpp"\n',
                             h='#include "i.hpp"\n', i="int gap();\n"))

    def test_headers_of_one_alone_must_not_define_a_name_twice(self):
        includes = ('#include "h.hpp"\n', '#include "i.hpp"\n')
        self.assertFalse(fit(*includes, h="inline int gap() { return 1; }\n",
                             i="inline int gap() { return 2; }\n"))
        self.assertTrue(fit(*includes, h="inline int gap() { return 1; }\n",
                            i="inline int gaps() { return 2; }\n"))

    def test_comments_literals_and_qualified_names_do_not_count(self):
        for use in ("// gap", '"gap"', "a.gap()", "a->gap", "test::gap(1)"):
            self.assertTrue(fit(unnamed("int gap() { return 1; }\n"),
                                unnamed(f"void f() {{\n    {use};\n}}\n")), use)
        for use in ("x ? 1 :gap", "1>gap"):
            self.assertFalse(fit(unnamed("int gap() { return 1; }\n"),
                                 unnamed(f"void f() {{\n    {use};\n}}\n")), use)

    def test_functions_that_a_header_declares_to_both_do_not_count(self):
        self.assertTrue(fit("namespace graze {\nint gap() { return 1; }\n}  // namespace graze\n",
                            "int x = gap();\n"))

    def test_the_same_using_declaration_in_both_fits(self):
        self.assertTrue(fit("using io::read;\n", "using io::read;\nint x = read();\n"))
        self.assertFalse(fit("using io::read;\n", "using cli::read;\nint x = read();\n"))


if __name__ == "__main__":
    unittest.main()
