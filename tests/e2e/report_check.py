#!/usr/bin/python3
"""Checks what `cordee report` made of a results file against the file itself.

    tests/e2e/report_check.py csv RESULTS.h5 TABLE.csv       every member of every row, by the rules of RFC 4180
    tests/e2e/report_check.py page RESULTS.h5 PAGE.html      well formed, self-contained, escaped, every row with its best
    tests/e2e/report_check.py probe PAGE.html OUT.html       a copy of the page that clicks, types, and tells what it saw
    tests/e2e/report_check.py seen DOM.html                  what that copy told, as `chromium --dump-dom` printed it
    tests/e2e/report_check.py dark DOM.html                  whether it was dark
    tests/e2e/report_check.py many PAGE.html OUT.html COUNT  a copy with so many rows that scrolls to their end
    tests/e2e/report_check.py few DOM.html COUNT             what that copy told: a few rows are in the page at a time
    tests/e2e/report_check.py sorted DOM.html KEY            drawn rows descend by that column, rows without a value come last
"""
import csv
import json
import sys
from decimal import Decimal
from html.parser import HTMLParser

import h5py
import numpy as np

NONE, STATES = 2**63 - 1, ["pending", "verified", "failed"]
COSTS = ("best", "best_known", "bound")
VOID = {"meta", "link", "input", "br"}


def rows_of(path):
    with h5py.File(path, "r") as file:
        rows = file["task"][:]
    for row in rows:
        if not row["done"]:
            row["state"] = 0
        if row["state"] != 1:
            row["best"] = NONE
    return rows


def cost(value, row):
    return str(Decimal(int(value)).scaleb(-int(row["decimals"])).normalize().__format__("f"))


def expected(name, row):
    """A cell's text, or None where any spelling of the number will do."""
    value = row[name]
    if name == "state":
        return STATES[value]
    if name in ("key", "digest", "inputs"):
        return "%016x" % value
    if name in COSTS:
        return "" if value == NONE or (value == 0 and name != "best") else cost(value, row)
    if name.startswith("trace_") and name != "trace_rows":
        value = value[: row["trace_rows"]]
        return " ".join(cost(v, row) if name == "trace_best" else "%.6f" % v if name == "trace_s" else str(v) for v in value)
    if isinstance(value, bytes):
        return value.decode()
    return "%.6f" % value if isinstance(value, np.floating) else str(value)


def check_csv(results, table):
    rows = rows_of(results)
    with open(table, newline="", encoding="utf-8") as file:
        text = file.read()
    cells = list(csv.reader(text.splitlines(keepends=True), strict=True))
    head, body = cells[0], cells[1:]
    assert text.endswith("\r\n") and head[:3] == ["row", "gap_percent", "above_bound_percent"], head
    assert sorted(head[3:]) == sorted(rows.dtype.names), set(head[3:]) ^ set(rows.dtype.names)
    assert len(body) == len(rows), (len(body), len(rows))
    for k, (line, row) in enumerate(zip(body, rows)):
        assert len(line) == len(head) and line[0] == str(k), line
        for name, cell in list(zip(head, line))[3:]:
            assert cell == expected(name, row), (k, name, cell, expected(name, row))
        if row["best"] != NONE and row["best_known"]:
            assert abs(float(line[1]) - 100 * (row["best"] / row["best_known"] - 1)) < 1e-5, line[1]
        else:
            assert line[1] == "", line[1]


