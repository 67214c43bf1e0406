/* Body of the Euclidean filter, included by scan_avx512.c and scan_avx2.c after they define
 *   LANES, LANES_ERROR, V (a vector of floats) and v_load, v_store, v_set, v_sub, v_fma (a b + c), v_fms (a b - c),
 *   v_inverse (an estimate of 1 / sqrt), v_min, v_max, v_smallest, v_largest, v_at_most(a, b): bit mask of lanes with
 *   a <= b.
 *
 * Lane l of a band owns offset o + l and walks along i = 0..n-1, so that a city i is one broadcast, the cities i + o + l
 * are one load, and D(i + 1) of a move is D(i) of the lane's next: one root a move and no shuffle. A group of offsets is
 * BANDS bands walked together. The offsets left over that would fill less than half of a band are rows, moves i + l of one
 * offset: two roots a move, but no idle lanes. */

enum {
  BANDS = 2,
  CHUNKS = 16,
  GROUP = BANDS * LANES,
  GROUP_FLOATS = (CHUNKS * BANDS + 1) * LANES
}; /* floats a group keeps */

/* A distance is square * inverse; the product is left to the fma that needs it. */
typedef struct Gap {
  V square, inverse;
} Gap;

static inline Gap gap_find(const ScanTour *t, V x, V y, size_t j) {
  V dx = v_sub(x, v_load(t->x + j)), dy = v_sub(y, v_load(t->y + j));
  V square = v_fma(dx, dx, v_fma(dy, dy, v_set(1e-30f))); /* never the root of 0: its inverse is infinite */
  return (Gap){square, v_inverse(square)};
}

/* D - e(i) - e(j): a move's delta but for the second new edge. */
static inline V gap_open(const ScanTour *t, Gap d, size_t j, V e) {
  return v_sub(v_fms(d.square, d.inverse, v_load(t->e + j)), e);
}

static inline V gap_close(Gap d, V open) { return v_fma(d.square, d.inverse, open); }

/* LANES_ERROR: relative error of a distance in addition to the contract's 2^-21. */
static float lanes_slack(const ScanTour *t) {
  V longest = v_set(0);
  for (size_t i = 0; i < (size_t)t->n; i += LANES) longest = v_max(longest, v_load(t->e + i));
  return LANES_ERROR * (2 * v_largest(longest) + 4);
}

/* How a group is divided into bands and rows. */
typedef struct Share {
  size_t first, bands; /* offset of its first band */
  size_t row, end;     /* offsets of its rows */
} Share;

static inline Share group_share(const ScanTour *t, int32_t group) {
  size_t first = 2 + (size_t)group * GROUP, left = t->n / 2 + 1 - first;
  if (left > GROUP) left = GROUP;
  size_t bands = (left + LANES / 2) / LANES, row = first + bands * LANES;
  return (Share){first, bands, row, first + left};
}

/* Positions i of a band that share one vector of minima: at most CHUNKS of them, and long enough to amortise
 * the loop. */
static inline size_t chunk_length(const ScanTour *t) {
  size_t length = ((size_t)t->n + CHUNKS - 1) / CHUNKS;
  return length < 64 ? 64 : length;
}

/* Smallest delta of each chunk and lane of `bands` bands into lows, (chunks, BANDS, LANES); returns the smallest of all. */
__attribute__((always_inline)) static inline V bands_walk(const ScanTour *t, size_t o, int bands,
                                                          float *lows) {
  size_t n = t->n, chunk = chunk_length(t);
  V least = v_set(INFINITY), low[BANDS], open[BANDS];
  for (int q = 0; q < bands; q++)
    open[q] = gap_open(t, gap_find(t, v_set(t->x[0]), v_set(t->y[0]), o + q * LANES), o + q * LANES,
                       v_set(t->e[0]));
  for (size_t i = 0; i < n; lows += GROUP) {
    size_t end = i + chunk < n ? i + chunk : n;
    for (int q = 0; q < bands; q++) low[q] = v_set(INFINITY);
    while (i < end) {
      i++;
      V x = v_set(t->x[i]), y = v_set(t->y[i]), e = v_set(t->e[i]);
      for (int q = 0; q < bands; q++) {
        Gap d = gap_find(t, x, y, i + o + q * LANES);
        low[q] = v_min(low[q], gap_close(d, open[q]));
        open[q] = gap_open(t, d, i + o + q * LANES, e);
      }
    }
    for (int q = 0; q < bands; q++) {
      v_store(lows + q * LANES, low[q]);
      least = v_min(least, low[q]);
    }
  }
  return least;
}

