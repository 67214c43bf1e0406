/* List heuristics of task matching: see match_heuristics.h.
 *
 * Min-min and max-min: Ibarra and Kim 1977 (their D and E); sufferage and first come, first served (there:
 * minimum completion time): Maheswaran, Ali, Siegel, Hensgen, Freund 1999.
 *
 * Every unassigned task keeps its NEAR best machines, and a lower bound on the completion times of the others,
 * from the last evaluation of its whole row. Loads only grow, so the best and second best machine are near ones
 * as long as the second is below that bound; otherwise the whole row is evaluated again. */
#include "match_heuristics.h"

#include "halt.h"
#include "makespan.h"
#include "matching.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { NEAR = 8 };

typedef struct Choice {
  int64_t best, second;                  /* completion times */
  int64_t bound;                         /* no other machine has a smaller completion time */
  int32_t machine, other_machine, count; /* of best and second (the same if there is only one); near ones */
  int32_t near[NEAR];
  int64_t time[NEAR]; /* of the task on these */
} Choice;

typedef struct Matching {
  const Instance *inst;
  int32_t *assignment; /* (tasks) -1: none yet */
  int64_t *load;       /* (machines) */
  bool *changed;       /* (machines) since the last refresh */
  int32_t *favourite;  /* (machines) sufferage: the task that gets the machine; -1: none */
  Choice *choice;      /* (tasks) */
  int32_t *left_task;  /* (left) tasks without a machine, ascending */
  int32_t left;
} Matching;

static void matching_close(Matching *m) {
  free(m->load);
  free(m->changed);
  free(m->favourite);
  free(m->choice);
  free(m->left_task);
}

static Status matching_open(const Instance *inst, int32_t *assignment, Matching *m) {
  const size_t machines = (size_t)matching_of(inst)->machines, tasks = (size_t)inst->n;
  *m = (Matching){.inst = inst, .assignment = assignment};
  m->load = calloc(machines, sizeof *m->load);
  m->changed = calloc(machines, sizeof *m->changed);
  m->favourite = malloc(machines * sizeof *m->favourite);
  m->choice = malloc(tasks * sizeof *m->choice);
  m->left_task = malloc(tasks * sizeof *m->left_task);
  if (m->load && m->changed && m->favourite && m->choice && m->left_task) return OK;
  matching_close(m);
  FAIL(ERR_MEMORY, "no memory to match %d tasks and %d machines", inst->n, matching_of(inst)->machines);
}

static int64_t end_of(const Matching *m, int32_t task, int32_t machine) {
  return m->load[machine] +
         matching_of(m->inst)->etc[(size_t)task * (size_t)matching_of(m->inst)->machines + (size_t)machine];
}

/* Best and second of the near machines at the current loads; of equals the lowest machine is best. */
static void choice_rank(const Matching *m, Choice *c) {
  c->best = c->second = INT64_MAX;
  c->machine = c->other_machine = c->near[0];
  for (int32_t k = 0; k < c->count; k++) {
    const int32_t machine = c->near[k];
    const int64_t end = m->load[machine] + c->time[k];
    if (end < c->best || (end == c->best && machine < c->machine)) {
      c->second = c->best;
      c->other_machine = c->machine;
      c->best = end;
      c->machine = machine;
    } else if (end < c->second) {
      c->second = end;
      c->other_machine = machine;
    }
  }
  if (c->count == 1) c->second = c->best;
}

/* Evaluates the whole row: an insertion sort that keeps the NEAR smallest, of equals the lowest machines. */
static void choice_make(const Matching *m, int32_t task, Choice *c) {
  int64_t ends[NEAR];
  c->count = 0;
  for (int32_t k = 0; k < matching_of(m->inst)->machines; k++) {
    const int64_t end = end_of(m, task, k);
    if (c->count == NEAR && end >= ends[NEAR - 1]) continue;
    int32_t at = c->count < NEAR ? c->count++ : NEAR - 1;
    for (; at > 0 && ends[at - 1] > end; at--) {
      ends[at] = ends[at - 1];
      c->near[at] = c->near[at - 1];
    }
    ends[at] = end;
    c->near[at] = k;
  }
  for (int32_t k = 0; k < c->count; k++) c->time[k] = ends[k] - m->load[c->near[k]];
  /* cppcheck-suppress uninitvar ; as many are set as there are machines */
  c->bound = matching_of(m->inst)->machines > NEAR ? ends[NEAR - 1] : INT64_MAX;
  choice_rank(m, c);
}

static void choice_refresh(const Matching *m, int32_t task) {
  Choice *c = &m->choice[task];
  if (!m->changed[c->machine] && !m->changed[c->other_machine]) return;
  choice_rank(m, c);
  if (c->second >= c->bound) choice_make(m, task, c);
}

static void task_assign(Matching *m, int32_t task, int32_t machine) {
  m->load[machine] = end_of(m, task, machine);
  m->changed[machine] = true;
  m->assignment[task] = machine;
}

