/* Flow by minimum potentials: see mpm.h. */
#include "mpm.h"

#include <stdlib.h>
#include <string.h>
#include "clock.h"
#include "halt.h"

#define UNBOUNDED INT64_MAX
#define NO_LAYER  UINT32_MAX

typedef struct List {
  uint32_t *vertex, count;
} List;

typedef struct Mpm {
  const FlowView *n;
  MpmForm form;
  bool *useful;       /* (places) may ever be used: all, or those of arcs forward */
  uint32_t *layer;    /* (vertices) of the layered network; NO_LAYER: not in it, or pruned */
  int64_t *in, *out;  /* (vertices) potentials */
  int64_t *amount;    /* (vertices) to be pushed on, or pulled */
  List live;          /* in the layered network, in the order of layers */
  List now, next;     /* of a step */
  uint32_t *word;     /* all lists and layers */
  int64_t *potential; /* in, out and amount */
  double at_s;        /* when the last part ended */
  MpmTimes times;
} Mpm;

/* A part of m->times ends. */
static void part_end(Mpm *m, double *part) {
  const double now = clock_s();
  *part += now - m->at_s;
  m->at_s = now;
}

static uint32_t row(const Mpm *m, uint32_t v) { return m->n->first[v]; }

/* Is place a of v an arc of the layered network? */
static bool leads(const Mpm *m, uint32_t v, uint32_t a) {
  return m->n->residual[a] > 0 && m->useful[a] && m->layer[v] != NO_LAYER &&
         m->layer[m->n->head[a]] == m->layer[v] + 1;
}

/* The same of its mate, an arc into v. */
static bool comes(const Mpm *m, uint32_t v, uint32_t a) {
  return m->layer[m->n->head[a]] != NO_LAYER && leads(m, m->n->head[a], m->n->mate[a]) &&
         m->layer[v] != NO_LAYER;
}

/* ---- a phase's network ---- */

/* False: the sink cannot be reached. */
static bool layers_find(Mpm *m) {
  const FlowView *const n = m->n;
  memset(m->layer, 0xff, n->vertices * sizeof *m->layer);
  m->live.count = 0;
  m->layer[n->source] = 0;
  m->live.vertex[m->live.count++] = n->source;
  for (uint32_t q = 0; q < m->live.count; q++) {
    const uint32_t v = m->live.vertex[q];
    if (m->layer[v] >= m->layer[n->sink]) break;
    for (uint32_t a = row(m, v); a < row(m, v + 1); a++) {
      const uint32_t w = n->head[a];
      if (m->layer[w] != NO_LAYER || n->residual[a] == 0 || !m->useful[a]) continue;
      m->layer[w] = m->layer[v] + 1;
      m->live.vertex[m->live.count++] = w;
    }
  }
  return m->layer[n->sink] != NO_LAYER;
}

/* Other vertices of the sink's layer are of no use. */
static void layers_trim(Mpm *m) {
  uint32_t count = 0;
  for (uint32_t q = 0; q < m->live.count; q++) {
    const uint32_t v = m->live.vertex[q];
    if (v != m->n->sink && m->layer[v] >= m->layer[m->n->sink])
      m->layer[v] = NO_LAYER;
    else
      m->live.vertex[count++] = v;
  }
  m->live.count = count;
}

static void potentials_find(Mpm *m) {
  const FlowView *const n = m->n;
  for (uint32_t q = 0; q < m->live.count; q++) {
    const uint32_t v = m->live.vertex[q];
    m->in[v] = m->out[v] = 0;
    for (uint32_t a = row(m, v); a < row(m, v + 1); a++) {
      if (leads(m, v, a)) m->out[v] += n->residual[a];
      if (comes(m, v, a)) m->in[v] += n->residual[n->mate[a]];
    }
  }
  m->in[n->source] = m->out[n->sink] = UNBOUNDED;
}

/* ---- pruning ---- */

static int64_t potential(const Mpm *m, uint32_t v) { return m->in[v] < m->out[v] ? m->in[v] : m->out[v]; }

