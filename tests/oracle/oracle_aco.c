/* See oracle_aco.h. */
#include "oracle_aco.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <Random123/philox.h>
#include "problem/judge.h"
#include "problem/tsp/tsp.h"

enum { WALK = 256, PIECES = 128, QUEUE = 128, LONGEST = 3, DRAWS_OF_NONE = 1 << 20 };

typedef struct Waiting { /* cities, the first of which is searched next */
  int32_t *city, count;
  bool few; /* at most QUEUE */
} Waiting;

typedef struct Path { /* a tour that local search changes */
  int32_t *tour, n;
  const int32_t *source; /* of which it is made, or NULL */
  bool *cut;             /* (n) the source's edge behind that position was removed once */
} Path;

static int64_t length(const OracleAco *o, int32_t a, int32_t b) {
  return judge_distance(o->inst, o->order[a], o->order[b]);
}

/* What orders cities by nearness: without the rounding of distances. */
static double nearness(const OracleAco *o, int32_t a, int32_t b) {
  const TspInstance *t = tsp_of(o->inst);
  if (t->metric == METRIC_EXPLICIT || t->metric == METRIC_GEO) return (double)length(o, a, b);
  const double dx = fabs(t->x[o->order[a]] - t->x[o->order[b]]),
               dy = fabs(t->y[o->order[a]] - t->y[o->order[b]]);
  if (t->metric == METRIC_MAN_2D) return dx + dy;
  if (t->metric == METRIC_MAX_2D) return fmax(dx, dy);
  return dx * dx + dy * dy;
}

static uint64_t draw(const OracleAco *o, uint32_t iteration, uint32_t ant, int32_t step, int64_t below) {
  philox4x32_key_t key = {{(uint32_t)o->seed, (uint32_t)(o->seed >> 32)}};
  philox4x32_ctr_t counter = {{o->island, iteration, 0x32000000u + ant, (uint32_t)step / 4}};
  return (uint64_t)philox4x32(counter, key).v[step % 4] * (uint64_t)below >> 32;
}

static int32_t place_of(const int32_t *tour, int32_t city) {
  int32_t p = 0;
  while (tour[p] != city) p++;
  return p;
}

static int32_t beside(const int32_t *tour, int32_t n, int32_t city, int direction) {
  return tour[(place_of(tour, city) + (direction ? n - 1 : 1)) % n];
}

static int64_t tour_length(const OracleAco *o, const int32_t *tour) {
  int64_t sum = 0;
  for (int32_t p = 0; p < o->inst->n; p++) sum += length(o, tour[p], tour[(p + 1) % o->inst->n]);
  return sum;
}

/* ---- choosing ---- */

static uint64_t power_of(const OracleAco *o, int32_t city, int32_t k) {
  const int32_t *row = o->list + city * o->width;
  const double share =
      pow(((double)length(o, city, row[0]) + 0.1) / ((double)length(o, city, row[k]) + 0.1), o->beta);
  uint64_t eta = (uint64_t)(share * 16777216), power = 1 << 28;
  for (uint32_t a = 0; a < o->alpha; a++) {
    power = power * o->trail[city * o->width + k] / (1 << 28);
    if (power > 0xffffffffu) power = 0xffffffffu;
  }
  return power * (eta ? eta : 1);
}

static uint64_t weight_of(const OracleAco *o, int32_t city, int32_t k) {
  uint64_t most = 0;
  for (int32_t j = 0; j < o->width; j++)
    if (power_of(o, city, j) > most) most = power_of(o, city, j);
  const uint64_t weight = power_of(o, city, k) / (most / 65536 + 1);
  return weight ? weight : 1;
}

/* The candidate that a draw chooses; -1: all are visited. */
static int32_t candidate_draw(const OracleAco *o, const bool *visited, int32_t city, uint32_t iteration,
                              uint32_t ant, int32_t step) {
  const int32_t *row = o->list + city * o->width;
  uint64_t total = 0, sum = 0;
  for (int32_t k = 0; k < o->width; k++)
    if (!visited[row[k]]) total += weight_of(o, city, k);
  for (int32_t k = 0; k < o->width; k++) {
    if (!visited[row[k]]) sum += weight_of(o, city, k);
    if (sum > draw(o, iteration, ant, step, (int64_t)total)) return row[k];
  }
  return -1;
}

