/* Files of instances and of routes, and instances of arrays in memory. Local, host only. */
#ifndef CORDEE_PROBLEM_CVRP_FILES_VRP_FILES_H
#define CORDEE_PROBLEM_CVRP_FILES_VRP_FILES_H

#include <stdio.h>
#include "io/decimal.h"
#include "io/lexer.h"
#include "problem.h"
#include "problem/cvrp/cvrp.h"
#include "problem/cvrp/cvrp_options.h"
#include "problem/tsp/files/tsp_files.h"
#include "problem/tsp/tsp.h"

/* ---- numbers and data ---- */

/* The numbers and data sections of a .vrp file, read once the header is known (vrp.c). Each section begins behind its
 * keyword's line and ends behind its last number. Errors: ERR_FORMAT (place). */

enum { VRP_PLACES_MAX = EXACT_DIGITS_MAX };

/* Exactly what is written: mantissa * 10^-places, without zeros at the end. */
typedef struct VrpNumber {
  int64_t mantissa; /* at most 18 digits */
  int32_t places;   /* 0..VRP_PLACES_MAX */
  bool pointed;     /* written with a decimal point */
} VrpNumber;

/* What is said of the time at a node, with its lines (0: nothing is said). */
typedef struct VrpStop {
  VrpNumber ready, due, service;
  int window_line, service_line;
} VrpStop;

/* A number as the lexer knows them, of at most 18 digits before and 18 behind the point. False: other text, where `at` stays. */
bool vrp_number(Lexer *lx, VrpNumber *value);

/* The same, of which digits behind the 18th, and behind the 18th decimal, do not count. */
bool vrp_coordinate(Lexer *lx, VrpNumber *value);

/* As vrp_number, not negative. "expected the <what> of node 7, ..." ERR_FORMAT. */
Status vrp_read_time(Lexer *lx, const char *what, long long node, VrpNumber *value);

/* ---- units ---- */

/* From what is written in a .vrp file to the instance's units: the comment of the reader below has the rule. */

/* What the units are made for. */
typedef struct VrpPlane {
  int32_t nodes;
  const VrpNumber *x, *y;                /* (nodes) */
  const VrpNumber *z;                    /* (nodes) a third coordinate; NULL: none */
  int32_t decimals_least, decimals_most; /* of distances: 0 where they are rounded */
  bool limited;                          /* there is a limit on durations */
  VrpNumber limit, service;
  const VrpStop *stop; /* (nodes); NULL: no windows */
} VrpPlane;

typedef struct VrpUnits {
  int32_t decimals; /* of distances */
  int32_t places;   /* coordinates are in units of 10^-places, places >= decimals */
  bool shortened;   /* some have more decimals */
} VrpUnits;

/* The units of that plane. The message names no place. ERR_FORMAT. */
Status vrp_units_find(const VrpPlane *plane, VrpUnits *units);

/* Coordinates in these units, shifted to 0 by shift[] if x or y are far from it, rounded (halves away from 0) if they have more places. z NULL: none. */
void vrp_units_apply(const VrpPlane *plane, VrpUnits units, int32_t *x, int32_t *y, int32_t *z,
                     double shift[2]);

/* Distances of coordinates whatever their decimals: the integer nearest to a distance in units of 10^-decimals, or the largest not above it. places: as many
 * decimals of coordinates as 128 bits have room for (vrp_fine_places), which are all where the box is not wider than 2 * 10^18 of the last ones. */
int32_t vrp_fine_places(const VrpPlane *plane);
int64_t vrp_fine_distance(const VrpPlane *plane, int32_t places, int32_t decimals, bool truncated, int32_t a,
                          int32_t b);

/* The product of a number that is not negative and `by`, of 18 digits at most: those behind the 18th, and the 18th decimal, are rounded. False: it has more before the point. */
bool vrp_number_scale(VrpNumber *value, VrpNumber by);

/* A number in units of 10^-places. False: it has more decimals, or is not one of 0..most. */
bool vrp_units_whole(VrpNumber value, int32_t places, int32_t most, int32_t *units);

/* The same up to CVRP_LIMIT_MAX. False: it has more decimals, or is not one of 0..CVRP_LIMIT_MAX. */
bool vrp_units_resource(VrpNumber value, int32_t decimals, int32_t *units);

/* 10^k. */
int32_t vrp_power(int32_t k);

