/* The rows of `cordee-ladder routes`: texts of its designs, columns, measures. */
#ifndef CORDEE_LADDER_ROUTE_TABLE_H
#define CORDEE_LADDER_ROUTE_TABLE_H

#include <stdio.h>
#include "published.h"
#include "route_kernels.h"

typedef struct RouteLadderFigure {
  const RouteLadderDesign *design;
  int32_t n;
  RouteLadderTimes times;                 /* the median of several windows, by total */
  double low, high;                       /* seconds in total */
  int32_t registers[ROUTE_LADDER_STAGES]; /* of a design with stages */
} RouteLadderFigure;

/* Those of RouteLadderKernels.design, by name. */
extern const LadderDesign route_ladder_designs[];
extern const LadderColumn route_ladder_columns[];

/* "399 nodes, 72998772 moves (41977... distinct), list of 1.17 GB". */
void route_ladder_print_size(FILE *out, int32_t n);
/* All in one scan; of a design with stages also its stages, their shares and registers. */
void route_ladder_row(const LadderTable *table, const RouteLadderFigure *figure);
/* "best move: ..." or that there is none; `designs` found it. */
void route_ladder_print_best(FILE *out, int designs, const ThreeOptMove *best);

#endif
