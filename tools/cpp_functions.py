"""The functions that a C++ file of ours declares and defines, read from its text: enough for code in the
project's format, no parser of the language."""
import re

STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
SCOPE = re.compile(r"(?:template <.*> ?)?(?:inline )?(?:namespace(?: (?P<space>[\w:]+))?|extern \"\""
                   r"|(?:struct|class|union) (?:alignas\(\w+\) )?(?P<type>[\w:]+)(?: final)?(?: ?: .*)?)")
NO_FUNCTION = re.compile(r"(?:using|typedef|friend|static_assert|return|extern|requires|enum|case|concept)\b")


def blanked(source):
    """The code of a file without comments, preprocessor lines and the contents of strings; lines keep their
    places."""
    lines, skipping = [], False
    for line in source.lines:
        directive = skipping or line.lstrip().startswith("#")
        skipping = directive and line.endswith("\\")
        lines.append("" if directive else STRING.sub('""', line.split("//")[0]))
    text = re.sub(r"/\*.*?\*/", lambda comment: "\n" * comment[0].count("\n"), "\n".join(lines), flags=re.S)
    return re.sub(r"= \{\}", "= none", text)  # of default arguments: braces are left to scopes and bodies


def closing(text, start, opening, close):
    """Where the bracket that opens at `start` is closed."""
    depth = 0
    for at in range(start, len(text)):
        depth += (text[at] == opening) - (text[at] == close)
        if depth == 0:
            return at
    return -1


def parameter_types(text):
    """What a list of parameters has of types: without names and default arguments."""
    types, depth, begin = [], 0, 0
    for at, letter in enumerate(text + ","):
        depth += (letter in "<(") - (letter in ">)")
        if letter == "," and depth == 0:
            parameter = text[begin:at].split(" = ")[0].strip()
            types.append(re.sub(r"^(.*[&*>\s])(?!const\b)\w+$", r"\1", parameter).replace(" ", ""))
            begin = at + 1
    return tuple(kind for kind in types if kind)


def function_in(statement, within):
    """The function that a statement declares or defines, as (name with its types, types of parameters, what
    follows them), or None."""
    while statement.startswith("template <") and closing(statement, 9, "<", ">") > 0:
        statement = statement[closing(statement, 9, "<", ">") + 1:].strip()
    if NO_FUNCTION.match(statement) or "(" not in statement:
        return None
    operator = re.search(r"\boperator(?:\(\)| ?[^\w\s(]+| [\w:]+)", statement)
    if operator:
        start = statement.index("(", operator.end())
        conversion = " " in operator[0]
        name = (re.sub(r"^.* (?=[\w:]*operator)", "", statement[:start]) if conversion
                else statement[:start].split()[-1])
    else:
        depth, start = 0, -1
        for at, letter in enumerate(statement):
            depth += (letter == "<") - (letter == ">")
            if letter == "(" and depth == 0:
                start = at
                break
        named = re.search(r"(?:\w+(?:<[^()<>]*>)?::)*~?\w+$", statement[:start]) if start > 0 else None
        if not named or "=" in statement[:start]:
            return None
        name = named[0]
    end = closing(statement, start, "(", ")")
    parts = re.sub(r"<[^()]*>(?=::)", "", name).split("::")
    types = [part for part in parts[:-1] if part[0].isupper()]  # namespaces are in lower case
    name = "::".join([*within, *types, parts[-1]])
    return name, parameter_types(statement[start + 1:end]), statement[end + 1:].strip()


def functions_of(source):
    """The functions of a file outside of unnamed namespaces: {(name, types of parameters): line} of those
    declared only, and of those defined."""
    text, declared, defined = blanked(source), {}, {}
    scopes, begin = [], 0  # of a scope: the type or "" of a namespace, None of anything else
    for mark in re.finditer("[;{}]", text):
        raw = text[begin:mark.start()]
        statement = " ".join(re.sub(r"\b(?:public|private|protected):|\[\[\w+\]\]", "", raw).split())
        start = begin + re.match(r"(?:\s|\w+:(?!:))*", raw).end()
        begin = mark.end()
        open_scope = None not in scopes
        within = [scope for scope in scopes if scope]
        function = function_in(statement, within) if open_scope and mark[0] != "}" else None
        if mark[0] == "}":
            if scopes:
                scopes.pop()
        elif mark[0] == "{":
            opened = SCOPE.fullmatch(statement)
            if opened and open_scope:
                scopes.append(None if statement.endswith("namespace") else opened["type"] or "")
            else:
                scopes.append(None)
                if function:
                    defined.setdefault(function[:2], start)
        elif function and re.fullmatch(r"(?:const|noexcept|override|final| )*", function[2]):
            declared.setdefault(function[:2], start)
        elif function and "::" in statement and function[2].endswith("= default"):
            defined.setdefault(function[:2], start)
    return [{function: text.count("\n", 0, start) + 1 for function, start in found.items()}
            for found in (declared, defined)]
