/* `cordee-ladder routes`: the published GPU system of exhaustive 3-opt, step by step, and the library's own evaluators on the same
 * tour (route_kernels.h). Milliseconds by CUDA events, the median of five windows. */
#include <stdlib.h>
#include <string.h>
#include "cities.h"
#include "ladders.h"
#include "route_star.h"
#include "route_table.h"
#include "text.h"

enum { WINDOWS = 5, REPEATS_MOST = 10000 };

/* One tour, measured with all designs. */
typedef struct Case {
  const RouteLadderKernels *ops;
  RouteLadder *ladder;
  int32_t n;
  double target_s; /* of a window */
  int measured;    /* designs so far */
  ThreeOptMove best;
  const LadderRun *run;
} Case;

static int total_order(const void *a, const void *b) {
  const double x = ((const RouteLadderTimes *)a)->total, y = ((const RouteLadderTimes *)b)->total;
  return x < y ? -1 : x > y;
}

/* Every design has the move that the first one has. */
static Status best_check(Case *c, int k, const ThreeOptMove *best) {
  if (!c->measured) c->best = *best;
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

static Status design_measure(Case *c, int k) {
  RouteLadderTimes windows[WINDOWS];
  const RouteLadderDesign *const design = c->ops->design(k);
  RouteLadderFigure figure = {.design = design, .n = c->n};
  TRY(windows_measure(c, k, windows));
  c->measured++;
  if (design->stages) TRY(c->ops->registers(k, figure.registers));
  figure.times = windows[WINDOWS / 2];
  figure.low = windows[0].total;
  figure.high = windows[WINDOWS - 1].total;
  route_ladder_row(&c->run->table, &figure);
  return OK;
}

static Status designs_measure(Case *c) {
  ladder_table_heading(&c->run->table);
  for (int k = 0; c->ops->design(k); k++) {
    const LadderDesign *about = ladder_design_named(route_ladder_designs, c->ops->design(k)->name);
    if (!about) FAIL(ERR_INTERNAL, "ladder: no text for the design %s", c->ops->design(k)->name);
    if (ladder_design_runs(c->run, about)) TRY(design_measure(c, k));
  }
  route_ladder_print_best(stdout, c->measured, &c->best);
  return OK;
}

static Status star_measure(const LadderRun *run, int32_t customers) {
  const LadderSettings *const settings = run->settings;
  RouteStar star;
  Case c = {.ops = run->designs->routes,
            .target_s = settings->time_s > 0 ? settings->time_s / WINDOWS : 0.05,
            .run = run};
  TRY(route_star_make(settings->instance, customers, settings->seed, &star));
  const RouteData data = route_data_of(star.inst);
  c.n = star.nodes;
  printf("\nstar of %s: ", text_line(star.inst->name));
  route_ladder_print_size(stdout, c.n);
  Status status = c.ops->open(run->be, &data, star.tour, star.nodes, &c.ladder);
  if (status == OK) status = designs_measure(&c);
  c.ops->close(c.ladder);
  route_star_free(&star);
  return status;
}

static Status stars_measure(const LadderRun *run) {
  LadderSizes sizes = {.count = 1, .n = {STAR_CUSTOMERS}};
  if (run->settings->instance[0] && run->settings->sizes[0])
    FAIL(ERR_USAGE, "--sizes: expected none beside --instance, which has a size of its own");
  if (run->settings->sizes[0]) TRY(ladder_sizes_parse(run->settings->sizes, &sizes));
  ladder_legend(run);
  for (int s = 0; s < sizes.count; s++) TRY(star_measure(run, sizes.n[s]));
  return OK;
}

static const OptionRow options[] = {
    LADDER_SEED,
    LADDER_TIME("measure a design for this time, in seconds; 0: 0.25"),
    LADDER_BACKEND,
    LADDER_SIZES(NULL, "numbers of uniform customers (default 199, the published size)"),
    LADDER_INSTANCE("FILE", "measure on this instance of vehicle routing instead"),
    LADDER_DESIGNS,
    LADDER_CSV("write the measurements to FILE, too (-: standard output)"),
    {.name = NULL}};

const LadderEntry ladder_routes = {.name = "routes",
                                   .summary = "published GPU designs of exhaustive 3-opt for vehicle routing",
                                   .help = "The tour has one route per customer, as published.\n"
                                           "  cordee-ladder routes --sizes 50,100,199\n",
                                   .options = options,
                                   .designs = route_ladder_designs,
                                   .columns = route_ladder_columns,
                                   .needs = LADDER_OF_DESIGNS,
                                   .mark = "design,n,",
                                   .run = stars_measure};
