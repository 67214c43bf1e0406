/* The loops of three_opt_ops.h that compilers vectorize, compiled once for each instruction set. */
#include <math.h>
#include "three_opt_ops.h"

static inline int32_t least(int32_t a, int32_t b) { return a < b ? a : b; }

/* ---- distances ---- */

/* k is wrong by one at most. k - 1 if (2 k - 1)^2 > 4 s, k + 1 if (2 k + 1)^2 <= 4 s. */
static void distances_single(const TourView *view, int32_t p, int32_t from, int32_t count, int32_t *out) {
  const int32_t x = view->x[p], y = view->y[p];
  for (int32_t c = 0; c < count; c++) {
    const int32_t dx = view->x[from + c] - x, dy = view->y[from + c] - y, s = dx * dx + dy * dy;
    const int32_t k = (int32_t)(sqrtf((float)s) + 0.5f), square = k * k;
    out[c] = k - ((square - k >= s) & (k > 0)) + (square + k < s);
  }
}

/* A root that is not half way between two integers differs from it by more than 2^-26, which is more than the rounding of sums
 * below 2^23. */
static void distances_double(const TourView *view, int32_t p, int32_t from, int32_t count, int32_t *out) {
  const int32_t x = view->x[p], y = view->y[p];
  for (int32_t c = 0; c < count; c++) {
    const double dx = view->x[from + c] - x, dy = view->y[from + c] - y;
    out[c] = (int32_t)(sqrt(dx * dx + dy * dy) + 0.5);
  }
}

/* As cvrp_nearest_root, where all its products are exact in double precision: s < 2^49, (2 k + 1) q < 2^26. */
static void distances_exact(const TourView *view, int32_t p, int32_t from, int32_t count, int32_t *out) {
  const int32_t x = view->x[p], y = view->y[p];
  const double q = view->data->divisor, inverse = 1 / q;
  for (int32_t c = 0; c < count; c++) {
    const double dx = view->x[from + c] - x, dy = view->y[from + c] - y, s = dx * dx + dy * dy;
    int32_t k = (int32_t)(sqrt(s) * inverse + 0.5);
    const double below = (2 * k - 1) * q, above = (2 * k + 1) * q;
    k -= k > 0 && below * below > 4 * s;
    k += above * above <= 4 * s;
    out[c] = k;
  }
}

static void distances_wide(const TourView *view, int32_t p, int32_t from, int32_t count, int32_t *out) {
  const int32_t *x = view->x + from, *y = view->y + from;
  for (int32_t c = 0; c < count; c++)
    out[c] = cvrp_plane_distance(view->x[p], view->y[p], x[c], y[c], view->data->divisor);
}

static void body_distances(const TourView *view, int32_t p, int32_t from, int32_t count, int32_t *out) {
  static void (*const by_roots[])(const TourView *, int32_t, int32_t, int32_t, int32_t *) = {
      distances_single, distances_double, distances_exact, distances_wide};
  const RouteData *data = view->data;
  const int32_t *node = view->node;
  if (data->matrix) {
    const int32_t *row = data->matrix + (size_t)node[p] * ((size_t)data->customers + 1);
    for (int32_t c = 0; c < count; c++) out[c] = row[node[from + c]];
  } else {
    by_roots[view->roots](view, p, from, count, out);
  }
  if (data->closed && !node[p])
    for (int32_t c = 0; c < count; c++) out[c] = node[from + c] ? out[c] : THREE_OPT_BANNED;
}

/* ---- tables ---- */

/* Folded values of one end of f and one of the columns lo..hi - 1; d: the distances between them. */
static inline __attribute__((always_inline)) void
fold_table(const FoldJob *job, int mine, int theirs, const int32_t *d, int checked, int timed, int32_t *out) {
  const EdgeEnds *a = &job->ends[mine], *b = &job->ends[theirs];
  const int32_t *share = b->share + job->edge, *load = b->load + job->edge, *time = b->time + job->edge;
  const int32_t own = a->share[job->f], room = job->capacity - a->load[job->f];
  const int32_t span = timed ? job->max_duration - a->time[job->f] : 0;
  for (int32_t c = job->lo; c < job->hi; c++) {
    const int32_t value = least(d[c] - own - share[c], THREE_OPT_INFINITE);
    const int fits = !checked || ((load[c] <= room) & (!timed || time[c] + d[c] <= span));
    out[c] = fits ? value : THREE_OPT_INFINITE;
  }
}

static inline __attribute__((always_inline)) void fold_tables(const FoldJob *job, int checked, int timed,
                                                              int32_t *out) {
  fold_table(job, FIRST, FIRST, job->d0, checked, timed, out + TABLE_FF * PANEL);
  fold_table(job, NEXT, NEXT, job->d1 + 1, checked, timed, out + TABLE_NN * PANEL);
  fold_table(job, NEXT, FIRST, job->d1, checked, timed, out + TABLE_FN * PANEL);
  fold_table(job, FIRST, NEXT, job->d0 + 1, checked, timed, out + TABLE_NF * PANEL);
}

