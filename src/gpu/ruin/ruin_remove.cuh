/* Ruin: strings of customers leave routes near a seed customer, and absent customers near it join them. By a warp; contract:
 * solver/ruin/ruin_kernels.h. */
#ifndef CORDEE_GPU_RUIN_REMOVE_CUH
#define CORDEE_GPU_RUIN_REMOVE_CUH

#include "ruin_pairs.cuh"

namespace ruin {

/* Of the base: customers in routes, routes, and absent customers who must be served; trips, where there are some. */
struct Totals {
  int32_t served, routes, missings, slots, trips;
};

/* ---- the seed ---- */

/* The first missing customer from `first` on; 0: none. */
__device__ static inline int missing_after(const View &v, int first) {
  for (int begin = first / 32; begin < v.place.masks; begin += WARP) {
    const int w = begin + v.lane;
    uint32_t bits = w < v.place.masks ? v.missing[w] : 0;
    if (w == first / 32) bits &= ALL << first % 32;
    const unsigned found = __ballot_sync(ALL, bits != 0);
    if (found) {
      const int lane = __ffs((int)found) - 1;
      return (begin + lane) * 32 + __ffs((int)__shfl_sync(ALL, bits, lane)) - 1;
    }
  }
  return 0;
}

__device__ static inline int seed_draw(const View &v, const Totals &totals, const philox4x32_ctr_t &words) {
  const int s = 1 + (int)ruin_below(words.v[0], (uint32_t)v.data.customers);
  if (!totals.missings || !(words.v[1] & RUIN_FLAG_MISSING)) return s;
  const int ahead = missing_after(v, s);
  return ahead ? ahead : missing_after(v, 0);
}

/* ---- removal ---- */

__device__ static inline void customer_out(const View &v, Proposal *p, int c, bool absent) {
  if (v.lane == p->outs) {
    p->out = unit_of(v, c);
    p->was_absent = absent;
    v.own.node[c].slot = ABSENT;
    if (absent) {
      const int delivery = delivery_of(v.data, c);
      bit_set(v.nodes, c);
      if (delivery) {
        v.own.node[delivery].slot = ABSENT;
        bit_set(v.nodes, delivery);
      }
    }
  }
  p->outs++;
}

/* `count` customers from u on leave their route; returns who follows them. */
__device__ static inline int piece_remove(const View &v, Proposal *p, int slot, int u, int count) {
  const int left = v.own.node[u].prev;
  for (int i = 0; i < count; i++) {
    const int next = v.own.node[u].next;
    customer_out(v, p, u, false);
    u = next;
  }
  __syncwarp();
  if (v.lane == 0) {
    if (left)
      v.own.node[left].next = u;
    else
      v.own.route[slot].first = u;
    if (u)
      v.own.node[u].prev = left;
    else
      v.own.route[slot].last = left;
  }
  __syncwarp();
  return u;
}

/* The first customer of a string of `span` that has `met`, at most `back` before it. */
__device__ static inline int string_begin(const Node *node, int met, int span, int back) {
  int begin = met, end = met, behind = 0, ahead = 0;
  for (; behind < back && node[begin].prev; behind++) begin = node[begin].prev;
  for (; ahead < span - 1 - behind && node[end].next; ahead++) end = node[end].next;
  for (; ahead + behind < span - 1; behind++) begin = node[begin].prev;
  return begin;
}

/* Customers in the route of `met`; once it has lost some, those who are left, as far as a string may reach. */
__device__ static inline int size_left(const View &v, int slot, int met) {
  const Node *const node = v.own.node;
  int size = 1;
  if (!bit_of(v.slots, slot)) return v.base.route[slot].size;
  for (int u = node[met].prev; u && size < RUIN_SPAN_MAX; u = node[u].prev) size++;
  for (int u = node[met].next; u && size < RUIN_SPAN_MAX; u = node[u].next) size++;
  return size;
}

/* A string around `met`: of every two one is split, with a customer or more preserved inside. */
__device__ static inline void string_remove(const View &v, Proposal *p, int slot, int met,
                                            const philox4x32_ctr_t &words, int most) {
  const Node *const node = bit_of(v.slots, slot) ? v.own.node : v.base.node;
  const int size = size_left(v, slot, met), left = RUIN_OUT_MAX - p->outs;
  int length = 1 + (int)ruin_below(words.v[0], (uint32_t)(size < most ? size : most));
  if (length > left) length = left;
  const int spare = size - length;
  const bool split = (words.v[2] & 1) && length > 1 && spare > 0;
  const int inside = split
                         ? 1 + (int)ruin_below(words.v[2] << 1,
                                               (uint32_t)(spare < RUIN_INSIDE_MAX ? spare : RUIN_INSIDE_MAX))
                         : 0;
  const int span = length + inside;
  int u = string_begin(node, met, span, (int)ruin_below(words.v[1], (uint32_t)span));
  route_touch(v, p, slot);
  __syncwarp(); /* all lanes have seen where `met` is */
  const int head = split ? 1 + (int)ruin_below(words.v[3], (uint32_t)(length - 1)) : length;
  if (has_pairs(v.data)) {
    pairs_remove(v, p, slot, u, head, inside, length - head);
    return;
  }
  u = piece_remove(v, p, slot, u, head);
  for (int i = 0; i < inside; i++) u = v.own.node[u].next;
  if (length > head) (void)piece_remove(v, p, slot, u, length - head);
}

/* All customers of a route; false: there is no room for them. */
__device__ static inline bool route_remove(const View &v, Proposal *p, int slot) {
  const Solution &from = bit_of(v.slots, slot) ? v.own : v.base;
  const int size = from.route[slot].size, first = from.route[slot].first;
  const bool pairs = has_pairs(v.data);
  if (p->outs + (pairs ? pairs_units(v, from, slot) : size) > RUIN_OUT_MAX) return false;
  route_touch(v, p, slot);
  if (pairs)
    pairs_remove_all(v, p, slot);
  else
    (void)piece_remove(v, p, slot, first, size);
  return true;
}

/* The unit of an absent customer, unless it is out already. */
__device__ static inline bool absent_join(const View &v, Proposal *p, int c) {
  if (__any_sync(ALL, v.lane < p->outs && p->out == c)) return false;
  p->delta -= absence_price(v, c);
  customer_out(v, p, c, true);
  __syncwarp();
  return true;
}

/* Missing customers, the first ones at or after s, are out from now on. Returns how many. */
__device__ static inline int missing_out(const View &v, Proposal *p, const Totals &totals, int s) {
  int count = 0;
  for (; count < totals.missings && count < RUIN_ABSENT_MAX; count++) {
    const int ahead = missing_after(v, s), c = ahead ? ahead : missing_after(v, 0);
    (void)absent_join(v, p, c);
    s = c + 1;
  }
  return count;
}

/* Routes that lost customers, and what that changes in the cost. */
__device__ static inline bool routes_settle(const View &v, Proposal *p) {
  for (int k = 0; k < p->touched; k++) {
    const int slot = v.touched[k];
    p->delta -= route_price(v, v.base.route[slot]);
    if (v.own.route[slot].first && !route_update(v, v.own, slot) && !route_remove(v, p, slot)) return false;
    if (!v.own.route[slot].first) route_close(v, p, slot);
    p->delta += route_price(v, v.own.route[slot]);
  }
  return true;
}

/* False: the proposal fails. */
__device__ static inline bool customers_remove(const View &v, Proposal *p, const Totals &totals,
                                               uint64_t number, const philox4x32_ctr_t &words) {
  const int s = seed_draw(v, totals, words), most = ruin_length_most(totals.served, totals.routes),
            strings = ruin_strings(words.v[1] << RUIN_FLAG_BITS, most);
  const int near = v.lane ? v.data.near[(size_t)s * RUIN_NEAR + v.lane - 1] : s;
  const bool few = v.data.features & KNOWN & RUIN_FEW;
  int absent = has_limit(v.data) && v.seeks ? missing_out(v, p, totals, s) : 0, taken = 0;
  for (int k = 0; k < RUIN_NEAR && taken < strings && p->outs < RUIN_OUT_MAX; k++) {
    const int met = __shfl_sync(ALL, near, k);
    if (!met) break;
    const int u = stop_of(v, met);
    const int slot = node_of(v, u).slot;
    if (slot >= 0 && !few && bit_of(v.slots, slot)) continue;
    if (slot >= 0 && !taken && !(words.v[1] & RUIN_FLAG_WHOLE) && route_remove(v, p, slot)) {
      taken++;
      continue;
    }
    if (slot >= 0)
      string_remove(v, p, slot, u,
                    ruin_words(v.place.seed, v.chain, number, RUIN_STRINGS_BLOCK + (uint32_t)taken++), most);
    else if (absent < RUIN_ABSENT_MAX)
      absent += absent_join(v, p, unit_of(v, u));
  }
  return routes_settle(v, p);
}

} // namespace ruin

#endif
