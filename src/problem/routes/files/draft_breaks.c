/* See draft_breaks.h. */
#include "draft_breaks.h"

#include <math.h>
#include "draft_alternatives.h"

static Status break_fail(const Draft *draft, int32_t v, int32_t line, const char *expected) {
  const JsonAt root = json_root(draft->json), all = json_member(&root, "vehicles"),
               vehicle = json_element(&all, (size_t)v), breaks = json_member(&vehicle, "breaks"),
               at = json_element(&breaks, (size_t)line);
  return json_fail(&at, "%s", expected);
}

static void break_make(Draft *draft, const DraftUnits *units, const DraftBreak *from, RoutesBreak *out) {
  const double length = draft_rounded(draft, draft_real(from->length), units->times);
  const int32_t ready = from->window.said ? draft_time(draft, units, from->window.ready, INFINITY) : 0;
  out->due =
      from->window.said ? draft_time(draft, units, from->window.due, units->horizon) : ROUTES_LIMIT_MAX;
  out->ready = ready > 0 ? ready : 0;
  out->length = length < ROUTES_LIMIT_MAX ? (int32_t)length : ROUTES_LIMIT_MAX;
}

static bool is_late(int64_t time, int32_t due) { return due < ROUTES_LIMIT_MAX && time > due; }

/* One after the other, without any way between them. */
static Status shift_check(const Draft *draft, int32_t v, const VehicleType *type, const RoutesBreak *pause) {
  const DraftBreaks *breaks = &draft->vehicle[v].breaks;
  int64_t clock = type->ready[0];
  for (int32_t k = breaks->first; k < breaks->first + breaks->count; k++) {
    const bool late = pause[k].due < 0 || is_late(clock, pause[k].due);
    clock = (clock > pause[k].ready ? clock : pause[k].ready) + pause[k].length;
    if (late || is_late(clock, type->due[1]) || clock > ROUTES_LIMIT_MAX)
      return break_fail(
          draft, v, draft->pause[k].line,
          "a break that fits the vehicle's time_window behind its breaks before (move time_windows of "
          "the break, or make it shorter, or the shift longer)");
  }
  return OK;
}

Status draft_breaks_make(Draft *draft, const DraftUnits *units, const VehicleType *types,
                         RoutesBreak *pause) {
  for (int32_t k = 0; k < draft->pauses; k++) break_make(draft, units, &draft->pause[k], &pause[k]);
  for (int32_t v = 0; v < draft->vehicles; v++) TRY(shift_check(draft, v, &types[v], pause));
  return OK;
}

bool draft_breaks_same(const Draft *draft, const RoutesBreak *pause, int32_t v, int32_t w) {
  const DraftBreaks *one = &draft->vehicle[v].breaks, *two = &draft->vehicle[w].breaks;
  bool same = one->count == two->count;
  for (int32_t k = 0; same && k < one->count; k++) {
    const RoutesBreak *const a = &pause[one->first + k], *const b = &pause[two->first + k];
    same = a->ready == b->ready && a->due == b->due && a->length == b->length;
  }
  return same;
}

void draft_breaks_fill(const Draft *draft, const RoutesBreak *pause, const int32_t *first,
                       RoutesInstance *routes) {
  int32_t used = 0;
  for (int32_t t = 0; t < routes->types; t++) {
    const DraftBreaks *breaks = &draft->vehicle[first[t]].breaks;
    for (int32_t k = 0; k < breaks->count; k++) {
      routes->pause[used] = pause[breaks->first + k];
      routes->pause[used++].type = t;
    }
  }
  int64_t *id = routes->id ? routes->id + routes->head.n + 1 + routes->vehicles : NULL;
  for (int32_t v = 0; id && v < routes->vehicles; v++, id += ROUTES_BREAKS_MAX)
    for (int32_t k = 0; k < draft->vehicle[v].breaks.count; k++)
      id[k] = draft->pause[draft->vehicle[v].breaks.first + k].id;
}
