/* See route_start.h: the parallel savings heuristic of Clarke and Wright (1964). */
#include "route_start.h"

#include <stdbool.h>
#include <stdlib.h>
#include "route_fleet.h"
#include "savings.h"

/* A customer at an end of its route: what is known of the route. Others are inside. */
typedef struct End {
  int32_t other;          /* the other end; the customer itself: it is alone */
  int32_t beside[2];      /* the customers before and after, 0: none */
  int64_t load, duration; /* of the route, valid at its ends */
} End;

static bool inside(const End *end) { return end->beside[0] && end->beside[1]; }

static void star(const RouteData *data, End *end) {
  for (int32_t c = 1; c <= data->customers; c++) {
    const int64_t duration = 2 * (int64_t)route_distance(data, 0, c) + data->service;
    end[c] = (End){.other = c, .load = data->demand[c], .duration = duration};
  }
}

static void link_to(End *end, int32_t c, int32_t other) { end[c].beside[end[c].beside[0] != 0] = other; }

/* Joins the routes that end in a and b, if the limits hold. */
static void join(const RouteData *data, End *end, const Saving *saving) {
  const int32_t a = saving->a, b = saving->b;
  if (inside(&end[a]) || inside(&end[b]) || end[a].other == b) return;
  const int64_t load = end[a].load + end[b].load,
                duration = end[a].duration + end[b].duration - saving->saved;
  if (load > data->capacity || (data->max_duration != INT32_MAX && duration > data->max_duration)) return;
  const int32_t first = end[a].other, last = end[b].other;
  link_to(end, a, b), link_to(end, b, a);
  end[first].other = last, end[last].other = first;
  end[first].load = end[last].load = load;
  end[first].duration = end[last].duration = duration;
}

/* Routes in the order of their lesser ends, each from there. */
static void read_off(int32_t customers, End *end, int32_t *gene) {
  for (int32_t c = 1; c <= customers; c++) {
    if (inside(&end[c]) || end[c].other < c) continue;
    *gene++ = -c;
    for (int32_t before = c, at = end[c].beside[0]; at;) {
      *gene++ = at;
      const int32_t next = end[at].beside[end[at].beside[0] == before];
      before = at, at = next;
    }
  }
}

Status start_savings(const Instance *inst, int threads, int32_t *gene) {
  const RouteData data = route_data_of(inst);
  const int32_t width = data.customers - 1 < SAVINGS_NEIGHBOURS ? data.customers - 1 : SAVINGS_NEIGHBOURS;
  Saving *saving = NULL;
  size_t count;
  TRY(savings_list(&data, width, threads, &saving, &count));
  End *end = malloc(((size_t)data.customers + 1) * sizeof *end);
  if (end) {
    star(&data, end);
    for (size_t k = 0; k < count; k++) join(&data, end, &saving[k]);
    read_off(data.customers, end, gene);
  }
  free(saving);
  if (!end) FAIL(ERR_MEMORY, "out of memory");
  free(end);
  return route_fleet_keep(inst, gene);
}
