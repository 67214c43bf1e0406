/* The routes of a solution by their centres, in order along a line of random direction. Host only, local. */
#ifndef CORDEE_SEARCH_ROUTES_ROUTE_CENTRE_H
#define CORDEE_SEARCH_ROUTES_ROUTE_CENTRE_H

#include "route_data.h"

typedef struct RouteCentre {
  int64_t x,
      y; /* means of its customers' coordinates; without coordinates: their distances from customer 1 and from the depot */
  int64_t key;         /* along the direction */
  int32_t first, size; /* in the genes */
} RouteCentre;

/* Centres (customers) of the routes of gene (customers), in their order; returns how many. */
int32_t route_centres(const RouteData *data, const int32_t *gene, RouteCentre *out);
/* Sorts `count` centres along the direction that a draw of 64 bits gives; equal ones as in the genes. */
void route_centres_sort(RouteCentre *route, int32_t count, uint64_t lot);

#endif
