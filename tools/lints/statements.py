"""One statement a line: none are chained by commas, and no conditional expression is an operand of another.

The sources are read as tokens. What stands in a directive (a macro's body) is not looked at.
"""
import re

PIECE = re.compile(r'//[^\n]*|/\*.*?\*/|^[ \t]*#(?:[^\n]*\\\n)*[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S | re.M)
TOKEN = re.compile(r"[A-Za-z_]\w*|[0-9][\w.]*|->|\+\+|--|[-+*/%&|^!<>=]?=|<<=?|>>=?|&&|\|\||::|\S")
HEADS = ("if", "for", "while", "switch")
ACTS = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "++", "--", "(", "return"}
LISTS = re.compile(r"<< < .*? >> > |< (?:[-\w:&*+,!=]+ )+> ")  # of a kernel's launch, of a template
QUALIFIERS = ("const", "static", "extern", "volatile", "unsigned", "signed", "register", "inline", "_Thread_local", "typedef", "constexpr")


def tokens_of(text):
    """(line, token); a literal is the token 0, and a directive ends a statement."""
    def blank(found):
        piece = found.group()
        kept = {"#": ";", '"': "0", "'": "0"}.get(piece.lstrip()[0], " ")
        return re.sub(r"[^\n]", " ", piece).replace(" ", kept, 1)
    clean, line, at = PIECE.sub(blank, text), 1, 0
    for found in TOKEN.finditer(clean):
        line, at = line + clean.count("\n", at, found.start()), found.start()
        yield line, found.group()


def pieces_of(text):
    """(line, words, end): what stands between semicolons and braces; end is the token behind it."""
    words, begins, depth = [], 0, 0
    for line, token in tokens_of(text):
        depth = max(0, depth + (token in ("(", "[")) - (token in (")", "]")))
        if token in "{}" or token == ";" and depth == 0:
            yield begins, words, token
            words, depth = [], 0
        else:
            begins = begins if words else line
            words.append(token)


def bare(words):
    """Without labels, and heads of branches and loops."""
    while words:
        if words[0] in ("case", "default") and ":" in words:
            words = words[words.index(":") + 1:]
        elif words[0] in ("else", "do"):
            words = words[1:]
        elif words[0] in HEADS and len(words) > 1:
            depth, at = 0, 2 if words[1] == "constexpr" else 1
            while at < len(words):
                depth += (words[at] == "(") - (words[at] == ")")
                at += 1
                if depth == 0:
                    break
            words = words[at:]
        else:
            break
    return words


def declares(words):
    """Whether it begins with a type and a name."""
    if words[0] in QUALIFIERS or words[0] in ("struct", "enum", "union", "template", "using", "goto", "friend", "decltype"):
        return True
    at = 1
    while at < len(words) and (words[at] in ("*", "&", "const", "::", "unsigned") or words[at - 1] == "::"):
        at += 1
    if words[1:3] == ["(", "*"]:
        return True  # a pointer to a function or an array
    return words[0] != "return" and at < len(words) and bool(re.match(r"[A-Za-z_]\w*$", words[0]) and re.match(r"[A-Za-z_]", words[at]))


def chained(words):
    """Whether a statement goes on after a comma that is in no bracket."""
    words = LISTS.sub("", " ".join(bare(words)) + " ").split()
    if not words or words[0] in (",", ".") or declares(words) or not ACTS.intersection(words):
        return False
    depth, commas = 0, 0
    for word in words:
        depth += (word in ("(", "[")) - (word in (")", "]"))
        commas += word == "," and depth == 0
        if depth < 0:
            return False  # the rest of an expression that has data in braces
    return commas > 0


def nested(words):
    """Whether a conditional expression is an operand of another, with or without brackets of its own."""
    open_marks, grouped = [0], []  # question marks since the last comma, a number a bracket; brackets that are an operand of one
    for at, word in enumerate(words):
        before = words[at - 1] if at else ""
        after = words[at + 1] if at + 1 < len(words) else ""
        if word in ("(", "["):
            grouped.append(before in ("?", ":") and open_marks[-1] > 0)
            open_marks.append(0)
        elif word in (")", "]") and grouped:
            inside, operand = open_marks.pop(), grouped.pop()
            if inside and (after == "?" or operand and after in (":", ",", ")", "")):
                return True
        elif word in (",", ";", "=", "return"):
            open_marks[-1] = 0
        elif word == "?":
            if open_marks[-1]:
                return True
            open_marks[-1] = 1
    return False


def findings(sources):
    found = []
    for source in sources:
        for line, words, end in pieces_of(source.text):
            if end == ";" and chained(words):
                found.append(("comma %s" % source.path, "%s:%d: statements chained by a comma" % (source.path, line)))
            if nested(words):
                found.append(("nested %s" % source.path, "%s:%d: a conditional expression inside another" % (source.path, line)))
    return found
