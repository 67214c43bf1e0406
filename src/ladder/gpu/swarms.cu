/* The ladder of swarms on a device: memory, texture, launches, the clock. See ladder/swarm_kernels.h. */
#include "swarm_device.cuh"

#include <algorithm>
#include <stdlib.h>
#include "clock.h"

namespace swarm_ladder {

typedef void (*Kernel)(Args);

enum {
  THREADS = 128 /* of kernels with a thread a place */,
  MARKS = 1024 /* kernels timed before the host waits */
};

struct Design {
  SwarmDesign is;
  void (*random)(Args, uint32_t, uint32_t);
  Kernel init;
  void (*update)(Args, uint32_t, float);
  Kernel fitness;
  void (*bests)(Args, const uint32_t *);
  Kernel move;
};

template <class L, bool SHARED, bool TEXTURE> constexpr Design design_of(const char *name, bool by_particle) {
  return {{name, SHARED, TEXTURE, by_particle}, random_kernel<L>, init_kernel<L>, update_kernel<L>,
          fitness_kernel<L, SHARED, TEXTURE>,   bests_kernel<L>,  move_kernel<L>};
}

const Design designs[] = {design_of<ByDimension, true, true>("kernels-shared", false),
                          design_of<ByDimension, true, false>("shared-loads", false),
                          design_of<ByDimension, false, true>("kernels-global", false),
                          design_of<ByDimension, false, false>("global-loads", false),
                          design_of<ByParticle, true, true>("by-particle", true)};
enum { DESIGNS = sizeof designs / sizeof *designs };

const SwarmDesign *design(int k) { return k >= 0 && k < DESIGNS ? &designs[k].is : NULL; }

/* Kernels between events: mark m is the begin of a kernel of the kind mark[m], and the end of the one before. */
struct Marks {
  cudaEvent_t event[MARKS + 1];
  SwarmKernel kind[MARKS];
  int count;
  bool apart;
};

} // namespace swarm_ladder

struct SwarmLadder {
  Backend *be;
  SwarmPlan plan;
  float *w; /* the plan's */
  swarm_ladder::Args args;
  uint32_t stored, stored_most; /* iterations whose random numbers are in store, and most */
  uint32_t stored_first;
  swarm_ladder::Marks marks;
};

