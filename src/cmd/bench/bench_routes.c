/* `cordee bench routes`: exhaustive 3-opt of vehicle routing, measured on this machine: a scan of all moves, and an iteration of the
 * descent (a scan, the choice of its best move, the tour after it). Moves are counted as published, and those that differ. On a GPU also
 * on all cores of its host. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "clock.h"
#include "problem/cvrp/cvrp.h"
#include "problem/cvrp/generators/cvrp_generate.h"
#include "problem/instance_file.h"
#include "search/routes/giant_tour.h"
#include "search/routes/route_start.h"
#include "solver/three_opt/three_opt_move.h"
#include "bench.h"
#include "bench_machines.h"

enum {
  SCANS_MOST = 1000,
  SCANS_LEAST = 3,
  ITERATIONS = 64,
  STAR_MOST = 400 /* customers */,
  ITERATED_MOST = 10000 /* nodes */
};

typedef struct Tour {
  const Instance *inst;
  int32_t *node, n;
} Tour;

typedef struct Figure {
  double scan_s, iteration_s; /* medians of scans; the mean of iterations, 0: none improves */
  double iteration_rate;      /* moves/s of these, as published */
  Description how;
} Figure;

static const struct {
  const char *name;
  ThreeOptEvaluator evaluator;
} evaluators[] = {{"tables", THREE_OPT_TABLES}, {"packed", THREE_OPT_PACKED}};
enum { EVALUATORS = sizeof evaluators / sizeof *evaluators };

static Status scans_measure(Backend *be, ThreeOptPlace *place, double seconds, double *median) {
  double taken[SCANS_MOST];
  int count = 0;
  const double start = clock_s();
  for (; count < SCANS_MOST && (count < SCANS_LEAST || clock_s() - start < seconds); count++) {
    ThreeOptMove best;
    const double before = clock_s();
    TRY(be->ops->three_opt->scan(be, place, (ThreeOptShare){0, 1}, &best));
    taken[count] = clock_s() - before;
  }
  qsort(taken, (size_t)count, sizeof *taken, bench_order);
  *median = taken[count / 2];
  return OK;
}

/* The moves that iterations evaluated, by making theirs again. */
static double iterations_moves(const Tour *tour, const ThreeOptMove *moves, uint32_t count,
                               int32_t *scratch) {
  int32_t *now = scratch, *next = scratch + giant_tour_most(tour->inst->n) + 1, n = tour->n;
  double all = 0;
  memcpy(now, tour->node, (size_t)n * sizeof *now);
  for (uint32_t m = 0; m < count; m++) {
    all += (double)three_opt_moves_published(n);
    three_opt_apply(now, n, moves[m], next);
    n = giant_tour_normalize(tour->inst, next, n);
    int32_t *const kept = now;
    now = next;
    next = kept;
  }
  /* fewer than were asked for: one more scan found none */
  return count < ITERATIONS ? all + (double)three_opt_moves_published(n) : all;
}

static Status iterations_measure(Backend *be, ThreeOptPlace *place, const Tour *tour, Figure *figure) {
  ThreeOptMove moves[ITERATIONS];
  uint32_t count;
  const int32_t most = cvrp_routes_most(cvrp_of(tour->inst));
  int32_t *scratch = malloc(2 * ((size_t)giant_tour_most(tour->inst->n) + 1) * sizeof *scratch);
  if (!scratch) FAIL(ERR_MEMORY, "no memory for a tour of %d nodes", tour->n);
  Status status = OK;
  for (int turn = 0; turn < 2 && status == OK; turn++) { /* the first makes launches ready */
    status = be->ops->three_opt->put(be, place, tour->node, tour->n);
    const double start = clock_s();
    if (status == OK) status = be->ops->three_opt->descend(be, place, most, ITERATIONS, moves, &count);
    if (status != OK) break;
    const double seconds = clock_s() - start;
    figure->iteration_s = seconds / (count < ITERATIONS ? count + 1 : count);
    figure->iteration_rate = iterations_moves(tour, moves, count, scratch) / seconds;
  }
  free(scratch);
  return status;
}

static Status figure_measure(Backend *be, const Tour *tour, ThreeOptEvaluator evaluator, double seconds,
                             bool iterations, Figure *figure) {
  const RouteData host = route_data_of(tour->inst);
  const ThreeOptKernels *kernels = be->ops->three_opt;
  RouteData data;
  ThreeOptPlace *place = NULL;
  *figure = (Figure){0};
  TRY(route_data_upload(be, &host, &data));
  Status status = kernels->open(be, &data, giant_tour_most(tour->inst->n), evaluator, 0, &place);
  if (status == OK) status = kernels->put(be, place, tour->node, tour->n);
  if (status == OK) status = scans_measure(be, place, seconds, &figure->scan_s);
  if (status == OK && iterations) status = iterations_measure(be, place, tour, figure);
  if (status == OK) status = kernels->describe(be, place, tour->n, &figure->how);
  kernels->close(be, place);
  route_data_free(be, &data);
  return status;
}

