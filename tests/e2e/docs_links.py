"""Looks up every relative link of README.md, docs/*.md, docs/notebook/*.md and instances/README.md: the file must exist, and the heading after '#' too.

    tests/e2e/docs_links.py [PAGE...]     prints ok or not ok a page; exit status 1: a link leads nowhere
"""
import glob
import os
import re
import sys

LINK = re.compile(r"!?\[(?:[^\]\[]|\[[^\]]*\])*\]\(([^)\s]+)\)")
PICTURE = re.compile(r'<img src="([^"]+)"')


def prose(text):
    """Lines without code: fenced and indented blocks and spans."""
    fenced = False
    for number, line in enumerate(text.split("\n"), 1):
        fenced ^= line.startswith("```")
        if not fenced and not line.startswith("    "):
            yield number, re.sub(r"`[^`]*`", lambda span: "x" * len(span.group()), line)


def anchor(heading):
    """As GitHub names a heading."""
    heading = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").replace("*", "")
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def anchors(path):
    found, fenced = [], False
    with open(path, encoding="utf-8") as page:
        for line in page:
            fenced ^= line.startswith("```")
            match = re.match(r"#+ +(.*)", line)
            if match and not fenced:
                name = anchor(match.group(1))
                found.append(name if name not in found else "%s-%d" % (name, found.count(name)))
            found += re.findall(r'<a (?:id|name)="([^"]+)"', line)
    return found


def wrong_links(path):
    with open(path, encoding="utf-8") as page:
        text = page.read()
    for number, line in prose(text):
        for target in LINK.findall(line) + PICTURE.findall(line):
            if re.match(r"\w+:", target):
                continue
            name, _, heading = target.partition("#")
            there = os.path.join(os.path.dirname(path), name) if name else path
            if not os.path.exists(there):
                yield "%s:%d: expected a file, found no %s" % (path, number, target)
            elif heading and heading not in anchors(there):
                yield "%s:%d: expected a heading of %s, found no #%s" % (path, number, there, heading)


def main(pages):
    pages = pages or ["README.md", "instances/README.md"] + sorted(glob.glob("docs/*.md") + glob.glob("docs/notebook/*.md"))
    failed = 0
    for page in pages:
        wrong = list(wrong_links(page))
        failed |= bool(wrong)
        print("not ok links of %s: %s" % (page, " / ".join(wrong)) if wrong else "ok links of %s" % page)
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
