/* Lookback lattices on the CPU: twin of src/gpu/lookback. Contract: evaluator/lookback/lookback_kernels.h; its judge:
 * tests/oracle/oracle_lookback.c. Threads take batches of lattices that are about equally long and wide. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cpu/simd.h"
#include "evaluator/lookback/lattice_size.h"
#include "evaluator/lookback/layers.h"
#include "halt.h"
#include "batch.h"

enum { DIGIT_BITS = 9, DIGITS = 3, TOP_BITS = 17 };

typedef struct Vectors { /* of an instruction set */
  BatchRun *batch;
  VanillaRun *vanilla;
  AmericanRun *american;
  GridsRun *grids;
} Vectors;

static Vectors vectors_of(Simd set) {
#ifdef __x86_64__
  if (set == SIMD_AVX512 && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512bw"))
    return (Vectors){batch_avx512, vanilla_avx512, american_avx512, grids_avx512};
  if (set != SIMD_PLAIN) return (Vectors){batch_avx2, vanilla_avx2, american_avx2, grids_avx2};
#endif
  (void)set;
  return (Vectors){batch_plain, vanilla_plain, american_plain, grids_plain};
}

/* ---- the order ---- */

typedef struct Place {
  uint32_t key, lattice;
} Place;

/* Sixteenths of powers of 2 of the steps, then the highest node: large ones first. */
static uint32_t place_key(const LookbackLattice *l) {
  const double top = lattice_size(l).top, most = (1 << TOP_BITS) - 1;
  const uint32_t steps = (uint32_t)(log2(l->steps) * 16);
  return ~(steps << TOP_BITS | (uint32_t)(top < most ? top : most)) & ((1u << DIGITS * DIGIT_BITS) - 1);
}

/* Places by key, in `places` or `other`; by digits, the least first. */
static Place *places_sort(Place *places, Place *other, uint32_t count) {
  for (int digit = 0; digit < DIGITS; digit++) {
    uint32_t begin[(1 << DIGIT_BITS) + 1] = {0};
    const int shift = digit * DIGIT_BITS;
    const uint32_t mask = (1 << DIGIT_BITS) - 1;
    for (uint32_t i = 0; i < count; i++) begin[(places[i].key >> shift & mask) + 1]++;
    for (uint32_t d = 0; d < mask; d++) begin[d + 1] += begin[d];
    for (uint32_t i = 0; i < count; i++) other[begin[places[i].key >> shift & mask]++] = places[i];
    Place *swap = places;
    places = other;
    other = swap;
  }
  return places;
}

/* ---- batches ---- */

typedef struct Values {
  const LookbackLattice *lattices;
  LookbackValue *values;
  const Place *order;
  uint32_t count;
  bool full;
  BatchRun *run;
} Values;

static Status batch_values(const Values *v, uint32_t first, BatchRoom *room) {
  Batch batch = {.full = v->full};
  const uint32_t left = v->count - first, lanes = left < BATCH_LANES ? left : BATCH_LANES;
  for (uint32_t l = 0; l < BATCH_LANES; l++)
    batch.lattice[l] = &v->lattices[v->order[first + (l < lanes ? l : 0)].lattice];
  TRY(v->run(&batch, room));
  for (uint32_t l = 0; l < lanes; l++) v->values[v->order[first + l].lattice] = batch.value[l];
  return OK;
}

static Status batches_run(const Values *v, int threads) {
  const uint32_t batches = (v->count + BATCH_LANES - 1) / BATCH_LANES;
  Status failed = OK;
#pragma omp parallel num_threads(threads)
  {
    BatchRoom room = {.nodes = 0};
    Status status = OK;
#pragma omp for schedule(dynamic, 1)
    for (uint32_t b = 0; b < batches; b++)
      if (status == OK && !halt_due()) status = batch_values(v, b * BATCH_LANES, &room);
    batch_room_free(&room);
    if (status != OK) {
#pragma omp critical
      failed = status;
    }
  }
  return failed != OK ? failed : halt_after("lookback lattices");
}

static Status cpu_values(Backend *be, uint32_t count, const LookbackLattice *lattices, bool full,
                         LookbackValue *values) {
  Place *places = malloc(2 * (size_t)count * sizeof *places);
  if (!places && count) FAIL(ERR_MEMORY, "no memory for the order of %u lattices", count);
#pragma omp parallel for num_threads(be->threads)
  for (uint32_t i = 0; i < count; i++) places[i] = (Place){place_key(&lattices[i]), i};
  const Values v = {lattices, values, places_sort(places, places + count, count),
                    count,    full,   vectors_of(simd_find()).batch};
  const Status status = batches_run(&v, be->threads);
  free(places);
  return status;
}

static Status cpu_layers(Backend *be, const LookbackLayers *lattice, double *value) {
  (void)be;
  return layers_host(lattice, lattice->steps, lattice->payoff, value);
}

static Status cpu_vanilla(Backend *be, uint32_t count, const VanillaTree *trees, double *values) {
  VanillaRun *const run = vectors_of(simd_find()).vanilla;
  Status failed = OK;
#pragma omp parallel for schedule(dynamic, 1) num_threads(be->threads)
  for (uint32_t first = 0; first < count; first += BATCH_LANES) {
    if (halt_due()) continue;
    const Status status = run(trees + first, count - first, values + first);
    if (status != OK) {
#pragma omp critical
      failed = status;
    }
  }
  return failed != OK ? failed : halt_after("vanilla options");
}

/* Every thread of a team calls it: each computes one tree after another, in memory for the largest. */
static Status trees_run(AmericanRun *run, uint32_t steps, uint32_t count, const KernelFlow *flow) {
  double *const room = malloc(2 * ((size_t)steps + 1) * sizeof *room);
  if (!room) status_fail(ERR_MEMORY, "no memory for trees of %u steps", steps);
#pragma omp for schedule(dynamic, 1)
  for (uint32_t k = 0; k < count; k++) {
    AmericanTree tree;
    AmericanValue value;
    if (!room || halt_due()) continue;
    flow->put(flow->self, k, &tree);
    run(&tree, room, room + steps + 1, &value);
    flow->take(flow->self, k, &value);
  }
  free(room);
  return room ? OK : ERR_MEMORY;
}

static Status cpu_american(Backend *be, uint32_t steps, uint32_t count, const KernelFlow *flow) {
  AmericanRun *const run = vectors_of(simd_find()).american;
  Status failed = OK;
#pragma omp parallel num_threads(be->threads)
  {
    const Status status = trees_run(run, steps, count, flow);
    if (status != OK) {
#pragma omp critical
      failed = status;
    }
  }
  return failed != OK ? failed : halt_after("vanilla options");
}

/* ---- finite differences ---- */

static void batch_grids(GridsRun *run, const KernelFlow *flow, uint32_t first, uint32_t count, void *room) {
  LookbackLattice options[BATCH_LANES] = {{.steps = 0}};
  GridValue values[BATCH_LANES];
  for (uint32_t k = 0; k < count; k++) flow->put(flow->self, first + k, &options[k]);
  run(options, count, room, values);
  for (uint32_t k = 0; k < count; k++) flow->take(flow->self, first + k, &values[k]);
}

static Status cpu_grids(Backend *be, uint32_t steps, uint32_t count, const KernelFlow *flow) {
  GridsRun *const run = vectors_of(simd_find()).grids;
  Status failed = OK;
  (void)steps;
#pragma omp parallel num_threads(be->threads)
  {
    void *const room = aligned_alloc(64, grid_room());
#pragma omp for schedule(dynamic, 1)
    for (uint32_t first = 0; first < count; first += BATCH_LANES)
      if (room && !halt_due())
        batch_grids(run, flow, first, count - first < BATCH_LANES ? count - first : BATCH_LANES, room);
    free(room);
    if (!room) {
#pragma omp critical
      failed = status_fail(ERR_MEMORY, "no memory for %zu bytes of nodes", grid_room());
    }
  }
  return failed != OK ? failed : halt_after("options by finite differences");
}

/* Two fma units of a vector's width, which AVX-512 has on some processors only. */
static Status cpu_describe(Backend *be, Description *out) {
  static const double lanes[] = {[SIMD_PLAIN] = 1, [SIMD_AVX2] = 4, [SIMD_AVX512] = 8};
  const Simd set = simd_find();
  *out = (Description){.ceiling_moves_s = be->threads * clock_hz() * lanes[set]};
  snprintf(out->shape, sizeof out->shape, "%s, a lattice in each of %d lanes, %d thread%s", simd_name(set),
           BATCH_LANES, be->threads, be->threads == 1 ? "" : "s");
  snprintf(out->binds, sizeof out->binds, "two fma a node, two units");
  return OK;
}

const LookbackKernels lookback_kernels_cpu = {.values = cpu_values,
                                              .layers = cpu_layers,
                                              .describe = cpu_describe,
                                              .vanilla = cpu_vanilla,
                                              .american = cpu_american,
                                              .grids = cpu_grids};
