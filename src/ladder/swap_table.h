/* The rows of `cordee-ladder swap`. */
#ifndef CORDEE_LADDER_SWAP_TABLE_H
#define CORDEE_LADDER_SWAP_TABLE_H

#include <math.h>
#include "published.h"
#include "swap_kernels.h"

#define SWAP_TUTORIAL "Brodtkorb et al. 2013"

extern const LadderDesign
    swap_designs[]; /* those of SwapLadderKernels.design, by name, and those of the host */
extern const LadderColumn swap_columns[];

void swap_row(const LadderTable *table, const LadderDesign *design, int32_t n, const SwapRun *run);

#endif
