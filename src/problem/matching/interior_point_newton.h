/* Inside interior_point.c: the point, and one Newton step from it. */
#ifndef CORDEE_PROBLEM_MATCHING_INTERIOR_POINT_NEWTON_H
#define CORDEE_PROBLEM_MATCHING_INTERIOR_POINT_NEWTON_H

#include <stddef.h>
#include "interior_point.h"

enum { NEAR = 24 }; /* machines of a task that the program considers, at most */

typedef struct InteriorPoint {
  const Instance *inst;
  int threads, near;
  size_t machines;
  double scale;                         /* times are multiplied by it */
  int32_t *machine;                     /* (tasks, near) ascending */
  double *time, *x, *dx;                /* (tasks, near) */
  double *y, *dy;                       /* (tasks) */
  double *u, *du, *idle, *didle, *unit; /* (machines) unit: see system_solve */
  double span, dspan, mu;
  double *matrix;                                 /* (MATCH_CHUNKS, machines, machines) upper triangle */
  double *right;                                  /* (MATCH_CHUNKS, machines) */
  double part[MATCH_CHUNKS], other[MATCH_CHUNKS]; /* results of chunks */
} InteriorPoint;

static inline double parts_sum(const double *part) {
  double sum = 0;
  for (int chunk = 0; chunk < MATCH_CHUNKS; chunk++) sum += part[chunk];
  return sum;
}

/* The Newton step towards x z = idle u = mu: dx, dy, du, didle and dspan; *primal and *dual, at most 1, are the shares of it
 * that keep x and idle, z and u above 0. */
void newton_direction(InteriorPoint *p, double *primal, double *dual);

/* Takes these shares of the step. Returns the sum of all products x z and idle u. */
double newton_move(InteriorPoint *p, double primal, double dual);

#endif
