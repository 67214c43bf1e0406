/* The depot of a file becomes node 0, whatever node it is; the others keep their order. Local, host only. */
#ifndef CORDEE_PROBLEM_CVRP_VRP_DEPOT_H
#define CORDEE_PROBLEM_CVRP_VRP_DEPOT_H

#include "vrp_finish.h"

/* Moves it to the front of every array. ERR_MEMORY. */
Status vrp_depot_first(VrpFile *file);

#endif
