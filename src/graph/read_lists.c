/* Files with a line an edge: those that say how many there are, and plain lists. */
#include <stdio.h>
#include <stdlib.h>
#include "c_locale.h"
#include "graph_text.h"
#include "memory.h"

/* ---- lists that say how many ---- */

/* Files with a line an edge that say how many: Matrix Market (coordinate), DIMACS. */

/* "expected a vertex from 1 to 100" */
static Status vertex_expect(Scan *s, uint64_t first, uint64_t n, uint64_t *out) {
  char what[64];
  scan_blanks(s);
  const char *const from = s->at;
  if (scan_count(s, out) && *out >= first && *out < n + first) {
    *out -= first;
    return OK;
  }
  s->at = from;
  snprintf(what, sizeof what, "a vertex from %llu to %llu", (unsigned long long)first,
           (unsigned long long)(n + first - 1));
  return scan_fail(s, what);
}

Status vertices_expect(Scan *s, uint64_t *n) {
  char what[64];
  scan_blanks(s);
  const char *const from = s->at;
  const bool number = s->at < s->end && c_isdigit(*s->at);
  if (scan_count(s, n) && *n >= 1 && *n <= GRAPH_VERTICES_MAX) return OK;
  const bool many = number && *n != 0;
  s->at = from;
  snprintf(what, sizeof what, "%s %llu%s", many ? "at most" : "the number of vertices, from 1 to",
           (unsigned long long)GRAPH_VERTICES_MAX, many ? " vertices" : "");
  return scan_fail(s, what);
}

Status count_check(const Scan *s, const EdgeList *edges, uint64_t count, uint64_t line) {
  if (edges->count == count) return OK;
  FAIL(ERR_FORMAT, "%s:%llu: expected %llu edges or arcs as this line says, found %llu", s->path,
       (unsigned long long)line, (unsigned long long)count, (unsigned long long)edges->count);
}

/* Two vertices, and whatever stands behind them on the line. */
static Status pair_read(Scan *s, EdgeList *edges) {
  uint64_t from = 0, to = 0;
  TRY(vertex_expect(s, edges->first, edges->n, &from));
  TRY(vertex_expect(s, edges->first, edges->n, &to));
  scan_line(s);
  return edge_add(s->path, edges, from, to);
}

/* ---- Matrix Market ---- */

static const char banner[] = "matrixmarket";

/* The next word is that one, whatever its case. */
static bool word_matches(Scan *s, const char *text) {
  const char *word;
  const size_t bytes = scan_word(s, &word);
  return bytes == strlen(text) && c_strncasecmp(word, text, bytes) == 0;
}

static bool word_one_of(Scan *s, const char *const *words) {
  const Scan before = *s;
  for (; *words; words++) {
    *s = before;
    if (word_matches(s, *words)) return true;
  }
  *s = before;
  return false;
}

static bool line_has(const Scan *s, const char *end, const char *text) {
  const size_t bytes = strlen(text);
  for (const char *at = s->at; (size_t)(end - at) >= bytes; at++)
    if (c_strncasecmp(at, text, bytes) == 0) return true;
  return false;
}

bool market_banner_is(Scan s) {
  scan_blanks(&s);
  if (s.at == s.end || *s.at != '%') return false;
  const char *const stop = memchr(s.at, '\n', (size_t)(s.end - s.at)), *const end = stop ? stop : s.end;
  if (line_has(&s, end, banner)) return true;
  return line_has(&s, end, "matrix") && (line_has(&s, end, "coordinate") || line_has(&s, end, "array"));
}

