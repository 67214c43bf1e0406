/* Sorts tables by a click on a column's head and filters the rows' table. The address keeps both, so that it can be passed on:
 * #sort=gap, #sort=-gap (downwards), #filter=failed, joined by &. Without this script the page is complete but still. */
(function () {
  "use strict";

  function value(row, column) {
    var cell = row.cells[column], v = cell.getAttribute("data-v");
    return v === null ? cell.textContent.trim() : v;
  }

  var alphabet = new Intl.Collator(undefined, { numeric: true });

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
    if (column < 0) return false;
    var rows = Array.prototype.map.call(body.rows, function (tr) {
      return { tr: tr, v: value(tr, column), at: Number(tr.getAttribute("data-at")) };
    });
    var numeric = rows.every(function (r) { return r.v === "" || !isNaN(r.v); });
    rows.sort(order(direction, numeric));
    var all = document.createDocumentFragment();
    rows.forEach(function (r) { all.appendChild(r.tr); });
    body.appendChild(all);
    heads.forEach(function (th, k) {
      if (k === column) th.setAttribute("aria-sort", direction > 0 ? "ascending" : "descending");
      else th.removeAttribute("aria-sort");
    });
    return true;
  }

  /* A row stays if it has every word; what matched is told. */
  function filter(table, text, told) {
    var words = text.toLowerCase().split(/\s+/).filter(Boolean), rows = table.tBodies[0].rows, shown = 0;
    for (var k = 0; k < rows.length; k++) {
      var tr = rows[k];
      if (tr.text === undefined) tr.text = tr.textContent.toLowerCase();
      tr.hidden = !words.every(function (w) { return tr.text.indexOf(w) >= 0; });
      shown += !tr.hidden;
    }
    told.textContent = words.length ? shown + " of " + rows.length + " rows" : rows.length + " rows";
  }

  function asked() {
    var words = new URLSearchParams(location.hash.slice(1));
    return { sort: words.get("sort") || "", filter: words.get("filter") || "" };
  }

  function keep(state) {
    var words = new URLSearchParams();
    if (state.sort) words.set("sort", state.sort);
    if (state.filter) words.set("filter", state.filter);
    history.replaceState(null, "", String(words) ? "#" + words : location.pathname + location.search);
  }

  function heads(table, changed) {
    Array.prototype.forEach.call(table.tHead.rows[0].cells, function (th) {
      var key = th.getAttribute("data-k"), button = document.createElement("button");
      if (!key) return;
      button.type = "button";
      while (th.firstChild) button.appendChild(th.firstChild);
      th.appendChild(button);
      button.addEventListener("click", function () {
        var down = th.getAttribute("aria-sort") === "ascending";
        sort(table, key, down ? -1 : 1);
        changed((down ? "-" : "") + key);
      });
    });
  }

  Array.prototype.forEach.call(document.querySelectorAll("table.sort"), function (table) {
    Array.prototype.forEach.call(table.tBodies[0].rows, function (tr, k) { tr.setAttribute("data-at", k); });
    if (table.id !== "rows") heads(table, function () {});
  });
  var table = document.getElementById("rows");
  if (!table) return;
  var bar = document.getElementById("bar"), input = bar.querySelector("input"), told = bar.querySelector("output");
  bar.hidden = false;
  function obey() {
    var state = asked();
    if (/^#\w+$/.test(location.hash)) return; // a place of the page
    if (state.sort) sort(table, state.sort.replace(/^-/, ""), state.sort[0] === "-" ? -1 : 1);
    input.value = state.filter;
    filter(table, state.filter, told);
  }
  heads(table, function (key) { keep({ sort: key, filter: input.value }); });
  input.addEventListener("input", function () {
    filter(table, input.value, told);
    keep({ sort: asked().sort, filter: input.value });
  });
  window.addEventListener("hashchange", obey);
  obey();
})();
