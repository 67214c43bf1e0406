/* What options say of a file's lengths: another metric of its coordinates, another unit. Local, host only. */
#ifndef CORDEE_PROBLEM_CVRP_VRP_SETTINGS_H
#define CORDEE_PROBLEM_CVRP_VRP_SETTINGS_H

#include "vrp_finish.h"

/* The metric is set, and coordinates and times are multiplied; a matrix is its reader's. ERR_USAGE: the file says another metric, or there is nothing to
 * multiply; ERR_FORMAT: a product is too large. */
Status vrp_settings_apply(const CvrpSettings *settings, VrpFile *file);

/* Instance.remark of coordinates that are latitudes and longitudes. */
void vrp_settings_tell(const VrpFile *file, Instance *inst);

#endif
