/* `cordee-ladder swap`: one climber that swaps two cities, as a tutorial built it for a GPU in eight versions, beside CPU versions and the
 * library's own kernel (swap_kernels.h). All make the same swaps, which is checked. */
#include <stdlib.h>
#include <string.h>
#include "cities.h"
#include "ladders.h"
#include "problem/tsp/tsp.h"
#include "swap_host.h"
#include "swap_table.h"
#include "text.h"

enum { STEPS_A_CITY = 64 /* no climb is that long */, REPEATS = 20, CELLS = 6 };
#define CPU_SECONDS 2.0

/* One size. */
typedef struct Case {
  const LadderRun *run;
  const SwapLadderKernels *ops; /* NULL: no GPU */
  SwapLadder *ladder;
  Instance *inst;
  SwapClimb climb;
  SwapRun got, first; /* first: of the first design, whose swaps all others make */
  SwapRun ours;
  int32_t *tour, *ours_tour;
} Case;

/* ---- the same swaps ---- */

static Status ours_reach(Case *c, uint32_t iterations) {
  if (c->ours.iterations == iterations) return OK;
  return swap_ours_run(c->run->be, c->inst, &c->climb, iterations, false, c->ours_tour, &c->ours);
}

/* The first design's swaps are kept; another one's are the same as far as both went. */
static Status steps_compare(Case *c, const char *name) {
  const uint32_t both = c->got.steps < c->first.steps ? c->got.steps : c->first.steps;
  for (uint32_t k = 0; k < both; k++)
    if (memcmp(&c->first.step[k], &c->got.step[k], sizeof *c->got.step) != 0)
      FAIL(ERR_INTERNAL, "ladder: %s: swap %u: expected a change of %d, found %d, or other positions", name,
           k + 1, c->first.step[k].change, c->got.step[k].change);
  if (c->got.steps <= c->first.steps) return OK;
  memcpy(c->first.step, c->got.step, c->got.steps * sizeof *c->got.step);
  c->first.steps = c->got.steps;
  return OK;
}

static Status ours_check(const Case *c, const char *name) {
  if (c->ours.minimum == c->got.minimum && c->ours.iterations == c->got.iterations &&
      memcmp(c->tour, c->ours_tour, (size_t)c->climb.n * sizeof *c->tour) == 0)
    return OK;
  FAIL(ERR_INTERNAL,
       "ladder: %s: expected the tour of --method climb --move swap after %u iterations, found another one",
       name, c->got.iterations);
}

/* The swaps lead to the tour, are those of the other designs, and without side constraints lead where the library's own kernel is after as many
 * iterations. */
static Status run_check(Case *c, const char *name) {
  TRY(swap_replay(&c->climb, name, &c->got, c->tour));
  TRY(steps_compare(c, name));
  if (c->climb.forbid) return OK;
  TRY(ours_reach(c, c->got.iterations));
  return ours_check(c, name);
}

/* ---- designs ---- */

static int kernel_of(const Case *c, const LadderDesign *design) {
  for (int k = 0; c->ops && c->ops->design(k); k++)
    if (strcmp(c->ops->design(k)->name, design->name) == 0) return k;
  return -1;
}

static Status ours_measure(Case *c, const LadderDesign *design) {
  if (c->climb.forbid) {
    ladder_table_left_out(&c->run->table, design, c->climb.n, "it has no side constraints");
    return OK;
  }
  const bool block = strcmp(design->name, "ours-block") == 0;
  TRY(swap_ours_run(c->run->be, c->inst, &c->climb, 3, block, c->tour, &c->got)); /* the warm-up */
  TRY(swap_ours_run(c->run->be, c->inst, &c->climb, c->climb.limit, block, c->tour, &c->got));
  TRY(ours_reach(c, c->got.iterations));
  swap_row(&c->run->table, design, c->climb.n, &c->got);
  return ours_check(c, design->name);
}

