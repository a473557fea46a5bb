"""The project's C++ files: those git knows or would add; in an unpacked archive without git, those in the
source folders."""
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ["include", "src", "c", "tests", "examples", "bench", "cli"]
PATTERNS = ("*.hpp", "*.cpp", "*.h", "*.c")


def cpp_files(*folders):
    """Sorted absolute paths below the given folders of the root, all source folders by default."""
    folders = [folder for folder in folders or FOLDERS if (ROOT / folder).is_dir()]
    try:
        specs = [f"{folder}/{pattern}" for folder in folders for pattern in PATTERNS]
        command = ["git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard", "-z",
                   "--"]
        listed = subprocess.run(command + specs, check=True, capture_output=True,
                                text=True).stdout.split("\0")
        files = {ROOT / name for name in listed if name}
    except (OSError, subprocess.CalledProcessError):
        files = {path for folder in folders for pattern in PATTERNS
                 for path in (ROOT / folder).rglob(pattern)}
    return sorted(path for path in files if path.is_file())