static void ant_build(const OracleAco *o, uint32_t iteration, uint32_t ant, int32_t *tour) {
  const int32_t n = o->inst->n;
  bool *visited = calloc((size_t)n, sizeof *visited);
  for (int32_t s = 0; s < n; s++) {
    int32_t next = s ? candidate_draw(o, visited, tour[s - 1], iteration, ant, s)
                     : (int32_t)draw(o, iteration, ant, 0, n);
    const bool near = next < 0;
    for (int32_t c = 0; near && c < n; c++)
      if (!visited[c] && (next < 0 || nearness(o, tour[s - 1], c) < nearness(o, tour[s - 1], next))) next = c;
    visited[next] = true;
    tour[s] = next;
  }
  free(visited);
}

/* ---- local search ---- */

static void wait_for(Waiting *w, int32_t city) {
  for (int32_t k = 0; k < w->count; k++)
    if (w->city[k] == city) return;
  if (!w->few || w->count < QUEUE) w->city[w->count++] = city;
}

static void edge_cut(Path *t, int32_t a, int32_t b) {
  const int32_t p = t->source ? place_of(t->source, a) : 0, q = t->source ? place_of(t->source, b) : 0;
  if (abs(p - q) == 1) t->cut[p < q ? p : q] = true;
}

static int32_t pieces_of(const Path *t) {
  int32_t count = 1;
  for (int32_t p = 0; t->source && p < t->n; p++) count += t->cut[p];
  return count;
}

/* Turns what stands at places from + 1 to `to`, around the tour. */
static void turn(int32_t *tour, int32_t n, int32_t from, int32_t to) {
  const int32_t count = (to - from + n) % n;
  int32_t *turned = calloc((size_t)n, sizeof *turned);
  for (int32_t k = 0; k < count; k++) turned[k] = tour[(to - k + n) % n];
  for (int32_t k = 0; k < count; k++) tour[(from + 1 + k) % n] = turned[k];
  free(turned);
}

/* Edges {a, b} and {c, d} become {a, c} and {b, d}. */
static void swap_edges(Path *t, int32_t a, int32_t b, int32_t c, int32_t d) {
  const int32_t n = t->n;
  if (a == d || b == c) return;
  const bool forward = beside(t->tour, n, a, 0) == b;
  const int32_t p = place_of(t->tour, forward ? a : b), q = place_of(t->tour, forward ? c : d),
                between = (q - p + n) % n;
  edge_cut(t, a, b);
  edge_cut(t, c, d);
  if (t->source)
    turn(t->tour, n, p < q ? p : q, p < q ? q : p); /* what has not the last place */
  else if (forward ? 2 * between <= n : 2 * (n - between) > n)
    turn(t->tour, n, p, q);
  else
    turn(t->tour, n, q, p);
}

/* The path from a to s, between b and g, goes between c and e. */
static void move_path(Path *t, bool turned, int32_t a, int32_t b, int32_t c, int32_t e, int32_t s,
                      int32_t g) {
  if (turned) {
    swap_edges(t, a, b, c, e);
    swap_edges(t, b, e, g, s);
  } else {
    swap_edges(t, b, a, c, e);
    swap_edges(t, b, c, g, s);
    swap_edges(t, c, s, a, e);
  }
}

typedef struct Best {
  int64_t gain;
  int32_t b, c, e, s, g;
  int kind; /* 0: 2-opt, 1: Or-opt turned, 2: straight */
} Best;

/* Is the city one of the `count` from a on in that direction? */
static bool among(const Path *t, int32_t a, int direction, int32_t count, int32_t city) {
  for (; count; count--, a = beside(t->tour, t->n, a, direction))
    if (a == city) return true;
  return false;
}

