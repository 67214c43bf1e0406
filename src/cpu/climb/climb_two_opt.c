/* The 2-opt move on the CPU: the filter (scan.h) proposes candidates, exact integers decide. */
#include <math.h>
#include <stdio.h>
#include "climb_workspace.h"
#include "cpu/simd.h"

/* Shows the move of positions i and i + o with its exact delta, if it is one. */
static void move_consider(const ClimbWorkspace *b, int32_t i, int32_t o, MoveVisitor *visitor) {
  int32_t n = b->tour.n, j = i + o < n ? i + o : i + o - n, low = i < j ? i : j, high = i < j ? j : i;
  if (high - low < 2 || high - low > n - 2) return;
  const int32_t *t = b->tour.city;
  const ClimbProblem *p = b->problem;
  int64_t delta = city_distance(p, t[low], t[high]) + city_distance(p, t[low + 1], t[high + 1]) -
                  city_distance(p, t[low], t[low + 1]) - city_distance(p, t[high], t[high + 1]);
  visitor->see(visitor, b, delta, low, high);
}

static float two_opt_least(ClimbWorkspace *b) {
  return b->tour.n < SCAN_N_MIN ? -INFINITY : b->scan->minima(&b->tour, b->minima);
}

static float two_opt_slack(const ClimbWorkspace *b) { return b->problem->slack + b->scan->slack(&b->tour); }

static void two_opt_visit(ClimbWorkspace *b, float threshold, MoveVisitor *visitor) {
  int32_t n = b->tour.n;
  if (n < SCAN_N_MIN) {
    for (int32_t i = 0; i < n; i++)
      for (int32_t o = 2; o <= n / 2; o++) move_consider(b, i, o, visitor);
    return;
  }
  for (int32_t g = 0; g < scan_groups(n, b->scan->group); g++) {
    if (b->minima[g] > threshold) continue;
    int32_t count = b->scan->hits(&b->tour, g, b->minima, threshold, b->hits);
    for (int32_t k = 0; k < count; k++) move_consider(b, b->hits[k].i, b->hits[k].o, visitor);
  }
}

/* Reverses the shorter side of the move. */
static void two_opt_apply(ClimbWorkspace *b, int32_t *tour, Move move) {
  int32_t n = b->tour.n, inner = move.j - move.i, length = inner, first = move.i + 1;
  if (inner > n - inner) {
    length = n - inner;
    first = move.j + 1;
  }
  workspace_reverse(b, tour, first < n ? first : 0, length);
}

static const ScanOps *two_opt_scan(const ClimbProblem *problem) { return scan_find(problem->filter); }

static void two_opt_describe(const ClimbProblem *problem, Description *out) {
  const ScanOps *scan = scan_find(problem->filter);
  snprintf(out->shape, sizeof out->shape, "%s", scan->name);
  snprintf(out->binds, sizeof out->binds, "%s", scan->binds);
  out->ceiling_moves_s = scan->cycles > 0 ? clock_hz() / scan->cycles : 0;
}

const MoveOps climb_two_opt = {two_opt_scan,  two_opt_least, two_opt_slack,
                               two_opt_visit, two_opt_apply, two_opt_describe};
