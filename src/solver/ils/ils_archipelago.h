/* Inside the "ils" solver: the archipelago, shared by ils.c (epochs), ils_phases.c (what an epoch is made of), ils_plan.c
 * (options and schedule), ils_problem.c and ils_problem_batch.c (what kernels read), ils_state.c (what they write; start tours),
 * ils_crossover.c (generations), ils_elite_joining.c (what populations leave), ils_champions.c (champions and migrants), ils_stage.c,
 * ils_save.c and ils_load.c (checkpoints), ils_batch.c (many small tasks).
 *
 * Tour j of island i lies at row j * span.count + i - span.first: the first tours of all islands first. A batch has many
 * tasks, the whole ring of each: island i of task k is the (k * plan->islands + i)-th of the span. On the backend, and in
 * migrants, cities have their internal numbers (tour_problem.h), which are the same on every rank; what others see has the
 * instance's. */
#ifndef CORDEE_SOLVER_ILS_ILS_ARCHIPELAGO_H
#define CORDEE_SOLVER_ILS_ILS_ARCHIPELAGO_H

#include "solver/candidates/candidate_kernels.h"
#include "ils_kernels.h"
#include "ils_plan.h"
#include "solver/eax/recombine_kernels.h"

/* What a population goes through. */
typedef enum IlsPhase {
  ILS_START,     /* tours begin, a block of every island at a time: greedy, then rounds without kicks */
  ILS_KICKS,     /* rounds of kicks; an epoch, or several where tours do not meet */
  ILS_CROSSOVER, /* a generation, which is an epoch: pairs recombine, children take their parents' places */
  ILS_FINISHED   /* nothing: the budget is used up */
} IlsPhase;

/* Where a run is: the same on all islands. */
typedef struct IlsStage {
  uint32_t phase;      /* IlsPhase */
  uint32_t population; /* from 0 on */
  uint32_t generation; /* of the population; from 0 on again when the elders have joined */
  uint32_t stagnant;   /* generations in a row in which hardly a tour got better */
  uint32_t joined;     /* whether the elders have */
  uint32_t made;       /* tours of every island that are through the start; */
  uint32_t block;      /* so many that are in it */
  uint64_t at; /* steps over: of a block's start; rounds of one tour of every island; pairs of every island */
  uint64_t kicks;     /* of an island, over all populations */
  double done, began; /* share of the clock's time that is over: now; when the population began */
} IlsStage;

struct Archipelago {
  const Instance *inst; /* of the first task; others are of the same size and metric */
  Backend *be;
  const Plan *plan; /* the first task's; others differ in the seed alone */
  Span span;
  uint32_t tasks; /* 1, or a batch's */
  TourTask *task; /* (tasks) host: what state.task is */
  IlsStage *
      task_stage; /* (tasks) a batch's: how far each is with its generations; ILS_FINISHED: through, and waits. NULL: no batch */
  IlsProblem problem; /* empty if the span is, as are all arrays */
  IlsState state;     /* its arrays are on the backend, owned here */
  int32_t *order;     /* (instances, n) host: the instance's city of each internal number */
  int32_t *list; /* (instances, n, width) backend: candidates, as long as somebody needs them; then NULL */
  uint32_t epoch;
  IlsStage stage;
  /* how many steps of a phase a slice has (ils_phases.c) */
  uint32_t paced;             /* the phase that pace is of, and one; 0: none */
  double pace;                /* for each step of the slice's own */
  double usual[ILS_FINISHED]; /* in the last slice that had some of the phase; 0: none had yet */
  double done_before;         /* stage.done when this leg began */
  uint64_t islands_improved;  /* islands of the ring that were lively in the last epoch */
  int64_t *cost;              /* (tours) host: state.cost as of the last look; COST_NONE: not begun yet */
  /* where tours meet: state.tour and child have room for `group` more, unless islands are alone: in state.tour, those of the
   * island before the first */
  int32_t *child;               /* (tours + group, n) backend */
  RecombinePair *pair;          /* (tours) backend */
  RecombineResult *result;      /* (tours) backend */
  RecombineResult *result_host; /* (tours) */
  uint32_t *improved; /* (islands) host: whether many of its tours got better in the last generation */
  /* the champion when the population began; the best of each of the last ones */
  int64_t *elite_cost; /* (islands, ILS_ELITE_MAX) host; COST_NONE: none */
  int32_t *elite_tour; /* (islands, ILS_ELITE_MAX, n) backend */
  /* champions, and who has arrived since the last exchange, which become champions if they are cheaper */
  int64_t *champion_cost, *inbox_cost;      /* (islands) host; COST_NONE: none */
  uint32_t *champion_origin, *inbox_origin; /* (islands) host: where they were found */
  int32_t *champion_tour, *inbox_tour; /* (islands, n) backend; inbox_tour NULL if there is but one island */
};

