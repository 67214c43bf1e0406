/* Shares by speed: against all ways to share few islands (src/run/speeds.c). */
#include <math.h>
#include "fixtures/harness.h"
#include "rng.h"
#include "run/speeds.h"

static RankSpeed linear(double s) {
  RankSpeed rank = {.guess = 1};
  speed_note(&rank, 10, 10 * s);
  return rank;
}

static void in_proportion(void) {
  const RankSpeed rank[3] = {linear(1), linear(0.25), linear(4)};
  uint32_t count[3];
  const double s = speed_shares(rank, 3, 2100, count);
  CU_ASSERT(count[0] == 400 && count[1] == 1600 && count[2] == 100);
  CU_ASSERT_DOUBLE_EQUAL(s, 400, 1e-9);
}

static void too_slow_for_one(void) {
  const RankSpeed rank[2] = {linear(1), linear(50)};
  uint32_t count[2];
  speed_shares(rank, 2, 8, count);
  CU_ASSERT(count[0] == 8 && count[1] == 0);
}

/* A device that runs 132 islands at the same time takes as many, and no more, if others have room. */
static void waves(void) {
  RankSpeed rank[2] = {{.guess = 256}, linear(0.15)};
  speed_note(&rank[0], 100, 1);
  speed_note(&rank[0], 132, 1.01);
  speed_note(&rank[0], 133, 2);
  uint32_t count[2];
  const double s = speed_shares(rank, 2, 138, count);
  CU_ASSERT(count[0] == 132 && count[1] == 6 && s < 1.02);
}

/* What contradicts the last measurement is forgotten. */
static void measured_anew(void) {
  RankSpeed rank = linear(1);
  speed_note(&rank, 20, 5);
  CU_ASSERT_DOUBLE_EQUAL(speed_time(&rank, 0, 10), 2.5, 1e-12);
  speed_note(&rank, 40, 30);
  CU_ASSERT_DOUBLE_EQUAL(speed_time(&rank, 0, 30), 17.5, 1e-12);
  speed_note(&rank, 30, 40);
  CU_ASSERT_DOUBLE_EQUAL(speed_time(&rank, 0, 40), 40.0 * 40 / 30, 1e-12);
  speed_note(&rank, 20, 10); /* twice as slow as before */
  CU_ASSERT_DOUBLE_EQUAL(speed_time(&rank, 0, 30), 80, 1e-12);
  for (uint32_t n = 1; n < 100; n++) speed_note(&rank, n * 7 % 101 + 1, 100 + n * 7 % 101);
  CU_ASSERT(rank.points <= SPEED_POINTS);
  for (int k = 1; k < rank.points; k++)
    CU_ASSERT(rank.point[k - 1].islands < rank.point[k].islands && rank.point[k - 1].s <= rank.point[k].s);
}

static void guessed(void) {
  RankSpeed rank[2] = {linear(1), {.guess = 3}};
  uint32_t count[2];
  speed_shares(rank, 2, 40, count);
  CU_ASSERT(count[0] == 10 && count[1] == 30);
}

/* Changes between two measurements of the same number of islands, no others; the slower rank has a reserve. */
static void forecast(void) {
  RankSpeed rank[2] = {linear(1), linear(4)}, next[2];
  speed_forecast(rank, 2, next);
  CU_ASSERT_DOUBLE_EQUAL(speed_time(&next[0], 0, 10), 10, 1e-12);
  CU_ASSERT_DOUBLE_EQUAL(speed_time(&next[1], 0, 10), 40, 1e-12);
  speed_note(&rank[0], 10, 8);
  speed_note(&rank[0], 12, 9.6); /* of another number */
  speed_forecast(rank, 2, next);
  CU_ASSERT_DOUBLE_EQUAL(speed_time(&next[0], 0, 12), 9.6 * sqrt(0.8), 1e-12);
  CU_ASSERT_DOUBLE_EQUAL(speed_time(&next[1], 0, 10), 40 * (1 + 0.2 * 0.8), 1e-12);
  speed_note(&rank[0], 12, 96);
  speed_forecast(rank, 2, next);
  CU_ASSERT_DOUBLE_EQUAL(speed_time(&next[0], 0, 12), 96 * sqrt(2) * 1.5, 1e-9);
  CU_ASSERT_DOUBLE_EQUAL(speed_time(&rank[0], 0, 12), 96, 1e-12);
}

static double slowest(const RankSpeed *rank, const uint32_t *count) {
  double s = 0;
  for (int r = 0; r < 3; r++) s = fmax(s, speed_time(&rank[r], 0, count[r]));
  return s;
}

static void best_of_all(void) {
  enum { ISLANDS = 17 };
  const RngStream stream = {.seed = 5};
  for (uint32_t trial = 0; trial < 300; trial++) {
    RankSpeed rank[3] = {{.guess = 1}, {.guess = 1}, {.guess = 1}};
    for (int r = 0; r < 3; r++)
      for (uint32_t k = 0; k < 3; k++)
        speed_note(&rank[r], 1 + rng_below(stream, 18 * trial + 6 * (uint32_t)r + 2 * k, ISLANDS),
                   1 + rng_below(stream, 18 * trial + 6 * (uint32_t)r + 2 * k + 1, 1000));
    uint32_t count[3], way[3];
    const double found = speed_shares(rank, 3, ISLANDS, count);
    double least = INFINITY;
    for (way[0] = 0; way[0] <= ISLANDS; way[0]++)
      for (way[1] = 0; way[1] <= ISLANDS - way[0]; way[1]++) {
        way[2] = ISLANDS - way[0] - way[1];
        least = fmin(least, slowest(rank, way));
      }
    CU_ASSERT_EQUAL(count[0] + count[1] + count[2], ISLANDS);
    CU_ASSERT_DOUBLE_EQUAL(found, least, 1e-9 * least);
    CU_ASSERT_DOUBLE_EQUAL(slowest(rank, count), found, 1e-9 * least);
  }
}

int main(void) {
  static const HarnessTest tests[] = {
      TEST(in_proportion), TEST(too_slow_for_one), TEST(waves),       TEST(measured_anew),
      TEST(guessed),       TEST(forecast),         TEST(best_of_all), {NULL, NULL}};
  return harness_run("deal", tests);
}
