/* Breaks of VROOM's vehicles: see vroom_files.h. */
#include <math.h>
#include <stdlib.h>
#include "draft_units.h"
#include "vroom_parts.h"

/* The one window; none: any time. */
static Status window_of(const JsonAt *at, DraftWindow *window) {
  const JsonAt all = json_member(at, "time_windows"), first = json_element(&all, 0);
  if (!all.value) return OK;
  TRY(json_want_array(&all));
  if (json_array_size(all.value) == 1) return vroom_window_read(&first, window);
  if (json_array_size(all.value) == 0) return json_fail(&all, "at least one time window");
  return json_fail(&all, "no several time windows of a break, which this version does not plan");
}

static Status break_read(Vroom *v, const JsonAt *at, DraftBreak *pause) {
  static const char *const names[] = {"id", "time_windows", "service", "description", "max_load", NULL};
  const JsonAt id = json_member(at, "id"), service = json_member(at, "service");
  TRY(json_want_object(at));
  TRY(json_members(at, names));
  TRY(json_whole(&id, 0, INT64_MAX, &pause->id));
  TRY(vroom_text_check(at, "description", &v->described));
  TRY(vroom_refuse(at, "max_load", "no load limits of breaks"));
  if (service.value) TRY(json_exact(&service, &pause->length));
  return window_of(at, &pause->window);
}

static double begin_of(const DraftBreak *pause) {
  return pause->window.said ? draft_real(pause->window.ready) : 0;
}

static double end_of(const DraftBreak *pause) {
  return pause->window.said ? draft_real(pause->window.due) : INFINITY;
}

/* As VROOM orders them: by their windows; of equals the first in the file. */
static int breaks_compare(const void *a, const void *b) {
  const DraftBreak *one = a, *two = b;
  const double begins[] = {begin_of(one), begin_of(two)}, ends[] = {end_of(one), end_of(two)};
  if (begins[0] != begins[1]) return begins[0] < begins[1] ? -1 : 1;
  if (ends[0] != ends[1]) return ends[0] < ends[1] ? -1 : 1;
  return one->line - two->line;
}

static Status ids_check(const Vroom *v, const JsonAt *list, const DraftBreaks *breaks) {
  const DraftBreak *const pause = v->draft.pause + breaks->first;
  for (int32_t k = 1; k < breaks->count; k++)
    for (int32_t j = 0; j < k; j++) {
      if (pause[j].id != pause[k].id) continue;
      const JsonAt at = json_element(list, (size_t)k), id = json_member(&at, "id");
      return json_fail(&id, "a number that no other break of the vehicle has");
    }
  return OK;
}

Status vroom_breaks_read(Vroom *v, const JsonAt *vehicle, DraftBreaks *breaks) {
  const JsonAt list = json_member(vehicle, "breaks");
  Draft *const draft = &v->draft;
  breaks->first = draft->pauses;
  if (!list.value) return OK;
  TRY(json_want_array(&list));
  if (json_array_size(list.value) > ROUTES_BREAKS_MAX)
    return json_fail(&list, "at most %d breaks of a vehicle", ROUTES_BREAKS_MAX);
  for (size_t k = 0; k < json_array_size(list.value); k++, breaks->count++) {
    const JsonAt at = json_element(&list, k);
    TRY(draft_grow(draft, &draft->pause, &draft->pauses, sizeof *draft->pause));
    draft->pause[draft->pauses - 1].line = (int32_t)k;
    TRY(break_read(v, &at, &draft->pause[draft->pauses - 1]));
  }
  TRY(ids_check(v, &list, breaks));
  if (breaks->count)
    qsort(draft->pause + breaks->first, (size_t)breaks->count, sizeof *draft->pause, breaks_compare);
  return OK;
}
