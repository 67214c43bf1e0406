/* Many instances in one call: tasks of src/tasks, as those of a sweep are, but for where they come from and where
 * answers go. See cordee.h. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "clock.h"
#include "mpi/collect.h"
#include "mpi/stop.h"
#include "result.h"
#include "solve.h"
#include "tasks/tasks.h"

/* ---- state ---- */

/* A call of many instances: its state and its parts. */

typedef struct Many {
  Tasks tasks;
  Options options, one; /* as the texts say; of the instance under way */
  const cordee_instance *const *instances;
  size_t count;
  cordee_solving how;
  int32_t *starts;           /* solutions to start from, one after another; NULL: none; owned */
  int32_t **start;           /* (count) each in `starts`; NULL: none; owned */
  cordee_result **results;   /* (count) made by this rank */
  uint64_t *order;           /* (drafts) the instance of each task; owned */
  WorkUnit *unit;            /* owned */
  uint64_t drafts, rejected; /* tasks; on rank 0, instances that cannot be one */
  cordee_progress progress;  /* on rank 0 */
  double began, called;      /* clock readings */
  bool asked;                /* the callback wants to stop */
} Many;

/* ---- plan ---- */

/* The result of an instance, owned by m from now on. Local. */
static void many_result(Many *m, size_t k, cordee_result *result) {
  cordee_result_free(m->results[k]);
  m->results[k] = result;
}

/* The instance has failed, with the message that is kept, which is cleared. ERR_MEMORY. Local. */
static Status many_result_fail(Many *m, size_t k, Status why) {
  cordee_result *result = NULL;
  const Status status = result_none(RUN_FAILED, why, status_message(), &result);
  if (status != OK) return status;
  many_result(m, k, result);
  status_clear();
  return OK;
}

/* The options of an instance, in m->one. ERR_USAGE. Local. */
static Status many_options(Many *m, size_t k) {
  m->one = m->options;
  TRY(search_of_instance(m->instances[k], &m->one));
  if (m->tasks.be.ops) tasks_options(&m->tasks, &m->one);
  return OK;
}

/* ---- starts ---- */

/* Room for the starts that `there` says. ERR_MEMORY. Local. */
static Status starts_alloc(Many *m, const char *there, size_t *genes) {
  *genes = 0;
  for (size_t k = 0; k < m->count; k++) *genes += there[k] ? instance_genes(m->instances[k]->inst) : 0;
  m->starts = malloc((*genes + 1) * sizeof *m->starts);
  m->start = calloc(m->count + 1, sizeof *m->start);
  if (!m->starts || !m->start) FAIL(ERR_MEMORY, "no memory for start solutions");
  int32_t *at = m->starts;
  for (size_t k = 0; k < m->count; k++) {
    if (!there[k]) continue;
    m->start[k] = at;
    at += instance_genes(m->instances[k]->inst);
  }
  return OK;
}

static Status starts_share(Many *m, char *there) {
  const Comm *comm = m->tasks.comm;
  size_t genes = 0;
  TRY(comm_agree(comm, there ? OK : status_fail(ERR_MEMORY, "no memory for start solutions")));
  for (size_t k = 0; k < m->count && comm->rank == 0; k++)
    there[k] = m->how.starts && m->how.starts[k] && m->instances[k];
  bytes_bcast(comm, there, m->count, 0);
  if (!memchr(there, 1, m->count + 1)) return OK;
  TRY(comm_agree(comm, starts_alloc(m, there, &genes)));
  for (size_t k = 0; k < m->count && comm->rank == 0; k++)
    if (there[k])
      memcpy(m->start[k], m->how.starts[k], instance_genes(m->instances[k]->inst) * sizeof **m->start);
  bytes_bcast(comm, m->starts, genes * sizeof *m->starts, 0);
  return OK;
}

/* Rank 0's starts on every rank: any may search from them. Collective. ERR_MEMORY. */
static Status many_starts(Many *m) {
  char *there = calloc(m->count + 1, 1);
  const Status status = starts_share(m, there);
  free(there);
  return status;
}

/* ---- planning ---- */

