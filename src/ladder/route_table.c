/* See route_table.h. */
#include "route_table.h"

#include <math.h>
#include "c_locale.h"

/* ---- designs ---- */

/* Milliseconds and shares in % of the slides: a Fermi card, 399 nodes. The whole is the objective by its share; the rest, the hierarchy and
 * the choice, is what the two shares leave. Registers are those of the compiler before the parts were in registers, and then. */
#define FERMI(MEASURE, VALUE)                                                                                \
  { MEASURE, "399", VALUE, "Fermi", "2010" }
#define TIMES(WHOLE, OBJECTIVE, CRITERION, OBJECTIVE_SHARE, CRITERION_SHARE, REST)                           \
  FERMI("all", WHOLE), FERMI("objective", OBJECTIVE), FERMI("criterion", CRITERION),                         \
      FERMI("objective share", OBJECTIVE_SHARE), FERMI("criterion share", CRITERION_SHARE),                  \
      FERMI("rest share", REST)
#define STEP(...) ((const LadderFigure[]){TIMES(__VA_ARGS__), {.value = NULL}})
static const LadderFigure limits[] = {TIMES("1165", "475", "657", "40.8", "56.3", "2.9"),
                                      FERMI("objective registers", "32"),
                                      FERMI("criterion registers", "39"),
                                      {.value = NULL}};
static const LadderFigure registers[] = {TIMES("1060", "479", "544", "45.3", "51.1", "3.6"),
                                         FERMI("objective registers", "32"),
                                         FERMI("criterion registers", "37"),
                                         {.value = NULL}};
#define SLIDES "Schulz, Hasle et al. 2010"

const LadderDesign route_ladder_designs[] = {
    {"first-step", SLIDES,
     "list of moves; parts in a local array; 32 registers, 32 threads a block, small L1",
     STEP("2515", "1069", "1410", "42.5", "56.1", "1.4"), LADDER_GPU},
    {"first-try", "", "the same with 256 threads a block and as many registers as the compiler takes", NULL,
     LADDER_GPU},
    {"limits", SLIDES, "64 registers, 128 threads a block, large L1", limits, LADDER_GPU},
    {"registers", SLIDES, "parts in registers", registers, LADDER_GPU},
    {"arrays", SLIDES, "hierarchy as a structure of arrays",
     STEP("1098", "479", "584", "43.6", "53.3", "3.1"), LADDER_GPU},
    {"order", SLIDES, "simpler order; array of structures again",
     STEP("697", "295", "369", "42.3", "53.0", "4.7"), LADDER_GPU},
    {"powers", SLIDES, "blocks of powers of two: shifts, no divisions",
     STEP("541", "213", "295", "39.4", "54.5", "6.1"), LADDER_GPU},
    {"double", SLIDES, "length in double precision", STEP("554", "215", "295", "38.9", "53.2", "7.9"),
     LADDER_GPU},
    {"hierarchy", "", "no list; one kernel, a block an i", NULL, LADDER_GPU},
    {"tables", "", "folded pair tables, 32 bits", NULL, LADDER_GPU},
    {"packed", "", "folded pair tables, packed 16 bits", NULL, LADDER_GPU},
    {.name = NULL}};

/* ---- rows ---- */

const LadderColumn route_ladder_columns[] = {{"moves", NULL, 0},
                                             {"objective_ms", NULL, 0},
                                             {"criterion_ms", NULL, 0},
                                             {"hierarchy_ms", "hierarchy ms", 12},
                                             {"choice_ms", "choice ms", 10},
                                             {"all_ms", NULL, 0},
                                             {"low_ms", NULL, 0},
                                             {"high_ms", NULL, 0},
                                             {"moves_per_s", "moves/s", 10},
                                             {"objective_gb_s", "obj. GB/s", 10},
                                             {"criterion_gb_s", "crit. GB/s", 10},
                                             {"choice_gb_s", NULL, 0},
                                             {.key = NULL}};

