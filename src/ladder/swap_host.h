/* The swap ladder on the host: start tours, the two CPU versions, the library's own kernel with one climber, and what results are held
 * against. */
#ifndef CORDEE_LADDER_SWAP_HOST_H
#define CORDEE_LADDER_SWAP_HOST_H

#include "instance.h"
#include "swap_kernels.h"

/* Points of the cities, from the least coordinate on. ERR_USAGE: no whole numbers, or farther apart than LADDER_WHOLE_EXTENT. Owned by the
 * caller. */
Status swap_points(const Instance *inst, SwapPoint **point);
/* The start of `cordee solve --method climb` with this seed: island 0, climber 0. */
void swap_start(uint64_t seed, int32_t n, int32_t *tour);

/* The published CPU programs: one loop over numbers, with the published formula where it is right, else the folded one; and two plain loops.
 * They end after seconds_most. */
typedef enum SwapForm { SWAP_NUMBERS, SWAP_LOOPS } SwapForm;
void swap_cpu_run(const SwapClimb *climb, SwapForm form, double seconds_most, int32_t *tour, SwapRun *run);

/* The library's kernel of `--method climb --move swap` with one climber, on any backend: at most `limit` iterations, from the start.
 * block: on a GPU by one block whatever n is, as where there are several climbers. */
Status swap_ours_run(Backend *be, const Instance *inst, const SwapClimb *climb, uint32_t limit, bool block,
                     int32_t *tour, SwapRun *run);

/* The largest n for which a formula is right. */
int32_t swap_largest(SwapMap map);
/* How many numbers have other positions than they should. */
uint64_t swap_wrong(SwapMap map, int32_t n);
/* What a part of an evaluation of the start finds. */
SwapBest swap_part(const SwapClimb *climb, SwapPart part);

/* Makes the swaps of a run one after another: each has its change, and the tour is what it ends with. ERR_INTERNAL. */
Status swap_replay(const SwapClimb *climb, const char *name, const SwapRun *run, const int32_t *tour);

#endif
