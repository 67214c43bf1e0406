/* When all work stops, and what of it has begun: see tasks.h. */
#include <signal.h>
#include "clock.h"
#include "mpi/stop.h"
#include "tasks.h"

void tasks_stop(Tasks *t, int why) {
  t->stop = why;
  queue_stop(&t->queue, why);
}

uint64_t tasks_begun(Tasks *t) {
  const uint64_t taken = queue_taken(&t->queue);
  uint64_t tasks = 0;
  for (uint64_t u = 0; u < taken && u < t->units; u++) tasks += t->unit[u].count;
  return tasks;
}

/* The other groups are asked once a second: over a network the answer may take a moment. If they stop, a signal is noted, so
 * that the task under way ends in good order. */
bool tasks_stopping(Tasks *t) {
  const double now = clock_s();
  if (now - t->polled_s >= 1) {
    t->polled_s = now;
    t->stop = queue_stopped(&t->queue);
  }
  const int others = t->stop, why = others ? others : t->host->enough(t->self);
  if (why != others) tasks_stop(t, why);
  if (others && !stop_signal()) stop_note(SIGTERM);
  return why != 0;
}
