/* Drafts of fleets in memory, and where messages say that something is: see draft.h. */
#include "draft.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void draft_free(Draft *draft) {
  for (int32_t k = 0; k < draft->matrices; k++) {
    DraftMatrix *const m = &draft->matrix[k];
    if (m->seconds != m->metres) free(m->seconds);
    free(m->metres);
    free(m->cost);
  }
  free(draft->stop);
  free(draft->vehicle);
  free(draft->matrix);
  free(draft->way);
  free(draft->skill);
  free(draft->window);
  free(draft->pause);
  free(draft->coordinate);
}

/* Room is taken in powers of two. */
Status draft_grow(const Draft *draft, void *array, int32_t *count, size_t bytes) {
  char *data;
  const size_t held = (size_t)*count;
  memcpy(&data, array, sizeof data);
  if ((held & (held - 1)) == 0) {
    char *const more = realloc(data, (held ? 2 * held : 1) * bytes);
    if (!more) FAIL(ERR_MEMORY, "%s: no memory for what it lists", draft->path);
    data = more;
    memcpy(array, &data, sizeof data);
  }
  memset(data + held * bytes, 0, bytes);
  ++*count;
  return OK;
}

Status draft_skill_add(Draft *draft, int64_t skill) {
  TRY(draft_grow(draft, &draft->skill, &draft->skills, sizeof *draft->skill));
  draft->skill[draft->skills - 1] = skill;
  return OK;
}

static bool is_before(Exact a, Exact b) {
  const int32_t places = a.places > b.places ? a.places : b.places;
  int64_t first, second;
  return exact_units(a, places, &first) && exact_units(b, places, &second) && first < second;
}

static Status window_keep(Draft *draft, DraftWindows *windows, const DraftWindow *window) {
  if (!windows->count) windows->first = draft->windows;
  TRY(draft_grow(draft, &draft->window, &draft->windows, sizeof *window));
  draft->window[draft->windows - 1] = *window;
  windows->count++;
  return OK;
}

/* Of several the first is kept when the second one comes. */
Status draft_window_add(Draft *draft, DraftStop *stop, const DraftWindow *window, bool *apart) {
  *apart = !stop->window.said || is_before(stop->window.due, window->ready);
  if (!*apart) return OK;
  if (!stop->window.said) {
    stop->window = *window;
    return OK;
  }
  if (!stop->windows.count) TRY(window_keep(draft, &stop->windows, &stop->window));
  stop->window.due = window->due;
  return window_keep(draft, &stop->windows, window);
}

static bool way_same(const DraftWay *a, const DraftWay *b) {
  return a->matrix == b->matrix && a->basis == b->basis && a->speed_factor == b->speed_factor &&
         a->per_hour == b->per_hour && a->per_km == b->per_km;
}

Status draft_way_find(Draft *draft, const DraftWay *way, int32_t *index) {
  for (*index = 0; *index < draft->ways; ++*index)
    if (way_same(&draft->way[*index], way)) return OK;
  TRY(draft_grow(draft, &draft->way, &draft->ways, sizeof *draft->way));
  draft->way[*index] = *way;
  return OK;
}

/* ---- messages ---- */

static Status fail_in_json(const Draft *draft, const char *list, int32_t k, const char *member,
                           const char *expected) {
  const JsonAt root = json_root(draft->json), all = json_member(&root, list),
               element = json_element(&all, (size_t)k), at = json_member(&element, member);
  return json_fail(&at, "%s", expected);
}

static bool is_of_pair(const char *member) {
  static const char *const names[] = {"amount", "skills", "priority", "prize", NULL};
  int k = 0;
  while (names[k] && strcmp(names[k], member) != 0) k++;
  return names[k];
}

/* Loads of a pair are its amount. */
static Status fail_in_shipment(const Draft *draft, const DraftStop *stop, const char *member,
                               const char *expected) {
  const bool load = strcmp(member, "pickup") == 0 || strcmp(member, "delivery") == 0;
  const char *const name = load ? "amount" : member;
  const JsonAt root = json_root(draft->json), all = json_member(&root, "shipments"),
               pair = json_element(&all, (size_t)stop->line),
               step = json_member(&pair, stop->role == DRAFT_PICKUP ? "pickup" : "delivery"),
               at = json_member(is_of_pair(name) ? &pair : &step, name);
  return json_fail(&at, "%s", expected);
}

Status draft_fail_stop(const Draft *draft, int32_t stop, const char *member, const char *expected) {
  const DraftStop *said = &draft->stop[stop];
  if (draft->json && said->role != DRAFT_JOB) return fail_in_shipment(draft, said, member, expected);
  if (draft->json) return fail_in_json(draft, "jobs", said->line, member, expected);
  FAIL(ERR_FORMAT, "%s:%d: %s: expected %s, found another value", draft->path, draft->stop[stop].line, member,
       expected);
}

Status draft_fail_vehicle(const Draft *draft, int32_t vehicle, const char *member, const char *expected) {
  if (draft->json) return fail_in_json(draft, "vehicles", vehicle, member, expected);
  FAIL(ERR_FORMAT, "%s: %s of vehicles: expected %s, found another value", draft->path, member, expected);
}
