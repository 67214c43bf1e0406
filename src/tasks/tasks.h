/* Many tasks over groups of ranks: what a sweep (src/sweep) and a call of the library (src/library) have in common. They differ in where tasks
 * come from and where answers go: TasksHost.
 *
 * Ranks form groups. Each group takes the next unit from a counter that all can reach, so none waits for another: a task, which the group
 * runs, or a batch, which its first rank runs. */
#ifndef CORDEE_TASKS_TASKS_H
#define CORDEE_TASKS_TASKS_H

#include "draft.h"
#include "mpi/comm.h"
#include "run/outcome.h"

/* ---- the queue (tasks.c) ----
 *
 * What groups of ranks share while they work: the next unit, the reason to stop, a count. No rank hands out work. */

typedef struct Queue { /* on rank 0, for every rank at any time */
  SharedWords words;
} Queue;

Status queue_open(const Comm *comm, Queue *queue); /* collective; ERR_MEMORY */
void queue_close(Queue *queue);                    /* collective */
uint64_t queue_take(Queue *queue);                 /* the next number: 0, 1, 2, ... Local */
uint64_t queue_taken(Queue *queue);     /* how many numbers were taken, some beyond the last unit. Local */
void queue_stop(Queue *queue, int why); /* for all who ask; the first reason stays. why: not 0. Local */
int queue_stopped(Queue *queue);        /* 0: not stopped. Local */
void queue_count(Queue *queue, uint64_t more); /* adds to the count, 0 at first. Local */
uint64_t queue_counted(Queue *queue);          /* local */

/* ---- tasks and their host ---- */

typedef struct OpenTask { /* of a batch */
  const Instance *inst;
  const Solver *solver;
  Plan plan; /* complete */
  int64_t best_known;
} OpenTask;

typedef struct TaskAnswer { /* of a batch; valid during the call */
  const OpenTask *task;
  Outcome outcome; /* judged; elapsed_s: its share of the batch's */
  size_t batch;    /* tasks of the batch */
  bool whole;      /* false: the batch was stopped, and this is the best so far */
} TaskAnswer;

/* Tasks are positions in the list that units refer to. All but `alone` are called on the first rank of a group only, and are local. What
 * `answer`, `failed` and `alone` return ends all work, if it is not OK. */
typedef struct TasksHost {
  /* A batch of these tasks begins; they are prepared, in their order. What is opened lives until `end`. `open`: ERR_STOPPED ends the
   * batch, any other failure is the task's. */
  Status (*begin)(void *self, uint64_t first, uint64_t count);
  Status (*open)(void *self, uint64_t task, OpenTask *out);
  void (*end)(void *self);
  Status (*answer)(void *self, uint64_t task, const TaskAnswer *answer);
  Status (*failed)(void *self, uint64_t task, Status status); /* the message is kept; clears it */
  /* Runs a task over the group: collective over it, and every rank returns the same. */
  Status (*alone)(void *self, uint64_t task);
  void (*started)(void *self); /* once, on rank 0 */
  void (*poll)(void *self);    /* between slices of work, and between units */
  int (*enough)(void *self);   /* why all are to stop, as far as this rank knows; 0: they are not */
  Status (*sent)(void *self);  /* once, when there are no more units */
  double (*halt_s)(
      void *self); /* clock reading at which work under way is given up (halt.h); INFINITY: never */
  int failure;     /* the reason to stop when work ends by a failure */
} TasksHost;

typedef struct Tasks {
  const Comm *comm;
  const TasksHost *host;
  void *self;
  int ranks_per_task, groups;
  Backend be;           /* of this rank, open during all work: for batches and estimates */
  const WorkUnit *unit; /* (units) the caller's, the same on every rank */
  uint64_t units;
  /* while they run */
  Comm group;
  Queue queue;
  double polled_s; /* clock reading of the last question to the queue whether to stop */
  int stop;        /* its last answer */
} Tasks;

/* Binds every rank to its device, and forms groups of at most so many ranks. Collective. Errors as rank_bind. */
Status tasks_open(Tasks *tasks, const Comm *comm, const Options *options, uint64_t ranks_per_task);
void tasks_close(Tasks *tasks);
/* Backend and threads of a task's options become those that were found. Local. */
void tasks_options(const Tasks *tasks, Options *options);

/* ---- work ---- */

/* Whether all work is to end. Checks this rank and, once a second, the others, which learn of it. Local, while they run. */
bool tasks_stopping(Tasks *tasks);
/* Stops all, at once. Local. */
void tasks_stop(Tasks *tasks, int why);

/* How many tasks the groups have begun so far. Local, while they run. */
uint64_t tasks_begun(Tasks *tasks);

/* Runs all units, which are the same on every rank. *why: the reason to stop; 0: there was none. Collective: every rank returns the same.
 * ERR_DEVICE; ERR_MEMORY; errors of the host. */
Status tasks_run(Tasks *tasks, int *why);

#endif
