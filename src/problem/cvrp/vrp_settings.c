/* See vrp_settings.h. */
#include "vrp_settings.h"

#include <stdio.h>
#include <string.h>
#include "c_locale.h"
#include "vrp_table.h"
#include "vrp_units.h"

/* ---- the metric ---- */

static Status metric_refuse(const VrpFile *file, TspMetric word) {
  const bool worded = file->metric == METRIC_EUC_2D;
  FAIL(ERR_USAGE, "%s: expected %s with --metric %s, found %s%s: change EDGE_WEIGHT_TYPE in the file",
       file->path, file->weighted ? "coordinates" : "two coordinates of EUC_2D", tsp_metric_words[word],
       file->weighted ? "a matrix" : vrp_metric_name(file->metric),
       worded && !file->weighted ? " with words on its rounding" : "");
}

/* What is said takes the place of EUC_2D, which is what files of all kinds say, and of the names of columns. */
static Status metric_set(TspMetric word, VrpFile *file) {
  const Metric said = tsp_metric_of(word);
  if (word == TSP_METRIC_FILE || (!file->weighted && said == file->metric)) return OK;
  const bool plain = file->metric == METRIC_EUC_2D && file->words == DISTANCES_AUTO && !file->scaled;
  if (file->weighted || metric_has_depth(said) || !(plain || file->degrees)) return metric_refuse(file, word);
  file->metric = said;
  return OK;
}

/* ---- the unit ---- */

static Status product_fail(const VrpFile *file, int32_t v, const char *what) {
  FAIL(ERR_FORMAT,
       "%s: --scale: expected a %s of at most %d digits once it is multiplied, found more at node %d",
       file->path, what, VRP_PLACES_MAX, v + file->first);
}

static Status nodes_scale(VrpFile *file, VrpNumber by) {
  for (int32_t v = 0; v < file->nodes; v++) {
    VrpStop *const stop = file->stop ? &file->stop[v] : NULL;
    if (!file->weighted && file->x &&
        !(vrp_number_scale(&file->x[v], by) && vrp_number_scale(&file->y[v], by)))
      return product_fail(file, v, "coordinate");
    if (file->z && !vrp_number_scale(&file->z[v], by)) return product_fail(file, v, "coordinate");
    if (stop && !(vrp_number_scale(&stop->ready, by) && vrp_number_scale(&stop->due, by) &&
                  vrp_number_scale(&stop->service, by)))
      return product_fail(file, v, "time");
  }
  return OK;
}

static Status unit_set(double scale, VrpFile *file) {
  char text[40];
  VrpNumber by;
  if (scale == 0) return OK;
  if (!file->weighted && metric_on_sphere(file->metric))
    FAIL(ERR_USAGE,
         "%s: expected --scale with coordinates in a plane or in space, or with a matrix, found %s",
         file->path, vrp_metric_name(file->metric));
  const int length = c_snprintf(text, sizeof text, "%.15g", scale);
  Lexer lx = {.path = "--scale", .at = text, .end = text + length, .line = 1};
  if (!vrp_number(&lx, &by)) FAIL(ERR_USAGE, "--scale: expected at most 18 decimals, found %s", text);
  TRY(nodes_scale(file, by));
  if (vrp_number_scale(&file->limit, by) && vrp_number_scale(&file->service, by)) return OK;
  return product_fail(file, 0, "time");
}

Status vrp_settings_apply(const CvrpSettings *settings, VrpFile *file) {
  TRY(metric_set(settings->metric, file));
  return unit_set(settings->scale, file);
}

void vrp_settings_tell(const VrpFile *file, Instance *inst) {
  const char *times = file->stop || file->limit_line ? " and times" : "";
  if (file->weighted || file->metric != METRIC_GEOM) return;
  snprintf(inst->remark, sizeof inst->remark, "%s are degrees, distances%s metres on the sphere (GEOM)",
           file->degrees ? "latitudes and longitudes"
                         : "first coordinates, latitudes, and second, longitudes,",
           times);
}
