/* See oracle_anneal.h. */
#include "oracle_anneal.h"
#include "problem/matching/matching.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STAGES = 128, MOVES = 4, WINDOW = 32, NEAR_MOST = 127 };

static size_t width(const OracleAnneal *o) { return (size_t)o->inst->n; }
static int chains_all(const Plan *plan) { return (int)(plan->islands * anneal_plan(plan)->chains); }

/* ---- the problem ---- */

static int options_of(const AnnealTables *k, int task) { return (int)(k->start[task + 1] - k->start[task]); }

static AnnealOption option_of(const AnnealTables *k, int task, int rank) {
  return k->option[k->start[task] + (uint32_t)rank];
}

/* Rank of the task's option on that machine; -1: it has none. */
static int rank_of(const AnnealTables *k, int task, int machine) {
  for (int r = 0; r < options_of(k, task); r++)
    if (option_of(k, task, r).machine == machine) return r;
  return -1;
}

static int time_of(const AnnealTables *k, int task, int machine) {
  return option_of(k, task, rank_of(k, task, machine)).time;
}

/* ---- one chain ---- */

typedef struct Walker {
  const AnnealTables *k;
  const int32_t *task; /* the instance's */
  int32_t *assignment; /* (n) */
  int32_t *load;       /* (machines) */
  int32_t target;
  float temperature, q;
} Walker;

static int machine_of(const Walker *w, int task) { return w->assignment[w->task[task]]; }

static void loads_sum(Walker *w) {
  for (int m = 0; m < w->k->machines; m++) w->load[m] = w->k->base[m];
  for (int task = 0; task < w->k->tasks; task++)
    w->load[machine_of(w, task)] += time_of(w->k, task, machine_of(w, task));
}

typedef struct Shift {
  int task, from, to; /* machines */
} Shift;

typedef struct Proposal {
  int count, touched;
  Shift shift[MOVES];
  int machine[MOVES + 1]; /* in the order in which they were touched */
} Proposal;

static float price_of(const Walker *w, int32_t load, int machine) {
  float x = (float)(load - w->target), above = x > 0 ? x : 0, linear = w->k->price[machine] * x;
  float square = above * above;
  square = square * w->q;
  return linear + square;
}

static int32_t load_after(const Walker *w, const Proposal *p, int machine) {
  int32_t load = w->load[machine];
  for (int i = 0; i < p->count; i++) {
    if (p->shift[i].from == machine) load -= time_of(w->k, p->shift[i].task, machine);
    if (p->shift[i].to == machine) load += time_of(w->k, p->shift[i].task, machine);
  }
  return load;
}

static float growth(const Walker *w, const Proposal *p, int slot) {
  int machine = p->machine[slot];
  return price_of(w, load_after(w, p, machine), machine) - price_of(w, w->load[machine], machine);
}

static float change_of(const Walker *w, const Proposal *p) {
  float sum = 0;
  for (int slot = 0; slot < p->touched; slot++) sum += growth(w, p, slot);
  return sum;
}

static void touch(Proposal *p, int machine) {
  for (int slot = 0; slot < p->touched; slot++)
    if (p->machine[slot] == machine) return;
  p->machine[p->touched++] = machine;
}

static void shift_add(Proposal *p, int task, int from, int to) {
  p->shift[p->count++] = (Shift){task, from, to};
  touch(p, from);
  touch(p, to);
}

static int is_moved(const Proposal *p, int task) {
  for (int i = 0; i < p->count; i++)
    if (p->shift[i].task == task) return 1;
  return 0;
}

/* A task to leave the machine, by 7 bits; -1: there is none. */
static int leaver(const Walker *w, const Proposal *p, int machine, float size, unsigned bits) {
  const AnnealTables *k = w->k;
  int first = k->list[machine], end = k->list[machine + 1], near = first, up = bits % 2;
  int widths[] = {1, 3, 7, 15}, offset = (int)(bits / 8) & widths[bits / 2 % 4];
  float place = size * 32.0f, bucket = place < (float)NEAR_MOST ? floorf(place) : (float)NEAR_MOST;
  while (near < end && (float)k->option[k->entry[near]].time * k->price[machine] * 32.0f < bucket) near++;
  near += up ? offset : -offset;
  if (near >= end) near = end - 1;
  if (near < first) near = first;
  for (int i = 0; i < WINDOW && near >= first && near < end; i++, near += up ? 1 : -1) {
    int task = k->option[k->entry[near]].task;
    if (machine_of(w, task) == machine && !is_moved(p, task)) return task;
  }
  return -1;
}