namespace swarm_ladder {

/* ---- launches ---- */

/* Adds up what the marks say. */
Status marks_take(SwarmLadder *l, SwarmTimes *times) {
  Marks *m = &l->marks;
  if (!m->apart) return OK;
  CUDA_TRY(cudaEventRecord(m->event[m->count], cuda_state(l->be)->stream));
  CUDA_TRY(cudaEventSynchronize(m->event[m->count]));
  for (int k = 0; k < m->count; k++) {
    float ms;
    CUDA_TRY(cudaEventElapsedTime(&ms, m->event[k], m->event[k + 1]));
    times->kernel[m->kind[k]] += 1e-3 * ms;
  }
  m->count = 0;
  return OK;
}

/* Before each launch. */
Status mark(SwarmLadder *l, SwarmKernel kind, SwarmTimes *times) {
  Marks *m = &l->marks;
  if (!m->apart) return OK;
  if (m->count == MARKS) TRY(marks_take(l, times));
  m->kind[m->count] = kind;
  CUDA_TRY(cudaEventRecord(m->event[m->count++], cuda_state(l->be)->stream));
  return OK;
}

dim3 blocks_of(size_t threads) { return dim3((unsigned)((threads + THREADS - 1) / THREADS)); }
size_t places(const SwarmLadder *l) {
  return (size_t)l->plan.swarms * (size_t)l->plan.problem.n * (size_t)l->plan.problem.particles;
}
/* Of a block that is a swarm. */
unsigned swarm_threads(const SwarmLadder *l) {
  unsigned threads = 32;
  while (threads < (unsigned)l->plan.problem.particles) threads *= 2;
  return threads;
}
size_t loads_bytes(const SwarmLadder *l, const Design *d) {
  const PsoProblem *q = &l->plan.problem;
  return d->is.shared ? (size_t)q->particles * (size_t)q->machines * sizeof(uint32_t) : 0;
}

Status random_fill(SwarmLadder *l, const Design *d, uint32_t first, uint32_t most, SwarmTimes *times) {
  const PsoProblem *q = &l->plan.problem;
  l->stored_first = first;
  l->stored = std::min(most, l->stored_most);
  const size_t threads = (size_t)l->stored * l->plan.swarms * (size_t)q->particles * (((size_t)q->n + 3) / 4);
  TRY(mark(l, SWARM_RANDOM, times));
  CUDA_TRY(cuda_launch(d->random, blocks_of(threads), THREADS, 0, cuda_state(l->be)->stream, l->args, first,
                       l->stored));
  return OK;
}

Status fitness_launch(SwarmLadder *l, const Design *d, SwarmTimes *times) {
  const cudaStream_t stream = cuda_state(l->be)->stream;
  const dim3 grid(l->plan.swarms);
  TRY(mark(l, SWARM_FITNESS, times));
  CUDA_TRY(cuda_launch(d->fitness, grid, swarm_threads(l), loads_bytes(l, d), stream, l->args));
  TRY(mark(l, SWARM_BESTS, times));
  CUDA_TRY(
      cuda_launch(d->bests, grid, swarm_threads(l), 0, stream, l->args, (const uint32_t *)l->args.fitness));
  return OK;
}

Status start(SwarmLadder *l, const Design *d, SwarmTimes *times) {
  TRY(random_fill(l, d, PSO_START, 1, times));
  TRY(mark(l, SWARM_INIT, times));
  CUDA_TRY(cuda_launch(d->init, blocks_of(places(l)), THREADS, 0, cuda_state(l->be)->stream, l->args));
  TRY(fitness_launch(l, d, times));
  l->stored = 0;
  return OK;
}

Status iteration(SwarmLadder *l, const Design *d, uint32_t k, SwarmTimes *times) {
  if (!l->stored || k >= l->stored_first + l->stored)
    TRY(random_fill(l, d, k, l->plan.iterations - k, times));
  TRY(mark(l, SWARM_UPDATE, times));
  CUDA_TRY(cuda_launch(d->update, blocks_of(places(l)), THREADS, 0, cuda_state(l->be)->stream, l->args,
                       k - l->stored_first, l->w[k]));
  return fitness_launch(l, d, times);
}

Status particles_exchange(SwarmLadder *l, const Design *d, SwarmTimes *times) {
  const cudaStream_t stream = cuda_state(l->be)->stream;
  const PsoProblem *q = &l->plan.problem;
  const size_t moved = (size_t)l->plan.swarms * (size_t)std::max(q->migrants, 1) * (size_t)q->n;
  TRY(mark(l, SWARM_FIND, times));
  CUDA_TRY(cuda_launch(find_kernel, dim3(l->plan.swarms), swarm_threads(l), 0, stream, l->args));
  TRY(mark(l, SWARM_MOVE, times));
  CUDA_TRY(cuda_launch(d->move, blocks_of(moved), THREADS, 0, stream, l->args));
  TRY(mark(l, SWARM_BESTS, times));
  CUDA_TRY(cuda_launch(d->bests, dim3(l->plan.swarms), swarm_threads(l), 0, stream, l->args,
                       (const uint32_t *)l->args.b_fitness));
  return OK;
}

Status iterations(SwarmLadder *l, const Design *d, SwarmTimes *times) {
  const SwarmPlan *plan = &l->plan;
  for (uint32_t k = 0; k < plan->iterations; k++) {
    TRY(iteration(l, d, k, times));
    const bool over = (k + 1) % plan->epoch == 0 || k + 1 == plan->iterations;
    if (over && plan->swarms > 1) TRY(particles_exchange(l, d, times));
  }
  return marks_take(l, times);
}

/* What other designs have left behind goes first. */
Status forget(SwarmLadder *l) {
  const cudaStream_t stream = cuda_state(l->be)->stream;
  for (float *array : {l->args.x, l->args.v, l->args.b})
    CUDA_TRY(cudaMemsetAsync(array, 0, places(l) * sizeof *array, stream));
  return OK;
}

Status run(SwarmLadder *l, int k, bool apart, SwarmTimes *times) {
  const Design *d = &designs[k];
  *times = {};
  l->marks.apart = apart;
  if (d->is.shared)
    CUDA_TRY(cudaFuncSetAttribute(d->fitness, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  (int)loads_bytes(l, d)));
  TRY(forget(l));
  TRY(start(l, d, times));
  CUDA_TRY(cudaStreamSynchronize(cuda_state(l->be)->stream));
  const double began = clock_s();
  TRY(iterations(l, d, times));
  CUDA_TRY(cudaStreamSynchronize(cuda_state(l->be)->stream));
  times->total = clock_s() - began;
  return OK;
}

Status resident(SwarmLadder *l, int k, uint32_t *swarms) {
  const Design *d = &designs[k];
  const size_t bytes = loads_bytes(l, d);
  int blocks;
  *swarms = 0;
  if (bytes > cuda_state(l->be)->shared_block) return OK;
  if (d->is.shared)
    CUDA_TRY(cudaFuncSetAttribute(d->fitness, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes));
  CUDA_TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, d->fitness, (int)swarm_threads(l), bytes));
  *swarms = (uint32_t)(blocks * cuda_state(l->be)->sms);
  return OK;
}

