/* The judge (src/problem/judge.c): against hand-computed distances, TSPLIB's optimal tours, and the kernels'
 * metric.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "fixtures/climbing.h"
#include "fixtures/harness.h"
#include "problem/tsp/files/tsp_files.h"
#include "problem/judge.h"
#include "problem/tsp/metric.h"
#include "problem/tsp/tsp.h"

static Instance *cities(Metric metric, int32_t n) {
  Instance *inst = NULL;
  CU_ASSERT_EQUAL_FATAL(tsp_alloc(metric, n, &inst), OK);
  return inst;
}

static void known_distances(void) {
  static const struct {
    Metric metric;
    double ax, ay, bx, by;
    int64_t distance;
  } cases[] = {
      {METRIC_EUC_2D, 0, 0, 3, 4, 5},
      {METRIC_EUC_2D, 0, 0, 1, 1, 1},
      {METRIC_EUC_2D, 0, 0, 1.5, 0, 2},
      {METRIC_EUC_2D, 0, 0, 1.4999, 0, 1},
      {METRIC_CEIL_2D, 0, 0, 1, 1, 2},
      {METRIC_CEIL_2D, 0, 0, 3, -4, 5},
      {METRIC_CEIL_2D, 0, 0, 0.1, 0, 1},
      {METRIC_MAN_2D, 0, 0, 1.25, -1.25, 3},
      {METRIC_MAN_2D, 1, 2, -3, 5, 7},
      {METRIC_MAX_2D, 0, 0, 2.5, -2.4, 3},
      {METRIC_MAX_2D, 0, 0, -7, 6, 7},
      {METRIC_ATT, 0, 0, 10, 0, 4},
      {METRIC_ATT, 0, 0, 20, 0, 7},
      {METRIC_ATT, 0, 0, 0, 0, 0},
      {METRIC_GEOM, 0, 0, 0, 90, 10019149},  /* the quarter of the equator in metres: 10019148.4, plus 1 */
      {METRIC_GEOM, 0, 0, 0, 180, 20038297}, /* half of it: 20038296.9 */
      {METRIC_GEOM, 0.5, 0, 0, 0, 55662},    /* half a degree, written as such: 55661.9 */
      {METRIC_GEOM, 60, -179.5, 60, 179.5, 55662}, /* a degree at 60 north: 55661.4, across the date line */
      {METRIC_GEOM, 90, 0, -90, 0, 20038297},      /* from pole to pole */
      {METRIC_GEO, 0, 0, 0, 0, 1},
      {METRIC_GEO, 0, 0, 0, 90, 10020}, /* a quarter of the equator: 6378.388 * pi / 2 = 10019.1, plus 1 */
      {METRIC_GEO, 0, 0, 0.3, 0, 56},   /* half a degree written as minutes: 55.66, plus 1 */
      {METRIC_GEO, -0.3, 0, 0.3, 0, 112},
      {METRIC_GEO, 0, -0.3, 0, 0.3, 112},
      {METRIC_GEO, 0.45, 0, 0, 0, 84},              /* three quarters of a degree: 83.49 */
      {METRIC_GEO, -0.45, 0, 0, 0, 84},             /* the same to the south: minutes are cut from zero */
      {METRIC_GEO, -80.15, 12, -80.45, 12, 56},     /* half a degree */
      {METRIC_GEO, 60, 0, 60, 1, 56},               /* a degree of longitude is half as long there: 55.66 */
      {METRIC_GEO, 60, -179.3, 60, 179.3, 56},      /* across the date line */
      {METRIC_GEO, 90, 0, -90, 0, 20039},           /* from pole to pole: 20038.30 */
      {METRIC_GEO, 52.31, 13.24, 48.51, 2.21, 879}, /* Berlin to Paris: 878.55 */
  };
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    Instance *inst = cities(cases[c].metric, 2);
    tsp_of(inst)->x[0] = cases[c].ax;
    tsp_of(inst)->y[0] = cases[c].ay;
    tsp_of(inst)->x[1] = cases[c].bx;
    tsp_of(inst)->y[1] = cases[c].by;
    CU_ASSERT_EQUAL(judge_distance(inst, 0, 1), cases[c].distance);
    if (judge_distance(inst, 0, 1) != cases[c].distance)
      printf("# case %zu: expected %d, found %d\n", c, (int)cases[c].distance,
             (int)judge_distance(inst, 0, 1));
    CU_ASSERT_EQUAL(judge_distance(inst, 1, 0), cases[c].distance);
    CU_ASSERT_EQUAL(judge_distance(inst, 1, 1), 0);
    instance_free(inst);
  }
}

