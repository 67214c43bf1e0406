/* See knapsack.h. Dynamic programming over a core that grows as needed (Pisinger 1997), in integers.
 *
 * With a price p of a unit of room, profit - p weight is the gain of an item. All items with a gain are the *base*. A set's profit is that of
 * the linear relaxation, p room + the sum of all gains, less its *loss*: p times the room that it leaves, and |gain| for each item in which it
 * differs from the base. The least loss is searched: items join the core in ascending order of |gain| / weight, and a *state* is a choice
 * for the items of the core, kept while no other has both as much room left and no more loss, and while it may still become better than the
 * best. */
#include "knapsack.h"

#include <stdbool.h>
#include <stdlib.h>

enum { STATES = 1 << 15, NODES = 1 << 19 };

static const int64_t FAR = INT64_MAX / 4; /* more than any loss */

typedef struct State {
  int64_t slack; /* room left; below 0: items have to go */
  int64_t value; /* the loss if this were the final set */
  int32_t node;
} State;

typedef struct Node { /* how a state came about: the last item that differs from the base */
  int32_t parent, item;
} Node;

typedef struct Rank {
  double efficiency; /* profit by weight */
  int64_t ratio;     /* |gain| / weight, rounded down */
  int32_t item;
} Rank;

struct Knapsack {
  State *now, *next;
  Node *node;
  Rank *rank;
  uint8_t *base, *prefix; /* (items) */
  /* of the call at hand */
  const KnapsackItem *item;
  int64_t price, best, pruned; /* pruned: no state that was given up leads to less loss */
  int64_t tolerance, span;     /* span: no state's |slack| is more */
  int32_t nodes, best_node;    /* best_node -1: the prefix is the best */
  int32_t states;
};

Status knapsack_open(int32_t items_most, Knapsack **out) {
  Knapsack *k = calloc(1, sizeof *k);
  const size_t items = (size_t)items_most + 1;
  *out = NULL;
  if (!k) FAIL(ERR_MEMORY, "no memory for knapsacks");
  k->now = malloc(2 * STATES * sizeof *k->now);
  k->next = malloc(2 * STATES * sizeof *k->next);
  k->node = malloc(NODES * sizeof *k->node);
  k->rank = malloc(items * sizeof *k->rank);
  k->base = malloc(items);
  k->prefix = malloc(items);
  if (!k->now || !k->next || !k->node || !k->rank || !k->base || !k->prefix) {
    knapsack_close(k);
    FAIL(ERR_MEMORY, "no memory for knapsacks of %d items", items_most);
  }
  *out = k;
  return OK;
}

void knapsack_close(Knapsack *k) {
  if (!k) return;
  free(k->now);
  free(k->next);
  free(k->node);
  free(k->rank);
  free(k->base);
  free(k->prefix);
  free(k);
}

/* ---- the linear relaxation ---- */

static int efficiency_order(const void *a, const void *b) {
  const Rank *x = a, *y = b;
  if (x->efficiency != y->efficiency) return x->efficiency > y->efficiency ? -1 : 1;
  return x->item - y->item;
}

/* Fills the room with the most efficient items; the first that does not fit sets the price. Returns the profit of those before it. */
static int64_t prefix_fill(Knapsack *k, int32_t items, int64_t room) {
  for (int32_t j = 0; j < items; j++) {
    const KnapsackItem *it = &k->item[j];
    k->rank[j] = (Rank){it->weight ? (double)it->profit / (double)it->weight : 1e300, 0, j};
    k->prefix[j] = 0;
  }
  qsort(k->rank, (size_t)items, sizeof *k->rank, efficiency_order);
  int64_t profit = 0;
  k->price = 0;
  for (int32_t r = 0; r < items; r++) {
    const KnapsackItem *it = &k->item[k->rank[r].item];
    if (it->weight > room) {
      k->price = it->profit / it->weight;
      break;
    }
    room -= it->weight;
    profit += it->profit;
    k->prefix[k->rank[r].item] = 1;
  }
  return profit;
}

static int64_t gain_of(const Knapsack *k, int32_t j) {
  return k->item[j].profit - k->price * k->item[j].weight;
}

/* Returns the profit of the linear relaxation. *slack: the room that the base leaves. */
static int64_t base_fill(Knapsack *k, int32_t items, int64_t room, int64_t *slack) {
  int64_t profit = k->price * room;
  *slack = room;
  for (int32_t j = 0; j < items; j++) {
    const int64_t gain = gain_of(k, j);
    k->base[j] = gain > 0;
    if (gain <= 0) continue;
    profit += gain;
    *slack -= k->item[j].weight;
  }
  return profit;
}

/* ---- the core ---- */

static int ratio_order(const void *a, const void *b) {
  const Rank *x = a, *y = b;
  if (x->ratio != y->ratio) return x->ratio < y->ratio ? -1 : 1;
  return x->item - y->item;
}

