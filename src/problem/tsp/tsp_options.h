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

typedef struct TspSettings {
  TspEnds path;
  uint32_t from, to; /* the path's first and last city, 1-based; 0: any. One of them makes it a path */
  uint32_t missing; /* entries of a matrix of so much and more, and negative ones, are no edges; 0: all are */
} TspSettings;

extern const OptionRow tsp_options[]; /* Problem.options */

/* Problem.cost_unit_told: of graphs that lack edges by an option. */
int64_t tsp_cost_unit_told(const char *options, int32_t decimals);

/* Problem.optima_column: published values are of what the file says. */
const char *tsp_optima_column(const void *settings);

/* Sets the ends of a path, and the digest. place: for messages. ERR_USAGE: a city that is not there; ends of a tour; both ends the
 * same; fixed edges that no such path has. */
Status tsp_settings_apply(const char *place, const TspSettings *settings, TspInstance *tsp);

#endif
