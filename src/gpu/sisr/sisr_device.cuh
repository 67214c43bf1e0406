/* What a block of slack induction by string removals works with: a part's tables in global memory, its solution in shared memory, once
 * for the block and once for every warp, and distances. Contract: solver/sisr/sisr_kernels.h. */
#ifndef CORDEE_GPU_SISR_DEVICE_CUH
#define CORDEE_GPU_SISR_DEVICE_CUH

#include "solver/sisr/sisr_draw.h"

namespace sisr {

enum {
  WARP = 32,
  NO_ROUTE = 0xffff, /* in notes */
  /* A proposal's notes: removed customers, nodes at the ends of pieces, neighbours of insertions, routes of both. */
  NOTE_ENDS = SISR_REMOVED_MAX,
  NOTE_PLACES = NOTE_ENDS + 4 * SISR_STRINGS_MAX,
  NOTE_ROUTES = NOTE_PLACES + 2 * SISR_REMOVED_MAX,
  NOTE_SLOTS = NOTE_ROUTES + SISR_STRINGS_MAX,
  NOTES = NOTE_SLOTS + SISR_REMOVED_MAX + 1,
  PLACES = 4 * WARP, /* around neighbours, and at the ends of as many routes */
  NONE = INT32_MAX
};
static const unsigned ALL = 0xffffffffu;

/* What a route is limited by beside its load. */
enum Mode { FREE, LIMITED, WINDOWS };

struct PartHead {
  uint32_t chain, number; /* over the whole ring; in the chain */
  uint32_t here;          /* the chain's number in this place */
  uint32_t task, table;
  int32_t m, slots, routes_least; /* slots: as many as there may be routes */
};

/* What a block reads of its task all the time; its arrays are on the device. */
struct TaskHead {
  RouteData data;
  uint64_t seed;
  int64_t route_cost;
};

/* Rounds of a task's parts. */
struct Rounds {
  uint64_t first;
  uint32_t count;
};

/* By value; arrays are on the device. */
struct Place {
  int32_t width, stride; /* customers of a part at most + 1 */
  const PartHead *part;
  const TaskHead *task; /* (tasks) */
  const Rounds *rounds; /* (tasks) */
  uint16_t *near;       /* (tables, stride, SISR_NEAR) */
  int2 *at;             /* (tables, stride) */
  int4 *window;         /* (tables, stride) ready, due, service; NULL: no windows */
  int32_t *demand;      /* (tables, stride) */
  uint32_t *link, *kept;
  int64_t *cost, *kept_cost; /* (parts) */
  const float *temperature;  /* (chains) */
};

/* ---- distances ---- */

/* A whole number of a float between -2^22 and 2^22, the nearest. */
__device__ static inline int whole(float x) { return __float_as_int(x + 12582912.0f) - 0x4b400000; }

/* The root of s, off by 2^-22 of it at most. */
__device__ static inline float root_near(float s) {
#ifdef __CUDACC__
  float root;
  asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(s));
  return root;
#else
  return emulation_root(s); /* tests/emulation */
#endif
}

/* Whole coordinates whose squares and sums of two squares are below 2^23, divisor 1: floats are exact. */
struct Small {
  typedef float Length;
  typedef float2 Point;
  static __device__ Point point(int2 at, int) { return make_float2((float)at.x, (float)at.y); }
  /* The root is made a little too small, so that k is the nearest or one less; then k < s - k^2. */
  static __device__ float distance(const RouteData &, Point a, Point b) {
    const float dx = a.x - b.x, dy = a.y - b.y, s = fmaf(dx, dx, dy * dy);
    const float k = fmaf(root_near(s), 1 - 0x1p-20f, 12582912.0f) - 12582912.0f, over = fmaf(-k, k, s);
    return over > k ? k + 1.0f : k;
  }
  static __device__ int number(float length) { return whole(length); }
};

/* Coordinates below 2^15 apart, divisor 1. */
struct Whole {
  typedef int Length;
  typedef int2 Point;
  static __device__ Point point(int2 at, int) { return at; }
  static __device__ int distance(const RouteData &, Point a, Point b) {
    const int dx = a.x - b.x, dy = a.y - b.y, s = dx * dx + dy * dy;
    int k = __float2int_rn(root_near((float)s));
    const int over = s - k * k;
    if (over > k) k++;
    if (over < 0 && over <= -k) k--;
    return k;
  }
  static __device__ int number(int length) { return length; }
};

/* The same, truncated: divisor -1. */
struct Floor {
  typedef int Length;
  typedef int2 Point;
  static __device__ Point point(int2 at, int) { return at; }
  static __device__ int distance(const RouteData &, Point a, Point b) {
    const int dx = a.x - b.x, dy = a.y - b.y, s = dx * dx + dy * dy;
    const int k = (int)root_near((float)s), over = s - k * k;
    if (over < 0) return k - 1;
    if (over > 2 * k) return k + 1;
    return k;
  }
  static __device__ int number(int length) { return length; }
};

struct Plane {
  typedef int Length;
  typedef int2 Point;
  static __device__ Point point(int2 at, int) { return at; }
  static __device__ int distance(const RouteData &data, Point a, Point b) {
    return cvrp_plane_distance(a.x, a.y, b.x, b.y, data.divisor);
  }
  static __device__ int number(int length) { return length; }
};

