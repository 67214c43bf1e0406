/* `cordee bench ladder`: published GPU designs of 2-opt and the library's own kernels on the same start tours
 * (src/solver/ladder/ladder_kernels.h). Moves per second by CUDA events, the median of five windows; a table,
 * and a CSV file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "io/distinct.h"
#include "io/output.h"
#include "mpi/bind.h"
#include "solver/climb/climb_problem.h"
#include "solver/ladder/ladder_kernels.h"
#include "text.h"
#include "bench.h"
#include "bench_machines.h"
#include "ladder_cities.h"

enum { WINDOWS = 5, CHECKED_CITIES = 200, CHECKED_CLIMBERS = 64 };
/* The largest number of moves that a launch evaluates in one step of all climbers; the largest size of its
 * tours. */
static const uint64_t step_moves_max = 200000000000, tours_bytes_max = 1 << 30;

/* One size, measured with all designs. */
typedef struct Case {
  const LadderKernels *ops;
  Ladder *ladder;
  int32_t n;
  uint64_t seed;
  double target_s; /* of a window */
  FILE *csv;       /* or NULL */
  const char *device;
} Case;

typedef struct Rate {
  double median, low, high; /* moves/s */
  LadderRun run;            /* its shape */
  uint64_t steps;           /* of a window */
} Rate;

/* ---- one design, one size ---- */

static uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

static Status run_climb(const Case *r, int k, const LadderRun *run, double *rate, LadderResult *result) {
  TRY(r->ops->climb(r->ladder, k, run, result));
  *rate = (double)(result->steps * ladder_moves(r->ops->design(k)->moves, r->n)) / result->seconds;
  return OK;
}

/* Finds the shape of a launch: climbers that fill the device, then more steps, then more climbers, until a
 * launch takes half the time of a window. *rate is that of the last launch; 0 if the block size is too
 * large. */
