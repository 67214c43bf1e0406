/* Several windows and groups of alternatives in tables of stops: see stops_parts.h. */
#include <stdlib.h>
#include <string.h>
#include "stops_parts.h"

/* ---- several windows ---- */

Status stops_windows_settle(Stops *s, StopRow *row) {
  static const Exact never = {INT64_C(1000000000000000), 0};
  for (int k = 0; k < STOP_WINDOWS_MAX; k++) {
    DraftWindow *const window = &row->more[k];
    bool apart = row->stop.window.said;
    if (!window->said) continue;
    if (!row->due[k]) window->due = never;
    if (apart) TRY(draft_window_add(&s->draft, &row->stop, window, &apart));
    if (!apart)
      FAIL(ERR_FORMAT,
           "%s:%d: expected a window %d that begins after the end of the one before, found another",
           s->text.path, s->text.line, k + 2);
  }
  return OK;
}

/* ---- groups ---- */

static int texts_compare(CsvText a, CsvText b) {
  const int order = memcmp(a.at, b.at, a.bytes < b.bytes ? a.bytes : b.bytes);
  return order ? order : (a.bytes > b.bytes) - (a.bytes < b.bytes);
}

static int rows_compare(const void *a, const void *b) {
  const StopRow *const *first = a, *const *second = b;
  const int order = texts_compare((*first)->group, (*second)->group);
  return order ? order
               : ((*first)->stop.line > (*second)->stop.line) - ((*first)->stop.line < (*second)->stop.line);
}

/* A row of the same group as `first`, which is before it. */
static Status row_join(const Stops *s, const StopRow *first, StopRow *row) {
  const DraftStop *a = &first->stop, *b = &row->stop;
  const bool same =
      a->prized == b->prized && a->prize.digits == b->prize.digits && a->prize.places == b->prize.places;
  row->stop.group = first->stop.group;
  if (same) return OK;
  FAIL(ERR_FORMAT, "%s:%d: expected the prize of line %d, which is of the same group, found another",
       s->text.path, b->line, a->line);
}

static Status group_check(const Stops *s, const StopRow *row) {
  if (row->depot)
    FAIL(ERR_FORMAT, "%s:%d: expected a depot, without group, found one", s->text.path, row->stop.line);
  if (row->partner.bytes)
    FAIL(ERR_FORMAT, "%s:%d: expected no group of a pickup or delivery of a pair, found one", s->text.path,
         row->stop.line);
  return OK;
}

Status stops_groups_find(Stops *s) {
  StopRow **all = malloc((size_t)s->rows * sizeof *all);
  Status status = OK;
  size_t count = 0;
  if (!all) FAIL(ERR_MEMORY, "%s: no memory for the groups of %d stops", s->text.path, s->rows);
  for (int32_t k = 0; k < s->rows; k++)
    if (s->row[k].group.bytes) all[count++] = &s->row[k];
  qsort(all, count, sizeof *all, rows_compare);
  for (size_t k = 0; k < count && status == OK; k++) {
    status = group_check(s, all[k]);
    if (status != OK) continue;
    if (k && texts_compare(all[k - 1]->group, all[k]->group) == 0)
      status = row_join(s, all[k - 1], all[k]);
    else
      all[k]->stop.group = ++s->draft.groups;
  }
  free(all);
  return status;
}