/* After a round: removes the assigned tasks, and updates the choices of the others. */
static void round_end(Matching *m) {
  int32_t kept = 0;
  for (int32_t k = 0; k < m->left; k++) {
    const int32_t task = m->left_task[k];
    if (m->assignment[task] >= 0) continue;
    choice_refresh(m, task);
    m->left_task[kept++] = task;
  }
  m->left = kept;
  memset(m->changed, 0, (size_t)matching_of(m->inst)->machines * sizeof *m->changed);
}

static void round_min_min(Matching *m) {
  int32_t least = m->left_task[0];
  for (int32_t k = 1; k < m->left; k++)
    if (m->choice[m->left_task[k]].best < m->choice[least].best) least = m->left_task[k];
  task_assign(m, least, m->choice[least].machine);
}

static void round_max_min(Matching *m) {
  int32_t most = m->left_task[0];
  for (int32_t k = 1; k < m->left; k++)
    if (m->choice[m->left_task[k]].best > m->choice[most].best) most = m->left_task[k];
  task_assign(m, most, m->choice[most].machine);
}

static int64_t suffering(const Choice *c) { return c->second - c->best; }

/* At most one task a machine; a later task replaces an earlier one only if its sufferage is strictly larger. */
static void round_sufferage(Matching *m) {
  const int32_t machines = matching_of(m->inst)->machines;
  for (int32_t k = 0; k < machines; k++) m->favourite[k] = -1;
  for (int32_t k = 0; k < m->left; k++) {
    const int32_t task = m->left_task[k];
    int32_t *place = &m->favourite[m->choice[task].machine];
    if (*place < 0 || suffering(&m->choice[*place]) < suffering(&m->choice[task])) *place = task;
  }
  for (int32_t k = 0; k < machines; k++)
    if (m->favourite[k] >= 0) task_assign(m, m->favourite[k], k);
}

static const char *const during = "a list heuristic";

static Status assign_rounds(const Instance *inst, int32_t *assignment, void (*play)(Matching *m)) {
  Matching m;
  TRY(matching_open(inst, assignment, &m));
  for (; m.left < inst->n && !halt_poll(); m.left++) {
    choice_make(&m, m.left, &m.choice[m.left]);
    m.left_task[m.left] = m.left;
    assignment[m.left] = -1;
  }
  while (m.left > 0 && !halt_poll()) {
    play(&m);
    round_end(&m);
  }
  matching_close(&m);
  return halt_after(during);
}

static Status assign_min_min(const Instance *inst, int32_t *a) {
  return assign_rounds(inst, a, round_min_min);
}
static Status assign_max_min(const Instance *inst, int32_t *a) {
  return assign_rounds(inst, a, round_max_min);
}
static Status assign_sufferage(const Instance *inst, int32_t *a) {
  return assign_rounds(inst, a, round_sufferage);
}

static Status assign_fcfs(const Instance *inst, int32_t *assignment) {
  Matching m;
  TRY(matching_open(inst, assignment, &m));
  for (int32_t t = 0; t < inst->n && !halt_poll(); t++) {
    choice_make(&m, t, &m.choice[t]);
    task_assign(&m, t, m.choice[t].machine);
  }
  matching_close(&m);
  return halt_after(during);
}

const MatchHeuristic match_heuristics[] = {
    {"fcfs", assign_fcfs},
    {"min-min", assign_min_min},
    {"max-min", assign_max_min},
    {"sufferage", assign_sufferage},
    {NULL, NULL},
};

/* ---- the best of several ---- */

static Status list_try(const Instance *inst, const MatchHeuristic *heuristic, int32_t *assignment,
                       int64_t *cost) {
  int64_t *load = malloc((size_t)matching_of(inst)->machines * sizeof *load);
  if (!load) FAIL(ERR_MEMORY, "no memory for the loads of %d machines", matching_of(inst)->machines);
  Status status = heuristic->assign(inst, assignment);
  if (status == OK) *cost = makespan(inst, assignment, load);
  free(load);
  return status;
}

Status match_best_list(const Instance *inst, const MatchHeuristic *heuristic, int count, int threads,
                       int32_t *assignment, int64_t *cost) {
  const size_t n = (size_t)inst->n;
  int32_t *all = malloc((size_t)count * n * sizeof *all);
  int64_t *costs = malloc((size_t)count * sizeof *costs);
  Status status =
      all && costs ? OK : status_fail(ERR_MEMORY, "no memory for %d schedules of %d tasks", count, inst->n);
  Status failed = status;
#pragma omp parallel for schedule(dynamic) num_threads(threads < 1 ? 1 : threads < count ? threads : count)
  for (int k = 0; k < count; k++) {
    Status mine = status == OK ? list_try(inst, heuristic + k, all + (size_t)k * n, costs + k) : OK;
    if (mine != OK)
#pragma omp atomic write
      failed = mine;
  }
  int best = 0;
  for (int k = 1; k < count && failed == OK; k++) best = costs[k] < costs[best] ? k : best;
  if (failed == OK) {
    *cost = costs[best];
    memcpy(assignment, all + (size_t)best * n, n * sizeof *assignment);
  }
  free(all);
  free(costs);
  return failed;
}
