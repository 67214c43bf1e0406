/* Networks of generators: see network.h. */
#include <stdlib.h>
#include <string.h>
#include "draws.h"
#include "network_kinds.h"
#include "rng.h"

static RngStream stream_of(const Maker *m, uint32_t individual) {
  /* items beyond 2^32 take another seed */
  return (RngStream){m->spec->seed + (m->item >> 32 << 40), (uint32_t)m->item, individual, RNG_INSTANCE};
}

static void arc_add(Maker *m, uint32_t tail, uint32_t head, int64_t capacity) {
  Network *const n = m->network;
  n->tail[m->arcs] = tail;
  n->head[m->arcs] = head;
  n->capacity[m->arcs++] = capacity;
}

/* Draw 2k + 1 as a capacity; *other is draw 2k as a number below `below`. */
static int64_t capacity_draw(const Maker *m, RngStream s, uint32_t k, uint32_t below, uint32_t *other) {
  uint32_t number;
  rng_below_pair(s, k, below, other, m->spec->most - m->spec->least + 1, &number);
  return (int64_t)m->spec->least + number;
}

/* ---- genrmf ---- */

static void genrmf_sizes(const NetworkSpec *spec, uint64_t *vertices, uint64_t *arcs) {
  const uint64_t a = spec->setting[0], b = spec->setting[1];
  *vertices = a * a * b;
  *arcs = 4 * a * (a - 1) * b + a * a * (b - 1);
}

static void frame_make(Maker *m, uint32_t frame) {
  const uint32_t a = m->spec->setting[0], first = frame * a * a;
  const int64_t wide = (int64_t)a * a * m->spec->most;
  for (uint32_t v = 0; v < a * a; v++) {
    if (v % a + 1 < a) {
      arc_add(m, first + v, first + v + 1, wide);
      arc_add(m, first + v + 1, first + v, wide);
    }
    if (v + a < a * a) {
      arc_add(m, first + v, first + v + a, wide);
      arc_add(m, first + v + a, first + v, wide);
    }
  }
}

/* Arcs to the next frame, by a permutation (Fisher and Yates). */
static void frames_join(Maker *m, uint32_t frame, uint32_t *to) {
  const uint32_t size = m->spec->setting[0] * m->spec->setting[0], first = frame * size;
  const RngStream s = stream_of(m, frame);
  for (uint32_t v = 0; v < size; v++) to[v] = v;
  for (uint32_t v = size - 1; v > 0; v--) {
    const uint32_t k = rng_below(s, 2 * v, v + 1), swap = to[v];
    to[v] = to[k];
    to[k] = swap;
  }
  for (uint32_t v = 0, unused; v < size; v++)
    arc_add(m, first + v, first + size + to[v], capacity_draw(m, s, v, 1, &unused));
}

static Status genrmf_make(Maker *m) {
  const uint32_t frames = m->spec->setting[1], size = m->spec->setting[0] * m->spec->setting[0];
  uint32_t *const to = malloc(size * sizeof *to);
  if (!to) FAIL(ERR_MEMORY, "no memory for a frame of %u vertices", size);
  for (uint32_t f = 0; f < frames; f++) {
    frame_make(m, f);
    if (f + 1 < frames) frames_join(m, f, to);
  }
  free(to);
  m->network->source = 0;
  m->network->sink = m->network->vertices - 1;
  return OK;
}

/* ---- rlg ---- */

static void rlg_sizes(const NetworkSpec *spec, uint64_t *vertices, uint64_t *arcs) {
  const uint64_t rows = spec->setting[0], levels = spec->setting[1];
  *vertices = rows * levels + 2;
  *arcs = 3 * rows * (levels - 1) + 2 * rows;
}

static Status rlg_make(Maker *m) {
  const uint32_t rows = m->spec->setting[0], levels = m->spec->setting[1], all = rows * levels;
  const int64_t wide = 3 * (int64_t)m->spec->most;
  m->network->source = all;
  m->network->sink = all + 1;
  for (uint32_t v = 0; v < rows; v++) arc_add(m, all, v, wide);
  for (uint32_t v = 0; v < all - rows; v++) {
    const RngStream s = stream_of(m, v);
    for (uint32_t k = 0, row; k < 3; k++) {
      const int64_t capacity = capacity_draw(m, s, k, rows, &row);
      arc_add(m, v, (v / rows + 1) * rows + row, capacity);
    }
  }
  for (uint32_t v = all - rows; v < all; v++) arc_add(m, v, all + 1, wide);
  return OK;
}

/* ---- random ---- */

static void random_sizes(const NetworkSpec *spec, uint64_t *vertices, uint64_t *arcs) {
  *vertices = spec->setting[0];
  *arcs = *vertices * spec->setting[1];
}

