/* The contract of the twins of lookback lattices: src/cpu/lookback, src/gpu/lookback. Same options, same bits.
 *
 * Options with floating strike on the binomial tree of Cox, Ross and Rubinstein, in the one state variable of Babbs ("Binomial
 * valuation of lookback options", J. Economic Dynamics and Control 24, 2000) and of Cheuk and Vorst (J. Int. Money and Finance 16,
 * 1997): node j is where the extreme M (the maximum of a put, the minimum of a call) is j steps away from the stock.
 *
 *   dt = T/N    s = sigma sqrt(dt)    D = exp(-r dt)    Q = exp(-q dt)    p = (exp((r-q) dt) - exp(-s)) / (exp(s) - exp(-s))
 *   w = exp(s) for a put, exp(-s) for a call:  node j pays M (1 - w^-j) or M (w^-j - 1), which is w^-j stocks less or more than M
 *
 * Kept is what the option is worth beyond y, in units of M: y is the payoff for an american option, which then is a premium for
 * waiting; for a european one the forward that pays the same unless the extreme moves. All at the end are 0, and a step is
 *
 *   g[0] = max(0, fma(up, g[1], fma(first, g[0], source)))
 *   g[j] = max(0, fma(up, g[j + 1], fma(down, g[j - 1], fma(slope, power[j], base))))       power[j] = power[j - 1] * ratio
 *
 * with lattice_of's coefficients (lattice.h); source is multiplied by `fade` after each step. Where both neighbours are 0 and j >=
 * some jk, g is 0: the nodes beyond the last one that is not 0 need not be computed ("exercise propagation", X. Wang, "Efficient
 * Procedure for Valuing American Lookback Put Options", Waterloo 2007), and what a kernel computes or leaves out is no matter of digits.
 * About sqrt(N) nodes of a step are left. */
#ifndef CORDEE_EVALUATOR_LOOKBACK_LOOKBACK_KERNELS_H
#define CORDEE_EVALUATOR_LOOKBACK_LOOKBACK_KERNELS_H

#include <stdbool.h>
#include <stdint.h>
#include "backend.h"

enum {
  LOOKBACK_CALL = 1,     /* else a put */
  LOOKBACK_EUROPEAN = 2, /* else american */
  LOOKBACK_VANILLA =
      4, /* pays by a strike, and not by the extreme: no lattice of this page, but an AmericanTree */
  LOOKBACK_NODES = 6, /* of a value */
  LOOKBACK_STEPS_MAX = 1000000
};

typedef struct LookbackLattice { /* what a lattice depends on */
  double sigma, years, r, q;
  double season;  /* |ln(M0/S)|: how far the extreme is from the stock, 0 for a new option */
  uint32_t steps; /* 1..LOOKBACK_STEPS_MAX */
  uint32_t flags;
} LookbackLattice;

/* g at the valuation date of nodes at .. at + 5, where at = max(0, floor(season / s) - 2). */
typedef struct LookbackValue {
  double node[LOOKBACK_NODES];
} LookbackValue;

/* A lattice as published (S. Solomon, 2012: a kernel that computes a layer after the other, no node left out), with its errors
 * corrected, in single or double precision. In units of the stock, with payoff[j] = exp(j s) - 1 of a put, 1 - exp(-j s) of a call:
 *   f[j] = max(payoff[j], discount * (away * f[j + 1] * away_factor + towards * f[j - 1] * towards_factor))      f[-1] is f[0]
 * each operation rounded, from the left. European: without the max. */
typedef struct LookbackLayers {
  double away, away_factor, towards, towards_factor, discount; /* in single precision floats */
  const void *payoff;  /* (steps + 1) floats or doubles, on the host */
  uint32_t steps;      /* 1..LOOKBACK_STEPS_MAX */
  uint32_t host_steps; /* so many of the last are the host's, as in the publication's hybrid */
  bool single, european;
} LookbackLayers;

/* A vanilla call: vanilla.h. f[i] of nodes 0..left is what it is worth `left` steps from the beginning; f[i] = fma(rise, f[i + 1], fall * f[i]) */
enum { VANILLA_STEPS = 2048 };
typedef struct VanillaTree {
  double spot, strike;
  double s;          /* sigma sqrt(dt) */
  double rise, fall; /* probabilities, discounted */
} VanillaTree;

/* An american vanilla option on a binomial tree: american.h. */
typedef struct AmericanTree {
  double spot, strike;
  double ratio, down; /* logarithms: of the factor up by the factor down, of the factor down */
  double rise, fall;  /* probabilities, discounted */
  uint32_t steps;     /* AMERICAN_STEPS_LEAST..AMERICAN_STEPS_MAX */
  uint32_t call;      /* 0: a put */
} AmericanTree;

typedef struct AmericanValue {
  double price;    /* at the valuation date */
  double layer[3]; /* two steps later, at 0, 1, 2 moves up */
} AmericanValue;

/* An option by finite differences: grid.h, grid_value.h. It has so many levels, each with half as many steps, and nodes, as the one before. Its value is
 * in units of the payoff and beyond exercise, or beyond the forward. */
enum { GRID_LEVELS = 3, GRID_STEPS_LEAST = 128, GRID_STEPS_MOST = 1024 };

typedef struct GridValue {
  double price[GRID_LEVELS]; /* the finest level first */
  double slope, bend; /* the limits of its derivatives by the distance from the extreme, in logarithms */
  double cell;        /* between nodes of the finest level at the option */
  double free;  /* how far the option is from the highest node of the finest level that is not exercised */
  uint64_t top; /* 1: that node is the last one, but others are beyond it */
} GridValue;

/* Where the items of a call come from, and where their values go: for k of 0..count - 1 each once, in any order and by any thread. */
typedef struct KernelFlow {
  void *self;
  void (*put)(void *self, uint32_t k, void *item);
  void (*take)(void *self, uint32_t k, const void *value);
} KernelFlow;

enum { AMERICAN_STEPS_LEAST = 3, AMERICAN_STEPS_MAX = 1 << 16 };

typedef struct LookbackKernels {
  /* values[i] of lattices[i], both (count) on the backend. full: what is 0 is computed, too. ERR_MEMORY, ERR_DEVICE, ERR_STOPPED. */
  Status (*values)(Backend *be, uint32_t count, const LookbackLattice *lattices, bool full,
                   LookbackValue *values);
  /* f[0] at the valuation date. ERR_MEMORY, ERR_DEVICE, ERR_STOPPED. */
  Status (*layers)(Backend *be, const LookbackLayers *lattice, double *value);
  /* Of `values`; its moves are nodes. ERR_DEVICE. */
  Status (*describe)(Backend *be, Description *out);
  /* values[i]: what trees[i] is worth, both (count) on the backend. ERR_MEMORY, ERR_DEVICE, ERR_STOPPED. */
  Status (*vanilla)(Backend *be, uint32_t count, const VanillaTree *trees, double *values);
  /* AmericanValue of each AmericanTree, none of more than `steps` steps. ERR_MEMORY, ERR_DEVICE, ERR_STOPPED. */
  Status (*american)(Backend *be, uint32_t steps, uint32_t count, const KernelFlow *flow);
  /* GridValue of each LookbackLattice, all of `steps` steps: a power of two from GRID_STEPS_LEAST to GRID_STEPS_MOST. ERR_MEMORY, ERR_DEVICE,
   * ERR_STOPPED. */
  Status (*grids)(Backend *be, uint32_t steps, uint32_t count, const KernelFlow *flow);
} LookbackKernels;

#endif
