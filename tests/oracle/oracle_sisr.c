/* See oracle_sisr.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <Random123/philox.h>
#include "oracle_routes.h"
#include "oracle_sisr_part.h"

enum { LANES = 32, REMOVED_MOST = 64, WIDTH_MOST = 64, MEAN = 10, LONGEST = 10, ENDS = 64 };
typedef enum Purpose { OF_ROUND = 0x30000000, OF_PROPOSAL = 0x30000100 } Purpose;

typedef struct Words { /* of a lane */
  uint32_t x, y, z, w;
} Words;

typedef struct Proposal {
  OracleRoutes routes;
  bool *touched; /* (slots) */
  bool opens, accepted;
  int64_t delta;
  int32_t removed, customer[REMOVED_MOST];
} Proposal;

/* ---- draws ---- */

static Words words_of(const OracleSisr *head, Purpose purpose, uint64_t number, uint32_t lane) {
  const philox4x32_ctr_t counter = {{head->chain, (uint32_t)number,
                                     (uint32_t)(number >> 32) + (head->part << 16),
                                     (uint32_t)purpose + lane}};
  const philox4x32_key_t key = {{(uint32_t)head->seed, (uint32_t)(head->seed >> 32)}};
  const philox4x32_ctr_t block = philox4x32_R(10, counter, key);
  return (Words){block.v[0], block.v[1], block.v[2], block.v[3]};
}

/* 0..m - 1. */
static int32_t below(uint32_t word, int64_t m) { return (int32_t)((int64_t)word * m / (INT64_C(1) << 32)); }

float oracle_sisr_exponential(uint32_t word) {
  static const float c[] = {0.999978542f, -0.499423295f,  0.327937186f, -0.225006938f,
                            0.133351162f, -0.0541751422f, 0.0104858726f};
  int32_t zeros = 0;
  word |= 1;
  for (; !(word >> 31); word *= 2) zeros++;
  const float t = (float)(word / 256 % (1u << 23)) / (float)(1u << 23);
  float log = c[6];
  for (int k = 5; k >= 0; k--) log = fmaf(log, t, c[k]);
  return fmaf((float)(zeros + 1), 0.69314718f, -log * t);
}

static bool blinks(uint32_t word, int32_t insertion, int32_t prev, int32_t next) {
  const uint32_t place = (uint32_t)next + 65536 * (uint32_t)prev;
  uint32_t hash = 0x85ebca6bu * (word ^ (uint32_t)(insertion + 1) * 0x9e3779b9u ^ place);
  hash = 0xc2b2ae35u * (hash ^ hash >> 13);
  return hash < UINT32_MAX / 128 + 1;
}

/* ---- ruin ---- */

/* Customers k..k + count - 1 of a route leave it. */
static void piece_remove(const OraclePart *part, Proposal *p, int32_t slot, int32_t k, int32_t count) {
  int32_t *const stop = oracle_route(part, &p->routes, slot);
  for (int32_t i = 0; i < count; i++) p->customer[p->removed++] = stop[k + i];
  memmove(stop + k, stop + k + count, sizeof *stop * (size_t)(p->routes.size[slot] - k - count));
  p->routes.size[slot] -= count;
}

/* `longest`: customers that a string may have; k: the place in its route of the customer that was met. */
static void string_remove(const OraclePart *part, Proposal *p, int32_t slot, int32_t k, int32_t longest,
                          uint32_t lot, Words words) {
  const int32_t size = p->routes.size[slot], length = 1 + below(lot, size < longest ? size : longest);
  if (words.w % 2 && length < size) {
    const int32_t front = below(words.w << 8, length + 1);
    piece_remove(part, p, slot, 0, front);
    piece_remove(part, p, slot, size - length, length - front);
    return;
  }
  int32_t begin = k - below(words.z, length);
  if (begin > size - length) begin = size - length;
  piece_remove(part, p, slot, begin < 0 ? 0 : begin, length);
}

