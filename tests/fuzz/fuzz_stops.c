/* libFuzzer target: any bytes are a table of stops or a matrix of a fleet, or refused with a place. Built and
 * run by tools/fuzz; no part of `scons test`. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fleet_checks.h"
#include "problem/routes/files/stops_files.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_instance(const char *text, size_t size, const RoutesSettings *settings) {
  Instance *inst = NULL;
  status_clear();
  const Status status = stops_parse("fuzz", text, size, settings, &inst);
  expect(status == OK ? inst != NULL : inst == NULL, "an instance or an error, not both");
  expect(status == OK || strncmp(status_message(), "fuzz:", 5) == 0, "errors name their place");
  if (!inst) return;
  expect(inst->n >= 1 && inst->digest == instance_digest(inst), "n and digest are right");
  check_trips(routes_of(inst));
  check_absence(routes_of(inst));
  check_windows(routes_of(inst));
  instance_free(inst);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const RoutesSettings settings[] = {
      {.capacity = "9"},
      {.capacity = "9", .trips = 3},
      {.capacity = "9,8.5", .speed = 50, .unserved = UNSERVED_ALLOWED},
      {.speed = 36, .cvrp = {.objective = OBJECTIVE_VEHICLES}},
      {.cvrp = {.fleet = FLEET_WORD_AT_MOST + INT64_C(2) * COUNTED_WORDS, .distances = DISTANCES_TRUNCATED}},
      {.cvrp = {.fleet = FLEET_WORD_FREE}}};
  const char *text = (const char *)data;
  (void)stops_probe("fuzz", text, size);
  for (size_t k = 0; k < sizeof settings / sizeof *settings; k++) {
    (void)stops_claims("fuzz", text, size, &settings[k]);
    check_instance(text, size, &settings[k]);
  }
  return 0;
}
