#!/usr/bin/python3
"""Names with every byte from 1 to 255 through cordee, and strict parsers over what it writes.

    tests/e2e/foreign_text.py CORDEE WORK CASE      one of the cases below; exit code 1 and the reason if it fails
"""
import codecs
import csv
import html.parser
import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
import unicodedata

CORDEE, WORK = os.path.abspath(sys.argv[1]), sys.argv[2]
TSP = b"TYPE: TSP\nDIMENSION: 8\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n" + b"".join(
    b"%d %d %d\n" % (k + 1, 7 * k % 11, 5 * k * k % 13) for k in range(8))
ETC = b"4 2 0\n1 2\n3 4\n5 6\n7 8\n"
LEADS = [b"=1+1", b"+x", b"-x", b"@x", b"\tx", b"\rx"]
RUN = ["--method", "climb", "--climbers", "20", "--epoch", "2", "--islands", "2"]


def names():
    """File names that hold all bytes but NUL and '/', those that begin with formulas, and marks of writing direction."""
    every = [b for b in range(1, 256) if b != ord("/")]
    chunks = [b"n%d" % k + bytes(every[at : at + 52]) for k, at in enumerate(range(0, len(every), 52))]
    return chunks + LEADS + ["\u202eZ\u00fcrich\u2066 \u20ac".encode(), "Z\u00fcrich \u20ac".encode("cp1252"), b"a\nNAME : other\nTOUR_SECTION\n1"]


codecs.register_error("one-by-one", lambda e: (e.object[e.start : e.end].decode("latin-1"), e.end))


def decoded(name):
    """As src/text.h reads it: UTF-8, each other byte as Latin-1."""
    return name.decode("utf-8", "one-by-one")


def is_safe(c, layout=""):
    return c in layout or (unicodedata.category(c) not in ("Cc", "Cf", "Zl", "Zp", "Cs"))


def visible(name, layout=""):
    return "".join(c if is_safe(c, layout) else ("\\x%02x" if ord(c) < 256 else "\\u%04x") % ord(c) for c in decoded(name))


def check_line(text, what, layout="\n"):
    """Strict UTF-8 without a control byte but the line ends; returns it as text."""
    text = text.decode("utf-8")
    bad = [c for c in text if not is_safe(c, layout)]
    assert not bad, "%s: %r in %r" % (what, bad[0], text)
    return text


