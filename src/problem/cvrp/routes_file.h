/* Solutions of vehicle routing as files, as CVRPLIB has them (.sol). Local, host only.
 *
 *   Route #1: 21 31 19 17 13 7 26
 *   Route #2: 12 1 16 30
 *   Cost 784
 *
 * Routes are numbered from 1, each on a line of its own; customers from 1 to n; the depot is not written. Cost is
 * the distance, whatever the objective is. */
#ifndef CORDEE_PROBLEM_CVRP_ROUTES_FILE_H
#define CORDEE_PROBLEM_CVRP_ROUTES_FILE_H

#include "problem.h"

/* Problem.forms. .csv: route, visit and customer, a line each. */
extern const SolutionForm routes_forms[];

/* Problem.solution_write. ERR_IO. */
Status routes_write(const char *path, const Instance *inst, const int32_t *gene, int64_t cost);

/* Problem.solution_read: every customer once, routes that are not empty, and a cost at the end. ERR_NO_INPUT, ERR_FORMAT,
 * ERR_MEMORY. */
Status routes_read(const char *path, const Instance *inst, int32_t *gene, char *remark);

/* The same from memory; `path` only serves messages. */
Status routes_parse(const char *path, const char *text, size_t bytes, const Instance *inst, int32_t *gene);

#endif
