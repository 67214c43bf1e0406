/* The certificate of the "3opt" solver (Solver.certifying): a solution's giant tour and all of its moves. */
#include "solver/certify.h"

#include <inttypes.h>
#include <stdlib.h>
#include "c_locale.h"
#include "cost.h"
#include "search/routes/giant_tour.h"
#include "ref_move.h"
#include "three_opt_move.h"
#include "three_opt_plan.h"

/* The giant tour of a solution, owned by the caller. ERR_MEMORY. */
static Status tour_make(const Instance *inst, const int32_t *gene, int32_t **tour, int32_t *n) {
  *tour = malloc(((size_t)giant_tour_most(inst->n) + 1) * sizeof **tour);
  if (!*tour) FAIL(ERR_MEMORY, "no memory for a tour of %d customers", inst->n);
  *n = giant_tour_of(inst, gene, *tour);
  return OK;
}

/* ---- scan ---- */

static Status tour_scan(Backend *be, const RouteData *data, const ThreeOptPlan *own, const int32_t *tour,
                        int32_t n, ThreeOptShare share, ThreeOptMove *best) {
  const ThreeOptKernels *kernels = be->ops->three_opt;
  ThreeOptPlace *place = NULL;
  Status status = OK;
  TRY(kernels->open(be, data, n, own->evaluator, (int)own->levels, &place));
  TRY_GOTO(kernels->put(be, place, tour, n), cleanup);
  TRY_GOTO(kernels->scan(be, place, share, best), cleanup);
cleanup:
  kernels->close(be, place);
  return status;
}

static Status data_scan(const Instance *inst, Backend *be, const ThreeOptPlan *own, const int32_t *tour,
                        int32_t n, ThreeOptShare share, ThreeOptMove *best) {
  const RouteData host = route_data_of(inst);
  RouteData data;
  TRY(route_data_upload(be, &host, &data));
  const Status status = tour_scan(be, &data, own, tour, n, share, best);
  route_data_free(be, &data);
  return status;
}

static MoveKey key_of(ThreeOptMove move) { return (MoveKey){{move.delta, move.i, move.j, move.k, move.way}}; }

static Status three_opt_scan(const Instance *inst, Backend *be, const Plan *plan, const int32_t *gene,
                             uint32_t part, uint32_t parts, MoveKey *best) {
  ThreeOptPlan own = *three_opt_plan(plan);
  ThreeOptMove move = {0};
  int32_t *tour = NULL, n = 0;
  Status status = OK;
  TRY(three_opt_evaluator_complete(inst, &own));
  TRY(tour_make(inst, gene, &tour, &n));
  if (n >= 4) status = data_scan(inst, be, &own, tour, n, (ThreeOptShare){part, parts}, &move);
  free(tour);
  *best = key_of(move);
  return status;
}

/* ---- tell ---- */

static void tell_none(int32_t n, double seconds, FILE *out) {
  c_fprintf(out,
            "no improving 3-opt move: %" PRIu64 " moves as published, %" PRIu64 " distinct ones, %.3g s\n",
            three_opt_moves_published(n), three_opt_moves_distinct(n), seconds);
}

/* An edge that is added. */
typedef struct Joined {
  int32_t a, b; /* positions */
} Joined;

/* As many as are removed. */
static void joined_of(ThreeOptMove move, const int32_t *cut, int cuts, Joined *joined) {
  const RefParts parts = ref_parts(move.i, move.j, move.k, move.way);
  if (cuts == 2) {
    joined[0] = (Joined){cut[0], cut[1]};
    joined[1] = (Joined){cut[0] + 1, cut[1] + 1};
    return;
  }
  joined[0] = (Joined){move.i, parts.a};
  joined[1] = (Joined){parts.a_end, parts.b};
  joined[2] = (Joined){parts.b_end, move.k + 1};
}

/* The routes of the removed edges, from 1 as in solutions' files; "new": the empty one at the end of the tour. */
static void tell_routes(const int32_t *tour, int32_t n, const int32_t *cut, int cuts, FILE *out) {
  int32_t route = 0, last = 0;
  for (int32_t c = 0, p = 0; c < cuts; c++) {
    for (; p <= cut[c]; p++) route += tour[p] == 0;
    if (route == last) continue;
    c_fprintf(out, last ? " " : ", in routes ");
    if (tour[cut[c]] == 0 && cut[c] == n - 2)
      fprintf(out, "new");
    else
      fprintf(out, "%d", route);
    last = route;
  }
}

static void tell_move(const Instance *inst, const int32_t *tour, int32_t n, ThreeOptMove move, FILE *out) {
  char delta[COST_TEXT_MAX];
  int32_t cut[3];
  Joined joined[3];
  const int cuts = three_opt_edges(move, cut);
  joined_of(move, cut, cuts, joined);
  fprintf(out, "best 3-opt move: %s, without", cost_text(move.delta, inst->decimals, delta));
  for (int c = 0; c < cuts; c++) fprintf(out, " %d-%d", tour[cut[c]], tour[cut[c] + 1]);
  fprintf(out, ", with");
  for (int c = 0; c < cuts; c++) fprintf(out, " %d-%d", tour[joined[c].a], tour[joined[c].b]);
  tell_routes(tour, n, cut, cuts, out);
  fputc('\n', out);
}

static Status three_opt_tell(const Instance *inst, const int32_t *gene, const MoveKey *best, double seconds,
                             FILE *out) {
  const int64_t *key = best->key;
  int32_t *tour = NULL, n = 0;
  TRY(tour_make(inst, gene, &tour, &n));
  if (key[0])
    tell_move(
        inst, tour, n,
        (ThreeOptMove){(int32_t)key[0], (int32_t)key[1], (int32_t)key[2], (int32_t)key[3], (int32_t)key[4]},
        out);
  else
    tell_none(n, seconds, out);
  free(tour);
  return OK;
}

const Certifying three_opt_certifying = {three_opt_scan, three_opt_tell};
