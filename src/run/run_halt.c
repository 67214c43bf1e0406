/* A run that gives up work under way (halt.h): when, and how it ends. */
#include <math.h>
#include "halt.h"
#include "mpi/collect.h"
#include "mpi/limit.h"
#include "run_state.h"
#include "mpi/stop.h"

#define HALT_LATE_S 1

double run_halt_s(const Run *run) {
  const double own = run->options.time_s, cut = run->options.cut_s, before = run->options.stop_before_s,
               job = limit_left();
  const double patience = run->best.cost == COST_NONE ? 2 : 1;
  double at = INFINITY;
  if (own > 0) at = run->began + patience * own + HALT_LATE_S;
  if (cut > 0) at = fmin(at, run->began + cut + HALT_LATE_S);
  return before > 0 && job > 0 ? fmin(at, clock_s() + fmax(job - before / 2, job / 2)) : at;
}

RunEnd run_halt_end(const Run *run, int *signal_number) {
  int64_t reason[2] = {stop_signal(), run->comm->rank == 0 ? run_time_up(run) : RUN_GOING};
  comm_max(run->comm, reason, 2);
  *signal_number = (int)reason[0];
  return reason[0] ? RUN_SIGNAL : reason[1] == RUN_TIME ? RUN_TIME : RUN_LIMIT;
}

/* The islands are between two states that could be saved, so the last checkpoint stays. Each of their solutions is complete,
 * as it was before the step or after it, so the best of them can be shown. */
Status run_halted(Run *run, RunEnd *end, int *signal_number) {
  status_clear();
  run->view.end = *end = run_halt_end(run, signal_number);
  halt_rest();
  TRY(run_best(run, BEST_UNFINISHED));
  return run_save_finish(run);
}
