/* Inside the "sisr" solver: shared by sisr.c (the story), sisr_epochs.c (champions, migration), sisr_parts.c (chains into parts), sisr_state.c (what an
 * archipelago has, and how far it is), sisr_inputs.c (what kernels read of instances), sisr_population.c (recombination), sisr_genes.c (whole solutions), sisr_save.c (checkpoints) and sisr_batch.c (many
 * archipelagos on one place). */
#ifndef CORDEE_SOLVER_SISR_SISR_ARCHIPELAGO_H
#define CORDEE_SOLVER_SISR_SISR_ARCHIPELAGO_H

#include "solver/batch.h"
#include "solver/champions.h"
#include "sisr_plan.h"

struct Archipelago {
  const Instance *inst;
  Backend *be;
  const Plan *plan;
  Span span;
  SisrTask task;    /* its arrays are in `inputs`, or in that of a batch */
  void *inputs;     /* on the backend, owned; NULL in a batch, */
  SisrPlace *place; /* as this */
  uint32_t chains;  /* here */
  SisrPart *part;   /* (count) of all chains, in the epoch under way */
  uint32_t count;
  SisrSolutions now, kept; /* as of the epoch's begin, or of the last sisr_get */
  int64_t *cost;           /* (chains) of `now` */
  float *temperature;      /* (chains) */
  double unit;             /* of temperatures (sisr_plan.h) */
  double share;            /* of the run, when the epoch began */
  double paced;            /* share that the clock tells */
  uint32_t epoch;
  uint32_t rounds_done, rounds_all; /* of the epoch */
  uint64_t proposals;               /* since create */
  int64_t best_seen;                /* cost of the cheapest chain as of the last look; COST_NONE */
  Champions champions;
  int32_t *first; /* (customers) what savings have made, until the start; NULL: nothing was made before */
  bool startless; /* it breaks a limit */
  struct SisrStage *stage;           /* sisr_stage.h; NULL: none */
  struct SisrPopulation *population; /* sisr_population.h; NULL: none */
};

/* Solver.needs, Solver.create and Solver.destroy. sisr_alloc has the host's arrays alone: neither inputs nor place. */
void sisr_needs(const Instance *inst, const Backend *be, const Plan *plan, Span span, Memory *out);
Status sisr_alloc(const Instance *inst, Backend *be, const Plan *plan, Span span, Archipelago **out);
Status sisr_create(const Instance *inst, Backend *be, const Plan *plan, Span span, Archipelago **out);
void sisr_destroy(Archipelago *a);
/* All chains begin with `initial`, or with NULL with savings. ERR_MEMORY, ERR_FORMAT. */
Status sisr_chains_start(Archipelago *a, const int32_t *initial, int threads);

/* sisr_inputs.c. Uploads what kernels read of the instances of all archipelagos (count), which have chains, in one piece, *inputs, and
 * points task.data and task.near at it; *inputs is the caller's even on failure. ERR_MEMORY, ERR_DEVICE, ERR_STOPPED. */
Status sisr_inputs_make(Archipelago *const *all, uint32_t count, void **inputs);
int32_t sisr_near_width(const Instance *inst);
uint64_t sisr_inputs_bytes(const Instance *inst);

/* Rounds of an epoch: plan->epoch proposals a customer of every chain, at least one. */
uint32_t sisr_rounds(const Instance *inst, const Plan *plan);
/* Epoch `epoch` and its counters; touches no chain. */
void sisr_open(Archipelago *a, uint32_t epoch);

/* Chain of island i, of those here, with the least (sign 1) or the greatest (-1) of cost (chains), the first of equals. */
static inline uint32_t sisr_extreme(const Archipelago *a, const int64_t *cost, uint32_t i, int sign) {
  const uint32_t chains = sisr_plan(a->plan)->chains;
  uint32_t at = i * chains;
  for (uint32_t c = at + 1; c < (i + 1) * chains; c++)
    if (sign * cost[c] < sign * cost[at]) at = c;
  return at;
}

/* sisr_parts.c. Cuts every chain of now.gene into parts, by reordering its routes: sets part, count and costs of parts. The cuts depend on
 * the seed, the epoch and the chain. ERR_MEMORY; ERR_FORMAT: a part is too large for the backend. */
Status sisr_parts_cut(Archipelago *a);
/* The cost of a part's genes, that of routes included (route_cost). */
int64_t sisr_part_cost(const Instance *inst, const int32_t *gene, int32_t customers);
int32_t sisr_part_routes(const int32_t *gene, int32_t customers);
/* What a place has room for: customers of a part, and parts. */
int32_t sisr_part_room(const Instance *inst, const Plan *plan);
uint32_t sisr_parts_most(const Plan *plan, uint32_t chains);

/* What kernels exchange with an archipelago. */
static inline SisrChains sisr_chains_of(const Archipelago *a) {
  return (SisrChains){a->part, a->count, a->now, a->kept};
}
/* The next rounds: the share of the run, and with it the temperature, is as of now. */
SisrTurn sisr_turn(Archipelago *a, uint32_t rounds);
void sisr_turned(Archipelago *a, uint32_t rounds);
/* Solutions and costs from the backend. ERR_DEVICE. */
Status sisr_look(Archipelago *a, bool genes);
/* Costs of chains from those of their parts: now.cost and kept.cost are new. */
void sisr_seen(Archipelago *a);

/* sisr_genes.c. Calls take(a, chain, gene, cost, to) with what is kept of every chain as a whole. */
typedef void (*SisrTake)(const Archipelago *a, uint32_t chain, const int32_t *gene, int64_t cost, void *to);
void sisr_kept_each(const Archipelago *a, SisrTake take, void *to);
/* No solution: zeros. */
bool sisr_gene_none(const int32_t *gene, size_t n);
/* gene (chains, customers) of a field. cost (chains), or NULL: COST_NONE where there is no solution, which is refused otherwise. ERR_FORMAT. */
Status sisr_genes_load(const Archipelago *a, const FieldSet *in, const char *name, int32_t *gene,
                       int64_t *cost);

/* sisr_epochs.c: the host's part of an epoch, before sisr_open's counters run and after them. ERR_MEMORY, ERR_FORMAT. */
Status sisr_prepare(Archipelago *a, uint32_t epoch);
/* What is kept of chains, as champions if they are cheaper. */
void sisr_champions_take(const Archipelago *a, Champions *to);
uint64_t sisr_budget(const Plan *plan);
size_t sisr_migrant_bytes(const Archipelago *a);
Status sisr_emigrate(Archipelago *a, void *migrant);
Status sisr_immigrate(Archipelago *a, const void *migrant);
/* Migration where one archipelago has all islands. ERR_MEMORY. */
Status sisr_exchange(Archipelago *a);

/* sisr_batch.c */
extern const Batching sisr_batching;

/* sisr_save.c: Solver.save and Solver.load. */
Status sisr_save(Archipelago *a, FieldSet *out);
Status sisr_load(Archipelago *a, uint32_t epoch, const FieldSet *in);

#endif
