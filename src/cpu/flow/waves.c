/* Waves on the CPU: see waves.h. Vertices of a level stand in a list; in what order does not matter. */
#include "waves.h"

#include <stdlib.h>
#include <string.h>
#include "halt.h"
#include "waves_bits.h"

enum { CACHED = 1 << 17 };
#define NONE UINT32_MAX
#define SHUT (UINT32_MAX - 1) /* the level of a vertex that no way leads through */

typedef struct Waves {
  const FlowView *n;
  uint32_t *level; /* (vertices) NONE: not reached */
  uint32_t *queue; /* (vertices + 1) of a search */
  uint32_t *first; /* (vertices) of the list of a level */
  uint32_t *next;  /* (vertices) in it */
  uint32_t *live;  /* (lives) with an excess that may still reach the target */
  uint32_t *stuck; /* (stucks) with one that cannot */
  uint32_t lives, stucks;
  uint32_t reached; /* by a search */
  bool cached;      /* the network is in the caches of the processor */
  uint32_t wanted;  /* live vertices that a search still looks for; 0: all vertices */
  int64_t *excess;
  WavesBits bits; /* of a small network; words 0: none */
} Waves;

static Status bits_room(WavesRoom *room, const FlowView *n) {
  const size_t bytes = waves_bits_bytes(n->vertices, waves_bits_words(n));
  if (bytes <= room->bits_bytes) return OK;
  free(room->bits);
  room->bits = malloc(bytes);
  room->bits_bytes = 0;
  if (!room->bits) FAIL(ERR_MEMORY, "no memory for a flow of %u vertices", n->vertices);
  room->bits_bytes = bytes;
  return OK;
}

Status waves_room(WavesRoom *room, const FlowView *n) {
  const size_t vertices = n->vertices;
  TRY(bits_room(room, n));
  if (vertices <= room->vertices) return OK;
  free(room->word);
  free(room->excess);
  room->vertices = 0;
  room->word = malloc((6 * vertices + 1) * sizeof *room->word);
  room->excess = malloc(vertices * sizeof *room->excess);
  if (!room->word || !room->excess) FAIL(ERR_MEMORY, "no memory for a flow of %zu vertices", vertices);
  room->vertices = n->vertices;
  return OK;
}

void waves_room_free(WavesRoom *room) {
  free(room->word);
  free(room->excess);
  free(room->bits);
  *room = (WavesRoom){.vertices = 0};
}

/* ---- a search ---- */

/* The vertices before v. Counts those of them that have an excess. Where memory is near, without a branch that nobody can foresee. */
static uint32_t vertex_expand_near(Waves *w, uint32_t v) {
  const FlowView *const n = w->n;
  const uint32_t level = w->level[v] + 1, end = n->first[v + 1];
  uint32_t found = 0, reached = w->reached;
  for (uint32_t a = n->first[v]; a < end; a++) {
    const uint32_t u = n->head[a], was = w->level[u];
    const bool won = (was == NONE) & (n->residual[n->mate[a]] > 0);
    w->level[u] = won ? level : was;
    w->queue[reached] = u;
    reached += won;
    found += won & (w->excess[u] > 0);
  }
  w->reached = reached;
  return found;
}

/* The same where it is far: no more is read than must be. */
static uint32_t vertex_expand_far(Waves *w, uint32_t v) {
  const FlowView *const n = w->n;
  const uint32_t level = w->level[v] + 1, end = n->first[v + 1];
  uint32_t found = 0;
  for (uint32_t a = n->first[v]; a < end; a++) {
    const uint32_t u = n->head[a];
    if (w->level[u] != NONE || n->residual[n->mate[a]] == 0) continue;
    w->level[u] = level;
    w->queue[w->reached++] = u;
    found += w->excess[u] > 0;
  }
  return found;
}

/* Has u an arc to a vertex of that level? */
static bool leads_to(const Waves *w, uint32_t u, uint32_t level) {
  const FlowView *const n = w->n;
  const uint32_t end = n->first[u + 1];
  for (uint32_t a = n->first[u]; a < end; a++)
    if (w->level[n->head[a]] == level && n->residual[a] > 0) return true;
  return false;
}