/* Those items that may differ from the base: others lose more by that alone than the best set. Returns how many. */
static int32_t core_fill(Knapsack *k, int32_t items) {
  int32_t count = 0;
  for (int32_t j = 0; j < items; j++) {
    const int64_t gain = gain_of(k, j), cost = gain < 0 ? -gain : gain;
    if (cost < k->best && k->item[j].weight > 0) k->rank[count++] = (Rank){0, cost / k->item[j].weight, j};
  }
  qsort(k->rank, (size_t)count, sizeof *k->rank, ratio_order);
  return count;
}

/* No state that comes of this one loses less, if the items to come cost at least `ratio` a unit of weight. */
static int64_t loss_least(const Knapsack *k, const State *s, int64_t ratio) {
  const int64_t paid = s->value - k->price * s->slack;
  if (s->slack >= 0) return paid + (ratio < k->price ? ratio : k->price) * s->slack;
  const int64_t most = FAR / k->span;
  return paid + (ratio < most ? ratio : most) * -s->slack;
}

static int32_t node_add(Knapsack *k, int32_t parent, int32_t item) {
  k->node[k->nodes] = (Node){parent, item};
  return k->nodes++;
}

/* Keeps a state behind those of `next` unless it is of no use. item -1: it is an old one. left: what may still be taken away. */
static int32_t state_keep(Knapsack *k, State s, int32_t item, int64_t ratio, int64_t left, int32_t count) {
  if (count && s.value >= k->next[count - 1].value) return count;
  if (s.slack + left < 0) return count;
  const int64_t least = loss_least(k, &s, ratio);
  const bool better = s.slack >= 0 && s.value < k->best, useful = least < k->best - k->tolerance;
  if ((better || useful) && item >= 0) s.node = node_add(k, s.node, item);
  if (better) {
    k->best = s.value;
    k->best_node = s.node;
  }
  if (!useful) {
    k->pruned = least < k->pruned ? least : k->pruned;
    return count;
  }
  k->next[count] = s;
  return count + 1;
}

/* All states with and without this item's change, in descending order of slack. */
static void item_join(Knapsack *k, int32_t item, int64_t ratio, int64_t left) {
  const int64_t sign = k->base[item] ? 1 : -1;
  const int64_t weight = sign * k->item[item].weight, profit = sign * k->item[item].profit;
  int32_t old = 0, changed = 0, count = 0;
  while (old < k->states || changed < k->states) {
    const bool keep =
        changed == k->states || (old < k->states && k->now[old].slack >= k->now[changed].slack + weight);
    State s = keep ? k->now[old++] : k->now[changed++];
    if (!keep) {
      s.slack += weight;
      s.value += profit;
    }
    count = state_keep(k, s, keep ? -1 : item, ratio, left, count);
  }
  State *const filled = k->next;
  k->next = k->now;
  k->now = filled;
  k->states = count;
}

/* The memory is at its end: whatever would have come of the states counts as found. */
static void states_give_up(Knapsack *k, int64_t ratio) {
  for (int32_t s = 0; s < k->states; s++) {
    const int64_t least = loss_least(k, &k->now[s], ratio);
    k->pruned = least < k->pruned ? least : k->pruned;
  }
  k->states = 0;
}

static void core_search(Knapsack *k, int32_t count, int64_t slack) {
  int64_t left = 0;
  for (int32_t r = 0; r < count; r++)
    if (k->base[k->rank[r].item]) left += k->item[k->rank[r].item].weight;
  k->nodes = 1;
  k->node[0] = (Node){-1, -1};
  k->now[0] = (State){slack, k->price * slack, 0};
  k->states = 1;
  for (int32_t r = 0; r < count && k->states; r++) {
    const int32_t item = k->rank[r].item;
    if (k->states > STATES || k->nodes + k->states > NODES) {
      states_give_up(k, k->rank[r].ratio);
      break;
    }
    if (k->base[item]) left -= k->item[item].weight;
    item_join(k, item, r + 1 < count ? k->rank[r + 1].ratio : FAR, left);
  }
}

/* ---- answer ---- */

static void set_tell(const Knapsack *k, int32_t items, uint8_t *taken) {
  for (int32_t j = 0; j < items; j++) taken[j] = k->best_node < 0 ? k->prefix[j] : k->base[j];
  for (int32_t node = k->best_node; node > 0; node = k->node[node].parent) taken[k->node[node].item] ^= 1;
}

int64_t knapsack_bound(Knapsack *k, int32_t items, const KnapsackItem *item, int64_t room, int64_t tolerance,
                       uint8_t *taken, int64_t *price) {
  int64_t slack;
  k->item = item;
  k->tolerance = tolerance;
  const int64_t profit = prefix_fill(k, items, room), relaxed = base_fill(k, items, room, &slack);
  k->span = 1 + room + (room - slack); /* the base weighs room - slack */
  k->pruned = FAR;
  k->best = relaxed - profit;
  k->best_node = -1;
  core_search(k, core_fill(k, items), slack);
  set_tell(k, items, taken);
  *price = k->price;
  return relaxed - (k->best < k->pruned ? k->best : k->pruned);
}