static Status shape_find(const Case *r, int k, int threads, LadderRun *run, double *rate) {
  const uint64_t moves = ladder_moves(r->ops->design(k)->moves, r->n);
  const uint64_t most =
      least(tours_bytes_max / ((uint64_t)r->n * sizeof(int32_t)), step_moves_max / moves + 1);
  LadderResult result = {0};
  *run = (LadderRun){.seed = r->seed, .steps = 1, .threads = threads};
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
static Status shape_choose(const Case *r, int k, LadderRun *best) {
  static const int usual[] = {0, -1}, all[] = {32, 64, 96, 128, 192, 256, 384, 512, 768, 1024, -1};
  double fastest = 0, rate;
  for (const int *threads = r->ops->design(k)->tuned ? all : usual; *threads >= 0; threads++) {
    LadderRun run;
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
  LadderResult result = {0};
  TRY(shape_choose(r, k, &out->run));
  for (int w = 0; w < WINDOWS; w++) TRY(run_climb(r, k, &out->run, &rates[w], &result));
  qsort(rates, WINDOWS, sizeof *rates, bench_order);
  out->low = rates[0];
  out->median = rates[WINDOWS / 2];
  out->high = rates[WINDOWS - 1];
  out->steps = result.steps;
  return OK;
}

/* ---- the same local optima ---- */

/* Climbs to local optima by design k; tours (CHECKED_CLIMBERS, n). */
static Status optima_find(const Case *r, int k, int32_t *tours, uint64_t *steps) {
  LadderRun run = {.seed = r->seed, .climbers = CHECKED_CLIMBERS, .steps = UINT32_MAX};
  LadderResult result;
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

static void legend_print(const LadderKernels *ops) {
  printf("moves a second:\n");
  for (int k = 0; ops->design(k); k++)
    printf("%4d  %-20s %s\n", k + 1, ops->design(k)->name, ops->design(k)->source);
  printf("\n%8s", "cities");
  for (int k = 0; ops->design(k); k++) printf(" %9d", k + 1);
  printf("\n");
}

static Status cell_measure(const Case *r, int k, int *tuned_threads) {
  const LadderDesign *design = r->ops->design(k);
  Rate rate = {0};
  if (r->n > r->ops->largest(r->ladder, k)) {
    printf(" %9s", "-");
    return OK;
  }
  TRY(rate_measure(r, k, &rate));
  if (design->tuned) *tuned_threads = rate.run.threads;
  c_printf(" %9.3g", rate.median);
  fflush(stdout);
  if (!r->csv) return OK;
  c_fprintf(r->csv, "%s,%d,%.6g,%.6g,%.6g,%u,%llu,", design->name, r->n, rate.median, rate.low, rate.high,
            rate.run.climbers, (unsigned long long)rate.steps);
  text_csv(r->csv, r->device);
  fputc('\n', r->csv);
  return OK;
}

static Status row_measure(const Case *r) {
  int threads = 0;
  if (r->n <= CHECKED_CITIES) TRY(optima_compare(r));
  printf("%8d", r->n);
  for (int k = 0; r->ops->design(k); k++) TRY(cell_measure(r, k, &threads));
  printf("\n");
  for (int k = 0; r->ops->design(k); k++)
    if (r->n > r->ops->largest(r->ladder, k))
      printf("%8s  no %s: n too large for this design (%s: n <= %d)\n", "", r->ops->design(k)->name,
             r->ops->design(k)->limit, r->ops->largest(r->ladder, k));
  printf("%8s  tuned: %d threads a block; distances: %s\n", "", threads, r->ops->rounding(r->ladder));
  fflush(stdout);
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

static Status sizes_measure(const Options *options, Backend *be, FILE *csv) {
  Instance *all = NULL;
  Status status = OK;
  LadderSizes sizes;
  Case row = {
      be->ops->ladder, NULL, 0, options->seed, options->time_s > 0 ? options->time_s / WINDOWS : 0.3, csv,
      be->device_name};
  TRY(ladder_sizes_parse(options->ladder_sizes, &sizes));
  TRY(ladder_cities_read(options->instance, sizes.largest, options->seed, &all));
  printf("%s: %s\nfirst n cities of %s\n", be->ops->name, text_line(be->device_name), text_line(all->name));
  legend_print(row.ops);
  if (csv) fprintf(csv, "design,n,moves_per_s,low,high,climbers,steps,device\n");
  for (int s = 0; s < sizes.count; s++) TRY_GOTO(size_measure(all, be, sizes.n[s], &row), cleanup);
cleanup:
  instance_free(all);
  return status;
}

static void table_print(FILE *out, const void *table) { fputs(table, out); }

static Status ladder_measure(const Options *options, Backend *be) {
  char *table = NULL;
  size_t bytes = 0;
  if (!be->ops->ladder)
    FAIL(ERR_DEVICE, "bench ladder: the designs are for GPUs, and this is the backend %s", be->ops->name);
  FILE *csv = options->csv[0] ? open_memstream(&table, &bytes) : NULL;
  if (options->csv[0] && !csv) FAIL(ERR_MEMORY, "no memory for the table of %s", options->csv);
  Status status = (options->routes      ? route_ladder_measure
                   : options->colonies  ? ant_ladder_measure
                   : options->annealing ? anneal_ladder_measure
                                        : sizes_measure)(options, be, csv);
  if (csv && fclose(csv) != 0 && status == OK)
    status = status_fail(ERR_MEMORY, "no memory for the table of %s", options->csv);
  if (csv && status == OK) status = output_write(options->csv, table_print, table);
  free(table);
  return status;
}

/* Checks that the table and the cities are two files, and that the table can be written. */
static Status files_check(const Options *options) {
  FileRoles files = {.count = 0};
  files_add(&files, "--instance", options->instance, "", false, 0);
  files_add(&files, "--csv", options->csv, "", true, 0);
  TRY(files_distinct(&files));
  static const char *const marks[] = {"design,n,", NULL};
  if (options->csv[0]) TRY(output_may_replace(options->csv, "a table of this command", marks));
  return options->csv[0] ? output_reserve(options->csv) : OK;
}

static Status options_check(const Options *options) {
  if (options->routes + options->colonies + options->annealing > 1)
    FAIL(ERR_USAGE, "bench ladder: expected one of --routes, --colonies and --annealing, found more");
  return files_check(options);
}

Status command_bench_ladder(const Comm *comm, int argc, char **argv, int *exit_code) {
  (void)exit_code;
  Options options;
  Backend be = {0};
  int first;
  options_default(&options);
  TRY(options_parse(&options, FOR_LADDER, argc, argv, 0, &first));
  if (comm->size > 1) FAIL(ERR_USAGE, "bench ladder: expected one rank, found %d", comm->size);
  TRY(options_check(&options));
  TRY(rank_bind(comm, option_backends[options.backend], 1, &be));
  Status status = ladder_measure(&options, &be);
  be.ops->close(&be);
  return status;
}
