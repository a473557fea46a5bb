"""What importing needs: the libraries of Debian, each of them named when it is missing."""
import re
import subprocess
import sys

import graze

SYSTEM = {"libc.so", "libm.so", "libgcc_s.so", "libstdc++.so", "ld-linux-x86-64.so", "libpthread.so"}

SCRIPT = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            raise ImportError({fault!r})

sys.meta_path.insert(0, Missing())
try:
    import graze
except ImportError as fault:
    print(fault)
"""


def import_without(module, fault):
    script = SCRIPT.format(module=module, fault=fault)
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout


def needed():
    command = ["readelf", "-d", graze._core.__file__]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return re.findall(r"NEEDED.*\[(.*?)\]", printed)


def test_every_library_that_is_needed_has_its_package():
    libraries = needed()
    assert any(library.startswith("libassimp") for library in libraries)
    for library in libraries:
        of_system = any(library.startswith(name) for name in SYSTEM)
        assert of_system or any(library.startswith(name) for name in graze._LIBRARIES), library


def test_a_missing_library_is_named_with_its_package():
    for library in needed():
        for name, package in graze._LIBRARIES.items():
            if library.startswith(name):
                fault = f"{library}: cannot open shared object file: No such file or directory"
                message = f"graze needs the Debian package {package}: {fault}\n"
                assert import_without("graze._core", fault) == message


def test_missing_numpy_is_named_with_its_package():
    assert "python3-numpy" in import_without("numpy", "No module named 'numpy'")
