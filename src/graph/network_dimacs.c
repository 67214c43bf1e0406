/* Networks from DIMACS's files: see network.h. Lines of arcs, of which there are millions, have a way of their own (arc_plain); what it does not
 * know is left to the lexer, which says what is wrong. */
#include <stdlib.h>
#include <string.h>
#include "io/lexer.h"
#include "memory.h"
#include "network.h"

/* Of a network and its flow, at least. */
enum { NETWORK_VERTEX_BYTES = 24, NETWORK_ARC_BYTES = 64 };
enum { WORD_MAX = 16, ARC_BYTES_LEAST = 8 }; /* "a 1 2 3\n", of which the last has no end perhaps */

typedef struct Terminals {
  uint32_t *vertex;
  uint32_t count, room;
} Terminals;

typedef struct Reader {
  Lexer lx;
  Network *network;
  bool begun;       /* there was a line p */
  uint32_t arcs;    /* read so far */
  int64_t capacity; /* of all of them */
  Terminals source, sink;
} Reader;

static Status problem_read(Reader *r) {
  char word[WORD_MAX];
  long long vertices, arcs;
  Lexer *lx = &r->lx;
  const long long most = (lx->end - lx->at) / ARC_BYTES_LEAST + 1;
  if (r->begun) return lexer_fail(lx, "one line p");
  lexer_peek(lx, word, sizeof word);
  if (strcmp(word, "max") != 0) return lexer_fail(lx, "max");
  (void)lexer_word(lx, word, sizeof word);
  if (!lexer_integer(lx, 2, NETWORK_VERTICES_MAX, &vertices))
    return lexer_fail(lx, "a number of vertices, 2 to %d", NETWORK_VERTICES_MAX);
  if (!lexer_integer(lx, 0, most < NETWORK_ARCS_MAX ? most : NETWORK_ARCS_MAX, &arcs))
    return lexer_fail(lx, "a number of arcs, not more than the file has");
  r->begun = true;
  TRY(memory_claim(lx->path, NETWORK_VERTEX_BYTES * (uint64_t)vertices + NETWORK_ARC_BYTES * (uint64_t)arcs,
                   "a network of %lld vertices and %lld arcs", vertices, arcs));
  TRY(network_alloc((uint32_t)vertices, (uint64_t)arcs, r->network));
  return lexer_line_end(lx);
}

static Status terminal_add(Terminals *t, uint32_t vertex) {
  if (t->count == t->room) {
    const uint32_t room = t->room ? 2 * t->room : 16;
    uint32_t *more = realloc(t->vertex, room * sizeof *more);
    if (!more) FAIL(ERR_MEMORY, "no memory for %u terminals", room);
    t->vertex = more;
    t->room = room;
  }
  t->vertex[t->count++] = vertex;
  return OK;
}

