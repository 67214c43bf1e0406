/* See results.h. */
#include "results.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "answers.h"
#include "clock.h"
#include "individual.h"
#include "io/bytes.h"
#include "io/lock.h"
#include "io/output.h"
#include "io/path.h"
#include "results_file.h"
#include "status.h"

/* ---- writer ---- */

/* Writes results.
 *
 * Every sweep begins with a new file: finished rows of the old one are copied, the others start as pending. So a file
 * is made in one way only, and a torn file is replaced, not repaired. */

typedef struct OldRow {     /* a finished row of the file that was there */
  uint64_t key, k;          /* k: where */
  uint64_t inputs, content; /* content: of inputs and options */
  int32_t state, n;
  bool same_answers;
  bool taken; /* by a task of the job */
} OldRow;

struct Results {
  char path[PATH_MAX];
  FileLock lock;
  int fd, old_fd; /* -1: none */
  ResultsLayout at, old_at;
  OldRow *old;      /* (old_rows) by key */
  OldRow **content; /* (old_rows) by content */
  size_t old_rows;
  uint64_t next_row, next_gene; /* while the file is laid out */
  int32_t *gene;                /* of an old row; grows */
  double synced_s;
  bool unsynced; /* rows were written since */
};

static int by_key(const void *a, const void *b) {
  const uint64_t x = ((const OldRow *)a)->key, y = ((const OldRow *)b)->key;
  return (x > y) - (x < y);
}

static OldRow *old_find(const Results *r, uint64_t key) {
  return r->old_rows ? bsearch(&(OldRow){.key = key}, r->old, r->old_rows, sizeof *r->old, by_key) : NULL;
}

static uint64_t content_of(uint64_t inputs, const char *options) {
  return XXH3_64bits_withSeed(options, strlen(options), inputs);
}

static int by_content(const void *a, const void *b) {
  const uint64_t x = (*(OldRow *const *)a)->content, y = (*(OldRow *const *)b)->content;
  return (x > y) - (x < y);
}

static bool answers_same(const ResultRow *row) {
  const size_t now = strcspn(program_version, "+"), then = strcspn(row->version, "+");
  return row->answers == ANSWERS_REVISION && now == then && memcmp(program_version, row->version, now) == 0;
}

static OldRow old_of(const ResultRow *row, uint64_t k) {
  return (OldRow){.key = row->key,
                  .k = k,
                  .inputs = row->inputs,
                  .content = content_of(row->inputs, row->options),
                  .state = row->state,
                  .n = row->state == RESULT_VERIFIED ? row->n : 0,
                  .same_answers = answers_same(row)};
}

/* Both orders of the rows. */
static void old_sort(Results *r) {
  qsort(r->old, r->old_rows, sizeof *r->old, by_key);
  for (size_t k = 0; k < r->old_rows; k++) r->content[k] = &r->old[k];
  qsort(r->content, r->old_rows, sizeof *r->content, by_content);
}

