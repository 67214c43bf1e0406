/* The options that the annealer considers: see anneal_options.h.
 *
 * The regret of an option is its size less that of the task's smallest option. A solution g units above the
 * bound has a total regret of at most g, so good solutions have few options with a large regret. The options
 * kept are those with
 *  - a time no longer than the list heuristics' makespan (longer ones are in no better solution), or, where machines have many
 *    tasks, than NEAR_BOUND times the bound, and
 *  - a regret of up to REGRETS times the n-th smallest one (the spacing); of the OPTIONS_NEAR smallest of a task;
 *  - or all of them, if they are few.
 * If the tasks with one option load a machine to more than SETTLED of the bound, its load could not be
 * balanced: second options of some of these tasks are added, those of least regret first. A machine with fewer
 * than ENTRIES options of tasks with a choice, or whose options' times sum to less than FILL times the bound,
 * gets more options, those of least regret first. Otherwise its load could not be balanced either; and where
 * machines differ only in speed, all regrets are 0, and slow machines would have no tasks. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "halt.h"
#include "anneal_options.h"

#include "problem/matching/match_heuristics.h"
#include "problem/matching/matching_bounds.h"
#include "problem/matching/matching.h"

static const double REGRETS = 1.5, REGRET_LEAST = 0.02, FILL = 1.1, SETTLED = 0.75, FEW = 2048,
                    NEAR_BOUND = 1.02;
enum {
  LISTS_TASKS = 4096,
  TASKS_MANY = 8,
  OPTIONS_NEAR = 192,
  ENTRIES = 48,
  SPACED = 8 /* options of a task that determine the spacing */
};

static double regret(const AnnealOptions *b, int32_t t, int32_t m) {
  return b->size[option_at(b, t, m)] - b->least[t];
}

/* ---- sizes and regrets ---- */

static Status options_alloc(AnnealOptions *b) {
  const size_t n = (size_t)b->inst->n, machines = (size_t)matching_of(b->inst)->machines;
  b->price = malloc(machines * sizeof *b->price);
  b->size = malloc(n * machines * sizeof *b->size);
  b->least = malloc(n * sizeof *b->least);
  b->rank = malloc(n * machines);
  b->count = calloc(n, sizeof *b->count);
  b->total = calloc(machines, sizeof *b->total);
  b->model->incumbent = malloc(n * sizeof *b->model->incumbent);
  if (b->model->incumbent && b->price && b->size && b->least && b->rank && b->count && b->total) return OK;
  FAIL(ERR_MEMORY, "no memory for the options of %d tasks on %d machines", b->inst->n,
       matching_of(b->inst)->machines);
}

static void sizes_make(AnnealOptions *b) {
  const int32_t machines = matching_of(b->inst)->machines;
  double prices = 0;
  for (int32_t m = 0; m < machines; m++) prices += b->price[m];
  const double unit = prices * (double)b->model->bound / b->inst->n;
  b->per_unit = 1 / unit;
  b->model->units_tick = prices / machines / unit; /* of an instance unit until ticks are known */
#pragma omp parallel for schedule(static) if ((int64_t)b->inst->n * machines > 100000)
  for (int32_t t = 0; t < b->inst->n; t++) {
    b->least[t] = HUGE_VAL;
    for (int32_t m = 0; m < machines; m++) {
      const int64_t time = matching_of(b->inst)->etc[option_at(b, t, m)];
      const double size = time > b->model->longest ? HUGE_VAL : b->price[m] * (double)time * b->per_unit;
      b->size[option_at(b, t, m)] = size;
      if (size < b->least[t]) b->least[t] = size;
    }
  }
}

/* The `count` smallest regrets of task t, but for the first, ascending. */
static void regrets_smallest(const AnnealOptions *b, int32_t t, int count, double *out) {
  double low[SPACED + 1];
  int have = 0;
  for (int32_t m = 0; m < matching_of(b->inst)->machines; m++) {
    const double r = regret(b, t, m);
    if (have == count + 1 && r >= low[count]) continue;
    int i = have < count + 1 ? have++ : count;
    for (; i > 0 && low[i - 1] > r; i--) low[i] = low[i - 1];
    low[i] = r;
  }
  memcpy(out, low + 1, (size_t)count * sizeof *out);
}

