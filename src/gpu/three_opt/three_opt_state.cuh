/* A place on the device: memory of a tour and of the passes over it, and how scans are launched. */
#ifndef CORDEE_GPU_THREE_OPT_STATE_CUH
#define CORDEE_GPU_THREE_OPT_STATE_CUH

#include "gpu/cuda_try.h"
#include "three_opt_cube.cuh"
#include "three_opt_hierarchy.cuh"
#include "three_opt_place.cuh"
#include "three_opt_strips.cuh"

enum {
  WHOLE_NODES = 8192, /* tours of more have their tables made panel by panel */
  PANEL_ROWS = 1024,  /* rows of a panel */
  GRAPH_ITERATIONS = 16,
  MOVES_MOST = 1024 /* of one download */
};

struct ThreeOptPlace {
  three_opt::Scan scan;
  three_opt::Tables tables[2]; /* of k; of j, the same unless there are panels */
  three_opt::Units units;
  bool packed, whole;
  bool fresh;                           /* nothing was scanned since the tour came */
  RefHierarchy resource[REF_RESOURCES]; /* of the evaluator by segment hierarchy */
  bool hierarchy;
  int32_t nodes, tiles; /* most */
  int32_t n;            /* of the tour that put or get last told; descend changes it */
  uint32_t *list;       /* units of all tiles */
  int32_t unit_rows;
  ThreeOptMove *move; /* of pick */
  cudaStream_t beside;
  cudaEvent_t forked, joined;
  cudaGraphExec_t graph; /* GRAPH_ITERATIONS of descend; NULL: not made yet */
  int32_t graph_routes, graph_tiles;
};

static inline int32_t tiles_of(int32_t nodes) { return (nodes - 1 + three_opt::TILE - 1) / three_opt::TILE; }

/* Rows of a unit's range of k: few tiles need small units, or the device is not full. */
static inline int32_t unit_rows_of(int32_t tiles) {
  if (tiles <= 10) return 16;
  if (tiles <= 24) return 32;
  return 64;
}

/* Units of tours with that many tiles: the first so many of the list. */
static inline uint64_t units_of(int32_t tiles, int32_t unit_rows) {
  const uint64_t t = (uint64_t)tiles;
  return t * (t + 1) * (t + 2) / 6 * (uint64_t)(three_opt::TILE / unit_rows);
}

/* The bytes of a table of `rows` rows. */
static inline size_t table_bytes(int32_t rows, int32_t tiles, bool packed) {
  return (size_t)(packed ? rows / 2 : rows) * (size_t)tiles * three_opt::TILE * sizeof(uint32_t);
}

#endif