/* ---- ils.c ---- */

/* What create does, and more: an archipelago of several tasks, whose islands are the span. inst, seed (tasks). */
Status ils_open(const Instance *const *inst, const uint64_t *seed, uint32_t tasks, Backend *be,
                const Plan *plan, Span span, Archipelago **out);
void ils_destroy(Archipelago *a);

/* The task of the i-th island, how far it is, whether it is through; the island's number. */
static inline uint32_t ils_task_of(const Archipelago *a, uint32_t i) { return i / a->plan->islands; }
static inline const IlsStage *ils_stage_of(const Archipelago *a, uint32_t i) {
  return a->task_stage ? &a->task_stage[ils_task_of(a, i)] : &a->stage;
}
static inline bool ils_task_finished(const Archipelago *a, uint32_t i) {
  return a->task_stage && ils_stage_of(a, i)->phase == ILS_FINISHED;
}
/* Tours that come along the ring are fathers, too, unless islands are alone. */
static inline bool ils_isolated(const Archipelago *a) {
  return a->plan->islands == 1 || ils_plan(a->plan)->recombination == RECOMBINATION_ISOLATED;
}
static inline uint32_t ils_number(const Archipelago *a, uint32_t i) {
  return a->span.first + i % a->plan->islands;
}

extern const Batching ils_batching; /* ils_batch.c */

/* ---- ils_phases.c ---- */

enum { ILS_PAIR = 8 }; /* warps of a pair on a GPU: what IlsKernels.usual counts */

/* Is the epoch's work done? */
bool ils_epoch_over(const Archipelago *a);
/* Does a slice of so many units of it, or all that is left; UINT32_MAX: many. */
Status ils_phases_run(Archipelago *a, uint32_t units);
/* A generation of the stage is over, lively or not. Is that the last one? */
bool ils_generation_last(const IlsPlan *plan, IlsStage *stage, bool improved);
/* The elders join after the last generation, unless they have. */
bool ils_elite_pending(const IlsStage *stage);
void ils_elite_admit(IlsStage *stage);
/* The population is through: the next one, if there is one. */
Status ils_population_next(Archipelago *a);
/* After an epoch: the stage at which the next one begins. */
Status ils_stage_next(Archipelago *a);

/* ---- ils_plan.c ---- */

/* Solver's functions of these names. */
Status ils_complete(const Instance *inst, const BackendOps *backend, Plan *plan);
uint64_t ils_budget(const Plan *plan);
double ils_work(const Instance *inst, const Plan *plan);
uint32_t ils_epochs(const Plan *plan);

/* Tours of an island that begin together next. */
uint32_t ils_block(const Archipelago *a);
/* Rounds of kicks of a population; those of this one when the epoch is over. UINT64_MAX: as many as the time allows. */
uint64_t ils_population_rounds(const Plan *plan, uint32_t population);
uint64_t ils_rounds_end(const Archipelago *a);
/* Is the phase's share of the clock's time used up? Never, if there is a budget. */
bool ils_time_over(const Archipelago *a);
/* The next rounds of the block's descent; of kicks, of one temperature, after so many. At most so many. */
IlsRounds ils_descent_next(const Archipelago *a, uint64_t most);
IlsRounds ils_kicks_next(const Archipelago *a, uint64_t over, uint64_t most);

/* ---- ils_problem.c ---- */

/* a->problem, order and list. ERR_MEMORY, ERR_DEVICE. */
Status ils_problem_make(Archipelago *a);
/* The same of several small instances (ils_problem_batch.c). */
Status ils_problems_make(Archipelago *a, const Instance *const *inst, uint32_t instances);
/* Lists and distances of candidates; acceptance. */
Status ils_candidates_place(Archipelago *a);
Status ils_quantiles_place(Archipelago *a);
void ils_problem_free(Archipelago *a);
/* -ln of the middle of the k-th of ILS_QUANTILES equal parts of (0, 1), in 1/4096, rounded. */
uint32_t ils_quantile(uint32_t k);

/* ---- ils_state.c ---- */

