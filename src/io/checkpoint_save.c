/* Writes checkpoints: see checkpoint.h. Step 7 of the flow, fed by Solver.save through src/mpi/run.c.
 *
 * Parallel HDF5: every rank makes every call that touches the file's structure, and writes its own rows of
 * each dataset in one collective transfer. Between two steps the ranks agree on how it went. */
#include "../mpi/comm.h"
#include "checkpoint_dataset.h"
#include "checkpoint_file.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

typedef struct Writer {
  MPI_Comm comm;
  int rank;
  const char *path; /* of the file being written */
  hid_t file;
} Writer;

/* OK if a step went well on every rank, else HDF5's reason from one where it failed. Collective. */
static Status step_agree(const Writer *w, int failed, const char *what) {
  return status_agree(w->comm, failed ? hdf5_fail(ERR_IO, w->path, what) : OK);
}

/* Rows [first, first + count) of a group for this rank: those of lower ranks come before. Collective. */
static Rows rows_share(MPI_Comm comm, uint64_t count) {
  Rows rows = {0, count, 0};
  int rank;
  MPI_Comm_rank(comm, &rank);
  MPI_Exscan(&count, &rows.first, 1, MPI_UINT64_T, MPI_SUM, comm);
  if (rank == 0) rows.first = 0; /* MPI leaves it undefined there */
  MPI_Allreduce(&count, &rows.total, 1, MPI_UINT64_T, MPI_SUM, comm);
  return rows;
}

static Status dataset_write(const Writer *w, hid_t group, const Field *f, Rows rows) {
  hid_t set = dataset_create(group, f, rows.total);
  Status status = step_agree(w, set < 0, f->name);
  if (status == OK && rows.total) status = step_agree(w, dataset_fill(set, f, rows) < 0, f->name);
  if (set >= 0) H5Dclose(set);
  return status;
}

