/* The state of a solver's islands, declared: a solver lists its arrays once, and memory, checkpoints, champions and migration follow
 * from the list. tabu/tabu.c is an example.
 *
 * An array has the same number of rows on every island, such as one for each searcher, chain or particle, and all rows are equally
 * wide. It lies on the backend, on the host, or on both; then one side writes it (Whose), and the other has a copy, which
 * island_download or island_upload renews. Saving and migration renew the host's copies. In checkpoints a named array is a field with
 * a row for each island. Solutions have the instance's numbers on the host and in checkpoints; on the backend they have the kernels'
 * numbers, if the solver sets `order`.
 *
 * Nothing here depends on the problem: solutions have the length that Problem.genes says, and Problem.judge says their costs. */
#ifndef CORDEE_SOLVER_ISLAND_STATE_H
#define CORDEE_SOLVER_ISLAND_STATE_H

#include <stddef.h>
#include "champions.h"

struct IslandTable;

/* Every archipelago with declared arrays begins with these members. */
#define ISLAND_STATE                                                                                         \
  const Instance *inst;                                                                                      \
  Backend *be;                                                                                               \
  const Plan *plan;                                                                                          \
  Span span;                                                                                                 \
  const struct IslandTable *table;                                                                           \
  int32_t                                                                                                    \
      *order; /* (genes) host, owned: the instance's number of each gene of the kernels; NULL: the same */   \
  uint64_t at, end;    /* the next step of every island, and the first of the next epoch */                  \
  Champions champions; /* host; its arrays are in the list if the solver has them */

typedef struct IslandState {
  ISLAND_STATE
} __attribute__((may_alias)) IslandState;

/* ---- the list ---- */

/* The number of rows of an island, or of values of a row, by a complete plan. */
typedef size_t (*CountOf)(const Instance *inst, const Plan *plan);

/* The side that writes an array, where both have it. */
typedef enum Whose { STATE_BACKEND, STATE_HOST } Whose;

typedef enum Meaning {
  STATE_NUMBERS,   /* copied as they are */
  STATE_COSTS,     /* (i64) COST_NONE at first */
  STATE_SOLUTIONS, /* (i32) a solution a row, with a cost; rows without one are zeros in checkpoints */
  STATE_COUNTER    /* IslandState.at, in checkpoints alone */
} Meaning;

/* Refuses values of field[k], the field of array k, that no run could have made. All fields with a name are there, in their types
 * and shapes, and the counter is loaded. ERR_FORMAT. */
typedef Status (*CheckLoad)(const Archipelago *a, const Field *const *field, int k);

typedef struct StateArray {
  const char *name; /* of its field in checkpoints; NULL: it is not saved */
  Dtype dtype;
  Whose whose;
  Meaning meaning;
  CountOf rows, width; /* NULL: 1; the width of solutions is the problem's */
  bool optional;       /* a plan by which it has no values has no such field in checkpoints */
  bool shared;         /* one for all islands of the archipelago, not saved */
  size_t host, dev;    /* where the archipelago has its pointers to it, by STATE_AT; 0: it is not there */
  int cost;            /* of solutions: the array that has their costs, row by row; the host has it, too */
  int cost_at;         /* and which number of its rows the cost is */
  CheckLoad check;     /* NULL: every value is right, or a cost of its solution */
  /* For an array whose memory has another form and is the solver's: they stand in for the copies. */
  Status (*save)(Archipelago *a, int k, void *data);
  Status (*load)(Archipelago *a, const Field *const *field, int k);
} StateArray;

#define STATE_AT(member)   offsetof(struct Archipelago, member)
#define STATE_ARRAYS(all)  .array = (all), .arrays = (int)(sizeof(all) / sizeof *(all))
#define STATE_SOURCES(...) .source = {__VA_ARGS__, -1}
enum { STATE_SOURCES_MAX = 3 };

