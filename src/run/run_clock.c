/* The time of a run, by rank 0's clock, which all ranks follow; and a run that gives up work under way (halt.h).
 *
 * A limit in seconds counts from the start of the process and includes the end of the run: the search stops early enough for it.
 * A solver without a budget schedules by the share of its time that is over. */
#include <math.h>
#include "halt.h"
#include "mpi/collect.h"
#include "mpi/stop.h"
#include "run_state.h"

#define HALT_LATE_S 1

/* ---- limits ---- */

double run_limit_s(const Options *options) {
  const double time_s = options->time_s, cut_s = options->cut_s;
  return time_s > 0 && (cut_s == 0 || time_s < cut_s) ? time_s : cut_s;
}

/* Seconds left for the search, on rank 0's clock. Writing the solution takes about as long as finding and judging it. */
static double search_left(const RunClock *clock) {
  const double limit = run_limit_s(clock->options);
  const double ending = clock->ending_s * (clock->options->out[0] ? 2 : 1) + clock->saving_s;
  return limit > 0 ? clock->began + limit - ending - clock_s() : INFINITY;
}

/* The run's own limit, or that of the batch job, less twice the time of the last checkpoint. */
RunEnd clock_up(const RunClock *clock) {
  if (search_left(clock) <= 0) return RUN_TIME;
  const double before = clock->options->stop_before_s;
  return before > 0 && limit_near(before + 2 * clock->saving_s) ? RUN_LIMIT : RUN_GOING;
}

TimeLeft clock_left(const RunClock *clock) {
  const double left = search_left(clock), over = clock_s() - clock->started;
  if (left <= 0) return (TimeLeft){.done = 1 << 30};
  return (TimeLeft){.us = left < 1e9 ? (int64_t)(1e6 * left) : INT64_MAX,
                    .done = (int64_t)(over / (over + left) * 0x1p30)};
}

void clock_agree(RunClock *clock, TimeLeft left) {
  clock->deadline = left.us == INT64_MAX ? INFINITY : clock_s() + 1e-6 * (double)left.us;
  clock->done = fmax(clock->done, (double)left.done * 0x1p-30);
}

bool run_paced(const Run *run) { return run->view.epochs == EPOCHS_OPEN && run->solver->pacing; }

/* ---- halting ---- */

double run_halt_s(const Run *run) {
  const double time_s = run->options.time_s, cut_s = run->options.cut_s, before = run->options.stop_before_s,
               job = limit_left();
  const double patience = run->best.found.cost == COST_NONE ? 2 : 1;
  double at = INFINITY;
  if (time_s > 0) at = run->clock.began + patience * time_s + HALT_LATE_S;
  if (cut_s > 0) at = fmin(at, run->clock.began + cut_s + HALT_LATE_S);
  return before > 0 && job > 0 ? fmin(at, clock_s() + fmax(job - before / 2, job / 2)) : at;
}

RunEnd run_halt_end(const Run *run, int *signal_number) {
  int64_t reason[2] = {stop_signal(), run->comm->rank == 0 ? clock_up(&run->clock) : RUN_GOING};
  comm_max(run->comm, reason, 2);
  *signal_number = (int)reason[0];
  if (reason[0]) return RUN_SIGNAL;
  return reason[1] == RUN_TIME ? RUN_TIME : RUN_LIMIT;
}
