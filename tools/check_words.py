#!/usr/bin/env python3
"""Checks the words of comments, of messages of library and tool, and of the documentation: phrases that the
project retired, names of files and of constants that do not exist, and Markdown that a rewrap damaged.

Usage: check_words.py [root]. Prints one line `file:line: reason` per violation; exit status 1 when there is
any. Identifiers and file names are checked by check_layers.py.
"""
import re
import sys
from pathlib import Path

# Retired phrase (a regular expression) -> plain words. Plain technical English: code does not see, tell or
# look, and shapes do not meet.
PHRASES = {
    r"look(s|ed|ing)? (at|into|for)": "test, examine, search or check",
    r"(first|quick|sharp) looks?": "early-out test", r"the nest": "the simplex",
    r"glanc(e|es|ed|ing)": "early-out test",
    r"for sure": "certainly, or proven", r"whoever": "the caller, or the reader", r"anew": "again",
    r"nobody": "no caller, or nothing",
    r"everybody": "every caller, or all", r"tell(s|ing)?": "report, or distinguish", r"told": "reported",
    r"meets?|meeting": "overlap, intersect or touch",
    r"in the way": "an obstacle", r"by far": "a number", r"mend(s|ed|ing)?": "fix",
    r"whereabouts": "location", r"(is|are|was|were) asked": "is called or requested",
    r"says? of": "states about", r"(the )?other way about": "the reverse", r"astray": "wrong",
    r"speaks? of": "names", r"as ever": "as usual, or nothing", r"had better": "should",
}
PHRASE = re.compile(r"\b(?:" + "|".join(f"(?P<p{i}>{phrase})" for i, phrase in enumerate(PHRASES)) + r")\b",
                    re.IGNORECASE)
BETTER = list(PHRASES.values())

CODE = {".hpp", ".cpp", ".h", ".c"}
FOLDERS = ["include", "src", "cli", "c", "cad", "python", "examples", "tests", "bench"]
PRINTING = ("include/", "src/", "cli/", "c/", "cad/", "python/")  # their texts are what users read
KNOWN = [*FOLDERS, "docs", "cmake", "tools", "web"]  # where files that are named may be
TEXTS = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs", "python"]
MAX_LINE = 110

NAMED_FILE = re.compile(r"(?<![\w/.<>*-])((?:[\w-]+/)*[\w-]+\.(?:hpp|cpp|md))\b")

STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
COMMENT = re.compile(r"//+<?(.*)$")
# In pages: `room/name`, a file by its path without an ending, `*` for any; `kName`, a constant.
NAMED_PATH = re.compile(r"`([a-z_]+(?:/[a-z_]\w*)+)(\*?)`")
NAMED_CONSTANT = re.compile(r"`(?:\w+::)*(k[A-Z]\w*)`")
CONSTANT = re.compile(r"\bk[A-Z]\w*")
ROOM_ROOTS = ("include/graze", "src")
SPAN = re.compile(r"`[^`]*`|\]\([^)]*\)")


def retired_in(text):
    """The retired phrases in a text, as (phrase as written, better words)."""
    for match in PHRASE.finditer(text):
        index = next(i for i in range(len(BETTER)) if match[f"p{i}"])
        yield match[0], BETTER[index]


def check_code(path, lines):
    """Comments, and the texts of the library and of the tool, which are what users read."""
    for number, line in enumerate(lines, 1):
        code = STRING.sub('""', line)
        comment = COMMENT.search(code)
        texts = [comment[1]] if comment else []
        if path.startswith(PRINTING) and not line.lstrip().startswith("#"):
            texts += STRING.findall(line)
        for text in texts:
            for phrase, better in retired_in(text):
                yield number, f"'{phrase}': write {better}"


def check_markdown(_, lines):
    """Phrases outside of code; list items and headings that were joined with the text before or after them;
    broken rows of tables."""
    code = False
    for number, line in enumerate(lines, 1):
        if line.lstrip().startswith("```"):
            code = not code
        if code or line.startswith("    "):
            continue
        for phrase, better in retired_in(SPAN.sub("``", line)):
            yield number, f"'{phrase}': write {better}"
        if re.search(r"[.:;] - (\*|[A-Z])", line):
            yield number, "a list item inside of a line"
        if re.match(r"#+ ", line) and (re.search(r"[.;,]( |$)", line) and len(line) > 60 or len(line) > 80):
            yield number, "a heading that continues as text"
        if line.startswith("|") and not line.rstrip().endswith("|"):
            yield number, "a row of a table that does not end"
        if len(line) > MAX_LINE and not line.startswith(("|", "![", "#")) and " " in line[:MAX_LINE].strip():
            yield number, f"{len(line)} characters, the limit of texts is {MAX_LINE}"


def check_named_files(lines, is_code, ends):
    """Comments and pages that name a source or page which is not in the project, by any end of its path."""
    for number, line in enumerate(lines, 1):
        comment = COMMENT.search(STRING.sub('""', line)) if is_code else None
        for name in NAMED_FILE.findall((comment[1] if comment else "") if is_code else line):
            if name not in ends:
                yield number, f"names {name}, which does not exist"


def paths_of_rooms(root):
    """The rooms, and all paths of files and folders below them, without endings, as pages name them: from
    the room on."""
    rooms, paths = set(), set()
    for base in ROOM_ROOTS:
        for path in (root / base).rglob("*"):
            below = path.relative_to(root / base)
            if path.is_dir():
                rooms.add(below.parts[0])
            paths.add(below.with_suffix("").as_posix() if path.is_file() else below.as_posix())
    return rooms, paths


def check_named_code(lines, rooms, paths, constants):
    """Pages that name, in backticks, a file of a room without its ending or a constant that does not
    exist."""
    for number, line in enumerate(lines, 1):
        for name, more in NAMED_PATH.findall(line):
            exists = any(path.startswith(name) for path in paths) if more else name in paths
            if name.split("/")[0] in rooms and not exists:
                yield number, f"names {name}{more}, which does not exist"
        for name in NAMED_CONSTANT.findall(line):
            if name not in constants:
                yield number, f"names {name}, which no source has"


def check(root):
    """All violations under `root` as (path, line, reason), sorted."""
    found = []
    known = [path.relative_to(root).parts for folder in (".", *KNOWN)
             for path in (root / folder).glob("*.*" if folder == "." else "**/*.*")]
    ends = {"/".join(parts[i:]) for parts in known for i in range(len(parts))}
    files = [path for folder in FOLDERS for path in (root / folder).rglob("*") if path.suffix in CODE
             and path.is_file()]
    texts = [path for name in TEXTS
             for path in ([root / name] if (root / name).is_file() else (root / name).rglob("*.md"))]
    rooms, room_paths = paths_of_rooms(root)
    constants = set()
    for paths, rule in ((files, check_code), (texts, check_markdown)):
        for path in paths:
            name = path.relative_to(root).as_posix()
            text = path.read_text(encoding="utf-8", errors="replace")
            lines = text.split("\n")
            if rule is check_code:
                constants |= set(CONSTANT.findall(text))
            else:
                found += [(name, number, reason)
                          for number, reason in check_named_code(lines, rooms, room_paths, constants)]
            found += [(name, number, reason) for number, reason in rule(name, lines)]
            found += [(name, number, reason)
                      for number, reason in check_named_files(lines, rule is check_code, ends)]
    return sorted(found), len(files) + len(texts)


def main():
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent.parent
    violations, count = check(root.resolve())
    for path, number, reason in violations:
        print(f"{path}:{number}: {reason}")
    print(f"{count} files, {len(violations)} violations")
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())
