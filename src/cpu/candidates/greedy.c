/* Start tours by greedy edge on the CPU: twin of src/gpu/candidates/greedy.cu, contract in
 * src/search/candidates/candidate_kernels.h, oracle in tests/oracle/oracle_candidates.c. The steps of a round
 * are loops over the ends that still propose. With enough members each thread takes members of its own;
 * otherwise all threads share the loops of one member. */
#include <stdbool.h>
#include <stdlib.h>
#include "halt.h"
#include "search/candidates/greedy_step.h"
#include "candidates.h"

enum { FEW = 4096 }; /* ends that one thread finishes sooner than others start */

typedef struct Greedy {
  GreedyPhase phase;
  GreedyLinks all;
  int32_t *city, *list, *place, *active;
  double *xy;        /* of the ends */
  int32_t fragments; /* left */
  int threads;
} Greedy;

static Status greedy_make(Greedy *g, int threads, const TourProblem *problem, int32_t width,
                          GreedyPlan plan) {
  size_t n = (size_t)problem->n, rows = n * (size_t)(width > GREEDY_WIDTH ? width : GREEDY_WIDTH);
  *g = (Greedy){.phase = {.problem = *problem, .plan = plan, .m = problem->n},
                .fragments = problem->n,
                .threads = threads};
  GreedyPhase *p = &g->phase;
  struct {
    void **to;
    size_t bytes;
  } array[] = {{(void **)&g->all.link, 2 * n * sizeof(int32_t)},
               {(void **)&g->all.other, n * sizeof(int32_t)},
               {(void **)&g->city, n * sizeof(int32_t)},
               {(void **)&g->place, n * sizeof(int32_t)},
               {(void **)&g->active, n * sizeof(int32_t)},
               {(void **)&g->list, n * GREEDY_WIDTH * sizeof(int32_t)},
               {(void **)&g->xy, 2 * n * sizeof(double)},
               {(void **)&p->row, rows * sizeof(int32_t)},
               {(void **)&p->other, n * sizeof(int32_t)},
               {(void **)&p->target, n * sizeof(int32_t)},
               {(void **)&p->mate, n * sizeof(int32_t)},
               {(void **)&p->key, n * sizeof(uint64_t)},
               {(void **)&p->open, n},
               {(void **)&p->at, n}};
  for (size_t k = 0; k < sizeof array / sizeof *array; k++) {
    *array[k].to = malloc(array[k].bytes);
    if (!*array[k].to) FAIL(ERR_MEMORY, "no memory for a greedy tour of %zu cities", n);
  }
  p->city = g->city;
  for (size_t i = 0; i < n; i++) {
    g->all.link[2 * i] = g->all.link[2 * i + 1] = -1;
    g->all.other[i] = (int32_t)i;
  }
  return OK;
}

static void greedy_free(Greedy *g) {
  GreedyPhase *p = &g->phase;
  free(g->all.link);
  free(g->all.other);
  free(g->city);
  free(g->place);
  free(g->active);
  free(g->list);
  free(g->xy);
  free(p->row);
  free(p->other);
  free(p->target);
  free(p->mate);
  free(p->key);
  free(p->open);
  free(p->at);
}

/* Finds the remaining ends and their places. */
static void phase_enter(Greedy *g) {
  GreedyPhase *p = &g->phase;
  p->m = 0;
  for (int32_t c = 0; c < p->problem.n; c++)
    if (g->all.link[2 * (size_t)c + 1] < 0) {
      g->place[c] = p->m;
      g->city[p->m++] = c;
    }
#pragma omp parallel for num_threads(g->threads) if (p->m > FEW)
  for (int32_t i = 0; i < p->m; i++) greedy_enter(p, g->all, g->place, i);
}

/* Lists the ends nearest to each end. */
static Status phase_lists(Greedy *g) {
  GreedyPhase *p = &g->phase;
  const TourProblem *t = &p->problem;
  CandidateSpace space = {.m = p->m,
                          .metric = t->metric,
                          .xy = t->xy ? g->xy : NULL,
                          .matrix = t->matrix,
                          .n = t->n,
                          .city = p->city};
  for (size_t i = 0; t->xy && i < (size_t)p->m; i++) {
    g->xy[2 * i] = t->xy[2 * (size_t)p->city[i]];
    g->xy[2 * i + 1] = t->xy[2 * (size_t)p->city[i] + 1];
  }
  if (t->xy) TRY(space_boxes_cpu(&space, p->m, g->threads));
  p->width = p->m - 1 < GREEDY_WIDTH ? p->m - 1 : GREEDY_WIDTH;
  p->list = g->list;
#pragma omp parallel for num_threads(g->threads) schedule(dynamic, 256) if (p->m > 256)
  for (int32_t i = 0; i < p->m; i++)
    if (!halt_poll()) candidates_search(&space, i, p->other[i], p->width, 0, g->list + (size_t)i * p->width);
  free(space.box);
  return halt_after("a greedy tour");
}

