/* Lists of edges: two vertices a line, with blanks, commas or semicolons between; comments or a row of names may come
 * first. See graph_text.h. */
#include <stdio.h>
#include <stdlib.h>
#include "c_locale.h"
#include "graph_text.h"
#include "memory.h"
#include "read_pairs.h"
#include "vertex_map.h"

enum { CELLS_MAX = 64 };

typedef struct Cell {
  const char *at;
  size_t bytes;
} Cell;

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
  VertexMap map;
  bool mapped;         /* ends are vertices of the map */
  bool words;          /* ... whose names are words */
  const char *because; /* there is a map, for people */
  Cell title[2];       /* of the columns, in a row of names; else no bytes */
} List;

/* ---- vertices ---- */

static Status vertex_fail(const List *l, const char *at, uint64_t value) {
  char what[128];
  const uint64_t first = l->edges->first, n = l->edges->n;
  const bool word = at < l->s->end && (*at == '"' || (c_isalnum(*at) && !c_isdigit(*at)));
  if (l->header.konect && l->header.nodes_line)
    snprintf(what, sizeof what, "a vertex from 1 to %llu", (unsigned long long)n);
  else if (!l->mapped && value >= GRAPH_VERTICES_MAX + first)
    snprintf(what, sizeof what,
             "at most %llu vertices: number them from %llu on without gaps, or use sparse ids (--ids sparse)",
             (unsigned long long)GRAPH_VERTICES_MAX, (unsigned long long)first);
  else
    snprintf(what, sizeof what, "two vertices, numbered from %llu on%s", (unsigned long long)first,
             word ? " (--ids names reads words)" : "");
  l->s->at = at;
  return scan_fail(l->s, what);
}

/* Without the quotes around it. */
static Cell cell_bare(Cell cell) {
  const bool quoted = cell.bytes > 2 && cell.at[0] == '"' && cell.at[cell.bytes - 1] == '"';
  return quoted ? (Cell){cell.at + 1, cell.bytes - 2} : cell;
}

/* The whole number that it is. */
static bool cell_number(Cell cell, uint64_t *out) {
  const Cell bare = cell_bare(cell);
  return graph_number_read(bare.at, bare.bytes, out);
}

static bool cell_is_number(Cell cell) {
  uint64_t value;
  return cell_number(cell, &value);
}

/* From here on ends are vertices of a map, those of the edges before as well. */
static Status map_begin(List *l, const char *because) {
  EdgeList *const edges = l->edges;
  for (uint64_t k = 0; k < 2 * edges->count; k++)
    TRY(vertex_map_number(l->s->path, &l->map, edges->ends[k] + (uint64_t)edges->first, &edges->ends[k]));
  l->mapped = true;
  l->because = because;
  return OK;
}

/* The number in `cell`, which may call for a map. */
static Status number_take(List *l, Cell cell, uint64_t *value) {
  const uint64_t first = l->edges->first;
  *value = 0;
  if (!cell_number(cell, value) || *value < first) return vertex_fail(l, cell.at, 0);
  const bool bounded = l->header.konect && l->header.nodes_line;
  const bool large = !l->mapped && *value - first >= GRAPH_VERTICES_MAX;
  if (bounded && *value - first >= l->header.nodes) return vertex_fail(l, cell.at, *value);
  if (!large) return OK;
  return l->edges->naming == GRAPH_IDS_AUTO ? map_begin(l, "2^31 or more") : vertex_fail(l, cell.at, *value);
}

static Status number_place(List *l, uint64_t value, uint64_t *end) {
  uint32_t vertex = 0;
  if (l->mapped) {
    TRY(vertex_map_number(l->s->path, &l->map, value, &vertex));
    *end = vertex;
    return OK;
  }
  *end = value - l->edges->first;
  if (*end >= l->edges->n) l->edges->n = *end + 1;
  if (*end >= l->largest) {
    l->largest = *end;
    l->largest_line = l->s->line;
  }
  return OK;
}

