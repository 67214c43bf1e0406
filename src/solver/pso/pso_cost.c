/* The cost of a position of a test function for the "pso" solver: see pso_cost.h. The formulas are those in
 * print (Molga and Smutnicki, "Test functions for optimization needs", 2005; Schwefel's is 2.26, shifted to 0),
 * evaluated term by term. */
#include "pso_cost.h"

#include <math.h>
#include <string.h>
#include "individual.h"
#include "problem/function/function.h"

#define PI 3.14159265358979323846264338327950288L
#define E  2.71828182845904523536028747135266250L

static long double coordinate(const int32_t *position, int32_t k) {
  float x;
  memcpy(&x, &position[k], sizeof x);
  return x;
}

static long double sphere(const int32_t *x, int32_t n) {
  long double sum = 0;
  for (int32_t k = 0; k < n; k++) sum += coordinate(x, k) * coordinate(x, k);
  return sum;
}

static long double rosenbrock(const int32_t *x, int32_t n) {
  long double sum = 0;
  for (int32_t k = 0; k + 1 < n; k++) {
    const long double a = coordinate(x, k), b = coordinate(x, k + 1) - a * a;
    sum += 100 * b * b + (1 - a) * (1 - a);
  }
  return sum;
}

static long double rastrigin(const int32_t *x, int32_t n) {
  long double sum = 10.0L * n;
  for (int32_t k = 0; k < n; k++)
    sum += coordinate(x, k) * coordinate(x, k) - 10 * cosl(2 * PI * coordinate(x, k));
  return sum;
}

static long double ackley(const int32_t *x, int32_t n) {
  long double waves = 0;
  for (int32_t k = 0; k < n; k++) waves += cosl(2 * PI * coordinate(x, k));
  return 20 + E - 20 * expl(-0.2L * sqrtl(sphere(x, n) / n)) - expl(waves / n);
}

static long double griewank(const int32_t *x, int32_t n) {
  long double product = 1;
  for (int32_t k = 0; k < n; k++) product *= cosl(coordinate(x, k) / sqrtl(k + 1.0L));
  return 1 + sphere(x, n) / 4000 - product;
}

static long double schwefel(const int32_t *x, int32_t n) {
  long double sum = 418.98288727243369L * n;
  for (int32_t k = 0; k < n; k++) sum -= coordinate(x, k) * sinl(sqrtl(fabsl(coordinate(x, k))));
  return sum;
}

Status pso_cost(const Instance *inst, const int32_t *position, int64_t *cost) {
  static long double (*const functions[FUNCTION_COUNT])(const int32_t *, int32_t) = {
      [FUNCTION_SPHERE] = sphere, [FUNCTION_ROSENBROCK] = rosenbrock, [FUNCTION_RASTRIGIN] = rastrigin,
      [FUNCTION_ACKLEY] = ackley, [FUNCTION_GRIEWANK] = griewank,     [FUNCTION_SCHWEFEL] = schwefel};
  const long double value =
      functions[function_of(inst)->function](position, inst->n) * powl(10, inst->decimals);
  if (!isfinite(value))
    FAIL(ERR_INTERNAL, "%s: its value at a particle's position is no number",
         function_name(function_of(inst)->function));
  *cost = value >= 9e18L ? COST_NONE : llroundl(value);
  return OK;
}
