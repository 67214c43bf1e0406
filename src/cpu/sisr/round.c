/* Rounds of a part: proposals from one solution, and which of them are made. Contract: solver/sisr/sisr_kernels.h. */
#include <string.h>
#include "sisr_part.h"

/* A proposal that was accepted, with the values that it writes. */
typedef struct Accepted {
  Proposal proposal;
  int32_t routes; /* more than before */
} Accepted;

/* Philox of all lanes at once: the loop over lanes is what compilers make vectors of. */
void words_draw(uint64_t seed, uint32_t purpose, const Part *part, uint64_t p, Words *out) {
  uint32_t *a = out->of[0], *b = out->of[1], *c = out->of[2], *d = out->of[3], key0 = (uint32_t)seed,
           key1 = (uint32_t)(seed >> 32);
  for (uint32_t j = 0; j < SISR_NEAR; j++) {
    a[j] = part->chain, b[j] = (uint32_t)p, c[j] = (uint32_t)(p >> 32) | part->head.number << 16;
    d[j] = purpose + j;
  }
  for (int round = 0; round < 10; round++, key0 += PHILOX_W32_0, key1 += PHILOX_W32_1)
#pragma omp simd
    for (int j = 0; j < SISR_NEAR; j++) {
      const uint64_t x = (uint64_t)PHILOX_M4x32_0 * a[j], y = (uint64_t)PHILOX_M4x32_1 * c[j];
      a[j] = (uint32_t)(y >> 32) ^ b[j] ^ key0, b[j] = (uint32_t)y;
      c[j] = (uint32_t)(x >> 32) ^ d[j] ^ key1, d[j] = (uint32_t)x;
    }
}

/* ---- one proposal ---- */

/* Exchanges what is there for what the proposal has noted: its values against those before it. */
static void proposal_swap(Part *part, Proposal *p) {
  for (int32_t i = 0; i < p->nodes; i++) {
    NodeChange *const c = &p->node[i];
    const NodeChange now = {c->node, part->link[c->node], part->before[c->node], part->after[c->node]};
    part->link[c->node] = c->link, part->before[c->node] = c->before, part->after[c->node] = c->after;
    *c = now;
  }
  for (int32_t i = 0; i < p->slots; i++) {
    const RouteChange now = {p->slot[i].slot, part->route[p->slot[i].slot]};
    part->route[now.slot] = p->slot[i].route;
    p->slot[i] = now;
  }
}

/* Of several notes of a node or slot only the first says what was there. */
static void proposal_unique(Part *part, Proposal *p) {
  int32_t nodes = 0, slots = 0;
  for (int32_t i = 0; i < p->nodes; i++) {
    int32_t k = 0;
    while (k < nodes && p->node[k].node != p->node[i].node) k++;
    if (k == nodes) p->node[nodes++] = p->node[i];
  }
  for (int32_t i = 0; i < p->slots; i++) {
    int32_t k = 0;
    while (k < slots && p->slot[k].slot != p->slot[i].slot) k++;
    if (k == slots) p->slot[slots++] = p->slot[i];
  }
  p->nodes = nodes, p->slots = slots;
  (void)part;
}

static void proposal_undo(Part *part, const Proposal *p) {
  for (int32_t i = p->nodes - 1; i >= 0; i--) {
    const NodeChange *const c = &p->node[i];
    part->link[c->node] = c->link, part->before[c->node] = c->before, part->after[c->node] = c->after;
  }
  for (int32_t i = p->slots - 1; i >= 0; i--) part->route[p->slot[i].slot] = p->slot[i].route;
}

/* Do its links, which are in the proposal, differ from those of the part? */
static bool proposal_differs(const Part *part, const Proposal *p) {
  for (int32_t i = 0; i < p->nodes; i++) {
    const Link now = part->link[p->node[i].node], then = p->node[i].link;
    if (now.next != then.next || now.prev != then.prev) return true;
  }
  return false;
}

/* Proposal number `number`, which leaves the part as it was; true: it is accepted, and *out has what it writes. */
static bool proposal_try(Part *part, uint64_t seed, const Words *round, float temperature, uint64_t number,
                         Accepted *out) {
  Proposal *const p = &out->proposal;
  Words words;
  words_draw(seed, RNG_SISR, part, number, &words);
  part->stamp++;
  const bool whole = part_ruin(part, round, &words, p) && part_recreate(part, &words, p);
  if (part->visit) schedule_undo(part);
  if (!whole || p->delta > sisr_limit(temperature, words.of[1][2])) {
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
  memcpy(part->kept, part->link, (size_t)(part->m + 1) * sizeof *part->kept);
}

static void accepted_make(Part *part, Accepted *all, int32_t count) {
  int64_t delta;
  count = accepted_choose(all, count, &delta);
  if (part->kept_is_now && delta >= 0) part_keep(part), part->kept_is_now = false;
  for (int32_t i = 0; i < count; i++) {
    proposal_swap(part, &all[i].proposal);
    if (part->visit) (void)schedule_routes(part, &all[i].proposal), part->visits = 0;
    part->routes += all[i].routes;
  }
  part->cost += delta;
  if (part->cost < part->kept_cost) part->kept_cost = part->cost, part->kept_is_now = true;
}

void part_rounds(Part *part, uint64_t seed, int32_t width, float temperature, uint64_t first,
                 uint32_t rounds) {
  Accepted all[SISR_WIDTH_MAX];
  for (uint64_t r = first; r < first + rounds; r++) {
    Words round;
    int32_t count = 0;
    words_draw(seed, RNG_SISR_ROUND, part, r, &round);
    for (int32_t w = 0; w < width; w++)
      count += proposal_try(part, seed, &round, temperature, r * (uint64_t)width + (uint64_t)w, &all[count]);
    if (count) accepted_make(part, all, count);
  }
  if (part->kept_is_now) part_keep(part);
}
