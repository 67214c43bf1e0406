/* Networks as items: a file, the lines of a list, a generator's, or networks in memory. Items.data is a FlowHead, then a FlowPlace for
 * each line, then their text. Local, host only. */
#ifndef CORDEE_EVALUATOR_FLOW_FLOW_ITEMS_H
#define CORDEE_EVALUATOR_FLOW_FLOW_ITEMS_H

#include "evaluator.h"
#include "flow_choice.h"
#include "graph/network.h"

enum { FLOW_PATH_MAX = 4096, FLOW_NAME_MAX = FLOW_PATH_MAX + 32 };

typedef struct FlowSettings {
  char cut[FLOW_PATH_MAX], flow[FLOW_PATH_MAX]; /* of a single network, to be written there; "": no */
  uint32_t method;                              /* FlowMethod */
} FlowSettings;

typedef struct FlowHead {
  FlowSettings settings;
  bool generated; /* by `spec`; else there are places */
  bool packed;    /* the places are of networks (flow_pack.h), not of names */
  NetworkSpec spec;
  char words[FLOW_PATH_MAX]; /* that made the items, for messages */
} FlowHead;

typedef struct FlowPlace { /* of a network of a list */
  uint64_t at;             /* of its name, or of the network, in Items.data */
  uint64_t arcs;           /* as its size makes one think */
  uint64_t digest;         /* of its file (io/file_digest.h) or its words; 0: of one in memory */
} FlowPlace;

/* Evaluator.items: NAME.list has a network a line, a file below the list's folder or a generator's words with one network; '#' begins a
 * comment. Anything else is a generator's words or a network's file. */
Status flow_items(const char *spec, const void *settings, Items *out);
/* Evaluator.alone. */
bool flow_alone(const char *spec);

/* A head with `more` bytes behind it, and the digest of what there is then. ERR_MEMORY. */
Status flow_head_make(const char *words, const FlowSettings *settings, uint64_t count, size_t more,
                      Items *out);
void flow_items_digest(Items *items);

static inline const FlowHead *flow_head(const Items *items) { return items->data; }
/* Evaluator.input. */
void flow_input(const Items *items, uint64_t item, ItemInput out[EVALUATOR_INPUTS]);
/* Arcs of an item, as far as is known. */
double flow_arcs(const Items *items, uint64_t item);
/* Its network. ERR_FORMAT; ERR_NO_INPUT, also of a file that is not the one that rank 0 has listed; ERR_MEMORY. Generated ones: any thread. */
Status flow_network(const Items *items, uint64_t item, Network *out);
/* "a.max"; "network 7 of random:..." */
void flow_name(const Items *items, uint64_t item, char name[FLOW_NAME_MAX]);

#endif
