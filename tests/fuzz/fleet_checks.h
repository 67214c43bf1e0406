/* What the targets of fleets share: expectations, and what holds of every instance that is read. */
#ifndef CORDEE_TESTS_FUZZ_FLEET_CHECKS_H
#define CORDEE_TESTS_FUZZ_FLEET_CHECKS_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include "problem/routes/routes.h"

static void expect(int holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "broken: %s: %s\n", what, status_message());
  abort();
}

/* The judge takes the solution that leaves everybody out, at the price of all. */
static void check_absence(const RoutesInstance *routes) {
  const int32_t n = routes->head.n;
  int32_t *gene = malloc(2 * (size_t)n * sizeof *gene);
  int64_t cost = -1, sum = 0;
  if (!gene) return;
  for (int32_t c = 1; c <= n; c++) {
    gene[c - 1] = c == 1 ? -c : c;
    gene[n + c - 1] = ROUTES_LEFT_OUT;
    sum += routes->stop[c].prize == ROUTES_REQUIRED ? routes->absent_cost : routes->stop[c].prize;
  }
  expect(judge_fleet(&routes->head, gene, &cost, NULL) == OK && cost == sum,
         "nobody is served at the price of all");
  free(gene);
}

#endif
