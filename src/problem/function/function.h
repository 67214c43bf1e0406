/* Continuous test functions to be minimised. A solution is a position: gene[k] has the bits of float coordinate k;
 * its cost is the function's value in units of 10^-FUNCTION_DECIMALS. */
#ifndef CORDEE_PROBLEM_FUNCTION_FUNCTION_H
#define CORDEE_PROBLEM_FUNCTION_FUNCTION_H

#include "problem.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum FunctionKind {
  FUNCTION_SPHERE,
  FUNCTION_ROSENBROCK,
  FUNCTION_RASTRIGIN,
  FUNCTION_ACKLEY,
  FUNCTION_GRIEWANK,
  FUNCTION_SCHWEFEL,
  FUNCTION_COUNT
} FunctionKind;

typedef struct FunctionInstance {
  Instance head; /* n: dimensions */
  FunctionKind function;
} FunctionInstance;

extern const Problem problem_function;

/* The instance of this problem that begins at `inst`. */
static inline const FunctionInstance *function_of(const Instance *inst) {
  return (const FunctionInstance *)inst;
}

/* *out is owned by the caller (instance_free). ERR_MEMORY. */
Status function_alloc(FunctionKind function, int32_t dimensions, Instance **out);

const char *function_name(FunctionKind function); /* "sphere", ... */
float function_range(FunctionKind function);      /* coordinates are in -range .. range */
Status judge_position(const Instance *inst, const int32_t *position, int64_t *cost);

/* Problem.margin: how far rounding alone can make another evaluation of the published formula in long double differ, in the
 * same units. Local. */
int64_t judge_margin(const Instance *inst, const int32_t *position);

#ifdef __cplusplus
}
#endif

#endif
