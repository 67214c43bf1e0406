/* Sorts tables by a click on a column's head, draws the rows as they are scrolled to, filters them, and shows what a cell or a dot stands for.
 * The address keeps sort and filter of the rows, so that it can be passed on: #sort=gap, #sort=-gap (downwards), #filter=failed, joined
 * by &. The rows are in the element #data (report_rows.c). */
(function () {
  "use strict";

  var alphabet = new Intl.Collator(undefined, { numeric: true });

  /* ---- tables that are in the page ---- */

  function value(row, column) {
    var cell = row.cells[column], v = cell.getAttribute("data-v");
    return v === null ? cell.textContent.trim() : v;
  }

  /* Numbers by size, texts by the alphabet, what is empty last, whatever the direction. */
  function order(direction, numeric) {
    return function (a, b) {
      if (a.v === "" || b.v === "") return (a.v === "") - (b.v === "") || a.at - b.at;
      var d = numeric ? a.v - b.v : alphabet.compare(a.v, b.v);
      return d * direction || a.at - b.at;
    };
  }

  function sort(table, key, direction) {
    var heads = Array.prototype.slice.call(table.tHead.rows[0].cells), body = table.tBodies[0];
    var column = heads.findIndex(function (th) { return th.getAttribute("data-k") === key; });
    var rows = Array.prototype.map.call(body.rows, function (tr) {
      return { tr: tr, v: value(tr, column), at: Number(tr.getAttribute("data-at")) };
    });
    var numeric = rows.every(function (r) { return r.v === "" || !isNaN(r.v); });
    rows.sort(order(direction, numeric));
    var all = document.createDocumentFragment();
    rows.forEach(function (r) { all.appendChild(r.tr); });
    body.appendChild(all);
  }

  function mark(table, key, direction) {
    Array.prototype.forEach.call(table.tHead.rows[0].cells, function (th) {
      if (key && th.getAttribute("data-k") === key) th.setAttribute("aria-sort", direction > 0 ? "ascending" : "descending");
      else th.removeAttribute("aria-sort");
    });
  }

  /* Heads become buttons; clicked(key, direction). */
  function heads(table, clicked) {
    Array.prototype.forEach.call(table.tHead.rows[0].cells, function (th) {
      var key = th.getAttribute("data-k"), button = document.createElement("button");
      if (!key) return;
      button.type = "button";
      while (th.firstChild) button.appendChild(th.firstChild);
      th.appendChild(button);
      button.addEventListener("click", function () {
        var direction = th.getAttribute("aria-sort") === "ascending" ? -1 : 1;
        clicked(key, direction);
        mark(table, key, direction);
      });
    });
  }

  Array.prototype.forEach.call(document.querySelectorAll("table.sort"), function (table) {
    if (table.id === "rows") return;
    Array.prototype.forEach.call(table.tBodies[0].rows, function (tr, k) { tr.setAttribute("data-at", k); });
    heads(table, function (key, direction) { sort(table, key, direction); });
  });

  /* ---- what is pointed at ---- */

  var tip = document.createElement("div");
  tip.id = "tip", tip.hidden = true;
  tip.setAttribute("role", "tooltip");
  document.body.appendChild(tip);

  function show(event) {
    var of = event.target.closest ? event.target.closest("[data-tip]") : null;
    tip.hidden = !of;
    if (!of) return;
    tip.textContent = of.getAttribute("data-tip");
    var right = document.documentElement.clientWidth - tip.offsetWidth - 8, below = event.clientY + 16;
    if (below + tip.offsetHeight > window.innerHeight - 8) below = event.clientY - tip.offsetHeight - 12;
    tip.style.left = Math.max(4, Math.min(event.clientX + 12, right)) + "px";
    tip.style.top = Math.max(4, below) + "px";
  }
  document.addEventListener("mousemove", show);
  document.addEventListener("mouseleave", function () { tip.hidden = true; });
  document.addEventListener("keydown", function (event) { if (event.key === "Escape") tip.hidden = true; });
  document.addEventListener("scroll", function () { tip.hidden = true; }, true);

  /* ---- the rows ---- */

  var table = document.getElementById("rows"), source = document.getElementById("data");
  if (!table || !source) return;
  var data = JSON.parse(source.textContent), rows = data.rows, texts = data.texts;
  source.textContent = "";
  var STATE = 0, BEST = 1, GAP = 2, BOUND = 3, TIME = 4, FINISHED = 5, RATE = 6, COURSE = 7, EXIT = 8, RANKS = 9, BATCH = 10, INSTANCE = 11,
    SIZE = 12, METHOD = 13, OPTIONS = 14, SECTION = 15, UNIT = 16, END = 17, HOST = 18, DEVICE = 19;
  var STATES = ["pending", "verified", "failed", "incomplete"], MARGIN = 10, PRINTED = 2000;
  var LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
  var body = table.tBodies[0], box = table.parentNode, height = 44, shown = rows.map(function (_, k) { return k; }), words = [];
  var bar = document.getElementById("bar"), input = bar.querySelector("input"), told = bar.querySelector("output");

  function safe(text) {
    return text.replace(/[&<>"']/g, function (c) { return "&#" + c.charCodeAt(0) + ";"; });
  }
  function figure(value, units, step) {
    var unit = 0;
    for (; value >= 999.5 && unit < units.length - 1; unit++) value /= step;
    return Number(value.toPrecision(3)) + units[unit];
  }
  function count(value) { return figure(value, ["", "k", "M", "G", "T", "P"], 1000); }
  function seconds(s) {
    if (s < 0.9995) return s < 1e-3 ? Number((s * 1e6).toPrecision(3)) + "\u00b5s" : Number((s * 1e3).toPrecision(3)) + "ms";
    if (s < 60) return s.toFixed(1) + "s";
    var two = function (n) { return ("0" + Math.floor(n)).slice(-2); };
    return s < 3600 ? Math.floor(s / 60) + "m" + two(s % 60) + "s" : Math.floor(s / 3600) + "h" + two(s / 60 % 60) + "m";
  }

  function cell(kind, text, small, v, hint) {
    return "<td" + (kind ? " class=\"" + kind + "\"" : "") + (v === undefined ? "" : " data-v=\"" + (v === null ? "" : v) + "\"") +
      (hint ? " data-tip=\"" + safe(hint) + "\"" : "") + ">" + safe(text) + (small ? "<small>" + safe(small) + "</small>" : "") + "</td>";
  }
  function percent(v) { return cell("n" + (v !== null && v <= 0 ? " zero" : ""), v === null ? "" : v.toFixed(3) + "%", "", v); }

  function course(row) {
    var code = row[COURSE], path = "", steps = code.length / 2;
    if (!steps) return "<td></td>";
    for (var k = 0; k < steps; k++) {
      var x = 2 + LETTERS.indexOf(code[2 * k]) * 84 / 63, y = 19 - LETTERS.indexOf(code[2 * k + 1]) * 16 / 63;
      path += k ? "H" + x.toFixed(1) + "V" + y.toFixed(1) : "M2 " + y.toFixed(1);
    }
    return "<td data-tip=\"" + steps + " improvement" + (steps > 1 ? "s" : "") + " in " + seconds(row[TIME]) +
      ", the time on a logarithmic axis\"><svg class=\"trace\" viewBox=\"0 0 90 22\" role=\"img\"><path d=\"" + path +
      "H86\"/><circle cx=\"86\" cy=\"19\" r=\"2.2\"/></svg></td>";
  }

  function where(row) {
    var more = [texts[row[DEVICE]]];
    if (row[RANKS] > 1) more.push(row[RANKS] + " ranks");
    if (row[BATCH] > 1) more.push("batch of " + row[BATCH]);
    more = more.filter(Boolean).join(", ");
    return cell("w", texts[row[HOST]], more, undefined, texts[row[HOST]] + (more ? "\n" + more : ""));
  }

  function results(row) {
    if (row[STATE] === 2) {
      var message = "exit " + row[EXIT] + ": " + texts[row[END]];
      return "<td class=\"message\" colspan=\"7\" data-tip=\"" + safe(message) + "\">" + safe(message) + "</td>";
    }
    return cell("n", row[BEST]) + percent(row[GAP]) + percent(row[BOUND]) + course(row) +
      cell("n", row[TIME] === null ? "" : seconds(row[TIME]), texts[row[END]], row[TIME]) +
      cell("n", row[FINISHED] === null ? "" : count(row[FINISHED]), "", row[FINISHED]) +
      cell("n", row[RATE] === null ? "" : count(row[RATE]), row[RATE] === null ? "" : texts[row[UNIT]], row[RATE]);
  }

  function line(place) {
    var at = shown[place], row = rows[at], name = texts[row[INSTANCE]], method = texts[row[METHOD]], options = texts[row[OPTIONS]];
    return "<tr class=\"" + STATES[row[STATE]] + "\" data-p=\"" + place + "\">" + cell("n", String(at)) + cell("state", STATES[row[STATE]]) +
      cell("w", name, texts[row[SIZE]], undefined, name + "\n" + texts[row[SIZE]]) +
      cell("w", method, options, undefined, method + (options ? "\n" + options : "")) +
      cell("w", texts[row[SECTION]], "", undefined, texts[row[SECTION]]) + results(row) + where(row) + "</tr>";
  }

  var first = -1, last = -1;
  /* Draws rows from..to of those shown, between two empty rows as high as all others. */
  function draw(from, to) {
    var html = "<tr class=\"gap\" style=\"height:" + from * height + "px\"></tr>";
    for (var k = from; k < to; k++) html += line(k);
    body.innerHTML = html + "<tr class=\"gap\" style=\"height:" + (shown.length - to) * height + "px\"></tr>";
    first = from, last = to;
  }
  function scrolled() {
    var from = Math.max(0, Math.floor(box.scrollTop / height) - MARGIN);
    var to = Math.min(shown.length, Math.ceil((box.scrollTop + box.clientHeight) / height) + MARGIN);
    if (first >= 0 && from <= first + MARGIN / 2 && to >= last - MARGIN / 2 && from >= first - MARGIN / 2 && to <= last + MARGIN / 2) return;
    draw(from, to);
  }
  function redraw() { first = -1, scrolled(); }

  /* The place of each text in the alphabet: rows are sorted by numbers. */
  var places = null;
  function place(text) {
    if (!places) {
      var byText = texts.map(function (_, k) { return k; }).sort(function (a, b) { return alphabet.compare(texts[a], texts[b]); });
      places = new Array(texts.length);
      byText.forEach(function (k, at) { places[k] = texts[k] === "" ? null : at; });
    }
    return places[text];
  }
  var keys = {
    row: function (row, k) { return k; }, state: function (row) { return row[STATE]; }, instance: function (row) { return place(row[INSTANCE]); },
    method: function (row) { return place(row[METHOD]); }, section: function (row) { return place(row[SECTION]); },
    best: function (row) { return row[BEST] === "" ? null : Number(row[BEST]); }, gap: function (row) { return row[GAP]; },
    bound: function (row) { return row[BOUND]; }, time: function (row) { return row[TIME]; }, finished: function (row) { return row[FINISHED]; },
    rate: function (row) { return row[RATE]; }, where: function (row) { return place(row[HOST]); }
  };
  function sortRows(key, direction) {
    var key_of = keys[key];
    if (!key_of) return;
    var v = rows.map(key_of);
    shown.sort(function (a, b) {
      if (v[a] === null || v[b] === null) return (v[a] === null) - (v[b] === null) || a - b;
      return (v[a] - v[b]) * direction || a - b;
    });
    mark(table, key, direction);
  }

  function text_of(k) {
    var row = rows[k];
    if (words[k] === undefined)
      words[k] = [k, STATES[row[STATE]], row[BEST], row[RANKS] > 1 ? row[RANKS] + " ranks" : "", row[STATE] === 2 ? "exit " + row[EXIT] + ":" : ""]
        .concat(row.slice(INSTANCE).map(function (t) { return texts[t]; })).join(" ").toLowerCase();
    return words[k];
  }
  /* A row stays if it has every word; what matched is told. */
  function filter(text) {
    var asked = text.toLowerCase().split(/\s+/).filter(Boolean);
    shown = [];
    for (var k = 0; k < rows.length; k++)
      if (asked.every(function (w) { return text_of(k).indexOf(w) >= 0; })) shown.push(k);
    told.textContent = asked.length ? shown.length + " of " + rows.length + " rows" : rows.length + " rows";
  }

  function asked() {
    var hash = new URLSearchParams(location.hash.slice(1));
    return { sort: hash.get("sort") || "", filter: hash.get("filter") || "" };
  }
  function keep(state) {
    var hash = new URLSearchParams();
    if (state.sort) hash.set("sort", state.sort);
    if (state.filter) hash.set("filter", state.filter);
    history.replaceState(null, "", String(hash) ? "#" + hash : location.pathname + location.search);
  }
  function arrange(state) {
    filter(state.filter);
    if (state.sort) sortRows(state.sort.replace(/^-/, ""), state.sort[0] === "-" ? -1 : 1);
    box.scrollTop = 0;
    redraw();
  }
  function obey() {
    if (/^#\w+$/.test(location.hash)) return; // a place of the page
    input.value = asked().filter;
    arrange(asked());
  }

  var waiting = 0;
  heads(table, function (key, direction) {
    keep({ sort: (direction < 0 ? "-" : "") + key, filter: input.value });
    arrange(asked());
  });
  input.addEventListener("input", function () {
    keep({ sort: asked().sort, filter: input.value });
    clearTimeout(waiting);
    if (rows.length < 20000) arrange(asked());
    else waiting = setTimeout(function () { arrange(asked()); }, 150);
  });
  box.addEventListener("scroll", scrolled);
  window.addEventListener("resize", redraw);
  window.addEventListener("hashchange", obey);
  window.addEventListener("beforeprint", function () { draw(0, Math.min(shown.length, PRINTED)); });
  window.addEventListener("afterprint", redraw);
  bar.hidden = false;
  arrange(/^#\w+$/.test(location.hash) ? { sort: "", filter: "" } : asked());
  obey();
})();
