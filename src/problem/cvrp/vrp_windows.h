/* Times of a file in the instance's units, and whether they leave every customer a route. Local, host only. */
#ifndef CORDEE_PROBLEM_CVRP_VRP_WINDOWS_H
#define CORDEE_PROBLEM_CVRP_VRP_WINDOWS_H

#include "vrp_finish.h"

/* Names the line of what is wrong, or the instance that has none. OK: does nothing. Returns `status`. */
Status vrp_fail_at(const VrpFile *file, int line, Status status);

/* A time that the file says on `line`. "file:line: expected a <what> from 0 to ..." ERR_FORMAT. */
Status vrp_set_resource(const VrpFile *file, const char *what, VrpNumber value, int line,
                        const CvrpInstance *cvrp, int32_t *units);

/* The windows and service times of all nodes; units and distances are set. ERR_FORMAT, ERR_MEMORY. */
Status vrp_set_windows(const VrpFile *file, CvrpInstance *cvrp);

/* Of two nodes, by the matrix or by coordinates. */
int64_t vrp_distance(const CvrpInstance *cvrp, int32_t a, int32_t b);

#endif