/* Where a task goes that leaves its machine, by 13 bits. */
static int destination(const Walker *w, const Proposal *p, int task, unsigned bits) {
  int now = machine_of(w, task), relieved = 0, others = options_of(w->k, task) - 1;
  for (int slot = 1; slot < p->touched; slot++)
    if (growth(w, p, slot) < growth(w, p, relieved)) relieved = slot;
  int machine = p->machine[relieved];
  if (bits % 64 < 26 && machine != now && rank_of(w->k, task, machine) >= 0) return machine;
  int rank = (int)(bits / 64 % 128) * others / 128;
  return option_of(w->k, task, rank < rank_of(w->k, task, now) ? rank : rank + 1).machine;
}

/* One more move; 0: there is none. */
static int eject(const Walker *w, Proposal *p, unsigned bits) {
  int worst = 0;
  for (int slot = 1; slot < p->touched; slot++)
    if (growth(w, p, slot) > growth(w, p, worst)) worst = slot;
  int machine = p->machine[worst];
  int32_t more = load_after(w, p, machine) - w->load[machine];
  if (more <= 0) return 0;
  int task = leaver(w, p, machine, (float)more * w->k->price[machine], bits % 128);
  if (task < 0) return 0;
  shift_add(p, task, machine, destination(w, p, task, bits / 128));
  return 1;
}

/* ln 2 (13 - log2 of the odd number), the logarithm linear between powers of two. */
static float drop_of(unsigned bits) {
  int exponent;
  float half = frexpf((float)(2 * bits + 1), &exponent); /* in [0.5, 1) */
  return 0.69314718f * (13.0f - ((float)(exponent - 1) + (2 * half - 1)));
}

/* What the step does: its moves, none if it is rejected. */
static Proposal propose(const Walker *w, const uint32_t r[4]) {
  Proposal p = {0}, none = {0};
  uint64_t draw = (uint64_t)r[0] * (uint64_t)w->k->tasks;
  int task = (int)(draw >> 32), now = machine_of(w, task);
  int rank = (int)((draw % 4294967296u) * (uint64_t)(options_of(w->k, task) - 1) >> 32);
  if (rank >= rank_of(w->k, task, now)) rank++;
  float limit = w->temperature * drop_of(r[1] % 4096);
  unsigned bits[] = {r[2], r[3], r[1] / 4096};
  shift_add(&p, task, now, option_of(w->k, task, rank).machine);
  for (int i = 0; !(change_of(w, &p) <= limit); i++)
    if (i == MOVES - 1 || !eject(w, &p, bits[i])) return none;
  return p;
}

/* ---- epochs ---- */

static uint64_t stage_steps(const Plan *plan) { return (plan->epoch + UINT64_C(127)) / 128; }
uint64_t oracle_anneal_epoch_steps(const Plan *plan) { return 128 * stage_steps(plan); }

/* hot (cold / hot)^(stage / 128) */
static double temperature_of(const OracleAnneal *o, int stage) {
  const AnnealPlan *plan = anneal_plan(o->plan);
  double fine = 1.45 * sqrt(o->model->spacing), theta = fine > 0.2 ? fine : 0.2;
  double few = o->model->n < 256 ? 256 / (double)o->model->n : 1;
  double hot = (o->epoch == 0 ? plan->temperature : plan->reheat) * theta * sqrt(few), t = hot,
         root = plan->cold * theta * few / hot;
  for (int bit = 64; bit >= 1; bit /= 2) {
    root = sqrt(root);
    if (stage / bit % 2 == 1) t *= root;
  }
  return t;
}

static void stage_set(const OracleAnneal *o, Walker *w, int stage) {
  double t = temperature_of(o, stage), tick = o->model->units_tick;
  w->temperature = (float)t;
  w->q = (float)(tick * tick / (20 * t));
}

