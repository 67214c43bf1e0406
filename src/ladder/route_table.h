/* The figures of `cordee-ladder routes` as a table for people and as CSV. */
#ifndef CORDEE_LADDER_ROUTE_TABLE_H
#define CORDEE_LADDER_ROUTE_TABLE_H

#include <stdio.h>
#include "route_kernels.h"

typedef struct RouteLadderFigure {
  const RouteLadderDesign *design;
  int32_t n;
  RouteLadderTimes times; /* the median of several windows, by total */
  double low, high;       /* seconds in total */
} RouteLadderFigure;

/* "399 nodes, 72998772 moves (41977... distinct), list of 1.17 GB". */
void route_ladder_print_size(FILE *out, int32_t n);
void route_ladder_print_header(FILE *out);
/* number: from 1. */
void route_ladder_print_row(FILE *out, int number, const RouteLadderFigure *figure);
/* "best move: ..." or that there is none; `designs` found it. */
void route_ladder_print_best(FILE *out, int designs, const ThreeOptMove *best);

void route_ladder_csv_header(FILE *csv);
void route_ladder_csv_row(FILE *csv, const RouteLadderFigure *figure, const char *device);

#endif