/* ---- the state ---- */

/* (S, P, T) to (S, T, P). */
void turn(const SwarmLadder *l, const float *from, float *to) {
  const size_t n = (size_t)l->plan.problem.n, particles = (size_t)l->plan.problem.particles;
  for (size_t s = 0; s < l->plan.swarms; s++)
    for (size_t p = 0; p < particles; p++)
      for (size_t t = 0; t < n; t++) to[(s * n + t) * particles + p] = from[(s * particles + p) * n + t];
}

Status places_copy(SwarmLadder *l, bool by_particle, const float *dev, float *host) {
  const size_t bytes = places(l) * sizeof *host;
  if (!by_particle) return l->be->ops->download(l->be, host, dev, bytes);
  float *from = (float *)malloc(bytes);
  if (!from) FAIL(ERR_MEMORY, "no memory for %zu bytes", bytes);
  const Status status = l->be->ops->download(l->be, from, dev, bytes);
  if (status == OK) turn(l, from, host);
  free(from);
  return status;
}

Status state(SwarmLadder *l, int k, const PsoState *host) {
  const bool turned = designs[k].is.by_particle;
  const Args *a = &l->args;
  const BackendOps *ops = l->be->ops;
  const size_t swarms = l->plan.swarms, rows = swarms * (size_t)l->plan.problem.n,
               particles = swarms * (size_t)l->plan.problem.particles;
  TRY(places_copy(l, turned, a->x, host->x));
  TRY(places_copy(l, turned, a->v, host->v));
  TRY(places_copy(l, turned, a->b, host->b));
  TRY(ops->download(l->be, host->b_fitness, a->b_fitness, particles * sizeof *host->b_fitness));
  TRY(ops->download(l->be, host->g, a->g, rows * sizeof *host->g));
  TRY(ops->download(l->be, host->h, a->h, rows * sizeof *host->h));
  TRY(ops->download(l->be, host->g_fitness, a->g_fitness, swarms * sizeof *host->g_fitness));
  return ops->download(l->be, host->h_known, a->h_known, swarms * sizeof *host->h_known);
}

/* ---- memory ---- */

template <class T> Status array_make(SwarmLadder *l, size_t count, T **out) {
  return l->be->ops->alloc(l->be, (count ? count : 1) * sizeof(T), (void **)out);
}

Status texture_make(SwarmLadder *l, size_t count) {
  cudaResourceDesc from = {};
  cudaTextureDesc how = {};
  from.resType = cudaResourceTypeLinear;
  from.res.linear.devPtr = (void *)l->args.q.ticks;
  from.res.linear.desc = cudaCreateChannelDesc<unsigned>();
  from.res.linear.sizeInBytes = count * sizeof(uint32_t);
  how.readMode = cudaReadModeElementType;
  CUDA_TRY(cudaCreateTextureObject(&l->args.times, &from, &how, NULL));
  return OK;
}

Status times_make(SwarmLadder *l) {
  const size_t count = (size_t)l->plan.problem.n * (size_t)l->plan.problem.machines;
  uint32_t *ticks;
  TRY(array_make(l, count, &ticks));
  l->args.q.ticks = ticks;
  TRY(l->be->ops->upload(l->be, ticks, l->plan.problem.ticks, count * sizeof *ticks));
  return texture_make(l, count);
}

