/* Iterated local search on the CPU: OpenMP over the kicks of a round, then over its tours. Twin of
 * src/gpu/ils/ils.cu, contract in src/solver/ils/ils_kernels.h. */
#include <stdio.h>
#include "halt.h"
#include "solver/ils/ils_kernels.h"
#include "ils_workspace.h"

static Status ils_tours(Backend *be, const IlsProblem *problem, uint32_t kicks, uint32_t *tours) {
  (void)be;
  (void)problem;
  (void)kicks;
  *tours = 1;
  return OK;
}

static Status ils_describe(Backend *be, const IlsProblem *problem, Description *out) {
  (void)problem;
  *out = (Description){0};
  snprintf(out->shape, sizeof out->shape, "views of at most %d segments, %d thread%s", ILS_SEGMENTS,
           be->threads, be->threads == 1 ? "" : "s");
  return OK;
}

static Status ils_distances(Backend *be, const TourProblem *problem, int32_t width, const int32_t *list,
                            IlsCandidate *candidates) {
  ils_workspace_drop(be);
#pragma omp parallel for num_threads(be->threads)
  for (int64_t c = 0; c < (int64_t)problem->n * problem->instances; c++) {
    if (halt_poll()) continue;
    const TourProblem own = tour_problem_of(problem, (uint32_t)(c / problem->n));
    for (size_t k = (size_t)c * (size_t)width; k < (size_t)(c + 1) * (size_t)width; k++)
      candidates[k] = (IlsCandidate){list[k], tour_distance(&own, (int32_t)(c % problem->n), list[k])};
  }
  return halt_after("the distances of candidates");
}

static Status ils_measure(Backend *be, const IlsProblem *problem, const IlsState *state) {
  int32_t n = problem->tour.n;
  for (uint32_t t = 0; t < state->tours && !halt_poll(); t++) {
    const int32_t *tour = state->tour + (size_t)t * n;
    int32_t *position = state->position + (size_t)t * n;
    const TourProblem own = tour_problem_of(&problem->tour, state->task[ils_task(state, t)].instance);
    int64_t cost = -own.base;
#pragma omp parallel for num_threads(be->threads) reduction(+ : cost) if (n > 10000)
    for (int32_t p = 0; p < n; p++) {
      position[tour[p]] = p;
      cost += tour_distance(&own, tour[p], tour[p + 1 < n ? p + 1 : 0]);
    }
    state->cost[t] = cost;
  }
  return halt_after("the lengths of start tours");
}

/* ---- rounds ---- */

/* Adds what a thread has counted to the counters of the task. */
static void counters_add(const IlsState *state, uint32_t task, uint64_t proposals, uint64_t done,
                         uint64_t steps) {
  uint64_t *counter = state->counters + 3 * (size_t)task;
#pragma omp atomic
  counter[0] += proposals;
#pragma omp atomic
  counter[1] += done;
#pragma omp atomic
  counter[2] += steps;
}

static void kick_run(const IlsProblem *problem, const IlsState *state, const IlsRounds *rounds,
                     uint32_t number, IlsWorkspace *work, IlsThread *thread, int64_t k) {
  const uint32_t t = (uint32_t)(k / state->kicks),
                 kick = number * state->kicks + (uint32_t)(k % state->kicks), task = ils_task(state, t),
                 instance = state->task[task].instance;
  const IlsProblem own = ils_problem_of(problem, instance);
  uint64_t steps = 0;
  thread->adjacency.tour = work->neighbours + (size_t)t * (size_t)problem->tour.n;
  thread->adjacency.frame = work->frame + instance;
  work->made[k] =
      ils_search(&own, state, t, rounds, kick, &thread->adjacency, work->bounds, work->proposal + k, &steps);
  counters_add(state, task, work->made[k], 0, steps);
}

static void tour_commit(const IlsProblem *problem, const IlsState *state, IlsWorkspace *work,
                        IlsThread *thread, int64_t t) {
  const uint32_t task = ils_task(state, (uint32_t)t);
  const uint32_t done = ils_commit(
      problem, state, (uint32_t)t, work->proposal + t * state->kicks, work->made + t * state->kicks,
      &thread->commit, work->frame + state->task[task].instance, work->neighbours + t * problem->tour.n);
  if (done) counters_add(state, task, 0, done, 0);
}

/* One round, by all threads of a parallel region. */
static void round_run(const IlsProblem *problem, const IlsState *state, const IlsRounds *rounds,
                      uint32_t number, IlsWorkspace *work, IlsThread *thread) {
  int64_t kicks = (int64_t)state->tours * state->kicks;
#pragma omp for schedule(dynamic, 4)
  for (int64_t k = 0; k < kicks; k++)
    if (!halt_poll()) kick_run(problem, state, rounds, number, work, thread, k);
#pragma omp for schedule(dynamic, 1)
  for (int64_t t = 0; t < state->tours; t++)
    if (!halt_poll()) tour_commit(problem, state, work, thread, t);
}

/* Threads wait for each other twice a round, which does not pay for fewer kicks per thread. */
enum { KICKS_THREAD = 16 };

static int threads_for(const Backend *be, const IlsState *state) {
  const uint64_t most = (uint64_t)state->tours * state->kicks / KICKS_THREAD;
  const int threads = be->threads > 0 ? be->threads : 1;
  if (most < 1) return 1;
  if (most < (uint64_t)threads) return (int)most;
  return threads;
}

static Status ils_advance(Backend *be, const IlsProblem *problem, const IlsState *state,
                          const IlsRounds *rounds) {
  int threads = threads_for(be, state), self = 0;
  IlsWorkspace *work;
  TRY(ils_workspace_get(be, problem, state, threads, &work));
#pragma omp parallel num_threads(threads)
  {
    IlsThread *thread;
#pragma omp critical
    thread = work->thread + self++;
    for (uint32_t r = 0; r < rounds->count; r++)
      round_run(problem, state, rounds, rounds->first + r, work, thread);
  }
  TRY(halt_after("rounds of kicks"));
  ils_workspace_keep(work, state);
  return OK;
}

const IlsKernels ils_kernels_cpu = {ils_tours,
                                    ils_describe,
                                    ils_distances,
                                    ils_measure,
                                    ils_advance,
                                    1,
                                    sizeof(IlsNeighbours) + sizeof(int32_t),
                                    50000};