/* The vertices of a level that queue[begin .. end - 1] are below of: from those, or, where fewer are left than twice as many, by looking
 * at the others. Counts those of them that have an excess. */
static uint32_t level_find(Waves *w, uint32_t begin, uint32_t end) {
  const FlowView *const n = w->n;
  uint32_t found = 0;
  if (w->bits.words) {
    w->reached =
        waves_bits_level(&w->bits, w->queue, begin, end, w->level, w->level[w->queue[begin]] + 1, &found);
    return found;
  }
  if (n->vertices - end > 2 * (uint64_t)(end - begin)) {
    for (uint32_t q = begin; q < end && (found < w->wanted || !w->wanted); q++)
      found += w->cached ? vertex_expand_near(w, w->queue[q]) : vertex_expand_far(w, w->queue[q]);
    return found;
  }
  const uint32_t below = w->level[w->queue[begin]];
  for (uint32_t u = 0; u < n->vertices; u++)
    if (w->level[u] == NONE && leads_to(w, u, below)) {
      w->level[u] = below + 1;
      w->queue[w->reached++] = u;
      found += w->excess[u] > 0;
    }
  return found;
}

/* Levels from the target on, until all that are live have one. Returns how many of them have. */
static uint32_t levels_find(Waves *w, uint32_t target, uint32_t shut) {
  uint32_t found = 0, begin = 0;
  memset(w->level, 0xff, w->n->vertices * sizeof *w->level);
  w->level[target] = 0;
  w->level[shut] = SHUT;
  w->queue[0] = target;
  w->reached = 1;
  if (w->bits.words) waves_bits_begin(&w->bits, w->n->vertices, target, shut);
  while (begin < w->reached && (found < w->lives || !w->lives)) {
    const uint32_t end = w->reached;
    w->wanted = w->lives ? w->lives - found : 0;
    found += level_find(w, begin, end);
    begin = end;
  }
  w->level[shut] = NONE;
  return found;
}

/* ---- a wave ---- */

static void list_put(Waves *w, uint32_t v) {
  const uint32_t level = w->level[v];
  w->next[v] = w->first[level];
  w->first[level] = v;
}

/* Live vertices into the lists of their levels; those without one are stuck. Returns the farthest level. */
static uint32_t lists_make(Waves *w) {
  uint32_t farthest = 0;
  for (uint32_t k = 0; k < w->lives; k++) {
    const uint32_t level = w->level[w->live[k]];
    if (level != NONE && level > farthest) farthest = level;
  }
  for (uint32_t l = 0; l <= farthest; l++) w->first[l] = NONE;
  for (uint32_t k = 0; k < w->lives; k++) {
    if (w->level[w->live[k]] != NONE)
      list_put(w, w->live[k]);
    else
      w->stuck[w->stucks++] = w->live[k];
  }
  w->lives = 0;
  return farthest;
}

/* From v along place a. Returns what is left. */
static int64_t place_send(Waves *w, uint32_t v, uint32_t a, int64_t left, uint32_t target) {
  const FlowView *const n = w->n;
  const uint32_t u = n->head[a];
  const int64_t amount = n->residual[a] < left ? n->residual[a] : left;
  n->residual[a] -= amount;
  n->residual[n->mate[a]] += amount;
  if (w->excess[u] == 0 && u != target) list_put(w, u);
  w->excess[u] += amount;
  n->answer->pushes++;
  if (w->bits.words) {
    waves_bits_sent(n, &w->bits, v, a);
    bit_set(w->bits.excess, u);
  }
  return left - amount;
}

/* The places of at most 64 that lead to that level and may send something, without a branch. */
static uint64_t places_open(const Waves *w, uint32_t a, uint32_t count, uint32_t below) {
  uint64_t open = 0;
  for (uint32_t k = 0; k < count; k++)
    open |= (uint64_t)((w->level[w->n->head[a + k]] == below) & (w->n->residual[a + k] != 0)) << k;
  return open;
}

