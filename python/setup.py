"""Builds the wheel: CMake compiles the library and graze._core, setuptools packs it. Needs no network.

GRAZE_MODULE is a module that was built already. GRAZE_BUILD_DIR is a build folder to use, so that an existing
build of the library is taken."""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(os.environ.get("GRAZE_SOURCE_DIR", Path(__file__).resolve().parent.parent))
BUILD = Path(os.environ.get("GRAZE_BUILD_DIR", ROOT / "build" / "python")).resolve()


def version():
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"project\(graze VERSION ([0-9.]+)", text)[1]


class CMakeBuild(build_ext):
    """The module comes from CMake."""

    def build_extension(self, ext):
        module = os.environ.get("GRAZE_MODULE") or self.built_by_cmake()
        target = Path(self.get_ext_fullpath(ext.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(module, target)
        for page in ("view.js", "view.css"):
            shutil.copyfile(BUILD / "web" / page, target.parent / page)

    @staticmethod
    def built_by_cmake():
        if not (BUILD / "build.ninja").exists():
            options = ["-DCMAKE_BUILD_TYPE=Release", "-DGRAZE_BUILD_TESTS=OFF", "-DGRAZE_BUILD_TOOL=OFF"]
            subprocess.run(["cmake", "-S", ROOT, "-B", BUILD, "-G", "Ninja", *options], check=True)
        subprocess.run(["cmake", "-S", ROOT, "-B", BUILD, "-DGRAZE_BUILD_PYTHON=ON",
                        f"-DPython3_EXECUTABLE={sys.executable}"], check=True, stdout=subprocess.DEVNULL)
        subprocess.run(["cmake", "--build", BUILD, "--target", "graze_python"], check=True)
        built = list((BUILD / "python").glob("_core*.so"))
        if len(built) != 1:
            raise RuntimeError(f"{BUILD}/python has {len(built)} modules; is pybind11-dev installed?")
        return built[0]


setup(version=version(), ext_modules=[Extension("graze._core", sources=[])],
      cmdclass={"build_ext": CMakeBuild})
