/* The data sections of a TSPLIB file, read once the header is known (tsplib.c). Local, host only.
 * Each begins behind its keyword's line and ends behind its last number. Errors: ERR_FORMAT (place). */
#ifndef CORDEE_PROBLEM_TSP_TSPLIB_DATA_H
#define CORDEE_PROBLEM_TSP_TSPLIB_DATA_H

#include "instance.h"
#include "tsp.h"
#include "io/lexer.h"

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

#endif
