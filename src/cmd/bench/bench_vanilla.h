/* European vanilla calls on trees of 2,048 steps, as binomialOptions among CUDA's samples has them: a known load beside ours. */
#ifndef CORDEE_CMD_BENCH_BENCH_VANILLA_H
#define CORDEE_CMD_BENCH_BENCH_VANILLA_H

#include "backend.h"

/* Prints a row of `bench price`: options, seconds (least_s at least), options and nodes a second, percent of the limit; and how far the
 * prices are from Black and Scholes's. */
Status vanilla_measure(Backend *be, uint64_t seed, double least_s);

#endif
