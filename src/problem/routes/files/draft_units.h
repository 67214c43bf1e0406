/* Units of drafts: how many decimals an instance keeps of times, distances, loads and costs. See draft.h. */
#ifndef CORDEE_PROBLEM_ROUTES_FILES_DRAFT_UNITS_H
#define CORDEE_PROBLEM_ROUTES_FILES_DRAFT_UNITS_H

#include "draft.h"

/* What is chosen for the whole instance. */
typedef struct DraftUnits {
  int32_t times, distances, loads, costs; /* decimals */
  int64_t origin;                         /* what the file calls time 0, in whole units of its times */
  bool one_matrix;                        /* times and distances are the same numbers */
  double horizon;                         /* no end of a window that is later can matter */
} DraftUnits;

/* ERR_FORMAT: what has no room. */
Status draft_units_choose(const Draft *draft, DraftUnits *units);

/* 10^decimals, and a number as a double. */
double draft_power(int32_t decimals);
double draft_real(Exact value);

/* Entry k of the matrices: the time that the way takes, and what its cost counts. */
double draft_way_seconds(const Draft *draft, const DraftWay *way, size_t k);
double draft_way_length(const Draft *draft, const DraftWay *way, size_t k);

/* In units of 10^-decimals, halves away from 0; what is rounded is kept in Draft.rounded. */
double draft_rounded(Draft *draft, double value, int32_t decimals);

#endif
