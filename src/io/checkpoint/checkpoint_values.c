/* Checks the values of a checkpoint that has been read (checkpoint_load.c).
 *
 * The digest shows damage; it does not show who wrote the file. So every value that can be compared with another one is compared: here
 * the tables with each other, later the plan's shapes (checkpoint_fields.c), the best solution and its cost (run_open.c), the solvers'
 * states (Solver.load). */
#include "checkpoint_parts.h"

#include <inttypes.h>

enum { DECIMALS_MAX = 18 };
static const double seconds_max = 1e11; /* 3,000 years */

typedef struct Range { /* the file and the name of a number, for messages */
  const char *path, *what;
} Range;

static Status whole(Range of, uint64_t value, uint64_t least, uint64_t most) {
  if (value >= least && value <= most) return OK;
  FAIL(ERR_FORMAT, "%s: %s: expected %" PRIu64 " to %" PRIu64 ", found %" PRId64, of.path, of.what, least,
       most, (int64_t)value);
}

/* NaN is refused as well. */
static Status seconds(Range of, double value) {
  if (value >= 0 && value <= seconds_max) return OK;
  FAIL(ERR_FORMAT, "%s: %s: expected 0 to %g seconds, found %g", of.path, of.what, seconds_max, value);
}

static Status meta_check(const char *path, const Checkpoint *c) {
  const CheckpointMeta *m = &c->meta;
  TRY(whole((Range){path, "run/n"}, (uint64_t)(int64_t)m->n, 1, INT32_MAX));
  TRY(whole((Range){path, "run/decimals"}, (uint64_t)(int64_t)m->decimals, 0, DECIMALS_MAX));
  TRY(whole((Range){path, "run/islands"}, m->islands, 1, UINT32_MAX));
  TRY(whole((Range){path, "run/epoch"}, m->epoch, 0, m->epochs));
  TRY(whole((Range){path, "run/finished"}, (uint64_t)(int64_t)m->finished, 0, 1));
  TRY(whole((Range){path, "run/best_island"}, m->best_island, 0, m->islands - 1));
  TRY(whole((Range){path, "run/ranks"}, (uint64_t)(int64_t)m->ranks, 1, INT32_MAX));
  TRY(seconds((Range){path, "run/elapsed_s"}, m->elapsed_s));
  TRY(whole((Range){path, "run/best_known_given"}, (uint64_t)(int64_t)m->best_known_given, 0, 1));
  TRY(seconds((Range){path, "run/time_s"}, m->time_s));
  TRY(seconds((Range){path, "run/stop_before_s"}, m->stop_before_s));
  if ((m->best != COST_NONE) != (c->best_gene != NULL))
    FAIL(ERR_FORMAT, "%s: run/best: expected a cost if there is a best solution, found %" PRId64, path,
         m->best);
  return OK;
}

static Status history_check(const char *path, const Checkpoint *c) {
  const size_t columns = checkpoint_champions(c->meta.islands);
  for (size_t r = 0; r < c->history_rows; r++) {
    const HistoryRow *h = &c->history[r];
    TRY(whole((Range){path, "history/epoch"}, h->epoch, r ? c->history[r - 1].epoch + 1ULL : 0,
              c->meta.epoch));
    TRY(whole((Range){path, "history/island"}, h->island, 0, c->meta.islands - 1));
    TRY(seconds((Range){path, "history/elapsed_s"}, h->elapsed_s));
  }
  for (size_t k = 0; k < c->history_rows * columns; k++)
    TRY(whole((Range){path, "history/champion_origin"}, c->champion_origin[k], 0, c->meta.islands - 1));
  return OK;
}

/* A leg has a row a rank, so both numbers are below the number of rows. */
static Status legs_check(const char *path, const Checkpoint *c) {
  const uint64_t most = c->leg_rows ? c->leg_rows - 1 : 0;
  for (size_t r = 0; r < c->leg_rows; r++) {
    TRY(whole((Range){path, "legs/leg"}, c->legs[r].leg, r ? c->legs[r - 1].leg : 0, most));
    TRY(whole((Range){path, "legs/rank"}, c->legs[r].rank, 0, most));
    TRY(seconds((Range){path, "legs/started_s"}, c->legs[r].started_s));
  }
  for (size_t r = 0; r < c->throughput_rows; r++) {
    const ThroughputRow *t = &c->throughput[r];
    TRY(seconds((Range){path, "throughput/elapsed_s"}, t->elapsed_s));
    TRY(seconds((Range){path, "throughput/seconds"}, t->seconds));
    TRY(whole((Range){path, "throughput/leg"}, t->leg, 0, most));
    TRY(whole((Range){path, "throughput/rank"}, t->rank, 0, most));
  }
  return OK;
}

static Status trace_check(const char *path, const Checkpoint *c) {
  for (size_t r = 0; r < c->trace_rows; r++) {
    const TraceRow *row = &c->trace[r];
    TRY(seconds((Range){path, "trace/elapsed_s"}, row->elapsed_s));
    if (row->best == COST_NONE || (r && row->best >= row[-1].best))
      FAIL(ERR_FORMAT, "%s: trace/best: expected costs that descend, found %" PRId64, path, row->best);
  }
  return OK;
}

Status checkpoint_values_check(const char *path, const Checkpoint *c) {
  TRY(meta_check(path, c));
  TRY(history_check(path, c));
  TRY(legs_check(path, c));
  return trace_check(path, c);
}
