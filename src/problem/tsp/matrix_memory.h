/* Matrices of distances in memory, taken as those of files are (tsplib_matrix.h): of tours and of routes. Local, host only. */
#ifndef CORDEE_PROBLEM_TSP_MATRIX_MEMORY_H
#define CORDEE_PROBLEM_TSP_MATRIX_MEMORY_H

#include "status.h"
#include "tsplib_matrix.h"

/* What a program gives: one of them, (n, n) row-major. */
typedef struct MatrixGiven {
  const int32_t *whole;
  const double *real; /* written with 15 significant digits */
} MatrixGiven;

/* As tsplib_read_matrix of a FULL_MATRIX of these numbers. "matrix[0][1]: expected ..., found ..."; nodes count from 0. ERR_FORMAT, ERR_STOPPED. */
Status matrix_take(MatrixGiven given, int32_t n, const MatrixRules *rules, int32_t *matrix,
                   int32_t *decimals);

#endif
