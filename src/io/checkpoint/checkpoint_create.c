/* See checkpoint_create.h. The first phase of checkpoint_writer.c, in a thread of rank 0. */
#include "checkpoint_create.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "checkpoint_file.h"
#include "checkpoint_parts.h"
#include "io/bytes.h"
#include "io/hdf/dataset.h"
#include "io/path.h"
#include "io/temporary.h"

/* /run: everything in CheckpointMeta, and the best solution if there is one. */
static herr_t run_put(hid_t group, const Checkpoint *c) {
  herr_t rc = checkpoint_meta_write(group, &c->meta);
  if (rc < 0 || !c->best_gene) return rc;
  return dataset_write(group, CHECKPOINT_BEST, (Shape){DTYPE_I32, (uint64_t)c->meta.n, 1}, c->best_gene);
}

static herr_t champions_put(hid_t history, const Checkpoint *c) {
  const uint32_t columns = checkpoint_champions(c->meta.islands);
  if (columns == 0) return 0;
  herr_t rc =
      dataset_write(history, CHECKPOINT_CHAMPION, (Shape){DTYPE_I64, c->history_rows, columns}, c->champion);
  if (rc < 0) return rc;
  return dataset_write(history, CHECKPOINT_ORIGIN, (Shape){DTYPE_U32, c->history_rows, columns},
                       c->champion_origin);
}

static herr_t table_put(hid_t group, const CheckpointTable *table, const Checkpoint *c) {
  herr_t rc = table_write(group, table, c);
  return rc >= 0 && table == checkpoint_tables[0] ? champions_put(group, c) : rc;
}

/* Without times: the same state makes the same file. */
static hid_t group_create(hid_t file, const char *name) {
  hid_t how = H5Pcreate(H5P_GROUP_CREATE);
  hid_t group = H5Pset_obj_track_times(how, 0) < 0 ? H5I_INVALID_HID
                                                   : H5Gcreate2(file, name, H5P_DEFAULT, how, H5P_DEFAULT);
  H5Pclose(how);
  return group;
}

/* Closes the group; rc: the status until then. */
static herr_t group_close(hid_t group, herr_t rc) { return H5Gclose(group) < 0 ? -1 : rc; }

static herr_t fields_place(hid_t file, const Checkpoint *c, FieldGroup which, uint64_t rows,
                           uint64_t *offset) {
  hid_t group = group_create(file, field_group_name(which));
  if (group < 0) return -1;
  herr_t rc = 0;
  for (int i = 0; i < c->fields.count && rc >= 0; i++) {
    const Field *f = &c->fields.field[i];
    if (f->group == which)
      rc = dataset_place(group, f->name, (Shape){f->dtype, rows, f->columns}, &offset[i]);
  }
  return group_close(group, rc);
}

static herr_t contents_put(hid_t file, const Checkpoint *c, const uint64_t rows[FIELD_GROUP_COUNT],
                           CheckpointLayout *layout) {
  hid_t group = group_create(file, "run");
  herr_t rc = group < 0 ? -1 : group_close(group, run_put(group, c));
  for (int t = 0; checkpoint_tables[t] && rc >= 0; t++) {
    group = group_create(file, table_name(checkpoint_tables[t]));
    rc = group < 0 ? -1 : group_close(group, table_put(group, checkpoint_tables[t], c));
  }
  for (FieldGroup g = 0; g < FIELD_GROUP_COUNT && rc >= 0; g++)
    rc = fields_place(file, c, g, rows[g], layout->offset);
  return rc;
}

static Status file_put(const char *path, const Checkpoint *c, const uint64_t rows[FIELD_GROUP_COUNT],
                       CheckpointLayout *layout) {
  hdf5_quiet();
  hid_t file = hdf5_file_create(path);
  if (file < 0 && access(path, F_OK) != 0)
    FAIL(ERR_IO, "%s: %s", path, strerror(errno)); /* it was there just now */
  if (file < 0) return hdf5_fail(ERR_IO, path, "cannot create");
  Status status = contents_put(file, c, rows, layout) < 0 ? hdf5_fail(ERR_IO, path, "cannot write") : OK;
  if (H5Fclose(file) < 0 && status == OK) status = hdf5_fail(ERR_IO, path, "cannot close");
  return status;
}

/* A little more than the file will have. */
static uint64_t bytes_expected(const Checkpoint *c, const uint64_t rows[FIELD_GROUP_COUNT]) {
  const uint64_t champions = c->history_rows * checkpoint_champions(c->meta.islands);
  uint64_t bytes =
      (64u << 10) + 4 * (uint64_t)c->meta.n + champions * (sizeof *c->champion + sizeof *c->champion_origin);
  for (int t = 0; checkpoint_tables[t]; t++) bytes += table_bytes(checkpoint_tables[t], c);
  for (int i = 0; i < c->fields.count; i++) {
    const Field *f = &c->fields.field[i];
    bytes += dataset_bytes((Shape){f->dtype, rows[f->group], f->columns});
  }
  return bytes;
}

static uint64_t token_make(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return ((uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec) ^ (uint64_t)getpid() << 40;
}

Status checkpoint_place(const char *path, const Checkpoint *c, const uint64_t rows[FIELD_GROUP_COUNT],
                        CheckpointLayout *layout) {
  struct stat info;
  TRY(file_put(path, c, rows, layout));
  if (stat(path, &info) != 0) FAIL(ERR_IO, "%s: %s", path, strerror(errno));
  layout->bytes = (uint64_t)info.st_size;
  return OK;
}

/* Reserved twice: HDF5 is not to meet a full disk, a quota or a limit, and creating the file gives back what was reserved
 * before. */
static Status file_fill(const char *temporary, const Checkpoint *c, const uint64_t rows[FIELD_GROUP_COUNT],
                        CheckpointLayout *layout) {
  TRY(bytes_reserve(temporary, bytes_expected(c, rows)));
  TRY(checkpoint_place(temporary, c, rows, layout));
  layout->token = token_make();
  TRY(bytes_reserve(temporary, layout->bytes));
  return checkpoint_claim(temporary, layout->token);
}

Status checkpoint_create(const char *path, const Checkpoint *c, const uint64_t rows[FIELD_GROUP_COUNT],
                         CheckpointLayout *layout) {
  char temporary[PATH_MAX];
  int fd = temporary_create(path, temporary);
  if (fd < 0) FAIL(ERR_IO, "%s: %s", path, strerror(errno));
  close(fd);
  snprintf(layout->name, sizeof layout->name, "%s", path_name(temporary));
  return file_fill(temporary, c, rows, layout);
}
