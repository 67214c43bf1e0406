/* `cordee-ladder 2opt`: published GPU designs of 2-opt and the library's own kernels on the same start tours (tour_kernels.h). Moves per
 * second by CUDA events, the median of five windows; time to the first local optimum; the computed launch shape beside the measured one. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "solver/climb/climb_problem.h"
#include "tour_kernels.h"
#include "cities.h"
#include "sizes.h"
#include "two_opt_table.h"

enum { WINDOWS = 5, CHECKED_CITIES = 200, CHECKED_CLIMBERS = 64, ALONE_STEPS = 40 };
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
  double first_s,
      alone_s; /* to the first local optimum: of climbers that fill the device, of one; NAN: not measured */
  int best;    /* the fastest block size of ten; 0: they were not measured */
  double loss; /* of the computed block size against it, a share; NAN */
  TourLadderRun run; /* its shape */
  uint64_t steps;    /* of a window */
  int windows;
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
  const uint64_t room =
      least(tours_bytes_max / ((uint64_t)r->n * sizeof(int32_t)), step_moves_max / moves + 1);
  const uint64_t most = r->ops->design(k)->alone ? 1 : room;
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

/* One where a launch of a single step takes longer than all windows should. */
static int windows_of(const Case *r, int k, const TourLadderRun *run, double rate) {
  const double moves = (double)ladder_moves(r->ops->design(k)->moves, r->n);
  return run->steps == 1 && moves * run->climbers > WINDOWS * r->target_s * rate ? 1 : WINDOWS;
}

static const int usual_size[] = {0, -1}, ten_sizes[] = {32, 64, 96, 128, 192, 256, 384, 512, 768, 1024, -1};

/* The fastest block size of a list that ends with -1. */
static Status shape_choose(const Case *r, int k, const int *threads, Rate *out) {
  double fastest = 0, rate;
  for (; *threads >= 0; threads++) {
    TourLadderRun run;
    TRY(shape_find(r, k, *threads, &run, &rate));
    if (rate > fastest) {
      fastest = rate;
      out->run = run;
      out->windows = windows_of(r, k, &run, rate);
    }
  }
  if (fastest <= 0)
    FAIL(ERR_INTERNAL, "ladder: %s does not run with %d cities", r->ops->design(k)->name, r->n);
  return OK;
}

/* The last launch that found the shape was the warm-up. */
static Status windows_measure(const Case *r, int k, Rate *out) {
  double rates[WINDOWS] = {0};
  TourLadderResult result = {0};
  for (int w = 0; w < out->windows; w++) TRY(run_climb(r, k, &out->run, &rates[w], &result));
  qsort(rates, (size_t)out->windows, sizeof *rates, ladder_order);
  out->low = rates[0];
  out->median = rates[out->windows / 2];
  out->high = rates[out->windows - 1];
  out->steps = result.steps;
  return OK;
}

/* The computed block size, and what it loses against the best of ten. */
static Status computed_measure(const Case *r, int k, Rate *out) {
  const uint64_t moves = ladder_moves(r->ops->design(k)->moves, r->n);
  Rate best = {0};
  int threads;
  double rate;
  TRY(shape_choose(r, k, ten_sizes, &best));
  TRY(windows_measure(r, k, &best));
  TRY(r->ops->computed(r->ladder, k, &threads));
  TRY(shape_find(r, k, threads, &out->run, &rate));
  if (rate <= 0 || !moves)
    FAIL(ERR_INTERNAL, "ladder: %s does not run with %d threads", r->ops->design(k)->name, threads);
  out->windows = windows_of(r, k, &out->run, rate);
  TRY(windows_measure(r, k, out));
  out->best = best.run.threads;
  out->loss = 1 - out->median / best.median;
  return OK;
}

static Status rate_measure(const Case *r, int k, Rate *out) {
  const TourLadderDesign *const design = r->ops->design(k);
  *out = (Rate){.loss = NAN, .first_s = NAN, .alone_s = NAN};
  if (design->computed) return computed_measure(r, k, out);
  TRY(shape_choose(r, k, design->tuned ? ten_sizes : usual_size, out));
  return windows_measure(r, k, out);
}

/* ---- the first local optimum ---- */

/* The least number of steps after which a climber has finished, by launches; *seconds is the shortest of these launches that has one. For
 * the design that has no clock of its climbers. */
