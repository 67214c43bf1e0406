/* The proven lower bound of a run, computed beside the search by a thread of rank 0: see run_state.h. */
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include "clock.h"
#include "halt.h"
#include "mpi/collect.h"
#include "mpi/stop.h"
#include "problem.h"
#include "run_state.h"

static const double SHOWN_AFTER_S = 1; /* of waiting */

struct BoundWork {
  pthread_t thread;
  const Instance *inst;
  atomic_bool given_up, done;
  int64_t bound;
  Status status;
  char message[STATUS_MESSAGE_MAX];
};

static bool bound_given_up(const void *self) { return atomic_load(&((const BoundWork *)self)->given_up); }

static void *bound_work(void *self) {
  BoundWork *w = self;
  status_divert(w->message);
  halt_own(bound_given_up, w);
  w->status = w->inst->problem->bound(w->inst, 1, &w->bound);
  halt_own(NULL, NULL);
  status_divert(NULL);
  atomic_store(&w->done, true);
  return NULL;
}

/* Beside a best known value a bound that takes long is not wanted, and none at all in the rows of a sweep. */
static bool bound_spared(const Run *run) {
  const Problem *problem = run->inst->problem;
  const bool slow = problem->bound_slow && problem->bound_slow(run->inst);
  return run->view.outcome.best_known && (run->options.lazy || slow);
}

static bool bound_wanted(const Run *run) {
  return run->inst->problem->bound && run->comm->rank == 0 && !bound_spared(run);
}

/* The thread takes no signals: they are the run's. */
Status run_bound_begin(Run *run) {
  sigset_t all, before;
  if (!bound_wanted(run)) return OK;
  BoundWork *w = calloc(1, sizeof *w);
  if (!w) FAIL(ERR_MEMORY, "no memory for the lower bound");
  w->inst = run->inst;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const int failed = pthread_create(&w->thread, NULL, bound_work, w);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (failed) free(w);
  if (failed) FAIL(ERR_MEMORY, "no thread for the lower bound");
  run->bound = w;
  return OK;
}

/* Takes over what the thread has found; a bound that was given up stays unknown. */
static Status bound_take(Run *run) {
  BoundWork *w = run->bound;
  if (!w) return OK;
  pthread_join(w->thread, NULL);
  const bool failed = w->status != OK && w->status != ERR_STOPPED;
  const Status status = failed ? status_fail(w->status, "%s", w->message) : OK;
  if (w->status == OK) run->view.outcome.bound = w->bound;
  run->bound = NULL;
  free(w);
  return status;
}

void run_bound_look(Run *run) {
  if (run->bound && run->bound->status == OK && atomic_load(&run->bound->done)) (void)bound_take(run);
}

/* Shows the observer, once, that the search is over and the bound is not. */
static void wait_show(Run *run) {
  if (run->view.bound_awaited) return;
  run->view.bound_awaited = true;
  run->observer->progress(run->observer->self, &run->view);
}

Status run_bound_end(Run *run, RunEnd end) {
  const struct timespec moment = {.tv_nsec = 1000000};
  const double shown_at = clock_s() + SHOWN_AFTER_S;
  double until = end == RUN_TIME ? run_halt_s(run) : 0;
  if (end == RUN_FINISHED || end == RUN_TARGET) until = INFINITY;
  if (run->bound) {
    while (!atomic_load(&run->bound->done) && clock_s() < until && !stop_signal()) {
      if (clock_s() >= shown_at) wait_show(run);
      nanosleep(&moment, NULL);
    }
    run->view.bound_awaited = false;
    atomic_store(&run->bound->given_up, true);
  }
  return comm_agree(run->comm, bound_take(run));
}

void run_bound_drop(Run *run) {
  if (run->bound) atomic_store(&run->bound->given_up, true);
  (void)bound_take(run);
}
