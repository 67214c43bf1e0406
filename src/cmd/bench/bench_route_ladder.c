/* `cordee bench ladder --routes`: the published GPU system of exhaustive 3-opt, step by step, and the library's own evaluators on the same
 * tour (src/solver/route_ladder/route_ladder_kernels.h). Milliseconds by CUDA events, the median of five windows. */
#include <stdlib.h>
#include <string.h>
#include "bench.h"
#include "ladder_cities.h"
#include "route_ladder_star.h"
#include "route_ladder_table.h"
#include "text.h"

enum { WINDOWS = 5, REPEATS_MOST = 10000 };

/* One tour, measured with all designs. */
typedef struct Case {
  const RouteLadderKernels *ops;
  RouteLadder *ladder;
  int32_t n;
  double target_s; /* of a window */
  ThreeOptMove best;
  FILE *csv; /* or NULL */
  const char *device;
} Case;

static int total_order(const void *a, const void *b) {
  const double x = ((const RouteLadderTimes *)a)->total, y = ((const RouteLadderTimes *)b)->total;
  return x < y ? -1 : x > y;
}

/* Every design has the move that the first one has. */
static Status best_check(Case *c, int k, const ThreeOptMove *best) {
  if (!k) c->best = *best;
  if (memcmp(&c->best, best, sizeof *best) == 0) return OK;
  FAIL(ERR_INTERNAL, "ladder: %s: expected delta %d, edges %d %d %d, way %d, found %d, %d %d %d, %d",
       c->ops->design(k)->name, c->best.delta, c->best.i, c->best.j, c->best.k, c->best.way, best->delta,
       best->i, best->j, best->k, best->way);
}

static Status windows_measure(Case *c, int k, RouteLadderTimes *windows) {
  ThreeOptMove best;
  RouteLadderTimes first;
  TRY(c->ops->run(c->ladder, k, 1, &first, &best));
  TRY(best_check(c, k, &best));
  const double wanted = c->target_s / first.total + 1;
  const uint32_t repeats = wanted < REPEATS_MOST ? (uint32_t)wanted : REPEATS_MOST;
  for (int w = 0; w < WINDOWS; w++) {
    TRY(c->ops->run(c->ladder, k, repeats, &windows[w], &best));
    TRY(best_check(c, k, &best));
  }
  qsort(windows, WINDOWS, sizeof *windows, total_order);
  return OK;
}

static Status designs_measure(Case *c) {
  RouteLadderTimes windows[WINDOWS];
  int count = 0;
  route_ladder_print_header(stdout);
  for (; c->ops->design(count); count++) {
    TRY(windows_measure(c, count, windows));
    const RouteLadderFigure figure = {c->ops->design(count), c->n, windows[WINDOWS / 2], windows[0].total,
                                      windows[WINDOWS - 1].total};
    route_ladder_print_row(stdout, count + 1, &figure);
    fflush(stdout);
    if (c->csv) route_ladder_csv_row(c->csv, &figure, c->device);
  }
  route_ladder_print_best(stdout, count, &c->best);
  return OK;
}

static Status star_measure(const Options *options, Backend *be, int32_t customers, FILE *csv) {
  RouteStar star;
  Case c = {.ops = be->ops->route_ladder,
            .target_s = options->time_s > 0 ? options->time_s / WINDOWS : 0.05,
            .csv = csv,
            .device = be->device_name};
  TRY(route_star_make(options->instance, customers, options->seed, &star));
  const RouteData data = route_data_of(star.inst);
  printf("\nstar of %s: ", text_line(star.inst->name));
  route_ladder_print_size(stdout, c.n = star.nodes);
  Status status = c.ops->open(be, &data, star.tour, star.nodes, &c.ladder);
  if (status == OK) status = designs_measure(&c);
  c.ops->close(c.ladder);
  route_star_free(&star);
  return status;
}

Status route_ladder_measure(const Options *options, Backend *be, FILE *csv) {
  LadderSizes sizes = {.count = 1, .n = {STAR_CUSTOMERS}};
  TRY(bench_instance_check(options));
  if (options_given(options, "sizes")) TRY(ladder_sizes_parse(options->ladder_sizes, &sizes));
  printf("%s: %s\n", be->ops->name, text_line(be->device_name));
  if (csv) route_ladder_csv_header(csv);
  for (int s = 0; s < sizes.count; s++) TRY(star_measure(options, be, sizes.n[s], csv));
  return OK;
}
