/* Rounds of a part: proposals from one solution, and which of them are made. Contract: solver/sisr/sisr_kernels.h. */
#include <string.h>
#include "schedule.h"
#include "search.h"

/* A proposal that was accepted, with the values that it writes. */
typedef struct Accepted {
  Proposal proposal;
  int32_t routes; /* more than before */
} Accepted;

/* ---- one proposal ---- */

static void node_set(Part *part, const NodeChange *c) {
  part->node[c->id] = c->node;
  part_reach(part, c->id);
}

static void route_set(Part *part, const RouteChange *c) {
  part->route[c->slot] = c->route;
  part->load[c->slot] = c->load;
  part_span(part, c->slot);
}

/* Exchanges what is there for what the proposal has noted: its values against those before it. */
static void proposal_swap(Part *part, Proposal *p) {
  for (int32_t i = 0; i < p->nodes; i++) {
    const NodeChange now = {p->node[i].id, part->node[p->node[i].id]};
    node_set(part, &p->node[i]);
    p->node[i] = now;
  }
  for (int32_t i = 0; i < p->slots; i++) {
    const uint16_t slot = p->slot[i].slot;
    const RouteChange now = {slot, part->route[slot], part->load[slot]};
    route_set(part, &p->slot[i]);
    p->slot[i] = now;
  }
}

/* Of several notes of a node or slot only the first says what was there. */
static void proposal_unique(Part *part, Proposal *p) {
  uint32_t *const slots = part->mark + part->m + 1, mark = ++part->marks;
  int32_t nodes = 0, routes = 0;
  for (int32_t i = 0; i < p->nodes; i++) {
    if (part->mark[p->node[i].id] == mark) continue;
    part->mark[p->node[i].id] = mark;
    p->node[nodes++] = p->node[i];
  }
  for (int32_t i = 0; i < p->slots; i++) {
    if (slots[p->slot[i].slot] == mark) continue;
    slots[p->slot[i].slot] = mark;
    p->slot[routes++] = p->slot[i];
  }
  p->nodes = nodes;
  p->slots = routes;
}

static void proposal_undo(Part *part, const Proposal *p) {
  for (int32_t i = p->nodes - 1; i >= 0; i--) node_set(part, &p->node[i]);
  for (int32_t i = p->slots - 1; i >= 0; i--) route_set(part, &p->slot[i]);
}

/* Do its links, which are in the proposal, differ from those of the part? */
static bool proposal_differs(const Part *part, const Proposal *p) {
  for (int32_t i = 0; i < p->nodes; i++) {
    const Node now = part->node[p->node[i].id], then = p->node[i].node;
    if (now.next != then.next || now.prev != then.prev) return true;
  }
  return false;
}

/* Proposal number `number`, which leaves the part as it was; true: it is accepted, and *out has what it writes. */
static bool proposal_try(Part *part, const SearchOps *ops, uint64_t seed, const Words *round,
                         float temperature, uint64_t number, Accepted *out) {
  Proposal *const p = &out->proposal;
  Words words;
  words_begin(ops, part, seed, RNG_SISR, number, &words);
  p->limit = ops->limit(temperature, words.of[1][2]);
  part->stamp++;
  const bool whole = part_ruin(part, round, &words, p) && part_recreate(part, ops, &words, p);
  if (part->visit) schedule_undo(part);
  if (!whole || p->delta > p->limit) {
    proposal_undo(part, p);
    return false;
  }
  proposal_unique(part, p);
  proposal_swap(part, p);
  out->routes = p->routes - part->routes;
  return proposal_differs(part, p);
}

/* ---- a round ---- */

/* Marks the proposal's routes; false: one of them is marked already. */
static bool routes_claim(const Proposal *p, uint64_t *claimed, bool *opened) {
  if (p->opens && *opened) return false;
  for (int32_t i = 0; i < p->slots; i++)
    if (claimed[p->slot[i].slot / 64] >> p->slot[i].slot % 64 & 1) return false;
  for (int32_t i = 0; i < p->slots; i++) claimed[p->slot[i].slot / 64] |= (uint64_t)1 << p->slot[i].slot % 64;
  *opened |= p->opens;
  return true;
}

static int32_t accepted_choose(Accepted *all, int32_t count, int64_t *delta) {
  uint64_t claimed[SISR_SLOTS_MAX / 64] = {0};
  bool opened = false;
  int32_t made = 0;
  *delta = 0;
  for (int32_t i = 0; i < count; i++) {
    if (!routes_claim(&all[i].proposal, claimed, &opened)) continue;
    *delta += all[i].proposal.delta;
    if (made != i) all[made] = all[i];
    made++;
  }
  return made;
}

static void part_keep(Part *part) {
  memcpy(part->kept, part->node, (size_t)(part->m + 1) * sizeof *part->kept);
}

static void accepted_make(Part *part, Accepted *all, int32_t count) {
  int64_t delta;
  count = accepted_choose(all, count, &delta);
  if (part->kept_is_now && delta >= 0) {
    part_keep(part);
    part->kept_is_now = false;
  }
  for (int32_t i = 0; i < count; i++) {
    proposal_swap(part, &all[i].proposal);
    if (part->visit) {
      (void)schedule_routes(part, &all[i].proposal);
      part->visits = 0;
    }
    part->routes += all[i].routes;
  }
  part->cost += delta;
  if (part->cost < part->kept_cost) {
    part->kept_cost = part->cost;
    part->kept_is_now = true;
  }
}

void part_rounds(Part *part, const SearchOps *ops, uint64_t seed, int32_t width, float temperature,
                 uint64_t first, uint32_t rounds) {
  Accepted all[SISR_WIDTH_MAX];
  for (uint64_t r = first; r < first + rounds; r++) {
    Words round;
    int32_t count = 0;
    words_begin(ops, part, seed, RNG_SISR_ROUND, r, &round);
    words_more(&round);
    for (int32_t w = 0; w < width; w++)
      count +=
          proposal_try(part, ops, seed, &round, temperature, r * (uint64_t)width + (uint64_t)w, &all[count]);
    if (count) accepted_make(part, all, count);
  }
  if (part->kept_is_now) part_keep(part);
}
