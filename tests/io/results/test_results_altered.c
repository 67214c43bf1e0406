/* Rows of a results file that somebody has altered, digest and all: refused, for a report and for a sweep that goes on, where a
 * member could be indexed with, looped over or printed as what it is not. */
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "fixtures/harness.h"
#include "io/results/results_file.h"

enum { GENES = 5 };
static char folder[] = "/tmp/test_results_altered.XXXXXX", path[64];
static const ResultTask task = {"some", "u1.tsp", "climbers = 10\n", 0x1111, GENES, false, 0, 0};
static const int32_t solution[GENES] = {3, 1, 4, 0, 2};

static void results_make(void) {
  Results *r = NULL;
  ResultRow row = {.state = RESULT_VERIFIED, .n = GENES, .best = 4711, .name = "u1", .trace_rows = 1};
  unlink(path);
  CU_ASSERT_FATAL(results_open(path, &r) == OK && results_begin(r, "some.job", &task, 1) == OK);
  CU_ASSERT(results_write_row(r, 0, &row, solution) == OK && results_close(r) == OK);
}

typedef void (*Change)(ResultRow *row);

static void trace_long(ResultRow *row) { row->trace_rows = 77; }
static void trace_less(ResultRow *row) { row->trace_rows = -1; }
static void decimals_many(ResultRow *row) { row->decimals = 19; }
static void decimals_less(ResultRow *row) { row->decimals = INT32_MIN; }
static void elapsed_nan(ResultRow *row) { row->elapsed_s = NAN; }
static void elapsed_less(ResultRow *row) { row->elapsed_s = -1; }
static void finished_far(ResultRow *row) { row->finished_unix_s = INFINITY; }
static void trace_nan(ResultRow *row) { row->trace_s[0] = NAN; }
static void name_endless(ResultRow *row) { memset(row->name, 'x', sizeof row->name); }
static void message_endless(ResultRow *row) { memset(row->message, 'x', sizeof row->message); }

/* The row of the file, changed, with a digest that fits. */
static void row_change(Change change) {
  ResultsLayout at;
  ResultRow row;
  int fd = open(path, O_RDWR);
  CU_ASSERT_FATAL(fd >= 0 && results_file_layout(fd, path, &at) == OK);
  CU_ASSERT_FATAL(pread(fd, &row, sizeof row, (off_t)at.task_at) == (ssize_t)sizeof row);
  change(&row);
  row.digest = results_row_digest(&row, solution);
  CU_ASSERT_FATAL(pwrite(fd, &row, sizeof row, (off_t)at.task_at) == (ssize_t)sizeof row);
  close(fd);
}

static void rows_refused(void) {
  static const struct {
    Change change;
    const char *said;
  } all[] = {{trace_long, "row 1: expected 0 to 32 rows of trace, found 77"},
             {trace_less, "row 1: expected 0 to 32 rows of trace, found -1"},
             {decimals_many, "row 1: expected 0 to 18 decimals, found 19"},
             {decimals_less, "row 1: expected 0 to 18 decimals"},
             {elapsed_nan, "row 1: expected times of 0 to 1e12 seconds"},
             {elapsed_less, "row 1: expected times"},
             {finished_far, "row 1: expected times"},
             {trace_nan, "row 1: expected times"},
             {name_endless, "row 1: expected texts that end"},
             {message_endless, "row 1: expected texts that end"}};
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
    ResultRow *row = NULL;
    Results *r = NULL;
    size_t count;
    results_make();
    row_change(all[k].change);
    status_clear();
    CU_ASSERT_EQUAL(results_read(path, &row, &count), ERR_FORMAT);
    CU_ASSERT(strncmp(status_message(), path, strlen(path)) == 0 &&
              strstr(status_message(), all[k].said) != NULL);
    status_clear();
    CU_ASSERT_EQUAL(results_open(path, &r), ERR_FORMAT);
    status_clear();
  }
}

/* More genes than the file has: the row is not whole, and takes no memory. */
static void genes_beyond(ResultRow *row) { row->n = INT32_MAX; }
static void genes_wrap(ResultRow *row) { row->solution_first = UINT64_MAX - 1; }

static void rows_pending(void) {
  static const Change all[] = {genes_beyond, genes_wrap};
  for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
    ResultsLayout at;
    ResultRow *row = NULL, one;
    size_t count = 0;
    results_make();
    int fd = open(path, O_RDWR);
    CU_ASSERT_FATAL(fd >= 0 && results_file_layout(fd, path, &at) == OK);
    CU_ASSERT(pread(fd, &one, sizeof one, (off_t)at.task_at) == (ssize_t)sizeof one);
    all[k](&one);
    CU_ASSERT(pwrite(fd, &one, sizeof one, (off_t)at.task_at) == (ssize_t)sizeof one);
    close(fd);
    CU_ASSERT(results_read(path, &row, &count) == OK && count == 1 && row[0].state == RESULT_PENDING);
    free(row);
  }
}

static const HarnessTest tests[] = {TEST(rows_refused), TEST(rows_pending), {NULL, NULL}};

int main(void) {
  if (!mkdtemp(folder)) return EXIT_FAILURE;
  snprintf(path, sizeof path, "%s/file.h5", folder);
  const int result = harness_run("results_altered", tests);
  unlink(path);
  rmdir(folder);
  return result;
}
