#!/usr/bin/env python3
"""Tests compare.py on programs that it starts: shell scripts that write the ratios of a made-up run."""

import contextlib
import io
import json
import os
import tempfile
import unittest

import compare


def line(program, row, against, ratio, wrong=0):
    return json.dumps({"program": program, "row": row, "against": against, "ratio": ratio, "wrong": wrong})


class Compare(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.committed = os.path.join(self.folder.name, "ratios.json")
        self.out = os.path.join(self.folder.name, "out.json")

    def tearDown(self):
        self.folder.cleanup()

    def program(self, name, *runs):
        """A program whose n-th run writes the n-th list of lines; the last one ever after."""
        path = os.path.join(self.folder.name, compare.PROGRAMS[name][0])
        count = path + ".count"
        cases = "\n".join(f"{index}) cat >> \"$GRAZE_BENCH_RATIOS\" <<'END'\n" + "\n".join(lines)
                          + "\nEND\n;;"
                          for index, lines in enumerate(runs, 1))
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"#!/bin/sh\nn=$(cat {count} 2>/dev/null || echo 0)\nn=$((n + 1))\n"
                       f"[ $n -gt {len(runs)} ] && n={len(runs)}\necho $n > {count}\n"
                       f"case $n in\n{cases}\nesac\n")
        os.chmod(path, 0o755)

    def call(self, *arguments):
        output = io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            try:
                code = compare.main(["--programs", self.folder.name, "--committed", self.committed, "--out",
                                     self.out, *arguments])
            except SystemExit as stop:
                code = stop.code
        return code, output.getvalue()

    def test_slower_in_both_runs_is_named(self):
        self.program("convex", [line("convex", "box DIST", "fcl", 0.5), line("convex", "hull", "fcl", 0.5)],
                     [line("convex", "box DIST", "fcl", 0.6), line("convex", "hull", "fcl", 0.5)])
        self.assertEqual(self.call("--only", "convex", "--accept")[0], 0)
        code, text = self.call("--only", "convex")
        self.assertEqual(code, 1)
        self.assertIn("SLOWER  convex: box DIST: 1.20 and 1.20", text)
        self.assertNotIn("hull:", text)

    def test_slower_once_is_noise(self):
        self.program("convex", [line("convex", "box DIST", "fcl", 0.5)],
                     [line("convex", "box DIST", "fcl", 0.9)],
                     [line("convex", "box DIST", "fcl", 0.51)])
        self.call("--only", "convex", "--accept")
        code, text = self.call("--only", "convex")
        self.assertEqual(code, 0)
        self.assertIn("noise", text)

    def test_one_peer_does_not_decide(self):
        names = ["fcl", "ode", "bullet"]
        self.program("convex", [line("convex", "box", name, 0.5) for name in names],
                     [line("convex", "box", name, 0.9 if name == "fcl" else 0.5) for name in names])
        self.call("--only", "convex", "--accept")
        self.assertEqual(self.call("--only", "convex")[0], 0)

    def test_wrong_answers_are_named(self):
        self.program("motion", [line("motion", "box turning", "fcl", 0.5)],
                     [line("motion", "box turning", "fcl", 0.5, 2)])
        self.call("--only", "motion", "--accept")
        code, text = self.call("--only", "motion")
        self.assertEqual(code, 1)
        self.assertIn("WRONG   motion: box turning", text)

    def test_rows_that_are_gone_are_named(self):
        self.program("motion", [line("motion", "box", "fcl", 0.5), line("motion", "hull", "fcl", 0.5)],
                     [line("motion", "box", "fcl", 0.5)])
        self.call("--only", "motion", "--accept")
        code, text = self.call("--only", "motion")
        self.assertEqual(code, 1)
        self.assertIn("GONE    motion: hull", text)

    def test_accept_keeps_rows_of_other_programs(self):
        self.program("convex", [line("convex", "box", "fcl", 0.5)])
        self.program("motion", [line("motion", "box", "fcl", 0.25)])
        self.call("--only", "convex", "--accept")
        self.call("--only", "motion", "--accept")
        with open(self.committed, encoding="utf-8") as file:
            rows = json.load(file)["rows"]
        self.assertEqual([(row["program"], row["ratios"]["fcl"]) for row in rows],
                         [("convex", 0.5), ("motion", 0.25)])

    def test_bad_calls(self):
        self.assertEqual(self.call("--only", "convex")[0], 2)  # nothing is committed
        self.program("convex", [line("convex", "box", "fcl", 0.5)])
        self.call("--only", "convex", "--accept")
        os.remove(os.path.join(self.folder.name, "graze_bench"))
        code, text = self.call("--only", "convex")
        self.assertEqual(code, 2)
        self.assertIn("graze_bench", text)
        self.assertEqual(self.call("--only", "nothing")[0], 2)


if __name__ == "__main__":
    unittest.main()
