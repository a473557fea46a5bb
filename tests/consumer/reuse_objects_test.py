#!/usr/bin/env python3
"""Runs reuse_objects with a compiler that only records that it was called: which commands are served by a
copy, which are compiled."""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

LAUNCHER = Path(__file__).resolve().parent / "reuse_objects.py"
COMPILER = '#!/bin/sh\nwhile [ "$1" != -o ]; do shift; done\necho compiled > "$2"\n'


class ReuseObjects(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="with space ")
        self.root = Path(self.folder.name)
        self.compiler = self.root / "c++"
        self.compiler.write_text(COMPILER)
        self.compiler.chmod(0o755)
        self.source = self.root / "a.cpp"
        self.source.write_text("int a;\n")
        (self.root / "a.o").write_text("kept\n")
        self.write_listing(["ccache", self.compiler, "-Iinclude", "-O3", "-Wall", "-include", "pch.hxx",
                            "-o", "a.o", "-c", self.source])

    def tearDown(self):
        self.folder.cleanup()

    def write_listing(self, words):
        command = " ".join(f'"{word}"' for word in words)
        entry = {"directory": str(self.root), "file": str(self.source), "command": command}
        (self.root / "compile_commands.json").write_text(json.dumps([entry]))

    def made(self, *flags):
        """What is in the object of a build with these flags."""
        target, depfile = self.root / "b.o", self.root / "b.d"
        depfile.unlink(missing_ok=True)
        command = [self.compiler, *flags, "-MD", "-MT", target, "-MF", depfile, "-o", target, "-c",
                   self.source]
        subprocess.run([sys.executable, LAUNCHER, *map(str, command)], check=True,
                       env={**os.environ, "GRAZE_REUSED_BUILD": str(self.root)})
        self.dependencies = depfile.read_text() if depfile.exists() else ""
        return target.read_text().strip()

    def test_the_same_command_is_served_by_a_copy(self):
        self.assertEqual(self.made("-Iinclude", "-O3"), "kept")
        self.assertIn(str(self.root / "a.o").replace(" ", "\\ "), self.dependencies)

    def test_warnings_and_export_macros_do_not_count(self):
        self.assertEqual(self.made("-Da_EXPORTS", "-Iinclude", "-O3", "-Werror"), "kept")

    def test_every_other_difference_is_compiled(self):
        for flags in (["-Iinclude"], ["-O3"], ["-Iother", "-O3"], ["-Iinclude", "-O2"],
                      ["-Iinclude", "-O3", "-DNDEBUG"], ["-O3", "-Iinclude"]):
            self.assertEqual(self.made(*flags), "compiled", flags)

    def test_an_object_older_than_its_source_is_compiled(self):
        os.utime(self.root / "a.o", (1, 1))
        self.assertEqual(self.made("-Iinclude", "-O3"), "compiled")

    def test_another_compiler_or_no_listing_is_compiled(self):
        self.write_listing(["/other/c++", "-Iinclude", "-O3", "-o", "a.o", "-c", self.source])
        self.assertEqual(self.made("-Iinclude", "-O3"), "compiled")
        (self.root / "compile_commands.json").unlink()
        self.assertEqual(self.made("-Iinclude", "-O3"), "compiled")


if __name__ == "__main__":
    unittest.main()
