#!/usr/bin/env bash
# Installs the Debian packages that a make target needs and that are missing.
# Usage: install_dependencies.sh build|test|lint|bench|documents|fuzz|python|cad
# With everything present it only asks dpkg: no network, no root, a few milliseconds.
# Without root or sudo, and on systems without apt, it names the packages and stops.
set -euo pipefail

build=(g++ cmake ninja-build libhwy-dev libqhull-dev libeigen3-dev libexpected-dev libtbb-dev
       libassimp-dev liburdfdom-dev nlohmann-json3-dev libcli11-dev libfmt-dev zlib1g-dev
       libtinyxml2-dev)
test=(libgtest-dev librapidcheck-dev libgmp-dev libmpfr-dev libompl-dev clang-format-14 pkg-config python3
      git)
python=(pybind11-dev python3-dev python3-numpy python3-setuptools python3-wheel python3-venv python3-pip
        python3-pytest python3-hypothesis python3-matplotlib mypy python3-nbconvert python3-ipykernel)
cad=(libocct-data-exchange-dev libocct-ocaf-dev libocct-modeling-algorithms-dev libocct-visualization-dev
     lib3mf-dev)
lint=(clang-tidy-14)
fuzz=(clang-14 libclang-rt-14-dev)
documents=(libboost-dev pkg-config)
bench=(libfcl-dev libccd-dev libbullet-dev libode-dev libcgal-dev libembree-dev libgmp-dev libompl-dev
       pkg-config)
# These often come from elsewhere, and Debian's would conflict then. npm makes the report's 3D view, chromium
# tests it.
command -v npm >/dev/null || build+=(nodejs npm ca-certificates)
command -v chromium >/dev/null || test+=(chromium)

case "${1:-}" in
    build) wanted=("${build[@]}") ;;
    test) wanted=("${build[@]}" "${test[@]}" "${python[@]}") ;;
    python) wanted=("${build[@]}" "${python[@]}") ;;
    cad) wanted=("${build[@]}" "${test[@]}" "${cad[@]}") ;;
    documents) wanted=("${build[@]}" "${documents[@]}") ;;
    bench) wanted=("${build[@]}" "${bench[@]}") ;;
    lint) wanted=("${build[@]}" "${test[@]}" "${lint[@]}") ;;
    fuzz) wanted=("${build[@]}" "${test[@]}" "${fuzz[@]}") ;;
    *) echo "usage: $0 build|test|lint|bench|documents|fuzz|python|cad" >&2; exit 2 ;;
esac

if ! command -v dpkg-query >/dev/null; then
    echo "graze: this is not a Debian system, so nothing was installed." \
         "Needed (Debian 12 names): ${wanted[*]}" >&2
    exit 0
fi

missing=()
for package in "${wanted[@]}"; do
    state=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null | head -c 9) || true
    [ "$state" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

if [ "$(id -u)" -eq 0 ]; then
    as_root=(env)
elif command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
    as_root=(sudo env)
else
    echo "graze: these packages are missing, and there is neither root nor sudo to install them:" >&2
    echo "  apt-get install ${missing[*]}" >&2
    exit 1
fi

echo "graze: installing ${missing[*]}"
"${as_root[@]}" DEBIAN_FRONTEND=noninteractive apt-get update -qq
"${as_root[@]}" DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
