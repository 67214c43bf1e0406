/* What rounding takes from distances of routes: Problem.unrounded and Problem.scattered. Local, host only. */
#ifndef CORDEE_PROBLEM_CVRP_CVRP_ROUNDING_H
#define CORDEE_PROBLEM_CVRP_CVRP_ROUNDING_H

#include <stdbool.h>
#include "instance.h"

/* Metrics that round up or truncate by their definition may differ by 1%. */
double cvrp_unrounded(const Instance *inst, const int32_t *gene, double *most, const char **help);
bool cvrp_scattered(const Instance *inst);

/* Problem.advice: as tsp_advice. */
void cvrp_advice(const Instance *inst, char *text, size_t size);

#endif
