/* Reads checkpoints. For `cordee resume` and `cordee show`, after the digest has been checked: each rank opens the
 * file itself and takes the rows of its islands.
 *
 * No lock is taken: a complete checkpoint is never written again, only replaced by rename, and read-only and NFS file
 * systems may refuse locks. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include "checkpoint.h"
#include "checkpoint_parts.h"
#include "field.h"
#include "individual.h"
#include "instance.h"
#include "io/hdf/dataset.h"
#include "span.h"

/* ---- checkpoint ---- */

uint32_t checkpoint_champions(uint32_t islands) {
  return islands < CHECKPOINT_CHAMPIONS_MAX ? islands : CHECKPOINT_CHAMPIONS_MAX;
}

void checkpoint_free(Checkpoint *c) {
  free(c->best_gene);
  free(c->history);
  free(c->champion);
  free(c->champion_origin);
  free(c->legs);
  free(c->throughput);
  free(c->trace);
  fieldset_free(&c->fields);
  *c = (Checkpoint){0};
}

/* ---- values ---- */

/* Checks the values of a checkpoint that has been read.
 *
 * The digest shows damage; it does not show who wrote the file. So every value that can be compared with another one
 * is compared: here the tables with each other, later the plan's shapes (checkpoint_fields.c), the best solution and
 * its cost (run_open.c), the solvers' states (Solver.load). */

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

/* ---- load ---- */

static Status run_read(const char *path, hid_t file, Checkpoint *out) {
  hid_t group;
  void *tour = NULL;
  uint64_t n = 0;
  Status status = OK;
  TRY(hdf5_group_open(path, file, "run", &group));
  TRY_GOTO(checkpoint_meta_read(path, group, &out->meta), cleanup);
  if (H5Lexists(group, CHECKPOINT_BEST, H5P_DEFAULT) > 0)
    TRY_GOTO(matrix_read(path, group, CHECKPOINT_BEST, DTYPE_I32, 1, &tour, &n), cleanup);
  out->best_gene = tour;
  if (tour && n != (uint64_t)out->meta.n)
    FAIL_GOTO(cleanup, ERR_FORMAT, "%s: " CHECKPOINT_BEST ": expected %d values, found %" PRIu64, path,
              out->meta.n, n);
cleanup:
  H5Gclose(group);
  return status;
}

static Status tables_read(const char *path, hid_t file, Checkpoint *out) {
  Status status = OK;
  for (int t = 0; checkpoint_tables[t] && status == OK; t++) {
    const CheckpointTable *table = checkpoint_tables[t];
    hid_t group;
    if (table_optional(table) && H5Lexists(file, table_name(table), H5P_DEFAULT) == 0) continue;
    TRY(hdf5_group_open(path, file, table_name(table), &group));
    status = table_read(path, group, table, out);
    H5Gclose(group);
  }
  return status;
}

static Status champions_absent(const char *path, Checkpoint *out, size_t values) {
  out->champion = malloc((values + 1) * sizeof *out->champion);
  out->champion_origin = calloc(values + 1, sizeof *out->champion_origin);
  if (!out->champion || !out->champion_origin) FAIL(ERR_MEMORY, "%s: no memory for its history", path);
  for (size_t k = 0; k < values; k++) out->champion[k] = COST_NONE;
  return OK;
}

static Status champions_read(const char *path, hid_t history, Checkpoint *out) {
  const uint32_t columns = checkpoint_champions(out->meta.islands);
  uint64_t costs = 0, origins = 0;
  void *data;
  if (!out->leg_rows &&
      H5Lexists(history, CHECKPOINT_CHAMPION, H5P_DEFAULT) == 0) /* schema 1: no legs either */
    return champions_absent(path, out, out->history_rows * columns);
  TRY(matrix_read(path, history, CHECKPOINT_CHAMPION, DTYPE_I64, columns, &data, &costs));
  out->champion = data;
  TRY(matrix_read(path, history, CHECKPOINT_ORIGIN, DTYPE_U32, columns, &data, &origins));
  out->champion_origin = data;
  if (costs != out->history_rows || origins != out->history_rows)
    FAIL(ERR_FORMAT, "%s: history/" CHECKPOINT_CHAMPION ": expected %zu rows, found %" PRIu64 " and %" PRIu64,
         path, out->history_rows, costs, origins);
  return OK;
}

static Status history_read(const char *path, hid_t file, Checkpoint *out) {
  hid_t group;
  TRY(hdf5_group_open(path, file, "history", &group));
  Status status = champions_read(path, group, out);
  H5Gclose(group);
  return status;
}

Status checkpoint_read_meta(const char *path, Checkpoint *out) {
  hid_t file;
  Checkpoint c = {0};
  TRY(hdf5_file_open(path, &file));
  Status status = run_read(path, file, &c);
  if (status == OK) status = tables_read(path, file, &c);
  if (status == OK) status = history_read(path, file, &c);
  if (status == OK) status = checkpoint_values_check(path, &c);
  H5Fclose(file);
  if (status == OK)
    *out = c;
  else
    checkpoint_free(&c);
  return status;
}
