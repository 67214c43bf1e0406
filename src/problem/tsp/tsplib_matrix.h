/* Matrices of distances in files: EDGE_WEIGHT_SECTION of tours and of routes. Local, host only. */
#ifndef CORDEE_PROBLEM_TSP_TSPLIB_MATRIX_H
#define CORDEE_PROBLEM_TSP_TSPLIB_MATRIX_H

#include <stdint.h>
#include "io/lexer.h"

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
  uint32_t least;     /* > 0: entries of so much, and negative ones, become MISSING_COST (tsp_edges.h) */
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

#endif
