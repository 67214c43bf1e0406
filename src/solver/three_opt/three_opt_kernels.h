/* The contract of the kernels of exhaustive 3-opt on giant tours, of both twins (src/cpu/three_opt, src/gpu/three_opt): same
 * tour, same move. Calls are local and return when they are done.
 *
 *   Tour      nodes x[0..n) of a giant tour (search/routes/giant_tour.h). Edge e, 0 <= e < n - 1, leads from x[e] to x[e + 1] and
 *             belongs to the route that it lies in.
 *   Move      of three edges i < j < k and one of the seven ways to join the parts S0 = x[0..i], S1 = x[i+1..j], S2 = x[j+1..k],
 *             S3 = x[k+1..n) anew; ^r is a reversed part:
 *               1  S0 S1^r S2   S3      4  S0 S2   S1   S3      6  S0 S2^r S1   S3
 *               2  S0 S1   S2^r S3      5  S0 S1^r S2^r S3      7  S0 S2   S1^r S3
 *               3  S0 S2^r S1^r S3
 *             1 to 3 are 2-opt moves: they leave k, i or j as it is. A tour has 7 (n-1)(n-2)(n-3)/6 moves as published (Schulz et
 *             al. 2010), of which 4 (n-1)(n-2)(n-3)/6 + (n-1)(n-2)/2 differ.
 *   Feasible  if every route of the new tour keeps the capacity and the limit on durations or the time windows (cvrp.h), and, if
 *             data.closed, no edge joins two depots. The tour's own routes are feasible. Windows are kept by THREE_OPT_HIERARCHY alone, and no
 *             limit on durations beside them.
 *   Better    The smaller delta (change of the cost), then the smaller (i, j, k, way) in lexicographic order. The best move is the best
 *             of all feasible moves with delta < 0.
 *   Rows      A move belongs to the row of the first edge that it removes: i for ways 4 to 7, p for a 2-opt move that removes p and q > p.
 *             A 2-opt move has several labels, one for each third edge; it stands for the smallest of them. The best move of a row: among
 *             all its feasible moves with delta < 0. */
#ifndef CORDEE_SOLVER_THREE_OPT_THREE_OPT_KERNELS_H
#define CORDEE_SOLVER_THREE_OPT_THREE_OPT_KERNELS_H

#include "search/routes/route_data.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { THREE_OPT_WAYS = 7, THREE_OPT_NODES_MAX = 1 << 18 };

typedef struct ThreeOptMove {
  int32_t delta; /* < 0; 0: there is no improving move, the rest is 0 */
  int32_t i, j, k, way;
} ThreeOptMove;

typedef enum ThreeOptEvaluator {
  THREE_OPT_TABLES, /* folded pair tables, int32 */
  THREE_OPT_PACKED, /* folded pair tables, packed 16 bits with an int32 decision: the same answers */
  THREE_OPT_HIERARCHY, /* every move by itself: segment hierarchy and resource extension functions, as published */
  THREE_OPT_EVALUATORS
} ThreeOptEvaluator;

typedef struct ThreeOptPlace ThreeOptPlace; /* a tour and what kernels keep beside it, on a backend */

/* A share of the moves: those whose slab is part, part + parts, ...; slabs are the kernels' own. The best of all parts' bests is the
 * best move. parts = 1: all of them. */
typedef struct ThreeOptShare {
  uint32_t part, parts;
} ThreeOptShare;

/* Scans may be given up (halt.h): scan, rows and descend return ERR_STOPPED then; the tour is one that it was after whole scans, and
 * descend's moves are those applied. */
typedef struct ThreeOptKernels {
  /* For tours of up to `nodes` nodes of an instance whose arrays are on the backend and outlive it. levels: of the segment hierarchy
   * (1..4; 0: the default), read by that evaluator alone. *out is owned by the caller. ERR_MEMORY, ERR_DEVICE. */
  Status (*open)(Backend *be, const RouteData *data, int32_t nodes, ThreeOptEvaluator evaluator, int levels,
                 ThreeOptPlace **out);
  void (*close)(Backend *be, ThreeOptPlace *place); /* NULL allowed */
  /* The bytes that open takes on the backend. */
  uint64_t (*bytes)(const Backend *be, const RouteData *data, int32_t nodes, ThreeOptEvaluator evaluator,
                    int levels);
  /* The current tour (n), 4 <= n <= nodes. */
  Status (*put)(Backend *be, ThreeOptPlace *place, const int32_t *tour, int32_t n);
  Status (*get)(Backend *be, ThreeOptPlace *place, int32_t *tour, int32_t *n);
  /* The best move of a share. The tour stays. */
  Status (*scan)(Backend *be, ThreeOptPlace *place, ThreeOptShare share, ThreeOptMove *best);
  /* The best move of each row, rows (n - 1), of a share. The tour stays. Not by THREE_OPT_HIERARCHY (ERR_USAGE). */
  Status (*rows)(Backend *be, ThreeOptPlace *place, ThreeOptShare share, ThreeOptMove *rows);
  /* Up to `most` iterations: scan, then apply the best move and drop empty routes (normal form; `routes_most` is the fleet's limit). Ends
   * early where there is no improving move. moves (most): those applied; *count of them. */
  Status (*descend)(Backend *be, ThreeOptPlace *place, int32_t routes_most, uint32_t most,
                    ThreeOptMove *moves, uint32_t *count);
  /* How it runs, for tours of n nodes; a move is one of the published count. */
  Status (*describe)(Backend *be, const ThreeOptPlace *place, int32_t n, Description *out);
} ThreeOptKernels;

#ifdef __cplusplus
}
#endif
#endif