static Status terminal_read(Reader *r) {
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

/* A number below 10^18, and where it ends; NULL: there is none. */
static const char *number_plain(const char *at, const char *end, uint64_t *value) {
  while (at < end && *at == ' ') at++;
  const char *const first = at;
  uint64_t v = 0;
  for (; at < end && (unsigned)(*at - '0') < 10; at++) v = v * 10 + (uint64_t)(*at - '0');
  *value = v;
  return at > first && at - first <= 18 ? at : NULL;
}

static bool arc_put(Reader *r, uint64_t tail, uint64_t head, uint64_t capacity) {
  Network *const n = r->network;
  if (tail - 1 >= n->vertices || head - 1 >= n->vertices || r->arcs >= n->arcs ||
      capacity > (uint64_t)(NETWORK_CAPACITY_MAX - r->capacity))
    return false;
  n->tail[r->arcs] = (uint32_t)tail - 1;
  n->head[r->arcs] = (uint32_t)head - 1;
  n->capacity[r->arcs++] = (int64_t)capacity;
  r->capacity += (int64_t)capacity;
  return true;
}

/* The rest of a line of an arc, with its end. False: nothing was read. */
static bool arc_plain(Reader *r) {
  uint64_t tail, head, capacity;
  const char *at = r->lx.at, *const end = r->lx.end;
  if (!(at = number_plain(at, end, &tail)) || !(at = number_plain(at, end, &head)) ||
      !(at = number_plain(at, end, &capacity)))
    return false;
  if (at == end || *at != '\n' || !r->begun || !arc_put(r, tail, head, capacity)) return false;
  r->lx.at = at;
  return true;
}

static Status arc_read(Reader *r) {
  long long number[3];
  Lexer *lx = &r->lx;
  if (!r->begun) return lexer_fail(lx, "a line p first");
  if (r->arcs == r->network->arcs) return lexer_fail(lx, "no more than %u arcs", r->arcs);
  for (int k = 0; k < 2; k++)
    if (!lexer_integer(lx, 1, r->network->vertices, &number[k]))
      return lexer_fail(lx, "a vertex, 1 to %u", r->network->vertices);
  if (!lexer_integer(lx, 0, NETWORK_CAPACITY_MAX - r->capacity, &number[2]))
    return lexer_fail(lx, "a whole capacity, 0 or more, of all arcs at most %lld together",
                      (long long)NETWORK_CAPACITY_MAX);
  (void)arc_put(r, (uint64_t)number[0], (uint64_t)number[1], (uint64_t)number[2]);
  return lexer_line_end(lx);
}

static Status comment_skip(Reader *r) {
  const char *end = memchr(r->lx.at, '\n', (size_t)(r->lx.end - r->lx.at));
  r->lx.at = end ? end : r->lx.end;
  return OK;
}

static Status line_read(Reader *r) {
  static const struct {
    const char *word;
    Status (*read)(Reader *);
  } lines[] = {{"a", arc_read}, {"c", comment_skip}, {"n", terminal_read}, {"p", problem_read}};
  char word[WORD_MAX];
  lexer_peek(&r->lx, word, sizeof word);
  for (size_t k = 0; k < sizeof lines / sizeof *lines; k++)
    if (strcmp(word, lines[k].word) == 0) {
      (void)lexer_word(&r->lx, word, sizeof word);
      return lines[k].read(r);
    }
  return lexer_fail(&r->lx, "a line that begins with c, p, n or a");
}

static Status lines_read(Reader *r) {
  Lexer *const lx = &r->lx;
  for (lexer_skip_space(lx); lx->at < lx->end; lexer_skip_space(lx)) {
    if (lx->end - lx->at > 2 && lx->at[0] == 'a' && lx->at[1] == ' ') {
      lx->at += 1;
      if (arc_plain(r)) continue;
      lx->at -= 1;
    }
    TRY(line_read(r));
  }
  return OK;
}

static Status network_finish(Reader *r) {
  const char *const path = r->lx.path;
  if (!r->begun) FAIL(ERR_FORMAT, "%s: expected a line 'p max VERTICES ARCS', found none", path);
  if (r->arcs != r->network->arcs)
    FAIL(ERR_FORMAT, "%s: expected %u arcs, found %u", path, r->network->arcs, r->arcs);
  if (!r->source.count || !r->sink.count)
    FAIL(ERR_FORMAT, "%s: expected a line 'n VERTEX %c', found none", path, r->source.count ? 't' : 's');
  if (terminals_share(r->source.vertex, r->source.count, r->sink.vertex, r->sink.count))
    FAIL(ERR_FORMAT, "%s: expected a sink that is no source, found one vertex", path);
  return network_join(r->network, r->source.vertex, r->source.count, r->sink.vertex, r->sink.count);
}

Status network_parse(const char *path, const char *text, size_t bytes, Network *out) {
  Reader r = {.lx = {.path = path, .at = text, .end = text + bytes, .line = 1}, .network = out};
  *out = (Network){.vertices = 0};
  Status status = text_over(path, lines_read(&r));
  if (status == OK) status = network_finish(&r);
  free(r.source.vertex);
  free(r.sink.vertex);
  if (status != OK) network_free(out);
  return status;
}

Status network_read(const char *path, Network *out) {
  char *text;
  size_t bytes;
  TRY(text_read(path, &text, &bytes));
  const Status status = network_parse(path, text, bytes, out);
  free(text);
  return status;
}
