/* What the kernels of task trading read: see TradeTables. */
#include <stdlib.h>
#include <string.h>
#include "problem/matching/matching.h"
#include "problem/matching/matching_bounds.h"
#include "trade_plan.h"

/* On the host while they are made. */
typedef struct Draft {
  const MatchingInstance *inst;
  uint32_t *price; /* (machines) */
  double *rate;
  int64_t *worth;
  int32_t *near;
  int64_t bound;
} Draft;

static void draft_free(Draft *d) {
  free(d->price);
  free(d->rate);
  free(d->worth);
  free(d->near);
}

static Status draft_alloc(Draft *d) {
  const size_t tasks = (size_t)d->inst->head.n, machines = (size_t)d->inst->machines;
  d->price = malloc(machines * sizeof *d->price);
  d->rate = malloc(machines * sizeof *d->rate);
  d->worth = malloc(tasks * machines * sizeof *d->worth);
  d->near = malloc(tasks * TRADE_NEAR * sizeof *d->near);
  if (d->price && d->rate && d->worth && d->near) return OK;
  FAIL(ERR_MEMORY, "no memory to trade %d tasks on %d machines", d->inst->head.n, d->inst->machines);
}

static bool allowed(const Draft *d, size_t e) { return !d->inst->never || d->inst->etc[e] < d->inst->never; }

/* ---- prices ---- */

/* Without prices all machines have the same. */
static void prices_fill(Draft *d) {
  uint32_t most = 0;
  for (int32_t m = 0; m < d->inst->machines; m++) most = d->price[m] > most ? d->price[m] : most;
  for (int32_t m = 0; m < d->inst->machines && !most; m++) d->price[m] = 1;
}

/* The longest priced time becomes 2^40 at most. */
static void rates_fill(Draft *d) {
  const size_t machines = (size_t)d->inst->machines, pairs = (size_t)d->inst->head.n * machines;
  double most = 1;
  prices_fill(d);
  for (size_t e = 0; e < pairs; e++) {
    const double worth = (double)d->inst->etc[e] * d->price[e % machines];
    if (allowed(d, e) && worth > most) most = worth;
  }
  for (size_t m = 0; m < machines; m++) d->rate[m] = d->price[m] * (0x1p40 / most);
  for (size_t e = 0; e < pairs; e++)
    d->worth[e] = allowed(d, e) ? (int64_t)((double)d->inst->etc[e] * d->rate[e % machines]) : TRADE_NEVER;
}

/* ---- near machines ---- */

/* An insertion sort that keeps the first ones. */
static void near_fill(const Draft *d, size_t task, int32_t *near) {
  const size_t machines = (size_t)d->inst->machines;
  const int64_t *worth = d->worth + task * machines;
  int count = 0;
  for (size_t m = 0; m < machines; m++) {
    if (worth[m] == TRADE_NEVER || (count == TRADE_NEAR && worth[m] >= worth[near[count - 1]])) continue;
    int at = count < TRADE_NEAR ? count++ : count - 1;
    for (; at > 0 && worth[near[at - 1]] > worth[m]; at--) near[at] = near[at - 1];
    near[at] = (int32_t)m;
  }
  while (count < TRADE_NEAR) near[count++] = -1;
}

/* ---- on the backend ---- */

static Status array_put(Backend *be, const void *host, size_t bytes, const void *place) {
  void *dev;
  TRY(be->ops->alloc(be, bytes, &dev));
  memcpy((void *)(uintptr_t)place, &dev, sizeof dev);
  return be->ops->upload(be, dev, host, bytes);
}

static Status draft_upload(const Draft *d, Backend *be, TradeTables *k) {
  const size_t tasks = (size_t)d->inst->head.n, machines = (size_t)d->inst->machines,
               pairs = tasks * machines;
  k->bound = d->bound;
  TRY(array_put(be, d->inst->etc, pairs * sizeof *k->time, &k->time));
  TRY(array_put(be, d->worth, pairs * sizeof *k->worth, &k->worth));
  TRY(array_put(be, d->rate, machines * sizeof *k->rate, &k->rate));
  return array_put(be, d->near, tasks * TRADE_NEAR * sizeof *k->near, &k->near);
}

Status trade_tables_make(const Instance *inst, Backend *be, TradeTables *out) {
  Draft d = {.inst = matching_of(inst)};
  *out = (TradeTables){.tasks = inst->n, .machines = d.inst->machines};
  Status status = draft_alloc(&d);
  if (status == OK) status = matching_bound(inst, be->threads, d.price, &d.bound);
  if (status == OK) {
    rates_fill(&d);
    for (size_t t = 0; t < (size_t)inst->n; t++) near_fill(&d, t, d.near + t * TRADE_NEAR);
    status = draft_upload(&d, be, out);
  }
  draft_free(&d);
  return status;
}

void trade_tables_free(Backend *be, TradeTables *k) {
  be->ops->free(be, (void *)(uintptr_t)k->time);
  be->ops->free(be, (void *)(uintptr_t)k->worth);
  be->ops->free(be, (void *)(uintptr_t)k->rate);
  be->ops->free(be, (void *)(uintptr_t)k->near);
  *k = (TradeTables){.tasks = 0};
}
