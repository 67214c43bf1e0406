/* See generate_directed.h: coin, the collection of money from pay phones in a city of k x k blocks.
 *
 * Cars keep to the right, so a phone is reached in one direction only, and they may turn left or right or go straight on at every
 * corner, but never back. The distance of two phones is the shortest such drive. Streets go on beyond the last blocks. */
#include "generate_directed.h"

#include <math.h>
#include <stdlib.h>
#include "halt.h"
#include "rng.h"
#include "tsp.h"

enum { BLOCK = 1000, REACH = 4, SPAN = 2 * REACH + 1, BLOCKS_ROOT = 10 };

/* The side of a street: from corner (x, y) one block in direction `way` (0: east, 1: south, 2: west, 3: north; clockwise, y grows to
 * the south). */
typedef struct Phone {
  int32_t x, y, way, at; /* at: from the corner, below BLOCK */
} Phone;

static const int32_t step_x[4] = {1, 0, -1, 0}, step_y[4] = {0, 1, 0, -1};

/* Blocks from a corner, arrived at in direction `in`, to another one, left in direction `out`: by the offset of the corners. */
typedef struct Drives {
  int32_t blocks[4][SPAN][SPAN][4];
} Drives;

/* Blocks to every corner near by and direction of arrival there: relaxed until nothing changes. */
static void drives_spread(int32_t in, int32_t (*arrived)[SPAN][4]) {
  for (int32_t k = 0; k < SPAN * SPAN * 4; k++) (&arrived[0][0][0])[k] = INT32_MAX / 2;
  arrived[REACH][REACH][in] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (int32_t k = 0; k < SPAN * SPAN * 16; k++) {
      const int32_t y = k / 16 / SPAN, x = k / 16 % SPAN, from = k / 4 % 4, to = k % 4;
      const int32_t next_x = x + step_x[to], next_y = y + step_y[to];
      if (to == (from + 2) % 4 || next_x < 0 || next_y < 0 || next_x >= SPAN || next_y >= SPAN) continue;
      const int32_t d = arrived[y][x][from] + 1;
      if (d < arrived[next_y][next_x][to]) {
        arrived[next_y][next_x][to] = d;
        changed = true;
      }
    }
  }
}

static void drives_make(Drives *t) {
  int32_t arrived[SPAN][SPAN][4];
  for (int32_t in = 0; in < 4; in++) {
    drives_spread(in, arrived);
    for (int32_t k = 0; k < SPAN * SPAN * 4; k++) {
      const int32_t y = k / 4 / SPAN, x = k / 4 % SPAN, out = k % 4;
      int32_t least = INT32_MAX / 2;
      for (int32_t way = 0; way < 4; way++)
        if (way != (out + 2) % 4 && arrived[y][x][way] < least) least = arrived[y][x][way];
      t->blocks[in][y][x][out] = least;
    }
  }
}

static int32_t clip(int32_t d) {
  if (d > 2) return 2;
  if (d < -2) return -2;
  return d;
}

/* Of corners farther apart, the rest is straight on. */
static int32_t drive_blocks(const Drives *t, int32_t in, int32_t dx, int32_t dy, int32_t out) {
  const int32_t near_x = clip(dx), near_y = clip(dy);
  return t->blocks[in][REACH + near_y][REACH + near_x][out] + abs(dx - near_x) + abs(dy - near_y);
}

static int32_t phone_arc(const Drives *t, const Phone *a, const Phone *b) {
  if (a->x == b->x && a->y == b->y && a->way == b->way && a->at <= b->at) return b->at - a->at;
  const int32_t x = a->x + step_x[a->way], y = a->y + step_y[a->way];
  return BLOCK - a->at + BLOCK * drive_blocks(t, a->way, b->x - x, b->y - y, b->way) + b->at;
}

/* On side `way` of a block, which is driven along clockwise. */
static Phone phone_draw(int32_t n, uint64_t seed, int32_t c) {
  const uint32_t k = (uint32_t)lround(BLOCKS_ROOT * sqrt(n));
  const RngStream s = {.seed = seed, .individual = (uint32_t)c, .purpose = RNG_CITY};
  const int32_t way = (int32_t)rng_below(s, 2, 4);
  return (Phone){.x = (int32_t)rng_below(s, 0, k) + (way == 1 || way == 2),
                 .y = (int32_t)rng_below(s, 1, k) + (way == 2 || way == 3),
                 .way = way,
                 .at = (int32_t)rng_below(s, 3, BLOCK)};
}

Status generate_coin(int32_t n, uint64_t seed, Instance **out) {
  Instance *inst;
  Drives drives;
  TRY(directed_alloc("coin", n, seed, &inst));
  Phone *phone = malloc((size_t)n * sizeof *phone);
  if (!phone) {
    instance_free(inst);
    FAIL(ERR_MEMORY, "no memory for %d cities", n);
  }
  drives_make(&drives);
  for (int32_t c = 0; c < n; c++) phone[c] = phone_draw(n, seed, c);
#pragma omp parallel for schedule(dynamic, 16)
  for (int32_t a = 0; a < n; a++)
    for (int32_t b = 0; b < n && !halt_poll(); b++)
      tsp_of(inst)->matrix[(size_t)a * (size_t)n + (size_t)b] = phone_arc(&drives, &phone[a], &phone[b]);
  free(phone);
  return directed_end(inst, out);
}