/* Paths of up to three cities that begin at a, away from b, between c and its neighbours. */
static void paths_try(const OracleAco *o, const Path *t, int32_t a, int d, int32_t c, Best *best) {
  const int32_t n = t->n, b = beside(t->tour, n, a, d);
  int32_t s = a;
  for (int32_t count = 1; count <= LONGEST; count++) {
    const int32_t g = beside(t->tour, n, s, !d);
    if (g == b || among(t, a, !d, count, b) || among(t, a, !d, count, c)) return;
    for (int kind = 1; kind <= 2; kind++) {
      const int32_t e = beside(t->tour, n, c, kind == 1 ? d : !d);
      const int64_t gain = length(o, a, b) + length(o, s, g) + length(o, c, e) - length(o, b, g) -
                           length(o, a, c) - length(o, s, e);
      if (!among(t, a, !d, count, e) && gain > best->gain) *best = (Best){gain, b, c, e, s, g, kind};
    }
    s = g;
  }
}

static Best city_try(const OracleAco *o, const Path *t, int32_t a) {
  Best best = {0};
  for (int d = 0; d < 2; d++)
    for (int32_t k = 0; k < o->width; k++) {
      const int32_t b = beside(t->tour, t->n, a, d), c = o->list[a * o->width + k],
                    e = beside(t->tour, t->n, c, d);
      const int64_t gain = length(o, a, b) + length(o, c, e) - length(o, a, c) - length(o, b, e);
      if (length(o, a, c) >= length(o, a, b)) continue;
      if (gain > best.gain) best = (Best){gain, b, c, e, 0, 0, 0};
      paths_try(o, t, a, d, c, &best);
    }
  return best;
}

static void local_search(const OracleAco *o, Path *t, Waiting *w) {
  while (w->count) {
    const int32_t a = w->city[0];
    const Best m = city_try(o, t, a);
    if (!m.gain) {
      memmove(w->city, w->city + 1, sizeof *w->city * (size_t)--w->count);
      continue;
    }
    if (pieces_of(t) > PIECES - 3) return;
    if (m.kind)
      move_path(t, m.kind == 1, a, m.b, m.c, m.e, m.s, m.g);
    else
      swap_edges(t, a, m.b, m.c, m.e);
    wait_for(w, m.b);
    wait_for(w, m.c);
    wait_for(w, m.e);
    if (m.kind) {
      wait_for(w, m.s);
      wait_for(w, m.g);
    }
  }
}

/* ---- focused ants ---- */

static void ant_focus(const OracleAco *o, uint32_t iteration, uint32_t ant, Path *t, Waiting *w) {
  const int32_t n = o->inst->n;
  bool *visited = calloc((size_t)n, sizeof *visited);
  int32_t city = (int32_t)draw(o, iteration, ant, 0, n), before = -1, *const tour = t->tour;
  memcpy(tour, o->source, sizeof *tour * (size_t)n);
  memset(t->cut, 0, sizeof *t->cut * (size_t)n);
  visited[city] = true;
  for (int32_t s = 1, fresh = 0; s < n && s <= WALK && fresh < (int32_t)o->changes; s++) {
    if (pieces_of(t) > PIECES - 3) break;
    int32_t next = candidate_draw(o, visited, city, iteration, ant, s);
    for (int32_t p = place_of(tour, city); next < 0; p = (p + 1) % n)
      if (!visited[tour[p]]) next = tour[p];
    const int direction = beside(tour, n, city, 0) == before;
    if (next != beside(tour, n, city, 0) && next != beside(tour, n, city, 1)) {
      const int32_t cities[] = {city, next, beside(tour, n, next, direction),
                                beside(tour, n, next, !direction), beside(tour, n, city, direction)};
      move_path(t, true, next, cities[2], city, cities[4], next, cities[3]);
      for (int k = 0; k < 5; k++) wait_for(w, cities[k]);
    }
    fresh += next != beside(o->source, n, city, 0) && next != beside(o->source, n, city, 1);
    visited[next] = true;
    before = city;
    city = next;
  }
  free(visited);
}

/* ---- trails ---- */

/* unit / cost in 2^-28, in limits. */
static uint64_t balance(const OracleAco *o, int64_t cost) {
  const double exact = floor((double)o->unit * 268435456.0 / (double)(cost ? cost : 1));
  if (exact < 1048576) return 1048576;
  if (exact > 2147483647) return 2147483647;
  return (uint64_t)exact;
}

