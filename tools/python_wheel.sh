#!/usr/bin/env bash
# Builds the Python wheel, installs it in a fresh virtual environment outside of the checkout, and runs the
# tests of the package there. Usage: python_wheel.sh BUILD_FOLDER [OPTIONS OF PYTEST]
# BUILD_FOLDER is a CMake build folder, an existing one or a new one; the variable GRAZE_MODULE names
# a module that was built already, GRAZE_DIST another folder for the wheel than dist.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(realpath -m "$1")
shift
python=/usr/bin/python3  # Debian's: another one may come first in PATH, without NumPy
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

cp -r "$root/python" "$place/source"  # setuptools writes beside its sources
dist=${GRAZE_DIST:-$root/dist}
mkdir -p "$dist"
rm -f "$dist"/graze-*.whl
(cd "$place/source" && GRAZE_BUILD_DIR="$build" GRAZE_SOURCE_DIR="$root" \
    "$python" -m pip wheel --quiet --no-deps --no-build-isolation --no-index -w "$dist" .)
"$python" -m venv --system-site-packages "$place/env"
"$place/env/bin/pip" install --quiet --no-index --no-deps "$dist"/graze-*.whl
cp -r "$root/python/tests" "$place/tests"
[ ! -d "$root/examples/python" ] || cp -r "$root/examples/python" "$place/examples"
cp "$root/python/pyproject.toml" "$root/README.md" "$root/docs/python.md" "$place/"
cp -r "$root/include/graze" "$place/headers"
cd "$place"
GRAZE_HEADERS=$place/headers PYTHONDONTWRITEBYTECODE=1 "$place/env/bin/python" -m pytest "$@"
