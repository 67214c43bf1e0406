/* Networks on the host: as bytes, in the form of the kernels, and the proof of a flow. */
#include <stdlib.h>
#include <string.h>
#include "flow_kernels.h"
#include "flow_parts.h"
#include "graph/network.h"

/* ---- networks as bytes ---- */

/* A packed network is its structure, its tails and heads, and its capacities, each from a multiple of 8 on. */

enum { ALIGNED = 8 };

static size_t aligned(size_t bytes) { return (bytes + ALIGNED - 1) / ALIGNED * ALIGNED; }

/* Where its arrays lie, and the end. */
static size_t parts_place(const Network *n, size_t place[3]) {
  const size_t ends = aligned(n->arcs * sizeof *n->tail);
  place[0] = aligned(sizeof *n);
  place[1] = place[0] + ends;
  place[2] = place[1] + ends;
  return place[2] + n->arcs * sizeof *n->capacity;
}

void flow_pack(const Network *n, char *to) {
  size_t place[3];
  Network plain = *n;
  parts_place(n, place);
  plain.tail = plain.head = NULL;
  plain.capacity = NULL;
  memcpy(to, &plain, sizeof plain);
  memcpy(to + place[0], n->tail, n->arcs * sizeof *n->tail);
  memcpy(to + place[1], n->head, n->arcs * sizeof *n->head);
  memcpy(to + place[2], n->capacity, n->arcs * sizeof *n->capacity);
}

Status flow_unpack(const char *from, Network *out) {
  Network plain;
  size_t place[3];
  memcpy(&plain, from, sizeof plain);
  parts_place(&plain, place);
  TRY(network_alloc(plain.vertices, plain.arcs, out));
  out->own_vertices = plain.own_vertices;
  out->own_arcs = plain.own_arcs;
  out->source = plain.source;
  out->sink = plain.sink;
  out->decimals = plain.decimals;
  out->edges = plain.edges;
  memcpy(out->tail, from + place[0], plain.arcs * sizeof *out->tail);
  memcpy(out->head, from + place[1], plain.arcs * sizeof *out->head);
  memcpy(out->capacity, from + place[2], plain.arcs * sizeof *out->capacity);
  return OK;
}

size_t flow_packed_bytes(const Network *n) {
  size_t place[3];
  return aligned(parts_place(n, place));
}

/* ---- form of the kernels ---- */

static Status arrays_alloc(FlowHost *h, uint64_t arcs) {
  const uint64_t vertices = h->batch.vertices, places = h->batch.places;
  h->first = malloc(h->batch.rows * sizeof *h->first);
  h->head = malloc((places + 1) * sizeof *h->head);
  h->mate = malloc((places + 1) * sizeof *h->mate);
  h->place = malloc((arcs + 1) * sizeof *h->place);
  h->batch.residual = malloc((places + 1) * sizeof *h->batch.residual);
  h->batch.side = malloc(vertices + 1);
  h->batch.answer = calloc(h->count, sizeof *h->batch.answer);
  if (!h->first || !h->head || !h->mate || !h->place || !h->batch.residual || !h->batch.side ||
      !h->batch.answer)
    FAIL(ERR_MEMORY, "no memory for networks of %llu arcs", (unsigned long long)arcs);
  h->batch.first = h->first;
  h->batch.head = h->head;
  h->batch.mate = h->mate;
  h->batch.net = h->batch.net_be = h->net;
  return OK;
}

Status flow_host_alloc(uint32_t count, const Network *networks, FlowHost *out) {
  uint64_t arcs = 0;
  *out = (FlowHost){.count = count, .batch = {.count = count, .answers = count}};
  out->net = calloc(count, sizeof *out->net);
  out->arc_at = calloc(count, sizeof *out->arc_at);
  Status status = out->net && out->arc_at ? OK : status_fail(ERR_MEMORY, "no memory for %u networks", count);
  for (uint32_t k = 0; status == OK && k < count; k++) {
    const Network *const n = &networks[k];
    out->arc_at[k] = arcs;
    arcs += n->arcs;
    out->net[k] = (FlowNet){.vertex_at = out->batch.vertices,
                            .row_at = out->batch.rows,
                            .number = k,
                            .place_at = out->batch.places,
                            .vertices = n->vertices,
                            .places = 2 * n->arcs,
                            .source = n->source,
                            .sink = n->sink};
    out->batch.vertices += n->vertices;
    out->batch.rows += n->vertices + (uint64_t)1;
    out->batch.places += 2 * (uint64_t)n->arcs;
  }
  if (status == OK) status = arrays_alloc(out, arcs);
  if (status != OK) flow_host_free(out);
  return status;
}