static Status banner_read(Scan *s, EdgeList *edges) {
  static const char *const fields[] = {"pattern", "integer", "unsigned-integer", "real", "double",
                                       "complex", NULL};
  static const char *const mirrored[] = {"symmetric", "skew-symmetric", "hermitian", NULL};
  const char *const line = s->at, *word;
  while (s->at < s->end && (*s->at == '%' || scan_is_blank(*s->at))) s->at++;
  if (!word_matches(s, banner)) {
    s->at = line;
    return scan_fail(s, "'%%MatrixMarket matrix coordinate ...'");
  }
  scan_word(s, &word);
  if (!word_matches((s->at = word, s), "matrix")) {
    s->at = word;
    return scan_fail(s, "matrix, the only object that is a graph");
  }
  scan_word(s, &word);
  if (!word_matches((s->at = word, s), "coordinate")) {
    s->at = word;
    return scan_fail(s, "coordinate, a matrix with a line an entry");
  }
  scan_word(s, &word);
  s->at = word;
  if (!word_one_of(s, fields)) return scan_fail(s, "pattern, integer, real or complex");
  scan_word(s, &word);
  s->at = word;
  edges->directed = !word_one_of(s, mirrored);
  if (edges->directed && !word_matches(s, "general")) {
    s->at = word;
    return scan_fail(s, "general, symmetric, skew-symmetric or hermitian");
  }
  snprintf(edges->why, sizeof edges->why, "%.*s", (int)(s->at - word), word);
  edges->settled = true;
  scan_line(s);
  return OK;
}

Status matrix_market_edges(Scan *s, EdgeList *edges) {
  uint64_t columns, count;
  TRY(banner_read(s, edges));
  while (s->at < s->end && (*s->at == '%' || scan_line_ends(s))) scan_line(s);
  TRY(vertices_expect(s, &edges->n));
  TRY(scan_expect(s, edges->n, edges->n, "as many columns as rows", &columns));
  TRY(scan_expect(s, 0, GRAPH_ARCS_MAX, "the number of entries", &count));
  const uint64_t line = s->line;
  edges->first = 1;
  for (scan_line(s); s->at < s->end;)
    if (*s->at == '%' || scan_line_ends(s))
      scan_line(s);
    else
      TRY(pair_read(s, edges));
  return count_check(s, edges, count, line);
}

/* ---- DIMACS ---- */

typedef struct Problem { /* the line p */
  uint64_t count, line;
} Problem;

/* "p sp N M", "p max N M" (arcs), "p edge N M", "p col N M" (edges). */
static Status problem_read(Scan *s, EdgeList *edges, Problem *p) {
  static const char *const arcs[] = {"sp", "max", "asn", "min", NULL}, *const both[] = {"edge", "col", NULL};
  const char *word;
  if (edges->n) return scan_fail(s, "one line 'p'");
  scan_word(s, &word);
  s->at = word;
  edges->directed = word_one_of(s, arcs);
  if (!edges->directed && !word_one_of(s, both)) return scan_fail(s, "sp, max, asn, min, edge or col");
  snprintf(edges->why, sizeof edges->why, "p %.*s", (int)(s->at - word), word);
  edges->settled = true;
  TRY(vertices_expect(s, &edges->n));
  TRY(scan_expect(s, 0, GRAPH_ARCS_MAX, "the number of arcs", &p->count));
  edges->first = 1;
  p->line = s->line;
  scan_line(s);
  return OK;
}

static Status dimacs_line(Scan *s, EdgeList *edges, Problem *p) {
  const char *word;
  const size_t bytes = scan_word(s, &word);
  char kind;
  if (bytes == 1)
    kind = *word;
  else if (bytes)
    kind = '?';
  else
    kind = 'c';
  if (kind == 'p') return problem_read(s, edges, p);
  if (kind == 'a' || kind == 'e')
    return edges->n ? pair_read(s, edges) : scan_fail(s, "a line 'p' before it");
  if (kind != 'c' && kind != 'n') {
    s->at = word;
    return scan_fail(s, "a line that begins with c, p, n, a or e");
  }
  scan_line(s);
  return OK;
}

Status dimacs_edges(Scan *s, EdgeList *edges) {
  Problem p = {.line = 0};
  while (s->at < s->end) TRY(dimacs_line(s, edges, &p));
  return count_check(s, edges, p.count, p.line);
}

/* ---- plain lists ---- */

/* Lists of edges: two vertices a line, with blanks, commas or semicolons between; comments or a row of names may come
 * first. See graph_text.h. */

enum { CELLS_MAX = 64 };

