/* Start tours of directed instances: assignments whose cycles are joined (problem/tsp/bounds/tsp_bounds.h).
 *
 * Member 0 has the cheapest assignment. For the others random amounts are added to the reduced costs (tour_image.h) of candidates, so each
 * has an assignment of its own, and all of them together have the arcs that good tours are made of. Everything is an integer and a function
 * of instance, lists, seed and member: every backend and every number of threads gets the same tours. Local, host only. */
#ifndef CORDEE_SEARCH_CANDIDATES_PATCHED_TOURS_H
#define CORDEE_SEARCH_CANDIDATES_PATCHED_TOURS_H

#include "instance.h"
#include "status.h"

typedef struct PatchedTours PatchedTours;

/* What these tours are made of. NULL: the instance has none. It is not directed; or has fixed edges; or fewer than PATCHED_LEAST cities, so
 * that too many members would have the same tour; or its cheapest assignment has more cycles than one for PATCHED_CITIES cities, as where
 * costs are nearly symmetric: greedy tours are better then.
 * list (nodes, width): the candidates of the image's nodes, -1: no more; on the host. *out is the caller's (patched_tours_close), and needs
 * the instance. ERR_MEMORY, ERR_STOPPED. */
enum { PATCHED_LEAST = 100, PATCHED_CITIES = 5 };
Status patched_tours_open(const Instance *inst, int32_t width, const int32_t *list, PatchedTours **out);
void patched_tours_close(PatchedTours *tours); /* NULL allowed */

/* node (nodes): a tour of the image. Threads may call at once. ERR_MEMORY, ERR_STOPPED. */
Status patched_tours_make(const PatchedTours *tours, uint64_t seed, uint32_t member, int32_t *node);

#endif