static void known_distances_3d(void) {
  static const struct {
    Metric metric;
    double a[3], b[3];
    int64_t distance;
  } cases[] = {
      {METRIC_EUC_3D, {0, 0, 0}, {2, 3, 6}, 7},        {METRIC_EUC_3D, {1, 1, 1}, {2, 2, 2}, 2}, /* 1.73 */
      {METRIC_EUC_3D, {0, 0, 0}, {0, 0, 1.4999}, 1},   {METRIC_EUC_3D, {0, 0, 0}, {0, 0, 1.5}, 2},
      {METRIC_CEIL_3D, {0, 0, 0}, {1, 0, 0}, 1},       {METRIC_CEIL_3D, {0, 0, 0}, {1, 1, -0.5}, 2},
      {METRIC_CEIL_3D, {2, 3, 6}, {0, 0, 0}, 7},       {METRIC_CEIL_3D, {0, 0, 0}, {0, 0, 0.1}, 1},
      {METRIC_MAN_3D, {0, 0, 0}, {1, -2, 3}, 6},       {METRIC_MAN_3D, {0, 0, 0}, {0.5, 0.5, 0.5}, 2},
      {METRIC_MAN_3D, {0, 0, 0}, {0.25, 0.5, 0.5}, 1}, {METRIC_MAX_3D, {0, 0, 0}, {1, -2, 3}, 3},
      {METRIC_MAX_3D, {0, 0, 0}, {2.5, -2.4, 1}, 3},   {METRIC_MAX_3D, {0, 0, -4}, {1, 2, 0.5}, 5}};
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    Instance *inst = cities(cases[c].metric, 2);
    const TspInstance *tsp = tsp_of(inst);
    for (int k = 0; k < 2; k++) {
      const double *at = k ? cases[c].b : cases[c].a;
      tsp->x[k] = at[0];
      tsp->y[k] = at[1];
      tsp->z[k] = at[2];
    }
    if (judge_distance(inst, 0, 1) != cases[c].distance) printf("# case %zu\n", c);
    CU_ASSERT_EQUAL(judge_distance(inst, 0, 1), cases[c].distance);
    CU_ASSERT_EQUAL(judge_distance(inst, 1, 0), cases[c].distance);
    instance_free(inst);
  }
}

/* The tables that the solvers read have the judge's distances. */
static void tables_agree(void) {
  enum { N = 300 };
  static int32_t table[N * N];
  for (Metric metric = 0; metric < METRIC_COUNT; metric++) {
    if (!metric_is_table(metric)) continue;
    static const double sizes[] = {90, 10, 1e6, 1.5e8};
    const bool globe = !metric_has_depth(metric);
    for (int s = 0; s < (globe ? 1 : 4); s++)
      for (int fraction = 0; fraction < 2; fraction++) {
        Instance *inst = climbing_instance(metric, N, sizes[s], fraction, 5 + (uint64_t)s);
        for (int32_t c = 0; c < N && globe; c += 2) {
          tsp_of(inst)->x[c] *= -1;
          tsp_of(inst)->y[c] *= -2;
        }
        int different = 0;
        metric_table(tsp_of(inst), table);
        for (int32_t k = 0; k < N * N; k++) different += judge_distance(inst, k / N, k % N) != table[k];
        CU_ASSERT_EQUAL(different, 0);
        instance_free(inst);
      }
  }
}

