/* `cordee bench`: moves evaluated per second in real climbs (start tours, choices, reversals and costs
 * included), on uniform instances or on one from a file, on one device; on a GPU also on all cores of its
 * host. The median of five windows after a warm-up. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "problem/tsp/generators/tsp_generate.h"
#include "problem/tsp/files/tsp_files.h"
#include "clock.h"
#include "solver/climb/climb_plan.h"
#include "suggest.h"
#include "text.h"
#include "bench.h"
#include "bench_machines.h"

enum { WINDOWS = 5 };

/* Moves per second over at least `seconds`; *steps adapts so that a slice takes about that long. */
static Status window_measure(Archipelago *a, double seconds, uint32_t *steps, Progress *progress,
                             double *rate) {
  uint64_t before = progress->moves;
  double start = clock_s(), took;
  do {
    double slice = clock_s();
    TRY(solver_climb.advance(a, *steps, progress));
    took = clock_s();
    if (took - slice < seconds / 4 && *steps < 1u << 30) *steps *= 2;
  } while (took - start < seconds);
  *rate = (double)(progress->moves - before) / (took - start);
  return OK;
}

typedef struct Figure {
  double median, low, high; /* moves/s */
  double climbers_per_s;
  Description how;
} Figure;

static Status instance_measure(const Options *options, Backend *be, const Instance *inst, Figure *figure) {
  Archipelago *a = NULL;
  Status status = OK;
  Progress progress = {0};
  double rates[WINDOWS], seconds = (options->time_s > 0 ? options->time_s : 2) / WINDOWS;
  uint32_t steps = 1;
  Plan plan = {.seed = options->seed, .islands = 1, .epoch = 2000000000};
  options_settings(options, &solver_climb, &plan);
  climb_plan_edit(&plan)->climbers = plan.epoch;
  TRY(backend_require(be->ops, solver_climb.kernels, solver_climb.name));
  TRY_GOTO(solver_climb.create(inst, be, &plan, (Span){0, 1}, &a), cleanup);
  TRY_GOTO(solver_climb.describe(a, &figure->how), cleanup);
  TRY_GOTO(window_measure(a, seconds, &steps, &progress, rates), cleanup); /* warm-up */
  uint64_t before = progress.finished;
  double start = clock_s();
  for (int w = 0; w < WINDOWS; w++)
    TRY_GOTO(window_measure(a, seconds, &steps, &progress, &rates[w]), cleanup);
  figure->climbers_per_s = (double)(progress.finished - before) / (clock_s() - start);
  qsort(rates, WINDOWS, sizeof *rates, bench_order);
  figure->low = rates[0];
  figure->median = rates[WINDOWS / 2];
  figure->high = rates[WINDOWS - 1];
cleanup:
  solver_climb.destroy(a);
  return status;
}

static void figure_print(const Options *options, const BenchMachines *pair, int32_t n, const Figure *f,
                         const Figure *host) {
  c_printf("%10d %12.4g %12.4g %12.4g %12.4g ", n, f->median, f->low, f->high, f->climbers_per_s);
  if (pair->host.ops) c_printf("%12.4g %7.1f ", host->median, f->median / host->median);
  if (f->how.ceiling_moves_s > 0)
    c_printf(" %.0f%% of %.3g (%s)", 100 * f->median / f->how.ceiling_moves_s, f->how.ceiling_moves_s,
             f->how.binds);
  if (f->how.bytes_move > 0) c_printf(" %.0f GB/s read", 1e-9 * f->median * f->how.bytes_move);
  printf("\n");
  if (options->verbose) printf("%10s %s\n", "", f->how.shape);
  if (options->verbose && pair->host.ops) printf("%10s %s\n", "", host->how.shape);
  fflush(stdout);
}

static Status pair_measure(const Options *options, BenchMachines *pair, const Instance *inst) {
  Figure device = {0}, host = {0};
  TRY(instance_measure(options, &pair->device, inst, &device));
  if (pair->host.ops) TRY(instance_measure(options, &pair->host, inst, &host));
  figure_print(options, pair, inst->n, &device, &host);
  return OK;
}

