/* Inside the "ils" solver: the archipelago. Its parts:
 *   ils.c                            the table of functions
 *   ils_open.c                       creation
 *   ils_phases.c, ils_schedule.c     what an epoch consists of; how much work there is, and which steps come next
 *   ils_plan.c                       defaults and checks
 *   ils_problem.c, ils_problem_batch.c   what the kernels read
 *   ils_state.c, ils_patched.c       what the kernels write; start tours
 *   ils_crossover.c, ils_elite.c     generations; the best tours of earlier populations
 *   ils_champions.c                  champions and migrants
 *   ils_stage.c, ils_save.c, ils_load.c  checkpoints
 *   ils_batch.c                      many small tasks at once
 *
 * Tour j of island i is in row j * span.count + i - span.first: the first tours of all islands come first. A batch has
 * many tasks, with the whole ring of each: island i of task k is the (k * plan->islands + i)-th of the span. On the
 * backend, and in migrants, cities have their internal numbers (tour_problem.h), which are the same on every rank.
 * Champions and checkpoints have the instance's numbers. */
#ifndef CORDEE_SOLVER_ILS_ILS_ARCHIPELAGO_H
#define CORDEE_SOLVER_ILS_ILS_ARCHIPELAGO_H

#include "search/candidates/candidate_kernels.h"
#include "ils_kernels.h"
#include "ils_plan.h"
#include "search/eax/recombine_kernels.h"

/* The phases of a population. */
typedef enum IlsPhase {
  ILS_START, /* a block of start tours of every island at a time: greedy, then local search without kicks */
  ILS_KICKS, /* rounds of kicks: one epoch, or several without crossover */
  ILS_CROSSOVER, /* one generation, which is an epoch: pairs recombine, children replace their first parents */
  ILS_FINISHED   /* nothing is left: the budget is used up */
} IlsPhase;

/* Where a run is. The same on all islands. */
typedef struct IlsStage {
  uint32_t phase;      /* IlsPhase */
  uint32_t population; /* from 0 on */
  uint32_t generation; /* of the population; counted from 0 again when the elite set has joined */
  uint32_t stagnant;   /* generations in a row in which few tours improved */
  uint32_t joined;     /* 1: the elite set has joined the population */
  uint32_t made;       /* tours of every island that have finished the start phase */
  uint32_t block;      /* tours of every island that are in the start phase */
  uint64_t
      at; /* steps done: of the block's start; rounds of one tour of every island; pairs of every island */
  uint64_t kicks;     /* of an island, over all populations */
  double done, began; /* share of the time limit that has passed: now; when the population began */
} IlsStage;

struct Archipelago {
  const Instance *inst; /* of the first task; the others have the same size and metric */
  int32_t nodes; /* n of tours on the backend: cities, or the nodes of the instance's image (tour_image.h) */
  Backend *be;
  const Plan *plan; /* of the first task; the others differ only in the seed */
  Span span;
  uint32_t tasks; /* 1; more in a batch */
  TourTask *task; /* (tasks) host: the contents of state.task */
  IlsStage *
      task_stage; /* (tasks) of a batch: the generations of each; ILS_FINISHED: it waits for the others. NULL: no batch */
  IlsProblem problem; /* empty if the span is empty, as are all arrays */
  IlsState state;     /* its arrays are on the backend, owned here */
  int32_t *order;     /* (instances, n) host: the instance's city of each internal number */
  int64_t
      *base; /* (instances) host: of several images, what costs on the backend are too large by; else NULL */
  int32_t *list; /* (instances, n, width) backend: candidates; NULL once nothing needs them */
  struct PatchedTours **
      patched; /* (instances) host: NULL, or what start tours of a directed instance are made of; NULL: none has */
  uint32_t epoch;
  IlsStage stage;
  /* steps of a phase per slice (ils_phases.c) */
  uint32_t paced; /* 1 + the phase that `pace` belongs to; 0: none */
  double pace;    /* steps of the phase per step of the slice */
  struct {
    uint32_t phase;
    uint64_t steps;           /* of this phase; 0: there was none */
    double done;              /* stage.done when it began */
  } slice;                    /* the last one */
  double share[ILS_FINISHED]; /* of the time limit, that a step of each phase took last; 0: not known */
  double usual[ILS_FINISHED]; /* of each phase: its steps in its last slice; 0: it had none yet */
  double done_before;         /* stage.done at the start of this leg */
  uint64_t islands_improved;  /* islands of the ring that improved in the last epoch */
  int64_t *cost;              /* (tours) host: state.cost as last downloaded; COST_NONE: not started */
  /* with crossover: state.tour and child have `group` more rows, unless islands are isolated. Those of
   * state.tour hold the tours of the island before the first */
  int32_t *child;               /* (tours + group, n) backend */
  RecombinePair *pair;          /* (tours) backend */
  RecombineResult *result;      /* (tours) backend */
  RecombineEntropy entropy;     /* of the islands' tours; its arrays are on the backend */
  RecombineResult *result_host; /* (tours) */
  uint32_t *improved;           /* (islands) host: 1: enough tours improved in the last generation */
  /* the elite set: the champion at the start of the population, then the best of each of the last
   * populations */
  int64_t *elite_cost; /* (islands, ILS_ELITE_MAX) host; COST_NONE: none */
  int32_t *elite_tour; /* (islands, ILS_ELITE_MAX, n) backend */
  /* champions; the inbox holds arrivals of the last exchange, which become champions if they are cheaper */
  int64_t *champion_cost, *inbox_cost;      /* (islands) host; COST_NONE: none */
  uint32_t *champion_origin, *inbox_origin; /* (islands) host: the islands where they were found */
  int32_t *champion_tour, *inbox_tour;      /* (islands, n) backend; inbox_tour is NULL for a single island */
};

