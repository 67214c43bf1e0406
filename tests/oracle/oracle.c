/* The oracle: see oracle.h. */
#include "oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <Random123/philox.h>
#include "problem/judge.h"
#include "problem/tsp/tsp.h"
#include "problem/matching/matching.h"
#include "problem/function/function.h"

/* Draw k of a stream, scaled to 0..m-1 by the full 128-bit product. */
static uint32_t draw_below(uint64_t seed, uint32_t island, uint32_t climber, uint32_t purpose, uint32_t k,
                           uint32_t m) {
  philox4x32_ctr_t counter = {{island, climber, purpose, k / 2}};
  philox4x32_key_t key = {{(uint32_t)(seed % 4294967296u), (uint32_t)(seed / 4294967296u)}};
  philox4x32_ctr_t out = philox4x32_R(10, counter, key);
  uint64_t draw = out.v[2 * (k % 2)] + 4294967296u * out.v[2 * (k % 2) + 1];
  return (uint32_t)((unsigned __int128)draw * m >> 64);
}

void oracle_random(uint64_t seed, uint32_t island, uint32_t climber, int32_t n, int32_t *tour) {
  for (int32_t p = 0; p < n; p++) tour[p] = p;
  for (int32_t p = n - 1; p > 0; p--) {
    int32_t q = (int32_t)draw_below(seed, island, climber, 0, p, p + 1), city = tour[p];
    tour[p] = tour[q];
    tour[q] = city;
  }
}

static int int_order(const void *a, const void *b) { return *(const int32_t *)a - *(const int32_t *)b; }

void oracle_kick(uint64_t seed, uint32_t island, uint32_t climber, int32_t n, const int32_t *champion,
                 int32_t *tour) {
  /* The k-th of the values 1..n-1 not taken yet, three times. */
  int32_t cut[3], taken = 0;
  for (int d = 0; d < 3; d++) {
    int32_t k = (int32_t)draw_below(seed, island, climber, 1, d, n - 1 - d);
    for (int32_t v = 1; v < n; v++) {
      int free_value = 1;
      /* cppcheck-suppress uninitvar ; the first `taken` are set */
      for (int32_t t = 0; t < taken; t++) free_value &= cut[t] != v;
      if (free_value && k-- == 0) {
        cut[taken++] = v;
        break;
      }
    }
  }
  qsort(cut, 3, sizeof cut[0], int_order);
  int32_t p = 0;
  for (int32_t q = 0; q < cut[0]; q++) tour[p++] = champion[q];
  for (int32_t q = cut[1]; q < cut[2]; q++) tour[p++] = champion[q];
  for (int32_t q = cut[0]; q < cut[1]; q++) tour[p++] = champion[q];
  for (int32_t q = cut[2]; q < n; q++) tour[p++] = champion[q];
}

/* The judge's distances of the instance asked for last, so that small tests need not wait for trigonometry. */
static const int64_t *distances(const Instance *inst) {
  static int64_t *table;
  static uint64_t digest;
  static int32_t n;
  if (table && digest == inst->digest && n == inst->n) return table;
  free(table);
  n = inst->n;
  digest = inst->digest;
  table = malloc(sizeof *table * n * n);
  for (int32_t a = 0; a < n; a++)
    for (int32_t b = 0; b < n; b++) table[a * n + b] = judge_distance(inst, a, b);
  return table;
}

int64_t oracle_move(const Instance *inst, const int32_t *tour, int32_t *i, int32_t *j) {
  int32_t n = inst->n;
  const int64_t *d = distances(inst);
  int64_t best = 0;
  for (int32_t a = 0; a < n; a++)
    for (int32_t b = a + 2; b < n; b++) {
      if (a == 0 && b == n - 1) continue;
      int32_t t0 = tour[a], t1 = tour[a + 1], t2 = tour[b], t3 = tour[b + 1 < n ? b + 1 : 0];
      int64_t delta = d[t0 * n + t2] + d[t1 * n + t3] - d[t0 * n + t1] - d[t2 * n + t3];
      if (delta < best) {
        best = delta;
        *i = a;
        *j = b;
      }
    }
  return best;
}

void oracle_apply(int32_t n, int32_t *tour, int32_t i, int32_t j) {
  int32_t inner = j - i, first = i + 1, length = inner;
  if (inner > n - inner) {
    first = j + 1;
    length = n - inner;
  }
  int32_t *part = malloc(sizeof *part * length);
  for (int32_t k = 0; k < length; k++) part[k] = tour[(first + k) % n];
  for (int32_t k = 0; k < length; k++) tour[(first + k) % n] = part[length - 1 - k];
  free(part);
}

