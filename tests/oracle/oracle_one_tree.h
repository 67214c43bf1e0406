/* Lower bounds of tours, straight from Held and Karp (1970), by plain loops over all pairs of cities; shares no code with the program but
 * oracle_cost's distances (judge_distance). */
#ifndef CORDEE_TESTS_ORACLE_ORACLE_ONE_TREE_H
#define CORDEE_TESTS_ORACLE_ORACLE_ONE_TREE_H

#include "instance.h"

/* The weight of a least 1-tree at a city: a least spanning tree of the other cities (Prim 1957), and the two least edges of that one. An edge
 * weighs scale x distance + both prices. */
int64_t oracle_one_tree(const Instance *inst, int64_t scale, const int64_t *price, int32_t city);

/* The length of the shortest tour, of at most 12 cities (Held and Karp 1962). */
int64_t oracle_shortest_tour(const Instance *inst);

#endif
