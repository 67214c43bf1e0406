/* Routes of some of the customers, for the search for fewer vehicles (fleet_search.h): customers are taken out and put in, and all changes since
 * the last fleet_keep can be undone. Host only, local. */
#ifndef CORDEE_SOLVER_SISR_FLEET_ROUTES_H
#define CORDEE_SOLVER_SISR_FLEET_ROUTES_H

#include <stdbool.h>
#include "search/routes/route_data.h"

typedef struct FleetRoute {
  int32_t first, last, customers; /* 0: it is empty */
  int64_t load, length;           /* length: distances, and service times unless there are windows */
} FleetRoute;

typedef struct FleetRoutes {
  RouteData data;
  int32_t slots;               /* routes, empty ones included */
  FleetRoute *route;           /* (customers) */
  int32_t *next, *prev, *slot; /* (customers + 1); 0: the depot; slot -1: absent */
  int32_t *early,
      *late; /* (customers + 1) with windows: the earliest begin of service, and the latest that keeps what follows */
  /* what changed, as it was */
  FleetRoute *before;            /* (customers) by slot */
  bool *touched;                 /* (customers) by slot */
  int32_t *change, *at, changes; /* (customers) slots; where their customers begin in `order` */
  int32_t *order, ordered;       /* (customers) */
} FleetRoutes;

/* All customers absent, no slots. `data` on the host, its arrays outlive the routes. ERR_MEMORY. To be freed in any case. */
Status fleet_routes_make(const RouteData *data, FleetRoutes *out);
void fleet_routes_free(FleetRoutes *r);
uint64_t fleet_routes_bytes(int32_t customers);

/* A route is to be changed. */
void fleet_touch(FleetRoutes *r, int32_t slot);
/* Takes a customer out of its route; puts one in behind `prev` (0: first). Times are fleet_time's. */
void fleet_take(FleetRoutes *r, int32_t c);
void fleet_put(FleetRoutes *r, int32_t c, int32_t slot, int32_t prev);
/* Computes the times of a route. False: it lasts too long or is late, and its times are undefined. */
bool fleet_time(FleetRoutes *r, int32_t slot);
/* All changes stay, or none. */
void fleet_keep(FleetRoutes *r);
void fleet_undo(FleetRoutes *r);
/* Removes a route. Its customers are absent then and go into out, and the last slot's route takes its slot. Returns how many customers. Nothing may be
 * touched. */
int32_t fleet_drop(FleetRoutes *r, int32_t slot, int32_t *out);

/* Routes to genes (problem/cvrp/cvrp.h), in the order of their least customers, empty ones left out; returns how many. Nothing may be touched. */
int32_t fleet_genes(FleetRoutes *r, int32_t *gene);
/* The inverse on routes without slots: a slot a route. False: a route breaks a limit. `count` genes are of different customers. */
bool fleet_genes_set(FleetRoutes *r, const int32_t *gene, int32_t count);
/* All customers are absent again, there are no slots. */
void fleet_clear(FleetRoutes *r);

#endif