/* The slot and place of a customer; false: it is removed. */
static bool find(const OraclePart *part, const OracleRoutes *routes, int32_t c, int32_t *slot, int32_t *k) {
  for (*slot = 0; *slot < part->slots; ++*slot)
    for (*k = 0; *k < routes->size[*slot]; ++*k)
      if (oracle_route(part, routes, *slot)[*k] == c) return true;
  return false;
}

static void ruin(const OraclePart *part, uint64_t round, uint64_t number, int32_t routes, Proposal *p) {
  const OracleSisr *head = part->head;
  const int32_t mean = part->m / (routes ? routes : 1);
  int32_t longest;
  if (mean < 1)
    longest = 1;
  else if (mean < LONGEST)
    longest = mean;
  else
    longest = LONGEST;
  const uint32_t lot = words_of(head, OF_ROUND, round, 31).x;
  const int32_t strings = 1 + below(lot, 4 * MEAN - (1 + longest)) / (1 + longest);
  const int32_t seed = 1 + below(words_of(head, OF_PROPOSAL, number, 0).y, part->m);
  int32_t made = 0, slot, k;
  for (int32_t lane = 0; lane < LANES && made < strings; lane++) {
    const int32_t met = lane ? part->near[seed * ORACLE_NEAR + lane - 1] : seed;
    if (!met || !find(part, &p->routes, met, &slot, &k) || p->touched[slot]) continue;
    p->touched[slot] = true;
    string_remove(part, p, slot, k, longest, words_of(head, OF_ROUND, round, (uint32_t)made).x,
                  words_of(head, OF_PROPOSAL, number, (uint32_t)lane));
    made++;
  }
}

/* ---- recreate ---- */

/* What customers are sorted by, the least first. */
static int64_t order_key(const OraclePart *part, int32_t k, int32_t c, uint32_t lot) {
  const CvrpInstance *cvrp = part->cvrp;
  const int32_t id = part->id[c];
  if (k < 4) return lot;
  if (k < 8) return -(int64_t)cvrp->demand[id];
  if (k < 10) return -oracle_part_distance(part, 0, c);
  if (k < 11) return oracle_part_distance(part, 0, c);
  if (k < 13) return (int64_t)cvrp->due[id] - cvrp->ready[id];
  return k < 15 ? cvrp->ready[id] : -(int64_t)cvrp->due[id];
}

static void removed_sort(const OraclePart *part, uint64_t number, Proposal *p) {
  const int32_t k =
      below(words_of(part->head, OF_PROPOSAL, number, 1).y, cvrp_has_windows(part->cvrp) ? 17 : 11);
  int64_t key[REMOVED_MOST];
  for (int32_t i = 0; i < p->removed; i++)
    key[i] = order_key(part, k, p->customer[i], words_of(part->head, OF_PROPOSAL, number, (uint32_t)i).x);
  for (int32_t end = p->removed; end > 1; end--) /* bubbles: equals stay in their order */
    for (int32_t i = 0; i + 1 < end; i++)
      if (key[i] > key[i + 1]) {
        const int64_t least = key[i + 1];
        const int32_t c = p->customer[i + 1];
        key[i + 1] = key[i];
        key[i] = least;
        p->customer[i + 1] = p->customer[i];
        p->customer[i] = c;
      }
}

typedef struct Place {
  int64_t delta;
  int32_t prev, next, slot, k; /* before place k of the route */
  bool found;
} Place;

static void insert(const OraclePart *part, OracleRoutes *routes, int32_t slot, int32_t k, int32_t c) {
  int32_t *const stop = oracle_route(part, routes, slot);
  memmove(stop + k + 1, stop + k, sizeof *stop * (size_t)(routes->size[slot]++ - k));
  stop[k] = c;
}

static bool has_room(const OraclePart *part, OracleRoutes *routes, int32_t slot, int32_t k, int32_t c) {
  int32_t *const stop = oracle_route(part, routes, slot);
  insert(part, routes, slot, k, c);
  const bool keeps = oracle_route_keeps(part, stop, routes->size[slot]);
  memmove(stop + k, stop + k + 1, sizeof *stop * (size_t)(--routes->size[slot] - k));
  return keeps;
}

