/* Writes a checkpoint in phases: see checkpoint_writer.h. Its fields come from Solver.save.
 *
 * The work of a phase (the table below) is local and done by a thread; HDF5 is used in the first phase only, by part 0. So a
 * disk that fails is an error like any other: no rank is ever inside a collective call that waits for a disk. */
#include "checkpoint_writer.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "checkpoint_create.h"
#include "checkpoint_digest.h"
#include "checkpoint_file.h"
#include "io/bytes.h"
#include "io/path.h"
#include "io/temporary.h"

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
