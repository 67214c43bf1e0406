/* Costs of routes, and the best of all solutions: see fleet_oracle.h. */
#include "fleet_oracle.h"

#include <stdlib.h>
#include "fleet_tour.h"

/* ---- given solutions ---- */

/* How many customers of the cluster of one are in a set; of no cluster: only this one. Sets: bit c - 1 for customer c. */
static int32_t alternatives_in(const RoutesInstance *routes, int32_t customer, int32_t set) {
  int32_t count = 0;
  const int32_t cluster = routes->cluster ? routes->cluster[customer] : 0;
  for (int32_t c = 1; c <= routes->head.n; c++)
    count += (set >> (c - 1) & 1) && (c == customer || (cluster && routes->cluster[c] == cluster));
  return count;
}

/* What it costs that all others than `served` are left out, the first of each cluster for all of it; TOUR_NEVER: two of a cluster are served. *missing:
 * of those who must be served. */
static int64_t absence_of(const RoutesInstance *routes, int32_t served, int32_t *missing) {
  int64_t sum = 0;
  *missing = 0;
  for (int32_t c = 1; c <= routes->head.n; c++) {
    const int32_t in = alternatives_in(routes, c, served);
    if (in > 1) return TOUR_NEVER;
    if (in == 1 || alternatives_in(routes, c, (1 << (c - 1)) - 1) > 0) continue;
    *missing += routes->stop[c].prize < 0;
    sum += routes->stop[c].prize < 0 ? routes->absent_cost : routes->stop[c].prize;
  }
  return sum;
}

/* Genes as lists: list[k][0..size[k]) of type gene[n + k]. How many; 0: they are none. */
static int32_t lists_of(const Instance *inst, const int32_t *gene,
                        int32_t list[ORACLE_FLEET_MOST][ORACLE_FLEET_MOST], int32_t *size) {
  bool seen[ORACLE_FLEET_MOST + 1] = {false};
  int32_t lists = 0;
  for (int32_t k = 0; k < inst->n; k++) {
    const int64_t customer = gene[k] > 0 ? gene[k] : -(int64_t)gene[k];
    if (customer < 1 || customer > inst->n || seen[customer] || (k == 0 && gene[k] > 0)) return 0;
    seen[customer] = true;
    if (gene[k] < 0) size[lists++] = 0;
    list[lists - 1][size[lists - 1]++] = (int32_t)customer;
  }
  for (int32_t k = lists; k < inst->n; k++)
    if (gene[inst->n + k] != -1) return 0;
  return lists;
}

/* Puts a list behind the tour, as a trip that leaves `reload`. */
static void trip_put(Tour *t, const int32_t *list, int32_t size, int32_t reload) {
  for (int32_t j = 0; j < size; j++) {
    t->reload[t->count] = j ? -1 : reload;
    t->customer[t->count++] = list[j];
  }
}

static int32_t set_of(const Tour *t) {
  int32_t set = 0;
  for (int32_t k = 0; k < t->count; k++) set |= 1 << (t->customer[k] - 1);
  return set;
}

bool oracle_fleet_cost(const Instance *inst, const int32_t *gene, int64_t *cost) {
  const RoutesInstance *routes = routes_of(inst);
  int32_t list[ORACLE_FLEET_MOST][ORACLE_FLEET_MOST], size[ORACLE_FLEET_MOST], used[64] = {0};
  const int32_t lists = lists_of(inst, gene, list, size), *types = gene + inst->n;
  int64_t sum = 0, longest = 0, duration;
  int32_t served = 0, missing;
  for (int32_t k = 0; k < lists;) {
    Tour tour = {.routes = routes, .type = types[k]};
    if (tour.type < -1 || tour.type >= routes->types || (tour.type == -1 && k < lists - 1)) return false;
    if (tour.type == -1) break;
    trip_put(&tour, list[k], size[k], -1);
    for (k++; k < lists && types[k] < -1; k++) {
      if (-2 - (int64_t)types[k] >= routes->reloads) return false;
      trip_put(&tour, list[k], size[k], -2 - types[k]);
    }
    const int64_t of_tour = tour_cost(&tour, &duration);
    if (of_tour == TOUR_NEVER || ++used[tour.type] > routes->type[tour.type].count) return false;
    served |= set_of(&tour);
    sum += of_tour;
    if (duration > longest) longest = duration;
  }
  const int64_t absence = absence_of(routes, served, &missing);
  if (!lists || absence == TOUR_NEVER) return false;
  *cost = sum + absence + (routes->balance ? routes->balance * longest : 0);
  return true;
}

/* ---- the best solution ---- */

enum { SUBSETS = 1 << ORACLE_FLEET_MOST, TYPES_MOST = 8, FRONT_MOST = 64 };

typedef struct Option {
  int64_t cost, duration;
  Tour tour;
} Option;

typedef struct Found { /* the best route of a subset of customers, bit c - 1 for customer c, by type; where */
  int32_t count;       /* durations count, all of whom none is better in both */
  Option option[FRONT_MOST];
} Found;