uint32_t oracle_climb(const Instance *inst, int32_t *tour, uint32_t steps) {
  for (uint32_t done = 0; done < steps; done++) {
    int32_t i = 0, j = 0;
    if (oracle_move(inst, tour, &i, &j) >= 0) return done + 1;
    oracle_apply(inst->n, tour, i, j);
  }
  return steps;
}

void oracle_swap_apply(int32_t *tour, int32_t i, int32_t j) {
  int32_t city = tour[i];
  tour[i] = tour[j];
  tour[j] = city;
}

/* Length of the edges that begin at the four positions, each counted once. */
static int64_t edges_at(const int64_t *d, int32_t n, const int32_t *tour, const int32_t at[4]) {
  int64_t length = 0;
  for (int k = 0; k < 4; k++) {
    int counted = 0;
    for (int m = 0; m < k; m++) counted |= at[m] == at[k];
    if (!counted) length += d[tour[at[k]] * n + tour[at[k] + 1 < n ? at[k] + 1 : 0]];
  }
  return length;
}

/* Every swap is made, measured and taken back. */
int64_t oracle_swap(const Instance *inst, int32_t *tour, int32_t *i, int32_t *j) {
  const int64_t *d = distances(inst);
  int64_t best = 0;
  for (int32_t a = 1; a < inst->n; a++)
    for (int32_t b = a + 1; b < inst->n; b++) {
      int32_t at[4] = {a - 1, a, b - 1, b};
      int64_t before = edges_at(d, inst->n, tour, at);
      oracle_swap_apply(tour, a, b);
      int64_t delta = edges_at(d, inst->n, tour, at) - before;
      oracle_swap_apply(tour, a, b);
      if (delta < best) {
        best = delta;
        *i = a;
        *j = b;
      }
    }
  return best;
}

uint32_t oracle_swap_climb(const Instance *inst, int32_t *tour, uint32_t steps) {
  for (uint32_t done = 0; done < steps; done++) {
    int32_t i = 0, j = 0;
    if (oracle_swap(inst, tour, &i, &j) >= 0) return done + 1;
    oracle_swap_apply(tour, i, j);
  }
  return steps;
}

int64_t oracle_cost(const Instance *inst, const int32_t *tour) {
  int64_t cost = 0;
  for (int32_t p = 0; p < inst->n; p++) cost += judge_distance(inst, tour[p], tour[(p + 1) % inst->n]);
  return cost;
}

/* ---- swarms ---- */

static float pso_low(const Instance *inst) {
  static const float low[] = {-100, -30, -5.12f, -32, -600, -500};
  return inst->problem == &problem_matching ? 0 : low[function_of(inst)->function];
}
static float pso_high(const Instance *inst) {
  return inst->problem == &problem_matching ? (float)(matching_of(inst)->machines - 1) : -pso_low(inst);
}
static float pso_speed(const Instance *inst) {
  return inst->problem == &problem_matching ? (float)matching_of(inst)->machines : pso_high(inst);
}

/* The 32 random bits of dimension t. */
static uint32_t pso_word(uint64_t seed, uint32_t swarm, int p, uint32_t k, uint32_t purpose, int t) {
  philox4x32_ctr_t counter = {{swarm, (uint32_t)p, k, purpose + (uint32_t)(t / 4)}};
  philox4x32_key_t key = {{(uint32_t)(seed % 4294967296u), (uint32_t)(seed / 4294967296u)}};
  return philox4x32_R(10, counter, key).v[t % 4];
}

static float pso_uniform(float c, uint32_t u) {
  return fmaf(c, 1.0f + (float)u / 65536.0f, c * (1.0f / 131072.0f - 1.0f));
}

static float pso_within(float v, float low, float high) {
  if (v < low) return low;
  if (v > high) return high;
  return v;
}

static uint32_t pso_makespan(const Instance *inst, const float *x, int stride) {
  int64_t sum = 0, worst = 0, tick = 1, room = 4294967295 - inst->n;
  for (int t = 0; t < inst->n; t++) {
    int64_t most = 0;
    for (int m = 0; m < matching_of(inst)->machines; m++)
      if (matching_of(inst)->etc[t * matching_of(inst)->machines + m] > most)
        most = matching_of(inst)->etc[t * matching_of(inst)->machines + m];
    sum += most;
  }
  while (tick * room < sum) tick = (sum + room - 1) / room;
  for (int m = 0; m < matching_of(inst)->machines; m++) {
    int64_t load = 0;
    for (int t = 0; t < inst->n; t++)
      if (nearbyintf(x[t * stride]) == (float)m)
        load += (matching_of(inst)->etc[t * matching_of(inst)->machines + m] + tick - 1) / tick;
    if (load > worst) worst = load;
  }
  return (uint32_t)worst;
}

