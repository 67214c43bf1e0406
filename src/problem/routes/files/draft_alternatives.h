/* Several windows and alternatives of a draft, in the instance that is made of it (draft_finish.c). */
#ifndef CORDEE_PROBLEM_ROUTES_FILES_DRAFT_ALTERNATIVES_H
#define CORDEE_PROBLEM_ROUTES_FILES_DRAFT_ALTERNATIVES_H

#include "draft.h"
#include "draft_units.h"

/* A time, later than the origin; the largest where it cannot matter. */
int32_t draft_time(Draft *draft, const DraftUnits *units, Exact value, double horizon);

/* How many windows the instance has room for; 0: no stop has several. */
int32_t draft_windows_most(const Draft *draft);

/* All windows of all stops, whose ready and due are set. ERR_FORMAT. */
Status draft_windows_fill(Draft *draft, const DraftUnits *units, RoutesInstance *routes);
void draft_groups_fill(const Draft *draft, RoutesInstance *routes);

#endif