static uint64_t distinct(int32_t n) {
  const uint64_t m = (uint64_t)n - 1;
  return 4 * (route_ladder_moves(n) / THREE_OPT_WAYS) + m * (m - 1) / 2;
}

void route_ladder_print_size(FILE *out, int32_t n) {
  const uint64_t moves = route_ladder_moves(n);
  c_fprintf(out, "%d nodes, %llu moves (%llu distinct), list of %.2f GB\n", n, (unsigned long long)moves,
            (unsigned long long)distinct(n), 1e-9 * (double)(moves * sizeof(RouteLadderMove)));
}

static double rate_of(const RouteLadderFigure *f) {
  return (double)route_ladder_moves(f->n) / f->times.total;
}

/* Milliseconds of a stage. */
static LadderCell stage_ms(const RouteLadderFigure *f, int stage) {
  return LADDER_NUMBER(f->design->stages ? 1e3 * f->times.stage[stage] : NAN);
}

/* % of the time of an iteration. */
static double share(const RouteLadderFigure *f, int stage) {
  return 100 * f->times.stage[stage] / f->times.total;
}

/* 1e9 bytes a second of what a stage must read and write. */
static LadderCell bandwidth(const RouteLadderFigure *f, int stage) {
  if (!f->design->stages) return LADDER_NUMBER(NAN);
  return LADDER_NUMBER(1e-9 * (double)route_ladder_moves(f->n) * f->design->bytes[stage] /
                       f->times.stage[stage]);
}

void route_ladder_row(const LadderTable *table, const RouteLadderFigure *f) {
  const LadderCell cells[] = {LADDER_NUMBER((double)route_ladder_moves(f->n)),
                              stage_ms(f, ROUTE_LADDER_OBJECTIVE),
                              stage_ms(f, ROUTE_LADDER_CRITERION),
                              stage_ms(f, ROUTE_LADDER_HIERARCHY),
                              stage_ms(f, ROUTE_LADDER_CHOICE),
                              LADDER_NUMBER(1e3 * f->times.total),
                              LADDER_NUMBER(1e3 * f->low),
                              LADDER_NUMBER(1e3 * f->high),
                              LADDER_NUMBER(rate_of(f)),
                              bandwidth(f, ROUTE_LADDER_OBJECTIVE),
                              bandwidth(f, ROUTE_LADDER_CRITERION),
                              bandwidth(f, ROUTE_LADDER_CHOICE)};
  const LadderMeasure measures[] = {
      {"all", "ms", 1e3 * f->times.total},
      {f->design->stages ? "objective" : NULL, "ms", 1e3 * f->times.stage[ROUTE_LADDER_OBJECTIVE]},
      {"criterion", "ms", 1e3 * f->times.stage[ROUTE_LADDER_CRITERION]},
      {"objective share", "%", share(f, ROUTE_LADDER_OBJECTIVE)},
      {"criterion share", "%", share(f, ROUTE_LADDER_CRITERION)},
      {"hierarchy share", "%", share(f, ROUTE_LADDER_HIERARCHY)},
      {"choice share", "%", share(f, ROUTE_LADDER_CHOICE)},
      {"rest share", "%", share(f, ROUTE_LADDER_HIERARCHY) + share(f, ROUTE_LADDER_CHOICE)},
      {"objective registers", "a thread", f->registers[ROUTE_LADDER_OBJECTIVE]},
      {"criterion registers", "a thread", f->registers[ROUTE_LADDER_CRITERION]},
      {.name = NULL}};
  ladder_table_row(table, ladder_design_named(route_ladder_designs, f->design->name), f->n, cells, measures);
}

void route_ladder_print_best(FILE *out, int designs, const ThreeOptMove *best) {
  if (best->delta)
    fprintf(out, "best move: delta %d, edges %d %d %d, way %d: the same by all %d designs\n", best->delta,
            best->i, best->j, best->k, best->way, designs);
  else
    fprintf(out, "no improving move: the same by all %d designs\n", designs);
}
