/* Rounds of ruin and recreate on the CPU, a thread a chain: contract in solver/ruin/ruin_kernels.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "halt.h"
#include "trips.h"

/* ---- one proposal ---- */

/* With route_cost. */
static int64_t route_cost(const Chain *chain, const Route *route) {
  return route->cost + (route->size ? chain->data->route_cost : 0);
}

/* RUIN_BALANCE: what a proposal changes in the cost that the judge finds. */
static int64_t judged_delta(const Chain *chain, const Proposal *p) {
  int64_t delta = 0;
  for (int32_t i = 0; i < p->outs; i++) {
    const bool absent = chain->node[stop_of(chain, p->out[i])].slot == ABSENT;
    delta += (absent - p->was_absent[i]) * absence_cost(chain, p->out[i]);
  }
  for (int32_t k = 0; k < p->touched; k++)
    delta += route_cost(chain, &chain->route[p->change[k].slot]) - route_cost(chain, &p->change[k].route);
  return delta + chain->data->balance * (chain_longest(chain) - chain->longest);
}

/* False: it is not accepted. What it did stays in the chain either way. */
static bool proposal_make(Chain *chain, Proposal *p, float temperature, uint64_t number) {
  const uint64_t seed = chain->task->seed;
  const philox4x32_ctr_t words = ruin_words(seed, chain->number, number, 0);
  p->delta = 0;
  p->limit = ruin_limit(temperature, words.v[2]);
  p->outs = p->touched = 0;
  p->opens = false;
  p->opening = (chain->data->features & RUIN_OPENS) && !(words.v[1] & RUIN_FLAG_OPEN);
  p->strict = !p->opening && chain->data->types == 1 && !(chain->data->features & RUIN_BALANCE);
  p->blink = words.v[3];
  chain->pasts = 0;
  chain->stamp++;
  if (!(chain->trips ? trips_ruin : chain_ruin)(chain, p, number, words)) return false;
  if (!p->outs || !chain_recreate(chain, p, ruin_words(seed, chain->number, number, 1))) return false;
  if (chain->data->types > 1) chain_retype(chain, p);
  if (p->delta <= p->limit) return true;
  return (chain->data->features & RUIN_BALANCE) && judged_delta(chain, p) < 0;
}

/* Who is absent now; what the proposal changes in the chain's cost. */
static void proposal_keep(Chain *chain, const Proposal *p) {
  for (int32_t i = 0; i < p->outs; i++) {
    const int32_t c = p->out[i];
    const bool absent = chain->node[stop_of(chain, c)].slot == ABSENT;
    chain->served += (p->was_absent[i] - absent) * (delivery_of(chain->data, c) ? 2 : 1);
    if (absent == p->was_absent[i]) continue;
    chain->cost += absent ? absence_cost(chain, c) : -absence_cost(chain, c);
    if (chain->data->stop[c].prize != ROUTES_REQUIRED) continue;
    chain->missing[c / 64] ^= (uint64_t)1 << c % 64;
    chain->missings += absent ? 1 : -1;
  }
  for (int32_t k = 0; k < p->touched; k++)
    chain->cost +=
        route_cost(chain, &chain->route[p->change[k].slot]) - route_cost(chain, &p->change[k].route);
  while (chain->slots && !chain->route[chain->slots - 1].size) chain->slots--;
  if (chain->trips) trips_keep(chain);
  if (chain->data->features & RUIN_BALANCE) chain_longest_set(chain);
}

/* As the judge has it. */
static int64_t chain_cost(const Chain *chain) { return chain->cost + chain->data->balance * chain->longest; }

/* ---- rounds of several proposals ---- */

/* An accepted proposal: its routes as they become. */
typedef struct Outcome {
  int32_t routes, customers, outs;
  bool opens;
  int32_t slot[TOUCHED_MAX], type[TOUCHED_MAX], size[TOUCHED_MAX],
      was[TOUCHED_MAX]; /* size: nodes; was: its type, or -1 */
  int32_t out[RUIN_OUT_MAX];
  bool was_absent[RUIN_OUT_MAX];
  int32_t *order; /* (nodes) of its routes, one after the other, as node_number() has them */
} Outcome;

typedef struct Round {
  Outcome outcome[RUIN_WIDTH_MAX];
  int32_t count;
  bool *slot_claimed, *customer_claimed; /* (customers + 1) */
  bool *type_claimed;                    /* (types) */
} Round;

