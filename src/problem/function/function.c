/* See function.h. */
#include "function.h"

float function_range(FunctionKind function) {
  static const float ranges[FUNCTION_COUNT] = {
      [FUNCTION_SPHERE] = 100, [FUNCTION_ROSENBROCK] = 30, [FUNCTION_RASTRIGIN] = 5.12f,
      [FUNCTION_ACKLEY] = 32,  [FUNCTION_GRIEWANK] = 600,  [FUNCTION_SCHWEFEL] = 500};
  return ranges[function];
}

const char *function_name(FunctionKind function) {
  static const char *const names[FUNCTION_COUNT] = {"sphere", "rosenbrock", "rastrigin",
                                                    "ackley", "griewank",   "schwefel"};
  return names[function];
}

Status function_alloc(FunctionKind function, int32_t dimensions, Instance **out) {
  const FunctionInstance like = {
      .head = {.problem = &problem_function, .n = dimensions, .decimals = FUNCTION_DECIMALS},
      .function = function};
  return instance_alloc_like(&like.head, out);
}
