/* Reader and writer of CVRPLIB's instances (.vrp: TSPLIB 95 with routes). Local, host only.
 *
 * Reads TYPE CVRP with EDGE_WEIGHT_TYPE EUC_2D, or EXPLICIT in every EDGE_WEIGHT_FORMAT; a limit on durations (DISTANCE, and the
 * SERVICE_TIME of each customer); VEHICLES as the most routes; one depot, which is node 1.
 *
 * EUC_2D distances are rounded to whole numbers, unless the file tells that its set does not round them: a COMMENT that is a number
 * with a decimal point, or has one behind the word "value", or has the words "not rounded"; or a decimal point in DISTANCE or
 * SERVICE_TIME. A point in a coordinate tells nothing (F-n72-k4 is rounded). Distances that are not rounded have as many
 * decimals, 6 at most, as CVRP_DISTANCE_MAX and CVRP_LIMIT_MAX leave; a coordinate is rounded if it has more decimals than fit. */
#ifndef CORDEE_PROBLEM_CVRP_VRP_H
#define CORDEE_PROBLEM_CVRP_VRP_H

#include <stdio.h>
#include "cvrp_options.h"

enum { VRP_DECIMALS_MAX = 6 };

/* Problem.probe. */
int vrp_probe(const char *path, const char *head, size_t bytes);

/* *out is owned by the caller (instance_free). settings NULL: as the file tells. `path` only serves messages; `text` need not end
 * in a NUL or a newline. "file:line: expected ..., found ...". ERR_FORMAT (malformed, or a kind that is refused by name), ERR_MEMORY. */
Status vrp_parse(const char *path, const char *text, size_t bytes, const CvrpSettings *settings,
                 Instance **out);

/* Problem.write. Coordinates that were shifted are written so. ERR_IO; ERR_INTERNAL: such a file has no word for a fleet of exactly
 * so many routes. */
Status vrp_write(FILE *out, const Instance *inst);

/* Does a COMMENT tell that distances are not rounded? */
bool vrp_comment_real(const char *comment);

/* The same as vrp_parse from a file. ERR_NO_INPUT. */
Status vrp_read(const char *path, const CvrpSettings *settings, Instance **out);

#endif