void flow_host_free(FlowHost *h) {
  free(h->net);
  free(h->arc_at);
  free(h->first);
  free(h->head);
  free(h->mate);
  free(h->place);
  free(h->batch.residual);
  free(h->batch.side);
  free(h->batch.answer);
  *h = (FlowHost){.count = 0};
}

/* Where each row ends, in first[] of its vertex; all rows. */
static uint32_t rows_count(const Network *n, uint32_t *first) {
  memset(first, 0, (n->vertices + (size_t)1) * sizeof *first);
  for (uint32_t i = 0; i < n->arcs; i++) {
    const bool loop = n->tail[i] == n->head[i];
    first[n->tail[i]] += !loop;
    first[n->head[i]] += !loop;
  }
  uint32_t sum = 0;
  for (uint32_t v = 0; v < n->vertices; v++) {
    sum += first[v];
    first[v] = sum;
  }
  first[n->vertices] = sum;
  return sum;
}

/* From the last arc to the first, each row from its end: rows keep the order of the arcs. */
void flow_host_fill(FlowHost *host, uint32_t k, const Network *n) {
  FlowNet *const net = &host->net[k];
  uint32_t *const first = host->first + net->row_at, *const place = host->place + host->arc_at[k];
  uint32_t *const head = host->head + net->place_at, *const mate = host->mate + net->place_at;
  int64_t *const residual = host->batch.residual + net->place_at, supply = 0, most = 0;
  net->places = rows_count(n, first);
  for (uint32_t i = n->arcs; i-- > 0;) {
    const uint32_t v = n->tail[i], w = n->head[i];
    place[i] = UINT32_MAX;
    if (v == w) continue;
    const uint32_t a = --first[v], b = --first[w];
    place[i] = a;
    head[a] = w;
    head[b] = v;
    mate[a] = b;
    mate[b] = a;
    residual[a] = n->capacity[i];
    residual[b] = 0;
    if (n->capacity[i] > most) most = n->capacity[i];
    if (v == n->source) supply += n->capacity[i];
  }
  net->narrow = most <= INT32_MAX && supply <= INT32_MAX;
}

/* An edge carries something one way only: what both of its arcs carry is taken from both. */
static void edges_settle(const Network *n, int64_t *flow) {
  for (uint32_t i = 1; i < n->arcs; i++) {
    if (n->tail[i] != n->head[i - 1] || n->head[i] != n->tail[i - 1]) continue;
    const int64_t both = flow[i] < flow[i - 1] ? flow[i] : flow[i - 1];
    flow[i] -= both;
    flow[i - 1] -= both;
  }
}

void flow_host_flows(const FlowHost *host, uint32_t k, const Network *n, int64_t *flow) {
  const uint32_t *const place = host->place + host->arc_at[k];
  const int64_t *const residual = host->batch.residual + host->net[k].place_at;
  for (uint32_t i = 0; i < n->arcs; i++)
    flow[i] = place[i] == UINT32_MAX ? 0 : n->capacity[i] - residual[place[i]];
  if (n->edges) edges_settle(n, flow);
}

/* ---- on a backend ---- */

Status flow_device_make(Backend *be, const FlowBatch *b, FlowBatch *d) {
  const struct {
    void **to;
    const void *from;
    size_t bytes;
  } arrays[] = {{(void **)&d->net_be, b->net, b->count * sizeof *b->net},
                {(void **)&d->first, b->first, b->rows * sizeof *b->first},
                {(void **)&d->head, b->head, b->places * sizeof *b->head},
                {(void **)&d->mate, b->mate, b->places * sizeof *b->mate},
                {(void **)&d->residual, b->residual, b->places * sizeof *b->residual},
                {(void **)&d->side, NULL, b->vertices},
                {(void **)&d->answer, NULL, b->answers * sizeof *b->answer}};
  enum { ARRAYS = sizeof arrays / sizeof *arrays };
  Status status = OK;
  *d = *b;
  for (int k = 0; k < ARRAYS; k++) *arrays[k].to = NULL;
  for (int k = 0; k < ARRAYS && status == OK; k++) {
    status = be->ops->alloc(be, arrays[k].bytes, arrays[k].to);
    if (status == OK && arrays[k].from)
      status = be->ops->upload(be, *arrays[k].to, arrays[k].from, arrays[k].bytes);
  }
  if (status != OK) flow_device_free(be, d);
  return status;
}

