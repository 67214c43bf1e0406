/* Upper bounds of 0-1 knapsacks, exact or within a tolerance: the pricing of knapsack_bound.c. Local, host only. */
#ifndef CORDEE_PROBLEM_MATCHING_KNAPSACK_H
#define CORDEE_PROBLEM_MATCHING_KNAPSACK_H

#include <stdint.h>
#include "status.h"

typedef struct KnapsackItem {
  int64_t profit, weight; /* both >= 0 */
} KnapsackItem;

typedef struct Knapsack Knapsack; /* memory for one thread */

/* *out is the caller's (knapsack_close). ERR_MEMORY. */
Status knapsack_open(int32_t items_most, Knapsack **out);
void knapsack_close(Knapsack *k); /* NULL: does nothing */

/* No set of items that weigh at most `room` together has a larger profit than what is returned; it is the largest profit, or at most
 * `tolerance` above it, or more if the memory did not suffice. taken (items): a good set, 1 for its items. *price: about what a unit more
 * of room is worth. Profits sum to at most 2^56, room is at most 2^30, and no weight is more than room. The result is the same everywhere. */
int64_t knapsack_bound(Knapsack *k, int32_t items, const KnapsackItem *item, int64_t room, int64_t tolerance,
                       uint8_t *taken, int64_t *price);

#endif