/* Reads the finished rows of the old file. */
static Status old_read(Results *r) {
  ResultRow row;
  bool whole;
  r->old_fd = open(r->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (r->old_fd < 0 && errno == ENOENT) return OK;
  if (r->old_fd < 0) FAIL(ERR_IO, "%s: %s", r->path, strerror(errno));
  TRY(results_file_layout(r->old_fd, r->path, &r->old_at));
  r->old = malloc((r->old_at.rows + 1) * sizeof *r->old);
  r->content = malloc((r->old_at.rows + 1) * sizeof *r->content);
  if (!r->old || !r->content) FAIL(ERR_MEMORY, "%s: no memory for its rows", r->path);
  for (uint64_t k = 0; k < r->old_at.rows; k++) {
    TRY(results_file_row(r->old_fd, r->path, &r->old_at, k, &row, &r->gene, &whole));
    if (whole) r->old[r->old_rows++] = old_of(&row, k);
  }
  old_sort(r);
  return OK;
}

/* Checks the place before anything, including the lock, is written. */
static Status place_check(const char *path) {
  struct stat info;
  if (strcmp(path, "-") == 0)
    FAIL(ERR_USAGE, "--out: expected a file for the results, found standard output");
  if (stat(path, &info) == 0 && !S_ISREG(info.st_mode))
    FAIL(ERR_FORMAT, "%s: not a results file (not a plain file)", path);
  return path_check("--out", path, TEMPORARY_SUFFIX);
}

Status results_open(const char *path, Results **out) {
  Results *r = calloc(1, sizeof *r);
  Status status = OK;
  if (!r) FAIL(ERR_MEMORY, "no memory for the results");
  r->fd = r->old_fd = -1;
  TRY_GOTO(path_append(path, "", r->path), cleanup);
  path_follow(r->path, sizeof r->path);
  TRY_GOTO(place_check(r->path), cleanup);
  TRY_GOTO(lock_take(r->path, &r->lock), cleanup);
  TRY_GOTO(old_read(r), cleanup);
  *out = r;
  return OK;
cleanup:
  results_close(r);
  return status;
}

ResultState results_state(const Results *r, uint64_t key) {
  const OldRow *old = old_find(r, key);
  return old ? (ResultState)old->state : RESULT_PENDING;
}

ResultFound results_find(const Results *r, uint64_t key) {
  const OldRow *old = old_find(r, key);
  return old ? (ResultFound){(ResultState)old->state, old->inputs, old->same_answers}
             : (ResultFound){.state = RESULT_PENDING};
}

void results_claim(Results *r, uint64_t key) {
  OldRow *old = old_find(r, key);
  if (old) old->taken = true;
}

/* The first place of `content` with that value or a greater one. */
static size_t content_first(const Results *r, uint64_t value) {
  size_t low = 0, high = r->old_rows;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (r->content[middle]->content < value)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

uint64_t results_find_moved(Results *r, uint64_t inputs, const char *options) {
  const uint64_t wanted = content_of(inputs, options);
  for (size_t k = content_first(r, wanted); k < r->old_rows && r->content[k]->content == wanted; k++) {
    OldRow *old = r->content[k];
    if (old->taken || old->state != RESULT_VERIFIED || old->inputs != inputs || !old->same_answers) continue;
    old->taken = true;
    return old->key;
  }
  return 0;
}

static void task_fill(ResultRow *row, const ResultTask *task) {
  row->key = task->key;
  snprintf(row->section, sizeof row->section, "%s", task->section);
  snprintf(row->instance, sizeof row->instance, "%s", task->instance);
  snprintf(row->options, sizeof row->options, "%s", task->options);
}

/* Genes, row, mark: in this order. */
static Status row_write(Results *r, uint64_t k, ResultRow *row, const int32_t *gene) {
  const uint64_t at = r->at.task_at + k * sizeof *row;
  row->digest = results_row_digest(row, gene);
  row->done = 0;
  if (row->state == RESULT_VERIFIED)
    TRY(bytes_pwrite(r->fd, r->path, r->at.solution_at + row->solution_first * sizeof *gene, gene,
                     (size_t)row->n * sizeof *gene));
  TRY(bytes_pwrite(r->fd, r->path, at, row, sizeof *row));
  if (row->state == RESULT_PENDING) return OK;
  row->done = 1;
  return bytes_pwrite(r->fd, r->path, at + offsetof(ResultRow, done), &row->done, sizeof row->done);
}

/* Writes the next row of the new file: the old one, or a pending one. task NULL: the old row's task is not in the job. */
static Status row_lay(Results *r, const OldRow *old, const ResultTask *task) {
  ResultRow row;
  bool whole;
  memset(&row, 0, sizeof row);
  const int32_t n = task ? task->genes : 0;
  row.best = COST_NONE;
  row.n = n;
  if (old) TRY(results_file_row(r->old_fd, r->path, &r->old_at, old->k, &row, &r->gene, &whole));
  if (task) task_fill(&row, task);
  if (task && old && task->best_known) row.best_known = task->best_known;
  if (!old || old->state != RESULT_VERIFIED) row.n = n;
  row.solution_first = r->next_gene;
  r->next_gene += (uint64_t)row.n;
  return row_write(r, r->next_row++, &row, r->gene);
}

/* A row that does not count, or a failed one whose task is to be run again, is not kept. */
static OldRow *old_kept(const Results *r, const ResultTask *task) {
  OldRow *old = task->again ? NULL : old_find(r, task->moved_from ? task->moved_from : task->key);
  return old && (old->state == RESULT_VERIFIED || task->genes == 0) ? old : NULL;
}

static Status rows_lay(Results *r, const ResultTask *task, size_t tasks) {
  for (size_t k = 0; k < tasks; k++) TRY(row_lay(r, old_kept(r, &task[k]), &task[k]));
  for (size_t k = 0; k < r->old_rows; k++)
    if (!r->old[k].taken) TRY(row_lay(r, &r->old[k], NULL));
  return OK;
}

/* The number of rows and genes of the new file. */
static ResultsLayout rows_count(Results *r, const ResultTask *task, size_t tasks) {
  ResultsLayout sum = {.rows = tasks};
  for (size_t k = 0; k < tasks; k++) {
    const OldRow *old = old_kept(r, &task[k]);
    results_claim(r, task[k].key);
    sum.genes += (uint64_t)(old && old->state == RESULT_VERIFIED ? old->n : task[k].genes);
  }
  for (size_t k = 0; k < r->old_rows; k++)
    if (!r->old[k].taken) {
      sum.rows++;
      sum.genes += (uint64_t)r->old[k].n;
    }
  return sum;
}

/* Gives the file its name, durably. */
static Status file_publish(Results *r, const char *temporary) {
  if (fsync(r->fd) != 0 || rename(temporary, r->path) != 0) FAIL(ERR_IO, "%s: %s", r->path, strerror(errno));
  folder_sync(r->path);
  return OK;
}

Status results_begin(Results *r, const char *job_path, const ResultTask *task, size_t tasks) {
  char temporary[PATH_MAX];
  Status status = OK;
  const ResultsLayout need = rows_count(r, task, tasks);
  r->fd = temporary_create(r->path, temporary);
  if (r->fd < 0) FAIL(ERR_IO, "%s: %s", r->path, strerror(errno));
  TRY_GOTO(results_file_create(r->fd, temporary, job_path, need.rows, need.genes, &r->at), cleanup);
  TRY_GOTO(rows_lay(r, task, tasks), cleanup);
  TRY_GOTO(file_publish(r, temporary), cleanup);
  r->synced_s = clock_s();
cleanup:
  if (status != OK) unlink(temporary);
  return temporary_said(status);
}

Status results_sync(Results *r) {
  struct stat info;
  r->synced_s = clock_s();
  r->unsynced = false;
  if (r->fd < 0) return OK;
  if (fdatasync(r->fd) != 0 || fstat(r->fd, &info) != 0) FAIL(ERR_IO, "%s: %s", r->path, strerror(errno));
  if (info.st_nlink == 0) FAIL(ERR_IO, "%s: deleted while it was written to", r->path);
  return OK;
}

Status results_row(Results *r, size_t k, ResultRow *out) {
  return bytes_pread(r->fd, r->path, r->at.task_at + k * sizeof *out, out, sizeof *out);
}

Status results_write_row(Results *r, size_t k, ResultRow *row, const int32_t *gene) {
  ResultRow place;
  TRY(results_row(r, k, &place));
  if (row->state != RESULT_VERIFIED) row->n = place.n;
  if (row->n != place.n)
    FAIL(ERR_INTERNAL, "%s: a solution of %d genes has come for a task of %d", r->path, row->n, place.n);
  row->key = place.key;
  row->solution_first = place.solution_first;
  memcpy(row->section, place.section, sizeof row->section);
  memcpy(row->instance, place.instance, sizeof row->instance);
  memcpy(row->options, place.options, sizeof row->options);
  TRY(row_write(r, k, row, gene));
  r->unsynced = true;
  return OK;
}

Status results_settle(Results *r) {
  return r->unsynced && clock_s() - r->synced_s >= 1 ? results_sync(r) : OK;
}

Status results_close(Results *r) {
  if (!r) return OK;
  Status status = results_sync(r);
  if (r->fd >= 0) close(r->fd);
  if (r->old_fd >= 0) close(r->old_fd);
  lock_release(&r->lock);
  free(r->old);
  free(r->content);
  free(r->gene);
  free(r);
  return status;
}

/* ---- reader ---- */

/* Reads results. For `cordee report`, which may do so while a sweep is at work. */

static Status file_open(const char *path, int *fd, ResultsLayout *at) {
  *fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe is not waited for */
  if (*fd < 0) FAIL(ERR_NO_INPUT, "%s: %s", path, strerror(errno));
  Status status = results_file_layout(*fd, path, at);
  if (status != OK) close(*fd);
  return status;
}

/* What is left of a row that is not whole: the task, with every text ended. */
static void row_pend(ResultRow *row) {
  ResultRow bare;
  memset(&bare, 0, sizeof bare);
  bare.key = row->key;
  bare.best = COST_NONE;
  memcpy(bare.section, row->section, sizeof bare.section - 1);
  memcpy(bare.instance, row->instance, sizeof bare.instance - 1);
  memcpy(bare.options, row->options, sizeof bare.options - 1);
  memcpy(row, &bare, sizeof bare);
}

/* The layout, or false, without a message, if there is no results file. */
static bool layout_find(const char *path, ResultsLayout *at) {
  const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return false;
  const Status status = results_file_layout(fd, path, at);
  close(fd);
  if (status != OK) status_clear();
  return status == OK;
}

bool results_are(const char *path) {
  ResultsLayout at;
  return layout_find(path, &at);
}

bool results_cut(const char *path, uint64_t *expected, uint64_t *found) {
  ResultsLayout at;
  if (!layout_find(path, &at)) return false;
  *expected = at.bytes_made;
  *found = at.bytes;
  return at.bytes < at.bytes_made;
}

Status results_read(const char *path, ResultRow **rows, size_t *count) {
  ResultsLayout at;
  int fd;
  int32_t *gene = NULL;
  bool whole;
  Status status = OK;
  TRY(file_open(path, &fd, &at));
  ResultRow *row = malloc((at.rows + 1) * sizeof *row);
  if (!row) FAIL_GOTO(cleanup, ERR_MEMORY, "%s: no memory for %llu rows", path, (unsigned long long)at.rows);
  for (uint64_t k = 0; k < at.rows; k++) {
    TRY_GOTO(results_file_row(fd, path, &at, k, &row[k], &gene, &whole), cleanup);
    if (!whole) row_pend(&row[k]);
  }
  *rows = row;
  *count = (size_t)at.rows;
  row = NULL;
cleanup : {
  free(row);
  free(gene);
}
  close(fd);
  return status;
}

Status results_genes(const char *path, const ResultRow *row, int32_t *gene) {
  ResultsLayout at;
  int fd;
  TRY(file_open(path, &fd, &at));
  Status status = bytes_pread(fd, path, at.solution_at + row->solution_first * sizeof *gene, gene,
                              (size_t)row->n * sizeof *gene);
  if (status == OK && results_row_digest(row, gene) != row->digest)
    status = status_fail(ERR_FORMAT, "%s: the solution of %s is damaged", path, row->name);
  close(fd);
  return status;
}
