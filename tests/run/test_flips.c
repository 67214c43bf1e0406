/* Every byte of small files changed, and every length that they can be cut to: a checkpoint is refused; of a results file
 * the rows that are still called finished are those that were written. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "run/checkpoint_ranks.h"
#include "io/results/results.h"
#include "mpi/stop.h"
#include "run/run.h"
#include "fixtures/ranks_harness.h"

enum { ROWS = 3, GENES = 12 };
static char folder[64], path[128];

/* What is asked of a spoiled file: 1 if something is wrong with the answer. */
typedef size_t (*Question)(void);

static char *slurp(const char *from, size_t *bytes) {
  FILE *file = fopen(from, "rb");
  char *data = calloc(1, 1 << 20);
  *bytes = file && data ? fread(data, 1, 1 << 20, file) : 0;
  if (file) fclose(file);
  CU_ASSERT_FATAL(*bytes > 4096 && *bytes < 1 << 20);
  return data;
}

static void byte_put(int fd, size_t at, char byte) {
  if (pwrite(fd, &byte, 1, (off_t)at) != 1) abort();
}

/* Every byte of the file at `path`: its complement, and another value. */
static size_t flips_wrong(Question wrong) {
  size_t bytes, count = 0;
  char *data = slurp(path, &bytes);
  int fd = open(path, O_WRONLY);
  srand(1);
  for (size_t at = 0; at < bytes; at++) {
    byte_put(fd, at, (char)(data[at] ^ 0xff));
    count += wrong();
    byte_put(fd, at, (char)(data[at] ^ (1 + rand() % 254)));
    count += wrong();
    byte_put(fd, at, data[at]);
  }
  printf("# %zu bytes, %zu flips, %zu wrong\n", bytes, 2 * bytes, count);
  close(fd);
  free(data);
  return count;
}

/* Every length, the longest first; the file is empty then. */
static size_t cuts_wrong(Question wrong) {
  size_t bytes, count = 0;
  free(slurp(path, &bytes));
  for (size_t length = bytes; length-- > 0;) {
    if (truncate(path, (off_t)length) != 0) abort();
    count += wrong();
  }
  printf("# %zu lengths, %zu wrong\n", bytes, count);
  return count;
}

/* ---- checkpoints ---- */

static size_t checkpoint_accepted(void) {
  const int refused = checkpoint_check(&comm, path) == ERR_FORMAT && status_message()[0];
  status_clear();
  return !refused;
}

static void spoil_checkpoint(void) {
  size_t bytes;
  char *data = slurp(path, &bytes);
  CU_ASSERT(checkpoint_check(&comm, path) == OK);
  CU_ASSERT(flips_wrong(checkpoint_accepted) == 0);
  CU_ASSERT(checkpoint_check(&comm, path) == OK);
  int fd = open(path, O_WRONLY | O_APPEND);
  CU_ASSERT(write(fd, "", 1) == 1 && checkpoint_accepted() == 0);
  close(fd);
  CU_ASSERT(truncate(path, (off_t)bytes) == 0);
  CU_ASSERT(cuts_wrong(checkpoint_accepted) == 0);
  free(data);
}

static void run_stop(void *self, const RunView *view) {
  (void)self;
  (void)view;
  stop_note(SIGTERM);
}
static void run_nothing(void *self, const RunView *view) {
  (void)self;
  (void)view;
}

/* A real one, with climbers under way: of a run that is stopped as soon as it has begun. */
static void checkpoint_flips(void) {
  const RunObserver observer = {NULL, run_stop, run_nothing, run_nothing, run_nothing, NULL, NULL};
  static Options options;
  RunEnd end;
  int signal_number;
  char previous[160];
  options_default(&options);
  CU_ASSERT_EQUAL_FATAL(options_assign(&options, FOR_SOLVE, "climbers", "2000"), OK);
  options.islands = 3;
  options.epoch = 100;
  options.threads = 1;
  options.backend = 1;
  snprintf(options.checkpoint, sizeof options.checkpoint, "%s", path);
  CU_ASSERT_FATAL(run_task(&comm, &options, &(RunInput){.file = "instances/uniform-12-1.tsp"}, &observer,
                           &end, &signal_number) == OK);
  CU_ASSERT(end == RUN_SIGNAL);
  snprintf(previous, sizeof previous, "%s.prev", path);
  unlink(previous); /* else each refusal looks whether that one is sound */
  spoil_checkpoint();
}

