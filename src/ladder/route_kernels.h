/* The ladder of exhaustive 3-opt: the published GPU system step by step (Schulz, Hasle et al. 2010), to be measured beside the library's
 * own evaluators (`cordee-ladder routes`). C interface; one implementation, src/ladder/gpu/routes.cu. docs/ladder.md
 * tells the designs.
 *
 * All designs find the best move of the same tour under the same rule, that of solver/three_opt/three_opt_kernels.h. Published designs
 * read an explicit list of all moves (route_moves.h), a thread a move. They make the segment hierarchy in each iteration; then three kernels
 * are the objective (the change of the cost), the criterion (feasibility), the choice of the best. The last designs are the evaluators of three_opt_kernels.h.
 * Calls are local, for one thread, on the backend that opened the ladder. */
#ifndef CORDEE_LADDER_ROUTE_KERNELS_H
#define CORDEE_LADDER_ROUTE_KERNELS_H

#include <stdbool.h>
#include "route_moves.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct RouteLadder RouteLadder; /* a tour on a device, the list of its moves, what the designs need */

enum { ROUTE_LADDER_NODES_MAX = 973 }; /* the list takes 16 GiB at most */

typedef enum RouteLadderStage {
  ROUTE_LADDER_HIERARCHY, /* both levels, from the tour */
  ROUTE_LADDER_OBJECTIVE,
  ROUTE_LADDER_CRITERION,
  ROUTE_LADDER_CHOICE,
  ROUTE_LADDER_STAGES
} RouteLadderStage;

typedef struct RouteLadderDesign {
  const char *name; /* that of route_table.c, which has the texts */
  bool stages;      /* a hierarchy, three kernels over the list; false: one scan, no list */
  /* That a move must at least read from memory and write there: its entry of the list, what the stages hand on. Tour, distances and
   * hierarchy are left out: caches hold them. 0: no list. */
  int32_t bytes[ROUTE_LADDER_STAGES];
} RouteLadderDesign;

/* Seconds of one evaluation of all moves, between CUDA events. Without stages they are 0, and `total` is that of a scan, the copy of the
 * move to the host included. */
typedef struct RouteLadderTimes {
  double stage[ROUTE_LADDER_STAGES], total;
} RouteLadderTimes;

typedef struct RouteLadderKernels {
  /* The k-th design, NULL behind the last. */
  const RouteLadderDesign *(*design)(int k);
  /* The bytes on the device of a ladder of n nodes. */
  uint64_t (*bytes)(int32_t customers, int32_t n);
  /* The tour (n) and `data` are on the host and are copied; the list and distances are made. ERR_USAGE: n is not in
   * 4..ROUTE_LADDER_NODES_MAX. ERR_MEMORY, ERR_DEVICE. */
  Status (*open)(Backend *be, const RouteData *data, const int32_t *tour, int32_t n, RouteLadder **out);
  /* Entries first .. first + count - 1 of the list, into moves (count). */
  Status (*list)(RouteLadder *l, uint64_t first, uint32_t count, RouteLadderMove *moves);
  /* Registers of a thread of each stage of design k, which has stages. ERR_DEVICE. */
  Status (*registers)(int k, int32_t registers[ROUTE_LADDER_STAGES]);
  /* Evaluates all moves by design k: once, then `repeats` >= 1 times with the clock. *best: the best move. ERR_INTERNAL: the hierarchy is
   * another one than the host's. */
  Status (*run)(RouteLadder *l, int k, uint32_t repeats, RouteLadderTimes *times, ThreeOptMove *best);
  void (*close)(RouteLadder *l); /* NULL allowed */
} RouteLadderKernels;

#ifdef __cplusplus
}
#endif
#endif
