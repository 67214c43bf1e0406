/* Room for a customer by exchanges between routes. See route_lists.h. */
#include "route_lists.h"

/* A customer of a route, and who is before: 0, if it is the first. */
typedef struct Place {
  int32_t route, before, customer;
} Place;

typedef struct Exchange {
  Place heavy, light;
  int32_t gain; /* of room in the route of `heavy`; 0: there is no exchange */
  int64_t cost;
} Exchange;

static int64_t room_of(const RouteLists *lists, int32_t r) {
  return lists->data->capacity - lists->route[r].load;
}

/* Of the routes that are not empty. */
static int32_t roomiest(const RouteLists *lists) {
  int32_t best = -1;
  for (int32_t r = 0; r < lists->count; r++)
    if (lists->route[r].first && (best < 0 || room_of(lists, r) > room_of(lists, best))) best = r;
  return best;
}

/* What the route at `place` is longer with customer c there. */
static int64_t longer_by(const RouteLists *lists, Place place, int32_t c) {
  const RouteData *data = lists->data;
  const int32_t next = lists->next[place.customer];
  return (int64_t)route_distance(data, place.before, c) + route_distance(data, c, next) -
         route_distance(data, place.before, place.customer) - route_distance(data, place.customer, next);
}

static bool keeps_time(const RouteLists *lists, Place place, int32_t c) {
  if (lists->data->ready) return route_lists_in_time(lists, place.route, place.before, c, place.customer);
  return lists->data->max_duration == INT32_MAX ||
         lists->route[place.route].duration + longer_by(lists, place, c) <= lists->data->max_duration;
}

static void put_at(RouteLists *lists, Place place, int32_t c, int32_t next) {
  RouteList *route = &lists->route[place.route];
  *(place.before ? &lists->next[place.before] : &route->first) = c;
  lists->next[c] = next;
  route->load += lists->data->demand[c] - lists->data->demand[place.customer];
}

static void exchange(RouteLists *lists, const Exchange *one) {
  const int32_t after_heavy = lists->next[one->heavy.customer],
                after_light = lists->next[one->light.customer];
  lists->route[one->heavy.route].duration += longer_by(lists, one->heavy, one->light.customer);
  lists->route[one->light.route].duration += longer_by(lists, one->light, one->heavy.customer);
  put_at(lists, one->heavy, one->light.customer, after_heavy);
  put_at(lists, one->light, one->heavy.customer, after_light);
}

/* Enough room is better than less, of enough the least cost, of less the greatest gain. The first of equal ones. */
static bool better(const Exchange *one, const Exchange *than, int64_t wanted) {
  const bool enough = one->gain >= wanted;
  if (enough != (than->gain >= wanted)) return enough;
  if (!enough && one->gain != than->gain) return one->gain > than->gain;
  return one->cost < than->cost;
}

/* Betters *best by the exchanges of `heavy` with lighter customers of other routes. */
static void exchanges(const RouteLists *lists, Place heavy, int64_t wanted, Exchange *best) {
  const int32_t *demand = lists->data->demand;
  for (int32_t r = 0; r < lists->count; r++) {
    if (r == heavy.route) continue;
    Place light = {r, 0, lists->route[r].first};
    for (; light.customer; light.before = light.customer, light.customer = lists->next[light.customer]) {
      const int32_t gain = demand[heavy.customer] - demand[light.customer];
      if (gain <= 0 || gain > room_of(lists, r) || (gain < wanted && gain < best->gain)) continue;
      const Exchange one = {heavy, light, gain,
                            longer_by(lists, heavy, light.customer) +
                                longer_by(lists, light, heavy.customer)};
      if (better(&one, best, wanted) && keeps_time(lists, heavy, light.customer) &&
          keeps_time(lists, light, heavy.customer))
        *best = one;
    }
  }
}

bool route_lists_make_room(RouteLists *lists, int32_t c) {
  const int32_t r = roomiest(lists);
  while (r >= 0 && room_of(lists, r) < lists->data->demand[c]) {
    Exchange best = {.gain = 0};
    Place heavy = {r, 0, lists->route[r].first};
    for (; heavy.customer; heavy.before = heavy.customer, heavy.customer = lists->next[heavy.customer])
      exchanges(lists, heavy, lists->data->demand[c] - room_of(lists, r), &best);
    if (!best.gain) return false;
    exchange(lists, &best);
  }
  return true;
}
