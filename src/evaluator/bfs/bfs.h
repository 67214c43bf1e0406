/* `cordee bfs`: an item is a source, its record what a breadth-first search from there finds. */
#ifndef CORDEE_EVALUATOR_BFS_BFS_H
#define CORDEE_EVALUATOR_BFS_BFS_H

#include "evaluator.h"

extern const Evaluator evaluator_bfs;

#endif