static bool before(const Place *a, const Place *b) {
  if (a->delta != b->delta) return a->delta < b->delta;
  return a->prev != b->prev ? a->prev < b->prev : a->next < b->next;
}

static void place_offer(const OraclePart *part, Proposal *p, int32_t slot, int32_t k, int32_t c,
                        uint32_t blink, int32_t insertion, Place *best) {
  const int32_t *stop = oracle_route(part, &p->routes, slot), size = p->routes.size[slot];
  Place one = {0, k ? stop[k - 1] : 0, k < size ? stop[k] : 0, slot, k, true};
  one.delta = oracle_part_distance(part, one.prev, c) + oracle_part_distance(part, c, one.next) -
              oracle_part_distance(part, one.prev, one.next);
  if (blinks(blink, insertion, one.prev, one.next) || !has_room(part, &p->routes, slot, k, c)) return;
  if (!best->found || before(&one, best)) *best = one;
}

static Place place_find(const OraclePart *part, uint64_t number, Proposal *p, int32_t insertion) {
  const OracleSisr *head = part->head;
  const int32_t c = p->customer[insertion];
  const uint32_t blink = words_of(head, OF_PROPOSAL, number, 4).y;
  const bool ends = below(words_of(head, OF_PROPOSAL, number, 3).y, part->slots) < ENDS;
  Place best = {.found = false};
  for (int32_t i = 0, slot, k; i < LANES; i++) {
    const int32_t v = part->near[c * ORACLE_NEAR + i];
    if (!v || !find(part, &p->routes, v, &slot, &k)) continue;
    place_offer(part, p, slot, k, c, blink, insertion, &best);
    place_offer(part, p, slot, k + 1, c, blink, insertion, &best);
  }
  for (int32_t slot = 0; slot < part->slots && ends; slot++) {
    if (!p->routes.size[slot]) continue;
    place_offer(part, p, slot, 0, c, blink, insertion, &best);
    place_offer(part, p, slot, p->routes.size[slot], c, blink, insertion, &best);
  }
  return best;
}

/* A route of its own, if that is cheaper than the best place: with costs of routes it is not. */
static bool route_open(const OraclePart *part, Proposal *p, int32_t c, const Place *best) {
  const int64_t alone = 2 * oracle_part_distance(part, 0, c);
  int32_t slot = 0;
  if (oracle_routes_count(part, &p->routes) >= part->head->routes_most || !oracle_route_keeps(part, &c, 1))
    return false;
  if (best->found && (part->cvrp->route_cost || alone >= best->delta)) return false;
  while (p->routes.size[slot]) slot++;
  insert(part, &p->routes, slot, 0, c);
  return p->touched[slot] = p->opens = true;
}

static bool recreate(const OraclePart *part, uint64_t number, Proposal *p) {
  removed_sort(part, number, p);
  for (int32_t i = 0; i < p->removed; i++) {
    const Place best = place_find(part, number, p, i);
    if (route_open(part, p, p->customer[i], &best)) continue;
    if (!best.found) return false;
    insert(part, &p->routes, best.slot, best.k, p->customer[i]);
    p->touched[best.slot] = true;
  }
  return oracle_routes_count(part, &p->routes) >= part->head->routes_least;
}

/* ---- rounds ---- */

static bool routes_keep(const OraclePart *part, const OracleRoutes *routes) {
  for (int32_t slot = 0; slot < part->slots; slot++)
    if (!oracle_route_keeps(part, oracle_route(part, routes, slot), routes->size[slot])) return false;
  return true;
}

