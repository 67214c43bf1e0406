/* What the two stages of push-relabel share. Inside this folder. */
#ifndef CORDEE_EVALUATOR_FLOW_PUSH_RELABEL_STATE_H
#define CORDEE_EVALUATOR_FLOW_PUSH_RELABEL_STATE_H

#include "flow_kernels.h"

#define PUSH_NONE UINT32_MAX

typedef struct PushState {
  const FlowView *network;
  uint32_t *word;            /* all arrays of words */
  uint32_t *level, *at;      /* (vertices) label, `vertices`: none; the place to push along next */
  uint32_t *next, *previous; /* (vertices) in the list of the level */
  uint32_t *queue;           /* (vertices) of a search */
  uint32_t *idle, *active;   /* (vertices) lists by level: without an excess, with one */
  int64_t *excess;           /* (vertices) */
  uint32_t top, top_active;  /* no list above it has any vertex */
  uint32_t reached;          /* vertices with a label */
  uint64_t work;             /* since labels came from the sink */
} PushState;

/* Labels from the sink, and the lists. */
void push_labels(PushState *s);
/* The second stage: no vertex but source and sink keeps an excess. ERR_STOPPED. */
Status push_return(PushState *s);

#endif
