/* A graph before it is made: its edges as a function of their number, the same in C and in CUDA, and the digest of
 * what they make. */
#ifndef CORDEE_GRAPH_GRAPH_PLAN_H
#define CORDEE_GRAPH_GRAPH_PLAN_H

#include "graph.h"
#include "rng.h"

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __CUDACC__
#define GRAPH_FN __host__ __device__ static inline
#else
#define GRAPH_FN static inline
#endif

typedef enum GraphKind {
  GRAPH_LISTED,
  GRAPH_URAND,
  GRAPH_KRON,
  GRAPH_POWERLAW,
  GRAPH_GRID,
  GRAPH_SMALLWORLD
} GraphKind;

enum { GRAPH_ROUNDS = 4 };

typedef struct GraphPlan {
  GraphKind kind;
  uint32_t n, first;     /* as of a Graph */
  uint32_t scale, power; /* of kron and powerlaw */
  uint32_t columns;      /* of grid: n is a multiple */
  uint32_t steps;        /* of smallworld: to how many next vertices of the ring each is joined */
  uint64_t rewired;      /* of smallworld: so many of 2^32 edges on average */
  bool directed;
  uint64_t count; /* edges, loops and repetitions among them */
  uint64_t seed;
  uint64_t key[GRAPH_ROUNDS]; /* of a permutation */
  uint32_t *ends;             /* (2 * count) of GRAPH_LISTED, owned; else NULL */
  GraphIds ids;               /* owned, until graph_ids_take */
} GraphPlan;

enum { GRAPH_SAID_MAX = 64, GRAPH_NAMED_MAX = 160 };

typedef struct GraphAbout {
  bool rows;                 /* the file holds rows already (HDF5), nothing is planned */
  char said[GRAPH_SAID_MAX]; /* for people: "directed (line 1)"; "": there is nothing to say */
  char
      named[GRAPH_NAMED_MAX]; /* likewise of a map of vertices: "sparse ids 7 to 9000000000 (2^31 or more)" */
} GraphAbout;

/* The edges that `spec` names: a generator's, or a file's. Release with graph_plan_free, which may follow any end. ERR_NO_INPUT, ERR_FORMAT
 * (also: `arcs` wants directions of a graph that has none), ERR_MEMORY. */
Status graph_plan_open(const char *spec, GraphArcs arcs, GraphNaming naming, int threads, GraphPlan *out,
                       GraphAbout *about);
/* The plan's map goes over to a graph that is made of it. */
void graph_ids_take(Graph *graph, GraphPlan *plan);
void graph_plan_free(GraphPlan *plan);
/* The graph of these edges, on the host. ERR_MEMORY: names what it needs, before anything is taken; ERR_STOPPED. */
Status graph_make(const GraphPlan *plan, int threads, Graph **out);
/* Arcs that the graph has at most. */
static inline uint64_t graph_plan_arcs(const GraphPlan *plan) {
  return plan->directed ? plan->count : 2 * plan->count;
}

/* A number that it certainly has: most of a random graph's that is thin, else 0. */
uint64_t graph_plan_least(const GraphPlan *plan);

/* ---- edges ---- */

GRAPH_FN uint32_t plan_word_below(uint32_t word, uint32_t n) { return (uint32_t)((uint64_t)word * n >> 32); }

GRAPH_FN RngStream plan_stream(const GraphPlan *p, uint64_t k) {
  const RngStream stream = {p->seed, (uint32_t)k, (uint32_t)(k >> 32), RNG_INSTANCE};
  return stream;
}

GRAPH_FN void plan_urand(const GraphPlan *p, uint64_t k, uint32_t ends[2]) {
  const uint64_t draw = rng_draw(plan_stream(p, k), 0);
  ends[0] = plan_word_below((uint32_t)draw, p->n);
  ends[1] = plan_word_below((uint32_t)(draw >> 32), p->n);
}

/* A permutation of the numbers of so many bits. */
GRAPH_FN uint32_t plan_shuffled(uint32_t x, uint32_t bits, const uint64_t key[GRAPH_ROUNDS]) {
  const uint32_t mask = (uint32_t)((1ull << bits) - 1), half = bits / 2 ? bits / 2 : 1;
  for (uint32_t round = 0; round < GRAPH_ROUNDS; round++) {
    x = (x * ((uint32_t)key[round] | 1) + (uint32_t)(key[round] >> 32)) & mask;
    x ^= x >> half;
  }
  return x;
}

