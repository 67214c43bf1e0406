/* The swarm kernels of the backend "cuda": the choice of a variant and of its launch shape, and the launches.
 *
 * One table of variants: problem x memory of the machines' loads x memory of the swarm. A model of a step
 * (issue slots of an SM, clocks that a warp waits) estimates the time of every variant and shape. The fastest
 * one is launched as one wave of persistent blocks. Swarms are in global memory only if none fits in shared
 * memory. Twin: src/cpu/pso/pso.c. */
#include "gpu/cuda_try.h"
#include "pso_exchange.cuh"
#include "halt.h"
#include "problem/matching/matching.h"
#include "problem/function/function.h"

#include <algorithm>
#include <stdio.h>
#include <string.h>

typedef void (*PsoKernel)(PsoProblem, PsoState, PsoShape, PsoOrder, char *, size_t);

typedef struct Variant {
  PsoStage stage;
  bool resident;
  int threads_max;
  PsoKind problem;
  int function, loads;
  PsoKernel kernel;
  size_t (*shared_bytes)(const PsoProblem &, const PsoShape &);
  size_t (*workspace_bytes)(const PsoProblem &, const PsoShape &); /* of a block */
  double slots, wait; /* of a warp for a quad: issue slots, clocks from begin to end */
} Variant;

template <class S, class F> size_t shared_bytes(const PsoProblem &q, const PsoShape &shape) {
  Arena arena = {NULL, 0};
  S::make(q, shape, arena);
  F::make(q, shape, arena, NULL);
  return arena.bytes;
}

template <PsoStage STAGE, class S, class F> constexpr Variant variant(double slots, double wait) {
  return {STAGE,    S::RESIDENT != 0,        S::THREADS_MAX,     F::problem,         F::function,
          F::loads, pso_kernel<STAGE, S, F>, shared_bytes<S, F>, F::workspace_bytes, slots,
          wait};
}

#define VARIANTS_FUNCTION(kind, slots)                                                                       \
  variant<STAGE_STEP, Resident, Function<Resident, kind>>(slots, 500),                                       \
      variant<STAGE_STEP, Streaming, Function<Streaming, kind>>(slots + 130, 2000),                          \
      variant<STAGE_START, Streaming, Function<Streaming, kind>>(slots + 60, 2000)

/* Slots: counted in the sm_90 code, but estimated for the start; clocks: estimated. */
static const Variant variants[] = {
    variant<STAGE_STEP, Resident, Matching<Resident, LOADS_ATOMIC>>(161, 350),
    variant<STAGE_STEP, Resident, Matching<Resident, LOADS_COLUMN>>(192, 400),
    variant<STAGE_STEP, Streaming, Matching<Streaming, LOADS_ATOMIC>>(262, 1500),
    variant<STAGE_STEP, Streaming, Matching<Streaming, LOADS_GLOBAL>>(266, 2500),
    variant<STAGE_START, Streaming, Matching<Streaming, LOADS_ATOMIC>>(150, 1000),
    variant<STAGE_START, Streaming, Matching<Streaming, LOADS_GLOBAL>>(170, 1500),
    VARIANTS_FUNCTION(FUNCTION_SPHERE, 190),
    VARIANTS_FUNCTION(FUNCTION_ROSENBROCK, 210),
    VARIANTS_FUNCTION(FUNCTION_RASTRIGIN, 236),
    VARIANTS_FUNCTION(FUNCTION_ACKLEY, 235),
    VARIANTS_FUNCTION(FUNCTION_GRIEWANK, 352),
    VARIANTS_FUNCTION(FUNCTION_SCHWEFEL, 403),
};

/* A possible launch and its estimated time. */
typedef struct Launch {
  const Variant *variant;
  PsoShape shape;
  int threads, blocks;                  /* of a block; resident, on the whole device */
  size_t shared_bytes, workspace_bytes; /* of a block */
  double price;                         /* clocks of a step of all swarms; only ever compared */
} Launch;

/* Clocks and a warp's issue slots that a tile needs for barriers and the swarm's best. */
static const double wait_tile = 400, slots_tile = 80, schedulers = 4;
/* The cost of rows of memory that tiles divide: estimated. */
static const double price_tiles = 1.2;

static int32_t ceil_div(int32_t a, int32_t b) { return (a + b - 1) / b; }

/* The blocks of an SM issue and wait at the same time; neither hides the other completely. */
static double step_price(const CudaState *cuda, const Variant *v, const PsoProblem *q, const PsoShape *s,
                         int per_sm, uint32_t swarms) {
  const uint32_t sms = (uint32_t)cuda->sms, wave = (uint32_t)per_sm * sms, waves = (swarms + wave - 1) / wave;
  const double blocks = std::min((uint32_t)per_sm, (swarms + sms - 1) / sms),
               tiles = ceil_div(q->particles, s->lanes);
  const double warps = blocks * s->lanes / 32; /* without their team */
  const double issue = tiles * warps * (s->quads * v->slots + s->team * slots_tile) / schedulers;
  const double wait = tiles * (ceil_div(s->quads, s->team) * v->wait + wait_tile);
  return waves * hypot(issue, wait) * (tiles > 1 ? price_tiles : 1);
}

