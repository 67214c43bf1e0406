/* The time of a run, by rank 0's clock, which all ranks follow.
 *
 * A limit in seconds counts from the start of the process and includes the end of the run: the search stops early enough for it.
 * A solver without a budget schedules by the share of its time that is over. */
#include <math.h>
#include "mpi/limit.h"
#include "run_state.h"

double run_limit_s(const Options *options) {
  const double own = options->time_s, cut = options->cut_s;
  return own > 0 && (cut == 0 || own < cut) ? own : cut;
}

/* Seconds left for the search, on rank 0's clock. Writing the solution takes about as long as finding and judging it. */
static double search_left(const Run *run) {
  const double limit = run_limit_s(&run->options);
  const double ending = run->ending_s * (run->options.out[0] ? 2 : 1) + run->view.saved_s;
  return limit > 0 ? run->began + limit - ending - clock_s() : INFINITY;
}

/* The run's own limit, or that of the batch job, less twice the time of the last checkpoint. */
RunEnd run_time_up(const Run *run) {
  if (search_left(run) <= 0) return RUN_TIME;
  const double before = run->options.stop_before_s;
  return before > 0 && limit_near(before + 2 * run->view.saved_s) ? RUN_LIMIT : RUN_GOING;
}

TimeLeft run_time_left(const Run *run) {
  const double left = search_left(run), over = clock_s() - run->started;
  if (left <= 0) return (TimeLeft){.done = 1 << 30};
  return (TimeLeft){.us = left < 1e9 ? (int64_t)(1e6 * left) : INT64_MAX,
                    .done = (int64_t)(over / (over + left) * 0x1p30)};
}

void run_time_agree(Run *run, TimeLeft left) {
  run->deadline = left.us == INT64_MAX ? INFINITY : clock_s() + 1e-6 * (double)left.us;
  run->done = fmax(run->done, (double)left.done * 0x1p-30);
}

bool run_paced(const Run *run) { return run->view.epochs == EPOCHS_OPEN && run->solver->pacing; }
