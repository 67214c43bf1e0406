/* The tour of a focused ant, as pieces of the source tour, in shared memory: nothing takes time or memory in proportion to the cities.
 * Cities are called by their positions in the source.
 * The whole warp calls every function with the same arguments unless it says "by lane". Twin of src/cpu/aco/aco_pieces.c. */
#ifndef CORDEE_GPU_ACO_PIECES_CUH
#define CORDEE_GPU_ACO_PIECES_CUH

#include "aco_device.cuh"

namespace aco {

enum { VISITED_SLOTS = 2 * ACO_WALK, TURNED = 128 };

/* Pieces are numbered in the order of the source; the places are those of the ant's tour. */
struct alignas(16) Pieces {
  int32_t low[ACO_PIECES + 4]; /* first position in the source; behind the last piece: n */
  uint8_t at[ACO_PIECES];      /* place, TURNED: the tour has the piece backwards */
  uint8_t piece[ACO_PIECES];   /* at each place */
};

struct alignas(16) FocusedShared { /* of a warp */
  Pieces pieces;
  int32_t queue[ACO_QUEUE];       /* a ring of cities */
  int32_t visited[VISITED_SLOTS]; /* cities of a walk, hashed; -1: none */
};

struct FocusedTour {
  int32_t n;
  const int32_t *source; /* (n) the tour that it changes */
  FocusedShared *own;
  int32_t pieces;      /* their number; the same in all lanes, as what follows */
  int32_t head, count; /* of the queue */
  int64_t cost;
};

__device__ static void pieces_open(FocusedTour &t) {
  const int lane = threadIdx.x % WARP;
  Pieces &v = t.own->pieces;
  for (int k = lane; k < ACO_PIECES + 4; k += WARP) v.low[k] = k ? t.n : 0;
  if (lane == 0) v.at[0] = v.piece[0] = 0;
  t.pieces = 1;
  __syncwarp();
}

/* By lane: the piece that has position p. */
__device__ static inline int piece_of(const Pieces &v, int32_t p) {
  int k = 0;
#pragma unroll
  for (int step = ACO_PIECES / 2; step; step /= 2) k = v.low[k + step] <= p ? k + step : k;
  return k;
}

/* By lane: the position beside p. */
__device__ static int32_t pieces_beside(const FocusedTour &t, int32_t p, bool previous) {
  const Pieces &v = t.own->pieces;
  const int k = piece_of(v, p), at = v.at[k];
  const bool turned = at & TURNED;
  const int32_t q = turned == previous ? p + 1 : p - 1;
  if (q >= v.low[k] && q < v.low[k + 1]) return q;
  int x = (at & (TURNED - 1)) + (previous ? -1 : 1);
  if (x < 0) x = t.pieces - 1;
  if (x == t.pieces) x = 0;
  const int other = v.piece[x];
  return bool(v.at[other] & TURNED) == previous ? v.low[other] : v.low[other + 1] - 1;
}

/* Splits piece k before position p; its first part in the ant's tour stays at its place. */
__device__ static void piece_split(FocusedTour &t, int k, int32_t p) {
  enum { EACH = ACO_PIECES / WARP };
  const int lane = threadIdx.x % WARP;
  Pieces &v = t.own->pieces;
  const int x = v.at[k] & (TURNED - 1), turned = v.at[k] & TURNED;
  int32_t low[EACH];
  int at[EACH];
#pragma unroll
  for (int e = 0; e < EACH; e++) {
    const int j = e * WARP + lane;
    if (j < t.pieces) {
      low[e] = v.low[j];
      at[e] = v.at[j];
    }
  }
  __syncwarp(); /* all have read */
#pragma unroll
  for (int e = 0; e < EACH; e++) {
    const int j = e * WARP + lane;
    if (j >= t.pieces || j == k) continue;
    const int to = j > k ? j + 1 : j, place = (at[e] & (TURNED - 1)) > x ? at[e] + 1 : at[e];
    v.low[to] = low[e];
    v.at[to] = (uint8_t)place;
    v.piece[place & (TURNED - 1)] = (uint8_t)to;
  }
  if (lane == 0) {
    const int lower = turned ? x + 1 : x, upper = turned ? x : x + 1;
    v.low[k + 1] = p;
    v.at[k] = (uint8_t)(lower | turned);
    v.at[k + 1] = (uint8_t)(upper | turned);
    v.piece[lower] = (uint8_t)k;
    v.piece[upper] = (uint8_t)(k + 1);
  }
  t.pieces++;
  __syncwarp();
}

/* Cuts the tour behind position p. */
__device__ static void piece_cut(FocusedTour &t, int32_t p) {
  const Pieces &v = t.own->pieces;
  const int k = piece_of(v, p);
  const int32_t first = v.at[k] & TURNED ? p : p + 1; /* of the upper part */
  if (first > v.low[k] && first < v.low[k + 1]) piece_split(t, k, first);
}

/* Cuts the tour behind positions p and q, and reverses the part between the cuts that has not the end of the tour. */
__device__ static void pieces_reverse(FocusedTour &t, int32_t p, int32_t q) {
  enum { EACH = ACO_PIECES / WARP };
  Pieces &v = t.own->pieces;
#pragma unroll 1
  for (int k = 0; k < 2; k++) piece_cut(t, k ? q : p);
  const int x = v.at[piece_of(v, p)] & (TURNED - 1), y = v.at[piece_of(v, q)] & (TURNED - 1),
            first = (x < y ? x : y) + 1, last = x < y ? y : x;
  int piece[EACH], turned[EACH];
#pragma unroll
  for (int e = 0; e < EACH; e++) {
    const int at = first + e * WARP + (int)(threadIdx.x % WARP);
    if (at <= last) {
      piece[e] = v.piece[at];
      turned[e] = ~v.at[piece[e]] & TURNED;
    }
  }
  __syncwarp(); /* all have read */
#pragma unroll
  for (int e = 0; e < EACH; e++) {
    const int at = first + e * WARP + (int)(threadIdx.x % WARP), to = first + last - at;
    if (at <= last) {
      v.piece[to] = (uint8_t)piece[e];
      v.at[piece[e]] = (uint8_t)(to | turned[e]);
    }
  }
  __syncwarp();
}

/* ---- as two_opt() sees it ---- */

__device__ static inline int32_t neighbour(const FocusedTour &t, int32_t city, bool previous) {
  return pieces_beside(t, city, previous);
}

__device__ static inline int32_t city_of(const FocusedTour &t, int32_t p) { return t.source[p]; }

/* {a, b} and {c, d}, b on the side of a on which d is of c, become {a, c} and {b, d}. Edges that share a city stay. */
__device__ static void exchange(FocusedTour &t, int32_t a, int32_t b, int32_t c, int32_t d) {
  if (a == d || b == c) return;
  const bool forward = neighbour(t, a, false) == b;
  pieces_reverse(t, forward ? a : b, forward ? c : d);
}

/* Is there room for the cuts of another move? */
__device__ static inline bool room_left(const FocusedTour &t) { return t.pieces <= ACO_PIECES - 3; }

__device__ static inline int32_t queue_first(const FocusedTour &t) { return t.own->queue[t.head]; }

/* Unless it is in the queue, or that is full. */
__device__ static void queue_push(FocusedTour &t, int32_t city) {
  bool there = false;
  for (int k = threadIdx.x % WARP; k < t.count; k += WARP)
    there |= t.own->queue[(t.head + k) % ACO_QUEUE] == city;
  if (__any_sync(ALL, there) || t.count == ACO_QUEUE) return;
  if (threadIdx.x % WARP == 0) t.own->queue[(t.head + t.count) % ACO_QUEUE] = city;
  t.count++;
  __syncwarp();
}

__device__ static inline void queue_pop(FocusedTour &t) {
  t.count--;
  t.head = (t.head + 1) % ACO_QUEUE;
  __syncwarp(); /* all have read it */
}

/* ---- visited cities ---- */

__device__ static inline uint32_t visited_slot(int32_t city) {
  return ((uint32_t)city * 2654435761u >> 8) % VISITED_SLOTS;
}

__device__ static void visited_clear(const FocusedTour &t) {
  for (int k = threadIdx.x % WARP; k < VISITED_SLOTS; k += WARP) t.own->visited[k] = -1;
  __syncwarp();
}

/* By lane. */
__device__ static bool visited(const FocusedTour &t, int32_t city) {
  uint32_t at = visited_slot(city);
  for (int32_t other; (other = t.own->visited[at]) >= 0; at = (at + 1) % VISITED_SLOTS)
    if (other == city) return true;
  return false;
}

__device__ static void city_visit(const FocusedTour &t, int32_t city) {
  __syncwarp(); /* all have looked */
  if (threadIdx.x % WARP == 0) {
    uint32_t at = visited_slot(city);
    while (t.own->visited[at] >= 0) at = (at + 1) % VISITED_SLOTS;
    t.own->visited[at] = city;
  }
  __syncwarp();
}

} // namespace aco

#endif
