/* `cordee-ladder annealing` with fewer chains. */
#ifndef CORDEE_LADDER_ANNEALING_H
#define CORDEE_LADDER_ANNEALING_H

#include "ladders.h"

/* The ladder with at most so many chains. */
Status annealing_measure(const LadderRun *run, uint32_t most);

#endif
