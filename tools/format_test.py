#!/usr/bin/env python3
"""Plants a line that is too long in a script."""
import tempfile
import unittest
from pathlib import Path

import format as check_format


class Format(unittest.TestCase):
    def test_long_lines_of_scripts_are_found(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "script.py"
            limit = check_format.MAX_LINE
            path.write_text("x = 1\n" + "#" * limit + "\n" + "#" * (limit + 1) + "\n", encoding="utf-8")
            self.assertEqual(check_format.long_lines(path), [(3, limit + 1)])

    def test_scripts_of_every_kind_are_checked(self):
        names = {path.relative_to(check_format.ROOT).as_posix() for path in check_format.script_files()}
        for name in ("CMakeLists.txt", "cmake/Io.cmake", "tools/format.py", "tools/bundle.sh",
                     "tests/consumer/reuse_objects.py", "web/make_view.cmake", "Makefile", "web/build.mjs",
                     "web/src/view.js",
                     "web/src/app.css", "tests/web/report_test.mjs"):
            self.assertIn(name, names)


if __name__ == "__main__":
    unittest.main()
