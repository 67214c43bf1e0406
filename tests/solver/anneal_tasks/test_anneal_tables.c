/* The annealer's model (src/solver/anneal_tasks/anneal_options.c, anneal_tables.c): what its header promises, looked up the slow way. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixtures/climbing.h"
#include "fixtures/harness.h"
#include "problem/matching/etc.h"
#include "problem/judge.h"
#include "solver/anneal_tasks/anneal_archipelago.h"
#include "problem/matching/match_heuristics.h"
#include "problem/matching/matching_bounds.h"
#include "problem/matching/matching.h"

/* What anneal_options.c's head says is kept. */
static const double REGRETS = 1.5, REGRET_LEAST = 0.02, FILL = 1.1, SETTLED = 0.75, TINY = 1e-9;
enum { NEAR_MOST = 192, ENTRIES = 48, SPACED = 7, FEW = 2048, MANY = 8 };

/* ---- instances ---- */

static Instance *random_times(int32_t tasks, int32_t machines, int64_t longest, uint64_t seed) {
  Instance *inst = NULL;
  if (matching_alloc(tasks, machines, 0, &inst) != OK) abort();
  for (size_t k = 0; k < (size_t)tasks * (size_t)machines; k++) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    matching_of(inst)->etc[k] = 1 + (int64_t)((seed >> 11) % (uint64_t)longest);
  }
  return inst;
}

static Instance *generated(int kind, int32_t tasks, int32_t machines, Consistency consistency,
                           uint64_t seed) {
  Instance *inst = NULL;
  const EtcPlan plan = {.tasks = tasks, .machines = machines, .seed = seed, .consistency = consistency};
  if (etc_generators[kind].make(&plan, &inst) != OK) abort();
  return inst;
}

/* Machine 0 is worse than all tasks on any other one: nobody's option. */
static Instance *useless_machine(int32_t tasks, int32_t machines) {
  Instance *inst = random_times(tasks, machines, 100, 5);
  for (int32_t t = 0; t < tasks; t++) matching_of(inst)->etc[t * machines] = 1000000;
  return inst;
}

/* Most tasks have one machine that is fast: these are settled. */
static Instance *own_machines(int32_t tasks, int32_t machines) {
  Instance *inst = random_times(tasks, machines, 100, 6);
  for (int32_t t = 0; t < tasks; t++)
    for (int32_t m = 0; m < machines; m++) {
      if (m == t % machines)
        matching_of(inst)->etc[t * machines + m] += 1000;
      else if (t % 5)
        matching_of(inst)->etc[t * machines + m] += 90000;
      else
        matching_of(inst)->etc[t * machines + m] += 1000;
    }
  return inst;
}

typedef enum Kind { ETC, GRID, RANDOM, USELESS, OWN } Kind; /* the first two are etc_generators' */
static const struct {
  Kind kind;
  int32_t tasks, machines;
  int64_t longest; /* generated: consistency */
} shapes[] = {{RANDOM, 1, 1, 100},
              {RANDOM, 1, 7, 100},
              {RANDOM, 9, 1, 100},
              {RANDOM, 2, 2, 3},
              {RANDOM, 12, 2, 1000},
              {RANDOM, 40, 8, 10},
              {RANDOM, 20, 5, INT64_C(100000000000000)},
              {RANDOM, 600, 4, INT64_C(1000000000000)},
              {RANDOM, 6, 300, 1000},
              {RANDOM, 40, 300, 1000},
              {RANDOM, 300, 12, 1}, /* all alike */
              {RANDOM, 50, 260, 1}, /* equal sizes, more machines than ranks */
              {USELESS, 30, 4, 0},
              {USELESS, 900, 4, 0},
              {OWN, 500, 9, 0},
              {OWN, 3000, 3, 0},
              {ETC, 256, 16, CONSISTENCY_I},
              {ETC, 256, 16, CONSISTENCY_C},
              {ETC, 256, 16, CONSISTENCY_S},
              {GRID, 200, 20, CONSISTENCY_I},
              {GRID, 90, 400, CONSISTENCY_I}};
enum { CASES = sizeof shapes / sizeof *shapes };

static Instance *case_make(int k) {
  const int32_t tasks = shapes[k].tasks, machines = shapes[k].machines;
  const uint64_t seed = (uint64_t)k + 1;
  switch (shapes[k].kind) {
  case RANDOM:
    return random_times(tasks, machines, shapes[k].longest, seed);
  case USELESS:
    return useless_machine(tasks, machines);
  case OWN:
    return own_machines(tasks, machines);
  default:
    return generated(shapes[k].kind, tasks, machines, (Consistency)shapes[k].longest, seed);
  }
}

