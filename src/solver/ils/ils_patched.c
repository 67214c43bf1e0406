/* Start tours of directed instances: assignments whose cycles are joined (patched_tours.h). Inside "ils". */
#include <stdlib.h>
#include "halt.h"
#include "ils_archipelago.h"
#include "search/candidates/patched_tours.h"

enum { AT_ONCE = 64 }; /* tours on the host */

void ils_patched_free(Archipelago *a) {
  for (int32_t k = 0; a->patched && k < a->problem.tour.instances; k++) patched_tours_close(a->patched[k]);
  free(a->patched);
}

Status ils_patched_make(Archipelago *a, const Instance *const *inst) {
  const size_t instances = (size_t)a->problem.tour.instances,
               entries = (size_t)a->nodes * (size_t)a->problem.width, bytes = entries * sizeof(int32_t);
  if (!a->problem.tour.pairs) return OK;
  int32_t *list = malloc(bytes + 1);
  Status status = OK;
  a->patched = calloc(instances, sizeof *a->patched);
  if (!list || !a->patched)
    FAIL_GOTO(cleanup, ERR_MEMORY, "no memory for the candidates of %d nodes", a->nodes);
  for (size_t k = 0; k < instances; k++) {
    TRY_GOTO(a->be->ops->download(a->be, list, a->list + k * entries, bytes), cleanup);
    TRY_GOTO(patched_tours_open(inst[k], a->problem.width, list, &a->patched[k]), cleanup);
  }
cleanup:
  free(list);
  return status;
}

/* The task of tour k. */
static const TourTask *task_of(const Archipelago *a, uint32_t k) {
  return a->task + ils_task_of(a, k % a->span.count);
}

static const PatchedTours *patched_of(const Archipelago *a, uint32_t k) {
  return a->patched ? a->patched[task_of(a, k)->instance] : NULL;
}

bool ils_patched_all(const Archipelago *a) {
  bool all = a->patched != NULL;
  for (int32_t k = 0; k < a->problem.tour.instances && all; k++) all = a->patched[k] != NULL;
  return all;
}

/* Those of tours [first, first + count) that there are, with all threads. made (count, n) */
static Status some_make(const Archipelago *a, GreedyPlan plan, uint32_t first, uint32_t count,
                        int32_t *made) {
  Status status = OK;
#pragma omp parallel for num_threads(a->be->threads > 0 ? a->be->threads : 1) schedule(dynamic)
  for (uint32_t k = 0; k < count; k++) {
    const PatchedTours *patched = patched_of(a, first + k);
    if (!patched || halt_poll()) continue;
    const Status its = patched_tours_make(patched, task_of(a, first + k)->seed,
                                          greedy_member(plan, first + k), made + k * (size_t)a->nodes);
    if (its != OK) {
#pragma omp atomic write
      status = its;
    }
  }
  return status == OK ? halt_after("start tours") : status;
}

static Status some_place(Archipelago *a, uint32_t first, uint32_t count, const int32_t *made, int32_t *tour) {
  const size_t n = (size_t)a->nodes;
  for (uint32_t k = 0; k < count; k++)
    if (patched_of(a, first + k))
      TRY(a->be->ops->upload(a->be, tour + (first + k) * n, made + k * n, n * sizeof *made));
  return OK;
}

Status ils_patched_start(Archipelago *a, GreedyPlan plan, uint32_t count, int32_t *tour) {
  const size_t n = (size_t)a->nodes;
  Status status = OK;
  int32_t *made = a->patched ? malloc(AT_ONCE * n * sizeof *made) : NULL;
  if (!a->patched) return OK;
  if (!made) FAIL(ERR_MEMORY, "no memory for %d start tours", AT_ONCE);
  for (uint32_t first = 0; first < count && status == OK; first += AT_ONCE) {
    const uint32_t some = count - first < AT_ONCE ? count - first : AT_ONCE;
    status = some_make(a, plan, first, some, made);
    if (status == OK) status = some_place(a, first, some, made, tour);
  }
  free(made);
  return status;
}
