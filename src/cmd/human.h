/* Figures and results as text for people. Local. */
#ifndef CORDEE_CMD_HUMAN_H
#define CORDEE_CMD_HUMAN_H

#include "instance.h"

/* The texts are in static storage and valid during the next seven calls of any of these. */
const char *human_count(double value);                      /* 950, 12.3k, 4.56M, 7.89G */
const char *human_seconds(double seconds);                  /* 12.3s, 3m07s, 1h02m */
const char *human_gap(int64_t cost, int64_t best_known);    /* 0.520%; "" if either is unknown */
int64_t human_unit(const Instance *inst);                   /* Problem.cost_unit; 0: costs have one part */
const char *human_cost(const Instance *inst, int64_t cost); /* 7542; 10 vehicles, 828.9 (Problem.cost_unit) */
/* The gap between such costs: that of the second part; "+1 vehicles" where the first differs. */
const char *human_gap_of(const Instance *inst, int64_t cost, int64_t best_known);
const char *human_of(double all);             /* " of 12.3k"; "" for 0, which means unknown */
const char *human_of_epochs(uint32_t epochs); /* " of 40"; "" if the clock decides (EPOCHS_OPEN) */

/* Prints the line of a judged result on standard output: "berlin52: 7542, gap 0.000% to the best known, verified", with
 * ", 0.183% above the proven bound 7346524.2" after the gap if bound is not 0. */
void result_print(const Instance *inst, int64_t cost, int64_t best_known, int64_t bound);

#endif
