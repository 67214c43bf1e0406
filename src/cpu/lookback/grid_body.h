/* Finite differences (evaluator/lookback/grid.h) of BATCH_LANES options of as many steps side by side, in the vectors of the including
 * file's instruction set. Lanes here are options; the parts of a grid, GRID_LANES of `part` nodes each, follow one another. */
#include "evaluator/lookback/grid_value.h"

enum { GRID_NODES_MOST = GRID_STEPS_MOST };

typedef double GridVector[LANES] __attribute__((aligned(64)));
#define EACH _Pragma("omp simd") for (int o = 0; o < LANES; o++)

typedef struct GridNode { /* of the options */
  GridVector g, y, before, after, twice, add;
} GridNode;

typedef struct GridRatesVector {
  GridVector low, high, stay, source;
} GridRatesVector;

typedef struct GridPart { /* nodes that follow one another; what they make of what is below and above */
  GridVector first, floor, line, rise[GRID_ROUNDS], fall[GRID_ROUNDS];
} GridPart;

typedef struct GridRoom { /* a thread's */
  GridProblem problem[LANES];
  GridShape shape[LANES];
  GridEnd end[LANES], half[LANES];
  GridVector in, top; /* top: of the last node, by what is beyond it */
  uint32_t nodes, part;
  GridNode node[GRID_NODES_MOST];
  GridRatesVector rates[GRID_NODES_MOST];
  GridPart parts[GRID_LANES];
} GridRoom;

/* ---- the matrix of a block ---- */

typedef struct MapVector { /* GridMap of the options */
  GridVector one_up, one_down, zero_up, zero_down;
} MapVector;

static inline GridMap map_get(const MapVector *m, int o) {
  return (GridMap){{m->one_up[o], m->one_down[o]}, {m->zero_up[o], m->zero_down[o]}};
}

static inline void map_put(MapVector *m, int o, GridMap map) {
  m->one_up[o] = map.one.up;
  m->one_down[o] = map.one.down;
  m->zero_up[o] = map.zero.up;
  m->zero_down[o] = map.zero.down;
}

static inline GridRates rates_get(const GridRoom *r, uint32_t j, int o) {
  return (GridRates){r->rates[j].low[o], r->rates[j].high[o], r->rates[j].stay[o], r->rates[j].source[o]};
}

static inline GridRow row_get(const GridRoom *r, uint32_t j, int o) {
  const GridRates rates = rates_get(r, j, o);
  return grid_row(&rates, j ? r->rates[j - 1].high[o] : 0, r->in[o]);
}

static inline void part_map(const GridRoom *r, uint32_t l, MapVector *out) {
  EACH map_put(out, o, grid_map_begin());
  for (uint32_t j = l * r->part; j < (l + 1) * r->part; j++) {
    EACH {
      const GridRow row = row_get(r, j, o);
      const GridMap map = map_get(out, o);
      map_put(out, o, (GridMap){grid_pivot_next(map.one, row), grid_pivot_next(map.zero, row)});
    }
  }
  EACH map_put(out, o, grid_map_even(map_get(out, o)));
}

/* 1 / the last pivot before each part. */
static inline void pivots_before(const GridRoom *r, GridVector before[GRID_LANES]) {
  MapVector map[GRID_LANES];
  for (uint32_t l = 0; l < GRID_LANES; l++) part_map(r, l, &map[l]);
  for (uint32_t reach = 1; reach < GRID_LANES; reach *= 2)
    for (uint32_t l = GRID_LANES - 1; l >= reach; l--) {
      EACH {
        const GridMap own = map_get(&map[l], o), other = map_get(&map[l - reach], o);
        map_put(&map[l], o, grid_map_join(&own, &other));
      }
    }
  EACH before[0][o] = 0;
  for (uint32_t l = 1; l < GRID_LANES; l++) {
    EACH before[l][o] = grid_pivot_value(map_get(&map[l - 1], o).one);
  }
}

static inline void factors_make(GridRoom *r) {
  GridVector before[GRID_LANES];
  pivots_before(r, before);
  for (uint32_t l = 0; l < GRID_LANES; l++)
    for (uint32_t j = l * r->part; j < (l + 1) * r->part; j++) {
      EACH {
        const GridRates rates = rates_get(r, j, o);
        double own;
        const GridFactor f = grid_factor(&rates, row_get(r, j, o), r->in[o], before[l][o], &own);
        before[l][o] = own;
        r->node[j].before[o] = f.before;
        r->node[j].after[o] = r->top[o] = f.after;
        r->node[j].twice[o] = f.twice;
        r->node[j].add[o] = f.add;
      }
    }
  EACH r->node[r->nodes - 1].after[o] = 0;
}