/* Deltas of moves i + lane with offset o, by the same operations as a band's. */
static inline V row_delta(const ScanTour *t, size_t i, size_t o) {
  Gap d = gap_find(t, v_load(t->x + i), v_load(t->y + i), i + o);
  Gap after = gap_find(t, v_load(t->x + i + 1), v_load(t->y + i + 1), i + 1 + o);
  return gap_close(after, gap_open(t, d, i + o, v_load(t->e + i)));
}

static inline V rows_walk(const ScanTour *t, Share s) {
  V low = v_set(INFINITY);
  for (size_t o = s.row; o < s.end; o++)
    for (size_t i = 0; i < (size_t)t->n; i += LANES) low = v_min(low, row_delta(t, i, o));
  return low;
}

static inline float *group_lows(const ScanTour *t, float *work, int32_t group) {
  return work + scan_groups(t->n, GROUP) + (size_t)group * GROUP_FLOATS;
}

static float lanes_minima(const ScanTour *t, float *work) {
  float least = INFINITY;
  for (int32_t g = 0; g < scan_groups(t->n, GROUP) && !halt_poll(); g++) {
    float *lows = group_lows(t, work, g);
    Share s = group_share(t, g);
    V low = rows_walk(t, s);
    v_store(lows + GROUP_FLOATS - LANES, low);
    if (s.bands == 1) low = v_min(low, bands_walk(t, s.first, 1, lows));
    if (s.bands == 2) low = v_min(low, bands_walk(t, s.first, 2, lows));
    work[g] = v_smallest(low);
    if (work[g] < least) least = work[g];
  }
  return least;
}

/* Moves i..end-1 of offset o within the limit, added to hits. */
static inline int32_t row_hits(const ScanTour *t, size_t o, size_t i, size_t end, V limit, ScanHit *hits) {
  int32_t count = 0;
  for (; i < end; i += LANES) {
    unsigned mask = v_at_most(row_delta(t, i, o), limit);
    if (end - i < LANES) mask &= (1u << (end - i)) - 1;
    for (; mask; mask &= mask - 1) hits[count++] = (ScanHit){(int32_t)i + __builtin_ctz(mask), (int32_t)o};
  }
  return count;
}

static int32_t lanes_hits(const ScanTour *t, int32_t group, const float *work, float threshold,
                          ScanHit *hits) {
  size_t n = t->n, chunk = chunk_length(t);
  const float *lows = group_lows(t, (float *)work, group);
  Share s = group_share(t, group);
  V limit = v_set(threshold);
  int32_t count = 0;
  if (v_at_most(v_load(lows + GROUP_FLOATS - LANES), limit))
    for (size_t o = s.row; o < s.end; o++) count += row_hits(t, o, 0, n, limit, hits + count);
  for (size_t i = 0; i < n; i += chunk, lows += GROUP)
    for (size_t q = 0; q < s.bands; q++)
      for (unsigned mask = v_at_most(v_load(lows + q * LANES), limit); mask; mask &= mask - 1) {
        size_t o = s.first + q * LANES + __builtin_ctz(mask);
        if (o > n / 2) break; /* repeats moves of an offset that is covered already */
        count += row_hits(t, o, i, i + chunk < n ? i + chunk : n, limit, hits + count);
      }
  return count;
}