/* Arrays of a->span's islands: no tour has begun. */
Status ils_state_make(Archipelago *a);
void ils_needs(const Instance *inst, const Backend *be, const Plan *plan, Span span, Memory *out);
void ils_state_free(Archipelago *a);
/* All tasks are in that epoch; state.task is a->task as it is now. */
Status ils_epoch_set(Archipelago *a, uint32_t epoch);
Status ils_tasks_set(Archipelago *a);
/* No tour has begun any more. */
Status ils_tours_drop(Archipelago *a);
/* Row of tour j of island span.first + i. */
size_t ils_row(const Archipelago *a, uint32_t i, uint32_t j);
/* Makes start tours [from, from + count) of every island. */
Status ils_start(Archipelago *a, uint32_t from, uint32_t count);
/* Frees what start tours alone need, if they are the last. */
void ils_started(Archipelago *a);
/* Runs rounds on tours [from, from + count) of every island. */
Status ils_advance_rows(Archipelago *a, uint32_t from, uint32_t count, const IlsRounds *rounds);
/* Position and cost of one row, from its tour; not of a batch. */
Status ils_measure(Archipelago *a, uint32_t row);
/* a->cost as it is now; and the inverse. */
Status ils_costs_download(Archipelago *a);
Status ils_costs_upload(Archipelago *a);
/* The unit of every tour's temperature: its mean edge; 0 for those that have not begun, as the clock has ended the start. */
Status ils_scale(Archipelago *a);

/* ---- ils_crossover.c ---- */

/* Arrays for generations, if tours meet. ERR_MEMORY, ERR_DEVICE. */
Status ils_crossover_make(Archipelago *a);
void ils_crossover_free(Archipelago *a);
/* Children of the generation's parents [from, from + count) of every island. */
Status ils_crossover(Archipelago *a, uint32_t from, uint32_t count);
/* All children are there: they take their parents' places. */
Status ils_crossover_end(Archipelago *a);
/* Row of tour j of the island before island span.first + i, as it was at the last exchange: those from outside come last. */
size_t ils_neighbour_row(const Archipelago *a, uint32_t i, uint32_t j);
/* Do they matter still? */
bool ils_parents_needed(const Archipelago *a);

/* ---- ils_elite_joining.c ---- */

enum { ILS_ELITE_MAX = 9 }; /* of an island at most */

Status ils_elite_make(Archipelago *a);
void ils_elite_free(Archipelago *a);
/* So many are the first tours of the i-th island when they have joined; is the generation theirs? */
uint32_t ils_elite_joining(const Archipelago *a, uint32_t i);
/* So many are there, from the first on: one when a population has begun, and one more for each that is over. */
uint32_t ils_elite_size(const Archipelago *a, uint32_t i);
bool ils_elite_generation(const Archipelago *a, uint32_t i);
/* Champions become elders: a population begins. */
Status ils_elite_begin(Archipelago *a);
/* The best of each of these islands' tours becomes an elder: the population is through, and nobody has joined it yet. */
Status ils_elite_add(Archipelago *a, Span islands);
/* Elders join on islands whose generation is theirs. */
Status ils_elite_join(Archipelago *a);

/* ---- ils_champions.c ---- */

/* The best tour of every island becomes its champion if it is cheaper; not of tasks that are through. */
Status ils_champions_update(Archipelago *a);
/* The tour on the backend, found on island number `origin`, becomes champion of the i-th if it is cheaper. */
Status ils_champion_offer(Archipelago *a, uint32_t i, int64_t cost, uint32_t origin, const int32_t *tour);
/* Internal numbers to the instance's, in place: tour (n) on the host; the first task's. */
void ils_translate(const Archipelago *a, int32_t *tour);
/* Row of island i of tours (islands or tours, n). */
int32_t *ils_tour(const Archipelago *a, int32_t *tours, size_t row);
size_t ils_tour_bytes(const Archipelago *a);
/* Solver's functions of these names. */
Status ils_champion(Archipelago *a, uint32_t i, Individual *out);
Status ils_best(Archipelago *a, bool unfinished, Individual *out);
size_t ils_migrant_bytes(const Archipelago *a);
Status ils_emigrate(Archipelago *a, void *migrant);
Status ils_immigrate(Archipelago *a, const void *migrant);

/* ---- ils_stage.c, ils_save.c, ils_load.c ---- */

Status ils_stage_save(const Archipelago *a, FieldSet *out);
/* Checked. ERR_FORMAT. */
Status ils_stage_load(Archipelago *a, const FieldSet *in);

/* Where row r of a field is on the backend: the best of an island; a tour; a tour of the island before. */
typedef size_t (*IlsRowOf)(const Archipelago *a, size_t r);
size_t ils_island_row(const Archipelago *a, size_t r);
size_t ils_climber_row(const Archipelago *a, size_t r);
size_t ils_parent_b_row(const Archipelago *a, size_t r);

/* Solver's functions of these names. */
Status ils_save(Archipelago *a, FieldSet *out);
uint64_t ils_rows(const Plan *plan);
Status ils_load(Archipelago *a, uint32_t epoch, const FieldSet *in);

#endif
