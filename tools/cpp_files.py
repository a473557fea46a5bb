"""The project's files of a kind: those git knows or would add; in an unpacked archive without git, those in
the source folders."""
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ["include", "src", "c", "tests", "examples", "bench", "cli", "python"]
CPP = ("*.hpp", "*.cpp", "*.h", "*.c")
SCRIPT_FOLDERS = [".", *FOLDERS, "cmake", "tools", "web"]
SCRIPTS = ("*.py", "*.cmake", "CMakeLists.txt", "*.sh", "Makefile", "*.js", "*.mjs", "*.css")


def files_below(folders, patterns):
    """Sorted absolute paths of files below the given folders of the root, whose names match a pattern."""
    folders = [folder for folder in folders if (ROOT / folder).is_dir()]
    try:
        specs = [f":(glob){folder}/**/{pattern}" for folder in folders for pattern in patterns]
        command = ["git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard", "-z",
                   "--"]
        listed = subprocess.run(command + specs, check=True, capture_output=True,
                                text=True).stdout.split("\0")
        files = {ROOT / name for name in listed if name}
    except (OSError, subprocess.CalledProcessError):
        files = {path for folder in folders if folder != "." for pattern in patterns
                 for path in (ROOT / folder).rglob(pattern)}
    return sorted(path for path in files if path.is_file() and "node_modules" not in path.parts)


def cpp_files(*folders):
    """C++ and C files below the given folders of the root, all source folders by default."""
    return files_below(folders or FOLDERS, CPP)


def script_files():
    """Python, CMake, shell and Make files, and the scripts and styles of the report's page."""
    return files_below(SCRIPT_FOLDERS, SCRIPTS)