/* Products of the parts' chains, over as many parts as a round joins. */
static inline void products_make(GridRoom *r) {
  for (uint32_t l = 0; l < GRID_LANES; l++) {
    EACH {
      double rise = 1, fall = 1;
      for (uint32_t j = l * r->part; j < (l + 1) * r->part; j++) {
        rise = rise * r->node[j].before[o];
        fall = fall * r->node[j].after[o];
      }
      r->parts[l].rise[0][o] = rise;
      r->parts[l].fall[0][o] = fall;
    }
  }
  for (int round = 1; round < GRID_ROUNDS; round++)
    for (uint32_t l = 0, reach = 1u << (round - 1); l < GRID_LANES; l++) {
      const uint32_t low = l >= reach ? l - reach : l, high = l + reach < GRID_LANES ? l + reach : l;
      EACH {
        r->parts[l].rise[round][o] = r->parts[l].rise[round - 1][o] * r->parts[low].rise[round - 1][o];
        r->parts[l].fall[round][o] = r->parts[l].fall[round - 1][o] * r->parts[high].fall[round - 1][o];
      }
    }
}

/* ---- steps ---- */

/* Node k of each part, one part after another: chains that do not wait for each other. */
#define PARTS(at, k)                                                                                         \
  GridNode *at = r->node + (k);                                                                              \
  for (uint32_t l = 0; l < GRID_LANES; l++, at += r->part)

/* The right-hand sides, and what each part makes of them alone; `end`: what the step's solution has beyond the last node. */
static inline void parts_up(GridRoom *r, const double *end, int implicit) {
  GridNode *const last = &r->node[r->nodes - 1];
  for (uint32_t j = 0; j < r->nodes; j++) {
    GridNode *const n = &r->node[j];
    EACH n->y[o] = grid_right(n->twice[o], n->g[o], n->add[o], implicit);
  }
  EACH last->y[o] = fma(r->top[o], end[o], last->y[o]);
  for (uint32_t k = 0; k < r->part; k++) {
    PARTS(n, k) {
      GridPart *const p = &r->parts[l];
      EACH p->first[o] = k ? fma(n->before[o], p->first[o], n->y[o]) : n->y[o];
    }
  }
}

/* From x = 0 upwards: y. */
static inline void step_up(GridRoom *r, const double *end, int implicit) {
  parts_up(r, end, implicit);
  for (int round = 0; round < GRID_ROUNDS; round++)
    for (uint32_t l = GRID_LANES - 1, reach = 1u << round; l >= reach; l--) {
      GridPart *const p = &r->parts[l];
      EACH p->first[o] = fma(p->rise[round][o], r->parts[l - reach].first[o], p->first[o]);
    }
  for (uint32_t k = 0; k < r->part; k++) {
    PARTS(n, k) {
      const double *const before = k ? n[-1].y : r->parts[l ? l - 1 : 0].first; /* node 0 takes none of it */
      EACH n->y[o] = fma(n->before[o], before[o], n->y[o]);
    }
  }
}

/* The maps of the parts: floor and line of Z beyond each. */
static inline void parts_down(GridRoom *r, int implicit) {
  for (uint32_t k = r->part; k-- > 0;) {
    PARTS(n, k) {
      GridPart *const p = &r->parts[l];
      const int last = k + 1 == r->part;
      EACH {
        const double floor = grid_floor(n->g[o], implicit);
        p->floor[o] = last ? floor : grid_more(fma(n->after[o], p->floor[o], n->y[o]), floor);
        p->line[o] = last ? n->y[o] : fma(n->after[o], p->line[o], n->y[o]);
      }
    }
  }
}

static inline void parts_join(GridRoom *r) {
  for (int round = 0; round < GRID_ROUNDS; round++)
    for (uint32_t l = 0, reach = 1u << round; l + reach < GRID_LANES; l++) {
      GridPart *const p = &r->parts[l], *const above = &r->parts[l + reach];
      EACH {
        p->floor[o] = grid_more(fma(p->fall[round][o], above->floor[o], p->line[o]), p->floor[o]);
        p->line[o] = fma(p->fall[round][o], above->line[o], p->line[o]);
      }
    }
}

