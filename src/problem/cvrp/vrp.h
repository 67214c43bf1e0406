/* Reader and writer of CVRPLIB's instances (.vrp: TSPLIB 95 with routes). Local, host only.
 *
 * Reads TYPE CVRP, VRPTW and CVRPTW with EDGE_WEIGHT_TYPE EUC_2D, FLOOR_2D with SCALE : 10, or EXPLICIT in every EDGE_WEIGHT_FORMAT; a
 * limit on durations (DISTANCE); time windows (TIME_WINDOW_SECTION); service times, of each customer (SERVICE_TIME) or node by node
 * (SERVICE_TIME_SECTION, with windows); VEHICLES as the most routes; one depot, which is node 1.
 *
 * How distances are taken, unless --distances says it: as a COMMENT with the words "not rounded", "distances are rounded" or "distances
 * are truncated" says, or FLOOR_2D (truncated). Without these: truncated to one decimal where there are time windows, as in the DIMACS
 * challenge of 2022, but not rounded with --objective vehicles, as the tables of that objective are; else rounded to whole numbers, unless the file tells that its set does not round them: a COMMENT that is a number
 * with a decimal point, or has one behind the word "value", or a decimal point in DISTANCE or SERVICE_TIME. A point in a coordinate
 * tells nothing (F-n72-k4 is rounded). Distances that are not rounded have as many decimals, 6 at most, as CVRP_DISTANCE_MAX and
 * CVRP_LIMIT_MAX leave; a coordinate is rounded if it has more decimals than fit. */
#ifndef CORDEE_PROBLEM_CVRP_VRP_H
#define CORDEE_PROBLEM_CVRP_VRP_H

#include <stdio.h>
#include "cvrp_options.h"

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

#endif
