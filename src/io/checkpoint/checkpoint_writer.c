/* Writes checkpoints while the search goes on: see checkpoint.h. Step 7 of the flow, fed by Solver.save through
 * src/run/run_save.c.
 *
 * A save is a row of phases (the table below). The work of a phase is done by a thread on each rank and is local: no
 * MPI, and HDF5 in the first one only, on rank 0. When all threads are through, the main threads agree how it went,
 * share what the next phase needs, and start it. So a disk that fails is an error like any other: no rank is ever inside
 * a collective call that waits for a disk. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "mpi/comm.h"
#include "checkpoint_create.h"
#include "checkpoint_digest.h"
#include "checkpoint_file.h"
#include "io/temporary.h"
#include "io/path.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "rows are written as they lie in memory");

enum { PIECE_BYTES = 4 << 20 }; /* so much is written at once: then a look whether to go on */

typedef struct Rows { /* of a group of fields: this rank's, and of all ranks */
  uint64_t first, count, total;
} Rows;

struct CheckpointWriter {
  MPI_Comm comm;
  int rank, size;
  char path[PATH_MAX], fresh[PATH_MAX]; /* fresh: the new file beside it; "": none yet */
  const Checkpoint *c;
  Rows rows[FIELD_GROUP_COUNT];
  CheckpointLayout layout; /* rank 0's, shared after the first phase */
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
static void fresh_learn(CheckpointWriter *w) {
  char folder[PATH_MAX];
  path_folder(w->path, folder);
  if (!w->layout.name[0] ||
      snprintf(w->fresh, sizeof w->fresh, "%s%s", folder, w->layout.name) >= (int)sizeof w->fresh)
    w->fresh[0] = 0;
}

static Status file_begin(CheckpointWriter *w) {
  if (w->rank != 0) return OK;
  const uint64_t rows[FIELD_GROUP_COUNT] = {w->rows[0].total, w->rows[1].total};
  Status status = checkpoint_create(w->path, w->c, rows, &w->layout);
  fresh_learn(w);
  return status;
}

static Status field_write(CheckpointWriter *w, int fd, const Field *f, uint64_t offset) {
  const size_t row_bytes = f->columns * dtype_bytes(f->dtype), bytes = f->rows * row_bytes;
  offset += w->rows[f->group].first * row_bytes;
  for (size_t at = 0; at < bytes && !atomic_load(&w->cancelled); at += PIECE_BYTES) {
    const size_t some = bytes - at < PIECE_BYTES ? bytes - at : PIECE_BYTES;
    TRY(checkpoint_write(fd, w->fresh, (const char *)f->data + at, some, offset + at));
  }
  return OK;
}

/* Opened anew in every phase: that is when network file systems look at what others have written. */
static Status rows_write(CheckpointWriter *w) {
  int fd;
  TRY(checkpoint_claimed(w->fresh, w->layout.token, &fd));
  Status status = OK;
  for (int i = 0; i < w->c->fields.count && status == OK; i++)
    status = field_write(w, fd, &w->c->fields.field[i], w->layout.offset[i]);
  if (status == OK) status = checkpoint_sync(fd, w->fresh);
  close(fd);
  return status;
}

static Status digest_part(CheckpointWriter *w) {
  const DigestJob job = {w->fresh, w->layout.bytes, w->rank, w->size, ERR_IO};
  int fd;
  w->sums = checkpoint_sums_alloc(w->fresh, w->layout.bytes);
  if (!w->sums) return ERR_MEMORY;
  TRY(checkpoint_claimed(w->fresh, w->layout.token, &fd));
  Status status = checkpoint_digest_part(&job, fd, w->sums + 2);
  close(fd);
  return status;
}

static Status file_finish(CheckpointWriter *w) {
  int fd;
  if (w->rank != 0 || atomic_load(&w->cancelled)) return OK;
  TRY(checkpoint_claimed(w->fresh, w->layout.token, &fd));
  Status status = checkpoint_stamp(fd, w->fresh, w->layout.bytes, w->sums);
  close(fd);
  if (status != OK || atomic_load(&w->cancelled)) return status; /* given up meanwhile: the old one stays */
  return checkpoint_publish(w->fresh, w->path);
}

/* ---- what all ranks learn from a phase: collective, in the main thread ---- */

static void layout_share(CheckpointWriter *w) {
  MPI_Bcast(&w->layout, sizeof w->layout, MPI_BYTE, 0, w->comm);
  fresh_learn(w);
}

static void digests_share(CheckpointWriter *w) {
  MPI_Allreduce(MPI_IN_PLACE, w->sums + 2, (int)checkpoint_segments(w->layout.bytes), MPI_UINT64_T, MPI_BOR,
                w->comm);
}

static void nothing_share(CheckpointWriter *w) { (void)w; }

static const struct {
  Status (*work)(CheckpointWriter *w);
  void (*share)(CheckpointWriter *w);
} phases[] = {{file_begin, layout_share},
              {rows_write, nothing_share},
              {digest_part, digests_share},
              {file_finish, nothing_share}};
enum { PHASES = sizeof phases / sizeof *phases };

/* ---- the machine ---- */

/* A message names the checkpoint, which people know, and not the file that is to take its place. */
static void message_tell(CheckpointWriter *w) {
  char told[STATUS_MESSAGE_MAX];
  const char *found = w->fresh[0] ? strstr(w->message, w->fresh) : NULL;
  if (!found) return;
  snprintf(told, sizeof told, "%.*s%s%s", (int)(found - w->message), w->message, w->path,
           found + strlen(w->fresh));
  memcpy(w->message, told, sizeof told);
}

static void *phase_work(void *self) {
  CheckpointWriter *w = self;
  status_divert(w->message);
  w->status = phases[w->phase].work(w);
  status_divert(NULL);
  message_tell(w);
  atomic_store(&w->busy, false);
  return NULL;
}

/* Signals are the main thread's; a file that may not grow is an error here and no signal. Where there are no more
 * threads to be had, the search waits. */
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

/* What must hold before anything is written: fields alike on all ranks, rows that fit the span. Collective. */
static Status fields_check(MPI_Comm comm, const FieldSet *fields, Span span, Rows rows[FIELD_GROUP_COUNT]) {
  uint64_t kind[2] = {(uint64_t)fields->count, 0}, count[FIELD_GROUP_COUNT] = {[FIELD_ISLAND] = span.count};
  Status status = OK;
  for (int i = 0; i < fields->count; i++) {
    const Field *f = &fields->field[i];
    uint64_t key[3] = {f->group, f->dtype, f->columns};
    kind[0] = XXH3_64bits_withSeed(key, sizeof key, XXH3_64bits_withSeed(f->name, strlen(f->name), kind[0]));
    if (f->group == FIELD_CLIMBER && count[FIELD_CLIMBER] == 0) count[FIELD_CLIMBER] = f->rows;
    if (f->rows != count[f->group] || f->columns == 0)
      status = status_fail(ERR_INTERNAL, "field %s/%s: %zu x %zu values, expected %llu rows",
                           field_group_name(f->group), f->name, f->rows, f->columns,
                           (unsigned long long)count[f->group]);
  }
  for (int g = 0; g < FIELD_GROUP_COUNT; g++) rows[g] = rows_share(comm, count[g]);
  if (span.count && rows[FIELD_ISLAND].first != span.first)
    status = status_fail(ERR_INTERNAL, "islands from %u on: expected from %llu", span.first,
                         (unsigned long long)rows[FIELD_ISLAND].first);
  kind[1] = ~kind[0]; /* largest, and complement of the smallest */
  MPI_Allreduce(MPI_IN_PLACE, kind, 2, MPI_UINT64_T, MPI_MAX, comm);
  if (kind[0] != ~kind[1]) status = status_fail(ERR_INTERNAL, "the ranks have different fields to save");
  return status_agree(comm, status);
}

Status checkpoint_begin(MPI_Comm comm, const char *path, const Checkpoint *c, Span span,
                        CheckpointWriter **out) {
  CheckpointWriter *w = calloc(1, sizeof *w);
  Status status = OK;
  TRY_GOTO(status_agree(comm, w ? OK : status_fail(ERR_MEMORY, "%s: no memory to write it", path)), failed);
  w->comm = comm, w->c = c;
  MPI_Comm_rank(comm, &w->rank), MPI_Comm_size(comm, &w->size);
  TRY_GOTO(checkpoint_path(path, "", w->path), failed);
  TRY_GOTO(path_room("the checkpoint", path, TEMPORARY_SUFFIX), failed);
  TRY_GOTO(fields_check(comm, &c->fields, span, w->rows), failed);
  phase_start(w);
  *out = w;
  return OK;
failed:
  free(w);
  return status;
}

bool checkpoint_busy(const CheckpointWriter *w) { return atomic_load(&w->busy); }

Status checkpoint_step(CheckpointWriter *w, bool *done, uint64_t *bytes) {
  phase_wait(w);
  TRY(status_agree(w->comm, w->status == OK ? OK : status_fail(w->status, "%s", w->message)));
  phases[w->phase++].share(w);
  *done = w->phase == PHASES, *bytes = w->layout.bytes;
  if (!*done) phase_start(w);
  return OK;
}

void checkpoint_end(CheckpointWriter *w) {
  if (!w) return;
  atomic_store(&w->cancelled, true);
  phase_wait(w);
  if (w->phase < PHASES && w->rank == 0 && w->fresh[0]) unlink(w->fresh);
  free(w->sums), free(w);
}

Status checkpoint_save(MPI_Comm comm, const char *path, const Checkpoint *c, Span span, uint64_t *bytes) {
  CheckpointWriter *w;
  bool done = false;
  TRY(checkpoint_begin(comm, path, c, span, &w));
  Status status = OK;
  while (!done && status == OK) status = checkpoint_step(w, &done, bytes);
  checkpoint_end(w);
  return status;
}
