"""No floating point number is read or printed as the host's locale has it: src/c_locale.c alone calls what does."""
import re

HOME = ("src/c_locale.c", "src/c_locale.h")
# Where the format of a call is among its arguments.
PRINTERS = {"printf": 0, "vprintf": 0, "fprintf": 1, "vfprintf": 1, "dprintf": 1, "vdprintf": 1, "sprintf": 1, "vsprintf": 1,
            "snprintf": 2, "vsnprintf": 2, "asprintf": 1, "vasprintf": 1, "wprintf": 0, "fwprintf": 1, "swprintf": 2}
# What depends on the locale whatever it is given, and what to call instead.
FORBIDDEN = {name: "c_strtod" for name in ("strtod", "strtof", "strtold", "atof", "strtod_l", "wcstod")}
FORBIDDEN.update({name: "c_sscanf" for name in ("scanf", "fscanf", "sscanf", "vscanf", "vfscanf", "vsscanf")})
FORBIDDEN.update({name: "c_" + name for name in ("isspace", "isdigit", "isalnum", "tolower", "toupper", "strcasecmp",
                                                  "strncasecmp", "strcasestr")})
FORBIDDEN.update({name: "a comparison with ASCII letters" for name in (
    "isalpha", "isupper", "islower", "ispunct", "isprint", "isgraph", "iscntrl", "isblank", "isxdigit", "strcoll", "strxfrm")})
FORBIDDEN.update({name: "c_locale_enter" for name in ("setlocale", "newlocale", "uselocale", "localeconv")})
CALL = re.compile(r"(?<![\w.>])(%s)\s*\(" % "|".join(sorted(set(PRINTERS) | set(FORBIDDEN))))
PIECE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
FLOAT = re.compile(r"%[-+ #0']*(?:\d+|\*)?(?:\.(?:\d+|\*)?)?(?:hh|h|ll|l|L|q|j|z|t)?[aAeEfFgG]")
PYTHON = re.compile(r"\bimport locale\b|\bfrom locale\b|\blocale\.\w+\(|\{[^{}]*:[-<>=^+# 0-9,._]*n\}")


def blanked(text):
    """The text with its comments as spaces."""
    return PIECE.sub(lambda m: re.sub(r"[^\n]", " ", m.group()) if m.group().startswith(("//", "/*")) else m.group(), text)


def arguments(text, at):
    """The arguments of a call whose bracket opens before `at`."""
    found, depth, start = [], 0, at
    while at < len(text):
        piece = PIECE.match(text, at)
        if piece:
            at = piece.end()
            continue
        if text[at] in "([{":
            depth += 1
        elif text[at] in ")]}":
            if depth == 0:
                return found + [text[start:at]]
            depth -= 1
        elif text[at] == "," and depth == 0:
            found.append(text[start:at])
            start = at + 1
        at += 1
    return found


def format_fault(given):
    """What is wrong with a format: one that prints a float, or one that nobody can see here; '' if nothing."""
    texts = re.findall(r'"((?:\\.|[^"\\\n])*)"', given)
    rest = re.sub(r'"(?:\\.|[^"\\\n])*"|\bPRI\w+|\s', "", given)
    if FLOAT.search("".join(texts).replace("%%", "")) or any(FLOAT.search(t.replace("%%", "")) for t in texts):
        return "prints a floating point number"
    return "has a format that is not written here" if rest else ""


def calls(text):
    """(offset, name, what is wrong) of the calls in C or CUDA text that depend on the locale."""
    text = blanked(text)
    for call in CALL.finditer(text):
        name = call.group(1)
        if name in FORBIDDEN:
            yield call.start(), name, "depends on the locale: call %s" % FORBIDDEN[name]
            continue
        given = arguments(text, call.end())
        if re.match(r"\s*(?:const\s+)?(?:char|FILE)\b", given[0]):
            continue  # a declaration
        fault = format_fault(given[PRINTERS[name]]) if len(given) > PRINTERS[name] else ""
        if fault:
            yield call.start(), name, "%s: call c_%s" % (fault, name)


def findings(sources, python):
    """Of the sources below src; python: {path: text} of the package."""
    found = [(s.path, "%s:%d: %s %s" % (s.path, s.line(at), name, fault))
             for s in sources if s.path not in HOME for at, name, fault in calls(s.text)]
    for path, text in sorted(python.items()):
        found += [(path, "%s:%d: depends on the locale: %s" % (path, text.count("\n", 0, m.start()) + 1, m.group().strip()))
                  for m in PYTHON.finditer(text)]
    return found
