/* `cordee-ladder tours`: 2-opt with random restarts by numbers of climbers, as in a thesis of 2023, and the library's own kernels from the same
 * start tours (restart_kernels.h). Run time, or bytes of distances and moves a second, by CUDA events. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "ladders.h"
#include "problem/instance_file.h"
#include "problem/judge.h"
#include "problem/tsp/tsp.h"
#include "restart_kernels.h"
#include "restart_moves.h"
#include "solver/climb/climb_problem.h"
#include "text.h"

enum { RUNS = 5, CHECKED_CLIMBERS = 64, PARTS = 10, MEASURE_MAX = 96 };

/* One instance, measured with all designs. */
typedef struct Case {
  const LadderRun *run;
  const RestartKernels *ops;
  const Instance *inst;
  RestartLadder *ladder;
  double time_s; /* of a design with a number of climbers */
} Case;

/* ---- one design, one number of climbers ---- */

static int results_order(const void *a, const void *b) {
  return ladder_order(&((const RestartResult *)a)->seconds, &((const RestartResult *)b)->seconds);
}

/* The median of five runs after a warm-up, of fewer where they take longer. */
static Status runs_measure(const Case *c, int k, uint32_t climbers, RestartResult *median) {
  const uint64_t seed = c->run->settings->seed;
  RestartResult results[RUNS];
  double spent = 0;
  int runs = 0;
  TRY(c->ops->run(c->ladder, k, seed, climbers, &results[0]));
  if (results[0].seconds >= c->time_s) spent = results[runs++].seconds;
  while (runs < RUNS && (!runs || spent < c->time_s)) {
    TRY(c->ops->run(c->ladder, k, seed, climbers, &results[runs]));
    spent += results[runs++].seconds;
  }
  qsort(results, (size_t)runs, sizeof *results, results_order);
  *median = results[runs / 2];
  return OK;
}

/* Bytes by the count of the thesis: those of moves in all passes; of each climber its tour in (16 bits) and out, and its cost. */
static double bytes_counted(const Case *c, int k, uint32_t climbers, uint64_t passes) {
  const double n = c->inst->n, of_climber = 2 * (n + 1) + 4 * n + 4 * (n + 1) + 8;
  return c->ops->design(k)->bytes_of_move * restart_pairs(c->inst->n) * (double)passes +
         climbers * of_climber;
}

/* Names have the instance: a published figure is of one. */
typedef struct Names {
  char ms[MEASURE_MAX], bytes[MEASURE_MAX], moves[MEASURE_MAX], passes[MEASURE_MAX];
} Names;

static void names_fill(const Case *c, Names *names) {
  const char *const name = text_line(c->inst->name);
  snprintf(names->ms, MEASURE_MAX, "%.64s ms", name);
  snprintf(names->bytes, MEASURE_MAX, "%.64s GB/s", name);
  snprintf(names->moves, MEASURE_MAX, "%.64s moves", name);
  snprintf(names->passes, MEASURE_MAX, "%.64s passes", name);
}

static Status design_measure(const Case *c, int k, const LadderDesign *about, uint32_t climbers) {
  RestartResult result;
  Names names = {.ms = ""};
  TRY(runs_measure(c, k, climbers, &result));
  names_fill(c, &names);
  const double mean = (double)result.passes / climbers,
               moves = (double)result.passes * restart_pairs(c->inst->n);
  const double bytes = bytes_counted(c, k, climbers, result.passes);
  const LadderCell cells[] = {LADDER_NUMBER(c->inst->n), LADDER_NUMBER(1e3 * result.climb_s),
                              LADDER_NUMBER(mean), LADDER_NUMBER((double)result.cost),
                              LADDER_NUMBER(climbers / result.seconds)};
  const LadderMeasure times[] = {{names.ms, "ms", 1e3 * result.seconds}, {.name = NULL}};
  const LadderMeasure rates[] = {{names.bytes, "GB/s", 1e-9 * bytes / result.climb_s},
                                 {names.moves, "Gmoves/s", 1e-9 * moves / result.climb_s},
                                 {names.passes, "a climber", mean},
                                 {.name = NULL}};
  const bool counted = c->ops->design(k)->bytes_of_move > 0;
  ladder_table_row(&c->run->table, about, climbers, cells,
                   c->run->settings->throughput ? rates + !counted : times);
  return OK;
}

