/* Capacities of networks as people write them: see network_read.h. */
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "cost.h"
#include "io/decimal.h"
#include "network_read.h"

/* ---- numbers ---- */

/* What stands at the lexer, up to a blank or the end of the line. */
static size_t word_length(const Lexer *lx) {
  const char *at = lx->at;
  while (at < lx->end && !c_isspace(*at)) at++;
  return (size_t)(at - lx->at);
}

/* Below 2^61, of which exact_read leaves out those with 19 digits. */
static bool whole_read(const char *word, size_t length, int64_t *value) {
  enum { DIGITS = 19 };
  uint64_t sum = 0;
  if (length == 0 || length > DIGITS) return false;
  for (size_t k = 0; k < length; k++) {
    if (!c_isdigit(word[k])) return false;
    sum = sum * 10 + (uint64_t)(word[k] - '0');
  }
  *value = (int64_t)sum;
  return sum <= (uint64_t)NETWORK_CAPACITY_MAX;
}

/* False for all that whole_read takes. */
static bool word_is_infinite(const char *word, size_t length) {
  static const char *const words[] = {"inf", "infinity", "+inf", "+infinity"};
  double value;
  int64_t whole;
  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    if (length == strlen(words[k]) && c_strncasecmp(word, words[k], length) == 0) return true;
  if (whole_read(word, length, &whole)) return false;
  return decimal_read(word, length, &value) && value >= (double)NETWORK_CAPACITY_MAX;
}

void capacity_count(Capacities *c, int64_t capacity, int line) {
  if (capacity == CAPACITY_INFINITE) {
    if (!c->infinite_line) c->infinite_line = line;
    return;
  }
  if (c->total == CAPACITY_INFINITE) return;
  c->total += capacity; /* both are below 2^62 */
  if (c->total <= NETWORK_CAPACITY_MAX) return;
  c->total = CAPACITY_INFINITE;
  c->total_line = line;
}

/* Capacities so far get so many more decimals. False: one is too large then. */
static bool network_refine(Network *n, Capacities *c, uint32_t decimals, int line) {
  const int infinite_line = c->infinite_line;
  *c = (Capacities){.infinite_line = infinite_line};
  for (uint32_t a = 0; a < n->arcs; a++) {
    const Exact value = {n->capacity[a], (int32_t)n->decimals};
    if (n->capacity[a] == CAPACITY_INFINITE) continue;
    if (!exact_units(value, (int32_t)decimals, &n->capacity[a]) || n->capacity[a] > NETWORK_CAPACITY_MAX)
      return false;
    capacity_count(c, n->capacity[a], line);
  }
  n->decimals = decimals;
  return true;
}

static Status capacity_exact(Lexer *lx, size_t length, Network *n, Capacities *c, int64_t *capacity) {
  Exact value = {.digits = 0};
  char most[COST_TEXT_MAX];
  if (!whole_read(lx->at, length, &value.digits) && !exact_read(lx->at, length, &value))
    return lexer_fail(lx,
                      "a capacity of 0 or more, with at most %d digits before and behind the point, or inf",
                      EXACT_DIGITS_MAX);
  if (value.digits < 0) return lexer_fail(lx, "a capacity of 0 or more, or inf");
  const uint32_t decimals = (uint32_t)value.places;
  if (decimals > n->decimals && !network_refine(n, c, decimals, lx->line))
    return lexer_fail(lx, "fewer decimals: with %u, the capacities before do not fit 2^61 units", decimals);
  if (exact_units(value, (int32_t)n->decimals, capacity) && *capacity <= NETWORK_CAPACITY_MAX) return OK;
  return lexer_fail(lx, "a capacity of at most %s beside those before with %u decimals, or inf",
                    cost_text(NETWORK_CAPACITY_MAX, (int32_t)n->decimals, most), n->decimals);
}

Status capacity_read(Lexer *lx, Network *network, Capacities *c, int64_t *capacity) {
  lexer_skip_blanks(lx);
  const size_t length = word_length(lx);
  if (length && word_is_infinite(lx->at, length))
    *capacity = CAPACITY_INFINITE;
  else
    TRY(capacity_exact(lx, length, network, c, capacity));
  lx->at += length;
  return OK;
}

/* ---- wide arcs ---- */

/* Vertices from which, or to which, wide arcs lead: rows of arcs that have at least that capacity. */
typedef struct Wide {
  const Network *network;
  int64_t least;
  uint32_t *first, *to, *queue; /* (vertices + 1), (wide arcs), (vertices) */
  uint8_t *mark;                /* (vertices) */
} Wide;

static void wide_rows(Wide *w, const uint32_t *from, const uint32_t *to) {
  const Network *const n = w->network;
  memset(w->first, 0, (n->vertices + (size_t)1) * sizeof *w->first);
  for (uint32_t a = 0; a < n->arcs; a++) w->first[from[a]] += n->capacity[a] >= w->least;
  for (uint32_t v = 0; v < n->vertices; v++) w->first[v + 1] += w->first[v];
  for (uint32_t a = n->arcs; a-- > 0;)
    if (n->capacity[a] >= w->least) w->to[--w->first[from[a]]] = to[a];
}

