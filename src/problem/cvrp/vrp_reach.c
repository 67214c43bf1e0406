/* See vrp_reach.h. Labels of Dijkstra, in quadratic time, where the way straight there and back is not enough. */
#include "vrp_reach.h"

#include <stdlib.h>
#include "cost.h"
#include "halt.h"
#include "vrp_windows.h"

#define NEVER INT64_MAX

typedef struct Reach {
  const CvrpInstance *cvrp;
  int64_t *begin; /* (n + 1) when service at a node begins at the earliest; without windows as from time 0 */
  int64_t *home;  /* (n + 1) time from the end of service at a node to the depot, at least */
  bool *done;     /* (n + 1) */
} Reach;

static int64_t service_of(const CvrpInstance *cvrp, int32_t v) {
  if (v == 0) return 0;
  return cvrp->service_at ? cvrp->service_at[v] : cvrp->service;
}

/* Of the nodes that are not done; -1: none has a label. */
static int32_t nearest(const Reach *r, const int64_t *label) {
  int32_t best = -1;
  for (int32_t v = 0; v <= r->cvrp->head.n; v++)
    if (!r->done[v] && label[v] < NEVER && (best < 0 || label[v] < label[best])) best = v;
  return best;
}

static void labels_clear(Reach *r, int64_t *label, int64_t first) {
  for (int32_t v = 0; v <= r->cvrp->head.n; v++) {
    label[v] = NEVER;
    r->done[v] = false;
  }
  label[0] = first;
}

static void ways_there(Reach *r) {
  const CvrpInstance *cvrp = r->cvrp;
  labels_clear(r, r->begin, cvrp->with_windows ? cvrp->ready[0] : 0);
  for (int32_t at; (at = nearest(r, r->begin)) >= 0 && !halt_poll();) {
    r->done[at] = true;
    if (cvrp->with_windows && r->begin[at] > cvrp->due[at]) continue; /* nobody is served on the way */
    for (int32_t v = 1; v <= cvrp->head.n; v++) {
      int64_t begin = r->begin[at] + service_of(cvrp, at) + vrp_distance(cvrp, at, v);
      if (cvrp->with_windows && begin < cvrp->ready[v]) begin = cvrp->ready[v];
      if (begin < r->begin[v]) r->begin[v] = begin;
    }
  }
}

static void ways_home(Reach *r) {
  const CvrpInstance *cvrp = r->cvrp;
  labels_clear(r, r->home, 0);
  for (int32_t at; (at = nearest(r, r->home)) >= 0 && !halt_poll();) {
    r->done[at] = true;
    for (int32_t v = 1; v <= cvrp->head.n; v++) {
      const int64_t home = r->home[at] + service_of(cvrp, at) + vrp_distance(cvrp, v, at);
      if (home < r->home[v]) r->home[v] = home;
    }
  }
}

/* Straight there and back is in time for all. */
static bool all_alone(const CvrpInstance *cvrp) {
  for (int32_t c = 1; c <= cvrp->head.n; c++) {
    int64_t begin = (cvrp->with_windows ? cvrp->ready[0] : 0) + vrp_distance(cvrp, 0, c);
    if (cvrp->with_windows && begin < cvrp->ready[c]) begin = cvrp->ready[c];
    const int64_t back = begin + service_of(cvrp, c) + vrp_distance(cvrp, c, 0);
    if (cvrp->with_windows && (begin > cvrp->due[c] || back > cvrp->due[0])) return false;
    if (cvrp->max_duration != INT32_MAX &&
        vrp_distance(cvrp, 0, c) + service_of(cvrp, c) + vrp_distance(cvrp, c, 0) > cvrp->max_duration)
      return false;
  }
  return true;
}

static Status check_window(const VrpFile *file, const Reach *r, int32_t c) {
  const CvrpInstance *cvrp = r->cvrp;
  const int64_t begin = r->begin[c], back = begin + service_of(cvrp, c) + r->home[c];
  const int32_t decimals = cvrp->head.decimals, node = vrp_node_name(file, c),
                line = file->stop[c].window_line;
  char found[COST_TEXT_MAX], limit[COST_TEXT_MAX];
  if (begin > cvrp->due[c])
    return vrp_fail_at(
        file, line,
        status_fail(ERR_NO_SOLUTION,
                    "expected a due time of node %d from %s on, found %s: no vehicle can be there "
                    "in time, so there is no solution",
                    node, cost_text(begin, decimals, found), cost_text(cvrp->due[c], decimals, limit)));
  if (back > cvrp->due[0])
    return vrp_fail_at(
        file, line,
        status_fail(ERR_NO_SOLUTION,
                    "expected a window of node %d that lets a vehicle be back by %s, found one that is "
                    "back at %s: there is no solution",
                    node, cost_text(cvrp->due[0], decimals, limit), cost_text(back, decimals, found)));
  return OK;
}

/* The way there and back, without waiting. */
static Status check_limit(const VrpFile *file, const Reach *r, int32_t c) {
  const CvrpInstance *cvrp = r->cvrp;
  char found[COST_TEXT_MAX];
  const int64_t there = cvrp->with_windows ? r->home[c] : r->begin[c],
                least = there + service_of(cvrp, c) + r->home[c];
  if (least <= cvrp->max_duration) return OK;
  return vrp_fail_at(
      file, file->limit_line,
      status_fail(ERR_NO_SOLUTION,
                  "expected a DISTANCE of at least %s, for node %d alone: there is no solution",
                  cost_text(least, cvrp->head.decimals, found), vrp_node_name(file, c)));
}

static Status customers_check(const VrpFile *file, const Reach *r) {
  for (int32_t c = 1; c <= r->cvrp->head.n; c++) {
    if (r->cvrp->with_windows) TRY(check_window(file, r, c));
    if (r->cvrp->max_duration != INT32_MAX) TRY(check_limit(file, r, c));
  }
  return OK;
}

Status vrp_reach_check(const VrpFile *file, const CvrpInstance *cvrp) {
  const size_t nodes = (size_t)cvrp->head.n + 1;
  if (all_alone(cvrp)) return OK;
  Reach r = {cvrp, malloc(nodes * sizeof *r.begin), malloc(nodes * sizeof *r.home),
             malloc(nodes * sizeof *r.done)};
  Status status =
      r.begin && r.home && r.done ? OK : status_fail(ERR_MEMORY, "no memory for %zu nodes", nodes);
  if (status == OK) {
    ways_there(&r);
    ways_home(&r);
  }
  if (status == OK) status = halt_after("the check of time windows");
  if (status == OK) status = customers_check(file, &r);
  free(r.begin);
  free(r.home);
  free(r.done);
  return status;
}
