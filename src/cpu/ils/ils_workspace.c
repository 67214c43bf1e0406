/* See ils_workspace.h. */
#include "ils_workspace.h"

#include <stdlib.h>
#include <string.h>

static void workspace_destroy(Backend *be, void *state) {
  IlsWorkspace *work = state;
  (void)be;
  for (int i = 0; work->thread && i < work->threads; i++) {
    ils_adjacency_free(&work->thread[i].adjacency);
    free(work->thread[i].commit.buffer);
  }
  free(work->own);
  free(work->frame);
  free(work->thread);
  free(work->proposal);
  free(work->made);
  free(work->neighbours);
  free(work->cached);
  free(work);
}

void ils_workspace_drop(Backend *be) { backend_state_set(be, FAMILY_ils, NULL, NULL); }

static bool workspace_frames(IlsWorkspace *work) {
  const size_t instances = (size_t)work->problem.instances;
  work->own = malloc(instances * sizeof *work->own);
  work->frame = malloc(instances * sizeof *work->frame);
  for (size_t k = 0; work->own && work->frame && k < instances; k++) {
    work->own[k] = tour_problem_of(&work->problem, (uint32_t)k);
    work->frame[k] = ils_frame(&work->own[k]);
  }
  return work->own && work->frame;
}

static bool workspace_arrays(IlsWorkspace *work) {
  const size_t kicks = (size_t)work->tours * work->kicks, n = (size_t)work->problem.n,
               cities = work->tours * n;
  work->proposal = malloc(kicks * sizeof *work->proposal + 1);
  work->made = calloc(kicks + 1, sizeof *work->made);
  work->neighbours = aligned_alloc(sizeof *work->neighbours, cities * sizeof *work->neighbours);
  work->cached = calloc(cities, sizeof *work->cached);
  work->thread = calloc((size_t)work->threads, sizeof *work->thread);
  bool made = work->proposal && work->made && work->neighbours && work->cached && work->thread;
  for (int i = 0; made && i < work->threads; i++)
    made = ils_adjacency_make(&work->thread[i].adjacency, work->frame, (int32_t)n) == OK &&
           (work->thread[i].commit.buffer = malloc(n * sizeof(int32_t))) != NULL;
  return made;
}

static Status workspace_make(Backend *be, const IlsProblem *problem, const IlsState *state, int threads) {
  IlsWorkspace *work = calloc(1, sizeof *work);
  if (work) {
    backend_state_set(be, FAMILY_ils, work, workspace_destroy);
    *work = (IlsWorkspace){.problem = problem->tour,
                           .tours = state->tours,
                           .kicks = state->kicks,
                           .threads = threads,
                           .bounds = ils_gain_bounds_find(&problem->tour)};
    if (workspace_frames(work) && workspace_arrays(work)) return OK;
  }
  ils_workspace_drop(be);
  FAIL(ERR_MEMORY, "no memory for %u kicks of %d cities", state->tours * state->kicks, problem->tour.n);
}

static bool workspace_fits(const IlsWorkspace *work, const TourProblem *p, const IlsState *state,
                           int threads) {
  const TourProblem *own = &work->problem;
  return own->n == p->n && own->instances == p->instances && own->metric == p->metric && own->xy == p->xy &&
         own->matrix == p->matrix && work->tours == state->tours && work->kicks == state->kicks &&
         work->threads == threads;
}

/* Updates the adjacency cache of tours that have changed since the last call. */
static void workspace_refresh(IlsWorkspace *work, const IlsState *state) {
  const int32_t n = work->problem.n;
  const size_t bytes = (size_t)n * sizeof(int32_t);
  for (size_t t = 0; t < work->tours; t++) {
    const int32_t *tour = state->tour + t * (size_t)n;
    if (memcmp(work->cached + t * (size_t)n, tour, bytes) == 0) continue;
    const IlsFrame *frame = work->frame + state->task[ils_task(state, (uint32_t)t)].instance;
#pragma omp parallel for num_threads(work->threads) if (n > 10000)
    for (int32_t p = 0; p < n; p++) ils_neighbours_set(frame, tour, p, work->neighbours + t * (size_t)n);
  }
}

Status ils_workspace_get(Backend *be, const IlsProblem *problem, const IlsState *state, int threads,
                         IlsWorkspace **out) {
  const IlsWorkspace *kept = backend_state(be, FAMILY_ils);
  if (!kept || !workspace_fits(kept, &problem->tour, state, threads)) {
    ils_workspace_drop(be);
    TRY(workspace_make(be, problem, state, threads));
  }
  *out = backend_state(be, FAMILY_ils);
  workspace_refresh(*out, state);
  return OK;
}

void ils_workspace_keep(IlsWorkspace *work, const IlsState *state) {
  memcpy(work->cached, state->tour, (size_t)work->tours * (size_t)work->problem.n * sizeof *work->cached);
}
