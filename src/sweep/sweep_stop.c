/* When a sweep stops: see sweep_state.h. */
#include <math.h>
#include <signal.h>
#include "mpi/limit.h"
#include "mpi/stop.h"
#include "sweep_state.h"

double sweep_left_s(const Sweep *s) {
  if (s->options->time_s <= 0) return 0;
  const double left = s->started + s->options->time_s - clock_s();
  return left > 0.001 ? left : 0.001;
}

/* A second after the sweep's own limit. */
double sweep_halt_s(const Sweep *s) {
  return s->options->time_s > 0 ? s->started + s->options->time_s + 1 : INFINITY;
}

/* The reason to stop that this rank knows. Rank 0 alone asks SLURM. */
static SweepEnd stop_find(const Sweep *s) {
  const double before = s->comm->rank == 0 ? s->options->stop_before_s : 0;
  if (stop_signal()) return SWEEP_SIGNAL;
  if (before > 0 && limit_near(before)) return SWEEP_LIMIT;
  return s->options->time_s > 0 && clock_s() - s->started >= s->options->time_s ? SWEEP_TIME : SWEEP_GOING;
}

/* The other groups are asked once a second: over a network the answer may take a moment. If they stop, a signal is noted, so
 * that the task under way ends in good order. */
bool sweep_stopping(Sweep *s) {
  const double now = clock_s();
  if (now - s->polled_s >= 1) s->polled_s = now, s->stop = queue_stopped(&s->queue);
  const SweepEnd others = s->stop, why = others == SWEEP_GOING ? stop_find(s) : others;
  if (why != others) queue_stop(&s->queue, why), s->stop = why;
  if (others != SWEEP_GOING && !stop_signal()) stop_note(SIGTERM);
  return why != SWEEP_GOING;
}
