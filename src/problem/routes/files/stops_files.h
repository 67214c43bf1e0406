/* Tables of stops as CSV, and matrices of distances and times, as fleets. Local, host only.
 *
 * A table has a first line with the names of columns, in any order and in small letters or capitals; fields are separated as in tables of cities
 * (tsp_files.h). With semicolons or tabs between fields, numbers may have a decimal comma.
 *   id                      whole numbers, which messages and solutions name customers by; else customers are counted from 1
 *   lat, lon or x, y        metres on the sphere (GEOM); or the plane (EUC_2D, of three decimals, or as --distances says)
 *   demand, demand_1 ...    what is delivered, in up to ROUTES_LOADS_MAX dimensions; also `delivery`, `delivery_1`; `pickup`, `pickup_1`: what is picked up
 *   ready, due              when service may begin; service: how long it takes. In the unit of distances on the plane; else in seconds,
 *                           or as HH:MM or HH:MM:SS
 *   release                 when the customer's goods are at the depot: the vehicle's trip leaves it then, or later
 *   prize                   what it costs to leave the customer out; empty: it must be served
 *   type                    depot or customer
 *   pickup_at               of a delivery of a pair the id of the stop where its goods are picked up, which is a row of its own: amounts are the
 *                           delivery's `demand`, which the pickup may repeat as `pickup`; the pair's prize is the pickup's
 *   skills                  must be empty: vehicles of a table have none
 * An empty field is 0, of `due` no limit. Other columns are named in Instance.warning.
 *
 * The depots are the rows of type depot; without any the first row whose id or name is "depot"; without one the first row. Its ready and due are the
 * shift of its vehicles. All vehicles are equal: --vehicles N of them at most, of --capacity Q, which make --trips K at most each and reload at the depot between
 * them, in its window. Several depots have any number of vehicles.
 *
 * Times of latitudes and longitudes need --speed. With --matrix FILE distances and times are the file's, row by row of the table, and coordinates
 * serve drawings alone.
 *
 * A matrix is the answer of an OSRM table service, with `distances` (then costs are these), `durations` (times; costs, if there are no distances), or
 * both; or a square of numbers as CSV, which are distances and times. A matrix alone, with --vehicles, is a fleet whose depot is place 0. */
#ifndef CORDEE_PROBLEM_ROUTES_FILES_STOPS_FILES_H
#define CORDEE_PROBLEM_ROUTES_FILES_STOPS_FILES_H

#include "problem/routes/routes.h"
#include "problem/routes/routes_options.h"

/* Problem.probe: a first line that names demands, deliveries, pickups, windows, prizes or pairs; the answer of a table service. */
int stops_probe(const char *path, const char *head, size_t bytes);

/* Whether the settings make a text one of stops or a matrix of a fleet, that is a tour's otherwise: cities as CSV, a square of numbers. */
bool stops_claims(const char *path, const char *text, size_t bytes, const RoutesSettings *settings);

/* Problem.parse. */
Status stops_parse(const char *path, const char *text, size_t bytes, const RoutesSettings *settings,
                   Instance **out);

#endif