static void refuses_what_is_no_tour(void) {
  static const struct {
    int32_t tour[4];
    const char *message;
  } cases[] = {{{0, 1, 2, 4}, "the tour has city 5 at position 4, expected one from 1 to 4"},
               {{-1, 1, 2, 3}, "the tour has city 0 at position 1"},
               {{0, INT32_MAX, 2, 3}, "the tour has city 2147483648 at position 2"},
               {{0, 1, 1, 2}, "the tour visits city 2 again at position 3"},
               {{3, 3, 3, 3}, "the tour visits city 4 again at position 2"}};
  Instance *inst = cities(METRIC_EUC_2D, 4);
  for (int c = 0; c < 4; c++) {
    tsp_of(inst)->x[c] = c * 10;
    tsp_of(inst)->y[c] = 0;
  }
  int64_t cost = -7;
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    status_clear();
    CU_ASSERT_EQUAL(judge_tour(inst, cases[c].tour, &cost), ERR_FORMAT);
    CU_ASSERT_PTR_NOT_NULL(strstr(status_message(), cases[c].message));
    CU_ASSERT_EQUAL(cost, -7); /* set on success only */
  }
  CU_ASSERT_EQUAL(judge_tour(inst, (int32_t[]){2, 0, 3, 1}, &cost), OK);
  CU_ASSERT_EQUAL(cost, 20 + 30 + 20 + 10);
  instance_free(inst);
}

static void tiny_tours(void) {
  for (int32_t n = 1; n <= 2; n++) {
    Instance *inst = cities(METRIC_EXPLICIT, n);
    for (int e = 0; e < n * n; e++) tsp_of(inst)->matrix[e] = e % (n + 1) ? 9 : 0;
    int64_t cost = -1;
    CU_ASSERT_EQUAL(judge_tour(inst, (int32_t[]){0, 1}, &cost), OK);
    CU_ASSERT_EQUAL(cost, n == 1 ? 0 : 18);
    instance_free(inst);
  }
}

/* Sums of large distances need more than 32 bits. */
static void cost_is_wide(void) {
  Instance *inst = cities(METRIC_MAX_2D, 100);
  int32_t tour[100];
  for (int32_t c = 0; c < 100; c++) {
    tour[c] = c;
    tsp_of(inst)->x[c] = c % 2 * 536870910.0;
    tsp_of(inst)->y[c] = 0;
  }
  int64_t cost = 0;
  CU_ASSERT_EQUAL(judge_tour(inst, tour, &cost), OK);
  CU_ASSERT_EQUAL(cost, 53687091000);
  instance_free(inst);
}

/* Long tours are summed by several threads, the closing edge by one of them. */
static void long_tours(void) {
  enum { N = 300001, STEP = 7919 };
  Instance *inst = cities(METRIC_EUC_2D, N);
  int32_t *tour = malloc(N * sizeof *tour);
  int64_t expected = 0, cost = 0;
  CU_ASSERT_PTR_NOT_NULL_FATAL(tour);
  for (int32_t c = 0; c < N; c++) {
    tsp_of(inst)->x[c] = 3.0 * c;
    tsp_of(inst)->y[c] = 4.0 * c;
  }
  for (int64_t p = 0; p < N; p++) tour[p] = (int32_t)(p * STEP % N);
  for (int32_t p = 0; p < N; p++) expected += 5 * abs(tour[p] - tour[(p + 1) % N]);
  CU_ASSERT_EQUAL(judge_tour(inst, tour, &cost), OK);
  CU_ASSERT_EQUAL(cost, expected);
  tour[N - 1] = tour[N - 9];
  CU_ASSERT_EQUAL(judge_tour(inst, tour, &cost), ERR_FORMAT);
  free(tour);
  instance_free(inst);
}