static Status instance_draft(Many *m, Drafts *drafts, size_t k) {
  if (!m->instances[k]) FAIL(ERR_USAGE, "expected an instance, found NULL");
  TRY(many_options(m, k));
  return draft_add(drafts, k, m->instances[k]->inst, &m->one, m->start && m->start[k]);
}

/* On rank 0. An instance that can be no task has failed. */
static Status drafts_make(Many *m, Drafts *drafts) {
  for (size_t k = 0; k < m->count; k++) {
    const Status status = instance_draft(m, drafts, k);
    if (status == OK) continue;
    m->rejected++;
    TRY(many_result_fail(m, k, status));
  }
  TRY(drafts_cut(drafts, &m->unit, &m->tasks.units));
  m->drafts = drafts->count;
  m->order = malloc((m->drafts + 1) * sizeof *m->order);
  if (!m->order) FAIL(ERR_MEMORY, "no memory for %zu instances", m->count);
  for (size_t t = 0; t < m->drafts; t++) m->order[t] = drafts->draft[t].task;
  return OK;
}

static Status plan_make(Many *m) {
  Drafts drafts = {.be = &m->tasks.be, .groups = m->tasks.groups, .ranks_per_task = m->tasks.ranks_per_task};
  const Status status = drafts_make(m, &drafts);
  drafts_free(&drafts);
  return status;
}

/* Tasks and units, the same on every rank. Collective. ERR_MEMORY. */
static Status many_plan(Many *m) {
  const Comm *comm = m->tasks.comm;
  TRY(comm_agree(comm, comm->rank == 0 ? plan_make(m) : OK));
  uint64_t sizes[2] = {m->drafts, m->tasks.units};
  bytes_bcast(comm, sizes, sizeof sizes, 0);
  if (comm->rank > 0) {
    m->drafts = sizes[0];
    m->tasks.units = sizes[1];
    m->order = malloc((m->drafts + 1) * sizeof *m->order);
    m->unit = malloc((m->tasks.units + 1) * sizeof *m->unit);
  }
  TRY(comm_agree(comm, m->order && m->unit ? OK : status_fail(ERR_MEMORY, "no memory for tasks")));
  bytes_bcast(comm, m->order, m->drafts * sizeof *m->order, 0);
  bytes_bcast(comm, m->unit, m->tasks.units * sizeof *m->unit, 0);
  m->tasks.unit = m->unit;
  return OK;
}

/* ---- tasks ---- */

#define CALLS_S 0.05 /* from one call of the callback to the next, at least */

/* ---- the callback ---- */

static void many_poll(void *self) {
  Many *m = self;
  const double now = clock_s();
  if (!m->how.callback || m->tasks.comm->rank > 0 || m->asked || now < m->called + CALLS_S) return;
  m->called = now;
  m->progress.bytes = sizeof m->progress;
  m->progress.elapsed_s = now - m->began;
  m->progress.instances = m->count;
  m->progress.instances_done = queue_counted(&m->tasks.queue);
  m->asked = m->how.callback(m->how.self, &m->progress) != 0;
}

static void progress_clear(Many *m) { m->progress = (cordee_progress){.best = COST_NONE}; }

/* Of an instance that is searched alone. */
static int on_round(void *self, const cordee_progress *progress) {
  Many *m = self;
  m->progress = *progress;
  many_poll(m);
  return tasks_stopping(&m->tasks);
}

static int many_enough(void *self) {
  const Many *m = self;
  const double before = m->tasks.comm->rank == 0 ? m->options.stop_before_s : 0;
  if (stop_signal()) return RUN_SIGNAL;
  if (before > 0 && limit_near(before)) return RUN_LIMIT;
  return m->asked ? RUN_ASKED : RUN_GOING;
}

/* ---- TasksHost ---- */

static Status many_begin(void *self, uint64_t first, uint64_t count) {
  (void)self;
  (void)first;
  (void)count;
  return OK;
}
static void many_end(void *self) { (void)self; }
static Status many_sent(void *self) {
  (void)self;
  return OK;
}
static double many_halt_s(void *self) {
  (void)self;
  return INFINITY;
}

static void many_started(void *self) {
  Many *m = self;
  queue_count(&m->tasks.queue, m->rejected);
}

