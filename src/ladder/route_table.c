/* See route_table.h. */
#include "route_table.h"

#include <math.h>
#include "c_locale.h"

/* ---- designs ---- */

/* Milliseconds of the slides: a Fermi card, 399 nodes. The whole is the share of the objective in it, as printed, turned round. */
#define FERMI(WHOLE, OBJECTIVE, CRITERION)                                                                   \
  ((const LadderFigure[]){{"all", "399", WHOLE, "Fermi", "2010"},                                            \
                          {"objective", "399", OBJECTIVE, "Fermi", "2010"},                                  \
                          {"criterion", "399", CRITERION, "Fermi", "2010"},                                  \
                          {.value = NULL}})
#define SLIDES "Schulz, Hasle et al. 2010"

const LadderDesign route_ladder_designs[] = {
    {"first-try", SLIDES, "list of moves; the tour's parts in a local array", FERMI("2515", "1069", "1410"),
     LADDER_GPU},
    {"limits", SLIDES, "64 registers, 128 threads a block, large L1", FERMI("1165", "475", "657"),
     LADDER_GPU},
    {"registers", SLIDES, "parts in registers", FERMI("1060", "479", "544"), LADDER_GPU},
    {"arrays", SLIDES, "hierarchy as a structure of arrays", FERMI("1098", "479", "584"), LADDER_GPU},
    {"order", SLIDES, "simpler order; array of structures again", FERMI("697", "295", "369"), LADDER_GPU},
    {"powers", SLIDES, "blocks of powers of two: shifts, no divisions", FERMI("541", "213", "295"),
     LADDER_GPU},
    {"double", SLIDES, "length in double precision", FERMI("554", "215", "295"), LADDER_GPU},
    {"hierarchy", "", "no list; one kernel, a block an i", NULL, LADDER_GPU},
    {"tables", "", "folded pair tables, 32 bits", NULL, LADDER_GPU},
    {"packed", "", "folded pair tables, packed 16 bits", NULL, LADDER_GPU},
    {.name = NULL}};

/* ---- rows ---- */

const LadderColumn route_ladder_columns[] = {{"moves", NULL, 0},
                                             {"objective_ms", NULL, 0},
                                             {"criterion_ms", NULL, 0},
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
