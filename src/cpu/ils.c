/* Iterated local search on the CPU: OpenMP over the kicks of a round, then over its tours. Twin of ../gpu/ils.cu, contract in
 * ../solver/ils_kernels.h. */
#include "ils.h"

#include <stdio.h>
#include <stdlib.h>
#include "ils_commit.h"

static Status ils_tours(Backend *be, const IlsProblem *problem, uint32_t kicks, uint32_t *tours) {
  (void)be, (void)problem, (void)kicks;
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

static Status ils_weigh(Backend *be, const TourProblem *problem, int32_t width, const int32_t *list,
                        IlsCandidate *candidates) {
#pragma omp parallel for num_threads(be->threads)
  for (int32_t i = 0; i < problem->n; i++)
    for (size_t k = (size_t)i * width; k < (size_t)(i + 1) * width; k++)
      candidates[k] = (IlsCandidate){list[k], tour_distance(problem, i, list[k])};
  return OK;
}

static Status ils_measure(Backend *be, const IlsProblem *problem, const IlsState *state) {
  int32_t n = problem->tour.n;
  for (uint32_t t = 0; t < state->tours; t++) {
    const int32_t *tour = state->tour + (size_t)t * n;
    int32_t *position = state->position + (size_t)t * n;
    int64_t cost = 0;
#pragma omp parallel for num_threads(be->threads) reduction(+ : cost) if (n > 10000)
    for (int32_t p = 0; p < n; p++) {
      position[tour[p]] = p;
      cost += tour_distance(&problem->tour, tour[p], tour[p + 1 < n ? p + 1 : 0]);
    }
    state->cost[t] = cost;
  }
  return OK;
}

/* ---- rounds ---- */

typedef struct Hand { /* what a thread has for itself */
  IlsLinks links;
  IlsCommit room;
} Hand;

typedef struct Team {    /* what the threads of a call share */
  IlsProposal *proposal; /* (tours, W) */
  bool *made;            /* (tours, W) */
  IlsFrame frame;
  IlsHopes *hopes;
  IlsLink *link; /* (tours, n) */
  Hand *hand;            /* (threads) */
  uint64_t proposals, done, looked;
} Team;

static void team_free(Team *team, int threads) {
  for (int i = 0; team->hand && i < threads; i++)
    ils_links_free(&team->hand[i].links), free(team->hand[i].room.buffer);
  free(team->hand), free(team->proposal), free(team->made), free(team->link);
}

static Status team_make(Team *team, const IlsProblem *problem, const IlsState *state, int threads) {
  const int32_t n = problem->tour.n;
  size_t kicks = (size_t)state->tours * state->kicks;
  *team = (Team){.frame = ils_frame(&problem->tour),
                 .hopes = ils_hopes_find(&problem->tour),
                 .proposal = malloc(kicks * sizeof *team->proposal + 1),
                 .made = calloc(kicks + 1, sizeof *team->made),
                 .link = aligned_alloc(sizeof *team->link, (size_t)state->tours * (size_t)n * sizeof *team->link),
                 .hand = calloc((size_t)threads, sizeof *team->hand)};
  bool made = team->proposal && team->made && team->link && team->hand;
  for (int i = 0; made && i < threads; i++)
    made = ils_links_make(&team->hand[i].links, &team->frame, n) == OK &&
           (team->hand[i].room.buffer = malloc((size_t)n * sizeof(int32_t))) != NULL;
  if (made) return OK;
  team_free(team, threads);
  FAIL(ERR_MEMORY, "no memory for %zu kicks of %d cities", kicks, n);
}

static void links_measure(const IlsState *state, Team *team, int64_t n) {
  for (int64_t t = 0; t < state->tours; t++)
#pragma omp for
    for (int32_t p = 0; p < (int32_t)n; p++)
      ils_link_measure(&team->frame, state->tour + t * n, p, team->link + t * n);
}

/* One round, by all threads of a parallel region. */
static void round_run(const IlsProblem *problem, const IlsState *state, const IlsRounds *rounds,
                      uint32_t number, Team *team, Hand *hand) {
  uint64_t proposals = 0, done = 0, looked = 0;
  int64_t kicks = (int64_t)state->tours * state->kicks, n = problem->tour.n;
#pragma omp for schedule(dynamic, 4)
  for (int64_t k = 0; k < kicks; k++) {
    uint32_t tour = (uint32_t)(k / state->kicks), kick = number * state->kicks + (uint32_t)(k % state->kicks);
    hand->links.tour = team->link + (size_t)tour * n;
    team->made[k] = ils_search(problem, state, tour, rounds, kick, &hand->links, team->hopes, team->proposal + k,
                               &looked);
    proposals += team->made[k];
  }
#pragma omp for schedule(dynamic, 1)
  for (int64_t t = 0; t < state->tours; t++)
    done += ils_commit(problem, state, (uint32_t)t, team->proposal + t * state->kicks,
                       team->made + t * state->kicks, &hand->room, &team->frame, team->link + (size_t)t * n);
#pragma omp critical
  team->proposals += proposals, team->done += done, team->looked += looked;
}

/* Threads wait for each other twice a round: fewer kicks each are not worth that. */
enum { KICKS_THREAD = 16 };

static int threads_for(const Backend *be, const IlsState *state) {
  const uint64_t most = (uint64_t)state->tours * state->kicks / KICKS_THREAD;
  const int threads = be->threads > 0 ? be->threads : 1;
  return most < 1 ? 1 : most < (uint64_t)threads ? (int)most : threads;
}

static Status ils_advance(Backend *be, const IlsProblem *problem, const IlsState *state,
                          const IlsRounds *rounds) {
  int threads = threads_for(be, state), self = 0;
  Team team;
  TRY(team_make(&team, problem, state, threads));
#pragma omp parallel num_threads(threads)
  {
    Hand *hand;
#pragma omp critical
    hand = team.hand + self++;
    links_measure(state, &team, problem->tour.n);
    for (uint32_t r = 0; r < rounds->count; r++)
      round_run(problem, state, rounds, rounds->first + r, &team, hand);
  }
  state->counters[0] += team.proposals, state->counters[1] += team.done, state->counters[2] += team.looked;
  team_free(&team, threads);
  return OK;
}

const IlsKernels ils_kernels_cpu = {ils_tours, ils_describe, ils_weigh, ils_measure, ils_advance, 1};
