/* Writer of TSPLIB 95 instances: see tsplib.h. Used by `cordee generate`. */
#include "tsplib.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include "c_locale.h"
#include "cost.h"
#include "text.h"
#include "io/digits.h"
#include "halt.h"
#include "tsp.h"
#include "tsp_fixed.h"

enum { COORDINATE_MAX = 32 }; /* bytes; 1 + 24 are needed */

/* Whole numbers as such, others with the 17 digits that give the same double back. */
static char *coordinate_put(char *to, double value) {
  *to++ = ' ';
  if (fabs(value) < 1e15 && value == floor(value)) return digits_put(to, (int64_t)value);
  return to + c_snprintf(to, COORDINATE_MAX - 1, "%.17g", value);
}

static void city_write(FILE *out, const Instance *inst, int32_t c) {
  char line[DIGITS_MAX + 3 * COORDINATE_MAX + 1], *end = digits_put(line, c + 1LL);
  end = coordinate_put(end, tsp_of(inst)->x[c]);
  end = coordinate_put(end, tsp_of(inst)->y[c]);
  if (tsp_of(inst)->z) end = coordinate_put(end, tsp_of(inst)->z[c]);
  *end++ = '\n';
  fwrite_unlocked(line, 1, (size_t)(end - line), out);
}

static bool is_missing(const Instance *inst, int32_t a, int32_t b) {
  const TspInstance *tsp = tsp_of(inst);
  return tsp->missing && tsp->matrix[(size_t)a * (size_t)inst->n + (size_t)b] == tsp->missing;
}

/* The edges that there are. */
static void write_edges(FILE *out, const Instance *inst) {
  const bool directed = tsp_of(inst)->metric == METRIC_DIRECTED;
  fputs("EDGE_DATA_FORMAT: EDGE_LIST\nEDGE_DATA_SECTION\n", out);
  for (int32_t a = 0; a < inst->n; a++)
    for (int32_t b = directed ? 0 : a + 1; b < inst->n && !halt_poll(); b++)
      if (a != b && !is_missing(inst, a, b)) fprintf(out, "%d %d\n", a + 1, b + 1);
  fputs("-1\n", out);
}

static void row_write(FILE *out, const Instance *inst, int32_t a) {
  const int32_t *row = tsp_of(inst)->matrix + (size_t)a * (size_t)inst->n;
  for (int32_t b = 0; b < inst->n; b++) {
    char number[COST_TEXT_MAX + 1];
    const int32_t weight = a == b || is_missing(inst, a, b) ? 0 : row[b];
    char *end = inst->decimals ? number + strlen(cost_text(weight, inst->decimals, number))
                               : digits_put(number, weight);
    *end++ = b + 1 < inst->n ? ' ' : '\n';
    fwrite_unlocked(number, 1, (size_t)(end - number), out);
  }
}

static void write_matrix(FILE *out, const Instance *inst) {
  fputs("EDGE_WEIGHT_FORMAT: FULL_MATRIX\nEDGE_WEIGHT_SECTION\n", out);
  for (int32_t a = 0; a < inst->n && !halt_poll(); a++) row_write(out, inst, a);
}

static void write_cities(FILE *out, const Instance *inst) {
  fputs("NODE_COORD_SECTION\n", out);
  for (int32_t c = 0; c < inst->n && !halt_poll(); c++) city_write(out, inst, c);
}

static void write_instance(FILE *out, const Instance *inst) {
  const Metric metric = tsp_of(inst)->metric;
  const char *undirected = tsp_of(inst)->path ? "HPP" : "TSP";
  fprintf(out, "NAME: %s\nTYPE: %s\n", text_line(inst->name),
          metric == METRIC_DIRECTED ? "ATSP" : undirected);
  if (inst->comment[0]) fprintf(out, "COMMENT: %s\n", text_line(inst->comment));
  fprintf(out, "DIMENSION: %d\nEDGE_WEIGHT_TYPE: %s\n", inst->n, metric_name(metric));
  tsplib_write_fixed(out, tsp_of(inst));
  (tsp_of(inst)->matrix ? write_matrix : write_cities)(out, inst);
  if (tsp_of(inst)->missing) write_edges(out, inst);
  fputs("EOF\n", out);
}

Status tsplib_write(FILE *out, const Instance *inst) {
  write_instance(out, inst);
  int failed = fflush(out) != 0 || ferror(out), error = errno;
  if (failed) FAIL(ERR_IO, "cannot write the instance %s: %s", inst->name, strerror(error));
  return halt_after("the writing of the instance");
}