/* A quadrant for each bit, from 16 bits of randomness: 0.57, 0.19, 0.19, 0.05. */
GRAPH_FN void plan_kron(const GraphPlan *p, uint64_t k, uint32_t ends[2]) {
  const uint32_t a = 37356, ab = 49807, abc = 62259;
  const RngStream stream = plan_stream(p, k);
  uint64_t draw = 0;
  ends[0] = ends[1] = 0;
  for (uint32_t bit = 0; bit < p->scale; bit++, draw >>= 16) {
    if (bit % 4 == 0) draw = rng_draw(stream, bit / 4);
    const uint32_t x = (uint32_t)draw & 0xffff;
    ends[0] = ends[0] << 1 | (x >= ab);
    ends[1] = ends[1] << 1 | ((x >= a) & (x < ab)) | (x >= abc);
  }
  for (int e = 0; e < 2; e++) ends[e] = plan_shuffled(ends[e], p->scale, p->key);
}

GRAPH_FN void plan_powerlaw(const GraphPlan *p, uint64_t k, uint32_t ends[2]) {
  for (uint32_t e = 0; e < 2; e++) {
    const double x = rng_unit(plan_stream(p, k), e);
    double y = x;
    for (uint32_t power = 1; power < p->power; power++) y *= x;
    const double v = y * p->n;
    ends[e] = v < p->n ? (uint32_t)v : p->n - 1;
  }
}

/* Vertex r * columns + c is joined to the next of its row, then to the next of its column. */
GRAPH_FN void plan_grid(const GraphPlan *p, uint64_t k, uint32_t ends[2]) {
  const uint64_t inside = p->columns - 1, along = (uint64_t)(p->n / p->columns) * inside;
  if (k < along) {
    ends[0] = (uint32_t)(k / inside * p->columns + k % inside);
    ends[1] = ends[0] + 1;
  } else {
    ends[0] = (uint32_t)(k - along);
    ends[1] = ends[0] + p->columns;
  }
}

/* Vertex v is joined to the next `steps` of a ring; of a rewired edge the far end is any other vertex instead. */
GRAPH_FN void plan_smallworld(const GraphPlan *p, uint64_t k, uint32_t ends[2]) {
  const uint64_t draw = rng_draw(plan_stream(p, k), 0);
  const uint32_t v = (uint32_t)(k / p->steps), other = plan_word_below((uint32_t)(draw >> 32), p->n - 1);
  const uint64_t next = v + k % p->steps + 1;
  ends[0] = v;
  if ((uint32_t)draw < p->rewired)
    ends[1] = other + (other >= v);
  else
    ends[1] = (uint32_t)(next < p->n ? next : next - p->n);
}

/* The ends of edge k. */
GRAPH_FN void plan_edge(const GraphPlan *p, uint64_t k, uint32_t ends[2]) {
  if (p->kind == GRAPH_URAND)
    plan_urand(p, k, ends);
  else if (p->kind == GRAPH_KRON)
    plan_kron(p, k, ends);
  else if (p->kind == GRAPH_POWERLAW)
    plan_powerlaw(p, k, ends);
  else if (p->kind == GRAPH_GRID)
    plan_grid(p, k, ends);
  else if (p->kind == GRAPH_SMALLWORLD)
    plan_smallworld(p, k, ends);
  else {
    ends[0] = p->ends[2 * k];
    ends[1] = p->ends[2 * k + 1];
  }
}

/* ---- the digest: sums have no order, so that any number of threads finds them ---- */

GRAPH_FN uint64_t digest_mix(uint64_t place, uint64_t value) {
  uint64_t x = (place + 1) * 0x9e3779b97f4a7c15u ^ (value + 1) * 0xc2b2ae3d27d4eb4fu;
  x = (x ^ x >> 32) * 0xd6e8feb86659fd93u;
  x = (x ^ x >> 32) * 0xd6e8feb86659fd93u;
  return x ^ x >> 32;
}

/* Of n, directed, and the sums of digest_mix(v, offset[v]), v = 0..n, and digest_mix(k, to[k]). */
GRAPH_FN uint64_t digest_join(uint32_t n, bool directed, uint64_t offsets, uint64_t heads) {
  return digest_mix(digest_mix(n, directed), digest_mix(offsets, heads));
}

#ifdef __cplusplus
}
#endif

#endif