typedef struct List {
  Scan *s;
  EdgeList *edges;
  ListHeader header;
  char separator;      /* ' ': blanks */
  int column[2];       /* of the ends */
  int type;            /* of a column of Gephi's that says Directed or Undirected; -1: there is none */
  int columns;         /* of a line; 0: not known, or something in it is no number */
  uint64_t first_line; /* of an edge */
  uint64_t largest, largest_line;
} List;

typedef struct Cell {
  const char *at;
  size_t bytes;
} Cell;

/* ---- vertices ---- */

static Status vertex_fail(const List *l, uint64_t value) {
  char what[96];
  const uint64_t first = l->edges->first, n = l->edges->n;
  if (value >= GRAPH_VERTICES_MAX + first)
    snprintf(what, sizeof what, "at most %llu vertices: number them from %llu on without gaps",
             (unsigned long long)GRAPH_VERTICES_MAX, (unsigned long long)first);
  else if (l->header.konect && n)
    snprintf(what, sizeof what, "a vertex from 1 to %llu", (unsigned long long)n);
  else
    snprintf(what, sizeof what, "two vertices, numbered from %llu on", (unsigned long long)first);
  return scan_fail(l->s, what);
}

/* The number that `text` is, with quotes around it perhaps; UINT64_MAX: there is none. */
static uint64_t cell_number(Cell cell) {
  uint64_t sum = 0;
  if (cell.bytes > 2 && cell.at[0] == '"' && cell.at[cell.bytes - 1] == '"') {
    cell.at++;
    cell.bytes -= 2;
  }
  if (!cell.bytes || cell.bytes > 19) return UINT64_MAX;
  for (size_t k = 0; k < cell.bytes; k++) {
    if ((unsigned)(cell.at[k] - '0') > 9) return UINT64_MAX;
    sum = sum * 10 + (unsigned)(cell.at[k] - '0');
  }
  return sum;
}

/* `at`: the text of `value`, for messages. */
static Status vertex_take(List *l, const char *at, uint64_t value, uint64_t *end) {
  const uint64_t first = l->edges->first;
  const bool bounded = l->header.konect && l->header.nodes_line;
  const bool valid = value != UINT64_MAX && value >= first && value - first < GRAPH_VERTICES_MAX;
  if (!valid || (bounded && value - first >= l->edges->n)) {
    l->s->at = at;
    return vertex_fail(l, value == UINT64_MAX ? 0 : value);
  }
  *end = value - first;
  if (*end >= l->edges->n) l->edges->n = *end + 1;
  if (*end >= l->largest) {
    l->largest = *end;
    l->largest_line = l->s->line;
  }
  return OK;
}

/* ---- lines ---- */

static bool separates(const List *l, char c) {
  return l->separator == ' ' ? scan_is_blank(c) : c == l->separator;
}

/* The next cell of a line, without blanks around it; false: the line ends. */
static bool cell_next(const List *l, const char **at, const char *end, Cell *cell) {
  const char *from = *at;
  while (from < end && scan_is_blank(*from)) from++;
  if (from == end) return false;
  const char *stop = from;
  while (stop < end && !separates(l, *stop)) stop++;
  *at = stop < end ? stop + 1 : end;
  while (stop > from && scan_is_blank(stop[-1])) stop--;
  *cell = (Cell){from, (size_t)(stop - from)};
  return true;
}

static int line_cells(const List *l, Cell *cells) {
  const char *const stop = memchr(l->s->at, '\n', (size_t)(l->s->end - l->s->at)), *const end =
                                                                                       stop ? stop
                                                                                            : l->s->end;
  const char *at = l->s->at;
  int count = 0;
  while (count < CELLS_MAX && cell_next(l, &at, end, &cells[count])) count++;
  return count;
}

/* Lines of whole numbers alone have as many of them as the first one. */
static Status columns_check(List *l, int columns, bool numbers) {
  char what[96];
  if (l->edges->count == 0) {
    l->columns = numbers ? columns : 0;
    l->first_line = l->s->line;
  }
  if (!l->columns || !numbers || columns == l->columns) return OK;
  snprintf(what, sizeof what, "%d numbers as in line %llu (METIS is known by the name .graph)", l->columns,
           (unsigned long long)l->first_line);
  return scan_fail(l->s, what);
}