static bool useless(const Mpm *m, uint32_t v) {
  return m->layer[v] != NO_LAYER && potential(m, v) == 0 && v != m->n->source && v != m->n->sink;
}

static void vertex_prune(Mpm *m, uint32_t v) {
  const FlowView *const n = m->n;
  for (uint32_t a = row(m, v); a < row(m, v + 1); a++) {
    const uint32_t w = n->head[a];
    if (leads(m, v, a) && w != n->source) m->in[w] -= n->residual[a];
    if (comes(m, v, a) && w != n->sink) m->out[w] -= n->residual[n->mate[a]];
    if (m->form == MPM_ACTIVE && (leads(m, v, a) || comes(m, v, a)) && potential(m, w) == 0)
      m->next.vertex[m->next.count++] = w; /* a vertex is there once a neighbour at most */
  }
  m->layer[v] = NO_LAYER;
}

/* Rounds over all vertices, until none is useless. */
static void prune_base(Mpm *m) {
  for (bool again = true; again;) {
    again = false;
    for (uint32_t v = 0; v < m->n->vertices; v++)
      if (useless(m, v)) {
        vertex_prune(m, v);
        again = true;
      }
  }
}

/* Those of a list, then those that this makes useless. */
static void prune_active(Mpm *m, List from) {
  m->next.count = 0;
  for (uint32_t q = 0; q < from.count; q++)
    if (useless(m, from.vertex[q])) vertex_prune(m, from.vertex[q]);
  for (uint32_t q = 0; q < m->next.count; q++)
    if (useless(m, m->next.vertex[q])) vertex_prune(m, m->next.vertex[q]);
  uint32_t count = 0;
  for (uint32_t q = 0; q < m->live.count; q++)
    if (m->layer[m->live.vertex[q]] != NO_LAYER) m->live.vertex[count++] = m->live.vertex[q];
  m->live.count = count;
}

static void prune(Mpm *m) {
  m->form == MPM_BASE ? prune_base(m) : prune_active(m, m->live);
  part_end(m, &m->times.prune);
}

/* ---- pushing and pulling ---- */

static uint32_t least_find(const Mpm *m) {
  uint32_t best = m->n->source;
  const uint32_t count = m->form == MPM_BASE ? m->n->vertices : m->live.count;
  for (uint32_t q = 0; q < count; q++) {
    const uint32_t v = m->form == MPM_BASE ? q : m->live.vertex[q];
    if (m->layer[v] == NO_LAYER) continue;
    const int64_t p = potential(m, v), least = potential(m, best);
    if (p < least || (p == least && v < best)) best = v;
  }
  return best;
}

static void amount_send(Mpm *m, uint32_t v, uint32_t a, bool push, int64_t d) {
  const FlowView *const n = m->n;
  const uint32_t w = n->head[a], along = push ? a : n->mate[a];
  n->residual[along] -= d;
  n->residual[n->mate[along]] += d;
  if (m->amount[w] == 0 && m->form == MPM_ACTIVE) m->next.vertex[m->next.count++] = w;
  m->amount[v] -= d;
  m->amount[w] += d;
  const uint32_t tail = push ? v : w, head = push ? w : v;
  if (tail != n->sink) m->out[tail] -= d;
  if (head != n->source) m->in[head] -= d;
  n->answer->pushes++;
}

/* All that is at v, along arcs one after the other. */
static void vertex_send(Mpm *m, uint32_t v, bool push) {
  for (uint32_t a = row(m, v); a < row(m, v + 1) && m->amount[v] > 0; a++) {
    if (push ? !leads(m, v, a) : !comes(m, v, a)) continue;
    const int64_t left = m->n->residual[push ? a : m->n->mate[a]];
    amount_send(m, v, a, push, left < m->amount[v] ? left : m->amount[v]);
  }
}

static void layer_send(Mpm *m, uint32_t layer, bool push) {
  const List swap = m->now;
  if (m->form == MPM_BASE) {
    for (uint32_t v = 0; v < m->n->vertices; v++)
      if (m->layer[v] == layer && m->amount[v] > 0) vertex_send(m, v, push);
    return;
  }
  m->now = m->next;
  m->next = swap;
  m->next.count = 0;
  for (uint32_t q = 0; q < m->now.count; q++) vertex_send(m, m->now.vertex[q], push);
}