typedef struct IslandTable {
  size_t bytes; /* of the solver's struct Archipelago */
  const StateArray *array;
  int arrays;
  /* Arrays of solutions, ended by -1. The cheapest row of an island in the first array, of equals the first, is its champion; the
   * cheapest of all arrays is the best of an archipelago. */
  int source[STATE_SOURCES_MAX];
  uint64_t (*steps)(const Plan *plan); /* of an island; UINT32_MAX or UINT64_MAX: the clock ends the run */
  uint64_t (*epoch)(const Plan *plan); /* steps of an epoch; NULL: Plan.epoch */
  /* `prepare` makes what kernels read, before the arrays are made; `first` fills these for epoch 0. Both are called only where there
   * are islands, and may be NULL. */
  Status (*prepare)(Archipelago *a);
  Status (*first)(Archipelago *a);
  void (*release)(Archipelago *a); /* frees what prepare made, after a failure too; NULL: nothing */
  /* Migration: `pack` makes the migrant of island i, `settle` takes the one that arrives there, `arrived` is called after all of them.
   * NULL: the champion of an island goes to the next one, and becomes the champion on the host if it is cheaper. */
  size_t (*migrant_bytes)(const Archipelago *a);
  Status (*pack)(Archipelago *a, uint32_t i, void *migrant);
  Status (*settle)(Archipelago *a, uint32_t i, const void *migrant);
  Status (*arrived)(Archipelago *a);
  /* `saved` changes fields or adds some; `loaded` is called when all arrays are loaded. Both may be NULL. */
  Status (*saved)(Archipelago *a, FieldSet *out);
  Status (*loaded)(Archipelago *a, const FieldSet *in);
  /* The cost of the instance of one in the arrays of costs, which may have another unit; NULL: they have the instance's. */
  int64_t (*cost_of)(const Archipelago *a, int64_t cost);
} IslandTable;

/* ---- life and epochs: Solver's functions, or what they call ---- */

Status island_create(const IslandTable *table, const Instance *inst, Backend *be, const Plan *plan, Span span,
                     Archipelago **out);
void island_destroy(Archipelago *a);
/* Counts the bytes of the arrays of a span; Solver.needs adds what kernels read, and the words. */
void island_needs(const IslandTable *table, const Instance *inst, const Plan *plan, Span span, Memory *out);

/* Sets `at` and `end` to the steps of that epoch. */
Status island_begin(Archipelago *a, uint32_t epoch);
/* The value of Solver.epochs for so many steps; open: the clock ends the run. */
uint32_t island_epochs(uint64_t steps, bool open, const Plan *plan);
/* In runs that the clock ends the budget is used up when steps cannot be counted any further. */
extern const SolverPacing island_pacing;
/* Progress.finished counts steps of islands; its best is that of island_best. */
Status island_progress(Archipelago *a, uint64_t moves, Progress *out);

/* ---- arrays ---- */

/* The host's copy becomes that of the backend, and the inverse. */
Status island_download(Archipelago *a, int k);
Status island_upload(Archipelago *a, int k);
/* Copy row `row` of array k, of solutions on the backend, to and from solution (genes), in the kernels' numbers. */
Status island_row_download(Archipelago *a, int k, size_t row, int32_t *solution);
Status island_row_upload(Archipelago *a, int k, size_t row, const int32_t *solution);
/* The first of the cheapest rows of island i in array k of solutions, by the host's costs. */
size_t island_cheapest(const Archipelago *a, int k, uint32_t i);
/* The cost of a row of array k, on the host. */
int64_t island_cost(const Archipelago *a, int k, size_t row);

/* A CheckLoad that refuses rows without a cost. */
Status island_costs_known(const Archipelago *a, const Field *const *field, int k);

/* ---- Solver's functions of these names ---- */

Status island_save(Archipelago *a, FieldSet *out);
Status island_load(Archipelago *a, uint32_t epoch, const FieldSet *in);
Status island_champion(Archipelago *a, uint32_t i, Individual *out);
Status island_best(Archipelago *a, bool unfinished, Individual *out);
size_t island_migrant_bytes(const Archipelago *a);
Status island_emigrate(Archipelago *a, void *migrant);
Status island_immigrate(Archipelago *a, const void *migrant);

/* Rows of a solver's table whose functions need no more than the list. */
#define ISLAND_FUNCTIONS                                                                                     \
  .champion = island_champion, .best = island_best, .save = island_save, .load = island_load,                \
  .destroy = island_destroy
#define ISLAND_MIGRATION                                                                                     \
  .migrant_bytes = island_migrant_bytes, .emigrate = island_emigrate, .immigrate = island_immigrate

#endif
