/* See recombining.h. */
#include "recombining.h"

#include <stdlib.h>
#include <string.h>
#include "judge.h"
#include "oracle.h"

static uint32_t random_below(uint64_t *state, uint32_t m) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)((*state >> 33) % m);
}

/* Nearest by squared coordinates or distance; ties by number. */
static void list_make(const Instance *inst, int32_t a, int32_t width, int32_t *list) {
  double *apart = malloc(sizeof *apart * (size_t)width);
  int32_t count = 0;
  for (int32_t b = 0; b < inst->n; b++) {
    const double dx = inst->x ? inst->x[a] - inst->x[b] : 0, dy = inst->x ? inst->y[a] - inst->y[b] : 0;
    const double d = inst->x ? dx * dx + dy * dy : (double)inst->matrix[(size_t)a * inst->n + b];
    if (b == a || (count == width && d >= apart[width - 1])) continue;
    int32_t at = count < width ? count++ : width - 1;
    for (; at > 0 && apart[at - 1] > d; at--) apart[at] = apart[at - 1], list[at] = list[at - 1];
    apart[at] = d, list[at] = b;
  }
  free(apart);
}

static void tour_reverse(int32_t *tour, int32_t *where, int32_t from, int32_t to) {
  for (; from < to; from++, to--) {
    const int32_t swap = tour[from];
    tour[from] = tour[to], where[tour[from]] = from;
    tour[to] = swap, where[swap] = to;
  }
}

/* One improving 2-opt move that gives city a a candidate as its next; false: there is none. */
static int tour_improve(const Population *p, int32_t *tour, int32_t *where, int32_t a) {
  const int32_t n = p->inst->n, next = tour[(where[a] + 1) % n];
  for (int32_t k = 0; k < p->width; k++) {
    const int32_t c = p->list[a * p->width + k], after = tour[(where[c] + 1) % n];
    const int64_t gain = judge_distance(p->inst, a, next) + judge_distance(p->inst, c, after) -
                         judge_distance(p->inst, a, c) - judge_distance(p->inst, next, after);
    if (gain <= 0 || c == next || after == a) continue;
    const int32_t i = where[a] < where[c] ? where[a] : where[c],
                  j = where[a] < where[c] ? where[c] : where[a];
    tour_reverse(tour, where, i + 1, j);
    return 1;
  }
  return 0;
}

static void tour_settle(const Population *p, int32_t *tour) {
  int32_t *where = malloc(sizeof *where * (size_t)p->inst->n);
  for (int32_t k = 0; k < p->inst->n; k++) where[tour[k]] = k;
  for (int again = 1; again;) {
    again = 0;
    for (int32_t a = 0; a < p->inst->n; a++)
      while (tour_improve(p, tour, where, a)) again = 1;
  }
  free(where);
}

static void tour_make(const Population *p, int32_t *tour, int settled, uint64_t *state) {
  const int32_t n = p->inst->n;
  for (int32_t k = 0; k < n; k++) tour[k] = k;
  for (int32_t k = n - 1; k > 0; k--) {
    const int32_t at = (int32_t)random_below(state, (uint32_t)k + 1), swap = tour[k];
    tour[k] = tour[at], tour[at] = swap;
  }
  if (settled) tour_settle(p, tour);
}

static void distances_make(Population *p) {
  const Instance *inst = p->inst;
  const size_t n = (size_t)inst->n;
  if (inst->metric == METRIC_GEO || inst->metric == METRIC_EXPLICIT) {
    p->matrix = malloc(sizeof *p->matrix * n * n);
    for (size_t k = 0; k < n * n; k++)
      p->matrix[k] = (int32_t)judge_distance(inst, (int32_t)(k / n), (int32_t)(k % n));
    return;
  }
  p->xy = malloc(sizeof *p->xy * 2 * n);
  for (size_t k = 0; k < n; k++) p->xy[2 * k] = inst->x[k], p->xy[2 * k + 1] = inst->y[k];
}

Population *population_make(const Instance *inst, int32_t width, uint32_t islands, uint32_t group,
                            int settled, uint64_t seed) {
  Population *p = calloc(1, sizeof *p);
  const size_t n = (size_t)inst->n, tours = (size_t)islands * group;
  *p = (Population){
      .inst = inst, .width = width < inst->n ? width : inst->n - 1, .islands = islands, .group = group};
  p->list = malloc(sizeof *p->list * (n * (size_t)p->width + 1));
  p->tour = malloc(sizeof *p->tour * n * tours), p->cost = malloc(sizeof *p->cost * tours);
  p->pair = malloc(sizeof *p->pair * tours), p->result = calloc(tours, sizeof *p->result);
  distances_make(p);
  for (size_t a = 0; a < n; a++) list_make(inst, (int32_t)a, p->width, p->list + a * (size_t)p->width);
  for (size_t k = 0; k < tours; k++) {
    tour_make(p, p->tour + k * n, settled, &seed);
    p->cost[k] = oracle_cost(inst, p->tour + k * n);
  }
  return p;
}