/* A little below the best, or above the bound at first; never below the bound. */
static void target_set(OracleAnneal *o, int chain) {
  double aim = anneal_plan(o->plan)->reference, bound = (double)o->model->bound / (double)o->model->tick;
  double target = o->epoch == 0 ? bound * (1 + aim) : (double)o->best[chain] * (1 - aim);
  target = fmin(fmax(target, bound), INT32_MAX);
  o->target[chain] = (int32_t)target;
}

static void best_look(OracleAnneal *o, int chain, const Walker *w) {
  int32_t most = 0;
  for (int m = 0; m < w->k->machines; m++)
    if (w->load[m] > most) most = w->load[m];
  if (most >= o->best[chain]) return;
  o->best[chain] = most;
  memcpy(o->kept + (size_t)chain * width(o), w->assignment, 4 * width(o));
}

static void chain_step(OracleAnneal *o, int chain, Walker *w, uint64_t step) {
  int stage = (int)((step - o->epoch * oracle_anneal_epoch_steps(o->plan)) / stage_steps(o->plan));
  philox4x32_ctr_t counter = {
      {(uint32_t)chain, (uint32_t)(step % 4294967296u), (uint32_t)(step / 4294967296u), 0x20000000}};
  philox4x32_key_t key = {{(uint32_t)(o->plan->seed % 4294967296u), (uint32_t)(o->plan->seed / 4294967296u)}};
  philox4x32_ctr_t r = philox4x32_R(10, counter, key);
  stage_set(o, w, stage);
  Proposal p = propose(w, r.v);
  if (!p.count) return;
  for (int i = 0; i < p.count; i++) w->assignment[w->task[p.shift[i].task]] = p.shift[i].to;
  loads_sum(w);
  o->made++;
  o->made_by[p.count - 1]++;
  if (stage >= STAGES / 2) best_look(o, chain, w);
}

static int64_t cost_of(const Instance *inst, const int32_t *assignment) {
  int64_t most = 0;
  for (int m = 0; m < matching_of(inst)->machines; m++) {
    int64_t load = 0;
    for (int t = 0; t < inst->n; t++)
      if (assignment[t] == m) load += matching_of(inst)->etc[(size_t)t * matching_of(inst)->machines + m];
    if (load > most) most = load;
  }
  return most;
}

/* The island's chain with the smallest (sign 1) or largest (sign -1) best, of equals the first. */
static int extreme_chain(const OracleAnneal *o, const int32_t *best, int island, int64_t sign) {
  int chains = (int)anneal_plan(o->plan)->chains, found = island * chains;
  for (int chain = found; chain < (island + 1) * chains; chain++)
    if (sign * best[chain] < sign * best[found]) found = chain;
  return found;
}

static void champion_look(OracleAnneal *o, int island) {
  int chain = extreme_chain(o, o->best, island, 1);
  int64_t cost = cost_of(o->inst, o->kept + (size_t)chain * width(o));
  if (cost >= o->champion_cost[island]) return;
  o->champion_cost[island] = cost;
  memcpy(o->champion_gene + (size_t)island * width(o), o->kept + (size_t)chain * width(o), 4 * width(o));
}

void oracle_anneal_advance(OracleAnneal *o, uint64_t steps) {
  const AnnealTables *k = &o->model->host;
  uint64_t epoch_end = (o->epoch + 1) * oracle_anneal_epoch_steps(o->plan);
  uint64_t end = o->step + steps < epoch_end ? o->step + steps : epoch_end;
  int32_t *load = malloc(sizeof *load * (size_t)k->machines);
  for (int chain = 0; chain < chains_all(o->plan) && k->tasks > 0; chain++) {
    /* cppcheck-suppress uninitdata ; loads_sum fills it */
    Walker w = {k, o->model->task, o->assignment + (size_t)chain * width(o), load, o->target[chain], 0, 0};
    loads_sum(&w);
    for (uint64_t step = o->step; step < end; step++) chain_step(o, chain, &w, step);
  }
  free(load);
  o->step = end;
  for (int island = 0; island < (int)o->plan->islands && end == epoch_end; island++) champion_look(o, island);
}

