/* `cordee-ladder colonies`: published GPU designs of the building of ants' tours and the library's own, from the same weights
 * with the same draws (src/ladder/colony_kernels.h). Tours a second, the median of five windows, for one colony
 * of n ants and for as many as fill a large device. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "clock.h"
#include "cities.h"
#include "sizes.h"
#include "ladders.h"
#include "solver/aco/aco_archipelago.h"
#include "colony_kernels.h"

enum { WINDOWS = 5, MANY = 32 /* colonies */, REPEATS_MOST = 100000 };

/* One size and number of colonies, measured with all designs. */
typedef struct Case {
  const AcoLadderKernels *ops;
  Archipelago *a;
  uint32_t *matrix; /* (n, n) on the backend; NULL: too large */
  int64_t *cost;    /* (ants of all colonies) */
  size_t ants;
  double target_s;                         /* of a window */
  int64_t sum[ACO_LADDER_INDEPENDENT + 1]; /* of the costs of a rule's tours; 0: not known yet */
  const LadderRun *run;
} Case;

/* ---- designs ---- */

static const LadderDesign designs[] = {
    {"thread-all", "", "as in the first codes for GPUs: a thread an ant, all cities: task parallel", NULL,
     LADDER_GPU},
    {"thread-candidates", "", "a thread an ant, candidate lists", NULL, LADDER_GPU},
    {"block-independent", "Cecilia et al. 2013", "a block an ant, a draw a city: I-Roulette", NULL,
     LADDER_GPU},
    {"block-prefix", "Uchida et al. 2012; Dawson, Stewart 2013", "a block an ant, roulette by prefix sum",
     NULL, LADDER_GPU},
    {"warp-candidates", "Skinderowicz 2020", "a warp an ant, candidate lists, a bit a visited city", NULL,
     LADDER_GPU},
    {"cordee-16", "", "16 lanes an ant, choices of 32 bits in shared memory", NULL, LADDER_GPU},
    {"cordee-8", "", "8 lanes an ant", NULL, LADDER_GPU},
    {"cordee-4", "", "4 lanes an ant", NULL, LADDER_GPU},
    {.name = NULL}};

static const LadderColumn columns[] = {
    {"colonies", NULL, 0},          {"tours_per_s", NULL, 0}, {"low", "low", 10}, {"high", "high", 10},
    {"steps_per_s", "steps/s", 10}, {"length", "length", 10}, {.key = NULL}};

/* ---- measuring ---- */

/* The weights of a full matrix: (d0 / d)^2 in 1/65535, d0 the nearest city's distance, both plus 0.1. */
static void row_fill(const Archipelago *a, int32_t city, uint32_t *row) {
  const int32_t n = a->inst->n;
  int64_t nearest = INT64_MAX;
  for (int32_t c = 0; c < n; c++) {
    const int64_t distance = judge_distance(a->inst, a->order[city], a->order[c]);
    if (c != city && distance < nearest) nearest = distance;
  }
  for (int32_t c = 0; c < n; c++) {
    const double share =
        ((double)nearest + 0.1) / ((double)judge_distance(a->inst, a->order[city], a->order[c]) + 0.1);
    row[c] = c == city || share > 1 ? 65535 : 1 + (uint32_t)(share * share * 65534);
  }
}

static Status matrix_make(Case *c) {
  const Archipelago *a = c->a;
  const size_t n = (size_t)a->inst->n, bytes = n * n * sizeof *c->matrix;
  if (n > ACO_LADDER_CITIES) return OK;
  uint32_t *matrix = malloc(bytes);
  if (!matrix) FAIL(ERR_MEMORY, "no memory for %zu x %zu weights", n, n);
  for (size_t k = 0; k < n; k++) row_fill(a, (int32_t)k, matrix + k * n);
  Status status = a->be->ops->alloc(a->be, bytes, (void **)&c->matrix);
  if (status == OK) status = a->be->ops->upload(a->be, c->matrix, matrix, bytes);
  free(matrix);
  return status;
}

/* So many iterations of building; seconds of all. */
static Status builds_time(const Case *c, int k, uint32_t count, double *seconds) {
  Archipelago *a = c->a;
  const double start = clock_s();
  for (uint32_t r = 0; r < count; r++)
    TRY(c->ops->build(a->be, &a->problem, &a->rules, &a->state, c->matrix, k, r));
  TRY(a->be->ops->download(a->be, c->cost, a->state.cost, c->ants * sizeof *c->cost));
  *seconds = clock_s() - start;
  return OK;
}

/* Designs of one rule have the same tours: of iteration 0. */
static Status tours_check(Case *c, int k) {
  const AcoLadderDesign *d = c->ops->design(k);
  int64_t sum = 0;
  double seconds;
  TRY(builds_time(c, k, 1, &seconds));
  for (size_t r = 0; r < c->ants; r++) sum += c->cost[r];
  if (!c->sum[d->rule]) c->sum[d->rule] = sum;
  if (c->sum[d->rule] == sum) return OK;
  FAIL(ERR_INTERNAL, "ladder: %s: expected tours of %lld in all, found %lld", d->name,
       (long long)c->sum[d->rule], (long long)sum);
}