static bool cell_is(Cell cell, const char *name) {
  if (cell.bytes > 2 && cell.at[0] == '"') {
    cell.at++;
    cell.bytes -= 2;
  }
  return cell.bytes == strlen(name) && c_strncasecmp(cell.at, name, cell.bytes) == 0;
}

/* All edges of a graph have directions, or none has. */
static Status type_take(List *l, Cell cell) {
  EdgeList *const edges = l->edges;
  const bool directed = cell_is(cell, "directed"), first = edges->count == 0;
  if (!directed && !cell_is(cell, "undirected")) return OK;
  if (!first && directed != edges->directed) {
    l->s->at = cell.at;
    return scan_fail(l->s, "the same type of edge as in the lines before");
  }
  if (first) {
    edges->settled = true;
    edges->directed = directed;
    snprintf(edges->why, sizeof edges->why, "type");
  }
  return OK;
}

/* "12 7", the usual line, without a look at its cells. False: it is another, and nothing is read. */
static bool pair_plain(List *l, uint64_t end[2]) {
  Scan ahead = *l->s;
  const bool usual = l->separator == ' ' && l->columns == 2 && l->type < 0 && l->column[0] == 0;
  if (!usual || l->column[1] != 1) return false;
  if (!scan_count(&ahead, &end[0]) || !scan_count(&ahead, &end[1]) || !scan_line_ends(&ahead)) return false;
  return end[0] - l->edges->first < l->edges->n && end[1] - l->edges->first < l->edges->n;
}

static Status edge_read(List *l) {
  Cell cells[CELLS_MAX];
  uint64_t end[2];
  if (pair_plain(l, end)) {
    scan_line(l->s);
    return edge_add(l->s->path, l->edges, end[0] - l->edges->first, end[1] - l->edges->first);
  }
  const int columns = line_cells(l, cells);
  const char *const line = l->s->at;
  bool numbers = true;
  for (int e = 0; e < 2; e++) {
    const bool there = l->column[e] < columns;
    const char *const stop = memchr(line, '\n', (size_t)(l->s->end - line));
    const Cell cell = there ? cells[l->column[e]] : (Cell){stop ? stop : l->s->end, 0};
    TRY(vertex_take(l, cell.at, cell_number(cell), &end[e]));
  }
  if (l->type >= 0 && l->type < columns) TRY(type_take(l, cells[l->type]));
  for (int k = 0; k < columns && numbers; k++) numbers = cell_number(cells[k]) != UINT64_MAX;
  TRY(columns_check(l, columns, numbers));
  scan_line(l->s);
  return edge_add(l->s->path, l->edges, end[0], end[1]);
}

/* ---- the line before the first edge ---- */

/* What stands behind the first cell. */
static char separator_find(const Scan *s) {
  const char *at = s->at;
  for (bool quoted = false; at < s->end && *at != '\n'; at++) {
    if (*at == '"') quoted = !quoted;
    if (!quoted && (*at == ',' || *at == ';' || scan_is_blank(*at))) break;
  }
  while (at < s->end && scan_is_blank(*at)) at++;
  return at < s->end && (*at == ',' || *at == ';') ? *at : ' ';
}

static int column_find(const Cell *cells, int columns, const char *const *names) {
  for (int k = 0; k < columns; k++)
    for (const char *const *name = names; *name; name++)
      if (cell_is(cells[k], *name)) return k;
  return -1;
}

/* A row of names: "source,target,weight". */
static Status names_read(List *l) {
  static const char *const from[] = {"source", "src",  "from",  "fromnodeid", "tail",  "u", "i",
                                     "id1",    "id_1", "node1", "node_1",     "start", "x", NULL},
                           *const to[] = {"target", "dst", "dest", "destination", "to",   "tonodeid",
                                          "head",   "v",   "j",    "id2",         "id_2", "node2",
                                          "node_2", "end", "y",    NULL};
  static const char *const type[] = {"type", NULL};
  Cell cells[CELLS_MAX];
  const int columns = line_cells(l, cells);
  bool letters = false;
  for (int k = 0; k < columns; k++)
    letters |= cells[k].bytes &&
               (cells[k].at[0] == '"' || (c_isalnum(cells[k].at[0]) && !c_isdigit(cells[k].at[0])));
  if (!letters || cell_number(cells[0]) != UINT64_MAX) return OK;
  l->type = column_find(cells, columns, type);
  l->column[0] = column_find(cells, columns, from);
  l->column[1] = column_find(cells, columns, to);
  if (l->column[0] < 0 || l->column[1] < 0)
    return scan_fail(l->s, "two vertices, numbered from 0 on, or columns named source and target");
  scan_line(l->s);
  return OK;
}

