/* Exhaustive 3-opt on the CPU: the table of kernels. See three_opt_kernels.h and three_opt_place.h. */
#include "three_opt.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cpu/simd.h"
#include "halt.h"
#include "search/routes/giant_tour.h"
#include "solver/three_opt/three_opt_move.h"

static Status open_place(Backend *be, const RouteData *data, int32_t nodes, ThreeOptEvaluator evaluator,
                         int levels, ThreeOptPlace **out) {
  return place_open(be, data, nodes, evaluator, levels, out);
}

static void close_place(Backend *be, ThreeOptPlace *place) {
  (void)be;
  place_close(place);
}

static uint64_t bytes_of_place(const Backend *be, const RouteData *data, int32_t nodes,
                               ThreeOptEvaluator evaluator, int levels) {
  return place_bytes(be->threads, data, nodes, evaluator, levels);
}

static Status put(Backend *be, ThreeOptPlace *place, const int32_t *tour, int32_t n) {
  (void)be;
  return place_put(place, tour, n);
}

static Status get(Backend *be, ThreeOptPlace *place, int32_t *tour, int32_t *n) {
  (void)be;
  memcpy(tour, place->tour, sizeof *tour * (size_t)place->n);
  *n = place->n;
  return OK;
}

/* ---- rows ---- */

/* The best 2-opt move that removes p and a later edge. */
static ThreeOptMove pair_row(const ThreeOptPlace *place, int32_t p) {
  const int32_t delta = place->pairs[p];
  return delta < 0 ? three_opt_pair_move(p, pair_find(place, p, delta), delta) : (ThreeOptMove){0};
}

/* The best of all of them. Those of p > 0 are ordered by p; one of p = 0 may come before or behind. */
static ThreeOptMove best_pair(const ThreeOptPlace *place) {
  const int32_t smallest = place->ops->smallest(place->pairs, place->edges);
  ThreeOptMove best = {0};
  if (smallest == 0) return best;
  if (place->pairs[0] == smallest) best = pair_row(place, 0);
  int32_t p = 1;
  while (p < place->edges && place->pairs[p] != smallest) p++;
  if (p == place->edges) return best;
  const ThreeOptMove other = pair_row(place, p);
  return three_opt_before(other, best) ? other : best;
}

static ThreeOptMove best_of(ThreeOptMove a, ThreeOptMove b) { return three_opt_before(b, a) ? b : a; }

/* The smallest of a row's deltas, of 2-opt apart. */
static int32_t row_smallest(const ThreeOptPlace *place, int32_t i) {
  int32_t smallest = 0;
  for (int kind = 0; kind < ROW_KINDS; kind++)
    smallest = smallest < place->rows[kind][i].delta ? smallest : place->rows[kind][i].delta;
  return smallest;
}

static int32_t least_of(int32_t a, int32_t b) { return a < b ? a : b; }

/* Minima are known before their moves. */
static Status check_found(ThreeOptMove move, int32_t smallest) {
  if (move.delta == smallest) return OK;
  FAIL(ERR_INTERNAL, "3-opt: expected a move of %d, found one of %d", smallest, move.delta);
}

static Status rows_of(Backend *be, ThreeOptPlace *place, ThreeOptShare share, ThreeOptMove *rows) {
  (void)be;
  if (place->hierarchy) FAIL(ERR_USAGE, "the segment hierarchy gives no rows");
  TRY(place_minima(place, share, true));
#pragma omp parallel for schedule(dynamic, 16) num_threads(place->threads)
  for (int32_t i = 0; i < place->edges; i++)
    if (!halt_poll())
      rows[i] = best_of(pair_row(place, i), place_row_move(place, &place->workers[omp_get_thread_num()], i));
  TRY(halt_after("a scan of 3-opt moves"));
  for (int32_t i = 0; i < place->edges; i++)
    TRY(check_found(rows[i], least_of(row_smallest(place, i), place->pairs[i])));
  return OK;
}

/* ---- scan ---- */

static Status best_move(const ThreeOptPlace *place, ThreeOptMove *best) {
  const ThreeOptMove pair = best_pair(place);
  int32_t row = -1, smallest = pair.delta < 0 ? pair.delta + 1 : 0;
  for (int32_t i = 0; i < place->edges; i++)
    if (row_smallest(place, i) < smallest) {
      smallest = row_smallest(place, i);
      row = i;
    }
  *best = pair;
  if (row < 0) return OK;
  *best = best_of(pair, place_row_move(place, place->workers, row));
  return check_found(*best, smallest);
}

static Status scan(Backend *be, ThreeOptPlace *place, ThreeOptShare share, ThreeOptMove *best) {
  if (place->hierarchy)
    return three_opt_hierarchy_scan(place->hierarchy, place->tour, place->n, be->threads, share, best);
  TRY(place_minima(place, share, false));
  return best_move(place, best);
}

static Status descend(Backend *be, ThreeOptPlace *place, int32_t routes_most, uint32_t most,
                      ThreeOptMove *moves, uint32_t *count) {
  int32_t *tour = malloc(sizeof *tour * ((size_t)place->nodes + 1));
  Status status = OK;
  if (!tour) FAIL(ERR_MEMORY, "no memory for a tour of %d nodes", place->nodes);
  *count = 0;
  while (*count < most) {
    ThreeOptMove move;
    TRY_GOTO(scan(be, place, (ThreeOptShare){0, 1}, &move), cleanup);
    if (move.delta == 0) break;
    three_opt_apply(place->tour, place->n, move, tour);
    const int32_t n = giant_tour_normal(&place->data, routes_most, tour, place->n);
    TRY_GOTO(place_put(place, tour, n), cleanup);
    moves[(*count)++] = move;
  }
cleanup:
  free(tour);
  return status;
}

/* Eight vector instructions a triple, on units of 1024 bits a cycle: no processor has more. A triple has seven moves of the
 * published count. */
static Status describe(Backend *be, const ThreeOptPlace *place, int32_t n, Description *out) {
  (void)n;
  const bool packed = place->evaluator == THREE_OPT_PACKED;
  *out = (Description){0};
  if (place->hierarchy) {
    snprintf(out->shape, sizeof out->shape, "segment hierarchy, a row of moves each, %d thread%s",
             be->threads, be->threads == 1 ? "" : "s");
    return OK;
  }
  snprintf(out->shape, sizeof out->shape, "%s, %d-bit tables%s, blocks of %d x %d edges, %d thread%s",
           place->ops->name, packed ? 16 : 32, place->whole ? "" : " by blocks", BLOCK, BLOCK, be->threads,
           be->threads == 1 ? "" : "s");
  if (place->ops->lanes == 1) return OK;
  out->ceiling_moves_s = clock_hz() * (packed ? 64 : 32) / 8 * 7 * be->threads;
  snprintf(out->binds, sizeof out->binds, "vector units");
  return OK;
}

const ThreeOptKernels three_opt_kernels_cpu = {.open = open_place,
                                               .close = close_place,
                                               .bytes = bytes_of_place,
                                               .put = put,
                                               .get = get,
                                               .scan = scan,
                                               .rows = rows_of,
                                               .descend = descend,
                                               .describe = describe};