/* ---- instance ---- */

/* From all that a file of vehicle routing says to an instance: the second half of the readers (vrp.c, solomon.c). */

/* What is written, with the lines for messages (0: it is not there). The arrays are (nodes), the matrix (nodes, nodes). */
typedef struct VrpFile {
  const char *path;
  bool in_memory; /* there is no file: lines mean nothing */
  char name[INSTANCE_NAME_MAX], comment[INSTANCE_COMMENT_MAX];
  int32_t nodes;
  int32_t vehicles;    /* 0: any */
  int32_t first;       /* what the file calls its first node */
  int32_t depot;       /* which of its nodes is the depot, from 0 */
  bool weighted;       /* EXPLICIT */
  Metric metric;       /* of coordinates; METRIC_EUC_2D: by `words` and `places` */
  int32_t places;      /* EUC_2D and FLOOR_2D: decimals that SCALE says, */
  bool scaled;         /* if it does */
  bool tells_real;     /* that distances are not rounded; not where there are windows */
  CvrpDistances words; /* what the file says of distances in words; DISTANCES_AUTO: nothing */
  bool degrees;        /* columns are named as latitudes and longitudes */
  bool swapped;        /* the longitudes come first */
  bool service_each;   /* a service time is said of each node */
  VrpNumber capacity, limit, service;
  int capacity_line, vehicles_line, limit_line, service_line, plane_line;
  VrpNumber *x, *y, *z; /* NULL: none */
  int32_t *matrix;      /* in units of 10^-matrix_decimals; NULL: none */
  int32_t matrix_decimals;
  VrpNumber *demand;
  int *demand_line; /* NULL: there are no lines */
  VrpStop *stop;    /* NULL: no windows */
} VrpFile;

void vrp_file_free(VrpFile *file); /* its arrays */

/* What the file calls node v, the depot being node 0. */
int32_t vrp_node_name(const VrpFile *file, int32_t v);

/* *out is owned by the caller (instance_free); `file` keeps its arrays, except for those that it hands over and sets to NULL.
 * ERR_FORMAT, ERR_MEMORY. */
Status vrp_finish(VrpFile *file, const CvrpSettings *settings, Instance **out);

/* ---- depot ---- */

/* The depot of a file becomes node 0, whatever node it is; the others keep their order. */

/* Moves it to the front of every array. ERR_MEMORY. */
Status vrp_depot_first(VrpFile *file);

/* ---- times ---- */

/* Times of a file in the instance's units, and whether they leave every customer a route. */

/* Names the line of what is wrong, or the instance that has none. OK: does nothing. Returns `status`. */
Status vrp_fail_at(const VrpFile *file, int line, Status status);

/* A time that the file says on `line`. "file:line: expected a <what> from 0 to ..." ERR_FORMAT. */
Status vrp_set_resource(const VrpFile *file, const char *what, VrpNumber value, int line,
                        const CvrpInstance *cvrp, int32_t *units);

/* The windows and service times of all nodes; units and distances are set. ERR_FORMAT, ERR_MEMORY. */
Status vrp_set_windows(const VrpFile *file, CvrpInstance *cvrp);

/* Of two nodes, by the matrix or by coordinates. */
int64_t vrp_distance(const CvrpInstance *cvrp, int32_t a, int32_t b);

/* ---- ways of vehicles ---- */

/* Whether every customer can be served at all: by the earliest ways of vehicles to it and back, which may lead past
 * others, as rounded distances and matrices may violate the triangle inequality. */

/* Windows, limit and distances are set. ERR_NO_SOLUTION: a customer cannot be, and which line says so; ERR_MEMORY. */
Status vrp_reach_check(const VrpFile *file, const CvrpInstance *cvrp);

/* ---- distances computed once ---- */

/* Distances that are no rule of the kernels, computed once, into a matrix: TSPLIB's other types, SCALE, and rounded
 * distances in finer units where times have decimals. */

/* EUC_2D, EXACT_2D and FLOOR_2D are METRIC_EUC_2D. False: no type of that name that routes can have. */
bool vrp_metric_find(const char *word, Metric *metric);
/* Do its coordinates have a third one? */
bool vrp_metric_solid(Metric metric);
/* As people call the distances of an instance whose matrix is such a table. */
const char *vrp_metric_name(Metric metric);

