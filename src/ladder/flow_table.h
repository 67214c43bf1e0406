/* The rows of `cordee-ladder flow`. */
#ifndef CORDEE_LADDER_FLOW_TABLE_H
#define CORDEE_LADDER_FLOW_TABLE_H

#include "phase_kernels.h"
#include "published.h"

enum {
  BY_MPM,          /* by minimum potentials on one core, all vertices in every step */
  BY_MPM_LISTS,    /* the same with lists, to which speed-ups refer */
  BY_CORES,        /* the same, a network a core */
  BY_PUSH_RELABEL, /* on one core */
  BY_HOST,         /* published */
  BY_HOST_LISTS,
  BY_RESIDENT, /* of the library, on a GPU */
  BY_RESIDENT_LISTS,
  BY_WAVES,
  FLOW_DESIGNS
};

extern const LadderDesign flow_designs[];
extern const LadderColumn flow_columns[];

/* What the runs of a design took. */
typedef struct FlowSum {
  uint32_t runs;
  double seconds, part_s[PHASE_PARTS]; /* parts: all 0 where they are not timed apart */
} FlowSum;

typedef struct FlowRow {
  const char *network;
  uint32_t vertices, phases,
      degree; /* phases and iterations of the first network; degree: of a series by degrees, which
                                       * has it as n; else 0 */
  uint64_t iterations;
  const FlowSum *sum; /* (FLOW_DESIGNS) 0 runs: not measured */
} FlowRow;

void flow_row(const LadderTable *table, int design, const FlowRow *row);

#endif