static Status many_open(void *self, uint64_t task, OpenTask *out) {
  Many *m = self;
  const size_t k = m->order[task];
  TRY(many_options(m, k));
  *out = (OpenTask){.inst = m->instances[k]->inst};
  TRY(solver_find(m->one.method, out->inst->problem, &out->solver));
  return options_plan(&m->one, out->solver, out->inst, m->tasks.be.ops, &out->plan);
}

static Status many_answer(void *self, uint64_t task, const TaskAnswer *answer) {
  Many *m = self;
  const Outcome *o = &answer->outcome;
  const TraceRow found = {o->elapsed_s, o->finished, o->moves, o->best};
  const RunView view = {.inst = answer->task->inst,
                        .solver = answer->task->solver,
                        .outcome = *o,
                        .trace = &found,
                        .trace_rows = 1,
                        .end = answer->whole ? RUN_FINISHED : (RunEnd)m->tasks.stop};
  cordee_result *result;
  TRY(result_make(&view, &result));
  many_result(m, m->order[task], result);
  queue_count(&m->tasks.queue, 1);
  return OK;
}

static Status many_failed(void *self, uint64_t task, Status status) {
  Many *m = self;
  queue_count(&m->tasks.queue, 1);
  return many_result_fail(m, m->order[task], status);
}

/* Keeps what a search came to, on the group's first rank. A search that all were told to stop ended for their reason. */
static Status alone_keep(Many *m, size_t k, cordee_result *found, Status status) {
  queue_count(&m->tasks.queue, 1);
  progress_clear(m);
  if (!found) return status == OK || status == ERR_STOPPED ? OK : many_result_fail(m, k, status);
  result_tell(found, status, status_message());
  if (m->tasks.stop && (found->end == RUN_SIGNAL || found->end == RUN_ASKED))
    found->end = (RunEnd)m->tasks.stop;
  many_result(m, k, found);
  return OK;
}

static Status many_alone(void *self, uint64_t task) {
  Many *m = self;
  const size_t k = m->order[task];
  const Comm *group = &m->tasks.group;
  const cordee_solving how = {
      .bytes = sizeof how, .start = m->start ? m->start[k] : NULL, .callback = on_round, .self = m};
  const Search search = {.instance = m->instances[k]};
  Watch watch = {.status = OK};
  Status status = comm_agree(group, many_options(m, k));
  if (status == OK) status = search_run(group, &search, &how, &m->one, &watch);
  if (group->rank == 0) {
    const Status kept = alone_keep(m, k, watch.result, status);
    if (status != ERR_DEVICE) status = kept;
  } else if (status != ERR_DEVICE) {
    status = OK;
  }
  if (status != ERR_DEVICE) status_clear();
  return comm_agree(group, status);
}

static const TasksHost host = {.begin = many_begin,
                               .open = many_open,
                               .end = many_end,
                               .answer = many_answer,
                               .failed = many_failed,
                               .alone = many_alone,
                               .started = many_started,
                               .poll = many_poll,
                               .enough = many_enough,
                               .sent = many_sent,
                               .halt_s = many_halt_s,
                               .failure = RUN_FAILED};

/* ---- the call ---- */

/* All ranks name the same instances. */
static Status instances_agree(const Comm *comm, const Many *m) {
  uint64_t digest = m->count;
  for (size_t k = 0; k < m->count; k++)
    digest = digest * 0x9e3779b97f4a7c15 + (m->instances[k] ? m->instances[k]->inst->digest : 1);
  int64_t extremes[2] = {(int64_t)(digest >> 1), -(int64_t)(digest >> 1)};
  comm_max(comm, extremes, 2);
  if (extremes[0] == -extremes[1]) return OK;
  FAIL(ERR_USAGE, "expected the same instances on every rank, found others");
}

/* Options that only one search can have. */
static const char *const of_one[] = {"checkpoint", "hybrid", NULL};

static Status many_check(const char *const *words, const cordee_solving *how, Many *m, const int *status) {
  if (m->count && (!m->instances || !m->results || !status))
    FAIL(ERR_USAGE, "expected instances, and places for their results and statuses, found NULL");
  TRY(solving_copy(how, &m->how));
  TRY(search_words(words, false, &m->options));
  return words_refuse(&m->options, of_one, "belongs to a single search: drop it");
}