/* ---- the same local optima ---- */

typedef struct Optima {
  int32_t *tours; /* (CHECKED_CLIMBERS, n) */
  RestartResult result;
} Optima;

static Status optima_find(const Case *c, int k, Optima *optima) {
  TRY(c->ops->run(c->ladder, k, c->run->settings->seed, CHECKED_CLIMBERS, &optima->result));
  return c->ops->tours(c->ladder, CHECKED_CLIMBERS, optima->tours);
}

/* The best of the reductions is the best of the tours. */
static bool best_is_right(const Case *c, const Optima *optima) {
  int64_t least = INT64_MAX, cost;
  uint32_t climber = 0;
  for (uint32_t k = 0; k < CHECKED_CLIMBERS; k++) {
    if (judge_tour(c->inst, optima->tours + (size_t)k * (size_t)c->inst->n, &cost) != OK) return false;
    if (cost < least) climber = k;
    least = cost < least ? cost : least;
  }
  return least == optima->result.cost && climber == optima->result.climber;
}

static const LadderDesign *about_of(const Case *c, int k) {
  return ladder_design_named(c->run->ladder->designs, c->ops->design(k)->name);
}

/* Designs that run, and ours. */
static bool is_compared(const Case *c, int k) {
  const LadderDesign *const about = about_of(c, k);
  return about && c->inst->n <= c->ops->largest(c->ladder, k) &&
         (ladder_design_runs(c->run, about) || strcmp(about->name, "ours") == 0);
}

static Status design_compare(const Case *c, int k, const Optima *want, Optima *got) {
  const size_t bytes = (size_t)CHECKED_CLIMBERS * (size_t)c->inst->n * sizeof(int32_t);
  TRY(optima_find(c, k, got));
  if (!best_is_right(c, got))
    FAIL(ERR_INTERNAL, "ladder: the best tour of %s on %s is another", c->ops->design(k)->name,
         text_line(c->inst->name));
  if (want && (want->result.passes != got->result.passes || memcmp(want->tours, got->tours, bytes) != 0))
    FAIL(ERR_INTERNAL, "ladder: the local optima of %s on %s differ", c->ops->design(k)->name,
         text_line(c->inst->name));
  return OK;
}

static Status optima_compare(const Case *c) {
  const size_t bytes = (size_t)CHECKED_CLIMBERS * (size_t)c->inst->n * sizeof(int32_t);
  Optima want = {.tours = malloc(bytes)}, got = {.tours = malloc(bytes)};
  Status status = want.tours && got.tours ? OK : status_fail(ERR_MEMORY, "no memory for tours");
  int compared = 0;
  for (int k = 0; c->ops->design(k) && status == OK; k++) {
    if (!is_compared(c, k)) continue;
    status = design_compare(c, k, compared ? &want : NULL, compared ? &got : &want);
    compared++;
  }
  if (status == OK)
    printf("%s: same local optima: %d designs, %d climbers, %llu passes\n", text_line(c->inst->name),
           compared, CHECKED_CLIMBERS, (unsigned long long)want.result.passes);
  free(want.tours);
  free(got.tours);
  return status;
}

/* ---- one instance ---- */

static Status climbers_measure(const Case *c, uint32_t climbers) {
  char why[160];
  for (int k = 0; c->ops->design(k); k++) {
    const LadderDesign *const about = about_of(c, k);
    const int32_t largest = c->ops->largest(c->ladder, k);
    if (!about || !ladder_design_runs(c->run, about)) continue;
    if (c->inst->n <= largest) {
      TRY(design_measure(c, k, about, climbers));
      continue;
    }
    snprintf(why, sizeof why, "%d cities, at most %d: %s", c->inst->n, largest, c->ops->design(k)->limit);
    ladder_table_left_out(&c->run->table, about, climbers, why);
  }
  return OK;
}

/* Those of --climbers, or a tenth, a ninth, ... and the whole of --throughput. */
static Status series_measure(const Case *c) {
  const LadderSettings *const settings = c->run->settings;
  const char *list = settings->climbers;
  TRY(optima_compare(c));
  if (!settings->throughput) {
    for (int32_t climbers; options_list_next(&list, &climbers);) TRY(climbers_measure(c, (uint32_t)climbers));
    return OK;
  }
  for (uint64_t part = PARTS; part; part--)
    if (settings->throughput >= part) TRY(climbers_measure(c, (uint32_t)(settings->throughput / part)));
  return OK;
}

