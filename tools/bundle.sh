#!/bin/sh
# Copies a built program with its shared libraries and their loader into a folder that runs on any Linux
# machine of the same architecture, with nothing installed there: for long runs of the soak elsewhere. Debian
# has no static Highway or oneTBB to link instead.
# Usage: bundle.sh <program> <folder>; then <folder>/run [arguments]
set -eu
[ $# -eq 2 ] || { echo "usage: $0 <program> <folder>" >&2; exit 2; }
[ -x "$1" ] || { echo "$0: $1 is not a program: build it first" >&2; exit 2; }
mkdir -p "$2/lib"
cp -L "$1" "$2/program"
ldd "$1" | awk '$2 == "=>" { print $3 } $1 ~ /^\// { print $1 }' |
    while read -r library; do cp -L "$library" "$2/lib/"; done
loader=$(ldd "$1" | awk '$1 ~ /^\// { print $1 }')
cat > "$2/run" <<END
#!/bin/sh
here=\$(dirname "\$0")
exec "\$here/lib/$(basename "$loader")" --library-path "\$here/lib" "\$here/program" "\$@"
END
chmod +x "$2/run"
