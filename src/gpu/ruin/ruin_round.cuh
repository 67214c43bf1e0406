/* Rounds of a block: its warps propose, accepted proposals that disturb no other are made. Contract: solver/ruin/ruin_kernels.h. */
#ifndef CORDEE_GPU_RUIN_ROUND_CUH
#define CORDEE_GPU_RUIN_ROUND_CUH

#include "ruin_recreate.cuh"
#include "ruin_rounds.h"
#include "ruin_trips_remove.cuh"
#include "ruin_vehicles.cuh"

namespace ruin {

/* ---- a proposal ---- */

__device__ static inline void warp_clear(const View &v, const Proposal &p) {
  for (int k = v.lane; k < v.place.masks; k += WARP) v.nodes[k] = v.slots[k] = 0;
  for (int k = v.lane; k < v.place.type_masks; k += WARP) v.types[k] = 0;
  for (int t = v.lane; p.uses && t < v.data.types; t += WARP) v.use[t] = 0;
  __syncwarp();
}

/* Is this lane's customer, who is out or was, absent now, and was not, or the other way round? */
__device__ static inline bool absence_changes(const View &v, const Proposal &p, bool *absent) {
  *absent = v.lane < p.outs && node_of(v, stop_of(v, p.out)).slot == ABSENT;
  return v.lane < p.outs && *absent != p.was_absent;
}

/* The duration of the longest route, as a proposal leaves them. */
__device__ static inline int longest_after(const View &v, const Proposal &p) {
  int longest = 0;
  for (int slot = v.lane; slot < p.slots; slot += WARP) {
    const Route &route = (bit_of(v.slots, slot) ? v.own : v.base).route[slot];
    if (route.size) longest = max(longest, route.duration);
  }
  return __reduce_max_sync(ALL, longest);
}

/* What a proposal changes in the cost that the judge finds, where the longest route counts. */
__device__ static inline int64_t judged_delta(const View &v, const Proposal &p) {
  bool absent;
  int64_t delta = absence_changes(v, p, &absent) ? (absent ? 1 : -1) * absence_cost(v, p.out) : 0;
  for (int k = v.lane; k < p.touched; k += WARP) {
    const Route &before = v.base.route[v.touched[k]], &now = v.own.route[v.touched[k]];
    delta += now.cost - before.cost + v.data.route_cost * ((now.size > 0) - (before.size > 0));
  }
  return warp_sum(delta) + v.data.balance * (longest_after(v, p) - v.longest);
}

/* False: it is not accepted. */
__device__ static inline bool proposal_make(const View &v, Proposal *p, const Totals &totals,
                                            float temperature, uint64_t number) {
  const philox4x32_ctr_t words = ruin_words(v.place.seed, v.chain, number, 0);
  warp_clear(v, *p);
  *p = {};
  p->limit = ruin_limit(temperature, words.v[2]);
  p->left = types_left(v);
  p->blink = words.v[3];
  p->routes = totals.routes;
  p->slots = totals.slots;
  p->opening = (v.data.features & RUIN_OPENS) && !(words.v[1] & RUIN_FLAG_OPEN);
  p->strict = !p->opening && v.data.types == 1 && !BALANCE;
  if (TRIPS ? !trips_remove(v, p, totals, number, words) : !customers_remove(v, p, totals, number, words))
    return false;
  if (!p->outs || !customers_insert(v, p, ruin_words(v.place.seed, v.chain, number, 1))) return false;
  if (v.data.types > 1) routes_retype(v, p);
  return p->delta <= p->limit || (BALANCE && judged_delta(v, *p) < 0);
}

/* ---- what it changes ---- */

/* The routes' part of the change of cost, and of the number of trips; and the types of vehicles of which more or fewer are used. */
__device__ static inline int64_t routes_note(const View &v, const Proposal &p, int *trips) {
  int64_t delta = 0;
  *trips = 0;
  for (int k = v.lane; k < p.touched; k += WARP) {
    const Route &before = v.base.route[v.touched[k]], &now = v.own.route[v.touched[k]];
    const int was = before.size ? before.type : -1, is = now.size ? now.type : -1;
    delta += now.cost - before.cost;
    if (TRIPS) *trips += trips_in(v.own, now) - trips_in(v.base, before);
    if (was == is) continue;
    if (was >= 0) bit_set(v.types, was);
    if (is >= 0) bit_set(v.types, is);
  }
  return delta;
}

__device__ static inline void outcome_note(const View &v, const Proposal &p, const Totals &totals,
                                           bool accepted, Outcome *out, int turn, int warp) {
  if (accepted) {
    bool absent;
    const bool changes = absence_changes(v, p, &absent);
    const int sign = absent ? 1 : -1;
    const bool required = changes && v.data.stop[p.out].prize == ROUTES_REQUIRED;
    int more;
    int64_t delta = warp_sum(routes_note(v, p, &more) + (changes ? sign * absence_cost(v, p.out) : 0));
    if (has_limit(v.data)) delta += v.data.route_cost * (p.routes - totals.routes);
    const int trips = TRIPS ? __reduce_add_sync(ALL, more) : 0;
    const int stops = changes && delivery_of(v.data, p.out) ? 2 : 1;
    const int served = __reduce_add_sync(ALL, changes ? -sign * stops : 0),
              missings = __reduce_add_sync(ALL, required ? sign : 0);
    if (v.lane == 0) {
      out->delta[turn][warp] = delta;
      out->routes[turn][warp] = p.routes - totals.routes;
      out->slots[turn][warp] = p.slots;
      out->served[turn][warp] = served;
      out->missings[turn][warp] = missings;
      if (TRIPS) out->trips[turn][warp] = trips;
    }
  }
  if (v.lane == 0) out->accepted[turn][warp] = accepted ? 1 + 2 * p.opens : 0;
}

/* ---- which proposals are made ---- */

/* Bits of warp `of` of the array that this warp has at `mine`. */
__device__ static inline const uint32_t *bits_of(const View &v, Array array, const uint32_t *mine, int warp,
                                                 int of) {
  const Memory &m = v.place.where;
  const int64_t stride = (int64_t)(m.warp[array].shared ? m.warp_shared : m.warp_global);
  return (const uint32_t *)((const char *)mine + (of - warp) * stride);
}

/* Do two proposals have bits in common? Those of customers are of all who are in routes that are touched, and of absent ones who were out. */
__device__ static inline bool bits_meet(const View &v, Array array, const uint32_t *mine, int words, int warp,
                                        int a, int b) {
  const uint32_t *const first = bits_of(v, array, mine, warp, a), *const second =
                                                                      bits_of(v, array, mine, warp, b);
  bool meet = false;
  for (int k = v.lane; k < words; k += WARP) meet |= (first[k] & second[k]) != 0;
  return __any_sync(ALL, meet);
}

/* In order of their numbers; bit w: proposal w is made. */
__device__ static inline unsigned proposals_choose(const View &v, const Outcome *out, int turn, int warp) {
  const uint32_t mine = v.lane < v.place.width ? out->accepted[turn][v.lane] : 0;
  const unsigned opens = __ballot_sync(ALL, mine & 2);
  unsigned made = 0;
  for (unsigned left = __ballot_sync(ALL, mine & 1); left; left &= left - 1) {
    const int w = __ffs((int)left) - 1;
    bool meets = (opens >> w & 1) && (opens & made);
    for (unsigned others = made; others && !meets; others &= others - 1) {
      const int other = __ffs((int)others) - 1;
      meets = bits_meet(v, NODES, v.nodes, v.place.masks, warp, w, other) ||
              bits_meet(v, TYPES, v.types, v.place.type_masks, warp, w, other);
    }
    if (!meets) made |= 1u << w;
  }
  return made;
}

/* ---- a proposal is made ---- */

__device__ static inline void trip_keep(const View &v, int c) {
  const int sums = v.data.sums;
  trip_copy(v.own, v.base, c);
  for (int k = (c - 1) * sums; k < c * sums; k++) v.base.sum[k] = v.own.sum[k];
}

__device__ static inline void node_keep(const View &v, int c) {
  v.base.node[c] = v.own.node[c];
  if (v.own.node[c].slot == ABSENT) return;
  if (v.data.features & RUIN_TIMED) v.base.time[c] = v.own.time[c];
  if (BREAKS) v.base.clock[c] = v.own.clock[c];
  if (TRIPS) trip_keep(v, c);
  const int loads = v.data.features & RUIN_MIXED ? v.data.loads : 0;
  for (int k = c * loads; k < (c + 1) * loads; k++) {
    v.base.pre_peak[k] = v.own.pre_peak[k];
    v.base.suf_peak[k] = v.own.suf_peak[k];
    if (has_pairs(v.data)) v.base.load[k] = v.own.load[k];
  }
}

__device__ static inline void route_keep(const View &v, int slot) {
  const int sums = v.data.sums, loads = v.data.features & RUIN_MIXED ? v.data.loads : 0;
  v.base.route[slot] = v.own.route[slot];
  for (int k = slot * sums; k < (slot + 1) * sums && !TRIPS; k++) v.base.sum[k] = v.own.sum[k];
  for (int k = slot * loads; k < (slot + 1) * loads; k++) {
    v.base.depart[k] = v.own.depart[k];
    v.base.peak[k] = v.own.peak[k];
  }
}

__device__ static inline void proposal_keep(const View &v, const Proposal &p) {
  bool absent;
  if (absence_changes(v, p, &absent) && v.data.stop[p.out].prize == ROUTES_REQUIRED)
    atomicXor(&v.missing[p.out / 32], 1u << p.out % 32);
  for (int w = 0; w < v.place.masks; w++)
    if (v.nodes[w] >> v.lane & 1) node_keep(v, w * 32 + v.lane);
  for (int k = v.lane; k < p.touched; k += WARP) route_keep(v, v.touched[k]);
  for (int w = 0; w < v.place.type_masks; w++)
    if (v.types[w] >> v.lane & 1) v.used[w * 32 + v.lane] += v.use[w * 32 + v.lane];
}

/* ---- a chain's solution from genes ---- */

__device__ static inline void base_clear(const View &v) {
  for (int k = threadIdx.x; k < v.data.customers; k += blockDim.x)
    v.base.route[k] = {0, 0, 0, 0, 0, 0, 0, 0, 0};
  for (int t = threadIdx.x; t < v.data.types; t += blockDim.x) v.used[t] = 0;
  for (int k = threadIdx.x; k < v.place.masks; k += blockDim.x) v.missing[k] = 0;
  for (int c = threadIdx.x; c <= v.data.customers; c += blockDim.x)
    ((int32_t *)v.at)[c] = v.data.stop[c].place;
  for (int t = v.lane; t < v.data.types; t += WARP) v.use[t] = 0;
}

/* Who follows gene k of a route, in its trip `group` or, where there are some, in the next one; 0: none. */
__device__ static inline int gene_next(const View &v, const int32_t *gene, int k, int group) {
  const int n = v.data.customers;
  if (k + 1 == n) return 0;
  if (TRIPS && gene[k + 1] < 0 && gene[n + group + 1] <= ROUTES_NEXT_TRIP) return -gene[k + 1];
  return max(gene[k + 1], 0);
}

/* Gene k of a route that has the slot, in trip `group`. */
__device__ static inline void gene_link(const View &v, const int32_t *gene, int k, int group, int slot,
                                        int type) {
  const int c = abs(gene[k]), next = gene_next(v, gene, k, group);
  const bool begins = gene[k] < 0 && (!TRIPS || type >= 0);
  v.base.node[c] = {next, begins ? 0 : abs(gene[k - 1]), slot, 0};
  if (TRIPS) v.base.trip_node[c].reload = gene[k] < 0 && !begins ? ROUTES_NEXT_TRIP - type + 1 : 0;
  if (begins) {
    v.base.route[slot].first = c;
    v.base.route[slot].type = type;
    atomicAdd(&v.used[type], 1);
  }
  if (!next) v.base.route[slot].last = c;
}

/* Clusters of whom nobody is in a route. */
__device__ static inline void clusters_leave_out(const View &v, Outcome *out) {
  for (int c = 1 + v.lane; c <= v.data.customers; c += WARP) {
    bool absent = v.data.leader[c] == c;
    for (int u = c; u && absent; u = v.data.fellow[u]) absent = v.base.node[u].slot == ABSENT;
    if (absent) customer_leave_out(v, c, out);
  }
}

/* By one warp. */
__device__ static inline void genes_link(const View &v, const int32_t *gene, Outcome *out) {
  const int n = v.data.customers;
  int groups = 0, routes = 0, served = 0, trips = 0;
  for (int first = 0; first < n; first += WARP) {
    const int k = first + v.lane;
    const unsigned begins = __ballot_sync(ALL, k < n && gene[k] < 0);
    const unsigned until = lanes_below(v.lane) | 1u << v.lane;
    const int group = groups + __popc(begins & until) - 1;
    const int type = k < n ? gene[n + group] : ROUTES_LEFT_OUT;
    const unsigned served_now = __ballot_sync(ALL, type != ROUTES_LEFT_OUT),
                   opens = begins & (TRIPS ? __ballot_sync(ALL, type >= 0) : served_now);
    if (type != ROUTES_LEFT_OUT)
      gene_link(v, gene, k, group, TRIPS ? routes + __popc(opens & until) - 1 : group, type);
    else if (k < n)
      v.base.node[abs(gene[k])] = {0, 0, ABSENT, 0};
    if (k < n && type == ROUTES_LEFT_OUT && !has_clusters(v.data)) customer_leave_out(v, abs(gene[k]), out);
    served += __popc(served_now);
    routes += __popc(opens);
    trips += __popc(begins & served_now);
    groups += __popc(begins);
  }
  if (v.lane == 0) {
    out->count[0] = routes;
    out->count[1] = served;
    out->count[3] = trips;
  }
  __syncwarp();
  if (has_clusters(v.data)) clusters_leave_out(v, out);
}

__device__ static inline Totals chain_load(const View &v, const int32_t *gene, int warp, Outcome *out) {
  base_clear(v);
  if (threadIdx.x == 0) {
    out->cost = 0;
    out->count[2] = 0;
  }
  __syncthreads();
  if (warp == 0) genes_link(v, gene, out);
  __syncthreads();
  for (int slot = warp; slot < out->count[0]; slot += v.place.width) {
    (void)route_update(v, v.base, slot);
    if (v.lane == 0) atomicAdd(&out->cost, (unsigned long long)v.base.route[slot].cost);
  }
  __syncthreads();
  if (has_limit(v.data)) {
    if (threadIdx.x == 0) out->cost += (unsigned long long)(v.data.route_cost * out->count[0]);
    __syncthreads();
  }
  return {out->count[1], out->count[0], out->count[2], out->count[0], out->count[3]};
}

/* ---- to genes ---- */

/* The sum of lanes up to this one. */
__device__ static inline int lanes_sum(const View &v, int x) {
  for (int lanes = 1; lanes < WARP; lanes *= 2) {
    const int other = __shfl_up_sync(ALL, x, lanes);
    if (v.lane >= lanes) x += other;
  }
  return x;
}

/* Where genes of routes begin, in the order of their least customers (`least`, by slot, which becomes -1 - the first of its trips, where there are some); and
 * customers left out. By one warp. */
__device__ static inline void genes_order(const View &v, int32_t *least, int32_t *begin, int served,
                                          int32_t *gene) {
  const int n = v.data.customers;
  int at = 0, routes = 0, absent = 0;
  for (int first = 1; first <= n; first += WARP) {
    const int c = first + v.lane, slot = c <= n ? v.base.node[c].slot : 0;
    const bool leads = c <= n && slot >= 0 && least[slot] == c, out = c <= n && slot < 0;
    const unsigned leaders = __ballot_sync(ALL, leads), outs = __ballot_sync(ALL, out);
    const int size = leads ? v.base.route[slot].size : 0;
    const int sum = lanes_sum(v, size), trips = TRIPS && leads ? trips_in(v.base, v.base.route[slot]) : 0,
              trips_sum = TRIPS ? lanes_sum(v, trips) : 0;
    const int group = routes + (TRIPS ? trips_sum - trips : __popc(leaders & lanes_below(v.lane)));
    if (leads) {
      begin[slot] = at + sum - size;
      gene[n + group] = v.base.route[slot].type;
      if (TRIPS) least[slot] = -1 - group;
    }
    const int rank = absent + __popc(outs & lanes_below(v.lane));
    if (out) gene[served + rank] = rank ? c : -c;
    at += __shfl_sync(ALL, sum, WARP - 1);
    routes += TRIPS ? __shfl_sync(ALL, trips_sum, WARP - 1) : __popc(leaders);
    absent += __popc(outs);
  }
}

/* A slot's route, from gene `at` on, and its trips, from `group` on. */
__device__ static inline void route_store(const View &v, int slot, int32_t *gene, int at, int group) {
  for (int c = v.base.route[slot].size ? v.base.route[slot].first : 0; c; c = v.base.node[c].next) {
    const int reload = TRIPS ? v.base.trip_node[c].reload : 0;
    gene[at++] = v.base.node[c].prev && !reload ? c : -c;
    if (reload) gene[v.data.customers + ++group] = ROUTES_NEXT_TRIP + 1 - reload;
  }
}

/* Routes in the order of their least customers; then those left out, rising. By the block. */
__device__ static inline void chain_store(const View &v, const Totals &totals, int warp, int32_t *gene) {
  const int n = v.data.customers;
  int32_t *const least = v.order, *const begin = v.order + n;
  for (int k = threadIdx.x; k < totals.slots; k += blockDim.x) least[k] = INT32_MAX;
  for (int k = n + (TRIPS ? totals.trips : totals.routes) + threadIdx.x; k < 2 * n; k += blockDim.x)
    gene[k] = ROUTES_LEFT_OUT;
  __syncthreads();
  for (int c = 1 + threadIdx.x; c <= n; c += blockDim.x)
    if (v.base.node[c].slot >= 0) atomicMin(&least[v.base.node[c].slot], c);
  __syncthreads();
  if (warp == 0) genes_order(v, least, begin, totals.served, gene);
  __syncthreads();
  for (int k = threadIdx.x; k < totals.slots; k += blockDim.x)
    route_store(v, k, gene, begin[k], -1 - least[k]);
  __syncthreads();
}

/* ---- the longest route ---- */

/* Of the base, by every warp. */
__device__ static inline void level_set(View *v, int slots) {
  const Route *const route = v->base.route;
  int longest = 0;
  int64_t parts = 0;
  for (int slot = v->lane; slot < slots; slot += WARP)
    if (route[slot].size) longest = max(longest, route[slot].duration);
  v->longest = __reduce_max_sync(ALL, longest);
  const double share = ruin_level_share(&v->data, v->longest);
  for (int slot = v->lane; slot < slots; slot += WARP)
    if (route[slot].size) parts += ruin_level_part(share, route[slot].duration);
  v->level = ruin_level(&v->data, share, warp_sum(parts));
}

/* ---- the kernels: a block a chain, a warp a proposal ---- */

/* Customers who must be served and are absent become dearer. */
__device__ static inline void prices_raise(const View &v) {
  for (int c = threadIdx.x; c <= v.data.customers; c += blockDim.x)
    if (bit_of(v.missing, c)) v.price[c] = min(v.price[c] + v.place.price_step, v.data.absent_cost);
}

/* What all proposals that are made change. */
__device__ static inline void totals_change(const Outcome *out, int turn, unsigned made, Totals *totals) {
  for (; made; made &= made - 1) {
    const int w = __ffs((int)made) - 1;
    totals->routes += out->routes[turn][w];
    totals->served += out->served[turn][w];
    totals->missings += out->missings[turn][w];
    if (TRIPS) totals->trips += out->trips[turn][w];
    totals->slots = max(totals->slots, out->slots[turn][w]);
  }
}

__device__ static inline int64_t costs_change(const Outcome *out, int turn, unsigned made) {
  int64_t sum = 0;
  for (; made; made &= made - 1) sum += out->delta[turn][__ffs((int)made) - 1];
  return sum;
}

/* Rounds first, first + 1, .. of a chain, by its number among those of the task. */
__device__ static inline void rounds_run(const Place &place, const RuinState &state, size_t chain,
                                         uint64_t first, uint32_t rounds, char *memory) {
  const int warp = threadIdx.x / WARP;
  const size_t n = (size_t)place.data.customers;
  Outcome *const out = (Outcome *)memory;
  View v(place);
  view_set(&v, memory, chain, warp);
  v.lane = threadIdx.x % WARP;
  v.chain = state.first + (uint32_t)chain;
  v.price = state.price + chain * (n + 1);
  int32_t *const gene = state.gene + chain * 2 * n, *const kept = state.kept + chain * 2 * n;
  Totals totals = chain_load(v, gene, warp, out);
  int64_t cost = (int64_t)out->cost, kept_cost = state.kept_cost[chain];
  if (BALANCE) level_set(&v, totals.slots);
  bool kept_is_now = false;
  const float temperature = place.temperature[chain];
  Proposal p = {};

  for (uint64_t r = first; r < first + rounds; r++) {
    const int turn = (int)(r & 1);
    if (has_limit(v.data) && routes_limit(&v, kept_cost, totals)) {
      __syncthreads();
      if (kept_is_now) chain_store(v, totals, warp, kept);
      kept_is_now = false;
      cost += route_dissolve(v, &totals, warp, out);
    }
    const bool accepted =
        proposal_make(v, &p, totals, temperature, r * (uint64_t)place.width + (uint64_t)warp);
    outcome_note(v, p, totals, accepted, out, turn, warp);
    __syncthreads();
    const unsigned made = proposals_choose(v, out, turn, warp);
    const int64_t delta = costs_change(out, turn, made);
    if (made && kept_is_now && (BALANCE || cost + delta >= kept_cost)) {
      chain_store(v, totals, warp, kept);
      kept_is_now = false;
    }
    if (made >> warp & 1) proposal_keep(v, p);
    if (made) __syncthreads();
    totals_change(out, turn, made, &totals);
    cost += delta;
    if (BALANCE && made) level_set(&v, totals.slots);
    const int64_t judged = BALANCE ? cost + v.data.balance * v.longest : cost;
    if (totals.missings) {
      prices_raise(v);
      __syncthreads();
    }
    if (judged < kept_cost) {
      kept_cost = judged;
      kept_is_now = true;
    }
  }
  __syncthreads();
  if (kept_is_now) chain_store(v, totals, warp, kept);
  chain_store(v, totals, warp, gene);
  if (threadIdx.x == 0) {
    state.cost[chain] = BALANCE ? cost + v.data.balance * v.longest : cost;
    state.kept_cost[chain] = kept_cost;
  }
}

template <int THREADS, uint32_t OF>
__global__ void __launch_bounds__(THREADS)
    rounds_kernel(const __grid_constant__ Place place, const RuinState state, uint64_t first,
                  uint32_t rounds) {
  extern __shared__ __align__(16) char memory[];
  rounds_run(place, state, blockIdx.x, first, rounds, memory);
}

/* ---- the same for chains of several tasks ---- */

/* Copies the part of the block's task to shared memory, from where all threads read it. */
__device__ static inline void part_copy(const Part *from, Part *to) {
  static_assert(sizeof(Part) % sizeof(uint64_t) == 0, "parts are copied by words");
  for (unsigned k = threadIdx.x; k < sizeof *to / sizeof(uint64_t); k += blockDim.x)
    ((uint64_t *)to)[k] = ((const uint64_t *)from)[k];
  __syncthreads();
}

template <int THREADS, uint32_t OF>
__global__ void __launch_bounds__(THREADS) parts_kernel(const Part *parts, const PartChain *chains) {
  extern __shared__ __align__(16) char memory[];
  const PartChain block = chains[blockIdx.x];
  const Part &part = *(const Part *)memory;
  part_copy(parts + block.part, (Part *)memory);
  rounds_run(part.place, part.state, block.chain, part.first, part.rounds, memory + PART_BYTES);
}

} // namespace ruin

#endif
