/* The best solution of a run, and its champions, judged. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "halt.h"
#include "run_state.h"

/* An examination is followed by a pause of so many times its length: examinations take 2% of the time at most. */
#define EXAMINE_PAUSE 50
#define EXAMINE_SLOW  0.002 /* seconds: at ends of epochs, too */

/* An examination that began at that reading of this rank's clock has ended. */
static void examined(Run *run, double start) {
  const double end = clock_s(), took = end - start;
  run->examine_at = end + EXAMINE_PAUSE * took;
  run->examine_slow = took > EXAMINE_SLOW;
}

/* The best solution itself, which has been judged. */
static bool is_best(const Run *run, const Individual *one) {
  return one->cost == run->best.cost &&
         memcmp(one->gene, run->best.gene, run->genes * sizeof *one->gene) == 0;
}

/* `found`, the same on every rank, becomes the best. Rank 0 judges it for all. */
static Status best_take(Run *run, const Individual *found) {
  Outcome *o = &run->view.outcome;
  const bool judge = run->comm->rank == 0 && !is_best(run, found);
  TRY(comm_agree(run->comm, judge ? outcome_judge(o, run->inst, found) : OK));
  run->scratch = run->best.gene;
  run->best = *found;
  o->best_gene = found->gene;
  o->best_island = found->island;
  if (run->comm->rank != 0) o->best = found->cost;
  return OK;
}

/* The best of all ranks, in run->scratch. Collective. */
static Status best_find(Run *run, bool unfinished, Individual *found) {
  TRY(comm_agree(run->comm, seats_best(&run->seats, unfinished, run->scratch, run->spare, found)));
  if (found->gene == run->spare) {
    run->spare = run->scratch;
    run->scratch = found->gene;
  }
  ring_best(run->comm, (uint32_t)run->genes, found);
  return OK;
}

/* On rank 0. */
static Status trace_cost(Run *run, int64_t best) {
  const Outcome *o = &run->view.outcome;
  TRY(trace_add(&run->trace, (TraceRow){o->elapsed_s, o->finished, o->moves, best}));
  run->view.trace = run->trace.row;
  run->view.trace_rows = run->trace.rows;
  return OK;
}

/* At an epoch's end and at the run's, every solution is finished or lost. */
static Status best_trace(Run *run, BestKind kind) {
  if (run->comm->rank != 0 || run->best.cost == COST_NONE) return OK;
  if (kind != BEST_SO_FAR) trace_settle(&run->trace, run->view.outcome.best);
  return trace_cost(run, run->view.outcome.best);
}

Status run_best(Run *run, BestKind kind) {
  Individual found;
  const double start = clock_s();
  TRY(best_find(run, kind == BEST_UNFINISHED, &found));
  if (found.cost < run->best.cost ||
      (kind == BEST_EPOCH && found.cost == run->best.cost && found.cost != COST_NONE))
    TRY(best_take(run, &found));
  TRY(comm_agree(run->comm, best_trace(run, kind)));
  examined(run, start);
  if (found.cost != COST_NONE) run->ending_s = fmax(run->ending_s, clock_s() - start);
  return OK;
}

bool run_look_due(const Run *run) { return clock_s() >= run->look_at; }

static Status look_trace(Run *run, const Individual *found) {
  Outcome seen = {.best = COST_NONE};
  if (run->comm->rank != 0 || found->cost == COST_NONE || found->cost >= run->best.cost) return OK;
  TRY(outcome_judge(&seen, run->inst, found));
  return trace_cost(run, seen.best);
}

Status run_look(Run *run) {
  Individual found;
  const double start = clock_s();
  TRY(best_find(run, true, &found));
  TRY(comm_agree(run->comm, look_trace(run, &found)));
  const double end = clock_s();
  run->look_at = end + trace_interval(run->view.outcome.elapsed_s, end - start);
  return OK;
}

Status run_champions_alloc(Run *run) {
  const uint32_t islands = run->seats.span.count;
  run->judged = malloc((islands + 1) * sizeof *run->judged);
  run->origin = calloc(islands + 1, sizeof *run->origin);
  for (uint32_t i = 0; run->judged && i < islands; i++) run->judged[i] = COST_NONE;
  return run->judged && run->origin ? OK : status_fail(ERR_MEMORY, "no memory for %u champions", islands);
}

/* Judges the champion of island i if it is new. */
static Status champion_judge(Run *run, uint32_t i) {
  Individual champion = {.gene = NULL};
  TRY(seats_champion(&run->seats, i, &champion));
  if (champion.cost == run->judged[i]) return OK;
  champion.gene = run->scratch;
  TRY(seats_champion(&run->seats, i, &champion));
  if (!is_best(run, &champion)) TRY(outcome_judge(&(Outcome){.best = COST_NONE}, run->inst, &champion));
  run->judged[i] = champion.cost;
  run->origin[i] = champion.island;
  return OK;
}

static Status champions_judge(Run *run) {
  Status status = OK;
  for (uint32_t i = 0; i < run->seats.span.count && status == OK; i++)
    status = halt_poll() ? halt_after("the judging of champions") : champion_judge(run, i);
  return comm_agree(run->comm, status);
}

Status run_epoch_judge(Run *run) {
  const double start = clock_s();
  TRY(run_best(run, BEST_EPOCH));
  TRY(champions_judge(run));
  examined(run, start);
  return OK;
}
