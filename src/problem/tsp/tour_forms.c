/* See tour_forms.h. */
#include "tour_forms.h"

#include <stdlib.h>
#include <string.h>
#include "c_locale.h"
#include "io/json.h"
#include "io/output.h"
#include "text.h"
#include "tsp.h"

typedef struct TourText {
  const TspInstance *tsp;
  const int32_t *gene;
  const char **name; /* (n) of each city; NULL: they have none */
} TourText;

Status tour_whole_check(const Instance *inst, int64_t cost) {
  const int32_t missing = tsp_of(inst)->missing;
  if (!missing || cost < missing) return OK;
  FAIL(ERR_FORMAT,
       "%s: expected a tour of edges that the graph has, found none: %lld of the best are missing",
       inst->name, (long long)(cost / missing));
}

/* Where each city's name begins; owned by the caller. */
static Status names_find(const TspInstance *tsp, const char ***out) {
  const char *at = tsp->names;
  *out = NULL;
  if (!at) return OK;
  const char **name = malloc((size_t)tsp->head.n * sizeof *name);
  if (!name) FAIL(ERR_MEMORY, "no memory for the names of %d cities", tsp->head.n);
  for (int32_t c = 0; c < tsp->head.n; c++, at += strlen(at) + 1) name[c] = at;
  *out = name;
  return OK;
}

static double unscaled(const TspInstance *tsp, double value) {
  return tsp->scale != 0 ? value / tsp->scale : value;
}

/* ---- .csv ---- */

static void row_print(FILE *out, const TourText *t, int32_t p) {
  const TspInstance *tsp = t->tsp;
  const int32_t c = t->gene[p];
  fprintf(out, "%d,%d", p + 1, c + 1);
  if (t->name) {
    fputc(',', out);
    text_csv(out, t->name[c]);
  }
  if (tsp->x) c_fprintf(out, ",%.15g,%.15g", unscaled(tsp, tsp->x[c]), unscaled(tsp, tsp->y[c]));
  if (tsp->z) c_fprintf(out, ",%.15g", unscaled(tsp, tsp->z[c]));
  fputs("\r\n", out);
}

static void rows_print(FILE *out, const void *what) {
  const TourText *t = what;
  fprintf(out, "position,city%s%s%s\r\n", t->name ? ",name" : "", t->tsp->x ? ",x,y" : "",
          t->tsp->z ? ",z" : "");
  for (int32_t p = 0; p < t->tsp->head.n; p++) row_print(out, t, p);
}

static Status csv_write(const char *path, const Instance *inst, const int32_t *gene, int64_t cost) {
  TourText text = {tsp_of(inst), gene, NULL};
  TRY(tour_whole_check(inst, cost));
  TRY(names_find(text.tsp, &text.name));
  const Status status = output_write(path, rows_print, &text);
  free(text.name);
  return status;
}

/* ---- .geojson ---- */

static Status degrees_check(const Instance *inst) {
  const Metric metric = tsp_of(inst)->metric;
  if (metric_on_sphere(metric)) return OK;
  FAIL(ERR_USAGE, "expected degrees for GeoJSON, EDGE_WEIGHT_TYPE GEO or GEOM, found %s",
       metric_name(metric));
}

/* GEO's coordinates are degrees.minutes. */
static double degrees(const TspInstance *tsp, double coordinate) {
  const double whole = (double)(int)coordinate;
  return tsp->metric == METRIC_GEO ? whole + 5 * (coordinate - whole) / 3 : coordinate;
}

static json_t *position_of(const TspInstance *tsp, int32_t c) {
  json_t *position = json_array();
  json_push(position, json_rounded(degrees(tsp, tsp->y[c]), 9));
  json_push(position, json_rounded(degrees(tsp, tsp->x[c]), 9));
  return position;
}

static json_t *feature_of(const char *type, json_t *coordinates, json_t *properties) {
  json_t *feature = json_object(), *geometry = json_object();
  json_add(geometry, "type", json_string(type));
  json_add(geometry, "coordinates", coordinates);
  json_add(feature, "type", json_string("Feature"));
  json_add(feature, "geometry", geometry);
  json_add(feature, "properties", properties);
  return feature;
}

static json_t *line_of(const TourText *t, int64_t cost) {
  const int32_t n = t->tsp->head.n;
  json_t *line = json_array(), *properties = json_object();
  for (int32_t p = 0; p < n; p++) json_push(line, position_of(t->tsp, t->gene[p]));
  if (!t->tsp->path || n == 1)
    json_push(line, position_of(t->tsp, t->gene[0])); /* a line has two positions at least */
  json_add(properties, "name", json_foreign(t->tsp->head.name));
  json_add(properties, "cost", json_integer(cost));
  json_add(properties, "metric", json_string(metric_name(t->tsp->metric)));
  return feature_of("LineString", line, properties);
}

static json_t *point_of(const TourText *t, int32_t p) {
  const int32_t c = t->gene[p];
  json_t *properties = json_object();
  json_add(properties, "position", json_integer(p + 1));
  json_add(properties, "city", json_integer(c + 1));
  if (t->name) json_add(properties, "name", json_foreign(t->name[c]));
  return feature_of("Point", position_of(t->tsp, c), properties);
}

static Status geojson_write(const char *path, const Instance *inst, const int32_t *gene, int64_t cost) {
  TourText text = {tsp_of(inst), gene, NULL};
  TRY(degrees_check(inst));
  TRY(tour_whole_check(inst, cost));
  TRY(names_find(text.tsp, &text.name));
  json_t *all = json_object(), *features = json_array();
  json_push(features, line_of(&text, cost));
  for (int32_t p = 0; p < inst->n; p++) json_push(features, point_of(&text, p));
  json_add(all, "type", json_string("FeatureCollection"));
  json_add(all, "features", features);
  free(text.name);
  return json_write(path, all);
}

const SolutionForm tour_forms[] = {{".csv", NULL, csv_write, "position,city"},
                                   {".geojson", degrees_check, geojson_write, "\"FeatureCollection\""},
                                   {.suffix = NULL}};
