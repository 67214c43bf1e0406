/* Positions as files: see position_file.h. */
#include "position_file.h"

#include <math.h>
#include <string.h>
#include "c_locale.h"
#include "function.h"
#include "problem/list_file.h"

static void sizes_tell(const Instance *inst, ListSize size[2]) {
  size[0] = (ListSize){"dimensions", inst->n};
  size[1] = (ListSize){NULL, 0};
}

/* Nine digits give the same float back. */
static void coordinate_write(FILE *out, int32_t gene) {
  float x;
  memcpy(&x, &gene, sizeof x);
  c_fprintf(out, "%.9g\n", (double)x);
}

static Status coordinate_read(Lexer *lx, const Instance *inst, int32_t k, int32_t *gene) {
  double value;
  const Lexer place = *lx;
  const double range = function_range(function_of(inst)->function);
  if (!lexer_number(lx, &value) || !(fabs((double)(float)value) <= range))
    return lexer_fail(&place, "coordinate %d of %d, from %g to %g", k + 1, inst->n, -range, range);
  const float x = (float)value;
  memcpy(gene, &x, sizeof x);
  return OK;
}

static const ListForm form = {"position", "value", sizes_tell, coordinate_write, coordinate_read};

Status position_write(const char *path, const Instance *inst, const int32_t *gene, int64_t cost) {
  return list_write(path, &form, inst, gene, cost);
}

Status position_read(const char *path, const Instance *inst, int32_t *gene, char *remark) {
  (void)remark;
  return list_read(path, &form, inst, gene);
}
