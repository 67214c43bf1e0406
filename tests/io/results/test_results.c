/* The results file: written, reopened, torn in every way, killed while it is written. */
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "fixtures/harness.h"
#include "individual.h"
#include "io/results/results_file.h"

enum { TASKS = 40, GENES = 30 };
static char folder[] = "/tmp/test_results.XXXXXX", path[64];

/* The first tasks of a job: task k has GENES + k genes. */
static ResultTask *tasks_of(size_t tasks) {
  static ResultTask task[2 * TASKS];
  static char instance[2 * TASKS][32];
  for (size_t k = 0; k < tasks; k++) {
    snprintf(instance[k], sizeof instance[k], "u%zu.tsp", k);
    task[k] = (ResultTask){
        "some", instance[k], "climbers = 10\n", 1000003 * (k + 1), GENES + (int32_t)k, false, 0, 0};
  }
  return task;
}

static void solution_of(size_t k, int32_t *gene) {
  for (int32_t g = 0; g < GENES + (int32_t)k; g++) gene[g] = (int32_t)(7 * k) + g;
}

static Status row_put(Results *r, size_t k, ResultState state) {
  int32_t gene[GENES + 2 * TASKS];
  ResultRow row;
  memset(&row, 0, sizeof row);
  row.state = (int32_t)state;
  row.n = GENES + (int32_t)k;
  row.best = state == RESULT_VERIFIED ? 100 + (int64_t)k : COST_NONE;
  if (state == RESULT_FAILED) strcpy(row.message, "no such thing");
  solution_of(k, gene);
  return results_write_row(r, k, &row, gene);
}

static void file_make(size_t tasks, size_t rows) {
  Results *r = NULL;
  unlink(path);
  CU_ASSERT_FATAL(results_open(path, &r) == OK);
  CU_ASSERT_FATAL(results_begin(r, "some.job", tasks_of(tasks), tasks) == OK);
  for (size_t k = 0; k < rows; k++) CU_ASSERT(row_put(r, k, RESULT_VERIFIED) == OK);
  CU_ASSERT(results_close(r) == OK);
}

/* Rows that are verified; each of them must be the one that was written. */
static size_t rows_right(size_t *count) {
  ResultRow *row = NULL;
  size_t right = 0;
  int32_t gene[GENES + 2 * TASKS], expected[GENES + 2 * TASKS];
  CU_ASSERT_FATAL(results_read(path, &row, count) == OK);
  for (size_t k = 0; k < *count; k++) {
    CU_ASSERT(row[k].state == RESULT_VERIFIED || row[k].state == RESULT_PENDING);
    if (row[k].state == RESULT_PENDING) continue;
    const size_t t = (size_t)(row[k].key / 1000003 - 1);
    solution_of(t, expected);
    CU_ASSERT(row[k].best == 100 + (int64_t)t && row[k].n == GENES + (int32_t)t);
    CU_ASSERT(results_genes(path, &row[k], gene) == OK);
    CU_ASSERT(memcmp(gene, expected, (size_t)row[k].n * sizeof *gene) == 0);
    right++;
  }
  free(row);
  return right;
}

static void roundtrip(void) {
  size_t count;
  ResultRow *row = NULL;
  file_make(TASKS, TASKS / 2);
  CU_ASSERT(rows_right(&count) == TASKS / 2 && count == TASKS);
  CU_ASSERT_FATAL(results_read(path, &row, &count) == OK);
  CU_ASSERT_STRING_EQUAL(row[3].instance, "u3.tsp");
  CU_ASSERT_STRING_EQUAL(row[TASKS - 1].options, "climbers = 10\n"); /* a pending row knows its task */
  free(row);
}

/* A rerun keeps rows by key, adds new ones, keeps those of tasks that are no longer in the job. */
static void rerun_keeps(void) {
  size_t count;
  Results *r = NULL;
  file_make(TASKS, TASKS / 2);
  const ResultTask *more = tasks_of(2 * TASKS);
  CU_ASSERT_FATAL(results_open(path, &r) == OK);
  CU_ASSERT(results_state(r, more[0].key) == RESULT_VERIFIED);
  CU_ASSERT(results_state(r, more[TASKS - 1].key) == RESULT_PENDING);
  CU_ASSERT(results_state(r, 12345) == RESULT_PENDING);
  CU_ASSERT_FATAL(results_begin(r, "some.job", more, 2 * TASKS) == OK);
  CU_ASSERT(row_put(r, TASKS + 1, RESULT_VERIFIED) == OK);
  CU_ASSERT(results_close(r) == OK);
  CU_ASSERT(rows_right(&count) == TASKS / 2 + 1 && count == 2 * TASKS);
  CU_ASSERT_FATAL(results_open(path, &r) == OK);
  CU_ASSERT_FATAL(results_begin(r, "some.job", more, 3) == OK);
  CU_ASSERT(results_close(r) == OK);
  CU_ASSERT(rows_right(&count) == TASKS / 2 + 1 && count == TASKS / 2 + 1);
}

