/* Writer of TSPLIB 95 instances: see tsplib.h. Used by `cordee generate`. */
#include "tsplib.h"

#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

/* Whole numbers as such, others with the 17 digits that give the same double back. */
static void write_coordinate(FILE *out, double value) {
  bool whole = fabs(value) < 1e15 && value == floor(value);
  whole ? fprintf(out, " %lld", (long long)value) : fprintf(out, " %.17g", value);
}

static void write_instance(FILE *out, const Instance *inst) {
  fprintf(out, "NAME: %s\nTYPE: TSP\n", inst->name);
  if (inst->comment[0]) fprintf(out, "COMMENT: %s\n", inst->comment);
  fprintf(out, "DIMENSION: %d\nEDGE_WEIGHT_TYPE: %s\nNODE_COORD_SECTION\n", inst->n,
          metric_name(inst->metric));
  for (int32_t c = 0; c < inst->n; c++) {
    fprintf(out, "%d", c + 1);
    write_coordinate(out, inst->x[c]);
    write_coordinate(out, inst->y[c]);
    fputc('\n', out);
  }
  fputs("EOF\n", out);
}

Status tsplib_write(FILE *out, const Instance *inst) {
  if (inst->metric == METRIC_EXPLICIT) FAIL(ERR_INTERNAL, "%s has no coordinates to write", inst->name);
  locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0),
           before = uselocale(c); /* a decimal point, not a comma */
  write_instance(out, inst);
  int failed = fflush(out) != 0 || ferror(out), error = errno;
  uselocale(before);
  freelocale(c);
  if (failed) FAIL(ERR_IO, "cannot write the instance %s: %s", inst->name, strerror(error));
  return OK;
}
