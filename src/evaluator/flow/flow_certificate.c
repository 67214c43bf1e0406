/* See flow_certificate.h. */
#include "flow_certificate.h"

#include <string.h>

static Status flow_check(const Network *n, const int64_t *flow, int64_t value, int64_t *balance) {
  memset(balance, 0, n->vertices * sizeof *balance);
  for (uint32_t a = 0; a < n->arcs; a++) {
    if (flow[a] < 0 || flow[a] > n->capacity[a])
      FAIL(ERR_INTERNAL, "flow: arc %u carries %lld of %lld", a + 1, (long long)flow[a],
           (long long)n->capacity[a]);
    balance[n->tail[a]] -= flow[a], balance[n->head[a]] += flow[a];
  }
  for (uint32_t v = 0; v < n->vertices; v++) {
    const int64_t want = v == n->sink ? value : v == n->source ? -value : 0;
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
  TRY(flow_check(n, flow, value, balance));
  for (uint32_t a = 0; a < n->arcs; a++)
    if (!side[n->tail[a]] && side[n->head[a]]) cut += n->capacity[a], arcs++;
  if (side[n->source] || !side[n->sink]) FAIL(ERR_INTERNAL, "cut: source and sink are on one side");
  if (cut != value)
    FAIL(ERR_INTERNAL, "cut: its capacity is %lld, the flow's value %lld", (long long)cut, (long long)value);
  *cut_arcs = arcs;
  return OK;
}
