/* See oracle_crossover.h. */
#include "oracle_crossover.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "oracle_routes.h"
#include "problem/cvrp/cvrp.h"

typedef struct Route {
  int32_t *customer, size;
} Route;

typedef struct Plan {
  const CvrpInstance *cvrp;
  int32_t n;
  Route *route; /* (n) each with room for n customers */
  int32_t routes;
  bool *served; /* (n + 1) */
} Plan;

/* ---- plans ---- */

static Plan plan_empty(const Instance *inst) {
  Plan p = {.cvrp = cvrp_of(inst), .n = inst->n};
  p.route = calloc((size_t)p.n, sizeof *p.route);
  p.served = calloc((size_t)p.n + 1, sizeof *p.served);
  for (int32_t r = 0; r < p.n; r++) p.route[r].customer = malloc((size_t)p.n * sizeof(int32_t));
  return p;
}

static void plan_free(Plan *p) {
  for (int32_t r = 0; r < p->n; r++) free(p->route[r].customer);
  free(p->route);
  free(p->served);
}

static Plan plan_of(const Instance *inst, const int32_t *gene) {
  Plan p = plan_empty(inst);
  for (int32_t i = 0; i < inst->n; i++) {
    if (gene[i] < 0) p.routes++;
    Route *const r = &p.route[p.routes - 1];
    r->customer[r->size++] = abs(gene[i]);
  }
  return p;
}

/* A route of those customers of another one who are not served yet. */
static void inherit(Plan *child, const Route *from) {
  Route *const r = &child->route[child->routes];
  for (int32_t i = 0; i < from->size; i++)
    if (!child->served[from->customer[i]]) {
      child->served[from->customer[i]] = true;
      r->customer[r->size++] = from->customer[i];
    }
  child->routes += r->size > 0;
}

/* ---- limits ---- */

/* Length of a route of `size` customers, and whether it keeps the limits. */
static int64_t drive(const Plan *p, const int32_t *customer, int32_t size, bool *keeps) {
  const CvrpInstance *cvrp = p->cvrp;
  int64_t length = 0, load = 0, time = cvrp->with_windows ? cvrp->ready[0] : 0;
  *keeps = true;
  for (int32_t i = 0, last = 0; i <= size; i++) {
    const int32_t v = i < size ? customer[i] : 0;
    const int64_t d = oracle_route_distance(&cvrp->head, last, v);
    length += d;
    load += v ? cvrp->demand[v] : 0;
    time += d;
    if (cvrp->with_windows) {
      if (v && time < cvrp->ready[v]) time = cvrp->ready[v];
      if (time > cvrp->due[v]) *keeps = false;
      time += v ? cvrp->service_at[v] : 0;
    }
    last = v;
  }
  if (load > cvrp->capacity) *keeps = false;
  if (!cvrp->with_windows && length + (int64_t)size * cvrp->service > cvrp->max_duration) *keeps = false;
  return length;
}

/* ---- the order of routes ---- */

static int64_t centre_key(const Plan *p, const Route *r, int64_t dx, int64_t dy) {
  int64_t x = 0, y = 0;
  for (int32_t i = 0; i < r->size; i++) {
    const int32_t c = r->customer[i];
    x += p->cvrp->with_coordinates ? p->cvrp->x[c] : oracle_route_distance(&p->cvrp->head, 1, c);
    y += p->cvrp->with_coordinates ? p->cvrp->y[c] : oracle_route_distance(&p->cvrp->head, 0, c);
  }
  return x / r->size * dx + y / r->size * dy;
}

/* Of the routes that are left, the one of the least key, the first of equals. */
static void take(Plan *child, const Plan *a, uint64_t direction, int32_t count) {
  const int64_t dx = (int64_t)(direction % 65536) - 32768, dy = (int64_t)(direction / 65536 % 65536) - 32768;
  bool *gone = calloc((size_t)a->routes, sizeof *gone);
  for (int32_t k = 0; k < count; k++) {
    int32_t best = -1;
    int64_t least = 0;
    for (int32_t r = 0; r < a->routes; r++) {
      const int64_t key = centre_key(a, &a->route[r], dx, dy);
      if (gone[r] || (best >= 0 && key >= least)) continue;
      best = r;
      least = key;
    }
    gone[best] = true;
    inherit(child, &a->route[best]);
  }
  free(gone);
}

