/* A run with several seats a rank has the answer of a run with one, whatever their weights; and its checkpoints go on with any
 * number of seats (src/run/seats.c). */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/checkpointing.h"
#include "mpi/stop.h"
#include "options/options.h"
#include "run/run_state.h"

static const char instance[] = "instances/uniform-60-1.tsp";
static const SeatPlan one = {1, {{"cpu", 1}}}, two = {2, {{"cpu", 1}, {"cpu", 1}}},
                      uneven = {3, {{"cpu", 5}, {"cpu", 0}, {"cpu", 2}}};

static void on_view(void *self, const RunView *view) {
  (void)self;
  (void)view;
}

static Options options_make(const char *method, const char *path) {
  Options options;
  options_default(&options);
  options.backend = 1;
  options.threads = 1;
  options.force = true;
  options.every_s = 1000;
  options.islands = 7;
  CU_ASSERT(options_assign(&options, FOR_SOLVE, "method", method) == OK);
  if (strcmp(method, "climb") == 0) {
    CU_ASSERT(options_assign(&options, FOR_SOLVE, "climbers", "400") == OK);
    CU_ASSERT(options_assign(&options, FOR_SOLVE, "epoch", "10") == OK);
  } else {
    CU_ASSERT(options_assign(&options, FOR_SOLVE, "tours", "70") == OK);
    CU_ASSERT(options_assign(&options, FOR_SOLVE, "kicks", "4") == OK);
    CU_ASSERT(options_assign(&options, FOR_SOLVE, "recombine", "eax") == OK);
  }
  snprintf(options.checkpoint, sizeof options.checkpoint, "%s", path);
  return options;
}

static void seated(const Options *options, const char *file, bool resume, const SeatPlan *seats) {
  const RunObserver observer = {NULL, on_view, on_view, on_view, on_view, NULL, NULL};
  RunEnd end = RUN_FAILED;
  int signal_number;
  CU_ASSERT_EQUAL_FATAL(run_task_seated(&comm, options, file, resume, seats, &observer, &end, &signal_number),
                        OK);
  CU_ASSERT_EQUAL(end, RUN_FINISHED);
  comm_agree(&comm, OK); /* the file is in place */
}

static int fields_same(const FieldSet *a, const FieldSet *b) {
  int same = a->count == b->count;
  for (int i = 0; i < a->count && same; i++) {
    const Field *f = &a->field[i], *g = &b->field[i];
    same = f->rows == g->rows && f->columns == g->columns &&
           (!f->rows || memcmp(f->data, g->data, f->rows * f->columns * dtype_bytes(f->dtype)) == 0);
  }
  return same;
}

/* All but times and provenance. */
static int checkpoints_same(const char *path, const char *other) {
  Checkpoint a = {0}, b = {0};
  CU_ASSERT_FATAL(checkpoint_read_meta(path, &a) == OK && checkpoint_read_meta(other, &b) == OK);
  const size_t values = a.history_rows * checkpoint_champions(a.meta.islands);
  const Span all = {0, a.meta.islands};
  int same = a.meta.best == b.meta.best && a.meta.moves == b.meta.moves &&
             a.meta.searches == b.meta.searches && a.history_rows == b.history_rows && a.history_rows > 1;
  same = same && memcmp(a.best_gene, b.best_gene, (size_t)a.meta.n * sizeof *a.best_gene) == 0 &&
         memcmp(a.champion, b.champion, values * sizeof *a.champion) == 0 &&
         memcmp(a.champion_origin, b.champion_origin, values * sizeof *a.champion_origin) == 0;
  CU_ASSERT(checkpoint_read_fields(path, all, NULL, &a.fields) == OK &&
            checkpoint_read_fields(other, all, NULL, &b.fields) == OK);
  same = same && fields_same(&a.fields, &b.fields);
  checkpoint_free(&a);
  checkpoint_free(&b);
  return same;
}

static void same_answer(const char *method) {
  const SeatPlan *const plans[] = {&two, &uneven};
  const char *path = checkpointing_path("one.h5"), *other = checkpointing_path("seats.h5");
  Options options = options_make(method, path);
  seated(&options, instance, false, &one);
  for (int k = 0; k < 2; k++) {
    options = options_make(method, other);
    seated(&options, instance, false, plans[k]);
    CU_ASSERT(checkpoints_same(path, other));
  }
}

static void climbers(void) { same_answer("climb"); }
static void populations(void) { same_answer("ils"); }

static void on_round(void *self, const RunView *view) {
  (void)self;
  (void)view;
  stop_note(SIGTERM);
}

/* Stopped as soon as it has begun, on these seats. */
static void stopped(const Options *options, const char *file, bool resume, const SeatPlan *seats) {
  const RunObserver observer = {NULL, on_view, on_round, on_view, on_view, NULL, NULL};
  RunEnd end = RUN_FAILED;
  int signal_number;
  CU_ASSERT_EQUAL_FATAL(run_task_seated(&comm, options, file, resume, seats, &observer, &end, &signal_number),
                        OK);
  CU_ASSERT_EQUAL(end, RUN_SIGNAL);
  stop_note(0);
  comm_agree(&comm, OK);
}

/* Begun on two seats a rank, resumed on three, then on one. */
static void seats_resume(const char *method) {
  const char *path = checkpointing_path("whole.h5"), *other = checkpointing_path("parts.h5");
  Options options = options_make(method, path);
  seated(&options, instance, false, &one);
  options = options_make(method, other);
  stopped(&options, instance, false, &two);
  stopped(&options, other, true, &uneven);
  seated(&options, other, true, &one);
  CU_ASSERT(checkpoints_same(path, other));
}

static void climbers_resume(void) { seats_resume("climb"); }
static void populations_resume(void) { seats_resume("ils"); }

int main(int argc, char **argv) {
  static const HarnessTest tests[] = {
      TEST(climbers), TEST(populations), TEST(climbers_resume), TEST(populations_resume), {NULL, NULL}};
  return checkpointing_run(&argc, &argv, "seats", tests);
}
