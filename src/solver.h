/* Solver: an algorithm as a table of functions, the same for every backend.
 *
 * A rank hosts an Archipelago: a block of consecutive islands of the ring, advanced together on one backend
 * (one launch covers all of them). Islands are numbered over the whole run; ranks are not part of any answer.
 *
 * Time is counted in epochs (a fixed amount of work per island, then an exchange along the ring). An epoch is run
 * in slices: advance() may stop anywhere inside it, its state can be saved and continued there, and where the
 * slices fall never changes the answer. So signals, checkpoints and time limits need not wait for an epoch's end. */
#ifndef CORDEE_SOLVER_H
#define CORDEE_SOLVER_H

#include <stdbool.h>
#include "backend.h"
#include "field.h"
#include "individual.h"
#include "instance.h"
#include "memory.h"
#include "span.h"
#include "solver/climb/climb_move.h"

typedef struct Archipelago Archipelago; /* a solver's own; opaque to everybody else */
typedef struct Batching Batching;       /* how it solves many small tasks at once: solver/batch.h */

typedef enum Restart { RESTART_RANDOM, RESTART_KICK } Restart;

/* Particle swarms (src/solver/pso/pso.c). A swarm is an island. */
typedef enum PsoInertia { INERTIA_DECAY, INERTIA_LINEAR, INERTIA_CONSTRICTION } PsoInertia;
typedef enum PsoForm { FORM_REAL, FORM_DISCRETE } PsoForm;
typedef struct PsoPlan {
  uint32_t particles;  /* a swarm */
  uint32_t iterations; /* in all */
  uint32_t migrants;   /* best of a swarm that replace the worst of the next, every epoch */
  PsoForm form;
  PsoInertia inertia;
  double w, decay, c1, c2, c3;
} PsoPlan;

/* Chains of simulated annealing (src/solver/anneal/anneal.c). Temperatures are in units of bound / tasks, before the instance's own
 * scale (anneal_plan.c). */
typedef struct AnnealPlan {
  uint32_t chains;            /* an island; 0: the backend's default */
  uint32_t epochs;            /* in all */
  double temperature, reheat; /* at the beginning of the first epoch, of later ones */
  double cold;                /* at the end of all */
  double aim;                 /* how far below its best a chain aims, of it */
} AnnealPlan;

/* Iterated local search (src/solver/ils/ils.c). */
typedef enum Recombination {
  RECOMBINATION_AUTO, /* by the instance's size and the kind of processor */
  RECOMBINATION_EAX,  /* edge assembly crossover; all islands are one population */
  RECOMBINATION_NONE, /* tours never meet */
  RECOMBINATION_APART /* as eax, but each island is a population of its own */
} Recombination;
typedef struct IlsPlan {
  Recombination recombination;
  uint32_t tours; /* on all islands; each has as many, so there may be a few more */
  double
      kicks; /* a city of every tour (of the first population), in all; 0: as many as the time allows (Solver.pace) */
  uint32_t populations; /* one after the other; 0: as many as the time allows */
  uint32_t
      generations; /* of a population, at most; as many again when the best of earlier ones has joined it */
  double temperature;  /* at the start, in edges of mean length */
  uint32_t candidates; /* of a city */
  uint32_t quadrant;   /* of those, from each quadrant around it; 0: the nearest, wherever they are */
  /* what that makes of an instance: filled in by Solver.complete */
  bool meets, open;      /* tours recombine; there is no budget, but the time */
  uint32_t group;        /* tours of an island */
  uint32_t round;        /* kicks of a tour in a round */
  uint32_t descent;      /* rounds without kicks, before those with them */
  uint32_t epoch_rounds; /* rounds of kicks in an epoch */
  uint64_t rounds;       /* of kicks in all (in the first population); UINT64_MAX: as the time allows */
} IlsPlan;

/* What the answer depends on besides the instance. Immutable. 0 asks for the solver's own default (Solver.complete). */
typedef struct Plan {
  uint64_t seed;
  uint64_t climbers; /* local searches in all, over all islands */
  uint32_t islands;  /* on the whole ring */
  uint32_t
      epoch; /* work of an island between two exchanges: climbers; iterations of a swarm; steps of a chain; kicks a city */
  bool timed;     /* the run has a time limit of its own: what has no budget may follow the clock, */
  uint32_t ranks; /* and be made for the ranks that begin it (0: one); nothing else may */
  Restart restart;
  ClimbMove move;
  PsoPlan pso;
  AnnealPlan anneal;
  IlsPlan ils;
} Plan;

#define EPOCHS_OPEN UINT32_MAX /* until the time is up */

typedef struct Progress { /* of this archipelago since create */
  uint64_t moves;         /* evaluated */
  uint64_t
      climbers;    /* finished (climbers, particles' iterations), all epochs, those before a load included */
  uint64_t lively; /* islands that have something to tell at the epoch's end (Solver.hear) */
  int64_t best;    /* cost of the best finished climber or champion; COST_NONE: none */
  bool epoch_done; /* every climber of the current epoch is finished, champions are up to date */
} Progress;

