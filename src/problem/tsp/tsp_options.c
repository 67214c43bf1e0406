/* See tsp_options.h. */
#include "tsp_options.h"

#include <string.h>
#include "problem/tsp/files/tsp_files.h"
#include "tsp.h"

const char *const tsp_metric_words[] = {"file", "EUC_2D", "CEIL_2D", "ATT",    "MAN_2D", "MAX_2D", "GEO",
                                        "GEOM", "EUC_3D", "CEIL_3D", "MAN_3D", "MAX_3D", NULL};

static const char *const ends[] = {
    [ENDS_FILE] = "file", [ENDS_OPEN] = "open", [ENDS_CLOSED] = "closed", NULL};

const OptionRow tsp_options[] = {
    {.name = "path",
     .kind = KIND_CHOICE,
     OPTION_FIELD(TspSettings, path),
     .standard = "file",
     .choices = ends,
     .argument = "HOW",
     .help = "closed: a tour; open: a path that visits all cities; file: open if TYPE is HPP, else closed",
     .place = PLACE_PROBLEM},
    {.name = "from",
     .kind = KIND_COUNT,
     OPTION_FIELD(TspSettings, from),
     .standard = "0",
     .argument = "CITY",
     .help = "first city of a path, counted from 1; 0: any",
     .least = "0",
     .most = "2147483647",
     .place = PLACE_PROBLEM},
    {.name = "to",
     .kind = KIND_COUNT,
     OPTION_FIELD(TspSettings, to),
     .standard = "0",
     .argument = "CITY",
     .help = "last city of a path, counted from 1; 0: any",
     .least = "0",
     .most = "2147483647",
     .place = PLACE_PROBLEM},
    {.name = "missing",
     .kind = KIND_COUNT,
     OPTION_FIELD(TspSettings, missing),
     .standard = "0",
     .argument = "N",
     .help = "matrix entries that are at least N, or negative, are missing edges; 0: all entries are edges",
     .least = "0",
     .most = "2147483647",
     .place = PLACE_PROBLEM},
    {.name = "metric",
     .kind = KIND_CHOICE,
     OPTION_FIELD(TspSettings, metric),
     .standard = "file",
     .choices = tsp_metric_words,
     .argument = "TYPE",
     .help = "EDGE_WEIGHT_TYPE of cities as CSV; file: GEOM (metres) of columns lat and lon, EUC_3D of x, y "
             "and z, else EUC_2D. A TSPLIB file has to say the same",
     .place = PLACE_PROBLEM},
    {.name = "scale",
     .kind = KIND_REAL,
     OPTION_FIELD(TspSettings, scale),
     .standard = "0",
     .argument = "F",
     .help = "multiply coordinates, or a matrix, by F before distances are rounded to whole numbers; 0: by "
             "nothing",
     .least = "0",
     .most = "1e9",
     .place = PLACE_PROBLEM},
    {.name = NULL}};

Metric tsp_metric_of(TspMetric word) {
  static const Metric as[] = {METRIC_EUC_2D, METRIC_EUC_2D,  METRIC_CEIL_2D, METRIC_ATT,
                              METRIC_MAN_2D, METRIC_MAX_2D,  METRIC_GEO,     METRIC_GEOM,
                              METRIC_EUC_3D, METRIC_CEIL_3D, METRIC_MAN_3D,  METRIC_MAX_3D};
  return as[word];
}

Metric tsp_settings_metric(const TspSettings *settings) {
  return settings ? tsp_metric_of(settings->metric) : METRIC_EUC_2D;
}

int64_t tsp_cost_unit_told(const char *options, int32_t decimals) {
  (void)decimals; /* missing edges are counted in units */
  const char *said = strstr(options, "missing = ");
  return said && said[10] != '0' ? MISSING_COST : 0;
}

const char *tsp_optima_column(const void *settings) {
  const TspSettings *own = settings;
  return own->path != ENDS_FILE || own->from || own->to || own->missing || own->scale != 0 ? "" : NULL;
}

static Status ends_check(const char *place, const TspSettings *s, const TspInstance *tsp) {
  const uint32_t n = (uint32_t)tsp->head.n;
  if (s->path == ENDS_CLOSED && (s->from || s->to))
    FAIL(ERR_USAGE, "%s: expected --from and --to with a path, found --path closed", place);
  if (s->from > n) FAIL(ERR_USAGE, "%s: expected --from 1 to %u, found %u", place, n, s->from);
  if (s->to > n) FAIL(ERR_USAGE, "%s: expected --to 1 to %u, found %u", place, n, s->to);
  if (s->from && s->from == s->to && n > 1)
    FAIL(ERR_USAGE, "%s: expected --from and --to of two cities, found %u twice", place, s->from);
  return OK;
}

static Status metric_check(const char *place, const TspSettings *s, const TspInstance *tsp) {
  if (s->metric == TSP_METRIC_FILE || tsp->metric == tsp_settings_metric(s)) return OK;
  FAIL(ERR_USAGE, "%s: expected EDGE_WEIGHT_TYPE %s as --metric says, found %s", place,
       tsp_metric_words[s->metric], metric_name(tsp->metric));
}

static Status scale_apply(const char *place, double scale, TspInstance *tsp) {
  if (scale == 0 || tsp->scale == scale) return OK; /* the reader has scaled a matrix */
  if (!tsp->x || metric_on_sphere(tsp->metric))
    FAIL(ERR_USAGE,
         "%s: expected --scale with coordinates in a plane or in space, or with a matrix in a file, found %s",
         place, metric_name(tsp->metric));
  tsp->scale = scale;
  for (int32_t c = 0; c < tsp->head.n; c++) {
    tsp->x[c] *= scale;
    tsp->y[c] *= scale;
    if (tsp->z) tsp->z[c] *= scale;
  }
  const double span = tsplib_span(tsp);
  if (span + 1 <= DISTANCE_MAX) return OK;
  FAIL(ERR_USAGE, "%s: --scale %g: expected distances up to %d, found cities in a box that spans %g", place,
       scale, DISTANCE_MAX, span);
}

Status tsp_settings_apply(const char *place, const TspSettings *s, TspInstance *tsp) {
  TRY(ends_check(place, s, tsp));
  TRY(metric_check(place, s, tsp));
  TRY(scale_apply(place, s->scale, tsp));
  tsp->path = s->from || s->to || s->path == ENDS_OPEN || (s->path == ENDS_FILE && tsp->path);
  tsp->from = (int32_t)s->from - 1;
  tsp->to = (int32_t)s->to - 1;
  TRY(tsp_fixed_check(place, tsp));
  tsp->head.digest = instance_digest(&tsp->head);
  return OK;
}
