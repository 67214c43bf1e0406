/* libFuzzer target: any bytes are an instance in VROOM's form or refused with a place, and an answer of a small instance or refused. Built and
 * run by tools/fuzz; no part of `scons test`. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "problem/routes/files/vroom_files.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(int holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "broken: %s: %s\n", what, status_message());
  abort();
}

/* The judge takes the solution that leaves everybody out, at the price of all. */
static void check_absence(const RoutesInstance *routes) {
  const int32_t n = routes->head.n;
  int32_t *gene = malloc(2 * (size_t)n * sizeof *gene);
  int64_t cost = -1, sum = 0;
  if (!gene) return;
  for (int32_t c = 1; c <= n; c++) {
    gene[c - 1] = c == 1 ? -c : c;
    gene[n + c - 1] = ROUTES_LEFT_OUT;
    sum += routes->stop[c].prize == ROUTES_REQUIRED ? routes->absent_cost : routes->stop[c].prize;
  }
  expect(judge_fleet(&routes->head, gene, &cost, NULL) == OK && cost == sum,
         "nobody is served at the price of all");
  free(gene);
}

static void check_instance(const char *text, size_t size, const RoutesSettings *settings) {
  Instance *inst = NULL;
  status_clear();
  const Status status = vroom_parse("fuzz", text, size, settings, &inst);
  expect(status == OK ? inst != NULL : inst == NULL, "an instance or an error, not both");
  expect(status == OK || strncmp(status_message(), "fuzz:", 5) == 0, "errors name their place");
  if (!inst) return;
  expect(inst->n >= 1 && inst->digest == instance_digest(inst), "n and digest are right");
  check_absence(routes_of(inst));
  instance_free(inst);
}

static const char small[] = "{\"vehicles\": [{\"id\": 1, \"start_index\": 0}, {\"id\": 2, \"start_index\": "
                            "0, \"max_tasks\": 2}], \"jobs\": [{\"id\": 1, "
                            "\"location_index\": 1}, {\"id\": 2, \"location_index\": 1, \"prize\": 3}], "
                            "\"matrices\": {\"car\": {\"durations\": [[0, 1], [2, 0]]}}}";

static void check_answer(const char *text, size_t size) {
  Instance *inst = NULL;
  int32_t gene[4];
  int64_t cost;
  status_clear();
  expect(vroom_parse("small", small, strlen(small), NULL, &inst) == OK, "the small instance is read");
  const Status status = vroom_read("fuzz", text, size, inst, gene);
  expect(status == OK || strncmp(status_message(), "fuzz:", 5) == 0, "errors name their place");
  if (status == OK) expect(judge_fleet(inst, gene, &cost, NULL) == OK, "what is read is a solution");
  instance_free(inst);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const RoutesSettings settings[] = {{.speed = 0}, {.speed = 50, .unserved = UNSERVED_ALLOWED}};
  const char *text = (const char *)data;
  (void)vroom_probe("fuzz", text, size);
  for (size_t k = 0; k < sizeof settings / sizeof *settings; k++) check_instance(text, size, &settings[k]);
  check_answer(text, size);
  return 0;
}
