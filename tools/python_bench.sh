#!/usr/bin/env bash
# Runs the benchmark of the Python package. Usage: python_bench.sh BUILD_FOLDER [PAIRS]
# BUILD_FOLDER has the module and graze_python_loop built.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(realpath "$1")
shift
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cp -r "$root/python/graze" "$place/graze"
cp "$build"/python/_core*.so "$place/graze/"
PYTHONPATH=$place PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 "$root/python/bench/bench.py" \
    "$build/python/bench/libgraze_python_loop.so" "$@"
