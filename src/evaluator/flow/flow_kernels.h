/* The contract of the twins of maximum flow: src/cpu/flow, src/gpu/flow. Same networks, same answers.
 *
 * A network is its residual network, row by row: the places first[v] .. first[v + 1] - 1 are the arcs out of v, each with the number of its mate,
 * the arc back. residual is what may still be sent; sending d along place a takes it from residual[a] and adds it to
 * residual[mate[a]]. No arc joins a vertex to itself.
 *
 * Waves: flow by synchronous steps, after Karzanov 1974, Shiloach and Vishkin (J. Algorithms 3, 1982) and the push-relabel method of
 * Goldberg and Tarjan (J. ACM 35, 1988) with exact labels. All arcs of the source are filled. Then a phase is
 *   1. level[v]: the distance to the sink in residual arcs that do not pass the source (breadth-first from the sink);
 *   2. a wave: level by level, the farthest vertex with an excess first, all vertices of a level at once send their excess along arcs to
 *      the level below, in the order of their places, as far as it goes.
 * What is left over lies on vertices whose arcs down are full, so that their distance grows. A vertex from which the sink cannot be
 * reached keeps its excess; when that is true of all, what has arrived at the sink is the value. The same phases with the source
 * as the target take the rest back. The amounts that a vertex sends depend on its own excess alone, and sums have no
 * order: so every flow is the same, on any processor.
 *
 * Counted are phases (searches after which something was sent), rounds (levels of all waves: of the farthest excess) and pushes (arcs that
 * something was sent along). */
#ifndef CORDEE_EVALUATOR_FLOW_FLOW_KERNELS_H
#define CORDEE_EVALUATOR_FLOW_FLOW_KERNELS_H

#include <stdbool.h>
#include <stdint.h>
#include "backend.h"
#include "graph/network.h"

/* Vertices and places of one network in a batch. Its rows are first[row_at + v], as places from 0 on. */
typedef struct FlowNet {
  uint64_t vertex_at, row_at, place_at;
  uint32_t vertices, places, source, sink;
  uint32_t narrow; /* 1: 31 bits hold any residual, and what leaves the source together */
  uint32_t number; /* of its answer */
} FlowNet;

typedef struct FlowAnswer {
  int64_t value;
  uint64_t rounds, pushes;
  uint32_t phases;
  uint32_t sink_side; /* vertices from which the sink can be reached in the end */
} FlowAnswer;

/* Networks side by side; arrays lie on the backend. Those of `net` are computed, some or all of them. */
typedef struct FlowBatch {
  uint32_t count, answers;
  uint64_t vertices, rows, places; /* of all */
  const FlowNet *net;              /* (count) on the host */
  const FlowNet *net_be;           /* (count) the same on the backend */
  const uint32_t *first;           /* (rows) vertices + 1 of each network */
  const uint32_t *head;            /* (places) vertices of the same network, from 0 */
  const uint32_t *mate;            /* (places) places of the same network, from 0 */
  int64_t *residual;               /* (places) in: capacities; out: of a maximum flow */
  uint8_t *side;                   /* (vertices) out: 1: the sink can be reached from it */
  FlowAnswer *answer;              /* (answers) out */
} FlowBatch;

/* Minimum potentials (src/cpu/flow/mpm.h says what they are): looking at every vertex in every step, or at lists of those that take part. In the
 * answer rounds are iterations. Both forms of both twins find the same flows. */
typedef enum MpmForm { MPM_BASE, MPM_ACTIVE } MpmForm;

/* ---- networks that a backend makes for itself ---- */

typedef struct FlowMadeAnswer {
  FlowAnswer flow;
  uint32_t depth, reached; /* of a search from the sink: its last level, all vertices that it found */
} FlowMadeAnswer;

/* Networks first .. first + count - 1 of a generator (graph/network.h), all of one size, in arrays that the backend has on the host. They are what
 * network_generate makes, by other code: what certifies their flows makes them, too. */
typedef struct FlowMade {
  const NetworkSpec *spec;
  uint64_t first;
  uint32_t count;
  const int32_t *flow;          /* (count x arcs) of each arc */
  const uint8_t *side;          /* (count x vertices) as in FlowBatch */
  const FlowMadeAnswer *answer; /* (count) */
} FlowMade;

enum { FLOW_SLOTS = 2 };

typedef struct FlowKernels {
  /* Maximum flows by waves, all networks of the batch. ERR_MEMORY, ERR_DEVICE, ERR_STOPPED: the batch is undefined then. */
  Status (*waves)(Backend *be, const FlowBatch *batch);
  /* The same by minimum potentials. */
  Status (*mpm)(Backend *be, const FlowBatch *batch, MpmForm form);
  Status (*describe)(Backend *be, Description *out);

  /* Networks that the backend makes, and their flows by waves. made_most: how many at once; 0: it does not make such ones. made_begin sets the arrays
   * of *made, which are filled when made_end of that slot returns and stay until its next made_begin; meanwhile another slot may begin.
   * NULL, all three: it makes none. ERR_MEMORY, ERR_DEVICE. */
  uint32_t (*made_most)(Backend *be, const NetworkSpec *spec);
  Status (*made_begin)(Backend *be, int slot, FlowMade *made);
  Status (*made_end)(Backend *be, int slot);
} FlowKernels;

/* One network of a batch whose arrays lie on the host: the one of net[k]. */
typedef struct FlowView {
  uint32_t vertices, places, source, sink;
  const uint32_t *first, *head, *mate;
  int64_t *residual;
  uint8_t *side;
  FlowAnswer *answer;
} FlowView;

static inline FlowView flow_view(const FlowBatch *b, uint32_t k) {
  const FlowNet *const n = &b->net[k];
  return (FlowView){n->vertices,
                    n->places,
                    n->source,
                    n->sink,
                    b->first + n->row_at,
                    b->head + n->place_at,
                    b->mate + n->place_at,
                    b->residual + n->place_at,
                    b->side + n->vertex_at,
                    b->answer + n->number};
}

#endif
