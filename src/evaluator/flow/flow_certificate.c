/* See flow_certificate.h. */
#include "flow_certificate.h"

#include <string.h>

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
