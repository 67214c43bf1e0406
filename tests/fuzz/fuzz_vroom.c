/* libFuzzer target: any bytes are an instance in VROOM's form or refused with a place, and an answer of a small instance or refused. Built and
 * run by tools/fuzz; no part of `scons test`. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fleet_checks.h"
#include "problem/routes/files/vroom_files.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_instance(const char *text, size_t size, const RoutesSettings *settings) {
  Instance *inst = NULL;
  status_clear();
  const Status status = vroom_parse("fuzz", text, size, settings, &inst);
  expect(status == OK ? inst != NULL : inst == NULL, "an instance or an error, not both");
  expect(status == OK || strncmp(status_message(), "fuzz:", 5) == 0, "errors name their place");
  if (!inst) return;
  expect(inst->n >= 1 && inst->digest == instance_digest(inst), "n and digest are right");
  check_absence(routes_of(inst));
  check_windows(routes_of(inst));
  check_breaks(routes_of(inst));
  instance_free(inst);
}

static const char small[] = "{\"vehicles\": [{\"id\": 1, \"start_index\": 0, \"breaks\": [{\"id\": 3}]}, "
                            "{\"id\": 2, \"start_index\": "
                            "0, \"max_tasks\": 2}], \"jobs\": [{\"id\": 1, "
                            "\"location_index\": 1}, {\"id\": 2, \"location_index\": 1, \"prize\": 3}], "
                            "\"shipments\": [{\"pickup\": {\"id\": 1, \"location_index\": 1}, \"delivery\": "
                            "{\"id\": 5, \"location_index\": 0}, \"prize\": 1}], "
                            "\"matrices\": {\"car\": {\"durations\": [[0, 1], [2, 0]]}}}";

static void check_answer(const char *text, size_t size) {
  Instance *inst = NULL;
  int32_t gene[8];
  int64_t cost;
  status_clear();
  expect(vroom_parse("small", small, strlen(small), NULL, &inst) == OK, "the small instance is read");
  const Status status = vroom_read("fuzz", text, size, inst, gene);
  expect(status == OK || strncmp(status_message(), "fuzz:", 5) == 0, "errors name their place");
  if (status == OK)
    expect(judge_fleet(inst, gene, &cost, NULL) == OK || strncmp(status_message(), "route", 5) == 0 ||
               strncmp(status_message(), "customer", 8) == 0,
           "what is read is a solution, or breaks a pair");
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
