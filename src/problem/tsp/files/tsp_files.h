/* Files of instances and of tours, and instances of arrays in memory. Local, host only. */
#ifndef CORDEE_PROBLEM_TSP_FILES_TSP_FILES_H
#define CORDEE_PROBLEM_TSP_FILES_TSP_FILES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include "instance.h"
#include "io/csv.h"
#include "io/lexer.h"
#include "problem.h"
#include "problem/tsp/tsp.h"
#include "problem/tsp/tsp_options.h"
#include "status.h"

/* ---- data sections ---- */

/* The data sections of a TSPLIB file, read once the header is known (tsplib.c). Each begins behind its keyword's line
 * and ends behind its last number. Errors: ERR_FORMAT (place). */

/* Fails, before anything is allocated, if the text left is too short for its section. */
Status tsplib_expect_cities(const Lexer *lx, int32_t n);

/* n lines "number x y", with z (n) "number x y z", in any order of the numbers 1..n. x, y (n) and z may all be NULL: x and y are
 * checked only. */
Status tsplib_read_cities(Lexer *lx, int32_t n, double *x, double *y, double *z);
/* The largest distance that cities anywhere in the coordinates' bounding box could have, before rounding; not of GEO and GEOM. */
double tsplib_span(const TspInstance *tsp);
/* The same of two cities that differ by these. */
double tsplib_length(Metric metric, double width, double height, double depth);

/* Fails if cities anywhere in the coordinates' bounding box could be farther apart than DISTANCE_MAX. */
Status tsplib_check_span(const Lexer *lx, const TspInstance *tsp);
/* The same of no file: the message names no place. */
Status tsp_check_span(const TspInstance *tsp);

/* ---- matrices ---- */

/* Matrices of distances in files: EDGE_WEIGHT_SECTION of tours and of routes. */

enum { MATRIX_DECIMALS_MAX = 6 };

/* Which entries of row i a file lists: columns [first, last), each given as multiples of (i, 1, n). */
typedef struct MatrixFormat {
  const char *name; /* EDGE_WEIGHT_FORMAT's */
  struct {
    int i, one, n;
  } first, last;
} MatrixFormat;

/* How entries are taken. Those of the diagonal mean nothing, and may be any number, inf or nan. */
typedef struct MatrixRules {
  int32_t most;       /* weights are from 0 to `most` units */
  uint32_t least;     /* > 0: entries of so much, and negative ones, become MISSING_COST (tsp.h) */
  bool directed;      /* the matrix need not be symmetric: of FULL_MATRIX only */
  double scale;       /* not 0: entries are multiplied by it and rounded to whole numbers */
  const char *remedy; /* what to say of an asymmetric matrix: "or TYPE ATSP for an asymmetric matrix" */
} MatrixRules;

/* NULL: no format of that name. FUNCTION, which lists no entries, is one (of no columns). */
const MatrixFormat *matrix_format_find(const char *name);

/* Fails, before anything is allocated, unless the text begins with as many numbers as the format lists: "expected 16 numbers, found 14". */
Status tsplib_expect_matrix(const Lexer *lx, const MatrixFormat *format, int32_t n);

/* The whole matrix (n, n) from the part that the format lists; line ends mean nothing. The diagonal is 0, of a directed one DISTANCE_MAX. Entries with a
 * decimal point are kept exactly: the matrix is in units of 10^-*decimals, with MATRIX_DECIMALS_MAX at most. ERR_FORMAT (place). */
Status tsplib_read_matrix(Lexer *lx, const MatrixFormat *format, int32_t n, const MatrixRules *rules,
                          int32_t *matrix, int32_t *decimals);

/* ---- reader ---- */

/* Reader and writer of TSPLIB 95 instances (Reinelt 1995).
 *
 * Reads TYPE ATSP with a FULL_MATRIX, TYPE TSP and HPP with EDGE_WEIGHT_TYPE EUC_2D, CEIL_2D, MAN_2D, MAX_2D, GEO,
 * GEOM, ATT, EUC_3D, CEIL_3D, MAN_3D, MAX_3D, and EXPLICIT in every EDGE_WEIGHT_FORMAT (FULL_MATRIX, UPPER_ROW,
 * LOWER_ROW, UPPER_DIAG_ROW, LOWER_DIAG_ROW and their _COL twins), whose decimals are kept exactly. */

