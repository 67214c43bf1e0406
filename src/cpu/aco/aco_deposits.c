/* Which tours leave trails after an iteration, and how much, on the CPU. Contract: solver/aco/aco_kernels.h. */
#include <stdlib.h>
#include <string.h>
#include "solver/aco/aco_all_step.h"
#include "aco_ant.h"

/* ---- the order of ants ---- */

static AcoLeft left_of(const AcoState *state, int32_t n, uint32_t i, uint32_t j) {
  const size_t row = (size_t)j * state->islands + i;
  return (AcoLeft){.tour = state->tour + row * (size_t)n, .cost = state->cost[row], .ant = state->ant[row]};
}

static int left_compare(const void *a, const void *b) {
  const AcoLeft *x = a, *y = b;
  if (x->cost != y->cost) return x->cost < y->cost ? -1 : 1;
  return x->ant < y->ant ? -1 : 1;
}

int64_t aco_best_ant(const AcoState *state, uint32_t i) {
  int64_t best = i;
  for (int64_t r = i; r < (int64_t)state->rows * state->islands; r += state->islands)
    if (state->cost[r] < state->cost[best] ||
        (state->cost[r] == state->cost[best] && state->ant[r] < state->ant[best]))
      best = r;
  return best;
}

/* ---- who leaves trails ---- */

static uint32_t all_leave(const AcoState *state, int32_t n, uint32_t i, AcoLeft *left) {
  for (uint32_t j = 0; j < state->rows; j++) {
    left[j] = left_of(state, n, i, j);
    left[j].amount = aco_every_amount(state->colony[i].unit, left[j].cost);
  }
  return state->rows;
}

/* The first of the ranked ants, behind the best tour. */
static uint32_t ranks_leave(const AcoRules *rules, const AcoState *state, int32_t n, uint32_t i,
                            AcoLeft *left) {
  const uint32_t w = rules->deposits, ants = state->rows < w - 1 ? state->rows : w - 1;
  for (uint32_t j = 0; j < state->rows; j++) left[j] = left_of(state, n, i, j);
  qsort(left, state->rows, sizeof *left, left_compare);
  for (uint32_t r = 0; r < ants; r++)
    left[r].amount = aco_amount(rules, state->colony[i].unit, left[r].cost, w - 1 - r);
  return ants;
}

uint32_t aco_lefts_choose(const AcoRules *rules, const AcoState *state, int32_t n, uint32_t i,
                          const AcoUpdate *decided, AcoLeft *left) {
  const size_t own = (size_t)i * (size_t)n;
  if (rules->every) return all_leave(state, n, i, left);
  *left = (AcoLeft){.tour = state->best + own, .amount = decided->amount};
  if (rules->deposits > 1) return 1 + ranks_leave(rules, state, n, i, left + 1);
  if (decided->which == ACO_OF_SOURCE) left->tour = state->source + own;
  if (decided->which == ACO_OF_ITERATION)
    left->tour = state->tour + (size_t)aco_best_ant(state, i) * (size_t)n;
  return 1;
}

/* ---- edges ---- */

void aco_links_make(const int32_t *tour, int32_t n, int32_t *link) {
  for (int32_t p = 0; p < n; p++) {
    link[2 * (size_t)tour[p]] = tour[p ? p - 1 : n - 1];
    link[2 * (size_t)tour[p] + 1] = tour[p + 1 < n ? p + 1 : 0];
  }
}

/* If `to` is a candidate of `from`. */
static void sum_add(const AcoProblem *problem, int32_t from, int32_t to, uint64_t amount, uint64_t *sum) {
  const size_t row = (size_t)from * (size_t)problem->width;
  for (size_t k = row; k < row + (size_t)problem->width; k++)
    if (problem->list[k] == to) sum[k] += amount;
}

void aco_lefts_sum(const AcoProblem *problem, const AcoLeft *left, uint32_t lefts, uint64_t *sum) {
  const int32_t n = problem->tour.n;
  memset(sum, 0, (size_t)n * (size_t)problem->width * sizeof *sum);
  for (uint32_t d = 0; d < lefts; d++)
    for (int32_t p = 0; p < aco_edges(n); p++) {
      const int32_t a = left[d].tour[p], b = left[d].tour[p + 1 < n ? p + 1 : 0];
      sum_add(problem, a, b, left[d].amount, sum);
      sum_add(problem, b, a, left[d].amount, sum);
    }
}