/* All arcs of DRAWS vertices, or of those that are left. */
static void vertices_make(Maker *m, DrawPairs draw, uint32_t v) {
  const uint32_t n = m->spec->setting[0], degree = m->spec->setting[1], wide = m->spec->most - m->spec->least;
  const uint32_t count = n - v < DRAWS ? n - v : DRAWS;
  const RngStream s = stream_of(m, v);
  Network *const to = m->network;
  for (uint32_t k = 0; k < degree; k++) {
    uint32_t other[DRAWS], more[DRAWS], a = v * degree + k;
    draw(s, k, n - 1, other, wide + 1, more);
    for (uint32_t j = 0; j < count; j++, a += degree) {
      to->tail[a] = v + j;
      to->head[a] = other[j] + (other[j] >= v + j);
      to->capacity[a] = (int64_t)m->spec->least + more[j];
    }
  }
}

/* Sums up the capacities of arcs into vertices from `first` on. The few that there are stand in a list first, for which nothing branches. */
static void sinks_sum(const Network *n, uint32_t arcs, uint32_t first, int64_t *sum) {
  enum { PART = 256 };
  for (uint32_t from = 0; from < arcs; from += PART) {
    uint32_t list[PART], count = 0;
    for (uint32_t a = from; a < arcs && a < from + PART; a++) {
      list[count] = a;
      count += n->head[a] >= first;
    }
    for (uint32_t k = 0; k < count; k++) sum[n->head[list[k]] - first] += n->capacity[list[k]];
  }
}

/* The program's own source and sink, as network_join makes them, which looks at all arcs for what their ends tell here. */
static void terminals_join(Maker *m) {
  Network *const to = m->network;
  const uint32_t n = m->spec->setting[0], degree = m->spec->setting[1], terminals = m->spec->setting[2];
  const uint32_t arcs = m->arcs, sinks = arcs + terminals, first = n - terminals;
  memset(to->capacity + arcs, 0, 2 * (size_t)terminals * sizeof *to->capacity);
  for (uint32_t k = 0; k < terminals; k++) {
    to->tail[arcs + k] = n;
    to->head[arcs + k] = k;
    to->tail[sinks + k] = first + k;
    to->head[sinks + k] = n + 1;
    for (uint32_t a = k * degree; a < (k + 1) * degree; a++) to->capacity[arcs + k] += to->capacity[a];
  }
  sinks_sum(to, arcs, first, to->capacity + sinks);
  to->source = n;
  to->sink = n + 1;
  to->vertices = n + 2;
  to->arcs = arcs + 2 * terminals;
  to->own_vertices = 2;
  to->own_arcs = 2 * terminals;
}

static Status random_make(Maker *m) {
  const uint32_t n = m->spec->setting[0];
  const DrawPairs draw = draw_pairs();
  for (uint32_t v = 0; v < n; v += DRAWS) vertices_make(m, draw, v);
  m->arcs = n * m->spec->setting[1];
  m->network->source = 0;
  m->network->sink = n - 1;
  if (m->spec->setting[2] > 1) terminals_join(m);
  return OK;
}

/* ---- all kinds ---- */

const NetworkKind network_kinds[] = {
    {"genrmf", 10000, {{"a", 16, 2, 20000}, {"b", 16, 1, 1000000}}, genrmf_sizes, genrmf_make},
    {"rlg", 10000, {{"rows", 64, 1, 100000000}, {"levels", 64, 1, 100000000}}, rlg_sizes, rlg_make},
    {"random",
     1000,
     {{"n", 1000, 2, 1000000000}, {"degree", 6, 0, 1000}, {"terminals", 1, 1, 500000000}},
     random_sizes,
     random_make}};
_Static_assert(sizeof network_kinds / sizeof *network_kinds == NETWORK_KINDS, "a kind a number");

void network_spec_sizes(const NetworkSpec *spec, uint64_t *vertices, uint64_t *arcs) {
  network_kinds[spec->kind].sizes(spec, vertices, arcs);
  if (spec->kind == NETWORK_RANDOM && spec->setting[2] > 1) {
    *vertices += 2;
    *arcs += 2 * (uint64_t)spec->setting[2];
  }
}

Status network_regenerate(const NetworkSpec *spec, uint64_t i, Network *io) {
  uint64_t vertices, arcs, more, all; /* without the program's own, with them */
  network_kinds[spec->kind].sizes(spec, &vertices, &arcs);
  network_spec_sizes(spec, &more, &all);
  if (all > io->room || !io->tail) {
    network_free(io);
    TRY(network_alloc((uint32_t)vertices, all, io));
  }
  io->vertices = (uint32_t)vertices;
  io->arcs = (uint32_t)arcs;
  io->own_vertices = io->own_arcs = 0;
  Maker m = {.spec = spec, .item = i, .network = io};
  return network_kinds[spec->kind].make(&m);
}

Status network_generate(const NetworkSpec *spec, uint64_t i, Network *out) {
  *out = (Network){.vertices = 0};
  const Status status = network_regenerate(spec, i, out);
  if (status != OK) network_free(out);
  return status;
}