static void outcome_note(const Chain *chain, const Proposal *p, Outcome *out) {
  out->routes = p->touched;
  out->opens = p->opens;
  out->outs = p->outs;
  out->customers = 0;
  memcpy(out->out, p->out, sizeof out->out);
  memcpy(out->was_absent, p->was_absent, sizeof out->was_absent);
  for (int32_t k = 0; k < p->touched; k++) {
    const Route *const route = &chain->route[p->change[k].slot];
    out->slot[k] = p->change[k].slot;
    out->was[k] = p->change[k].route.size ? p->change[k].route.type : -1;
    out->type[k] = route->type;
    out->size[k] = 0;
    for (int32_t v = route->size ? route->first : 0; v; v = chain->node[v].next, out->size[k]++)
      out->order[out->customers++] = node_number(chain, v);
  }
}

/* Claims what the outcome touches; false: another one has claimed some of it. claim false: takes its claims back. */
static bool outcome_claim(const Round *round, const Outcome *o, bool claim) {
  bool free_still = true;
  for (int32_t k = 0; k < o->routes; k++) {
    const int32_t now = o->size[k] ? o->type[k] : -1;
    free_still &= !round->slot_claimed[o->slot[k]];
    if (now != o->was[k]) {
      if (now >= 0) free_still &= !round->type_claimed[now];
      if (o->was[k] >= 0) free_still &= !round->type_claimed[o->was[k]];
    }
  }
  for (int32_t i = 0; i < o->outs; i++)
    free_still &= !(o->was_absent[i] && round->customer_claimed[o->out[i]]);
  if (claim && !free_still) return false;
  for (int32_t k = 0; k < o->routes; k++) {
    const int32_t now = o->size[k] ? o->type[k] : -1;
    round->slot_claimed[o->slot[k]] = claim;
    if (now != o->was[k] && now >= 0) round->type_claimed[now] = claim;
    if (now != o->was[k] && o->was[k] >= 0) round->type_claimed[o->was[k]] = claim;
  }
  for (int32_t i = 0; i < o->outs; i++)
    if (o->was_absent[i]) round->customer_claimed[o->out[i]] = claim;
  return true;
}

static void slot_set(Chain *chain, int32_t slot, int32_t type, const int32_t *order, int32_t size) {
  Route *const route = &chain->route[slot];
  if (slot >= chain->slots) {
    *route = (Route){.stamp = chain->stamp};
    chain->bound[slot] = (RouteBound){0};
    chain->slots = slot + 1;
  }
  if (route->size) route_close(chain, slot);
  route->first = route->last = 0;
  route->cost = 0;
  if (!size) return;
  route->type = type;
  chain->used[type]++;
  chain->routes++;
  for (int32_t i = 0; i < size; i++) route_link(chain, slot, route->last, node_of_number(chain, order[i]), 0);
  (void)route_update(chain, slot);
}

/* Makes the proposal of an outcome again. */
static void outcome_make(Chain *chain, const Outcome *o, Proposal *p) {
  const int32_t *order = o->order;
  chain->pasts = 0;
  chain->stamp++;
  p->touched = 0;
  p->outs = o->outs;
  memcpy(p->out, o->out, sizeof p->out);
  memcpy(p->was_absent, o->was_absent, sizeof p->was_absent);
  for (int32_t k = 0; chain->trips && k < o->routes; k++) trips_heads_free(chain, o->slot[k]);
  for (int32_t i = 0; i < o->outs; i++) unit_absent(chain, o->out[i]);
  for (int32_t k = 0; k < o->routes; k++) {
    const Route before = o->slot[k] < chain->slots ? chain->route[o->slot[k]] : (Route){0};
    p->change[p->touched++] = (RouteChange){.slot = o->slot[k], .route = before};
    slot_set(chain, o->slot[k], o->type[k], order, o->size[k]);
    order += o->size[k];
  }
  proposal_keep(chain, p);
}

