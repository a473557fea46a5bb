#!/usr/bin/env python3
"""Groups C++ sources that can be compiled as one translation unit: group_sources.py <most in a group>
<source>...

Prints one line `<group> <source>` for each source. Two sources share a group only when neither mentions,
unqualified, a name that the other defines for itself at namespace scope; what a source mentions includes the
headers of tests and src that it includes. Nor may headers that only one of them includes define the same
name. Then no declaration of the one changes the meaning of the other. Names are found by the layout of
clang-format, in which definitions at namespace scope begin in the first column.
"""

import re
import sys
from pathlib import Path

COMMENT_OR_TEXT = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:[^"\\\n]|\\.)*"', re.S)
TEMPLATE = re.compile(r"template <.*?>+ (?=\w)")
TYPE = re.compile(r"(?:struct|class|union|enum class|enum) (\w+)")
DEFINED = re.compile(r"(\w+)\s*(?:\[[^\]]*\]\s*)*[({=;]")
UNQUALIFIED = re.compile(r"(?<![.>:\w])\w+|(?<=[^-]>)\w+|(?<=[^:]:)\w+")
INCLUDED = re.compile(r'^#include "([^"]+)"', re.M)
MACRO = re.compile(r"^#define (\w+)", re.M)
USING = re.compile(r"^using [\w:]*::(\w+);", re.M)
NAMESPACE_END = re.compile(r"\}  // namespace$")
NOT_NAMES = {"bool", "char", "double", "float", "int", "void", "decltype", "alignas", "noexcept"}
NO_DEFINITION = ("requires", "namespace", "extern", "using namespace", "static_assert")
# outside unnamed namespaces; constexpr too
OWN = ("struct", "class", "enum", "using", "static", "inline", "const", "template")
ROOTS = [Path(__file__).resolve().parent.parent / folder for folder in ("tests", "src")]


def add_own_headers(path, text, found):
    """Adds the headers under ROOTS that a text includes, directly or not, to `found`, with their texts."""
    for name in INCLUDED.findall(text):
        for folder in [path.parent, *ROOTS]:
            header = folder / name
            if header.exists():
                if header not in found:
                    found[header] = header.read_text(encoding="utf-8")
                    add_own_headers(header, found[header], found)
                break


def name_defined_by(line):
    """The name that a line in the first column defines, or None."""
    line = TEMPLATE.sub("", line, count=1)
    found = TYPE.match(line)
    if found:
        return found.group(1)
    names = (name for name in DEFINED.findall(line) if name not in NOT_NAMES)
    name = next(names, None)
    return None if name and name.isupper() and len(name) > 3 else name  # TEST(...) and the like


def defined_in(text):
    """The names that a source defines for itself: those of unnamed namespaces, types, inline functions,
    macros."""
    names = set(MACRO.findall(text))
    unnamed = False
    for line in text.splitlines():
        unnamed = line == "namespace {" or (unnamed and not NAMESPACE_END.match(line))
        if line[:1].isalpha() and not line.startswith(NO_DEFINITION) and (unnamed or line.startswith(OWN)):
            names.add(name_defined_by(line))
    return names - {None}


def mentioned_in(text):
    """The unqualified names in a text, without comments and literals."""
    return set(UNQUALIFIED.findall(COMMENT_OR_TEXT.sub(" ", text)))


class Source:
    """What a source defines, and every unqualified name in it and in the headers that it includes."""

    def __init__(self, name):
        path = Path(name).resolve()
        text = path.read_text(encoding="utf-8")
        headers = {}
        add_own_headers(path, text, headers)
        self.name = name
        self.defines = defined_in(text)
        self.headers = {header: defined_in(header_text) for header, header_text in headers.items()}
        self.usings = {found.group(0): found.group(1) for found in USING.finditer(text)}
        self.mentions = mentioned_in(text).union(*map(mentioned_in, headers.values()))

    def fits(self, other):
        """Whether no definition of the one is mentioned by the other; both may have the same
        using-declarations."""
        own, others = (set().union(*(names for header, names in x.headers.items()
                                     if header not in y.headers)) for x, y in ((self, other), (other, self)))
        shared = {self.usings[line] for line in self.usings.keys() & other.usings.keys()}
        return not (own & others or (self.defines - shared) & other.mentions
                    or (other.defines - shared) & self.mentions)


def main():
    most, sources = int(sys.argv[1]), [Source(name) for name in sys.argv[2:]]
    groups = []
    for source in sources:
        for group in groups:
            if len(group) < most and all(source.fits(other) for other in group):
                group.append(source)
                break
        else:
            groups.append([source])
    for number, group in enumerate(groups):
        for source in group:
            print(number, source.name)


if __name__ == "__main__":
    main()