/* ---- ils_open.c ---- */

/* Solver.create for several tasks, whose islands together are the span. inst, seed (tasks). */
Status ils_open(const Instance *const *inst, const uint64_t *seed, uint32_t tasks, Backend *be,
                const Plan *plan, Span span, Archipelago **out);
void ils_destroy(Archipelago *a);

/* Of the i-th island: its task, that task's stage, whether that task has finished, the island's number on the
 * ring. */
static inline uint32_t ils_task_of(const Archipelago *a, uint32_t i) { return i / a->plan->islands; }
static inline const IlsStage *ils_stage_of(const Archipelago *a, uint32_t i) {
  return a->task_stage ? &a->task_stage[ils_task_of(a, i)] : &a->stage;
}
static inline bool ils_task_finished(const Archipelago *a, uint32_t i) {
  return a->task_stage && ils_stage_of(a, i)->phase == ILS_FINISHED;
}
/* Isolated islands take both parents from their own tours. Otherwise second parents come from the previous
 * island. */
static inline bool ils_isolated(const Archipelago *a) {
  return a->plan->islands == 1 || ils_plan(a->plan)->recombination == RECOMBINATION_ISOLATED;
}
static inline uint32_t ils_number(const Archipelago *a, uint32_t i) {
  return a->span.first + i % a->plan->islands;
}

extern const Batching ils_batching; /* ils_batch.c */

/* ---- ils_phases.c ---- */

enum { ILS_PAIR = 8 }; /* warps that work on a pair on a GPU: what IlsKernels.usual counts */

/* Is the work of the epoch done? */
bool ils_epoch_over(const Archipelago *a);
/* Runs a slice of `units` units, or less if the epoch ends. UINT32_MAX: no limit. */
Status ils_phases_run(Archipelago *a, uint32_t units);
/* Counts a finished generation. improved: enough tours did. Returns whether it was the last one. */
bool ils_generation_last(const IlsPlan *plan, IlsStage *stage, bool improved);
/* Will the elite set join after the last generation? It does so once in each population but the first.
 * ils_elite_admit marks that it has joined. */
bool ils_elite_pending(const IlsStage *stage);
void ils_elite_admit(IlsStage *stage);
/* Ends the population; starts the next one if the budget has one. */
Status ils_population_next(Archipelago *a);
Status ils_stage_next(Archipelago *a); /* after an epoch: sets the stage at which the next one begins */

/* ---- ils_plan.c ---- */

/* Solver.complete. */
Status ils_complete(const Instance *inst, const BackendOps *backend, Plan *plan);
/* Tours of so many nodes that start if the clock allows it; more start only if it allows that early (ils_schedule.c). */
int32_t ils_tours_usual(int32_t nodes);
#define ILS_EPOCH_MOST 4e9 /* kicks of a tour in an epoch: their numbers have 32 bits */