/* Routes that exchange customers are all closed before they are set: a customer is linked where it is set last. */
static void round_settle(Chain *chain, Round *round, Proposal *p) {
  bool opened = false;
  uint32_t made = 0;
  for (int32_t k = 0; k < round->count; k++) {
    const Outcome *const o = &round->outcome[k];
    if ((o->opens && opened) || !outcome_claim(round, o, true)) continue;
    opened |= o->opens;
    made |= (uint32_t)1 << k;
  }
  for (int32_t k = 0; k < round->count; k++)
    if (made >> k & 1) {
      outcome_make(chain, &round->outcome[k], p);
      (void)outcome_claim(round, &round->outcome[k], false);
    }
}

static void round_run(Chain *chain, Round *round, Proposal *p, float temperature, uint64_t r) {
  const int32_t width = chain->task->width;
  round->count = 0;
  for (int32_t w = 0; w < width; w++) {
    const bool accepted = proposal_make(chain, p, temperature, r * (uint64_t)width + (uint64_t)w);
    if (accepted && width == 1) {
      proposal_keep(chain, p);
      return;
    }
    if (accepted) outcome_note(chain, p, &round->outcome[round->count++]);
    proposal_undo(chain, p);
  }
  round_settle(chain, round, p);
}

/* Vehicles first: before a round. */
static void routes_limit(Chain *chain, int64_t kept_cost, bool fewer) {
  chain->seeks = fewer && chain->data->route_cost && kept_cost < chain->data->absent_cost;
  chain->routes_most = ruin_routes_most(chain->data, kept_cost, chain->task->fewest, fewer);
  if (chain->routes > chain->routes_most) chain_dissolve(chain);
}

/* Customers who must be served and are absent become dearer. */
static void prices_raise(Chain *chain) {
  for (int32_t w = 0; chain->missings && w <= chain->data->customers / 64; w++)
    for (uint64_t bits = chain->missing[w]; bits; bits &= bits - 1) {
      int64_t *const price = &chain->price[w * 64 + __builtin_ctzll(bits)];
      *price += chain->task->price_step;
      if (*price > chain->data->absent_cost) *price = chain->data->absent_cost;
    }
}

/* ---- the kernel ---- */

struct RuinPlace {
  RuinTask task;
  Tables tables;
  uint32_t threads;
  Chain *chain;   /* (threads) */
  Round *round;   /* (threads) */
  int32_t **room; /* (threads) of outcomes */
};

static void place_close(Backend *be, RuinPlace *place) {
  (void)be;
  if (!place) return;
  for (uint32_t k = 0; k < place->threads; k++) {
    if (place->chain) chain_free(&place->chain[k]);
    if (!place->round) continue;
    free(place->round[k].slot_claimed);
    free(place->round[k].outcome[0].order);
  }
  free(place->chain);
  free(place->round);
  fleet_tables_free(&place->tables);
  free(place);
}

static Status round_make(const RuinTask *task, Round *round) {
  const size_t nodes = (size_t)task->data.customers + 1 + (size_t)trips_heads(&task->data),
               types = (size_t)task->data.types;
  round->slot_claimed = calloc(2 * nodes + types, sizeof *round->slot_claimed);
  int32_t *const order = malloc((size_t)task->width * nodes * sizeof *order);
  round->outcome[0].order = order;
  if (!round->slot_claimed || !order) FAIL(ERR_MEMORY, "no memory for rounds of %d proposals", task->width);
  round->customer_claimed = round->slot_claimed + nodes;
  round->type_claimed = round->customer_claimed + nodes;
  for (int32_t w = 0; w < task->width; w++) round->outcome[w].order = order + (size_t)w * nodes;
  return OK;
}

static Status place_open(Backend *be, const RuinTask *task, uint32_t chains, RuinPlace **out) {
  Status status = OK;
  const uint32_t threads = chains < (uint32_t)be->threads ? chains : (uint32_t)be->threads;
  RuinPlace *place = calloc(1, sizeof *place);
  if (!place) FAIL(ERR_MEMORY, "no memory for %u chains", chains);
  place->task = *task;
  place->chain = calloc(threads + 1, sizeof *place->chain);
  place->round = calloc(threads + 1, sizeof *place->round);
  if (!place->chain || !place->round) FAIL_GOTO(cleanup, ERR_MEMORY, "no memory for %u chains", chains);
  TRY_GOTO(fleet_tables_make(&place->task.data, be->threads, &place->tables), cleanup);
  for (; place->threads < threads; place->threads++) {
    TRY_GOTO(round_make(task, &place->round[place->threads]), cleanup);
    TRY_GOTO(chain_make(&place->task, &place->tables, &place->chain[place->threads]), cleanup);
  }
  *out = place;
  return OK;
cleanup:
  place->threads = threads;
  place_close(be, place);
  return status;
}

