/* The LP duals by an interior-point method: see matching_bounds.h. */
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include "halt.h"
#include "instance.h"
#include "matching.h"
#include "matching_bounds.h"

/* ---- Newton step ---- */

/* The point, and one Newton step of the interior-point method from it.
 *
 * Per task, dx and dy are eliminated from the system: what remains is a symmetric system of as many equations as
 * there are machines, for the change du of the duals. */

enum { NEAR = 24 }; /* machines of a task that the program considers, at most */

typedef struct InteriorPoint {
  const Instance *inst;
  int threads, near;
  size_t machines;
  double scale;                         /* times are multiplied by it */
  int32_t *machine;                     /* (tasks, near) ascending */
  double *time, *x, *dx;                /* (tasks, near) */
  double *y, *dy;                       /* (tasks) */
  double *u, *du, *idle, *didle, *unit; /* (machines) unit: see system_solve */
  double span, dspan, mu;
  double *matrix;                                 /* (MATCH_CHUNKS, machines, machines) upper triangle */
  double *right;                                  /* (MATCH_CHUNKS, machines) */
  double part[MATCH_CHUNKS], other[MATCH_CHUNKS]; /* results of chunks */
} InteriorPoint;

static inline double parts_sum(const double *part) {
  double sum = 0;
  for (int chunk = 0; chunk < MATCH_CHUNKS; chunk++) sum += part[chunk];
  return sum;
}

static const double STEP_SHARE = 0.97;

static double parts_min(const double *part, double least) {
  for (int chunk = 0; chunk < MATCH_CHUNKS; chunk++) least = part[chunk] < least ? part[chunk] : least;
  return least;
}

/* Adds a task to the system of its chunk, and leaves dy without the part that depends on du, and the sum of x / z in *weight. */
static void task_system(InteriorPoint *p, int32_t t, double *matrix, double *right) {
  const size_t row = (size_t)t * (size_t)p->near;
  const int32_t *machine = p->machine + row;
  double pull[NEAR], want[NEAR], weight = 0, missing = 1;
  for (int k = 0; k < p->near; k++) {
    const double time = p->time[row + (size_t)k], x = p->x[row + (size_t)k];
    const double inverse = 1 / (p->u[machine[k]] * time - p->y[t]), d = x * inverse;
    pull[k] = d * time;
    want[k] = p->mu * inverse;
    weight += d;
    missing -= want[k]; /* 1 - sum x, less the sum of what x would change by */
  }
  const double dy = missing / weight, inverse = 1 / weight;
  for (int k = 0; k < p->near; k++) {
    const double time = p->time[row + (size_t)k], share = pull[k] * inverse;
    double *line = matrix + (size_t)machine[k] * p->machines;
    right[machine[k]] += time * want[k] + pull[k] * dy;
    line[machine[k]] += pull[k] * time;
    for (int j = k; j < p->near; j++) line[machine[j]] -= share * pull[j];
  }
  p->dy[t] = dy;
}

static void chunks_add(const InteriorPoint *p, double *array, size_t count) {
#pragma omp parallel for num_threads(p->threads)
  for (size_t k = 0; k < count; k++)
    for (size_t chunk = 1; chunk < MATCH_CHUNKS; chunk++) array[k] += array[chunk * count + k];
}

static void system_make(InteriorPoint *p) {
  const size_t machines = p->machines;
#pragma omp parallel for num_threads(p->threads) schedule(dynamic)
  for (int chunk = 0; chunk < MATCH_CHUNKS; chunk++) {
    double *matrix = p->matrix + (size_t)chunk * machines * machines,
           *right = p->right + (size_t)chunk * machines;
    memset(matrix, 0, machines * machines * sizeof *matrix);
    memset(right, 0, machines * sizeof *right);
    for (int32_t t = match_chunk(p->inst, chunk); t < match_chunk(p->inst, chunk + 1); t++)
      task_system(p, t, matrix, right);
  }
  chunks_add(p, p->matrix, machines * machines);
  chunks_add(p, p->right, machines);
  for (size_t m = 0; m < machines; m++) {
    p->matrix[m * machines + m] += p->idle[m] / p->u[m];
    p->right[m] += p->mu / p->u[m] - p->span;
  }
}

/* Elimination of the symmetric matrix (upper triangle), which becomes the factors. */
static void matrix_factor(const InteriorPoint *p) {
  const size_t machines = p->machines;
  for (size_t k = 0; k < machines && !halt_poll(); k++) {
    const double *pivot = p->matrix + k * machines;
    for (size_t i = k + 1; i < machines; i++) {
      double *line = p->matrix + i * machines;
      const double factor = pivot[i] / pivot[k];
      for (size_t j = i; j < machines; j++) line[j] -= factor * pivot[j];
    }
  }
}