/* ---- one model, and what it should be ---- */

typedef struct Sight {
  const Instance *inst;
  AnnealModel model;
  Backend be;
  uint32_t *price;
  int64_t bound;
  double prices, limit; /* sum; the regret that is near */
} Sight;

static int64_t time_of(const Sight *s, int t, int m) {
  return matching_of(s->inst)->etc[(size_t)t * matching_of(s->inst)->machines + m];
}
static int fits(const Sight *s, int t, int m) { return time_of(s, t, m) <= s->model.longest; }

/* In units of bound / tasks at prices whose sum is 1. */
static double size_of(const Sight *s, int t, int m) {
  return (double)s->price[m] * (double)time_of(s, t, m) / s->prices / (double)s->model.bound * s->inst->n;
}

static double least_of(const Sight *s, int t) {
  double least = HUGE_VAL;
  for (int m = 0; m < matching_of(s->inst)->machines; m++)
    if (fits(s, t, m) && size_of(s, t, m) < least) least = size_of(s, t, m);
  return least;
}

static double regret_of(const Sight *s, int t, int m) { return size_of(s, t, m) - least_of(s, t); }

static int double_order(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* The machines of task t, by regret, those too long last; out (machines). */
static void regrets_of(const Sight *s, int t, double *out) {
  const double least = least_of(s, t);
  for (int m = 0; m < matching_of(s->inst)->machines; m++)
    out[m] = fits(s, t, m) ? size_of(s, t, m) - least : HUGE_VAL;
  qsort(out, (size_t)matching_of(s->inst)->machines, sizeof *out, double_order);
}

/* The n-th (from 0) of the tasks' second to eighth regrets, or the last finite one. */
static double spacing_of(const Sight *s) {
  const size_t n = (size_t)s->inst->n, machines = (size_t)matching_of(s->inst)->machines;
  double *row = malloc(machines * sizeof *row), *all = malloc(n * SPACED * sizeof *all), spacing = 0;
  size_t count = 0;
  for (size_t t = 0; t < n; t++) {
    regrets_of(s, (int)t, row);
    for (size_t i = 1; i <= SPACED && i < machines; i++) all[count++] = row[i];
  }
  qsort(all, count, sizeof *all, double_order);
  for (size_t i = 0; i < count && i <= n; i++)
    if (all[i] < HUGE_VAL) spacing = all[i];
  free(row);
  free(all);
  return spacing;
}

static int option_find(const Sight *s, int task, int m) {
  const AnnealTables *k = &s->model.host;
  for (uint32_t o = k->start[task]; o < k->start[task + 1]; o++)
    if (k->option[o].machine == m) return (int)o;
  return -1;
}

/* Is machine m an option of instance task t, searched as `task` (-1: settled)? */
static int has(const Sight *s, int t, int task, int m) {
  return task < 0 ? s->model.settled[t] == m : option_find(s, task, m) >= 0;
}

/* ---- checks ---- */

static void check_known(const Sight *s) {
  const int32_t n = s->inst->n;
  int32_t *assignment = malloc((size_t)n * sizeof *assignment);
  int64_t least = INT64_MAX, cost = 0;
  for (int h = 0; h < MATCH_HEURISTICS; h++) {
    CU_ASSERT_EQUAL(match_heuristics[h].assign(s->inst, assignment), OK);
    CU_ASSERT_EQUAL(judge_assignment(s->inst, assignment, &cost), OK);
    least = cost < least ? cost : least;
  }
  CU_ASSERT_EQUAL(s->model.incumbent_cost, least);
  CU_ASSERT(s->model.longest <= least && (s->model.longest == least || s->model.longest > s->model.bound));
  CU_ASSERT_EQUAL(judge_assignment(s->inst, s->model.incumbent, &cost), OK);
  CU_ASSERT_EQUAL(cost, least);
  CU_ASSERT_EQUAL(s->model.bound, s->bound);
  const double spacing = spacing_of(s),
               units = (double)s->model.tick * n / matching_of(s->inst)->machines / (double)s->model.bound;
  CU_ASSERT_DOUBLE_EQUAL(s->model.spacing, spacing, 1e-9 * (1 + spacing));
  CU_ASSERT_DOUBLE_EQUAL(s->model.units_tick, units, 1e-12 * units);
  free(assignment);
}

/* Tasks that are searched are those with a choice, in order; the others stay on their cheapest machine. */
static void check_tasks(const Sight *s) {
  const AnnealTables *k = &s->model.host;
  int32_t task = 0;
  int64_t *base = calloc((size_t)k->machines, sizeof *base);
  int wrong = k->machines != matching_of(s->inst)->machines;
  for (int32_t t = 0; t < s->inst->n; t++) {
    const int32_t m = s->model.settled[t];
    if (task < k->tasks && s->model.task[task] == t) {
      wrong |= m != -1;
      task++;
      continue;
    }
    wrong |= m < 0 || m >= k->machines;
    if (wrong) break;
    wrong |= !fits(s, t, m) || regret_of(s, t, m) > 0;
    base[m] += (time_of(s, t, m) + s->model.tick / 2) / s->model.tick;
  }
  CU_ASSERT(!wrong);
  CU_ASSERT_EQUAL(task, k->tasks);
  for (int32_t m = 0; m < k->machines; m++) wrong |= base[m] != k->base[m];
  CU_ASSERT(!wrong);
  free(base);
}

static int task_wrong(const Sight *s, int32_t task) {
  const AnnealTables *k = &s->model.host;
  const int32_t t = s->model.task[task], count = (int32_t)(k->start[task + 1] - k->start[task]);
  int wrong = count < 2 || count > ANNEAL_OPTIONS_MAX, ranks = 0;
  for (int32_t r = 0; r < count; r++) {
    const AnnealOption *o = &k->option[k->start[task] + (uint32_t)r];
    wrong |= o->task != task || o->machine < 0 || o->machine >= k->machines;
    if (wrong) return 1;
    const int64_t time = time_of(s, t, o->machine), ticks = time / s->model.tick, rest = time % s->model.tick;
    wrong |= o->time != ticks + (2 * rest >= s->model.tick && s->model.tick > 1) || !fits(s, t, o->machine);
    wrong |= k->rank[(size_t)task * (size_t)k->machines + (size_t)o->machine] != r;
    if (r) wrong |= size_of(s, t, o->machine) < size_of(s, t, o[-1].machine) * (1 - 1e-12);
  }
  for (int32_t m = 0; m < k->machines; m++)
    ranks += k->rank[(size_t)task * (size_t)k->machines + (size_t)m] != ANNEAL_NONE;
  return wrong || ranks != count ||
         regret_of(s, t, k->option[k->start[task]].machine) > 1e-12 * (1 + least_of(s, t));
}

static void check_options(const Sight *s) {
  const AnnealTables *k = &s->model.host;
  int wrong = k->start[0] != 0 || k->entries != ANNEAL_PAD + (int32_t)k->start[k->tasks];
  for (int32_t task = 0; task < k->tasks && !wrong; task++) wrong = task_wrong(s, task);
  CU_ASSERT(!wrong);
}

/* Every option once, where it says, by machine and by time. */
static void check_lists(const Sight *s) {
  const AnnealTables *k = &s->model.host;
  int wrong = k->list[0] != ANNEAL_PAD || k->list[k->machines] != k->entries;
  for (int32_t m = 0; m < k->machines && !wrong; m++) {
    const float price = (float)((double)s->price[m] / s->prices / (double)s->model.bound *
                                (double)s->model.tick * s->inst->n);
    wrong |= fabsf(k->price[m] - price) > 1e-6f * price;
    for (int32_t e = k->list[m]; e < k->list[m + 1] && !wrong; e++) {
      const AnnealOption *o = &k->option[k->entry[e]];
      wrong |= o->machine != m || o->entry != e;
      wrong |= e > k->list[m] && k->option[k->entry[e - 1]].time > o->time;
    }
    for (int bucket = 0; bucket < ANNEAL_BUCKETS && !wrong; bucket++) {
      int32_t e = k->list[m];
      while (e < k->list[m + 1] && (float)k->option[k->entry[e]].time * k->price[m] < (float)bucket / 32.0f)
        e++;
      wrong |= k->near[m * ANNEAL_BUCKETS + bucket] != e;
    }
  }
  CU_ASSERT(!wrong);
}

/* Did task t have one near option, and is machine m its next one? Such are added to machines full of settled tasks. */
static int is_second(const Sight *s, int t, int m) {
  int before = 0;
  for (int other = 0; other < matching_of(s->inst)->machines; other++)
    before += fits(s, t, other) && regret_of(s, t, other) < regret_of(s, t, m) * (1 - TINY);
  return before <= 1;
}

/* Tasks that cannot leave machine m fill at most its part of the bound, if others will have them. */
static int settled_wrong(const Sight *s, int m) {
  int64_t settled = 0;
  int movable = 0;
  for (int t = 0; t < s->inst->n; t++) {
    if (s->model.settled[t] != m) continue;
    settled += time_of(s, t, m);
    for (int other = 0; other < matching_of(s->inst)->machines; other++)
      movable |= other != m && fits(s, t, other);
  }
  return movable && (double)settled > SETTLED * (double)s->model.bound;
}

/* Options of task t that are near: at most the limit dear. */
static int near_count(const Sight *s, int32_t t) {
  int count = 0;
  for (int32_t m = 0; m < matching_of(s->inst)->machines; m++)
    count += fits(s, t, m) && regret_of(s, t, m) <= s->limit * (1 + TINY) + TINY;
  return count;
}

/* A machine's options are those that are near, and no more unless they are too few; then as many as it takes. */
static int machine_wrong(const Sight *s, const int32_t *searched, int32_t m) {
  const AnnealTables *k = &s->model.host;
  const double enough = FILL * (double)s->model.bound;
  double most = 0;
  int64_t total = 0, last = 0, ticks = k->base[m];
  int left = 0, wrong = 0, entries = 0, entries_near = 0;
  for (int32_t t = 0; t < s->inst->n; t++) {
    const int32_t task = searched[t], count = task < 0 ? 1 : (int32_t)(k->start[task + 1] - k->start[task]);
    if (!fits(s, t, m)) continue;
    const double regret = regret_of(s, t, m);
    if (!has(s, t, task, m)) {
      wrong |= regret < s->limit * (1 - TINY) - TINY && count < NEAR_MOST;
      left |= count < ANNEAL_OPTIONS_MAX;
      continue;
    }
    total += time_of(s, t, m);
    entries += task >= 0;
    entries_near += regret <= s->limit * (1 - TINY) - TINY && near_count(s, t) > 1;
    if (task >= 0) ticks += k->option[option_find(s, task, m)].time;
    if (regret > s->limit * (1 + TINY) + TINY && regret > most && !is_second(s, t, m)) {
      most = regret;
      last = time_of(s, t, m);
    }
  }
  wrong |= ((double)total < enough || entries < ENTRIES) && left; /* not filled */
  /* filled more than needed; when it was, it had these entries at least */
  wrong |= most > 0 && (double)(total - last) >= enough && entries_near >= ENTRIES;
  return wrong || ticks > INT32_MAX || settled_wrong(s, m);
}

static void check_machines(const Sight *s) {
  int32_t *searched = malloc((size_t)s->inst->n * sizeof *searched);
  int wrong = 0;
  for (int32_t t = 0; t < s->inst->n; t++) searched[t] = -1;
  for (int32_t task = 0; task < s->model.host.tasks; task++) searched[s->model.task[task]] = task;
  for (int32_t m = 0; m < matching_of(s->inst)->machines; m++) wrong |= machine_wrong(s, searched, m);
  CU_ASSERT(!wrong);
  free(searched);
}

/* Loads of a choice in ticks are its exact loads, but for rounding of every time. */
static void check_decode(const Sight *s, unsigned seed) {
  const AnnealTables *k = &s->model.host;
  const size_t n = (size_t)s->inst->n;
  uint8_t *choice = malloc((size_t)k->tasks + 1);
  int32_t *assignment = malloc(n * sizeof *assignment);
  int wrong = 0;
  for (int32_t task = 0; task < k->tasks; task++)
    choice[task] = (uint8_t)(seed * (unsigned)(task + 7) % (k->start[task + 1] - k->start[task]));
  anneal_decode(&s->model, choice, s->inst->n, assignment);
  for (int32_t m = 0; m < k->machines; m++) {
    int64_t ticks = k->base[m], exact = 0, count = 0;
    for (int32_t task = 0; task < k->tasks; task++)
      if (k->option[k->start[task] + choice[task]].machine == m)
        ticks += k->option[k->start[task] + choice[task]].time;
    for (size_t t = 0; t < n; t++)
      if (assignment[t] == m) {
        exact += time_of(s, (int)t, m);
        count++;
      }
    wrong |= 2 * llabs(ticks * s->model.tick - exact) > count * s->model.tick;
    if (s->model.tick == 1) wrong |= ticks != exact;
  }
  CU_ASSERT(!wrong);
  free(choice);
  free(assignment);
}

/* ---- copies ---- */

enum { ARRAYS = 8 };
typedef struct Array {
  const void *data;
  size_t bytes;
} Array;

static void arrays_of(const AnnealTables *k, Array out[ARRAYS]) {
  const size_t tasks = (size_t)k->tasks, machines = (size_t)k->machines, entries = (size_t)k->entries;
  const Array all[ARRAYS] = {
      {k->start, 4 * (tasks + 1)},   {k->option, sizeof *k->option * (entries - ANNEAL_PAD)},
      {k->rank, tasks * machines},   {k->entry, 4 * entries},
      {k->list, 4 * (machines + 1)}, {k->near, 4 * machines * ANNEAL_BUCKETS},
      {k->price, 4 * machines},      {k->base, 4 * machines}};
  memcpy(out, all, sizeof all);
}

static void check_device(Backend *be, const AnnealModel *model) {
  Array host[ARRAYS], device[ARRAYS];
  arrays_of(&model->host, host);
  arrays_of(&model->device, device);
  for (int i = 0; i < ARRAYS; i++) {
    void *copy = malloc(host[i].bytes + 1);
    CU_ASSERT_EQUAL(device[i].bytes, host[i].bytes);
    CU_ASSERT_EQUAL(be->ops->download(be, copy, device[i].data, host[i].bytes), OK);
    CU_ASSERT_EQUAL(memcmp(copy, host[i].data, host[i].bytes), 0);
    free(copy);
  }
}

static void check_same(const Instance *inst, const AnnealModel *x, const AnnealModel *y) {
  const size_t n = (size_t)inst->n * sizeof(int32_t);
  Array one[ARRAYS], two[ARRAYS];
  CU_ASSERT_EQUAL_FATAL(x->host.tasks, y->host.tasks);
  CU_ASSERT_EQUAL_FATAL(x->host.entries, y->host.entries);
  arrays_of(&x->host, one);
  arrays_of(&y->host, two);
  for (int i = 0; i < ARRAYS; i++) CU_ASSERT_EQUAL(memcmp(one[i].data, two[i].data, one[i].bytes), 0);
  CU_ASSERT_EQUAL(memcmp(x->task, y->task, (size_t)x->host.tasks * sizeof *x->task), 0);
  CU_ASSERT(memcmp(x->settled, y->settled, n) == 0 && memcmp(x->incumbent, y->incumbent, n) == 0);
  CU_ASSERT(x->incumbent_cost == y->incumbent_cost && x->bound == y->bound && x->tick == y->tick);
  CU_ASSERT(x->units_tick == y->units_tick && x->spacing == y->spacing);
}

/* ---- tests ---- */

static int sight_open(Sight *s, const char *backend, int threads, const Instance *inst) {
  *s = (Sight){.inst = inst};
  if (!climbing_open(&s->be, backend, threads)) return 0;
  CU_ASSERT_EQUAL_FATAL(anneal_model_make(inst, &s->be, &s->model), OK);
  int64_t plain;
  s->price = malloc((size_t)matching_of(inst)->machines * sizeof *s->price);
  CU_ASSERT_EQUAL_FATAL(lp_bound_truncated(inst, 1, s->price, &s->bound), OK);
  if (inst->n < MANY * matching_of(inst)->machines)
    CU_ASSERT_EQUAL_FATAL(lp_bound(inst, 1, s->price, &plain), OK);
  for (int32_t m = 0; m < matching_of(inst)->machines; m++) s->prices += s->price[m];
  s->limit = REGRETS * s->model.spacing > REGRET_LEAST ? REGRETS * s->model.spacing : REGRET_LEAST;
  if (inst->n * matching_of(inst)->machines <= FEW) s->limit = 1e300;
  return 1;
}

static void sight_close(Sight *s) {
  anneal_model_free(&s->be, &s->model);
  s->be.ops->close(&s->be);
  free(s->price);
}

/* The cases' models on one thread, made once. */
static Instance *instances[CASES];
static Sight sights[CASES];

static const Sight *sight_of(int k) {
  if (sights[k].inst) return &sights[k];
  instances[k] = case_make(k);
  CU_ASSERT_FATAL(sight_open(&sights[k], "cpu", 1, instances[k]));
  return &sights[k];
}

static void sights_close(void) {
  for (int k = 0; k < CASES; k++)
    if (sights[k].inst) {
      sight_close(&sights[k]);
      instance_free(instances[k]);
    }
}

static void on_all(void (*check)(const Sight *)) {
  for (int k = 0; k < CASES; k++) {
    const unsigned failed = CU_get_number_of_failures();
    check(sight_of(k));
    if (CU_get_number_of_failures() > failed) printf("# case %d\n", k);
  }
}

static void known(void) { on_all(check_known); }
static void tasks(void) { on_all(check_tasks); }
static void options(void) { on_all(check_options); }
static void lists(void) { on_all(check_lists); }
static void machines(void) { on_all(check_machines); }

static void check_decodes(const Sight *s) {
  for (unsigned seed = 0; seed < 4; seed++) check_decode(s, seed);
}
static void decode(void) { on_all(check_decodes); }

/* The fewest units that fit, and one where they do. */
static void check_tick(const Sight *s) {
  int64_t most = 0;
  for (int32_t m = 0; m < matching_of(s->inst)->machines; m++) {
    int64_t total = 0;
    for (int32_t t = 0, task = 0; t < s->inst->n; t++) {
      const int searched = task < s->model.host.tasks && s->model.task[task] == t;
      if (has(s, t, searched ? task : -1, m)) total += time_of(s, t, m);
      task += searched;
    }
    most = total > most ? total : most;
  }
  CU_ASSERT(s->model.tick >= 1);
  if (s->model.tick > 1) CU_ASSERT(most / (s->model.tick - 1) >= INT32_MAX - s->inst->n);
  if (most < INT32_MAX - s->inst->n) CU_ASSERT_EQUAL(s->model.tick, 1);
}
static void ticks(void) { on_all(check_tick); }

/* The cases are what they are for. */
static void cases(void) {
  int settled = 0, coarse = 0, crowded = 0, empty = 0, filled = 0, none = 0;
  for (int k = 0; k < CASES; k++) {
    const Sight *s = sight_of(k);
    const AnnealTables *t = &s->model.host;
    coarse += s->model.tick > 1;
    none += t->tasks == 0;
    settled += t->tasks > 0 && t->tasks < s->inst->n;
    for (int32_t task = 0; task < t->tasks; task++) {
      crowded += (int32_t)(t->start[task + 1] - t->start[task]) >= NEAR_MOST;
      filled +=
          regret_of(s, s->model.task[task], t->option[t->start[task + 1] - 1].machine) > s->limit * 1.01;
    }
    for (int32_t m = 0; m < t->machines; m++) empty += t->tasks && t->list[m] == t->list[m + 1];
  }
  CU_ASSERT(settled && coarse && crowded && empty && filled && none);
}

static void check_threads(const Sight *s) {
  Backend be;
  AnnealModel model;
  CU_ASSERT_FATAL(climbing_open(&be, "cpu", 2));
  CU_ASSERT_EQUAL_FATAL(anneal_model_make(s->inst, &be, &model), OK);
  check_same(s->inst, &s->model, &model);
  anneal_model_free(&be, &model);
  be.ops->close(&be);
}
static void threads(void) { on_all(check_threads); }

/* The backend's copy is the host's; and the model is the same whatever the backend. */
static void copies(const char *backend) {
  Backend be;
  if (!climbing_open(&be, backend, 2)) return harness_skip("no device");
  for (int k = 0; k < CASES; k++) {
    AnnealModel model;
    const Sight *s = sight_of(k);
    CU_ASSERT_EQUAL_FATAL(anneal_model_make(s->inst, &be, &model), OK);
    check_device(&be, &model);
    check_same(s->inst, &s->model, &model);
    anneal_model_free(&be, &model);
  }
  be.ops->close(&be);
}
static void copies_cpu(void) { copies("cpu"); }
static void copies_cuda(void) { copies("cuda"); }

static const HarnessTest tests[] = {TEST(cases),      TEST(known),       TEST(tasks),   TEST(options),
                                    TEST(lists),      TEST(machines),    TEST(ticks),   TEST(decode),
                                    TEST(copies_cpu), TEST(copies_cuda), TEST(threads), {NULL, NULL}};

int main(void) {
  const int result = harness_run("anneal_tables", tests);
  sights_close();
  return result;
}
