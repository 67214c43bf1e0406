/* Annealing on the CPU: twin of src/gpu/anneal_tasks/anneal.cu, contract in src/solver/anneal_tasks/anneal_kernels.h,
 * oracle in tests/oracle/oracle_anneal.c.
 *
 * A thread takes a whole chain, whose steps are sequential. Both backends share the step itself
 * (anneal_step.h). Here are the random words of PHILOX_LANES steps at once, in vector registers, and the derived state
 * of a chain. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "halt.h"
#include "cpu/philox_lanes.h"
#include "solver/anneal_tasks/anneal_kernels.h"
#include "solver/anneal_tasks/anneal_step.h"

/* Computes used, load and over from choice. */
static void chain_derive(const AnnealTables *k, AnnealChain *c) {
  memset(c->used, 0, (size_t)anneal_words(k) * sizeof *c->used);
  memcpy(c->load, k->base, (size_t)k->machines * sizeof *c->load);
  for (int32_t t = 0; t < k->tasks; t++) {
    const AnnealOption o = k->option[k->start[t] + c->choice[t]];
    c->load[o.machine] += o.time;
    c->used[o.entry >> 5] |= 1u << (o.entry & 31);
  }
  c->over = 0;
  for (int32_t m = 0; m < k->machines; m++) c->over += c->load[m] >= c->best;
}

/* Records the assignment as the best so far. */
static void chain_keep(const AnnealTables *k, AnnealChain *c, uint8_t *kept) {
  c->best = 0;
  c->over = 0;
  for (int32_t m = 0; m < k->machines; m++) c->best = c->load[m] > c->best ? c->load[m] : c->best;
  for (int32_t m = 0; m < k->machines; m++) c->over += c->load[m] >= c->best;
  memcpy(kept, c->choice, (size_t)k->tasks);
}

static void step_run(const AnnealTables *k, AnnealChain *c, uint8_t *kept, bool late,
                     philox4x32_ctr_t words) {
  AnnealMoves moves;
  if (!anneal_propose(k, c, words, &moves)) return;
  anneal_accept(k, c, &moves);
  if (late && c->over == 0) chain_keep(k, c, kept);
}

/* Steps first .. end - 1, all of one stage. */
static void stage_run(const AnnealTables *k, AnnealChain *c, uint8_t *kept, bool late, uint64_t seed,
                      uint32_t chain, uint64_t first, uint64_t end) {
  uint32_t words[4][PHILOX_LANES];
  for (uint64_t at = first; at < end; at += PHILOX_LANES) {
    const uint64_t count = end - at < PHILOX_LANES ? end - at : PHILOX_LANES;
    philox_lanes(seed, chain, at, RNG_ANNEAL, words); /* anneal_random */
    for (uint64_t j = 0; j < count; j++)
      step_run(k, c, kept, late, (philox4x32_ctr_t){{words[0][j], words[1][j], words[2][j], words[3][j]}});
  }
}

/* `memory`: words of used, then of load. */
static void chain_run(const AnnealTables *k, const AnnealState *state, const AnnealStages *stages,
                      uint64_t end, uint32_t chain, uint32_t *memory) {
  const size_t row = (size_t)chain * (size_t)k->tasks;
  AnnealChain c = {.choice = state->choice + row,
                   .used = memory,
                   .load = (int32_t *)(memory + anneal_words(k)),
                   .target = state->target[chain],
                   .best = state->best[chain]};
  chain_derive(k, &c);
  for (uint64_t at = state->step; at < end;) {
    const uint64_t stage = (at - stages->first) / stages->length,
                   next = stages->first + (stage + 1) * stages->length;
    const uint64_t stop = next < end ? next : end;
    c.temperature = stages->temperature[stage];
    c.q = stages->q[stage];
    stage_run(k, &c, state->kept + row, stage >= ANNEAL_STAGES / 2, state->seed, state->first + chain, at,
              stop);
    at = stop;
  }
  state->best[chain] = c.best;
}

static Status advance(Backend *be, const AnnealTables *k, const AnnealState *state,
                      const AnnealStages *stages, uint64_t steps) {
  bool failed = false;
#pragma omp parallel num_threads(be->threads) if (state->chains > 1)
  {
    uint32_t *memory = malloc(((size_t)anneal_words(k) + (size_t)k->machines) * sizeof *memory);
    if (!memory)
#pragma omp atomic write
      failed = true;
#pragma omp for schedule(dynamic)
    for (uint32_t chain = 0; chain < state->chains; chain++)
      if (memory && !halt_poll()) chain_run(k, state, stages, state->step + steps, chain, memory);
    free(memory);
  }
  if (failed) FAIL(ERR_MEMORY, "no memory for a chain of %d tasks on %d machines", k->tasks, k->machines);
  return halt_after("steps of annealing");
}

static Status restart(Backend *be, const AnnealTables *k, const AnnealState *state, const uint32_t *source) {
  (void)be;
  const size_t tasks = (size_t)k->tasks, chains = state->chains;
  for (size_t c = 0; c < chains; c++)
    memcpy(state->choice + c * tasks, source[c] < chains ? state->kept + source[c] * tasks : state->inbox,
           tasks);
  memcpy(state->kept, state->choice, chains * tasks);
  return OK;
}

static Status describe(Backend *be, const AnnealTables *k, uint32_t chains, Description *out) {
  const uint32_t threads = chains < (uint32_t)be->threads ? chains : (uint32_t)be->threads;
  snprintf(out->shape, sizeof out->shape, "%u chain%s on %u thread%s, %d tasks with %d options searched",
           chains, chains == 1 ? "" : "s", threads, threads == 1 ? "" : "s", k->tasks,
           k->entries - ANNEAL_PAD);
  return OK;
}

const AnnealKernels anneal_kernels_cpu = {describe, advance, restart, 8, 1};