static void propose(const OraclePart *part, uint64_t round, int32_t w, const OracleRoutes *now, Proposal *p) {
  const uint64_t number = round * (uint64_t)part->head->width + (uint64_t)w;
  const uint32_t lot = words_of(part->head, OF_PROPOSAL, number, 2).y;
  p->removed = 0;
  p->opens = false;
  memset(p->touched, 0, (size_t)part->slots * sizeof *p->touched);
  oracle_routes_copy(part, now, &p->routes);
  ruin(part, round, number, oracle_routes_count(part, now), p);
  p->accepted = routes_keep(part, &p->routes) && recreate(part, number, p);
  if (!p->accepted) return;
  p->delta = oracle_routes_cost(part, &p->routes) - oracle_routes_cost(part, now);
  p->accepted = p->delta <= (int64_t)(part->head->temperature * oracle_sisr_exponential(lot)) &&
                oracle_routes_differ(part, now, &p->routes);
}

static bool disjoint(const OraclePart *part, const Proposal *a, const Proposal *b) {
  for (int32_t slot = 0; slot < part->slots; slot++)
    if (a->touched[slot] && b->touched[slot]) return false;
  return !(a->opens && b->opens);
}

static void proposal_make(const OraclePart *part, const Proposal *p, OracleRoutes *now) {
  for (int32_t slot = 0; slot < part->slots; slot++) {
    if (!p->touched[slot]) continue;
    now->size[slot] = p->routes.size[slot];
    memcpy(oracle_route(part, now, slot), oracle_route(part, &p->routes, slot),
           sizeof *now->stop * (size_t)now->size[slot]);
  }
}

static void round_run(const OraclePart *part, uint64_t round, OracleRoutes *now, Proposal *all) {
  for (int32_t w = 0; w < part->head->width; w++) propose(part, round, w, now, &all[w]);
  for (int32_t w = 0; w < part->head->width; w++) {
    for (int32_t v = 0; v < w && all[w].accepted; v++)
      if (all[v].accepted) all[w].accepted = disjoint(part, &all[v], &all[w]);
    if (all[w].accepted) proposal_make(part, &all[w], now);
  }
}

void oracle_sisr(const OracleSisr *head, uint64_t first, uint32_t rounds, OracleSolution *now,
                 OracleSolution *kept) {
  OraclePart part;
  OracleRoutes routes, best;
  Proposal all[WIDTH_MOST] = {{.removed = 0}};
  oracle_part_make(head, now->gene, &part);
  oracle_routes_make(&part, &routes);
  oracle_routes_make(&part, &best);
  oracle_routes_read(&part, now->gene, &routes);
  oracle_routes_read(&part, kept->gene, &best);
  for (int32_t w = 0; w < head->width; w++) {
    oracle_routes_make(&part, &all[w].routes);
    all[w].touched = calloc((size_t)part.slots + 1, sizeof *all[w].touched);
  }
  for (uint64_t round = first; round < first + rounds; round++) {
    round_run(&part, round, &routes, all);
    if (oracle_routes_cost(&part, &routes) >= kept->cost) continue;
    kept->cost = oracle_routes_cost(&part, &routes);
    oracle_routes_copy(&part, &routes, &best);
  }
  oracle_routes_write(&part, &routes, now->gene);
  oracle_routes_write(&part, &best, kept->gene);
  now->cost = oracle_routes_cost(&part, &routes);
  for (int32_t w = 0; w < head->width; w++) {
    oracle_routes_free(&all[w].routes);
    free(all[w].touched);
  }
  oracle_routes_free(&routes);
  oracle_routes_free(&best);
  oracle_part_free(&part);
}

int64_t oracle_sisr_cost(const Instance *inst, const int32_t *gene, int32_t customers) {
  int64_t cost = 0;
  for (int32_t i = 0; i < customers; i++) {
    const bool ends = i + 1 == customers || gene[i + 1] < 0;
    cost += oracle_route_distance(inst, gene[i] < 0 ? 0 : abs(gene[i - 1]), abs(gene[i]));
    cost += ends ? oracle_route_distance(inst, abs(gene[i]), 0) + cvrp_of(inst)->route_cost : 0;
  }
  return cost;
}