class Page(HTMLParser):
    """Elements must nest; text and attributes of the cells of table#rows are kept."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.scripts, self.names, self.links, self.ids, self.heads = [], 0, set(), [], set(), []
        self.table, self.rows, self.cell, self.text = False, [], None, ""
        self.tables, self.section, self.line, self.cells, self.tips = {}, "", None, None, []
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.names.add(tag)
        if tag not in VOID:
            self.open.append(tag)
        self.scripts += tag == "script"
        self.links += [attributes[name] for name in ("src", "href", "action") if name in attributes]
        if "id" in attributes:
            assert attributes["id"] not in self.ids, attributes["id"]
            self.ids.add(attributes["id"])
        if tag == "table":
            self.table = attributes.get("id") == "rows"
        if "data-tip" in attributes:
            self.tips.append(attributes["data-tip"])
        self.section = attributes.get("id") if tag == "section" else self.section
        if tag == "tr":
            self.line = []
            self.tables.setdefault(self.section, []).append(self.line)
        if tag in ("td", "th"):
            self.cells = {"v": attributes.get("data-v"), "tip": attributes.get("data-tip", ""), "text": ""}
            self.line.append(self.cells)
        if self.table and tag == "th":
            self.heads.append(attributes.get("data-k"))
        if self.table and tag == "tr":
            self.rows.append({"cells": [], "hidden": "hidden" in attributes})
        if self.table and tag == "td":
            self.cell = {"v": attributes.get("data-v"), "text": ""}
            self.rows[-1]["cells"].append(self.cell)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        self.open.pop()

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, (tag, self.open, self.getpos())
        self.open.pop()
        self.table = self.table and tag != "table"
        self.cell = None if tag == "td" else self.cell
        self.cells = None if tag in ("td", "th") else self.cells

    def handle_data(self, data):
        self.text += data
        if self.cell is not None:
            self.cell["text"] += data
        if self.cells is not None:
            self.cells["text"] += data

    def column(self, key):
        at = self.heads.index(key)
        rows = [row["cells"][at] for row in self.rows if len(row["cells"]) > at]
        return [cell["v"] if cell["v"] is not None else cell["text"] for cell in rows]


def read_page(path):
    with open(path, encoding="utf-8", errors="strict") as file:
        return Page(file.read())


# Members of a row of the page's data: src/cmd/report/report_tables.c.
MEMBERS = """state best gap bound time finished rate course exit ranks batch instance size method options section unit end host device""".split()
TEXTS = MEMBERS[MEMBERS.index("instance") :]


def read_data(path):
    """The rows that the page's script draws, as dicts."""
    text = open(path, encoding="utf-8").read()
    start = text.index('id="data">') + len('id="data">')
    data = json.loads(text[start : text.index("</script>", start)])
    rows = [dict(zip(MEMBERS, row)) for row in data["rows"]]
    assert all(len(row) == len(MEMBERS) for row in data["rows"]) and len(set(data["texts"])) == len(data["texts"])
    for row in rows:
        row.update({name: data["texts"][row[name]] for name in TEXTS})
    return rows


def medians_by_method(rows):
    """{(instance, series): median gap} of verified rows; of those whose name says how they were told apart by the job of e2e_report.sh."""
    found = {}
    for row in rows:
        if row["state"] == 1 and row["best_known"]:
            found.setdefault((row["name"].decode(), row["method"].decode()), []).append(100 * (row["best"] / row["best_known"] - 1))
    return {key: float(np.median(gaps)) for key, gaps in found.items()}


def check_matrix(rows, page):
    """Each instance has a row, each method a column, and no cell mixes methods."""
    head, *body = page.tables["matrix"]
    for (name, method), median in medians_by_method(rows).items():
        line = next(line for line in body if line[0]["text"] == name)
        columns = [k for k, cell in enumerate(head) if cell["text"].split(",")[0] == method]
        assert len(columns) == 1, (method, [cell["text"] for cell in head])
        assert abs(float(line[columns[0]]["v"]) - median) < 1e-6, (name, method, line[columns[0]], median)
        assert name in line[columns[0]]["tip"] and method in line[columns[0]]["tip"], line[columns[0]]