/* So few that each group has something to do. */
static uint64_t ranks_per_task(const Comm *comm, size_t count) {
  const size_t ranks = (size_t)comm->size;
  return count == 0 || count >= ranks ? 1 : ranks / count;
}

static Status many_run(const Comm *comm, Many *m, int *why) {
  TRY(instances_agree(comm, m));
  if (m->options.stop_before_s > 0) limit_learn(comm);
  TRY(tasks_open(&m->tasks, comm, &m->options, ranks_per_task(comm, m->count)));
  TRY(many_starts(m));
  TRY(many_plan(m));
  m->tasks.host = &host;
  m->tasks.self = m;
  progress_clear(m);
  return tasks_run(&m->tasks, why);
}

/* Those that nobody came to. */
static Status results_complete(Many *m, int why, Status status) {
  static const char *const reasons[] = {[RUN_LIMIT] = "the batch job's end was near",
                                        [RUN_ASKED] = "the callback ended the call",
                                        [RUN_SIGNAL] = "a signal came"};
  char message[STATUS_MESSAGE_MAX];
  const bool failed = status != OK, stopped = why == RUN_LIMIT || why == RUN_ASKED || why == RUN_SIGNAL;
  const char *reason = stopped ? reasons[why] : "the search was given up";
  const RunEnd end = stopped ? (RunEnd)why : RUN_SIGNAL;
  snprintf(message, sizeof message, "not solved: %s", failed ? status_message() : reason);
  for (size_t k = 0; k < m->count; k++)
    if (!m->results[k])
      TRY(result_none(failed ? RUN_FAILED : end, failed ? status : ERR_STOPPED, message, &m->results[k]));
  return OK;
}

/* The greatest status, with the message of the first failure. */
static Status statuses_tell(const Many *m, Status worst, int *status) {
  const cordee_result *first = NULL;
  size_t number = 0;
  for (size_t k = 0; k < m->count; k++) {
    const cordee_result *one = m->results[k];
    status[k] = one ? (int)one->status : (int)ERR_MEMORY;
    if (one && one->status > worst) worst = one->status;
    if (one && one->status != OK && !first) {
      first = one;
      number = k;
    }
  }
  if (!first) return worst;
  status_clear();
  return status_fail(worst, "instance %zu: %s", number, cordee_result_message(first));
}

static Status many_do(const Comm *comm, Many *m, int *status) {
  int why = 0;
  m->began = clock_s();
  Status done = many_run(comm, m, &why);
  const Status shared = results_share(comm, m->results, m->count);
  if (done == OK) done = shared;
  const Status completed = comm_agree(comm, results_complete(m, why, done));
  return statuses_tell(m, done == OK ? completed : done, status);
}

static void many_free(Many *m) {
  if (!m) return;
  tasks_close(&m->tasks);
  free(m->starts);
  free(m->start);
  free(m->order);
  free(m->unit);
  free(m);
}

int cordee_solve_many(cordee *c, size_t count, const cordee_instance *const *instances,
                      const char *const *options, const cordee_solving *how, cordee_result **results,
                      int *status) {
  Status done = call_begin(c);
  if (done != OK) return (int)done;
  for (size_t k = 0; k < count && results; k++) results[k] = NULL;
  done = words_same(&c->comm, "cordee_solve_many", options, count);
  for (size_t k = 0; k < count && status; k++) status[k] = (int)done;
  if (done != OK) return call_end(c, done);
  Many *m = calloc(1, sizeof *m);
  if (!m) done = status_fail(ERR_MEMORY, "no memory for a call");
  if (m) {
    m->instances = instances;
    m->count = count;
    m->results = results;
  }
  if (m) done = many_check(options, how, m, status);
  stop_note(0);
  done = comm_agree(&c->comm, done);
  if (done == OK)
    done = many_do(&c->comm, m, status);
  else
    for (size_t k = 0; k < count && status; k++) status[k] = (int)done;
  many_free(m);
  return call_end(c, done);
}
