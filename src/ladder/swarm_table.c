/* The texts of the ladder of swarms: designs, published figures, columns. See swarm_table.h. */
#include "swarm_table.h"

#include <math.h>

/* ---- designs ---- */

/* Shares in % and speed-ups of table 6.1 and the text of Solomon 2012, by machines; speed-ups over one core of an AMD processor. */
#define GTX "GTX 260", "2012"
static const LadderFigure shared[] = {{"swarms: over 1 core", "60", "32", GTX},
                                      {"shares: over 1 core", "10", "37", GTX},
                                      {"update share", "10", "54", GTX},
                                      {"fitness share", "10", "21", GTX},
                                      {"bests share", "10", "6", GTX},
                                      {"random share", "10", "19", GTX},
                                      {"init, swap share", "10", "under 1", GTX},
                                      {.value = NULL}};
static const LadderFigure global[] = {{"shares: over 1 core", "100", "23.5", GTX},
                                      {"update share", "100", "34", GTX},
                                      {"fitness share", "100", "50", GTX},
                                      {"bests share", "100", "4", GTX},
                                      {"random share", "100", "12", GTX},
                                      {"init, swap share", "100", "under 1", GTX},
                                      {"fitness, from 30", "32", "50", GTX},
                                      {"all, from 30", "32", "14", GTX},
                                      {.value = NULL}};
static const LadderFigure by_particle[] = {{"longer than others", "10", "about 200", GTX}, {.value = NULL}};

#define THESIS "Solomon 2012"
const LadderDesign swarm_designs[] = {
    {"core", "", "the library's swarms on one core", NULL, LADDER_CPU},
    {"cores", "", "the same on all cores", NULL, LADDER_CPU},
    {"kernels-shared", THESIS,
     "a kernel for each part of an iteration; loads of machines in shared memory, times by texture fetches",
     shared, LADDER_GPU},
    {"shared-loads", "", "the same with times by plain loads", NULL, LADDER_GPU},
    {"kernels-global", THESIS, "loads of machines in global memory, times by texture fetches", global,
     LADDER_GPU},
    {"global-loads", "", "the same with times by plain loads", NULL, LADDER_GPU},
    {"by-particle", THESIS, "as kernels-shared, dimensions of a particle side by side", by_particle,
     LADDER_GPU},
    {"ours", "", "the kernel of --method pso", NULL, LADDER_GPU},
    {.name = NULL}};

/* ---- rows ---- */

const LadderColumn swarm_columns[] = {{"tasks", NULL, 0},
                                      {"machines", NULL, 0},
                                      {"swarms", NULL, 0},
                                      {"iterations", "iterations", 10},
                                      {"update_us", "update us", 9},
                                      {"fitness_us", "fitness us", 10},
                                      {"bests_us", "bests us", 8},
                                      {"random_us", "random us", 9},
                                      {"exchange_us", "exchange us", 11},
                                      {.key = NULL}};

double swarm_moved_s(const SwarmTimes *times) {
  return times->kernel[SWARM_UPDATE] + times->kernel[SWARM_FITNESS];
}

static double exchange_s(const SwarmTimes *times) {
  return times->kernel[SWARM_FIND] + times->kernel[SWARM_MOVE];
}

static double kernels_s(const SwarmTimes *times) {
  double sum = 0;
  for (int k = 0; k < SWARM_KERNELS; k++) sum += times->kernel[k];
  return sum;
}

static int64_t along(const SwarmFigure *f) {
  if (f->series == SERIES_SWARMS || f->series == SERIES_WAVES) return f->size.swarms;
  return f->series == SERIES_TASKS ? f->size.tasks : f->size.machines;
}

/* Microseconds of an iteration. */
static LadderCell each_us(const SwarmFigure *f, double seconds) {
  return LADDER_NUMBER(f->times ? 1e6 * seconds / f->size.iterations : NAN);
}

static LadderCell kernel_us(const SwarmFigure *f, SwarmKernel kernel) {
  return each_us(f, f->times ? f->times->kernel[kernel] : 0);
}

