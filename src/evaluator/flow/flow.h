/* `cordee flow`: maximum flows. An item is a network, its record the value, the cut and what it took. */
#ifndef CORDEE_EVALUATOR_FLOW_FLOW_H
#define CORDEE_EVALUATOR_FLOW_FLOW_H

#include "evaluator.h"

extern const Evaluator evaluator_flow;

enum { /* columns of a record */
       FLOW_VERTICES,
       FLOW_ARCS,
       FLOW_VALUE,
       FLOW_CUT_ARCS,
       FLOW_SOURCE_SIDE,
       FLOW_METHOD,
       FLOW_LEVELS,
       FLOW_PHASES,
       FLOW_ROUNDS,
       FLOW_PUSHES,
       FLOW_DECIMALS
};

/* Evaluator.run and check. */
Status flow_run(Backend *be, const Items *items, Records *records);
Status flow_check(const Items *items, const Records *records, uint32_t k);

#endif
