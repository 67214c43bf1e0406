/* A Newton step of the interior-point method: see interior_point_newton.h.
 *
 * Per task, dx and dy are eliminated from the system: what remains is a symmetric system of as many equations as there are
 * machines, for the change du of the duals. */
#include "interior_point_newton.h"

#include <string.h>
#include "halt.h"
#include "matching.h"

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

void newton_direction(InteriorPoint *p, double *primal, double *dual) {
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

double newton_move(InteriorPoint *p, double primal, double dual) {
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
