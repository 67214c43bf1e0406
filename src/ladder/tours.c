/* `cordee-ladder tours`: published GPU designs of 2-opt and the library's own kernels on the same start tours (tour_kernels.h). Moves per
 * second by CUDA events, the median of five windows; a table, and a CSV file. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "solver/climb/climb_problem.h"
#include "tour_kernels.h"
#include "text.h"
#include "cities.h"
#include "ladders.h"

enum { WINDOWS = 5, CHECKED_CITIES = 200, CHECKED_CLIMBERS = 64 };
/* The largest number of moves that a launch evaluates in one step of all climbers; the largest size of its
 * tours. */
static const uint64_t step_moves_max = 200000000000, tours_bytes_max = 1 << 30;

/* One size, measured with all designs. */
typedef struct Case {
  const TourLadderKernels *ops;
  TourLadder *ladder;
  int32_t n;
  uint64_t seed;
  double target_s; /* of a window */
  const LadderRun *run;
} Case;

typedef struct Rate {
  double median, low, high; /* moves/s */
  TourLadderRun run;        /* its shape */
  uint64_t steps;           /* of a window */
} Rate;

/* ---- one design, one size ---- */

static uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

static Status run_climb(const Case *r, int k, const TourLadderRun *run, double *rate,
                        TourLadderResult *result) {
  TRY(r->ops->climb(r->ladder, k, run, result));
  *rate = (double)(result->steps * ladder_moves(r->ops->design(k)->moves, r->n)) / result->seconds;
  return OK;
}

/* Finds the shape of a launch: climbers that fill the device, then more steps, then more climbers, until a
 * launch takes half the time of a window. *rate is that of the last launch; 0 if the block size is too
 * large. */
static Status shape_find(const Case *r, int k, int threads, TourLadderRun *run, double *rate) {
  const uint64_t moves = ladder_moves(r->ops->design(k)->moves, r->n);
  const uint64_t most =
      least(tours_bytes_max / ((uint64_t)r->n * sizeof(int32_t)), step_moves_max / moves + 1);
  TourLadderResult result = {0};
  *run = (TourLadderRun){.seed = r->seed, .steps = 1, .threads = threads};
  TRY(r->ops->resident(r->ladder, k, threads, &run->climbers));
  *rate = 0;
  if (!run->climbers) return OK;
  run->climbers = (uint32_t)least(run->climbers, most);
  for (;;) {
    TRY(run_climb(r, k, run, rate, &result));
    bool whole = result.finished == run->climbers;
    if (result.seconds >= r->target_s / 2 || (whole && run->climbers == most)) return OK;
    if (whole)
      run->climbers = (uint32_t)least(2ull * run->climbers, most);
    else
      run->steps *= 2;
  }
}

/* The default block size; for a tuned design the fastest one. */
static Status shape_choose(const Case *r, int k, TourLadderRun *best) {
  static const int usual[] = {0, -1}, all[] = {32, 64, 96, 128, 192, 256, 384, 512, 768, 1024, -1};
  double fastest = 0, rate;
  for (const int *threads = r->ops->design(k)->tuned ? all : usual; *threads >= 0; threads++) {
    TourLadderRun run;
    TRY(shape_find(r, k, *threads, &run, &rate));
    if (rate > fastest) {
      fastest = rate;
      *best = run;
    }
  }
  if (fastest <= 0)
    FAIL(ERR_INTERNAL, "ladder: %s does not run with %d cities", r->ops->design(k)->name, r->n);
  return OK;
}

/* The last launch of shape_choose was the warm-up. */
static Status rate_measure(const Case *r, int k, Rate *out) {
  double rates[WINDOWS];
  TourLadderResult result = {0};
  TRY(shape_choose(r, k, &out->run));
  for (int w = 0; w < WINDOWS; w++) TRY(run_climb(r, k, &out->run, &rates[w], &result));
  qsort(rates, WINDOWS, sizeof *rates, ladder_order);
  out->low = rates[0];
  out->median = rates[WINDOWS / 2];
  out->high = rates[WINDOWS - 1];
  out->steps = result.steps;
  return OK;
}

/* ---- the same local optima ---- */

