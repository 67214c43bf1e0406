/* The lattices of a batch, in whatever vectors V of BATCH_LANES doubles the including file has: v_load, v_store, v_set, v_fma, v_mul,
 * v_clamp (max(0, v)) and v_any (is a lane above 0?). Contract: evaluator/lookback/lookback_kernels.h.
 *
 * All lanes end together; those of fewer steps start later, when their columns are set to 0. `top` is the highest node that a step
 * need compute: one above the highest of any lane that is not 0, or has a source above 0. */
#include <string.h>
#include "evaluator/lookback/lattice.h"
#include "batch.h"

enum { LANES = BATCH_LANES };

typedef struct Lanes {
  double up[LANES], down[LANES], first[LANES], source[LANES], fade[LANES], base[LANES], slope[LANES],
      ratio[LANES], power[LANES]; /* power: of the last node that has its k */
  double start[LANES];            /* the source of each at its first step */
  uint32_t steps[LANES], at[LANES];
  uint32_t bottom, longest; /* the highest node wanted in the end; the most steps */
  uint32_t sources;         /* nodes that have their k */
  bool flat;                /* k is the same at all nodes */
} __attribute__((aligned(64))) Lanes;

static inline void lane_set(const LookbackLattice *lattice, int l, Lanes *out) {
  const Lattice c = lattice_of(lattice);
  const uint32_t last = c.at + LOOKBACK_NODES - 1;
  out->up[l] = c.up;
  out->down[l] = c.down;
  out->first[l] = c.first;
  out->start[l] = c.source;
  out->fade[l] = c.fade;
  out->base[l] = c.base;
  out->slope[l] = c.slope;
  out->ratio[l] = c.ratio;
  out->source[l] = 0;
  out->power[l] = 1;
  out->steps[l] = lattice->steps;
  out->at[l] = c.at;
  if (lattice->steps > out->longest) out->longest = lattice->steps;
  if (last > out->bottom) out->bottom = last;
  if (c.slope != 0) out->flat = false;
}

/* k of nodes up to `last`. */
static inline Status sources_extend(Lanes *lanes, BatchRoom *room, uint32_t last) {
  TRY(batch_room(room, (uint64_t)last + 2));
  const V slope = v_load(lanes->slope), base = v_load(lanes->base), ratio = v_load(lanes->ratio);
  V power = v_load(lanes->power);
  for (; lanes->sources <= last; lanes->sources++) {
    if (lanes->sources) power = v_mul(power, ratio);
    v_store(room->k + (size_t)lanes->sources * LANES, v_fma(slope, power, base));
  }
  v_store(lanes->power, power);
  return OK;
}

/* The highest node at which a lane's k is above 0; they fall with j. */
static inline Status top_find(Lanes *lanes, BatchRoom *room, uint32_t most, uint32_t *top) {
  for (*top = 0; *top < most; ++*top) {
    TRY(sources_extend(lanes, room, *top + 1));
    if (!v_any(v_load(room->k + ((size_t)*top + 1) * LANES))) return OK;
  }
  return OK;
}

/* One step of nodes 0..top. Returns the new g of the highest. */
static inline V step_run(const Lanes *lanes, double *g, const double *k, bool flat, uint32_t top) {
  const V up = v_load(lanes->up), down = v_load(lanes->down), base = v_load(lanes->base);
  V before = v_load(g), here = v_load(g + LANES);
  V made = v_clamp(v_fma(up, here, v_fma(v_load(lanes->first), before, v_load(lanes->source))));
  v_store(g, made);
#pragma GCC unroll 4
  for (size_t j = 1; j <= top; j++) {
    const V next = v_load(g + (j + 1) * LANES);
    made = v_clamp(v_fma(up, next, v_fma(down, before, flat ? base : v_load(k + j * LANES))));
    v_store(g + j * LANES, made);
    before = here;
    here = next;
  }
  return made;
}

/* Lanes whose first step is the next one, of `left`. Returns the steps left when others start. */
static inline uint32_t lanes_start(Lanes *lanes, BatchRoom *room, uint32_t left) {
  uint32_t next = 0;
  for (int l = 0; l < LANES; l++) {
    if (lanes->steps[l] < left && lanes->steps[l] > next) next = lanes->steps[l];
    if (lanes->steps[l] != left) continue;
    lanes->source[l] = lanes->start[l];
    for (size_t j = 0; j < room->nodes; j++) room->g[j * LANES + (size_t)l] = 0;
  }
  return next;
}

/* Steps left..until + 1. */
static inline Status steps_run(Lanes *lanes, BatchRoom *room, bool flat, uint32_t left, uint32_t until,
                               uint32_t *top) {
  const V fade = v_load(lanes->fade);
  for (; left > until; left--) {
    const uint32_t needed = lanes->bottom + left - 1;
    const V last = step_run(lanes, room->g, room->k, flat, *top < needed ? *top : needed);
    v_store(lanes->source, v_mul(v_load(lanes->source), fade));
    if (*top >= needed || !v_any(last)) continue;
    ++*top;
    TRY(flat ? batch_room(room, (uint64_t)*top + 2) : sources_extend(lanes, room, *top));
  }
  return OK;
}

static void values_take(const Lanes *lanes, const BatchRoom *room, Batch *batch) {
  for (int l = 0; l < LANES; l++)
    for (uint32_t j = 0; j < LOOKBACK_NODES; j++) {
      const size_t node = (size_t)lanes->at[l] + j;
      batch->value[l].node[j] = node < room->nodes ? room->g[node * LANES + (size_t)l] : 0;
    }
}

static Status body_run(Batch *batch, BatchRoom *room) {
  Lanes lanes = {.flat = true};
  uint32_t top;
  for (int l = 0; l < LANES; l++) lane_set(batch->lattice[l], l, &lanes);
  const uint32_t most = lanes.bottom + lanes.longest - 1;
  TRY(batch_room(room, LOOKBACK_NODES));
  memset(room->g, 0, (size_t)room->nodes * LANES * sizeof *room->g);
  TRY(top_find(&lanes, room, most, &top));
  if (batch->full) TRY(sources_extend(&lanes, room, top = most));
  for (uint32_t left = lanes.longest; left > 0;) {
    const uint32_t until = lanes_start(&lanes, room, left);
    TRY(lanes.flat ? steps_run(&lanes, room, true, left, until, &top)
                   : steps_run(&lanes, room, false, left, until, &top));
    left = until;
  }
  values_take(&lanes, room, batch);
  return OK;
}