static void vertex_send_near(Waves *w, uint32_t v, uint32_t below, uint32_t target) {
  const uint32_t end = w->n->first[v + 1];
  int64_t left = w->excess[v];
  for (uint32_t a = w->n->first[v]; a < end && left > 0; a += 64)
    for (uint64_t open = places_open(w, a, end - a < 64 ? end - a : 64, below); open && left > 0;
         open &= open - 1)
      left = place_send(w, v, a + (uint32_t)__builtin_ctzll(open), left, target);
  w->excess[v] = left;
  if (left == 0) bit_clear(w->bits.excess, v);
}

static void vertex_send_far(Waves *w, uint32_t v, uint32_t below, uint32_t target) {
  const FlowView *const n = w->n;
  const uint32_t end = n->first[v + 1];
  int64_t left = w->excess[v];
  for (uint32_t a = n->first[v]; a < end && left > 0; a++)
    if (w->level[n->head[a]] == below && n->residual[a] > 0) left = place_send(w, v, a, left, target);
  w->excess[v] = left;
}

static void vertex_send(Waves *w, uint32_t v, uint32_t target) {
  (w->bits.words ? vertex_send_near : vertex_send_far)(w, v, w->level[v] - 1, target);
  if (w->excess[v] > 0) w->live[w->lives++] = v;
}

static void wave_run(Waves *w, uint32_t farthest, uint32_t target) {
  for (uint32_t level = farthest; level > 0; level--)
    for (uint32_t v = w->first[level]; v != NONE; v = w->next[v]) vertex_send(w, v, target);
  w->n->answer->rounds += farthest;
  w->n->answer->phases++;
}

/* All excess that can reach the target goes there. `shut`: no way leads through it. */
static Status excess_send(Waves *w, uint32_t target, uint32_t shut) {
  while (levels_find(w, target, shut) > 0) {
    wave_run(w, lists_make(w), target);
    if (halt_poll()) return halt_check("a maximum flow");
  }
  (void)lists_make(w);
  return OK;
}

/* ---- a network ---- */

static void source_empty(Waves *w) {
  const FlowView *const n = w->n;
  for (uint32_t a = n->first[n->source]; a < n->first[n->source + 1]; a++) {
    const uint32_t v = n->head[a];
    const int64_t amount = n->residual[a];
    if (amount == 0) continue;
    if (w->excess[v] == 0 && v != n->sink) w->live[w->lives++] = v;
    n->residual[a] = 0;
    n->residual[n->mate[a]] += amount;
    w->excess[v] += amount;
    if (w->bits.words) {
      waves_bits_sent(n, &w->bits, n->source, a);
      bit_set(w->bits.excess, v);
    }
    n->answer->pushes++;
  }
}

static Status stages_run(Waves *w) {
  const FlowView *const n = w->n;
  source_empty(w);
  TRY(excess_send(w, n->sink, n->source));
  for (uint32_t v = 0; v < n->vertices; v++) n->side[v] = w->level[v] != NONE;
  n->answer->value = w->excess[n->sink];
  n->answer->sink_side = w->reached;
  uint32_t *const swap = w->live;
  w->live = w->stuck;
  w->lives = w->stucks;
  w->stuck = swap;
  w->stucks = 0;
  return w->lives ? excess_send(w, n->source, n->sink) : OK;
}

Status waves_run(const FlowView *network, const WavesRoom *room) {
  const size_t count = network->vertices;
  Waves w = {.n = network, .level = room->word, .excess = room->excess};
  w.first = w.level + count;
  w.next = w.first + count;
  w.live = w.next + count;
  w.stuck = w.live + count;
  w.queue = w.stuck + count;
  w.cached = network->places <= CACHED;
  memset(w.excess, 0, count * sizeof *w.excess);
  w.bits = (WavesBits){.words = waves_bits_words(network), .row = room->bits};
  if (w.bits.words) waves_bits_fill(network, &w.bits);
  *network->answer = (FlowAnswer){.value = 0};
  return stages_run(&w);
}