/* Marks what these reach, themselves among it. */
static void wide_search(Wide *w, const Terminals *starts) {
  uint32_t count = 0;
  memset(w->mark, 0, w->network->vertices);
  for (uint32_t k = 0; k < starts->count; k++) {
    if (!w->mark[starts->vertex[k]]) w->queue[count++] = starts->vertex[k];
    w->mark[starts->vertex[k]] = 1;
  }
  for (uint32_t q = 0; q < count; q++)
    for (uint32_t a = w->first[w->queue[q]]; a < w->first[w->queue[q] + 1]; a++) {
      if (w->mark[w->to[a]]) continue;
      w->mark[w->to[a]] = 1;
      w->queue[count++] = w->to[a];
    }
}

/* Of all arcs that lead out of the marked vertices, or into them; CAPACITY_INFINITE: too many. */
static int64_t wide_cut(const Wide *w, const uint32_t *from, const uint32_t *to) {
  const Network *const n = w->network;
  Capacities sum = {.total = 0};
  for (uint32_t a = 0; a < n->arcs; a++)
    if (w->mark[from[a]] && !w->mark[to[a]]) capacity_count(&sum, n->capacity[a], 1);
  return sum.total;
}

/* A cut without wide arcs, the smaller one of that near the sources and that near the sinks. CAPACITY_INFINITE: there is none, or it is too large. *met: a
 * sink that wide arcs lead to from a source; UINT32_MAX: none. */
static int64_t wide_bound(Wide *w, const Terminals *sources, const Terminals *sinks, uint32_t *met) {
  const Network *const n = w->network;
  wide_rows(w, n->tail, n->head);
  wide_search(w, sources);
  *met = UINT32_MAX;
  for (uint32_t k = 0; k < sinks->count; k++)
    if (w->mark[sinks->vertex[k]]) *met = sinks->vertex[k];
  if (*met != UINT32_MAX) return CAPACITY_INFINITE;
  const int64_t out = wide_cut(w, n->tail, n->head);
  wide_rows(w, n->head, n->tail);
  wide_search(w, sinks);
  const int64_t in = wide_cut(w, n->head, n->tail);
  return in < out ? in : out;
}

/* ---- the end ---- */

/* No arc has more than one more than a cut. All capacities; CAPACITY_INFINITE: too many. */
static int64_t capacities_limit(Network *n, int64_t cut) {
  Capacities sum = {.total = 0};
  for (uint32_t a = 0; a < n->arcs; a++) {
    if (n->capacity[a] > cut) n->capacity[a] = cut + 1;
    capacity_count(&sum, n->capacity[a], 1);
  }
  return sum.total;
}

static int64_t capacity_widest(const Network *n) {
  int64_t most = 0;
  for (uint32_t a = 0; a < n->arcs; a++)
    if (n->capacity[a] > most) most = n->capacity[a];
  return most;
}

/* Once for infinite arcs, and once more for the widest if that is not enough. */
static Status wide_settle(const char *path, Wide *w, Network *n, const Capacities *c,
                          const Terminals *sources, const Terminals *sinks) {
  int64_t total = CAPACITY_INFINITE;
  uint32_t met;
  char most[COST_TEXT_MAX];
  for (int k = 0; k < 2 && total == CAPACITY_INFINITE; k++) {
    w->least = capacity_widest(n);
    const int64_t cut = wide_bound(w, sources, sinks, &met);
    if (w->least == CAPACITY_INFINITE && met != UINT32_MAX)
      FAIL(ERR_FORMAT,
           "%s:%d: expected a flow with a limit, found infinite arcs from a source to the sink %u", path,
           c->infinite_line, met + 1);
    if (cut == CAPACITY_INFINITE) break;
    total = capacities_limit(n, cut);
  }
  if (total != CAPACITY_INFINITE) return OK;
  FAIL(ERR_FORMAT, "%s:%d: expected capacities of at most %s together, found more", path,
       c->total_line ? c->total_line : c->infinite_line,
       cost_text(NETWORK_CAPACITY_MAX, (int32_t)n->decimals, most));
}

Status capacities_settle(const char *path, Network *n, const Capacities *c, const Terminals *sources,
                         const Terminals *sinks) {
  if (!c->infinite_line && c->total != CAPACITY_INFINITE) return OK;
  const size_t words = 2 * (size_t)n->vertices + 1 + n->arcs;
  Wide w = {.network = n, .first = malloc(words * sizeof *w.first), .mark = malloc(n->vertices)};
  Status status = OK;
  if (w.first && w.mark) {
    w.queue = w.first + n->vertices + 1;
    w.to = w.queue + n->vertices;
    status = wide_settle(path, &w, n, c, sources, sinks);
  } else {
    status = status_fail(ERR_MEMORY, "no memory for a search of %u vertices", n->vertices);
  }
  free(w.first);
  free(w.mark);
  return status;
}
