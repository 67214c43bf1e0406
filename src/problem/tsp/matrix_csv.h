/* Distances as a square of numbers. Local, host only. */
#ifndef CORDEE_PROBLEM_TSP_MATRIX_CSV_H
#define CORDEE_PROBLEM_TSP_MATRIX_CSV_H

#include "table_text.h"
#include "tsp_options.h"

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

/* Its instance, which is directed where it is not symmetric; decimals are kept exactly or scaled as tsplib_matrix.h says. ERR_FORMAT (place), ERR_MEMORY. */
Status square_parse(TableText table, Square square, const TspSettings *settings, Instance **out);

#endif
