/* The parts of maximum flow, lowest first. Inside this folder, and for tests. */
#ifndef CORDEE_EVALUATOR_FLOW_FLOW_PARTS_H
#define CORDEE_EVALUATOR_FLOW_FLOW_PARTS_H

#include "evaluator.h"
#include "flow_kernels.h"
#include "graph/network.h"

/* ---- networks as bytes ---- */

/* Networks as bytes without pointers, for items. */

/* Bytes of a packed network, a multiple of 8. */
size_t flow_packed_bytes(const Network *n);
void flow_pack(const Network *n, char *to);
/* A copy of the network that was packed at `from`. ERR_MEMORY. Any thread may call it. */
Status flow_unpack(const char *from, Network *out);

/* ---- form of the kernels ---- */

/* Networks on the host, side by side in the form of the kernels, and back: flows of arcs. */

typedef struct FlowHost {
  uint32_t count;
  FlowBatch batch; /* its arrays are the host's; owned */
  FlowNet *net;    /* (count) owned */
  uint32_t *first, *head, *mate;
  uint32_t *place;  /* (arcs of all) of each arc; UINT32_MAX: it joins a vertex to itself */
  uint64_t *arc_at; /* (count) in place */
} FlowHost;

/* Room for these networks, nothing filled in. ERR_MEMORY. */
Status flow_host_alloc(uint32_t count, const Network *networks, FlowHost *out);
void flow_host_free(FlowHost *host);
/* Puts network k there. Several threads may do so at once, for different k. */
void flow_host_fill(FlowHost *host, uint32_t k, const Network *network);
/* flow[i] (network->arcs) of arc i, from the residual capacities of network k. */
void flow_host_flows(const FlowHost *host, uint32_t k, const Network *network, int64_t *flow);

/* The same on a backend, to be released by flow_device_free: a copy of what the host's arrays hold, on the "cpu" too. ERR_MEMORY,
 * ERR_DEVICE. */
Status flow_device_make(Backend *be, const FlowBatch *host, FlowBatch *out);
/* Residual capacities as the host's are. */
Status flow_device_reset(Backend *be, const FlowBatch *host, FlowBatch *device);
/* Residual capacities, sides and answers, to the host: of all networks, also of those that were not computed. */
Status flow_device_fetch(Backend *be, const FlowBatch *device, const FlowBatch *host);
void flow_device_free(Backend *be, FlowBatch *device);

/* ---- certificate ---- */

/* The proof of a maximum flow, by code that shares nothing with what found it: the flow of every arc is within its
 * capacity, what enters a vertex leaves it, and a cut has the capacity that the flow has. */

/* flow (arcs); side (vertices): 1 on the sink's side of the cut. balance (vertices): room. cut_arcs: those that cross the cut. ERR_INTERNAL
 * says what is wrong. Any thread may call it. */
Status flow_certify(const Network *network, const int64_t *flow, const uint8_t *side, int64_t value,
                    int64_t *balance, uint32_t *cut_arcs);

/* ---- items ---- */

/* Networks as items: a file, the lines of a list, a generator's, or networks in memory. Items.data is a FlowHead,
 * then a FlowPlace for each line, then their text. */

enum { FLOW_PATH_MAX = 4096, FLOW_NAME_MAX = FLOW_PATH_MAX + 32 };

enum { FLOW_SMOOTHNESS = 20 }; /* unless --smoothness says another */

typedef struct FlowSettings {
  char cut[FLOW_PATH_MAX], flow[FLOW_PATH_MAX];    /* of a single network, to be written there; "": no */
  uint32_t method;                                 /* FlowMethod */
  char source[FLOW_PATH_MAX], sink[FLOW_PATH_MAX]; /* NetworkAsk; "": the file's */
  uint32_t undirected;                             /* likewise */
  uint32_t smoothness, neighbours;                 /* of an image: GridCut; 1: eight neighbours */
  char segmentation[FLOW_PATH_MAX];                /* likewise, to be written there; "": no */
} FlowSettings;

typedef struct FlowHead {
  FlowSettings settings;
  bool generated; /* by `spec`; else there are places */
  bool packed;    /* the places are of networks, not of names */
  NetworkSpec spec;
  char words[FLOW_PATH_MAX]; /* that made the items, for messages */
} FlowHead;

/* Evaluator.items: NAME.list has a network a line, a file below the list's folder or a generator's words with one network; '#' begins a
 * comment. Anything else is a generator's words or a network's file. */
Status flow_items(const char *spec, const void *settings, Items *out);
/* Evaluator.alone. */
bool flow_alone(const char *spec);

