/* Reads results: see results.h. For `cordee report`, which may do so while a sweep is at work. */
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "individual.h"
#include "io/bytes.h"
#include "results_file.h"

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