/* A group that stands open on every rank, or on none. */
static Status group_create(const Writer *w, const char *name, hid_t *group) {
  *group = H5Gcreate2(w->file, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  Status status = step_agree(w, *group < 0, name);
  if (status != OK && *group >= 0) H5Gclose(*group);
  return status;
}

/* /run: everything in CheckpointMeta, and the best tour if rank 0 has one. */
static Status run_write(const Writer *w, const Checkpoint *c) {
  CheckpointMeta meta = c->meta;
  Rows rows = rows_share(w->comm, w->rank == 0 && c->best_gene ? (uint64_t)c->meta.n : 0);
  Field tour = {CHECKPOINT_BEST, FIELD_ISLAND, DTYPE_I32, rows.count, 1, c->best_gene};
  hid_t group;
  MPI_Bcast(&meta, sizeof meta, MPI_BYTE, 0, w->comm);
  TRY(group_create(w, "run", &group));
  Status status = step_agree(w, checkpoint_meta_write(group, &meta) < 0, "run");
  if (status == OK && rows.total) status = dataset_write(w, group, &tour, rows);
  H5Gclose(group);
  return status;
}

static Status column_write(const Writer *w, hid_t group, const Checkpoint *c, const HistoryColumn *column,
                           Rows rows) {
  FieldSet set = {0};
  void *data;
  size_t width = dtype_bytes(column->dtype);
  Status status = fieldset_add(&set, FIELD_ISLAND, column->name, column->dtype, rows.count, 1, &data);
  for (size_t r = 0; r < rows.count && status == OK; r++)
    memcpy((char *)data + r * width, (const char *)&c->history[r] + column->offset, width);
  status = status_agree(w->comm, status);
  if (status == OK) status = dataset_write(w, group, &set.field[0], rows);
  fieldset_free(&set);
  return status;
}

static Status history_write(const Writer *w, const Checkpoint *c) {
  Rows rows = rows_share(w->comm, w->rank == 0 ? c->history_rows : 0);
  hid_t group;
  TRY(group_create(w, "history", &group));
  Status status = OK;
  for (const HistoryColumn *column = checkpoint_history_columns; column->name && status == OK; column++)
    status = column_write(w, group, c, column, rows);
  H5Gclose(group);
  return status;
}

static Status group_write(const Writer *w, const FieldSet *fields, FieldGroup which, Rows rows) {
  hid_t group;
  TRY(group_create(w, field_group_name(which), &group));
  Status status = OK;
  for (int i = 0; i < fields->count && status == OK; i++)
    if (fields->field[i].group == which) status = dataset_write(w, group, &fields->field[i], rows);
  H5Gclose(group);
  return status;
}

/* What comm must hold before a collective write may start: fields alike on all ranks, rows that fit the span.
 */
static Status fields_check(MPI_Comm comm, const FieldSet *fields, Span span, Rows rows[FIELD_GROUP_COUNT]) {
  uint64_t kind[2] = {(uint64_t)fields->count, 0}, count[FIELD_GROUP_COUNT] = {[FIELD_ISLAND] = span.count};
  Status status = OK;
  for (int i = 0; i < fields->count; i++) {
    const Field *f = &fields->field[i];
    uint64_t key[3] = {f->group, f->dtype, f->columns};
    kind[0] = XXH3_64bits_withSeed(key, sizeof key, XXH3_64bits_withSeed(f->name, strlen(f->name), kind[0]));
    if (f->group == FIELD_CLIMBER && count[FIELD_CLIMBER] == 0) count[FIELD_CLIMBER] = f->rows;
    if (f->rows != count[f->group] || f->columns == 0)
      status = status_fail(ERR_INTERNAL, "field %s/%s: %zu x %zu values, expected %" PRIu64 " rows",
                           field_group_name(f->group), f->name, f->rows, f->columns, count[f->group]);
  }
  for (int g = 0; g < FIELD_GROUP_COUNT; g++) rows[g] = rows_share(comm, count[g]);
  if (span.count && rows[FIELD_ISLAND].first != span.first)
    status = status_fail(ERR_INTERNAL, "islands from %u on: expected from %" PRIu64, span.first,
                         rows[FIELD_ISLAND].first);
  kind[1] = ~kind[0];
  MPI_Allreduce(MPI_IN_PLACE, kind, 2, MPI_UINT64_T, MPI_MAX,
                comm); /* largest, and complement of the smallest */
  if (kind[0] != ~kind[1]) status = status_fail(ERR_INTERNAL, "the ranks have different fields to save");
  return status_agree(comm, status);
}

static uint64_t file_bytes(const Checkpoint *c, const Rows rows[FIELD_GROUP_COUNT]) {
  uint64_t bytes = (64u << 10) + 4 * (uint64_t)c->meta.n + c->history_rows * (sizeof *c->history + 8);
  for (int i = 0; i < c->fields.count; i++)
    bytes += dataset_bytes(&c->fields.field[i], rows[c->fields.field[i].group].total);
  return bytes;
}

/* An empty HDF5 file with room for the user block. Local. */
static Status file_create(const char *path) {
  hid_t how = H5Pcreate(H5P_FILE_CREATE), access = H5Pcreate(H5P_FILE_ACCESS);
  herr_t rc = H5Pset_userblock(how, CHECKPOINT_BLOCK_BYTES);
  rc |= H5Pset_libver_bounds(access, H5F_LIBVER_LATEST, H5F_LIBVER_LATEST);
  rc |= H5Pset_file_locking(access, 0, 1);
  hid_t file = rc < 0 ? H5I_INVALID_HID : H5Fcreate(path, H5F_ACC_TRUNC, how, access);
  rc = file < 0 ? -1 : H5Fclose(file);
  H5Pclose(access), H5Pclose(how);
  return rc < 0 ? hdf5_fail(ERR_IO, path, "cannot create") : OK;
}

/* An empty file on `bytes` of reserved disk. A rank whose write fails inside parallel HDF5 (1.10.8) leaves a
 * collective call that the others wait in, and the file cannot be closed: so a full disk, a quota or a limit
 * has to show here, in plain calls of one rank. Twice, because creating the file gives back what was reserved
 * before, and is not to meet a full disk either. */
static Status file_reserve(const char *path, uint64_t bytes) {
  TRY(checkpoint_reserve(path, bytes));
  TRY(file_create(path));
  return checkpoint_reserve(path, bytes);
}

static Status file_open(Writer *w) {
  hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  herr_t rc = H5Pset_fapl_mpio(access, w->comm, MPI_INFO_NULL);
  rc |= H5Pset_libver_bounds(access, H5F_LIBVER_LATEST, H5F_LIBVER_LATEST);
  rc |= H5Pset_all_coll_metadata_ops(access, 1);
  rc |= H5Pset_coll_metadata_write(access, 1);
  w->file = rc < 0 ? H5I_INVALID_HID : H5Fopen(w->path, H5F_ACC_RDWR, access);
  H5Pclose(access);
  return step_agree(w, w->file < 0, "cannot open");
}

static Status file_write(Writer *w, const Checkpoint *c, const Rows rows[FIELD_GROUP_COUNT]) {
  TRY(status_agree(w->comm, w->rank == 0 ? file_reserve(w->path, file_bytes(c, rows)) : OK));
  TRY(file_open(w));
  Status status = run_write(w, c);
  if (status == OK) status = history_write(w, c);
  for (FieldGroup g = 0; g < FIELD_GROUP_COUNT && status == OK; g++)
    status = group_write(w, &c->fields, g, rows[g]);
  herr_t rc = H5Fclose(w->file);
  if (status != OK) return status;
  return step_agree(w, rc < 0, "cannot close");
}

Status checkpoint_save(MPI_Comm comm, const char *path, const Checkpoint *c, Span span, uint64_t *bytes) {
  char fresh[PATH_MAX];
  Rows rows[FIELD_GROUP_COUNT];
  uint64_t size = 0;
  Status status = OK;
  Writer w = {comm, 0, fresh, H5I_INVALID_HID};
  hdf5_quiet();
  MPI_Comm_rank(comm, &w.rank);
  TRY(checkpoint_path(path, ".tmp", fresh));
  TRY(fields_check(comm, &c->fields, span, rows));
  TRY_GOTO(file_write(&w, c, rows), cleanup);
  TRY_GOTO(checkpoint_stamp(comm, fresh, &size), cleanup);
  TRY_GOTO(status_agree(comm, w.rank == 0 ? checkpoint_publish(fresh, path) : OK), cleanup);
  *bytes = size;
cleanup:
  if (status != OK && w.rank == 0) unlink(fresh);
  return status;
}
