/* libFuzzer target: any bytes are a tour, TSPLIB's or numbers alone, or refused with a place. Built and run by tools/fuzz; no part of `scons test`. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "problem/tsp/files/tsp_files.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(int holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "broken: %s\n", what);
  abort();
}

static int is_permutation(const int32_t *tour, int32_t n) {
  unsigned seen = 0;
  for (int32_t p = 0; p < n; p++) seen |= 1u << tour[p];
  return seen == (1u << n) - 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  for (int32_t n = 1; n <= 7; n++) {
    int32_t tour[7] = {-1, -1, -1, -1, -1, -1, -1};
    const TourShape shape = {.n = n, .path = size % 5 == 0, .directed = size % 3 == 0};
    TourForm form;
    const Status status = tour_parse("t", (const char *)data, size, &shape, tour, &form);
    for (int32_t p = 0; p < n && status == OK; p++)
      expect(tour[p] >= 0 && tour[p] < n, "cities of a tour are there");
    if (status == OK && form == TOUR_EDGES)
      expect(is_permutation(tour, n), "edges make one tour of all cities");
    expect(status == OK || strncmp(status_message(), "t:", 2) == 0, "a refusal names the file");
    status_clear();
  }
  return 0;
}