static inline const FlowHead *flow_head(const Items *items) { return items->data; }
/* Evaluator.input. */
void flow_input(const Items *items, uint64_t item, ItemInput out[EVALUATOR_INPUTS]);
/* Arcs of an item, as far as is known. */
double flow_arcs(const Items *items, uint64_t item);
/* Its network. ERR_FORMAT; ERR_NO_INPUT, also of a file that is not the one that rank 0 has listed; ERR_MEMORY. Generated ones: any thread. */
Status flow_network(const Items *items, uint64_t item, Network *out);
/* "a.max"; "network 7 of random:..." */
void flow_name(const Items *items, uint64_t item, char name[FLOW_NAME_MAX]);

/* ---- networks in memory ---- */

/* Networks in memory as items, and answers whole: the flow of every arc and the cut. */

/* Items of copies of these networks. settings: of evaluator_flow. ERR_MEMORY. */
Status flow_memory_items(const Network *networks, uint64_t count, const void *settings, Items *out);

/* Items.asset of a single network whose answer is wanted whole. The program's own vertices and arcs are left out. */
typedef struct FlowAnswerRoom {
  int64_t value;
  int64_t *flow; /* (arcs) NULL: not wanted */
  uint8_t
      *side; /* (vertices) 1: on the sink's side of the minimum cut nearest to the sink; NULL: not wanted */
} FlowAnswerRoom;

/* ---- choice of a method ---- */

/* Which method computes a network. */

typedef enum FlowMethod {
  FLOW_AUTO,
  FLOW_PUSH_RELABEL,
  FLOW_WAVES,
  FLOW_MPM,
  FLOW_MPM_ACTIVE,
  FLOW_PSEUDOFLOW
} FlowMethod;

/* The words of --method, ended by NULL, in the order of FlowMethod. */
extern const char *const flow_methods[];
static inline const char *flow_method_name(FlowMethod method) { return flow_methods[method]; }

typedef struct FlowChoice {
  FlowMethod method; /* never FLOW_AUTO */
  uint32_t depth;    /* arcs of the longest of all shortest ways to the sink */
  uint32_t width;    /* vertices from which it can be reached, a level */
} FlowChoice;
Status flow_choose(const FlowView *network, FlowMethod asked, FlowChoice *out);
/* The same after the search: its last level, and how many vertices it found. */
FlowChoice flow_choice(FlowMethod asked, uint32_t depth, uint32_t reached);

/* A method of the host, one network per core. */
static inline bool flow_sequential(FlowMethod method) {
  return method == FLOW_PUSH_RELABEL || method == FLOW_PSEUDOFLOW;
}
/* One network by such a method. ERR_MEMORY, ERR_STOPPED. */
Status flow_host_solve(const FlowView *network, FlowMethod method);

/* All networks of a batch by one method of the backend; FLOW_AUTO is waves. */
Status flow_kernels_run(Backend *be, const FlowBatch *batch, FlowMethod method);

/* ---- record ---- */

/* Records of flows. */

/* Record k is that of this network, which has been proved. */
void flow_record(Records *records, uint32_t k, const Network *network, const FlowAnswer *answer,
                 const FlowChoice *choice, uint32_t cut_arcs);

/* ---- files of an answer ---- */

/* The answer of one network as files: its flow as a DIMACS solution, its minimum cut as text; NAME.h5 as HDF5
 *. */

typedef struct FlowOutput {
  const char *name; /* of the network, for a comment */
  const Network *network;
  const int64_t *flow; /* (arcs) */
  const uint8_t *side; /* (vertices) 1: the sink's side of the cut */
  int64_t value;
} FlowOutput;

/* "s VALUE", then "f TAIL HEAD FLOW" for each arc that has one, in the order of the file. ERR_IO. */
Status flow_output_flow(const char *path, const FlowOutput *output);
/* An image whose pixels are white on the source's side of the cut, else black. ERR_IO, ERR_MEMORY. */
Status flow_output_image(const char *path, const FlowOutput *output);
/* "s VALUE", then "n VERTEX s" or "n VERTEX t" for each vertex, then "a TAIL HEAD CAPACITY" for each arc of the cut. ERR_IO. */
Status flow_output_cut(const char *path, const FlowOutput *output);

/* ---- networks on a thread ---- */

/* One network after another on a thread, in the same memory: those of a generator, all of one size. */

/* Evaluator.run for such a batch: a network a thread. */
Status flow_rooms_run(Backend *be, const Items *items, Records *records);

/* ---- networks that the backend makes ---- */

/* Batches of small networks that the backend makes for itself (flow_kernels.h): the host makes each of them once
 * more, for the proof alone, while the backend is at work on the next ones. */

/* How many at once; 0: these items are not such networks, or are asked for by another method. */
uint32_t flow_made_most(Backend *be, const Items *items);
/* Evaluator.run for them. */
Status flow_made_run(Backend *be, const Items *items, Records *records);

#endif
