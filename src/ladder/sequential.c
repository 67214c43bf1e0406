/* See sequential.h. The two searches are plain ones on one core, as their source has them: the exact steps matter, not the speed. */
#include "sequential.h"

#include <math.h>
#include "rng.h"

enum { PURPOSE_TOUR = RNG_TOUR, PURPOSE_PROPOSAL = RNG_SEARCH };

void sequential_random(const Sequential *s, uint32_t number, int32_t *tour) {
  const RngStream stream = {s->seed, 0, number, PURPOSE_TOUR};
  for (int32_t p = 0; p < s->n; p++) {
    const uint32_t other = rng_below(stream, (uint32_t)p, (uint32_t)p + 1);
    tour[p] = tour[other];
    tour[other] = p;
  }
}

static int64_t distance(const Sequential *s, int32_t a, int32_t b) {
  return s->distance[(size_t)a * (size_t)s->n + (size_t)b];
}

int64_t sequential_cost(const Sequential *s, const int32_t *tour) {
  int64_t sum = 0;
  for (int32_t p = 0; p < s->n; p++) sum += distance(s, tour[p], tour[p + 1 < s->n ? p + 1 : 0]);
  return sum;
}

/* What the tour loses if what stands at i + 1 .. j is reversed; i < j. */
static int64_t gain_of(const Sequential *s, const int32_t *tour, int32_t i, int32_t j) {
  const int32_t a = tour[i], b = tour[i + 1], c = tour[j], d = tour[j + 1 < s->n ? j + 1 : 0];
  return distance(s, a, b) + distance(s, c, d) - distance(s, a, c) - distance(s, b, d);
}

static void reverse(int32_t *tour, int32_t i, int32_t j) {
  for (i++; i < j; i++, j--) {
    const int32_t city = tour[i];
    tour[i] = tour[j];
    tour[j] = city;
  }
}

/* ---- 2-opt ---- */

/* Makes the best move; false: none gains. */
static bool climb_step(const Sequential *s, int32_t *tour) {
  int64_t most = 0;
  int32_t from = 0, to = 0;
  for (int32_t i = 0; i + 2 < s->n; i++)
    for (int32_t j = i + 2; j < s->n; j++) {
      const int64_t gain = gain_of(s, tour, i, j);
      if (gain <= most) continue;
      most = gain;
      from = i;
      to = j;
    }
  if (most) reverse(tour, from, to);
  return most > 0;
}

int64_t sequential_climb(const Sequential *s, uint32_t number, int32_t *tour) {
  sequential_random(s, number, tour);
  while (climb_step(s, tour)) continue;
  return sequential_cost(s, tour);
}

/* ---- annealing ---- */

int64_t sequential_anneal(const Sequential *s, double alpha, uint32_t first, uint32_t count, int32_t *tour) {
  const RngStream stream = {s->seed, 0, 0, PURPOSE_PROPOSAL};
  const double n = s->n;
  for (uint32_t t = first; t < first + count; t++) {
    const int32_t p = (int32_t)rng_below(stream, 3 * t, (uint32_t)s->n),
                  q = (int32_t)rng_below(stream, 3 * t + 1, (uint32_t)s->n - 1), other = q + (q >= p);
    const int32_t i = p < other ? p : other, j = p < other ? other : p;
    const double draw = ((double)(rng_draw(stream, 3 * t + 2) >> 11) + 0.5) * 0x1p-53,
                 temperature = n * n * n * pow(alpha, t), longer = -(double)gain_of(s, tour, i, j);
    if (longer <= 0 || draw < exp(-longer / temperature)) reverse(tour, i, j);
  }
  return sequential_cost(s, tour);
}
