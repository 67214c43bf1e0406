/* Reads checkpoints: see checkpoint.h. `cordee resume` and `cordee show`: checkpoint_check once, by all
 * ranks; then each rank opens the file for itself and takes the rows of its islands.
 *
 * No lock is taken: a finished checkpoint is never written again, only replaced by rename, and read-only and
 * NFS file systems may refuse locks. */
#include "checkpoint_dataset.h"
#include "checkpoint_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Status checkpoint_check(MPI_Comm comm, const char *path) {
  char previous[PATH_MAX], message[8192];
  Status status = checkpoint_verify(comm, path);
  if (status == OK) return OK;
  snprintf(message, sizeof message, "%s", status_message());
  status_clear();
  int sound = checkpoint_path(path, ".prev", previous) == OK && checkpoint_verify(comm, previous) == OK;
  status_clear();
  if (!sound) FAIL(status, "%s", message);
  FAIL(status, "%s; the previous checkpoint %s is complete: cordee resume %s", message, previous, previous);
}

static Status file_open(const char *path, hid_t *file) {
  hdf5_quiet();
  hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_file_locking(access, 0, 1); /* HDF5_USE_FILE_LOCKING, if set, overrides this */
  *file = H5Fopen(path, H5F_ACC_RDONLY, access);
  H5Pclose(access);
  if (*file < 0) return hdf5_fail(ERR_FORMAT, path, "cannot open");
  return OK;
}

static Status group_open(const char *path, hid_t file, const char *name, hid_t *group) {
  *group = H5Gopen2(file, name, H5P_DEFAULT);
  return *group < 0 ? hdf5_fail(ERR_FORMAT, path, name) : OK;
}

static Status run_read(const char *path, hid_t file, Checkpoint *out) {
  hid_t group;
  void *tour = NULL;
  uint64_t n = 0;
  Status status = OK;
  TRY(group_open(path, file, "run", &group));
  TRY_GOTO(checkpoint_meta_read(path, group, &out->meta), cleanup);
  if (H5Lexists(group, CHECKPOINT_BEST, H5P_DEFAULT) > 0)
    TRY_GOTO(matrix_read(path, group, CHECKPOINT_BEST, DTYPE_I32, 1, &tour, &n), cleanup);
  out->best_gene = tour;
  if (tour && n != (uint64_t)out->meta.n)
    FAIL_GOTO(cleanup, ERR_FORMAT, "%s: " CHECKPOINT_BEST ": expected %d cities, found %" PRIu64, path,
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
    TRY(group_open(path, file, table_name(table), &group));
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
  if (columns == 0 || H5Lexists(history, CHECKPOINT_CHAMPION, H5P_DEFAULT) == 0)
    return champions_absent(path, out, out->history_rows * columns);
  TRY(matrix_read(path, history, CHECKPOINT_CHAMPION, DTYPE_I64, columns, &data, &costs));
  out->champion = data;
  TRY(matrix_read(path, history, CHECKPOINT_ORIGIN, DTYPE_U32, columns, &data, &origins));
  out->champion_origin = data;
  if (costs != out->history_rows || origins != out->history_rows)
    FAIL(ERR_FORMAT, "%s: history/" CHECKPOINT_CHAMPION ": expected %zu rows, found %" PRIu64 " and %" PRIu64, path,
         out->history_rows, costs, origins);
  return OK;
}

static Status history_read(const char *path, hid_t file, Checkpoint *out) {
  hid_t group;
  TRY(group_open(path, file, "history", &group));
  Status status = champions_read(path, group, out);
  H5Gclose(group);
  return status;
}

Status checkpoint_read_meta(const char *path, Checkpoint *out) {
  hid_t file;
  Checkpoint c = {0};
  TRY(file_open(path, &file));
  Status status = run_read(path, file, &c);
  if (status == OK) status = tables_read(path, file, &c);
  if (status == OK) status = history_read(path, file, &c);
  H5Fclose(file);
  if (status == OK)
    *out = c;
  else
    checkpoint_free(&c);
  return status;
}

/* The first of the ascending island[rows] that is not below `value`. */
static uint64_t rows_below(const uint32_t *island, uint64_t rows, uint64_t value) {
  uint64_t low = 0;
  for (uint64_t high = rows; low < high;) {
    uint64_t middle = low + (high - low) / 2;
    if (island[middle] < value)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Rows of a group that belong to the span: island ids are row numbers in one, a column in the other. */
static Status rows_find(const char *path, hid_t group, FieldGroup which, Span span, uint64_t *first,
                        uint64_t *count) {
  *first = span.first, *count = span.count;
  H5G_info_t info;
  if (which == FIELD_ISLAND || H5Gget_info(group, &info) < 0 || info.nlinks == 0) return OK;
  void *island;
  uint64_t rows;
  TRY(matrix_read(path, group, "island", DTYPE_U32, 1, &island, &rows));
  *first = rows_below(island, rows, span.first);
  *count = rows_below(island, rows, (uint64_t)span.first + span.count) - *first;
  free(island);
  return OK;
}

static Status field_read(const char *path, hid_t group, FieldGroup which, const char *name, uint64_t first,
                         uint64_t count, FieldSet *out) {
  Shape shape;
  void *data;
  hid_t set = H5Dopen2(group, name, H5P_DEFAULT);
  if (set < 0) return hdf5_fail(ERR_FORMAT, path, name);
  Status status = dataset_shape(path, name, set, &shape);
  if (status == OK && first + count > shape.rows)
    status = status_fail(ERR_FORMAT, "%s: %s/%s: expected %" PRIu64 " rows, found %" PRIu64, path,
                         field_group_name(which), name, first + count, shape.rows);
  if (status == OK) status = fieldset_add(out, which, name, shape.dtype, count, shape.columns, &data);
  if (status == OK) status = dataset_read(path, name, set, shape, first, count, data);
  H5Dclose(set);
  return status;
}

static Status group_read(const char *path, hid_t file, FieldGroup which, Span span, FieldSet *out) {
  hid_t group;
  uint64_t first, count;
  H5G_info_t info = {0};
  TRY(group_open(path, file, field_group_name(which), &group));
  Status status = rows_find(path, group, which, span, &first, &count);
  H5Gget_info(group, &info);
  for (hsize_t i = 0; i < info.nlinks && status == OK; i++) {
    char name[FIELD_NAME_MAX] = "";
    ssize_t length =
        H5Lget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, i, name, sizeof name, H5P_DEFAULT);
    if (length < 0 || length >= FIELD_NAME_MAX)
      status = status_fail(ERR_FORMAT, "%s: field %s...: its name is too long", path, name);
    else
      status = field_read(path, group, which, name, first, count, out);
  }
  H5Gclose(group);
  return status;
}

Status checkpoint_read_fields(const char *path, Span span, FieldSet *out) {
  hid_t file;
  FieldSet set = {0};
  TRY(file_open(path, &file));
  Status status = OK;
  for (FieldGroup g = 0; g < FIELD_GROUP_COUNT && status == OK; g++)
    status = group_read(path, file, g, span, &set);
  H5Fclose(file);
  if (status == OK)
    *out = set;
  else
    fieldset_free(&set);
  return status;
}

uint32_t checkpoint_champions(uint32_t islands) {
  return islands < CHECKPOINT_CHAMPIONS_MAX ? islands : CHECKPOINT_CHAMPIONS_MAX;
}

void checkpoint_free(Checkpoint *c) {
  free(c->best_gene);
  free(c->history), free(c->champion), free(c->champion_origin);
  free(c->legs), free(c->throughput);
  fieldset_free(&c->fields);
  *c = (Checkpoint){0};
}
