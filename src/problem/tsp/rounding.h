/* Instances whose distances lose nearly everything when they are rounded to whole numbers. Local, host only. */
#ifndef CORDEE_PROBLEM_TSP_ROUNDING_H
#define CORDEE_PROBLEM_TSP_ROUNDING_H

#include <stdbool.h>
#include "instance.h"

/* Problem.advice: if most distances between different places are 0 or 1, says so, and a --scale that helps, a power of ten. A sample of
 * pairs of cities is looked at, always the same. */
void tsp_advice(const Instance *inst, char *text, size_t size);

/* Problem.unrounded and Problem.scattered. Metrics that round up by their definition, or know no fractions (GEO, GEOM), may differ by 1%. */
double tsp_unrounded(const Instance *inst, const int32_t *tour, double *most, const char **help);
bool tsp_scattered(const Instance *inst);

#endif