static Status name_take(List *l, Cell cell, uint64_t *end) {
  char what[64];
  uint32_t vertex = 0;
  const Cell bare = cell_bare(cell);
  snprintf(what, sizeof what, "two names of 1 to %d bytes without a zero byte", GRAPH_NAME_MAX);
  if (!bare.bytes || bare.bytes > GRAPH_NAME_MAX || memchr(bare.at, 0, bare.bytes)) {
    l->s->at = cell.at;
    return scan_fail(l->s, what);
  }
  TRY(vertex_map_name(l->s->path, &l->map, bare.at, bare.bytes, &vertex));
  *end = vertex;
  return OK;
}

/* ---- lines ---- */

static bool separates(const List *l, char c) {
  return l->separator == ' ' ? scan_is_blank(c) : c == l->separator;
}

/* Behind the quotes around a cell that holds separators; `from` if it has none, or they do not end it. */
static const char *quoted_end(const List *l, const char *from, const char *end) {
  const char *const stop = *from == '"' ? memchr(from + 1, '"', (size_t)(end - from - 1)) : NULL;
  const bool ends = stop && (stop + 1 == end || separates(l, stop[1]) || scan_is_blank(stop[1]));
  return ends ? stop + 1 : from;
}

/* The next cell of a line, without blanks around it; false: the line ends. */
static bool cell_next(const List *l, const char **at, const char *end, Cell *cell) {
  const char *from = *at;
  while (from < end && scan_is_blank(*from)) from++;
  if (from == end) return false;
  const char *stop = quoted_end(l, from, end);
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
  const uint64_t first = l->edges->first;
  const bool bounded = l->header.konect && l->header.nodes_line;
  if (l->mapped) return !l->words && !bounded && end[0] >= first && end[1] >= first;
  return end[0] - first < l->edges->n && end[1] - first < l->edges->n;
}

/* Words are read where a row of names says which columns they stand in. */
static void words_find(List *l, const Cell cell[2]) {
  if (!l->title[0].bytes || l->edges->naming != GRAPH_IDS_AUTO) return;
  l->words = l->mapped = !cell_is_number(cell[0]) || !cell_is_number(cell[1]);
}

static Status ends_take(List *l, const Cell cell[2], uint64_t end[2]) {
  uint64_t value[2];
  if (l->edges->count == 0) words_find(l, cell);
  if (l->words) {
    TRY(name_take(l, cell[0], &end[0]));
    return name_take(l, cell[1], &end[1]);
  }
  for (int e = 0; e < 2; e++) TRY(number_take(l, cell[e], &value[e]));
  for (int e = 0; e < 2; e++) TRY(number_place(l, value[e], &end[e]));
  return OK;
}

static Status edge_read(List *l) {
  Cell cells[CELLS_MAX], ends[2];
  uint64_t end[2];
  if (pair_plain(l, end)) {
    for (int e = 0; e < 2; e++) TRY(number_place(l, end[e], &end[e]));
    scan_line(l->s);
    return edge_add(l->s->path, l->edges, end[0], end[1]);
  }
  const int columns = line_cells(l, cells);
  const char *const line = l->s->at;
  bool numbers = true;
  for (int e = 0; e < 2; e++) {
    const bool there = l->column[e] < columns;
    const char *const stop = memchr(line, '\n', (size_t)(l->s->end - line));
    ends[e] = there ? cells[l->column[e]] : (Cell){stop ? stop : l->s->end, 0};
  }
  TRY(ends_take(l, ends, end));
  if (l->type >= 0 && l->type < columns) TRY(type_take(l, cells[l->type]));
  for (int k = 0; k < columns && numbers; k++) numbers = cell_is_number(cells[k]);
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

/* Words may be the first edge, but only if words are asked for. */
static Status titles_missing(List *l) {
  if (!l->words)
    return scan_fail(l->s, "two vertices, numbered from 0 on, or columns named source and target");
  l->type = -1;
  return OK;
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
  if (!letters || cell_is_number(cells[0])) return OK;
  l->type = column_find(cells, columns, type);
  const int column[] = {column_find(cells, columns, from), column_find(cells, columns, to)};
  if (column[0] < 0 || column[1] < 0) return titles_missing(l);
  for (int e = 0; e < 2; e++) {
    l->column[e] = column[e];
    l->title[e] = cell_bare(cells[column[e]]);
  }
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
       "edges: number the vertices without gaps, or use sparse ids (--ids sparse)",
       l->s->path, (unsigned long long)l->largest_line, (unsigned long long)most,
       (unsigned long long)(l->largest + l->edges->first), (unsigned long long)l->edges->count);
}

