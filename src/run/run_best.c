/* The best solution of a run, and its champions, judged. */
#include <math.h>
#include <string.h>
#include "halt.h"
#include "problem/judge.h"
#include "run_state.h"

/* A search for a new best is followed by a pause of so many times its length: it takes 5% of the time at most. */
#define SEARCH_PAUSE 20

/* The very solution that is the best has been judged. */
static Status judge_unless_best(const Run *run, const Individual *one, int64_t *judged) {
  const bool best =
      one->cost == run->best.cost && memcmp(one->gene, run->best.gene, run->inst->n * sizeof *one->gene) == 0;
  *judged = run->best_judged;
  return best ? OK : judge_claim(run->inst, one->gene, one->cost, one->island, judged);
}

/* `mine`, the same on every rank, becomes the best. Rank 0 judges it for all. */
static Status best_take(Run *run, const Individual *mine) {
  int64_t judged = mine->cost;
  TRY(comm_agree(run->comm, run->comm->rank == 0 ? judge_unless_best(run, mine, &judged) : OK));
  run->scratch = run->best.gene;
  run->best = *mine, run->best_judged = judged;
  run->view.best = judged, run->view.best_island = run->best.island, run->view.best_gene = run->best.gene;
  return OK;
}

Status run_best(Run *run, BestKind kind) {
  Individual mine = {.cost = COST_NONE, .gene = run->scratch};
  const double start = clock_s();
  TRY(comm_agree(run->comm, run->solver->best(run->islands, kind == BEST_UNFINISHED, &mine)));
  ring_best(run->comm, (uint32_t)run->inst->n, &mine);
  if (mine.cost < run->best.cost ||
      (kind == BEST_EPOCH && mine.cost == run->best.cost && mine.cost != COST_NONE))
    TRY(best_take(run, &mine));
  const double end = clock_s();
  run->look_next = end + SEARCH_PAUSE * (end - start);
  if (mine.cost != COST_NONE) run->ending_s = fmax(run->ending_s, end - start);
  return OK;
}

/* Judges the champion of island i if it is another than last time. */
static Status champion_judge(Run *run, uint32_t i) {
  Individual champion = {.gene = NULL};
  TRY(run->solver->champion(run->islands, i, &champion));
  if (champion.cost == run->judged[i]) return OK;
  champion.gene = run->scratch;
  TRY(run->solver->champion(run->islands, i, &champion));
  int64_t judged;
  TRY(judge_unless_best(run, &champion, &judged));
  run->judged[i] = champion.cost, run->origin[i] = champion.island;
  return OK;
}

/* Every champion of this rank is judged before it travels or is stored. */
Status run_judge_champions(Run *run) {
  Status status = OK;
  for (uint32_t i = 0; i < run->span.count && status == OK; i++)
    status = halt_glance() ? halt_after("the judging of champions") : champion_judge(run, i);
  return comm_agree(run->comm, status);
}