static void matrix_solve(const InteriorPoint *p, double *b) {
  const size_t machines = p->machines;
  for (size_t k = 0; k < machines; k++) {
    const double *pivot = p->matrix + k * machines;
    const double factor = b[k] / pivot[k];
    for (size_t i = k + 1; i < machines; i++) b[i] -= factor * pivot[i];
  }
  for (size_t k = machines; k-- > 0;) {
    const double *pivot = p->matrix + k * machines;
    for (size_t i = k + 1; i < machines; i++) b[k] -= pivot[i] * b[i];
    b[k] /= pivot[k];
  }
}

/* du = (solution for the right side) - dspan (solution for ones), such that the duals sum to 1. */
static void system_solve(InteriorPoint *p) {
  double want = 1, sum = 0, sum_unit = 0;
  for (size_t m = 0; m < p->machines; m++) {
    p->unit[m] = 1;
    p->du[m] = p->right[m];
  }
  matrix_factor(p);
  matrix_solve(p, p->du);
  matrix_solve(p, p->unit);
  for (size_t m = 0; m < p->machines; m++) {
    want -= p->u[m];
    sum += p->du[m];
    sum_unit += p->unit[m];
  }
  p->dspan = (sum - want) / sum_unit;
  for (size_t m = 0; m < p->machines; m++) {
    p->du[m] -= p->dspan * p->unit[m];
    p->didle[m] = (p->mu - p->idle[m] * p->du[m]) / p->u[m] - p->idle[m];
  }
}

static double step_least(double most, double value, double change) {
  return change < 0 && value < most * -change ? value / -change : most;
}

/* dy and dx of a task; *primal and *dual become at most how far x and z allow. */
static void task_direction(InteriorPoint *p, int32_t t, double *primal, double *dual) {
  const size_t row = (size_t)t * (size_t)p->near;
  const int32_t *machine = p->machine + row;
  double z[NEAR], d[NEAR], weight = 0, moved = 0;
  for (int k = 0; k < p->near; k++) {
    const double time = p->time[row + (size_t)k];
    z[k] = p->u[machine[k]] * time - p->y[t];
    d[k] = p->x[row + (size_t)k] / z[k];
    weight += d[k];
    moved += d[k] * time * p->du[machine[k]];
  }
  p->dy[t] += moved / weight;
  for (int k = 0; k < p->near; k++) {
    const double x = p->x[row + (size_t)k], dz = p->time[row + (size_t)k] * p->du[machine[k]] - p->dy[t];
    /* cppcheck-suppress uninitvar ; the first loop sets as many */
    p->dx[row + (size_t)k] = p->mu / z[k] - x - d[k] * dz;
    *primal = step_least(*primal, x, p->dx[row + (size_t)k]);
    *dual = step_least(*dual, z[k], dz);
  }
}

/* The Newton step towards x z = idle u = mu: dx, dy, du, didle and dspan; *primal and *dual, at most 1, are the
 * shares of it that keep x and idle, z and u above 0. */
static void newton_direction(InteriorPoint *p, double *primal, double *dual) {
  system_make(p);
  system_solve(p);
#pragma omp parallel for num_threads(p->threads) schedule(dynamic)
  for (int chunk = 0; chunk < MATCH_CHUNKS; chunk++) {
    p->part[chunk] = p->other[chunk] = 1e300;
    for (int32_t t = match_chunk(p->inst, chunk); t < match_chunk(p->inst, chunk + 1); t++)
      task_direction(p, t, &p->part[chunk], &p->other[chunk]);
  }
  *primal = parts_min(p->part, 1e300);
  *dual = parts_min(p->other, 1e300);
  for (size_t m = 0; m < p->machines; m++) {
    *primal = step_least(*primal, p->idle[m], p->didle[m]);
    *dual = step_least(*dual, p->u[m], p->du[m]);
  }
  *primal = *primal * STEP_SHARE < 1 ? *primal * STEP_SHARE : 1;
  *dual = *dual * STEP_SHARE < 1 ? *dual * STEP_SHARE : 1;
}

static double task_move(InteriorPoint *p, int32_t t, double primal, double dual) {
  const size_t row = (size_t)t * (size_t)p->near;
  double gap = 0;
  p->y[t] += dual * p->dy[t];
  for (int k = 0; k < p->near; k++) {
    const size_t at = row + (size_t)k;
    p->x[at] += primal * p->dx[at];
    gap += p->x[at] * (p->time[at] * p->u[p->machine[at]] - p->y[t]);
  }
  return gap;
}