static void figure_print(const Options *options, const Tour *tour, const char *start, const char *evaluator,
                         const Figure *f, const Figure *host) {
  const double published = (double)three_opt_moves_published(tour->n),
               distinct = (double)three_opt_moves_distinct(tour->n);
  c_printf("%9d %6d %-7s %-6s %11.1f %10.3g %10.3g %11.1f %10.3g", tour->inst->n, tour->n, start, evaluator,
           1e6 * f->scan_s, published / f->scan_s, distinct / f->scan_s, 1e6 * f->iteration_s,
           f->iteration_rate);
  if (f->how.ceiling_moves_s > 0) c_printf(" %5.0f%%", 100 * published / f->scan_s / f->how.ceiling_moves_s);
  if (host->scan_s > 0) c_printf(" %10.3g %7.0f", published / host->scan_s, host->scan_s / f->scan_s);
  printf("\n");
  if (options->verbose) printf("%16s %s\n", "", f->how.shape);
  fflush(stdout);
}

static Status start_measure(const Options *options, BenchMachines *m, const Tour *tour, const char *start) {
  const double seconds = options->time_s > 0 ? options->time_s : 0.5;
  for (int e = 0; e < EVALUATORS; e++) {
    Figure device, host = {0};
    const bool iterations = giant_tour_most(tour->inst->n) <= ITERATED_MOST;
    TRY(figure_measure(&m->device, tour, evaluators[e].evaluator, seconds, iterations, &device));
    if (m->host.ops) TRY(figure_measure(&m->host, tour, evaluators[e].evaluator, seconds, false, &host));
    figure_print(options, tour, start, evaluators[e].name, &device, &host);
  }
  return OK;
}

/* Savings, and a star if there are not too many customers for one. */
static Status instance_measure(const Options *options, BenchMachines *m, const Instance *inst) {
  Tour tour = {inst, malloc(((size_t)giant_tour_most(inst->n) + 1) * sizeof *tour.node), 0};
  int32_t *gene = malloc((size_t)inst->n * sizeof *gene);
  Status status = tour.node && gene ? OK : status_fail(ERR_MEMORY, "no memory for %d customers", inst->n);
  if (status == OK && inst->n <= STAR_MOST && cvrp_routes_most(cvrp_of(inst)) >= inst->n) {
    start_star(inst, gene);
    tour.n = giant_tour_of(inst, gene, tour.node);
    status = start_measure(options, m, &tour, "star");
  }
  if (status == OK) status = start_savings(inst, m->device.threads, gene);
  if (status == OK) tour.n = giant_tour_of(inst, gene, tour.node);
  if (status == OK && tour.n >= 4) status = start_measure(options, m, &tour, "savings");
  free(tour.node);
  free(gene);
  return status;
}

static Status sizes_measure(const Options *options, BenchMachines *m) {
  const char *at = options->route_sizes;
  for (int32_t n; options_list_next(&at, &n);) {
    CvrpRecipe recipe = {.customers = n, .seed = options->seed};
    Instance *inst = NULL;
    cvrp_recipe_draw(&recipe);
    TRY(cvrp_generate(&recipe, &inst));
    const Status status = instance_measure(options, m, inst);
    instance_free(inst);
    TRY(status);
  }
  return OK;
}

static Status file_measure(const Options *options, BenchMachines *m) {
  Instance *inst = NULL;
  TRY(instance_read(options->instance, &inst));
  const Status status =
      inst->problem == &problem_cvrp
          ? instance_measure(options, m, inst)
          : status_fail(ERR_USAGE, "--instance %s: expected a vehicle routing instance", options->instance);
  instance_free(inst);
  return status;
}

static void header_print(const BenchMachines *m) {
  bench_machines_print(m);
  printf("%9s %6s %-7s %-6s %11s %10s %10s %11s %10s %6s", "customers", "nodes", "start", "tables",
         "scan, us", "moves/s", "distinct/s", "iter., us", "moves/s", "of max");
  c_printf(m->host.ops ? " %10s %7s\n" : "\n", "all cores", "times");
}

static Status routes_measure(const Comm *comm, const Options *options, BenchMachines *m) {
  TRY(bench_machines_open(comm, options, m));
  header_print(m);
  return options->instance[0] ? file_measure(options, m) : sizes_measure(options, m);
}

Status command_bench_routes(const Comm *comm, int argc, char **argv, int *exit_code) {
  (void)exit_code;
  Options options;
  BenchMachines m = {0};
  int first;
  options_default(&options);
  TRY(options_parse(&options, FOR_ROUTES, argc, argv, 0, &first));
  TRY(bench_instance_check(&options));
  if (comm->size > 1) FAIL(ERR_USAGE, "bench: expected one rank, found %d", comm->size);
  const Status status = routes_measure(comm, &options, &m);
  bench_machines_close(&m);
  return status;
}
