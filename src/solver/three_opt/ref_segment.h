/* Resource extension functions (REFs) of giant tours, and of segments of them: what the evaluator by segment hierarchy computes, the
 * same in C and CUDA (Irnich 2008, INFORMS Journal on Computing 20(2)).
 *
 * A resource T >= 0 is kept at every node: the load since the last depot, or the time since. The step from node u to node v
 * changes it by a classical REF, and v has a resource interval [low, high] that the result must not exceed:
 *
 *   T + t               customers: t = demand of v, or distance + service time; the interval is [0, limit]
 *   max(low, T + t)     depots: t = -limit, or distance - limit; the interval is [0, 0]. So T (+ distance) <= limit is asked for, and
 *                       the resource begins anew at 0.
 *
 * With time windows T is the time when service ends, and all steps have the second form: at customers t = distance + service time, and the
 * interval is that of the window, later by the service time; at depots t = distance + ready - due, and the interval is [ready, ready]. So
 * the vehicle is back by due, and the next one leaves at ready. The two directions of a path have different segments.
 *
 * A tour is feasible if the smallest resource (ref_begin) at its first node can be carried through all steps. A path from u to v is again
 * such a function, T -> max(a, T + t) for T <= b, or is infeasible for every T >= 0 (f = 0). Of one path after another:
 *
 *   t = t1 + t2, a = max(a2, a1 + t2), b = min(b1, b2 - t1), f = f1 and f2 and a1 <= b2 and 0 <= b
 *
 * because max(a2, max(a1, T + t1) + t2) = max(a2, a1 + t2, T + t1 + t2), and max(a1, T + t1) <= b2 asks for a1 <= b2 and
 * T <= b2 - t1. (Published without the last condition: b < 0 is then met by no T, too.)
 *
 * Numbers stay in int32. Of f != 0: a and b are in 0..REF_MOST, and t is at most REF_MOST - b. A t below -REF_MOST may be replaced
 * by -REF_MOST: T + t <= 0 <= a all the same. Of f == 0 all is 0. */
#ifndef CORDEE_SOLVER_THREE_OPT_REF_SEGMENT_H
#define CORDEE_SOLVER_THREE_OPT_REF_SEGMENT_H

#include "search/routes/route_data.h"

enum { REF_MOST = 1 << 30 }; /* no limit is larger */

typedef struct RefSegment {
  int32_t a, b, t, f;
} RefSegment;

typedef enum RefResource { REF_LOAD, REF_DURATION, REF_WINDOWS } RefResource;
enum { REF_RESOURCES = 2 }; /* of one instance, at most: a limit on durations beside windows is not kept */

/* Durations are a resource if they have a limit, times of day if there are windows. */
CVRP_HD static inline int ref_resources(const RouteData *data) {
  return data->ready || data->max_duration != INT32_MAX ? REF_RESOURCES : 1;
}
CVRP_HD static inline RefResource ref_resource(const RouteData *data, int number) {
  if (!number) return REF_LOAD;
  return data->ready ? REF_WINDOWS : REF_DURATION;
}
/* The smallest at a tour's first node, a depot. */
CVRP_HD static inline int32_t ref_begin(const RouteData *data, RefResource resource) {
  return resource == REF_WINDOWS ? data->ready[0] : 0;
}

CVRP_HD static inline RefSegment ref_infeasible(void) {
  const RefSegment none = {0, 0, 0, 0};
  return none;
}

/* The path of one node: no step. */
CVRP_HD static inline RefSegment ref_stay(void) {
  const RefSegment stay = {0, REF_MOST, 0, 1};
  return stay;
}

/* The first form, T + t, t >= 0, at a node with the interval [0, high]. */
CVRP_HD static inline RefSegment ref_plus(int64_t t, int32_t high) {
  if (t > high) return ref_infeasible();
  const RefSegment step = {0, (int32_t)(high - t), (int32_t)t, 1};
  return step;
}

/* The second form, max(low, T + t), at a node with the interval [low, high]; 0 <= low, |t| and high - t <= REF_MOST. */
CVRP_HD static inline RefSegment ref_max(int32_t low, int32_t t, int32_t high) {
  if (low > high || t > high) return ref_infeasible();
  const RefSegment step = {low, high - t, t, 1};
  return step;
}

CVRP_HD static inline RefSegment ref_window_step(const RouteData *data, int32_t node, int32_t distance) {
  const int32_t ready = data->ready[node], due = data->due[node], service = data->service_at[node];
  if (!node) return ref_max(ready, distance + ready - due, ready);
  return ref_max(ready + service, distance + service, due + service);
}

/* The step to `node`, at that distance of the node before. */
CVRP_HD static inline RefSegment ref_step(const RouteData *data, RefResource resource, int32_t node,
                                          int32_t distance) {
  if (resource == REF_WINDOWS) return ref_window_step(data, node, distance);
  const int32_t limit = resource == REF_LOAD ? data->capacity : data->max_duration;
  const int32_t moved = resource == REF_LOAD ? 0 : distance;
  if (node)
    return ref_plus(resource == REF_LOAD ? data->demand[node] : (int64_t)moved + data->service, limit);
  return moved > limit ? ref_infeasible() : ref_max(0, moved - limit, 0);
}

/* `one`, then `two`, which begins where `one` ends. */
CVRP_HD static inline RefSegment ref_join(RefSegment one, RefSegment two) {
  if (!one.f || !two.f || one.a > two.b || one.t > two.b) return ref_infeasible();
  const int32_t t = one.t + two.t, a = one.a + two.t;
  RefSegment both;
  both.t = t < -REF_MOST ? -REF_MOST : t;
  both.a = a > two.a ? a : two.a;
  both.b = one.t > two.b - one.b ? two.b - one.t : one.b; /* the lesser of one.b and two.b - one.t */
  both.f = 1;
  return both;
}

/* The resource at the end, of `resource` at the beginning; -1: infeasible. */
CVRP_HD static inline int32_t ref_carry(RefSegment segment, int32_t resource) {
  if (!segment.f || resource > segment.b) return -1;
  return resource + segment.t > segment.a ? resource + segment.t : segment.a;
}

#endif
