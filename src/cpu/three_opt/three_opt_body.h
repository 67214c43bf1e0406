/* The loops of three_opt_ops.h that compilers vectorize, compiled once for each instruction set. Bounds and addresses are local, so
 * that they are known not to change. */
#include <math.h>
#include "three_opt_ops.h"

/* Compiled for each use, with its constants. */
#define EACH_USE static inline __attribute__((always_inline))

EACH_USE int32_t least(int32_t a, int32_t b) { return a < b ? a : b; }

/* ---- distances ---- */

typedef const int32_t *restrict In;
typedef int32_t *restrict Out;

/* k is wrong by one at most. k - 1 if (2 k - 1)^2 > 4 s, k + 1 if (2 k + 1)^2 <= 4 s. */
static void distances_single(const TourView *view, int32_t p, int32_t from, int32_t count, Out out) {
  In xs = view->x + from, ys = view->y + from;
  const int32_t x = view->x[p], y = view->y[p];
  for (int32_t c = 0; c < count; c++) {
    const int32_t dx = xs[c] - x, dy = ys[c] - y, s = dx * dx + dy * dy;
    const int32_t k = (int32_t)(sqrtf((float)s) + 0.5f), square = k * k;
    out[c] = k - ((square - k >= s) & (k > 0)) + (square + k < s);
  }
}

/* A root that is not half way between two integers differs from it by more than 2^-26, which is more than the rounding of sums
 * below 2^23. */
static void distances_double(const TourView *view, int32_t p, int32_t from, int32_t count, Out out) {
  In xs = view->x + from, ys = view->y + from;
  const int32_t x = view->x[p], y = view->y[p];
  for (int32_t c = 0; c < count; c++) {
    const double dx = xs[c] - x, dy = ys[c] - y;
    out[c] = (int32_t)(sqrt(dx * dx + dy * dy) + 0.5);
  }
}

/* As cvrp_root with q > 0, where all its products are exact in double precision: s < 2^49, (2 k + 1) q < 2^26. */
static void distances_exact(const TourView *view, int32_t p, int32_t from, int32_t count, Out out) {
  In xs = view->x + from, ys = view->y + from;
  const int32_t x = view->x[p], y = view->y[p];
  const double q = view->data->divisor, inverse = 1 / q;
  for (int32_t c = 0; c < count; c++) {
    const double dx = xs[c] - x, dy = ys[c] - y, s = dx * dx + dy * dy;
    const int32_t k = (int32_t)(sqrt(s) * inverse + 0.5);
    const double below = (2 * k - 1) * q, above = (2 * k + 1) * q;
    out[c] = k - ((k > 0) & (below * below > 4 * s)) + (above * above <= 4 * s);
  }
}

static void distances_wide(const TourView *view, int32_t p, int32_t from, int32_t count, Out out) {
  In xs = view->x + from, ys = view->y + from;
  for (int32_t c = 0; c < count; c++)
    out[c] = cvrp_plane_distance(view->x[p], view->y[p], xs[c], ys[c], view->data->divisor);
}

static void distances_matrix(const TourView *view, int32_t p, int32_t from, int32_t count, Out out) {
  const size_t nodes = (size_t)view->data->customers + 1;
  In row = view->data->matrix + (size_t)view->node[p] * nodes, node = view->node + from;
  for (int32_t c = 0; c < count; c++) out[c] = row[node[c]];
}

static void body_distances(const TourView *view, int32_t p, int32_t from, int32_t count, int32_t *out) {
  static void (*const by_roots[])(const TourView *, int32_t, int32_t, int32_t, Out) = {
      distances_single, distances_double, distances_exact, distances_wide, distances_matrix};
  by_roots[view->roots](view, p, from, count, out);
  if (!view->data->closed || view->node[p]) return;
  for (int32_t c = 0; c < count; c++) out[c] = view->node[from + c] ? out[c] : THREE_OPT_BANNED;
}

/* ---- tables ---- */

/* Folded values of one end of f and one of the columns lo..hi - 1; d: the distances between them. */
EACH_USE void fold_table(const FoldJob *job, int mine, int theirs, In d, int checked, int timed, Out out) {
  const EdgeEnds *a = &job->ends[mine], *b = &job->ends[theirs];
  In share = b->share + job->edge, load = b->load + job->edge, time = b->time + job->edge;
  const int32_t own = a->share[job->f], room = job->capacity - a->load[job->f], lo = job->lo, hi = job->hi;
  const int32_t span = timed ? job->max_duration - a->time[job->f] : 0;
  for (int32_t c = lo; c < hi; c++) {
    const int32_t value = least(d[c] - own - share[c], THREE_OPT_INFINITE);
    const int fits = (!checked) | ((load[c] <= room) & (!timed || time[c] + d[c] <= span));
    out[c] = fits ? value : THREE_OPT_INFINITE;
  }
}

EACH_USE void fold_tables(const FoldJob *job, int checked, int timed, int32_t *out) {
  fold_table(job, FIRST, FIRST, job->d0, checked, timed, out + TABLE_FF * job->panel);
  fold_table(job, NEXT, NEXT, job->d1 + 1, checked, timed, out + TABLE_NN * job->panel);
  fold_table(job, NEXT, FIRST, job->d1, checked, timed, out + TABLE_FN * job->panel);
  fold_table(job, FIRST, NEXT, job->d0 + 1, checked, timed, out + TABLE_NF * job->panel);
}