/* Takes these shares of the step. Returns the sum of all products x z and idle u. */
static double newton_move(InteriorPoint *p, double primal, double dual) {
  double gap = 0;
  for (size_t m = 0; m < p->machines; m++) {
    p->u[m] += dual * p->du[m];
    p->idle[m] += primal * p->didle[m];
    gap += p->u[m] * p->idle[m];
  }
  p->span += primal * p->dspan;
#pragma omp parallel for num_threads(p->threads) schedule(dynamic)
  for (int chunk = 0; chunk < MATCH_CHUNKS; chunk++) {
    p->part[chunk] = 0;
    for (int32_t t = match_chunk(p->inst, chunk); t < match_chunk(p->inst, chunk + 1); t++)
      p->part[chunk] += task_move(p, t, primal, dual);
  }
  return gap + parts_sum(p->part);
}

/* ---- interior point ---- */

/* The LP duals by an interior-point method: The linear relaxation: the least `span` such that sum_m x[t][m] = 1 and
 * sum_t etc[t][m] x[t][m] + idle[m] = span, x and idle >= 0. Its dual: the largest sum_t y[t] such that z[t][m] =
 * u[m] etc[t][m] - y[t] >= 0, u >= 0, sum_m u[m] = 1. A primal-dual path-following method (Kojima, Mizuno, Yoshise
 * 1989; Wright 1997) takes Newton steps towards x z = idle u = mu, while mu falls to 0.
 *
 * The program has only the NEAR cheapest machines of each task at the current duals. The result is then evaluated
 * with all machines. */

enum { PASSES = 2, STEPS = 60, MACHINES_MOST = 1024 };
static const double GAP_START = 0.01, GAP = 1e-7, CENTRE_LEAST = 0.05, CENTRE_MOST = 0.5;

static void point_close(InteriorPoint *p) {
  free(p->machine);
  free(p->time);
  free(p->y);
  free(p->u);
  free(p->matrix);
  free(p->right);
}

static Status point_open(const Instance *inst, int threads, InteriorPoint *p) {
  const size_t machines = (size_t)matching_of(inst)->machines, tasks = (size_t)inst->n;
  *p = (InteriorPoint){.inst = inst, .threads = threads, .machines = machines};
  p->near = machines < NEAR ? (int)machines : NEAR;
  const size_t pairs = tasks * (size_t)p->near;
  p->machine = malloc(pairs * sizeof *p->machine);
  p->time = malloc(3 * pairs * sizeof *p->time);
  p->y = malloc(2 * tasks * sizeof *p->y);
  p->u = malloc(5 * machines * sizeof *p->u);
  p->matrix = malloc(MATCH_CHUNKS * machines * machines * sizeof *p->matrix);
  p->right = malloc(MATCH_CHUNKS * machines * sizeof *p->right);
  if (p->machine && p->time && p->y && p->u && p->matrix && p->right) {
    p->x = p->time + pairs;
    p->dx = p->x + pairs;
    p->dy = p->y + tasks;
    p->du = p->u + machines;
    p->idle = p->du + machines;
    p->didle = p->idle + machines;
    p->unit = p->didle + machines;
    return OK;
  }
  point_close(p);
  FAIL(ERR_MEMORY, "no memory for the interior-point method on %d machines", matching_of(inst)->machines);
}

/* Stores the task's NEAR cheapest machines in p, ascending; returns its least cost u etc. Of machines with equal costs the first
 * ones from machine t on are taken: otherwise all tasks would have the same few of many equal machines. */
static double task_near(const InteriorPoint *p, const double *u, int32_t t) {
  const int64_t *time = matching_of(p->inst)->etc + (size_t)t * p->machines;
  int32_t *near = p->machine + (size_t)t * (size_t)p->near;
  double cost[NEAR];
  int count = 0;
  for (size_t k = 0, m = (size_t)t % p->machines; k < p->machines;
       k++, m = m + 1 == p->machines ? 0 : m + 1) {
    const double c = u[m] * (double)time[m];
    if (count == p->near && c >= cost[count - 1]) continue;
    int at = count < p->near ? count++ : count - 1;
    for (; at > 0 && cost[at - 1] > c; at--) {
      cost[at] = cost[at - 1];
      near[at] = near[at - 1];
    }
    cost[at] = c;
    near[at] = (int32_t)m;
  }
  for (int k = 1; k < count; k++) {
    const int32_t m = near[k];
    int at = k;
    for (; at > 0 && near[at - 1] > m; at--) near[at] = near[at - 1];
    near[at] = m;
  }
  /* lint: use-of-uninitialized-value: there is at least one machine */
  /* cppcheck-suppress uninitvar ; there is at least one machine */
  return cost[0];
}

