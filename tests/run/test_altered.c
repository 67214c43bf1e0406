/* Checkpoints that somebody has altered, digest and all: every attribute and every dataset of the states of every solver, one
 * thing at a time. `resume` and `show` refuse a file, in one sentence that names it, or go on to a result that the judge confirms;
 * none crashes, hangs, takes memory for what is not in the file, or leaves something of HDF5 open.
 *
 * A seeded sample; ALTERED_PART=1 takes all (some minutes), ALTERED_SEED=N another sample. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include "fixtures/altering.h"
#include "cmd/command.h"
#include "problem/judge.h"
#include "run/run.h"
#include "mpi/stop.h"
#include "fixtures/ranks_harness.h"

enum { PARTS = 96, STATES = 16, SAMPLE = 72, EPOCHS = 2, LIMIT_S = 60, REFUSED = 512 };

/* A run that is stopped in epoch `stop`, or after `time_s` if that is not 0. */
static const struct State {
  const char *name, *instance, *plan;
  uint32_t stop;
  double time_s;
} states[STATES] = {
    {"climb", "instances/uniform-60-1.tsp", "method climb climbers 3000 islands 3 epoch 100 restart kick", 2,
     0},
    {"climb-done", "instances/uniform-12-1.tsp", "method climb climbers 30 islands 3", 9, 0},
    {"ils-start", "instances/uniform-200-1.tsp", "method ils islands 2 tours 10 kicks 2 populations 3", 0, 0},
    {"ils-meet", "instances/uniform-60-1.tsp", "method ils islands 2 tours 12 kicks 2 populations 3", 2, 0},
    {"ils-elite", "instances/uniform-60-1.tsp",
     "method ils islands 2 tours 12 kicks 0.2 populations 4 generations 2", 8, 0},
    {"ils-apart", "instances/uniform-60-1.tsp",
     "method ils islands 2 tours 12 kicks 0.2 populations 4 generations 2 recombine apart", 6, 0},
    {"ils-kicks", "instances/uniform-200-1.tsp",
     "method ils islands 2 tours 4 kicks 40 epoch 4 recombine none", 2, 0},
    {"ils-clock", "instances/uniform-200-1.tsp", "method ils tours 8", 0, 0.3},
    {"anneal", "instances/etc-i-hihi-60x10-1.etc", "method anneal islands 2 chains 3 epochs 9 epoch 20000", 2,
     0},
    {"anneal-tours", "instances/uniform-60-1.tsp",
     "method anneal-tours islands 2 chains 3 sweeps 900 epoch 100", 2, 0},
    {"pso-real", "instances/etc-i-hihi-60x10-1.etc",
     "method pso islands 2 particles 6 iterations 400 epoch 20", 2, 0},
    {"pso-discrete", "instances/etc-i-hihi-60x10-1.etc",
     "method pso islands 2 particles 6 iterations 400 epoch 20 form discrete", 2, 0},
    {"pso-function", "rastrigin:4", "method pso islands 3 particles 8 iterations 400 epoch 20", 2, 0},
    {"3opt", "instances/cvrp-200-1.vrp", "method 3opt start star selection best", 0, 0},
    {"3opt-done", "instances/routes-12-1.vrp", "method 3opt start star selection disjoint", 9, 0},
    {"lists", "instances/etc-i-hihi-60x10-1.etc", "method lists", 9, 0}};

static char folder[64], base[96], file[96], doing[512];
static char refused[REFUSED][96]; /* parts of which a value has been refused */
static size_t refusals;
static long cases, taken, wrong;

/* ---- runs ---- */

static uint32_t stop_epoch;
static int64_t ended_best;
static int ended_sound;

static void on_progress(void *self, const RunView *view) {
  (void)self;
  if (view->epoch >= stop_epoch) stop_note(SIGTERM);
}
static void on_started(void *self, const RunView *view) {
  (void)self;
  if (stop_epoch == UINT32_MAX) stop_epoch = view->epoch + EPOCHS;
  if (stop_epoch == 0) stop_note(SIGTERM);
}
static void on_saved(void *self, const RunView *view) {
  (void)self;
  (void)view;
}
static void on_ended(void *self, const RunView *view) {
  (void)self;
  ended_best = view->outcome.best;
  ended_sound =
      !view->outcome.best_gene || (judge_solution(view->inst, view->outcome.best_gene, &ended_best) == OK &&
                                   ended_best == view->outcome.best);
}

/* Until epoch `stop`; UINT32_MAX: some epochs. */
static Status run(const char *what, bool resume, const char *plan, uint32_t stop, double time_s) {
  static Options options;
  const RunObserver observer = {NULL, on_started, on_progress, on_saved, on_ended, NULL, NULL};
  RunEnd end;
  int number, used = 0;
  char name[32], value[32];
  options_default(&options);
  for (; sscanf(plan, "%31s %31s%n", name, value, &used) == 2; plan += used)
    if (options_assign(&options, FOR_SOLVE, name, value) != OK) {
      fprintf(stderr, "# %s\n", status_message());
      abort();
    }
  stop_note(0);
  options.backend = 1;
  options.threads = 1;
  options.time_s = time_s;
  options.lazy = resume;
  stop_epoch = stop;
  ended_sound = 1;
  snprintf(options.checkpoint, sizeof options.checkpoint, "%s", file);
  return run_task(&comm, &options, &(RunInput){.file = what, .resume = resume}, &observer, &end, &number);
}

static Status show(bool json) {
  char *words[] = {"show", json ? "--json" : file, file, NULL};
  int code = 0, out = dup(1), none = open("/dev/null", O_WRONLY);
  fflush(stdout);
  dup2(none, 1);
  const Status status = command_show(&comm, json ? 3 : 2, words, &code);
  fflush(stdout);
  dup2(out, 1);
  close(out);
  close(none);
  return status;
}