static Status windows_measure(Case *c, int k, double rate[WINDOWS]) {
  double seconds;
  TRY(tours_check(c, k));
  TRY(builds_time(c, k, 1, &seconds));
  const double wanted = ceil(c->target_s / (seconds + 1e-9));
  const uint32_t repeats = wanted < REPEATS_MOST ? (uint32_t)wanted : REPEATS_MOST;
  for (int w = 0; w < WINDOWS; w++) {
    TRY(builds_time(c, k, repeats, &seconds));
    rate[w] = (double)c->ants * repeats / seconds;
  }
  qsort(rate, WINDOWS, sizeof *rate, ladder_order);
  return OK;
}

static Status design_measure(Case *c, int k, const LadderDesign *about) {
  const AcoLadderDesign *d = c->ops->design(k);
  const int32_t n = c->a->inst->n;
  const uint32_t colonies = c->a->span.count;
  double rate[WINDOWS];
  char measure[32], why[64];
  if (d->rule != ACO_LADDER_CANDIDATES && !c->matrix) {
    snprintf(why, sizeof why, "n <= %d", ACO_LADDER_CITIES);
    ladder_table_left_out(&c->run->table, about, n, why);
    return OK;
  }
  TRY(windows_measure(c, k, rate));
  const double median = rate[WINDOWS / 2];
  const LadderCell cells[] = {
      LADDER_NUMBER(colonies),   LADDER_NUMBER(median),
      LADDER_NUMBER(rate[0]),    LADDER_NUMBER(rate[WINDOWS - 1]),
      LADDER_NUMBER(median * n), LADDER_NUMBER((double)c->sum[d->rule] / (double)c->ants)};
  snprintf(measure, sizeof measure, "%u colon%s", colonies, colonies == 1 ? "y" : "ies");
  ladder_table_row(&c->run->table, about, n, cells,
                   (const LadderMeasure[]){{measure, "tours/s", median}, {.name = NULL}});
  return OK;
}

static Status designs_measure(Case *c) {
  c->ants = (size_t)c->a->state.rows * c->a->span.count;
  c->cost = malloc(c->ants * sizeof *c->cost);
  if (!c->cost) FAIL(ERR_MEMORY, "no memory for %zu ants", c->ants);
  TRY(matrix_make(c));
  printf("\n%d cities, %u colon%s of %u ants\n", c->a->inst->n, c->a->span.count,
         c->a->span.count == 1 ? "y" : "ies", c->a->state.rows);
  ladder_table_heading(&c->run->table);
  for (int k = 0; c->ops->design(k); k++) {
    const LadderDesign *about = ladder_design_named(designs, c->ops->design(k)->name);
    if (!about) FAIL(ERR_INTERNAL, "ladder: no text for the design %s", c->ops->design(k)->name);
    if (ladder_design_runs(c->run, about)) TRY(design_measure(c, k, about));
  }
  return OK;
}

static Status colonies_measure(const LadderRun *run, const Instance *inst, uint32_t colonies) {
  const AcoPlan own = {.variant = ACO_MMAS,
                       .alpha = 1,
                       .candidates = ACO_WIDTH,
                       .quadrant = 2,
                       .elite = 6,
                       .changes = 8,
                       .iterations = 1};
  Plan plan = aco_plan_make((Plan){.seed = run->settings->seed, .islands = colonies, .epoch = 1}, own);
  Backend *const be = run->be;
  Case c = {.ops = run->designs->colonies,
            .target_s = run->settings->time_s > 0 ? run->settings->time_s / WINDOWS : 0.1,
            .run = run};
  TRY(solver_aco.complete(inst, be->ops, &plan));
  TRY(solver_aco.create(inst, be, &plan, (Span){0, colonies}, &c.a));
  const Status status = designs_measure(&c);
  be->ops->free(be, c.matrix);
  free(c.cost);
  solver_aco.destroy(c.a);
  return status;
}

static Status size_measure(const LadderRun *run, const Instance *inst, void *none) {
  (void)none;
  TRY(colonies_measure(run, inst, 1));
  return colonies_measure(run, inst, MANY);
}

static Status sizes_measure(const LadderRun *run) { return ladder_sizes_measure(run, size_measure, NULL); }

static const OptionRow options[] = {
    LADDER_SEED,
    LADDER_TIME("measure a design for this time, in seconds; 0: 0.5"),
    LADDER_BACKEND,
    LADDER_SIZES("198,1002", "numbers of cities, taken from the beginning of the instance"),
    LADDER_INSTANCE("FILE", LADDER_CITIES_HELP),
    LADDER_DESIGNS,
    LADDER_CSV("write the measurements to FILE, too (-: standard output)"),
    {.name = NULL}};

const LadderEntry ladder_colonies = {.name = "colonies",
                                     .summary = "published GPU designs of tour construction by ants",
                                     .help = "  cordee-ladder colonies --sizes 198,439 --csv ants.csv\n",
                                     .options = options,
                                     .designs = designs,
                                     .columns = columns,
                                     .needs = LADDER_OF_DESIGNS,
                                     .mark = "design,n,",
                                     .run = sizes_measure};
