/* See speeds.h. */
#include "speeds.h"

#include <math.h>
#include <string.h>

enum { HALVINGS = 60 }; /* of an interval of times */

static void point_drop(RankSpeed *rank, int at) {
  rank->points--;
  memmove(&rank->point[at], &rank->point[at + 1], (size_t)(rank->points - at) * sizeof rank->point[0]);
}

/* A rank with more islands takes no less time; what says otherwise is older than point `at`. So is what was noted long ago. */
static void points_drop(RankSpeed *rank, int at) {
  const uint32_t islands = rank->point[at].islands;
  const double s = rank->point[at].s;
  for (int k = rank->points - 1; k >= 0; k--) {
    const bool below = rank->point[k].islands<islands, above = rank->point[k].islands> islands;
    const bool old = rank->notes - rank->point[k].noted >= SPEED_POINTS / 2;
    if (old || (below && rank->point[k].s > s) || (above && rank->point[k].s < s)) point_drop(rank, k);
  }
}

void speed_note(RankSpeed *rank, uint32_t islands, double s) {
  int at = 0;
  while (at < rank->points && rank->point[at].islands < islands) at++;
  if (at < rank->points && rank->point[at].islands == islands) {
    const double factor = s / rank->point[at].s;
    rank->drift = fmin(2, fmax(0.5, factor));
    for (int k = 0; k < rank->points; k++) rank->point[k].s *= factor;
  } else {
    memmove(&rank->point[at + 1], &rank->point[at], (size_t)(rank->points - at) * sizeof rank->point[0]);
    rank->points++;
  }
  rank->point[at].islands = islands;
  rank->point[at].s = s;
  rank->point[at].noted = ++rank->notes;
  points_drop(rank, at);
}

double speed_time(const RankSpeed *rank, double unit_s, uint32_t islands) {
  int at = 0;
  if (!rank->points && rank->guess > 0) return unit_s * islands / rank->guess;
  if (!rank->points) return islands ? INFINITY : 0;
  while (at < rank->points && rank->point[at].islands < islands) at++;
  const int near = at == rank->points ? at - 1 : at;
  const double n = rank->point[near].islands, s = rank->point[near].s;
  if (at == 0 || at == rank->points || n == islands) return s * islands / n;
  const double before = rank->point[at - 1].islands, before_s = rank->point[at - 1].s;
  return before_s + (s - before_s) * (islands - before) / (n - before);
}

/* Islands a second, of the most that were measured. */
static double speed_of(const RankSpeed *rank) {
  const int last = rank->points - 1;
  return rank->points ? rank->point[last].islands / rank->point[last].s : 0;
}

void speed_forecast(const RankSpeed *rank, int ranks, RankSpeed *out) {
  double fastest = 0, spread = 0;
  for (int r = 0; r < ranks; r++) {
    fastest = fmax(fastest, speed_of(&rank[r]));
    if (rank[r].drift > 0) spread = fmax(spread, fabs(1 - rank[r].drift));
  }
  for (int r = 0; r < ranks; r++) {
    const double trend = rank[r].drift > 0 ? sqrt(rank[r].drift) : 1,
                 reserve = 1 + spread * (1 - speed_of(&rank[r]) / fmax(fastest, 1e-300));
    out[r] = rank[r];
    for (int k = 0; k < rank[r].points; k++) out[r].point[k].s *= trend * reserve;
  }
}

/* The most islands that a rank can do in `s` seconds. */
static uint32_t islands_within(const RankSpeed *rank, double unit_s, uint32_t islands, double s) {
  uint32_t least = 0, most = islands;
  while (least < most) {
    const uint32_t middle = most - (most - least) / 2;
    if (speed_time(rank, unit_s, middle) <= s)
      least = middle;
    else
      most = middle - 1;
  }
  return least;
}

static uint64_t all_within(const RankSpeed *rank, int ranks, double unit_s, uint32_t islands, double s,
                           uint32_t *count) {
  uint64_t sum = 0;
  for (int r = 0; r < ranks; r++) sum += count[r] = islands_within(&rank[r], unit_s, islands, s);
  return sum;
}

/* What a rank of guess 1 takes for an island, by those that were measured with the most islands. */
static double unit_of(const RankSpeed *rank, int ranks) {
  double guess = 0, speed = 0;
  for (int r = 0; r < ranks; r++)
    if (rank[r].points) {
      guess += rank[r].guess;
      speed += speed_of(&rank[r]);
    }
  return speed > 0 ? guess / speed : 1;
}

/* The rank that would be the slowest without one of its islands more: the one to relieve. */
static int slowest_of(const RankSpeed *rank, int ranks, double unit_s, const uint32_t *count) {
  int slowest = -1;
  double longest = -1;
  for (int r = 0; r < ranks; r++) {
    const double s = speed_time(&rank[r], unit_s, count[r]);
    if (!count[r] || s <= longest) continue;
    slowest = r;
    longest = s;
  }
  return slowest;
}

double speed_shares(const RankSpeed *rank, int ranks, uint32_t islands, uint32_t *count) {
  const double unit_s = unit_of(rank, ranks);
  double low = 0, high = INFINITY;
  for (int r = 0; r < ranks; r++) high = fmin(high, speed_time(&rank[r], unit_s, islands));
  for (int k = 0; k < HALVINGS && low < high; k++) {
    const double middle = low + (high - low) / 2;
    if (all_within(rank, ranks, unit_s, islands, middle, count) >= islands)
      high = middle;
    else
      low = middle;
  }
  uint64_t sum = all_within(rank, ranks, unit_s, islands, high, count);
  for (; sum > islands; sum--) count[slowest_of(rank, ranks, unit_s, count)]--;
  double longest = 0;
  for (int r = 0; r < ranks; r++) longest = fmax(longest, speed_time(&rank[r], unit_s, count[r]));
  return longest;
}