/* Two programmers, one text: the judge and the kernels' definition agree on any coordinates. */
static void agrees_with_the_kernels(void) {
  enum { N = 400 };
  uint64_t state = 88172645463325252u;
  for (Metric metric = 0; metric < METRIC_EXPLICIT; metric++) {
    static const double scales[] = {10, 1000, 1e6, 1.5e8};
    for (int s = 0; s < (metric == METRIC_GEO ? 1 : 4); s++) {
      Instance *inst = cities(metric, N);
      for (int c = 0; c < 2 * N; c++) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        double unit = (double)(state >> 11) * 0x1p-53 - 0.5;
        double v = metric == METRIC_GEO ? unit * (c < N ? 180 : 360) : unit * scales[s];
        (c < N ? tsp_of(inst)->x : tsp_of(inst)->y)[c % N] =
            c % 5 == 0 ? (double)(int)v : v; /* whole ones make ties */
      }
      int different = 0;
      for (int a = 0; a < N; a++)
        for (int b = 0; b < N; b++) {
          double ax = tsp_of(inst)->x[a], ay = tsp_of(inst)->y[a], bx = tsp_of(inst)->x[b],
                 by = tsp_of(inst)->y[b];
          int64_t kernel =
              metric == METRIC_GEO ? metric_geo(ax, ay, bx, by) : metric_distance(metric, ax, ay, bx, by);
          different += a != b && judge_distance(inst, a, b) != kernel;
        }
      CU_ASSERT_EQUAL(different, 0);
      instance_free(inst);
    }
  }
}

static void judge_file(const char *name, int64_t optimum, int *judged) {
  char relative[128];
  snprintf(relative, sizeof relative, "tours/%s.opt.tour", name);
  const char *tour_path = harness_data(relative);
  if (access(tour_path, R_OK) != 0) return;
  snprintf(relative, sizeof relative, "tsp/%s.tsp", name);
  Instance *inst = NULL;
  CU_ASSERT_EQUAL_FATAL(tsplib_read(harness_data(relative), &inst), OK);
  int32_t *tour = malloc(sizeof *tour * (size_t)inst->n);
  CU_ASSERT_EQUAL(tour_read(tour_path, &(TourShape){.n = inst->n}, tour, &(TourForm){0}), OK);
  int64_t cost = 0;
  CU_ASSERT_EQUAL(judge_tour(inst, tour, &cost), OK);
  CU_ASSERT_EQUAL(cost, optimum);
  if (cost != optimum) printf("# %s: expected %lld, found %lld\n", name, (long long)optimum, (long long)cost);
  free(tour);
  instance_free(inst);
  ++*judged;
}

static void optimal_tours_cost_the_optimum(void) {
  const char *table = harness_data("optima.tsv");
  if (!table) return;
  FILE *rows = fopen(table, "r");
  CU_ASSERT_PTR_NOT_NULL_FATAL(rows);
  char line[1024], name[64], kind[16];
  long long optimum;
  int judged = 0;
  while (fgets(line, sizeof line, rows))
    if (sscanf(line, "%63s %15s %*d %*s %lld", name, kind, &optimum) == 3 && strcmp(kind, "tsp") == 0)
      judge_file(name, optimum, &judged);
  fclose(rows);
  printf("# %d tours\n", judged);
  CU_ASSERT_TRUE(judged >= 38);
}

/* A tour round the globe, west of Greenwich and south of the equator too. Its length is that of another
 * program, by another formula (haversines). */
static void globe_tour(void) {
  static const double place[][2] = {{38.24, 20.42}, {-33.52, 151.12}, {-34.36, -58.27}, {64.09, -21.56},
                                    {-1.17, 36.49}, {35.41, 139.46},  {-0.15, -78.35},  {40.43, -74.0}};
  enum { N = sizeof place / sizeof *place };
  Instance *inst = cities(METRIC_GEO, N);
  int32_t tour[N];
  int64_t cost = 0;
  for (int32_t c = 0; c < N; c++) {
    tsp_of(inst)->x[c] = place[c][0];
    tsp_of(inst)->y[c] = place[c][1];
    tour[c] = c;
  }
  CU_ASSERT_EQUAL(judge_tour(inst, tour, &cost), OK);
  CU_ASSERT_EQUAL(cost, 85571);
  instance_free(inst);
}

static const HarnessTest tests[] = {TEST(known_distances),
                                    TEST(known_distances_3d),
                                    TEST(tables_agree),
                                    TEST(globe_tour),
                                    TEST(refuses_what_is_no_tour),
                                    TEST(tiny_tours),
                                    TEST(cost_is_wide),
                                    TEST(long_tours),
                                    TEST(agrees_with_the_kernels),
                                    TEST(optimal_tours_cost_the_optimum),
                                    {NULL, NULL}};

int main(void) { return harness_run("judge", tests); }