enum { MEASURES = 12 };

/* Measures of a row, ended by a NULL name. */
typedef struct Measures {
  LadderMeasure measure[MEASURES];
  int count;
} Measures;

static void measure_add(Measures *m, const char *name, const char *unit, double ours) {
  m->measure[m->count++] = (LadderMeasure){name, unit, ours};
}

static void times_add(Measures *m, const SwarmFigure *f) {
  static const char *const names[][3] = {
      [SERIES_SWARMS] = {"swarms: time", "swarms: over 1 core", "swarms: over cores"},
      [SERIES_MACHINES] = {"machines: time", "machines: over 1 core", "machines: over cores"},
      [SERIES_TASKS] = {"tasks: time", "tasks: over 1 core", "tasks: over cores"},
      [SERIES_WAVES] = {"waves: time", "waves: over 1 core", "waves: over cores"},
      [SERIES_SHARES] = {"shares: time", "shares: over 1 core", "shares: over cores"}};
  const char *const *const name = names[f->series];
  measure_add(m, name[0], "us", 1e6 * f->seconds / f->size.iterations);
  if (f->core_s > 0) measure_add(m, name[1], "times", f->core_s / f->seconds);
  if (f->cores_s > 0) measure_add(m, name[2], "times", f->cores_s / f->seconds);
}

static void shares_add(Measures *m, const SwarmTimes *times) {
  const double all = kernels_s(times) / 100;
  measure_add(m, "update share", "%", times->kernel[SWARM_UPDATE] / all);
  measure_add(m, "fitness share", "%", times->kernel[SWARM_FITNESS] / all);
  measure_add(m, "bests share", "%", times->kernel[SWARM_BESTS] / all);
  measure_add(m, "random share", "%", times->kernel[SWARM_RANDOM] / all);
  measure_add(m, "init, swap share", "%", (times->kernel[SWARM_INIT] + exchange_s(times)) / all);
}

void swarm_row(const LadderTable *table, const LadderDesign *design, const SwarmFigure *f) {
  const LadderCell cells[] = {LADDER_NUMBER(f->size.tasks),
                              LADDER_NUMBER(f->size.machines),
                              LADDER_NUMBER(f->size.swarms),
                              LADDER_NUMBER(f->size.iterations),
                              kernel_us(f, SWARM_UPDATE),
                              kernel_us(f, SWARM_FITNESS),
                              kernel_us(f, SWARM_BESTS),
                              kernel_us(f, SWARM_RANDOM),
                              each_us(f, f->times ? exchange_s(f->times) : 0)};
  Measures m = {.count = 0};
  times_add(&m, f);
  if (f->series == SERIES_SHARES && f->times) shares_add(&m, f->times);
  if (f->dimension_s > 0)
    measure_add(&m, "longer than others", "%", 100 * (swarm_moved_s(f->times) / f->dimension_s - 1));
  ladder_table_row(table, design, along(f), cells, m.measure);
}

void swarm_jump_row(const LadderTable *table, const SwarmSize *size, const SwarmTimes *shared_times,
                    const SwarmTimes *global_times) {
  const double before = shared_times->kernel[SWARM_FITNESS], after = global_times->kernel[SWARM_FITNESS];
  const LadderCell none = LADDER_NUMBER(NAN);
  const LadderCell cells[] = {LADDER_NUMBER(size->tasks),
                              LADDER_NUMBER(size->machines),
                              LADDER_NUMBER(size->swarms),
                              none,
                              none,
                              none,
                              none,
                              none,
                              none};
  const LadderMeasure measures[] = {
      {"fitness, from 30", "%", 100 * (after / before - 1)},
      {"all, from 30", "%", 100 * (kernels_s(global_times) / kernels_s(shared_times) - 1)},
      {.name = NULL}};
  ladder_table_row(table, ladder_design_named(swarm_designs, "kernels-global"), size->machines, cells,
                   measures);
}
