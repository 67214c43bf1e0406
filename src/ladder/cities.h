/* The cities that ladders of tours measure on: the first cities of an instance. Local, host only. */
#ifndef CORDEE_LADDER_CITIES_H
#define CORDEE_LADDER_CITIES_H

#include "instance.h"

enum { LADDER_SIZES_MAX = 64 };

typedef struct LadderSizes {
  int count;
  int32_t n[LADDER_SIZES_MAX], largest;
} LadderSizes;

#define LADDER_CITIES_HELP                                                                                   \
  "take cities of this instance, EUC_2D (default: d18512 if its file is found, else uniform cities)"

/* "100,200,...", as the option --sizes has accepted it. ERR_USAGE: more than LADDER_SIZES_MAX. */
Status ladder_sizes_parse(const char *text, LadderSizes *sizes);

/* The instance at `path`; if that is "", tsp/d18512.tsp of the TSPLIB folder ($CORDEE_INSTANCES, else
 * ../shared/instances), or a uniform instance of `most` cities with coordinates below 10000 if there is none.
 * ERR_USAGE if it has fewer than `most` cities or is not EUC_2D. *out is owned by the caller. */
Status ladder_cities_read(const char *path, int32_t most, uint64_t seed, Instance **out);

/* Uniform cities, with distances as long as those of d18512; owned by the caller. */
Status ladder_cities_uniform(int32_t n, uint64_t seed, Instance **out);

/* The first n cities of an instance with coordinates; owned by the caller. */
Status ladder_cities_first(const Instance *all, int32_t n, Instance **out);

#endif
