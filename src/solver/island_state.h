/* The state of a solver's islands, declared: a solver lists its arrays once, and memory, checkpoints, champions and migration follow
 * from the list. tabu/tabu.c is an example.
 *
 * An array has the same number of rows on every island, and all rows are equally wide: with a row a searcher, a chain or a particle the
 * count of rows is theirs. It may be on the backend, on the host, or on both; then one of them is written (Whose), and the other is
 * a copy that is renewed by island_download or island_upload. In checkpoints a named array is a field with a row an island. Solutions
 * have the instance's numbers on the host and in checkpoints; on the backend they have the kernels' own, if the solver sets `order`.
 *
 * Nothing here knows a problem: solutions have the problem's length (Problem.genes) and are judged by it (Problem.judge). */
#ifndef CORDEE_SOLVER_ISLAND_STATE_H
#define CORDEE_SOLVER_ISLAND_STATE_H

#include <stddef.h>
#include "champions.h"

struct IslandTable;

/* What every archipelago with declared arrays begins with. */
#define ISLAND_STATE                                                                                         \
  const Instance *inst;                                                                                      \
  Backend *be;                                                                                               \
  const Plan *plan;                                                                                          \
  Span span;                                                                                                 \
  const struct IslandTable *table;                                                                           \
  int32_t *order;   /* (genes) host, owned: the instance's number of each of the kernels'; NULL: the same */ \
  uint64_t at, end; /* the next step of every island, and the first of the next epoch */                     \
  Champions champions; /* host; its arrays are in the list if the solver has them */

typedef struct IslandState {
  ISLAND_STATE
} __attribute__((may_alias)) IslandState;

/* ---- the list ---- */

/* Rows of an island, or values of a row, by a complete plan. */
typedef size_t (*CountOf)(const Instance *inst, const Plan *plan);

/* Who writes an array, where both have it. */
typedef enum Whose { STATE_BACKEND, STATE_HOST } Whose;

typedef enum Meaning {
  STATE_NUMBERS,   /* copied as they are */
  STATE_COSTS,     /* (i64) COST_NONE at first */
  STATE_SOLUTIONS, /* (i32) a solution a row, with a cost; rows without one are zeros in checkpoints */
  STATE_COUNTER    /* IslandState.at, in checkpoints alone */
} Meaning;

/* The field of array k in a file, field[k] of all that have a name; all have the right types and shapes, and the counter is
 * loaded. ERR_FORMAT. */
typedef Status (*CheckLoad)(const Archipelago *a, const Field *const *field, int k);

typedef struct StateArray {
  const char *name; /* of its field in checkpoints; NULL: it is not saved */
  Dtype dtype;
  Whose whose;
  Meaning meaning;
  CountOf rows, width; /* NULL: 1; the width of solutions is the problem's */
  bool shared;         /* one for all islands of the archipelago, not saved */
  size_t host, dev;    /* where the archipelago has its pointers to it, by STATE_AT; 0: it is not there */
  int cost,
      cost_at; /* of solutions: the array, which the host has, and which number of its rows is their cost */
  CheckLoad check; /* NULL: every value is right, or a cost of its solution */
  /* Of an array that has another form in memory, which is the solver's: in place of copies. */
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
  /* Arrays of solutions: the cheapest row of an island in the first one, of equals the first, is its champion; the best of an
   * archipelago is the cheapest of all. Ended by -1. */
  int source[STATE_SOURCES_MAX];
  uint64_t (*steps)(const Plan *plan); /* of an island; UINT32_MAX or UINT64_MAX: the clock ends the run */
  uint64_t (*epoch)(const Plan *plan); /* steps of an epoch; NULL: Plan.epoch */
  /* What kernels read, before arrays are made; and their contents at the beginning of epoch 0. Where there are islands. NULL: nothing. */
  Status (*prepare)(Archipelago *a);
  Status (*first)(Archipelago *a);
  void (*release)(Archipelago *a); /* what prepare made, after a failure too */
  /* Migration. NULL: the champion of an island goes to the next one, where a cheaper one becomes the champion on the host. */
  size_t (*migrant_bytes)(const Archipelago *a);
  Status (*pack)(Archipelago *a, uint32_t i, void *migrant);
  Status (*settle)(Archipelago *a, uint32_t i, const void *migrant);
  Status (*arrived)(Archipelago *a); /* after all of them */
  /* Changes or adds to what is saved; after all arrays are loaded. NULL: nothing. */
  Status (*saved)(Archipelago *a, FieldSet *out);
  Status (*loaded)(Archipelago *a, const FieldSet *in);
} IslandTable;

/* ---- life and epochs: Solver's functions, or what they call ---- */

Status island_create(const IslandTable *table, const Instance *inst, Backend *be, const Plan *plan, Span span,
                     Archipelago **out);
void island_destroy(Archipelago *a);
/* The bytes of the arrays of so many islands: Solver.needs adds what kernels read, and the words. */
void island_needs(const IslandTable *table, const Instance *inst, const Plan *plan, Span span, Memory *out);

Status island_begin(Archipelago *a, uint32_t epoch); /* sets at and end */
/* Solver.epochs of so many steps; open: the clock ends the run. */
uint32_t island_epochs(uint64_t steps, bool open, const Plan *plan);
/* For runs that the clock ends: the budget is used up when steps cannot be counted any further. */
extern const SolverPacing island_pacing;
/* Progress.finished counts steps of islands; its best is that of island_best. */
Status island_progress(Archipelago *a, uint64_t moves, Progress *out);

/* ---- arrays ---- */

/* Values of array k, of an island. */
size_t island_values(const Archipelago *a, int k);
/* The host's copy becomes that of the backend, and the inverse. */
Status island_download(Archipelago *a, int k);
Status island_upload(Archipelago *a, int k);
/* Row `row` of array k, of solutions on the backend, in the kernels' numbers: from and to solution (genes). */
Status island_row_download(Archipelago *a, int k, size_t row, int32_t *solution);
Status island_row_upload(Archipelago *a, int k, size_t row, const int32_t *solution);
/* The first of the cheapest rows of island i in array k of solutions, by the host's costs. */
size_t island_cheapest(const Archipelago *a, int k, uint32_t i);
/* The cost of a row of array k, on the host. */
int64_t island_cost(const Archipelago *a, int k, size_t row);

/* Checks for the list: every cost is one. */
Status island_costs_known(const Archipelago *a, const Field *const *field, int k);

/* ---- Solver's functions of these names ---- */

Status island_save(Archipelago *a, FieldSet *out);
Status island_load(Archipelago *a, uint32_t epoch, const FieldSet *in);
Status island_champion(Archipelago *a, uint32_t i, Individual *out);
Status island_best(Archipelago *a, bool unfinished, Individual *out);
size_t island_migrant_bytes(const Archipelago *a);
Status island_emigrate(Archipelago *a, void *migrant);
Status island_immigrate(Archipelago *a, const void *migrant);

/* Those that need no more than the list: rows of a solver's table. */
#define ISLAND_FUNCTIONS                                                                                     \
  .champion = island_champion, .best = island_best, .save = island_save, .load = island_load,                \
  .destroy = island_destroy
#define ISLAND_MIGRATION                                                                                     \
  .migrant_bytes = island_migrant_bytes, .emigrate = island_emigrate, .immigrate = island_immigrate

#endif
