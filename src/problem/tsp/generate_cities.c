/* See generate_cities.h. */
#include "generate_cities.h"

#include <stdio.h>
#include "tsp.h"

Status cities_alloc(int32_t n, const char *name, const char *comment, Instance **out) {
  if (n < 1) FAIL(ERR_USAGE, "an instance has at least 1 city, not %d", n);
  TRY(tsp_alloc(METRIC_EUC_2D, n, out));
  snprintf((*out)->name, sizeof(*out)->name, "%s", name);
  snprintf((*out)->comment, sizeof(*out)->comment, "%s", comment);
  return OK;
}
