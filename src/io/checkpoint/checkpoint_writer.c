/* See checkpoint_writer.h. */
#include "checkpoint_writer.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "checkpoint.h"
#include "checkpoint_file.h"
#include "checkpoint_parts.h"
#include "io/bytes.h"
#include "io/hdf/dataset.h"
#include "io/output.h"
#include "io/path.h"

/* ---- structure of the file ---- */

/* The first phase: the file and its structure, in a thread of rank 0. */

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

static Status file_put(int fd, const char *path, const Checkpoint *c, const uint64_t rows[FIELD_GROUP_COUNT],
                       CheckpointLayout *layout) {
  hdf5_quiet();
  hid_t file = hdf5_file_create(fd, path);
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

/* Fills the new file behind `fd`, whose name is `path`, and sets the layout's bytes and offsets. ERR_IO. The same. */
static Status checkpoint_place(int fd, const char *path, const Checkpoint *c,
                               const uint64_t rows[FIELD_GROUP_COUNT], CheckpointLayout *layout) {
  struct stat info;
  TRY(file_put(fd, path, c, rows, layout));
  if (fstat(fd, &info) != 0) FAIL(ERR_IO, "%s: %s", path, strerror(errno));
  layout->bytes = (uint64_t)info.st_size;
  return OK;
}

/* Reserved twice: HDF5 is not to meet a full disk, a quota or a limit, and creating the file gives back what was reserved
 * before. */
static Status file_fill(int fd, const char *temporary, const Checkpoint *c,
                        const uint64_t rows[FIELD_GROUP_COUNT], CheckpointLayout *layout) {
  TRY(bytes_reserve(fd, temporary, bytes_expected(c, rows)));
  TRY(checkpoint_place(fd, temporary, c, rows, layout));
  layout->token = token_make();
  TRY(bytes_reserve(fd, temporary, layout->bytes));
  return checkpoint_claim(fd, temporary, layout->token);
}

/* Creates a file beside the checkpoint at `path`, all of it on reserved disk, and closes it; layout->name is its
 * name. rows: of all ranks, by group. ERR_IO: what is left of that name is of no use. Local: call on one rank; nobody
 * else may be inside HDF5. */
static Status checkpoint_create(const char *path, const Checkpoint *c, const uint64_t rows[FIELD_GROUP_COUNT],
                                CheckpointLayout *layout) {
  char temporary[PATH_MAX];
  int fd = temporary_create(path, temporary);
  if (fd < 0) FAIL(ERR_IO, "%s: %s", path, strerror(errno));
  snprintf(layout->name, sizeof layout->name, "%s", path_name(temporary));
  const Status status = file_fill(fd, temporary, c, rows, layout);
  close(fd);
  return status;
}

/* ---- phases ---- */

/* Writes a checkpoint in phases. Its fields come from Solver.save.
 *
 * The work of a phase (the table below) is local and done by a thread; HDF5 is used in the first phase only, by part
 * 0. So a disk that fails is an error like any other: no rank is ever inside a collective call that waits for a disk. */

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "rows are written as they lie in memory");

enum { PIECE_BYTES = 4 << 20 }; /* written at once; then the thread checks whether it is cancelled */

struct CheckpointWriter {
  char path[PATH_MAX], temporary[PATH_MAX]; /* temporary: the new file beside it; "": none yet */
  const Checkpoint *c;
  WriterPart part;
  CheckpointLayout layout; /* part 0's, shared after the first phase */
  uint64_t *sums;          /* checkpoint_sums_alloc's; owned */
  int phase;               /* the one under way; PHASES: all done */
  pthread_t thread;
  bool started; /* the thread is there to be joined */
  atomic_bool busy, cancelled;
  Status status; /* of this rank's work, and its message */
  char message[STATUS_MESSAGE_MAX];
};

/* ---- the phases' work: local, in the thread ---- */

/* Where the new file is, by the layout. */
static void temporary_learn(CheckpointWriter *w) {
  char folder[PATH_MAX];
  path_folder(w->path, folder);
  if (!w->layout.name[0] ||
      snprintf(w->temporary, sizeof w->temporary, "%s%s", folder, w->layout.name) >= (int)sizeof w->temporary)
    w->temporary[0] = 0;
}

static Status file_begin(CheckpointWriter *w) {
  if (w->part.part != 0) return OK;
  const uint64_t rows[FIELD_GROUP_COUNT] = {w->part.rows[0].total, w->part.rows[1].total};
  Status status = checkpoint_create(w->path, w->c, rows, &w->layout);
  temporary_learn(w);
  return status;
}