static void header_print(const BenchMachines *pair) {
  bench_machines_print(pair);
  printf("%10s %12s %12s %12s %12s ", "cities", "moves/s", "lowest", "highest", "climbers/s");
  if (pair->host.ops) printf("%12s %7s ", "all cores", "times");
  printf(" of the ceiling\n");
}

static Status sizes_measure(const Options *options, BenchMachines *pair) {
  const char *at = options->sizes;
  for (int32_t n; options_list_next(&at, &n);) {
    Instance *inst = NULL;
    TRY(generator_kinds[0].make(n, options->seed, &inst));
    Status status = pair_measure(options, pair, inst);
    instance_free(inst);
    TRY(status);
  }
  return OK;
}

static Status file_measure(const Options *options, BenchMachines *pair) {
  Instance *inst = NULL;
  TRY(tsplib_read(options->instance, &inst));
  Status status = pair_measure(options, pair, inst);
  instance_free(inst);
  return status;
}

typedef struct Kind { /* `cordee bench NAME` */
  const char *name, *title;
  Status (*run)(const Comm *comm, int argc, char **argv, int *exit_code);
} Kind;

static const Kind kinds[] = {
    {"batch", "bench batch", command_bench_batch}, {"routes", "bench routes", command_bench_routes},
    {"price", "bench price", command_bench_price}, {"bfs", "bench bfs", command_bench_bfs},
    {"flow", "bench flow", command_bench_flow},    {NULL, NULL, NULL}};

/* What measures published designs is a program of its own: the word, a flag behind it perhaps, and the ladder's name there. */
typedef struct Moved {
  const char *word, *flag, *ladder;
} Moved;

static const Moved moved[] = {{"ladder", "--routes", "routes"},       {"ladder", "--colonies", "colonies"},
                              {"ladder", "--annealing", "annealing"}, {"ladder", NULL, "2opt"},
                              {"matching", NULL, "matching"},         {"heuristics", NULL, "heuristics"}};

static bool word_given(int argc, char **argv, const char *word) {
  bool given = false;
  for (int k = 2; k < argc; k++) given |= strcmp(argv[k], word) == 0;
  return given;
}

static Status moved_refuse(int argc, char **argv) {
  for (size_t k = 0; k < sizeof moved / sizeof *moved; k++) {
    const Moved *const m = &moved[k];
    if (strcmp(argv[1], m->word) == 0 && (!m->flag || word_given(argc, argv, m->flag)))
      FAIL(ERR_USAGE, "bench %s%s%s is now `cordee-ladder %s` (scons ladder makes it)", m->word,
           m->flag ? " " : "", m->flag ? m->flag : "", m->ladder);
  }
  return OK;
}

static Status kind_unknown(const char *word) {
  Suggestion near = suggest_begin(word);
  char text[SUGGEST_TEXT_MAX];
  for (const Kind *k = kinds; k->name; k++) suggest_offer(&near, k->name);
  for (size_t k = 0; k < sizeof moved / sizeof *moved; k++) suggest_offer(&near, moved[k].word);
  FAIL(ERR_USAGE, "bench: unknown word '%s'%s (cordee bench --help)", word, suggest_text(&near, "", text));
}

Status command_bench(const Comm *comm, int argc, char **argv, int *exit_code) {
  for (const Kind *k = kinds; argc > 1 && k->name; k++)
    if (strcmp(argv[1], k->name) == 0) {
      argv[1] = (char *)k->title; /* what messages say */
      return k->run(comm, argc - 1, argv + 1, exit_code);
    }
  if (argc > 1) TRY(moved_refuse(argc, argv));
  if (argc > 1 && argv[1][0] != '-') return kind_unknown(argv[1]);
  Options options;
  BenchMachines pair = {0};
  int first;
  options_default(&options);
  TRY(options_parse(&options, FOR_BENCH, argc, argv, 0, &first));
  TRY(bench_instance_check(&options));
  if (comm->size > 1) FAIL(ERR_USAGE, "bench: expected one rank, found %d", comm->size);
  Status status = bench_machines_open(comm, &options, &pair);
  if (status == OK) header_print(&pair);
  if (status == OK)
    status = options.instance[0] ? file_measure(&options, &pair) : sizes_measure(&options, &pair);
  bench_machines_close(&pair);
  return status;
}