/* Test functions in float, by the order of operations that src/solver/pso/pso_function.h lays down and with code of our own: constants are
 * computed, series are loops, a dimension's share is looked up by function and not by a case. */
static float rounded_off(double value) { return (float)(value - (double)(float)value); }

/* x + x^3 c[1] + x^5 c[2] ...: the inverse factorials of odd numbers, by Horner. */
static float series_sine(float y) {
  float z = y * y, p = 0;
  for (int m = 13; m >= 3; m -= 2) {
    double factorial = m % 4 == 1 ? 1 : -1;
    for (int k = 2; k <= m; k++) factorial *= k;
    p = m == 13 ? (float)(1 / factorial) : fmaf(p, z, (float)(1 / factorial));
  }
  return fmaf(z * y, p, y);
}

/* y less `turns` times pi, in two steps. */
static float less_turns(float y, float turns) {
  return fmaf(-turns, rounded_off(M_PI), fmaf(-turns, (float)M_PI, y));
}

static float dimmed(float y) {
  float s = series_sine(less_turns(y / 2, nearbyintf(y / 2 * (float)M_1_PI)));
  return 2 * s * s;
}

static float decayed(float z) {
  float k = nearbyintf(z * (float)M_LOG2E), r = fmaf(k, rounded_off(M_LN2), fmaf(k, (float)M_LN2, -z)),
        scale = ldexpf(1, -(int)k), p = 0;
  for (int m = 7; m >= 2; m--) {
    double factorial = 1;
    for (int i = 2; i <= m; i++) factorial *= i;
    p = m == 7 ? (float)(1 / factorial) : fmaf(p, r, (float)(1 / factorial));
  }
  p = fmaf(p * r, r, r);
  return fmaf(-scale, p, 1 - scale);
}

static float union_of(float p, float q) { return fmaf(-p, q, p + q); }

typedef struct Two {
  float a, b;
} Two;

static Two add_sphere(Two s, int t, int n, const float *x, int stride) {
  float y = x[t * stride];
  (void)n;
  return (Two){fmaf(y, y, s.a), s.b};
}

static Two add_rosenbrock(Two s, int t, int n, const float *x, int stride) {
  if (t == n - 1) return s;
  float y = x[t * stride], bend = fmaf(-y, y, x[(t + 1) * stride]), step = 1 - y;
  return (Two){fmaf(100 * bend, bend, fmaf(step, step, s.a)), s.b};
}

static float wave_of(float y) { return series_sine((float)M_PI * (y - nearbyintf(y))); }

static Two add_rastrigin(Two s, int t, int n, const float *x, int stride) {
  float wave = wave_of(x[t * stride]);
  Two squares = add_sphere(s, t, n, x, stride);
  return (Two){fmaf(20 * wave, wave, squares.a), s.b};
}

static Two add_ackley(Two s, int t, int n, const float *x, int stride) {
  float wave = wave_of(x[t * stride]);
  return (Two){add_sphere(s, t, n, x, stride).a, fmaf(2 * wave, wave, s.b)};
}

static Two add_griewank(Two s, int t, int n, const float *x, int stride) {
  return (Two){add_sphere(s, t, n, x, stride).a,
               union_of(s.b, dimmed(x[t * stride] / sqrtf((float)(t + 1))))};
}

static Two add_schwefel(Two s, int t, int n, const float *x, int stride) {
  const double most = 418.98288727243369;
  float y = x[t * stride], u = fabsf(y), root = sqrtf(u), rest = fmaf(-root, root, u) / fmaf(2, root, 1e-30f);
  float k = nearbyintf(fmaf(root, (float)M_1_PI, -0.5f)), peak = fmodf(fabsf(k), 2) == 1 ? -y : y;
  float half = series_sine((less_turns(root, k + 0.5f) + rest) / 2);
  (void)n;
  return (Two){s.a + fmaf(peak, 2 * half * half, ((float)most - peak) + rounded_off(most)), s.b};
}

