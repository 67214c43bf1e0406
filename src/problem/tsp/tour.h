/* Tour files: TSPLIB's (.tour, .opt.tour), and those that have numbers alone (tour_numbers.h). A file that begins with a number is one of
 * these. Local, host only. */
#ifndef CORDEE_PROBLEM_TSP_TOUR_H
#define CORDEE_PROBLEM_TSP_TOUR_H

#include <stdbool.h>
#include "instance.h"

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

#endif