static Status field_write(CheckpointWriter *w, int fd, const Field *f, uint64_t offset) {
  const size_t row_bytes = f->columns * dtype_bytes(f->dtype), bytes = f->rows * row_bytes;
  offset += w->part.rows[f->group].first * row_bytes;
  for (size_t at = 0; at < bytes && !atomic_load(&w->cancelled); at += PIECE_BYTES) {
    const size_t some = bytes - at < PIECE_BYTES ? bytes - at : PIECE_BYTES;
    TRY(bytes_pwrite(fd, w->temporary, offset + at, (const char *)f->data + at, some));
  }
  return OK;
}

/* Opened anew in every phase: that is when network file systems look at what others have written. */
static Status rows_write(CheckpointWriter *w) {
  int fd;
  TRY(checkpoint_claimed(w->temporary, w->layout.token, &fd));
  Status status = OK;
  for (int i = 0; i < w->c->fields.count && status == OK; i++)
    status = field_write(w, fd, &w->c->fields.field[i], w->layout.offset[i]);
  if (status == OK) status = bytes_sync(fd, w->temporary);
  close(fd);
  return status;
}

static Status digest_part(CheckpointWriter *w) {
  const DigestJob job = {w->temporary, w->layout.bytes, w->part.part, w->part.parts, ERR_IO};
  int fd;
  w->sums = checkpoint_sums_alloc(w->temporary, w->layout.bytes);
  if (!w->sums) return ERR_MEMORY;
  TRY(checkpoint_claimed(w->temporary, w->layout.token, &fd));
  Status status = checkpoint_digest_part(&job, fd, w->sums + 2);
  close(fd);
  return status;
}

static Status file_finish(CheckpointWriter *w) {
  int fd;
  if (w->part.part != 0 || atomic_load(&w->cancelled)) return OK;
  TRY(checkpoint_claimed(w->temporary, w->layout.token, &fd));
  Status status = checkpoint_stamp(fd, w->temporary, w->layout.bytes, w->sums);
  close(fd);
  if (status != OK || atomic_load(&w->cancelled)) return status; /* given up meanwhile: the old one stays */
  return checkpoint_publish(w->temporary, w->path);
}

/* ---- what all parts share after a phase ---- */

static PhaseShare layout_share(CheckpointWriter *w) {
  return (PhaseShare){SHARE_FIRST, &w->layout, sizeof w->layout};
}

static PhaseShare digests_share(CheckpointWriter *w) {
  return (PhaseShare){SHARE_OR, w->sums + 2, checkpoint_segments(w->layout.bytes) * sizeof *w->sums};
}

static PhaseShare nothing_share(CheckpointWriter *w) {
  (void)w;
  return (PhaseShare){SHARE_NOTHING, NULL, 0};
}

static const struct {
  Status (*work)(CheckpointWriter *w);
  PhaseShare (*share)(CheckpointWriter *w);
} phases[] = {{file_begin, layout_share},
              {rows_write, nothing_share},
              {digest_part, digests_share},
              {file_finish, nothing_share}};
enum { PHASES = sizeof phases / sizeof *phases };

/* ---- threads ---- */

/* Messages name the checkpoint, which users know, instead of the temporary file. */
static void message_name(CheckpointWriter *w) {
  char text[STATUS_MESSAGE_MAX];
  const char *found = w->temporary[0] ? strstr(w->message, w->temporary) : NULL;
  if (!found) return;
  snprintf(text, sizeof text, "%.*s%s%s", (int)(found - w->message), w->message, w->path,
           found + strlen(w->temporary));
  memcpy(w->message, text, sizeof text);
}

static void *phase_work(void *self) {
  CheckpointWriter *w = self;
  status_divert(w->message);
  w->status = phases[w->phase].work(w);
  status_divert(NULL);
  message_name(w);
  atomic_store(&w->busy, false);
  return NULL;
}

/* The thread takes no signals: a file over its size limit is an error here. If no thread can be made, the caller does the
 * work and the search waits. */
static void phase_start(CheckpointWriter *w) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  atomic_store(&w->busy, true);
  w->started = pthread_create(&w->thread, NULL, phase_work, w) == 0;
  if (!w->started) phase_work(w);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void phase_wait(CheckpointWriter *w) {
  if (w->started) pthread_join(w->thread, NULL);
  w->started = false;
}