/* ---- ils_schedule.c ---- */

/* Solver's functions of these names. */
uint64_t ils_budget(const Plan *plan);
double ils_work(const Instance *inst, const Plan *plan);
uint32_t ils_epochs(const Plan *plan);

/* Tours of an island that the next block starts. */
uint32_t ils_block(const Archipelago *a);
/* Rounds of kicks of a population; the number at which the current epoch ends. UINT64_MAX: the clock
 * decides. */
uint64_t ils_population_rounds(const Plan *plan, uint32_t population);
uint64_t ils_rounds_end(const Archipelago *a);
/* Has the phase used its share of the time limit? Never, if there is a budget. */
bool ils_time_over(const Archipelago *a);
/* The next rounds, at most `most`: of the block's descent; of kicks at one temperature, after `over`
 * rounds. */
IlsRounds ils_descent_next(const Archipelago *a, uint64_t most);
IlsRounds ils_kicks_next(const Archipelago *a, uint64_t over, uint64_t most);

/* ---- ils_problem.c ---- */

/* The candidate lists that the plan asks for. */
CandidatePlan ils_lists(const Instance *inst, const IlsPlan *p);
/* Makes a->problem, order and list. ERR_MEMORY, ERR_DEVICE. */
Status ils_problem_make(Archipelago *a);
/* The same for several small instances (ils_problem_batch.c). */
Status ils_problems_make(Archipelago *a, const Instance *const *inst, uint32_t instances);
/* Uploads the lists of candidates and their distances; the table of acceptance thresholds. */
Status ils_candidates_place(Archipelago *a);
Status ils_quantiles_place(Archipelago *a);
void ils_problem_free(Archipelago *a);
/* -ln of the middle of the k-th of ILS_QUANTILES equal parts of (0, 1), in 1/4096, rounded. */
uint32_t ils_quantile(uint32_t k);

/* ---- ils_state.c ---- */

/* Allocates the arrays of a->span's islands. No tour has started. */
Status ils_state_make(Archipelago *a);
void ils_needs(const Instance *inst, const Backend *be, const Plan *plan, Span span, Memory *out);
void ils_state_free(Archipelago *a);
/* Puts all tasks into that epoch; uploads a->task to state.task. */
Status ils_epoch_set(Archipelago *a, uint32_t epoch);
Status ils_tasks_set(Archipelago *a);
/* Marks all tours as not started. */
Status ils_tours_drop(Archipelago *a);
/* Row of tour j of island span.first + i. */
size_t ils_row(const Archipelago *a, uint32_t i, uint32_t j);
/* Row of tour j of the island before island span.first + i, as of the last exchange. Tours from another rank
 * are in the last rows. */
size_t ils_neighbour_row(const Archipelago *a, uint32_t i, uint32_t j);
/* Address of a row of `tours` (islands or tours, n). */
int32_t *ils_tour(const Archipelago *a, int32_t *tours, size_t row);
size_t ils_tour_bytes(const Archipelago *a);
/* Per cent by which edge lengths are perturbed for start tours. Tours of up to ILS_SPREAD_CITIES cities that recombine should differ, above all
 * between clusters of cities. The descents of others, and of larger ones, would only take longer. */
enum { ILS_SPREAD = 10, ILS_SPREAD_CROSSOVER = 25, ILS_SPREAD_CITIES = 200000 };
uint32_t ils_spread(const Archipelago *a);
/* Makes start tours [from, from + count) of every island. */
Status ils_start(Archipelago *a, uint32_t from, uint32_t count);
/* Frees what only start tours need, after the last of them. */
void ils_started(Archipelago *a);
/* Runs rounds on tours [from, from + count) of every island. */
Status ils_advance_rows(Archipelago *a, uint32_t from, uint32_t count, const IlsRounds *rounds);
/* Computes the position array and the cost of one row from its tour; not in a batch. */
Status ils_measure(Archipelago *a, uint32_t row);
/* Transfers between a->cost and state.cost. */
Status ils_costs_download(Archipelago *a);
Status ils_costs_upload(Archipelago *a);
/* What costs of the i-th island's tours are without, to be those of its instance. */
int64_t ils_base(const Archipelago *a, uint32_t i);
/* Sets the unit of every tour's temperature, its mean edge; 0 for tours that have not started because the
 * time was up. */