def cordee(*words, code=0, **more):
    done = subprocess.run([CORDEE, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, cwd=WORK, **more)
    assert done.returncode == code, "exit %d instead of %d: %r: %r" % (done.returncode, code, words, done.stderr)
    return check_line(done.stdout, words), check_line(done.stderr, words)


def put(folder, name, text):
    path = os.path.join(os.fsencode(WORK), folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as out:
        out.write(text)
    return path


def case_solve():
    """Lines of solve, verify and errors; heads of the written solutions; a NAME line of any printable bytes."""
    for name in names():
        path, tour = put(b"s", name, TSP), os.path.join(os.fsencode(WORK), b"s.tour")
        out, err = cordee("solve", path, *RUN, "--out", tour)
        assert out.startswith(visible(name) + ": ") and out.count("\n") == 1, out
        assert "solving %s: 8 cities" % visible(name) in err, err
        with open(tour, "rb") as file:
            lines = check_line(file.read(), "tour").split("\n")
        assert lines[0] == "NAME : " + visible(name) and lines[1] == "TYPE : TOUR" and len(lines) == 5 + 8 + 3, lines
        assert cordee("verify", path, tour)[0] == out
        path, one = put(b"s", name, ETC), os.path.join(os.fsencode(WORK), b"s.one")
        out, _ = cordee("solve", path, "--method", "min-min", "--out", one)
        with open(one, "rb") as file:
            lines = check_line(file.read(), "assignment").split("\n")
        assert lines[1] == "# instance " + visible(name) and len(lines) == 5 + 4 + 1, lines
        assert cordee("verify", path, one)[0] == out
        _, err = cordee("solve", put(b"bad", name, b"TYPE: " + name), *RUN, code=65)
        assert err.startswith("cordee: bad/".replace("bad/", os.path.join(WORK, "bad/"))) and err.count("\n") == 1, err
        _, err = cordee("solve", os.path.join(os.fsencode(WORK), b"none", name), *RUN, code=66)
        assert visible(name) in err and err.count("\n") == 1, err
        _, err = cordee("solve", path, b"--" + name.replace(b"=", b"") + b"=1", code=64)
        assert err.count("\n") == 1, err
    for name in [bytes(range(0xA0, 0x100)), bytes(range(0x80, 0xA0)), "\u202eabc".encode(), b"=1+1"]:
        out, _ = cordee("solve", put(b"s", b"named.tsp", b"NAME: " + name + b"\nCOMMENT: \xfc\n" + TSP), *RUN, "--quiet")
        assert out.startswith(visible(name.strip()) + ": "), (out, visible(name))
    put(b"o", b"o.tsp", b"NAME: x\n" + TSP)
    put(b"o", b"optima.tsv", b"name\toptimum\nx\t\x1b[31m\x9b\xe2\x80\xae\n")
    cordee("solve", "o/o.tsp", *RUN, code=65)


def case_show():
    """Checkpoints: lines for people, JSON, and the log."""
    for k, name in enumerate(names()):
        path, run, log = put(b"c", name, TSP), os.path.join(os.fsencode(WORK), b"run", name), os.path.join(WORK, "log")
        os.makedirs(os.path.dirname(run), exist_ok=True)
        cordee("solve", path, *RUN, "--checkpoint", run, "--log", log)
        out, _ = cordee("show", run)
        assert "finished run of %s, 8 cities" % visible(name) in out and out.count(visible(name)) >= 3, out
        held = json.loads(cordee("show", run, "--json")[0])
        assert held["instance"] == decoded(name) and held["instance_path"] == decoded(path), held["instance"]
        with open(log, "rb") as file:
            assert all(json.loads(line) for line in check_line(file.read(), "log").splitlines())


def case_lock():
    """The lock's text has the job's id from the environment; who comes second is told."""
    path, run = put(b"l", b"l.tsp", TSP), os.path.join(WORK, "lock.h5")
    bad = {**os.environ, "SLURM_JOB_ID": "\x1b[31m\u202e7\n8"}
    for word in ("SLURM_JOB_END_TIME", "SLURM_RESTART_COUNT"):
        bad.pop(word, None)
    one = subprocess.Popen([CORDEE, "solve", path, "--time", "60", "--quiet", "--checkpoint", run], env=bad, stdout=subprocess.DEVNULL)
    try:
        for _ in range(600):
            if os.path.exists(run + ".lock") and os.path.getsize(run + ".lock"):
                break
            time.sleep(0.05)
        with open(run + ".lock", "rb") as file:
            text = check_line(file.read(), "lock")
        assert text.count("\n") == 1 and "(SLURM job \\x1b[31m\\u202e7\\x0a8) since" in text, text
        _, err = cordee("solve", path, *RUN, "--checkpoint", run, code=64)
        assert "SLURM job \\x1b" in err, err
    finally:
        one.send_signal(signal.SIGTERM)
        one.wait()


class Page(html.parser.HTMLParser):
    """Text of the page's elements but the script and the style."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.words, self.inside = [], ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.inside = tag

    def handle_data(self, data):
        if self.inside not in ("script", "style"):
            self.words.append(data)


def case_sweep():
    """Rows of a sweep over all names, a failed one each: its lines, log, dry run, page, table."""
    for name in names():
        put(b"w", name, b"COMMENT: \xfc\x80\n" + TSP)
        put(b"w", b"x" + name, b"DIMENSION: " + name)
    put(b"", b"j\x1b\xfc.job", b"[a]\ninstance = w/*\nmethod = climb\nclimbers = 20\nepoch = 2\nislands = 2\n")
    job, log, results, page = b"j\x1b\xfc.job", "sweep.log", b"r\x1b\xfc.h5", "page.html"
    cordee("sweep", job, "--dry-run", "--out", results)
    cordee("sweep", job, "--out", results, "--log", log, code=1)
    with open(os.path.join(WORK, log), "rb") as file:
        rows = [json.loads(line) for line in check_line(file.read(), "log").splitlines()]
    solved = {os.path.basename(row["instance"]) for row in rows if row["event"] == "row"}
    assert solved >= {decoded(name) for name in names() if b"\n" not in name}, solved
    cordee("report", results, "--out", page)
    with open(os.path.join(WORK, page), "rb") as file:
        words = Page(check_line(file.read(), "page", "\n\t")).words
    missing = [name for name in names() if visible(name, "\n\t") not in words]
    assert not missing, missing
    table = subprocess.run([CORDEE, "report", results, "--csv", "-"], stdout=subprocess.PIPE, check=True, cwd=WORK).stdout
    check_line(table, "csv", "\r\n\t")
    rows = list(csv.reader(table.decode("utf-8").splitlines(keepends=True), strict=True))
    # A reader takes CR alone, LF and CR LF for the end of a line, unless it stands in quotes: the number of cells tells.
    assert len(rows) == 1 + 2 * len(names()) and len({len(row) for row in rows}) == 1, [len(row) for row in rows]
    cells = {row[rows[0].index("name")] for row in rows[1:]}
    for name in names():
        text = visible(name, "\r\n\t")
        assert ("'" if name[:1] in b"=+-@\t\r" else "") + text in cells, (text, cells)
    for cell in (cell for row in rows[1:] for cell in row):
        assert cell[:1] not in ("=", "+", "-", "@", "\t", "\r") or re.fullmatch(r"[-+][0-9.]+", cell), cell


def case_live():
    """The live view in a terminal: its own three control sequences and no other; a line never wider than the terminal."""
    name = b"\x1b]0;title\x07\x9b31m\xc3\xbc\xfc\xe2\x80\xae" + "\u20ac".encode() * 20
    path = put(b"v", name, TSP)
    child, terminal = pty.fork()
    if child == 0:
        os.environ["TERM"] = "xterm"
        os.chdir(WORK)
        os.execv(CORDEE, [CORDEE, "solve", path, "--method", "climb", "--climbers", "1e9", "--time", "2.5", "--checkpoint", "live.h5"])
    said = b""
    try:
        while piece := os.read(terminal, 65536):
            said += piece
    except OSError:
        pass
    os.waitpid(child, 0)
    assert b"\033[J" in said, said
    said = re.sub(rb"\r\033\[[0-9]+A\033\[J", b"", said)
    check_line(said.replace(b"\r\n", b"\n"), "live")
    assert "  rate  " in said.decode()


if __name__ == "__main__":
    try:
        globals()["case_" + sys.argv[3]]()
    except AssertionError as error:
        sys.exit("foreign_text %s: %s" % (sys.argv[3], error))
