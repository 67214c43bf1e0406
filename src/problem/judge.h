/* The judge: recomputes costs on the host, in the benchmark's own integer metric, by code that shares nothing
 * with the kernels. Every cost is judged before it is printed or stored; `cordee verify` is this and a reader. Each problem
 * has its own (Problem.judge, Problem.margin); what is the same for all of them is here. */
#ifndef CORDEE_PROBLEM_JUDGE_H
#define CORDEE_PROBLEM_JUDGE_H

#include <stdbool.h>
#include "instance.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The cost of a solution. ERR_FORMAT: it is none, or costs 0 though places differ, because rounding has lost all distances. ERR_MEMORY. Local. */
Status judge_solution(const Instance *inst, const int32_t *gene, int64_t *cost);

/* What people should know of the judged cost of a solution, a sentence; "": rounding of distances changes it by 0.1% at most, or as the benchmark's published
 * value has it (best_known > 0). */
void judge_caution(const Instance *inst, const int32_t *gene, int64_t cost, int64_t best_known, char *text,
                   size_t size);

/* How many items that have to be served a solution leaves out (Problem.missing), and as text: "incomplete: 3 customers left out, first 17"; "": none. Local. */
enum { MISSING_TEXT_MAX = 96 };
int32_t judge_missing(const Instance *inst, const int32_t *gene, char *text, size_t size);

/* Whether the cost that a solver kept is the judge's, or within the problem's margin of it. Local. */
bool judge_agrees(const Instance *inst, const int32_t *gene, int64_t kept, int64_t judged);

/* Judges a solver's solution, and the cost that it kept: the same, or for a function within judge_margin. *judged is the judge's, and
 * the one to show. ERR_INTERNAL naming both and the island; or as above. Local. */
Status judge_claim(const Instance *inst, const int32_t *gene, int64_t kept, uint32_t island, int64_t *judged);

#ifdef __cplusplus
}
#endif
#endif