static void fold_rest(int32_t lo, int32_t hi, int32_t width, Out out) {
  for (int32_t c = 0; c < lo; c++) out[c] = THREE_OPT_INFINITE;
  for (int32_t c = hi; c < width; c++) out[c] = THREE_OPT_INFINITE;
}

static void body_fold(const FoldJob *job, int32_t *out) {
  for (int table = 0; table < TABLES; table++)
    fold_rest(job->lo, job->hi, job->width, out + table * job->panel);
  if (!job->checked)
    fold_tables(job, 0, 0, out);
  else if (job->max_duration == INT32_MAX)
    fold_tables(job, 1, 0, out);
  else
    fold_tables(job, 1, 1, out);
}

static void body_narrow(In in, int32_t count, int shift, int32_t infinite, int16_t *restrict out) {
  for (int32_t c = 0; c < count; c++) out[c] = (int16_t)least(in[c] >> shift, infinite);
}

/* ---- strips ---- */

static void body_strip_ends(In d, In first, In next, int32_t count, Out y, Out z) {
  for (int32_t c = 0; c < count; c++) {
    y[c] = d[c] - first[c];
    z[c] = d[c + 1] - next[c];
  }
}

static void body_strip_mask(const StripMask *mask, Out out) {
  In first = mask->first, next = mask->next, value = mask->value, time = mask->time;
  const int32_t room_first = mask->room_first, room_next = mask->room_next, span = mask->span;
  const int32_t count = mask->count, padded = mask->padded;
  for (int32_t c = 0; c < count; c++) {
    const int loads = (first[c] <= room_first) & (next[c] <= room_next);
    out[c] = loads & (value[c] + time[c] <= span) ? value[c] : THREE_OPT_BANNED;
  }
  for (int32_t c = count; c < padded; c++) out[c] = THREE_OPT_BANNED;
}

/* accumulate: into best; else the smallest is returned. */
EACH_USE int32_t strip_best(const StripPair *job, int timed, int accumulate, Out best) {
  const StripPair s = *job;
  In y_next = s.y_next, y_q = s.y_q, z_next = s.z_next, z_q = s.z_q, heads = s.heads, tails = s.tails;
  In slack = s.slack, time_slack = s.time_slack, time_first = s.time_first, time_next = s.time_next;
  int32_t smallest = 0;
  for (int32_t c = 0; c < s.count; c++) {
    const int32_t sum = least(y_next[c] + z_q[c], y_q[c] + z_next[c]);
    const int fits = (s.load <= slack[c]) & (!timed || sum <= time_slack[c] - s.segment);
    const int32_t moved = fits ? sum + s.moved : THREE_OPT_INFINITE;
    const int heads_fit = !timed || y_next[c] + time_first[c] <= s.heads_time;
    const int tails_fit = !timed || z_q[c] + time_next[c] <= s.tails_time;
    const int32_t by_heads = heads_fit ? y_next[c] + heads[c] + s.heads_cost : THREE_OPT_INFINITE;
    const int32_t by_tails = tails_fit ? z_q[c] + tails[c] + s.tails_cost : THREE_OPT_INFINITE;
    const int32_t all = least(moved, least(by_heads, by_tails));
    if (accumulate)
      best[c] = least(best[c], all);
    else
      smallest = least(smallest, all);
  }
  return smallest;
}

static int32_t body_strip(const StripPair *job, int32_t *best) {
  return best ? strip_best(job, 0, 1, best) : strip_best(job, 0, 0, best);
}

static int32_t body_strip_timed(const StripPair *job, int32_t *best) {
  return best ? strip_best(job, 1, 1, best) : strip_best(job, 1, 0, best);
}

static int32_t body_smallest(In values, int32_t count) {
  int32_t smallest = 0;
  for (int32_t c = 0; c < count; c++) smallest = least(smallest, values[c]);
  return smallest;
}

/* ---- pairs ---- */

EACH_USE int32_t pairs_best(const PairJob *job, int checked, int timed) {
  const EdgeEnds first = job->ends[FIRST], next = job->ends[NEXT];
  const int32_t p = job->p, q = job->q, count = job->count, own = first.share[p] + next.share[p];
  const int32_t room_first = job->capacity - first.load[p], room_next = job->capacity - next.load[p];
  const int32_t span_first = timed ? job->max_duration - first.time[p] : 0;
  const int32_t span_next = timed ? job->max_duration - next.time[p] : 0;
  In firsts = job->d0, nexts = job->d1 + 1;
  int32_t smallest = 0;
  for (int32_t c = 0; c < count; c++) {
    const int32_t delta = firsts[c] + nexts[c] - own - (first.share[q + c] + next.share[q + c]);
    const int loads = (!checked) | ((first.load[q + c] <= room_first) & (next.load[q + c] <= room_next));
    const int first_fits = !timed || first.time[q + c] + firsts[c] <= span_first;
    const int next_fits = !timed || next.time[q + c] + nexts[c] <= span_next;
    smallest = least(smallest, loads & first_fits & next_fits ? delta : 0);
  }
  return smallest;
}

static int32_t body_pairs(const PairJob *job) {
  if (!job->checked) return pairs_best(job, 0, 0);
  return job->max_duration == INT32_MAX ? pairs_best(job, 1, 0) : pairs_best(job, 1, 1);
}