static Status first_by_steps(const Case *r, int k, TourLadderRun run, double *seconds) {
  uint32_t none = 0, some = 0;
  TourLadderResult result;
  for (run.steps = (uint32_t)r->n / 2; !some || some - none > 1;) {
    TRY(r->ops->climb(r->ladder, k, &run, &result));
    if (result.finished) {
      some = run.steps;
      *seconds = result.seconds;
    } else
      none = run.steps;
    run.steps = some ? none + (some - none) / 2 : 2 * none;
  }
  return OK;
}

static Status first_measure(const Case *r, int k, TourLadderRun run, double *seconds) {
  TourLadderResult result;
  run.steps = UINT32_MAX;
  TRY(r->ops->climb(r->ladder, k, &run, &result));
  *seconds = result.first_s;
  if (*seconds > 0) return OK;
  *seconds = result.seconds;
  return run.climbers > 1 ? first_by_steps(r, k, run, seconds) : OK;
}

/* Both times, if all climbs to local optima, of some 1.2 n steps, fit into the time of the windows. */
static Status firsts_measure(const Case *r, int k, Rate *rate) {
  const double moves = (double)ladder_moves(r->ops->design(k)->moves, r->n);
  TourLadderRun run = rate->run;
  TRY(r->ops->resident(r->ladder, k, run.threads, &run.climbers));
  if (1.2 * r->n * moves * run.climbers / rate->median > WINDOWS * r->target_s) return OK;
  TRY(first_measure(r, k, run, &rate->first_s));
  run.climbers = 1;
  return first_measure(r, k, run, &rate->alone_s);
}

/* ---- the same local optima ---- */

/* The text of design k; NULL: it belongs to another ladder. */
static const LadderDesign *about_of(const Case *r, int k) {
  return ladder_design_named(r->run->ladder->designs, r->ops->design(k)->name);
}

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

/* Designs of 2-opt that run, and ours, with many climbers. */
static bool is_compared(const Case *r, int k) {
  const TourLadderDesign *const design = r->ops->design(k);
  const LadderDesign *const about = about_of(r, k);
  return about && !design->alone && design->moves == LADDER_TWO_OPT &&
         r->n <= r->ops->largest(r->ladder, k) &&
         (ladder_design_runs(r->run, about) || strcmp(about->name, "ours") == 0);
}