Status checkpoint_fields_count(const FieldSet *fields, Span span, uint64_t count[FIELD_GROUP_COUNT],
                               uint64_t *kind) {
  count[FIELD_ISLAND] = span.count;
  count[FIELD_SEARCH] = 0;
  *kind = (uint64_t)fields->count;
  Status status = OK;
  for (int i = 0; i < fields->count; i++) {
    const Field *f = &fields->field[i];
    uint64_t key[3] = {f->group, f->dtype, f->columns};
    *kind = XXH3_64bits_withSeed(key, sizeof key, XXH3_64bits_withSeed(f->name, strlen(f->name), *kind));
    if (f->group == FIELD_SEARCH && count[FIELD_SEARCH] == 0) count[FIELD_SEARCH] = f->rows;
    if (f->rows != count[f->group] || f->columns == 0)
      status = status_fail(ERR_INTERNAL, "field %s/%s: %zu x %zu values, expected %llu rows",
                           field_group_name(f->group), f->name, f->rows, f->columns,
                           (unsigned long long)count[f->group]);
  }
  return status;
}

Status checkpoint_writer_open(const char *path, const Checkpoint *c, CheckpointWriter **out) {
  CheckpointWriter *w = calloc(1, sizeof *w);
  Status status = OK;
  if (!w) FAIL(ERR_MEMORY, "%s: no memory to write it", path);
  TRY_GOTO(path_append(path, "", w->path), failed);
  TRY_GOTO(path_check("the checkpoint", path, TEMPORARY_SUFFIX), failed);
  w->c = c;
  *out = w;
  return OK;
failed:
  free(w);
  return status;
}

void checkpoint_writer_begin(CheckpointWriter *w, const WriterPart *part) {
  w->part = *part;
  phase_start(w);
}

bool checkpoint_busy(const CheckpointWriter *w) { return atomic_load(&w->busy); }

Status checkpoint_writer_wait(CheckpointWriter *w) {
  phase_wait(w);
  return w->status == OK ? OK : status_fail(w->status, "%s", w->message);
}

PhaseShare checkpoint_writer_share(CheckpointWriter *w) { return phases[w->phase].share(w); }

bool checkpoint_writer_next(CheckpointWriter *w, uint64_t *bytes) {
  if (w->phase++ == 0) temporary_learn(w);
  *bytes = w->layout.bytes;
  if (w->phase == PHASES) return false;
  phase_start(w);
  return true;
}

void checkpoint_end(CheckpointWriter *w) {
  if (!w) return;
  atomic_store(&w->cancelled, true);
  phase_wait(w);
  if (w->phase < PHASES && w->part.part == 0 && w->temporary[0]) unlink(w->temporary);
  free(w->sums);
  free(w);
}

/* ---- checkpoint in memory ---- */

/* HDF5 writes a file, as it needs a path: without rows it is small. */

static const char what[] = "the checkpoint";

Status checkpoint_image_alloc(const CheckpointLayout *layout, char **image) {
  *image = calloc(layout->bytes / sizeof(uint64_t) + 1, sizeof(uint64_t));
  if (!*image)
    FAIL(ERR_MEMORY, "no memory for a checkpoint of %llu bytes", (unsigned long long)layout->bytes);
  return OK;
}

Status checkpoint_image_create(const Checkpoint *c, const uint64_t rows[FIELD_GROUP_COUNT],
                               CheckpointLayout *layout, char **image) {
  char path[MEMORY_PATH_MAX];
  int fd;
  TRY(memory_path_make(path, &fd));
  Status status = checkpoint_place(fd, path, c, rows, layout);
  unlink(path);
  if (status == OK) status = checkpoint_image_alloc(layout, image);
  if (status == OK) status = bytes_pread(fd, what, 0, *image, layout->bytes);
  close(fd);
  return status;
}

void checkpoint_image_rows(const Checkpoint *c, const RowRange rows[FIELD_GROUP_COUNT],
                           const CheckpointLayout *layout, char *image) {
  for (int i = 0; i < c->fields.count; i++) {
    const Field *f = &c->fields.field[i];
    const size_t row = f->columns * dtype_bytes(f->dtype), bytes = f->rows * row;
    if (bytes) memcpy(image + layout->offset[i] + rows[f->group].first * row, f->data, bytes);
  }
}

/* As checkpoint_stamp does it in a file. */
static Status file_stamp(const MemoryFile *file, const CheckpointLayout *layout, uint64_t *sums) {
  const DigestJob job = {what, layout->bytes, 0, 1, ERR_IO};
  TRY(checkpoint_digest_part(&job, file->fd, sums + 2));
  return checkpoint_stamp(file->fd, what, layout->bytes, sums);
}

Status checkpoint_image_stamp(const CheckpointLayout *layout, char *image) {
  MemoryFile file = {.path = ""};
  uint64_t *sums = checkpoint_sums_alloc(what, layout->bytes);
  Status status = sums ? memory_file_make(image, layout->bytes, &file) : ERR_MEMORY;
  if (status == OK) status = file_stamp(&file, layout, sums);
  if (status == OK) status = bytes_pread(file.fd, what, 0, image, FILE_BLOCK_BYTES);
  memory_file_close(&file);
  free(sums);
  return status;
}
