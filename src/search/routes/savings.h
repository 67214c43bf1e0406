/* The savings of Clarke and Wright (1964): what joining two routes at customers a and b saves. Deterministic, host only, local. */
#ifndef CORDEE_SEARCH_ROUTES_SAVINGS_H
#define CORDEE_SEARCH_ROUTES_SAVINGS_H

#include "route_data.h"

typedef struct Saving {
  int32_t saved; /* d(0, a) + d(0, b) - d(a, b), >= 0 */
  int32_t a, b;  /* a < b */
} Saving;

/* The savings of all pairs of which one is among the `width` nearest of the other (0 <= width < customers), the largest first, ties by
 * (a, b). *out (*count) is owned by the caller; NULL if there are none. Takes up to 28 bytes a pair, of which there are at most
 * customers x width. ERR_MEMORY; ERR_STOPPED (halt_poll). */
Status savings_list(const RouteData *data, int32_t width, int threads, Saving **out, size_t *count);

#endif
