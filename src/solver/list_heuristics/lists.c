/* The list heuristics of task matching as solvers: fcfs, min-min, max-min, sufferage (match_heuristics.h), and
 * "lists", the best of the four. One island and one epoch, in which the host computes the assignment. Other
 * methods are compared with them. */
#include <stdlib.h>
#include "solver.h"
#include "problem/matching/match_heuristics.h"
#include "problem/matching/matching.h"

struct Archipelago {
  const Instance *inst;
  Span span;
  const MatchHeuristic *heuristic; /* (count) */
  int count, threads;
  int32_t *assignment; /* (n) */
  int64_t cost;        /* COST_NONE: not computed yet */
};

static Status heuristic_complete(const Instance *inst, const BackendOps *backend, Plan *plan) {
  (void)backend;
  (void)inst;
  plan->islands = 1;
  plan->epoch = 1;
  return OK;
}

/* Some hundred bytes a task, which is little beside the instance. */
static void heuristic_needs(const Instance *inst, const Backend *be, const Plan *plan, Span span,
                            Memory *out) {
  (void)inst;
  (void)be;
  (void)plan;
  (void)span;
  *out = (Memory){0};
}

static uint64_t heuristic_budget(const Plan *plan) {
  (void)plan;
  return 1;
}
static double heuristic_work(const Instance *inst, const Plan *plan) {
  (void)plan;
  return (double)inst->n * matching_of(inst)->machines;
}
static uint32_t heuristic_epochs(const Plan *plan) {
  (void)plan;
  return 1;
}

static void heuristic_destroy(Archipelago *a) {
  if (a) free(a->assignment);
  free(a);
}

static Status heuristic_create(const Instance *inst, const Backend *be, Span span,
                               const MatchHeuristic *heuristic, int count, Archipelago **out) {
  Archipelago *a = calloc(1, sizeof *a);
  if (!a) FAIL(ERR_MEMORY, "no memory for an island");
  *a = (Archipelago){.inst = inst,
                     .span = span,
                     .heuristic = heuristic,
                     .count = count,
                     .threads = be->threads,
                     .cost = COST_NONE};
  a->assignment = malloc((size_t)inst->n * sizeof *a->assignment);
  if (!a->assignment) {
    heuristic_destroy(a);
    FAIL(ERR_MEMORY, "no memory for %d tasks", inst->n);
  }
  *out = a;
  return OK;
}

static Status assignment_compute(Archipelago *a) {
  if (!a->span.count || a->cost != COST_NONE) return OK;
  return match_best_list(a->inst, a->heuristic, a->count, a->threads, a->assignment, &a->cost);
}

static Status heuristic_begin(Archipelago *a, uint32_t epoch) {
  (void)a;
  (void)epoch;
  return OK;
}

static Status heuristic_advance(Archipelago *a, uint32_t steps, Progress *progress) {
  (void)steps;
  TRY(assignment_compute(a));
  if (a->span.count) {
    progress->moves = (uint64_t)a->inst->n * (uint64_t)matching_of(a->inst)->machines;
    progress->finished = 1;
  }
  progress->best = a->cost;
  progress->epoch_done = true;
  return OK;
}

static Status heuristic_champion(Archipelago *a, uint32_t i, Individual *out) {
  out->cost = a->cost;
  out->island = a->span.first + i;
  out->length = (uint32_t)a->inst->n;
  for (int32_t t = 0; out->gene && t < a->inst->n; t++) out->gene[t] = a->assignment[t];
  return OK;
}

static Status heuristic_best(Archipelago *a, bool unfinished, Individual *out) {
  (void)unfinished;
  out->cost = COST_NONE;
  return a->span.count ? heuristic_champion(a, 0, out) : OK;
}

/* One island sends nothing and receives nothing. */
static size_t heuristic_migrant_bytes(const Archipelago *a) {
  (void)a;
  return 0;
}
static Status heuristic_emigrate(Archipelago *a, void *migrant) {
  (void)a;
  (void)migrant;
  return OK;
}
static Status heuristic_immigrate(Archipelago *a, const void *migrant) {
  (void)a;
  (void)migrant;
  return OK;
}

