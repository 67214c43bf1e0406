/* Routes as linked lists while a start solution is made: customers are put in, routes dissolved and split. Host only, local. */
#ifndef CORDEE_SEARCH_ROUTES_ROUTE_LISTS_H
#define CORDEE_SEARCH_ROUTES_ROUTE_LISTS_H

#include <stdbool.h>
#include "route_data.h"

typedef struct RouteList {
  int32_t first;          /* customer; 0: the route is empty */
  int32_t customers;      /* of it */
  int64_t load, duration; /* with windows: its distances alone */
} RouteList;

typedef struct RouteLists {
  const RouteData *data;
  int32_t count;    /* of routes, some may be empty */
  RouteList *route; /* (count), room for one a customer */
  int32_t *next;    /* (customers + 1) the customer after each in its route; 0: the last */
} RouteLists;

/* Of a solution gene (customers). Release with route_lists_free. ERR_MEMORY. */
Status route_lists_make(const RouteData *data, const int32_t *gene, RouteLists *out);
void route_lists_free(RouteLists *lists);
/* The routes that are not empty, in their order. */
void route_lists_genes(const RouteLists *lists, int32_t *gene);
int32_t route_lists_used(const RouteLists *lists);

/* Whether a route keeps the capacity and, without windows, the limit on durations. */
bool route_list_keeps(const RouteData *data, const RouteList *route);
/* Whether the route of customer `from` and those after it, up to `last` (0: all), keeps windows and duration; true without windows. */
bool route_lists_part_in_time(const RouteLists *lists, int32_t from, int32_t last);
/* The same of route r with customer c after `after` (0: first) and without customer `out` (0: with all). */
bool route_lists_in_time(const RouteLists *lists, int32_t r, int32_t after, int32_t c, int32_t out);
/* Puts customer c where it costs least in route r. False: it has no room there. */
bool route_lists_insert(RouteLists *lists, int32_t r, int32_t c);
/* The same in the route where it costs least. */
bool route_lists_insert_anywhere(RouteLists *lists, int32_t c);
/* Puts customer c in a route that a lighter customer leaves for it: the lightest one who suffices, of equal ones the first. Returns who
 * left; 0: nobody, and nothing has changed. */
int32_t route_lists_replace(RouteLists *lists, int32_t c);
/* Exchanges customers of the route that has the most room for lighter ones of others, until it has room for the demand of customer c.
 * False: it could not; exchanges made so far stay. */
bool route_lists_make_room(RouteLists *lists, int32_t c);
/* Takes its customers, into out (customers of the route); returns how many. */
int32_t route_lists_dissolve(RouteLists *lists, int32_t r, int32_t *out);

#endif
