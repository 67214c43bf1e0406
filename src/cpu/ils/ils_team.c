/* See ils_team.h. */
#include "ils_team.h"

#include <stdlib.h>
#include <string.h>

static void team_destroy(Backend *be, void *state) {
  IlsTeam *team = state;
  (void)be;
  for (int i = 0; team->hand && i < team->threads; i++)
    ils_links_free(&team->hand[i].links), free(team->hand[i].room.buffer);
  free(team->own), free(team->frame), free(team->hand), free(team->proposal), free(team->made),
      free(team->link), free(team->seen), free(team);
}

void ils_team_dismiss(Backend *be) { backend_state_set(be, FAMILY_ils, NULL, NULL); }

static bool team_frames(IlsTeam *team) {
  const size_t instances = (size_t)team->problem.instances;
  team->own = malloc(instances * sizeof *team->own), team->frame = malloc(instances * sizeof *team->frame);
  for (size_t k = 0; team->own && team->frame && k < instances; k++)
    team->own[k] = tour_problem_of(&team->problem, (uint32_t)k), team->frame[k] = ils_frame(&team->own[k]);
  return team->own && team->frame;
}

static bool team_room(IlsTeam *team) {
  const size_t kicks = (size_t)team->tours * team->kicks, n = (size_t)team->problem.n,
               cities = team->tours * n;
  team->proposal = malloc(kicks * sizeof *team->proposal + 1);
  team->made = calloc(kicks + 1, sizeof *team->made);
  team->link = aligned_alloc(sizeof *team->link, cities * sizeof *team->link);
  team->seen = calloc(cities, sizeof *team->seen);
  team->hand = calloc((size_t)team->threads, sizeof *team->hand);
  bool made = team->proposal && team->made && team->link && team->seen && team->hand;
  for (int i = 0; made && i < team->threads; i++)
    made = ils_links_make(&team->hand[i].links, team->frame, (int32_t)n) == OK &&
           (team->hand[i].room.buffer = malloc(n * sizeof(int32_t))) != NULL;
  return made;
}

static Status team_make(Backend *be, const IlsProblem *problem, const IlsState *state, int threads) {
  IlsTeam *team = calloc(1, sizeof *team);
  if (team) {
    backend_state_set(be, FAMILY_ils, team, team_destroy);
    *team = (IlsTeam){.problem = problem->tour,
                      .tours = state->tours,
                      .kicks = state->kicks,
                      .threads = threads,
                      .hopes = ils_hopes_find(&problem->tour)};
    if (team_frames(team) && team_room(team)) return OK;
  }
  ils_team_dismiss(be);
  FAIL(ERR_MEMORY, "no memory for %u kicks of %d cities", state->tours * state->kicks, problem->tour.n);
}

static bool team_fits(const IlsTeam *team, const TourProblem *p, const IlsState *state, int threads) {
  const TourProblem *own = &team->problem;
  return own->n == p->n && own->instances == p->instances && own->metric == p->metric && own->xy == p->xy &&
         own->matrix == p->matrix && team->tours == state->tours && team->kicks == state->kicks &&
         team->threads == threads;
}

/* Others have tours, too. */
static void team_renew(IlsTeam *team, const IlsState *state) {
  const int32_t n = team->problem.n;
  const size_t bytes = (size_t)n * sizeof(int32_t);
  for (size_t t = 0; t < team->tours; t++) {
    const int32_t *tour = state->tour + t * (size_t)n;
    if (memcmp(team->seen + t * (size_t)n, tour, bytes) == 0) continue;
    const IlsFrame *frame = team->frame + state->task[ils_task(state, (uint32_t)t)].instance;
#pragma omp parallel for num_threads(team->threads) if (n > 10000)
    for (int32_t p = 0; p < n; p++) ils_link_measure(frame, tour, p, team->link + t * (size_t)n);
  }
}

Status ils_team_call(Backend *be, const IlsProblem *problem, const IlsState *state, int threads,
                     IlsTeam **out) {
  const IlsTeam *kept = backend_state(be, FAMILY_ils);
  if (!kept || !team_fits(kept, &problem->tour, state, threads)) {
    ils_team_dismiss(be);
    TRY(team_make(be, problem, state, threads));
  }
  *out = backend_state(be, FAMILY_ils);
  team_renew(*out, state);
  return OK;
}

void ils_team_rest(IlsTeam *team, const IlsState *state) {
  memcpy(team->seen, state->tour, (size_t)team->tours * (size_t)team->problem.n * sizeof *team->seen);
}
