/* From what is written in a .vrp file to the instance's units: see vrp.h for the rule. Local, host only. */
#ifndef CORDEE_PROBLEM_CVRP_VRP_UNITS_H
#define CORDEE_PROBLEM_CVRP_VRP_UNITS_H

#include "vrp_data.h"

/* What the units are made for. */
typedef struct VrpPlane {
  int32_t nodes;
  const VrpNumber *x, *y;                /* (nodes) */
  int32_t decimals_least, decimals_most; /* of distances: 0 where they are rounded */
  bool exact;                            /* no coordinate may be rounded */
  bool limited;                          /* there is a limit on durations */
  VrpNumber limit, service;
  const VrpStop *stop; /* (nodes); NULL: no windows */
} VrpPlane;

typedef struct VrpUnits {
  int32_t decimals; /* of distances */
  int32_t places;   /* coordinates are in units of 10^-places, places >= decimals */
} VrpUnits;

/* The units of that plane. The message names no place. ERR_FORMAT. */
Status vrp_units_find(const VrpPlane *plane, VrpUnits *units);

/* Coordinates in these units, shifted to 0 if they are far from it, rounded (halves away from 0) if they have more places. */
void vrp_units_apply(const VrpPlane *plane, VrpUnits units, int32_t *x, int32_t *y);

/* A number in units of 10^-places. False: it has more decimals, or is not one of 0..most. */
bool vrp_units_whole(VrpNumber value, int32_t places, int32_t most, int32_t *units);

/* The same up to CVRP_LIMIT_MAX. False: it has more decimals, or is not one of 0..CVRP_LIMIT_MAX. */
bool vrp_units_resource(VrpNumber value, int32_t decimals, int32_t *units);

/* 10^k. */
int32_t vrp_power(int32_t k);

#endif