/* ---- all of it ---- */

static Status header_take(List *l) {
  const ListHeader *const h = &l->header;
  const unsigned long long line = h->line;
  EdgeList *const edges = l->edges;
  const char *const path = l->s->path;
  if (h->bipartite)
    FAIL(ERR_FORMAT,
         "%s:%llu: expected a graph of one set of vertices (sym, asym), found bip: number the vertices of "
         "the second set behind those of the first",
         path, line);
  edges->ambiguous = h->directed && h->undirected;
  edges->settled = h->directed != h->undirected;
  edges->directed = h->directed && edges->settled;
  if (edges->settled) snprintf(edges->why, sizeof edges->why, "line %llu", line);
  edges->first = h->konect;
  if (h->konect && h->nodes_line && h->nodes > GRAPH_VERTICES_MAX)
    FAIL(ERR_FORMAT, "%s:%llu: expected at most %llu vertices, found %llu", path,
         (unsigned long long)h->nodes_line, (unsigned long long)GRAPH_VERTICES_MAX,
         (unsigned long long)h->nodes);
  if (h->konect) edges->n = h->nodes;
  return OK;
}

/* Not more vertices have edges than the header says there are. */
static Status nodes_check(const List *l) {
  const EdgeList *const edges = l->edges;
  uint64_t nodes = 0;
  if (!l->header.nodes_line || l->header.konect || edges->n <= l->header.nodes) return OK;
  uint64_t *const seen = calloc(edges->n / 64 + 1, sizeof *seen);
  if (!seen) FAIL(ERR_MEMORY, "%s: no memory for %llu vertices", l->s->path, (unsigned long long)edges->n);
  for (uint64_t k = 0; k < 2 * edges->count; k++) seen[edges->ends[k] / 64] |= 1ull << edges->ends[k] % 64;
  for (uint64_t k = 0; k <= edges->n / 64; k++) nodes += (uint64_t)__builtin_popcountll(seen[k]);
  free(seen);
  if (nodes <= l->header.nodes) return OK;
  FAIL(ERR_FORMAT, "%s:%llu: expected %llu vertices as this line says, found %llu", l->s->path,
       (unsigned long long)l->header.nodes_line, (unsigned long long)l->header.nodes,
       (unsigned long long)nodes);
}

/* A few edges with large numbers at their ends, which take more memory than there is. */
static Status gaps_check(const List *l) {
  enum { ROW_BYTES = 24, SPARSE = 16 };
  const uint64_t n = l->edges->n, free = memory_free(), allowed = memory_allowed();
  const uint64_t most = (free < allowed ? free : allowed) / ROW_BYTES;
  if (n / SPARSE <= l->edges->count || n <= most) return OK;
  FAIL(ERR_MEMORY,
       "%s:%llu: expected at most %llu vertices in the memory that is free, found vertex %llu among %llu "
       "edges: number the vertices without gaps",
       l->s->path, (unsigned long long)l->largest_line, (unsigned long long)most,
       (unsigned long long)(l->largest + l->edges->first), (unsigned long long)l->edges->count);
}

Status plain_edges(Scan *s, EdgeList *edges) {
  List l = {.s = s, .edges = edges, .separator = ' ', .column = {0, 1}, .type = -1};
  list_header_read(s, &l.header);
  TRY(header_take(&l));
  l.separator = separator_find(s);
  TRY(names_read(&l));
  while (s->at < s->end)
    if (scan_line_ends(s) || *s->at == '#' || *s->at == '%')
      scan_line(s);
    else
      TRY(edge_read(&l));
  if (l.header.edges_line) TRY(count_check(s, edges, l.header.edges, l.header.edges_line));
  TRY(nodes_check(&l));
  return gaps_check(&l);
}
