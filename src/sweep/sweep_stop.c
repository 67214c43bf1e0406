/* When a sweep stops: see sweep_state.h. */
#include <math.h>
#include "mpi/limit.h"
#include "mpi/stop.h"
#include "sweep_state.h"

double sweep_left_s(const Sweep *s) {
  if (s->options->time_s <= 0) return 0;
  const double left = s->started + s->options->time_s - clock_s();
  return left > 0.001 ? left : 0.001;
}

/* A second after the sweep's own limit. */
double sweep_halt_s(void *self) {
  const Sweep *s = self;
  return s->options->time_s > 0 ? s->started + s->options->time_s + 1 : INFINITY;
}

/* Rank 0 alone asks SLURM. */
int sweep_enough(void *self) {
  const Sweep *s = self;
  const double before = s->comm->rank == 0 ? s->options->stop_before_s : 0;
  if (stop_signal()) return SWEEP_SIGNAL;
  if (before > 0 && limit_near(before)) return SWEEP_LIMIT;
  return s->options->time_s > 0 && clock_s() - s->started >= s->options->time_s ? SWEEP_TIME : SWEEP_GOING;
}