/* A large list whose largest number is far above the number of its edges, unless it says how many vertices there are. */
static bool gaps_large(const List *l) {
  enum { GAPS_LEAST = 1 << 24, SPARSE = 16 };
  const EdgeList *const edges = l->edges;
  const bool may =
      edges->naming == GRAPH_IDS_AUTO && !l->mapped && !(l->header.konect && l->header.nodes_line);
  return may && edges->n > GAPS_LEAST && edges->n / SPARSE > edges->count;
}

/* "sparse ids 7 to 9000000000 (2^31 or more)" */
static void map_tell(const List *l, EdgeList *edges) {
  const GraphIds *const ids = &edges->ids;
  if (!l->words)
    snprintf(edges->named, sizeof edges->named, "sparse ids %llu to %llu (%s)",
             (unsigned long long)ids->id[0], (unsigned long long)ids->id[edges->n - 1], l->because);
  else if (l->title[0].bytes)
    snprintf(edges->named, sizeof edges->named, "names (columns %.*s and %.*s)", (int)l->title[0].bytes,
             l->title[0].at, (int)l->title[1].bytes, l->title[1].at);
  else
    snprintf(edges->named, sizeof edges->named, "names (--ids names)");
}

static Status map_settle(List *l) {
  EdgeList *const edges = l->edges;
  if (gaps_large(l)) TRY(map_begin(l, "more than 16 times the edges"));
  if (!l->mapped) return OK;
  edges->n = l->map.count;
  if (!edges->n) return OK;
  edges->first = 0;
  TRY(vertex_map_settle(l->s->path, &l->map, edges->ends, 2 * edges->count, &edges->ids));
  map_tell(l, edges);
  return OK;
}

/* Lines after the first edge as far as they are usual; the next one is not. */
static Status usual_read(List *l) {
  EdgeList *const edges = l->edges;
  const bool bounded = l->header.konect && l->header.nodes_line;
  const uint64_t first = edges->first, n = bounded ? l->header.nodes : GRAPH_VERTICES_MAX;
  const PairForm form = {"", "#%", l->separator, l->columns, first, n + first - 1};
  PairsFound found = {.largest_line = 0};
  if (!edges->count || l->mapped || l->type >= 0 || l->column[0] != 0 || l->column[1] != 1) return OK;
  TRY(pairs_read(l->s, edges, &form, &found));
  if (!found.largest_line || found.largest - first < l->largest) return OK;
  l->largest = found.largest - first;
  l->largest_line = found.largest_line;
  if (l->largest >= edges->n) edges->n = l->largest + 1;
  return OK;
}

static Status list_read(List *l) {
  Scan *const s = l->s;
  list_header_read(s, &l->header);
  TRY(header_take(l));
  l->separator = separator_find(s);
  TRY(names_read(l));
  while (s->at < s->end) {
    if (scan_line_ends(s) || *s->at == '#' || *s->at == '%')
      scan_line(s);
    else
      TRY(edge_read(l));
    TRY(usual_read(l));
  }
  if (l->header.edges_line) TRY(count_check(s, l->edges, l->header.edges, l->header.edges_line));
  TRY(map_settle(l));
  TRY(nodes_check(l));
  return gaps_check(l);
}

Status plain_edges(Scan *s, EdgeList *edges) {
  const GraphNaming naming = edges->naming;
  List l = {
      .s = s, .edges = edges, .separator = ' ', .column = {0, 1}, .type = -1, .because = "--ids sparse"};
  l.words = naming == GRAPH_IDS_NAMES;
  l.mapped = l.words || naming == GRAPH_IDS_SPARSE;
  const Status status = list_read(&l);
  vertex_map_free(&l.map);
  return status;
}
