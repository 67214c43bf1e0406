/* See route_start.h: the parallel savings heuristic of Clarke and Wright (1964). */
#include "route_start.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include "problem/cvrp/cvrp.h"
#include "route_fleet.h"
#include "route_time.h"
#include "savings.h"

/* A customer at an end of its route: what is known of the route. Others are inside. */
typedef struct End {
  int32_t other;          /* the other end; the customer itself: it is alone */
  int32_t beside[2];      /* the customers before and after, 0: none */
  int64_t load, duration; /* of the route, valid at its ends */
  int32_t head;           /* with windows: the end that is visited first, */
  RouteTime time;         /* and the time of its customers; valid at its ends */
} End;

static bool inside(const End *end) { return end->beside[0] && end->beside[1]; }

static void star(const RouteData *data, End *end) {
  for (int32_t c = 1; c <= data->customers; c++) {
    const int64_t duration = 2 * (int64_t)route_distance(data, 0, c) + data->service;
    end[c] = (End){.other = c, .load = data->demand[c], .duration = duration, .head = c};
    if (data->ready) end[c].time = route_time_node(data, c);
  }
}

static void link_to(End *end, int32_t c, int32_t other) { end[c].beside[end[c].beside[0] != 0] = other; }

/* The time of the route that ends in a, and then of the one that begins with b. False: they do not, or it would be late. */
static bool in_turn(const RouteData *data, const End *end, int32_t a, int32_t b, RouteTime *time) {
  if (end[b].head != b || (end[a].head == a && end[a].other != a)) return false;
  *time = end[a].time;
  return route_time_join(time, route_distance(data, a, b), end[b].time) &&
         route_time_keeps(data, *time, end[a].head, end[b].other);
}

/* The joined route of a and b in the order that takes less time, the first of equal ones. False: there is none. */
static bool in_time(const RouteData *data, const End *end, int32_t a, int32_t b, int32_t *head,
                    RouteTime *time) {
  RouteTime forth, back;
  const bool forth_good = in_turn(data, end, a, b, &forth), back_good = in_turn(data, end, b, a, &back);
  if (!forth_good && !back_good) return false;
  const bool turned = back_good && (!forth_good || back.duration < forth.duration);
  *time = turned ? back : forth;
  *head = end[turned ? b : a].head;
  return true;
}

/* Joins the routes that end in a and b, if the limits hold. */
static void join(const RouteData *data, End *end, const Saving *saving) {
  const int32_t a = saving->a, b = saving->b;
  if (inside(&end[a]) || inside(&end[b]) || end[a].other == b) return;
  const int64_t load = end[a].load + end[b].load,
                duration = end[a].duration + end[b].duration - saving->saved;
  int32_t head = 0;
  RouteTime time = {0, 0, 0};
  if (load > data->capacity) return;
  if (data->ready ? !in_time(data, end, a, b, &head, &time)
                  : data->max_duration != INT32_MAX && duration > data->max_duration)
    return;
  const int32_t first = end[a].other, last = end[b].other;
  link_to(end, a, b);
  link_to(end, b, a);
  end[first].other = last;
  end[last].other = first;
  end[first].load = end[last].load = load;
  end[first].duration = end[last].duration = duration;
  end[first].head = end[last].head = head;
  end[first].time = end[last].time = time;
}

/* Routes in the order of their lesser ends, each from there; with windows in its own direction. */
static void read_off(const RouteData *data, End *end, int32_t *gene) {
  for (int32_t c = 1; c <= data->customers; c++) {
    if (inside(&end[c]) || end[c].other < c) continue;
    const int32_t first = data->ready ? end[c].head : c;
    *gene++ = -first;
    for (int32_t before = first, at = end[first].beside[0]; at;) {
      *gene++ = at;
      const int32_t next = end[at].beside[end[at].beside[0] == before];
      before = at;
      at = next;
    }
  }
}

Status start_savings_try(const Instance *inst, int threads, int32_t *gene, bool *found) {
  const RouteData data = route_data_of(inst);
  const int32_t width = data.customers - 1 < SAVINGS_NEIGHBOURS ? data.customers - 1 : SAVINGS_NEIGHBOURS;
  Saving *saving = NULL;
  size_t count;
  TRY(savings_list(&data, width, threads, &saving, &count));
  End *end = malloc(((size_t)data.customers + 1) * sizeof *end);
  if (end) {
    star(&data, end);
    for (size_t k = 0; k < count; k++) join(&data, end, &saving[k]);
    read_off(&data, end, gene);
  }
  free(saving);
  if (!end) FAIL(ERR_MEMORY, "out of memory");
  free(end);
  return route_fleet_keep(&data, cvrp_routes_most(cvrp_of(inst)), gene, found);
}

bool start_may_fail(const Instance *inst) {
  const CvrpInstance *cvrp = cvrp_of(inst);
  return cvrp->fleet != FLEET_FREE ||
         (cvrp->matrix && (cvrp_has_windows(cvrp) || cvrp->max_duration != INT32_MAX));
}

void start_tried(const Instance *inst, char *text, size_t size) {
  const CvrpInstance *cvrp = cvrp_of(inst);
  char fleet[48] = "";
  if (cvrp->fleet != FLEET_FREE)
    snprintf(fleet, sizeof fleet, " with %s %d routes", cvrp->fleet == FLEET_EXACTLY ? "exactly" : "at most",
             cvrp->vehicles);
  snprintf(text, size, "%s by savings, by dissolving routes, by packing", fleet);
}

Status start_savings(const Instance *inst, int threads, int32_t *gene) {
  char tried[128];
  bool found;
  TRY(start_savings_try(inst, threads, gene, &found));
  if (found) return OK;
  start_tried(inst, tried, sizeof tried);
  FAIL(ERR_NO_SOLUTION, "found no solution%s", tried);
}