Status flow_device_reset(Backend *be, const FlowBatch *host, FlowBatch *device) {
  return be->ops->upload(be, device->residual, host->residual, host->places * sizeof *host->residual);
}

Status flow_device_fetch(Backend *be, const FlowBatch *d, const FlowBatch *b) {
  TRY(be->ops->download(be, b->residual, d->residual, b->places * sizeof *b->residual));
  TRY(be->ops->download(be, b->side, d->side, b->vertices));
  return be->ops->download(be, b->answer, d->answer, b->answers * sizeof *b->answer);
}

void flow_device_free(Backend *be, FlowBatch *d) {
  be->ops->free(be, (void *)d->net_be);
  be->ops->free(be, (void *)d->first);
  be->ops->free(be, (void *)d->head);
  be->ops->free(be, (void *)d->mate);
  be->ops->free(be, d->residual);
  be->ops->free(be, d->side);
  be->ops->free(be, d->answer);
  *d = (FlowBatch){.count = 0};
}

/* ---- certificate ---- */

/* The arc that is wrong, one of them is. */
static Status arcs_blame(const Network *n, const int64_t *flow) {
  uint32_t a = 0;
  while (flow[a] >= 0 && flow[a] <= n->capacity[a]) a++;
  FAIL(ERR_INTERNAL, "flow: arc %u carries %lld of %lld", a + 1, (long long)flow[a],
       (long long)n->capacity[a]);
}

/* What enters each vertex less what leaves it, the latter summed up while arcs have the same tail. */
static Status arcs_check(const Network *n, const int64_t *flow, int64_t *balance) {
  bool wrong = false;
  uint32_t tail = n->source;
  int64_t out = 0;
  memset(balance, 0, n->vertices * sizeof *balance);
  for (uint32_t a = 0; a < n->arcs; a++) {
    const int64_t sent = flow[a];
    wrong |= (sent < 0) | (sent > n->capacity[a]);
    if (n->tail[a] != tail) {
      balance[tail] -= out;
      out = 0;
      tail = n->tail[a];
    }
    out += sent;
    balance[n->head[a]] += sent;
  }
  balance[tail] -= out;
  return wrong ? arcs_blame(n, flow) : OK;
}

static Status vertices_check(const Network *n, int64_t value, const int64_t *balance) {
  for (uint32_t v = 0; v < n->vertices; v++) {
    int64_t want;
    if (v == n->sink)
      want = value;
    else if (v == n->source)
      want = -value;
    else
      want = 0;
    if (balance[v] != want)
      FAIL(ERR_INTERNAL, "flow: vertex %u keeps %lld, expected %lld", v + 1, (long long)balance[v],
           (long long)want);
  }
  return OK;
}

Status flow_certify(const Network *n, const int64_t *flow, const uint8_t *side, int64_t value,
                    int64_t *balance, uint32_t *cut_arcs) {
  int64_t cut = 0;
  uint32_t arcs = 0;
  TRY(arcs_check(n, flow, balance));
  TRY(vertices_check(n, value, balance));
  for (uint32_t a = 0; a < n->arcs; a++) {
    const bool across = !side[n->tail[a]] & (side[n->head[a]] != 0);
    cut += across ? n->capacity[a] : 0;
    arcs += across;
  }
  if (side[n->source] || !side[n->sink]) FAIL(ERR_INTERNAL, "cut: source and sink are on one side");
  if (cut != value)
    FAIL(ERR_INTERNAL, "cut: its capacity is %lld, the flow's value %lld", (long long)cut, (long long)value);
  *cut_arcs = arcs;
  return OK;
}
