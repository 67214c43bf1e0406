/* Writer of CVRPLIB's instances: see vrp.h. Used by `cordee generate`. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "cost.h"
#include "halt.h"
#include "text.h"
#include "vrp.h"

/* Coordinates are in units of 10^-places. */
static int32_t places_of(const CvrpInstance *cvrp) {
  int32_t places = cvrp->head.decimals;
  for (int32_t divisor = abs(cvrp->divisor); divisor > 1; divisor /= 10) places++;
  return places;
}

/* How distances are taken, and how a reader would take them unless words say it. */
static CvrpDistances distances_of(const CvrpInstance *cvrp) {
  if (cvrp->divisor < 0) return DISTANCES_TRUNCATED;
  return cvrp->head.decimals > 0 ? DISTANCES_REAL : DISTANCES_ROUNDED;
}

static CvrpDistances distances_read(const CvrpInstance *cvrp, const char *comment) {
  if (cvrp->with_windows) return DISTANCES_TRUNCATED;
  return vrp_comment_real(comment) ? DISTANCES_REAL : DISTANCES_ROUNDED;
}

/* The comment, unless its words would make a reader take distances for others; and a line that says it where it has to. */
static void comment_write(FILE *out, const CvrpInstance *cvrp) {
  static const char *const words[] = {[DISTANCES_ROUNDED] = "distances are rounded",
                                      [DISTANCES_REAL] = "distances are not rounded",
                                      [DISTANCES_TRUNCATED] = "distances are truncated"};
  char comment[INSTANCE_COMMENT_MAX];
  snprintf(comment, sizeof comment, "%s", text_line(cvrp->head.comment)); /* as much as a reader takes */
  const CvrpDistances how = distances_of(cvrp), said = vrp_comment_words(comment);
  const bool lies = !cvrp->with_matrix && said != DISTANCES_AUTO && said != how;
  if (lies) comment[0] = 0;
  if (comment[0]) fprintf(out, "COMMENT : %s\n", comment);
  const bool told = cvrp->with_matrix || (!lies && said == how) || distances_read(cvrp, comment) == how;
  if (!told) fprintf(out, "COMMENT : %s\n", words[how]);
}

static void head_write(FILE *out, const CvrpInstance *cvrp) {
  const int32_t decimals = cvrp->head.decimals;
  char text[COST_TEXT_MAX];
  fprintf(out, "NAME : %s\n", text_line(cvrp->head.name));
  comment_write(out, cvrp);
  fprintf(out, "TYPE : %s\nDIMENSION : %" PRId32 "\nEDGE_WEIGHT_TYPE : %s\n",
          cvrp->with_windows ? "VRPTW" : "CVRP", cvrp->head.n + 1,
          cvrp->with_matrix ? "EXPLICIT\nEDGE_WEIGHT_FORMAT : LOWER_ROW" : "EUC_2D");
  fprintf(out, "CAPACITY : %s\n", cost_text(cvrp->capacity, cvrp->load_decimals, text));
  if (cvrp->fleet == FLEET_AT_MOST) fprintf(out, "VEHICLES : %" PRId32 "\n", cvrp->vehicles);
  if (cvrp->max_duration == INT32_MAX) return;
  fprintf(out, "DISTANCE : %s\n", cost_text(cvrp->max_duration, decimals, text));
  if (cvrp->service) fprintf(out, "SERVICE_TIME : %s\n", cost_text(cvrp->service, decimals, text));
}

static void coordinates_write(FILE *out, const CvrpInstance *cvrp) {
  const int32_t places = cvrp->with_matrix ? 0 : places_of(cvrp);
  char x[COST_TEXT_MAX], y[COST_TEXT_MAX];
  if (!cvrp->with_coordinates) return;
  fputs(cvrp->with_matrix ? "DISPLAY_DATA_SECTION\n" : "NODE_COORD_SECTION\n", out);
  for (int32_t v = 0; v <= cvrp->head.n && !halt_poll(); v++)
    fprintf(out, "%" PRId32 " %s %s\n", v + 1, cost_text(cvrp->x[v], places, x),
            cost_text(cvrp->y[v], places, y));
}

static void weights_write(FILE *out, const CvrpInstance *cvrp) {
  const size_t nodes = (size_t)cvrp->head.n + 1;
  char text[COST_TEXT_MAX];
  if (!cvrp->with_matrix) return;
  fputs("EDGE_WEIGHT_SECTION\n", out);
  for (size_t a = 1; a < nodes && !halt_poll(); a++)
    for (size_t b = 0; b < a; b++)
      fprintf(out, "%s%c", cost_text(cvrp->matrix[a * nodes + b], cvrp->head.decimals, text),
              b + 1 < a ? ' ' : '\n');
}

static void windows_write(FILE *out, const CvrpInstance *cvrp) {
  const int32_t decimals = cvrp->head.decimals;
  char ready[COST_TEXT_MAX], due[COST_TEXT_MAX];
  if (!cvrp->with_windows) return;
  fputs("TIME_WINDOW_SECTION\n", out);
  for (int32_t v = 0; v <= cvrp->head.n && !halt_poll(); v++)
    fprintf(out, "%" PRId32 " %s %s\n", v + 1, cost_text(cvrp->ready[v], decimals, ready),
            cost_text(cvrp->due[v], decimals, due));
  fputs("SERVICE_TIME_SECTION\n", out);
  for (int32_t v = 0; v <= cvrp->head.n && !halt_poll(); v++)
    fprintf(out, "%" PRId32 " %s\n", v + 1, cost_text(cvrp->service_at[v], decimals, due));
}

static void demands_write(FILE *out, const CvrpInstance *cvrp) {
  char text[COST_TEXT_MAX];
  fputs("DEMAND_SECTION\n", out);
  for (int32_t v = 0; v <= cvrp->head.n && !halt_poll(); v++)
    fprintf(out, "%" PRId32 " %s\n", v + 1, cost_text(cvrp->demand[v], cvrp->load_decimals, text));
}

Status vrp_write(FILE *out, const Instance *inst) {
  const CvrpInstance *cvrp = cvrp_of(inst);
  if (cvrp->fleet == FLEET_EXACTLY)
    FAIL(ERR_INTERNAL, "%s: a CVRPLIB file has no word for a fleet of exactly %d routes", inst->name,
         cvrp->vehicles);
  head_write(out, cvrp);
  weights_write(out, cvrp);
  coordinates_write(out, cvrp);
  demands_write(out, cvrp);
  windows_write(out, cvrp);
  fputs("DEPOT_SECTION\n1\n-1\nEOF\n", out);
  if (fflush(out) != 0 || ferror(out))
    FAIL(ERR_IO, "cannot write the instance %s: %s", inst->name, strerror(errno));
  return halt_after("the writing of the instance");
}
