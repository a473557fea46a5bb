#!/usr/bin/env bash
# Builds and runs the consumer with nothing but the compiler and pkg-config.
# Usage: pkg_config.sh <prefix> <compiler> <folder>
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
file=$(find "$1" -name graze.pc)
export PKG_CONFIG_PATH=${file%/*}
mkdir -p "$3"
# shellcheck disable=SC2046  # the flags are words
"$2" -std=c++20 "$here/consumer.cpp" -o "$3/consumer" $(pkg-config --cflags --libs graze)
LD_LIBRARY_PATH=$(pkg-config --variable=libdir graze) "$3/consumer"