/* *out is owned by the caller (instance_free). Errors name the place: "file:line: expected ..., found ...".
 * ERR_NO_INPUT, ERR_FORMAT (malformed, or a kind that is refused by name), ERR_MEMORY. */
Status tsplib_read(const char *path, Instance **out);

/* The same from memory; `path` only serves messages. `text` need not end in a NUL or a newline. */
Status tsplib_parse(const char *path, const char *text, size_t bytes, Instance **out);

/* The same with options: which entries of a matrix are no edges, and what they are multiplied by. settings NULL: all are, by nothing. */
Status tsplib_parse_set(const char *path, const char *text, size_t bytes, const TspSettings *settings,
                        Instance **out);

/* Problem.probe of these files: a line begins with one of their keywords, in small letters or capitals, and a ':'. */
int tsplib_probe(const char *path, const char *text, size_t bytes);

/* Writes `inst`, a matrix as FULL_MATRIX, so that tsplib_read gives the same digest back. ERR_IO. */
Status tsplib_write(FILE *out, const Instance *inst);

/* ---- tables as text ---- */

/* Tables of cities and of distances as text: rows of fields, separated by semicolons, tabs, commas or blanks,
 * whichever the first row has. Lines that are blank or begin with '#' are no rows. */

typedef struct TableText {
  const char *path;
  CsvText rest;
  int line; /* of the row that was read last */
  char separator;
} TableText;

TableText table_begin(const char *path, const char *text, size_t bytes);

/* The next row without blanks around it. False: there is none. */
bool table_row(TableText *t, CsvText *row);
/* The next field of a row, which then begins behind it. */
bool table_field(const TableText *t, CsvText *row, CsvText *field);
uint32_t table_fields(const TableText *t, CsvText row);

/* The number that a field is, never -0. */
bool table_number(CsvText field, double *value);

/* Bytes of it that a message shows. */
int table_shown(CsvText text);

/* Names, each ended by a NUL, as TspInstance.names has them. */
typedef struct NameList {
  char *text; /* owned; NULL: none */
  size_t bytes, room;
} NameList;

/* ERR_FORMAT: it has a zero byte; ERR_MEMORY. */
Status names_add(const TableText *t, CsvText name, NameList *names);

/* ---- square of numbers ---- */

/* Distances as a square of numbers. */

/* Where the numbers stand. */
typedef struct Square {
  int32_t n;      /* 0: the table is no square of numbers */
  bool named;     /* the first row has the names of the cities */
  bool labeled;   /* and so has the first field of each other row */
  bool ambiguous; /* or these are distances, and nothing is on the diagonal */
} Square;

/* What square the table is: n rows of n numbers, with a row of n names above them perhaps, and then with the same names before them. What stands on the diagonal may be
 * no number. */
Square square_find(TableText table);

/* Whether it is one of three numbers a row or more, without names, that has the same everywhere on its diagonal: hardly anything but a matrix of distances. */
bool square_is_plain(TableText table, Square square);

/* Its instance, which is directed where it is not symmetric; decimals are kept exactly or scaled, as in tsplib_matrix.c. ERR_FORMAT (place), ERR_MEMORY. */
Status square_parse(TableText table, Square square, const TspSettings *settings, Instance **out);

/* ---- cities as comma separated values ---- */

/* Cities as comma separated values, with the names of columns in the first line; and distances as a square of
 * numbers, with names perhaps. matrix_csv.c says how fields are separated. */

/* How sure it is, 0 to 100, that this is such a text: by the path's end, .csv or .csv.gz; by a first line with a comma or semicolon that is no keyword of
 * TSPLIB with its ':'; by names of coordinates; or because it is a square of numbers
 * with names, or with the same number everywhere on its diagonal. */
int cities_csv_probe(const char *path, const char *text, size_t bytes);