def check_page(results, path):
    rows, page, data = rows_of(results), read_page(path), read_data(path)
    known = set("""html head meta title link style body header h1 h2 nav a main div i dl dt dd section p table thead tbody tr th td small
        figure figcaption svg g line rect path circle text title ul li input output code script noscript""".split())
    assert page.names <= known, "elements that no report has: %s" % (page.names - known)
    assert page.scripts == 2, page.scripts
    assert all(link.startswith("#") or link == "data:," for link in page.links), page.links
    assert {link[1:] for link in page.links if link.startswith("#")} <= page.ids, page.links
    assert len(data) == len(rows)
    for seen, row in zip(data, rows):
        assert seen["state"] == row["state"] and seen["best"] == expected("best", row), seen
        assert row["state"] != 2 or seen["end"] == row["message"].decode(), seen
        assert not row["name"] or seen["instance"] == row["name"].decode(), seen
        assert (seen["gap"] is not None) == (row["best"] != NONE and row["best_known"] != 0), seen
        assert len(seen["course"]) == (2 * row["trace_rows"] if row["state"] == 1 else 0), seen
    check_matrix(rows, page)
    tips = [tip for tip in page.tips if "seed" in tip]
    assert len(tips) >= 9, "dots that tell their row"


PROBE = """<script>
(function () {
  var seen = {errors: window.seenErrors}, table = document.getElementById("rows"), input = document.querySelector("#bar input");
  var box = table.parentNode;
  /* The column of all rows: those that are drawn, while the table is scrolled. */
  function column(key) {
    var at = Array.prototype.findIndex.call(table.tHead.rows[0].cells, function (th) { return th.getAttribute("data-k") === key; }), found = [];
    for (var top = 0; top <= box.scrollHeight; top += 200) {
      box.scrollTop = top;
      box.dispatchEvent(new Event("scroll"));
      Array.prototype.forEach.call(table.tBodies[0].querySelectorAll("tr[data-p]"), function (tr) {
        var cell = tr.querySelector("td[colspan]") && at > 4 && at < 12 ? null : tr.cells[at], v = cell && cell.getAttribute("data-v");
        found[Number(tr.getAttribute("data-p"))] = !cell ? "" : v === null ? cell.textContent : v;
      });
    }
    return found;
  }
  function click(key) { table.querySelector("th[data-k=" + key + "] button").click(); return column(key); }
  seen.up = click("time"); seen.down = click("time"); seen.name = click("instance"); seen.back = click("row");
  var cell = document.querySelector("#matrix td[data-tip]"), tip = document.getElementById("tip");
  cell.dispatchEvent(new MouseEvent("mousemove", {bubbles: true, clientX: 40, clientY: 40}));
  seen.tip = tip.hidden ? "" : tip.textContent; seen.told_tip = cell.getAttribute("data-tip");
  document.body.dispatchEvent(new MouseEvent("mousemove", {bubbles: true, clientX: 1, clientY: 1}));
  seen.tip_hides = tip.hidden;
  input.value = "FAILED"; input.dispatchEvent(new Event("input"));
  seen.states = column("state");
  seen.told = document.querySelector("#bar output").textContent; seen.hash = location.hash;
  seen.sideways = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  seen.width = window.innerWidth; seen.table = box.scrollWidth - box.clientWidth;
  seen.cut = Array.prototype.filter.call(table.tHead.rows[0].cells, function (th) { return th.scrollWidth > th.clientWidth; }).map(function (th) {
    return th.textContent; });
  seen.paper = getComputedStyle(document.body).backgroundColor;
  var out = document.createElement("pre"); out.id = "seen"; out.textContent = JSON.stringify(seen); document.body.appendChild(out);
})();
</script></body>"""