static uint64_t deposit(const OracleAco *o, int64_t cost, uint32_t weight) {
  const uint64_t all = o->elite ? o->elite * (o->elite + 1) / 2 : 1;
  return (balance(o, cost) * o->evaporation >> 16) * weight / all;
}

static void evaporate(OracleAco *o) {
  for (int32_t k = 0; k < o->inst->n * o->width; k++)
    o->trail[k] -= (uint32_t)((uint64_t)o->trail[k] * o->evaporation >> 16);
}

/* Deposits may exceed the limits until all are there. */
static void leave(OracleAco *o, const int32_t *tour, uint64_t amount) {
  const int32_t n = o->inst->n;
  for (int32_t c = 0; c < n; c++)
    for (int32_t k = 0; k < o->width; k++)
      if (o->list[c * o->width + k] == beside(tour, n, c, 0) ||
          o->list[c * o->width + k] == beside(tour, n, c, 1))
        o->trail[c * o->width + k] += (uint32_t)amount;
}

static void limit(OracleAco *o, uint64_t least, uint64_t most) {
  for (int32_t k = 0; k < o->inst->n * o->width; k++) {
    if (o->trail[k] < least) o->trail[k] = (uint32_t)least;
    if (o->trail[k] > most) o->trail[k] = (uint32_t)most;
  }
}

static void links_count(OracleAco *o) {
  o->links = 0;
  for (int32_t c = 0; c < o->inst->n; c++) {
    uint64_t low = UINT64_MAX, high = 0;
    for (int32_t k = 0; k < o->width; k++) {
      const uint64_t t = o->trail[c * o->width + k];
      low = t < low ? t : low;
      high = t > high ? t : high;
    }
    for (int32_t k = 0; k < o->width; k++) o->links += (o->trail[c * o->width + k] - low) * 20 > high - low;
  }
}

/* ---- an iteration ---- */

typedef struct Found { /* tours of an iteration: (ants, n), (ants) */
  int32_t *tour;
  int64_t *cost;
} Found;

/* The cheapest ant beside those that are taken; -1: none. */
static int64_t cheapest(const OracleAco *o, const Found *f, const bool *taken) {
  int64_t best = -1;
  for (uint32_t k = 0; k < o->ants; k++)
    if (!taken[k] && (best < 0 || f->cost[k] < f->cost[best])) best = k;
  return best;
}

/* Deposits of more than 32 tours are small: they are summed in 2^-24 of the unit of trails. */
static void many_leave(OracleAco *o, const Found *f, bool *taken) {
  const int32_t n = o->inst->n, trails = n * o->width;
  uint32_t *const trail = o->trail;
  uint64_t *sum = calloc((size_t)trails + 1, sizeof *sum);
  for (uint32_t weight = o->elite; weight; weight--) {
    const int64_t ant = weight < o->elite ? cheapest(o, f, taken) : 0;
    if (ant < 0) break;
    const int32_t *tour = weight < o->elite ? f->tour + ant * n : o->best;
    const int64_t cost = weight < o->elite ? f->cost[ant] : o->best_cost;
    const uint64_t all = (uint64_t)o->elite * (o->elite + 1) / 2,
                   amount = ((balance(o, cost) * o->evaporation >> 16) << 24) / all * weight;
    taken[ant] = taken[ant] || weight < o->elite;
    for (int32_t k = 0; k < trails; k++)
      if (o->list[k] == beside(tour, n, k / o->width, 0) || o->list[k] == beside(tour, n, k / o->width, 1))
        sum[k] += amount;
  }
  for (int32_t k = 0; k < trails; k++) trail[k] += (uint32_t)(sum[k] >> 24);
  free(sum);
}

static void ranks_leave(OracleAco *o, const Found *f) {
  bool *taken = calloc(o->ants, sizeof *taken);
  evaporate(o);
  if (o->elite > 32) {
    many_leave(o, f, taken);
    limit(o, 1, 2147483647);
    free(taken);
    return;
  }
  leave(o, o->best, deposit(o, o->best_cost, o->elite));
  for (uint32_t weight = o->elite - 1; weight; weight--) {
    const int64_t ant = cheapest(o, f, taken);
    if (ant < 0) break;
    leave(o, f->tour + ant * o->inst->n, deposit(o, f->cost[ant], weight));
    taken[ant] = true;
  }
  limit(o, 1, 2147483647);
  free(taken);
}

