/* See flow_record.h. */
#include "flow_record.h"

#include "flow.h"

void flow_record(Records *records, uint32_t k, const Network *n, const FlowAnswer *a, const FlowChoice *c,
                 uint32_t cut_arcs) {
  void *const *const column = records->column;
  ((uint32_t *)column[FLOW_VERTICES])[k] = n->vertices;
  ((uint32_t *)column[FLOW_ARCS])[k] = n->arcs;
  ((int64_t *)column[FLOW_VALUE])[k] = a->value;
  ((uint32_t *)column[FLOW_CUT_ARCS])[k] = cut_arcs;
  ((uint32_t *)column[FLOW_SOURCE_SIDE])[k] = n->vertices - a->sink_side;
  ((uint32_t *)column[FLOW_METHOD])[k] = c->method;
  ((uint32_t *)column[FLOW_LEVELS])[k] = c->depth;
  ((uint32_t *)column[FLOW_PHASES])[k] = a->phases;
  ((uint64_t *)column[FLOW_ROUNDS])[k] = a->rounds;
  ((uint64_t *)column[FLOW_PUSHES])[k] = a->pushes;
}
