/* See emulation.h. */
#include <stdio.h>
#include <sys/mman.h>
#include <ucontext.h>
#include "cuda_runtime.h"

enum {
  LANES = 32,
  THREADS = 1024,
  WARPS = THREADS / LANES,
  STACK = 64 << 10,
  APART = 448, /* bytes: stacks that began at equal places of pages would share few sets of the cache */
  SHARED = 228 << 10,
  GUARD = 1 << 10,
  SWITCHES = 1 << 27 /* of a block; those of the tests take 2^24 at most */
};

uint3 threadIdx, blockIdx, blockDim, gridDim;
namespace sisr {
__attribute__((aligned(16))) char memory[SHARED + GUARD];
}
/* The same of other kernels. */
#define MEMORY_OF(family)                                                                                    \
  namespace family {                                                                                         \
  extern __attribute__((alias("_ZN4sisr6memoryE"))) char memory[SHARED + GUARD];                             \
  }
MEMORY_OF(lookback)
MEMORY_OF(flow)
MEMORY_OF(aco)
MEMORY_OF(aco_ladder)
MEMORY_OF(tour_ladder)
MEMORY_OF(restart_ladder)
MEMORY_OF(swarm_ladder)
MEMORY_OF(lattice_ladder)
MEMORY_OF(tempering)
MEMORY_OF(tabu)
MEMORY_OF(flock)
MEMORY_OF(ruin)
MEMORY_OF(three_opt)
/* Those that have no namespace. */
#define MEMORY_NAMED(type, name)                                                                             \
  extern __attribute__((alias("_ZN4sisr6memoryE"))) type name[(SHARED + GUARD) / sizeof(type)];
MEMORY_NAMED(char, shared)
MEMORY_NAMED(char, memory)
MEMORY_NAMED(float4, resident)
namespace three_opt {
MEMORY_NAMED(uint32_t, stages)
}

