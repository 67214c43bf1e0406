/* `cordee bench`: moves evaluated a second inside real climbs (start tours, choices, reversals and costs included),
 * on uniform instances, on one device. The median of five windows after a warm-up. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../io/generate.h"
#include "../mpi/bind.h"
#include "../mpi/run_state.h"
#include "command.h"

enum { WINDOWS = 5 };

static int rate_order(const void *a, const void *b) {
  return *(const double *)a < *(const double *)b ? -1 : *(const double *)a > *(const double *)b;
}

/* Moves a second over at least `seconds`; *steps adapts so that a slice takes about that long. */
static Status window_measure(Archipelago *a, double seconds, uint32_t *steps, Progress *progress, double *rate) {
  uint64_t before = progress->moves;
  double start = run_clock(), took;
  do {
    double slice = run_clock();
    TRY(solver_climb.advance(a, *steps, progress));
    took = run_clock();
    if (took - slice < seconds / 4 && *steps < 1u << 30) *steps *= 2;
  } while (took - start < seconds);
  *rate = (double)(progress->moves - before) / (took - start);
  return OK;
}

typedef struct Figure {
  double median, low, high; /* moves/s */
  uint64_t climbers;        /* finished */
  double climbers_per_s;
  Description how;
} Figure;

static Status size_measure(const Options *options, Backend *be, int32_t n, Figure *figure) {
  Instance *inst = NULL;
  Archipelago *a = NULL;
  Status status = OK;
  Progress progress = {0};
  double rates[WINDOWS], seconds = (options->time_s > 0 ? options->time_s : 2) / WINDOWS;
  uint32_t steps = 1;
  Plan plan = {.seed = options->seed, .climbers = 2000000000, .islands = 1, .epoch = 2000000000};
  TRY_GOTO(generator_kinds[0].make(n, options->seed, &inst), cleanup);
  TRY_GOTO(solver_climb.create(inst, be, &plan, (Span){0, 1}, &a), cleanup);
  TRY_GOTO(solver_climb.describe(a, &figure->how), cleanup);
  TRY_GOTO(window_measure(a, seconds, &steps, &progress, rates), cleanup); /* warm-up */
  uint64_t before = progress.climbers;
  double start = run_clock();
  for (int w = 0; w < WINDOWS; w++) TRY_GOTO(window_measure(a, seconds, &steps, &progress, &rates[w]), cleanup);
  figure->climbers = progress.climbers - before;
  figure->climbers_per_s = (double)figure->climbers / (run_clock() - start);
  qsort(rates, WINDOWS, sizeof *rates, rate_order);
  figure->low = rates[0], figure->median = rates[WINDOWS / 2], figure->high = rates[WINDOWS - 1];
cleanup:
  solver_climb.destroy(a);
  instance_free(inst);
  return status;
}

static Status sizes_measure(const Options *options, Backend *be) {
  printf("%s: %s\n%10s %12s %12s %12s %12s  %s\n", be->ops->name, be->device_name, "cities", "moves/s", "lowest", "highest",
         "climbers/s", "of the ceiling");
  for (const char *at = options->sizes; *at;) {
    char *end;
    long n = strtol(at, &end, 10);
    if (end == at || n < 1 || n > INT32_MAX || (*end && *end != ','))
      FAIL(ERR_USAGE, "--sizes: expected numbers of cities with commas between, found '%s'", at);
    Figure figure = {0};
    TRY(size_measure(options, be, (int32_t)n, &figure));
    printf("%10ld %12.4g %12.4g %12.4g %12.4g  ", n, figure.median, figure.low, figure.high, figure.climbers_per_s);
    if (figure.how.ceiling_moves_s > 0)
      printf("%.0f%% of %.3g (%s)", 100 * figure.median / figure.how.ceiling_moves_s, figure.how.ceiling_moves_s, figure.how.binds);
    printf("\n");
    if (options->verbose) printf("%10s %s\n", "", figure.how.shape);
    fflush(stdout);
    at = end + (*end == ',');
  }
  return OK;
}

Status command_bench(const Comm *comm, int argc, char **argv, int *exit_code) {
  if (argc > 1 && strcmp(argv[1], "ladder") == 0) return command_bench_ladder(comm, argc - 1, argv + 1, exit_code);
  Options options;
  Backend be = {0};
  int first;
  options_default(&options);
  TRY(options_parse(&options, FOR_BENCH, argc, argv, 0, &first));
  if (comm->size > 1) FAIL(ERR_USAGE, "bench: expected one rank, found %d", comm->size);
  TRY(rank_bind(comm, option_backends[options.backend], (int)options.threads, &be));
  Status status = sizes_measure(&options, &be);
  be.ops->close(&be);
  return status;
}