/* Estimates one variant in one shape; price 0 if it cannot run. `room`: dynamic shared memory that there is. */
static Status price_launch(const CudaState *cuda, const Variant *v, const PsoProblem *q, PsoShape shape,
                           uint32_t swarms, size_t room, Launch *out) {
  int per_sm = 0;
  Launch l = {
      v, shape, shape.lanes * shape.team, 0, v->shared_bytes(*q, shape), v->workspace_bytes(*q, shape), 0};
  if (l.shared_bytes <= room)
    CUDA_TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, v->kernel, l.threads, l.shared_bytes));
  l.blocks = per_sm * cuda->sms;
  if (per_sm) l.price = step_price(cuda, v, q, &shape, per_sm, swarms);
  *out = l;
  return OK;
}

/* Allows the variant all shared memory. */
static Status make_room(const CudaState *cuda, const Variant *v, size_t *room) {
  cudaFuncAttributes attributes;
  CUDA_TRY(cudaFuncGetAttributes(&attributes, v->kernel));
  *room = cuda->shared_block - attributes.sharedSizeBytes;
  CUDA_TRY(cudaFuncSetAttribute(v->kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)*room));
  CUDA_TRY(cudaFuncSetAttribute(v->kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                                cudaSharedmemCarveoutMaxShared));
  return OK;
}

static bool variant_suits(const Variant *v, const PsoProblem *q, PsoStage stage) {
  return v->stage == stage && v->problem == q->problem &&
         (v->function < 0 || v->function == (int)q->function);
}

static uint32_t round_bits(void) {
  const float shift = ROUND_SHIFT;
  uint32_t bits;
  memcpy(&bits, &shift, sizeof bits);
  return bits;
}

/* The cheapest shape of a variant, if it is cheaper than *best. */
static Status search_shapes(const CudaState *cuda, const Variant *v, const PsoProblem *q, uint32_t swarms,
                            Launch *best) {
  size_t room = 0;
  TRY(make_room(cuda, v, &room));
  const int32_t all = std::min(32 * ceil_div(q->particles, 32), v->threads_max);
  for (int32_t lanes = 32; lanes <= all; lanes = lanes < all ? std::min(2 * lanes, all) : all + 1)
    for (int32_t team = 1; team * lanes <= v->threads_max && team <= ceil_div(q->n, 4); ++team) {
      Launch l = {};
      TRY(price_launch(cuda, v, q,
                       {lanes, team, ceil_div(q->n, 4), round_bits(), round_bits() * (uint32_t)lanes}, swarms,
                       room, &l));
      const bool nearer = best->variant && v->resident && !best->variant->resident;
      if (l.price > 0 && (!best->variant || nearer || l.price < best->price)) *best = l;
    }
  return OK;
}

static Status search_launch(const Backend *be, const PsoProblem *q, PsoStage stage, uint32_t swarms,
                            Launch *out) {
  Launch best = {};
  for (const Variant &v : variants) {
    if (!variant_suits(&v, q, stage) || (best.variant && best.variant->resident && !v.resident)) continue;
    TRY(search_shapes(cuda_state(be), &v, q, swarms, &best));
  }
  if (!best.variant)
    FAIL(ERR_INTERNAL, "no swarm kernel for %d dimensions and %d particles", q->n, q->particles);
  *out = best;
  return OK;
}

/* The last launch that was chosen, and for what: the family's state. */
struct Chosen {
  PsoProblem problem;
  PsoStage stage;
  uint32_t swarms;
  Launch launch; /* no variant: none has been */
};

static void chosen_destroy(Backend *be, void *state) {
  (void)be;
  free(state);
}

static Status chosen_get(Backend *be, Chosen **out) {
  *out = (Chosen *)backend_state(be, FAMILY_pso);
  if (*out) return OK;
  *out = (Chosen *)calloc(1, sizeof **out);
  if (!*out) FAIL(ERR_MEMORY, "no memory for the shape of a launch");
  backend_state_set(be, FAMILY_pso, *out, chosen_destroy);
  return OK;
}

/* The same, from the state if it is of this problem: the estimate takes longer than a short epoch. */
static Status choose_launch(Backend *be, const PsoProblem *q, PsoStage stage, uint32_t swarms, Launch *out) {
  Chosen *last;
  TRY(chosen_get(be, &last));
  const PsoProblem *p = &last->problem;
  if (!last->launch.variant || last->stage != stage || last->swarms != swarms || p->problem != q->problem ||
      p->function != q->function || p->n != q->n || p->machines != q->machines ||
      p->particles != q->particles) {
    last->launch.variant = NULL;
    TRY(search_launch(be, q, stage, swarms, &last->launch));
    last->problem = *q;
    last->stage = stage;
    last->swarms = swarms;
  }
  *out = last->launch;
  return OK;
}