Status ils_scale(Archipelago *a);

/* ---- ils_patched.c ---- */

/* Makes a->patched, if these instances (problem.tour.instances) are directed, from a->list. ERR_MEMORY, ERR_DEVICE. */
Status ils_patched_make(Archipelago *a, const Instance *const *inst);
void ils_patched_free(Archipelago *a);
/* Do all instances have such start tours? */
bool ils_patched_all(const Archipelago *a);
/* Puts them in the place of greedy tours. tour (count, n): of the members of CandidateKernels.greedy; instances without keep theirs. */
Status ils_patched_start(Archipelago *a, GreedyPlan plan, uint32_t count, int32_t *tour);

/* ---- ils_crossover.c ---- */

/* Allocates the arrays of generations, if there is crossover. ERR_MEMORY, ERR_DEVICE. */
Status ils_crossover_make(Archipelago *a);
void ils_crossover_free(Archipelago *a);
/* Makes the children of the first parents [from, from + count) of every island. */
Status ils_crossover(Archipelago *a, uint32_t from, uint32_t count);
/* When all children are there: they replace their first parents. */
Status ils_crossover_end(Archipelago *a);
/* Per cent of what gains that a generation applies: fewer of more tours than usual, so that they keep more of their diversity. */
enum { ILS_SHARE_WIDE = 20 };
int32_t ils_share(const Archipelago *a);
/* Cities of sub-tours that a test may join: RECOMBINE_FAR if a population (all islands, or one that is isolated) has more than ILS_FAR tours, else `usual`.
 * Fewer tours profit little. */
enum { ILS_FAR = 100 };
int32_t ils_join(const Archipelago *a, int32_t usual);
/* Of so many generations of large tours the first has second parents of other islands. */
enum { ILS_VISIT = 2 };
/* Does the next generation take second parents from the previous islands? */
bool ils_groups_migrate(const Archipelago *a);
/* Are the tours of the previous island still needed? So in the middle of such a generation. */
bool ils_parents_needed(const Archipelago *a);

/* ---- ils_elite.c ---- */

enum { ILS_ELITE_MAX = 9 }; /* of an island at most */

Status ils_elite_make(Archipelago *a);
void ils_elite_free(Archipelago *a);
/* Tours of the i-th island that come from the elite set once it has joined. Does the current generation take
 * its second parents from them? */
uint32_t ils_elite_joining(const Archipelago *a, uint32_t i);
/* Size of the i-th island's elite set: 1 at the start of the first population, 1 more after each
 * population. */
uint32_t ils_elite_size(const Archipelago *a, uint32_t i);
bool ils_elite_generation(const Archipelago *a, uint32_t i);
/* Champions become the first entry of the elite sets: a population begins. */
Status ils_elite_begin(Archipelago *a);
/* Adds the best tour of each of these islands: the population has ended, and the elite set has not joined
 * it. */
Status ils_elite_add(Archipelago *a, Span islands);
/* Puts the elite set among the tours of islands whose generation uses it. */
Status ils_elite_join(Archipelago *a);

/* ---- ils_champions.c ---- */

/* The best tour of every island becomes its champion if it is cheaper; not of finished tasks. */
Status ils_champions_update(Archipelago *a);
/* `tour`, on the backend, found on island `origin`, becomes the champion of the i-th island if it is
 * cheaper. */
Status ils_champion_offer(Archipelago *a, uint32_t i, int64_t cost, uint32_t origin, const int32_t *tour);
/* Solver.start. ERR_MEMORY. */
Status ils_given(Archipelago *a, const int32_t *initial);
/* Translates internal numbers to those of the first task's instance, in place. tour (n) is on the host. */
void ils_translate(const Archipelago *a, int32_t *tour);
/* Solver's functions of these names. */
Status ils_champion(Archipelago *a, uint32_t i, Individual *out);
Status ils_best(Archipelago *a, bool unfinished, Individual *out);
size_t ils_migrant_bytes(const Archipelago *a);
Status ils_emigrate(Archipelago *a, void *migrant);
Status ils_immigrate(Archipelago *a, const void *migrant);
extern const SolverGroups ils_groups;

#endif
