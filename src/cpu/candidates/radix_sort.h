/* Sorting of numbers by keys, with several threads. Host only. */
#ifndef CORDEE_CPU_CANDIDATES_RADIX_SORT_H
#define CORDEE_CPU_CANDIDATES_RADIX_SORT_H

#include <stddef.h>
#include <stdint.h>
#include "status.h"

typedef struct Keyed {
  uint64_t key;
  int32_t number;
} Keyed;

/* Sorts by key; equal keys keep their order, so the result is the same for any number of threads. ERR_MEMORY. */
Status radix_sort(Keyed *items, size_t count, int threads);

#endif