/* d from v to the sink, or from the source to v. */
static void vertex_drain(Mpm *m, uint32_t v, int64_t d, bool push) {
  const uint32_t end = push ? m->n->sink : m->n->source, last = m->layer[end];
  m->amount[v] = d;
  m->next.count = 0;
  m->next.vertex[m->next.count++] = v;
  for (uint32_t layer = m->layer[v]; layer != last; layer += push ? 1 : -1u) layer_send(m, layer, push);
  m->amount[end] = 0;
}

static bool finished(const Mpm *m) { return m->out[m->n->source] == 0 || m->in[m->n->sink] == 0; }

static Status phase_run(Mpm *m) {
  const FlowView *const n = m->n;
  layers_trim(m);
  potentials_find(m);
  part_end(m, &m->times.layers);
  prune(m);
  while (!finished(m)) {
    const uint32_t v = least_find(m);
    const int64_t d = potential(m, v);
    part_end(m, &m->times.least);
    n->answer->rounds++;
    n->answer->value += d;
    vertex_drain(m, v, d, true);
    vertex_drain(m, v, d, false);
    part_end(m, &m->times.send);
    prune(m);
    if (halt_poll()) return halt_check("a maximum flow");
  }
  n->answer->phases++;
  return OK;
}

/* ---- a network ---- */

static Status mpm_alloc(const FlowView *n, Mpm *m) {
  const size_t count = n->vertices + (size_t)1, list = count + n->places;
  m->n = n;
  m->word = malloc((2 * count + 2 * list) * sizeof *m->word);
  m->potential = calloc(3 * count, sizeof *m->potential);
  m->useful = malloc(n->places + (size_t)1);
  if (!m->word || !m->potential || !m->useful)
    FAIL(ERR_MEMORY, "no memory for a flow of %u vertices and %u arcs", n->vertices, n->places / 2);
  m->layer = m->word;
  m->live.vertex = m->word + count;
  m->now.vertex = m->live.vertex + count;
  m->next.vertex = m->now.vertex + list;
  m->in = m->potential;
  m->out = m->in + count;
  m->amount = m->out + count;
  return OK;
}

/* The sink's side: not reached from the source, or, as the other methods have it, from where the sink is reached. */
static void cut_find(Mpm *m) {
  const FlowView *const n = m->n;
  uint32_t count = 0;
  memset(n->side, 0, n->vertices);
  n->side[n->sink] = 1;
  m->live.vertex[count++] = n->sink;
  for (uint32_t q = 0; q < count; q++)
    for (uint32_t a = row(m, m->live.vertex[q]); a < row(m, m->live.vertex[q] + 1); a++) {
      const uint32_t w = n->head[a];
      if (n->side[w] || n->residual[n->mate[a]] == 0) continue;
      n->side[w] = 1;
      m->live.vertex[count++] = w;
    }
  n->answer->sink_side = count;
}

static Status flow_find(const FlowView *network, MpmForm form, bool forward, MpmTimes *times) {
  Mpm m = {.form = form};
  Status status = mpm_alloc(network, &m);
  *network->answer = (FlowAnswer){.value = 0};
  for (uint32_t a = 0; status == OK && a < network->places; a++)
    m.useful[a] = !forward || network->residual[a] > 0;
  m.at_s = clock_s();
  while (status == OK && layers_find(&m)) status = phase_run(&m);
  part_end(&m, &m.times.layers);
  *times = m.times;
  if (status == OK) cut_find(&m);
  free(m.word);
  free(m.potential);
  free(m.useful);
  return status;
}

Status mpm_flow(const FlowView *network, MpmForm form, bool forward) {
  MpmTimes times;
  return flow_find(network, form, forward, &times);
}

Status mpm_flow_timed(const FlowView *network, MpmForm form, MpmTimes *times) {
  return flow_find(network, form, false, times);
}
