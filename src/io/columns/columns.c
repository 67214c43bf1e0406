/* See columns.h. */
#include "columns.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "clock.h"
#include "columns_file.h"
#include "evaluator.h"
#include "io/bytes.h"
#include "io/hdf/hdf.h"
#include "io/output.h"
#include "io/path.h"

/* ---- origin ---- */

static Status text_read(const char *path, hid_t file, const char *name, char *to, size_t bytes) {
  hid_t attribute = H5Aexists(file, name) > 0 ? H5Aopen(file, name, H5P_DEFAULT) : H5I_INVALID_HID;
  const herr_t rc = attribute >= 0 ? hdf5_text_read(attribute, to, bytes) : -1;
  if (attribute >= 0) H5Aclose(attribute);
  if (rc >= 0) return OK;
  FAIL(ERR_FORMAT,
       "%s: expected an attribute '%s' of at most %zu bytes, found none: an older version made it", path,
       name, bytes - 1);
}

Status columns_read_source(const char *path, char spec[COLUMNS_SPEC_MAX],
                           char settings[COLUMNS_SETTINGS_MAX]) {
  hid_t file;
  TRY(hdf5_file_open(path, &file));
  Status status = text_read(path, file, "items", spec, COLUMNS_SPEC_MAX);
  if (status == OK) status = text_read(path, file, "settings", settings, COLUMNS_SETTINGS_MAX);
  H5Fclose(file);
  return status;
}

/* ---- file of records ---- */

uint32_t columns_chunk(const Columns *c) { return c->at.chunk; }
uint64_t columns_chunks(const Columns *c) { return (c->at.items + c->at.chunk - 1) / c->at.chunk; }
bool columns_done(const Columns *c, uint64_t chunk) { return c->done[chunk]; }

static uint32_t chunk_items(const Columns *c, uint64_t chunk) {
  const uint64_t left = c->at.items - chunk * c->at.chunk;
  return left < c->at.chunk ? (uint32_t)left : c->at.chunk;
}

/* The mark of a chunk: of the bytes of its codes and columns; never 0, which says pending. */
static uint64_t records_mark(const Evaluator *evaluator, const Records *r) {
  XXH3_state_t state;
  XXH3_64bits_reset(&state);
  XXH3_64bits_update(&state, &r->first, sizeof r->first);
  XXH3_64bits_update(&state, r->code, r->count * sizeof *r->code);
  for (int k = 0; evaluator->columns[k].name; k++)
    XXH3_64bits_update(&state, r->column[k], r->count * dtype_bytes(evaluator->columns[k].dtype));
  const uint64_t mark = XXH3_64bits_digest(&state);
  return mark ? mark : 1;
}

typedef Status Transfer(int fd, const char *path, uint64_t at, void *bytes, size_t count);

static Status bytes_put(int fd, const char *path, uint64_t at, void *bytes, size_t count) {
  return bytes_pwrite(fd, path, at, bytes, count);
}

/* All columns of the chunk, to or from the file. */
static Status records_move(const Columns *c, const Records *r, Transfer *move) {
  TRY(move(c->fd, c->path, c->at.code_at + r->first * sizeof *r->code, r->code, r->count * sizeof *r->code));
  for (int k = 0; c->evaluator->columns[k].name; k++) {
    const size_t bytes = dtype_bytes(c->evaluator->columns[k].dtype);
    TRY(move(c->fd, c->path, c->at.column_at[k] + r->first * bytes, r->column[k], r->count * bytes));
  }
  return OK;
}

static Status chunk_read(const Columns *c, uint64_t chunk, Records *records, bool *whole) {
  uint64_t mark;
  records_clear(c->evaluator, records, chunk * c->at.chunk, chunk_items(c, chunk));
  TRY(bytes_pread(c->fd, c->path, c->at.mark_at + chunk * sizeof mark, &mark, sizeof mark));
  TRY(records_move(c, records, bytes_pread));
  *whole = mark && mark == records_mark(c->evaluator, records);
  if (!*whole) records->count = 0;
  return OK;
}

/* Which chunks are finished. */
static Status progress_read(Columns *c) {
  Records records;
  Status status = OK;
  TRY(records_alloc(c->evaluator, c->at.chunk < c->at.items ? c->at.chunk : (uint32_t)c->at.items, &records));
  for (uint64_t k = 0; k < columns_chunks(c) && status == OK; k++) {
    bool whole;
    status = chunk_read(c, k, &records, &whole);
    c->done[k] = status == OK && whole;
  }
  records_free(&records);
  return status;
}