static int32_t *matrix_make(const Instance *inst) {
  const size_t n = (size_t)inst->n;
  int32_t *matrix = malloc(n * n * sizeof *matrix);
  for (size_t k = 0; matrix && k < n * n; k++)
    matrix[k] = (int32_t)judge_distance(inst, (int32_t)(k / n), (int32_t)(k % n));
  return matrix;
}

static Status instance_measure(Case *c) {
  Backend *const be = c->run->be;
  ClimbProblem problem = {0};
  int32_t *matrix = matrix_make(c->inst);
  Status status = OK;
  c->ladder = NULL;
  if (!matrix) FAIL_GOTO(cleanup, ERR_MEMORY, "no memory for a matrix of %d cities", c->inst->n);
  TRY_GOTO(climb_problem_pack(&c->inst, 1, be, MOVE_TWO_OPT, &problem), cleanup);
  TRY_GOTO(c->ops->open(be, c->inst->n, matrix, &problem, &c->ladder), cleanup);
  TRY_GOTO(series_measure(c), cleanup);
cleanup:
  c->ops->close(c->ladder);
  climb_problem_free(be, &problem);
  free(matrix);
  return status;
}

static Status file_measure(Case *c, const char *path) {
  Instance *inst = NULL;
  Status status = OK;
  TRY(instance_read(path, &inst));
  c->inst = inst;
  if (inst->problem != &problem_tsp || inst->n < 4 || inst->n > RESTART_CITIES_MAX)
    status =
        status_fail(ERR_USAGE, "tours: %s: expected an instance of the TSP of 4 to %d cities, found %s, %d",
                    path, RESTART_CITIES_MAX, inst->problem->name, inst->n);
  if (status == OK) status = instance_measure(c);
  instance_free(inst);
  return status;
}

/* ---- all instances ---- */

static bool path_next(const char **at, char path[OPTION_PATH_MAX]) {
  const size_t length = strcspn(*at, ",");
  if (!**at) return false;
  snprintf(path, OPTION_PATH_MAX, "%.*s", (int)length, *at);
  *at += length + ((*at)[length] == ',');
  return true;
}

static Status usual_measure(Case *c) {
  static const char *const usual[] = {"kroA100", "berlin52", NULL};
  const char *folder = getenv("CORDEE_INSTANCES");
  char path[OPTION_PATH_MAX];
  for (int k = 0; usual[k]; k++) {
    snprintf(path, sizeof path, "%s/tsp/%s.tsp", folder ? folder : "../shared/instances", usual[k]);
    TRY(file_measure(c, path));
  }
  return OK;
}

static Status tours_measure(const LadderRun *run) {
  const LadderSettings *const settings = run->settings;
  const char *list = settings->instance;
  char path[OPTION_PATH_MAX];
  Case c = {
      .run = run, .ops = run->designs->restarts, .time_s = settings->time_s > 0 ? settings->time_s : 0.3};
  ladder_legend(run);
  printf("n: climbers\n\n");
  ladder_table_heading(&run->table);
  if (!list[0]) return usual_measure(&c);
  while (path_next(&list, path)) TRY(file_measure(&c, path));
  return OK;
}

/* ---- the ladder ---- */

#define THESIS "a thesis on 2-opt with restarts, 2023"
#define A100(MEASURE, SIZE, VALUE)                                                                           \
  { MEASURE, SIZE, VALUE, "A100", "2023" }
#define KRO(A, B, C, D, E, F)                                                                                \
  A100("kroA100 ms", "300000", A), A100("kroA100 ms", "200000", B), A100("kroA100 ms", "100000", C),         \
      A100("kroA100 ms", "50000", D), A100("kroA100 ms", "10000", E), A100("kroA100 ms", "1000", F)
#define BERLIN(A, B, C, D)                                                                                   \
  A100("berlin52 ms", "100000", A), A100("berlin52 ms", "50000", B), A100("berlin52 ms", "10000", C),        \
      A100("berlin52 ms", "1000", D)