/* The instance that has these cities or distances; `path` serves messages and the name.
 *
 * A first line names the columns of cities: x and y (and z), or lat and lon, and name; others are named in Instance.warning. Distances are those of
 * settings->metric; TSP_METRIC_FILE is EUC_2D, EUC_3D where there is a z, and metres on the sphere, GEOM, of latitudes and longitudes (Instance.remark). A square of
 * numbers is a matrix. Anything else is refused. *out is the caller's (instance_free). ERR_FORMAT (place), ERR_MEMORY, ERR_STOPPED. */
Status cities_csv_parse(const char *path, const char *text, size_t bytes, const TspSettings *settings,
                        Instance **out);

/* ---- forms for others ---- */

/* Tours as files for others: comma separated values and GeoJSON (RFC 7946). */

/* Problem.forms. .csv: position, city, and if the instance has them name, x, y, z as in its file. .geojson: of GEO and GEOM, the tour as a line and
 * its cities as points, longitude and latitude in decimal degrees. */
extern const SolutionForm tour_forms[];

/* A tour of edges that are not there is none. ERR_FORMAT. */
Status tour_whole_check(const Instance *inst, int64_t cost);

/* ---- tours ---- */

/* Tour files: TSPLIB's (.tour, .opt.tour), and those that have numbers alone. A file that begins
 * with a number is one of these. */

typedef struct TourShape { /* what a tour is of */
  int32_t n;
  bool path;     /* it has a beginning and an end */
  bool directed; /* it has a direction */
} TourShape;

typedef enum TourForm {
  TOUR_TSPLIB, /* 1-based cities behind TOUR_SECTION, which may have a colon; ended by -1, once or twice, by EOF or by nothing */
  TOUR_COUNTED,   /* their number, then cities from 0: Concorde's */
  TOUR_COUNTED_1, /* the same, from 1 */
  TOUR_LIST,      /* cities from 0 alone */
  TOUR_LIST_1,    /* the same, from 1 */
  TOUR_EDGES      /* "n n", then two cities from 0 a line, and perhaps a length: linkern's */
} TourForm;

/* Reads a tour into tour (n), 0-based, owned by the caller. Checks the count and the range of each number (file:line), not that they
 * differ: that is the judge's. Edges are those of one cycle. *form: how it was taken. ERR_NO_INPUT, ERR_FORMAT, ERR_MEMORY. */
Status tour_read(const char *path, const TourShape *shape, int32_t *tour, TourForm *form);
/* The same from memory; `path` only serves messages. `text` need not end in a NUL. */
Status tour_parse(const char *path, const char *text, size_t bytes, const TourShape *shape, int32_t *tour,
                  TourForm *form);

/* "a list of cities, counted from 0"; NULL: nothing that people have to know. */
const char *tour_form_told(TourForm form);

/* Writes a tour file with COMMENT "cost <cost>", to a path as output.h knows them. ERR_IO. */
Status tour_write(const char *path, const char *name, int32_t n, const int32_t *tour, int64_t cost);

/* ---- matrices ---- */

/* Matrices of distances in memory, taken as those of files are: of tours and of routes. */

/* What a program gives: one of them, (n, n) row-major. */
typedef struct MatrixGiven {
  const int32_t *whole;
  const double *real; /* written with 15 significant digits */
} MatrixGiven;

/* As tsplib_read_matrix of a FULL_MATRIX of these numbers. "matrix[0][1]: expected ..., found ..."; nodes count from 0. ERR_FORMAT, ERR_STOPPED. */
Status matrix_take(MatrixGiven given, int32_t n, const MatrixRules *rules, int32_t *matrix,
                   int32_t *decimals);

/* ---- instances ---- */

/* Instances of arrays in memory: the checks of the readers of files, without files. */

/* Cities at x, y (n) and, of a metric in space, z (n), else NULL. metric: metric_name's word of coordinates. Without a name. *out is owned by the
 * caller (instance_free). "x[3]: expected ..., found ..." ERR_FORMAT, ERR_USAGE (settings, metric), ERR_MEMORY. */
Status tsp_of_cities(const char *metric, int32_t n, const double *x, const double *y, const double *z,
                     const TspSettings *settings, Instance **out);

/* Cities by matrix (n, n), which need not be symmetric; its diagonal is not looked at. Likewise. */
Status tsp_of_matrix(int32_t n, MatrixGiven matrix, const TspSettings *settings, Instance **out);

#endif