static void body_fold(const FoldJob *job, int32_t *out) {
  for (int table = 0; table < TABLES; table++) {
    for (int32_t c = 0; c < job->lo; c++) out[table * PANEL + c] = THREE_OPT_INFINITE;
    for (int32_t c = job->hi; c < job->width; c++) out[table * PANEL + c] = THREE_OPT_INFINITE;
  }
  if (!job->checked)
    fold_tables(job, 0, 0, out);
  else if (job->max_duration == INT32_MAX)
    fold_tables(job, 1, 0, out);
  else
    fold_tables(job, 1, 1, out);
}

static void body_narrow(const int32_t *in, int32_t count, int shift, int32_t infinite, int16_t *out) {
  for (int32_t c = 0; c < count; c++) out[c] = (int16_t)least(in[c] >> shift, infinite);
}

/* ---- strips ---- */

static void body_strip_ends(const int32_t *d, const int32_t *first, const int32_t *next, int32_t count,
                            int32_t *y, int32_t *z) {
  for (int32_t c = 0; c < count; c++) y[c] = d[c] - first[c], z[c] = d[c + 1] - next[c];
}

static void body_strip_mask(const StripMask *mask, int32_t *out) {
  const StripMask m = *mask;
  for (int32_t c = 0; c < m.count; c++) {
    const int loads = (m.first[c] <= m.room_first) & (m.next[c] <= m.room_next);
    out[c] = loads & (m.value[c] + m.time[c] <= m.span) ? m.value[c] : THREE_OPT_BANNED;
  }
  for (int32_t c = m.count; c < m.padded; c++) out[c] = THREE_OPT_BANNED;
}

static inline __attribute__((always_inline)) int32_t strip_best(const StripPair *job, int timed,
                                                                int32_t *best) {
  const StripPair s = *job;
  int32_t smallest = 0;
  for (int32_t c = 0; c < s.count; c++) {
    const int32_t sum = least(s.y_next[c] + s.z_q[c], s.y_q[c] + s.z_next[c]);
    const int fits = (s.load <= s.slack[c]) & (!timed || sum <= s.time_slack[c] - s.segment);
    const int32_t moved = fits ? sum + s.moved : THREE_OPT_INFINITE;
    const int heads_fit = !timed || s.y_next[c] + s.time_first[c] <= s.heads_time;
    const int tails_fit = !timed || s.z_q[c] + s.time_next[c] <= s.tails_time;
    const int32_t heads = heads_fit ? s.y_next[c] + s.heads[c] + s.heads_cost : THREE_OPT_INFINITE;
    const int32_t tails = tails_fit ? s.z_q[c] + s.tails[c] + s.tails_cost : THREE_OPT_INFINITE;
    const int32_t all = least(moved, least(heads, tails));
    if (best)
      best[c] = least(best[c], all);
    else
      smallest = least(smallest, all);
  }
  return smallest;
}

static int32_t body_strip(const StripPair *job, int32_t *best) {
  return best ? strip_best(job, 0, best) : strip_best(job, 0, NULL);
}

static int32_t body_strip_timed(const StripPair *job, int32_t *best) {
  return best ? strip_best(job, 1, best) : strip_best(job, 1, NULL);
}

static int32_t body_smallest(const int32_t *values, int32_t count) {
  int32_t smallest = 0;
  for (int32_t c = 0; c < count; c++) smallest = least(smallest, values[c]);
  return smallest;
}

/* ---- pairs ---- */

static inline __attribute__((always_inline)) int32_t pairs_best(const PairJob *job, int checked, int timed) {
  const EdgeEnds *first = &job->ends[FIRST], *next = &job->ends[NEXT];
  const int32_t p = job->p, own = first->share[p] + next->share[p];
  const int32_t room_first = job->capacity - first->load[p], room_next = job->capacity - next->load[p];
  const int32_t span_first = timed ? job->max_duration - first->time[p] : 0;
  const int32_t span_next = timed ? job->max_duration - next->time[p] : 0;
  int32_t smallest = 0;
  for (int32_t c = 0; c < job->count; c++) {
    const int32_t q = job->q + c, firsts = job->d0[c], nexts = job->d1[c + 1];
    const int32_t delta = firsts + nexts - own - (first->share[q] + next->share[q]);
    const int loads = !checked || ((first->load[q] <= room_first) & (next->load[q] <= room_next));
    const int times =
        !timed || ((first->time[q] + firsts <= span_first) & (next->time[q] + nexts <= span_next));
    smallest = least(smallest, loads & times ? delta : 0);
  }
  return smallest;
}

static int32_t body_pairs(const PairJob *job) {
  if (!job->checked) return pairs_best(job, 0, 0);
  return job->max_duration == INT32_MAX ? pairs_best(job, 1, 0) : pairs_best(job, 1, 1);
}
