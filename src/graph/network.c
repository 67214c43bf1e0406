/* See network.h. */
#include "network.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "io/lexer.h"
#include "memory.h"
#include "status.h"

/* ---- networks ---- */

void network_free(Network *network) {
  free(network->tail);
  free(network->head);
  free(network->capacity);
  *network = (Network){.vertices = 0};
}

Status network_alloc(uint32_t vertices, uint64_t arcs, Network *out) {
  *out = (Network){.vertices = vertices, .arcs = (uint32_t)arcs, .room = arcs};
  out->tail = malloc((arcs + 1) * sizeof *out->tail);
  out->head = malloc((arcs + 1) * sizeof *out->head);
  out->capacity = malloc((arcs + 1) * sizeof *out->capacity);
  if (out->tail && out->head && out->capacity) return OK;
  network_free(out);
  FAIL(ERR_MEMORY, "no memory for a network of %llu arcs", (unsigned long long)arcs);
}

/* ---- several sources, several sinks ---- */

static int vertex_compare(const void *a, const void *b) {
  const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* Is a vertex among both? Sorts both. */
static bool terminals_share(uint32_t *sources, uint32_t source_count, uint32_t *sinks, uint32_t sink_count) {
  qsort(sources, source_count, sizeof *sources, vertex_compare);
  qsort(sinks, sink_count, sizeof *sinks, vertex_compare);
  for (uint32_t i = 0, k = 0; i < source_count && k < sink_count;)
    if (sources[i] == sinks[k])
      return true;
    else
      *(sources[i] < sinks[k] ? &i : &k) += 1;
  return false;
}

static Status arcs_grow(Network *network, uint32_t more) {
  const size_t arcs = (size_t)network->arcs + more + 1;
  if (arcs - 1 <= network->room) return OK;
  uint32_t *tail = realloc(network->tail, arcs * sizeof *tail);
  if (tail) network->tail = tail;
  uint32_t *head = realloc(network->head, arcs * sizeof *head);
  if (head) network->head = head;
  int64_t *capacity = realloc(network->capacity, arcs * sizeof *capacity);
  if (capacity) network->capacity = capacity;
  if (!tail || !head || !capacity) FAIL(ERR_MEMORY, "no memory for a network of %zu arcs", arcs);
  network->room = arcs - 1;
  return OK;
}

/* Joins `count` vertices to a new one, `from` it or to it. Their arcs in that direction are summed up in `sum` (vertices, zeroed). */
static void vertices_join(Network *network, const uint32_t *vertex, uint32_t count, bool from, int64_t *sum) {
  const uint32_t *const end = from ? network->tail : network->head;
  for (uint32_t a = 0; a < network->arcs - network->own_arcs; a++) sum[end[a]] += network->capacity[a];
  for (uint32_t k = 0; k < count; k++, network->arcs++, network->own_arcs++) {
    network->tail[network->arcs] = from ? network->vertices : vertex[k];
    network->head[network->arcs] = from ? vertex[k] : network->vertices;
    network->capacity[network->arcs] = sum[vertex[k]];
  }
  *(from ? &network->source : &network->sink) = network->vertices++;
  network->own_vertices++;
}

Status network_join(Network *network, const uint32_t *sources, uint32_t source_count, const uint32_t *sinks,
                    uint32_t sink_count) {
  const size_t vertices = network->vertices;
  const uint32_t more = (source_count > 1 ? source_count : 0) + (sink_count > 1 ? sink_count : 0);
  network->source = sources[0];
  network->sink = sinks[0];
  if (!more) return OK;
  TRY(arcs_grow(network, more));
  int64_t *sum = calloc(vertices + 1, sizeof *sum);
  if (!sum) FAIL(ERR_MEMORY, "no memory for %zu vertices", vertices);
  if (source_count > 1) vertices_join(network, sources, source_count, true, sum);
  memset(sum, 0, vertices * sizeof *sum);
  if (sink_count > 1) vertices_join(network, sinks, sink_count, false, sum);
  free(sum);
  return OK;
}

/* ---- arrays ---- */

static Status sizes_check(const NetworkArrays *a) {
  if (a->vertices < 2 || a->vertices > NETWORK_VERTICES_MAX)
    FAIL(ERR_FORMAT, "vertices: expected 2 to %d, found %d", NETWORK_VERTICES_MAX, a->vertices);
  if (a->arcs < 0 || a->arcs > NETWORK_ARCS_MAX)
    FAIL(ERR_FORMAT, "arcs: expected 0 to %d, found %lld", NETWORK_ARCS_MAX, (long long)a->arcs);
  if (a->arcs && (!a->tail || !a->head || !a->capacity))
    FAIL(ERR_FORMAT, "expected tail, head and capacity of %lld arcs, found NULL", (long long)a->arcs);
  if (a->sources < 1 || a->sinks < 1 || !a->source || !a->sink)
    FAIL(ERR_FORMAT, "expected a source and a sink, found %s",
         a->sources < 1 || !a->source ? "no source" : "no sink");
  return OK;
}

static Status vertex_check(const NetworkArrays *a, const char *name, int64_t k, int32_t vertex) {
  if (vertex >= 0 && vertex < a->vertices) return OK;
  FAIL(ERR_FORMAT, "%s[%lld]: expected a vertex from 0 to %d, found %d", name, (long long)k, a->vertices - 1,
       vertex);
}

static Status arcs_check(const NetworkArrays *a) {
  int64_t sum = 0;
  for (int64_t k = 0; k < a->arcs; k++) {
    TRY(vertex_check(a, "tail", k, a->tail[k]));
    TRY(vertex_check(a, "head", k, a->head[k]));
    if (a->capacity[k] < 0 || a->capacity[k] > NETWORK_CAPACITY_MAX - sum)
      FAIL(ERR_FORMAT, "capacity[%lld]: expected 0 or more, of all arcs at most %lld together, found %lld",
           (long long)k, (long long)NETWORK_CAPACITY_MAX, (long long)a->capacity[k]);
    sum += a->capacity[k];
  }
  return OK;
}

static Status terminals_join(const NetworkArrays *a, Network *network) {
  const size_t sources = (size_t)a->sources, sinks = (size_t)a->sinks;
  uint32_t *const vertex = malloc((sources + sinks) * sizeof *vertex);
  if (!vertex) FAIL(ERR_MEMORY, "no memory for %zu terminals", sources + sinks);
  memcpy(vertex, a->source, sources * sizeof *vertex);
  memcpy(vertex + sources, a->sink, sinks * sizeof *vertex);
  const bool shared = terminals_share(vertex, (uint32_t)sources, vertex + sources, (uint32_t)sinks);
  const Status status =
      shared ? status_fail(ERR_FORMAT, "expected a sink that is no source, found one vertex")
             : network_join(network, vertex, (uint32_t)sources, vertex + sources, (uint32_t)sinks);
  free(vertex);
  return status;
}

Status network_of_arrays(const NetworkArrays *a, Network *out) {
  *out = (Network){.vertices = 0};
  TRY(sizes_check(a));
  TRY(arcs_check(a));
  for (int32_t k = 0; k < a->sources; k++) TRY(vertex_check(a, "source", k, a->source[k]));
  for (int32_t k = 0; k < a->sinks; k++) TRY(vertex_check(a, "sink", k, a->sink[k]));
  TRY(network_alloc((uint32_t)a->vertices, (uint64_t)a->arcs, out));
  if (a->arcs) {
    memcpy(out->tail, a->tail, out->arcs * sizeof *out->tail);
    memcpy(out->head, a->head, out->arcs * sizeof *out->head);
    memcpy(out->capacity, a->capacity, out->arcs * sizeof *out->capacity);
  }
  const Status status = terminals_join(a, out);
  if (status != OK) network_free(out);
  return status;
}

/* ---- DIMACS ---- */

/* Networks from DIMACS's files. Lines of arcs, of which there are millions, have a way of their own (arc_plain); what
 * it does not know is left to the lexer, which says what is wrong. */

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
