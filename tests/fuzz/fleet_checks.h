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

/* A cluster's price is paid once. */
static int first_of_cluster(const RoutesInstance *routes, int32_t c) {
  int first = 1;
  for (int32_t b = 1; routes->cluster && routes->cluster[c] && b < c; b++)
    first &= routes->cluster[b] != routes->cluster[c];
  return first;
}

/* Windows of a customer rise and are apart, from its ready time to its due time. */
static inline void check_windows(const RoutesInstance *routes) {
  for (int32_t c = 1; c <= routes->head.n && routes->window; c++) {
    const RoutesWindow *first = &routes->window[routes->window_first[c]],
                       *end = &routes->window[routes->window_first[c + 1]];
    expect(first < end && first->ready == routes->stop[c].ready && end[-1].due == routes->stop[c].due,
           "windows are those of the stop");
    for (const RoutesWindow *w = first; w < end; w++)
      expect(w->ready <= w->due && (w == first || w[-1].due < w->ready), "windows are apart");
  }
}

/* Breaks come by rising types, at most so many of each, within the shift. */
static inline void check_breaks(const RoutesInstance *routes) {
  int32_t found = 0;
  for (int32_t t = 0; t < routes->types; t++) {
    int32_t count;
    const RoutesBreak *pause = routes_breaks(routes, t, &count);
    expect(count <= ROUTES_BREAKS_MAX && (count > 0) == (pause != NULL), "breaks of a type are listed");
    for (int32_t k = 0; k < count; k++) {
      expect(pause[k].ready >= 0 && pause[k].ready <= pause[k].due && pause[k].length >= 0,
             "breaks have windows");
      expect(pause[k].ready <= routes->type[t].due[1], "in the shift");
    }
    found += count;
  }
  expect(found == routes->pauses, "breaks are of types");
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
    if (!first_of_cluster(routes, c)) continue;
    sum += routes->stop[c].prize == ROUTES_REQUIRED ? routes->absent_cost : routes->stop[c].prize;
  }
  expect(judge_fleet(&routes->head, gene, &cost, NULL) == OK && cost == sum,
         "nobody is served at the price of all");
  free(gene);
}

/* Reloads are at places, within their windows, and only where some type makes several trips. */
static inline void check_trips(const RoutesInstance *routes) {
  for (int32_t d = 0; d < routes->reloads; d++) {
    const RoutesReload *reload = &routes->reload[d];
    expect(reload->place >= 0 && reload->place < routes->places, "reload depots have places");
    expect(reload->ready >= 0 && reload->ready <= reload->due && reload->service >= 0, "and windows");
  }
  for (int32_t t = 0; t < routes->types && routes->reloads; t++) {
    const RoutesTrips *trips = &routes->trips[t];
    expect(trips->most >= 1 && (trips->reloads || trips->most == 1), "who reloads does so somewhere");
    expect(routes->reloads == ROUTES_RELOADS_MAX || trips->reloads >> routes->reloads == 0,
           "at a depot that there is");
  }
  for (int32_t c = 1; c <= routes->head.n && routes->release; c++)
    expect(routes->release[c] >= 0 && routes->release[c] < ROUTES_LIMIT_MAX, "releases fit");
}

#endif
