/* The loop of ladders of tours over numbers of cities. */
#ifndef CORDEE_LADDER_SIZES_H
#define CORDEE_LADDER_SIZES_H

#include "ladders.h"

/* Measures all designs on an instance; context: the ladder's. */
typedef Status LadderSizeMeasure(const LadderRun *run, const Instance *inst, void *context);

/* Prints which cities and designs there are, then measures the first n cities of --instance for each n of --sizes. */
Status ladder_sizes_measure(const LadderRun *run, LadderSizeMeasure *measure, void *context);

#endif
