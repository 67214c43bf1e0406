/* libFuzzer target: any bytes are cities as CSV, with any metric and scale, or refused with the file's name; and so are gzip data that unpack to such.
 * Built and run by tools/fuzz; no part of `scons test`. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "io/unpack.h"
#include "problem/tsp/files/tsp_files.h"
#include "problem/tsp/tsp.h"

enum { UNPACKED = 1 << 20, CITIES = 2000 /* of an instance whose distances are looked at */ };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(int holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "broken: %s: %s\n", what, status_message());
  abort();
}

static void instance_look(const Instance *inst) {
  const TspInstance *tsp = tsp_of(inst);
  const char *name = tsp->names;
  char advice[256];
  expect(inst->n >= 1 && inst->digest == instance_digest(inst), "n and digest are right");
  for (int32_t c = 0; c < inst->n; c++) {
    expect(!tsp->x || (isfinite(tsp->x[c]) && isfinite(tsp->y[c])), "coordinates are finite");
    if (name) name += strlen(name) + 1; /* the sanitizer looks whether there are as many names */
  }
  for (int32_t c = 1; c < inst->n && inst->n <= CITIES; c++)
    expect(judge_distance(inst, 0, c) >= 0 && judge_distance(inst, 0, c) <= DISTANCE_MAX, "distances fit");
  tsp_advice(inst, advice, sizeof advice);
}

static void text_look(const char *text, size_t bytes) {
  static const TspSettings settings[] = {{0},
                                         {.metric = TSP_METRIC_GEO},
                                         {.metric = TSP_METRIC_MAN_2D, .scale = 1e3},
                                         {.scale = 1e-300},
                                         {.missing = 7}};
  (void)cities_csv_probe("-", text, bytes);
  for (size_t k = 0; k < sizeof settings / sizeof *settings; k++) {
    Instance *inst = NULL;
    const Status status = problem_tsp.parse("f.csv", text, bytes, &settings[k], &inst);
    expect((status == OK) == (inst != NULL), "an instance or an error, not both");
    expect(status == OK || strncmp(status_message(), "f.csv:", 6) == 0, "a refusal names the file");
    if (inst) {
      instance_look(inst);
      instance_free(inst);
    }
    status_clear();
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char head[64], *text;
  size_t bytes;
  text_look((const char *)data, size);
  expect(unpack_head((const char *)data, size, head, sizeof head) <= sizeof head, "a head fits");
  if (!unpack_is((const char *)data, size)) return 0;
  if (unpack("g", (const char *)data, size, UNPACKED, &text, &bytes) == OK) {
    expect(bytes <= UNPACKED, "what is unpacked keeps to the limit");
    text_look(text, bytes);
    free(text);
  } else {
    expect(strncmp(status_message(), "g:", 2) == 0, "a refusal names the file");
  }
  status_clear();
  return 0;
}
