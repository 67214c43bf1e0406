/* Seeded instances of task matching.
 *
 * etc: the range-based method (Ali, Siegel, Maheswaran, Hensgen, Ali 2000; Braun et al. 2001). Task t has a weight,
 * uniform in [1, Rtask), and etc[t][m] is the weight times a number uniform in [1, Rmachine). Rtask is 3000 or 100,
 * Rmachine 1000 or 10, for high or low heterogeneity. Consistent: each row is sorted, so that a machine that is
 * faster for one task is faster for all. Semi-consistent: only columns 0, 2, 4, ... are. Draw 0 of the stream
 * (RNG_TASK, t) is the weight, draw 1 + m is machine m's.
 *
 * grid: tasks have a length (1 to 1000 million instructions), machines a speed (1 to 100 of them a second), both
 * whole; etc[t][m] is their ratio in seconds. A machine is as much faster for one task as for any: consistent.
 *
 * Times are rounded to the nearest 10^-6; one product and one sum of doubles are the same on every machine. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "etc.h"
#include "generator.h"
#include "halt.h"
#include "matching.h"
#include "option_row.h"
#include "rng.h"

/* ---- generator ---- */

enum { DECIMALS = 6, UNIT = 1000000, LENGTH_MAX_MI = 1000, SPEED_MAX_MIPS = 100 };

/* The words for them, by enum; ended by NULL. */
static const char *const heterogeneity_names[] = {"hi", "lo", NULL};
static const char *const consistency_names[] = {"c", "s", "i", NULL};

static const double task_ranges[] = {[HETEROGENEITY_HI] = 3000, [HETEROGENEITY_LO] = 100};
static const double machine_ranges[] = {[HETEROGENEITY_HI] = 1000, [HETEROGENEITY_LO] = 10};

static Status sizes_alloc(const EtcPlan *plan, const char *kind, Instance **out) {
  if (plan->tasks < 1 || plan->machines < 1 || (int64_t)plan->tasks * plan->machines > INT32_MAX)
    FAIL(ERR_USAGE, "tasks and machines: expected at least 1 of each and at most %d times, found %d x %d",
         INT32_MAX, plan->tasks, plan->machines);
  TRY(matching_alloc(plan->tasks, plan->machines, DECIMALS, out));
  snprintf((*out)->name, sizeof(*out)->name, "%s-%dx%d-%llu", kind, plan->tasks, plan->machines,
           (unsigned long long)plan->seed);
  return OK;
}

static double uniform(RngStream s, uint32_t k, double range) { return 1 + (range - 1) * rng_unit(s, k); }

