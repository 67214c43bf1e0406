/* Instance: one optimisation problem as read from a file; immutable once read, owned by the task.
 * Step 2 and 3 of the flow: read on rank 0 (src/problem/tsp/tsplib.h), broadcast (src/mpi/bcast.h). */
#ifndef CORDEE_INSTANCE_H
#define CORDEE_INSTANCE_H

#include <stddef.h>
#include <stdint.h>
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum ProblemKind {
  PROBLEM_TSP,      /* cost: length of the tour; gene: city at each position */
  PROBLEM_MATCHING, /* tasks on unrelated machines (R||Cmax), cost: the makespan; gene: machine of each task */
  PROBLEM_FUNCTION, /* a continuous test function, cost: its value; gene: coordinates, the bits of floats */
  PROBLEM_COUNT
} ProblemKind;

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

/* Continuous test functions (src/function.h says what they are). */
typedef enum FunctionKind {
  FUNCTION_SPHERE,
  FUNCTION_ROSENBROCK,
  FUNCTION_RASTRIGIN,
  FUNCTION_ACKLEY,
  FUNCTION_GRIEWANK,
  FUNCTION_SCHWEFEL,
  FUNCTION_COUNT
} FunctionKind;

/* No distance may be larger: so any 2-opt delta (four distances) fits an int32. Readers refuse larger ones. */
#define DISTANCE_MAX 536870911

/* No machine's load may be larger, whatever the assignment: the sum over tasks of their longest times, in units of
 * 10^-decimals. Readers refuse more. */
#define LOAD_MAX ((int64_t)1 << 60)

enum { INSTANCE_NAME_MAX = 128, INSTANCE_COMMENT_MAX = 256, FUNCTION_DECIMALS = 9 };

typedef struct Instance {
  ProblemKind problem;
  Metric metric;         /* TSP */
  FunctionKind function; /* FUNCTION */
  int32_t n;             /* genes of a solution: cities, tasks, or dimensions; >= 1 */
  int32_t machines;      /* matching: >= 1; else 0 */
  int32_t decimals;      /* a cost counts units of 10^-decimals; 0 for the TSP */
  char name[INSTANCE_NAME_MAX];
  char comment[INSTANCE_COMMENT_MAX];
  double *x,
      *y; /* (n) coordinates as written in the file (GEO: degrees.minutes); NULL when EXPLICIT, and for others */
  int32_t *matrix; /* (n, n) row-major, symmetric, zero diagonal when EXPLICIT; else NULL */
  int64_t *
      etc; /* (n, machines) matching: time of task t on machine m, > 0, in units of 10^-decimals; else NULL */
  uint64_t digest; /* of problem, kinds, sizes and the data; not of name and comment */
} Instance;

/* Allocate the arrays of that problem and size, contents undefined (a function has none). *out is owned by the caller;
 * release with instance_free. ERR_MEMORY. */
Status instance_alloc(Metric metric, int32_t n, Instance **out); /* TSP */
Status instance_alloc_matching(int32_t tasks, int32_t machines, int32_t decimals, Instance **out);
Status instance_alloc_function(FunctionKind function, int32_t dimensions, Instance **out);
/* The same kind and sizes as `like`, contents undefined: for those who receive the data. ERR_MEMORY. */
Status instance_alloc_like(const Instance *like, Instance **out);
void instance_free(Instance *inst); /* NULL allowed */

/* The data arrays of an instance, those it has: for digests and broadcasts. */
typedef struct InstanceArray {
  void *data;
  size_t bytes;
} InstanceArray;
enum { INSTANCE_ARRAYS = 4 };
void instance_arrays(const Instance *inst, InstanceArray arrays[INSTANCE_ARRAYS]); /* absent: NULL, 0 */

/* XXH3-64 over problem, kinds, sizes and the data arrays; readers store it in inst->digest. */
uint64_t instance_digest(const Instance *inst);

/* "52 cities, EUC_2D", "512 tasks on 16 machines", "rastrigin in 30 dimensions" into text. */
void instance_size_text(const Instance *inst, char *text, size_t size);

const char *metric_name(Metric metric);           /* "EUC_2D", ... */
const char *function_name(FunctionKind function); /* "sphere", ... */
float function_range(FunctionKind function);      /* coordinates are in -range .. range */

#ifdef __cplusplus
}
#endif
#endif
