/* The instance, and the judge of continuous test functions. It shares nothing with the solver (solver/pso/pso_cost.c)
 * nor with the kernels. */
#include <float.h>
#include <math.h>
#include <string.h>
#include "function.h"
#include "individual.h"
#include "problem.h"

/* ---- instance ---- */

enum { FUNCTION_DECIMALS = 9 };

/* Problem.judge: the value at position (n floats, as bits), in long double, to the nearest unit. ERR_FORMAT: a coordinate
 * outside the function's range, or more than JUDGE_VALUE_MAX units. Local. */
#define JUDGE_VALUE_MAX 9e18L

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

/* ---- judge ---- */

/* The judge of continuous test functions. Shares nothing with the solver (solver/pso/pso_cost.c) nor with the
 * kernels: sums of terms that are not negative, in long double, rearranged from the published formulas (Molga and
 * Smutnicki, "Test functions for optimization needs", 2005; Schwefel's is 2.26, shifted to 0) so that nothing cancels
 * where it need not:
 *
 *   1 - cos(a) = 2 sin^2(a / 2), with a's whole turns taken off exactly; 1 - exp(-a) = -expm1(-a);
 *   1 - cos(a) cos(b) = p + q - p q, with p = 1 - cos(a) and q = 1 - cos(b).
 *
 * Beside the value each function adds up its size: the sum of the magnitudes of the published formula's parts, those
 * of the arguments of sine and cosine included, which error there passes on. judge_margin (below) is in terms of it. */

static const long double PI = 3.14159265358979323846264338327950288L;

typedef struct Sums {
  long double value, size;
} Sums;

static long double place(const int32_t *position, int32_t k) {
  float x;
  memcpy(&x, &position[k], sizeof x);
  return x;
}

static long double square(long double a) { return a * a; }

/* 1 - cos(2 pi x), without whole turns. */
static long double ripple(long double x) { return 2 * square(sinl(PI * (x - rintl(x)))); }

static Sums judge_sphere(const int32_t *x, int32_t n) {
  Sums s = {0, 0};
  for (int32_t k = n; k-- > 0;) s.value += square(place(x, k));
  s.size = s.value;
  return s;
}

static Sums judge_rosenbrock(const int32_t *x, int32_t n) {
  Sums s = {0, 0};
  for (int32_t k = n - 1; k-- > 0;) {
    const long double a = place(x, k), b = place(x, k + 1);
    s.value += 100 * square(a * a - b) + square(a - 1);
    s.size += 100 * square(a * a + fabsl(b)) + square(fabsl(a) + 1);
  }
  return s;
}

static Sums judge_rastrigin(const int32_t *x, int32_t n) {
  Sums s = {0, 0};
  for (int32_t k = n; k-- > 0;) {
    const long double a = place(x, k);
    s.value += a * a + 10 * ripple(a);
    s.size += a * a + 20 + 20 * PI * fabsl(a);
  }
  return s;
}

static Sums judge_ackley(const int32_t *x, int32_t n) {
  long double ripples = 0, turns = 0;
  for (int32_t k = n; k-- > 0;) {
    ripples += ripple(place(x, k));
    turns += fabsl(place(x, k));
  }
  const long double root = sqrtl(judge_sphere(x, n).value / n) / 5;
  return (Sums){-20 * expm1l(-root) - expl(1) * expm1l(-ripples / n), 50 + 20 * root + 20 * turns / n};
}

static Sums judge_griewank(const int32_t *x, int32_t n) {
  long double missing = 0, turns = 0; /* 1 - the product of cosines */
  for (int32_t k = n; k-- > 0;) {
    const long double a = place(x, k) / sqrtl(k + 1), p = 2 * square(sinl(a / 2));
    missing += p - missing * p;
    turns += fabsl(a);
  }
  const long double bowl = judge_sphere(x, n).value / 4000;
  return (Sums){bowl + missing, bowl + 2 + turns};
}

static Sums judge_schwefel(const int32_t *x, int32_t n) {
  Sums s = {0, 0};
  for (int32_t k = n; k-- > 0;) {
    const long double a = fabsl(place(x, k)), root = sqrtl(a);
    s.value += 418.98288727243369L - place(x, k) * sinl(root);
    s.size += 419 + a * (1 + root);
  }
  return s;
}

static Sums sums_of(const Instance *inst, const int32_t *position) {
  static Sums (*const functions[FUNCTION_COUNT])(const int32_t *, int32_t) = {
      [FUNCTION_SPHERE] = judge_sphere,       [FUNCTION_ROSENBROCK] = judge_rosenbrock,
      [FUNCTION_RASTRIGIN] = judge_rastrigin, [FUNCTION_ACKLEY] = judge_ackley,
      [FUNCTION_GRIEWANK] = judge_griewank,   [FUNCTION_SCHWEFEL] = judge_schwefel};
  return functions[function_of(inst)->function](position, inst->n);
}

/* Checks that the coordinates are in the function's domain. A NaN is not. */
static Status position_check(const Instance *inst, const int32_t *position) {
  const double range = function_range(function_of(inst)->function);
  for (int32_t k = 0; k < inst->n; k++)
    if (!(fabsl(place(position, k)) <= range))
      FAIL(ERR_FORMAT, "coordinate %d of %s: expected %g to %g, found %g", k + 1,
           function_name(function_of(inst)->function), -range, range, (double)place(position, k));
  return OK;
}

Status judge_position(const Instance *inst, const int32_t *position, int64_t *cost) {
  TRY(position_check(inst, position));
  const long double value = sums_of(inst, position).value, most = JUDGE_VALUE_MAX / powl(10, inst->decimals);
  if (!(value <= most))
    FAIL(ERR_FORMAT, "%s: expected a value of at most %Lg, found %Lg",
         function_name(function_of(inst)->function), most, value);
  *cost = llroundl(value * powl(10, inst->decimals));
  return OK;
}

/* u = LDBL_EPSILON / 2 is the largest relative error of an operation; root, sine, cosine and exponential of the
 * C library have at most 4 u. A term of either evaluation takes at most 16 of these, so its error is at most 64
 * u of its size; a sum of n terms adds less than n u of the sum of their sizes. Two evaluations: 2 (n + 64) u
 * of the size, and 1 for rounding both to units. The result is doubled, to cover terms of second order. */
int64_t judge_margin(const Instance *inst, const int32_t *position) {
  const long double size = sums_of(inst, position).size * powl(10, inst->decimals);
  return 1 + (int64_t)fminl(2 * LDBL_EPSILON * (inst->n + 64.0L) * size, 1e18L);
}