static uint32_t pso_value(const Instance *inst, const float *x, int stride) {
  static Two (*const add[FUNCTION_COUNT])(Two, int, int, const float *, int) = {
      [FUNCTION_SPHERE] = add_sphere,       [FUNCTION_ROSENBROCK] = add_rosenbrock,
      [FUNCTION_RASTRIGIN] = add_rastrigin, [FUNCTION_ACKLEY] = add_ackley,
      [FUNCTION_GRIEWANK] = add_griewank,   [FUNCTION_SCHWEFEL] = add_schwefel};
  Two part[8] = {{0, 0}};
  const int n = inst->n;
  const bool griewank = function_of(inst)->function == FUNCTION_GRIEWANK;
  for (int t = 0; t < n; t++)
    part[t / 4 % 8] = add[function_of(inst)->function](part[t / 4 % 8], t, n, x, stride);
  for (int apart = 4; apart; apart /= 2)
    for (int j = 0; j < apart; j++) {
      float b = griewank ? union_of(part[j].b, part[j + apart].b) : part[j].b + part[j + apart].b;
      part[j] = (Two){part[j].a + part[j + apart].a, b};
    }
  float value = part[0].a;
  if (function_of(inst)->function == FUNCTION_ACKLEY)
    value = fmaf(20, decayed(0.2f * sqrtf(value / (float)n)), (float)M_E * decayed(part[0].b / (float)n));
  if (griewank) value = value / 4000 + part[0].b;
  if (isnan(value)) return 4294967295u;
  uint32_t bits = 0;
  if (value > 0) memcpy(&bits, &value, sizeof bits);
  return bits;
}

static uint32_t pso_fitness(const Instance *inst, const float *x, int stride) {
  return inst->problem == &problem_matching ? pso_makespan(inst, x, stride) : pso_value(inst, x, stride);
}

static void pso_lead(OraclePso *o, int s) {
  int P = (int)pso_plan(o->plan)->particles, T = o->inst->n;
  for (int p = 0; p < P; p++)
    if (o->b_fitness[s * P + p] < o->g_fitness[s]) {
      o->g_fitness[s] = o->b_fitness[s * P + p];
      for (int t = 0; t < T; t++) o->g[s * T + t] = o->b[(s * T + t) * P + p];
    }
}

OraclePso *oracle_pso_start(const Instance *inst, const Plan *plan) {
  int S = (int)plan->islands, P = (int)pso_plan(plan)->particles, T = inst->n;
  OraclePso *o = malloc(sizeof *o);
  size_t all = (size_t)S * T * P;
  *o = (OraclePso){inst,
                   plan,
                   0,
                   calloc(all, 4),
                   calloc(all, 4),
                   calloc(all, 4),
                   calloc((size_t)S * P, 4),
                   calloc((size_t)S * T, 4),
                   calloc((size_t)S * T, 4),
                   calloc(S, 4),
                   calloc(S, 4)};
  for (int s = 0; s < S; s++) {
    for (int p = 0; p < P; p++) {
      for (int t = 0; t < T; t++) {
        int at = (s * T + t) * P + p;
        uint32_t word = pso_word(plan->seed, (uint32_t)s, p, 4294967295u, 0x10000000, t);
        float place = pso_low(inst) + pso_uniform(pso_high(inst) - pso_low(inst), word & 65535);
        place = pso_within(place, pso_low(inst), pso_high(inst));
        o->x[at] = o->b[at] = pso_plan(plan)->form == FORM_DISCRETE ? nearbyintf(place) : place;
        o->v[at] = pso_uniform(pso_speed(inst) / 2, word >> 16);
      }
      o->b_fitness[s * P + p] = pso_fitness(inst, o->x + s * T * P + p, P);
    }
    o->g_fitness[s] = 4294967295u;
    pso_lead(o, s);
  }
  return o;
}

static float pso_weight(const PsoPlan *plan, uint32_t k) {
  double w = plan->w;
  if (plan->inertia == INERTIA_CONSTRICTION) return 1;
  if (plan->inertia == INERTIA_LINEAR)
    w = plan->iterations > 1 ? plan->w + (0.4 - plan->w) * k / (plan->iterations - 1.0) : plan->w;
  else
    for (uint32_t i = 0; i < k; i++) w *= plan->decay;
  return w < 0x1p-60 ? 0 : (float)w;
}

