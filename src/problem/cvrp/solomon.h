/* Reader of Solomon's text format of vehicle routing with time windows, as CVRPLIB and SINTEF publish it. Local, host only.
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
 * Words are told apart by blanks, columns mean nothing; line ends may be CRLF. Of the titles of the rows LAT or LATITUDE, and LON, LNG, LONG or
 * LONGITUDE, in either order, tell that coordinates are degrees: distances are metres on the sphere then (GEOM). Node 0 is the
 * depot, others follow in order. NUMBER is the most routes. Distances are truncated to one decimal, unless --distances says another
 * (vrp.h). */
#ifndef CORDEE_PROBLEM_CVRP_SOLOMON_H
#define CORDEE_PROBLEM_CVRP_SOLOMON_H

#include "cvrp_options.h"

/* Problem.probe. */
int solomon_probe(const char *path, const char *head, size_t bytes);

/* *out is owned by the caller (instance_free). settings NULL: as the file tells. "file:line: expected ..., found ...". ERR_FORMAT,
 * ERR_MEMORY. */
Status solomon_parse(const char *path, const char *text, size_t bytes, const CvrpSettings *settings,
                     Instance **out);

#endif
