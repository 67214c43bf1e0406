/* What the readers of graphs as text share: numbers, edges, comments before a list. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include "c_locale.h"
#include "graph_text.h"
#include "halt.h"
#include "memory.h"
#include "status.h"

/* ---- numbers ---- */

static inline bool scan_word_is(Scan *s, const char *text) {
  const char *word;
  const size_t bytes = scan_word(s, &word);
  return bytes == strlen(text) && memcmp(word, text, bytes) == 0;
}

void scan_poll(Scan *s) {
  if (halt_due()) s->end = s->at;
}

Status scan_fail(const Scan *s, const char *what) {
  const char *stop = memchr(s->at, '\n', (size_t)(s->end - s->at));
  const size_t left = (size_t)((stop ? stop : s->end) - s->at);
  if (!left)
    FAIL(ERR_FORMAT, "%s:%llu: expected %s, found the end of the line", s->path, (unsigned long long)s->line,
         what);
  FAIL(ERR_FORMAT, "%s:%llu: expected %s, found '%.*s'", s->path, (unsigned long long)s->line, what,
       (int)(left < 60 ? left : 60), s->at);
}

Status scan_expect(Scan *s, uint64_t least, uint64_t most, const char *what, uint64_t *value) {
  const char *const from = (scan_blanks(s), s->at);
  if (scan_count(s, value) && *value >= least && *value <= most) return OK;
  s->at = from;
  return scan_fail(s, what);
}

/* ---- edges ---- */

Status edges_room(const char *path, EdgeList *edges, uint64_t more) {
  uint64_t room = edges->room ? edges->room : 1024;
  while (room - edges->count < more) room *= 2;
  if (edges->ends && room == edges->room) return OK;
  TRY(memory_claim(path, 2 * (room - edges->room) * sizeof *edges->ends, "a list of more than %llu edges",
                   (unsigned long long)edges->count));
  uint32_t *const ends = realloc(edges->ends, 2 * room * sizeof *ends);
  if (!ends) FAIL(ERR_MEMORY, "no memory for %llu edges", (unsigned long long)room);
  edges->ends = ends;
  edges->room = room;
  return OK;
}

Status edge_add(const char *path, EdgeList *edges, uint64_t from, uint64_t to) {
  if (edges->count == edges->room) TRY(edges_room(path, edges, 1));
  edges->ends[2 * edges->count] = (uint32_t)from;
  edges->ends[2 * edges->count + 1] = (uint32_t)to;
  edges->count++;
  return OK;
}

/* ---- comments before a list ---- */

/* What comments before a list of edges say. */

typedef struct Comment { /* a line, word by word */
  const char *at, *end;
  const char *word;
  size_t bytes;
} Comment;

static bool word_next(Comment *c) {
  while (c->at < c->end && !c_isalnum(*c->at)) c->at++;
  for (c->word = c->at; c->at < c->end && c_isalnum(*c->at); c->at++)
    ;
  c->bytes = (size_t)(c->at - c->word);
  return c->bytes > 0;
}

static bool word_is(const Comment *c, const char *text) {
  return c->bytes == strlen(text) && c_strncasecmp(c->word, text, c->bytes) == 0;
}

static bool word_of(const Comment *c, const char *const *words) {
  for (; *words; words++)
    if (word_is(c, *words)) return true;
  return false;
}

/* A whole number below 2^60. */
static bool word_count(const Comment *c, uint64_t *value) {
  uint64_t sum = 0;
  for (size_t k = 0; k < c->bytes; k++) {
    if (!c_isdigit(c->word[k]) || sum >> 56) return false;
    sum = 10 * sum + (uint64_t)(c->word[k] - '0');
  }
  *value = sum;
  return c->bytes > 0;
}

/* ": 5" or "= 5" */
static bool count_behind(Comment *c, uint64_t *value) {
  Comment ahead = *c;
  while (ahead.at < ahead.end && (*ahead.at == ' ' || *ahead.at == '\t')) ahead.at++;
  if (ahead.at == ahead.end || (*ahead.at != ':' && *ahead.at != '=')) return false;
  if (!word_next(&ahead) || !word_count(&ahead, value)) return false;
  return ahead.at == ahead.end || *ahead.at == ' ' || *ahead.at == '\t' || *ahead.at == '\r'; /* no "1,234" */
}

/* "directed: no", "directed = 0" */
static bool denied_behind(const Comment *c) {
  static const char *const no[] = {"no", "false", "0", NULL};
  Comment ahead = *c;
  while (ahead.at < ahead.end && (*ahead.at == ' ' || *ahead.at == '\t')) ahead.at++;
  if (ahead.at == ahead.end || (*ahead.at != ':' && *ahead.at != '=')) return false;
  return word_next(&ahead) && word_of(&ahead, no);
}

/* The first word of a line that is about directions decides. */
static void words_read(Comment c, uint64_t line, ListHeader *h) {
  static const char *const with[] = {"directed", "digraph", NULL}, *const without[] = {"undirected", NULL},
                           *const not [] = {"not", "non", "un", "no", NULL},
                           *const edges[] = {"edges", "arcs", NULL},
                           *const nodes[] = {"nodes", "vertices", NULL};
  for (bool negated = false; word_next(&c); negated = word_of(&c, not )) {
    const bool directed = word_of(&c, with), undirected = word_of(&c, without);
    const bool turned = negated || denied_behind(&c);
    if ((directed || undirected) && h->line != line) {
      *(directed != turned ? &h->directed : &h->undirected) = true;
      h->line = line;
    }
    if (word_of(&c, edges) && count_behind(&c, &h->edges)) h->edges_line = line;
    if (word_of(&c, nodes) && count_behind(&c, &h->nodes)) h->nodes_line = line;
  }
}

/* "% asym positive": the first comment of KONECT's files. */
static bool konect_read(Comment c, uint64_t line, ListHeader *h) {
  if (c.at == c.end || *c.at != '%' || !word_next(&c)) return false;
  const bool directed = word_is(&c, "asym"), undirected = word_is(&c, "sym");
  h->bipartite = word_is(&c, "bip");
  if (!directed && !undirected && !h->bipartite) return false;
  h->konect = true;
  h->directed = directed;
  h->undirected = undirected;
  h->line = line;
  h->dynamic = word_next(&c) && word_is(&c, "dynamic");
  return true;
}

/* "% EDGES [VERTICES VERTICES]": the second one. */
static void konect_counts(Comment c, uint64_t line, ListHeader *h) {
  uint64_t count[3] = {0};
  int numbers = 0;
  while (numbers < 3 && word_next(&c) && word_count(&c, &count[numbers])) numbers++;
  if (!numbers || word_next(&c)) return;
  if (!h->dynamic) {
    h->edges = count[0];
    h->edges_line = line;
  }
  if (numbers > 1) {
    h->nodes = count[1] > count[2] ? count[1] : count[2];
    h->nodes_line = line;
  }
}

static void comment_read(Comment c, uint64_t line, ListHeader *h) {
  if (h->konect && !h->edges_line && !h->nodes_line) konect_counts(c, line, h);
  if (!h->konect && !konect_read(c, line, h)) words_read(c, line, h);
}

void list_header_read(Scan *s, ListHeader *out) {
  *out = (ListHeader){.line = 0};
  while (s->at < s->end) {
    const bool empty = scan_line_ends(s);
    if (!empty && *s->at != '#' && *s->at != '%') return;
    const char *const stop = memchr(s->at, '\n', (size_t)(s->end - s->at));
    if (!empty) comment_read((Comment){.at = s->at, .end = stop ? stop : s->end}, s->line, out);
    scan_line(s);
  }
}
