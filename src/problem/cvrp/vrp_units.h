/* From what is written in a .vrp file to the instance's units: see vrp.h for the rule. Local, host only. */
#ifndef CORDEE_PROBLEM_CVRP_VRP_UNITS_H
#define CORDEE_PROBLEM_CVRP_VRP_UNITS_H

#include "vrp_data.h"

/* What the units are made for. */
typedef struct VrpPlane {
  int32_t nodes;
  const VrpNumber *x, *y;                /* (nodes) */
  const VrpNumber *z;                    /* (nodes) a third coordinate; NULL: none */
  int32_t decimals_least, decimals_most; /* of distances: 0 where they are rounded */
  bool limited;                          /* there is a limit on durations */
  VrpNumber limit, service;
  const VrpStop *stop; /* (nodes); NULL: no windows */
} VrpPlane;

typedef struct VrpUnits {
  int32_t decimals; /* of distances */
  int32_t places;   /* coordinates are in units of 10^-places, places >= decimals */
  bool shortened;   /* some have more decimals */
} VrpUnits;

/* The units of that plane. The message names no place. ERR_FORMAT. */
Status vrp_units_find(const VrpPlane *plane, VrpUnits *units);

/* Coordinates in these units, shifted to 0 by shift[] if x or y are far from it, rounded (halves away from 0) if they have more places. z NULL: none. */
void vrp_units_apply(const VrpPlane *plane, VrpUnits units, int32_t *x, int32_t *y, int32_t *z,
                     double shift[2]);

/* Distances of coordinates whatever their decimals: the integer nearest to a distance in units of 10^-decimals, or the largest not above it. places: as many
 * decimals of coordinates as 128 bits have room for (vrp_fine_places), which are all where the box is not wider than 2 * 10^18 of the last ones. */
int32_t vrp_fine_places(const VrpPlane *plane);
int64_t vrp_fine_distance(const VrpPlane *plane, int32_t places, int32_t decimals, bool truncated, int32_t a,
                          int32_t b);

/* The product of a number that is not negative and `by`, of 18 digits at most: those behind the 18th, and the 18th decimal, are rounded. False: it has more before the point. */
bool vrp_number_scale(VrpNumber *value, VrpNumber by);

/* A number in units of 10^-places. False: it has more decimals, or is not one of 0..most. */
bool vrp_units_whole(VrpNumber value, int32_t places, int32_t most, int32_t *units);

/* The same up to CVRP_LIMIT_MAX. False: it has more decimals, or is not one of 0..CVRP_LIMIT_MAX. */
bool vrp_units_resource(VrpNumber value, int32_t decimals, int32_t *units);

/* 10^k. */
int32_t vrp_power(int32_t k);

#endif
