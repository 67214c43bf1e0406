/* Breaks of a draft's vehicles, in units of the instance. See draft.h. */
#ifndef CORDEE_PROBLEM_ROUTES_FILES_DRAFT_BREAKS_H
#define CORDEE_PROBLEM_ROUTES_FILES_DRAFT_BREAKS_H

#include "draft_units.h"

/* Those of all vehicles, pause: (pauses) like Draft.pause, type of no meaning. Those of vehicle v are within its shift, type v of types: the first that is
 * not fails. ERR_FORMAT. */
Status draft_breaks_make(Draft *draft, const DraftUnits *units, const VehicleType *types, RoutesBreak *pause);

/* Are those of two vehicles the same? */
bool draft_breaks_same(const Draft *draft, const RoutesBreak *pause, int32_t v, int32_t w);

/* RoutesInstance.pause, and the ids of breaks. first: (types) a vehicle of each type. */
void draft_breaks_fill(const Draft *draft, const RoutesBreak *pause, const int32_t *first,
                       RoutesInstance *routes);

#endif