enum { SOLVER_PROBLEMS = 4 };

typedef struct Solver {
  const char *name;
  const struct Problem *problems[SOLVER_PROBLEMS]; /* the instances it accepts; NULL: no more */
  unsigned kernels;  /* what it needs of a backend: a bit a KernelFamily (FAMILY_BIT); 0: nothing */

  const char *work, *finished; /* words for people: what Progress.moves and Progress.climbers count */

  /* Fills in what the plan leaves open, checks the rest: options of other solvers are not looked at. A default population
   * may depend on the backend it is for; what is given never does. ERR_USAGE. */
  Status (*complete)(const Instance *inst, const BackendOps *backend, Plan *plan);
  /* Progress.climbers when all is done; 0: open, if epochs says so. */
  uint64_t (*budget)(const Plan *plan);
  /* Epochs that the plan's budget makes. EPOCHS_OPEN: it has none, the clock does (pace). */
  uint32_t (*epochs)(const Plan *plan);
  /* What create will take, and what advance and save then do. Of a complete plan. */
  void (*needs)(const Instance *inst, const Backend *be, const Plan *plan, Span span, Memory *out);
  /* An archipelago at the start of epoch 0. `inst`, `be` and `plan` must outlive it. ERR_MEMORY, ERR_DEVICE. */
  Status (*create)(const Instance *inst, Backend *be, const Plan *plan, Span span, Archipelago **out);
  /* At an epoch's end, before the next begins: Progress.lively of all ranks together. NULL: it does not matter. */
  void (*hear)(Archipelago *a, uint64_t lively);
  /* Starts epoch `epoch` (0-based). The previous one must be done. */
  Status (*begin)(Archipelago *a, uint32_t epoch);
  /* Has the budget turned out to be used up, although there are epochs left? Asked after begin, of ranks
   * with islands, which all say the same. NULL: never. */
  bool (*over)(const Archipelago *a);
  /* Before every slice of a run without a budget: the share of its time that is over, 0 to 1, as all ranks have agreed on it. A
   * loaded state has a share behind it already: this is of what was left then. NULL: all runs of the solver have a budget. */
  void (*pace)(Archipelago *a, double done);
  /* At most `steps` steps per worker of the current epoch: the only long call. */
  Status (*advance)(Archipelago *a, uint32_t steps, Progress *progress);
  /* Champion of island span.first + i into the caller's gene[length], if there is one; cost COST_NONE if there is none
   * yet. Only a cheaper one ever replaces it. */
  Status (*champion)(Archipelago *a, uint32_t i, Individual *out);
  /* The best of the whole archipelago: champions, climbers finished in this epoch, and, if `unfinished`, tours of
   * climbers under way (a run that is stopped still owes its best). Cost COST_NONE if there is none. */
  Status (*best)(Archipelago *a, bool unfinished, Individual *out);
  /* Migration: what island i sends to island i + 1 at an epoch's end, as it was before any arrives. A migrant is so many
   * bytes that only the solver looks into. */
  size_t (*migrant_bytes)(const Archipelago *a);
  Status (*emigrate)(Archipelago *a, void *migrant); /* of the last island of the span, which is not empty */
  /* The first island receives `migrant`, the others their neighbour's. */
  Status (*immigrate)(Archipelago *a, const void *migrant);
  /* How it runs on its backend. */
  Status (*describe)(Archipelago *a, Description *out);
  /* All that a restart needs, as host arrays owned by *out. */
  Status (*save)(Archipelago *a, FieldSet *out);
  /* Rows of the group FIELD_CLIMBER in a state of all islands. NULL: any number. */
  uint64_t (*rows)(const Plan *plan);
  /* The inverse, on a fresh archipelago of any span; `in` holds the rows of its islands, of the shapes that save makes: anything
   * else in it may be anything, and is checked before it is used (ERR_FORMAT). `epoch` as at save. */
  Status (*load)(Archipelago *a, uint32_t epoch, const FieldSet *in);
  void (*destroy)(Archipelago *a); /* NULL allowed */
  /* Many small tasks at once, each with the answer that it has alone. NULL: tasks never share launches. */
  const Batching *batch;
} Solver;

extern const Solver solver_ils, solver_climb, solver_pso, solver_anneal;
extern const Solver solver_lists, solver_fcfs, solver_min_min, solver_max_min,
    solver_sufferage; /* task matching */

/* The solver of that name for an instance's problem; name "": the problem's default. ERR_USAGE lists those there are. */
Status solver_find(const char *name, const struct Problem *problem, const Solver **out);
/* Does it accept instances of that problem? */
bool solver_accepts(const Solver *solver, const struct Problem *problem);
/* The solver of that name, whatever its problem; NULL if there is none. */
const Solver *solver_named(const char *name);

#endif