static int double_order(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* The n-th smallest of all tasks' few smallest regrets; 0 where there is one machine. */
static Status spacing_make(AnnealOptions *b) {
  const int32_t n = b->inst->n;
  const int count =
      matching_of(b->inst)->machines - 1 < SPACED - 1 ? matching_of(b->inst)->machines - 1 : SPACED - 1;
  const size_t all = (size_t)n * (size_t)count;
  if (!all) return OK;
  double *regrets = malloc(all * sizeof *regrets);
  if (!regrets) FAIL(ERR_MEMORY, "no memory for the regrets of %d tasks", n);
  for (int32_t t = 0; t < n; t++) regrets_smallest(b, t, count, regrets + (size_t)t * (size_t)count);
  qsort(regrets, all, sizeof *regrets, double_order);
  size_t k = (size_t)n < all ? (size_t)n : all - 1;
  while (k > 0 && regrets[k] == HUGE_VAL) k--;
  b->model->spacing = regrets[k] == HUGE_VAL ? 0 : regrets[k];
  free(regrets);
  return OK;
}

/* ---- options ---- */

static void option_add(AnnealOptions *b, int32_t t, int32_t m) {
  b->rank[option_at(b, t, m)] = 0;
  b->count[t]++;
  b->total[m] += matching_of(b->inst)->etc[option_at(b, t, m)];
}

typedef struct Regret {
  double regret;
  int32_t index; /* machine or task */
} Regret;

static int regret_order(const void *a, const void *b) {
  const Regret *x = a, *y = b;
  if (x->regret != y->regret) return x->regret < y->regret ? -1 : 1;
  return (x->index > y->index) - (x->index < y->index);
}

/* Every task's options up to `most`; scratch (machines). */
static void options_near(AnnealOptions *b, double most, Regret *scratch) {
  memset(b->rank, ANNEAL_NONE, (size_t)b->inst->n * (size_t)matching_of(b->inst)->machines);
  for (int32_t t = 0; t < b->inst->n; t++) {
    int32_t count = 0;
    for (int32_t m = 0; m < matching_of(b->inst)->machines; m++)
      if (regret(b, t, m) <= most) scratch[count++] = (Regret){regret(b, t, m), m};
    if (count > OPTIONS_NEAR) {
      qsort(scratch, (size_t)count, sizeof *scratch, regret_order);
      count = OPTIONS_NEAR;
    }
    for (int32_t i = 0; i < count; i++) option_add(b, t, scratch[i].index);
  }
}

/* Adds options of machine m until their times sum to `enough` and ENTRIES of them are of tasks with a choice;
 * scratch (n). */
static void machine_fill(AnnealOptions *b, int32_t m, double enough, Regret *scratch) {
  size_t count = 0, entries = 0;
  for (int32_t t = 0; t < b->inst->n; t++) {
    if (b->rank[option_at(b, t, m)] != ANNEAL_NONE)
      entries += b->count[t] > 1;
    else if (b->size[option_at(b, t, m)] < HUGE_VAL && b->count[t] < ANNEAL_OPTIONS_MAX)
      scratch[count++] = (Regret){regret(b, t, m), t};
  }
  if (entries >= ENTRIES && (double)b->total[m] >= enough) return;
  qsort(scratch, count, sizeof *scratch, regret_order);
  for (size_t i = 0; i < count && ((double)b->total[m] < enough || entries < ENTRIES); i++, entries++)
    option_add(b, scratch[i].index, m);
}

/* The machine of the settled task's second smallest regret. */
static int32_t second_option(const AnnealOptions *b, int32_t t) {
  int32_t second = -1;
  for (int32_t m = 0; m < matching_of(b->inst)->machines; m++)
    if (b->rank[option_at(b, t, m)] == ANNEAL_NONE && b->size[option_at(b, t, m)] < HUGE_VAL)
      if (second < 0 || regret(b, t, m) < regret(b, t, second)) second = m;
  return second;
}

static int32_t only_option(const AnnealOptions *b, int32_t t) {
  int32_t m = 0;
  while (b->rank[option_at(b, t, m)] == ANNEAL_NONE) m++;
  return m;
}

/* Adds the second options of a machine's settled tasks, of `count` on *list, until what stays settled is at most `most`. */
static void machine_relieve(AnnealOptions *b, int64_t settled, double most, Regret *list, size_t count) {
  qsort(list, count, sizeof *list, regret_order);
  for (size_t i = 0; i < count && (double)settled > most; i++) {
    const int32_t t = list[i].index, m = only_option(b, t), second = second_option(b, t);
    if (second < 0) return;
    option_add(b, t, second);
    settled -= matching_of(b->inst)->etc[option_at(b, t, m)];
  }
}

/* Ensures that no machine is nearly full with tasks that have no other option; list (n). */
static void machines_relieve(AnnealOptions *b, double most, Regret *list) {
  for (int32_t m = 0; m < matching_of(b->inst)->machines; m++) {
    size_t count = 0;
    int64_t settled = 0;
    for (int32_t t = 0; t < b->inst->n; t++) {
      if (b->count[t] != 1 || b->rank[option_at(b, t, m)] == ANNEAL_NONE) continue;
      const int32_t second = second_option(b, t);
      list[count++] = (Regret){second < 0 ? HUGE_VAL : regret(b, t, second), t};
      settled += matching_of(b->inst)->etc[option_at(b, t, m)];
    }
    if ((double)settled > most) machine_relieve(b, settled, most, list, count);
  }
}

static Status options_choose(AnnealOptions *b) {
  const int32_t n = b->inst->n, machines = matching_of(b->inst)->machines;
  const double usual = REGRETS * b->model->spacing, enough = FILL * (double)b->model->bound;
  double most;
  if ((double)n * machines <= FEW)
    most = DBL_MAX;
  else if (usual > REGRET_LEAST)
    most = usual;
  else
    most = REGRET_LEAST;
  Regret *scratch = malloc((size_t)(n > machines ? n : machines) * sizeof *scratch);
  if (!scratch) FAIL(ERR_MEMORY, "no memory for the options of %d tasks", n);
  options_near(b, most, scratch);
  for (int32_t m = 0; m < machines; m++) machine_fill(b, m, enough, scratch);
  machines_relieve(b, SETTLED * (double)b->model->bound, scratch);
  free(scratch);
  return OK;
}

/* ---- all of it ---- */

/* Where machines have many tasks, there are schedules near the bound. */
static bool tasks_many(const Instance *inst) {
  return inst->n >= TASKS_MANY * (int64_t)matching_of(inst)->machines;
}

/* The truncated bound's duals are larger on machines with few tasks: too large where there are few tasks. */
static Status duals_make(AnnealOptions *b, int threads) {
  int64_t plain;
  TRY(matching_bound(b->inst, threads, b->price, &b->model->bound));
  return tasks_many(b->inst) ? OK : lp_bound(b->inst, threads, b->price, &plain);
}

/* All list heuristics but the first take a time that grows with the square of the tasks. */
static Status known_make(AnnealOptions *b, int threads) {
  const int heuristics = b->inst->n <= LISTS_TASKS ? MATCH_HEURISTICS : 1;
  TRY(duals_make(b, threads > 0 ? threads : 1));
  return match_best_list(b->inst, match_heuristics, heuristics, threads, b->model->incumbent,
                         &b->model->incumbent_cost);
}

static int64_t longest_option(const Instance *inst, const AnnealModel *model) {
  const double near = NEAR_BOUND * (double)model->bound;
  return tasks_many(inst) && near < (double)model->incumbent_cost ? (int64_t)near : model->incumbent_cost;
}

Status anneal_options_make(const Instance *inst, int threads, AnnealModel *model, AnnealOptions *b) {
  *b = (AnnealOptions){.inst = inst, .model = model};
  TRY(options_alloc(b));
  TRY(known_make(b, threads));
  model->longest = longest_option(inst, model);
  TRY(halt_check("the options of tasks"));
  sizes_make(b);
  TRY(halt_check("the options of tasks"));
  TRY(spacing_make(b));
  TRY(halt_check("the options of tasks"));
  return options_choose(b);
}

void anneal_options_free(AnnealOptions *b) {
  free(b->price);
  free(b->size);
  free(b->least);
  free(b->rank);
  free(b->count);
  free(b->total);
}