static void pso_step_one(OraclePso *o, int s, int p, int t) {
  const Instance *inst = o->inst;
  const PsoPlan *plan = pso_plan(o->plan);
  int P = (int)plan->particles, T = inst->n, at = (s * T + t) * P + p;
  float x = o->x[at], g = o->g[s * T + t], h = o->h[s * T + t], low = pso_low(inst), high = pso_high(inst),
        push = 0, chi = 1;
  uint32_t word = pso_word(o->plan->seed, (uint32_t)s, p, o->k, 0x10000000, t);
  double phi = plan->c1 + plan->c2;
  if (plan->inertia == INERTIA_CONSTRICTION && phi > 4)
    chi = (float)(2 / fabs(2 - phi - sqrt(phi * phi - 4 * phi)));
  if (s % 2 == 1 && o->h_known[s] && h != g) {
    float per_range = high > low ? 1 / (high - low) : 0, size = fmaf(-fabsf(x - h), per_range, 1);
    push = pso_uniform((float)plan->c3, word >> 8 & 65535) * (x < h ? -size : size);
  }
  float v = fmaf(pso_weight(plan, o->k), o->v[at], push);
  v = fmaf(pso_uniform((float)plan->c1, word & 65535), o->b[at] - x, v);
  v = chi * fmaf(pso_uniform((float)plan->c2, word >> 16), g - x, v);
  v = pso_within(v, -pso_speed(inst), pso_speed(inst));
  if (fabsf(v) < 0x1p-64f) v = 0;
  o->v[at] = v;
  o->x[at] = pso_within(x + v, low, high);
  if (plan->form == FORM_DISCRETE) o->x[at] = nearbyintf(o->x[at]);
}

void oracle_pso_step(OraclePso *o) {
  int S = (int)o->plan->islands, P = (int)pso_plan(o->plan)->particles, T = o->inst->n;
  for (int s = 0; s < S; s++) {
    for (int p = 0; p < P; p++) {
      for (int t = 0; t < T; t++) pso_step_one(o, s, p, t);
      uint32_t fitness = pso_fitness(o->inst, o->x + s * T * P + p, P);
      if (fitness >= o->b_fitness[s * P + p]) continue;
      o->b_fitness[s * P + p] = fitness;
      for (int t = 0; t < T; t++) o->b[(s * T + t) * P + p] = o->x[(s * T + t) * P + p];
    }
    pso_lead(o, s);
  }
  o->k++;
}

/* The particle of swarm s that `rank` others come before. */
static int pso_ranked(const uint32_t *fitness, int P, int rank) {
  for (int p = 0; p < P; p++) {
    int before = 0;
    /* cppcheck-suppress arrayIndexThenCheck ; r is below P */
    for (int r = 0; r < P; r++) before += fitness[r] < fitness[p] || (fitness[r] == fitness[p] && r < p);
    if (before == rank) return p;
  }
  abort();
}

void oracle_pso_exchange(OraclePso *o) {
  int S = (int)o->plan->islands, P = (int)pso_plan(o->plan)->particles, T = o->inst->n;
  OraclePso *was = oracle_pso_start(o->inst, o->plan); /* for its room */
  size_t all = 4 * (size_t)S * T * P;
  memcpy(was->x, o->x, all);
  memcpy(was->v, o->v, all);
  memcpy(was->b, o->b, all);
  memcpy(was->b_fitness, o->b_fitness, 4 * (size_t)S * P);
  memcpy(was->g, o->g, 4 * (size_t)S * T);
  for (int s = 0; s < S; s++) {
    int from = (s + S - 1) % S;
    for (int t = 0; t < T; t++) o->h[s * T + t] = was->g[from * T + t];
    o->h_known[s] = 1;
    for (int j = 0; j < (int)pso_plan(o->plan)->migrants; j++) {
      int best = pso_ranked(was->b_fitness + from * P, P, j),
          worst = pso_ranked(was->b_fitness + s * P, P, P - 1 - j);
      o->b_fitness[s * P + worst] = was->b_fitness[from * P + best];
      for (int t = 0; t < T; t++) {
        int to = (s * T + t) * P + worst, at = (from * T + t) * P + best;
        o->x[to] = was->x[at];
        o->v[to] = was->v[at];
        o->b[to] = was->b[at];
      }
    }
    pso_lead(o, s);
  }
  oracle_pso_free(was);
}

void oracle_pso_free(OraclePso *o) {
  free(o->x);
  free(o->v);
  free(o->b);
  free(o->b_fitness);
  free(o->g);
  free(o->h);
  free(o->g_fitness);
  free(o->h_known);
  free(o);
}