/* Rows of /failure in use. With `compact`, those of items whose chunk is pending make place: the chunk runs again. */
static Status failures_read(Columns *c, bool compact) {
  FailureRow row;
  uint32_t kept = 0, k = 0;
  for (; k < COLUMNS_FAILURES; k++) {
    const uint64_t from = c->at.failure_at + k * sizeof row, to = c->at.failure_at + kept * sizeof row;
    TRY(bytes_pread(c->fd, c->path, from, &row, sizeof row));
    if (!row.item || row.item > c->at.items) break;
    if (compact && !c->done[(row.item - 1) / c->at.chunk]) continue;
    if (k != kept++) TRY(bytes_pwrite(c->fd, c->path, to, &row, sizeof row));
  }
  c->failures = kept;
  memset(&row, 0, sizeof row);
  for (; kept < k; kept++)
    TRY(bytes_pwrite(c->fd, c->path, c->at.failure_at + kept * sizeof row, &row, sizeof row));
  return OK;
}

static Status done_alloc(Columns *c) {
  c->done = calloc(columns_chunks(c), 1);
  if (!c->done)
    FAIL(ERR_MEMORY, "%s: no memory for %llu chunks", c->path, (unsigned long long)columns_chunks(c));
  return OK;
}

static Status file_continue(Columns *c, const Items *items) {
  c->fd = open(c->path, O_RDWR | O_CLOEXEC);
  if (c->fd < 0) FAIL(ERR_IO, "%s: %s", c->path, strerror(errno));
  TRY(columns_file_layout(c->fd, c->path, &c->at));
  if (strcmp(c->at.evaluator, c->evaluator->name) != 0)
    FAIL(ERR_USAGE, "%s: made by %s: name another file, or remove it", c->path, c->at.evaluator);
  TRY(columns_same(c->path, c->evaluator, items));
  TRY(done_alloc(c));
  TRY(progress_read(c));
  return failures_read(c, true);
}

static Status file_make(Columns *c, const ColumnsSource *source, uint32_t chunk) {
  char temporary[PATH_MAX];
  Status status = OK;
  c->at = (ColumnsLayout){.items = source->items->count, .digest = source->items->digest, .chunk = chunk};
  snprintf(c->at.evaluator, sizeof c->at.evaluator, "%s", c->evaluator->name);
  TRY(done_alloc(c));
  c->fd = temporary_create(c->path, temporary);
  if (c->fd < 0) FAIL(ERR_IO, "%s: %s", c->path, strerror(errno));
  TRY_GOTO(columns_file_create(c->fd, temporary, source, &c->at), cleanup);
  if (fsync(c->fd) != 0 || rename(temporary, c->path) != 0)
    FAIL_GOTO(cleanup, ERR_IO, "%s: %s", c->path, strerror(errno));
  folder_sync(c->path);
cleanup:
  if (status != OK) unlink(temporary);
  return temporary_said(status);
}

static Status file_find(Columns *c, const char *path, const ColumnsSource *source, uint32_t chunk) {
  struct stat info;
  TRY(path_append(path, "", c->path));
  path_follow(c->path, sizeof c->path);
  TRY(path_check("--out", c->path, TEMPORARY_SUFFIX));
  TRY(lock_take(c->path, &c->lock));
  return stat(c->path, &info) == 0 ? file_continue(c, source->items) : file_make(c, source, chunk);
}

Status columns_open(const char *path, const ColumnsSource *source, uint32_t chunk, Columns **out) {
  Columns *c = calloc(1, sizeof *c);
  if (!c) FAIL(ERR_MEMORY, "no memory for the records");
  c->fd = -1;
  c->evaluator = source->evaluator;
  c->synced_s = clock_s();
  const Status status = file_find(c, path, source, chunk);
  if (status == OK)
    *out = c;
  else
    columns_close(c);
  return status;
}

Status columns_failure(Columns *c, uint64_t item, const char message[ITEM_MESSAGE_MAX]) {
  FailureRow row = {.item = item + 1};
  if (c->failures >= COLUMNS_FAILURES) return OK;
  memcpy(row.message, message, sizeof row.message);
  return bytes_pwrite(c->fd, c->path, c->at.failure_at + c->failures++ * sizeof row, &row, sizeof row);
}

Status columns_put(const Columns *c, const Records *r, uint64_t *mark) {
  *mark = records_mark(c->evaluator, r);
  return records_move(c, r, bytes_put);
}

Status columns_mark(Columns *c, uint64_t chunk, uint64_t mark) {
  TRY(bytes_pwrite(c->fd, c->path, c->at.mark_at + chunk * sizeof mark, &mark, sizeof mark));
  c->done[chunk] = 1;
  c->unsynced = true;
  return OK;
}

Status columns_write(Columns *c, const Records *r) {
  uint64_t mark;
  for (uint32_t k = 0; k < r->count; k++)
    if (r->code[k]) TRY(columns_failure(c, r->first + k, r->message[k]));
  TRY(columns_put(c, r, &mark));
  return columns_mark(c, r->first / c->at.chunk, mark);
}