/* The most decimals of times in the file, and at most VRP_DECIMALS_MAX. */
int32_t vrp_times_places(const VrpFile *file);

/* The matrix of an instance with coordinates, by the file's metric or, METRIC_EUC_2D, by the instance's own rule, whose decimals they have; the
 * rule is that of a matrix then. fine: coordinates that have more decimals than the instance keeps; NULL: none have. ERR_MEMORY;
 * ERR_FORMAT: a distance is beyond CVRP_DISTANCE_MAX; ERR_STOPPED. */
Status vrp_table_make(const VrpFile *file, const VrpPlane *fine, CvrpInstance *cvrp);
/* The matrix in units of 10^-decimals, which are more than it has. ERR_FORMAT. */
Status vrp_table_refine(const VrpFile *file, int32_t decimals, CvrpInstance *cvrp);

/* ---- reader ---- */

/* What the two halves of the reader of .vrp files share: its keywords and its state.
 *
 * Reader and writer of CVRPLIB's instances (.vrp: TSPLIB 95 with routes).
 *
 * Reads TYPE CVRP, VRPTW and CVRPTW with EDGE_WEIGHT_TYPE EUC_2D, FLOOR_2D with SCALE : 10, or EXPLICIT in every
 * EDGE_WEIGHT_FORMAT; a limit on durations (DISTANCE); time windows (TIME_WINDOW_SECTION); service times, of each
 * customer (SERVICE_TIME) or node by node (SERVICE_TIME_SECTION, with windows); VEHICLES as the most routes; one
 * depot, which is node 1.
 *
 * How distances are taken, unless --distances says it: as a COMMENT with the words "not rounded", "distances are
 * rounded" or "distances are truncated" says, or FLOOR_2D (truncated). Without these: truncated to one decimal where
 * there are time windows, as in the DIMACS challenge of 2022, but not rounded with --objective vehicles, as the
 * tables of that objective are; else rounded to whole numbers, unless the file tells that its set does not round
 * them: a COMMENT that is a number with a decimal point, or has one behind the word "value", or a decimal point in
 * DISTANCE or SERVICE_TIME. A point in a coordinate tells nothing (F-n72-k4 is rounded). Distances that are not
 * rounded have as many decimals, 6 at most, as CVRP_DISTANCE_MAX and CVRP_LIMIT_MAX leave; a coordinate is rounded if
 * it has more decimals than fit. */

typedef enum Key {
  KEY_NAME,
  KEY_TYPE,
  KEY_COMMENT,
  KEY_DIMENSION,
  KEY_CAPACITY,
  KEY_SALESMEN,
  KEY_VEHICLES,
  KEY_DISTANCE,
  KEY_SERVICE,
  KEY_SCALE,
  KEY_WEIGHT_TYPE,
  KEY_WEIGHT_FORMAT,
  KEY_COORD_TYPE,
  KEY_DISPLAY_TYPE,
  KEY_COORDS, /* sections from here on */
  KEY_DISPLAY,
  KEY_WEIGHTS,
  KEY_DEMANDS,
  KEY_WINDOWS,
  KEY_SERVICES,
  KEY_DEPOT,
  KEY_COUNT
} Key;

typedef struct Parser {
  Lexer lx;
  VrpFile file;
  const MatrixFormat *format;
  double by;                       /* entries of the matrix are multiplied by it; 0: by nothing */
  bool windowed, limited, floored; /* by TYPE, by TYPE, by EDGE_WEIGHT_TYPE */
  int32_t scale;
  int scale_line;
  unsigned seen;  /* bit k: Key k */
  char after[64]; /* "" or " after N nodes": where a keyword was expected */
} Parser;

/* The sections, behind their keyword's line (vrp_sections.c). ERR_FORMAT (place), ERR_MEMORY. */
Status vrp_read_coords_section(Parser *p);
Status vrp_read_weights_section(Parser *p);
Status vrp_read_demands_section(Parser *p);
Status vrp_read_windows_section(Parser *p);
Status vrp_read_services_section(Parser *p);
Status vrp_read_depot_section(Parser *p);

enum { VRP_DECIMALS_MAX = 6, VRP_DECIMALS_TRUNCATED = 1 };

/* Problem.probe. */
int vrp_probe(const char *path, const char *head, size_t bytes);

