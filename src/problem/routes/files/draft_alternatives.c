/* See draft_alternatives.h. */
#include "draft_alternatives.h"

#include <math.h>

int32_t draft_time(Draft *draft, const DraftUnits *units, Exact value, double horizon) {
  const double real = draft_real(value);
  if (real >= horizon) return ROUTES_LIMIT_MAX;
  const double time = draft_rounded(draft, real - (double)units->origin, units->times);
  return time > ROUTES_LIMIT_MAX ? ROUTES_LIMIT_MAX : (int32_t)time;
}

/* ---- several windows ---- */

/* Those of stops that have several, and one for every other stop. */
int32_t draft_windows_most(const Draft *draft) { return draft->windows ? draft->windows + draft->stops : 0; }

/* A window that ends before the first shift begins does not count; two that rounding joins are one. */
static void window_put(RoutesInstance *routes, int32_t first, int32_t *at, RoutesWindow window) {
  if (window.due < 0) return;
  if (window.ready < 0) window.ready = 0;
  if (*at > first && window.ready <= routes->window[*at - 1].due)
    routes->window[*at - 1].due = window.due;
  else
    routes->window[(*at)++] = window;
}

static Status stop_windows_fill(Draft *draft, const DraftUnits *units, RoutesInstance *routes, int32_t k,
                                int32_t *at) {
  RouteStop *const stop = &routes->stop[k + 1];
  const DraftWindows *windows = &draft->stop[k].windows;
  const int32_t first = *at;
  if (!windows->count) window_put(routes, first, at, (RoutesWindow){stop->ready, stop->due});
  for (int32_t w = windows->first; w < windows->first + windows->count; w++) {
    const RoutesWindow window = {draft_time(draft, units, draft->window[w].ready, INFINITY),
                                 draft_time(draft, units, draft->window[w].due, units->horizon)};
    if (window.ready >= ROUTES_LIMIT_MAX)
      return draft_fail_stop(draft, k, draft->json ? "time_windows" : "ready", "times of the same days");
    window_put(routes, first, at, window);
    if (window.due == ROUTES_LIMIT_MAX) break; /* what is later cannot matter */
  }
  stop->ready = routes->window[first].ready;
  stop->due = routes->window[*at - 1].due;
  return OK;
}

Status draft_windows_fill(Draft *draft, const DraftUnits *units, RoutesInstance *routes) {
  int32_t at = 0;
  for (int32_t k = 0; k < draft->stops; k++) {
    routes->window_first[k + 1] = at;
    TRY(stop_windows_fill(draft, units, routes, k, &at));
  }
  routes->window_first[draft->stops + 1] = routes->windows = at;
  return OK;
}

/* ---- alternatives ---- */

void draft_groups_fill(const Draft *draft, RoutesInstance *routes) {
  for (int32_t k = 0; k < draft->stops; k++) routes->cluster[k + 1] = draft->stop[k].group;
}
