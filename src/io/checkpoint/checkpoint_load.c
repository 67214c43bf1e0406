/* Reads checkpoints: see checkpoint.h. For `cordee resume` and `cordee show`, after the digest has been checked: each rank
 * opens the file itself and takes the rows of its islands.
 *
 * No lock is taken: a complete checkpoint is never written again, only replaced by rename, and read-only and NFS file systems
 * may refuse locks. */
#include "io/hdf/dataset.h"
#include "checkpoint_parts.h"

#include <inttypes.h>
#include <stdlib.h>

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