namespace {

enum State { AT_WARP, AT_BLOCK, ENDED };

struct Fiber {
  void *jump
      [5]; /* of __builtin_setjmp: a jump between stacks, without the signal mask and other costs of the C library's */
  uint32_t index;
  State state;       /* that it waits in */
  const char *where; /* it waits */
  EmulationCall call;
  uint32_t value, out;
  int32_t other;
  uint32_t *words; /* (count) of a shuffle; are read and written while all lanes wait */
  uint32_t count;
};
struct Warp {
  State state;
  uint32_t ran; /* lanes of this step */
  uint32_t turn, odd;
};

EmulationPlan plan;
uint64_t state, switches, limit; /* limit: the block has ended by then */
ucontext_t starts[THREADS + 1];
Fiber fibers[THREADS + 1], *current = &fibers[THREADS]; /* the last: who launches */
Warp warps[WARPS];
uint32_t threads_now, made;
void (*body_now)(void *);
void *context_now;

uint32_t random_word() {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(state >> 32);
}

/* ---- fibers ---- */

[[noreturn]] void give_up(const char *what, const Fiber *a, const Fiber *b) {
  fprintf(stderr, "%s: block %u: thread %u at %s, thread %u at %s\n", what, blockIdx.x, a->index, a->where,
          b->index, b->where);
  abort();
}

/* Apart from the function that sets the mark, as GCC asks. */
[[noreturn]] __attribute__((noipa)) void fiber_jump(Fiber *to) { __builtin_longjmp(to->jump, 1); }

__attribute__((noipa)) void fiber_switch(Fiber *to) {
  Fiber *const from = current;
  if (from == to) return;
  switches++;
  if (switches > limit && from != &fibers[THREADS]) give_up("a block does not end", from, to);
  current = to;
  threadIdx = {to->index, 0, 0};
  if (!__builtin_setjmp(from->jump)) fiber_jump(to);
}

/* ---- what a warp's lanes wait for ---- */

uint32_t warp_least(const Fiber *lane, bool is_signed) {
  uint32_t least = lane[0].value;
  for (int l = 1; l < LANES; l++)
    if (is_signed ? (int32_t)lane[l].value < (int32_t)least : lane[l].value < least) least = lane[l].value;
  return least;
}

uint32_t warp_bits(const Fiber *lane, uint32_t value) {
  uint32_t bits = 0;
  for (int l = 0; l < LANES; l++) bits |= (uint32_t)(lane[l].value == value) << l;
  return bits;
}

uint32_t warp_sum(const Fiber *lane) {
  uint32_t sum = 0;
  for (int l = 0; l < LANES; l++) sum += lane[l].value;
  return sum;
}

uint32_t warp_or(const Fiber *lane) {
  uint32_t bits = 0;
  for (int l = 0; l < LANES; l++) bits |= lane[l].value;
  return bits;
}

void all_set(Fiber *lane, uint32_t value) {
  for (int l = 0; l < LANES; l++) lane[l].out = value;
}

/* Whose value lane l gets. */
int shuffle_from(const Fiber *lane, int l) {
  const int other = lane[l].other;
  if (lane->call == CALL_SHUFFLE) return other & (LANES - 1);
  if (lane->call == CALL_SHUFFLE_UP) return l >= other ? l - other : l;
  return l + other < LANES ? l + other : l;
}

void lanes_shuffle(Fiber *lane) {
  uint32_t was[LANES];
  for (uint32_t word = 0; word < lane->count; word++) {
    for (int l = 0; l < LANES; l++) was[l] = lane[l].words[word];
    for (int l = 0; l < LANES; l++) lane[l].words[word] = was[shuffle_from(lane, l)];
  }
}

void warp_answer(Fiber *lane) {
  switch (lane->call) {
  case CALL_SYNC:
    return;
  case CALL_SHUFFLE:
  case CALL_SHUFFLE_UP:
  case CALL_SHUFFLE_DOWN:
    return lanes_shuffle(lane);
  case CALL_BALLOT:
    return all_set(lane, warp_bits(lane, 1));
  case CALL_ANY:
    return all_set(lane, warp_bits(lane, 1) != 0);
  case CALL_MATCH:
    for (int l = 0; l < LANES; l++) lane[l].out = warp_bits(lane, lane[l].value);
    return;
  case CALL_LEAST_SIGNED:
  case CALL_LEAST:
    return all_set(lane, warp_least(lane, lane->call == CALL_LEAST_SIGNED));
  case CALL_SUM:
    return all_set(lane, warp_sum(lane));
  case CALL_OR:
    return all_set(lane, warp_or(lane));
  }
}

/* ---- who is next ---- */

void step_begin(Warp *w) {
  w->ran = 0;
  w->turn = 0;
  w->odd = 1;
  if (plan.order == ORDER_RANDOM) {
    w->turn = random_word();
    w->odd = random_word() | 1;
  }
}

Fiber *lane_next(uint32_t warp) {
  Warp *const w = &warps[warp];
  uint32_t lane = (w->ran++ * w->odd + w->turn) % LANES;
  if (plan.order == ORDER_FALLING) lane = LANES - 1 - lane;
  return &fibers[warp * LANES + lane];
}

/* All lanes of a warp wait: at one place, and in the same call. */
void step_end(uint32_t warp) {
  Fiber *const lane = &fibers[warp * LANES];
  for (int l = 1; l < LANES; l++)
    if (lane[l].state != lane->state || lane[l].where != lane->where || lane[l].call != lane->call)
      give_up("lanes of a warp wait at different places", lane, &lane[l]);
  warps[warp].state = lane->state;
  if (lane->state == AT_WARP) warp_answer(lane);
  step_begin(&warps[warp]);
}

/* A warp that can go on; -1: none. */
int warp_next(uint32_t last) {
  const uint32_t count = threads_now / LANES;
  if (plan.order != ORDER_RANDOM && warps[last].state == AT_WARP) return (int)last;
  const uint32_t first = plan.order == ORDER_RANDOM ? random_word() % count : 0;
  for (uint32_t k = 0; k < count; k++) {
    const uint32_t w = plan.order == ORDER_FALLING ? count - 1 - k : (first + k) % count;
    if (warps[w].state == AT_WARP) return (int)w;
  }
  return -1;
}

/* All warps wait for the block, or have ended. True: they have ended. */
bool block_release() {
  for (uint32_t t = LANES; t < threads_now; t += LANES)
    if (fibers[t].state != fibers[0].state || fibers[t].where != fibers[0].where)
      give_up("warps of a block wait at different places", &fibers[0], &fibers[t]);
  if (fibers[0].state == ENDED) return true;
  uint32_t sum = 0;
  for (uint32_t t = 0; t < threads_now; t++) sum += fibers[t].value;
  for (uint32_t t = 0; t < threads_now; t++) fibers[t].out = sum;
  for (uint32_t w = 0; w < threads_now / LANES; w++) warps[w].state = AT_WARP;
  return false;
}

/* The current fiber waits. */
void wait() {
  uint32_t warp = current->index / LANES;
  if (warps[warp].ran < LANES) return fiber_switch(lane_next(warp));
  step_end(warp);
  int next = warp_next(warp);
  if (next < 0) {
    if (block_release()) return fiber_switch(&fibers[THREADS]);
    next = warp_next(warp);
  }
  fiber_switch(lane_next((uint32_t)next));
}

void wait_at(State where_to, const char *where, EmulationCall call) {
  current->state = where_to;
  current->where = where;
  current->call = call;
  wait();
}

/* ---- threads ---- */

void fiber_main() {
  Fiber *const self = &fibers[made];
  if (!__builtin_setjmp(self->jump)) setcontext(&starts[THREADS]);
  for (;;) {
    body_now(context_now);
    wait_at(ENDED, "its end", CALL_SYNC);
  }
}

void fibers_make(uint32_t threads) {
  for (; made < threads; made++) {
    Fiber *const f = &fibers[made];
    ucontext_t *const start = &starts[made];
    f->index = made;
    getcontext(start);
    start->uc_stack.ss_size = STACK - made % LANES * APART;
    start->uc_stack.ss_sp = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start->uc_stack.ss_sp == MAP_FAILED) abort();
    makecontext(start, fiber_main, 0);
    swapcontext(&starts[THREADS], start);
  }
}