Status swarms_make(SwarmLadder *l) {
  Args *a = &l->args;
  const PsoProblem *q = &a->q;
  const size_t swarms = a->swarms, rows = swarms * (size_t)q->n, particles = swarms * (size_t)q->particles,
               migrants = swarms * (size_t)q->migrants;
  TRY(array_make(l, places(l), &a->x));
  TRY(array_make(l, places(l), &a->v));
  TRY(array_make(l, places(l), &a->b));
  TRY(array_make(l, rows, &a->g));
  TRY(array_make(l, rows, &a->h));
  TRY(array_make(l, particles, &a->fitness));
  TRY(array_make(l, particles, &a->b_fitness));
  TRY(array_make(l, swarms, &a->g_fitness));
  TRY(array_make(l, swarms, &a->h_known));
  TRY(array_make(l, particles * (size_t)q->machines, &a->loads));
  TRY(array_make(l, migrants, &a->best));
  return array_make(l, migrants, &a->worst);
}

Status random_make(SwarmLadder *l) {
  const uint64_t each = l->args.numbers * places(l) * sizeof(float), most = l->plan.chunk_bytes / each;
  l->stored_most = (uint32_t)std::min<uint64_t>(std::max<uint64_t>(most, 1), l->plan.iterations);
  return array_make(l, l->stored_most * l->args.numbers * places(l), &l->args.random);
}

Status device_open(SwarmLadder *l) {
  const size_t bytes = l->plan.iterations * sizeof *l->w;
  l->w = (float *)malloc(bytes + 1);
  if (!l->w) FAIL(ERR_MEMORY, "no memory for %u iterations", l->plan.iterations);
  std::copy(l->plan.w, l->plan.w + l->plan.iterations, l->w);
  for (cudaEvent_t &event : l->marks.event) CUDA_TRY(cudaEventCreate(&event));
  TRY(times_make(l));
  TRY(swarms_make(l));
  return random_make(l);
}

void close(SwarmLadder *l) {
  if (!l) return;
  const Args *a = &l->args;
  if (a->times) cudaDestroyTextureObject(a->times);
  const void *arrays[] = {a->q.ticks,   a->x,         a->v,       a->b,      a->g,     a->h,    a->fitness,
                          a->b_fitness, a->g_fitness, a->h_known, a->random, a->loads, a->best, a->worst};
  for (const void *array : arrays) l->be->ops->free(l->be, const_cast<void *>(array));
  for (cudaEvent_t event : l->marks.event)
    if (event) cudaEventDestroy(event);
  free(l->w);
  free(l);
}

Status plan_check(const SwarmPlan *plan) {
  const PsoProblem *q = &plan->problem;
  if (q->particles > SWARM_PARTICLES_MAX)
    FAIL(ERR_USAGE, "ladder: expected at most %d particles, found %d", SWARM_PARTICLES_MAX, q->particles);
  if (2 * q->migrants > q->particles)
    FAIL(ERR_USAGE, "ladder: expected at most half of %d particles to move, found %d", q->particles,
         q->migrants);
  return OK;
}

Status open(Backend *be, const SwarmPlan *plan, SwarmLadder **out) {
  TRY(plan_check(plan));
  CUDA_TRY(cudaSetDevice(be->device)); /* of this module's copy of the runtime */
  SwarmLadder *l = (SwarmLadder *)calloc(1, sizeof *l);
  if (!l) FAIL(ERR_MEMORY, "no memory for a ladder");
  l->be = be;
  l->plan = *plan;
  l->args.q = plan->problem;
  l->args.q.ticks = NULL;
  l->args.seed = plan->seed;
  l->args.swarms = plan->swarms;
  l->args.numbers = plan->swarms > 1 ? 3 : 2;
  const Status status = device_open(l);
  if (status == OK)
    *out = l;
  else
    close(l);
  return status;
}

} // namespace swarm_ladder

extern "C" const SwarmLadderKernels swarm_ladder_kernels_cuda = {swarm_ladder::design,   swarm_ladder::open,
                                                                 swarm_ladder::resident, swarm_ladder::run,
                                                                 swarm_ladder::state,    swarm_ladder::close};
