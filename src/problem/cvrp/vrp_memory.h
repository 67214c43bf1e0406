/* Instances of arrays in memory: the checks of the readers of files, without files. Local, host only. */
#ifndef CORDEE_PROBLEM_CVRP_VRP_MEMORY_H
#define CORDEE_PROBLEM_CVRP_VRP_MEMORY_H

#include "cvrp_options.h"

/* Arrays are (customers + 1), the depot first; the matrix is (customers + 1, customers + 1). NULL, 0: it is not there. */
typedef struct VrpArrays {
  int32_t customers, capacity, vehicles;
  const double *x, *y;
  const int32_t *matrix, *demand;
  const double *distances, *loads; /* in place of these, with decimals that are kept exactly */
  double load_capacity;            /* with loads */
  const double *ready, *due, *service;
  double longest; /* duration of a route */
} VrpArrays;

/* The instance that a file of these numbers would be (vrp.h), its numbers written with 15 significant digits and 18 decimals at most. With both, distances are the matrix's.
 * Without a name. *out is owned by the caller (instance_free). "demand[3]: expected ..., found ..."; nodes count from 0. ERR_FORMAT,
 * ERR_USAGE (settings), ERR_MEMORY. */
Status cvrp_of_arrays(const VrpArrays *data, const CvrpSettings *settings, Instance **out);

#endif