/* A failed row stands until its task is to be run again; its place has room for a solution then. */
static void failed_and_mended(void) {
  ResultRow row;
  Results *r = NULL;
  ResultTask *task = tasks_of(2);
  task[0].genes = 0;
  unlink(path);
  CU_ASSERT_FATAL(results_open(path, &r) == OK);
  CU_ASSERT_FATAL(results_begin(r, "some.job", task, 2) == OK);
  CU_ASSERT(row_put(r, 0, RESULT_FAILED) == OK);
  CU_ASSERT(results_close(r) == OK);
  CU_ASSERT_FATAL(results_open(path, &r) == OK);
  CU_ASSERT(results_state(r, task[0].key) == RESULT_FAILED);
  CU_ASSERT_FATAL(results_begin(r, "some.job", task, 2) == OK);
  CU_ASSERT(results_row(r, 0, &row) == OK && row.state == RESULT_FAILED);
  CU_ASSERT_STRING_EQUAL(row.message, "no such thing");
  CU_ASSERT(results_close(r) == OK);
  CU_ASSERT_FATAL(results_open(path, &r) == OK);
  CU_ASSERT_FATAL(results_begin(r, "some.job", tasks_of(2), 2) == OK);
  CU_ASSERT(results_row(r, 0, &row) == OK && row.state == RESULT_PENDING && row.message[0] == 0);
  CU_ASSERT(row_put(r, 0, RESULT_VERIFIED) == OK);
  CU_ASSERT(results_row(r, 0, &row) == OK && row.state == RESULT_VERIFIED && row.message[0] == 0);
  CU_ASSERT(results_close(r) == OK);
}

/* ---- in which order a row's parts reach the file: this program's pwrite stands before the C library's ---- */

static struct {
  int fd, writes, marks, bad; /* fd: whose writes are watched; -1: none */
} watched = {.fd = -1};

/* The write that sets a row's mark sets nothing else, and finds the whole row and its genes in the file. */
static void write_watch(int fd, const void *data, size_t bytes) {
  ResultsLayout at;
  ResultRow row;
  int32_t *gene = NULL;
  bool whole = false;
  watched.writes++;
  if (bytes == sizeof(ResultRow)) watched.bad += ((const ResultRow *)data)->done != 0;
  if (bytes != sizeof row.done) return;
  watched.marks++;
  CU_ASSERT(results_file_layout(fd, path, &at) == OK);
  const int reader = open(path, O_RDWR);
  CU_ASSERT(results_file_row(reader, path, &at, 0, &row, &gene, &whole) == OK);
  watched.bad += !whole; /* called after the mark is there */
  free(gene);
  close(reader);
}

ssize_t pwrite(int fd, const void *data, size_t bytes, off_t offset) {
  const ssize_t put = (ssize_t)syscall(SYS_pwrite64, fd, data, bytes, offset);
  if (fd == watched.fd) write_watch(fd, data, bytes);
  return put;
}

static void mark_comes_last(void) {
  Results *r = NULL;
  unlink(path);
  CU_ASSERT_FATAL(results_open(path, &r) == OK && results_begin(r, "some.job", tasks_of(2), 2) == OK);
  for (int fd = 3; fd < 64; fd++) {
    struct stat a, b;
    const int open_to_write = fcntl(fd, F_GETFL) >= 0 && (fcntl(fd, F_GETFL) & O_ACCMODE) == O_RDWR;
    if (open_to_write && fstat(fd, &a) == 0 && stat(path, &b) == 0 && a.st_ino == b.st_ino) watched.fd = fd;
  }
  CU_ASSERT_FATAL(watched.fd >= 0);
  CU_ASSERT(row_put(r, 0, RESULT_VERIFIED) == OK);
  CU_ASSERT(watched.writes == 3 && watched.marks == 1 && watched.bad == 0);
  watched.fd = -1;
  CU_ASSERT(results_close(r) == OK);
}

static void one_writer(void) {
  Results *first = NULL, *second = NULL;
  file_make(TASKS, 1);
  CU_ASSERT_FATAL(results_open(path, &first) == OK);
  CU_ASSERT(results_open(path, &second) == ERR_USAGE);
  CU_ASSERT(strstr(status_message(), "in use by cordee pid") != NULL);
  status_clear();
  CU_ASSERT(results_close(first) == OK);
  CU_ASSERT(results_open(path, &second) == OK);
  results_close(second);
}