static Status heuristic_describe(Archipelago *a, Description *out) {
  (void)a;
  *out = (Description){.shape = "a list heuristic, on the host"};
  return OK;
}

/* The assignment is computed again, so it is not saved. */
static Status heuristic_save(Archipelago *a, FieldSet *out) {
  void *cost;
  TRY(fieldset_add(out, FIELD_ISLAND, "cost", DTYPE_I64, a->span.count, 1, &cost));
  for (uint32_t i = 0; i < a->span.count; i++) ((int64_t *)cost)[i] = a->cost;
  return OK;
}

static Status heuristic_load(Archipelago *a, uint32_t epoch, const FieldSet *in) {
  const Field *f;
  (void)epoch;
  TRY(fieldset_get_rows(in, FIELD_ISLAND, "cost", DTYPE_I64, a->span.count, 1, &f));
  if (!f->rows || *(const int64_t *)f->data == COST_NONE) return OK;
  TRY(assignment_compute(a));
  if (*(const int64_t *)f->data != a->cost)
    FAIL(ERR_FORMAT, "field cost: expected %lld, found %lld", (long long)a->cost,
         (long long)*(const int64_t *)f->data);
  return OK;
}

#define HEURISTIC(IDENTIFIER, NAME, TITLE, ABOUT, ROW, COUNT)                                                \
  static Status IDENTIFIER##_create(const Instance *inst, Backend *be, const Plan *plan, Span span,          \
                                    Archipelago **out) {                                                     \
    (void)plan;                                                                                              \
    return heuristic_create(inst, be, span, &match_heuristics[ROW], COUNT, out);                             \
  }                                                                                                          \
  const Solver solver_##IDENTIFIER = {.name = NAME,                                                          \
                                      .title = TITLE,                                                        \
                                      .about = ABOUT,                                                        \
                                      .example = "",                                                         \
                                      .problems = {&problem_matching},                                       \
                                      .work = "matrix entries",                                              \
                                      .finished = "schedules",                                               \
                                      .complete = heuristic_complete,                                        \
                                      .budget = heuristic_budget,                                            \
                                      .epochs = heuristic_epochs,                                            \
                                      .work_all = heuristic_work,                                            \
                                      .needs = heuristic_needs,                                              \
                                      .create = IDENTIFIER##_create,                                         \
                                      .begin = heuristic_begin,                                              \
                                      .advance = heuristic_advance,                                          \
                                      .champion = heuristic_champion,                                        \
                                      .best = heuristic_best,                                                \
                                      .migrant_bytes = heuristic_migrant_bytes,                              \
                                      .emigrate = heuristic_emigrate,                                        \
                                      .immigrate = heuristic_immigrate,                                      \
                                      .describe = heuristic_describe,                                        \
                                      .save = heuristic_save,                                                \
                                      .load = heuristic_load,                                                \
                                      .destroy = heuristic_destroy}

/* COUNT rows of match_heuristics, from ROW on. */
HEURISTIC(lists, "lists", "the best of the list heuristics",
          "Builds an assignment by each of the four list heuristics fcfs, min-min, max-min and sufferage, "
          "and keeps the best.\n",
          0, 4);
HEURISTIC(fcfs, "fcfs", "list heuristic: first come, first served",
          "Each task in order goes to the machine that completes it first.\n", 0, 1);
HEURISTIC(min_min, "min-min", "list heuristic: min-min",
          "The task with the least completion time on its best machine is assigned first, to that machine.\n",
          1, 1);
HEURISTIC(
    max_min, "max-min", "list heuristic: max-min",
    "The task with the greatest completion time on its best machine is assigned first, to that machine.\n", 2,
    1);
HEURISTIC(sufferage, "sufferage", "list heuristic: sufferage",
          "In each round, of the tasks with the same best machine the one that would lose most on its second "
          "best machine is assigned to it.\n",
          3, 1);
