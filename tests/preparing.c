/* See preparing.h. */
#include "preparing.h"

#include <math.h>
#include <stdlib.h>
#include "climbing.h"

static double whole(uint64_t *state, double size) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return floor((double)(*state >> 11) * 0x1p-53 * size);
}

static void place(Shape shape, int32_t i, int32_t n, uint64_t *state, double *x, double *y) {
  int32_t side = (int32_t)ceil(sqrt(n)), heap = (int32_t)whole(state, 5);
  double t = whole(state, 1000);
  *x = *y = t;
  switch (shape) {
  case SHAPE_ONE_POINT:
    *x = 3, *y = -7;
    break;
  case SHAPE_LEVEL:
    *y = 5;
    break;
  case SHAPE_UPRIGHT:
    *x = -5;
    break;
  case SHAPE_FALLING:
    *y = -t;
    break;
  case SHAPE_LATTICE:
    *x = i % side, *y = i / side;
    break;
  case SHAPE_HEAPS:
    *x = 100 * heap, *y = 7 * heap * heap;
    break;
  case SHAPE_CLUSTERS:
    *x = 3e7 * heap + whole(state, 100), *y = 2e7 * (heap % 3) + whole(state, 100);
    break;
  case SHAPE_OUTLIER:
    *x = i == n / 2 ? 4e8 : whole(state, 40), *y = whole(state, 40);
    break;
  default:
    break;
  }
}

Instance *preparing_instance(Shape shape, Metric metric, int32_t n, uint64_t seed) {
  Instance *inst = NULL;
  if (instance_alloc(metric, n, &inst) != OK) abort();
  for (int32_t i = 0; i < n; i++) place(shape, i, n, &seed, &inst->x[i], &inst->y[i]);
  inst->digest = instance_digest(inst);
  return inst;
}

static Status run(Prepared *out, const Instance *inst, CandidatePlan plan, GreedyPlan greedy, uint32_t count) {
  Backend *be = &out->be;
  Status status = OK;
  void *list = NULL, *tour = NULL;
  size_t n = (size_t)inst->n, bytes, tours = count * n * sizeof(int32_t);
  TRY(tour_problem_make(inst, be, &out->problem, &out->order));
  if (!plan.width) return OK;
  out->width = candidate_width(inst->n, plan), bytes = n * (size_t)out->width * sizeof(int32_t);
  out->list = malloc(bytes + 1), out->tour = malloc(tours);
  TRY_GOTO(be->ops->alloc(be, bytes, &list), cleanup);
  TRY_GOTO(be->ops->alloc(be, tours, &tour), cleanup);
  TRY_GOTO(be->ops->candidates->lists(be, &out->problem, plan, list), cleanup);
  TRY_GOTO(be->ops->candidates->greedy(be, &out->problem, out->width, list, greedy, count, tour), cleanup);
  TRY_GOTO(be->ops->download(be, out->list, list, bytes), cleanup);
  status = be->ops->download(be, out->tour, tour, tours);
cleanup:
  be->ops->free(be, list), be->ops->free(be, tour);
  return status;
}

int preparing_batch(Prepared *out, const Instance *inst, const char *backend, int threads, CandidatePlan plan,
                    GreedyPlan greedy, uint32_t count) {
  *out = (Prepared){0};
  if (!climbing_open(&out->be, backend, threads)) return 0;
  if (run(out, inst, plan, greedy, count) != OK) abort();
  return 1;
}

int preparing_run(Prepared *out, const Instance *inst, const char *backend, int threads, CandidatePlan plan,
                  GreedyPlan greedy) {
  return preparing_batch(out, inst, backend, threads, plan, greedy, 1);
}

void preparing_free(Prepared *p) {
  tour_problem_free(&p->be, &p->problem);
  free(p->order), free(p->list), free(p->tour);
  p->be.ops->close(&p->be);
}