static Status cpu_measure(Case *c, const LadderDesign *design) {
  const double seconds = c->run->settings->time_s > 0 ? c->run->settings->time_s : CPU_SECONDS;
  const bool numbers = strcmp(design->name, "cpu-numbers") == 0;
  swap_cpu_run(&c->climb, numbers ? SWAP_NUMBERS : SWAP_LOOPS, seconds, c->tour, &c->got);
  TRY(run_check(c, design->name));
  swap_row(&c->run->table, design, c->climb.n, &c->got);
  return OK;
}

static Status gpu_measure(Case *c, const LadderDesign *design, int k) {
  const int32_t largest = swap_largest(c->ops->design(k)->map);
  char why[160];
  if (c->climb.n > largest) {
    snprintf(why, sizeof why,
             "its formula in floats gives numbers wrong positions from %d cities on (at 10,000 the published "
             "program ends with an error)",
             largest + 1);
    ladder_table_left_out(&c->run->table, design, c->climb.n, why);
    return OK;
  }
  TRY(c->ops->run(c->ladder, k, &c->got));
  TRY(c->ops->tour(c->ladder, c->tour));
  TRY(run_check(c, design->name));
  swap_row(&c->run->table, design, c->climb.n, &c->got);
  return OK;
}

/* Where the swaps led, that of the design measured last. */
static void length_print(const Case *c) {
  const bool forbid = c->climb.forbid;
  int64_t length = 0;
  if (judge_tour(c->inst, forbid ? c->tour : c->ours_tour, &length) == OK)
    printf("after %u iterations a tour of length %lld\n", forbid ? c->got.iterations : c->ours.iterations,
           (long long)length);
}

static Status designs_measure(Case *c) {
  for (const LadderDesign *d = swap_designs; d->name; d++) {
    const int k = kernel_of(c, d);
    if (!ladder_design_runs(c->run, d)) continue;
    if (k >= 0)
      TRY(gpu_measure(c, d, k));
    else if (strncmp(d->name, "ours", 4) == 0)
      TRY(ours_measure(c, d));
    else if (d->place == LADDER_CPU)
      TRY(cpu_measure(c, d));
    else
      FAIL(ERR_INTERNAL, "ladder: no kernel for the design %s", d->name);
  }
  length_print(c);
  return OK;
}

/* ---- --mapping: numbers with other positions than they should have ---- */

static const struct {
  const char *design;
  SwapMap map;
} formulas[] = {{"base", SWAP_ROOT}, {"rearranged", SWAP_REARRANGED}, {"folded", SWAP_FOLDED}};

/* A row without cells of its own. */
static void measures_row(const Case *c, const LadderDesign *design, const LadderMeasure *measures) {
  LadderCell none[CELLS];
  for (int k = 0; k < CELLS; k++) none[k] = LADDER_TEXT("");
  ladder_table_row(&c->run->table, design, c->climb.n, none, measures);
}

static Status mapping_measure(Case *c) {
  for (size_t k = 0; k < sizeof formulas / sizeof *formulas; k++) {
    const uint64_t host = swap_wrong(formulas[k].map, c->climb.n);
    uint64_t device = host;
    if (c->ops) TRY(c->ops->wrong(c->ladder, formulas[k].map, &device));
    if (device != host)
      FAIL(ERR_INTERNAL, "ladder: %s with %d cities: expected %llu wrong numbers, found %llu on the device",
           formulas[k].design, c->climb.n, (unsigned long long)host, (unsigned long long)device);
    measures_row(
        c, ladder_design_named(swap_designs, formulas[k].design),
        (const LadderMeasure[]){{"wrong numbers", c->ops ? "both" : "host", (double)host}, {.name = NULL}});
  }
  return OK;
}

/* ---- --bound: whole, math-only, memory-only ---- */