/* Stores the near machines of all tasks at the duals u; returns the bound that these prove. */
static double near_find(InteriorPoint *p, const double *u) {
  double sum = 0;
#pragma omp parallel for num_threads(p->threads) schedule(dynamic)
  for (int chunk = 0; chunk < MATCH_CHUNKS; chunk++) {
    p->part[chunk] = 0;
    for (int32_t t = match_chunk(p->inst, chunk); t < match_chunk(p->inst, chunk + 1) && !halt_poll(); t++)
      p->part[chunk] += task_near(p, u, t);
  }
  for (size_t m = 0; m < p->machines; m++) sum += u[m];
  return parts_sum(p->part) / sum;
}

/* y of a task such that its mu / z add up to 1: Newton's method for 1 / sum = 1, from the side where the sum is above 1. */
static void task_centre(InteriorPoint *p, int32_t t) {
  const size_t row = (size_t)t * (size_t)p->near;
  double least = 1e300, y, sum = 0;
  for (int k = 0; k < p->near; k++) {
    const size_t at = row + (size_t)k;
    p->time[at] =
        (double)matching_of(p->inst)->etc[(size_t)t * p->machines + (size_t)p->machine[at]] * p->scale;
    const double cost = p->time[at] * p->u[p->machine[at]];
    least = cost < least ? cost : least;
  }
  y = least - p->mu;
  for (int step = 0; step < 8; step++) {
    double first = 0, second = 0;
    for (int k = 0; k < p->near; k++) {
      const double inverse = 1 / (p->time[row + (size_t)k] * p->u[p->machine[row + (size_t)k]] - y);
      first += inverse;
      second += inverse * inverse;
    }
    y -= (p->mu * first - 1) * first / second;
  }
  for (int k = 0; k < p->near; k++) {
    const size_t at = row + (size_t)k;
    p->x[at] = p->mu / (p->time[at] * p->u[p->machine[at]] - y);
    sum += p->x[at];
  }
  for (int k = 0; k < p->near; k++) p->x[row + (size_t)k] /= sum;
  p->y[t] = y;
}

/* A start near the path: x, y and idle for the duals u. Only the loads do not satisfy their constraints yet. Times are scaled so that
 * the bound is 1. */
static void path_start(InteriorPoint *p, const double *u, double bound, double gap) {
  double sum = 0;
  for (size_t m = 0; m < p->machines; m++) sum += u[m];
  p->scale = 1 / bound;
  p->span = 1;
  p->mu = gap / ((double)p->inst->n * p->near + (double)p->machines);
  for (size_t m = 0; m < p->machines; m++) {
    p->u[m] = u[m] / sum;
    p->idle[m] = p->mu / p->u[m];
  }
#pragma omp parallel for num_threads(p->threads) schedule(dynamic)
  for (int chunk = 0; chunk < MATCH_CHUNKS; chunk++)
    for (int32_t t = match_chunk(p->inst, chunk); t < match_chunk(p->inst, chunk + 1); t++) task_centre(p, t);
}

/* Follows the path from the duals u; the result is p->u. */
static void path_follow(InteriorPoint *p, const double *u, double bound) {
  double gap = GAP_START, centre = CENTRE_MOST, primal, dual;
  const double products = (double)p->inst->n * p->near + (double)p->machines;
  path_start(p, u, bound, gap);
  for (int step = 0; step < STEPS && gap > GAP * p->span && !halt_due(); step++) {
    p->mu = centre * gap / products;
    newton_direction(p, &primal, &dual);
    gap = newton_move(p, primal, dual);
    const double left = 1 - (primal < dual ? primal : dual);
    centre = left * left;
    if (centre < CENTRE_LEAST)
      centre = CENTRE_LEAST;
    else if (centre > CENTRE_MOST)
      centre = CENTRE_MOST;
  }
}

Status interior_point_refine(const Instance *inst, int threads, double *u) {
  InteriorPoint p;
  if (matching_of(inst)->machines > MACHINES_MOST)
    return OK; /* the system would take too long, and u is good already */
  TRY(point_open(inst, threads, &p));
  double bound = near_find(&p, u);
  for (int pass = 0; pass < PASSES && !halt_due(); pass++) {
    path_follow(&p, u, bound);
    const double better = near_find(&p, p.u);
    if (!(better > bound)) break;
    memcpy(u, p.u, p.machines * sizeof *u);
    const bool done = better >= bound * p.span * (1 - 2 * GAP);
    bound = better;
    if (done) break;
  }
  point_close(&p);
  return halt_after("the LP duals of machines");
}