/* Checks that they all end in the same tours after the same number of steps. */
static Status optima_compare(const Case *r) {
  size_t bytes = (size_t)CHECKED_CLIMBERS * r->n * sizeof(int32_t);
  int32_t *want = malloc(bytes), *got = malloc(bytes);
  uint64_t want_steps = 0, steps;
  int compared = 0;
  Status status = OK;
  if (!want || !got) FAIL_GOTO(cleanup, ERR_MEMORY, "no memory for %d tours", CHECKED_CLIMBERS);
  for (int k = 0; r->ops->design(k); k++) {
    if (!is_compared(r, k)) continue;
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

/* The tour of climber 0 after some steps. */
static Status first_tour(const Case *r, int k, uint32_t climbers, int32_t *tour) {
  const TourLadderRun run = {.seed = r->seed, .climbers = climbers, .steps = ALONE_STEPS};
  TourLadderResult result;
  TRY(r->ops->climb(r->ladder, k, &run, &result));
  return r->ops->tours(r->ladder, 1, tour);
}

static int number_of(const Case *r, const char *name) {
  int k = 0;
  while (strcmp(r->ops->design(k)->name, name) != 0) k++;
  return k;
}

/* A climber alone makes the steps that it makes beside another one, whatever computes them. */
static Status alone_check(const Case *r, int k) {
  const size_t bytes = (size_t)r->n * sizeof(int32_t);
  int32_t *const want = malloc(bytes), *const got = malloc(bytes);
  Status status = want && got ? OK : status_fail(ERR_MEMORY, "no memory for tours of %d cities", r->n);
  if (status == OK) status = first_tour(r, number_of(r, "ours"), 2, want);
  if (status == OK) status = first_tour(r, k, 1, got);
  if (status == OK && memcmp(want, got, bytes) != 0)
    status =
        status_fail(ERR_INTERNAL,
                    "ladder: %s with %d cities: expected the tour of ours after %d steps, found another one",
                    r->ops->design(k)->name, r->n, ALONE_STEPS);
  free(want);
  free(got);
  return status;
}

/* ---- rows ---- */

static Status design_measure(const Case *r, int k, const LadderDesign *about) {
  const TourLadderDesign *design = r->ops->design(k);
  Rate rate = {0};
  if (r->n > r->ops->largest(r->ladder, k)) {
    char why[160];
    snprintf(why, sizeof why, "n too large for this design (%s: n <= %d)", design->limit,
             r->ops->largest(r->ladder, k));
    ladder_table_left_out(&r->run->table, about, r->n, why);
    return OK;
  }
  if (design->alone) TRY(alone_check(r, k));
  TRY(rate_measure(r, k, &rate));
  TRY(firsts_measure(r, k, &rate));
  const LadderCell cells[] = {LADDER_NUMBER(rate.median),
                              LADDER_NUMBER(rate.low),
                              LADDER_NUMBER(rate.high),
                              LADDER_NUMBER(rate.run.climbers),
                              LADDER_NUMBER((double)rate.steps),
                              LADDER_NUMBER(rate.run.threads ? rate.run.threads : NAN),
                              LADDER_NUMBER(rate.best ? rate.best : NAN),
                              LADDER_NUMBER(rate.loss),
                              LADDER_NUMBER(rate.first_s),
                              LADDER_NUMBER(rate.alone_s)};
  ladder_table_row(&r->run->table, about, r->n, cells,
                   (const LadderMeasure[]){{"moves", "Gmoves/s", 1e-9 * rate.median}, {.name = NULL}});
  return OK;
}

static Status row_measure(const Case *r) {
  if (r->n <= CHECKED_CITIES) TRY(optima_compare(r));
  for (int k = 0; r->ops->design(k); k++) {
    const LadderDesign *about = about_of(r, k);
    if (about && ladder_design_runs(r->run, about)) TRY(design_measure(r, k, about));
  }
  printf("%8s distances: %s\n", "", r->ops->rounding(r->ladder));
  return OK;
}

/* ---- all sizes ---- */

/* The table has one heading, before the first size. */
static void heading_print(const Case *r) {
  if (r->n) return;
  printf("\n");
  ladder_table_heading(&r->run->table);
}

static Status size_measure(const LadderRun *run, const Instance *inst, void *context) {
  Case *const r = context;
  Status status = OK;
  ClimbProblem problem = {0};
  heading_print(r);
  r->n = inst->n;
  r->ladder = NULL;
  TRY_GOTO(climb_problem_pack((const Instance *const[]){inst}, 1, run->be, MOVE_TWO_OPT, &problem), cleanup);
  TRY_GOTO(r->ops->open(run->be, inst, &problem, &r->ladder), cleanup);
  TRY_GOTO(row_measure(r), cleanup);
cleanup:
  r->ops->close(r->ladder);
  climb_problem_free(run->be, &problem);
  return status;
}

/* Every text has a kernel. */
static Status texts_check(const LadderRun *run, const TourLadderKernels *ops) {
  for (const LadderDesign *d = run->ladder->designs; d->name; d++) {
    int k = 0;
    while (ops->design(k) && strcmp(ops->design(k)->name, d->name) != 0) k++;
    if (!ops->design(k)) FAIL(ERR_INTERNAL, "ladder: no kernel for the design %s", d->name);
  }
  return OK;
}

static Status sizes_measure(const LadderRun *run) {
  const LadderSettings *const settings = run->settings;
  Case row = {.ops = run->designs->tours,
              .seed = settings->seed,
              .target_s = settings->time_s > 0 ? settings->time_s / WINDOWS : 0.3,
              .run = run};
  TRY(texts_check(run, row.ops));
  return ladder_sizes_measure(run, size_measure, &row);
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

const LadderEntry ladder_2opt = {
    .name = "2opt",
    .summary = "published GPU designs of 2-opt for the TSP, from the same start tours",
    .help =
        "The designs of the talk on random-restart 2-opt (2015) in their published shapes, matr_s to tuned,\n"
        "and others. threads: of a block; tuned computes them, best: the fastest of ten, loss: what the\n"
        "computed ones lose, a share of its rate. first_s: seconds until the first climber of as many as\n"
        "fill the device is at its local optimum; alone_s: until a single one is. Both are left out\n"
        "where the climbs would take longer than the time of a design.\n\n"
        "  cordee-ladder 2opt --sizes 1000 --csv 2opt.csv\n"
        "  cordee-ladder 2opt --designs matr_s,matr_g,matr_g_ro,calc,intra,tile,tuned\n",
    .options = options,
    .designs = two_opt_designs,
    .columns = two_opt_columns,
    .needs = LADDER_OF_DESIGNS,
    .mark = "design,n,",
    .run = sizes_measure};
