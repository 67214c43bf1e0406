/* See sizes.h. */
#include "sizes.h"

#include <stdio.h>
#include "cities.h"
#include "text.h"

static Status size_measure(const LadderRun *run, const Instance *all, int32_t n, LadderSizeMeasure *measure,
                           void *context) {
  Instance *inst = NULL;
  TRY(ladder_cities_first(all, n, &inst));
  const Status status = measure(run, inst, context);
  instance_free(inst);
  return status;
}

Status ladder_sizes_measure(const LadderRun *run, LadderSizeMeasure *measure, void *context) {
  const LadderSettings *const settings = run->settings;
  LadderSizes sizes;
  Instance *all = NULL;
  TRY(ladder_sizes_parse(settings->sizes, &sizes));
  TRY(ladder_cities_read(settings->instance, sizes.largest, settings->seed, &all));
  printf("first n cities of %s\n", text_line(all->name));
  ladder_legend(run);
  Status status = OK;
  for (int s = 0; s < sizes.count && status == OK; s++)
    status = size_measure(run, all, sizes.n[s], measure, context);
  instance_free(all);
  return status;
}