/* Downwards: Z, and the new g. A part's line becomes Z of the node that came last. */
static inline void step_down(GridRoom *r, int implicit) {
  parts_down(r, implicit);
  parts_join(r);
  for (uint32_t l = 0; l < GRID_LANES; l++) { /* of the last part, any number does */
    const GridPart *const above = &r->parts[l + 1 < GRID_LANES ? l + 1 : l];
    EACH r->parts[l].line[o] = grid_more(above->line[o], above->floor[o]);
  }
  for (uint32_t k = r->part; k-- > 0;) {
    PARTS(n, k) {
      GridPart *const p = &r->parts[l];
      EACH {
        const double floor = grid_floor(n->g[o], implicit);
        p->line[o] = grid_more(fma(n->after[o], p->line[o], n->y[o]), floor);
        n->g[o] = p->line[o] - floor;
      }
    }
  }
}

static inline void steps_make(GridRoom *r, uint32_t steps, int implicit) {
  for (uint32_t step = 0; step < steps; step++) {
    GridVector end;
    for (int o = 0; o < LANES; o++) end[o] = grid_end_step(&r->end[o], &r->half[o], implicit);
    step_up(r, end, implicit);
    step_down(r, implicit);
  }
}

/* ---- a level ---- */

static inline void level_run(GridRoom *r, const double *width, uint32_t nodes) {
  r->nodes = nodes;
  r->part = nodes / GRID_LANES;
  for (int o = 0; o < LANES; o++) {
    r->shape[o] = grid_shape(&r->problem[o], width[o], nodes);
    r->end[o] = grid_end(&r->problem[o], &r->shape[o]);
    for (uint32_t j = 0; j < nodes; j++) {
      const GridRates rates = grid_rates(&r->problem[o], &r->shape[o], j);
      r->node[j].g[o] = 0;
      r->rates[j].low[o] = rates.low;
      r->rates[j].high[o] = rates.high;
      r->rates[j].stay[o] = rates.stay;
      r->rates[j].source[o] = rates.source;
    }
  }
  for (uint32_t k = 0; k <= grid_blocks(nodes); k++) {
    uint32_t steps = 0;
    for (int o = 0; o < LANES; o++) {
      const GridBlock block = grid_block(&r->problem[o], nodes, k);
      r->in[o] = block.in;
      r->half[o] = grid_end_half(&r->problem[o], block.in);
      steps = block.steps;
    }
    factors_make(r);
    products_make(r);
    if (!k) steps_make(r, 2 * GRID_EULER, 1);
    steps_make(r, steps - grid_implicit(nodes, k), 0);
    if (k == grid_blocks(nodes)) steps_make(r, 2 * GRID_LAST, 1);
  }
}

static inline uint32_t level_highest(const GridRoom *r, int o) {
  uint32_t highest = 0;
  for (uint32_t j = 0; j < r->nodes; j++)
    if (r->node[j].g[o] > 0) highest = j;
  return highest;
}

static inline void level_take(const GridRoom *r, int level, int o, GridNodes *nodes) {
  const uint32_t at = grid_at(&r->problem[o], &r->shape[o]);
  nodes->highest[level] = level_highest(r, o);
  for (uint32_t j = 0; j < LOOKBACK_NODES; j++) nodes->node[level][j] = r->node[at + j].g[o];
}

/* Of `count` options, at most LANES, all of as many steps. */
static inline void grids_make(const LookbackLattice *options, uint32_t count, GridRoom *r,
                              GridValue *values) {
  double width[LANES];
  GridNodes nodes[LANES];
  for (uint32_t o = 0; o < LANES; o++) {
    r->problem[o] = grid_problem(&options[o < count ? o : 0]);
    width[o] = r->problem[o].wide;
  }
  level_run(r, width, GRID_LANES);
  for (int o = 0; o < LANES; o++) {
    nodes[o].width = width[o] = grid_width(&r->problem[o], &r->shape[o], level_highest(r, o));
    nodes[o].trimmed = width[o] < r->problem[o].wide;
  }
  for (int level = 0; level < GRID_LEVELS; level++) {
    level_run(r, width, options[0].steps >> level);
    for (uint32_t o = 0; o < count; o++) level_take(r, level, (int)o, &nodes[o]);
  }
  for (uint32_t o = 0; o < count; o++) values[o] = grid_value(&r->problem[o], options[0].steps, &nodes[o]);
}