struct Matrix {
  typedef int Length;
  typedef int Point;
  static __device__ Point point(int2, int id) { return id; }
  static __device__ int distance(const RouteData &data, Point a, Point b) {
    return data.matrix[(int64_t)a * (data.customers + 1) + b];
  }
  static __device__ int number(int length) { return length; }
};

/* The metric of coordinates, by their widest span and the largest one. */
enum Kind { KIND_SMALL, KIND_WHOLE, KIND_FLOOR, KIND_PLANE, KIND_MATRIX };
static inline Kind kind_of(int32_t divisor, int64_t wide, int64_t far) {
  if (divisor == 1 && wide <= 2047 && far < 1 << 24) return KIND_SMALL;
  if (wide < 32768 && divisor == 1) return KIND_WHOLE;
  return wide < 32768 && divisor == -1 ? KIND_FLOOR : KIND_PLANE;
}

/* ---- shared memory ---- */

/* Customers are nodes 1..m; a route is a ring of its customers and a copy of the depot: node m + 1 + its slot. Node 0 is none, and
 * removed customers are of no route: slot number `slots`, which is always full. */
struct Solution {
  uint32_t *link;           /* (nodes) next | prev << 16 */
  uint16_t *route;          /* (nodes) slot; of a depot: customers of its route */
  int32_t *load, *duration; /* (slots + 1) duration: with a limit */
  int32_t *depart, *late;   /* (nodes) earliest end of service, latest begin of it: with windows */

  __device__ int next(int node) const { return link[node] & 0xffff; }
  __device__ int prev(int node) const { return link[node] >> 16; }
  /* a is followed by b */
  __device__ void join(int a, int b) const {
    ((uint16_t *)link)[2 * a] = (uint16_t)b;
    ((uint16_t *)link)[2 * b + 1] = (uint16_t)a;
  }
};

__host__ __device__ inline size_t even(size_t n) { return (n + 1) & ~(size_t)1; }
__host__ __device__ inline size_t nodes_of(int32_t stride, int32_t slots) {
  return even((size_t)stride + slots);
}
__host__ __device__ inline size_t solution_bytes(int32_t stride, int32_t slots, Mode mode) {
  return (mode == WINDOWS ? 14 : 6) * nodes_of(stride, slots) +
         (mode == LIMITED ? 8 : 4) * ((size_t)slots + 1);
}
/* A round's outcome of every warp, twice: a warp may be a round ahead of another. And the block's task. */
struct Outcome {
  TaskHead task;
  int64_t delta[2][WARP];
  int32_t routes[2][WARP];    /* more than before */
  uint32_t accepted[2][WARP]; /* 1: accepted, 3: and it opens a route */
  int32_t routes_all;
};
__host__ __device__ inline size_t mask_words(int32_t slots) { return (size_t)(slots + 31) / 32; }
/* What each warp has of its own. */
__host__ __device__ inline size_t warp_bytes(int32_t stride, int32_t slots, Mode mode) {
  return solution_bytes(stride, slots, mode) + sizeof(uint16_t) * (NOTES + even(slots)) +
         sizeof(uint32_t) * PLACES;
}
__host__ __device__ inline size_t block_bytes(int32_t stride, int32_t slots, int32_t width, Mode mode,
                                              size_t point) {
  const size_t own = warp_bytes(stride, slots, mode) + 4 * mask_words(slots) + 4 * WARP;
  return sizeof(Outcome) + nodes_of(stride, slots) * point + even(stride) * 4 +
         solution_bytes(stride, slots, mode) + width * own;
}

__device__ static inline char *solution_at(char *at, const PartHead &head, Mode mode, Solution *out) {
  const size_t nodes = nodes_of(head.m + 1, head.slots), slots = (size_t)head.slots + 1;
  out->link = (uint32_t *)at;
  at += 4 * nodes;
  out->load = (int32_t *)at;
  at += 4 * slots;
  if (mode == LIMITED) {
    out->duration = (int32_t *)at;
    at += 4 * slots;
  }
  if (mode == WINDOWS) {
    out->depart = (int32_t *)at;
    out->late = out->depart + nodes;
    at += 8 * nodes;
  }
  out->route = (uint16_t *)at;
  return at + 2 * nodes;
}

/* What a warp sees of its part. */
template <class Metric> struct View {
  const Place &place;
  const TaskHead &task; /* shared */
  const PartHead &head;
  const uint16_t *near;
  const int32_t *demand;
  const int4 *window;
  const typename Metric::Point *at;    /* (nodes) shared */
  const typename Metric::Length *home; /* (m + 1) distance from the depot; shared */
  Solution own;
  uint16_t *note;
  uint32_t *places; /* (PLACES) */
  uint16_t *slots;  /* (slots) */
  int lane, depot;  /* depot: node of slot 0 */

  __device__ typename Metric::Length between(int a, int b) const {
    return Metric::distance(task.data, at[a], at[b]);
  }
};

__device__ static inline unsigned lanes_below(int lane) { return (1u << lane) - 1; }

} // namespace sisr

#endif