MANY = """<script>
(function () {
  var table = document.getElementById("rows"), box = table.parentNode, input = document.querySelector("#bar input"), seen = {errors: window.seenErrors};
  function drawn() { return Array.prototype.map.call(table.tBodies[0].querySelectorAll("tr[data-p]"), function (tr) { return Number(tr.cells[0].textContent); }); }
  seen.first = drawn();
  box.scrollTop = box.scrollHeight; box.dispatchEvent(new Event("scroll")); seen.end = drawn();
  table.querySelector("th[data-k=row] button").click(); table.querySelector("th[data-k=row] button").click(); seen.turned = drawn();
  var out = document.createElement("pre"); out.id = "seen"; out.textContent = JSON.stringify(seen); document.body.appendChild(out);
})();
</script></body>"""
EARLY = "<head><script>window.seenErrors = []; onerror = function (m) { window.seenErrors.push(m); };</script>"


def make_probe(path, out):
    text = open(path, encoding="utf-8").read()
    open(out, "w", encoding="utf-8").write(text.replace("<head>", EARLY, 1).replace("</body>", PROBE))


def make_many(path, out, count):
    """A copy of the page with so many rows."""
    text = open(path, encoding="utf-8").read()
    start = text.index('id="data">') + len('id="data">')
    end = text.index("</script>", start)
    data = json.loads(text[start:end])
    data["rows"] = (data["rows"] * (int(count) // len(data["rows"]) + 1))[: int(count)]
    many = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    open(out, "w", encoding="utf-8").write((text[:start] + many + text[end:]).replace("<head>", EARLY, 1).replace("</body>", MANY))


def read_seen(path):
    text = open(path, encoding="utf-8").read()
    start = text.index('<pre id="seen">') + len('<pre id="seen">')
    seen = json.loads(text[start : text.index("</pre>", start)].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))
    assert seen["errors"] == [], seen["errors"]
    return seen


def check_many(path, count):
    """Few rows are in the page, wherever it is scrolled to."""
    seen, count = read_seen(path), int(count)
    for rows in (seen["first"], seen["end"], seen["turned"]):
        assert 10 < len(rows) < 100, len(rows)
    assert seen["first"][0] == 0 and seen["end"][-1] == count - 1 and seen["turned"][0] == count - 1, seen


def check_seen(path):
    seen = read_seen(path)
    numbers = lambda words: [float(word) for word in words if word != ""]
    empty = seen["up"].count("")
    for words in (seen["up"], seen["down"]):  # those without a time come last both ways
        assert all(word == "" for word in words[len(words) - empty :]), words
    assert len(numbers(seen["up"])) > 2 and numbers(seen["up"]) == sorted(numbers(seen["up"])), seen["up"]
    assert numbers(seen["down"]) == sorted(numbers(seen["up"]), reverse=True), seen["down"]
    assert seen["back"] == [str(k) for k in range(len(seen["back"]))], seen["back"]
    assert seen["states"] and set(seen["states"]) == {"failed"}, seen["states"]
    assert seen["told"] == "%d of %d rows" % (len(seen["states"]), len(seen["back"])), seen["told"]
    assert seen["hash"] == "#sort=row&filter=FAILED", seen["hash"]
    assert seen["sideways"] <= 0, "the page is %d pixels too wide" % seen["sideways"]
    assert seen["tip"] and seen["tip"] == seen["told_tip"] and seen["tip_hides"], seen["tip"]
    if seen["width"] >= 1280:
        assert seen["table"] <= 0, "the rows' table is %d pixels too wide" % seen["table"]
        assert seen["cut"] == [], "heads that are cut: %s" % seen["cut"]


def check_dark(path):
    """The page is dark where the system is."""
    shades = [int(word) for word in read_seen(path)["paper"].strip("rgb()").split(",")]
    assert max(shades) < 64, shades


def check_sorted(path, key):
    values = read_page(path).column(key)
    some = [float(value) for value in values if value != ""]
    assert len(set(some)) > 1 and some == sorted(some, reverse=True), some
    assert all(value == "" for value in values[len(some) :]), values


if __name__ == "__main__":
    actions = {"csv": check_csv, "page": check_page, "probe": make_probe, "seen": check_seen, "sorted": check_sorted, "many": make_many,
               "few": check_many, "dark": check_dark}
    actions[sys.argv[1]](*sys.argv[2:])
