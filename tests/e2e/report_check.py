#!/usr/bin/python3
"""Checks what `cordee report` made of a results file against the file itself.

    tests/e2e/report_check.py csv RESULTS.h5 TABLE.csv       every member of every row, by the rules of RFC 4180
    tests/e2e/report_check.py page RESULTS.h5 PAGE.html      well formed, self-contained, escaped, every row with its best
    tests/e2e/report_check.py probe PAGE.html OUT.html       a copy of the page that clicks, types, and tells what it saw
    tests/e2e/report_check.py seen DOM.html                  what that copy told, as `chromium --dump-dom` printed it
    tests/e2e/report_check.py sorted DOM.html KEY            rows descend by that column, rows without a value come last
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
    if name in ("key", "digest"):
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

    def handle_data(self, data):
        self.text += data
        if self.cell is not None:
            self.cell["text"] += data

    def column(self, key):
        at = self.heads.index(key)
        rows = [row["cells"][at] for row in self.rows if row["cells"]]
        return [cell["v"] if cell["v"] is not None else cell["text"] for cell in rows]


def read_page(path):
    with open(path, encoding="utf-8", errors="strict") as file:
        return Page(file.read())


def check_page(results, path):
    rows, page = rows_of(results), read_page(path)
    known = set("""html head meta title link style body header h1 h2 nav a main div i dl dt dd section p table thead tbody tr th td small
        figure figcaption svg g line rect path circle text title ul li input output code script""".split())
    assert page.names <= known, "elements that no report has: %s" % (page.names - known)
    assert page.scripts == 1, page.scripts
    assert all(link.startswith("#") or link == "data:," for link in page.links), page.links
    assert {link[1:] for link in page.links if link.startswith("#")} <= page.ids, page.links
    assert page.column("row") == [str(k) for k in range(len(rows))]
    assert page.column("state") == [STATES[row["state"]] for row in rows]
    assert page.column("best") == [expected("best", row) for row in rows]
    for k, row in enumerate(rows):
        if row["state"] == 2:
            assert row["message"].decode() in page.column("end")[k], row["message"]
        if row["name"]:
            assert page.column("instance")[k].startswith(row["name"].decode()), row["name"]
    for gap, row in zip(page.column("gap"), rows):
        assert (gap != "") == (row["best"] != NONE and row["best_known"] != 0), gap


PROBE = """<script>
(function () {
  var seen = {errors: window.seenErrors}, table = document.getElementById("rows"), input = document.querySelector("#bar input");
  function column(key) {
    var at = Array.prototype.findIndex.call(table.tHead.rows[0].cells, function (th) { return th.getAttribute("data-k") === key; });
    return Array.prototype.map.call(table.tBodies[0].rows, function (tr) {
      var v = tr.cells[at].getAttribute("data-v"); return v === null ? tr.cells[at].textContent : v; });
  }
  function click(key) { table.querySelector("th[data-k=" + key + "] button").click(); return column(key); }
  seen.up = click("time"); seen.down = click("time"); seen.name = click("instance"); seen.back = click("row");
  input.value = "FAILED"; input.dispatchEvent(new Event("input"));
  seen.states = column("state").filter(function (s, k) { return !table.tBodies[0].rows[k].hidden; });
  seen.told = document.querySelector("#bar output").textContent; seen.hash = location.hash;
  seen.sideways = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  var out = document.createElement("pre"); out.id = "seen"; out.textContent = JSON.stringify(seen); document.body.appendChild(out);
})();
</script></body>"""


def make_probe(path, out):
    text = open(path, encoding="utf-8").read()
    early = "<head><script>window.seenErrors = []; onerror = function (m) { window.seenErrors.push(m); };</script>"
    open(out, "w", encoding="utf-8").write(text.replace("<head>", early, 1).replace("</body>", PROBE))


def check_seen(path):
    text = open(path, encoding="utf-8").read()
    start = text.index('<pre id="seen">') + len('<pre id="seen">')
    seen = json.loads(text[start : text.index("</pre>", start)].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))
    assert seen["errors"] == [], seen["errors"]
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


def check_sorted(path, key):
    values = read_page(path).column(key)
    some = [float(value) for value in values if value != ""]
    assert len(set(some)) > 1 and some == sorted(some, reverse=True), some
    assert all(value == "" for value in values[len(some) :]), values


if __name__ == "__main__":
    actions = {"csv": check_csv, "page": check_page, "probe": make_probe, "seen": check_seen, "sorted": check_sorted}
    actions[sys.argv[1]](*sys.argv[2:])
