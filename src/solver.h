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
#include <string.h>
#include "backend.h"
#include "field.h"
#include "individual.h"
#include "instance.h"
#include "memory.h"
#include "option_row.h"
#include "plan.h"
#include "span.h"

typedef struct Archipelago Archipelago; /* a solver's own; opaque to everybody else */
typedef struct Batching Batching;       /* how it solves many small tasks at once: solver/batch.h */
typedef struct Certifying Certifying;   /* how it proves that no move improves a solution: solver/certify.h */

#define EPOCHS_OPEN UINT32_MAX /* until the time is up */

typedef struct Progress { /* of this archipelago since create */
  uint64_t moves;         /* evaluated */
  uint64_t
      finished; /* in the solver's own count (Solver.finished): all epochs, those before a load included */
  uint64_t improved; /* islands that improved in the epoch that is done (SolverPacing.improved) */
  int64_t best;      /* cost of the best champion or finished search; COST_NONE: none */
  bool epoch_done;   /* the current epoch is finished, champions are up to date */
} Progress;

enum { SOLVER_PROBLEMS = 4 };

/* For a solver whose epochs depend on the progress of all ranks, or on the clock. NULL: no matter to it. */
typedef struct SolverPacing {
  /* At an epoch's end, before the next begins: the sum of Progress.improved over all ranks. */
  void (*improved)(Archipelago *a, uint64_t islands);
  /* Whether the budget is used up although there are epochs left. Called after begin, on ranks with islands; all return the
   * same. */
  bool (*over)(const Archipelago *a);
  /* Before every slice of a run without a budget (EPOCHS_OPEN): the share of its time that is over, 0 to 1, the same on all
   * ranks; after load, of the time that was left then. */
  void (*pace)(Archipelago *a, double done);
} SolverPacing;

/* A BackendOps function: copy, upload or download. */
typedef Status (*BackendCopy)(Backend *be, void *to, const void *from, size_t bytes);

/* For a solver whose migrants are accompanied by groups, which are on the backend and large: where the backends of neighbours can copy from each
 * other, groups do not pass the host. Called after emigrate, and after immigrate. */
typedef struct SolverGroups {
  /* Of the group that goes now; at the same time the same on all islands. 0: none does. */
  size_t (*bytes)(const Archipelago *a);
  Status (*emigrate)(Archipelago *a, BackendCopy copy,
                     void *group); /* of the last island; queued, if copy is */
  Status (*immigrate)(Archipelago *a, BackendCopy copy, const void *group); /* for the first island */
} SolverGroups;