/* *out is owned by the caller (instance_free). settings NULL: as the file tells. `path` only serves messages; `text` need not end
 * in a NUL or a newline. "file:line: expected ..., found ...". ERR_FORMAT (malformed, or a kind that is refused by name), ERR_MEMORY. */
Status vrp_parse(const char *path, const char *text, size_t bytes, const CvrpSettings *settings,
                 Instance **out);

/* Problem.write. Coordinates that were shifted are written so. ERR_IO; ERR_INTERNAL: such a file has no word for a fleet of exactly
 * so many routes. */
Status vrp_write(FILE *out, const Instance *inst);

/* Does a COMMENT tell by a number that distances are not rounded? What does it say of them in words; DISTANCES_AUTO: nothing? */
bool vrp_comment_real(const char *comment);
CvrpDistances vrp_comment_words(const char *comment);

/* The same as vrp_parse from a file. ERR_NO_INPUT. */
Status vrp_read(const char *path, const CvrpSettings *settings, Instance **out);

/* ---- Solomon's text format ---- */

/* Reader of Solomon's text format of vehicle routing with time windows, as CVRPLIB and SINTEF publish it.
 *
 *   C101
 *
 *   VEHICLE
 *   NUMBER     CAPACITY
 *     25         200
 *
 *   CUSTOMER
 *   CUST NO.  XCOORD.   YCOORD.    DEMAND   READY TIME  DUE DATE   SERVICE   TIME
 *       0      40         50          0          0       1236          0
 *       1      45         68         10        912        967         90
 *
 * Words are told apart by blanks, columns mean nothing; line ends may be CRLF. Of the titles of the rows LAT or
 * LATITUDE, and LON, LNG, LONG or LONGITUDE, in either order, tell that coordinates are degrees: distances are metres
 * on the sphere then (GEOM). Node 0 is the depot, others follow in order. NUMBER is the most routes. Distances are
 * truncated to one decimal, unless --distances says another. */

/* Problem.probe. */
int solomon_probe(const char *path, const char *head, size_t bytes);

/* *out is owned by the caller (instance_free). settings NULL: as the file tells. "file:line: expected ..., found ...". ERR_FORMAT,
 * ERR_MEMORY. */
Status solomon_parse(const char *path, const char *text, size_t bytes, const CvrpSettings *settings,
                     Instance **out);

/* ---- arrays in memory ---- */

/* Instances of arrays in memory: the checks of the readers of files, without files. */

/* Arrays are (customers + 1), the depot first; the matrix is (customers + 1, customers + 1). NULL, 0: it is not there. */
typedef struct VrpArrays {
  int32_t customers, capacity, vehicles;
  const double *x, *y;
  const int32_t *matrix, *demand;
  const double *distances, *loads; /* in place of these, with decimals that are kept exactly */
  double load_capacity;            /* with loads */
  const double *ready, *due, *service;
  double longest; /* duration of a route */
} VrpArrays;

/* The instance that a file of these numbers would be, its numbers written with 15 significant digits and 18 decimals at most. With both, distances are the matrix's.
 * Without a name. *out is owned by the caller (instance_free). "demand[3]: expected ..., found ..."; nodes count from 0. ERR_FORMAT,
 * ERR_USAGE (settings), ERR_MEMORY. */
Status cvrp_of_arrays(const VrpArrays *data, const CvrpSettings *settings, Instance **out);

/* ---- routes ---- */

/* Solutions of vehicle routing as files, as CVRPLIB has them (.sol).
 *
 *   Route #1: 21 31 19 17 13 7 26
 *   Route #2: 12 1 16 30
 *   Cost 784
 *
 * Routes are numbered from 1, each on a line of its own; customers from 1 to n; the depot is not written. Cost is the
 * distance, whatever the objective is. */

/* Problem.forms. .csv: route, visit and customer, a line each. */
extern const SolutionForm routes_forms[];

/* Problem.solution_write. ERR_IO. */
Status routes_write(const char *path, const Instance *inst, const int32_t *gene, int64_t cost);

/* Problem.solution_read: every customer once, routes that are not empty, and a cost at the end. ERR_NO_INPUT, ERR_FORMAT,
 * ERR_MEMORY. */
Status routes_read(const char *path, const Instance *inst, int32_t *gene, char *remark);

/* The same from memory; `path` only serves messages. */
Status routes_parse(const char *path, const char *text, size_t bytes, const Instance *inst, int32_t *gene);

#endif
