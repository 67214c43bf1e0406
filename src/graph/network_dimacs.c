/* Networks from DIMACS's files. Lines of arcs, of which there are millions, have a way of their own (arc_plain); what it does not know is left to
 * the lexer, which says what is wrong. */
#include <string.h>
#include "network_read.h"

enum { WORD_MAX = 16 };

/* ---- sizes ---- */

/* Kinds of problems that DIMACS's files are of. */
static Status kind_read(Lexer *lx) {
  static const char *const others[][2] = {{"min", "max (minimum-cost flows are not supported)"},
                                          {"asn", "max (assignments are not supported)"},
                                          {"sp", "max (shortest paths are not supported)"},
                                          {"edge", "max (a graph alone has no flow)"}};
  char word[WORD_MAX];
  lexer_peek(lx, word, sizeof word);
  for (size_t k = 0; k < sizeof others / sizeof *others; k++)
    if (strcmp(word, others[k][0]) == 0) return lexer_fail(lx, "%s", others[k][1]);
  if (strcmp(word, "max") != 0) return lexer_fail(lx, "max");
  (void)lexer_word(lx, word, sizeof word);
  return OK;
}

static Status problem_read(NetworkReader *r) {
  long long vertices, arcs;
  Lexer *lx = &r->lx;
  const long long most = reader_lines_most(r);
  if (r->begun) return lexer_fail(lx, "one line p");
  TRY(kind_read(lx));
  if (!lexer_integer(lx, 2, NETWORK_VERTICES_MAX, &vertices))
    return lexer_fail(lx, "a number of vertices, 2 to %d", NETWORK_VERTICES_MAX);
  if (!lexer_integer(lx, 0, most, &arcs))
    return lexer_fail(lx, "a number of arcs, not more than the file has");
  TRY(reader_sizes(r, vertices, arcs));
  return lexer_line_end(lx);
}

static Status terminal_read(NetworkReader *r) {
  char word[WORD_MAX];
  long long vertex;
  Lexer *lx = &r->lx;
  if (!r->begun) return lexer_fail(lx, "a line p first");
  if (!lexer_integer(lx, 1, r->network->vertices, &vertex))
    return lexer_fail(lx, "a vertex, 1 to %u", r->network->vertices);
  lexer_peek(lx, word, sizeof word);
  if (strcmp(word, "s") != 0 && strcmp(word, "t") != 0) return lexer_fail(lx, "s or t");
  (void)lexer_word(lx, word, sizeof word);
  TRY(terminal_add(word[0] == 's' ? &r->source : &r->sink, (uint32_t)vertex - 1));
  return lexer_line_end(lx);
}

/* ---- arcs ---- */

/* A number below 10^18, and where it ends; NULL: there is none. */
static const char *number_plain(const char *at, const char *end, uint64_t *value) {
  while (at < end && *at == ' ') at++;
  const char *const first = at;
  uint64_t v = 0;
  for (; at < end && (unsigned)(*at - '0') < 10; at++) v = v * 10 + (uint64_t)(*at - '0');
  *value = v;
  return at > first && at - first <= 18 ? at : NULL;
}

/* The rest of a line of an arc, with its end. False: nothing was read. */
static bool arc_plain(NetworkReader *r) {
  uint64_t tail, head, capacity;
  Network *const n = r->network;
  const char *at = r->lx.at, *const end = r->lx.end;
  if (!(at = number_plain(at, end, &tail)) || !(at = number_plain(at, end, &head)) ||
      !(at = number_plain(at, end, &capacity)))
    return false;
  const bool usual =
      r->begun && !r->undirected && n->decimals == 0 && r->lines < r->said && n->arcs < n->room;
  if (at == end || *at != '\n' || !usual || tail - 1 >= n->vertices || head - 1 >= n->vertices) return false;
  r->lx.at = at;
  n->tail[n->arcs] = (uint32_t)tail - 1;
  n->head[n->arcs] = (uint32_t)head - 1;
  n->capacity[n->arcs++] = (int64_t)capacity;
  capacity_count(&r->capacities, (int64_t)capacity, r->lx.line);
  r->lines++;
  return true;
}

static Status line_of_arc(NetworkReader *r, bool edge) {
  uint32_t end[2];
  int64_t capacity;
  Lexer *lx = &r->lx;
  if (!r->begun) return lexer_fail(lx, "a line p first");
  if (r->lines == r->said) return lexer_fail(lx, "no more than %llu arcs", (unsigned long long)r->said);
  TRY(reader_ends(r, end));
  TRY(capacity_read(lx, r->network, &r->capacities, &capacity));
  TRY(reader_arc(r, end, capacity, edge));
  return lexer_line_end(lx);
}

static Status arc_read(NetworkReader *r) { return line_of_arc(r, false); }
static Status edge_read(NetworkReader *r) { return line_of_arc(r, true); }

/* ---- lines ---- */

static Status comment_skip(NetworkReader *r) {
  const char *end = memchr(r->lx.at, '\n', (size_t)(r->lx.end - r->lx.at));
  r->lx.at = end ? end : r->lx.end;
  return OK;
}

static Status line_read(NetworkReader *r) {
  static const struct {
    const char *word;
    Status (*read)(NetworkReader *);
  } lines[] = {
      {"a", arc_read}, {"e", edge_read}, {"c", comment_skip}, {"n", terminal_read}, {"p", problem_read}};
  char word[WORD_MAX];
  lexer_peek(&r->lx, word, sizeof word);
  for (size_t k = 0; k < sizeof lines / sizeof *lines; k++)
    if (strcmp(word, lines[k].word) == 0) {
      (void)lexer_word(&r->lx, word, sizeof word);
      return lines[k].read(r);
    }
  return lexer_fail(&r->lx, "a line that begins with c, p, n, a or e");
}

Status dimacs_network(NetworkReader *r) {
  Lexer *const lx = &r->lx;
  for (lexer_skip_space(lx); lx->at < lx->end; lexer_skip_space(lx)) {
    if (lx->end - lx->at > 2 && lx->at[0] == 'a' && lx->at[1] == ' ') {
      lx->at += 1;
      if (arc_plain(r)) continue;
      lx->at -= 1;
    }
    TRY(line_read(r));
  }
  if (r->begun) return OK;
  FAIL(ERR_FORMAT, "%s: expected a line 'p max VERTICES ARCS', found none", lx->path);
}