/* Climbs to local optima by design k; tours (CHECKED_CLIMBERS, n). */
static Status optima_find(const Case *r, int k, int32_t *tours, uint64_t *steps) {
  TourLadderRun run = {.seed = r->seed, .climbers = CHECKED_CLIMBERS, .steps = UINT32_MAX};
  TourLadderResult result;
  TRY(r->ops->climb(r->ladder, k, &run, &result));
  if (result.finished != CHECKED_CLIMBERS)
    FAIL(ERR_INTERNAL, "ladder: %s finished %d of %d climbers", r->ops->design(k)->name, (int)result.finished,
         CHECKED_CLIMBERS);
  *steps = result.steps;
  return r->ops->tours(r->ladder, CHECKED_CLIMBERS, tours);
}

/* Checks that all 2-opt designs end in the same tours after the same number of steps. */
static Status optima_compare(const Case *r) {
  size_t bytes = (size_t)CHECKED_CLIMBERS * r->n * sizeof(int32_t);
  int32_t *want = malloc(bytes), *got = malloc(bytes);
  uint64_t want_steps = 0, steps;
  int compared = 0;
  Status status = OK;
  if (!want || !got) FAIL_GOTO(cleanup, ERR_MEMORY, "no memory for %d tours", CHECKED_CLIMBERS);
  for (int k = 0; r->ops->design(k); k++) {
    if (r->ops->design(k)->moves != LADDER_TWO_OPT || r->n > r->ops->largest(r->ladder, k)) continue;
    TRY_GOTO(optima_find(r, k, compared ? got : want, compared ? &steps : &want_steps), cleanup);
    if (compared++ && (steps != want_steps || memcmp(got, want, bytes) != 0))
      FAIL_GOTO(cleanup, ERR_INTERNAL, "ladder: with %d cities the local optima of %s differ", r->n,
                r->ops->design(k)->name);
  }
  printf("%8d  same local optima: %d designs, %d climbers, %llu steps\n", r->n, compared, CHECKED_CLIMBERS,
         (unsigned long long)want_steps);
cleanup : {
  free(want);
  free(got);
}
  return status;
}

/* ---- the table ---- */

/* Published rates: O'Neil and Burtscher's talk of 2015, a K40; its first designs have a thread a climber, these a block. */
#define K40(VALUE) ((const LadderFigure[]){{"moves", "", VALUE, "K40", "2015"}, {.value = NULL}})

static const LadderDesign designs[] = {
    {"matrix-shared", "O'Neil, Tamir, Burtscher 2011", "matrix of distances in shared memory",
     K40("26, n <= 110"), LADDER_GPU},
    {"matrix-global", "O'Neil, Burtscher 2015", "the matrix in global memory, for more cities",
     K40("under 3.5"), LADDER_GPU},
    {"matrix-readonly", "O'Neil, Burtscher 2015", "the matrix through the read-only cache", NULL, LADDER_GPU},
    {"thread-per-climber", "O'Neil, Tamir, Burtscher 2011", "no matrix; a thread a climber", K40("over 20"),
     LADDER_GPU},
    {"block-per-climber", "O'Neil, Burtscher 2015; Rocki, Suda 2012", "a block a climber, a thread a row",
     NULL, LADDER_GPU},
    {"flattened-index", "Rocki, Suda 2013", "moves by number", NULL, LADDER_GPU},
    {"shared-tiles", "O'Neil, Burtscher 2015", "coordinates in the tour's order, by tiles in shared memory",
     NULL, LADDER_GPU},
    {"tuned", "O'Neil, Burtscher 2015", "the same, block size by measurement", K40("up to 60"), LADDER_GPU},
    {"ours", "", "src/gpu/climb/climb.cu", NULL, LADDER_GPU},
    {"swap", "", "as in tutorials: two cities change places, not 2-opt", NULL, LADDER_GPU},
    {.name = NULL}};

static const LadderColumn columns[] = {
    {"moves_per_s", NULL, 0}, {"low", "low", 10},        {"high", "high", 10}, {"climbers", "climbers", 9},
    {"steps", NULL, 0},       {"threads", "threads", 8}, {.key = NULL}};

