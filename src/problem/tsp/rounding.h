/* Instances whose distances lose nearly everything when they are rounded to whole numbers. Local, host only. */
#ifndef CORDEE_PROBLEM_TSP_ROUNDING_H
#define CORDEE_PROBLEM_TSP_ROUNDING_H

#include <stdbool.h>
#include "instance.h"

/* What rounding does to the distances of some pairs of places, always the same ones: places k and k + step, for steps that grow. */
typedef struct RoundingSample {
  int32_t pairs, small; /* of different places; of these, with a rounded distance of 0 or 1 */
  double sum;           /* of their distances before rounding */
} RoundingSample;
/* A distance before it is rounded; *rounded: as costs have it. */
typedef double PairLength(const void *places, int64_t a, int64_t b, int64_t *rounded);
RoundingSample rounding_sample(const void *places, int64_t count, PairLength *length);
/* Whether most of them are 0 or 1. */
bool rounding_loses(const RoundingSample *sample);
/* The power of ten, at most `most`, with which three digits of their mean are kept. */
double rounding_scale(const RoundingSample *sample, double most);

/* Problem.advice: if most distances between different places are 0 or 1, says so, and a --scale that helps, a power of ten. A sample of
 * pairs of cities is looked at, always the same. */
void tsp_advice(const Instance *inst, char *text, size_t size);

/* Problem.unrounded and Problem.scattered. Metrics that round up by their definition, or know no fractions (GEO, GEOM), may differ by 1%. */
double tsp_unrounded(const Instance *inst, const int32_t *tour, double *most, const char **help);
bool tsp_scattered(const Instance *inst);

#endif
