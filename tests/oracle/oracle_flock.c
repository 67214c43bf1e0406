/* See oracle_flock.h. */
#include "oracle_flock.h"

#include <math.h>
#include <string.h>
#include <Random123/philox.h>
#include "problem/tsp/tsp.h"

static uint32_t word(const OracleFlock *o, uint32_t p, uint32_t iteration, uint32_t number) {
  philox4x32_key_t key = {{(uint32_t)o->seed, (uint32_t)(o->seed >> 32)}};
  philox4x32_ctr_t counter = {{o->island, p, iteration, 0x56000000u + number / 4}};
  return philox4x32(counter, key).v[number % 4];
}

static int32_t below(uint32_t draw, int32_t m) { return (int32_t)floor(draw * 0x1p-32 * m); }

static void measure(const OracleFlock *o, OracleParticle *q) {
  const int32_t n = o->inst->n;
  q->cost = 0;
  for (int32_t p = 0; p < n && n > 1; p++)
    q->cost += judge_distance(o->inst, o->order[q->x[p]], o->order[q->x[(p + 1) % n]]);
}

/* All tours begin with city 0, so there is nothing to turn. */
static void settle(OracleFlock *o) {
  for (uint32_t p = 0; p < o->particles; p++) {
    OracleParticle *q = &o->particle[p];
    if (q->cost < q->b_cost) {
      q->b_cost = q->cost;
      memcpy(q->b, q->x, sizeof q->b);
    }
  }
  for (uint32_t p = 0; p < o->particles; p++)
    if (o->particle[p].b_cost < o->g_cost) {
      o->g_cost = o->particle[p].b_cost;
      memcpy(o->g, o->particle[p].b, sizeof o->g);
    }
}

void oracle_flock_start(OracleFlock *o) {
  o->g_cost = INT64_MAX;
  for (uint32_t p = 0; p < o->particles; p++) {
    OracleParticle *q = &o->particle[p];
    for (int32_t t = 0; t < o->inst->n; t++) q->x[t] = t;
    for (int32_t t = o->inst->n - 1; t > 1; t--) {
      const int32_t other = 1 + below(word(o, p, UINT32_MAX, (uint32_t)t), t), city = q->x[t];
      q->x[t] = q->x[other];
      q->x[other] = city;
    }
    q->length = 0;
    q->b_cost = INT64_MAX;
    measure(o, q);
  }
  settle(o);
}

static void swapped(OracleParticle *q, int32_t a, int32_t b) {
  const int32_t city = q->x[a];
  q->x[a] = q->x[b];
  q->x[b] = city;
  q->v[q->length][0] = a;
  q->v[q->length][1] = b;
  q->length++;
}

static void followed(const OracleFlock *o, OracleParticle *q, const int32_t *target, double c, uint32_t draw,
                     uint32_t first) {
  const int32_t n = o->inst->n;
  int32_t differ = 0, from;
  for (int32_t t = 0; t < n; t++) differ += q->x[t] != target[t];
  const int64_t share = (int64_t)lround(c * 65536) * (draw >> 16) / 65536; /* 2^-16 */
  int64_t left = share * differ / 65536 < differ ? share * differ / 65536 : differ;
  for (int32_t k = 0; k < n - 1; k++) {
    const int32_t at = 1 + (below(first, n - 1) + k) % (n - 1);
    if (q->x[at] == target[at] || left == 0 || q->length == n - 1) continue;
    for (from = 0; q->x[from] != target[at];) from++;
    swapped(q, at, from);
    left--;
  }
}

void oracle_flock_move(OracleFlock *o, uint32_t iteration) {
  const int32_t n = o->inst->n;
  for (uint32_t p = 0; p < o->particles && n > 1; p++) {
    OracleParticle *q = &o->particle[p];
    const int32_t kept = (int32_t)floor((double)lround(o->w * 65536) * q->length / 65536);
    q->length = 0;
    for (int32_t k = 0; k < kept; k++) swapped(q, q->v[k][0], q->v[k][1]);
    followed(o, q, q->b, o->c1, word(o, p, iteration, 0), word(o, p, iteration, 2));
    followed(o, q, o->g, o->c2, word(o, p, iteration, 1), word(o, p, iteration, 3));
    if (q->length == 0)
      for (uint32_t k = 0; k < 3 && q->length < n - 1; k++)
        swapped(q, 1 + below(word(o, p, iteration, 4 + 2 * k), n - 1),
                1 + below(word(o, p, iteration, 5 + 2 * k), n - 1));
    measure(o, q);
  }
  settle(o);
}