/* ---- the ring ---- */

/* Chain `to` keeps what chain `from` of before kept. */
static void kept_take(OracleAnneal *o, int to, const int32_t *kept, const int32_t *best, int from) {
  if (best[from] >= o->best[to]) return;
  o->best[to] = best[from];
  memcpy(o->kept + (size_t)to * width(o), kept + (size_t)from * width(o), 4 * width(o));
}

static void migrate(OracleAnneal *o, const int32_t *kept, const int32_t *best) {
  int islands = (int)o->plan->islands;
  for (int island = 0; island < islands; island++)
    kept_take(o, extreme_chain(o, best, island, -1), kept, best,
              extreme_chain(o, best, (island + islands - 1) % islands, 1));
}

static void partner(OracleAnneal *o, const int32_t *kept, const int32_t *best) {
  int chains = (int)anneal_plan(o->plan)->chains;
  for (int chain = 0; chain < chains_all(o->plan) && chains > 1; chain++) {
    int i = chain % chains, j = (i + 1 + (int)o->epoch % (chains - 1)) % chains;
    kept_take(o, chain, kept, best, chain - i + j);
  }
}

static void epoch_start(OracleAnneal *o) {
  for (int chain = 0; chain < chains_all(o->plan); chain++) target_set(o, chain);
  memcpy(o->assignment, o->kept, 4 * width(o) * (size_t)chains_all(o->plan));
}

void oracle_anneal_exchange(OracleAnneal *o) {
  size_t chains = (size_t)chains_all(o->plan);
  int32_t *kept = malloc(4 * chains * width(o)), *best = malloc(4 * chains);
  o->epoch++;
  void (*const turns[])(OracleAnneal *, const int32_t *, const int32_t *) = {migrate, partner};
  for (int i = 0; i < 2; i++) {
    memcpy(kept, o->kept, 4 * chains * width(o));
    memcpy(best, o->best, 4 * chains);
    turns[i](o, kept, best);
  }
  epoch_start(o);
  free(kept);
  free(best);
}

/* ---- life ---- */

/* Of every task at its cheapest option. */
static int32_t start_makespan(const AnnealTables *k) {
  int32_t most = 0;
  for (int32_t m = 0; m < k->machines; m++) {
    int32_t load = k->base[m];
    for (int task = 0; task < k->tasks; task++) {
      AnnealOption o = option_of(k, task, 0);
      load += o.machine == m ? o.time : 0;
    }
    most = load > most ? load : most;
  }
  return most;
}

OracleAnneal *oracle_anneal_start(const Instance *inst, const Plan *plan, const AnnealModel *model) {
  size_t n = (size_t)inst->n, chains = (size_t)chains_all(plan), islands = plan->islands;
  OracleAnneal *o = calloc(1, sizeof *o);
  *o = (OracleAnneal){.inst = inst,
                      .plan = plan,
                      .model = model,
                      .start_best = start_makespan(&model->host),
                      .assignment = calloc(chains * n, 4),
                      .kept = calloc(chains * n, 4),
                      .best = calloc(chains, 4),
                      .target = calloc(chains, 4),
                      .champion_cost = calloc(islands, 8),
                      .champion_gene = calloc(islands * n, 4)};
  for (size_t chain = 0; chain < chains; chain++) {
    o->best[chain] = o->start_best;
    for (size_t t = 0; t < n; t++) o->kept[chain * n + t] = model->settled[t];
    for (int task = 0; task < model->host.tasks; task++)
      o->kept[chain * n + (size_t)model->task[task]] = option_of(&model->host, task, 0).machine;
  }
  for (size_t i = 0; i < islands; i++) o->champion_cost[i] = COST_NONE;
  o->champion_cost[0] = cost_of(inst, model->incumbent);
  memcpy(o->champion_gene, model->incumbent, 4 * n);
  epoch_start(o);
  return o;
}

void oracle_anneal_free(OracleAnneal *o) {
  free(o->assignment);
  free(o->kept);
  free(o->best);
  free(o->target);
  free(o->champion_cost);
  free(o->champion_gene);
  free(o);
}