static void schema_1_flips(void) {
  size_t bytes;
  char *data = slurp("tests/fixtures/data/schema-1.h5", &bytes);
  FILE *file = fopen(path, "wb");
  CU_ASSERT(fwrite(data, 1, bytes, file) == bytes);
  fclose(file);
  free(data);
  spoil_checkpoint();
}

/* ---- results ---- */

static const ResultTask task[ROWS] = {{"some", "u1.tsp", "climbers = 10\n", 0x1111, GENES, false, 0, 0},
                                      {"some", "u2.tsp", "climbers = 20\n", 0x2222, GENES, false, 0, 0},
                                      {"more", "u3.tsp", "", 0x3333, GENES, false, 0, 0}};
static ResultRow written[ROWS]; /* verified, failed, pending */
static int32_t solution[GENES];
static size_t rows_least; /* a file that was cut may have lost rows, any other has all */

static void results_make(void) {
  Results *r = NULL;
  ResultRow *row = NULL;
  size_t count;
  unlink(path);
  for (int32_t g = 0; g < GENES; g++) solution[g] = 0x01010101 * (g + 1);
  written[0] = (ResultRow){.state = RESULT_VERIFIED, .n = GENES, .best = 4711, .name = "u1", .trace_rows = 1};
  written[1] = (ResultRow){
      .state = RESULT_FAILED, .exit_code = 65, .message = "u2.tsp:7: expected a number", .best = COST_NONE};
  CU_ASSERT_FATAL(results_open(path, &r) == OK && results_begin(r, "some.job", task, ROWS) == OK);
  CU_ASSERT(results_write_row(r, 0, &written[0], solution) == OK &&
            results_write_row(r, 1, &written[1], NULL) == OK);
  CU_ASSERT(results_close(r) == OK);
  CU_ASSERT_FATAL(results_read(path, &row, &count) == OK && count == ROWS);
  memcpy(written, row, sizeof written);
  free(row);
}

/* A row that is not the one written, nor pending; or one whose solution is another. */
static int row_wrong(const ResultRow *row, size_t k) {
  int32_t gene[GENES];
  if (row->state == RESULT_PENDING) return 0;
  if (memcmp(row, &written[k], sizeof *row) != 0) return 1;
  if (row->state != RESULT_VERIFIED) return 0;
  const Status status = results_genes(path, row, gene);
  status_clear();
  return status != OK || memcmp(gene, solution, sizeof gene) != 0;
}

static size_t read_wrong(void) {
  ResultRow *row = NULL;
  size_t count = 0, wrong = 0;
  const Status status = results_read(path, &row, &count);
  if (status == OK) wrong = count < rows_least || count > ROWS;
  for (size_t k = 0; k < count && k < ROWS; k++) wrong += (size_t)row_wrong(&row[k], k);
  if (status != OK && status != ERR_FORMAT) wrong++;
  status_clear();
  free(row);
  return wrong > 0;
}

/* A rerun takes a task for finished only if it is. */
static size_t reopened_wrong(void) {
  Results *r = NULL;
  const Status status = results_open(path, &r);
  size_t wrong = status != OK && status != ERR_FORMAT;
  for (size_t k = 0; r && k < ROWS; k++) {
    const ResultState state = results_state(r, task[k].key);
    wrong += state != RESULT_PENDING && state != (ResultState)written[k].state;
  }
  results_close(r);
  status_clear();
  return wrong > 0 || read_wrong();
}

static void results_flips(void) {
  results_make();
  CU_ASSERT(written[0].state == RESULT_VERIFIED && written[1].state == RESULT_FAILED &&
            written[2].state == RESULT_PENDING);
  CU_ASSERT(read_wrong() == 0);
  rows_least = ROWS;
  CU_ASSERT(flips_wrong(reopened_wrong) == 0);
  rows_least = 0;
  CU_ASSERT(cuts_wrong(reopened_wrong) == 0);
}

int main(int argc, char **argv) {
  static const HarnessTest tests[] = {
      TEST(checkpoint_flips), TEST(schema_1_flips), TEST(results_flips), {NULL, NULL}};
  /* In memory where there is room for it: each question about results opens them for writing, with an fsync. */
  snprintf(folder, sizeof folder, "%s/test_flips.XXXXXX",
           access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
  if (!mkdtemp(folder)) return EXIT_FAILURE;
  snprintf(path, sizeof path, "%s/file.h5", folder);
  int result = ranks_harness_run(&argc, &argv, "flips", tests);
  char command[96];
  snprintf(command, sizeof command, "rm -r %s", folder);
  return system(command) == 0 ? result : EXIT_FAILURE;
}
