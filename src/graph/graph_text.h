/* The readers of graphs as text. Inside this folder, and for their tests. */
#ifndef CORDEE_GRAPH_GRAPH_TEXT_H
#define CORDEE_GRAPH_GRAPH_TEXT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "graph_plan.h"
#include "status.h"

/* ---- numbers ---- */

/* Numbers from a whole text in memory, fast: for readers of graphs. */

typedef struct Scan {
  const char *path; /* for messages */
  const char *at, *end;
  uint64_t line; /* of `at`, from 1 */
} Scan;

static inline bool scan_is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static inline void scan_blanks(Scan *s) {
  while (s->at < s->end && scan_is_blank(*s->at)) s->at++;
}

/* If halting is due, the text ends here: see text_over. */
void scan_poll(Scan *s);

/* Behind the end of the line. */
static inline void scan_line(Scan *s) {
  enum { POLL_LINES = 1 << 14 };
  const char *stop = (const char *)memchr(s->at, '\n', (size_t)(s->end - s->at));
  s->at = stop ? stop + 1 : s->end;
  s->line++;
  if (s->line % POLL_LINES == 0) scan_poll(s);
}

static inline bool scan_line_ends(Scan *s) {
  scan_blanks(s);
  return s->at == s->end || *s->at == '\n';
}

/* A whole number, and a blank or the end of the line behind it. False: there is none, or one above 2^63. */
static inline bool scan_count(Scan *s, uint64_t *value) {
  uint64_t sum = 0;
  scan_blanks(s);
  const char *at = s->at;
  for (; at < s->end && (unsigned)(*at - '0') < 10; at++) {
    if (sum > (INT64_MAX - 9) / 10) return false;
    sum = sum * 10 + (unsigned)(*at - '0');
  }
  if (at == s->at || (at < s->end && *at != '\n' && !scan_is_blank(*at))) return false;
  s->at = at;
  *value = sum;
  return true;
}

/* The next word; its length, 0 at the end of the line. */
static inline size_t scan_word(Scan *s, const char **word) {
  scan_blanks(s);
  *word = s->at;
  while (s->at < s->end && *s->at != '\n' && !scan_is_blank(*s->at)) s->at++;
  return (size_t)(s->at - *word);
}

/* ERR_FORMAT: "path:line: expected WHAT, found 'the rest of the line'". */
Status scan_fail(const Scan *s, const char *what);
/* ERR_FORMAT unless a number from `least` to `most` is next. */
Status scan_expect(Scan *s, uint64_t least, uint64_t most, const char *what, uint64_t *value);

/* ---- kinds ---- */

enum { WHY_MAX = 40 };

typedef struct EdgeList {
  uint32_t *ends; /* (2 * count) */
  uint64_t count, room, n;
  uint32_t first; /* number of vertex 0 in the file */
  bool directed;
  bool settled;      /* the format or a header says whether edges have directions */
  bool ambiguous;    /* it says both */
  char why[WHY_MAX]; /* what says it, for people: "general", "line 1" */
  GraphNaming naming;
  int threads;                 /* that may read the text, at least 1 */
  uint64_t patient_to;         /* line from which on they may (read_pairs.h) */
  GraphIds ids;                /* of a list that needs a map; vertices are numbered by it then */
  char named[GRAPH_NAMED_MAX]; /* of the map, for people */
} EdgeList;

/* Room for so many more edges. ERR_MEMORY. */
Status edges_room(const char *path, EdgeList *edges, uint64_t more);
/* ERR_MEMORY. */
Status edge_add(const char *path, EdgeList *edges, uint64_t from, uint64_t to);
static inline void edges_free(EdgeList *edges) {
  free(edges->ends);
  edges->ends = NULL;
  graph_ids_free(&edges->ids);
}

/* Each reads one kind of file from its first line on. ERR_FORMAT, ERR_MEMORY; edges->ends is the caller's in any case. */
Status matrix_market_edges(Scan *s, EdgeList *edges);
Status dimacs_edges(Scan *s, EdgeList *edges);
Status plain_edges(Scan *s, EdgeList *edges);
Status serialized_edges(Scan *s, EdgeList *edges);

/* The number of vertices, at most GRAPH_VERTICES_MAX. ERR_FORMAT. */
Status vertices_expect(Scan *s, uint64_t *n);
/* ERR_FORMAT unless so many edges were found as `line` says. */
Status count_check(const Scan *s, const EdgeList *edges, uint64_t count, uint64_t line);
/* Does the line at `s` say that it is a banner of Matrix Market, written well or not? */
bool market_banner_is(Scan s);

/* What the comments before a list of edges say: SNAP's "# Directed graph", "# Nodes: 4 Edges: 3", KONECT's "% asym unweighted", "% 3 4 4". */
typedef struct ListHeader {
  bool directed, undirected; /* words for that */
  bool konect, bipartite;    /* KONECT numbers vertices from 1 on */
  bool dynamic;              /* its lines also take edges away: their number is no edges' */
  uint64_t line;             /* of directions */
  uint64_t edges, edges_line, nodes, nodes_line; /* lines: 0 where nothing is said */
} ListHeader;
/* Reads comments and empty lines; `s` is behind them then. */
void list_header_read(Scan *s, ListHeader *out);

/* The edges that a text holds, the caller's; `path` is for messages, and tells METIS (.graph, .metis) and lists of arcs (.el, .wel, as
 * GAP writes them). `text` need not end in a NUL. The same for any number of threads. ERR_FORMAT, ERR_MEMORY. */
Status edges_parse(const char *path, const char *text, size_t bytes, GraphArcs arcs, GraphNaming naming,
                   int threads, EdgeList *edges);
/* ERR_FORMAT if a map of vertices is asked for: lists of edges alone have one. */
Status naming_check(const char *spec, GraphNaming naming, const char *found);
/* The plan of these edges, to which the list goes over. */
GraphPlan edges_plan(EdgeList *edges);
/* The edges of a generator's words; directed: each is an arc. ERR_FORMAT. */
Status generator_plan(const char *spec, bool directed, GraphPlan *out);

#endif
