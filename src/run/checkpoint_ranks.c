/* See checkpoint_ranks.h. */
#include "checkpoint_ranks.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "io/checkpoint/checkpoint_file.h"
#include "io/checkpoint/checkpoint_writer.h"
#include "io/path.h"
#include "mpi/collect.h"
#include "mpi/loss.h"

/* ---- writing ---- */

/* Which rows of the file this rank writes: those of lower ranks come before them. */
static RowRange rows_find(const Comm *comm, uint64_t count) {
  uint64_t total = count;
  comm_sum(comm, &total, 1);
  return (RowRange){comm_sum_below(comm, count), count, total};
}

/* All ranks have the same fields, and rows that fit their spans. */
static Status part_find(const Comm *comm, const FieldSet *fields, Span span, WriterPart *part) {
  uint64_t count[FIELD_GROUP_COUNT], kind;
  Status status = checkpoint_fields_count(fields, span, count, &kind);
  *part = (WriterPart){.part = comm->rank, .parts = comm->size};
  for (int g = 0; g < FIELD_GROUP_COUNT; g++) part->rows[g] = rows_find(comm, count[g]);
  const uint64_t first = part->rows[FIELD_ISLAND].first;
  if (span.count && first != span.first)
    status = status_fail(ERR_INTERNAL, "islands from %u on: expected from %llu", span.first,
                         (unsigned long long)first);
  int64_t extremes[2] = {(int64_t)(kind >> 1), -(int64_t)(kind >> 1)};
  comm_max(comm, extremes, 2);
  if (extremes[0] != -extremes[1])
    status = status_fail(ERR_INTERNAL, "the ranks have different fields to save");
  return comm_agree(comm, status);
}

Status checkpoint_begin(const Comm *comm, const char *path, const Checkpoint *c, Span span,
                        CheckpointWriter **out) {
  CheckpointWriter *w = NULL;
  WriterPart part;
  Status status = comm_agree(comm, checkpoint_writer_open(path, c, &w));
  if (status == OK) status = part_find(comm, &c->fields, span, &part);
  if (status != OK) {
    checkpoint_end(w);
    return status;
  }
  checkpoint_writer_begin(w, &part);
  *out = w;
  return OK;
}

Status checkpoint_step(const Comm *comm, CheckpointWriter *w, bool *done, uint64_t *bytes) {
  TRY(comm_agree(comm, checkpoint_writer_wait(w)));
  const PhaseShare share = checkpoint_writer_share(w);
  if (share.how == SHARE_FIRST) bytes_bcast(comm, share.data, share.bytes, 0);
  if (share.how == SHARE_OR) comm_or(comm, share.data, share.bytes / sizeof(uint64_t));
  TRY(comm_alive());
  *done = !checkpoint_writer_next(w, bytes);
  return OK;
}

Status checkpoint_save(const Comm *comm, const char *path, const Checkpoint *c, Span span, uint64_t *bytes) {
  CheckpointWriter *w;
  bool done = false;
  TRY(checkpoint_begin(comm, path, c, span, &w));
  Status status = OK;
  while (!done && status == OK) status = checkpoint_step(comm, w, &done, bytes);
  checkpoint_end(w);
  return status;
}

/* Rank 0 has the file without rows, the others zeros: with the rows of each, all of them together are the file. */
static Status image_join(const Comm *comm, const Checkpoint *c, const WriterPart *part, char **image,
                         uint64_t *bytes) {
  CheckpointLayout layout = {.bytes = 0};
  uint64_t rows[FIELD_GROUP_COUNT];
  for (int g = 0; g < FIELD_GROUP_COUNT; g++) rows[g] = part->rows[g].total;
  TRY(comm_agree(comm, comm->rank == 0 ? checkpoint_image_create(c, rows, &layout, image) : OK));
  bytes_bcast(comm, &layout, sizeof layout, 0);
  TRY(comm_alive());
  TRY(comm_agree(comm, comm->rank == 0 ? OK : checkpoint_image_alloc(&layout, image)));
  checkpoint_image_rows(c, part->rows, &layout, *image);
  comm_or(comm, (uint64_t *)(void *)*image, layout.bytes / sizeof(uint64_t) + 1);
  *bytes = layout.bytes;
  return comm_agree(comm, comm->rank == 0 ? checkpoint_image_stamp(&layout, *image) : OK);
}

Status checkpoint_image(const Comm *comm, const Checkpoint *c, Span span, char **image, uint64_t *bytes) {
  WriterPart part;
  *image = NULL;
  TRY(part_find(comm, &c->fields, span, &part));
  const Status status = image_join(comm, c, &part, image, bytes);
  if (status != OK || comm->rank > 0) {
    free(*image);
    *image = NULL;
  }
  return status;
}

/* ---- checking ---- */

/* The digest of the file behind every rank's fd, by the rule of the stamp's schema. */
static Status file_digest(const Comm *comm, int fd, const char *path, const Stamp *stamp, uint64_t *digest) {
  const DigestJob job = {path, stamp->bytes, comm->rank, comm->size, ERR_NO_INPUT};
  uint64_t *sums = checkpoint_sums_alloc(path, stamp->bytes);
  Status status = comm_agree(comm, sums ? checkpoint_digest_part(&job, fd, sums + 2) : ERR_MEMORY);
  if (status == OK) {
    comm_or(comm, sums + 2, checkpoint_segments(stamp->bytes));
    *digest = checkpoint_sums_digest(stamp->schema, stamp->bytes, sums);
  }
  free(sums);
  return status;
}

Status checkpoint_verify(const Comm *comm, const char *path) {
  int fd = -1;
  Stamp stamp = {0};
  uint64_t found = 0;
  Status status = OK;
  TRY_GOTO(comm_agree(comm, checkpoint_open(path, &fd, &stamp)), cleanup);
  TRY_GOTO(file_digest(comm, fd, path, &stamp, &found), cleanup);
  if (found != stamp.digest) status = status_fail(ERR_FORMAT, "%s: damaged: digest differs", path);
  TRY_GOTO(comm_agree(comm, status), cleanup);
cleanup:
  if (fd >= 0) close(fd);
  return status;
}

Status checkpoint_check(const Comm *comm, const char *path) {
  char previous[PATH_MAX], message[STATUS_MESSAGE_MAX];
  const Status status = checkpoint_verify(comm, path);
  if (status == OK) return OK;
  snprintf(message, sizeof message, "%s", status_message());
  status_clear();
  const bool sound = path_append(path, ".prev", previous) == OK && checkpoint_verify(comm, previous) == OK;
  status_clear();
  if (!sound) FAIL(status, "%s", message);
  FAIL(status, "%s; the previous checkpoint %s is complete: cordee resume %s", message, previous, previous);
}
