/* Body of the Euclidean filter, included by scan_avx512.c and scan_avx2.c after they define
 *   LANES, LANES_ERROR, V (a vector of floats) and v_load, v_set, v_add, v_sub, v_fma, v_root, v_min, v_max, v_smallest,
 *   v_largest,
 *   v_next(a, b): lanes 1.. of a followed by lane 0 of b, v_at_most(a, b): bit mask of lanes with a <= b.
 * One distance a move: D of the next vector is kept for the following round. */

static inline V lane_distance(const ScanTour *t, V x, V y, size_t j) {
  V dx = v_sub(x, v_load(t->x + j)), dy = v_sub(y, v_load(t->y + j));
  return v_root(v_fma(dx, dx, v_fma(dy, dy, v_set(1e-30f)))); /* never the root of 0: its inverse is infinite */
}

/* delta of moves (i + lane, i + lane + o); *d: D at i, becomes D at i + LANES. */
static inline V lane_delta(const ScanTour *t, size_t i, size_t o, V x, V y, V e, V *d) {
  V after = lane_distance(t, x, y, i + LANES + o);
  V delta = v_add(v_sub(*d, e), v_sub(v_next(*d, after), v_load(t->e + i + o)));
  *d = after;
  return delta;
}

/* LANES_ERROR: relative error of a distance beyond the contract's 2^-21. */
static float lanes_slack(const ScanTour *t) {
  V longest = v_set(0);
  for (size_t i = 0; LANES_ERROR > 0 && i < (size_t)t->n; i += LANES) longest = v_max(longest, v_load(t->e + i));
  return LANES_ERROR * (2 * v_largest(longest) + 4);
}

static float lanes_minima(const ScanTour *t, float *minima) {
  float least = INFINITY;
  for (int32_t g = 0; g < scan_groups(t->n); g++) {
    size_t o = 2 + (size_t)g * SCAN_GROUP;
    V best = v_set(INFINITY), d[SCAN_GROUP];
    for (int q = 0; q < SCAN_GROUP; q++) d[q] = lane_distance(t, v_load(t->x), v_load(t->y), o + q);
    for (size_t i = 0; i < (size_t)t->n; i += LANES) {
      V x = v_load(t->x + i + LANES), y = v_load(t->y + i + LANES), e = v_load(t->e + i);
      for (int q = 0; q < SCAN_GROUP; q++) best = v_min(best, lane_delta(t, i, o + q, x, y, e, &d[q]));
    }
    minima[g] = v_smallest(best);
    if (minima[g] < least) least = minima[g];
  }
  return least;
}

static int32_t lanes_hits(const ScanTour *t, int32_t group, float threshold, ScanHit *hits) {
  int32_t count = 0;
  V limit = v_set(threshold);
  for (size_t o = 2 + (size_t)group * SCAN_GROUP, q = 0; q < SCAN_GROUP; q++, o++) {
    V d = lane_distance(t, v_load(t->x), v_load(t->y), o);
    for (size_t i = 0; i < (size_t)t->n; i += LANES) {
      V x = v_load(t->x + i + LANES), y = v_load(t->y + i + LANES);
      unsigned mask = v_at_most(lane_delta(t, i, o, x, y, v_load(t->e + i), &d), limit);
      for (; mask; mask &= mask - 1) {
        int32_t p = (int32_t)i + __builtin_ctz(mask);
        hits[count++] = (ScanHit){p < t->n ? p : p - t->n, (int32_t)o};
      }
    }
  }
  return count;
}
