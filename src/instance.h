/* Instance: one optimisation problem as read from a file; immutable once read, owned by the task.
 * Step 2 and 3 of the flow: read on rank 0 (src/io/tsplib.h), broadcast (src/mpi/bcast.h). */
#ifndef CORDEE_INSTANCE_H
#define CORDEE_INSTANCE_H

#include <stdint.h>
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum ProblemKind { PROBLEM_TSP } ProblemKind;

/* TSPLIB's EDGE_WEIGHT_TYPE; distances are TSPLIB's exact integers in each. */
typedef enum Metric {
  METRIC_EUC_2D,
  METRIC_CEIL_2D,
  METRIC_ATT,
  METRIC_MAN_2D,
  METRIC_MAX_2D,
  METRIC_GEO,
  METRIC_EXPLICIT,
  METRIC_COUNT
} Metric;

/* No distance may be larger: so any 2-opt delta (four distances) fits an int32. Readers refuse larger ones. */
#define DISTANCE_MAX 536870911

enum { INSTANCE_NAME_MAX = 128, INSTANCE_COMMENT_MAX = 256 };

typedef struct Instance {
  ProblemKind problem;
  Metric metric;
  int32_t n; /* cities, >= 1 */
  char name[INSTANCE_NAME_MAX];
  char comment[INSTANCE_COMMENT_MAX];
  double *x, *y;   /* (n) coordinates as written in the file (GEO: degrees.minutes); NULL when EXPLICIT */
  int32_t *matrix; /* (n, n) row-major, symmetric, zero diagonal when EXPLICIT; else NULL */
  uint64_t digest; /* of problem, metric, n and the data; not of name and comment */
} Instance;

/* Allocates x and y, or matrix, for the given kind and size (contents undefined). *out owned by the caller;
 * release with instance_free. ERR_MEMORY. */
Status instance_alloc(ProblemKind problem, Metric metric, int32_t n, Instance **out);
void instance_free(Instance *inst); /* NULL allowed */

/* XXH3-64 over problem, metric, n and the data arrays; readers store it in inst->digest. */
uint64_t instance_digest(const Instance *inst);

const char *metric_name(Metric metric); /* "EUC_2D", ... */

#ifdef __cplusplus
}
#endif
#endif
