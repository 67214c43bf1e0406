/* Reader and writer of TSPLIB 95 instances (Reinelt 1995). Local, host only.
 *
 * Reads TYPE ATSP with a FULL_MATRIX, TYPE TSP and HPP with EDGE_WEIGHT_TYPE EUC_2D, CEIL_2D, MAN_2D, MAX_2D, GEO, GEOM, ATT, EUC_3D, CEIL_3D, MAN_3D,
 * MAX_3D, and EXPLICIT in every EDGE_WEIGHT_FORMAT (FULL_MATRIX, UPPER_ROW, LOWER_ROW, UPPER_DIAG_ROW, LOWER_DIAG_ROW and their _COL twins), whose
 * decimals are kept exactly (tsplib_matrix.h). */
#ifndef CORDEE_PROBLEM_TSP_TSPLIB_H
#define CORDEE_PROBLEM_TSP_TSPLIB_H

#include <stdio.h>
#include "instance.h"
#include "tsp_options.h"

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

#endif