/* Chain k of the state, on the memory of a thread. */
static void chain_run(RuinPlace *place, const RuinState *state, const RuinTurn *turn, uint32_t k,
                      uint32_t thread) {
  Chain *const chain = &place->chain[thread];
  const size_t n = (size_t)place->task.data.customers, genes = 2 * n;
  Proposal p;
  chain->number = state->first + k;
  chain->price = state->price + k * (n + 1);
  chain_load(chain, state->gene + k * genes);
  for (uint64_t r = turn->first; r < turn->first + turn->rounds && !halt_poll(); r++) {
    routes_limit(chain, state->kept_cost[k], turn->fewer);
    round_run(chain, &place->round[thread], &p, turn->temperature[k], r);
    prices_raise(chain);
    if (chain_cost(chain) >= state->kept_cost[k]) continue;
    state->kept_cost[k] = chain_cost(chain);
    chain_store(chain, state->kept + k * genes);
  }
  chain_store(chain, state->gene + k * genes);
  state->cost[k] = chain_cost(chain);
}

/* The chains that a thread has, of as many threads as the place has. */
static void chains_run(const RuinPart *part, uint32_t thread) {
  for (uint32_t k = thread; k < part->state.chains; k += part->place->threads)
    if (!halt_poll()) chain_run(part->place, &part->state, &part->turn, k, thread);
}

static Status place_advance(Backend *be, RuinPlace *place, const RuinState *state, const RuinTurn *turn) {
  const RuinPart part = {place, *state, *turn};
  (void)be;
#pragma omp parallel for num_threads(place->threads) schedule(static, 1)
  for (uint32_t thread = 0; thread < place->threads; thread++) chains_run(&part, thread);
  return halt_after("rounds of ruin and recreate");
}

static Status places_advance(Backend *be, const RuinPart *part, uint32_t parts) {
  const uint32_t threads = (uint32_t)be->threads;
#pragma omp parallel for num_threads(threads) collapse(2) schedule(dynamic)
  for (uint32_t k = 0; k < parts; k++)
    for (uint32_t thread = 0; thread < threads; thread++)
      if (part[k].turn.rounds && thread < part[k].place->threads) chains_run(&part[k], thread);
  return halt_after("rounds of ruin and recreate");
}

static Status place_describe(Backend *be, const RuinPlace *place, uint32_t chains, Description *out) {
  (void)be;
  *out = (Description){0};
  snprintf(out->shape, sizeof out->shape, "%u chain%s on %u thread%s, %d proposal%s a round", chains,
           chains == 1 ? "" : "s", place->threads, place->threads == 1 ? "" : "s", place->task.width,
           place->task.width == 1 ? "" : "s");
  return OK;
}

static uint64_t place_bytes(const Backend *be, const Instance *inst, uint32_t chains) {
  const RoutesInstance *routes = routes_of(inst);
  const uint64_t nodes = (uint64_t)inst->n + 1, places = (uint64_t)routes->places,
                 threads = chains < (uint64_t)be->threads ? chains : (uint64_t)be->threads;
  return threads * nodes * (sizeof(Node) + sizeof(Route) + sizeof(NodeChange)) +
         nodes * (uint64_t)routes->types * sizeof(int64_t) +
         2 * (uint64_t)routes->profiles * places * places * sizeof(int32_t);
}

static uint32_t chains_usual(int32_t customers) {
  (void)customers;
  return 1;
}
static int32_t width_usual(int32_t customers) {
  (void)customers;
  return 1;
}

const RuinKernels ruin_kernels_cpu = {.open = place_open,
                                      .close = place_close,
                                      .features = RUIN_BASIC | RUIN_PAIRS | RUIN_CLUSTERS | RUIN_WINDOWS |
                                                  RUIN_TRIPPED | RUIN_BREAKS | RUIN_BALANCE,
                                      .bytes = place_bytes,
                                      .advance = place_advance,
                                      .advance_all = places_advance,
                                      .describe = place_describe,
                                      .chains = chains_usual,
                                      .width = width_usual};