static int time_compare(const void *a, const void *b) {
  const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

/* Sorts the columns 0, step, 2 step, ... of a row; scratch (machines). */
static void row_sort(int64_t *row, int32_t machines, int32_t step, int64_t *scratch) {
  size_t count = 0;
  for (int32_t m = 0; m < machines; m += step) scratch[count++] = row[m];
  qsort(scratch, count, sizeof *scratch, time_compare);
  for (int32_t m = 0; m < machines; m += step) row[m] = scratch[m / step];
}

static void row_make(const EtcPlan *plan, int32_t t, int64_t *row) {
  const RngStream s = {.seed = plan->seed, .individual = (uint32_t)t, .purpose = RNG_TASK};
  const double weight = uniform(s, 0, task_ranges[plan->task]);
  for (int32_t m = 0; m < plan->machines; m++) {
    double time = weight * uniform(s, (uint32_t)m + 1, machine_ranges[plan->machine]);
    row[m] = (int64_t)(time * UNIT + 0.5);
  }
}

static Status make_etc(const EtcPlan *plan, Instance **out) {
  static const int32_t steps[] = {[CONSISTENCY_C] = 1, [CONSISTENCY_S] = 2, [CONSISTENCY_I] = 0};
  const int32_t step = steps[plan->consistency];
  char kind[32];
  snprintf(kind, sizeof kind, "etc-%s-%s%s", consistency_names[plan->consistency],
           heterogeneity_names[plan->task], heterogeneity_names[plan->machine]);
  Instance *inst;
  TRY(sizes_alloc(plan, kind, &inst));
  int64_t *scratch = malloc((size_t)plan->machines * sizeof *scratch);
  if (!scratch) {
    instance_free(inst);
    FAIL(ERR_MEMORY, "no memory for the times of %d machines", plan->machines);
  }
  for (int32_t t = 0; t < plan->tasks && !halt_poll(); t++) {
    int64_t *row = &matching_of(inst)->etc[(size_t)t * (size_t)plan->machines];
    row_make(plan, t, row);
    if (step) row_sort(row, plan->machines, step, scratch);
  }
  free(scratch);
  inst->digest = instance_digest(inst);
  *out = inst;
  return OK;
}

static Status make_grid(const EtcPlan *plan, Instance **out) {
  TRY(sizes_alloc(plan, "grid", out));
  int64_t *time = matching_of(*out)->etc;
  for (int32_t t = 0; t < plan->tasks && !halt_poll(); t++) {
    const RngStream task = {.seed = plan->seed, .individual = (uint32_t)t, .purpose = RNG_TASK};
    const int64_t length = 1 + rng_below(task, 0, LENGTH_MAX_MI);
    for (int32_t m = 0; m < plan->machines; m++) {
      const RngStream machine = {.seed = plan->seed, .individual = (uint32_t)m, .purpose = RNG_MACHINE};
      const int64_t speed = 1 + rng_below(machine, 0, SPEED_MAX_MIPS);
      *time++ = (2 * length * UNIT + speed) / (2 * speed);
    }
  }
  (*out)->digest = instance_digest(*out);
  return OK;
}

const EtcGenerator etc_generators[] = {
    {"etc", make_etc},
    {"grid", make_grid},
    {NULL, NULL},
};

/* ---- kinds ---- */

/* What `cordee generate` can make of task matching: kinds and settings. */

typedef struct Settings {
  uint32_t tasks, machines;
  Heterogeneity task, machine;
  Consistency consistency;
} Settings;

static const GeneratorName kinds[] = {
    {"etc", "range-based: times by heterogeneity and consistency"},
    {"grid", "lengths of tasks over speeds of machines"},
    {.name = NULL},
};

#define FIELD(member) OPTION_FIELD(Settings, member)
static const OptionRow rows[] = {
    {"tasks", KIND_COUNT, FIELD(tasks), "512", .argument = "N", .least = "1", .most = "2147483647",
     .help = "number of tasks"},
    {"machines", KIND_COUNT, FIELD(machines), "16", .argument = "N", .least = "1", .most = "2147483647",
     .help = "number of machines"},
    {"task-heterogeneity", KIND_CHOICE, FIELD(task), "hi", heterogeneity_names, .argument = "HOW",
     .of = "etc", .help = "weights of the tasks. hi: up to 3000; lo: up to 100"},
    {"machine-heterogeneity", KIND_CHOICE, FIELD(machine), "hi", heterogeneity_names, .argument = "HOW",
     .of = "etc", .help = "execution times, in weights. hi: up to 1000; lo: up to 10"},
    {"consistency", KIND_CHOICE, FIELD(consistency), "c", consistency_names, .argument = "HOW", .of = "etc",
     .help = "c: consistent, a machine that is faster for one task is faster for all; s: semi-consistent, "
             "that holds for every second machine; i: inconsistent"},
    {.name = NULL}};

static Status make(const void *settings, uint64_t seed, const char *kind, Instance **out) {
  const Settings *own = settings;
  const EtcPlan plan = {.tasks = (int32_t)own->tasks,
                        .machines = (int32_t)own->machines,
                        .seed = seed,
                        .task = own->task,
                        .machine = own->machine,
                        .consistency = own->consistency};
  const EtcGenerator *made = etc_generators;
  while (strcmp(made->name, kind) != 0) made++; /* every kind has one */
  return made->make(&plan, out);
}

const Generators matching_generators = {
    .kinds = kinds, .options = rows, .bytes = sizeof(Settings), .make = make};
