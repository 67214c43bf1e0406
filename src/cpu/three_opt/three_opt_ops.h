/* Inside the 3-opt kernels of the CPU: the loops that instruction sets differ in. three_opt_plain.c, three_opt_avx2.c and
 * three_opt_avx512.c compile the same bodies (three_opt_body.h); only the cube's loop is written in vectors (three_opt_lanes.h). */
#ifndef CORDEE_CPU_THREE_OPT_THREE_OPT_OPS_H
#define CORDEE_CPU_THREE_OPT_THREE_OPT_OPS_H

#include "solver/three_opt/three_opt_fold.h"

/* A panel is so many columns of all rows, of 32 or of 16 bits: a row of its four tables is ROW_BYTES long. Arrays over positions and
 * edges are PANEL_MOST + PAD longer than the tour. */
enum { PANEL = 256, PANEL_PACKED = 512, PANEL_MOST = 512, PAD = 64, ROW_BYTES = 4096 };

/* Tables of a row f, for columns e > f, by the ends of e and f that they join. */
enum { TABLE_FF, TABLE_NN, TABLE_FN, TABLE_NF, TABLES };

enum { FIRST, NEXT };
typedef struct EdgeEnds { /* of the first or next end of each edge */
  int32_t *share, *load, *time;
} EdgeEnds;

/* How distances of coordinates are found, by their largest differences; each is exact. */
typedef enum Roots {
  ROOTS_SINGLE, /* |dx|, |dy| < 2^14, divisor 1: single precision and an integer correction */
  ROOTS_DOUBLE, /* < 2^22, divisor 1: roots of double precision */
  ROOTS_EXACT,  /* < 2^24, and the divisor: double precision without rounding, and a correction */
  ROOTS_WIDE,   /* cvrp_plane_distance */
  ROOTS_MATRIX  /* none: distances are looked up */
} Roots;

typedef struct TourView { /* by position */
  const int32_t *node, *x, *y;
  const RouteData *data;
  Roots roots;
} TourView;

/* The row of edge f: columns c0 .. c0 + width - 1 are edges `edge` on, those outside lo..hi - 1 infinite. */
typedef struct FoldJob {
  const EdgeEnds *ends;   /* both */
  const int32_t *d0, *d1; /* distances of positions f and f + 1 to positions `edge` on, width + 1 of them */
  int32_t f, edge, width, lo, hi;
  int32_t panel;                  /* columns of a table of the result */
  int32_t capacity, max_duration; /* INT32_MAX: no limit on durations */
  int checked;                    /* whether loads and times are looked at */
} FoldJob;

/* Edges i, j and a panel of k: rows of (TABLES, PANEL), packed (TABLES, PANEL_PACKED). */
typedef struct Block {
  const void *ij, *ik, *jk; /* (ni), (ni), (nj) rows */
  int32_t ni, nj;
  int32_t column; /* of the first j in ij */
  int32_t k;      /* column of the first k > j of the first j in ik and jk; may be negative */
  int32_t width;  /* columns there are in ik and jk, a multiple of PAD */
} Block;

/* A pair p < q of a route against `count` edges t (a multiple of PAD). y: distances of a position to t.first less its share,
 * z: to t.next; masked: infinite where the edge and t cannot be joined. */
typedef struct StripPair {
  const int32_t *y_next, *y_q, *z_next, *z_q; /* of positions p + 1 and q */
  const int32_t *heads, *tails; /* masked: z of position q + 1 at edge q, y of position p at edge p */
  const int32_t *slack;         /* of t's route */
  const int32_t *time_slack, *time_first,
      *time_next;      /* of t's route, less its edge; up to t.first and from t.next on, with its share */
  int32_t count, load; /* of the segment */
  int32_t moved, heads_cost, tails_cost; /* what the edge within the route adds */
  int32_t segment, heads_time,
      tails_time; /* most that the sum of moved, y_next of heads, z_q of tails may take */
} StripPair;

/* out = value where both parts of an edge's route can be joined with those of t's, else THREE_OPT_BANNED. */
typedef struct StripMask {
  const int32_t *first, *next; /* loads of t */
  const int32_t *value, *time; /* time: added to it */
  int32_t room_first, room_next, span;
  int32_t count, padded; /* nothing can be joined from column `count` on */
} StripMask;

/* The 2-opt moves of edge p and `count` edges q: folded values of the firsts and the nexts. */
typedef struct PairJob {
  const EdgeEnds *ends;
  const int32_t *d0, *d1; /* as in FoldJob: of positions p and p + 1 to q's */
  int32_t p, q, count;
  int32_t capacity, max_duration;
  int checked; /* whether the edges lie in different routes */
} PairJob;

typedef struct ThreeOptOps {
  const char *name;
  int32_t lanes; /* of int32; 1: none */
  /* Distances of position p to `count` positions from `from` on. */
  void (*distances)(const TourView *view, int32_t p, int32_t from, int32_t count, int32_t *out);
  void (*fold)(const FoldJob *job, int32_t *out); /* (TABLES, job->panel) */
  /* out = min(in >> shift, infinite), of `count`, a multiple of PAD. */
  void (*narrow)(const int32_t *in, int32_t count, int shift, int32_t infinite, int16_t *out);
  /* row[a] = min(itself, smallest sum of row a of the ni), over j and k. */
  void (*minima)(const Block *block, int32_t *row), (*minima_packed)(const Block *block, int32_t *row);
  /* y = d - first, z = d of the next column - next. */
  void (*strip_ends)(const int32_t *d, const int32_t *first, const int32_t *next, int32_t count, int32_t *y,
                     int32_t *z);
  void (*strip_mask)(const StripMask *mask, int32_t *out);
  /* best[c] = min(itself, the four strips at t = c). best NULL: returns the smallest of all c, or 0. */
  int32_t (*strip)(const StripPair *pair, int32_t *best),
      (*strip_timed)(const StripPair *pair, int32_t *best);
  int32_t (*smallest)(const int32_t *values, int32_t count);
  int32_t (*pairs)(const PairJob *job); /* the smallest delta; 0 if count is 0 */
} ThreeOptOps;

/* The fastest for this processor (cpu/simd.h). */
const ThreeOptOps *three_opt_ops(void);

extern const ThreeOptOps three_opt_avx512, three_opt_avx2, three_opt_plain;

#endif
