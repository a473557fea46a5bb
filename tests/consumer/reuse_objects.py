#!/usr/bin/env -S python3 -IS
"""Compiler launcher: copies an object file of another build instead of compiling it a second time.

Usage: reuse_objects.py <compiler> <arguments>..., with that build's folder in the variable
GRAZE_REUSED_BUILD.
The object is taken when compile_commands.json of that build lists the same source with the same command:
compiler, definitions, include folders, language level, optimisation and code generation flags, in the same
order. Warnings, precompiled headers (the same text, read sooner) and the `<target>_EXPORTS` that CMake
defines for shared libraries are left out of the comparison: none of them changes the object. With any other
difference, or without an object newer than its source, the source is compiled.
"""

import json
import os
import re
import shlex
import sys

ARGUMENTS_LEFT_OUT = {"-o", "-c", "-include", "-MF", "-MT", "-Xclang"}  # with the word that follows
WORDS_LEFT_OUT = re.compile(r"-W.*|-MD|-D\w+_EXPORTS|-fpch-preprocess")


def compared(command):
    """The words of a command that decide what is in its object."""
    words = iter(command)
    kept = []
    for word in words:
        if word in ARGUMENTS_LEFT_OUT:
            next(words, None)
        elif not WORDS_LEFT_OUT.fullmatch(word):
            kept.append(word)
    return kept


def value_of(option, command):
    """The word after an option, or None."""
    return command[command.index(option) + 1] if option in command[:-1] else None


def object_of_other_build(folder, command):
    """The object of the same source and command in the other build, or None."""
    source = value_of("-c", command)
    listing = os.path.join(folder, "compile_commands.json")
    if not source or not os.path.exists(listing):
        return None
    with open(listing, encoding="utf-8") as file:
        entries = [entry for entry in json.load(file) if entry["file"] == source]
    for entry in entries:
        other = shlex.split(entry["command"])
        # The compiler's whole path; the other build may have a launcher in front of it.
        if command[0] not in other:
            continue
        other = other[other.index(command[0]):]
        found = os.path.join(entry["directory"], value_of("-o", other))
        if (compared(other) == compared(command) and os.path.exists(found)
                and os.path.getmtime(found) >= os.path.getmtime(source)):
            return found
    return None


def main():
    command = sys.argv[1:]
    folder = os.environ.get("GRAZE_REUSED_BUILD")
    target, depfile = value_of("-o", command), value_of("-MF", command)
    found = object_of_other_build(folder, command) if folder and target and depfile else None
    if not found:
        os.execvp(command[0], command)
    with open(found, "rb") as source, open(target, "wb") as copy:
        copy.write(source.read())
    names = [name.replace(" ", "\\ ") for name in (target, value_of("-c", command), found)]
    with open(depfile, "w", encoding="utf-8") as file:
        file.write(f"{names[0]}: {names[1]} {names[2]}\n")


if __name__ == "__main__":
    main()
