/* Writer of task matching instances: see etc.h. Used by `cordee generate`. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include "etc.h"
#include "halt.h"
#include "matching.h"

/* All the decimals, zeros too: how many there are is part of the instance. */
static void write_time(FILE *out, int64_t time, int64_t unit, int32_t decimals) {
  fprintf(out, "%" PRId64, time / unit);
  if (decimals) fprintf(out, ".%0*" PRId64, decimals, time % unit);
}

Status etc_write(FILE *out, const Instance *inst) {
  int64_t unit = 1;
  for (int32_t d = 0; d < inst->decimals; d++) unit *= 10;
  fprintf(out, "%d %d\n", inst->n, matching_of(inst)->machines);
  const int64_t *time = matching_of(inst)->etc;
  for (int32_t t = 0; t < inst->n && !halt_poll(); t++)
    for (int32_t m = 0; m < matching_of(inst)->machines; m++) {
      if (*time == matching_of(inst)->never)
        fputs("inf", out);
      else
        write_time(out, *time, unit, inst->decimals);
      time++;
      fputc(m + 1 < matching_of(inst)->machines ? ' ' : '\n', out);
    }
  if (fflush(out) != 0 || ferror(out))
    FAIL(ERR_IO, "cannot write the instance %s: %s", inst->name, strerror(errno));
  return halt_after("the writing of the instance");
}