char filler() { return (char)(plan.filler < 0 ? random_word() >> 8 : (uint32_t)plan.filler); }

void block_run(size_t bytes) {
  for (size_t at = 0; at < bytes; at++) sisr::memory[at] = filler();
  memset(sisr::memory + bytes, 0x5a, GUARD);
  for (uint32_t w = 0; w < threads_now / LANES; w++) {
    warps[w].state = AT_WARP;
    step_begin(&warps[w]);
  }
  limit = switches + SWITCHES;
  const uint32_t first = plan.order == ORDER_FALLING ? threads_now / LANES - 1 : 0;
  fiber_switch(lane_next(first));
  for (size_t at = bytes; at < bytes + GUARD; at++)
    if (sisr::memory[at] != 0x5a) {
      fprintf(stderr, "block %u wrote to byte %zu of %zu of shared memory\n", blockIdx.x, at, bytes);
      abort();
    }
}

} // namespace

/* ---- interface ---- */

void emulation_set(EmulationPlan next) {
  plan = next;
  state = next.seed;
}

void emulation_turn(uint64_t turn) {
  static const int32_t fillers[] = {-1, 0xff, 0, 0x5a};
  emulation_set({(EmulationOrder)(turn % 3), turn, fillers[turn / 3 % 4]});
}

uint64_t emulation_switches(void) { return switches; }

void emulation_words(const char *where, EmulationCall call, uint32_t mask, uint32_t *words, uint32_t count,
                     int32_t other) {
  Fiber *const self = current;
  self->words = words;
  self->count = count;
  self->other = other;
  if (mask != UINT32_MAX) give_up("not all lanes are asked for", self, self);
  wait_at(AT_WARP, where, call);
}

uint32_t emulation_warp(const char *where, EmulationCall call, uint32_t mask, uint32_t value) {
  Fiber *const self = current;
  self->value = value;
  if (mask != UINT32_MAX) give_up("not all lanes are asked for", self, self);
  wait_at(AT_WARP, where, call);
  return self->out;
}

void emulation_block(const char *where) { wait_at(AT_BLOCK, where, CALL_SYNC); }

uint32_t emulation_block_count(const char *where, bool value) {
  Fiber *const self = current;
  self->value = value;
  wait_at(AT_BLOCK, where, CALL_SUM);
  return self->out;
}

float emulation_root(float s) {
  uint32_t hash = (uint32_t)__float_as_int(s) * 0x85ebca6bu + (uint32_t)plan.seed;
  hash ^= hash >> 13;
  hash *= 0xc2b2ae35u;
  const float error = (float)(int32_t)hash * 0x1p-31f * 0x1p-22f;
  return sqrtf(s) * (1.0f + error);
}

void emulation_launch(void (*body)(void *), void *context, uint32_t columns, uint32_t rows, uint32_t threads,
                      size_t bytes) {
  if (threads % LANES || threads > THREADS || bytes > SHARED) {
    fprintf(stderr, "a block of %u threads with %zu bytes of shared memory\n", threads, bytes);
    abort();
  }
  fibers_make(threads);
  body_now = body;
  context_now = context;
  threads_now = threads;
  blockDim = {threads, 1, 1};
  gridDim = {columns, rows, 1};
  for (uint32_t y = 0; y < rows; y++)
    for (uint32_t x = 0; x < columns; x++) {
      blockIdx = {x, y, 0};
      block_run(bytes);
    }
}