/* Reopens the torn file, which leaves it whole, and completes it. */
static void reopened_and_completed(size_t at_least, size_t at_most) {
  size_t count, before = rows_right(&count);
  Results *r = NULL;
  CU_ASSERT(before >= at_least && before <= at_most);
  const ResultTask *task = tasks_of(TASKS);
  CU_ASSERT_FATAL(results_open(path, &r) == OK);
  CU_ASSERT_FATAL(results_begin(r, "some.job", task, TASKS) == OK);
  for (size_t k = 0; k < TASKS; k++)
    if (results_state(r, task[k].key) == RESULT_PENDING) CU_ASSERT(row_put(r, k, RESULT_VERIFIED) == OK);
  CU_ASSERT(results_close(r) == OK);
  CU_ASSERT(rows_right(&count) == TASKS && count == TASKS);
}

static void cut_short(void) {
  struct stat info;
  file_make(TASKS, TASKS);
  CU_ASSERT_FATAL(stat(path, &info) == 0);
  for (off_t bytes = info.st_size - 1; bytes > 5000; bytes -= info.st_size / 13) {
    file_make(TASKS, TASKS);
    CU_ASSERT_FATAL(truncate(path, bytes) == 0);
    reopened_and_completed(0, TASKS); /* genes end in bytes that are 0, as what is cut off counts */
  }
  file_make(TASKS, TASKS);
  CU_ASSERT_FATAL(truncate(path, info.st_size - 4000) == 0);
  reopened_and_completed(1, TASKS - 1); /* the genes come last */
}

/* One byte in the middle of a row, of its mark, of its genes. */
static void scribbled(void) {
  ResultRow *row = NULL;
  size_t count;
  file_make(TASKS, TASKS);
  CU_ASSERT_FATAL(results_read(path, &row, &count) == OK);
  struct stat info;
  CU_ASSERT_FATAL(stat(path, &info) == 0);
  srand(1);
  for (int round = 0; round < 40; round++) {
    file_make(TASKS, TASKS);
    FILE *file = fopen(path, "r+b");
    const long at = 8192 + rand() % (long)(info.st_size - 8192);
    fseek(file, at, SEEK_SET);
    const int byte = fgetc(file);
    fseek(file, at, SEEK_SET);
    fputc(byte ^ 0x10, file);
    fclose(file);
    reopened_and_completed(TASKS - 1, TASKS);
  }
  free(row);
}

static void refused(void) {
  Results *r = NULL;
  ResultRow *row = NULL;
  size_t count;
  FILE *file = fopen(path, "w");
  fprintf(file, "cordee results 99\nrows 1 of 2\n");
  fclose(file);
  CU_ASSERT(results_open(path, &r) == ERR_FORMAT && strstr(status_message(), "schema 99"));
  status_clear();
  file = fopen(path, "w");
  fprintf(file, "my notes\n");
  fclose(file);
  CU_ASSERT(results_open(path, &r) == ERR_FORMAT && strstr(status_message(), "not a results file"));
  status_clear();
  CU_ASSERT(results_read(path, &row, &count) == ERR_FORMAT);
  status_clear();
  unlink(path);
  CU_ASSERT(results_read(path, &row, &count) == ERR_NO_INPUT);
  status_clear();
}

/* Writes rows until it is killed, over and over; tells through the pipe when the file is there. */
static void child_write(int tell) {
  const ResultTask *task = tasks_of(TASKS);
  for (Results *r = NULL;; results_close(r)) {
    if (results_open(path, &r) != OK || results_begin(r, "some.job", task, TASKS) != OK) _exit(1);
    if (write(tell, "x", 1) != 1) _exit(1);
    for (size_t k = 0; k < TASKS; k++)
      if (row_put(r, k, RESULT_VERIFIED) != OK) _exit(1);
  }
}

static void killed(void) {
  size_t count, some = 0;
  for (int round = 0; round < 25; round++) {
    int pipes[2], status = 0;
    char byte;
    unlink(path);
    CU_ASSERT_FATAL(pipe(pipes) == 0);
    pid_t child = fork();
    if (child == 0) child_write(pipes[1]);
    CU_ASSERT(read(pipes[0], &byte, 1) == 1);
    nanosleep(&(struct timespec){0, rand() % 3000000}, NULL);
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    CU_ASSERT(WIFSIGNALED(status));
    close(pipes[0]);
    close(pipes[1]);
    some += rows_right(&count);
    reopened_and_completed(0, TASKS);
  }
  CU_ASSERT(some > 0); /* else the kills came before the first row */
}

static const HarnessTest tests[] = {
    TEST(roundtrip), TEST(rerun_keeps), TEST(failed_and_mended), TEST(mark_comes_last), TEST(one_writer),
    TEST(cut_short), TEST(scribbled),   TEST(refused),           TEST(killed),          {NULL, NULL}};

int main(void) {
  if (!mkdtemp(folder)) return EXIT_FAILURE;
  snprintf(path, sizeof path, "%s/r.h5", folder);
  int result = harness_run("results", tests);
  char command[96];
  snprintf(command, sizeof command, "rm -r %s", folder);
  return system(command) == 0 ? result : EXIT_FAILURE;
}