/* What is close to the whole bounds it; what is far below it does not. */
static const char *verdict_of(double math, double memory) {
  const bool by_math = math > 0.85, by_memory = memory > 0.85;
  if (by_math && by_memory) return "balanced: arithmetic and memory overlap";
  if (!by_math && !by_memory && math < 0.6 && memory < 0.6) return "bound by latency";
  return memory > math ? "bound by memory" : "bound by arithmetic";
}

static Status part_measure(Case *c, int k, SwapPart part, double *seconds) {
  static const char *const names[] = {"whole", "math-only", "memory-only"};
  const SwapBest want = swap_part(&c->climb, part);
  SwapBest got;
  TRY(c->ops->part(c->ladder, k, part, REPEATS, seconds, &got));
  if (got.word == want.word && (part == SWAP_MEMORY || got.change == want.change)) return OK;
  FAIL(ERR_INTERNAL, "ladder: %s, %s: expected %d, %u, found %d, %u", c->ops->design(k)->name, names[part],
       want.change, want.word, got.change, got.word);
}

static Status bound_measure(Case *c) {
  for (int k = 0; c->ops->design(k); k++) {
    const LadderDesign *design = ladder_design_named(swap_designs, c->ops->design(k)->name);
    double s[SWAP_MEMORY + 1];
    if (!c->ops->design(k)->parts || !ladder_design_runs(c->run, design) ||
        c->climb.n > swap_largest(c->ops->design(k)->map))
      continue;
    for (int part = SWAP_WHOLE; part <= SWAP_MEMORY; part++)
      TRY(part_measure(c, k, (SwapPart)part, &s[part]));
    measures_row(c, design,
                 (const LadderMeasure[]){{"evaluate", "us", 1e6 * s[SWAP_WHOLE]},
                                         {"math alone", "us", 1e6 * s[SWAP_MATH]},
                                         {"memory alone", "us", 1e6 * s[SWAP_MEMORY]},
                                         {.name = NULL}});
    printf("%s: %s\n", design->name,
           verdict_of(s[SWAP_MATH] / s[SWAP_WHOLE], s[SWAP_MEMORY] / s[SWAP_WHOLE]));
  }
  return OK;
}

/* ---- sizes ---- */

static Status case_open(Case *c, int32_t *start) {
  const size_t n = (size_t)c->climb.n, steps = c->climb.limit * sizeof *c->got.step;
  c->tour = malloc(n * sizeof *c->tour);
  c->ours_tour = malloc(n * sizeof *c->tour);
  c->got.step = malloc(steps);
  c->first.step = malloc(steps);
  if (!c->tour || !c->ours_tour || !c->got.step || !c->first.step)
    FAIL(ERR_MEMORY, "no memory for %zu cities", n);
  swap_start(c->run->settings->seed, c->climb.n, start);
  c->climb.start = start;
  return c->ops ? c->ops->open(c->run->be, &c->climb, &c->ladder) : OK;
}

static void case_close(Case *c) {
  if (c->ops) c->ops->close(c->ladder);
  free(c->tour);
  free(c->ours_tour);
  free(c->got.step);
  free(c->first.step);
}

static Status case_measure(Case *c) {
  const LadderSettings *const settings = c->run->settings;
  if (settings->mapping) return mapping_measure(c);
  return settings->bound ? bound_measure(c) : designs_measure(c);
}

static Status size_measure(const LadderRun *run, Instance *inst, uint32_t limit) {
  Case c = {.run = run, .ops = run->designs ? run->designs->swap : NULL, .inst = inst};
  SwapPoint *point = NULL;
  int32_t *start = malloc((size_t)inst->n * sizeof *start);
  Status status =
      start ? swap_points(inst, &point) : status_fail(ERR_MEMORY, "no memory for %d cities", inst->n);
  c.climb = (SwapClimb){.n = inst->n,
                        .point = point,
                        .forbid = run->settings->forbid,
                        .limit = limit ? limit : STEPS_A_CITY * (uint32_t)inst->n};
  printf("\n%s, %d cities, %u swaps\n", text_line(inst->name), inst->n, swap_count(inst->n));
  ladder_table_heading(&run->table);
  if (status == OK) status = case_open(&c, start);
  if (status == OK) status = case_measure(&c);
  case_close(&c);
  free(point);
  free(start);
  return status;
}

