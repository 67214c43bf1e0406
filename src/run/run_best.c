/* The best solution of a run, and its champions, judged. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "halt.h"
#include "mpi/loss.h"
#include "run_state.h"

/* An examination is followed by a pause of so many times its length: examinations take 2% of the time at most. */
#define EXAMINE_PAUSE 50
#define EXAMINE_SLOW  0.002 /* seconds: at ends of epochs, too */

/* ---- memory ---- */

Status best_champions_renew(RunBest *best, uint32_t islands) {
  free(best->judged);
  free(best->origin);
  best->judged = malloc((islands + 1) * sizeof *best->judged);
  best->origin = calloc(islands + 1, sizeof *best->origin);
  if (!best->judged || !best->origin) FAIL(ERR_MEMORY, "no memory for %u champions", islands);
  for (uint32_t i = 0; i < islands; i++) best->judged[i] = COST_NONE;
  return OK;
}

Status best_alloc(RunBest *best, size_t genes, uint32_t islands) {
  best->found.gene = malloc(genes * sizeof *best->found.gene);
  best->scratch = malloc(genes * sizeof *best->scratch);
  if (!best->found.gene || !best->scratch) FAIL(ERR_MEMORY, "no memory for a solution of %zu genes", genes);
  return best_champions_renew(best, islands);
}

void best_free(RunBest *best) {
  free(best->found.gene);
  free(best->scratch);
  free(best->judged);
  free(best->origin);
}

/* ---- the best of all ranks ---- */

/* An examination that began at that reading of this rank's clock has ended. */
static void examined(Run *run, double start) {
  const double end = clock_s(), took = end - start;
  run->best.examine_at = end + EXAMINE_PAUSE * took;
  run->best.examine_slow = took > EXAMINE_SLOW;
}

/* The best solution itself, which has been judged. */
static bool is_best(const Run *run, const Individual *found) {
  const Individual *best = &run->best.found;
  return found->cost == best->cost && memcmp(found->gene, best->gene, run->genes * sizeof *best->gene) == 0;
}

/* `found`, the same on every rank, becomes the best. Rank 0 judges it for all. */
static Status best_take(Run *run, const Individual *found) {
  Outcome *o = &run->view.outcome;
  const bool judge = run->comm->rank == 0 && !is_best(run, found);
  TRY(comm_agree(run->comm, judge ? outcome_judge(o, run->inst, found) : OK));
  run->best.scratch = run->best.found.gene;
  run->best.found = *found;
  o->best_gene = found->gene;
  o->best_island = found->island;
  if (run->comm->rank != 0) o->best = found->cost;
  return OK;
}

/* The best of all ranks, in best.scratch. Collective. */
static Status best_find(Run *run, bool unfinished, Individual *found) {
  TRY(comm_agree(run->comm, islands_best(&run->islands, unfinished, run->best.scratch, found)));
  ring_best(run->comm, (uint32_t)run->genes, found);
  return comm_alive();
}

/* For rank 0, which has the trace. */
static Status trace_cost(Run *run, int64_t best) {
  const Outcome *o = &run->view.outcome;
  Trace *trace = &run->tables.trace;
  TRY(trace_add(trace, (TraceRow){o->elapsed_s, o->finished, o->moves, best}));
  run->view.trace = trace->row;
  run->view.trace_rows = trace->rows;
  return OK;
}

/* At an epoch's end and at the run's, every solution is finished or lost. */
static Status best_trace(Run *run, BestKind kind) {
  if (run->comm->rank != 0 || run->best.found.cost == COST_NONE) return OK;
  if (kind != BEST_SO_FAR) trace_settle(&run->tables.trace, run->view.outcome.best);
  return trace_cost(run, run->view.outcome.best);
}

Status run_best(Run *run, BestKind kind) {
  Individual found;
  const double start = clock_s();
  TRY(best_find(run, kind == BEST_UNFINISHED, &found));
  const int64_t before = run->best.found.cost;
  const bool tie = found.cost == before && found.cost != COST_NONE;
  if (found.cost < before || (kind == BEST_EPOCH && tie)) TRY(best_take(run, &found));
  TRY(comm_agree(run->comm, best_trace(run, kind)));
  examined(run, start);
  if (found.cost != COST_NONE) run->clock.ending_s = fmax(run->clock.ending_s, clock_s() - start);
  return OK;
}

static Status look_trace(Run *run, const Individual *found) {
  Outcome seen = {.best = COST_NONE};
  if (run->comm->rank != 0 || found->cost == COST_NONE || found->cost >= run->best.found.cost) return OK;
  TRY(outcome_judge(&seen, run->inst, found));
  return trace_cost(run, seen.best);
}

Status run_look(Run *run) {
  Individual found;
  const double start = clock_s();
  TRY(best_find(run, true, &found));
  TRY(comm_agree(run->comm, look_trace(run, &found)));
  const double end = clock_s();
  run->best.look_at = end + trace_interval(run->view.outcome.elapsed_s, end - start);
  return OK;
}

/* ---- champions ---- */

/* Judges the champion of this rank's island i if it is new. */
static Status champion_judge(Run *run, uint32_t i) {
  Archipelago *a = run->islands.local.archipelago;
  Individual champion = {.gene = NULL};
  TRY(run->solver->champion(a, i, &champion));
  if (champion.cost == run->best.judged[i]) return OK;
  champion.gene = run->best.scratch;
  TRY(run->solver->champion(a, i, &champion));
  if (!is_best(run, &champion)) TRY(outcome_judge(&(Outcome){.best = COST_NONE}, run->inst, &champion));
  run->best.judged[i] = champion.cost;
  run->best.origin[i] = champion.island;
  return OK;
}

static Status champions_judge(Run *run) {
  Status status = OK;
  for (uint32_t i = 0; i < run->islands.local.span.count && status == OK; i++)
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
