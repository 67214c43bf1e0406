/* Random graphs with degrees of a range. Inside this folder. */
#ifndef CORDEE_GRAPH_GRAPH_DEGREES_H
#define CORDEE_GRAPH_GRAPH_DEGREES_H

#include "graph_plan.h"

typedef struct DegreeRange {
  uint32_t n, least, most; /* 2 <= least <= most < n */
  uint64_t seed;
} DegreeRange;

/* A simple, connected graph in which every vertex has a degree from least to most, after Viger and Latapy, "Efficient and simple generation of
 * random simple connected graphs with prescribed degree sequence" (COCOON 2005): degrees are drawn, their ends are paired at random, loops and
 * repeated edges are repaired by exchanges with random edges, and components are joined by exchanges that leave each in one piece. The same for a
 * seed everywhere; one thread. Its edges are those of a listed plan, which owns them. ERR_FORMAT: the range allows no such graph, or the repairs did
 * not end, which happens if most is near n; ERR_MEMORY. `spec` stands in messages. */
Status graph_degrees(const char *spec, const DegreeRange *range, GraphPlan *out);

#endif