typedef struct Solver {
  const char *name;
  const char *
      alias; /* the name of another problem's solver that stands for this one on instances of its problems; NULL: none */
  const struct Problem *problems[SOLVER_PROBLEMS]; /* the instances it accepts; NULL: no more */
  unsigned kernels; /* what it needs of a backend: a bit a KernelFamily (FAMILY_BIT); 0: nothing */

  const char *title;           /* for people: "iterated local search" */
  const char *about;           /* its page of the help: paragraphs, each ended by a line end (page_prose) */
  const char *example;         /* options of its own, for an example that ends in seconds; "": none */
  const char *work, *finished; /* words for people: what Progress.moves and Progress.finished count */

  /* Its own options: rows of its settings in Plan.own, ended by a NULL name. NULL: it has none. */
  const OptionRow *options;
  size_t plan_bytes; /* of its settings */
  /* Help on --islands and --epoch: what they count here, and what 0 means. NULL: the solver does not read them. */
  const char *islands_help, *epoch_help;

  /* Fills in what the plan leaves open and checks the rest. A default population may depend on the backend that it is for;
   * given values never do. ERR_USAGE. */
  Status (*complete)(const Instance *inst, const BackendOps *backend, Plan *plan);
  /* Progress.finished when all is done; 0: open, if epochs says so. */
  uint64_t (*budget)(const Plan *plan);
  /* Estimates of time: the work of a whole task, in units that take about the same time on every instance; and of what has been
   * done, in the same units (NULL: Progress.moves). Of a complete plan. No result depends on them. */
  double (*work_all)(const Instance *inst, const Plan *plan);
  double (*work_done)(const Instance *inst, const Plan *plan, const Progress *progress);
  /* Settings that change how long a unit of work takes, as a word: each has a rate of its own. NULL or "": there are none. */
  const char *(*variant)(const Plan *plan);
  /* What a user should know of a complete plan, as a line; "": nothing. NULL: it never says anything. */
  void (*remark)(const Instance *inst, const Plan *plan, char *text, size_t size);
  /* Enlarges a plan that would be over before a device is busy, so that a rate can be measured: to `least` searches in all.
   * NULL: plans are never too small. */
  void (*enlarge)(Plan *plan, uint64_t least);
  /* Epochs that the plan's budget makes. EPOCHS_OPEN: it has none, the clock does (pace). */
  uint32_t (*epochs)(const Plan *plan);
  /* What create will take, and what advance and save then do. Of a complete plan. */
  void (*needs)(const Instance *inst, const Backend *be, const Plan *plan, Span span, Memory *out);
  /* An archipelago at the start of epoch 0; with `start`, before it. `inst`, `be` and `plan` must outlive it. ERR_MEMORY, ERR_DEVICE. */
  Status (*create)(const Instance *inst, Backend *be, const Plan *plan, Span span, Archipelago **out);
  /* After create, unless load follows: the start of epoch 0, from `initial`, a solution that the judge accepts (Plan.initial), or with NULL
   * from one that the solver makes. NULL: create does it, and the solver takes no initial solution. ERR_MEMORY, ERR_DEVICE; ERR_FORMAT:
   * it found no start solution. */
  Status (*start)(Archipelago *a, const int32_t *initial);
  const char *initial_help; /* help on --initial; NULL without `start` */
  /* Starts epoch `epoch` (0-based). The previous one must be done. */
  Status (*begin)(Archipelago *a, uint32_t epoch);
  const SolverPacing *pacing; /* NULL: its epochs are counted before the run, whatever happens in it */
  /* Islands need not advance in step: ranks of different speed may take slices of their own numbers of steps. */
  bool own_steps;
  /* At most `steps` steps per worker of the current epoch: the only long call. */
  Status (*advance)(Archipelago *a, uint32_t steps, Progress *progress);
  /* Champion of island span.first + i into the caller's gene[length], if there is one; cost COST_NONE if there is none
   * yet. Only a cheaper one ever replaces it. */
  Status (*champion)(Archipelago *a, uint32_t i, Individual *out);
  /* The best of the whole archipelago: champions, searches finished in this epoch, and, if `unfinished`,
   * solutions of searches under way (a run that is stopped still owes its best). Cost COST_NONE if there is none. */
  Status (*best)(Archipelago *a, bool unfinished, Individual *out);
  /* What has been tried where no island has a solution, as a sentence's end: a run that is over without one fails with it (ERR_NO_SOLUTION).
   * NULL: a run that is over may have none, without being wrong. */
  void (*tried)(const Archipelago *a, char *text, size_t size);
  /* Migration: what island i sends to island i + 1 at an epoch's end, as it was before any arrives. A migrant is so many
   * bytes that only the solver looks into, aligned for any type. At the same time they are as many on all islands. */
  size_t (*migrant_bytes)(const Archipelago *a);
  Status (*emigrate)(Archipelago *a, void *migrant); /* of the last island of the span, which is not empty */
  /* The first island receives `migrant`, the others their neighbour's. */
  Status (*immigrate)(Archipelago *a, const void *migrant);
  const SolverGroups *groups; /* NULL: none accompanies a migrant */
  /* How it runs on its backend. */
  Status (*describe)(Archipelago *a, Description *out);
  /* All that a restart needs, as host arrays owned by *out. */
  Status (*save)(Archipelago *a, FieldSet *out);
  const FieldRename *renamed; /* fields that files of earlier versions have under another name; NULL: none */
  /* Rows of the group FIELD_SEARCH in a state of all islands, at most. NULL: any number. */
  uint64_t (*rows)(const Plan *plan);
  /* The inverse, on a fresh archipelago of any span; `in` holds the rows of its islands, of the shapes that save makes: anything
   * else in it may be anything, and is checked before it is used (ERR_FORMAT). `epoch` as at save. */
  Status (*load)(Archipelago *a, uint32_t epoch, const FieldSet *in);
  void (*destroy)(Archipelago *a); /* NULL allowed */
  /* Many small tasks at once, each with the answer that it has alone. NULL: tasks never share launches. */
  const Batching *batch;
  /* What `cordee verify --NAME` does, NAME the solver's. NULL: there is no such option. */
  const Certifying *certifying;
  const char *certify_help; /* of that option */
} Solver;

/* The solver of that name or alias for an instance's problem; name "": the problem's default. ERR_USAGE lists those there are. */
Status solver_find(const char *name, const struct Problem *problem, const Solver **out);
/* Does it accept instances of that problem? */
bool solver_accepts(const Solver *solver, const struct Problem *problem);
/* Does `name` stand for it? */
static inline bool solver_called(const Solver *solver, const char *name) {
  return strcmp(solver->name, name) == 0 || (solver->alias && strcmp(solver->alias, name) == 0);
}
/* The solver of that name, whatever its problem; NULL if there is none. */
const Solver *solver_named(const char *name);
/* Solver.start, if there is one. */
static inline Status solver_start(const Solver *solver, Archipelago *a, const int32_t *initial) {
  return solver->start ? solver->start(a, initial) : OK;
}
/* Solver `k` of the table, from 0; NULL beyond its end. */
const Solver *solver_at(int k);

#endif