static Status instance_make(const LadderRun *run, int32_t n, Instance **out) {
  const LadderSettings *const settings = run->settings;
  Instance *all;
  if (!settings->instance[0]) return ladder_cities_uniform(n, settings->seed, out);
  TRY(ladder_cities_read(settings->instance, n, settings->seed, &all));
  const Status status = ladder_cities_first(all, n, out);
  instance_free(all);
  return status;
}

static Status settings_check(const LadderSettings *settings, const LadderRun *run) {
  if (settings->mapping && settings->bound)
    FAIL(ERR_USAGE, "swap: expected one of --mapping and --bound, found both");
  if (settings->bound && !run->designs)
    FAIL(ERR_DEVICE, "swap --bound: the kernels are for GPUs, and this is the backend cpu");
  return OK;
}

static Status sizes_measure(const LadderRun *run) {
  LadderSizes sizes, limits;
  TRY(settings_check(run->settings, run));
  TRY(ladder_sizes_parse(run->settings->sizes, &sizes));
  TRY(ladder_sizes_parse(run->settings->iterations, &limits));
  ladder_legend(run);
  for (int s = 0; s < sizes.count; s++) {
    const int32_t limit = limits.n[s < limits.count ? s : limits.count - 1];
    Instance *inst = NULL;
    TRY(instance_make(run, sizes.n[s], &inst));
    const Status status = size_measure(run, inst, (uint32_t)limit);
    instance_free(inst);
    TRY(status);
  }
  return OK;
}

static const OptionRow options[] = {
    LADDER_SEED,
    LADDER_TIME("end a CPU version after this time, in seconds; 0: 2"),
    LADDER_BACKEND,
    LADDER_THREADS,
    LADDER_SIZES("1000,2000,10000", "numbers of uniform cities, or of the first ones of the instance"),
    {"iterations", KIND_LIST, OPTION_FIELD(LadderSettings, iterations), "0,0,500", .argument = "N,N,...",
     .least = "0", .most = "1000000",
     .help = "iterations at most of each size, the last one also of further sizes; 0: to the local minimum"},
    LADDER_INSTANCE("FILE", "take cities of this instance, EUC_2D, whole coordinates at most 32767 apart"),
    {"forbid", KIND_FLAG, OPTION_FIELD(LadderSettings, forbid),
     .help = "with a side constraint: one pair of cities in 61 may not become neighbours"},
    {"mapping", KIND_FLAG, OPTION_FIELD(LadderSettings, mapping),
     .help =
         "count the numbers of swaps for which each formula has wrong positions, on the host and on the GPU"},
    {"bound", KIND_FLAG, OPTION_FIELD(LadderSettings, bound),
     .help = "time kernels that evaluate without memory, and that read without arithmetic, beside the whole"},
    LADDER_DESIGNS,
    LADDER_CSV("write the measurements to FILE, too (-: standard output)"),
    {.name = NULL}};

const LadderEntry ladder_swaps = {
    .name = "swap",
    .summary = "eight published GPU versions of a local search of one tour by swaps, and CPU versions",
    .help =
        "All versions make the same swaps as --method climb --move swap with one climber and the same seed.\n"
        "  cordee-ladder swap --sizes 200 --iterations 20 --csv swap.csv\n"
        "  cordee-ladder swap --sizes 5000 --mapping\n",
    .options = options,
    .designs = swap_designs,
    .columns = swap_columns,
    .needs = LADDER_OF_BOTH,
    .mark = "design,n,",
    .run = sizes_measure};