/* One round of those that propose; returns the edges added. */
static int32_t phase_round(Greedy *g, int32_t *count) {
  const GreedyPhase *p = &g->phase;
  int32_t active = 0, made = 0;
#pragma omp parallel for num_threads(g->threads) if (*count > FEW)
  for (int32_t k = 0; k < *count; k++) greedy_propose(p, g->active[k]);
  for (int32_t k = 0; k < *count; k++)
    if (p->target[g->active[k]] >= 0) g->active[active++] = g->active[k];
#pragma omp parallel for num_threads(g->threads) if (active > FEW)
  for (int32_t k = 0; k < active; k++) greedy_decide(p, g->active[k]);
#pragma omp parallel for num_threads(g->threads) reduction(+ : made) if (active > FEW)
  for (int32_t k = 0; k < active; k++) made += greedy_join(p, g->all.link, g->active[k]);
  *count = active;
  return made;
}

/* Takes all edges of the phase that can be taken; returns the edges added. */
static int32_t phase_run(Greedy *g) {
  GreedyPhase *p = &g->phase;
  int32_t count = p->m, made = 0;
#pragma omp parallel for num_threads(g->threads) schedule(dynamic, 1024)
  for (int32_t i = 0; i < p->m; i++)
    if (!halt_poll()) {
      greedy_row(p, i);
      g->active[i] = i;
    }
  while (count && !halt_poll()) made += phase_round(g, &count);
#pragma omp parallel for num_threads(g->threads) if (p->m > FEW)
  for (int32_t i = 0; i < p->m; i++) greedy_leave(p, g->all, i);
  return made;
}

/* Runs phases until one fragment is left. */
static Status greedy_join_all(Greedy *g, int32_t width, const int32_t *list) {
  for (bool first = true; g->fragments > 1; first = false) {
    phase_enter(g);
    g->phase.width = width;
    g->phase.list = list;
    if (!first) TRY(phase_lists(g));
    TRY(halt_after("a greedy tour"));
    int32_t made = phase_run(g);
    TRY(g->threads > 1 ? halt_check("a greedy tour") : halt_after("a greedy tour"));
    if (!first && (int64_t)made * GREEDY_PROGRESS < g->fragments) {
      greedy_string(&g->phase, g->all.link);
      made = g->fragments - 1;
    }
    g->fragments -= made;
  }
  return OK;
}

/* Closes the tour and writes its cities in order. */
static void tour_walk(Greedy *g, int32_t *tour) {
  int32_t n = g->phase.problem.n, *link = g->all.link, end[2], ends = 0;
  for (int32_t c = 0; c < n && n > 1; c++)
    if (link[2 * (size_t)c + 1] < 0) end[ends++] = c;
  if (ends) greedy_close(link, end[0], end[1]);
  tour[0] = 0;
  for (int32_t p = 1; p < n; p++) {
    if (p > 1)
      tour[p] = greedy_next(link, tour[p - 2], tour[p - 1]);
    else if (link[0] < link[1])
      tour[p] = link[0];
    else
      tour[p] = link[1];
  }
}

static Status member_run(int threads, const TourProblem *problem, int32_t width, const int32_t *list,
                         GreedyPlan plan, int32_t *tour) {
  Greedy g;
  Status status = greedy_make(&g, threads, problem, width, plan);
  if (status == OK) status = greedy_join_all(&g, width, list);
  if (status == OK) tour_walk(&g, tour);
  greedy_free(&g);
  return status;
}

Status greedy_cpu(Backend *be, const TourProblem *problem, int32_t width, const int32_t *list,
                  GreedyPlan plan, uint32_t count, int32_t *tour) {
  const bool by_member = count >= (uint32_t)be->threads;
  Status status = OK;
#pragma omp parallel for num_threads(be->threads) schedule(dynamic) if (by_member)
  for (uint32_t k = 0; k < count; k++) {
    if (halt_poll()) continue;
    GreedyPlan own = plan;
    const uint32_t instance = greedy_task(&own, k).instance;
    const TourProblem its_problem = tour_problem_of(problem, instance);
    const size_t lists = instance * (size_t)problem->n * (size_t)width;
    Status its = member_run(by_member ? 1 : be->threads, &its_problem, width, list + lists, own,
                            tour + k * (size_t)problem->n);
    if (its != OK) {
#pragma omp atomic write
      status = its;
    }
  }
  return status == OK ? halt_after("greedy tours") : status;
}