/* The rest of an SM's memory is cache: for times, and for swarms in global memory. */
static Status set_carveout(const CudaState *cuda, const Launch *l) {
  const size_t taken =
      (l->shared_bytes + sizeof(SwarmBest) + cuda->shared_reserved) * (size_t)(l->blocks / cuda->sms);
  const int percent = (int)std::min<size_t>(100, 100 * taken / cuda->shared_sm + 1);
  CUDA_TRY(cudaFuncSetAttribute(l->variant->kernel, cudaFuncAttributePreferredSharedMemoryCarveout, percent));
  return OK;
}

/* Queues order->steps steps. */
static Status launch(Backend *be, const Launch *l, const PsoProblem *q, const PsoState *state,
                     const PsoOrder *order) {
  const uint32_t grid = std::min(state->swarms, (uint32_t)l->blocks);
  void *workspace;
  TRY(cuda_workspace(be, grid * l->workspace_bytes, &workspace));
  TRY(set_carveout(cuda_state(be), l));
  CUDA_TRY(cuda_launch(l->variant->kernel, grid, (unsigned)l->threads, l->shared_bytes,
                       cuda_state(be)->stream, *q, *state, l->shape, *order, (char *)workspace,
                       l->workspace_bytes));
  return OK;
}

/* Memory traffic: x, v, b and the new x and v, and x again for a function; an improved b is rare. */
static Status describe(Backend *be, const PsoProblem *q, uint32_t swarms, Description *out) {
  static const char *const loads[] = {"columns a thread", "atomic additions", "global memory"};
  Launch l;
  int kilohertz = 0;
  TRY(choose_launch(be, q, STAGE_STEP, swarms, &l));
  CUDA_TRY(cudaDeviceGetAttribute(&kilohertz, cudaDevAttrClockRate, be->device));
  snprintf(out->shape, sizeof out->shape,
           "%d blocks of %d particles by %d threads, swarm in %s memory (%zu KB a block)%s%s", l.blocks,
           l.shape.lanes, l.shape.team, l.variant->resident ? "shared" : "global", l.shared_bytes / 1024,
           q->problem == PSO_MATCHING ? ", loads by " : "",
           q->problem == PSO_MATCHING ? loads[l.variant->loads] : "");
  out->ceiling_moves_s = 1e3 * kilohertz * cuda_state(be)->sms * 32 * schedulers * 4 / l.variant->slots;
  snprintf(out->binds, sizeof out->binds, "issue slots");
  if (!l.variant->resident) out->bytes_move = (q->problem == PSO_FUNCTION ? 6 : 5) * sizeof(float);
  return OK;
}

static Status start(Backend *be, const PsoProblem *q, const PsoState *state) {
  if (!state->swarms) return OK;
  Launch l;
  PsoOrder order = {round_keys(state->seed), 1, {0}};
  TRY(choose_launch(be, q, STAGE_START, state->swarms, &l));
  return launch(be, &l, q, state, &order);
}

static Status advance(Backend *be, const PsoProblem *q, const PsoState *state, const float *w,
                      uint32_t steps) {
  if (!steps || !state->swarms) return OK;
  Launch l;
  PsoState now = *state;
  PsoOrder order = {round_keys(state->seed), 0, {0}};
  TRY(choose_launch(be, q, STAGE_STEP, state->swarms, &l));
  for (uint32_t done = 0; done < steps; done += order.steps) {
    order.steps = std::min(steps - done, (uint32_t)PSO_STEPS_MAX);
    std::copy(w + done, w + done + order.steps, order.w);
    now.iteration = state->iteration + done;
    TRY(halt_check("iterations of the swarms"));
    TRY(launch(be, &l, q, &now, &order));
  }
  return OK;
}

typedef void (*ExchangeKernel)(PsoProblem, PsoState, int32_t *);

static Status exchange(Backend *be, ExchangeKernel kernel, const PsoProblem *q, const PsoState *state) {
  if (!state->swarms) return OK;
  void *workspace;
  TRY(cuda_workspace(be, state->swarms * (size_t)q->migrants * sizeof(int32_t), &workspace));
  CUDA_TRY(cuda_launch(kernel, state->swarms, PSO_EXCHANGE_THREADS, 0, cuda_state(be)->stream, *q, *state,
                       (int32_t *)workspace));
  return OK;
}

static Status pack(Backend *be, const PsoProblem *q, const PsoState *state) {
  return exchange(be, pack_kernel, q, state);
}

static Status settle(Backend *be, const PsoProblem *q, const PsoState *state) {
  return exchange(be, settle_kernel, q, state);
}

extern "C" const PsoKernels pso_kernels_cuda = {describe, start, advance, pack, settle};
