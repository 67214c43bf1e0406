/* What comes from a file, checked: see loaded.h. */
#include "loaded.h"

#include <stdio.h>
#include "individual.h"
#include "problem/judge.h"

Status loaded_solution(const Instance *inst, const char *field, size_t row, const int32_t *gene,
                       int64_t cost) {
  char place[64];
  int64_t found;
  snprintf(place, sizeof place, "field %s, row %zu", field, row);
  TRY(status_at(place, judge_solution(inst, gene, &found)));
  if (judge_agrees(inst, gene, cost, found)) return OK;
  FAIL(ERR_FORMAT, "%s: expected the cost of its solution, %lld, found %lld", place, (long long)found,
       (long long)cost);
}

Status loaded_solutions(const Instance *inst, const char *field, size_t rows, const int32_t *gene,
                        const int64_t *cost) {
  const size_t n = (size_t)inst->n;
  for (size_t r = 0; r < rows; r++)
    if (cost[r] != COST_NONE) TRY(loaded_solution(inst, field, r, gene + r * n, cost[r]));
  return OK;
}

Status loaded_number(const char *field, const char *what, int64_t value, int64_t least, int64_t most) {
  if (value >= least && value <= most) return OK;
  FAIL(ERR_FORMAT, "field %s: expected %s of %lld to %lld, found %lld", field, what, (long long)least,
       (long long)most, (long long)value);
}

Status loaded_range(const Field *f, uint32_t least, uint32_t most) {
  const uint32_t *value = f->data;
  for (size_t k = 0; k < f->rows * f->columns; k++)
    if (value[k] < least || value[k] > most)
      FAIL(ERR_FORMAT, "field %s: expected %u to %u, found %u", f->name, least, most, value[k]);
  return OK;
}
