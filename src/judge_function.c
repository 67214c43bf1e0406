/* The judge of continuous test functions: see judge.h. Textbook formulas in double, optimum 0 each (Molga and Smutnicki,
 * "Test functions for optimization needs", 2005; Schwefel's is 2.26, shifted to 0). Shares nothing with the kernels. */
#include <math.h>
#include <string.h>
#include "individual.h"
#include "judge.h"

static double coordinate(const int32_t *position, int32_t k) {
  float x;
  memcpy(&x, &position[k], sizeof x);
  return x;
}

static double sphere(const int32_t *x, int32_t n) {
  double sum = 0;
  for (int32_t k = 0; k < n; k++) sum += coordinate(x, k) * coordinate(x, k);
  return sum;
}

static double rosenbrock(const int32_t *x, int32_t n) {
  double sum = 0;
  for (int32_t k = 0; k + 1 < n; k++) {
    double a = coordinate(x, k), b = coordinate(x, k + 1) - a * a;
    sum += 100 * b * b + (1 - a) * (1 - a);
  }
  return sum;
}

static double rastrigin(const int32_t *x, int32_t n) {
  double sum = 10.0 * n;
  for (int32_t k = 0; k < n; k++) sum += coordinate(x, k) * coordinate(x, k) - 10 * cos(2 * M_PI * coordinate(x, k));
  return sum;
}

static double ackley(const int32_t *x, int32_t n) {
  double waves = 0;
  for (int32_t k = 0; k < n; k++) waves += cos(2 * M_PI * coordinate(x, k));
  return 20 + M_E - 20 * exp(-0.2 * sqrt(sphere(x, n) / n)) - exp(waves / n);
}

static double griewank(const int32_t *x, int32_t n) {
  double product = 1;
  for (int32_t k = 0; k < n; k++) product *= cos(coordinate(x, k) / sqrt(k + 1.0));
  return 1 + sphere(x, n) / 4000 - product;
}

static double schwefel(const int32_t *x, int32_t n) {
  double sum = 418.98288727243369 * n;
  for (int32_t k = 0; k < n; k++) sum -= coordinate(x, k) * sin(sqrt(fabs(coordinate(x, k))));
  return sum;
}

/* Coordinates of the function's domain: its value elsewhere answers no question. Not a number is nowhere. */
static Status position_check(const Instance *inst, const int32_t *position) {
  const double range = function_range(inst->function);
  for (int32_t k = 0; k < inst->n; k++)
    if (!(fabs(coordinate(position, k)) <= range))
      FAIL(ERR_FORMAT, "coordinate %d of %s: expected %g to %g, found %g", k + 1, function_name(inst->function), -range, range,
           (double)coordinate(position, k));
  return OK;
}

Status judge_position(const Instance *inst, const int32_t *position, int64_t *cost) {
  static double (*const functions[FUNCTION_COUNT])(const int32_t *, int32_t) = {
      [FUNCTION_SPHERE] = sphere, [FUNCTION_ROSENBROCK] = rosenbrock, [FUNCTION_RASTRIGIN] = rastrigin,
      [FUNCTION_ACKLEY] = ackley, [FUNCTION_GRIEWANK] = griewank,     [FUNCTION_SCHWEFEL] = schwefel};
  TRY(position_check(inst, position));
  const double value = functions[inst->function](position, inst->n), most = JUDGE_VALUE_MAX / pow(10, inst->decimals);
  if (!(value <= most))
    FAIL(ERR_FORMAT, "%s: expected a value of at most %g, found %g", function_name(inst->function), most, value);
  *cost = llround(value * pow(10, inst->decimals));
  return OK;
}
