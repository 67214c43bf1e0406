/* libFuzzer target: any bytes are an instance or refused with a place, and an instance is one in every
 * respect. Built and run by tools/fuzz; no part of `scons test`. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "problem/tsp/files/tsp_files.h"
#include "problem/judge.h"
#include "problem/tsp/tsp.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(int holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "broken: %s\n", what);
  abort();
}

/* The tour 1..n has distances that fit, and so has its cost. */
static void check_distances(const Instance *inst) {
  int64_t cost = -1;
  int32_t *tour = malloc(sizeof *tour * (size_t)inst->n);
  if (!tour) return;
  for (int32_t p = 0; p < inst->n; p++) tour[p] = p;
  const Status status = judge_tour(inst, tour, &cost);
  if (tsp_of(inst)->fixed_count && status == ERR_FORMAT)
    cost = 0; /* it lacks a fixed edge */
  else
    expect(status == OK && cost >= 0, "a tour of the instance is judged");
  expect(cost <= (int64_t)inst->n * DISTANCE_MAX, "no distance is larger than DISTANCE_MAX");
  free(tour);
}

static void check_writing(const Instance *inst) {
  char *text = NULL;
  size_t bytes = 0;
  Instance *again = NULL;
  FILE *out = open_memstream(&text, &bytes);
  expect(out && tsplib_write(out, inst) == OK, "the instance is written");
  fclose(out);
  expect(tsplib_parse("again", text, bytes, &again) == OK && again->digest == inst->digest,
         "it is read back");
  instance_free(again);
  free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Instance *inst = NULL;
  status_clear();
  Status status = tsplib_parse("fuzz", (const char *)data, size, &inst);
  expect(status == OK ? inst != NULL : inst == NULL, "an instance or an error, not both");
  expect(status == OK || strncmp(status_message(), "fuzz:", 5) == 0, "errors name their place");
  if (!inst) return 0;
  expect(inst->n >= 1 && inst->digest == instance_digest(inst), "n and digest are right");
  check_distances(inst);
  check_writing(inst);
  instance_free(inst);
  return 0;
}
