/* From all that a file of vehicle routing says to an instance: the second half of the readers (vrp.c, solomon.c). Local, host only. */
#ifndef CORDEE_PROBLEM_CVRP_VRP_FINISH_H
#define CORDEE_PROBLEM_CVRP_VRP_FINISH_H

#include "problem/tsp/tsp.h"
#include "vrp.h"
#include "vrp_data.h"

/* What is written, with the lines for messages (0: it is not there). The arrays are (nodes), the matrix (nodes, nodes). */
typedef struct VrpFile {
  const char *path;
  bool in_memory; /* there is no file: lines mean nothing */
  char name[INSTANCE_NAME_MAX], comment[INSTANCE_COMMENT_MAX];
  int32_t nodes;
  int32_t vehicles;    /* 0: any */
  int32_t first;       /* what the file calls its first node */
  int32_t depot;       /* which of its nodes is the depot, from 0 */
  bool weighted;       /* EXPLICIT */
  Metric metric;       /* of coordinates; METRIC_EUC_2D: by `words` and `places` */
  int32_t places;      /* EUC_2D and FLOOR_2D: decimals that SCALE says, */
  bool scaled;         /* if it does */
  bool tells_real;     /* that distances are not rounded; not where there are windows */
  CvrpDistances words; /* what the file says of distances in words; DISTANCES_AUTO: nothing */
  bool degrees;        /* columns are named as latitudes and longitudes */
  bool swapped;        /* the longitudes come first */
  bool service_each;   /* a service time is said of each node */
  VrpNumber capacity, limit, service;
  int capacity_line, vehicles_line, limit_line, service_line, plane_line;
  VrpNumber *x, *y, *z; /* NULL: none */
  int32_t *matrix;      /* in units of 10^-matrix_decimals; NULL: none */
  int32_t matrix_decimals;
  VrpNumber *demand;
  int *demand_line; /* NULL: there are no lines */
  VrpStop *stop;    /* NULL: no windows */
} VrpFile;

void vrp_file_free(VrpFile *file); /* its arrays */

/* What the file calls node v, the depot being node 0. */
int32_t vrp_node_name(const VrpFile *file, int32_t v);

/* *out is owned by the caller (instance_free); `file` keeps its arrays, except for those that it hands over and sets to NULL.
 * ERR_FORMAT, ERR_MEMORY. */
Status vrp_finish(VrpFile *file, const CvrpSettings *settings, Instance **out);

#endif
