/* The judge: recomputes costs on the host, in the benchmark's own integer metric, by code that shares nothing
 * with the kernels. Every cost is judged before it is printed or stored; `cordee verify` is this and a reader. */
#ifndef CORDEE_PROBLEM_JUDGE_H
#define CORDEE_PROBLEM_JUDGE_H

#include <stdbool.h>
#include "instance.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Distance of cities a and b (0-based, < n) by TSPLIB 95, section 2. d(a, a) is 0. */
int64_t judge_distance(const Instance *inst, int32_t a, int32_t b);

/* Checks that tour (n) is a permutation of 0..n-1 and sums its n edges (closing one included; n = 1: 0).
 * ERR_FORMAT naming the first city that is missing, repeated or out of range. ERR_MEMORY. Local. */
Status judge_tour(const Instance *inst, const int32_t *tour, int64_t *cost);

/* Checks that assignment (tasks) names machines in 0..machines-1, and finds the largest sum of times on a machine, in
 * units of 10^-decimals. ERR_FORMAT naming the first task whose machine is out of range. ERR_MEMORY. Local. */
Status judge_assignment(const Instance *inst, const int32_t *assignment, int64_t *cost);

/* The function's value at position (n floats, as bits), in long double, in units of 10^-decimals, to the nearest. ERR_FORMAT: a
 * coordinate outside the function's range, or more than JUDGE_VALUE_MAX units. Local. */
#define JUDGE_VALUE_MAX 9e18L
Status judge_position(const Instance *inst, const int32_t *position, int64_t *cost);

/* How far rounding alone can make another evaluation of the published formula in long double differ, in the same units. Local. */
int64_t judge_margin(const Instance *inst, const int32_t *position);

/* Whichever of these the problem asks for. */
Status judge_solution(const Instance *inst, const int32_t *gene, int64_t *cost);

/* Whether the cost that a solver kept is the judge's, or for a function within judge_margin of it. Local. */
bool judge_agrees(const Instance *inst, const int32_t *gene, int64_t kept, int64_t judged);

/* Judges a solver's solution, and the cost that it kept: the same, or for a function within judge_margin. *judged is the judge's, and
 * the one to show. ERR_INTERNAL naming both and the island; or as above. Local. */
Status judge_claim(const Instance *inst, const int32_t *gene, int64_t kept, uint32_t island, int64_t *judged);

#ifdef __cplusplus
}
#endif
#endif