static void *copy_of(const void *from, size_t bytes) {
  return from ? memcpy(malloc(bytes + 1), from, bytes) : NULL;
}

Population *population_copy(const Population *p) {
  Population *c = copy_of(p, sizeof *p);
  const size_t n = (size_t)p->inst->n, tours = (size_t)p->islands * p->group;
  c->list = copy_of(p->list, sizeof *p->list * n * (size_t)p->width);
  c->matrix = copy_of(p->matrix, sizeof *p->matrix * n * n), c->xy = copy_of(p->xy, sizeof *p->xy * 2 * n);
  c->tour = copy_of(p->tour, sizeof *p->tour * n * tours),
  c->cost = copy_of(p->cost, sizeof *p->cost * tours);
  c->pair = copy_of(p->pair, sizeof *p->pair * tours),
  c->result = copy_of(p->result, sizeof *p->result * tours);
  return c;
}

void population_free(Population *p) {
  free(p->list), free(p->matrix), free(p->xy), free(p->tour), free(p->cost), free(p->pair), free(p->result),
      free(p);
}

void population_pair(Population *p, uint64_t seed) {
  p->task = (TourTask){.seed = seed, .epoch = p->generation};
  for (uint32_t i = 0; i < p->islands; i++)
    if (recombine_pairs(seed, i, p->generation, i * p->group, p->group, p->pair + i * p->group) != OK)
      abort();
}

RecombineTask population_task(const Population *p, int32_t share) {
  return (RecombineTask){.problem = {p->inst->n, 1, p->inst->metric, p->xy, p->matrix},
                         .width = p->width,
                         .list = p->list,
                         .task = &p->task,
                         .share = share,
                         .pairs = p->islands * p->group,
                         .pair = p->pair,
                         .tour = p->tour,
                         .cost = p->cost};
}

enum { ARRAYS = 9, GIVEN = 7 };

/* Arrays of the task to the backend, those that are there. */
static Status task_place(Backend *be, RecombineTask *t, const size_t bytes[ARRAYS], void *dev[ARRAYS]) {
  const void *host[ARRAYS] = {t->problem.xy, t->problem.matrix, t->list, t->pair, t->tour, t->cost, t->task};
  for (int k = 0; k < ARRAYS; k++) {
    if (k < GIVEN && !host[k]) continue;
    TRY(be->ops->alloc(be, bytes[k], &dev[k]));
    if (k < GIVEN) TRY(be->ops->upload(be, dev[k], host[k], bytes[k]));
  }
  t->problem.xy = dev[0], t->problem.matrix = dev[1], t->list = dev[2], t->pair = dev[3], t->tour = dev[4];
  t->cost = dev[5], t->task = dev[6], t->child = dev[7], t->result = dev[8];
  return OK;
}

Status population_advance(Population *p, Backend *be, uint64_t seed, int32_t share) {
  Status status = OK;
  const size_t n = (size_t)p->inst->n, tours = (size_t)p->islands * p->group;
  void *dev[ARRAYS] = {0};
  population_pair(p, seed);
  RecombineTask t = population_task(p, share);
  const size_t bytes[ARRAYS] = {
      16 * n,    4 * n * n,     4 * n * (size_t)p->width, tours * sizeof *p->pair, 4 * n * tours,
      8 * tours, sizeof p->task, 4 * n * tours,           tours * sizeof *p->result};
  TRY_GOTO(task_place(be, &t, bytes, dev), cleanup);
  TRY_GOTO(be->ops->recombine->recombine(be, &t), cleanup);
  TRY_GOTO(be->ops->download(be, p->tour, t.child, bytes[7]), cleanup);
  TRY_GOTO(be->ops->download(be, p->result, t.result, bytes[8]), cleanup);
  for (size_t k = 0; k < tours; k++) p->cost[k] = p->result[k].cost;
  p->generation++;
cleanup:
  for (int k = 0; k < ARRAYS; k++) be->ops->free(be, dev[k]);
  return status;
}

int64_t population_best(const Population *p) {
  int64_t best = INT64_MAX;
  for (uint32_t k = 0; k < p->islands * p->group; k++) best = p->cost[k] < best ? p->cost[k] : best;
  return best;
}