static void complete(Plan *child, const Plan *b, int32_t routes) {
  bool *gone = calloc((size_t)b->routes, sizeof *gone);
  double *share = calloc((size_t)b->routes, sizeof *share);
  for (int32_t r = 0; r < b->routes; r++) {
    int32_t served = 0;
    for (int32_t i = 0; i < b->route[r].size; i++) served += child->served[b->route[r].customer[i]];
    share[r] = (double)served / b->route[r].size; /* equal fractions are equal numbers */
  }
  for (int32_t k = 0; k < b->routes && child->routes < routes; k++) {
    int32_t best = -1;
    for (int32_t r = 0; r < b->routes; r++)
      if (!gone[r] && (best < 0 || share[r] < share[best])) best = r;
    gone[best] = true;
    if (share[best] > 0.5) break;
    inherit(child, &b->route[best]);
  }
  free(gone);
  free(share);
}

/* ---- the others ---- */

static void insert_at(Route *r, int32_t c, int32_t place) {
  memmove(r->customer + place + 1, r->customer + place, (size_t)(r->size - place) * sizeof *r->customer);
  r->customer[place] = c;
  r->size++;
}

static void remove_at(Route *r, int32_t place) {
  r->size--;
  memmove(r->customer + place, r->customer + place + 1, (size_t)(r->size - place) * sizeof *r->customer);
}

static void insert(Plan *child, int32_t c) {
  int32_t route = -1, place = 0;
  int64_t least = 0;
  bool keeps;
  for (int32_t r = 0; r < child->routes; r++) {
    const int64_t before = drive(child, child->route[r].customer, child->route[r].size, &keeps);
    for (int32_t k = 0; k <= child->route[r].size; k++) {
      insert_at(&child->route[r], c, k);
      const int64_t detour = drive(child, child->route[r].customer, child->route[r].size, &keeps) - before;
      remove_at(&child->route[r], k);
      if (!keeps || (route >= 0 && detour >= least)) continue;
      route = r;
      place = k;
      least = detour;
    }
  }
  if (route < 0) route = child->routes++;
  insert_at(&child->route[route], c, place);
  child->served[c] = true;
}

static void insert_all(Plan *child) {
  for (;;) {
    int32_t next = 0;
    for (int32_t c = child->n; c >= 1; c--)
      if (!child->served[c] && (!next || child->cvrp->demand[c] >= child->cvrp->demand[next])) next = c;
    if (!next) return;
    insert(child, next);
  }
}

static bool plan_keeps(const Plan *p) {
  if (p->cvrp->fleet == FLEET_EXACTLY && p->routes != p->cvrp->vehicles) return false;
  if (p->cvrp->fleet == FLEET_AT_MOST && p->routes > p->cvrp->vehicles) return false;
  for (int32_t r = 0; r < p->routes; r++) {
    bool keeps;
    drive(p, p->route[r].customer, p->route[r].size, &keeps);
    if (!keeps) return false;
  }
  return true;
}

void oracle_crossover(const Instance *inst, const int32_t *a, const int32_t *b, uint64_t direction,
                      uint32_t taken, int32_t *child) {
  Plan mother = plan_of(inst, a), father = plan_of(inst, b), plan = plan_empty(inst);
  int32_t count = mother.routes / 4 + (int32_t)taken, at = 0;
  if (count > mother.routes - 1) count = mother.routes - 1;
  if (count < 1) count = 1;
  take(&plan, &mother, direction, count);
  complete(&plan, &father, mother.routes);
  insert_all(&plan);
  for (int32_t r = 0; r < plan.routes; r++)
    for (int32_t i = 0; i < plan.route[r].size; i++)
      child[at++] = i ? plan.route[r].customer[i] : -plan.route[r].customer[i];
  if (!plan_keeps(&plan)) memcpy(child, a, (size_t)inst->n * sizeof *child);
  plan_free(&mother);
  plan_free(&father);
  plan_free(&plan);
}
