/* What instruction sets differ in: the search for a place, and words. search_plain.c, search_avx2.c and search_avx512.c compile the same
 * bodies (search_body.h) around loops of their own; answers are the same. */
#ifndef CORDEE_CPU_SISR_SEARCH_H
#define CORDEE_CPU_SISR_SEARCH_H

#include "sisr_part.h"

#define NO_PLACE UINT32_MAX

typedef struct Place {
  int32_t delta;
  uint32_t place; /* sisr_place; NO_PLACE */
} Place;

typedef struct Search {
  uint16_t customer;
  bool ends;      /* whether the ends of routes are looked at */
  uint32_t blink; /* sisr_blink_word */
  int32_t most;   /* dearer places need not be found */
} Search;

typedef struct SearchOps {
  Place (*place)(const Part *part, const Search *search);
  void (*words)(Words *words, uint32_t first);        /* of SISR_NEAR / 2 lanes, from `first` on */
  int64_t (*limit)(float temperature, uint32_t word); /* sisr_limit */
  /* The order of `count` keys, equal ones as they come. key (SISR_REMOVED_MAX), UINT32_MAX after the last; order (count). */
  void (*sort)(const uint32_t *key, int32_t count, uint8_t *order);
} SearchOps;

/* The fastest for this processor (cpu/simd.h). */
const SearchOps *search_ops(void);

extern const SearchOps search_avx512, search_avx2, search_plain;

#endif
