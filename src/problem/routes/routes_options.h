/* What options say of an instance of a fleet beside its file (Problem.options): those of vehicle routing, which come first, and more. */
#ifndef CORDEE_PROBLEM_ROUTES_ROUTES_OPTIONS_H
#define CORDEE_PROBLEM_ROUTES_ROUTES_OPTIONS_H

#include "problem/cvrp/cvrp_options.h"

/* Words of --unserved, in the order of its choices. */
typedef enum RoutesUnserved {
  UNSERVED_FILE,    /* allowed where the file has priorities, else refused */
  UNSERVED_REFUSED, /* every customer without a prize must be served */
  UNSERVED_ALLOWED  /* as many as possible are served, whatever it costs */
} RoutesUnserved;

typedef struct RoutesSettings {
  CvrpSettings cvrp;
  const char *matrix;   /* the file of the matrix (text_kept); NULL: none */
  const char *capacity; /* of every vehicle, "40" or "40,1000"; NULL: nothing is said */
  double speed;         /* kilometres an hour, for times of coordinates; 0: nothing is said */
  int64_t trips;        /* most trips of a vehicle; 0 and 1: one */
  RoutesUnserved unserved;
} RoutesSettings;

extern const OptionRow routes_options[]; /* Problem.options */

/* Whether the settings ask for a fleet, so that a table of places is one of customers, and no tour's. */
bool routes_settings_fleet(const RoutesSettings *settings);

#endif
