/* libFuzzer target: any bytes are a tour, TSPLIB's or Concorde's, or refused with a place. Built and run by tools/fuzz; no part of `scons test`. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "problem/tsp/tour.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(int holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "broken: %s\n", what);
  abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  for (int32_t n = 1; n <= 7; n++) {
    int32_t tour[7] = {-1, -1, -1, -1, -1, -1, -1};
    const Status status = tour_parse("t", (const char *)data, size, n, tour);
    for (int32_t p = 0; p < n && status == OK; p++)
      expect(tour[p] >= 0 && tour[p] < n, "cities of a tour are there");
    expect(status == OK || strncmp(status_message(), "t:", 2) == 0, "a refusal names the file");
    status_clear();
  }
  return 0;
}
