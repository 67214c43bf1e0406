/* Options of tours: what can be said of an instance beside its file. Local, host only. */
#ifndef CORDEE_PROBLEM_TSP_TSP_OPTIONS_H
#define CORDEE_PROBLEM_TSP_TSP_OPTIONS_H

#include "option_row.h"
#include "tsp.h"

typedef enum TspEnds {
  ENDS_FILE,  /* a path if the file's TYPE is HPP */
  ENDS_OPEN,  /* a path: a tour without its closing edge */
  ENDS_CLOSED /* a tour */
} TspEnds;

typedef enum TspMetric { /* of cities as CSV: the EDGE_WEIGHT_TYPE that a TSPLIB file would have */
                         TSP_METRIC_FILE, /* as the columns say */
                         TSP_METRIC_EUC_2D,
                         TSP_METRIC_CEIL_2D,
                         TSP_METRIC_ATT,
                         TSP_METRIC_MAN_2D,
                         TSP_METRIC_MAX_2D,
                         TSP_METRIC_GEO,
                         TSP_METRIC_GEOM,
                         TSP_METRIC_EUC_3D,
                         TSP_METRIC_CEIL_3D,
                         TSP_METRIC_MAN_3D,
                         TSP_METRIC_MAX_3D
} TspMetric;

typedef struct TspSettings {
  TspEnds path;
  uint32_t from, to; /* the path's first and last city, 1-based; 0: any. One of them makes it a path */
  uint32_t missing; /* entries of a matrix of so much and more, and negative ones, are no edges; 0: all are */
  TspMetric metric;
  double scale; /* coordinates are multiplied by it before distances are rounded; 0: by nothing */
} TspSettings;

extern const char *const tsp_metric_words[]; /* as TspMetric; NULL ends them */

/* What the word stands for; EUC_2D where nothing is said. */
Metric tsp_metric_of(TspMetric word);
/* The same of settings, which may be NULL. */
Metric tsp_settings_metric(const TspSettings *settings);

extern const OptionRow tsp_options[]; /* Problem.options */

/* Problem.cost_unit_told: of graphs that lack edges by an option. */
int64_t tsp_cost_unit_told(const char *options, int32_t decimals);

/* Problem.optima_column: published values are of what the file says. */
const char *tsp_optima_column(const void *settings);

/* Multiplies coordinates, sets the ends of a path, and the digest. place: for messages. ERR_USAGE: a city that is not there; ends of a tour; both ends the
 * same; fixed edges that no such path has; another metric than the file's; a scale without coordinates in a plane, or too large a one. */
Status tsp_settings_apply(const char *place, const TspSettings *settings, TspInstance *tsp);

#endif