static Status columns_sync(Columns *c) {
  struct stat info;
  c->synced_s = clock_s();
  c->unsynced = false;
  if (fdatasync(c->fd) != 0 || fstat(c->fd, &info) != 0) FAIL(ERR_IO, "%s: %s", c->path, strerror(errno));
  if (info.st_nlink == 0) FAIL(ERR_IO, "%s: deleted while it was written to", c->path);
  return OK;
}

Status columns_settle(Columns *c) {
  return c->unsynced && clock_s() - c->synced_s >= 1 ? columns_sync(c) : OK;
}

Status columns_close(Columns *c) {
  if (!c) return OK;
  const Status status = c->unsynced ? columns_sync(c) : OK;
  if (c->fd >= 0) close(c->fd);
  lock_release(&c->lock);
  free(c->done);
  free(c);
  return status;
}

/* ---- for readers ---- */

bool columns_are(const char *path) {
  ColumnsLayout at;
  const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return false;
  const Status status = columns_file_layout(fd, path, &at);
  close(fd);
  if (status != OK) status_clear();
  return status == OK;
}

static Status reader_open(const char *path, Columns *c) {
  snprintf(c->path, sizeof c->path, "%s", path);
  c->fd = open(path, O_RDONLY | O_CLOEXEC);
  if (c->fd < 0) FAIL(ERR_NO_INPUT, "%s: %s", path, strerror(errno));
  TRY(columns_file_layout(c->fd, path, &c->at));
  c->evaluator = evaluator_find(c->at.evaluator);
  if (!c->evaluator)
    FAIL(ERR_FORMAT, "%s: records of '%s', which this program does not know", path, c->at.evaluator);
  TRY(done_alloc(c));
  TRY(progress_read(c));
  return failures_read(c, false);
}

Status columns_read_open(const char *path, ColumnsFile *out) {
  Columns *c = calloc(1, sizeof *c);
  *out = (ColumnsFile){.file = c};
  if (!c) FAIL(ERR_MEMORY, "no memory for the records");
  c->fd = -1;
  const Status status = reader_open(path, c);
  if (status != OK) {
    columns_read_close(out);
    return status;
  }
  out->evaluator = c->evaluator;
  out->items = c->at.items;
  out->digest = c->at.digest;
  out->chunk = c->at.chunk;
  out->chunks = columns_chunks(c);
  for (uint64_t k = 0; k < out->chunks; k++) out->done += c->done[k] ? chunk_items(c, k) : 0;
  return OK;
}

static Status messages_read(const Columns *c, Records *records) {
  FailureRow row;
  for (uint32_t f = 0; f < c->failures; f++) {
    TRY(bytes_pread(c->fd, c->path, c->at.failure_at + f * sizeof row, &row, sizeof row));
    const uint64_t k = row.item - 1 - records->first;
    if (row.item > records->first && k < records->count && records->code[k]) {
      row.message[ITEM_MESSAGE_MAX - 1] = 0;
      memcpy(records->message[k], row.message, ITEM_MESSAGE_MAX);
    }
  }
  return OK;
}

Status columns_read_chunk(ColumnsFile *file, uint64_t chunk, Records *records, bool *whole) {
  TRY(chunk_read(file->file, chunk, records, whole));
  return *whole ? messages_read(file->file, records) : OK;
}

void columns_read_close(ColumnsFile *file) {
  columns_close(file->file);
  file->file = NULL;
}

/* ---- other processes of the host ---- */

/* A file of records for other processes of its host. They share its pages, so what they write is there for the one
 * that marks it, and its sync covers all. */

Status columns_place(const Columns *c, ColumnsPlace *out) {
  struct stat info;
  memset(out, 0, sizeof *out);
  if (!realpath(c->path, out->path) || fstat(c->fd, &info) != 0)
    FAIL(ERR_IO, "%s: %s", c->path, strerror(errno));
  out->device = info.st_dev;
  out->inode = info.st_ino;
  return OK;
}

static Status place_open(Columns *c, const ColumnsPlace *place) {
  struct stat info;
  snprintf(c->path, sizeof c->path, "%s", place->path);
  c->fd = open(c->path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (c->fd < 0 || fstat(c->fd, &info) != 0) FAIL(ERR_IO, "%s: %s", c->path, strerror(errno));
  if (info.st_dev != place->device || info.st_ino != place->inode)
    FAIL(ERR_IO, "%s: another file than the one that was opened", c->path);
  return columns_file_layout(c->fd, c->path, &c->at);
}

Status columns_join(const ColumnsPlace *place, const Evaluator *evaluator, Columns **out) {
  Columns *c = calloc(1, sizeof *c);
  *out = NULL;
  if (!c) FAIL(ERR_MEMORY, "no memory for the records");
  c->fd = -1;
  c->evaluator = evaluator;
  const Status status = place_open(c, place);
  if (status == OK)
    *out = c;
  else
    columns_close(c);
  return status;
}
