/* The rule for large tours, pair by pair of moves: see oracle_recombine_inside.h. */
#include "oracle_recombine_inside.h"

#include <stdlib.h>
#include <string.h>

/* A move as its test leaves it. */
typedef struct Move {
  char *cut; /* (n) */
  Pair2 *nb; /* (n) */
  int state; /* 0: dropped, 1: undecided, 2: takes part, 3: applied */
} Move;

/* SplitMix64's output for the state a 2^32 + b. */
static uint64_t mixed(uint64_t a, uint64_t b) {
  uint64_t z = (a * 4294967296u + b) * 11400714819323198485u + 11400714819323198485u;
  z = (z ^ z / 1073741824u) * 13787848793156543929u;
  z = (z ^ z / 134217728u) * 10723151780598845931u;
  return z ^ z / 2147483648u;
}

static int drawn(const Set *s, int32_t round) {
  static const uint64_t one_in[] = {128, 64, 32, 16, 8, 4, 2, 1};
  return mixed((uint64_t)s->cycle[0], 2147483648u + (uint64_t)round) % one_in[round % 8] == 0;
}

/* Do all cuts of y lie within one segment of x? */
static int within(const Oracle *o, const Move *x, const Move *y) {
  int32_t segment = 0, of_all = -1, last = 0;
  for (int32_t p = 0; p < o->n; p++) last += x->cut[p];
  for (int32_t p = 0; p < o->n; p++) {
    if (y->cut[p] && x->cut[p]) return 0;
    if (y->cut[p] && of_all >= 0 && of_all != segment % last) return 0;
    if (y->cut[p]) of_all = segment % last;
    segment += x->cut[p];
  }
  return 1;
}

static int cross(Oracle *o, const Move *x, const Move *y) {
  int common = 0;
  for (int32_t p = 0; p < o->n; p++) common |= x->cut[p] && y->cut[p];
  o->seen->tied += common;
  return !within(o, x, y) || !within(o, y, x);
}

/* Does a move cross another one of at least that state? */
static int crosses(Oracle *o, Move *move, int32_t count, int32_t k, int least) {
  int does = 0;
  for (int32_t i = 0; i < count; i++)
    if (i != k && move[i].state >= least) does |= cross(o, &move[k], &move[i]);
  return does;
}

static void round_of(Oracle *o, const Set *set, Move *move, int32_t count, int32_t round) {
  char *free_of = calloc((size_t)count + 1, 1);
  for (int32_t k = 0; k < count; k++)
    if (move[k].state == 1 && drawn(&set[k], round)) move[k].state = 2;
  for (int32_t k = 0; k < count; k++) free_of[k] = move[k].state == 2 && !crosses(o, move, count, k, 2);
  for (int32_t k = 0; k < count; k++)
    if (move[k].state == 2) move[k].state = free_of[k] ? 3 : 1;
  for (int32_t k = 0; k < count; k++)
    if (move[k].state == 1 && crosses(o, move, count, k, 3)) move[k].state = 0;
  free(free_of);
}

/* The move's edges take the places of those that it cuts. */
static void apply(Oracle *o, const Move *m, Pair2 *nb) {
  for (int32_t p = 0; p < o->n; p++) {
    const int32_t v = o->tour[p], w = o->tour[(p + 1) % o->n];
    if (m->cut[p]) {
      nb[v][1] = m->nb[v][1];
      nb[w][0] = m->nb[w][0];
    }
  }
}

/* From A's first city on; aborts unless it is a tour. */
static void walk(Oracle *o, const Pair2 *nb) {
  int32_t from = o->tour[0], at = nb[from][1], count = 1;
  for (; at != o->tour[0] && count < o->n; count++) {
    const int32_t next = nb[at][nb[at][0] == from];
    o->where[count] = at;
    from = at;
    at = next;
  }
  if (count != o->n || at != o->tour[0]) abort();
  memcpy(o->tour + 1, o->where + 1, ((size_t)o->n - 1) * sizeof *o->tour);
}

void oracle_apply_at_once(Oracle *o, Set *set, int32_t count, RecombineResult *r) {
  const size_t n = (size_t)o->n;
  Move *move = calloc((size_t)count + 1, sizeof *move);
  Pair2 *nb = malloc(n * sizeof *nb);
  for (int32_t k = 0; k < count; k++) {
    if (oracle_gain(o, &set[k]) != set[k].gain) abort();
    move[k].state = 1;
    move[k].cut = malloc(n);
    move[k].nb = malloc(n * sizeof *nb);
    memcpy(move[k].cut, o->cut, n);
    memcpy(move[k].nb, o->nb, n * sizeof *nb);
  }
  for (int32_t round = 0; round < 24; round++) round_of(o, set, move, count, round);
  oracle_neighbours(o->n, o->tour, nb);
  for (int32_t k = 0; k < count; k++) {
    o->seen->crossing += move[k].state < 3;
    if (move[k].state == 3) {
      apply(o, &move[k], nb);
      r->cost -= set[k].gain;
      r->done++;
    }
  }
  walk(o, nb);
  for (int32_t k = 0; k < count; k++) {
    free(move[k].cut);
    free(move[k].nb);
  }
  free(nb);
  free(move);
}