static Status design_measure(const Case *r, int k, const LadderDesign *about) {
  const TourLadderDesign *design = r->ops->design(k);
  Rate rate = {0};
  char why[160];
  if (r->n > r->ops->largest(r->ladder, k)) {
    snprintf(why, sizeof why, "n too large for this design (%s: n <= %d)", design->limit,
             r->ops->largest(r->ladder, k));
    ladder_table_left_out(&r->run->table, about, r->n, why);
    return OK;
  }
  TRY(rate_measure(r, k, &rate));
  const LadderCell cells[] = {
      LADDER_NUMBER(rate.median),        LADDER_NUMBER(rate.low),
      LADDER_NUMBER(rate.high),          LADDER_NUMBER(rate.run.climbers),
      LADDER_NUMBER((double)rate.steps), LADDER_NUMBER(rate.run.threads ? rate.run.threads : NAN)};
  ladder_table_row(&r->run->table, about, r->n, cells,
                   (const LadderMeasure[]){{"moves", "Gmoves/s", 1e-9 * rate.median}, {.name = NULL}});
  return OK;
}

static Status row_measure(const Case *r) {
  if (r->n <= CHECKED_CITIES) TRY(optima_compare(r));
  for (int k = 0; r->ops->design(k); k++) {
    const LadderDesign *about = ladder_design_named(designs, r->ops->design(k)->name);
    if (!about) FAIL(ERR_INTERNAL, "ladder: no text for the design %s", r->ops->design(k)->name);
    if (ladder_design_runs(r->run, about)) TRY(design_measure(r, k, about));
  }
  printf("%8s distances: %s\n", "", r->ops->rounding(r->ladder));
  return OK;
}

/* ---- all sizes ---- */

static Status size_measure(const Instance *all, Backend *be, int32_t n, Case *r) {
  Instance *inst = NULL;
  Status status = OK;
  ClimbProblem problem = {0};
  TRY(ladder_cities_first(all, n, &inst));
  r->n = n;
  r->ladder = NULL;
  TRY_GOTO(climb_problem_pack((const Instance *const[]){inst}, 1, be, MOVE_TWO_OPT, &problem), cleanup);
  TRY_GOTO(r->ops->open(be, inst, &problem, &r->ladder), cleanup);
  TRY_GOTO(row_measure(r), cleanup);
cleanup:
  r->ops->close(r->ladder);
  climb_problem_free(be, &problem);
  instance_free(inst);
  return status;
}

static Status sizes_measure(const LadderRun *run) {
  const LadderSettings *const settings = run->settings;
  Instance *all = NULL;
  Status status = OK;
  LadderSizes sizes;
  Case row = {.ops = run->designs->tours,
              .seed = settings->seed,
              .target_s = settings->time_s > 0 ? settings->time_s / WINDOWS : 0.3,
              .run = run};
  TRY(ladder_sizes_parse(settings->sizes, &sizes));
  TRY(ladder_cities_read(settings->instance, sizes.largest, settings->seed, &all));
  printf("first n cities of %s\n", text_line(all->name));
  ladder_legend(run);
  printf("\n");
  ladder_table_heading(&run->table);
  for (int s = 0; s < sizes.count; s++) TRY_GOTO(size_measure(all, run->be, sizes.n[s], &row), cleanup);
cleanup:
  instance_free(all);
  return status;
}

static const OptionRow options[] = {
    LADDER_SEED,
    LADDER_TIME("measure a design of a size for this time, in seconds; 0: 1.5"),
    LADDER_BACKEND,
    LADDER_SIZES("100,200,439,1000,2000,4000,10000,18512",
                 "numbers of cities, taken from the beginning of the instance"),
    LADDER_INSTANCE("FILE", LADDER_CITIES_HELP),
    LADDER_DESIGNS,
    LADDER_CSV("write the measurements to FILE, too (-: standard output)"),
    {.name = NULL}};

const LadderEntry ladder_tours = {.name = "tours",
                                  .summary =
                                      "published GPU designs of 2-opt for the TSP, from the same start tours",
                                  .help = "  cordee-ladder tours --sizes 1000 --csv tours.csv\n",
                                  .options = options,
                                  .designs = designs,
                                  .columns = columns,
                                  .needs = LADDER_OF_DESIGNS,
                                  .mark = "design,n,",
                                  .run = sizes_measure};
