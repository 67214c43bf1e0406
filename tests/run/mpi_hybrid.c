/* Whole runs with ranks of both kinds, the kind "cuda" pretended: the answer of ranks that are alike, whoever is the first; a checkpoint of one
 * goes on as the other. */
#include "fixtures/pretending.h"

#include <signal.h>
#include "fixtures/checkpointing.h"
#include "mpi/stop.h"
#include "run/run_state.h"

static const char instance[] = "instances/uniform-60-1.tsp";

typedef struct Seen { /* on rank 0 */
  int64_t best;
  uint64_t finished, moves;
  int mixed, shares, rounds;
  uint32_t islands;
} Seen;

static void on_view(void *self, const RunView *view) {
  (void)self;
  (void)view;
}
static void on_round(void *self, const RunView *view) {
  Seen *seen = self;
  (void)view;
  if (seen->rounds && --seen->rounds == 0) stop_note(SIGTERM);
}
static void on_ended(void *self, const RunView *view) {
  Seen *seen = self;
  seen->best = view->outcome.best;
  seen->finished = view->outcome.finished;
  seen->moves = view->outcome.moves;
  seen->mixed = strcmp(view->backend, "cuda and cpu") == 0;
  seen->shares = view->shares != NULL;
  for (int r = 0; view->shares && r < view->ranks; r++) seen->islands += view->shares[r].islands;
}

/* stop: after so many rounds, 0: never. */
static Seen solved(const Options *options, const char *file, bool resume, int stop) {
  Seen seen = {.best = 0, .rounds = stop};
  const RunObserver observer = {&seen, on_view, on_round, on_view, on_ended, NULL, NULL};
  RunEnd end;
  int signal_number;
  CU_ASSERT_EQUAL_FATAL(
      run_task(&comm, options, &(RunInput){.file = file, .resume = resume}, &observer, &end, &signal_number),
      OK);
  CU_ASSERT(end == RUN_FINISHED || (stop && end == RUN_SIGNAL));
  stop_note(0);
  status_clear();
  comm_agree(&comm, OK);
  return seen;
}

static Options options_make(const char *method) {
  static const char *const values[][3] = {{"climb", "climbers", "1500"},
                                          {"climb", "epoch", "40"},
                                          {"ils", "tours", "36"},
                                          {"ils", "kicks", "3"},
                                          {"ils", "recombine", "eax"}};
  Options options;
  options_default(&options);
  options.backend = 1;
  options.threads = 1;
  options.force = true;
  options.every_s = 1000;
  CU_ASSERT(options_assign(&options, FOR_SOLVE, "method", method) == OK);
  CU_ASSERT(options_assign(&options, FOR_SOLVE, "islands", "9") == OK);
  for (size_t k = 0; k < sizeof values / sizeof *values; k++)
    if (strcmp(values[k][0], method) == 0)
      CU_ASSERT(options_assign(&options, FOR_SOLVE, values[k][1], values[k][2]) == OK);
  pretended_devices = 1;
  pretended_place = "host";
  return options;
}

static void same(const Seen *a, const Seen *b) {
  CU_ASSERT_EQUAL(a->best, b->best);
  CU_ASSERT_EQUAL(a->finished, b->finished);
}

static void same_answer(const char *method) {
  Options options = options_make(method);
  const Seen alike = solved(&options, instance, false, 0);
  CU_ASSERT(!alike.mixed && !alike.shares);
  options.backend = 0;
  options.hybrid = true;
  const Seen hybrid = solved(&options, instance, false, 0);
  same(&alike, &hybrid);
  CU_ASSERT(comm.rank || (hybrid.mixed == (comm.size > 1) && hybrid.shares == hybrid.mixed));
  CU_ASSERT(comm.rank || comm.size == 1 || hybrid.islands == 9);
  options.hybrid = false;
  options.backend = comm.rank == comm.size - 1 ? 2 : 1;
  const Seen last = solved(&options, instance, false, 0); /* rank 0 is on the CPU, the last one is not */
  same(&alike, &last);
}

static void climbers(void) { same_answer("climb"); }
static void populations(void) { same_answer("ils"); }

static void resumed(const char *method) {
  const char *path = checkpointing_path("hybrid.h5");
  Options options = options_make(method);
  const Seen alike = solved(&options, instance, false, 0);
  snprintf(options.checkpoint, sizeof options.checkpoint, "%s", path);
  options.backend = 0;
  options.hybrid = true;
  solved(&options, instance, false, 4);
  options.backend = 1;
  options.hybrid = false;
  solved(&options, path, true, 3);
  options.backend = 0;
  options.hybrid = true;
  const Seen end = solved(&options, path, true, 0);
  same(&alike, &end);
}

static void climbers_resume(void) { resumed("climb"); }
static void populations_resume(void) { resumed("ils"); }

int main(int argc, char **argv) {
  static const HarnessTest tests[] = {
      TEST(climbers), TEST(populations), TEST(climbers_resume), TEST(populations_resume), {NULL, NULL}};
  return checkpointing_run(&argc, &argv, "hybrid", tests);
}