typedef struct Search {
  const RoutesInstance *routes;
  Found (*found)[TYPES_MOST];
  const Option *route[ORACLE_FLEET_MOST]; /* so far */
  int32_t used[TYPES_MOST], count, out;   /* out: the subset left out */
  int64_t best;
  int32_t *gene;
  bool complete;
} Search;

static bool is_as_good(const Search *s, const Option *a, const Option *b) {
  return a->cost <= b->cost && (!s->routes->balance || a->duration <= b->duration);
}

static void option_add(const Search *s, Found *found, const Option *option) {
  int32_t kept = 0;
  for (int32_t k = 0; k < found->count; k++)
    if (is_as_good(s, &found->option[k], option)) return;
  for (int32_t k = 0; k < found->count; k++)
    if (!is_as_good(s, option, &found->option[k])) found->option[kept++] = found->option[k];
  if (kept == FRONT_MOST) abort();
  found->option[kept++] = *option;
  found->count = kept;
}

/* All orders of the customers of `rest` behind the tour's, and all trips. */
static void orders_try(Search *s, Tour *t, int32_t subset, int32_t rest) {
  Found *found = &s->found[subset][t->type];
  if (!rest) {
    Option option = {.tour = *t};
    option.cost = tour_cost(t, &option.duration);
    if (option.cost != TOUR_NEVER) option_add(s, found, &option);
    return;
  }
  for (int32_t c = 1; c <= s->routes->head.n; c++) {
    if (!(rest >> (c - 1) & 1)) continue;
    const int32_t reloads = t->count ? s->routes->reloads : 0;
    for (int32_t reload = -1; reload < reloads; reload++) {
      t->reload[t->count] = reload;
      t->customer[t->count++] = c;
      orders_try(s, t, subset, rest & ~(1 << (c - 1)));
      t->count--;
    }
  }
}

static void routes_find(Search *s) {
  for (int32_t subset = 1; subset < 1 << s->routes->head.n; subset++)
    for (int32_t t = 0; t < s->routes->types; t++) {
      Tour tour = {.routes = s->routes, .type = t};
      s->found[subset][t].count = 0;
      orders_try(s, &tour, subset, subset);
    }
}

typedef struct Genes { /* of a solution that is written */
  int32_t *gene;
  int32_t n, customers, lists;
} Genes;

static void list_put(Genes *g, int32_t customer, bool begins, int32_t type) {
  g->gene[g->customers++] = begins ? -customer : customer;
  if (begins) g->gene[g->n + g->lists++] = type;
}

static void tour_put(Genes *g, const Tour *t) {
  for (int32_t k = 0; k < t->count; k++)
    list_put(g, t->customer[k], k == 0 || t->reload[k] >= 0, k == 0 ? t->type : -2 - t->reload[k]);
}

static void best_keep(Search *s, int64_t cost, bool complete) {
  Genes g = {s->gene, s->routes->head.n, 0, 0};
  bool first = true;
  s->best = cost;
  s->complete = complete;
  if (!s->gene) return;
  for (int32_t k = 0; k < s->count; k++) tour_put(&g, &s->route[k]->tour);
  for (int32_t c = 1; c <= g.n; c++) {
    if (!(s->out >> (c - 1) & 1)) continue;
    list_put(&g, c, first, -1);
    first = false;
  }
  while (g.lists < g.n) g.gene[g.n + g.lists++] = -1;
}

/* The lowest customer of `rest` is left out, or in a route with any others of them. */
static void solutions_try(Search *s, int32_t rest, int64_t cost, int64_t longest) {
  if (!rest) {
    int32_t missing;
    const int64_t absence = absence_of(s->routes, ~s->out, &missing),
                  all = cost + s->routes->balance * longest;
    if (absence != TOUR_NEVER && all + absence < s->best) best_keep(s, all + absence, missing == 0);
    return;
  }
  const int32_t low = rest & -rest;
  s->out |= low;
  solutions_try(s, rest & ~low, cost, longest);
  s->out &= ~low;
  for (int32_t subset = rest; subset > 0; subset = (subset - 1) & rest)
    for (int32_t t = 0; t < s->routes->types && subset & low; t++) {
      if (s->used[t] == s->routes->type[t].count) continue;
      s->used[t]++;
      for (int32_t k = 0; k < s->found[subset][t].count; k++) {
        const Option *option = &s->found[subset][t].option[k];
        s->route[s->count++] = option;
        solutions_try(s, rest & ~subset, cost + option->cost,
                      option->duration > longest ? option->duration : longest);
        s->count--;
      }
      s->used[t]--;
    }
}

bool oracle_fleet_optimum(const Instance *inst, int64_t *cost, int32_t *gene) {
  static Found found[SUBSETS][TYPES_MOST];
  Search search = {.routes = routes_of(inst), .found = found, .best = TOUR_NEVER, .gene = gene};
  routes_find(&search);
  solutions_try(&search, (1 << inst->n) - 1, 0, 0);
  *cost = search.best;
  return search.complete;
}
