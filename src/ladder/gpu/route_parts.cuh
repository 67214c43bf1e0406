/* How the ladder's designs differ: where the four parts of a tour are kept, how the hierarchy is stored and its blocks are found. */
#ifndef CORDEE_LADDER_GPU_ROUTE_PARTS_CUH
#define CORDEE_LADDER_GPU_ROUTE_PARTS_CUH

#include "ladder/route_blocks.h"
#include "ladder/route_kernels.h"

namespace route_ladder {

/* All that kernels read and write; pointers are on the device. */
struct Args {
  RouteData data;   /* its coordinates and its matrix are not read: `distance` is */
  int32_t n, nodes; /* of the tour; of the instance, the depot included */
  int32_t parts;    /* 4 */
  uint32_t moves;
  const RouteLadderMove *list; /* (moves) */
  const int32_t *tour;         /* (n) */
  const int32_t *distance;     /* (nodes, nodes) */
  const double *length;        /* (nodes, nodes) the same */
  RouteLadderBlocks blocks;
  RefSegment *records[REF_RESOURCES]; /* (blocks.segments) */
  int32_t *fields[REF_RESOURCES];     /* (4, blocks.segments): a, b, t, f */
  int32_t *delta;                     /* (moves) */
  double *real;                       /* (moves) the same */
  uint8_t *feasible;                  /* (moves) */
  unsigned long long *best;           /* the least key */
};

/* ---- the parts ---- */

struct Part {
  int32_t begin, end; /* positions; end < begin: backwards */
};

/* Which ways swap S1 and S2, turn S1, turn S2: bit w of each. */
enum { WAYS_SWAPPED = 0xd8, WAYS_BACK1 = 0xaa, WAYS_BACK2 = 0x6c };

__device__ static inline Part first_part(RouteLadderMove m) {
  return WAYS_BACK1 >> m.way & 1 ? Part{m.j, m.i + 1} : Part{m.i + 1, m.j};
}
__device__ static inline Part second_part(RouteLadderMove m) {
  return WAYS_BACK2 >> m.way & 1 ? Part{m.k, m.j + 1} : Part{m.j + 1, m.k};
}

/* The new tour as an array in local memory. Compilers of today keep so small an array in registers wherever they see all of its uses, even
 * if indices are known at run time only: so a call fills it. */
struct LocalParts {
  enum { UNROLLED = 1 };
  Part part[4];
  __device__ LocalParts(RouteLadderMove m, int32_t n) { fill(part, m, n); }
  static __device__ __noinline__ void fill(Part *part, RouteLadderMove m, int32_t n) {
    const int swapped = WAYS_SWAPPED >> m.way & 1;
    part[0] = {0, m.i};
    part[3] = {m.k + 1, n - 1};
    part[1 + swapped] = first_part(m);
    part[2 - swapped] = second_part(m);
  }
};

/* As an array of constant indices in unrolled loops: it lies in registers. */
struct RegisterParts {
  enum { UNROLLED = 4 };
  Part part[4];
  __device__ RegisterParts(RouteLadderMove m, int32_t n) {
    const bool swapped = WAYS_SWAPPED >> m.way & 1;
    const Part one = first_part(m), two = second_part(m);
    part[0] = {0, m.i};
    part[3] = {m.k + 1, n - 1};
    part[1].begin = swapped ? two.begin : one.begin;
    part[1].end = swapped ? two.end : one.end;
    part[2].begin = swapped ? one.begin : two.begin;
    part[2].end = swapped ? one.end : two.end;
  }
};

/* ---- blocks of the hierarchy ---- */

struct Divisions { /* of any size */
  enum { POWERS = 0 };
  __device__ static int32_t number(const RouteLadderBlocks &b, int32_t p) { return p / b.block; }
  __device__ static int32_t within(const RouteLadderBlocks &b, int32_t p) { return p % b.block; }
  __device__ static int32_t begin(const RouteLadderBlocks &b, int32_t block) { return block * b.block; }
};

struct Shifts { /* of a power of two */
  enum { POWERS = 1 };
  __device__ static int32_t number(const RouteLadderBlocks &b, int32_t p) { return p >> b.shift; }
  __device__ static int32_t within(const RouteLadderBlocks &b, int32_t p) { return p & (b.block - 1); }
  __device__ static int32_t begin(const RouteLadderBlocks &b, int32_t block) { return block << b.shift; }
};

/* route_ladder_lower */
template <class Steps>
__device__ static inline int32_t lower(const RouteLadderBlocks &b, int32_t p, int32_t q) {
  const int32_t low = p < q ? p : q, here = Steps::within(b, low), there = here + (p < q ? q - p : p - q);
  const int32_t row = p < q ? here : there, column = p < q ? there : here;
  return (Steps::number(b, low) * b.side + row) * b.side + column;
}

/* route_ladder_upper */
template <class Steps>
__device__ static inline int32_t upper(const RouteLadderBlocks &b, int32_t p, int32_t q) {
  return b.upper + Steps::number(b, p) * b.points + Steps::number(b, q);
}

/* A part is the segments p to leave, leave to enter (over whole blocks), enter to q; those of no step are left out. */
struct Turns {
  int32_t leave, enter;
};

template <class Steps>
__device__ static inline Turns turns_of(const RouteLadderBlocks &b, int32_t p, int32_t q) {
  const int32_t low = p < q ? p : q, high = p < q ? q : p;
  if (Steps::within(b, low) + high - low <= b.block) return {q, q}; /* within one block */
  const int32_t next = Steps::begin(b, Steps::number(b, low + b.block - 1)),
                before = Steps::begin(b, Steps::number(b, high));
  return p < q ? Turns{next, before} : Turns{before, next};
}

/* ---- its entries ---- */

struct Records { /* array of structures */
  enum { FIELDS = 0 };
  RefSegment *record;
  __device__ Records(const Args &a, int resource) : record(resource ? a.records[1] : a.records[0]) {}
  __device__ RefSegment get(int32_t place) const { return record[place]; }
  __device__ void put(int32_t place, RefSegment segment) const { record[place] = segment; }
};

struct Fields { /* structure of arrays */
  enum { FIELDS = 1 };
  int32_t *field;
  int32_t count;
  __device__ Fields(const Args &a, int resource)
      : field(resource ? a.fields[1] : a.fields[0]), count(a.blocks.segments) {}
  __device__ RefSegment get(int32_t place) const {
    const int32_t *at = field + place;
    return {at[0], at[count], at[2 * count], at[3 * count]};
  }
  __device__ void put(int32_t place, RefSegment segment) const {
    int32_t *at = field + place;
    at[0] = segment.a;
    at[count] = segment.b;
    at[2 * count] = segment.t;
    at[3 * count] = segment.f;
  }
};

} // namespace route_ladder
#endif