/* ---- what must hold ---- */

static void complain(const char *what) {
  wrong++;
  printf("# %s: %s: %s\n", doing, what, status_message());
}

/* Refused as a file is refused, or fine. A run that seems to be without a budget asks for --time. */
static bool outcome(Status status, const char *who) {
  if (status == ERR_USAGE && strstr(status_message(), "expected --time S")) status = ERR_FORMAT;
  if (status != OK && (status != ERR_FORMAT || strncmp(status_message(), file, strlen(file)) != 0))
    complain(who);
  const bool told = strstr(status_message(), "expected") || strstr(status_message(), " again at position ") ||
                    strstr(status_message(), " is visited twice");
  if (status == ERR_FORMAT && !told) complain("not told what was expected");
  status_clear();
  if (H5Fget_obj_count((hid_t)H5F_OBJ_ALL, H5F_OBJ_ALL) > 0) complain("HDF5 has something open");
  return status != OK;
}

/* Asks about the file that has been altered. True: resume has refused it. */
static bool asked(double time_s) {
  file_stamp(file);
  alarm(LIMIT_S);
  outcome(show(false), "show");
  outcome(show(true), "show --json");
  const bool no = outcome(run(file, true, "", UINT32_MAX, time_s), "resume");
  if (!no && !ended_sound) complain("a result that the judge does not find");
  alarm(0);
  return no;
}

/* ---- files ---- */

static void copy(const char *from, const char *to) {
  char command[256];
  snprintf(command, sizeof command, "cp %s %s", from, to);
  if (system(command) != 0) abort();
}

static bool sampled(void) {
  static unsigned seed;
  const char *part = getenv("ALTERED_PART"), *given = getenv("ALTERED_SEED");
  if (!seed) seed = given ? (unsigned)atoi(given) : 1;
  cases++;
  return rand_r(&seed) % (part ? (unsigned)atoi(part) : SAMPLE) == 0;
}

static void refused_note(const char *name) {
  for (size_t k = 0; k < refusals; k++)
    if (strcmp(refused[k], name) == 0) return;
  if (refusals == REFUSED) abort();
  snprintf(refused[refusals++], sizeof refused[0], "%.90s", name);
}

static void part_try(const struct State *s, const Part *p, Alteration how) {
  if (!sampled()) return;
  snprintf(doing, sizeof doing, "%s: %.90s %s", s->name, p->name, alteration_names[how]);
  if (getenv("ALTERED_TELL")) fprintf(stderr, "# %s\n", doing);
  copy(base, file);
  if (!part_alter(file, base, p, how, (unsigned)rand())) return;
  taken++;
  const bool no = asked(s->time_s);
  if (no && how < ALTER_VALUES) refused_note(p->name);
  if (!no && how >= ALTER_VALUES) complain("accepted");
}

/* One number of the plan is another. */
static void options_try(const struct State *s, const char *text) {
  static const char *const values[] = {"-1",         "0",    "1",   "7",   "100000", "1000000",
                                       "4294967297", "1e18", "nan", "inf", "x",      ""};
  char other[CHECKPOINT_TEXT_MAX];
  for (const char *at = text; *at; at += strcspn(at, "\n") + 1)
    for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
      const char *equal = strchr(at, '='), *end = strchr(at, '\n');
      snprintf(other, sizeof other, "%.*s %s%s", (int)(equal + 1 - text), text, values[k], end);
      if (!sampled()) continue;
      snprintf(doing, sizeof doing, "%s: %.*s %s", s->name, (int)(equal + 1 - at), at, values[k]);
      copy(base, file);
      if (!options_alter(file, other)) continue;
      taken++;
      asked(s->time_s);
    }
}

static void state_try(const struct State *s) {
  static Part part[PARTS];
  Checkpoint c = {0};
  snprintf(doing, sizeof doing, "%s", s->name);
  unlink(file);
  if (run(s->instance, false, s->plan, s->stop, s->time_s) != OK) complain("no run");
  copy(file, base);
  if (asked(s->time_s)) complain("refused as it is");
  if (checkpoint_read_meta(base, &c) != OK) complain("cannot be read");
  const size_t parts = parts_list(base, part, PARTS);
  for (size_t k = 0; k < parts; k++)
    for (Alteration how = 0; how < ALTER_COUNT; how++) part_try(s, &part[k], how);
  options_try(s, c.meta.options);
  checkpoint_free(&c);
}

static void altered(void) {
  srand(1);
  for (int k = 0; k < STATES; k++) state_try(&states[k]);
  printf("# %ld of %ld alterations, %ld wrong\n", taken, cases, wrong);
  CU_ASSERT(wrong == 0 && taken > 100);
}

int main(int argc, char **argv) {
  static const HarnessTest tests[] = {TEST(altered), {NULL, NULL}};
  setvbuf(stdout, NULL, _IONBF, 0);
  snprintf(folder, sizeof folder, "%s/test_altered.XXXXXX",
           access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
  if (!mkdtemp(folder)) return EXIT_FAILURE;
  snprintf(base, sizeof base, "%s/base.h5", folder);
  snprintf(file, sizeof file, "%s/file.h5", folder);
  const int result = ranks_harness_run(&argc, &argv, "altered", tests);
  for (size_t k = 0; k < refusals && getenv("ALTERED_TELL"); k++)
    fprintf(stderr, "# refused: %s\n", refused[k]);
  char command[160];
  snprintf(command, sizeof command, "rm -r %s", folder);
  return system(command) == 0 ? result : EXIT_FAILURE;
}
