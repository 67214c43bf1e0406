/* Seeded instances of task matching: `cordee generate`. What people read of them is in matching_generators.c. Local, host only. */
#ifndef CORDEE_PROBLEM_MATCHING_GENERATE_ETC_H
#define CORDEE_PROBLEM_MATCHING_GENERATE_ETC_H

#include "generator.h"

typedef enum Heterogeneity { HETEROGENEITY_HI, HETEROGENEITY_LO } Heterogeneity;
typedef enum Consistency { CONSISTENCY_C, CONSISTENCY_S, CONSISTENCY_I } Consistency;

typedef struct EtcPlan {
  int32_t tasks, machines;
  uint64_t seed;
  Heterogeneity task, machine; /* these three: kind etc only */
  Consistency consistency;
} EtcPlan;

/* One row a kind; times have 6 decimals. *out is owned by the caller. ERR_USAGE (sizes), ERR_MEMORY. */
typedef struct EtcGenerator {
  const char *name;
  Status (*make)(const EtcPlan *plan, Instance **out);
} EtcGenerator;

extern const EtcGenerator etc_generators[]; /* ended by a NULL name: etc, grid */

/* The words for them, by enum; ended by NULL. */
extern const char *const heterogeneity_names[], *const consistency_names[];

extern const Generators matching_generators; /* Problem.generators */

#endif