static const LadderFigure of_table[] = {
    KRO("1187", "792", "396", "198", "40", "5"), BERLIN("117", "59", "12", "2"), {.value = NULL}};
static const LadderFigure of_hundred[] = {
    KRO("1070", "714", "357", "179", "36", "4"), BERLIN("108", "54", "11", "2"), {.value = NULL}};
static const LadderFigure of_calculated[] = {KRO("1150", "765", "382", "191", "39", "5"),
                                             BERLIN("118", "59", "12", "2"),
                                             A100("swiss42 GB/s", "1000", "399.94"),
                                             A100("berlin52 GB/s", "1000", "596.84"),
                                             A100("kroA100 GB/s", "1000", "1592.35"),
                                             A100("kroB100 GB/s", "1000", "1584.71"),
                                             A100("kroA200 GB/s", "1000", "2487.95"),
                                             A100("pr439 GB/s", "1000", "2521.72"),
                                             A100("swiss42 passes", "1000", "29"),
                                             A100("berlin52 passes", "1000", "43"),
                                             A100("kroA100 passes", "1000", "92"),
                                             A100("kroB100 passes", "1000", "92"),
                                             A100("kroA200 passes", "1000", "147"),
                                             A100("pr439 passes", "1000", "264"),
                                             {.value = NULL}};
static const LadderFigure of_worklist[] = {
    KRO("546", "337", "144", "144", "143", "136"), BERLIN("18", "17", "17", "17"), {.value = NULL}};

static const LadderDesign designs[] = {
    {"index-table", THESIS, "a block a climber; index pairs from a table, matrix in global memory", of_table,
     LADDER_GPU},
    {"hundred", THESIS, "the matrix in shared memory: at most 100 cities in 48 KB", of_hundred, LADDER_GPU},
    {"calculated", THESIS, "no table: index pairs by a float formula, at most 2049 cities", of_calculated,
     LADDER_GPU},
    {"thread-worklist", "O'Neil, Tamir, Burtscher 2011",
     "a thread a climber, climbers from a counter; matrix in shared memory", of_worklist, LADDER_GPU},
    {"ours", "", "src/gpu/climb/climb.cu", NULL, LADDER_GPU},
    {.name = NULL}};

static const LadderColumn columns[] = {{"cities", "cities", 6},     {"climb_ms", "climb_ms", 9},
                                       {"passes", "passes", 7},     {"cost", "cost", 9},
                                       {"climbers_per_s", NULL, 0}, {.key = NULL}};

static const OptionRow options[] = {
    LADDER_SEED,
    LADDER_TIME("run a design with a number of climbers for this time, in seconds, once at least; 0: 0.3"),
    LADDER_BACKEND,
    LADDER_INSTANCE("FILE,...",
                    "measure on these instances (default: kroA100 and berlin52 of $CORDEE_INSTANCES/tsp)"),
    {"climbers", KIND_LIST, OPTION_FIELD(LadderSettings, climbers), "1000,10000,100000",
     .argument = "N,N,...", .least = "1", .most = "10000000", .help = "numbers of climbers"},
    {"throughput", KIND_COUNT, OPTION_FIELD(LadderSettings, throughput), "0", .argument = "N", .least = "0",
     .most = "10000000", .help = "rates instead of times, for a tenth, a ninth, ... and all of N climbers"},
    LADDER_DESIGNS,
    LADDER_CSV("write the measurements to FILE, too (-: standard output)"),
    {.name = NULL}};

const LadderEntry ladder_tours = {
    .name = "tours",
    .summary = "2-opt with random restarts by numbers of climbers, from the same start tours",
    .help =
        "A run makes the start tours, climbs to all local optima and finds the best; climb_ms are the\n"
        "climbs alone, passes the evaluations of all moves, a climber's mean. GB/s are counted, not\n"
        "measured: 16 bytes of distances a move and 4 of the table, in thread-worklist 12; of each climber\n"
        "its tour and cost.\n\n"
        "  cordee-ladder tours --instance kroA100.tsp --climbers 1000,300000\n"
        "  cordee-ladder tours --instance kroA200.tsp --throughput 10000 --csv tours.csv\n",
    .options = options,
    .designs = designs,
    .columns = columns,
    .needs = LADDER_OF_DESIGNS,
    .mark = "design,n,",
    .run = tours_measure};