static void one_leaves(OracleAco *o, const Found *f, int64_t ant, uint32_t iteration) {
  static const int64_t ends[] = {25, 75, 125, 250}, periods[] = {25, 5, 3, 2};
  const int64_t since = (int64_t)iteration - o->reset, quiet = (int64_t)iteration - o->found;
  const uint64_t most = balance(o, o->best_cost);
  uint64_t least = most * o->share >> 32;
  const int32_t *tour = f->tour + ant * o->inst->n;
  int64_t cost = f->cost[ant], period = 1;
  for (int k = 3; k >= 0; k--)
    if (since < ends[k]) period = periods[k];
  if (!o->search) period = 25;
  if (iteration % period == 0 || o->focused) {
    tour = o->source;
    cost = o->source_cost;
  }
  if (!o->focused && period == 1 && quiet > 50) {
    tour = o->best;
    cost = o->best_cost;
  }
  const bool reset = !o->focused && iteration % 100 == 99 && quiet > 250 && o->links <= 2 * o->inst->n;
  evaporate(o);
  leave(o, tour, deposit(o, cost, 1));
  if (least < 1) least = 1;
  limit(o, reset ? most : least, most);
  if (reset) {
    o->source_cost = INT64_MAX;
    o->reset = o->found = (int64_t)iteration + 1;
  }
}

static void keep(int32_t *to, int64_t *to_cost, const int32_t *tour, int64_t cost, int32_t n) {
  memcpy(to, tour, sizeof *to * (size_t)n);
  *to_cost = cost;
}

static void iteration_end(OracleAco *o, const Found *f, uint32_t iteration) {
  bool *taken = calloc(o->ants, sizeof *taken);
  const int32_t n = o->inst->n;
  const int64_t ant = cheapest(o, f, taken);
  const int32_t *tour = f->tour + ant * n;
  if (f->cost[ant] < o->best_cost) keep(o->best, &o->best_cost, tour, f->cost[ant], n);
  const bool back = o->focused && draw(o, iteration, DRAWS_OF_NONE, 0, 100) == 0;
  if (f->cost[ant] < o->source_cost || o->focused) {
    keep(o->source, &o->source_cost, tour, f->cost[ant], n);
    o->found = iteration;
  }
  if (back) keep(o->source, &o->source_cost, o->best, o->best_cost, n);
  if (o->elite)
    ranks_leave(o, f);
  else
    one_leaves(o, f, ant, iteration);
  links_count(o);
  free(taken);
}

/* Has the city a neighbour that is none in the source? */
static bool is_new(const OracleAco *o, const int32_t *tour, int32_t city) {
  const int32_t n = o->inst->n, next = beside(o->source, n, city, 0),
                previous = beside(o->source, n, city, 1);
  for (int d = 0; d < 2; d++)
    if (beside(tour, n, city, d) != next && beside(tour, n, city, d) != previous) return true;
  return false;
}

void oracle_aco_iterate(OracleAco *o, uint32_t iteration) {
  const int32_t n = o->inst->n;
  Found f = {malloc(sizeof(int32_t) * (size_t)n * o->ants), malloc(sizeof(int64_t) * o->ants)};
  Waiting w = {malloc(sizeof(int32_t) * ((size_t)n + 6)), 0, o->focused};
  Path t = {NULL, n, o->focused ? o->source : NULL, calloc((size_t)n, sizeof *t.cut)};
  for (uint32_t k = 0; k < o->ants; k++) {
    t.tour = f.tour + k * (size_t)n;
    w.count = 0;
    if (o->focused)
      ant_focus(o, iteration, k, &t, &w);
    else
      ant_build(o, iteration, k, t.tour);
    for (int32_t p = 0; p < n && !o->focused; p++)
      if (o->source_cost == INT64_MAX || is_new(o, t.tour, t.tour[p])) wait_for(&w, t.tour[p]);
    if (o->search) local_search(o, &t, &w);
    f.cost[k] = tour_length(o, t.tour);
  }
  iteration_end(o, &f, iteration);
  free(f.tour);
  free(f.cost);
  free(w.city);
  free(t.cut);
}
