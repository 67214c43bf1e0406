/* From all that a .vrp file says to an instance: the second half of the reader (vrp.c). Local, host only. */
#ifndef CORDEE_PROBLEM_CVRP_VRP_FINISH_H
#define CORDEE_PROBLEM_CVRP_VRP_FINISH_H

#include "vrp.h"
#include "vrp_data.h"

/* What is written, with the lines for messages (0: it is not there). The arrays are (nodes), the matrix (nodes, nodes). */
typedef struct VrpFile {
  const char *path;
  char name[INSTANCE_NAME_MAX], comment[INSTANCE_COMMENT_MAX];
  int32_t nodes, capacity;
  int32_t vehicles; /* 0: any */
  bool weighted;    /* EXPLICIT */
  bool tells_real;  /* that distances are not rounded */
  VrpNumber limit, service;
  int vehicles_line, limit_line, service_line, plane_line;
  VrpNumber *x, *y; /* NULL: none */
  int32_t *matrix;  /* NULL: none */
  int32_t *demand;
} VrpFile;

/* *out is owned by the caller (instance_free); `file` keeps its arrays, except for those that it hands over and sets to NULL.
 * ERR_FORMAT, ERR_MEMORY. */
Status vrp_finish(VrpFile *file, const CvrpSettings *settings, Instance **out);

#endif
