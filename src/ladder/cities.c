/* See cities.h. */
#include "cities.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "tour_moves.h"
#include "problem/tsp/generators/tsp_generate.h"
#include "problem/tsp/files/tsp_files.h"
#include "options/options.h"
#include "problem/tsp/tsp.h"

Status ladder_sizes_parse(const char *text, LadderSizes *sizes) {
  *sizes = (LadderSizes){0};
  for (int32_t n; options_list_next(&text, &n);) {
    if (sizes->count == LADDER_SIZES_MAX)
      FAIL(ERR_USAGE, "--sizes: expected at most %d numbers, found more", LADDER_SIZES_MAX);
    sizes->n[sizes->count++] = n;
    sizes->largest = n > sizes->largest ? n : sizes->largest;
  }
  return OK;
}

Status ladder_cities_uniform(int32_t n, uint64_t seed, Instance **out) {
  Instance *inst = NULL;
  TRY(generator_kinds[0].make(n, seed, &inst));
  for (int32_t c = 0; c < n; c++) {
    tsp_of(inst)->x[c] = floor(tsp_of(inst)->x[c] / 100);
    tsp_of(inst)->y[c] = floor(tsp_of(inst)->y[c] / 100);
  }
  snprintf(inst->name, sizeof inst->name, "uniform-%d-%llu / 100", n, (unsigned long long)seed);
  inst->digest = instance_digest(inst);
  *out = inst;
  return OK;
}

/* The path of d18512.tsp; "" if it is not found. */
static void default_path(char *path, size_t size) {
  const char *root = getenv("CORDEE_INSTANCES");
  snprintf(path, size, "%s/tsp/d18512.tsp", root ? root : "../shared/instances");
  if (access(path, R_OK) != 0) path[0] = 0;
}

Status ladder_cities_read(const char *path, int32_t most, uint64_t seed, Instance **out) {
  char standard[4096];
  Instance *inst = NULL;
  default_path(standard, sizeof standard);
  if (!*path) path = standard;
  if (!*path) return ladder_cities_uniform(most, seed, out); /* no d18512.tsp was found */
  TRY(tsplib_read(path, &inst));
  Status status = OK;
  if (tsp_of(inst)->metric != METRIC_EUC_2D || inst->n < most)
    status = status_fail(ERR_USAGE, "%s: expected EUC_2D and at least %d cities (--sizes), found %s and %d",
                         path, most, metric_name(tsp_of(inst)->metric), inst->n);
  if (status == OK)
    *out = inst;
  else
    instance_free(inst);
  return status;
}

Status ladder_cities_first(const Instance *all, int32_t n, Instance **out) {
  Instance *inst = NULL;
  TRY(tsp_alloc(tsp_of(all)->metric, n, &inst));
  memcpy(tsp_of(inst)->x, tsp_of(all)->x, (size_t)n * sizeof *tsp_of(inst)->x);
  memcpy(tsp_of(inst)->y, tsp_of(all)->y, (size_t)n * sizeof *tsp_of(inst)->y);
  snprintf(inst->name, sizeof inst->name, "%s", all->name);
  inst->comment[0] = 0;
  inst->digest = instance_digest(inst);
  *out = inst;
  return OK;
}
